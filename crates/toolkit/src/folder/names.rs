//! File names for entries: recognisable, allowed by every file system, and distinct even where case does not count.

use super::{MANIFEST_NAME, ORIGINALS};
use std::collections::{HashMap, HashSet};

/// Longer names are cut; file systems stop at 255 bytes, and a number may be added.
const LONGEST: usize = 120;

/// Names that some system keeps for devices, whatever their ending.
const DEVICES: &[&str] = &["con", "prn", "aux", "nul", "clock$", "conin$", "conout$"];

/// None of them has more bytes, in whatever letters.
const LONGEST_DEVICE: usize = 16;

/// What the files of an entry may be called besides its own name. An entry of such a name counts as the one it would
/// stand beside, so that no file is ever put over another.
const ENDINGS: [&str; 5] = [".png", ".glb", ".json", ".alpha", ".unpacked"];

/// The name without any of these endings, in lower case.
fn key(name: &str) -> String {
    let mut key = name.to_lowercase();
    while let Some(ending) = ENDINGS.iter().find(|ending| key.ends_with(*ending)) {
        key.truncate(key.len() - ending.len());
    }
    key
}

/// The names that were given out in one folder.
#[derive(Debug)]
pub(super) struct Names {
    given: HashSet<String>,
    /// The last number that each name has got: thousands of entries may have the same.
    numbers: HashMap<String, usize>,
}

impl Names {
    pub(super) fn new() -> Self {
        Self { given: [MANIFEST_NAME, ORIGINALS].map(key).into(), numbers: HashMap::new() }
    }

    /// A name for the entry `name` that none had before.
    pub(super) fn give(&mut self, name: &str) -> String {
        let safe = safe(name);
        let mut distinct = safe.clone();
        if self.given.insert(key(&distinct)) {
            return distinct;
        }
        let number = self.numbers.entry(safe.to_lowercase()).or_insert(1);
        while !self.given.insert(key(&distinct)) {
            *number += 1;
            distinct = numbered(&safe, *number);
        }
        distinct
    }
}

/// `Land~2`, `plate~2.0`.
fn numbered(name: &str, number: usize) -> String {
    match name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()) {
        Some((stem, ending)) => format!("{stem}~{number}.{ending}"),
        None => format!("{name}~{number}"),
    }
}

fn is_allowed(c: char) -> bool {
    !c.is_control() && !matches!(c, '<' | '>' | ':' | '"' | '/' | '\\' | '|' | '?' | '*')
}

/// Whether a name may stay as it is.
pub(super) fn is_safe(name: &str) -> bool {
    name.len() <= LONGEST
        && !name.is_empty()
        && name.chars().all(is_allowed)
        && !name.starts_with(['.', ' '])
        && !name.ends_with(['.', ' '])
        && !is_device(name)
}

/// A name that every system takes; the same if it is one.
fn safe(name: &str) -> String {
    if is_safe(name) {
        return name.to_owned();
    }
    let mut safe: String = String::new();
    for c in name.chars() {
        if safe.len() + c.len_utf8() > LONGEST {
            break;
        }
        safe.push(if is_allowed(c) { c } else { '_' });
    }
    // Windows drops dots and spaces at the end; a dot or space in front hides or misleads.
    if safe.ends_with(['.', ' ']) {
        safe.pop();
        safe.push('_');
    }
    if safe.is_empty() || safe.starts_with(['.', ' ']) || is_device(&safe) {
        safe.insert(0, '_');
    }
    safe
}

fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end();
    if stem.len() > LONGEST_DEVICE {
        return false;
    }
    let stem = stem.to_lowercase();
    let port = |kind| stem.strip_prefix(kind).is_some_and(|n: &str| n.chars().count() == 1 && n != "0");
    DEVICES.contains(&stem.as_str()) || port("com") || port("lpt")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_and_recognisable() {
        for (name, wanted) in [
            ("plate.0", "plate.0"),
            ("Танк", "Танк"),
            ("../../etc/passwd", "_.._.._etc_passwd"),
            ("..", "_._"),
            ("", "_"),
            ("a\0b\n", "a_b_"),
            ("CON", "_CON"),
            ("nul.txt", "_nul.txt"),
            ("com1.x", "_com1.x"),
            ("com0", "com0"),
            ("trailing. ", "trailing._"),
            (".hidden", "_.hidden"),
            ("C:\\x", "C__x"),
        ] {
            assert_eq!(safe(name), wanted, "{name:?}");
            assert_eq!(is_safe(name), name == wanted, "{name:?}");
            assert!(is_safe(wanted), "{wanted:?}");
        }
        assert!(!is_safe(&"a".repeat(LONGEST + 1)));
        assert!(safe(&"ж".repeat(300)).len() <= LONGEST + 1);
    }

    #[test]
    fn thousands_of_equal_names_are_numbered_in_no_time() {
        let mut names = Names::new();
        let given = (0..100_000).map(|i| names.give(if i % 2 == 0 { "Land" } else { "land~2" })).last();
        assert_eq!(given.as_deref(), Some("land~2~50000"));
    }

    #[test]
    fn no_file_beside_an_entry_can_be_that_of_another() {
        let mut names = Names::new();
        let given: Vec<_> =
            ["wall", "wall.png", "WALL.alpha.png", "wall.json.json", "relict.png", "wall.0", "wall.glb"]
                .into_iter()
                .map(|name| names.give(name))
                .collect();
        let endings = ["", ".png", ".glb", ".json", ".alpha.png", ".unpacked"];
        let files = |name: &String| endings.map(|ending| format!("{name}{ending}").to_lowercase());
        let all: Vec<String> = given.iter().flat_map(files).collect();
        let distinct: HashSet<&String> = all.iter().collect();
        assert_eq!(distinct.len(), all.len(), "{given:?}");
    }

    #[test]
    fn equal_names_get_numbers() {
        let mut names = Names::new();
        let given: Vec<_> = ["Land", "land", "LAND", "Relict.JSON", "original", "a.b", "A.B", "land~2"]
            .into_iter()
            .map(|name| names.give(name))
            .collect();
        assert_eq!(
            given,
            ["Land", "land~2", "LAND~3", "Relict~2.JSON", "original~2", "a.b", "A~2.B", "land~2~2"]
        );
    }
}
