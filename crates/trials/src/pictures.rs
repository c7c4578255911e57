//! A PNG that somebody drew, as a file of a game.
//!
//! The first byte says which format it becomes, what it is put into and how. The sums of its chunks are made right, or no
//! damage would get past them.

use crate::seeds::{self, Found};
use crate::{CONTEXT, words};
use relict_toolkit::FORMATS;
use relict_toolkit::core::format::{Kind, Origin};
use relict_toolkit::core::image::{Redraw, Smaller};
use relict_toolkit::picture::Drawing;
use serde_json::Value;
use std::sync::LazyLock;

const INTO: u8 = 0x80;
const QUANTISED: u8 = 0x40;
const OPAQUE: u8 = 0x20;
/// Behind the name and version of the format.
const HEAD: usize = 8;

fn kinds() -> Vec<&'static Kind> {
    FORMATS.iter().filter(|kind| kind.facets.picture.is_some()).collect()
}

/// The smallest whole file of each format.
static LIKE: LazyLock<Vec<Option<&'static Found>>> = LazyLock::new(|| {
    let like = |kind: &&Kind| {
        let whole = |found: &&Found| !found.broken && std::ptr::eq(found.kind, *kind);
        seeds::found().iter().filter(whole).min_by_key(|found| found.bytes.len())
    };
    kinds().iter().map(like).collect()
});

pub(crate) fn seed(kind: &Kind, png: &[u8]) -> Vec<u8> {
    let number = kinds().iter().position(|known| std::ptr::eq(*known, kind)).unwrap_or_default();
    [&[number as u8], png].concat()
}

/// With the sum of every chunk as it should be.
fn summed(png: &[u8]) -> Vec<u8> {
    let mut png = png.to_vec();
    let mut at = HEAD;
    while let Some(size) = png.get(at..at + 4).and_then(|size| size.try_into().ok()) {
        let size = u32::from_be_bytes(size) as usize;
        let Some(body) = size.checked_add(at + 8).and_then(|end| png.get(at + 4..end)) else { break };
        let mut sum = flate2::Crc::new();
        sum.update(body);
        at += 8 + size;
        match png.get_mut(at..at + 4) {
            Some(stated) => stated.copy_from_slice(&sum.sum().to_be_bytes()),
            None => break,
        }
        at += 4;
    }
    png
}

pub(crate) fn run(bytes: &[u8]) {
    let Some((&flags, rest)) = bytes.split_first() else { return };
    let kinds = kinds();
    let number = usize::from(flags & 0x1F) % kinds.len();
    let kind = kinds[number];
    let like = LIKE[number].filter(|_| flags & INTO != 0);
    let origin = like.map_or(Origin::default(), |like| like.seat.origin());
    let drawing = Drawing {
        path: "x.png",
        kind,
        origin,
        like: like.map(|like| &like.bytes[..]),
        png: &summed(rest),
        alpha: None,
        opaque: flags & OPAQUE != 0,
        settings: &Value::Null,
        how: Redraw { smaller: Smaller::Made, quantise: flags & QUANTISED != 0 },
        context: CONTEXT,
    };
    let drawn = match drawing.draw() {
        Ok(drawn) => drawn,
        Err(problem) => return words::expect_for(&problem),
    };
    let document = kind.open(&drawn.bytes, origin).unwrap_or_else(|e| panic!("drawn, and unreadable: {e}"));
    assert!(document.to_bytes().unwrap() == drawn.bytes, "what was drawn is not what is written");
    kind.check(&*document, &drawn.bytes, origin, CONTEXT);
    let picture = document.picture().unwrap_or_else(|| panic!("drawn, and no picture"));
    assert!(picture.image(0).is_some(), "drawn, and nothing to see");
}
