//! Bytes that are text, whether or not a format claims them.

use relict_core::text::CodePage;
use std::borrow::Cow;

/// Longer texts are not shown as text: they are unreadable and slow to display.
const LONGEST: usize = 4 << 20;

/// Text, and how its bytes were taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plain<'t> {
    pub text: Cow<'t, str>,
    pub page: CodePage,
}

/// The text that bytes are; none if they are something else.
pub fn text(bytes: &[u8]) -> Option<Plain<'_>> {
    let page = encoding(bytes)?;
    Some(Plain { text: page.show(bytes), page })
}

/// How the bytes of a text are taken; none if they are something else.
pub fn encoding(bytes: &[u8]) -> Option<CodePage> {
    is_text(bytes).then(|| page(bytes))
}

/// Whether bytes are text: there are some, and none of them steers anything but a typewriter.
pub fn is_text(bytes: &[u8]) -> bool {
    let typed = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r' | 0x0C | 0x20..=0x7E | 0x80..);
    !bytes.is_empty() && bytes.len() <= LONGEST && bytes.iter().all(typed) && mostly_plain(bytes)
}

/// Random bytes without a zero are no text: in either code page most characters of one are letters, signs and spaces.
fn mostly_plain(bytes: &[u8]) -> bool {
    let odd = bytes.iter().filter(|byte| matches!(byte, 0x80..=0xBF)).count();
    std::str::from_utf8(bytes).is_ok() || odd * 8 <= bytes.len()
}

/// In Cyrillic, letters beyond ASCII stand beside each other; in western languages they stand alone.
fn page(bytes: &[u8]) -> CodePage {
    if std::str::from_utf8(bytes).is_ok() {
        return CodePage::Utf8;
    }
    let letter = |byte: u8| byte >= 0xC0;
    let letters = bytes.iter().filter(|byte| letter(**byte)).count();
    let pairs = bytes.windows(2).filter(|pair| pair.iter().all(|byte| letter(*byte))).count();
    if pairs * 2 > letters { CodePage::Windows1251 } else { CodePage::Windows1252 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_told_from_other_bytes_and_read_in_its_page() {
        let read = |bytes: &'static [u8]| text(bytes).map(|plain| (plain.text.into_owned(), plain.page));
        assert_eq!(read(b"two\r\n\tlines"), Some(("two\r\n\tlines".into(), CodePage::Utf8)));
        assert_eq!(read("Паркан".as_bytes()), Some(("Паркан".into(), CodePage::Utf8)));
        let cyrillic = b"\xCF\xE0\xF0\xEA\xE0\xED: \xC6\xE5\xEB\xE5\xE7\xED\xE0\xFF";
        assert_eq!(read(cyrillic), Some(("Паркан: Железная".into(), CodePage::Windows1251)));
        assert_eq!(read(b"caf\xE9 noir"), Some(("café noir".into(), CodePage::Windows1252)));
        for other in [&b""[..], b"a\0b", b"\x1b[2J", b"\x80\x81\x82\x83abc"] {
            assert_eq!(text(other), None, "{other:?}");
        }
        assert_eq!(text(&vec![b'a'; LONGEST + 1]), None);
    }
}
