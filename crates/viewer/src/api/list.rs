//! What a folder or archive holds.

use super::session::title;
use crate::answer::Answer;
use crate::asked::Asked;
use crate::drops::DROPPED;
use crate::place::{Child, Place};
use crate::session::Session;
use rayon::prelude::*;
use relict::list::ShownAs;
use relict::list::{self, ListHow, Row, view_of};
use relict::messages::Catalogue;
use relict::open::Asset;
use relict::problem::Result;
use serde::Serialize;
use serde_json::{Map, Value};

#[derive(Serialize)]
struct Told {
    path: String,
    kind: &'static str,
    format: Option<&'static str>,
    entries: Vec<Entry>,
}

#[derive(Serialize)]
pub struct Entry {
    pub name: String,
    pub path: String,
    pub kind: &'static str,
    pub format: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    pub size: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<usize>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub attributes: Map<String, Value>,
    pub view: &'static str,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub edited: bool,
}

pub fn answer(session: &Session, asked: &Asked) -> Result<Answer> {
    let catalogue = asked.language.catalogue();
    if asked.path().starts_with(DROPPED)
        && let Some(told) = dropped(session, asked.path(), catalogue)?
    {
        return Answer::json(&told);
    }
    match session.locate(asked.path())? {
        Place::Folder { path, shown } => {
            let children = session.root.children(&path, &shown)?;
            let entries = children.par_iter().map(|child| of_child(session, child, &shown, catalogue));
            let entries = entries.collect();
            Answer::json(&Told { path: shown, kind: "folder", format: None, entries })
        }
        Place::File { .. } => {
            let told = session.asset(asked.path(), |asset, opened| {
                let mut told = of_archive(&asset, catalogue)?;
                if session.edits.is_edited(&opened.shown) {
                    let touched = |entry: &Entry| session.edits.is_touched(&opened.shown, &entry.path);
                    told.entries.iter_mut().for_each(|entry| entry.edited = touched(entry));
                }
                Ok(told)
            })?;
            Answer::json(&told)
        }
    }
}

/// The folder that a dropped file stands in; none if the path goes on.
fn dropped(session: &Session, path: &str, catalogue: &Catalogue) -> Result<Option<Told>> {
    let (file, None) = session.drops.find(path)? else { return Ok(None) };
    let opened = session.open_file(&file.path, &file.shown())?;
    let asset = opened.asset();
    let entry = of_asset(
        &asset,
        file.shown(),
        opened.bytes.len() as u64,
        session.edits.is_edited(&opened.shown),
        catalogue,
    );
    Ok(Some(Told { path: path.into(), kind: "folder", format: None, entries: vec![entry] }))
}

/// An archive inside a JAR is spread, but only the JAR has a gallery.
fn of_archive(asset: &Asset<'_>, catalogue: &Catalogue) -> Result<Told> {
    list::list(asset, ListHow::default(), |listing| {
        let kind = if listing.kind.facets.tree { "spread-folder" } else { "archive" };
        let entries = listing.rows(asset.path, |row| of_row(row, catalogue));
        Told { path: asset.path.to_owned(), kind, format: Some(listing.kind.id), entries }
    })
}

pub fn of_row(row: &Row<'_>, catalogue: &Catalogue) -> Entry {
    let attributes = row.attributes.iter().chain(row.facts);
    Entry {
        name: row.name.to_owned(),
        path: row.path.to_owned(),
        kind: if row.is_archive() { "archive" } else { "file" },
        format: row.format(),
        title: row.kind.map(|kind| title(catalogue, kind)),
        size: row.size as u64,
        offset: Some(row.offset),
        attributes: attributes.map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
        view: row.view().name(),
        edited: false,
    }
}

fn of_child(session: &Session, child: &Child, folder: &str, catalogue: &Catalogue) -> Entry {
    let path = if folder.is_empty() { child.name.clone() } else { format!("{folder}/{}", child.name) };
    if child.facts.is_dir() {
        return Entry {
            name: child.name.clone(),
            path,
            kind: "folder",
            format: None,
            title: None,
            size: 0,
            offset: None,
            attributes: Map::new(),
            view: ShownAs::List.name(),
            edited: false,
        };
    }
    match session.look_at(&child.path, &path) {
        Ok(opened) => {
            let size = opened.bytes.len() as u64;
            of_asset(&opened.asset(), path.clone(), size, session.edits.is_edited(&opened.shown), catalogue)
        }
        Err(_) => of_asset(&Asset::file(&path, &[]), path.clone(), child.facts.len(), false, catalogue),
    }
}

fn of_asset(asset: &Asset<'_>, path: String, size: u64, edited: bool, catalogue: &Catalogue) -> Entry {
    let kind = asset.kind();
    Entry {
        name: asset.origin.name.to_owned(),
        path,
        kind: if kind.is_some_and(relict::core::format::Kind::is_archive) { "archive" } else { "file" },
        format: kind.map(|kind| kind.id),
        title: kind.map(|kind| title(catalogue, kind)),
        size,
        offset: None,
        attributes: Map::new(),
        view: view_of(kind, asset.bytes).name(),
        edited,
    }
}
