//! Archives in archives: each further in may unpack to a quarter of what the one around it may.

#![allow(clippy::unwrap_used, clippy::panic)]

use relict_toolkit::FORMATS;
use relict_toolkit::core::archive::{EntrySpec, Frame};
use relict_toolkit::core::format::Limits;
use relict_toolkit::core::image::{Redraw, Smaller};
use relict_toolkit::core::repack::Content;
use relict_toolkit::edit::{Change, EditHow, apply};
use relict_toolkit::find::{Pattern, in_file};
use relict_toolkit::folder::SignaturePolicy;
use relict_toolkit::list::{ListHow, Row, list};
use relict_toolkit::open::Asset;
use serde_json::{Value, json};

/// An archive with one entry.
fn around(format: &str, name: &str, attributes: Value, bytes: &[u8]) -> Vec<u8> {
    let Value::Object(attributes) = attributes else { panic!("{attributes}") };
    let mut repack = FORMATS.named(format).unwrap().repack(Frame::default()).unwrap();
    repack.push(EntrySpec::new(name, attributes), Content::fresh(bytes));
    repack.bytes().unwrap()
}

/// Something that is easily packed, three archives deep, in a fourth that packs it.
fn nested(size: usize) -> Vec<u8> {
    let mut content = b"NRes".to_vec();
    content.resize(size, 0);
    // Deflated.
    let packed = around("ngi.rsli", "CORE", json!({"flags": 0x100}), &content);
    ["C", "B", "A"]
        .into_iter()
        .fold(packed, |inner, name| around("ngi.nres", name, json!({"type": "TEXT"}), &inner))
}

const PATH: &str = "a.rlb/A/B/C/CORE";
/// A quarter of a quarter of a quarter of what an entry of the outermost archive may have.
const MOST: usize = 4 << 20;
const SIZES: [(usize, bool); 2] = [(MOST, true), (MOST + 1, false)];

#[test]
fn lists_keep_to_the_limit_of_each_depth() {
    for (size, fits) in SIZES {
        let bytes = nested(size);
        let row = |row: &Row<'_>| (row.path.to_owned(), row.bytes.is_some());
        let how = ListHow { recursive: true, contents: true };
        let rows = list(&Asset::file("a.rlb", &bytes), how, |listing| listing.rows("a.rlb", row)).unwrap();
        assert_eq!(rows.last(), Some(&(PATH.to_owned(), fits)), "{rows:?}");
    }
}

#[test]
fn a_search_keeps_to_the_limit_of_each_depth() {
    for (size, fits) in SIZES {
        let bytes = nested(size);
        let found = in_file(&Asset::file("a.rlb", &bytes), &Pattern::new("core").unwrap());
        let [found] = &found[..] else { panic!("{found:?}") };
        assert_eq!(found.path, PATH);
        assert_eq!(found.kind.map(|kind| kind.id), fits.then_some("ngi.nres"), "{size}");
    }
}

#[test]
fn an_edit_keeps_to_the_limit_of_each_depth() {
    let how = EditHow {
        redraw: Redraw { smaller: Smaller::Made, quantise: false },
        lenient: false,
        deepen: false,
        signature: SignaturePolicy::Keep,
        limits: Limits::default(),
    };
    for (size, fits) in SIZES {
        let bytes = nested(size);
        let (asset, steps) = (Asset::file("a.rlb", &bytes), ["A", "B", "C", "CORE"]);
        let edited = apply(&asset, &steps, Change::Bytes(b"new"), how, |edited| Ok(edited.pieces.size()));
        assert_eq!(edited.is_ok(), fits, "{size}: {edited:?}");
    }
}
