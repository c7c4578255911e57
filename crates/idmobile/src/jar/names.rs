//! Names of members: how they are shown, and which of them no file may get.

use crate::CODE_PAGE;
use relict_core::text::CodePage;
use std::borrow::Cow;

/// As UTF-8, which all tools of Java write whether they say so or not; else one character for each byte.
pub(super) fn shown(name: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(name) {
        Ok(name) => name.into(),
        Err(_) => CodePage::numbered(CODE_PAGE).show(name),
    }
}

/// Names that Windows keeps for devices, whatever their ending.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Why no file may be given this name as it is; none if it may. A slash at the end makes it a folder.
pub(super) fn danger(name: &str) -> Option<&'static str> {
    let path = name.strip_suffix('/').unwrap_or(name);
    let mut steps = path.split('/');
    if path.starts_with('/') {
        Some("absolute")
    } else if name.contains(':') {
        Some("drive")
    } else if name.contains('\\') {
        Some("backslash")
    } else if name.contains(char::is_control) {
        Some("control")
    } else if steps.clone().any(|step| matches!(step, "." | "..")) {
        Some("climbs")
    } else if steps.any(is_device) {
        Some("device")
    } else {
        None
    }
}

fn is_device(step: &str) -> bool {
    let stem = step.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let port = |kind| stem.strip_prefix(kind).is_some_and(|n: &str| matches!(n.as_bytes(), [b'1'..=b'9']));
    DEVICES.contains(&stem.as_str()) || port("com") || port("lpt")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_leave_the_folder_are_dangerous() {
        for (name, why) in [
            ("../../evil.txt", Some("climbs")),
            ("a/../../evil.txt", Some("climbs")),
            ("a/..", Some("climbs")),
            ("/abs/evil.txt", Some("absolute")),
            ("//server/share", Some("absolute")),
            ("..\\evil.txt", Some("backslash")),
            ("C:/evil.txt", Some("drive")),
            ("a\0b", Some("control")),
            ("x/nul.txt", Some("device")),
            ("COM7", Some("device")),
            ("com0", None),
            ("META-INF/", None),
            ("META-INF/MANIFEST.MF", None),
            ("..a/b..", None),
            ("...", None),
        ] {
            assert_eq!(danger(name), why, "{name:?}");
        }
    }
}
