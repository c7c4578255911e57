//! The unpacked folder: editable files, what is needed to put them back exactly, and `relict.json` that says what is what.
//!
//! ```text
//! relict.json          format, frame, and every entry in order
//! NAME                 an entry's bytes, unpacked; for a nested archive, a folder like this one
//! NAME.png, .glb, .json  an entry in a form that people edit, or in two
//! GAME/Unpacked/…      files made of several entries at once, where an archive is edited as a whole
//! original/NAME        its stored bytes, where packing anew would not give the same, or where it is edited in another form
//! original/gap_0.bin   long runs of bytes that no entry names
//! ```

mod added;
mod edited;
mod form;
mod like;
mod memory;
mod names;
mod pack;
mod progress;
mod source;
mod spread;
mod unpack;

pub use like::pack_like;
pub(crate) use like::with_gathered;
pub use memory::Memory;
pub use pack::{PackHow, Packed, pack};
pub use progress::{Placed, Reporting};
pub use relict_core::signature::SignaturePolicy;
pub use source::{FolderFile, PackSource};
pub(crate) use spread::OneEdited;
pub use unpack::{UnpackHow, UnpackTarget, Unpacked, unpack};

use crate::phrases;
use crate::problem::{MANIFEST, MANIFEST_SCHEMA, Problem, Result};
use relict_core::args;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

pub const MANIFEST_NAME: &str = "relict.json";
/// Where stored bytes go.
pub const ORIGINALS: &str = "original";
pub const SCHEMA: &str = "relict.folder/1";

/// What stands in `relict.json`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Always `relict.folder/1`.
    pub schema: String,
    /// The format of the archive, such as `ngi.nres`.
    pub format: String,
    /// The archive's name when it was unpacked.
    pub name: String,
    /// What the archive holds besides its entries; nothing for an archive as the game's own tools write it.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub frame: Value,
    /// Files with runs of bytes that the frame names by number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blobs: Vec<String>,
    /// The folder with files that are made of several entries at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spread: Option<ManifestSpread>,
    /// Names that the archive's signature vouches for, and that no entry had when it was unpacked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unsealed: Vec<String>,
    /// In the order of the directory. Move, rename, remove or add entries here.
    pub entries: Vec<ManifestEntry>,
}

/// Files that are made of several entries at once: pictures with the colours of another entry, and those colours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ManifestSpread {
    /// Where they are. Edit them there, or the entries that they are made of, but not both.
    pub folder: String,
    /// Of a list of all of them as they were unpacked: for each, in the order of names, its path from here on, a zero, and
    /// the XXH3 of its bytes, of 128 bits with the highest first. As long as it holds, nobody looks at them closer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

/// One entry. Exactly one of `file` and `folder` says where its bytes are.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ManifestEntry {
    /// Its place in the archive that was unpacked. Leave it out for a new entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<usize>,
    pub name: String,
    /// The whole field of the name in hex, where more than the name stands in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw_name: Option<String>,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub attributes: Map<String, Value>,
    /// What its stored bytes do not tell of themselves. Leave it alone: it speaks of the original.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub packing: Value,
    /// The format of its bytes, where it is known. Packing needs it where `form` is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// The file with its bytes, or with what `form` says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// In which form the file holds it: `png`, `glb` or `json`. Left out, the file holds its very bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<Form>,
    /// The same entry in further forms. Edit one of them; the others stay as they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<FurtherForm>,
    /// A picture's alpha, where it is a file of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alpha: Option<String>,
    /// What a picture's file says besides its pixels; change it here.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub settings: Value,
    /// The folder that it was unpacked to, being an archive itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// Of the file as it was unpacked; with `alpha`, of both files, one behind the other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// The file with its stored bytes; they are used as long as `settings` and every `sha256` hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub original: Option<String>,
    /// Its bytes unpacked, where `original` is packed and `file` in another form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unpacked: Option<String>,
    /// It has no bytes of its own in the archive: the file, if any, is there to be read, not edited.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shared: bool,
}

/// A further file with the same entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FurtherForm {
    pub file: String,
    /// One in which no other file of the entry is.
    pub form: Form,
    /// Of the file as it was unpacked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

/// A form that people edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    Png,
    Glb,
    Json,
}

impl ManifestEntry {
    fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl Manifest {
    /// As JSON, with one line for each entry: a person looks through thousands of them. They come as lines, since
    /// as values they would take many times the memory.
    fn to_json(&self, lines: &[String]) -> Vec<u8> {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.truncate(text.rfind("[]").unwrap_or(text.len()));
        text.push('[');
        for (i, line) in lines.iter().enumerate() {
            text.push_str(if i == 0 { "\n    " } else { ",\n    " });
            text.push_str(line);
        }
        text.push_str(if lines.is_empty() { "]\n}\n" } else { "\n  ]\n}\n" });
        text.into_bytes()
    }

    fn from_json(path: &str, json: &[u8]) -> Result<Self> {
        let problem = |e: serde_json::Error| {
            let args = args!(line = e.line(), column = e.column(), reason = phrases::json_reason(&e));
            Problem::new(MANIFEST, path, args)
        };
        // First the schema alone: of a manifest of another kind, nothing else needs to make sense.
        let head = match serde_json::from_slice::<Head>(json) {
            Err(error) if error.is_data() => Head::default(),
            head => head.map_err(problem)?,
        };
        let schema = head.schema.as_str().unwrap_or_default();
        if schema != SCHEMA {
            return Err(Problem::new(MANIFEST_SCHEMA, path, args!(wanted = SCHEMA, found = schema)));
        }
        serde_json::from_slice(json).map_err(problem)
    }
}

/// What is read of a manifest before the rest, which is passed over without being held.
#[derive(Default, Deserialize)]
struct Head {
    #[serde(default)]
    schema: Value,
}

pub(crate) fn sha256(bytes: &[u8]) -> String {
    sha256_of([bytes])
}

/// Of several runs of bytes, one behind the other.
fn sha256_of<'b>(runs: impl IntoIterator<Item = &'b [u8]>) -> String {
    let mut hash = Sha256::new();
    runs.into_iter().for_each(|run| hash.update(run));
    relict_core::text::hex(&hash.finalize())
}

/// A folder path that stays inside: plain names with `/` between them.
fn stays_inside(path: &str) -> bool {
    let plain = |name: &str| {
        !matches!(name, "" | "." | "..") && !name.contains(['\\', ':', '\0']) && !name.starts_with(' ')
    };
    !path.is_empty() && path.split('/').all(plain)
}

/// `inner` inside the folder `outer`.
fn joined(outer: &str, inner: &str) -> String {
    if outer.is_empty() { inner.to_owned() } else { format!("{outer}/{inner}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manifest_has_one_line_for_each_entry_and_comes_back() {
        let entry = |name: &str| ManifestEntry { name: name.into(), ..Default::default() };
        for entries in [vec![], vec![entry("a")], vec![entry("a"), entry("б\n")]] {
            let manifest = Manifest {
                schema: SCHEMA.into(),
                format: "ngi.nres".into(),
                name: "[]".into(),
                frame: Value::Null,
                blobs: vec![],
                spread: None,
                unsealed: vec![],
                entries: vec![],
            };
            let lines: Vec<String> = entries.iter().map(ManifestEntry::line).collect();
            let json = manifest.to_json(&lines);
            assert_eq!(
                json.iter().filter(|&&c| c == b'\n').count(),
                7 + lines.len() - usize::from(lines.is_empty())
            );
            let back = Manifest::from_json("", &json).unwrap();
            assert_eq!(back.entries.iter().map(ManifestEntry::line).collect::<Vec<_>>(), lines);
            assert_eq!(Manifest { entries: vec![], ..back }.to_json(&lines), json);
        }
    }

    #[test]
    fn a_path_that_climbs_out_does_not_stay_inside() {
        for path in ["", "..", "a/../b", "/etc/passwd", "a//b", "C:x", "a\\b", ".", "a/."] {
            assert!(!stays_inside(path), "{path}");
        }
        for path in ["a", "a/b.c", "...", "original/x"] {
            assert!(stays_inside(path), "{path}");
        }
    }
}
