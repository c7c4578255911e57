//! Texts of a JAR, such as the help of a build for BREW phones, or the list that a signature signs.

use crate::phrases;
use relict_core::prelude::*;

/// The number of the page UTF-8.
const UTF_8: u16 = 65001;
/// More lines are kept, but not told apart: a file of nothing but ends of lines would have one for each byte.
const MOST_LINES: usize = 1 << 14;

parts! {
    /// Lines with their ends: as UTF-8 if all are, else with one character for each byte.
    pub struct Lines<'a> {
        /// Lines of UTF-8.
        pub utf8: Option<Vec<Text<'a, UTF_8>>> = sparse,
        /// Lines of one byte for each character, Western European.
        pub western: Option<Vec<Text<'a>>> = sparse,
        /// What follows behind so many lines that no file for people has them.
        pub rest: Option<Bytes<'a>> = sparse,
    }
}

parts! {
    /// Text.
    pub struct PlainText<'a> {
        /// All of it.
        pub lines: Lines<'a>,
    }
}

/// The first line with its end.
fn first_line(bytes: &[u8]) -> usize {
    let end = bytes.iter().position(|byte| matches!(byte, b'\r' | b'\n')).unwrap_or(bytes.len());
    let behind = if bytes.get(end..).unwrap_or_default().starts_with(b"\r\n") { 2 } else { 1 };
    (end + behind).min(bytes.len())
}

impl<'a> Lines<'a> {
    pub(super) fn read(c: &mut Cursor<'a>) -> Result<Self> {
        let bytes = c.whole().get(c.pos()..).unwrap_or_default();
        let mut sizes = vec![];
        let mut rest = bytes;
        while !rest.is_empty() && sizes.len() < MOST_LINES {
            let size = first_line(rest);
            sizes.push(size);
            rest = &rest[size..];
        }
        // Without what is not told apart: a character that is cut in two there is nobody's.
        let told = &bytes[..bytes.len() - rest.len()];
        let (mut utf8, mut western) = (vec![], vec![]);
        let is_utf8 = std::str::from_utf8(told).is_ok();
        for (i, size) in sizes.into_iter().enumerate() {
            if is_utf8 {
                utf8.push(c.text(("utf8", i), size)?);
            } else {
                western.push(c.text(("western", i), size)?);
            }
        }
        let rest = if rest.is_empty() { None } else { Some(c.gap("rest", rest.len())?) };
        Ok(Self { utf8: is_utf8.then_some(utf8), western: (!is_utf8).then_some(western), rest })
    }

    pub(super) fn write(&self, out: &mut Put) {
        if self.utf8.is_some() == self.western.is_some() {
            out.fail(
                Error::unexpected(phrases::lines_of_one_encoding(), phrases::both_or_none()).inside("utf8"),
            );
        }
        self.utf8.iter().flatten().for_each(|line| out.bytes(line));
        self.western.iter().flatten().for_each(|line| out.bytes(line));
        self.rest.iter().for_each(|rest| out.bytes(rest));
    }

    pub(super) fn len(&self) -> usize {
        self.utf8.as_ref().map_or(0, Vec::len) + self.western.as_ref().map_or(0, Vec::len)
    }

    /// The bytes of each line.
    pub(super) fn each(&self) -> impl Iterator<Item = (&'static str, &[u8])> {
        let utf8 = self.utf8.iter().flatten().map(|line| ("utf8", &**line));
        utf8.chain(self.western.iter().flatten().map(|line| ("western", &**line)))
    }
}

/// Whether bytes are a text: none of them steers anything but a typewriter.
fn is_text(bytes: &[u8]) -> bool {
    let typed = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r' | 0x0C | 0x1A | 0x20..=0x7E | 0x80..);
    !bytes.is_empty() && bytes.iter().all(typed)
}

impl<'a> Format<'a> for PlainText<'a> {
    const ID: &'static str = "idmobile.text";
    const ENDINGS: &'static [&'static str] = &["txt"];
    const RULES: Rules = &[];

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        let named = [".txt", ".sf"].iter().any(|ending| origin.ends_with(ending));
        if named && crate::publisher::is_of_a_jar(origin) && is_text(bytes) { Claim::Sure } else { Claim::No }
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        Ok(Self { lines: c.part("lines", Lines::read)? })
    }

    fn write(&self, out: &mut Put) {
        out.part("lines", &self.lines, Lines::write);
    }

    fn facts(&self) -> Facts {
        vec![("lines", self.lines.len().into())]
    }

    fn check(&self, _: &mut Report, _: Context<'_>) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict_core::format::Document;

    #[test]
    fn lines_of_any_ends_and_letters_come_back() {
        let read = |bytes| PlainText::read(&mut Cursor::new(bytes), Origin::default()).unwrap();
        for text in [&b"a\r\nb\nc\rd"[..], "Ключ\n".as_bytes(), b"caf\xE9\n", b"", b"\n\r\r\n"] {
            assert_eq!(read(text).to_bytes().unwrap(), text);
        }
        assert_eq!(read(b"a\r\nb\nc\rd").lines.len(), 4);
        let many = b"\n".repeat(MOST_LINES + 3);
        let text = read(&many);
        assert_eq!(
            (text.lines.len(), text.lines.rest.as_ref().map(|rest| rest.len())),
            (MOST_LINES, Some(3))
        );
        assert_eq!(text.to_bytes().unwrap(), many);
    }
}
