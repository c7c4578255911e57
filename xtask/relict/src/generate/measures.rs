//! What a survey counts in files of a format: claims, tallies, and fields that nobody understands.

use super::{cell, prose};
use crate::Result;
use relict_toolkit::core::format::Kind;
use relict_toolkit::core::record::{FieldTable, Shape};
use relict_toolkit::core::survey::{Counts, Measure, is_guessed, is_unknown};
use relict_toolkit::messages::{Catalogue, key};

/// Both tables; nothing where a survey counts nothing but findings.
pub(super) fn tables(kind: &Kind, catalogue: &Catalogue) -> Result<Option<String>> {
    let (measures, fields) = (kind.measures, fields(kind));
    if measures.is_empty() && fields.is_empty() {
        return Ok(None);
    }
    let mut text = String::new();
    if !measures.is_empty() {
        text += "| Row | What is counted |\n|---|---|\n";
        for measure in measures {
            text += &format!("| `{}` | {} |\n", measure.code, cell(&sentence(measure, catalogue)?));
        }
    }
    if !fields.is_empty() {
        text += "\n| Field | What is known |\n|---|---|\n";
        for (name, doc) in fields {
            text += &format!("| `{name}` | {} |\n", cell(&prose(doc)));
        }
    }
    Ok(Some(text))
}

fn sentence(measure: &Measure, catalogue: &Catalogue) -> Result<String> {
    let (word, before) = match measure.counts {
        Counts::Claim => ("claim", "In how many cases it holds"),
        Counts::Tally => ("tally", "How often each comes up"),
    };
    let id = format!("{word}-{}", key(measure.code));
    let said = catalogue.get(&id, &vec![]).ok_or_else(|| format!("the catalogue lacks {id}"))?;
    Ok(format!("{before}: {}", prose(&said)))
}

/// Fields whose names say that nobody understands them, as a survey calls them.
fn fields(kind: &Kind) -> Vec<(String, &'static str)> {
    kind.file.all().into_iter().flat_map(of_table).collect()
}

fn of_table(table: &'static FieldTable) -> Vec<(String, &'static str)> {
    let is_doubtful = |name: &str| is_unknown(name) || is_guessed(name);
    let mut found = vec![];
    for row in table.rows {
        let name = format!("{}.{}", table.name, row.name);
        match row.place {
            Some((_, Shape::Bits(_, parts))) if !is_doubtful(row.name) => {
                let parts = parts.iter().filter(|(part, _)| is_doubtful(part));
                found.extend(parts.map(|(part, _)| (format!("{name}.{part}"), "Bits.")));
            }
            _ if is_doubtful(row.name) && !row.ty.starts_with("Bytes") => found.push((name, row.doc)),
            _ => {}
        }
    }
    found
}
