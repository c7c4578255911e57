//! An archive as a folder, and the folder as the archive.

use crate::memory;
use crate::{CONTEXT, words};
use relict_toolkit::core::archive::Archive;
use relict_toolkit::core::scene::Shown;
use relict_toolkit::folder::{Memory, PackHow, UnpackHow, Unpacked, pack, unpack};
use relict_toolkit::open::Asset;
use relict_toolkit::picture::Alpha;
use relict_toolkit::problem::Problem;
use std::collections::BTreeMap;

/// Of a folder, by their paths.
type Files = BTreeMap<String, Vec<u8>>;

pub(crate) const STRICT: UnpackHow =
    UnpackHow { tolerant: false, raw: false, alpha: Alpha::Keep, shown: Shown::All };
const TOLERANT: UnpackHow = UnpackHow { tolerant: true, ..STRICT };
const RAW: UnpackHow = UnpackHow { raw: true, ..TOLERANT };

/// What is valid can be taken apart, and whatever was taken apart packs to the same bytes.
pub(crate) fn there_and_back(asset: &Asset<'_>, archive: &dyn Archive, valid: bool) {
    let hows: &[UnpackHow] = if valid { &[STRICT] } else { &[TOLERANT, RAW] };
    for how in hows {
        let (files, unpacked) = taken_apart(asset, *how);
        match unpacked {
            // Those of archives inside are counted with them.
            Ok(unpacked) => assert!(unpacked.entries >= archive.len(), "entries are left out"),
            Err(problem) => {
                words::expect_for(&problem);
                // A game that is edited as a whole has promises of its own; raw, everything can be taken apart.
                assert!(!valid && !how.raw, "{problem}");
                continue;
            }
        }
        packs_to(files, asset.bytes);
    }
}

fn taken_apart(asset: &Asset<'_>, how: UnpackHow) -> (Files, Result<Unpacked, Problem>) {
    let folder = Memory::default();
    let (unpacked, taken) = memory::measured(|| unpack(asset, how, CONTEXT, &folder));
    let files = folder.files();
    let written: usize = files.values().map(Vec::len).sum();
    memory::expect(taken, asset.bytes.len() + written, "unpacking");
    files.keys().for_each(|path| stays_inside(path));
    (files, unpacked)
}

pub(crate) fn packs_to(files: Files, bytes: &[u8]) {
    let written: usize = files.values().map(Vec::len).sum();
    let folder = Memory::of(files);
    let packed = memory::within(written, "packing", || pack(&folder, PackHow::default()));
    let packed = packed.unwrap_or_else(|problem| panic!("{problem}"));
    assert_eq!(packed.changed().count(), 0, "nobody touched anything");
    assert!(packed.bytes().unwrap() == bytes, "the folder packs to other bytes");
}

/// Whatever a file is called, it is a file of the folder.
pub(crate) fn stays_inside(path: &str) {
    let plain = |name: &str| {
        !matches!(name, "" | "." | "..") && !name.contains(['\\', ':', '\0']) && !name.ends_with(['.', ' '])
    };
    assert!(path.split('/').all(plain), "{path:?} leads out of the folder");
}
