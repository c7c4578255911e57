//! Documents as JSON that people edit, and back.

use crate::FORMATS;
use crate::open::Asset;
use crate::phrases;
use crate::problem::{INPUT_OUTPUT, JSON, Problem, Result};
use relict_core::args;
use relict_core::format::{AttributesRef, Document, Kind, Origin};
use serde_json::Value;

const SCHEMA: &str = "relict.document/1";

/// The document under its format's name, so that the way back needs no guess. `attributes` are what its archive
/// says of it, where that is told nowhere else.
pub fn to_json(kind: &Kind, document: &dyn Document, attributes: AttributesRef<'_>) -> Result<Vec<u8>> {
    let quoted = |value: &Value| value.to_string();
    let mut head =
        format!("{{\n\"schema\": {},\n\"format\": {},\n", quoted(&SCHEMA.into()), quoted(&kind.id.into()));
    if !attributes.is_empty() {
        head.push_str(&format!("\"attributes\": {},\n", Value::Object(attributes.to_map())));
    }
    head.push_str("\"document\": ");
    let mut text = head.into_bytes();
    // Into memory, so it does not fail.
    document.json_to(&mut text).map_err(|e| Problem::new(INPUT_OUTPUT, "", args!(reason = e.to_string())))?;
    text.extend_from_slice(b"\n}\n");
    Ok(text)
}

/// Whether bytes are something else without what an archive says of them: alone, they lose part of their meaning.
pub fn needs(kind: &Kind, bytes: &[u8], attributes: AttributesRef<'_>) -> bool {
    if attributes.is_empty() || kind.is_archive() {
        return false;
    }
    let read = |attributes| kind.open(bytes, Origin { name: "", attributes }).ok().map(|read| read.to_json());
    read(attributes) != read(AttributesRef::default())
}

/// Whether it is a document in JSON: by its name, or by what [`to_json`] writes first, as standard input has no name.
pub fn is_json(asset: &Asset<'_>) -> bool {
    asset.origin.ends_with(".json") || is_marked(asset.bytes)
}

/// Whether it begins as a document in JSON does.
pub(crate) fn is_marked(bytes: &[u8]) -> bool {
    let text = bytes.trim_ascii_start();
    let head = &text[..text.len().min(100)];
    head.starts_with(b"{") && head.windows(SCHEMA.len()).any(|text| text == SCHEMA.as_bytes())
}

/// A document that was read from JSON, not yet as bytes.
#[derive(Debug)]
pub struct Stated<'p> {
    path: &'p str,
    pub kind: &'static Kind,
    json: Value,
}

impl<'p> Stated<'p> {
    pub fn read(path: &'p str, text: &[u8]) -> Result<Self> {
        let unfit = |args| Problem::new(JSON, path, args);
        let json: Value = serde_json::from_slice(text)
            .map_err(|e| unfit(args!(wanted = phrases::json(), found = phrases::json_flaw(&e))))?;
        let format = json.get("format").and_then(Value::as_str).unwrap_or_default();
        let kind = FORMATS.named(format);
        let kind = kind.ok_or_else(|| unfit(args!(wanted = phrases::a_known_format(), found = format)))?;
        Ok(Self { path, kind, json })
    }

    /// What an archive says of it, as far as that stands in the text.
    pub fn attributes(&self) -> AttributesRef<'_> {
        self.json
            .get("attributes")
            .and_then(Value::as_object)
            .map_or(AttributesRef::default(), AttributesRef::Map)
    }

    /// The bytes it stands for. They must read as what was stated, for an entry of these attributes; without any,
    /// the ones that stand in the text count.
    pub fn build(&self, origin: Origin<'_>) -> Result<Vec<u8>> {
        let attributes = if origin.attributes.is_empty() { self.attributes() } else { origin.attributes };
        let document = self.json.get("document").unwrap_or(&Value::Null);
        let built = self.kind.build(document, Origin { attributes, ..origin });
        built.map_err(|e| Problem::at_field(JSON, self.path, &e))
    }
}
