//! How much memory reading takes: as much as the file is large, whatever its numbers claim.

// A test may stop at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use relict_core::bytes::Cursor;
use relict_core::format::{Context, Format, Formats, Limits, Origin};
use relict_counting::{Counting, measured};
use relict_ngi::msh::Msh;
use relict_ngi::msh::pose::Moment;
use relict_ngi::msh::stream::NODES;
use std::path::Path;

static FORMATS: Formats = Formats(&[relict_ngi::FORMATS]);

#[global_allocator]
static COUNTING: Counting = Counting;

/// The most that is taken at one time while `what` runs.
fn peak<R>(what: impl FnOnce() -> R) -> usize {
    measured(|| drop(what())).1
}

/// Reads, checks, rewrites and poses a file and all that is in it.
fn ask(bytes: &[u8], origin: Origin<'_>) {
    let Some(kind) = FORMATS.of(origin, bytes) else { return };
    let Ok(document) = kind.open(bytes, origin) else { return };
    kind.check(&*document, bytes, origin, Context::ALONE);
    assert!(document.to_bytes().unwrap() == bytes);
    if kind.id == "ngi.msh" {
        pose(bytes, origin);
    } else if let Some(archive) = document.archive() {
        for i in 0..archive.len() {
            let entry = archive.entry(i).unwrap();
            let Ok(payload) = archive.payload(i, Limits::default()) else { continue };
            ask(&payload, entry.origin());
        }
    }
}

fn pose(bytes: &[u8], origin: Origin<'_>) {
    let msh = Msh::read(&mut Cursor::new(bytes), origin).unwrap();
    for strict in [true, false] {
        if let Ok(model) = msh.model(strict) {
            model.pose(Moment::Time(1.5)).unwrap();
        }
    }
}

#[track_caller]
fn assert_bounded(name: &str, bytes: &[u8]) {
    let peak = peak(|| ask(bytes, Origin::named(name)));
    let bound = bytes.len() * 16 + (1 << 16);
    assert!(peak <= bound, "{name}: {peak} bytes for a file of {}", bytes.len());
}

/// An archive of these streams, each with its number, its attributes and its bytes.
fn packed(streams: &[(u32, [u32; 3], Vec<u8>)]) -> Vec<u8> {
    let mut data = vec![0; 16];
    let mut directory = vec![];
    for (i, (number, [attr1, attr2, attr3], bytes)) in streams.iter().enumerate() {
        let words = [*number, *attr1, *attr2, bytes.len() as u32, *attr3];
        words.iter().for_each(|word| directory.extend(word.to_le_bytes()));
        directory.extend([&b"x"[..], &[0; 35]].concat());
        [data.len() as u32, i as u32].iter().for_each(|word| directory.extend(word.to_le_bytes()));
        data.extend_from_slice(bytes);
        data.resize(data.len().next_multiple_of(8), 0);
    }
    data.extend(directory);
    let head = [u32::from_le_bytes(*b"NRes"), 0x100, streams.len() as u32, data.len() as u32];
    head.iter().enumerate().for_each(|(i, word)| data[4 * i..4 * i + 4].copy_from_slice(&word.to_le_bytes()));
    data
}

/// Everything in it is wrong, and there is a great deal of it.
fn all_wrong(streams: &[(u32, usize)]) -> Vec<u8> {
    let stream = |(number, size): &(u32, usize)| {
        let stride = if *number == NODES { 38 } else { 7 };
        let bytes = (0..*size).map(|i| if i % 3 == 0 { 0xFE } else { 0x7F }).collect();
        (*number, [u32::MAX, u32::MAX, stride], bytes)
    };
    packed(&streams.iter().map(stream).collect::<Vec<_>>())
}

// One test, since others would take memory beside it.
#[test]
fn memory_follows_the_size_of_the_file_and_not_its_numbers() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/ngi-models");
    let mut files = 0;
    for folder in [folder.join("bad"), folder] {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if [".msh", ".rlb", ".fxid"].iter().any(|ending| name.ends_with(ending)) {
                assert_bounded(name, &std::fs::read(&path).unwrap());
                files += 1;
            }
        }
    }
    assert_eq!(files, 36 + 4);
    let (nodes, slots, third) = (38 * 65_535, 140 + 68 * 20_000, 1_000_000 / 3 * 3);
    let model = [
        (1, nodes),
        (2, slots),
        (3, 12 * 50_000),
        (13, 20 * 50_000),
        (6, 2 * third),
        (7, 16 * 60_000),
        (8, 24 * 60_000),
        (19, 2 * third),
        (10, 300_000),
        (9, 32 * 10_000),
    ];
    let hostile = all_wrong(&model);
    let started = std::time::Instant::now();
    assert_bounded("hostile.msh", &hostile);
    let ground = all_wrong(&[(1, nodes), (2, slots), (3, 12), (18, 4), (11, 400_000), (21, 28 * 100_000)]);
    assert_bounded("hostile_land.msh", &ground);
    // Seconds would be much; a check of each against each would take hours.
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}
