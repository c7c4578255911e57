//! What a check finds.

use relict_toolkit::core::report;
use relict_toolkit::messages::Language;
use std::fmt;
use std::ops::Range;

/// Something that is wrong or odd in a file.
#[derive(Clone, Debug)]
pub struct Finding {
    path: String,
    finding: report::Finding,
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The file contradicts its format.
    Error,
    /// It is odd, but it can be used.
    Warning,
    /// It is worth knowing, and nothing odd.
    Info,
}

impl Finding {
    pub(crate) fn new(file: &str, finding: report::Finding) -> Self {
        let inside = &finding.asset;
        let path = if inside.is_empty() { file.to_owned() } else { format!("{file}/{inside}") };
        Self { path, finding }
    }

    /// Looked up by programs, such as `texm.page-size`. Codes keep their meaning.
    pub fn code(&self) -> &'static str {
        self.finding.rule.code
    }

    /// How bad it is.
    pub fn severity(&self) -> Severity {
        match self.finding.rule.severity {
            report::Severity::Error => Severity::Error,
            report::Severity::Warning => Severity::Warning,
            report::Severity::Info => Severity::Info,
        }
    }

    /// The asset that it is about.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The field, as [`explain`](crate::Asset::explain) names it; empty if it is about the whole asset.
    pub fn field(&self) -> &str {
        &self.finding.field
    }

    /// The bytes of the field in the asset.
    pub fn range(&self) -> Option<Range<usize>> {
        self.finding.range.clone()
    }

    /// What is wrong, for people.
    pub fn message(&self, language: Language) -> String {
        language.catalogue().finding(&self.finding)
    }

    /// What to do about it.
    pub fn help(&self, language: Language) -> Option<String> {
        language.catalogue().help(self.code())
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = self.finding.rule.severity.name();
        write!(f, "{severity}[{}] {}: {}", self.code(), self.path, self.message(Language::English))
    }
}
