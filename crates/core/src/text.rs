//! Text of the games: bytes are kept, code pages are for showing.
//!
//! Both code pages are taken as the web does, with every byte standing for one character, so that text
//! shown is text that can be read back: nothing is lost on the way to JSON and into a file name. Text of UTF-8 is for
//! formats that know their bytes to be that.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1251, WINDOWS_1252};
use std::borrow::Cow;

/// Which characters the bytes of a game's text stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodePage {
    /// Cyrillic.
    Windows1251,
    /// Western European.
    Windows1252,
    /// Any letters. Bytes that are not UTF-8 do not come back, so that a format looks before it says this.
    Utf8,
}

impl CodePage {
    /// By number; anything but 1251 and 65001 is the western page.
    pub const fn numbered(number: u16) -> Self {
        match number {
            1251 => Self::Windows1251,
            65001 => Self::Utf8,
            _ => Self::Windows1252,
        }
    }

    fn encoding(self) -> &'static Encoding {
        match self {
            Self::Windows1251 => WINDOWS_1251,
            Self::Windows1252 => WINDOWS_1252,
            Self::Utf8 => UTF_8,
        }
    }

    /// One character for each byte, but for UTF-8.
    pub fn show(self, bytes: &[u8]) -> Cow<'_, str> {
        // Nearly all names are ASCII, which is the same in every page.
        if bytes.is_ascii()
            && let Ok(text) = std::str::from_utf8(bytes)
        {
            return text.into();
        }
        self.encoding().decode_without_bom_handling(bytes).0
    }

    /// The bytes of a text, if it has a byte for every character.
    pub fn bytes(self, text: &str) -> Option<Vec<u8>> {
        let (bytes, _, lost) = self.encoding().encode(text);
        (!lost).then(|| bytes.into_owned())
    }
}

/// What stands before the first zero.
pub fn before_zero(bytes: &[u8]) -> &[u8] {
    bytes.split(|&byte| byte == 0).next().unwrap_or_default()
}

/// The bytes without the zeros at their end.
pub fn without_last_zeros(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1)]
}

/// Text out of a file, safe for a terminal: what would steer it is escaped.
pub fn printable(text: &str) -> Cow<'_, str> {
    let steers = |c: char| {
        c.is_control()
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if !text.contains(steers) {
        return text.into();
    }
    let escape = |c: char| {
        if steers(c) { c.escape_default().collect::<String>() } else { c.to_string() }
    };
    text.chars().map(escape).collect::<String>().into()
}

pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        text.push(char::from(DIGITS[usize::from(byte >> 4)]));
        text.push(char::from(DIGITS[usize::from(byte & 15)]));
    }
    text
}

pub fn unhex(digits: &str) -> Option<Vec<u8>> {
    let value = |digit: u8| char::from(digit).to_digit(16).map(|value| value as u8);
    let pair = |pair: &[u8]| match pair {
        &[high, low] => Some(value(high)? << 4 | value(low)?),
        _ => None,
    };
    digits.as_bytes().chunks(2).map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_of_both_pages_comes_back() {
        let all: Vec<u8> = (0..=255).collect();
        for page in [CodePage::Windows1251, CodePage::Windows1252] {
            let text = page.show(&all);
            assert_eq!(text.chars().count(), 256, "{page:?}");
            assert_eq!(page.bytes(&text).as_ref(), Some(&all), "{page:?}");
        }
        assert_eq!(CodePage::Windows1251.show(b"\xCF\xE0\xF0\xEA\xE0\xED"), "Паркан");
        assert_eq!(CodePage::Windows1252.bytes("Паркан"), None);
    }

    #[test]
    fn a_name_cannot_steer_the_terminal() {
        assert_eq!(printable("a\u{1b}[2Jb\u{202e}"), "a\\u{1b}[2Jb\\u{202e}");
        assert_eq!(printable("танк.msh"), "танк.msh");
    }

    #[test]
    fn hex_comes_back() {
        assert_eq!(unhex(&hex(&[0, 0x9A, 0xFF])), Some(vec![0, 0x9A, 0xFF]));
        assert_eq!(unhex("abc"), None);
        assert_eq!(unhex("0g"), None);
    }
}
