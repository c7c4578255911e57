//! A folder that somebody edited, as an archive: its manifest, and the files beside it.

use crate::folders::stays_inside;
use crate::{CONTEXT, memory, words};
use relict_toolkit::core::format::Origin;
use relict_toolkit::folder::{Memory, PackHow, PackSource, pack};
use relict_toolkit::open::Asset;
use relict_toolkit::problem::Result;
use std::collections::BTreeMap;

/// Stands before the name of each file, so that a folder is one run of bytes.
const MARK: &[u8] = b"\n@@@ ";

/// A folder as one run of bytes.
pub(crate) fn written(files: &BTreeMap<String, Vec<u8>>) -> Vec<u8> {
    let file = |(name, bytes): (&String, &Vec<u8>)| [MARK, name.as_bytes(), b"\n", bytes].concat();
    files.iter().flat_map(file).collect()
}

fn read(bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut rest = bytes;
    while let Some(at) = find(rest, MARK) {
        let file = &rest[at + MARK.len()..];
        let file = &file[..find(file, MARK).unwrap_or(file.len())];
        if let Some(end) = find(file, b"\n") {
            files.insert(String::from_utf8_lossy(&file[..end]).into_owned(), file[end + 1..].to_vec());
        }
        rest = &rest[at + MARK.len()..];
    }
    files
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

/// A folder that notices when something outside it is asked for.
struct Fenced(Memory);

impl PackSource for Fenced {
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>> {
        fence(path);
        self.0.read(path)
    }
    fn size(&self, path: &str) -> Result<Option<usize>> {
        fence(path);
        self.0.size(path)
    }
    fn files(&self, folder: &str) -> Result<Vec<String>> {
        if !folder.is_empty() {
            fence(folder);
        }
        PackSource::files(&self.0, folder)
    }
    fn advance(&self, bytes: usize) {
        PackSource::advance(&self.0, bytes);
    }
}

/// A name that ends in a dot is odd, but leads nowhere.
fn fence(path: &str) {
    stays_inside(&path.split('/').map(|name| format!("{name}x")).collect::<Vec<_>>().join("/"));
    assert!(path.split('/').all(|name| !matches!(name, "" | "." | "..")), "{path:?} leads out of the folder");
}

pub(crate) fn run(bytes: &[u8]) {
    let folder = Fenced(Memory::of(read(bytes)));
    for canonical in [false, true] {
        let how = PackHow { canonical, ..PackHow::default() };
        let (packed, taken) = memory::measured(|| pack(&folder, how));
        let packed = match packed {
            Ok(packed) => packed,
            Err(problem) => {
                memory::expect(taken, bytes.len(), "packing nonsense");
                words::expect_for(&problem);
                continue;
            }
        };
        memory::expect(taken, bytes.len() + packed.size(), "packing");
        let archive = packed.bytes().unwrap();
        assert_eq!(archive.len(), packed.size(), "stated and written size");
        assert!(again(&folder, how) == archive, "packed twice, two archives");
        let document = packed.kind.open(&archive, Origin::named(&packed.name));
        let document = document.unwrap_or_else(|error| panic!("packed, and unreadable: {error}"));
        assert!(document.to_bytes().unwrap() == archive, "what is packed is not kept");
        let asset = Asset::file(&packed.name, &archive);
        relict_toolkit::check::file(&asset, CONTEXT);
    }
}

fn again(folder: &Fenced, how: PackHow) -> Vec<u8> {
    pack(folder, how).unwrap().bytes().unwrap()
}
