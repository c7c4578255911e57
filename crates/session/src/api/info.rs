//! What a file is: the facts that a person asks first, its tables, and the ways to look at it.

use crate::answer::Answer;
use crate::opened::Opened;
use crate::request::Request;
use crate::session::Session;
use relict_toolkit::answer::page::{self, Editable, Fact, Info, Table, title};
use relict_toolkit::core::facets::Faceted;
use relict_toolkit::core::format::{Document, Kind};
use relict_toolkit::list::views;
use relict_toolkit::messages::Catalogue;
use relict_toolkit::open::Asset;
use relict_toolkit::problem::Result;
use relict_toolkit::unknown;

pub fn answer(session: &Session, request: &Request) -> Result<Answer> {
    let catalogue = request.language.catalogue();
    session.asset(request.path(), |asset, opened| {
        let kind = asset.kind();
        let document = kind.map(|_| asset.open().map(|(_, document)| document)).transpose();
        let told = match &document {
            Ok(document) => tell(&asset, opened, kind.zip(document.as_deref()), session, catalogue),
            Err(problem) => {
                let broken = page::ProblemAnswer::of(problem, catalogue).into_owned();
                let mut told = tell(&asset, opened, None, session, catalogue);
                told.family = kind.map(Kind::family);
                told.format = kind.map(|kind| kind.id);
                told.title = kind.map(|kind| title(catalogue, kind));
                Info { problem: Some(broken), ..told }
            }
        };
        Answer::json(&told)
    })
}

fn tell<'t>(
    asset: &Asset<'t>,
    opened: &Opened,
    read: Option<(&'static Kind, &dyn Document)>,
    session: &Session,
    catalogue: &Catalogue,
) -> Info<'t> {
    let (kind, document) = (read.map(|(kind, _)| kind), read.map(|(_, document)| document));
    let facts = match document {
        Some(document) => document.facts(),
        None if asset.kind().is_none() => unknown::facts(asset),
        None => vec![],
    };
    let tables = document.map(Faceted::tables).unwrap_or_default();
    let filled = tables.iter().filter(|table| !table.rows.is_empty());
    let is_picture = kind.is_some_and(|kind| kind.facets.picture.is_some());
    Info {
        path: asset.path,
        name: asset.path.rsplit('/').next().unwrap_or(asset.path),
        meaning: asset.meaning(),
        family: kind.map(Kind::family),
        format: kind.map(|kind| kind.id),
        title: kind.map(|kind| title(catalogue, kind)),
        size: asset.bytes.len(),
        facts: facts.iter().map(|(name, value)| Fact::of(name, value, catalogue)).collect(),
        tables: filled.map(|table| Table::of(table, catalogue)).collect(),
        views: views(read, asset.bytes),
        archive: kind.is_some_and(Kind::is_archive),
        edited: session.edits.is_touched(&opened.shown, asset.path),
        editable: Editable { picture: session.edit && is_picture, fields: session.edit && kind.is_some() },
        problem: None,
    }
}
