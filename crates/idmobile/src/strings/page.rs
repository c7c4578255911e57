//! Which letters the bytes of texts stand for. The games do not say; builds for several languages exist.

use relict_core::bytes::{Cursor, Step};
use relict_core::error::{Error, Result};
use relict_core::json::{Json, Serializer, Value, unfit};
use relict_core::record::Table;
use relict_core::text::CodePage;
use std::borrow::Cow;

/// Latin letters with accents, in Western Europe.
const WESTERN: u16 = 1252;
const CYRILLIC: u16 = 1251;
const UTF8: u16 = 65001;

/// The letters of a file. Chosen by its bytes, all of which come back whichever it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    Utf8,
    Cyrillic,
    Western,
}

impl Page {
    const ALL: [Self; 3] = [Self::Utf8, Self::Cyrillic, Self::Western];

    /// The page that texts are most likely in: UTF-8 if all of them are, else the Cyrillic one if letters beyond ASCII
    /// mostly stand beside each other, as they do in words of Cyrillic, but hardly in others.
    pub fn of<'t>(texts: impl Iterator<Item = &'t [u8]> + Clone) -> Self {
        if texts.clone().all(|text| std::str::from_utf8(text).is_ok()) {
            return Self::Utf8;
        }
        let is_letter = |byte: &u8| *byte >= 0xC0;
        let letters = texts.clone().flatten().filter(|byte| is_letter(byte)).count();
        let pairs = texts.flat_map(|text| text.windows(2)).filter(|pair| pair.iter().all(is_letter)).count();
        if 2 * pairs >= letters.max(1) { Self::Cyrillic } else { Self::Western }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Cyrillic => "windows-1251",
            Self::Western => "windows-1252",
        }
    }

    fn code_page(self) -> CodePage {
        CodePage::numbered(match self {
            Self::Utf8 => UTF8,
            Self::Cyrillic => CYRILLIC,
            Self::Western => WESTERN,
        })
    }

    pub fn show(self, text: &[u8]) -> Cow<'_, str> {
        self.code_page().show(text)
    }

    /// The bytes of a text, if the page has all its letters.
    pub fn bytes(self, text: &str) -> Option<Vec<u8>> {
        self.code_page().bytes(text)
    }

    /// Text of a known length.
    pub(crate) fn read<'a>(
        self,
        c: &mut Cursor<'a>,
        name: impl Into<Step>,
        size: usize,
    ) -> Result<Cow<'a, [u8]>> {
        let start = c.pos();
        match self {
            Self::Utf8 => c.text::<UTF8>(name, size).map(drop),
            Self::Cyrillic => c.text::<CYRILLIC>(name, size).map(drop),
            Self::Western => c.text::<WESTERN>(name, size).map(drop),
        }?;
        Ok(Cow::Borrowed(c.whole().get(start..c.pos()).unwrap_or_default()))
    }

    /// Texts out of JSON.
    pub(crate) fn texts(self, json: &[Value]) -> Result<Vec<Cow<'static, [u8]>>> {
        let text = |(i, json): (usize, &Value)| {
            let bytes = json.as_str().and_then(|text| self.bytes(text));
            let wanted = || unfit(format_args!("letters of {}", self.name()), json);
            bytes.map(Cow::Owned).ok_or_else(|| wanted().inside(format_args!("strings[{i}]")))
        };
        json.iter().enumerate().map(text).collect()
    }
}

impl Json for Page {
    fn inner() -> Option<&'static Table> {
        None
    }

    fn write_json<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }

    /// Where it is not stated, texts are UTF-8.
    fn from_json(json: &Value) -> Result<Self> {
        let Some(name) = json.as_str() else {
            return if json.is_null() { Ok(Self::Utf8) } else { Err(unfit("the name of a code page", json)) };
        };
        let known = Self::ALL.into_iter().find(|page| page.name() == name);
        let names = Self::ALL.map(Self::name).join(" or ");
        known.ok_or_else(|| Error::unexpected(names, format_args!("{name:?}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(texts: &[&[u8]]) -> Page {
        Page::of(texts.iter().copied())
    }

    #[test]
    fn letters_are_chosen_by_the_bytes() {
        assert_eq!(page(&[]), Page::Utf8);
        assert_eq!(page(&[b"plain", "Caf\u{e9}".as_bytes()]), Page::Utf8);
        assert_eq!(page(&[b"Caf\xE9", b"\xC9lan vital"]), Page::Western);
        assert_eq!(page(&[b"ok", b"\xCF\xF0\xE8\xE2\xE5\xF2"]), Page::Cyrillic);
        assert_eq!(page(&[b"\xFF"]), Page::Western);
    }

    #[test]
    fn every_byte_comes_back_whatever_the_letters() {
        let all: Vec<u8> = (0..=255).collect();
        for page in [Page::Cyrillic, Page::Western] {
            assert_eq!(page.bytes(&page.show(&all)).unwrap(), all);
        }
    }
}
