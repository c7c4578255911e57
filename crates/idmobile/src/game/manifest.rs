//! `META-INF/MANIFEST.MF`: what it says, and what of it only a signature needs.

/// What some editors put in front of UTF-8.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// The main section has a dozen attributes; of one with more than this the rest is not held. A few bytes of a JAR can stand
/// for millions.
const MOST_ATTRIBUTES: usize = 1000;

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
        let mut lines = Lines { rest: bytes.strip_prefix(MARK).unwrap_or(bytes) };
        let mut manifest = Self::default();
        while let Some(line) = lines.next_of_section() {
            if manifest.main.len() < MOST_ATTRIBUTES {
                manifest.main.extend(attribute(&line).map(|(key, value)| (key.to_owned(), value.to_owned())));
            }
        }
        while lines.skip_to_section() {
            manifest.read_entry(&mut lines);
        }
        manifest
    }

    /// One of the sections behind the main one. Only its name counts, and whether it holds a digest.
    fn read_entry(&mut self, lines: &mut Lines<'_>) {
        let (mut name, mut is_signed) = (None, false);
        while let Some(line) = lines.next_of_section() {
            let Some((key, value)) = attribute(&line) else { continue };
            is_signed |= key.to_ascii_lowercase().ends_with("-digest");
            if name.is_none() && key.eq_ignore_ascii_case("Name") {
                name = Some(value.to_owned());
            }
        }
        if is_signed {
            self.digests += 1;
            self.signed.extend(name);
        }
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

/// A line as UTF-8, or where it is none one character for each byte. Whole, since a fold may cut a character in two.
fn text(line: Vec<u8>) -> String {
    String::from_utf8(line).unwrap_or_else(|e| e.as_bytes().iter().copied().map(char::from).collect())
}

/// A line without its end, and what follows. Lines end in CR, LF or both.
fn split_line(bytes: &[u8]) -> (&[u8], &[u8]) {
    let end = bytes.iter().position(|byte| matches!(byte, b'\r' | b'\n')).unwrap_or(bytes.len());
    let (line, rest) = bytes.split_at(end);
    let end = if rest.starts_with(b"\r\n") { 2 } else { rest.len().min(1) };
    (line, &rest[end..])
}

/// The lines of a manifest, with folded ones joined, section by section. Empty lines stand between sections.
struct Lines<'t> {
    rest: &'t [u8],
}

impl Lines<'_> {
    /// The next line of this section; none behind its last.
    fn next_of_section(&mut self) -> Option<String> {
        let (line, mut rest) = split_line(self.rest);
        let mut whole = Some(line).filter(|line| !line.is_empty())?.to_vec();
        while let Some(b' ') = rest.first() {
            let folded;
            (folded, rest) = split_line(&rest[1..]);
            whole.extend_from_slice(folded);
        }
        self.rest = rest;
        Some(text(whole))
    }

    /// Whether there is another section, which begins behind all empty lines.
    fn skip_to_section(&mut self) -> bool {
        while let Some(b'\r' | b'\n') = self.rest.first() {
            self.rest = split_line(self.rest).1;
        }
        !self.rest.is_empty()
    }
}

fn attribute(line: &str) -> Option<(&str, &str)> {
    line.split_once(':').map(|(key, value)| (key.trim(), value.trim()))
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
    fn a_fold_may_cut_a_character_in_two() {
        let manifest = Manifest::read(b"MIDlet-Vendor: Caf\xC3\r\n \xA9\r\nMIDlet-Name: D\xD6\xD6M\r\n");
        assert_eq!(manifest.get("MIDlet-Vendor"), Some("Café"));
        assert_eq!(manifest.get("MIDlet-Name"), Some("DÖÖM"));
    }

    #[test]
    fn of_attributes_without_end_the_first_are_held() {
        let many =
            [b"MIDlet-1: Doom RPG\n".to_vec(), b"a:b\n".repeat(1 << 20), b"\nName: x\nA-Digest: y".to_vec()];
        let manifest = Manifest::read(&many.concat());
        assert_eq!((manifest.main.len(), manifest.titles()), (MOST_ATTRIBUTES, vec!["Doom RPG"]));
        assert_eq!((manifest.digests, manifest.signed), (1, vec!["x".to_owned()]));
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
