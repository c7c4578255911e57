//! What is wrong with a file, or with all files of a folder.

use crate::answer::Answer;
use crate::opened::Opened;
use crate::request::Request;
use crate::session::Session;
use crate::source::Place;
use relict_toolkit::answer::{CheckAnswer, Finding};
use relict_toolkit::check::{self, Checked};
use relict_toolkit::core::format::Context;
use relict_toolkit::messages::Catalogue;
use relict_toolkit::open::Asset;
use relict_toolkit::problem::Result;

/// Nobody mends more in a day.
const MOST: usize = 2_000;
/// Files of a folder that are checked.
const FILES: usize = 20_000;

pub fn answer(session: &Session, request: &Request) -> Result<Answer> {
    let catalogue = request.language.catalogue();
    let mut answer = CheckAnswer::default();
    let check = |asset: &Asset<'_>, opened: &Opened| {
        let library = session.library(opened);
        check::watched(asset, Context::new(&library), &|bytes| session.read(bytes))
    };
    match session.locate(request.path())? {
        Place::Folder(folder) => {
            let (files, more) = session.source.files_below(&folder, FILES);
            answer.more = more;
            for file in files {
                // One that is gone by now has nothing wrong with it.
                let Ok(opened) = session.look_at(&file.name) else { continue };
                let asset = opened.asset();
                if asset.kind().is_some() {
                    add(&mut answer, &file.name, &check(&asset, &opened), catalogue);
                }
            }
        }
        Place::File { .. } => session.asset(request.path(), |asset, opened| {
            add(&mut answer, asset.path, &check(&asset, opened), catalogue);
            Ok(())
        })?,
    }
    Answer::json(&answer)
}

/// Counts everything, and lists as much as there is room for.
fn add(answer: &mut CheckAnswer, file: &str, checked: &Checked, catalogue: &Catalogue) {
    answer.count(checked);
    let report = &checked.report;
    let room = MOST.saturating_sub(answer.findings.len());
    let counted = report.errors() + report.warnings();
    answer.more |= counted > room.min(report.findings.len());
    let listed = report.findings.iter().take(room);
    answer.findings.extend(listed.map(|finding| Finding::of(file, finding, catalogue).with_about(catalogue)));
}
