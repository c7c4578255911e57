//! Codes: what a check can find, and what a command can fail with.

use super::{cell, page_of, prose};
use crate::Result;
use relict_toolkit::FORMATS;
use relict_toolkit::core::format::Kind;
use relict_toolkit::core::report::{COMMON, Rule, Severity};
use relict_toolkit::messages::{Catalogue, key};
use relict_toolkit::problem::CODES;

/// What a check of one format can find; the whole story of each code stands on the page of codes.
pub(super) fn table(kind: &Kind, catalogue: &Catalogue) -> Result<String> {
    if kind.rules.is_empty() {
        return Ok("None: any bytes are as good as any others.".into());
    }
    let mut table = "| Code | Severity | What is wrong |\n|---|---|---|\n".to_owned();
    for rule in kind.rules {
        let (code, severity) = (rule.code, rule.severity.name());
        let about = cell(&about(code, catalogue)?);
        table += &format!("| [`{code}`](codes.md#{}) | {severity} | {about} |\n", anchor(code));
    }
    Ok(table)
}

/// All codes with their meaning and what to do.
pub(super) fn page(catalogue: &Catalogue) -> Result<String> {
    let mut page = format!("## Any file\n\n{}", entries(COMMON, catalogue)?);
    for kind in FORMATS.iter() {
        let (id, rules) = (kind.id, entries(kind.rules, catalogue)?);
        page += &format!("## {id}\n\nThe format has [a page of its own]({}).\n\n{rules}", page_of(kind));
    }
    page += "## What a command can fail with\n\n";
    let untold = |code: &&&str| COMMON.iter().all(|rule| rule.code != **code);
    for code in CODES.iter().filter(untold) {
        page += &entry(code, Severity::Error, catalogue)?;
    }
    Ok(page)
}

fn entries(rules: &[&Rule], catalogue: &Catalogue) -> Result<String> {
    rules.iter().map(|rule| entry(rule.code, rule.severity, catalogue)).collect()
}

fn entry(code: &str, severity: Severity, catalogue: &Catalogue) -> Result<String> {
    let severity = match severity {
        Severity::Error => "Error",
        Severity::Warning => "Warning",
        Severity::Info => "Note",
    };
    let help =
        catalogue.help(code).map(|help| format!("*What to do:* {}\n\n", prose(&help))).unwrap_or_default();
    Ok(format!("### `{code}`\n\n**{severity}.** {}\n\n{help}", about(code, catalogue)?))
}

/// The heading of a code, as books and forges spell it in links.
fn anchor(code: &str) -> String {
    code.replace('.', "")
}

/// What a code means.
fn about(code: &str, catalogue: &Catalogue) -> Result<String> {
    let about = catalogue.about(code).ok_or_else(|| format!("the catalogue lacks {}.about", key(code)))?;
    Ok(prose(&about))
}
