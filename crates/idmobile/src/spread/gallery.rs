//! The folder of one of the older games, whose pictures are textures, flats and shapes with palettes.

use super::colours::Colours;
use super::file_id::{FileId, Kind, Part};
use super::found::Found;
use super::messages::{Edited, Remark, listed, misfit, refused};
use super::sprite_note::{SpriteNote, masked};
use super::{MOST_FILES, MOST_PIXELS, Spreading, too_large};
use crate::doom;
use crate::gallery::{
    Blob, CELL, Changes, Drawing, Edits, Gallery, MOST_COLOURS, NewShape, Note, Palette, Refusal, Which,
};
use crate::game::Layout;
use crate::orcs;
use crate::palettes::{COLOURS, Variant};
use crate::phrases::Phrase;
use crate::resource::PALETTES;
use crate::sprite::DEPTH;
use relict_core::args;
use relict_core::error::Result;
use relict_core::tree::{Content, Folder, GatherHow, Gathered, Refused};
use serde_json::Value;
use std::collections::BTreeMap;

/// What of the note beside a sprite may be edited, or follows from its picture.
const EDITED: [&str; 5] = ["x0", "y0", "width", "height", "transparent_index"];

impl Spreading<'_> {
    /// All pictures that are made, in the order of their folders.
    pub(super) fn gallery_ids(&self, gallery: &Gallery<'_>) -> Result<Vec<FileId>> {
        let files = files(gallery);
        if files > MOST_FILES {
            return Err(too_large("files", files, MOST_FILES));
        }
        let mut ids = vec![];
        for (&bank, places) in &self.textures {
            ids.extend((0..places.len()).map(|number| FileId::picture(Kind::Grey(bank), number)));
        }
        ids.extend((0..gallery.palettes.len()).map(|number| FileId::picture(Kind::Palette, number)));
        let strips = gallery.palettes.iter().map(|palette| palette.words.len() * CELL * CELL);
        let area = |blob: &Blob<'_>| blob.drawing.side() * blob.drawing.side();
        let greys = gallery.textures.iter().map(area);
        let mut pixels = strips.chain(greys).sum::<usize>();
        if pixels > MOST_PIXELS {
            return Err(too_large("pixels", pixels, MOST_PIXELS));
        }
        for kind in Kind::COLOURED {
            for (number, entry) in kind.entries(gallery).iter().enumerate() {
                let id = FileId::picture(kind, number);
                ids.push(id);
                let more = match kind {
                    Kind::Sprite => {
                        gallery.shapes.get(entry.picture).map(|shape| shape.drawing.indices.len())
                    }
                    Kind::Flat => gallery.flats.get(entry.picture).map(area),
                    _ => gallery.textures.get(entry.picture).map(area),
                };
                pixels = pixels.saturating_add(more.unwrap_or(0));
                if pixels > MOST_PIXELS {
                    return Err(too_large("pixels", pixels, MOST_PIXELS));
                }
                if kind.has_notes() {
                    ids.push(id.with(Part::Note));
                    ids.extend(needs_mask(gallery, id).then_some(id.with(Part::Mask)));
                }
            }
        }
        Ok(ids)
    }

    pub(super) fn gathered_gallery(
        &self,
        gallery: &Gallery<'_>,
        folder: &dyn Folder,
        found: &Found,
        how: GatherHow,
    ) -> Result<Gathered, Refused> {
        let mut gather = Gather {
            spreading: self,
            gallery,
            folder,
            found,
            how,
            textures: Edited::default(),
            flats: Edited::default(),
            shapes: Edited::default(),
            palettes: Edited::default(),
            counts: Counts::default(),
            edited: vec![],
            remarks: vec![],
        };
        gather.read_palettes()?;
        gather.read_greys()?;
        gather.read_colours(Kind::Texture)?;
        gather.read_colours(Kind::Flat)?;
        gather.read_sprites()?;
        gather.finish()
    }
}

/// How many pictures and notes there will be at least.
fn files(gallery: &Gallery<'_>) -> usize {
    let plain = [&gallery.texture_entries, &gallery.flat_entries].map(Vec::len);
    let blobs = gallery.textures.len() + gallery.palettes.len();
    blobs + plain.iter().sum::<usize>() + 2 * gallery.sprites.len()
}

/// Whether a sprite uses all that a palette has, so that no index is free to be transparent.
fn needs_mask(gallery: &Gallery<'_>, id: FileId) -> bool {
    let Some(entry) = id.entry(gallery) else { return false };
    let full = gallery.palettes.get(entry.palette).filter(|palette| palette.words.len() >= MOST_COLOURS);
    let shape = gallery.shapes.get(entry.picture);
    full.zip(shape).is_some_and(|(palette, shape)| shape.drawing.indexed(palette).mask.is_some())
}

/// Colours of palettes that were edited by less than the game can tell.
#[derive(Default)]
pub(super) struct TooFine {
    count: usize,
    first: Option<String>,
}

impl TooFine {
    pub(super) fn add(&mut self, count: usize, file: &str) {
        self.count += count;
        if count > 0 {
            self.first.get_or_insert_with(|| file.to_owned());
        }
    }

    pub(super) fn remark(self) -> Option<Remark> {
        Some(("game-fine-colours", args!(count = self.count, file = self.first?)))
    }
}

/// Textures and palettes that are more or fewer than before.
#[derive(Default)]
struct Counts {
    /// Textures by the number of their file.
    added: Vec<(usize, Vec<u8>)>,
    dropped: BTreeMap<usize, usize>,
    added_palettes: Vec<Vec<u16>>,
    dropped_palettes: usize,
    /// The first textures, and palettes, that are new or gone.
    texture: Option<String>,
    palette: Option<String>,
}

/// A folder that is looked at.
struct Gather<'g> {
    spreading: &'g Spreading<'g>,
    gallery: &'g Gallery<'g>,
    folder: &'g dyn Folder,
    found: &'g Found,
    how: GatherHow,
    textures: Edited<Vec<u8>>,
    flats: Edited<Vec<u8>>,
    shapes: Edited<NewShape>,
    palettes: Edited<Vec<u16>>,
    counts: Counts,
    edited: Vec<String>,
    remarks: Vec<Remark>,
}

impl<'g> Gather<'g> {
    /// The pictures of a kind, all from the first on. None at all says nothing.
    fn complete(&self, kind: Kind) -> Result<Vec<&'g str>, Refused> {
        let mut files = vec![];
        for (place, (number, file)) in self.found.pictures(kind).enumerate() {
            if place != number {
                let missing = self.spreading.path(FileId::picture(kind, place));
                return Err(refused("gap", missing, args!(next = file)));
            }
            files.push(file);
        }
        Ok(files)
    }

    fn read_palettes(&mut self) -> Result<(), Refused> {
        let files = self.complete(Kind::Palette)?;
        if files.is_empty() {
            return Ok(());
        }
        let before = self.gallery.palettes.len();
        let (any_count, mut fine) = (self.has_sized_palettes(), TooFine::default());
        for (i, file) in files.iter().enumerate() {
            let strip = self.folder.picture(file)?;
            let old = self.gallery.palettes.get(i);
            let like = old.cloned().or_else(|| self.new_palette(any_count));
            let Some(like) = like else { return Err(refused("unknown-picture", *file, vec![])) };
            let new = if any_count { like.read_any_strip(&strip) } else { like.read_strip(&strip) };
            let new = new.map_err(|error| misfit(file, &error))?;
            fine.add(old.map_or(0, |_| new.too_fine), file);
            match old {
                Some(old) if *old == new.palette => continue,
                Some(_) => self.palettes.put(i, new.palette.words, file)?,
                None => {
                    self.counts.added_palettes.push(new.palette.words);
                    self.counts.palette.get_or_insert_with(|| (*file).to_owned());
                }
            }
            self.edited.push((*file).to_owned());
        }
        self.remarks.extend(fine.remark());
        if files.len() < before {
            self.counts.dropped_palettes = before - files.len();
            self.counts.palette = Some(self.spreading.path(FileId::picture(Kind::Palette, files.len())));
        }
        Ok(())
    }

    /// Whether each palette states how many colours it has, and so may have any number.
    fn has_sized_palettes(&self) -> bool {
        let bytes = self.spreading.resources.bytes(PALETTES);
        let variant = bytes.and_then(|bytes| Variant::of(&bytes));
        self.spreading.layout != Layout::Drpg && variant == Some(Variant::Sized)
    }

    /// What a new strip is read in the place of.
    fn new_palette(&self, any_count: bool) -> Option<Palette> {
        let order = self.gallery.palettes.first()?.order;
        Some(Palette { words: vec![0; if any_count { 0 } else { COLOURS }], order })
    }

    fn read_greys(&mut self) -> Result<(), Refused> {
        for (&bank, places) in &self.spreading.textures {
            let kind = Kind::Grey(bank);
            let files = self.complete(kind)?;
            for (i, file) in files.iter().enumerate() {
                self.read_grey(bank, places.get(i).copied(), file)?;
            }
            if !files.is_empty() && files.len() < places.len() {
                self.counts.dropped.insert(bank, places.len() - files.len());
                let missing = self.spreading.path(FileId::picture(kind, files.len()));
                self.counts.texture.get_or_insert(missing);
            }
        }
        Ok(())
    }

    /// A grey texture in the place of another, or a new one.
    fn read_grey(&mut self, bank: usize, place: Option<usize>, file: &str) -> Result<(), Refused> {
        let image = self.folder.picture(file)?;
        let of_bank = || self.gallery.textures.iter().find(|texture| texture.bank == bank);
        let old = place.and_then(|place| self.gallery.textures.get(place));
        let Some(like) = old.or_else(of_bank) else { return Err(refused("unknown-picture", file, vec![])) };
        let depth = old.map_or(DEPTH, |old| old.depth);
        let new = like.drawing.read_grey(&image, depth, self.how.lenient);
        let new = new.map_err(|error| misfit(file, &error))?;
        match (place, old) {
            (Some(_), Some(old)) if *old.drawing == new => return Ok(()),
            (Some(place), Some(_)) => self.textures.put(place, new.indices, file)?,
            _ => {
                self.counts.added.push((bank, new.indices));
                self.counts.texture.get_or_insert_with(|| file.to_owned());
            }
        }
        self.edited.push(file.to_owned());
        Ok(())
    }

    /// How a picture with a palette is read.
    fn colours(&self, palette: usize, transparent: Option<u8>) -> Result<Colours<'g>, Refused> {
        let before = self.gallery.palettes.get(palette);
        let before = before
            .ok_or_else(|| refused("no-such-picture", "", args!(kind = "palette", number = palette)))?;
        let after = self.palettes.get(palette);
        Ok(Colours::new(before, after, transparent, self.how.quantise))
    }

    fn read_colours(&mut self, kind: Kind) -> Result<(), Refused> {
        for (number, file) in self.found.pictures(kind) {
            let entry = FileId::picture(kind, number).entry(self.gallery);
            let blobs = if kind == Kind::Flat { &self.gallery.flats } else { &self.gallery.textures };
            let old = entry.and_then(|entry| Some((entry, blobs.get(entry.picture)?)));
            let Some((entry, old)) = old else { return Err(refused("unknown-picture", file, vec![])) };
            let image = self.folder.picture(file)?;
            let new = self.colours(entry.palette, None)?.read(&old.drawing, &image);
            let new = new.map_err(|error| misfit(file, &error))?;
            if new == *old.drawing {
                continue;
            }
            let edits = if kind == Kind::Flat { &mut self.flats } else { &mut self.textures };
            edits.put(entry.picture, new.indices, file)?;
            self.edited.push(file.to_owned());
        }
        Ok(())
    }

    fn read_sprites(&mut self) -> Result<(), Refused> {
        for number in self.found.numbers(Kind::Sprite) {
            let id = FileId::picture(Kind::Sprite, number);
            let entry = id.entry(self.gallery);
            let old = entry.and_then(|entry| Some((entry, self.gallery.shapes.get(entry.picture)?)));
            let Some((entry, old)) = old else { continue };
            let note = SpriteNote::read(self.folder, self.found, id, &self.written_note(id), &EDITED)?;
            let drawing = self.sprite(id, &old.drawing, entry.palette, &note)?;
            let size = |drawing: &Drawing| (drawing.width, drawing.height);
            let file = self.found.get(id.with(Part::Note)).unwrap_or_default();
            note.expect_size(file, size(&drawing), size(&old.drawing))?;
            let redrawn = drawing != old.drawing;
            let (x0, y0) = (note.x0.unwrap_or(old.x0), note.y0.unwrap_or(old.y0));
            let moved = (x0, y0) != (old.x0, old.y0);
            if !redrawn && !moved {
                continue;
            }
            let part = if redrawn { Part::Picture } else { Part::Note };
            let file = self.found.get(id.with(part)).unwrap_or_default();
            let new = NewShape { x0, y0, drawing };
            // What keeps its mask stays where it is, with its empty sides if it has any.
            let new = if new.has_outline_of(old) { Ok(new) } else { new.trimmed() };
            self.shapes.put(entry.picture, new.map_err(|error| misfit(file, &error))?, file)?;
            self.edited.push(file.to_owned());
        }
        Ok(())
    }

    /// The note beside a sprite, as it is unpacked.
    fn written_note(&self, id: FileId) -> Value {
        match id.with(Part::Note).content(self.gallery, &self.spreading.textures) {
            Some(Content::Json(note)) => note,
            _ => Value::Null,
        }
    }

    /// The sprite that a picture shows, without what its mask hides; the old one where there is only a note.
    fn sprite(
        &self,
        id: FileId,
        old: &Drawing,
        palette: usize,
        note: &SpriteNote,
    ) -> Result<Drawing, Refused> {
        let Some(file) = self.found.get(id) else { return Ok(old.clone()) };
        let image = self.folder.picture(file)?;
        let new = self.colours(palette, note.transparent)?.read(old, &image);
        let new = new.map_err(|error| misfit(file, &error))?;
        match self.found.get(id.with(Part::Mask)) {
            Some(mask) => {
                let image = self.folder.picture(mask)?;
                masked(&new, &image).map_err(|error| misfit(mask, &error))
            }
            // Nothing else could tell what is visible.
            None if new != *old && new.is_visible_all_over() && needs_mask(self.gallery, id) => {
                let mask = self.spreading.path(id.with(Part::Mask));
                Err(refused("mask-missing", mask, args!(picture = file)))
            }
            None => Ok(new),
        }
    }

    fn edits(&self) -> Edits {
        Edits {
            textures: self.textures.values(),
            added: self.counts.added.clone(),
            dropped: self.counts.dropped.clone(),
            flats: self.flats.values(),
            shapes: self.shapes.values(),
            palettes: self.palettes.values(),
            added_palettes: self.counts.added_palettes.clone(),
            dropped_palettes: self.counts.dropped_palettes,
            deepen: self.how.deepen,
        }
    }

    fn finish(self) -> Result<Gathered, Refused> {
        let edits = self.edits();
        if edits == (Edits { deepen: edits.deepen, ..Edits::default() }) {
            return Ok(Gathered { remarks: self.remarks, ..Gathered::default() });
        }
        let resources = &self.spreading.resources;
        let lookup = |name: &str| resources.bytes(name);
        let changes = match self.spreading.layout {
            Layout::Drpg => doom::change(&lookup, &edits),
            _ => orcs::change(&lookup, &edits),
        };
        let Changes { files, notes } = changes.map_err(|refusal| self.refused(&refusal))?;
        Ok(Gathered {
            changed: files.into_iter().map(|(name, bytes)| (resources.path(&name), bytes)).collect(),
            removed: vec![],
            remarks: self
                .remarks
                .iter()
                .cloned()
                .chain(self.shared_blobs())
                .chain(notes.iter().filter_map(|note| self.remark(note)))
                .collect(),
            edited: self.edited,
        })
    }

    /// Edited textures and flats that are shown more than once: with other palettes, or by several numbers.
    fn shared_blobs(&self) -> Vec<Remark> {
        let lists = [
            ("game-shared-textures", &self.textures, &self.gallery.texture_entries),
            ("game-shared-flats", &self.flats, &self.gallery.flat_entries),
        ];
        let mut remarks = vec![];
        for (key, edited, entries) in lists {
            for blob in edited.keys() {
                let shown = entries.iter().enumerate().filter(|(_, entry)| entry.picture == blob);
                let numbers: Vec<usize> = shown.map(|(number, _)| number).collect();
                if let Some(file) = edited.file(blob).filter(|_| numbers.len() > 1) {
                    remarks.push((key, args!(file = file, numbers = listed(&numbers))));
                }
            }
        }
        remarks
    }

    fn remark(&self, note: &Note) -> Option<Remark> {
        match note {
            Note::Shared { shape, sprites } => {
                let file = self.shapes.file(*shape)?;
                Some(("game-shared-sprites", args!(file = file, sprites = listed(sprites))))
            }
            Note::SharedTexels { shape, other } => {
                let (file, sprites) = (self.shapes.file(*shape)?, self.gallery.sprites_of(*other));
                Some(("game-shared-sprites", args!(file = file, sprites = listed(&sprites))))
            }
            Note::Deepened(which) => Some(("game-deepened", args!(file = self.edit_of(*which)?))),
            Note::NeverDeepened => Some(("game-never-deepened", vec![])),
        }
    }

    /// Why the game does not take the edits, with the file that is to blame.
    fn refused(&self, refusal: &Refusal) -> Refused {
        let (slug, mut args) = refusal.told();
        if let Refusal::Trouble(trouble) = refusal {
            args.push(("reason", Phrase::from(&trouble.error).into()));
        }
        refused(slug, self.file(refusal).unwrap_or_default(), args)
    }

    fn file(&self, refusal: &Refusal) -> Option<String> {
        let counted = || self.counts.texture.clone().or_else(|| self.counts.palette.clone());
        match refusal {
            Refusal::Missing(which) | Refusal::Misfit { which, .. } => self.edit_of(*which).or_else(counted),
            Refusal::InUse { which: Which::Palette(_), .. } | Refusal::PaletteHeader { .. } => {
                self.counts.palette.clone()
            }
            Refusal::SharedTexels { shape, .. } => self.edit_of(Which::Shape(*shape)),
            Refusal::InUse { which, .. } => self.grey_of(*which).or_else(counted),
            Refusal::NotLast { .. } | Refusal::Needs { .. } => counted(),
            Refusal::Full { .. } => counted().or_else(|| self.edited.first().cloned()),
            // The rest is of images, which these games do not have.
            _ => None,
        }
    }

    fn edit_of(&self, which: Which) -> Option<String> {
        let file = match which {
            Which::Texture(i) => self.textures.file(i),
            Which::Flat(i) => self.flats.file(i),
            Which::Shape(i) => self.shapes.file(i),
            Which::Palette(i) => self.palettes.file(i),
            Which::Image(_) => None,
        };
        file.map(str::to_owned)
    }

    /// Where the grey picture of a texture stands, or should.
    fn grey_of(&self, which: Which) -> Option<String> {
        let Which::Texture(place) = which else { return None };
        let bank = self.gallery.textures.get(place)?.bank;
        let number = self.spreading.textures.get(&bank)?.iter().position(|other| *other == place)?;
        Some(self.spreading.path(FileId::picture(Kind::Grey(bank), number)))
    }
}
