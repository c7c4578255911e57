//! What went wrong, and in which field: never a sentence, always numbers and a rule that a catalogue can put in words.

use crate::phrases::{self, Phrase};
use crate::report::{Arg, Args, Rule, hex};
use std::{fmt, ops::Deref};

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Boxed: results are passed through every read, and errors are rare.
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
    Unexpected { wanted: Arg, found: Arg },
}

/// What an error wanted or found: a phrase or a value. A string becomes a value only by `value` or `quoted`, so that English
/// text is not used as a value by accident.
#[derive(Debug)]
pub struct Term(Arg);

/// A value that is shown unchanged.
pub fn value(value: impl fmt::Display) -> Term {
    Term(Arg::Text(value.to_string()))
}

/// A text in quotation marks.
pub fn quoted(text: impl fmt::Debug) -> Term {
    value(format_args!("{text:?}"))
}

impl From<Phrase> for Term {
    fn from(phrase: Phrase) -> Self {
        Self(Arg::Phrase(phrase))
    }
}

impl From<Arg> for Term {
    fn from(arg: Arg) -> Self {
        Self(arg)
    }
}

impl From<Term> for Arg {
    fn from(term: Term) -> Self {
        term.0
    }
}

macro_rules! numbers {
    ($($t:ty)*) => {$(
        impl From<$t> for Term {
            fn from(number: $t) -> Self {
                Self(number.into())
            }
        }
    )*};
}
numbers!(u8 u16 i16 u32 i32 u64 i64 usize);

impl Error {
    fn new(kind: FaultKind) -> Self {
        Self(Box::new(Fault { path: String::new(), offset: None, kind }))
    }

    pub fn unexpected(wanted: impl Into<Term>, found: impl Into<Term>) -> Self {
        Self::new(FaultKind::Unexpected { wanted: wanted.into().0, found: found.into().0 })
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
    /// Arguments for a message.
    pub fn args(&self) -> Args {
        match self {
            Self::Truncated { needed, left } => vec![("needed", (*needed).into()), ("left", (*left).into())],
            Self::Broken { args, .. } => args.clone(),
            Self::Unexpected { wanted, found } => vec![("wanted", wanted.clone()), ("found", found.clone())],
        }
    }
}

/// What is wrong, without the place. For a broken rule this is the message of the rule.
impl From<&FaultKind> for Phrase {
    fn from(kind: &FaultKind) -> Self {
        match kind {
            FaultKind::Truncated { needed, left } => phrases::truncated(*needed, *left),
            FaultKind::Broken { rule, args } => Self { name: rule.code, words: "", args: args.clone() },
            FaultKind::Unexpected { wanted, found } => phrases::unexpected(wanted.clone(), found.clone()),
        }
    }
}

/// What is wrong, and where.
impl From<&Error> for Phrase {
    fn from(error: &Error) -> Self {
        let fault = Self::from(&error.kind);
        match (error.path.as_str(), error.offset) {
            ("", _) => fault,
            (field, None) => phrases::fault_in(field, fault),
            (field, Some(offset)) => phrases::fault_at(field, hex(offset), fault),
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
