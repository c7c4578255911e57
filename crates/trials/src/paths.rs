//! A path that somebody wrote, into an archive with names that somebody else made up.
//!
//! Lines: the last is the path, the others are the names of entries.

use crate::folders::{packs_to, stays_inside};
use crate::{CONTEXT, LIMITS, words};
use relict_toolkit::core::archive::{EntrySpec, Frame};
use relict_toolkit::core::format::Kind;
use relict_toolkit::core::repack::Content;
use relict_toolkit::core::scene::Shown;
use relict_toolkit::folder::{Memory, UnpackHow, unpack};
use relict_toolkit::open::Asset;
use relict_toolkit::picture::Alpha;
use relict_toolkit::{FORMATS, find, path, refs};
use serde_json::{Map, Value, json};

const TOLERANT: UnpackHow = UnpackHow { tolerant: true, raw: false, alpha: Alpha::Keep, shown: Shown::All };

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let lines: [&[&str]; 16] = [
        &["WALL.0", "wall.0", "WALL.0#2", "WALL.0"],
        &["A", "A", "A", "a#3"],
        &["a/b", "a", "b", "a/b"],
        &["a/b", "a", "b", "a/b#1/INNER"],
        &["..", "../x", "../../etc/passwd", ".."],
        &["", ".", "/", "//"],
        &["relict.json", "original", "ORIGINAL", "original/gap_0.bin"],
        &["con", "nul.txt", "COM1", "con"],
        &["a#1", "a#1", "a", "a#1#2"],
        &["Танк.msh", "танк.msh", "ТАНК.MSH#2"],
        &["C:\\x", "C:x", "c:\\x"],
        &["x.json", "x", "x.png", "x.json"],
        &["a ", "a.", "a", "A "],
        &["*", "?", "[a-z]", "{a,b}", "*.{a,b}"],
        &["META-INF/MANIFEST.MF", "wtexels.bin", "META-INF/manifest.mf"],
        &["a#99999999999999999999", "a", "a#99999999999999999999"],
    ];
    lines.iter().map(|lines| lines.join("\n").into_bytes()).collect()
}

/// Every entry has bytes of its own; one of them is an archive.
fn archive(kind: &Kind, names: &[&str], attributes: &Map<String, Value>) -> Option<Vec<u8>> {
    let inner = |i: usize| {
        let text = json!({"type": "TEXT"});
        let inner = || archive(kind, &["INNER", "inner", "A"], text.as_object()?);
        if i == 0 && names.first() != Some(&"INNER") { inner() } else { None }
    };
    let bytes = |i: usize| inner(i).unwrap_or_else(|| format!("entry {i}").into_bytes());
    let mut repack = kind.repack(Frame::default()).ok()?;
    for (i, name) in names.iter().enumerate() {
        repack.push(EntrySpec::new(name, attributes.clone()), Content::fresh(bytes(i)));
    }
    // A name that no such archive can hold is refused, and not replaced.
    repack.bytes().ok()
}

pub(crate) fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut names: Vec<&str> = text.lines().collect();
    let Some(path) = names.pop() else { return };
    let archives = FORMATS.iter().filter(|kind| kind.is_archive() && !kind.id.ends_with(".msh"));
    for kind in archives {
        let attributes = if kind.id == "ngi.nres" { json!({"type": "TEXT"}) } else { json!({}) };
        let Some(bytes) = archive(kind, &names, attributes.as_object().unwrap()) else { continue };
        let asset = Asset::file("archive", &bytes);
        if !asset.kind().is_some_and(|found| std::ptr::eq(found, kind)) {
            continue;
        }
        led_somewhere_or_told(&asset, path);
        unpacked_under_names_of_their_own(&asset);
    }
}

fn led_somewhere_or_told(asset: &Asset<'_>, written: &str) {
    let steps = path::split(written);
    let reached = asset.descend(&steps, LIMITS, |entry| Ok(entry.bytes.to_vec()));
    match (reached, refs::canonical(asset, &steps, LIMITS)) {
        (Ok(bytes), Ok(exact)) => {
            let inside = exact.strip_prefix(asset.path).unwrap_or(&exact).trim_start_matches('/');
            let exact = path::split(inside);
            let again = asset.descend(&exact, LIMITS, |entry| Ok(entry.bytes.to_vec()));
            assert!(again.is_ok_and(|again| again == bytes), "{written:?} is not {exact:?}");
        }
        (Err(problem), Err(_)) => words::expect_for(&problem),
        (reached, exact) => panic!("{written:?}: {reached:?}, and {exact:?}"),
    }
    match find::Pattern::new(written) {
        Ok(pattern) => drop(find::in_file(asset, &pattern)),
        Err(problem) => words::expect_for(&problem),
    }
}

fn unpacked_under_names_of_their_own(asset: &Asset<'_>) {
    let (_, document) = asset.open().unwrap();
    let archive = document.archive().unwrap();
    for (i, step) in path::steps(&*archive).iter().enumerate() {
        assert_eq!(path::find(&*archive, step), Some(i), "{step:?}");
    }
    let folder = Memory::default();
    unpack(asset, TOLERANT, CONTEXT, &folder).unwrap_or_else(|problem| panic!("{problem}"));
    let files = folder.files();
    files.keys().for_each(|path| stays_inside(path));
    packs_to(files, asset.bytes);
}
