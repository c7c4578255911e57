//! The answers of the material manager for people.

use crate::world::{BOLD, DIM, RED, World, YELLOW};
use relict_toolkit::answer::{Message, RuntimeCall};
use relict_toolkit::core::text::printable;
use serde_json::{Map, Value};
use std::io::Write;

/// A call, its answer, and what was said.
pub fn listed(answer: &RuntimeCall, world: &World, out: &mut impl Write) -> std::io::Result<()> {
    let arguments = answer.stated.iter().filter(|(name, _)| *name != "call");
    let arguments: String = arguments.map(|(name, value)| format!(" {name}={value}")).collect();
    let (number, call) = (answer.number, printable(&answer.call));
    writeln!(out, "{DIM}{number:>4}{DIM:#} {BOLD}{call}{BOLD:#}{}", printable(&arguments))?;
    for message in &answer.messages {
        let label = world.say("runtime-engine", vec![]);
        writeln!(out, "     {YELLOW}{label}{YELLOW:#} {}", printable(message))?;
    }
    for Message { code, message } in &answer.remarks {
        writeln!(out, "     {YELLOW}{}[{code}]{YELLOW:#}: {message}", world.say("runtime-remark", vec![]))?;
    }
    if let Some(Message { code, message }) = &answer.error {
        writeln!(out, "     {RED}{}[{code}]{RED:#}: {message}", world.say("cli-error", vec![]))?;
    }
    let mut lines = vec![];
    answer.answer.iter().for_each(|answer| spread(answer, 0, &mut lines));
    lines.iter().try_for_each(|line| writeln!(out, "     {}", printable(line)))
}

/// The members of an answer: the plain ones in a line, each list and each object in lines of their own.
fn spread(answer: &Map<String, Value>, depth: usize, lines: &mut Vec<String>) {
    let indent = "  ".repeat(depth);
    let plain = plain(answer);
    if !plain.is_empty() {
        lines.push(format!("{indent}{plain}"));
    }
    let fields = image(answer, lines, &indent);
    for (name, value) in answer {
        match value {
            Value::Array(_) if fields && name == "fields" => {}
            Value::Object(inner) => branch(name, inner, depth, lines),
            Value::Array(items) if items.iter().any(Value::is_object) => {
                for (i, item) in items.iter().filter_map(Value::as_object).enumerate() {
                    branch(&format!("{name}[{i}]"), item, depth, lines);
                }
            }
            // The same floats once more, for programs.
            Value::Array(items) if name != "hex" && !items.is_empty() => {
                let items = items.iter().map(|item| short(item).unwrap_or_else(|| item.to_string()));
                lines.push(format!("{indent}{name}: {}", items.collect::<Vec<_>>().join(" ")));
            }
            _ => {}
        }
    }
}

/// An object under its name; in one line if that is enough.
fn branch(name: &str, inner: &Map<String, Value>, depth: usize, lines: &mut Vec<String>) {
    let indent = "  ".repeat(depth);
    let empty = |value: &Value| value.as_array().is_some_and(Vec::is_empty);
    if inner.values().any(|value| value.is_object() || value.is_array() && !empty(value)) {
        lines.push(format!("{indent}{name}:"));
        spread(inner, depth + 1, lines);
    } else {
        lines.push(format!("{indent}{name}: {}", plain(inner)));
    }
}

/// A record in memory, a line for each field and for every sixteen bytes of a long one: offset, bytes, name, value.
/// False if this is none.
fn image(answer: &Map<String, Value>, lines: &mut Vec<String>, indent: &str) -> bool {
    let Some((hex, fields)) = record(answer) else { return false };
    let base = number(answer, "offset");
    for field in fields {
        let (offset, size) = (number(field, "offset"), number(field, "size"));
        let start = offset.saturating_sub(base) * 2;
        let mut meaning = Some(meaning(field));
        for (row, bytes) in rows(hex.get(start..start + size * 2).unwrap_or_default()) {
            let (at, meaning) = (offset + row * ROW, meaning.take().unwrap_or_default());
            lines.push(format!("{indent}+{at:<4} {bytes:<32} {meaning}").trim_end().into());
        }
    }
    true
}

/// The name of a field, its value if that is short, and what it points to.
fn meaning(field: &Map<String, Value>) -> String {
    let text = |name| field.get(name).map(few).filter(|text| !text.is_empty());
    let name = text("name").unwrap_or_default();
    let value = text("value").map(|value| format!(" {value}")).unwrap_or_default();
    let target = text("points_to").map(|target| format!(" -> {target}")).unwrap_or_default();
    format!("{name}{value}{target}")
}

/// A value in short; of a list no more than four, and nothing of a longer one of numbers.
fn few(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Array(items) if items.len() > 4 => match items.first() {
            Some(Value::String(first)) if !first.starts_with("0x") => format!("{first} …"),
            _ => String::new(),
        },
        Value::Array(items) => items.iter().filter_map(short).collect::<Vec<_>>().join(" "),
        other => short(other).unwrap_or_default(),
    }
}

/// How many bytes fit a line.
const ROW: usize = 16;

/// The lines of a field that is this long, with their numbers: all of a short one; of others the first, and what is
/// not zero.
fn rows(hex: &str) -> impl Iterator<Item = (usize, &str)> {
    let row = |i: usize| hex.get(i * ROW * 2..hex.len().min((i + 1) * ROW * 2)).unwrap_or_default();
    let shown = |(i, row): &(usize, &str)| *i == 0 || row.bytes().any(|digit| digit != b'0');
    (0..hex.len().div_ceil(ROW * 2)).map(move |i| (i, row(i))).filter(shown)
}

/// The bytes and the fields of a record in memory, if this is one.
fn record(answer: &Map<String, Value>) -> Option<(&str, impl Iterator<Item = &Map<String, Value>>)> {
    let fields = answer.get("fields")?.as_array()?;
    Some((answer.get("hex")?.as_str()?, fields.iter().filter_map(Value::as_object)))
}

fn number(of: &Map<String, Value>, name: &str) -> usize {
    of.get(name).and_then(Value::as_u64).and_then(|number| usize::try_from(number).ok()).unwrap_or(0)
}

/// `time 50, key 0`: what fits a line, and is there at all. Bytes in hex are for programs, or stand beside fields.
fn plain(answer: &Map<String, Value>) -> String {
    let there = answer.iter().filter(|(name, value)| !value.is_null() && *name != "hex");
    let members = there.filter_map(|(name, value)| Some(format!("{name} {}", short(value)?)));
    members.collect::<Vec<_>>().join(", ")
}

/// A value that fits a line; floats with as many digits as a float of 32 bits has.
fn short(value: &Value) -> Option<String> {
    Some(match value {
        Value::String(text) => text.clone(),
        Value::Number(number) if number.is_f64() => (number.as_f64()? as f32).to_string(),
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::Array(_) | Value::Object(_) => return None,
    })
}
