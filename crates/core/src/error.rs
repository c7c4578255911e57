//! What went wrong, and in which field: never a sentence, always numbers and a rule that a catalogue can put in words.

use crate::report::{Arg, Args, Rule};
use std::{fmt, ops::Deref};

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Boxed, since results are passed through every read and are nearly always fine.
#[derive(Clone, Debug, PartialEq)]
pub struct Error(Box<Fault>);

#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// The field, by the path that `explain` gives it: `phases[0].power`.
    pub path: String,
    /// Where in the payload; none when the fault is in JSON or in writing.
    pub offset: Option<usize>,
    pub kind: FaultKind,
}

#[derive(Clone, Debug, PartialEq)]
pub enum FaultKind {
    /// The bytes end inside a field.
    Truncated { needed: usize, left: usize },
    /// The bytes are there, but the rest of the file cannot be understood with them.
    Broken { rule: &'static Rule, args: Args },
    /// A value that JSON states, or that a writer was given, does not fit.
    Unexpected { wanted: String, found: String },
}

impl Error {
    fn new(kind: FaultKind) -> Self {
        Self(Box::new(Fault { path: String::new(), offset: None, kind }))
    }

    pub fn unexpected(wanted: impl fmt::Display, found: impl fmt::Display) -> Self {
        Self::new(FaultKind::Unexpected { wanted: wanted.to_string(), found: found.to_string() })
    }

    pub fn truncated(needed: usize, left: usize) -> Self {
        Self::new(FaultKind::Truncated { needed, left })
    }

    #[must_use]
    pub fn at(mut self, offset: Option<usize>) -> Self {
        self.0.offset = offset;
        self
    }

    /// Puts a name in front of the path.
    #[must_use]
    pub fn inside(mut self, outer: impl fmt::Display) -> Self {
        let (outer, inner) = (outer.to_string(), &self.0.path);
        let joint = if outer.is_empty() || inner.is_empty() || inner.starts_with('[') { "" } else { "." };
        self.0.path = outer + joint + inner;
        self
    }
}

/// The error that a field breaks a rule on which reading depends. Whoever opened the file finds the offset by the path.
pub fn broken(rule: &'static Rule, path: impl fmt::Display, args: Args) -> Error {
    Error::new(FaultKind::Broken { rule, args }).inside(path)
}

impl FaultKind {
    /// What a message may speak of.
    pub fn args(&self) -> Args {
        match self {
            Self::Truncated { needed, left } => vec![("needed", (*needed).into()), ("left", (*left).into())],
            Self::Broken { args, .. } => args.clone(),
            Self::Unexpected { wanted, found } => {
                vec![("wanted", Arg::from(wanted.as_str())), ("found", found.as_str().into())]
            }
        }
    }
}

impl Deref for Error {
    type Target = Fault;
    fn deref(&self) -> &Fault {
        &self.0
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.path.as_str(), self.offset) {
            ("", _) => write!(f, "{}", self.kind),
            (path, None) => write!(f, "{path}: {}", self.kind),
            (path, Some(offset)) => write!(f, "{path} at {offset:#x}: {}", self.kind),
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truncated { needed, left } => write!(f, "needs {needed} bytes, {left} left"),
            Self::Broken { rule, args } => write!(f, "{}{}", rule.code, crate::report::Listed(args)),
            Self::Unexpected { wanted, found } => write!(f, "wanted {wanted}, found {found}"),
        }
    }
}

impl std::error::Error for Error {}
