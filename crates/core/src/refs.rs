//! What a file names in other files, by the rules of its engine.

/// A kind of reference: what is meant, and where the engine looks for it.
#[derive(Debug, PartialEq, Eq)]
pub struct Role {
    /// What is named: `material`, `texture`.
    pub name: &'static str,
    pub place: Place,
    /// The format of what is named; empty where none of ours reads it.
    pub format: &'static str,
    /// The name that the engine takes where the one it looks for is missing.
    pub stand_in: Option<&'static str>,
    /// Whether the game does without it if it is missing, so that this is no fault.
    pub optional: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// An entry of the archive of this name, somewhere in the game's folder.
    Library(&'static str),
    /// An entry of the same archive.
    SameArchive,
    /// A file of the same folder; of an entry, another entry of its archive.
    SameFolder,
}

/// One name in one field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    pub role: &'static Role,
    pub name: String,
    /// By the path that `explain` gives it.
    pub field: String,
}
