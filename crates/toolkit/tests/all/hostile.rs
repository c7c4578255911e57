//! Small files that stand for more than any memory, disk or patience: they get an answer, and soon.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{CONTEXT, TOLERANT};
use relict_toolkit::FORMATS;
use relict_toolkit::core::archive::{EntrySpec, Frame};
use relict_toolkit::core::repack::Content;
use relict_toolkit::folder::{Memory, PackHow, pack, unpack};
use relict_toolkit::open::Asset;
use relict_toolkit::{check, diff};
use serde_json::{Value, json};

/// An archive with an entry of the same bytes for each name.
fn archive(format: &str, attributes: &Value, bytes: &[u8], names: impl Iterator<Item = String>) -> Vec<u8> {
    let attributes = attributes.as_object().unwrap();
    let mut repack = FORMATS.named(format).unwrap().repack(Frame::default()).unwrap();
    for name in names {
        repack.push(EntrySpec::new(&name, attributes.clone()), Content::fresh(bytes));
    }
    repack.bytes().unwrap()
}

fn numbered(count: usize) -> impl Iterator<Item = String> {
    (0..count).map(|i| format!("N{i}"))
}

/// Whatever can be asked, and whether it comes back.
fn ask_everything(bytes: &[u8], other: &[u8]) -> Vec<(String, usize)> {
    let (asset, other) = (Asset::file("hostile", bytes), Asset::file("other", other));
    check::file(&asset, CONTEXT);
    diff::diff(&asset, &other, CONTEXT.limits).unwrap();
    let folder = Memory::default();
    unpack(&asset, TOLERANT, CONTEXT, &folder).unwrap();
    let files = folder.files();
    let sizes = files.iter().map(|(path, bytes)| (path.clone(), bytes.len())).collect();
    let folder = Memory::of(files);
    assert!(pack(&folder, PackHow::default()).unwrap().bytes().unwrap() == bytes);
    sizes
}

#[test]
fn thousands_of_entries_of_one_name_are_told_apart() {
    let of = |name: &str| {
        archive("ngi.nres", &json!({"type": "TEXT"}), b"", std::iter::repeat_n(name.to_owned(), 10_000))
    };
    assert_eq!(ask_everything(&of("SAME"), &of("OTHER")).len(), 10_001);
}

#[test]
fn thousands_of_entries_on_the_same_bytes_do_not_fill_the_disk() {
    let bytes = archive("ngi.nres", &json!({"type": "DATA"}), &[7; 200_000], numbered(1));
    let json = FORMATS.named("ngi.nres").unwrap().open(&bytes, Default::default()).unwrap().to_json();
    let many = |first: char| {
        let (mut json, mut directory, mut strays) = (json.clone(), vec![], vec![]);
        for i in 0..3000 {
            let mut record = json["directory"][0].clone();
            (record["name"], record["sort_index"]) = (format!("{first}{i:04}").into(), i.into());
            directory.push(record);
            strays.push(json!({"entry": i, "data_offset": 16, "size": 200_000}));
        }
        (json["directory"], json["strays"]) = (directory.into(), strays[1..].into());
        (FORMATS.named("ngi.nres").unwrap().from_json)(&json).unwrap().to_bytes().unwrap()
    };
    let sizes = ask_everything(&many('A'), &many('B'));
    assert!(sizes.iter().map(|(_, size)| size).sum::<usize>() < 100 << 20);
}

#[test]
fn bombs_in_bombs_are_kept_as_they_are_and_told_of() {
    let deflate = json!({"flags": 0x100});
    let mut bytes = vec![0; 4 << 20];
    for _ in 0..4 {
        bytes = archive("ngi.rsli", &deflate, &bytes, numbered(40));
    }
    assert!(bytes.len() < 100_000, "{}", bytes.len());
    let report = check::file(&Asset::file("bomb", &bytes), CONTEXT).report;
    assert_eq!((report.errors(), report.codes().contains(&"file.not-looked-into")), (0, true));
    let sizes = ask_everything(&bytes, &archive("ngi.rsli", &deflate, b"", numbered(40)));
    assert!(sizes.iter().map(|(_, size)| size).sum::<usize>() < 100 << 20);
}
