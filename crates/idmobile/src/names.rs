//! How files are known by their names: bytes of these games have no marks of their own.

use relict_core::format::Origin;

/// What stands behind the last folder.
pub(crate) fn base(name: &str) -> &str {
    // As bytes: this is asked of every file, by every format that has no other mark.
    let slash = name.bytes().rposition(|byte| matches!(byte, b'/' | b'\\'));
    slash.map_or(name, |slash| &name[slash + 1..])
}

/// What stands in front of the base name, with its last slash.
pub(crate) fn folder(name: &str) -> &str {
    name.strip_suffix(base(name)).unwrap_or_default()
}

/// Whether a file has this name, whatever the case and the folder.
pub(crate) fn is_called(origin: Origin<'_>, name: &str) -> bool {
    base(origin.name).eq_ignore_ascii_case(name)
}

/// The digits between `before` and `after`, if a name is made of these three.
pub(crate) fn digits<'n>(origin: Origin<'n>, before: &str, after: &str) -> Option<&'n str> {
    let base = base(origin.name);
    let end = base.len().checked_sub(after.len()).filter(|end| base.is_char_boundary(*end))?;
    let (front, ending) = base.split_at(end);
    let plain = front.trim_end_matches(|c: char| c.is_ascii_digit());
    let named = ending.eq_ignore_ascii_case(after) && plain.eq_ignore_ascii_case(before);
    front.get(plain.len()..).filter(|digits| named && !digits.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_counts_without_case_and_folder() {
        let called = |name: &str| is_called(Origin::named(name), "tables.bin");
        for name in ["tables.bin", "TABLES.BIN", "a/b\\Tables.bin"] {
            assert!(called(name), "{name}");
        }
        for name in ["mytables.bin", "x.tables.bin", "tables.bin.png", "s.bin", "ätables.bin"] {
            assert!(!called(name), "{name}");
        }
        assert_eq!(
            (folder("a/b\\c"), folder("a/b/c"), folder("c"), folder("a/")),
            ("a/b\\", "a/b/", "", "a/")
        );
    }

    #[test]
    fn numbers_in_names_are_found() {
        let digits = |name: &'static str| digits(Origin::named(name), "tex", ".bin");
        assert_eq!((digits("tex00.bin"), digits("a\\TEX7.BIN")), (Some("00"), Some("7")));
        for name in ["tex.bin", "text00.bin", "x.tex12.bin", "tex00.png", "ä"] {
            assert_eq!(digits(name), None, "{name}");
        }
    }
}
