//! Texts, images and sounds that lie in numbered files with an index: the folder has a file for every chunk. Whatever size
//! such a file gets, the index follows it.

use super::load::Resources;
use super::told::{no_json, refused};
use super::{Leaf, Spreading};
use crate::bank::Set;
use crate::gallery::{Changes, Lookup};
use crate::game::Game;
use crate::strings::Page;
use relict_core::args;
use relict_core::bytes::Bytes;
use relict_core::json::Json;
use relict_core::spread::{Content, Folder, Gathered, Refused};
use relict_core::text::hex;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// What chunks are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Texts,
    Images,
    Sounds,
}

/// How the first bytes of a file tell what it is, and how its name ends then.
const PNG: (&[u8], &str) = (b"\x89PNG\r\n\x1a\n", "png");
const BMP: (&[u8], &str) = (b"BM", "bmp");
const MIDI: (&[u8], &str) = (b"MThd", "mid");
const WAVE: (&[u8], &str) = (b"RIFF", "wav");
const AMR: (&[u8], &str) = (b"#!AMR", "amr");

/// What nobody knows by its first bytes.
const UNKNOWN: &str = "bin";

/// The number of a text has ten bits for its place in the group.
const MOST_TEXTS: usize = 1 << GROUP_SHIFT;
const GROUP_SHIFT: usize = 10;

impl Sort {
    const ALL: [Self; 3] = [Self::Texts, Self::Images, Self::Sounds];

    /// What the names of its resources begin with.
    fn stem(self) -> &'static str {
        match self {
            Self::Texts => "strings",
            Self::Images => "images",
            Self::Sounds => "sounds",
        }
    }

    fn folder(self) -> &'static str {
        match self {
            Self::Texts => "Strings",
            Self::Images => "Images",
            Self::Sounds => "Sounds",
        }
    }

    /// What the names of its files begin with.
    fn prefix(self) -> &'static str {
        match self {
            Self::Texts => "strings_",
            Self::Images => "image_",
            Self::Sounds => "sound_",
        }
    }

    fn magics(self) -> &'static [(&'static [u8], &'static str)] {
        match self {
            Self::Texts => &[],
            Self::Images => &[PNG, BMP],
            Self::Sounds => &[MIDI, WAVE, AMR],
        }
    }

    /// How the name of a file ends that holds such a chunk.
    fn ending(self, chunk: &[u8]) -> &'static str {
        let known = self.magics().iter().find(|(magic, _)| chunk.starts_with(magic));
        match (self, known) {
            (Self::Texts, _) => "json",
            (_, Some((_, ending))) => ending,
            (_, None) => UNKNOWN,
        }
    }

    /// Whether a file looks as if it were meant for the game.
    fn takes(self, name: &str) -> bool {
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        let known = self.magics().iter().any(|(_, known)| *known == ending);
        known || ending == if self == Self::Texts { "json" } else { UNKNOWN }
    }
}

/// Whether a resource, by its name in lower case, belongs to such chunks.
pub(super) fn is_banked(name: &str) -> bool {
    Sort::ALL.into_iter().any(|sort| {
        let rest = name.strip_prefix(sort.stem());
        let number = rest.and_then(|rest| rest.strip_suffix(".bin"));
        let numbered = number.is_some_and(|number| {
            (1..=3).contains(&number.len()) && number.bytes().all(|digit| digit.is_ascii_digit())
        });
        numbered || rest == Some(".idx")
    })
}

/// Chunks of one sort.
pub(super) struct Bank {
    sort: Sort,
    set: Set,
    /// How many groups of texts each language has, where that is known.
    groups: Option<usize>,
}

impl Bank {
    /// All chunks that a game has. What cannot be understood stays as it is, and is shown as entries alone.
    pub(super) fn all(lookup: Lookup<'_, '_>, game: Option<Game>) -> Vec<Self> {
        let open = |sort: Sort| {
            let set = Set::load(lookup, sort.stem()).ok()??;
            let groups = groups(game).filter(|groups| {
                let chunks = set.chunks.len();
                sort == Sort::Texts && (chunks < *groups || chunks.is_multiple_of(*groups))
            });
            Some(Self { sort, set, groups })
        };
        Sort::ALL.into_iter().filter_map(open).collect()
    }

    /// Whether it is made of a resource.
    pub(super) fn holds(&self, name: &str) -> bool {
        self.set.names().iter().any(|held| held.eq_ignore_ascii_case(name))
    }

    pub(super) fn len(&self) -> usize {
        self.set.chunks.len()
    }

    fn bytes(&self, chunk: usize) -> Option<&[u8]> {
        self.set.chunks.get(chunk).map(|chunk| chunk.bytes.as_slice())
    }

    /// The language and the group of a chunk.
    fn place(&self, chunk: usize) -> Option<(usize, usize)> {
        self.groups.map(|groups| (chunk / groups, chunk % groups))
    }

    /// Where a chunk stands in the folder.
    pub(super) fn path(&self, chunk: usize) -> String {
        let (folder, prefix) = (self.sort.folder(), self.sort.prefix());
        let ending = self.sort.ending(self.bytes(chunk).unwrap_or_default());
        match self.place(chunk) {
            Some((language, group)) => format!("{folder}/{prefix}{language:02}_{group:02}.{ending}"),
            None => format!("{folder}/{prefix}{chunk:03}.{ending}"),
        }
    }

    /// What stands there.
    pub(super) fn content(&self, chunk: usize) -> Option<Content> {
        let bytes = self.bytes(chunk)?;
        Some(match self.sort {
            Sort::Texts => Content::Json(self.texts(chunk, bytes)),
            Sort::Images | Sort::Sounds => Content::Bytes(bytes.to_vec()),
        })
    }

    /// The letters of all texts of a language, since a group alone may be too short to tell.
    fn page(&self, chunk: usize) -> Page {
        let language = |chunk: usize| self.place(chunk).map_or(chunk, |(language, _)| language);
        let of_language =
            self.set.chunks.iter().enumerate().filter(|(other, _)| language(*other) == language(chunk));
        Page::of(of_language.flat_map(|(_, chunk)| chunk.bytes.split(|byte| *byte == 0)))
    }

    fn texts(&self, chunk: usize, bytes: &[u8]) -> Value {
        let (texts, tail) = cut(bytes);
        let page = self.page(chunk);
        let text = |(i, text): (usize, &[u8])| json!({"id": self.id(chunk, i), "text": page.show(text)});
        let mut object = match self.place(chunk) {
            Some((language, group)) => json!({"language": language, "group": group}),
            None => json!({"chunk": chunk}),
        };
        object["page"] = page.name().into();
        object["texts"] = texts.into_iter().enumerate().map(text).collect();
        if !tail.is_empty() {
            object["tail"] = hex(tail).into();
        }
        object
    }

    /// The number by which the game knows a text.
    fn id(&self, chunk: usize, text: usize) -> usize {
        self.place(chunk).map_or(text, |(_, group)| group << GROUP_SHIFT | text)
    }

    /// The chunk that a file of the folder stands for.
    fn read(&self, chunk: usize, file: &str, folder: &dyn Folder) -> Result<Vec<u8>, Refused> {
        let bytes = folder.bytes(file)?;
        let before = self.bytes(chunk).unwrap_or_default();
        if self.sort == Sort::Texts {
            return Texts { bank: self, chunk, file, before }.read(&bytes);
        }
        // Its name would be another, and what is called so now would stand for nothing.
        let (wanted, found) = (self.sort.ending(before), self.sort.ending(&bytes));
        if wanted != found {
            return Err(refused("chunk-kind", file, args!(wanted = wanted, found = found)));
        }
        if found == PNG.1 && bytes != before {
            folder.picture(file)?;
        }
        Ok(bytes)
    }
}

/// How many groups of texts a game has for each language.
fn groups(game: Option<Game>) -> Option<usize> {
    match game? {
        Game::Doom2Rpg => Some(15),
        Game::WolfensteinRpg => Some(17),
        Game::DoomRpg | Game::OrcsAndElves | Game::OrcsAndElves2 => None,
    }
}

/// Texts with a zero behind each, and what stands behind the last, or behind as many as a group can have.
fn cut(bytes: &[u8]) -> (Vec<&[u8]>, &[u8]) {
    let mut texts: Vec<&[u8]> = bytes.splitn(MOST_TEXTS + 1, |byte| *byte == 0).collect();
    let tail = texts.pop().unwrap_or_default();
    (texts, tail)
}

/// A file of texts on its way back.
struct Texts<'t> {
    bank: &'t Bank,
    chunk: usize,
    file: &'t str,
    before: &'t [u8],
}

impl Texts<'_> {
    fn read(&self, bytes: &[u8]) -> Result<Vec<u8>, Refused> {
        let json: Result<Map<String, Value>, _> = serde_json::from_slice(bytes);
        let object = json.map_err(|error| no_json("texts-json", self.file, &error))?;
        self.expect_known(&object, &["language", "group", "chunk", "page", "texts", "tail"])?;
        let place = self.bank.place(self.chunk);
        self.expect(&object, "language", place.map(|(language, _)| language))?;
        self.expect(&object, "group", place.map(|(_, group)| group))?;
        self.expect(&object, "chunk", Some(self.chunk))?;
        let page = self.value(&object, "page", |json| Page::from_json(json).ok())?;
        let page = page.unwrap_or_else(|| self.bank.page(self.chunk));
        let tail = self.value(&object, "tail", |json| Bytes::from_json(json).ok())?;
        let texts = self.value(&object, "texts", Value::as_array)?;
        let texts = texts.ok_or_else(|| self.wrong("texts", &Value::Null))?;
        let least = cut(self.before).0.len();
        if !(least..=MOST_TEXTS).contains(&texts.len()) {
            let args = args!(found = texts.len(), least = least, most = MOST_TEXTS);
            return Err(refused("texts-count", self.file, args));
        }
        let mut chunk = vec![];
        for (i, text) in texts.iter().enumerate() {
            chunk.extend(self.text(i, text, page)?);
            chunk.push(0);
        }
        chunk.extend_from_slice(tail.as_deref().unwrap_or_default());
        Ok(chunk)
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
        page.bytes(text).ok_or_else(|| refused("text-letters", self.file, args!(id = id, page = page.name())))
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

/// The files of a folder that stand for chunks, by bank and chunk.
type Found<'f> = BTreeMap<(usize, usize), &'f str>;

impl Spreading<'_> {
    /// What became of texts, images and sounds.
    pub(super) fn gathered_banks(&self, folder: &dyn Folder) -> Result<Gathered, Refused> {
        let found = self.found_chunks(folder)?;
        let mut gathered = Gathered::default();
        for (number, bank) in self.banks.iter().enumerate() {
            let mut new = bank.set.clone();
            let mut edited = vec![];
            for ((_, chunk), file) in found.range((number, 0)..=(number, usize::MAX)) {
                let bytes = bank.read(*chunk, file, folder)?;
                if let Some(old) = new.chunks.get_mut(*chunk).filter(|old| old.bytes != bytes) {
                    old.bytes = bytes;
                    edited.push((*file).to_owned());
                }
            }
            let Some(first) = edited.first() else { continue };
            gathered.changed.extend(self.resources.rewritten(new, &bank.set, first)?);
            gathered.edited.append(&mut edited);
        }
        Ok(gathered)
    }

    /// Finds out which chunks the files are. One that could become nothing is refused: its maker thinks otherwise.
    fn found_chunks<'f>(&self, folder: &'f dyn Folder) -> Result<Found<'f>, Refused> {
        let chunks = self.leaves.iter().filter_map(|(path, leaf)| match leaf {
            Leaf::Chunk(bank, chunk) => Some((path.to_ascii_lowercase(), (*bank, *chunk))),
            _ => None,
        });
        let chunks: BTreeMap<String, (usize, usize)> = chunks.collect();
        let mut found = Found::new();
        for path in folder.files() {
            let Some((top, name)) = path.split_once('/') else { continue };
            let sort = Sort::ALL.into_iter().find(|sort| sort.folder().eq_ignore_ascii_case(top));
            let name = name.to_ascii_lowercase();
            let Some(sort) = sort.filter(|_| !name.contains('/') && !name.starts_with('.')) else { continue };
            match chunks.get(&path.to_ascii_lowercase()) {
                Some(chunk) => {
                    if let Some(first) = found.insert(*chunk, path) {
                        return Err(refused("repeated-picture", path, args!(other = first)));
                    }
                }
                None if sort.takes(&name) => return Err(refused("unknown-chunk", path, vec![])),
                None => {}
            }
        }
        Ok(found)
    }
}

impl Resources<'_> {
    /// The resources that hold a set of chunks, as far as they are other than before. `file` is to blame if there is no
    /// room for them.
    fn rewritten(&self, new: Set, before: &Set, file: &str) -> Result<Vec<(String, Vec<u8>)>, Refused> {
        if let Some(resource) = new.overfull() {
            return Err(refused("full", file, args!(resource = resource)));
        }
        let mut changes = Changes::default();
        let lookup = |name: &str| self.bytes(name);
        new.write(before, &lookup, &mut changes).map_err(|refusal| {
            let (slug, args) = refusal.told();
            refused(slug, file, args)
        })?;
        Ok(changes.files.into_iter().map(|(name, bytes)| (self.path(&name), bytes)).collect())
    }
}
