//! What folders and archives hold.

use super::title;
use crate::answer;
use crate::find::Match;
use crate::list::{Row, ShownAs, view_of};
use crate::messages::Catalogue;
use crate::open::Asset;
use relict_core::format::Kind;
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Listing {
    pub path: String,
    pub kind: ListingKind,
    pub format: Option<&'static str>,
    pub entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ListingKind {
    Folder,
    Archive,
    /// An archive that is edited as a tree of files.
    SpreadFolder,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Entry {
    #[serde(flatten)]
    pub entry: answer::Entry<'static>,
    pub kind: EntryKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The usual way to look at it.
    pub view: ShownAs,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub edited: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum EntryKind {
    Folder,
    Archive,
    File,
}

#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Found {
    pub entries: Vec<Entry>,
    pub more: bool,
}

impl EntryKind {
    fn of(kind: Option<&Kind>) -> Self {
        if kind.is_some_and(Kind::is_archive) { Self::Archive } else { Self::File }
    }
}

impl Entry {
    pub fn folder(name: String, path: String) -> Self {
        let entry = answer::Entry { name: name.into(), path: path.into(), ..answer::Entry::default() };
        Self { entry, kind: EntryKind::Folder, title: None, view: ShownAs::List, edited: false }
    }

    /// An entry of an archive.
    pub fn of_row(row: &Row<'_>, catalogue: &Catalogue) -> Self {
        Self {
            entry: answer::Entry::of(row).into_owned(),
            kind: if row.is_archive() { EntryKind::Archive } else { EntryKind::File },
            title: row.kind.map(|kind| title(catalogue, kind)),
            view: row.view(),
            edited: false,
        }
    }

    /// A file, which may have more bytes than were looked at.
    pub fn of_file(asset: &Asset<'_>, size: usize, catalogue: &Catalogue) -> Self {
        let kind = asset.kind();
        let entry = answer::Entry {
            name: asset.origin.name.to_owned().into(),
            path: asset.path.to_owned().into(),
            format: kind.map(|kind| kind.id),
            size,
            ..answer::Entry::default()
        };
        Self {
            entry,
            kind: EntryKind::of(kind),
            title: kind.map(|kind| title(catalogue, kind)),
            view: view_of(kind, asset.bytes),
            edited: false,
        }
    }

    pub fn of_match(found: Match, catalogue: &Catalogue) -> Self {
        let name = found.path.rsplit('/').next().unwrap_or(&found.path).to_owned();
        let entry = answer::Entry {
            name: name.into(),
            path: found.path.into(),
            meaning: found.meaning,
            format: found.kind.map(|kind| kind.id),
            size: found.size,
            ..answer::Entry::default()
        };
        Self {
            entry,
            kind: EntryKind::of(found.kind),
            title: found.kind.map(|kind| title(catalogue, kind)),
            view: view_of(found.kind, &[]),
            edited: false,
        }
    }
}
