//! What is wrong with a file, or with all files of a folder.

use crate::answer::Answer;
use crate::asked::Asked;
use crate::opened::Opened;
use crate::place::Place;
use crate::session::Session;
use relict::check::{self, Checked};
use relict::core::format::Context;
use relict::core::report::Finding;
use relict::messages::Catalogue;
use relict::open::Asset;
use relict::problem::Result;
use serde::Serialize;

/// Nobody mends more in a day.
const MOST: usize = 2_000;
/// Files of a folder that are checked.
const FILES: usize = 20_000;

#[derive(Default, Serialize)]
struct Told {
    errors: usize,
    warnings: usize,
    assets: usize,
    findings: Vec<One>,
    /// Whether there is more than is told here.
    more: bool,
}

#[derive(Serialize)]
pub struct One {
    code: &'static str,
    severity: &'static str,
    path: String,
    offset: Option<usize>,
    length: Option<usize>,
    field: String,
    message: String,
    about: String,
    help: String,
}

pub fn answer(session: &Session, asked: &Asked) -> Result<Answer> {
    let catalogue = asked.language.catalogue();
    let mut told = Told::default();
    let check = |asset: &Asset<'_>, opened: &Opened| {
        let shelf = session.shelf(opened);
        check::watched(asset, Context::new(&shelf), &|bytes| session.memory.read(bytes))
    };
    match session.locate(asked.path())? {
        Place::Folder { shown, .. } => {
            let (files, more) = session.root.files_below(&shown, FILES);
            told.more = more;
            for file in files {
                // One that is gone by now has nothing wrong with it.
                let Ok(opened) = session.look_at(&file.path, &file.name) else { continue };
                let asset = opened.asset();
                if asset.kind().is_some() {
                    told.add(&file.name, &check(&asset, &opened), catalogue);
                }
            }
        }
        Place::File { .. } => session.asset(asked.path(), |asset, opened| {
            told.add(asset.path, &check(&asset, opened), catalogue);
            Ok(())
        })?,
    }
    Answer::json(&told)
}

impl Told {
    fn add(&mut self, file: &str, checked: &Checked, catalogue: &Catalogue) {
        let report = &checked.report;
        self.assets += checked.assets;
        self.errors += report.errors();
        self.warnings += report.warnings();
        let room = MOST.saturating_sub(self.findings.len());
        let counted = report.errors() + report.warnings();
        self.more |= counted > room.min(report.findings.len());
        self.findings.extend(report.findings.iter().take(room).map(|finding| tell(file, finding, catalogue)));
    }
}

pub fn tell(file: &str, finding: &Finding, catalogue: &Catalogue) -> One {
    let code = finding.rule.code;
    One {
        code,
        severity: finding.rule.severity.name(),
        path: if finding.asset.is_empty() { file.to_owned() } else { format!("{file}/{}", finding.asset) },
        offset: finding.range.as_ref().map(|range| range.start),
        length: finding.range.as_ref().map(ExactSizeIterator::len),
        field: finding.field.clone(),
        message: catalogue.finding(finding),
        about: catalogue.about(code).unwrap_or_default(),
        help: catalogue.help(code).unwrap_or_default(),
    }
}
