//! What a folder or archive holds.

use crate::answer::Answer;
use crate::request::Request;
use crate::session::Session;
use crate::source::{Child, Place, join};
use crate::uploads::UPLOADED;
use rayon::prelude::*;
use relict_toolkit::answer::page::{Entry, Listing, ListingKind};
use relict_toolkit::list::{self, ListHow};
use relict_toolkit::messages::Catalogue;
use relict_toolkit::open::Asset;
use relict_toolkit::problem::Result;

pub fn answer(session: &Session, request: &Request) -> Result<Answer> {
    let catalogue = request.language.catalogue();
    if request.path().starts_with(UPLOADED)
        && let Some(told) = dropped(session, request.path(), catalogue)?
    {
        return Answer::json(&told);
    }
    match session.locate(request.path())? {
        Place::Folder(folder) => {
            let children = session.source.children(&folder)?;
            let entries = children.par_iter().map(|child| of_child(session, child, &folder, catalogue));
            let entries = entries.collect();
            Answer::json(&Listing { path: folder, kind: ListingKind::Folder, format: None, entries })
        }
        Place::File { .. } => {
            let told = session.asset(request.path(), |asset, opened| {
                let mut told = of_archive(&asset, catalogue)?;
                if session.edits.is_edited(&opened.shown) {
                    let touched = |entry: &Entry| session.edits.is_touched(&opened.shown, &entry.entry.path);
                    told.entries.iter_mut().for_each(|entry| entry.edited = touched(entry));
                }
                Ok(told)
            })?;
            Answer::json(&told)
        }
    }
}

/// The folder that a dropped file stands in; none if the path goes on.
fn dropped(session: &Session, path: &str, catalogue: &Catalogue) -> Result<Option<Listing>> {
    let (file, None) = session.uploads.find(path)? else { return Ok(None) };
    let opened = session.open_file(&file.shown)?;
    let entry = Entry {
        edited: session.edits.is_edited(&opened.shown),
        ..Entry::of_file(&opened.asset(), opened.bytes().len(), catalogue)
    };
    Ok(Some(Listing { path: path.into(), kind: ListingKind::Folder, format: None, entries: vec![entry] }))
}

/// An archive inside a JAR is spread, but only the JAR has a gallery.
fn of_archive(asset: &Asset<'_>, catalogue: &Catalogue) -> Result<Listing> {
    list::list(asset, ListHow::default(), |listing| {
        let kind = if listing.kind.facets.tree { ListingKind::SpreadFolder } else { ListingKind::Archive };
        let entries = listing.rows(asset.path, |row| Entry::of_row(row, catalogue));
        Listing { path: asset.path.to_owned(), kind, format: Some(listing.kind.id), entries }
    })
}

fn of_child(session: &Session, child: &Child, folder: &str, catalogue: &Catalogue) -> Entry {
    let path = join(folder, &child.name);
    if child.is_folder {
        return Entry::folder(child.name.clone(), path);
    }
    match session.look_at(&path) {
        Ok(opened) => {
            let edited = session.edits.is_edited(&opened.shown);
            Entry { edited, ..Entry::of_file(&opened.asset(), opened.bytes().len(), catalogue) }
        }
        Err(_) => {
            let size = usize::try_from(child.stamp.size()).unwrap_or(usize::MAX);
            Entry::of_file(&Asset::file(&path, &[]), size, catalogue)
        }
    }
}
