//! Groups of texts as JSON, and the way back.

use super::{Bank, refused};
use crate::bank::Set;
use crate::gallery::Lookup;
use crate::game::Game;
use crate::spread::messages::no_json;
use crate::strings::Page;
use relict_core::args;
use relict_core::bytes::Bytes;
use relict_core::json::Json;
use relict_core::text::hex;
use relict_core::tree::Refused;
use serde_json::{Map, Value, json};

/// The number of a text has ten bits for its place in the group.
const MOST_TEXTS: usize = 1 << GROUP_SHIFT;
const GROUP_SHIFT: usize = 10;

/// How a game reads its texts.
pub(super) struct Letters {
    /// The letters of all texts: one font has those of all languages.
    pub(super) page: Page,
    /// Where the last text of a group may begin.
    pub(super) most: usize,
}

impl Letters {
    /// J2ME builds, whose fonts are known, keep the places of texts in 16 bits with a sign.
    pub(super) fn of(game: Option<Game>, set: &Set, lookup: Lookup<'_, '_>) -> Self {
        let texts = || set.chunks.iter().flat_map(|chunk| chunk.bytes.split(|byte| *byte == 0));
        let page = match game {
            Some(Game::OrcsAndElves2) if lookup("ftexels.idx").is_none() => Page::ORCS_ELVES_2,
            Some(Game::WolfensteinRpg | Game::Doom2Rpg) if lookup("tex00.bin").is_some() => {
                Page::of_later(texts())
            }
            _ => return Self { page: Page::of_bank(texts()), most: usize::MAX },
        };
        Self { page, most: i16::MAX as usize }
    }
}

impl Bank {
    pub(super) fn shown_texts(&self, chunk: usize, bytes: &[u8]) -> Value {
        let (texts, tail) = cut(bytes);
        let page = self.texts.page;
        let text = |(i, text): (usize, &[u8])| json!({"id": self.id(chunk, i), "text": page.show(text)});
        let mut object = match &self.languages {
            Some(languages) => {
                let (number, group) = languages.place(chunk);
                let language = languages.name(chunk).map_or_else(|| number.into(), Value::from);
                json!({"language": language, "group": group})
            }
            None => json!({"chunk": chunk}),
        };
        object["page"] = page.name().into();
        object["texts"] = texts.into_iter().enumerate().map(text).collect();
        if !tail.is_empty() {
            object["tail"] = hex(tail).into();
        }
        object
    }

    /// The number by which the game knows a text: in all three games with such texts, the routine that looks one up takes
    /// the lower ten bits for its place in the group.
    fn id(&self, chunk: usize, text: usize) -> usize {
        self.languages.as_ref().map_or(text, |languages| languages.place(chunk).1 << GROUP_SHIFT | text)
    }
}

/// Texts with a zero behind each, and what stands behind the last, or behind as many as a group can have.
fn cut(bytes: &[u8]) -> (Vec<&[u8]>, &[u8]) {
    let mut texts: Vec<&[u8]> = bytes.splitn(MOST_TEXTS + 1, |byte| *byte == 0).collect();
    let tail = texts.pop().unwrap_or_default();
    (texts, tail)
}

/// A file of texts on its way back.
pub(super) struct Texts<'t> {
    pub(super) bank: &'t Bank,
    pub(super) chunk: usize,
    pub(super) file: &'t str,
    pub(super) before: &'t [u8],
}

impl Texts<'_> {
    pub(super) fn read(&self, bytes: &[u8]) -> Result<Vec<u8>, Refused> {
        let json: Result<Map<String, Value>, _> = serde_json::from_slice(bytes);
        let object = json.map_err(|error| no_json("texts-json", self.file, &error))?;
        self.expect_known(&object, &["language", "group", "chunk", "page", "texts", "tail"])?;
        let languages = self.bank.languages.as_ref();
        self.expect_language(&object)?;
        self.expect(&object, "group", languages.map(|languages| languages.place(self.chunk).1))?;
        self.expect(&object, "chunk", Some(self.chunk))?;
        let page = self.value(&object, "page", |json| Page::from_json(json).ok())?;
        let page = page.unwrap_or(self.bank.texts.page);
        let tail = self.value(&object, "tail", |json| Bytes::from_json(json).ok())?;
        let texts = self.value(&object, "texts", Value::as_array)?;
        let texts = texts.ok_or_else(|| self.wrong("texts", &Value::Null))?;
        let least = cut(self.before).0.len();
        if !(least..=MOST_TEXTS).contains(&texts.len()) {
            let args = args!(found = texts.len(), least = least, most = MOST_TEXTS);
            return Err(refused("texts-count", self.file, args));
        }
        let (mut chunk, mut last) = (vec![], 0);
        for (i, text) in texts.iter().enumerate() {
            last = chunk.len();
            chunk.extend(self.text(i, text, page)?);
            chunk.push(0);
        }
        chunk.extend_from_slice(tail.as_deref().unwrap_or_default());
        if last > self.bank.texts.most {
            let args = args!(size = last, most = self.bank.texts.most);
            return Err(refused("texts-size", self.file, args));
        }
        Ok(chunk)
    }

    /// The name of the language, or its number, as folders of former versions have it.
    fn expect_language(&self, object: &Map<String, Value>) -> Result<(), Refused> {
        let Some(stated) = object.get("language").and_then(Value::as_str) else {
            let languages = self.bank.languages.as_ref();
            return self.expect(object, "language", languages.map(|languages| languages.place(self.chunk).0));
        };
        match self.bank.languages.as_ref().and_then(|languages| languages.name(self.chunk)) {
            Some(name) if name == stated => Ok(()),
            Some(name) => {
                let args = args!(field = "language", found = stated, wanted = name);
                Err(refused("texts-fixed", self.file, args))
            }
            None => Err(self.wrong("language", &stated.into())),
        }
    }

    fn text(&self, number: usize, json: &Value, page: Page) -> Result<Vec<u8>, Refused> {
        let object = json.as_object().ok_or_else(|| self.wrong("texts", json))?;
        self.expect_known(object, &["id", "text"])?;
        let id = self.bank.id(self.chunk, number);
        self.expect(object, "id", Some(id))?;
        let text = self.value(object, "text", Value::as_str)?;
        let text = text.ok_or_else(|| self.wrong("text", &Value::Null))?;
        if text.contains('\0') {
            return Err(refused("text-zero", self.file, args!(id = id)));
        }
        page.bytes(text).map_err(|letter| {
            let letter = format!("{letter} (U+{:04X})", u32::from(letter));
            refused("text-letters", self.file, args!(id = id, page = page.name(), letter = letter))
        })
    }

    fn wrong(&self, field: &str, found: &Value) -> Refused {
        refused("texts-value", self.file, args!(field = field, found = found.to_string()))
    }

    /// What has a misspelt name would be lost without a word.
    fn expect_known(&self, object: &Map<String, Value>, known: &[&str]) -> Result<(), Refused> {
        match object.iter().find(|(key, _)| !known.contains(&key.as_str())) {
            Some((key, value)) => Err(self.wrong(key, value)),
            None => Ok(()),
        }
    }

    /// A value, if it is stated.
    fn value<'v, T>(
        &self,
        object: &'v Map<String, Value>,
        name: &str,
        read: impl FnOnce(&'v Value) -> Option<T>,
    ) -> Result<Option<T>, Refused> {
        let value = object.get(name).filter(|value| !value.is_null());
        value.map(|value| read(value).ok_or_else(|| self.wrong(name, value))).transpose()
    }

    /// What follows from the place of the texts stands there to be looked at.
    fn expect(&self, object: &Map<String, Value>, name: &str, wanted: Option<usize>) -> Result<(), Refused> {
        let found =
            self.value(object, name, |json| json.as_u64().and_then(|number| usize::try_from(number).ok()))?;
        match (found, wanted) {
            (Some(found), Some(wanted)) if found != wanted => {
                let args = args!(field = name, found = found, wanted = wanted);
                Err(refused("texts-fixed", self.file, args))
            }
            (Some(found), None) => Err(self.wrong(name, &found.into())),
            _ => Ok(()),
        }
    }
}
