//! The folder of one of the newer games, whose pictures are all of one kind. Raw ones lie upside down in the game, and stand
//! upright in the folder; where index 0 of one is transparent in the game, it is in the folder, too.

use super::colours::Colours;
use super::file_id::{FileId, Kind, Part, with_sharers};
use super::found::Found;
use super::gallery::TooFine;
use super::messages::{Edited, Remark, listed, misfit, refused};
use super::sprite_note::{SpriteNote, masked};
use super::{Spreading, error};
use crate::gallery::{Drawing, Framed, MOST_COLOURS, Refusal, Trouble, Which};
use crate::media::{Changed, ImageEdits, Media, Picture, flipped};
use crate::phrases::Phrase;
use relict_core::args;
use relict_core::error::Result;
use relict_core::tree::{Content, Folder, GatherHow, Gathered, Refused};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// What of the note beside an image tells how its picture is to be read. Its picture is the whole canvas, so that nothing
/// else can be edited.
const EDITED: [&str; 2] = ["flip_v", "transparent_index"];

/// The images whose palettes some image is shown with, and which can be shown themselves.
fn palettes(media: &Media<'_>) -> BTreeSet<usize> {
    let owner = |&image: &usize| media.slots.get(image).map(|slot| slot.palette.owner(image));
    let is_shown = |owner: &usize| (1..=MOST_COLOURS).contains(&media.palette(*owner).words.len());
    media.mapped.iter().filter_map(owner).filter(is_shown).collect()
}

/// What stands in a file; none if the game has no such thing.
pub(super) fn content(media: &Media<'_>, id: FileId) -> Result<Option<Content>> {
    if id.kind == Kind::Palette {
        return Ok(Some(Content::Picture(media.palette(id.number).strip())));
    }
    let picture = media.picture(id.number).map_err(error)?;
    let framed = framed(&picture);
    Ok(match id.part {
        Part::Picture => Some(Content::Picture(framed.image)),
        Part::Mask => framed.mask.map(Content::Picture),
        Part::Note => Some(Content::Json(note(media, id.number, &picture, framed.transparent))),
    })
}

/// As people see it.
fn upright(picture: &Picture, flip: bool) -> Drawing {
    if flip { flipped(&picture.drawing) } else { picture.drawing.clone() }
}

/// As people see it, with its palette.
fn framed(picture: &Picture) -> Framed {
    let drawing = upright(picture, picture.is_raw);
    if picture.is_keyed() {
        drawing.indexed_keyed(&picture.palette)
    } else {
        drawing.indexed(&picture.palette)
    }
}

fn note(media: &Media<'_>, image: usize, picture: &Picture, transparent: Option<u8>) -> Value {
    let tiles = media.tiles.iter().filter(|(_, images)| images.contains(&image));
    let note = json!({
        "index": image,
        "tiles": tiles.map(|(tile, _)| *tile).collect::<Vec<_>>(),
        "width": picture.drawing.width,
        "height": picture.drawing.height,
        "palette": palette_of(media, image),
        "transparent_index": transparent,
        "flip_v": picture.is_raw,
        "read_only": picture.read_only,
    });
    with_sharers(note, &media.shared_with(image))
}

/// The note as it must be, with what it does not tell: that the picture is the whole canvas.
fn whole_note(media: &Media<'_>, image: usize, picture: &Picture) -> Value {
    let mut note = note(media, image, picture, None);
    note["x0"] = 0.into();
    note["y0"] = 0.into();
    note
}

/// The image that owns the palette of an image.
fn palette_of(media: &Media<'_>, image: usize) -> usize {
    media.slots.get(image).map_or(image, |slot| slot.palette.owner(image))
}

impl Spreading<'_> {
    /// All pictures that are made. Each is looked at, so that one that cannot be made is found here.
    pub(super) fn media_ids(&self, media: &Media<'_>) -> Result<Vec<FileId>> {
        let mut ids: Vec<FileId> =
            palettes(media).into_iter().map(|owner| FileId::picture(Kind::Palette, owner)).collect();
        for &image in &media.mapped {
            let picture = media.picture(image).map_err(error)?;
            let id = FileId::picture(Kind::Media, image);
            ids.extend([id, id.with(Part::Note)]);
            ids.extend(needs_mask(&picture).then_some(id.with(Part::Mask)));
        }
        Ok(ids)
    }

    pub(super) fn gathered_media(
        &self,
        media: &Media<'_>,
        folder: &dyn Folder,
        found: &Found,
        how: GatherHow,
    ) -> Result<Gathered, Refused> {
        let (images, palettes, spreading) = (Edited::default(), Edited::default(), self);
        let (edited, remarks) = (vec![], vec![]);
        let mut gather = Gather { media, folder, found, how, spreading, images, palettes, edited, remarks };
        gather.read_palettes()?;
        for image in found.numbers(Kind::Media) {
            gather.read_image(image)?;
        }
        gather.finish()
    }
}

/// Whether a sprite uses all that a palette has, so that no index is free to be transparent.
fn needs_mask(picture: &Picture) -> bool {
    let full = !picture.is_raw && picture.palette.words.len() >= MOST_COLOURS;
    full && picture.drawing.indexed(&picture.palette).mask.is_some()
}

/// A folder that is looked at.
struct Gather<'g> {
    media: &'g Media<'g>,
    folder: &'g dyn Folder,
    found: &'g Found,
    how: GatherHow,
    spreading: &'g Spreading<'g>,
    images: Edited<Drawing>,
    palettes: Edited<Vec<u16>>,
    edited: Vec<String>,
    remarks: Vec<Remark>,
}

impl Gather<'_> {
    /// Palettes have the numbers of images, so that there are gaps between them. They may have any number of colours.
    fn read_palettes(&mut self) -> Result<(), Refused> {
        let mut fine = TooFine::default();
        for (owner, file) in self.found.pictures(Kind::Palette) {
            let old = self.media.palette(owner);
            let new =
                old.read_any_strip(&self.folder.picture(file)?).map_err(|error| misfit(file, &error))?;
            fine.add(new.too_fine, file);
            if new.palette != old {
                self.palettes.put(owner, new.palette.words, file)?;
                self.edited.push(file.to_owned());
            }
        }
        self.remarks.extend(fine.remark());
        Ok(())
    }

    fn read_image(&mut self, image: usize) -> Result<(), Refused> {
        let id = FileId::picture(Kind::Media, image);
        let palette = palette_of(self.media, image);
        let old = self.media.picture(image).map_err(|trouble| self.troubled(id, trouble))?;
        let written = whole_note(self.media, image, &old);
        let note = SpriteNote::read(self.folder, self.found, id, &written, &EDITED)?;
        let Some(file) = self.found.get(id) else { return Ok(()) };
        let flip = note.flipped.unwrap_or(old.is_raw);
        let picture = self.folder.picture(file)?;
        let colours =
            Colours::new(&old.palette, self.palettes.get(palette), note.transparent, self.how.quantise)
                .keyed(old.is_keyed());
        let new = colours.read(&upright(&old, flip), &picture);
        let mut new = new.map_err(|error| misfit(file, &error))?;
        let mask = self.found.get(id.with(Part::Mask));
        if let Some(mask) = mask {
            new = masked(&new, &self.folder.picture(mask)?).map_err(|error| misfit(mask, &error))?;
        }
        let new = if flip { flipped(&new) } else { new };
        // Without a mask nothing else could tell what is visible.
        if mask.is_none() && new != old.drawing && new.is_visible_all_over() && needs_mask(&old) {
            let mask = self.spreading.path(id.with(Part::Mask));
            return Err(refused("mask-missing", mask, args!(picture = file)));
        }
        if new != old.drawing {
            self.images.put(image, new, file)?;
            self.edited.push(file.to_owned());
        }
        Ok(())
    }

    fn troubled(&self, id: FileId, trouble: Trouble) -> Refused {
        let file = self.found.get(id).or_else(|| self.found.get(id.with(Part::Note)));
        let args = args!(resource = trouble.resource, reason = Phrase::from(&trouble.error));
        refused("trouble", file.unwrap_or_default(), args)
    }

    fn finish(self) -> Result<Gathered, Refused> {
        if self.images.is_empty() && self.palettes.is_empty() {
            return Ok(Gathered { remarks: self.remarks, ..Gathered::default() });
        }
        let edits = ImageEdits { images: self.images.values(), palettes: self.palettes.values() };
        let changed = self.media.change(&edits).map_err(|refusal| self.refused(&refusal))?;
        let Changed { files, removed, also } = changed;
        let path = |name: &str| self.spreading.resources.path(name);
        let mut remarks = self.remarks.clone();
        let through: BTreeSet<usize> = also.iter().map(|(_, through)| *through).collect();
        for image in through {
            let others: Vec<usize> =
                also.iter().filter(|(_, by)| *by == image).map(|(other, _)| *other).collect();
            let file = self.images.file(image).unwrap_or_default();
            remarks.push(("game-shared-images", args!(file = file, images = listed(&others))));
        }
        Ok(Gathered {
            changed: files.into_iter().map(|(name, bytes)| (path(&name), bytes)).collect(),
            removed: removed.iter().map(|name| path(name)).collect(),
            edited: self.edited,
            remarks,
        })
    }

    /// Why the game does not take the edits, with the file that is to blame.
    fn refused(&self, refusal: &Refusal) -> Refused {
        let (slug, mut args) = refusal.told();
        let file = |image: usize| self.images.file(image);
        // What does not fit an image may have been drawn in the file of another with the same texels.
        let other = |image: usize| self.media.shared_with(image).into_iter().find_map(file);
        let named = |image: &usize| file(*image).or_else(|| other(*image)).unwrap_or_default().to_owned();
        let blamed = match refusal {
            Refusal::Different { image, other } => {
                args = args!(other = named(image));
                named(other)
            }
            Refusal::Trouble(trouble) => {
                args.push(("reason", Phrase::from(&trouble.error).into()));
                String::new()
            }
            Refusal::Missing(Which::Image(image))
            | Refusal::Misfit { which: Which::Image(image), .. }
            | Refusal::ReadOnly { image }
            | Refusal::Bounds { image, .. }
            | Refusal::Fragmented { image, .. }
            | Refusal::LooksRaw { image, .. }
            | Refusal::TooLong { image, .. }
            | Refusal::Signed { image, .. } => named(image),
            Refusal::Palette { image, .. } => self.palettes.file(*image).unwrap_or_default().to_owned(),
            Refusal::Split => self.edited.first().cloned().unwrap_or_default(),
            // The rest is of textures and shapes, which these games do not have.
            _ => String::new(),
        };
        refused(slug, blamed, args)
    }
}
