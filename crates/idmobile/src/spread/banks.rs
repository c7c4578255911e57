//! Texts, images, fonts and sounds that lie in numbered files with an index: the folder has a file for every chunk. Whatever
//! size such a file gets, the index follows it.

mod languages;
mod texts;

use super::load::Resources;
use super::messages::{Remark, refused};
use super::{Leaf, Spreading};
use crate::bank::Set;
use crate::gallery::{Changes, Lookup};
use crate::game::Game;
use languages::Languages;
use relict_core::args;
use relict_core::tree::{Content, Folder, Gathered, Refused};
use std::collections::BTreeMap;
use texts::Texts;

pub(super) use languages::HEADER;

/// What chunks are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Texts,
    Images,
    Fonts,
    Sounds,
    /// The sounds of Orcs & Elves, which it also has as files of their own, and plays from there.
    Audio,
}

/// How the first bytes of a file tell what it is, and how its name ends then.
const PNG: (&[u8], &str) = (b"\x89PNG\r\n\x1a\n", "png");
const BMP: (&[u8], &str) = (b"BM", "bmp");
const MIDI: (&[u8], &str) = (b"MThd", "mid");
const WAVE: (&[u8], &str) = (b"RIFF", "wav");
const AMR: (&[u8], &str) = (b"#!AMR", "amr");

/// What nobody knows by its first bytes.
const UNKNOWN: &str = "bin";

impl Sort {
    const ALL: [Self; 5] = [Self::Texts, Self::Images, Self::Fonts, Self::Sounds, Self::Audio];

    /// What the names of its resources begin with.
    fn stem(self) -> &'static str {
        match self {
            Self::Texts => "strings",
            Self::Images => "images",
            Self::Fonts => "font",
            Self::Sounds => "sounds",
            Self::Audio => "audio",
        }
    }

    fn folder(self) -> &'static str {
        match self {
            Self::Texts => "Strings",
            Self::Images => "Images",
            Self::Fonts => "Fonts",
            Self::Sounds => "Sounds",
            Self::Audio => "Audio",
        }
    }

    /// What the names of its files begin with.
    fn prefix(self) -> &'static str {
        match self {
            Self::Texts => "strings_",
            Self::Images => "image_",
            Self::Fonts => "font_",
            Self::Sounds => "sound_",
            Self::Audio => "audio_",
        }
    }

    fn magics(self) -> &'static [(&'static [u8], &'static str)] {
        match self {
            Self::Texts => &[],
            Self::Images | Self::Fonts => &[PNG, BMP],
            Self::Sounds | Self::Audio => &[MIDI, WAVE, AMR],
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
    /// What each group of texts is, where that is known.
    languages: Option<Languages>,
    texts: texts::Letters,
}

impl Bank {
    /// All chunks that a game has. What cannot be understood stays as it is, and is shown as entries alone.
    pub(super) fn all(lookup: Lookup<'_, '_>, game: Option<Game>) -> Vec<Self> {
        let open = |sort: Sort| {
            let set = Set::load(lookup, sort.stem()).ok()??;
            let is_texts = sort == Sort::Texts;
            let languages = game.filter(|_| is_texts);
            let languages = languages.and_then(|game| Languages::of(game, set.chunks.len(), lookup));
            let texts = texts::Letters::of(game.filter(|_| is_texts), &set, lookup);
            Some(Self { sort, set, languages, texts })
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

    /// Where a chunk stands in the folder.
    pub(super) fn path(&self, chunk: usize) -> String {
        let (folder, prefix) = (self.sort.folder(), self.sort.prefix());
        let ending = self.sort.ending(self.bytes(chunk).unwrap_or_default());
        match &self.languages {
            Some(languages) => format!("{folder}/{prefix}{}.{ending}", languages.label(chunk)),
            None => format!("{folder}/{prefix}{chunk:03}.{ending}"),
        }
    }

    /// Where it stood in folders of former versions, if that is another place.
    pub(super) fn former_path(&self, chunk: usize) -> Option<String> {
        let former = self.languages.as_ref()?.former_label(chunk);
        let path = format!("{}/{}{former}.json", self.sort.folder(), self.sort.prefix());
        Some(path).filter(|path| *path != self.path(chunk))
    }

    /// What stands there.
    pub(super) fn content(&self, chunk: usize) -> Option<Content> {
        let bytes = self.bytes(chunk)?;
        Some(match self.sort {
            Sort::Texts => Content::Json(self.shown_texts(chunk, bytes)),
            Sort::Images | Sort::Fonts | Sort::Sounds | Sort::Audio => Content::Bytes(bytes.to_vec()),
        })
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

    /// What to say of edits that have no effect by themselves.
    fn remark(&self, edited: &[String]) -> Option<Remark> {
        let first = edited.first().filter(|_| self.sort == Sort::Audio)?;
        Some(("game-audio-edited", args!(count = edited.len(), file = first.as_str())))
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
            gathered.remarks.extend(bank.remark(&edited));
            gathered.edited.append(&mut edited);
        }
        Ok(gathered)
    }

    /// Finds out which chunks the files are. One that could become nothing is refused: its maker thinks otherwise.
    fn found_chunks<'f>(&self, folder: &'f dyn Folder) -> Result<Found<'f>, Refused> {
        let mut chunks: BTreeMap<String, (usize, usize)> = BTreeMap::new();
        for (path, leaf) in &self.leaves {
            let Leaf::Chunk(bank, chunk) = *leaf else { continue };
            let former = self.banks.get(bank).and_then(|bank| bank.former_path(chunk));
            for path in former.iter().chain([path]) {
                chunks.insert(path.to_ascii_lowercase(), (bank, chunk));
            }
        }
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
    pub(super) fn rewritten(
        &self,
        new: Set,
        before: &Set,
        file: &str,
    ) -> Result<Vec<(String, Vec<u8>)>, Refused> {
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
