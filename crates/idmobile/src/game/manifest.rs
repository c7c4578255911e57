//! `META-INF/MANIFEST.MF`: what it says, and what of it only a signature needs.

use std::borrow::Cow;

const MARK: &str = "\u{feff}";

/// The main section of a manifest, and how many sections of entries follow it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    main: Vec<(String, String)>,
    /// Sections behind the main one that hold digests of entries.
    pub digests: usize,
    /// The entries that they name.
    pub signed: Vec<String>,
}

impl Manifest {
    pub fn read(bytes: &[u8]) -> Self {
        let text = text(bytes);
        let mut sections = sections(text.strip_prefix(MARK).unwrap_or(&text));
        let main = sections.next().map(|section| attributes(&section)).unwrap_or_default();
        let is_digest = |(key, _): &(String, String)| key.to_ascii_lowercase().ends_with("-digest");
        let (mut digests, mut signed) = (0, vec![]);
        for section in sections.map(|section| attributes(&section)).filter(|all| all.iter().any(is_digest)) {
            digests += 1;
            let name = section.into_iter().find(|(key, _)| key.eq_ignore_ascii_case("Name"));
            signed.extend(name.map(|(_, name)| name));
        }
        Self { main, digests, signed }
    }

    /// The value of a key of the main section. Case does not count.
    pub fn get(&self, key: &str) -> Option<&str> {
        let found = self.main.iter().find(|(name, _)| name.eq_ignore_ascii_case(key));
        found.map(|(_, value)| value.as_str())
    }

    /// What may be the name of the game, best first. Of `MIDlet-1` only what stands before the first comma: an icon
    /// may be called anything.
    pub(super) fn titles(&self) -> Vec<&str> {
        let first = self.get("MIDlet-1").and_then(|value| value.split(',').next()).map(str::trim);
        [first, self.get("MIDlet-Name")].into_iter().flatten().collect()
    }

    /// The main section alone, byte for byte, with the empty line that ends it: a manifest without its digests.
    pub fn main_section(bytes: &[u8]) -> &[u8] {
        let mut rest = bytes;
        while !rest.is_empty() {
            let (line, after) = split_line(rest);
            rest = after;
            if line.is_empty() {
                break;
            }
        }
        &bytes[..bytes.len() - rest.len()]
    }
}

/// Whether a file of a JAR belongs to a signature and to nothing else.
pub fn is_signature(name: &str) -> bool {
    let Some((folder, file)) = name.split_once('/') else { return false };
    let Some((_, ending)) = file.rsplit_once('.').filter(|_| !file.contains('/')) else { return false };
    let is = |kinds: &[&str]| kinds.iter().any(|kind| ending.eq_ignore_ascii_case(kind));
    folder.eq_ignore_ascii_case("META-INF") && is(&["SF", "RSA", "DSA", "EC"])
}

/// As UTF-8, or where it is none one character for each byte.
fn text(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().copied().map(char::from).collect::<String>().into(),
    }
}

/// A line without its end, and what follows. Lines end in CR, LF or both.
fn split_line(bytes: &[u8]) -> (&[u8], &[u8]) {
    let end = bytes.iter().position(|byte| matches!(byte, b'\r' | b'\n')).unwrap_or(bytes.len());
    let (line, rest) = bytes.split_at(end);
    let end = if rest.starts_with(b"\r\n") { 2 } else { rest.len().min(1) };
    (line, &rest[end..])
}

/// The lines of each section, with folded ones joined. Empty lines stand between sections.
fn sections(text: &str) -> impl Iterator<Item = Vec<String>> + '_ {
    let mut rest = text.as_bytes();
    let mut first = true;
    std::iter::from_fn(move || {
        while !first && matches!(rest.first(), Some(b'\r' | b'\n')) {
            rest = split_line(rest).1;
        }
        first = false;
        if rest.is_empty() {
            return None;
        }
        let mut lines: Vec<String> = vec![];
        while !rest.is_empty() {
            let (line, after) = split_line(rest);
            rest = after;
            if line.is_empty() {
                break;
            }
            let line = String::from_utf8_lossy(line);
            match (line.strip_prefix(' '), lines.last_mut()) {
                (Some(folded), Some(last)) => last.push_str(folded),
                _ => lines.push(line.into_owned()),
            }
        }
        Some(lines)
    })
}

fn attributes(lines: &[String]) -> Vec<(String, String)> {
    let pair = |line: &String| {
        let (key, value) = line.split_once(':')?;
        Some((key.trim().to_owned(), value.trim().to_owned()))
    };
    lines.iter().filter_map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folded_lines_are_joined_and_only_the_main_section_counts() {
        let text = b"\xEF\xBB\xBFmidlet-1:Orcs\r\n  & El\r\n ves , /i.png, X\r\nA: 1\r\n\r\nName: a\r\nMIDlet-Name: Doom RPG\r\n";
        let manifest = Manifest::read(text);
        assert_eq!(manifest.titles(), ["Orcs & Elves"]);
        assert_eq!((manifest.get("a"), manifest.get("Name"), manifest.digests), (Some("1"), None, 0));
    }

    #[test]
    fn what_is_no_utf_8_is_read_byte_by_byte() {
        assert_eq!(Manifest::read(b"MIDlet-Vendor: Caf\xE9").get("midlet-vendor"), Some("Café"));
        assert_eq!(Manifest::read(b"").get("x"), None);
        assert_eq!(Manifest::read(b"\n\nMIDlet-Name: late").get("MIDlet-Name"), None);
    }

    #[test]
    fn the_main_section_stays_to_the_byte() {
        for (whole, main) in [
            (&b"A: 1\r\n\r\nName: x\r\nSHA1-Digest: y\r\n\r\n"[..], &b"A: 1\r\n\r\n"[..]),
            (b"A: 1\rB: 2\r\rName: x\r", b"A: 1\rB: 2\r\r"),
            (b"A: 1\nB: 2", b"A: 1\nB: 2"),
            (b"", b""),
        ] {
            assert_eq!(Manifest::main_section(whole), main);
        }
        let read = Manifest::read(
            b"A: 1\n\nName: x\nSHA1-Digest: y\n\n\nname: z\nsha-256-digest: y\n\nName: w\nB: 1\n",
        );
        assert_eq!((read.digests, read.signed), (2, vec!["x".to_owned(), "z".to_owned()]));
    }

    #[test]
    fn signatures_lie_right_in_their_folder() {
        for name in ["META-INF/A.SF", "meta-inf/b.rsa", "META-INF/C.EC", "META-INF/D.DSA"] {
            assert!(is_signature(name), "{name}");
        }
        for name in ["META-INF/MANIFEST.MF", "META-INF/x/A.SF", "A.SF", "META-INF/SF"] {
            assert!(!is_signature(name), "{name}");
        }
    }
}
