//! Why something could not be done.

use relict_toolkit::messages::Language;
use relict_toolkit::problem::Problem;
use std::fmt;

/// What this crate's functions return.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why something could not be done: a code that keeps its meaning, where it went wrong, and what to try.
#[derive(Clone, PartialEq)]
pub struct Error(Box<Problem>);

impl Error {
    /// Looked up by programs, such as `file.not-found` or `nres.truncated`. Codes keep their meaning.
    pub fn code(&self) -> &'static str {
        self.0.code
    }

    /// The file or asset that it is about; empty if it is about none.
    pub fn path(&self) -> &str {
        &self.0.path
    }

    /// The field that is to blame, as [`explain`](crate::Asset::explain) names it; empty if none is.
    pub fn field(&self) -> &str {
        &self.0.field
    }

    /// Where in the asset.
    pub fn offset(&self) -> Option<usize> {
        self.0.offset
    }

    /// What went wrong, for people.
    pub fn message(&self, language: Language) -> String {
        language.catalogue().problem(&self.0)
    }

    /// What to try.
    pub fn help(&self, language: Language) -> Option<String> {
        language.catalogue().help(self.0.code)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.code, self.message(Language::English))?;
        for part in [&self.0.path, &self.0.field] {
            if !part.is_empty() {
                write!(f, ", {part}")?;
            }
        }
        self.0.offset.map_or(Ok(()), |offset| write!(f, " at {offset:#x}"))
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {}

impl From<Problem> for Error {
    fn from(problem: Problem) -> Self {
        Self(Box::new(problem))
    }
}
