//! How sure formats are of what they claim: a name is a guess.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::assets;
use relict_toolkit::FORMATS;
use relict_toolkit::core::format::{Claim, Origin};
use std::collections::BTreeSet;

/// Names that formats know their files by: endings as they stand, and names without which a format knows nothing.
fn names() -> BTreeSet<String> {
    let endings = FORMATS.iter().flat_map(|kind| kind.endings);
    let by_ending = endings.flat_map(|ending| [format!("x.{ending}"), (*ending).to_owned()]);
    let by_name = assets().into_iter().map(|asset| asset.name);
    let whole = |name: String| name.rsplit('/').next().unwrap_or_default().to_owned();
    by_ending.chain(by_name.map(whole)).collect()
}

/// Bytes without any sense, always the same ones.
fn random(size: usize, mut seed: u64) -> Vec<u8> {
    let next = |_| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 32) as u8
    };
    (0..size).map(next).collect()
}

#[test]
fn no_format_is_sure_of_bytes_without_sense_whatever_they_are_called() {
    let names = names();
    assert!(names.len() > 100 && names.contains("tables.bin") && names.contains("x.flt"));
    for (seed, size) in [16, 60, 64, 311, 312, 1000, 4096, 20_000].into_iter().cycle().take(32).enumerate() {
        let bytes = random(size, 0x9E37_79B9_7F4A_7C15 + seed as u64);
        for (name, kind) in names.iter().flat_map(|name| FORMATS.iter().map(move |kind| (name, kind))) {
            let claim = (kind.claims)(Origin::named(name), &bytes);
            assert!(claim < Claim::Sure, "{} is sure of {size} random bytes called {name}", kind.id);
        }
    }
}

#[test]
fn what_has_the_name_alone_is_a_guess_and_opens_as_before() {
    for name in ["tables.bin", "x.flt", "entities.bin", "x.mat0", "palettes.bin", "stexels.bin"] {
        let (kind, claim) = FORMATS.claim(Origin::named(name), &random(200, 7)).unwrap();
        assert_eq!(claim, Claim::Guess, "{name}: {}", kind.id);
    }
}

#[test]
fn most_sound_files_are_known_by_their_content() {
    let (mut guessed, mut sure) = (BTreeSet::new(), BTreeSet::new());
    for asset in assets() {
        let (kind, claim) = FORMATS.claim(asset.origin(), &asset.bytes).unwrap();
        assert_eq!(kind.id, asset.kind.id, "{}", asset.label);
        if claim == Claim::Sure {
            sure.insert(kind.id)
        } else {
            guessed.insert(kind.id)
        };
    }
    let only_guessed: Vec<_> = guessed.difference(&sure).copied().collect();
    assert_eq!(
        only_guessed,
        ["idmobile.new-palettes", "idmobile.new-texels"],
        "colours and texels are any bytes"
    );
}

#[test]
fn a_guess_gives_way_to_who_is_sure() {
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
    let texture = [b"Texm".as_slice(), &[0; 28]].concat();
    assert_eq!(FORMATS.of(Origin::named("tables.bin"), &texture).unwrap().id, "ngi.texm");
    assert_eq!(FORMATS.claim(Origin::named("x.flt"), png).unwrap().1, Claim::Guess);
}
