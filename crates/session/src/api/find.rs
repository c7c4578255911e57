//! Entries by name, at every depth.

use crate::answer::Answer;
use crate::request::Request;
use crate::session::Session;
use crate::source::Place;
use relict_toolkit::answer::page::{Entry, Found};
use relict_toolkit::find::{Match, Pattern, in_file};
use relict_toolkit::messages::Catalogue;
use relict_toolkit::problem::Result;

/// As many as are told where nobody says how many.
const USUAL: usize = 200;
const MOST: usize = 5_000;
/// Files that are searched.
const FILES: usize = 50_000;

/// What is looked for.
struct Search<'s> {
    pattern: Pattern,
    format: Option<&'s str>,
    limit: usize,
    catalogue: &'s Catalogue,
}

pub fn answer(session: &Session, request: &Request) -> Result<Answer> {
    let search = Search {
        pattern: Pattern::new(request.word("q").unwrap_or_default())?,
        format: request.word("format").filter(|format| !format.is_empty()),
        limit: request.number("limit")?.unwrap_or(USUAL).min(MOST),
        catalogue: request.language.catalogue(),
    };
    let mut told = Found::default();
    match session.locate(request.path())? {
        Place::Folder(folder) => {
            let (files, more) = session.source.files_below(&folder, FILES);
            told.more = more;
            for file in files {
                let Ok(opened) = session.look_at(&file.name) else { continue };
                search.add(in_file(&opened.asset(), &search.pattern), &mut told);
                if told.entries.len() >= search.limit && told.more {
                    break;
                }
            }
        }
        Place::File { .. } => session.asset(request.path(), |asset, _| {
            // The archive itself is where one stands, and not what one looks for.
            let mut found = in_file(&asset, &search.pattern);
            found.retain(|found| found.path != asset.path);
            search.add(found, &mut told);
            Ok(())
        })?,
    }
    Answer::json(&told)
}

impl Search<'_> {
    fn add(&self, found: Vec<Match>, told: &mut Found) {
        let fits =
            |it: &Match| self.format.is_none_or(|format| it.kind.is_some_and(|kind| kind.id == format));
        for found in found.into_iter().filter(fits) {
            if told.entries.len() >= self.limit {
                told.more = true;
                return;
            }
            told.entries.push(Entry::of_match(found, self.catalogue));
        }
    }
}
