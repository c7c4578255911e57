//! A model in glTF that somebody made, as a file of a game.
//!
//! The first byte says which format it becomes and what it is put into. Behind it are the words and, after a zero byte, the
//! numbers, which become one glb; or the file as it is.

use crate::seeds::{self, Found};
use crate::{CONTEXT, words};
use relict_toolkit::FORMATS;
use relict_toolkit::core::format::{Kind, Origin};
use relict_toolkit::core::scene::Shown;
use relict_toolkit::model::{Modelling, Open};
use relict_toolkit::open::Asset;
use std::sync::LazyLock;

/// The file is as it comes, and not put together here.
const AS_IT_IS: u8 = 0x80;
/// It is put into a file that is there.
const INTO: u8 = 0x40;

fn kinds() -> Vec<&'static Kind> {
    FORMATS.iter().filter(|kind| kind.facets.model.is_some()).collect()
}

/// The smallest whole file of each format.
static LIKE: LazyLock<Vec<Option<&'static Found>>> = LazyLock::new(|| {
    let like = |kind: &&Kind| {
        let whole = |found: &&Found| !found.broken && std::ptr::eq(found.kind, *kind);
        seeds::found().iter().filter(whole).min_by_key(|found| found.bytes.len())
    };
    kinds().iter().map(like).collect()
});

/// A glb as inputs of this trial: taken apart, and as it is.
pub(crate) fn seeds(found: &Found, glb: &[u8]) -> Vec<Vec<u8>> {
    let Some(number) = kinds().iter().position(|kind| std::ptr::eq(*kind, found.kind)) else { return vec![] };
    let number = number as u8;
    let mut all = vec![[&[number | AS_IT_IS], glb].concat()];
    if let Some((json, numbers)) = parted(glb) {
        for flags in [number, number | INTO] {
            all.push([&[flags], json.trim_ascii_end(), &[0], numbers].concat());
        }
    }
    all
}

fn parted(glb: &[u8]) -> Option<(&[u8], &[u8])> {
    let size: [u8; 4] = glb.get(12..16)?.try_into().ok()?;
    let (json, rest) = glb.get(20..)?.split_at_checked(u32::from_le_bytes(size) as usize)?;
    Some((json, rest.get(8..).unwrap_or_default()))
}

/// Words and numbers as a glb whose sizes are right.
fn joined(bytes: &[u8]) -> Vec<u8> {
    let at = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    let (json, numbers) = (&bytes[..at], bytes.get(at + 1..).unwrap_or_default());
    let padded = |bytes: &[u8], with: u8| {
        let mut bytes = bytes.to_vec();
        bytes.resize(bytes.len().next_multiple_of(4), with);
        bytes
    };
    let (json, numbers) = (padded(json, b' '), padded(numbers, 0));
    let size = |bytes: usize| (bytes as u32).to_le_bytes();
    let all = 12 + 8 + json.len() + 8 + numbers.len();
    [
        &b"glTF\x02\0\0\0"[..],
        &size(all),
        &size(json.len()),
        b"JSON",
        &json,
        &size(numbers.len()),
        b"BIN\0",
        &numbers,
    ]
    .concat()
}

pub(crate) fn run(bytes: &[u8]) {
    let Some((&flags, rest)) = bytes.split_first() else { return };
    let kinds = kinds();
    let number = usize::from(flags & 0x3F) % kinds.len();
    let kind = kinds[number];
    let file = if flags & AS_IT_IS == 0 { joined(rest) } else { rest.to_vec() };
    let like = LIKE[number].filter(|_| flags & INTO != 0);
    let origin = like.map_or(Origin::named("new"), |like| like.seat.origin());
    let Some(open) = Open::of(&Asset::file("x", &file)) else { return };
    let modelling = Modelling {
        path: "x",
        kind,
        origin,
        like: like.map(|like| ("like", &like.bytes[..])),
        open,
        file: &file,
        beside: &|_| None,
        context: CONTEXT,
    };
    let built = match modelling.build() {
        Ok(built) => built,
        Err(problem) => return words::expect_for(&problem),
    };
    let again = modelling.build().unwrap_or_else(|problem| panic!("{problem}"));
    assert!(again.bytes == built.bytes, "built twice, two files");
    let document = kind.open(&built.bytes, origin).unwrap_or_else(|e| panic!("built, and unreadable: {e}"));
    assert!(document.to_bytes().unwrap() == built.bytes, "what was built is not what is written");
    kind.check(&*document, &built.bytes, origin, CONTEXT);
    let model = document.model().unwrap_or_else(|| panic!("built, and no model"));
    let _ = model.scene(Shown::All, CONTEXT);
}
