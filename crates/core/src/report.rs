//! Findings: what a check says about a file that could be read.

use crate::bytes::Step;
use crate::phrases::Phrase;
use std::{collections::BTreeMap, fmt, ops::Range};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
    /// Worth knowing, and nothing odd.
    Info,
}

impl Severity {
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "info",
        }
    }
}

/// Something that can be wrong with a file. A code, once published, keeps its meaning.
/// The catalogue of messages has its meaning and how to fix it under that code.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    pub code: &'static str,
    pub severity: Severity,
}

pub type Rules = &'static [&'static Rule];

/// The rules of a format, and the list `RULES` of them all. Every format can break off, so `TRUNCATED` is always there. What
/// a format holds besides its main thing may have rules under a name of its own, behind a `+`.
#[macro_export]
macro_rules! rules {
    (
        $format:literal: $($severity:ident $name:ident = $slug:literal;)*
        $(+ $other:literal: $($other_severity:ident $other_name:ident = $other_slug:literal;)*)?
    ) => {
        $crate::rules!(@ Error TRUNCATED = concat!($format, ".truncated"));
        $($crate::rules!(@ $severity $name = concat!($format, ".", $slug));)*
        $($($crate::rules!(@ $other_severity $other_name = concat!($other, ".", $other_slug));)*)?
        static RULES: $crate::report::Rules = &[&TRUNCATED, $(&$name,)* $($(&$other_name),*)?];
    };
    (@ $severity:ident $name:ident = $code:expr) => {
        pub static $name: $crate::report::Rule =
            $crate::report::Rule { code: $code, severity: $crate::report::Severity::$severity };
    };
}

crate::rules! { @ Error UNREADABLE = "file.unreadable" }
crate::rules! { @ Error UNKNOWN_FORMAT = "file.unknown-format" }
crate::rules! { @ Warning NOT_LOOKED_INTO = "file.not-looked-into" }

/// Rules that belong to no format.
pub static COMMON: Rules = &[&UNREADABLE, &UNKNOWN_FORMAT, &NOT_LOOKED_INTO];

/// An argument of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    Number(i64),
    /// A value that is the same in every language: a name, a path, text from a file.
    Text(String),
    /// A phrase, which is translated.
    Phrase(Phrase),
}

pub type Args = Vec<(&'static str, Arg)>;

/// `args!(stated = 3, room = 2)`: the arguments of a message, by name.
#[macro_export]
macro_rules! args {
    ($($name:ident = $value:expr),* $(,)?) => {
        vec![$((stringify!($name), $crate::report::Arg::from($value))),*]
    };
}

macro_rules! numbers {
    ($($t:ty)*) => {$(
        impl From<$t> for Arg {
            fn from(number: $t) -> Self {
                i64::try_from(number).map_or_else(|_| Self::Text(number.to_string()), Self::Number)
            }
        }
    )*};
}
numbers!(u8 u16 i16 u32 i32 u64 i64 usize);

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<Phrase> for Arg {
    fn from(phrase: Phrase) -> Self {
        Self::Phrase(phrase)
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl fmt::Display for Arg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => write!(f, "{}", crate::text::printable(text)),
            Self::Phrase(phrase) => write!(f, "{phrase}"),
        }
    }
}

/// An offset as people write it.
pub fn hex(offset: impl fmt::LowerHex) -> String {
    format!("{offset:#x}")
}

/// The arguments as ` name=value name=value`, for readers without a catalogue.
pub(crate) struct Listed<'a>(pub(crate) &'a Args);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(name, value)| write!(f, " {name}={value}"))
    }
}

#[derive(Clone, Debug)]
pub struct Finding {
    pub rule: &'static Rule,
    /// The asset inside the file that was checked, as a path of entries; empty for the file itself.
    pub asset: String,
    /// The field, by the path that `explain` gives it.
    pub field: String,
    /// Its bytes in the asset, found by that path; checks need not know offsets.
    pub range: Option<Range<usize>>,
    pub args: Args,
}

/// Findings of one rule in one asset beyond this many are counted, not kept: a hostile directory has millions.
pub const KEPT_PER_RULE: usize = 100;

/// The same for everything inside a file: it may hold a million broken assets.
pub const KEPT_IN_ALL: usize = 10_000;

/// Collects findings. Its verbs are those of the cursor, so a check walks a file as `read` does.
#[derive(Debug, Default)]
pub struct Report {
    pub findings: Vec<Finding>,
    /// How many of each rule there were, kept or not.
    pub counts: BTreeMap<&'static str, (Severity, usize)>,
    path: Vec<Step>,
}

impl Report {
    /// Fails with the first error of which there are more than there were: what was made of a file may have its flaws, but
    /// none of its own.
    pub fn expect_no_worse(&self, before: &Self) -> crate::error::Result<()> {
        let count = |report: &Self, code: &str| report.counts.get(code).map_or(0, |(_, count)| *count);
        let worse = self.findings.iter().find(|finding| {
            let Rule { code, severity } = *finding.rule;
            severity == Severity::Error && count(self, code) > count(before, code)
        });
        match worse {
            Some(finding) => Err(crate::error::broken(finding.rule, &finding.field, finding.args.clone())),
            None => Ok(()),
        }
    }

    /// Adds a finding about a field unless it is `fine`. The arguments are made only then.
    pub fn expect(
        &mut self,
        fine: bool,
        rule: &'static Rule,
        field: &'static str,
        args: impl FnOnce() -> Args,
    ) {
        if !fine && self.count(rule) <= KEPT_PER_RULE {
            let mut path: String = self.path.iter().map(|step| format!("{step}.")).collect();
            path.push_str(field);
            if field.is_empty() {
                path.pop();
            }
            self.keep(rule, path, None, args());
        }
    }

    /// Adds a finding whose field is already known.
    pub fn add(&mut self, rule: &'static Rule, field: String, range: Option<Range<usize>>, args: Args) {
        if self.count(rule) <= KEPT_PER_RULE {
            self.keep(rule, field, range, args);
        }
    }

    fn count(&mut self, rule: &'static Rule) -> usize {
        let (_, count) = self.counts.entry(rule.code).or_insert((rule.severity, 0));
        *count += 1;
        *count
    }

    fn keep(&mut self, rule: &'static Rule, field: String, range: Option<Range<usize>>, args: Args) {
        self.findings.push(Finding { rule, asset: String::new(), field, range, args });
    }

    pub fn part<T>(&mut self, name: impl Into<Step>, part: &T, check: impl FnOnce(&T, &mut Self)) {
        self.path.push(name.into());
        check(part, self);
        self.path.pop();
    }

    pub fn each<T>(&mut self, name: &'static str, parts: &[T], mut check: impl FnMut(&T, &mut Self)) {
        for (i, part) in parts.iter().enumerate() {
            self.part((name, i), part, &mut check);
        }
    }

    /// Takes over what another report found, inside `asset`.
    pub fn append(&mut self, asset: &str, mut other: Self) {
        let known = |finding: &Finding| self.counts.get(finding.rule.code).map_or(0, |(_, count)| *count);
        other.findings.retain(|finding| known(finding) < KEPT_IN_ALL);
        for finding in &mut other.findings {
            finding.asset = match (asset, finding.asset.as_str()) {
                ("", inner) => inner.into(),
                (outer, "") => outer.into(),
                (outer, inner) => format!("{outer}/{inner}"),
            };
        }
        self.findings.append(&mut other.findings);
        for (code, (severity, count)) in other.counts {
            self.counts.entry(code).or_insert((severity, 0)).1 += count;
        }
    }

    pub fn errors(&self) -> usize {
        self.of(Severity::Error)
    }

    pub fn warnings(&self) -> usize {
        self.of(Severity::Warning)
    }

    pub fn remarks(&self) -> usize {
        self.of(Severity::Info)
    }

    fn of(&self, severity: Severity) -> usize {
        self.counts.values().filter(|(of, _)| *of == severity).map(|(_, count)| count).sum()
    }

    pub fn codes(&self) -> Vec<&'static str> {
        self.findings.iter().map(|finding| finding.rule.code).collect()
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]", self.rule.severity.name(), self.rule.code)?;
        for part in [&self.asset, &self.field] {
            if !part.is_empty() {
                write!(f, " {}", crate::text::printable(part))?;
            }
        }
        if let Some(range) = &self.range {
            write!(f, " at {:#x}", range.start)?;
        }
        write!(f, ":{}", Listed(&self.args))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    rules! { "probe":
        Error ODD = "odd";
    }

    #[test]
    fn many_findings_of_one_rule_are_counted_but_not_all_kept() {
        let mut report = Report::default();
        for _ in 0..1000 {
            report.expect(false, &ODD, "field", Vec::new);
        }
        assert_eq!((report.findings.len(), report.errors()), (KEPT_PER_RULE, 1000));
    }

    #[test]
    fn a_million_broken_assets_are_counted_but_not_all_told_of() {
        let mut all = Report::default();
        for _ in 0..KEPT_IN_ALL + 5 {
            let mut one = Report::default();
            one.expect(false, &ODD, "field", Vec::new);
            all.append("asset", one);
        }
        assert_eq!((all.findings.len(), all.errors()), (KEPT_IN_ALL, KEPT_IN_ALL + 5));
    }

    #[test]
    fn every_format_has_the_rule_that_it_breaks_off() {
        assert_eq!(RULES.iter().map(|rule| rule.code).collect::<Vec<_>>(), ["probe.truncated", "probe.odd"]);
    }
}
