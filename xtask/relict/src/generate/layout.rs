//! The layout of a format, as its declaration states it.

use super::{cell, prose};
use relict_toolkit::core::format::Kind;
use relict_toolkit::core::record::{FieldTable, Row};

/// One table for the file and for everything it is made of, in reading order.
pub(super) fn tables(kind: &Kind) -> String {
    let tables = kind.file.all();
    let names: Vec<&str> = tables.iter().map(|table| table.name).collect();
    let tables: Vec<String> = tables.iter().map(|table| one(table, &names)).collect();
    tables.join("\n")
}

fn one(table: &FieldTable, names: &[&str]) -> String {
    let size = table.size.map_or_else(String::new, |size| format!(" {size} bytes."));
    let (head, rule) = match table.size {
        Some(_) => ("Offset | Size | Type | Field | Meaning", "---:|---:|---|---|---"),
        None => ("Part | Type | Meaning", "---|---|---"),
    };
    let rows: String =
        table.rows.iter().map(|row| format!("| {} |\n", cells(row, names).join(" | "))).collect();
    format!("### {}\n\n{}{size}\n\n| {head} |\n|{rule}|\n{rows}", table.name, prose(table.doc))
}

fn cells(row: &Row, names: &[&str]) -> Vec<String> {
    let (name, meaning) = (format!("`{}`", row.name), meaning(row));
    match row.place {
        Some((at, shape)) => {
            let ty = linked(&shape.to_string(), names);
            vec![format!("0x{at:02X}"), shape.size().to_string(), ty, name, meaning]
        }
        None => vec![name, spoken(row.ty, names), meaning],
    }
}

fn meaning(row: &Row) -> String {
    let follows = if row.derived { " *Follows from the rest when written.*" } else { "" };
    cell(&format!("{}{follows}", prose(row.doc)))
}

/// A type as the code spells it, in words: `Vec<Segment<'a>>` is a list of `Segment`.
fn spoken(ty: &str, names: &[&str]) -> String {
    let within = |outer: &str| ty.strip_prefix(outer)?.strip_suffix('>');
    if let Some(item) = within("Vec<") {
        return format!("list of {}", spoken(item, names));
    }
    if let Some(item) = within("View<'a, ") {
        return format!("list of {}", spoken(item, names));
    }
    if let Some(item) = within("Option<") {
        return format!("{}, or nothing", spoken(item, names));
    }
    let plain = ty.split('<').next().unwrap_or(ty);
    match plain {
        "Bytes" | "Body" => "bytes".into(),
        "Text" | "Words" => "text".into(),
        "Flags" | "Motion" => "bits of a `u32`".into(),
        "U16Be" => "`u16be`".into(),
        "U32Be" => "`u32be`".into(),
        "Owner" => "number or word".into(),
        "CornerLists" => format!("list of {}", linked("Corners", names)),
        "Dialect" => "word".into(),
        plain => linked(plain, names),
    }
}

/// A type, with a link to its table if it has one.
fn linked(ty: &str, names: &[&str]) -> String {
    let name = ty.split('[').next().unwrap_or(ty);
    if names.contains(&name) { format!("[{ty}](#{})", name.to_lowercase()) } else { format!("`{ty}`") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_told_in_words() {
        let names = ["Segment"];
        assert_eq!(spoken("Vec<Segment<'a>>", &names), "list of [Segment](#segment)");
        assert_eq!(spoken("Option<u32>", &names), "`u32`, or nothing");
        assert_eq!(spoken("Bytes<'a>", &names), "bytes");
        assert_eq!(linked("Segment[3]", &names), "[Segment[3]](#segment)");
        assert_eq!(linked("char[36]", &names), "`char[36]`");
    }
}
