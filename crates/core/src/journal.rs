//! What became of edits: which entries have other bytes, what was lost on the way, and what else a person should hear.

use crate::image::Losses;
use crate::report::Args;
use crate::scene::Remark;
use serde_json::{Map, Value};

/// A key of the catalogue's words, and what they speak of.
pub type Told = (&'static str, Args);

/// What became of the edits of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Journal {
    pub changes: Vec<Change>,
    /// Files of an editable tree that were edited.
    pub files: Vec<String>,
    /// Files of the unpacked folder that no entry is made of.
    pub unlisted: Vec<String>,
    /// Entries that were made of such files.
    pub added: Vec<Added>,
    pub remarks: Vec<Told>,
}

/// An entry that was made of a file without a line in the manifest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Added {
    pub file: String,
    /// The way to it.
    pub path: String,
    /// Of its bytes, if that is known.
    pub format: Option<&'static str>,
    /// What the directory says of it.
    pub attributes: Map<String, Value>,
}

/// Something that has other bytes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Change {
    /// The way to it; empty for the file itself.
    pub path: String,
    pub notes: EditNotes,
}

/// What is worth knowing of an edit that was put into a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum EditNotes {
    #[default]
    Nothing,
    Picture(Losses),
    Model(Vec<Remark>),
}

impl EditNotes {
    pub fn losses(&self) -> Option<Losses> {
        if let Self::Picture(losses) = self { Some(*losses) } else { None }
    }

    /// None where there is no model.
    pub fn remarks(&self) -> Option<&[Remark]> {
        if let Self::Model(remarks) = self { Some(remarks) } else { None }
    }
}

impl Journal {
    /// Of something whose bytes are other than they were.
    pub fn changed(notes: EditNotes) -> Self {
        Self { changes: vec![Change { path: String::new(), notes }], ..Self::default() }
    }

    pub fn is_changed(&self) -> bool {
        !self.changes.is_empty()
    }

    /// Adds what became of an entry.
    pub fn append(&mut self, entry: &str, inner: Self) {
        let path = |inner: String| match inner.as_str() {
            "" => entry.to_owned(),
            _ => format!("{entry}/{inner}"),
        };
        let changes = inner.changes.into_iter();
        self.changes.extend(changes.map(|change| Change { path: path(change.path), ..change }));
        let added = inner.added.into_iter();
        self.added.extend(added.map(|added| Added { path: path(added.path), ..added }));
        self.files.extend(inner.files);
        self.unlisted.extend(inner.unlisted);
        self.remarks.extend(inner.remarks);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_became_of_an_entry_is_told_with_the_way_to_it() {
        let mut inner = Journal::default();
        inner.append("wall", Journal::changed(EditNotes::Picture(Losses::default())));
        inner.added.push(Added { path: "new".into(), ..Added::default() });
        inner.unlisted.push("units.rlb/notes".into());
        let remarks = vec![("pack-new-findings", vec![])];
        let mut outer = Journal { remarks: remarks.clone(), ..Journal::default() };
        assert!(!outer.is_changed() && inner.is_changed());
        outer.append("units.rlb", inner);
        outer.append("tank", Journal::changed(EditNotes::Model(vec![])));
        let paths: Vec<&str> = outer.changes.iter().map(|change| change.path.as_str()).collect();
        assert_eq!(paths, ["units.rlb/wall", "tank"]);
        assert_eq!(
            (outer.added[0].path.as_str(), &outer.unlisted[..]),
            ("units.rlb/new", &["units.rlb/notes".to_owned()][..])
        );
        assert_eq!((outer.changes[0].notes.losses(), outer.remarks), (Some(Losses::default()), remarks));
        assert_eq!(outer.changes[1].notes.remarks(), Some(&[][..]));
    }
}
