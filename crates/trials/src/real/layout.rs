//! What Relict reads from the archive of a game, in the form of `relict.facts/1`.

use super::facts::{numbered, sha256};
use super::fields::Fields;
use super::{maps, tables};
use relict_toolkit::FORMATS;
use relict_toolkit::core::bytes::Cursor;
use relict_toolkit::core::error::{Error, Result};
use relict_toolkit::core::format::{Document, Format, Kind, Limits, Origin};
use relict_toolkit::core::image::Image;
use relict_toolkit::core::tree::{Content, EditableTree};
use relict_toolkit::idmobile::gallery::Gallery;
use relict_toolkit::idmobile::game::{Detected, Game, Layout};
use relict_toolkit::idmobile::index::{Chunk, Index};
use relict_toolkit::idmobile::new_mappings::NewMappings;
use relict_toolkit::idmobile::tables::Tables;
use relict_toolkit::idmobile::{doom, orcs, string_bank};
use relict_toolkit::open::Asset;
use relict_toolkit::phrases;
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The side of a square in the strip of a palette.
const CELL: usize = 16;

/// An archive, and the folder that it is edited in.
pub(super) struct Opened<'d> {
    bytes: &'d [u8],
    /// In the order of the directory.
    entries: Vec<(String, Vec<u8>)>,
    found: Detected,
    spread: Option<Box<dyn EditableTree + 'd>>,
    /// The places of the files of the folder.
    leaves: BTreeMap<String, usize>,
}

type Record = Map<String, Value>;

fn record(value: Value) -> Record {
    match value {
        Value::Object(record) => record,
        _ => Record::new(),
    }
}

impl<'d> Opened<'d> {
    pub(super) fn of(asset: &Asset<'d>, document: &'d dyn Document) -> Result<Self> {
        let archive = document
            .archive()
            .ok_or_else(|| Error::unexpected(phrases::an_archive(), phrases::something_else()))?;
        let mut entries = vec![];
        for place in 0..archive.len() {
            let name = archive.name(place).unwrap_or_default().into_owned();
            entries.push((name, archive.payload(place, Limits::USUAL)?.into_owned()));
        }
        let names: Vec<&str> = entries.iter().map(|(name, _)| name.as_str()).collect();
        let found = Game::detect(&names, &|name| get(&entries, name));
        let spread = document.open_tree().transpose()?;
        let leaves = spread.iter().flat_map(|spread| spread.leaves()).map(str::to_owned);
        let leaves = leaves.enumerate().map(|(place, path)| (path, place)).collect();
        Ok(Self { bytes: asset.bytes, entries, found, spread, leaves })
    }

    pub(super) fn facts(&self) -> Value {
        let gallery = self.gallery();
        let maps = self.maps();
        let texts = self.texts();
        let mut facts = record(json!({
            "sha256": sha256(self.bytes),
            "size": self.bytes.len(),
            "game": self.found.game.map(Game::id),
            "version": self.found.version,
            "entries": self.entries.len(),
            "files": self.entries.iter().map(|(name, bytes)| json!({"name": name, "size": bytes.len(), "sha256": sha256(bytes)})).collect::<Vec<_>>(),
            "palettes": numbered(self.palettes()),
            "textures": numbered(self.textures()),
            "sprites": numbered(self.sprites(gallery.as_ref())),
            "images": numbered(self.images()),
            "skies": self.skies(),
            "maps": maps,
            "tables": self.tables(),
            "texts_by_file": texts,
        }));
        let counts = self.counts(&facts, gallery.as_ref());
        facts.insert("counts".to_owned(), counts.into());
        facts.into()
    }

    fn entry(&self, name: &str) -> Option<&[u8]> {
        let found = self.entries.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
        found.map(|(_, bytes)| bytes.as_slice())
    }

    /// Entries of a format, with their names.
    fn known(&self) -> impl Iterator<Item = (&'static Kind, &str, &[u8])> {
        self.entries.iter().filter_map(|(name, bytes)| {
            Some((FORMATS.of(Origin::named(name), bytes)?, name.as_str(), bytes.as_slice()))
        })
    }

    /// The files of a folder whose names begin so and end so, in the order of their numbers.
    fn paths<'p>(&'p self, start: &'p str, end: &'p str) -> impl Iterator<Item = &'p str> {
        let is_one = move |path: &&String| path.starts_with(start) && path.ends_with(end);
        self.leaves.keys().filter(is_one).map(String::as_str)
    }

    fn content(&self, path: &str) -> Option<Content> {
        self.spread.as_ref()?.content(*self.leaves.get(path)?).ok()
    }

    fn picture(&self, path: &str) -> Option<Image> {
        match self.content(path)? {
            Content::Picture(image) => Some(image),
            _ => None,
        }
    }

    fn note(&self, path: &str) -> Option<Value> {
        match self.content(&path.replace(".png", ".json"))? {
            Content::Json(note) => Some(note),
            _ => None,
        }
    }

    fn palettes(&self) -> Vec<Record> {
        let is_media = self.found.layout == Some(Layout::NewMedia);
        let one = |path: &str| {
            let strip = self.picture(path)?;
            let pixels = strip.to_rgba();
            let colours: Vec<[u8; 4]> = pixels.into_iter().take(strip.width).step_by(CELL).collect();
            let mut one =
                record(json!({"colours": colours.len(), "rgba_sha256": sha256(colours.as_flattened())}));
            if is_media {
                one.insert("image".to_owned(), number(path, "palette_")?.into());
            }
            Some(one)
        };
        self.paths("Palettes/", ".png").filter_map(one).collect()
    }

    fn textures(&self) -> Vec<Record> {
        let one = |path: &str| {
            let image = self.picture(path)?;
            Some(record(json!({
                "number": number(path, "texture_")?,
                "picture": number(path, "_b")?,
                "palette": number(path, "_p")?,
                "width": image.width,
                "height": image.height,
                "rgba_sha256": seen(&image),
            })))
        };
        self.paths("ColourTextures/", ".png").filter_map(one).collect()
    }

    fn sprites(&self, gallery: Option<&Gallery<'_>>) -> Vec<Record> {
        let one = |path: &str| {
            let (image, note) = (self.picture(path)?, self.note(path)?);
            let place = number(path, "sprite_")?;
            Some(record(json!({
                "number": place,
                "shape": gallery?.sprites.get(place)?.picture,
                "palette": note["palette"],
                "x0": note["x0"],
                "y0": note["y0"],
                "width": image.width,
                "height": image.height,
                "rgba_sha256": seen(&image),
            })))
        };
        self.paths("Sprites/", ".png").filter_map(one).collect()
    }

    fn images(&self) -> Vec<Record> {
        let directory = self.entry("newMappings.bin").and_then(|bytes| NewMappings::of(bytes).ok());
        let slots = directory.map(|directory| directory.slots()).unwrap_or_default();
        let one = |path: &str| {
            let (image, note) = (self.picture(path)?, self.note(path)?);
            let place = number(path, "media_")?;
            let is_raw = note["flip_v"] == true;
            let mut one = record(json!({
                "number": place,
                "width": image.width,
                "height": image.height,
                "kind": if is_raw { "raw" } else { "sprite" },
                "bounds": slots.get(place)?.bounds,
                "tiles": note["tiles"],
                "palette": note["palette"],
                "rgba_sha256": seen(&image),
            }));
            if is_raw {
                let clear = note["transparent_index"] == 0;
                one.insert("index_0".to_owned(), if clear { "clear" } else { "opaque" }.into());
            }
            Some(one)
        };
        self.paths("Media/", ".png").filter_map(one).collect()
    }

    fn skies(&self) -> Vec<Value> {
        let (name, bytes) = ("tables.bin", self.entry("tables.bin").unwrap_or_default());
        let tables = Tables::read(&mut Cursor::new(bytes), Origin::named(name));
        let tables = tables.iter().flat_map(Tables::skies).map(|sky| sky.table);
        let one = |(path, table): (&str, usize)| {
            let image = self.picture(path)?;
            Some(json!({
                "tables": [table.checked_sub(1)?, table],
                "width": image.width,
                "height": image.height,
                "rgba_sha256": seen(&image),
            }))
        };
        self.paths("Sky/", ".png").zip(tables).filter_map(one).collect()
    }

    /// The resources of the older games, which have numbers that no file of the folder tells.
    fn gallery(&self) -> Option<Gallery<'_>> {
        let lookup = |name: &str| self.entry(name).map(Cow::Borrowed);
        match self.found.layout? {
            Layout::Drpg => doom::open(&lookup).ok(),
            Layout::OeIndexed | Layout::Oe2Indexed | Layout::SeedBanks => orcs::open(&lookup).ok(),
            Layout::NewMedia => None,
        }
    }

    /// Maps that are files of their own, or else those that an index cuts into parts.
    fn maps(&self) -> Value {
        let files = self.known().filter_map(|(kind, name, bytes)| maps::of_file(kind, name, bytes));
        let files: Vec<Value> = files.collect();
        if !files.is_empty() {
            return files.into();
        }
        maps::of_chunks(&self.chunks("maps"), self.found.game).into()
    }

    /// What an index says of its data files.
    fn chunks(&self, stem: &str) -> Vec<&[u8]> {
        let name = format!("{stem}.idx");
        let bytes = self.entry(&name).unwrap_or_default();
        let index = Index::read(&mut Cursor::new(bytes), Origin::named(&name));
        let chunks = index.map(|index| index.chunks()).unwrap_or_default();
        let chunk = |chunk: &Chunk| {
            let file = self.entry(&format!("{stem}{}.bin", chunk.file))?;
            file.get(chunk.start..chunk.end)
        };
        chunks.iter().filter_map(chunk).collect()
    }

    /// Lists of numbers, or of texts, by the names of their files.
    fn tables(&self) -> Value {
        let tables = self.known().filter_map(|(kind, name, bytes)| {
            let is_one = ["idmobile.tables", "idmobile.text-tables"].contains(&kind.id);
            is_one.then(|| (name.to_owned(), tables::of(&Fields::of(kind, name, bytes))))
        });
        tables.collect::<Record>().into()
    }

    /// How many texts there are in each file, and in each chunk of the banks.
    fn texts(&self) -> Record {
        let lookup = |name: &str| self.entry(name).map(Cow::Borrowed);
        let in_files = self.known().filter_map(|(kind, name, bytes)| {
            let count = match kind.id {
                // Chunks of banks are counted below, and the list of languages only says how many texts others have.
                "idmobile.string-bank" | "idmobile.language-list" | "idmobile.jar" => None,
                // A map says so only where it has texts at all.
                "idmobile.bsp" => Fields::of(kind, name, bytes).number(&["strings.count"]).map(Value::from),
                _ => fact(&*kind.open(bytes, Origin::named(name)).ok()?, "strings"),
            };
            Some((name.to_owned(), count?))
        });
        let mut texts: Record = in_files.collect();
        if self.entry("strings.idx").is_some() {
            let groups = string_bank::groups(&lookup).unwrap_or_default();
            texts.insert("strings".to_owned(), groups.iter().map(Vec::len).collect());
        }
        texts
    }

    fn counts(&self, facts: &Record, gallery: Option<&Gallery<'_>>) -> Record {
        let list = |key: &str| facts.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
        let images = list("images");
        let of = |key: &str, value: &str| images.iter().filter(|image| image[key] == value).count();
        let texts = facts.get("texts_by_file").and_then(Value::as_object);
        let ids = |ids: &[i16]| ids.iter().filter(|id| **id == UNUSED_ID).count();
        let mut counts = record(json!({
            "palettes": list("palettes").len(),
            "textures": list("textures").len(),
            "sprites": list("sprites").len(),
            "images": images.len(),
            "raw_images": of("kind", "raw"),
            "sprite_images": of("kind", "sprite"),
            "raw_images_index_0_clear": of("index_0", "clear"),
            "skies": list("skies").len(),
            "maps": list("maps").len(),
            "texts": texts.into_iter().flatten().map(|(_, count)| sum(count)).sum::<u64>(),
            "texel_files": self.named(|name| name.starts_with("tex") && name.ends_with(".bin")),
            "png_files": self.named(|name| name.ends_with(".png")),
            "sound_files": self.named(|name| SOUNDS.iter().any(|ending| name.ends_with(ending))),
        }));
        if let Some(gallery) = gallery {
            counts.extend(record(json!({
                "texture_pictures": gallery.textures.len(),
                "shapes": gallery.shapes.len(),
                "texture_ids": gallery.texture_ids.len(),
                "sprite_ids": gallery.sprite_ids.len(),
                "unused_texture_ids": ids(&gallery.texture_ids),
                "unused_sprite_ids": ids(&gallery.sprite_ids),
            })));
        }
        let directory = self.entry("newMappings.bin").and_then(|bytes| NewMappings::of(bytes).ok());
        let unused = directory.map(|directory| directory.tiles.iter().filter(|first| *first == -1).count());
        counts.extend(unused.map(|unused| ("unused_tiles".to_owned(), unused.into())));
        counts.extend(self.of_small_files());
        counts.extend(self.of_banks());
        counts
    }

    /// Entries whose names are so.
    fn named(&self, is_one: impl Fn(&str) -> bool) -> usize {
        self.entries.iter().filter(|(name, _)| is_one(name)).count()
    }

    /// Entities and menus, which Orcs & Elves has for every language.
    fn of_small_files(&self) -> Record {
        let mut counts = Record::new();
        for (kind, name, bytes) in self.known() {
            let Ok(document) = kind.open(bytes, Origin::named(name)) else { continue };
            let names: &[(&str, &str)] = match kind.id {
                "idmobile.entities" | "idmobile.language-entities" => &[("entities", "entities")],
                "idmobile.menus" => &[("menus", "menu_words"), ("menu_items", "item_words")],
                "idmobile.language-menus" => &[("menus", "menus"), ("menu_items", "items")],
                _ => &[],
            };
            for (name, of) in names {
                counts.extend(fact(&*document, of).map(|count| ((*name).to_owned(), count)));
            }
        }
        counts
    }

    /// What the indices cut: chunks, and among them pictures and sounds.
    fn of_banks(&self) -> Record {
        let stems = self.entries.iter().filter_map(|(name, _)| name.strip_suffix(".idx"));
        let stems: BTreeSet<&str> = stems.collect();
        let chunks: BTreeMap<&str, Vec<&[u8]>> =
            stems.into_iter().map(|stem| (stem, self.chunks(stem))).collect();
        let all = |stems: &[&str]| -> Vec<&[u8]> {
            stems.iter().filter_map(|stem| chunks.get(stem)).flatten().copied().collect()
        };
        let (pictures, sounds) = (all(&["images", "font"]), all(&["sounds", "audio"]));
        let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
        for sound in &sounds {
            *kinds.entry(sound_kind(sound)).or_default() += 1;
        }
        record(json!({
            "chunks": chunks.iter().map(|(stem, chunks)| ((*stem).to_owned(), chunks.len())).collect::<BTreeMap<_, _>>(),
            "png_chunks": pictures.iter().filter(|chunk| chunk.starts_with(b"\x89PNG")).count(),
            "sounds": sounds.len(),
            "sound_kinds": kinds,
        }))
    }
}

/// In the lists of numbers that maps have, one that stands for nothing.
const UNUSED_ID: i16 = 0x7FFF;

const SOUNDS: [&str; 3] = [".mid", ".wav", ".pmd"];

fn sound_kind(bytes: &[u8]) -> &'static str {
    let kinds = [(&b"MThd"[..], "mid"), (b"RIFF", "wav"), (b"#!AMR", "amr")];
    kinds.into_iter().find(|(magic, _)| bytes.starts_with(magic)).map_or("other", |(_, kind)| kind)
}

/// A number, or the sum of a list of them.
fn sum(value: &Value) -> u64 {
    match value {
        Value::Array(values) => values.iter().map(sum).sum(),
        value => value.as_u64().unwrap_or_default(),
    }
}

/// A fact that a document tells of itself.
fn fact(document: &dyn Document, name: &str) -> Option<Value> {
    document.facts().into_iter().find(|(fact, _)| *fact == name).map(|(_, value)| value)
}

fn get<'e>(entries: &'e [(String, Vec<u8>)], name: &str) -> Option<Cow<'e, [u8]>> {
    let found = entries.iter().find(|(other, _)| other == name);
    found.map(|(_, bytes)| Cow::Borrowed(bytes.as_slice()))
}

/// The number that stands in a path behind these letters.
fn number(path: &str, behind: &str) -> Option<usize> {
    let name = path.rsplit('/').next()?;
    let tail = name.split_once(behind)?.1;
    let digits: String = tail.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// The hash of what is seen of a picture. What is invisible has no colour.
fn seen(image: &Image) -> Value {
    let pixels: Vec<[u8; 4]> =
        image.to_rgba().into_iter().map(|pixel| if pixel[3] == 0 { [0; 4] } else { pixel }).collect();
    sha256(pixels.as_flattened())
}
