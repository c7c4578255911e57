//! Text of the games: bytes are kept, code pages are for showing.
//!
//! The Windows code pages are taken as the web does, with every byte standing for one character, so that text
//! shown is text that can be read back: nothing is lost on the way to JSON and into a file name. Text of UTF-8 is for
//! formats that know their bytes to be that. [`Letters`] are for games that draw each byte with a picture of their own.

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
    /// One byte, one letter, by a table; every byte comes back.
    Letters(&'static Letters),
}

impl CodePage {
    /// By number; anything but 1251, 28591 and 65001 is the western page.
    pub const fn numbered(number: u16) -> Self {
        match number {
            1251 => Self::Windows1251,
            LATIN_1_NUMBER => Self::Letters(&LATIN_1),
            65001 => Self::Utf8,
            _ => Self::Windows1252,
        }
    }

    /// As it is called elsewhere.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Windows1251 => "windows-1251",
            Self::Windows1252 => "windows-1252",
            Self::Utf8 => "utf-8",
            Self::Letters(letters) => letters.name,
        }
    }

    /// The encoding of a page that is no table of letters.
    fn encoding(self) -> Result<&'static Encoding, &'static Letters> {
        match self {
            Self::Windows1251 => Ok(WINDOWS_1251),
            Self::Windows1252 => Ok(WINDOWS_1252),
            Self::Utf8 => Ok(UTF_8),
            Self::Letters(letters) => Err(letters),
        }
    }

    /// One character for each byte, but for UTF-8 and for escapes of [`Letters`].
    pub fn show(self, bytes: &[u8]) -> Cow<'_, str> {
        let encoding = match self.encoding() {
            Ok(encoding) => encoding,
            Err(letters) => return letters.show(bytes),
        };
        // Nearly all names are ASCII, which is the same in every such page.
        if bytes.is_ascii()
            && let Ok(text) = std::str::from_utf8(bytes)
        {
            return text.into();
        }
        encoding.decode_without_bom_handling(bytes).0
    }

    /// The bytes of a text, if it has a byte for every character.
    pub fn bytes(self, text: &str) -> Option<Vec<u8>> {
        match self.encoding() {
            Ok(encoding) => {
                let (bytes, _, lost) = encoding.encode(text);
                (!lost).then(|| bytes.into_owned())
            }
            Err(letters) => letters.bytes(text).ok(),
        }
    }
}

/// Letters of which each is one byte. A byte without a letter is shown as an escape, a backslash, `x` and two hex digits
/// (`\x8b`), and such an escape becomes that byte again. A backslash of the text itself that looks like the beginning of an
/// escape is shown as one (`\x5c`), so that every byte comes back. What follows another backslash of the text is a code
/// of the game, such as `\n`, and is ASCII whatever the letters.
#[derive(Debug)]
pub struct Letters {
    pub name: &'static str,
    /// The letter of a byte; no two bytes have the same.
    pub letter: fn(u8) -> Option<char>,
    /// The byte of a further character that people may write for one that is there.
    pub also: fn(char) -> Option<u8>,
}

impl PartialEq for Letters {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Letters {}

/// The number of the page `LATIN_1`: `Text<'a, LATIN_1_NUMBER>`.
pub const LATIN_1_NUMBER: u16 = 28591;

/// ISO-8859-1: the byte is the number of the character. The control characters from 0x7F to 0x9F, which no font draws as
/// such, are shown as escapes; written as themselves they are read, too.
pub static LATIN_1: Letters = Letters {
    name: "iso-8859-1",
    letter: |byte| (!(0x7F..0xA0).contains(&byte)).then(|| char::from(byte)),
    also: |letter| u8::try_from(letter).ok(),
};

impl Letters {
    pub fn show<'b>(&self, bytes: &'b [u8]) -> Cow<'b, str> {
        let is_plain = |byte: &u8| *byte != b'\\' && (self.letter)(*byte) == Some(char::from(*byte));
        if bytes.is_ascii()
            && bytes.iter().all(is_plain)
            && let Ok(text) = std::str::from_utf8(bytes)
        {
            return text.into();
        }
        let mut text = String::with_capacity(bytes.len());
        let mut is_code = false;
        for (i, &byte) in bytes.iter().enumerate() {
            let letter = self.shown(byte, is_code).filter(|letter| {
                *letter != '\\' || !self.looks_like_escape(bytes.get(i + 1..).unwrap_or_default())
            });
            match letter {
                Some(letter) => text.push(letter),
                None => text.extend(["\\x", &hex(&[byte])]),
            }
            is_code = !is_code && letter == Some('\\');
        }
        text.into()
    }

    /// The letter of a byte, which may be a code of the game.
    fn shown(&self, byte: u8, is_code: bool) -> Option<char> {
        let code = Some(char::from(byte)).filter(|code| is_code && code.is_ascii_graphic());
        code.or_else(|| (self.letter)(byte))
    }

    /// Whether what follows a backslash of the text would be taken for an escape of ours.
    fn looks_like_escape(&self, following: &[u8]) -> bool {
        let shown = |(i, byte): (usize, &u8)| self.shown(*byte, i == 0).unwrap_or('\\');
        is_escape(following.iter().take(3).enumerate().map(shown))
    }

    /// The bytes of a text, or the first character that has none.
    pub fn bytes(&self, text: &str) -> Result<Vec<u8>, char> {
        let mut bytes = Vec::with_capacity(text.len());
        let mut letters = text.chars();
        let mut is_code = false;
        while let Some(letter) = letters.next() {
            if letter == '\\' && is_escape(letters.clone().take(3)) {
                let digits: String = letters.by_ref().take(3).skip(1).collect();
                bytes.extend(unhex(&digits).unwrap_or_default());
                is_code = false;
                continue;
            }
            let code = u8::try_from(letter).ok().filter(|code| is_code && code.is_ascii_graphic());
            bytes.push(code.or_else(|| self.byte(letter)).ok_or(letter)?);
            is_code = !is_code && letter == '\\';
        }
        Ok(bytes)
    }

    fn byte(&self, letter: char) -> Option<u8> {
        let is_it = |byte: &u8| (self.letter)(*byte) == Some(letter);
        // Most letters are those of Latin-1.
        let same = u8::try_from(letter).ok().filter(is_it);
        same.or_else(|| (0..=u8::MAX).find(is_it)).or_else(|| (self.also)(letter))
    }
}

/// Whether these are what stands behind the backslash of an escape.
fn is_escape(following: impl Iterator<Item = char>) -> bool {
    let mut count = 0;
    let fits = |(i, letter): (usize, char)| {
        count = i + 1;
        if i == 0 { letter == 'x' } else { letter.is_ascii_hexdigit() }
    };
    following.enumerate().all(fits) && count == 3
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
    fn bytes_without_a_letter_are_shown_as_escapes_and_come_back() {
        let all: Vec<u8> = (0..=255).collect();
        let text = LATIN_1.show(&all);
        assert_eq!(LATIN_1.bytes(&text).as_ref(), Ok(&all));
        assert_eq!(CodePage::numbered(LATIN_1_NUMBER).show(b"Caf\xE9 \x80\x8b"), r"Café \x80\x8b");
        assert_eq!(LATIN_1.bytes(r"\x8B\x8b").as_deref(), Ok(&b"\x8B\x8B"[..]));
        assert_eq!(LATIN_1.bytes("\u{8b}").as_deref(), Ok(&b"\x8B"[..]), "as JSON may write it");
        assert_eq!(LATIN_1.bytes("Caf\u{e9} \u{43f}"), Err('\u{43f}'));
        assert_eq!(LATIN_1.bytes("a\u{2026}"), Err('\u{2026}'));
    }

    #[test]
    fn a_backslash_of_the_text_is_no_escape_of_ours() {
        for text in [
            &br"\n \% \"[..],
            br"\x",
            br"\x8",
            br"\x80",
            br"\\x80",
            br"\x5c",
            b"\\x8\x80",
            b"\\\x80",
            br"\xzz",
        ] {
            let shown = LATIN_1.show(text);
            assert_eq!(LATIN_1.bytes(&shown).as_deref(), Ok(text), "{shown}");
        }
        assert_eq!(LATIN_1.show(br"\n \%"), r"\n \%");
        assert_eq!(LATIN_1.show(br"\x80"), r"\x5cx80");
    }

    #[test]
    fn a_code_of_the_game_is_ascii_whatever_the_letters() {
        /// Small letters of ASCII are others, `x` and the digit 8 are none.
        static ODD: Letters = Letters {
            name: "odd",
            letter: |byte| match byte {
                b'8' | b'x' | 0x80.. => None,
                b'a'..=b'z' => char::from_u32(0x430 + u32::from(byte - b'a')),
                _ => Some(char::from(byte)),
            },
            also: |_| None,
        };
        assert_eq!(ODD.show(b"a\\n b\\% \\\\n"), r"а\n б\% \\н");
        assert_eq!(ODD.bytes(r"\n\xffA").as_deref(), Ok(&b"\\n\xFFA"[..]));
        assert_eq!(ODD.bytes("n"), Err('n'));
        // All short runs of what the rules speak of.
        let parts = b"\\x8a0\x80";
        for code in 0..6usize.pow(6) {
            let text: Vec<u8> = (0..6).map(|place| parts[code / 6usize.pow(place) % 6]).collect();
            for letters in [&ODD, &LATIN_1] {
                let shown = letters.show(&text);
                assert_eq!(letters.bytes(&shown).as_deref(), Ok(&text[..]), "{shown}");
            }
        }
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
