//! Which letters the bytes of texts stand for. The games do not say; their fonts do ([`fonts`]).

use super::fonts::{self, Font};
use crate::phrases;
use relict_core::error::quoted;
use relict_core::error::value;
use relict_core::error::{Error, Result};
use relict_core::json::{Json, Serializer, Value, unfit};
use relict_core::record::FieldTable;
use relict_core::text::{CodePage, LATIN_1};
use std::borrow::Cow;

/// The letters of a file. All bytes come back, whichever they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page(CodePage);

/// The name that documents have for ISO-8859-1 which were written when pure ASCII was called UTF-8. No game reads that, and
/// a letter that was added there is meant to be one letter.
const FORMER: &str = "utf-8";

impl Page {
    /// One byte, one letter: what all games have in common.
    pub const LATIN_1: Self = Self(CodePage::Letters(&LATIN_1));
    pub const DOOM_RPG: Self = Self::of_font(&fonts::DOOM_RPG);
    pub const ORCS_ELVES: Self = Self::of_font(&fonts::ORCS_ELVES);
    pub const ORCS_ELVES_2: Self = Self::of_font(&fonts::ORCS_ELVES_2);
    /// Wolfenstein RPG and Doom II RPG.
    pub const LATER: Self = Self::of_font(&fonts::LATER);
    /// Doom II RPG in languages of Eastern Europe.
    pub const EASTERN: Self = Self::of_font(&fonts::EASTERN);
    /// A font that nobody has looked at: only ASCII is shown as letters.
    pub const UNKNOWN: Self = Self::of_font(&fonts::UNKNOWN);

    /// What documents may name. The last two are not chosen any more, but documents that were written before name them.
    const ALL: [Self; 9] = [
        Self::LATIN_1,
        Self::DOOM_RPG,
        Self::ORCS_ELVES,
        Self::ORCS_ELVES_2,
        Self::LATER,
        Self::EASTERN,
        Self::UNKNOWN,
        Self(CodePage::Windows1251),
        Self(CodePage::Windows1252),
    ];

    const fn of_font(font: &'static Font) -> Self {
        Self(CodePage::Letters(&font.letters))
    }

    /// The font that has these letters; none where that is not known.
    pub(crate) fn font(self) -> Option<&'static Font> {
        let fonts = [
            &fonts::DOOM_RPG,
            &fonts::ORCS_ELVES,
            &fonts::ORCS_ELVES_2,
            &fonts::LATER,
            &fonts::EASTERN,
            &fonts::UNKNOWN,
        ];
        fonts.into_iter().find(|font| Self::of_font(font) == self)
    }

    /// The letters of a file with the texts of one language or map, by its name and its bytes.
    pub fn of_strings<'t>(name: &str, texts: impl Iterator<Item = &'t [u8]> + Clone) -> Self {
        let page = if name.starts_with("base_") { Self::ORCS_ELVES } else { Self::DOOM_RPG };
        page.if_drawn(texts).unwrap_or(Self::LATIN_1)
    }

    /// The letters of banked texts, by their bytes. The second Orcs & Elves has three dots at 0x7F; the later games have
    /// them at 0x85, where the former has an icon that no text uses. All files of real games have one of the two.
    pub fn of_bank<'t>(texts: impl Iterator<Item = &'t [u8]> + Clone) -> Self {
        let has = |wanted: u8| texts.clone().any(|text| text.contains(&wanted));
        let page = if is_foreign(texts.clone()) {
            return Self::EASTERN.if_drawn(texts).unwrap_or(Self::UNKNOWN);
        } else if has(0x85) {
            Self::LATER
        } else if has(0x7F) {
            Self::ORCS_ELVES_2
        } else {
            Self::LATIN_1
        };
        page.if_drawn(texts).unwrap_or(Self::LATIN_1)
    }

    /// The letters of the texts of Wolfenstein RPG or Doom II RPG.
    pub(crate) fn of_later<'t>(texts: impl Iterator<Item = &'t [u8]> + Clone) -> Self {
        if !is_foreign(texts.clone()) {
            return Self::LATER;
        }
        Self::EASTERN.if_drawn(texts).unwrap_or(Self::UNKNOWN)
    }

    /// The same, if the font can draw all of the texts.
    fn if_drawn<'t>(self, texts: impl Iterator<Item = &'t [u8]>) -> Option<Self> {
        self.font().is_none_or(|font| font.draws_all(texts)).then_some(self)
    }

    pub fn name(self) -> &'static str {
        self.0.name()
    }

    pub(crate) fn code_page(self) -> CodePage {
        self.0
    }

    pub fn show(self, text: &[u8]) -> Cow<'_, str> {
        self.0.show(text)
    }

    /// The bytes of a text, or the first letter that the page does not have.
    pub fn bytes(self, text: &str) -> Result<Vec<u8>, char> {
        if let CodePage::Letters(letters) = self.0 {
            return letters.bytes(text);
        }
        let is_lost = |letter: &char| self.0.bytes(letter.encode_utf8(&mut [0; 4])).is_none();
        self.0.bytes(text).ok_or_else(|| text.chars().find(is_lost).unwrap_or_default())
    }

    /// Texts out of JSON.
    pub(crate) fn texts(self, json: &[Value]) -> Result<Vec<Cow<'static, [u8]>>> {
        let text = |(i, json): (usize, &Value)| {
            let text = json.as_str().ok_or_else(|| unfit(phrases::a_text(), json));
            let lost = |letter: char| self.lost(letter);
            let bytes = text.and_then(|text| self.bytes(text).map_err(lost));
            bytes.map(Cow::Owned).map_err(|error| error.inside(format_args!("strings[{i}]")))
        };
        json.iter().enumerate().map(text).collect()
    }

    /// The error that there is no such letter.
    fn lost(self, letter: char) -> Error {
        let wanted = phrases::letters_of(self.name());
        Error::unexpected(wanted, value(format_args!("{letter:?} (U+{:04X})", u32::from(letter))))
    }
}

/// Whether a font of its own must be behind texts: read as ISO-8859-1, a small letter stands in front of a capital one more
/// often than in front of another small one. In languages of Western Europe that is one of hundreds; in a font that has
/// other capital letters in those places, it is most of them.
fn is_foreign<'t>(texts: impl Iterator<Item = &'t [u8]>) -> bool {
    let is_small = |byte: u8| byte.is_ascii_lowercase() || byte >= 0xDF;
    let is_capital = |byte: u8| byte.is_ascii_uppercase() || (0xC0..0xDF).contains(&byte);
    let (mut strange, mut usual) = (0usize, 0usize);
    for pair in texts.flat_map(|text| text.windows(2)) {
        if let [first, second] = *pair
            && is_small(first)
        {
            strange += usize::from(is_capital(second));
            usual += usize::from(is_small(second));
        }
    }
    strange > usual
}

impl Json for Page {
    fn inner() -> Option<&'static FieldTable> {
        None
    }

    fn write_json<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }

    /// Where it is not stated, texts are ISO-8859-1.
    fn from_json(json: &Value) -> Result<Self> {
        let Some(name) = json.as_str() else {
            return if json.is_null() {
                Ok(Self::LATIN_1)
            } else {
                Err(unfit(phrases::a_name_of_letters(), json))
            };
        };
        let known = Self::ALL.into_iter().find(|page| page.name() == name);
        let former = Some(Self::LATIN_1).filter(|_| name == FORMER);
        let names = phrases::any_of(Self::ALL.map(Self::name));
        known.or(former).ok_or_else(|| Error::unexpected(names, quoted(name)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bank(texts: &[&[u8]]) -> Page {
        Page::of_bank(texts.iter().copied())
    }

    fn strings(name: &str, texts: &[&[u8]]) -> Page {
        Page::of_strings(name, texts.iter().copied())
    }

    // idmobile-real 10, row 10
    #[test]
    fn texts_are_never_utf_8() {
        assert_eq!(strings("a.str", &[]), Page::DOOM_RPG);
        assert_eq!(strings("a.str", &[b"plain"]), Page::DOOM_RPG);
        assert_eq!(strings("base_fr.str", &[b"Caf\xE9"]), Page::ORCS_ELVES);
        // Two letters, as the game draws them; and one of them is not in its font.
        assert_eq!(strings("a.str", &["Caf\u{e9}".as_bytes()]), Page::LATIN_1);
        assert_eq!(Page::LATIN_1.show("Caf\u{e9}".as_bytes()), "Caf\u{c3}\u{a9}");
        assert_eq!(bank(&[b"plain"]), Page::LATIN_1);
    }

    #[test]
    fn the_font_of_a_bank_is_told_by_its_bytes() {
        assert_eq!(bank(&[b"wait\x85", b"\xC9lan"]), Page::LATER);
        assert_eq!(bank(&[b"wait\x7F", b"\xD7lan"]), Page::ORCS_ELVES_2);
        assert_eq!(bank(&[b"P\xEB\xCD\x80\xE0AS", b"\xE0EK\xC1"]), Page::EASTERN);
        assert_eq!(bank(&[b"ChPs-TATpC \xC6"]), Page::EASTERN);
        // No text of a font that is known.
        assert_eq!(bank(&[b"A\xF9B\xFEC"]), Page::UNKNOWN);
        assert_eq!(bank(&[b"iPhone and more\x85"]), Page::LATER);
    }

    #[test]
    fn every_byte_comes_back_whatever_the_letters() {
        let all: Vec<u8> = (0..=255).collect();
        for page in Page::ALL {
            assert_eq!(page.bytes(&page.show(&all)).as_ref(), Ok(&all), "{}", page.name());
        }
    }

    #[test]
    fn pages_of_former_documents_are_known() {
        let page = |name: &str| Page::from_json(&name.into()).map(Page::name);
        assert_eq!(page("utf-8"), Ok("iso-8859-1"));
        assert_eq!(page("windows-1251"), Ok("windows-1251"));
        assert_eq!(page("windows-1252"), Ok("windows-1252"));
        assert_eq!(Page::from_json(&"windows-1251".into()).unwrap().bytes("Ж").as_deref(), Ok(&[0xC6][..]));
        assert_eq!(Page::from_json(&"windows-1251".into()).unwrap().bytes("aé"), Err('é'));
    }
}
