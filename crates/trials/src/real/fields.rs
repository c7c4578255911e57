//! The fields of a file, as `explain` tells them: whatever its format, a field has a name, bytes and a value.

use relict_toolkit::core::format::{Kind, Origin};
use relict_toolkit::explain::explain;
use serde_json::Value;
use std::ops::Range;

pub(super) struct Fields<'b> {
    bytes: &'b [u8],
    lines: Vec<Field>,
}

struct Field {
    name: String,
    range: Range<usize>,
    value: Value,
}

impl<'b> Fields<'b> {
    pub(super) fn of(kind: &Kind, name: &str, bytes: &'b [u8]) -> Self {
        let mut lines = vec![];
        explain(kind, bytes, Origin::named(name), false, 0, &mut |line| {
            let (name, range, value) = (line.field.to_string(), line.range.clone(), line.value.clone());
            lines.push(Field { name, range, value });
        });
        Self { bytes, lines }
    }

    /// The value of a field that is there.
    pub(super) fn value(&self, name: &str) -> Option<&Value> {
        self.lines.iter().find(|field| field.name == name).map(|field| &field.value)
    }

    /// The first of several fields that is there, as a number.
    pub(super) fn number(&self, names: &[&str]) -> Option<i64> {
        names.iter().find_map(|name| self.value(name)?.as_i64())
    }

    /// The numbers of a list: each item has a line of its own, or all stand in one.
    pub(super) fn numbers(&self, name: &str) -> Vec<i64> {
        let item = |field: &Field| {
            let rest = field.name.strip_prefix(name)?;
            (rest.starts_with('[') && rest.ends_with(']')).then(|| field.value.as_i64())?
        };
        let items: Vec<i64> = self.lines.iter().filter_map(item).collect();
        let whole = || self.value(name).and_then(Value::as_array).cloned().unwrap_or_default();
        if items.is_empty() { whole().iter().filter_map(Value::as_i64).collect() } else { items }
    }

    /// The bytes of a field and of all fields inside it, without the number in front of a list.
    pub(super) fn bytes(&self, name: &str) -> Vec<u8> {
        let is_wanted =
            |field: &&Field| rest(&field.name, name).is_some_and(|rest| !rest.ends_with(".count"));
        self.joined(self.lines.iter().filter(is_wanted))
    }

    /// The same with the numbers in front of what is inside, for several fields that stand in turn.
    pub(super) fn whole(&self, names: &[&str]) -> Vec<u8> {
        let is_wanted = |field: &&Field| {
            let rest = |name: &&str| rest(&field.name, name).is_some_and(|rest| rest != ".count");
            names.iter().any(rest)
        };
        self.joined(self.lines.iter().filter(is_wanted))
    }

    fn joined<'f>(&self, fields: impl Iterator<Item = &'f Field>) -> Vec<u8> {
        fields.filter_map(|field| self.bytes.get(field.range.clone())).flatten().copied().collect()
    }
}

/// What stands behind a name in the name of a field that is this one, or inside it.
fn rest<'f>(field: &'f str, name: &str) -> Option<&'f str> {
    field.strip_prefix(name).filter(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}
