//! Facts of a release against what Relict reads. Everything that is stated must be known here, too, and be the same.

use super::Agreement;
use super::layout::Opened;
use relict_toolkit::core::text::hex;
use relict_toolkit::open::Asset;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

/// What says which file the facts are of, and is not read from it.
const OF_THE_FILE: [&str; 3] = ["schema", "platform", "languages"];

pub(super) fn compared(asset: &Asset<'_>, facts: &Value) -> Agreement {
    let mut agreement = Agreement::default();
    let (_, document) = match asset.open() {
        Ok(opened) => opened,
        Err(problem) => {
            agreement.differ.push(format!("all: {problem}"));
            return agreement;
        }
    };
    let ours = match Opened::of(asset, &*document) {
        Ok(opened) => opened.facts(),
        Err(problem) => {
            agreement.differ.push(format!("all: {problem}"));
            return agreement;
        }
    };
    for (key, wanted) in facts.as_object().into_iter().flatten() {
        if !OF_THE_FILE.contains(&key.as_str()) {
            compare(key, wanted, ours.get(key), &mut agreement);
        }
    }
    agreement
}

/// Each number, text or list of such is a fact of its own.
fn compare(path: &str, wanted: &Value, found: Option<&Value>, agreement: &mut Agreement) {
    match (wanted, found) {
        (Value::Object(wanted), Some(Value::Object(found))) => {
            for (key, wanted) in wanted {
                compare(&format!("{path}.{key}"), wanted, found.get(key), agreement);
            }
        }
        (Value::Array(wanted), Some(Value::Array(found))) if wanted.iter().any(Value::is_object) => {
            for (i, wanted) in wanted.iter().enumerate() {
                compare(&format!("{path}[{i}]"), wanted, found.get(i), agreement);
            }
            if found.len() > wanted.len() {
                agreement.differ.push(format!("{path}: {} where {} are known", found.len(), wanted.len()));
            }
        }
        (wanted, Some(found)) if wanted == found => agreement.agree += 1,
        (wanted, found) => {
            let found = found.map_or_else(|| "nothing".to_owned(), Value::to_string);
            agreement.differ.push(format!(
                "{path}: {} where {} is known",
                short(&found),
                short(&wanted.to_string())
            ));
        }
    }
}

/// The beginning of a value that may be long.
fn short(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

pub(super) fn sha256(bytes: &[u8]) -> Value {
    hex(&Sha256::digest(bytes)).into()
}

/// A list of records with their numbers in front.
pub(super) fn numbered(records: Vec<Map<String, Value>>) -> Value {
    let number = |(i, mut record): (usize, Map<String, Value>)| {
        record.entry("number").or_insert_with(|| json!(i));
        Value::from(record)
    };
    records.into_iter().enumerate().map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fact_that_is_stated_is_asked_for() {
        let wanted = json!({"a": 1, "b": [{"x": 1, "y": [1, 2]}, {"x": 2}], "c": {"d": "e"}});
        let same = |found: &Value| {
            let mut agreement = Agreement::default();
            compare("facts", &wanted, Some(found), &mut agreement);
            (agreement.agree, agreement.differ)
        };
        assert_eq!(same(&wanted), (5, vec![]));
        let more = json!({"a": 1, "b": [{"x": 1, "y": [1, 2]}, {"x": 2}], "c": {"d": "e"}, "z": 0});
        assert_eq!(same(&more), (5, vec![]), "what nobody stated is no fact");
        let (agree, differ) = same(&json!({"a": 2, "b": [{"x": 1, "y": [1]}, {"x": 2}, {"x": 3}]}));
        assert_eq!(agree, 2);
        let names: Vec<&str> = differ.iter().filter_map(|fact| fact.split(':').next()).collect();
        assert_eq!(names, ["facts.a", "facts.b[0].y", "facts.b", "facts.c"]);
    }
}
