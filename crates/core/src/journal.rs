//! What became of edits: which entries have other bytes, what was lost on the way, and what else a person should hear.

use crate::image::Losses;
use crate::report::Args;
use crate::scene::Remark;

/// A key of the catalogue's words, and what they speak of.
pub type Told = (&'static str, Args);

/// What became of the edits of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Journal {
    pub changes: Vec<Change>,
    /// Files of an editable tree that were edited.
    pub files: Vec<String>,
    pub remarks: Vec<Told>,
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
        self.files.extend(inner.files);
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
        let remarks = vec![("pack-new-findings", vec![])];
        let mut outer = Journal { remarks: remarks.clone(), ..Journal::default() };
        assert!(!outer.is_changed() && inner.is_changed());
        outer.append("units.rlb", inner);
        outer.append("tank", Journal::changed(EditNotes::Model(vec![])));
        let paths: Vec<&str> = outer.changes.iter().map(|change| change.path.as_str()).collect();
        assert_eq!(paths, ["units.rlb/wall", "tank"]);
        assert_eq!((outer.changes[0].notes.losses(), outer.remarks), (Some(Losses::default()), remarks));
        assert_eq!(outer.changes[1].notes.remarks(), Some(&[][..]));
    }
}
