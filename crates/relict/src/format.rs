//! The formats that there are.

use relict_toolkit::FORMATS;
use relict_toolkit::core::format::Kind;
use relict_toolkit::messages::Language;

/// A format.
#[derive(Clone, Copy)]
pub struct Format(pub(crate) &'static Kind);

/// Every format that Relict knows.
pub fn formats() -> impl Iterator<Item = Format> {
    FORMATS.iter().map(Format)
}

impl Format {
    /// Family and name, such as `ngi.texm`.
    pub fn id(self) -> &'static str {
        self.0.id
    }

    /// `ngi` of `ngi.texm`.
    pub fn family(self) -> &'static str {
        self.0.family()
    }

    /// What it is, for people.
    pub fn name(self, language: Language) -> String {
        language.catalogue().say(&format!("format-{}", self.0.id.replace('.', "-")), &vec![])
    }

    /// How names of such files usually end, without the dot.
    pub fn endings(self) -> &'static [&'static str] {
        self.0.endings
    }

    /// Whether such files hold others.
    pub fn is_archive(self) -> bool {
        self.0.is_archive()
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

impl Eq for Format {}

impl std::fmt::Debug for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Format").field(&self.id()).finish()
    }
}
