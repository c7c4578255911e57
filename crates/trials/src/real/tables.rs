//! Tables of numbers and of texts, by the fields that `explain` tells.

use super::facts::sha256;
use super::fields::Fields;
use serde_json::{Value, json};

/// Each table in the order of the file: where it ends or begins, how many numbers or texts it has, and the hash of these.
pub(super) fn of(fields: &Fields<'_>) -> Value {
    let (ends, starts) = (fields.numbers("ends"), fields.numbers("starts"));
    let mut distinct = starts.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let numbers =
        |start: i64| (0..starts.len()).filter(|number| starts[*number] == start).collect::<Vec<_>>();
    let places = if starts.is_empty() { &ends } else { &distinct };
    let one = |(i, place): (usize, &i64)| {
        let mut table = table(fields, i);
        if starts.is_empty() {
            table["number"] = i.into();
            table["end"] = (*place).into();
        } else {
            table["numbers"] = numbers(*place).into();
            table["start"] = (*place).into();
        }
        table
    };
    places.iter().enumerate().map(one).collect()
}

fn table(fields: &Fields<'_>, i: usize) -> Value {
    let name = |field: &str| format!("tables[{i}].{field}");
    let lists = [("bytes", 1), ("shorts", 2), ("longs", 4)];
    let lists = lists.map(|(list, width)| (fields.bytes(&name(list)), width));
    match lists.into_iter().find(|(bytes, _)| !bytes.is_empty()) {
        Some((bytes, width)) => {
            let count = fields.number(&[&name("stated_count")]);
            json!({"count": count, "width": width, "sha256": sha256(&bytes)})
        }
        None => {
            let count = fields.number(&[&name("texts.count")]);
            let texts = fields.whole(&[&name("lengths"), &name("texts")]);
            json!({"count": count, "sha256": sha256(&texts)})
        }
    }
}
