//! Records as they lie in memory: bytes in hex, and each field by its offset and name.

use super::show;
use crate::runtime::memory::{self, Target};
use relict_core::record::{Field, Shape};
use relict_core::text::hex;
use serde_json::{Value, json};

/// The fields that are pointers, or lists of them.
const POINTERS: [&str; 7] =
    ["vtable", "object", "phases", "keys", "wear_tables", "lightmap_tables", "palettes"];

/// The slot `number` of an array that begins at `start`.
pub(super) fn slot<T: Field>(start: u32, number: usize, record: &T) -> Value {
    let place = u32::try_from(number * T::SIZE).unwrap_or(u32::MAX);
    let mut told = json!({ "slot": number });
    append(&mut told, at(start.wrapping_add(place), record));
    told
}

/// A record with a fixed address.
pub(super) fn at<T: Field>(address: u32, record: &T) -> Value {
    let mut told = json!({ "address": show::bits(address) });
    append(&mut told, image(record, 0));
    told
}

fn append(told: &mut Value, more: Value) {
    if let (Value::Object(told), Value::Object(more)) = (told, more) {
        told.extend(more);
    }
}

/// A record whose first byte stands at `base` of whatever it is in.
pub(super) fn image<T: Field>(record: &T, base: usize) -> Value {
    let bytes = memory::bytes(record);
    let mut fields = vec![];
    T::SHAPE.leaves(&mut String::new(), 0, "", &mut |name, at, shape, _| {
        let inside = &bytes[at..at + shape.size()];
        let mut field =
            json!({ "offset": base + at, "size": shape.size(), "name": name, "type": shape.to_string() });
        match POINTERS.contains(&name.rsplit('.').next().unwrap_or_default()) {
            true => point(&mut field, shape, inside),
            false => field["value"] = shape.value(inside),
        }
        fields.push(field);
    });
    json!({ "offset": base, "size": bytes.len(), "hex": hex(&bytes), "fields": fields })
}

/// The value of a pointer, or of several, and what they point to where they are not null.
fn point(field: &mut Value, shape: &'static Shape, bytes: &[u8]) {
    let addresses = bytes.chunks_exact(4).map(u32::get);
    let targets = addresses.clone().filter_map(Target::at).map(|target| target.to_string());
    if matches!(shape, Shape::Array(..)) {
        field["value"] = addresses.map(show::bits).collect();
        field["points_to"] = targets.collect();
    } else {
        field["value"] = addresses.map(|address| json!(show::bits(address))).next().unwrap_or_default();
        field["points_to"] = json!(targets.collect::<Vec<_>>().pop());
    }
}
