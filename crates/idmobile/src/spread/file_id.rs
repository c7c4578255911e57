//! Which picture a file of the folder is of, and how it is called.

use super::messages::MOST_LISTED;
use crate::gallery::{Blob, Entry, Gallery};
use relict_core::tree::Content;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// What there are pictures of. Each kind has a folder of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Textures without their colours, by the number of the file that holds them.
    Grey(usize),
    Palette,
    /// Textures with their colours.
    Texture,
    Flat,
    Sprite,
    /// Whatever the newer games show.
    Media,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    Picture,
    /// What is visible of a sprite whose picture cannot tell.
    Mask,
    /// What else is known of a sprite.
    Note,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FileId {
    pub(super) kind: Kind,
    pub(super) number: usize,
    pub(super) part: Part,
}

impl Kind {
    pub(super) const COLOURED: [Self; 3] = [Self::Texture, Self::Flat, Self::Sprite];

    /// Its folder; grey textures may have one for each file.
    pub(super) fn folder(self, banked: bool) -> Cow<'static, str> {
        match self {
            Self::Grey(bank) if banked => format!("Textures{bank}").into(),
            Self::Grey(_) => "Textures".into(),
            Self::Palette => "Palettes".into(),
            Self::Texture => "ColourTextures".into(),
            Self::Flat => "Flats".into(),
            Self::Sprite => "Sprites".into(),
            Self::Media => "Media".into(),
        }
    }

    /// What the names of its files begin with.
    pub(super) fn stem(self) -> &'static str {
        match self {
            Self::Grey(_) | Self::Texture => "texture_",
            Self::Palette => "palette_",
            Self::Flat => "flat_",
            Self::Sprite => "sprite_",
            Self::Media => "media_",
        }
    }

    fn digits(self) -> usize {
        if self == Self::Media { 4 } else { 3 }
    }

    /// Whether notes stand beside its pictures.
    pub(super) fn has_notes(self) -> bool {
        matches!(self, Self::Sprite | Self::Media)
    }

    /// Pictures with palettes, and the number of each.
    pub(super) fn entries<'g>(self, gallery: &'g Gallery<'_>) -> &'g [Entry] {
        match self {
            Self::Texture => &gallery.texture_entries,
            Self::Flat => &gallery.flat_entries,
            Self::Sprite => &gallery.sprites,
            Self::Grey(_) | Self::Palette | Self::Media => &[],
        }
    }
}

impl Part {
    pub(super) const ALL: [Self; 3] = [Self::Picture, Self::Mask, Self::Note];

    pub(super) fn ending(self) -> &'static str {
        match self {
            Self::Picture => ".png",
            Self::Mask => ".mask.png",
            Self::Note => ".json",
        }
    }
}

/// Whether a folder holds pictures of any game, by the name it has here.
pub(super) fn is_carrier(folder: &str) -> bool {
    let folder = folder.to_ascii_lowercase();
    let stem = folder.trim_end_matches(|digit: char| digit.is_ascii_digit());
    stem == "textures" || ["colourtextures", "palettes", "flats", "sprites", "media"].contains(&&*folder)
}

/// Whether the community's editor puts a resource into its folder.
pub(super) fn is_of_the_seed(name: &str) -> bool {
    let numbered = || crate::resource::numbered(name, "wtexels").is_some();
    matches!(name, "wtexels.bin" | "palettes.bin") || numbered()
}

/// How a picture is called where there is little room: `texture_004 p003` of `ColourTextures/texture_004_b003_p003.png`.
pub(super) fn label(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.split('.').next().unwrap_or(name);
    let numbered = stem.split_once("_b").and_then(|(number, tail)| Some((number, tail.split_once('_')?.1)));
    numbered.map_or_else(|| stem.to_owned(), |(number, palette)| format!("{number} {palette}"))
}

/// A note with the pictures that have their pixels in common with its own; of very many, it says how many more there are.
pub(super) fn with_sharers(mut note: Value, others: &[usize]) -> Value {
    let (listed, more) = others.split_at(others.len().min(MOST_LISTED));
    note["shared_with"] = listed.into();
    if !more.is_empty() {
        note["shared_with_more"] = more.len().into();
    }
    note
}

/// What a name tells behind its number of a picture with a palette.
pub(super) fn tail(kind: Kind, entry: Option<Entry>) -> String {
    match entry.filter(|_| matches!(kind, Kind::Texture | Kind::Flat)) {
        Some(entry) => format!("_b{:03}_p{:03}", entry.picture, entry.palette),
        None => String::new(),
    }
}

/// The files of textures by their numbers, with the places of their textures in the gallery.
pub(super) type Banks = BTreeMap<usize, Vec<usize>>;

impl FileId {
    pub(super) fn picture(kind: Kind, number: usize) -> Self {
        Self { kind, number, part: Part::Picture }
    }

    pub(super) fn with(self, part: Part) -> Self {
        Self { part, ..self }
    }

    /// The picture and palette that it shows.
    pub(super) fn entry(self, gallery: &Gallery<'_>) -> Option<Entry> {
        self.kind.entries(gallery).get(self.number).copied()
    }

    /// The texture or flat that it shows.
    pub(super) fn blob<'g>(self, gallery: &'g Gallery<'g>, banks: &Banks) -> Option<&'g Blob<'g>> {
        let picture = || self.entry(gallery).map(|entry| entry.picture);
        match self.kind {
            Kind::Grey(bank) => gallery.textures.get(*banks.get(&bank)?.get(self.number)?),
            Kind::Texture => gallery.textures.get(picture()?),
            Kind::Flat => gallery.flats.get(picture()?),
            Kind::Palette | Kind::Sprite | Kind::Media => None,
        }
    }

    pub(super) fn path(self, banked: bool, entry: Option<Entry>) -> String {
        let Self { kind, number, part } = self;
        let (folder, stem, digits) = (kind.folder(banked), kind.stem(), kind.digits());
        format!("{folder}/{stem}{number:0digits$}{}{}", tail(kind, entry), part.ending())
    }

    /// What stands in the file; none if the game has no such thing.
    pub(super) fn content(self, gallery: &Gallery<'_>, banks: &Banks) -> Option<Content> {
        let entry = self.entry(gallery);
        let palette = || gallery.palettes.get(entry?.palette);
        let drawing = match self.kind {
            Kind::Grey(_) => {
                let texture = self.blob(gallery, banks)?;
                return Some(Content::Picture(texture.drawing.drawn().into_grey(texture.depth)));
            }
            Kind::Palette => return Some(Content::Picture(gallery.palettes.get(self.number)?.strip())),
            Kind::Texture | Kind::Flat => {
                let image = self.blob(gallery, banks)?.drawing.drawn().into_indexed(palette()?);
                return (self.part == Part::Picture).then_some(Content::Picture(image));
            }
            Kind::Sprite => &gallery.shapes.get(entry?.picture)?.drawing,
            Kind::Media => return None,
        };
        let framed = drawing.indexed(palette()?);
        match self.part {
            Part::Picture => Some(Content::Picture(framed.image)),
            Part::Mask => framed.mask.map(Content::Picture),
            Part::Note => {
                let shape = gallery.shapes.get(entry?.picture)?;
                let note = json!({
                    "index": self.number,
                    "x0": shape.x0,
                    "y0": shape.y0,
                    "width": drawing.width,
                    "height": drawing.height,
                    "palette": entry?.palette,
                    "transparent_index": framed.transparent,
                    "flip_v": false,
                    "read_only": false,
                });
                Some(Content::Json(with_sharers(note, &gallery.shared_with(self.number))))
            }
        }
    }
}
