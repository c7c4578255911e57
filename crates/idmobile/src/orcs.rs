//! The pictures of Orcs & Elves and Orcs & Elves II as a whole: chunks of numbered files by their indices, or, as the
//! community's editor reads these games, banks of textures without any mapping.

mod banks;
mod deepen;

use crate::bank::{Chunk, Set};
use crate::chunks::is_java;
use crate::gallery::entries::{Reach, entries};
use crate::gallery::palette_edits::repainted;
use crate::gallery::shape_records::{expect_room, room_rule, shape_of};
use crate::gallery::texels::texels_of;
use crate::gallery::{
    Blob, Changes, Drawing, Edits, Entry, Gallery, Lookup, MOST_COLOURS, Misfit, Note, Refusal, Shape,
    Square, Trouble, Which,
};
use crate::mappings::{self, Form, Mappings};
use crate::palettes::{Palettes, Variant};
use crate::resource::{MAPPINGS, PALETTES, expect_sound, need, sound};
use crate::shapes;
use crate::sprite::{self, DEPTH, RoomRule};
use crate::texture;
use banks::Banks;
use deepen::Deepen;
use relict_core::args;
use relict_core::bytes::Cursor;
use relict_core::error::broken;
use relict_core::view::View;
use std::collections::BTreeMap;

/// All that is to be seen.
pub fn open(lookup: Lookup<'_, '_>) -> Result<Gallery<'static>, Trouble> {
    match lookup("wtexels.idx") {
        Some(_) => Indexed::load(lookup)?.gallery(),
        None => Banks::load(lookup)?.gallery(),
    }
}

/// The resources that become others by `edits`.
pub fn change(lookup: Lookup<'_, '_>, edits: &Edits) -> Result<Changes, Refusal> {
    match lookup("wtexels.idx") {
        Some(_) => Indexed::load(lookup)?.change(lookup, edits),
        None => Banks::load(lookup)?.change(lookup, edits),
    }
}

impl Set {
    /// The textures of the chunks.
    fn blobs(&self) -> Result<Vec<Blob<'static>>, Trouble> {
        let blob = |chunk: &Chunk| {
            let file = self.file_name(chunk.file);
            let (depth, texels) = chunk.bytes.split_first().unwrap_or((&4, &[]));
            let depth = if *depth == 8 { 8 } else { DEPTH };
            let drawing = Square::new(texels.to_vec(), depth).ok_or_else(|| {
                let error = broken(&texture::NOT_SQUARE, "texels", args!(size = texels.len(), depth = depth));
                Trouble::new(&*file, error)
            })?;
            let (offset, size) = (chunk.start, chunk.bytes.len());
            Ok(Blob { file: file.into(), bank: chunk.file.into(), offset, size, depth, drawing })
        };
        self.chunks.iter().map(blob).collect()
    }
}

/// A game with indices.
struct Indexed {
    walls: Set,
    flats: Option<Set>,
    texels: Option<Set>,
    shapes: Option<Set>,
    palettes: Vec<u8>,
    mappings: Vec<u8>,
}

impl Indexed {
    fn load(lookup: Lookup<'_, '_>) -> Result<Self, Trouble> {
        Ok(Self {
            walls: Set::need(lookup, "wtexels")?,
            flats: Set::load(lookup, "ftexels")?,
            texels: Set::load(lookup, "stexels")?,
            shapes: Set::load(lookup, "shapes")?,
            palettes: need(lookup, PALETTES)?.into_owned(),
            mappings: need(lookup, MAPPINGS)?.into_owned(),
        })
    }

    /// The palettes, in the variant that goes with the form of the mappings.
    fn parsed_palettes(&self) -> Result<Palettes<'_>, Trouble> {
        let variant = Form::of(&self.mappings).and_then(|form| Variant::beside(&self.palettes, form));
        let Some(variant) = variant else { return sound(PALETTES, &self.palettes) };
        let palettes = Palettes::read_as(&mut Cursor::new(&self.palettes), variant);
        let palettes = palettes.map_err(|error| Trouble::new(PALETTES, error))?;
        expect_sound(PALETTES, &palettes)?;
        Ok(palettes)
    }

    fn gallery(&self) -> Result<Gallery<'static>, Trouble> {
        let palettes = self.parsed_palettes()?.gallery();
        let mappings: Mappings<'_> = sound(MAPPINGS, &self.mappings)?;
        let textures = self.walls.blobs()?;
        let flats = self.flats.as_ref().map_or(Ok(vec![]), Set::blobs)?;
        let shapes = self.shape_list()?;
        let place = |count: usize| move |value: u32| Some(value as usize).filter(|&place| place < count);
        let counts = [palettes.len(), textures.len(), flats.len(), shapes.len()];
        let [palette, wall, flat, shape] = counts.map(place);
        let reach = |find, end, rule| Reach { find, end, unit: 1, rule };
        let palette = reach(&palette, counts[0], &mappings::PALETTE);
        let wall = reach(&wall, counts[1], &mappings::TEXTURE);
        let flat = reach(&flat, counts[2], &mappings::TEXTURE);
        let shape = reach(&shape, counts[3], &mappings::SHAPE);
        // Without shapes or their texels there are no sprites to be seen, whatever the mappings say.
        let has_sprites = self.shapes.is_some() && self.texels.is_some();
        let sprites = mappings.sprite_pairs().iter().filter(|_| has_sprites);
        let [texture_list, sprite_list] = mappings.list_names();
        Ok(Gallery {
            texture_entries: entries(texture_list, mappings.texture_pairs().iter(), &wall, &palette)?,
            flat_entries: entries("flats", mappings.flat_pairs().iter(), &flat, &palette)?,
            sprites: entries(sprite_list, sprites, &shape, &palette)?,
            texture_ids: mappings.texture_ids.iter().collect(),
            flat_ids: mappings.flat_ids.iter().flat_map(View::iter).collect(),
            sprite_ids: mappings.sprite_ids.iter().collect(),
            palettes,
            textures,
            flats,
            shapes,
        })
    }

    fn shape_list(&self) -> Result<Vec<Shape>, Trouble> {
        let (Some(set), Some(_)) = (&self.shapes, &self.texels) else { return Ok(vec![]) };
        let records = set.chunks.iter().map(|chunk| shapes::Shape::first(&chunk.bytes));
        expect_room(records).map_err(|error| Trouble::new(Set::index_name("shapes"), error))?;
        let shape = |(i, chunk): (usize, &Chunk)| {
            let bytes = chunk.bytes.as_slice();
            let record = shapes::Shape::first(bytes).filter(|record| record.len() == bytes.len());
            let shape = shape_of(i, i, bytes, record, |chunk, count| self.sprite_texels(chunk, count));
            shape.map_err(|error| Trouble::new(set.file_name(chunk.file), error))
        };
        set.chunks.iter().enumerate().map(shape).collect()
    }

    /// The depth and the first `count` texels of a chunk of sprites.
    fn sprite_texels(&self, chunk: u32, count: usize) -> Option<(u8, Vec<u8>)> {
        first_texels(self.texels.as_ref()?, chunk, count)
    }

    fn change(&self, lookup: Lookup<'_, '_>, edits: &Edits) -> Result<Changes, Refusal> {
        let gallery = self.gallery()?;
        let mut changes = Changes::default();
        let mut walls = self.walls.clone();
        let deep = Deepen { gallery: &gallery, edits, is_java: is_java(&self.mappings) };
        for (&i, indices) in &edits.textures {
            deep.redraw(Which::Texture(i), &gallery.textures, &mut walls, indices, &mut changes.notes)?;
        }
        resize(&mut walls, &deep)?;
        walls.write(&self.walls, lookup, &mut changes)?;
        let mut flats = self.flats.clone();
        for (&i, indices) in &edits.flats {
            let flats = flats.as_mut().ok_or(Refusal::Missing(Which::Flat(i)))?;
            deep.redraw(Which::Flat(i), &gallery.flats, flats, indices, &mut changes.notes)?;
        }
        if let (Some(new), Some(old)) = (flats, &self.flats) {
            new.write(old, lookup, &mut changes)?;
        }
        self.change_shapes(&deep, lookup, &mut changes)?;
        expect_enough(&gallery, edits)?;
        let mappings: Mappings<'_> = sound(MAPPINGS, &self.mappings)?;
        let palettes = repainted(&self.parsed_palettes()?, Some(&mappings), 1, edits)?;
        changes.put(lookup, PALETTES, palettes);
        changes.notes.extend((edits.deepen && deep.is_java).then_some(Note::NeverDeepened));
        Ok(changes)
    }

    /// What shapes in a data file count the room by that they state: as those of the same file do, else as all do, else as
    /// the game does that has mappings of this form.
    fn room_rule(&self, shapes: &[Shape], file: u8) -> RoomRule {
        let chunks = self.shapes.iter().flat_map(|set| &set.chunks);
        let of_file = shapes.iter().zip(chunks).filter(|(_, chunk)| chunk.file == file);
        let found = room_rule(of_file.map(|(shape, _)| shape)).or_else(|| room_rule(shapes.iter()));
        found.unwrap_or(match Form::of(&self.mappings) {
            Some(Form::Four) => RoomRule::OnePerRun,
            _ => RoomRule::TwoPerRun,
        })
    }

    fn change_shapes(
        &self,
        deep: &Deepen<'_>,
        lookup: Lookup<'_, '_>,
        changes: &mut Changes,
    ) -> Result<(), Refusal> {
        let edits = deep.edits;
        let (Some(old_shapes), Some(old_texels)) = (&self.shapes, &self.texels) else {
            return edits.shapes.keys().next().map_or(Ok(()), |&i| Err(Refusal::Missing(Which::Shape(i))));
        };
        let (mut shapes, mut texels) = (old_shapes.clone(), old_texels.clone());
        let mut rules: BTreeMap<u8, RoomRule> = BTreeMap::new();
        for (&i, new) in &edits.shapes {
            let old = deep.gallery.shapes.get(i).ok_or(Refusal::Missing(Which::Shape(i)))?;
            if !new.is(old) {
                deep.gallery.note_shared(i, &mut changes.notes);
                let file = old_shapes.chunks.get(i).map_or(0, |chunk| chunk.file);
                let rule = rules.entry(file).or_insert_with(|| self.room_rule(&deep.gallery.shapes, file));
                deep.reshape((i, old), new, *rule, (&mut shapes, &mut texels), &mut changes.notes)?;
            }
        }
        deep.expect_all(&texels)?;
        shapes.write(old_shapes, lookup, changes)?;
        texels.write(old_texels, lookup, changes)
    }
}

/// The depth of a chunk of sprites, and its first `count` texels.
fn first_texels(texels: &Set, chunk: u32, count: usize) -> Option<(u8, Vec<u8>)> {
    let (depth, texels) = texels.chunks.get(chunk as usize)?.bytes.split_first()?;
    let depth = if *depth == 8 { 8 } else { DEPTH };
    Some((depth, sprite::texels(texels, count, depth)?))
}

/// Refuses palettes that lose colours which some picture has.
fn expect_enough(gallery: &Gallery<'_>, edits: &Edits) -> Result<(), Refusal> {
    for (&i, words) in &edits.palettes {
        let old = gallery.palettes.get(i).map_or(0, |palette| palette.words.len());
        if words.len() >= old {
            continue;
        }
        // What has had no colour needs none.
        let named = names_of(gallery, edits, i);
        let wanted = named.iter().take(old).rposition(|named| *named).map_or(0, |last| last + 1);
        if words.len() < wanted {
            let misfit = Misfit::Colours { found: words.len(), wanted };
            return Err(Refusal::Misfit { which: Which::Palette(i), misfit });
        }
    }
    Ok(())
}

/// Which colours of a palette its pictures name, as they become.
fn names_of(gallery: &Gallery<'_>, edits: &Edits, palette: usize) -> [bool; MOST_COLOURS] {
    let blob = |blobs: &[Blob<'_>], edits: &BTreeMap<usize, Vec<u8>>, place: usize| {
        let edited = edits.get(&place).map(|indices| Drawing::square(0, indices.clone()).used());
        edited.or_else(|| Some(blobs.get(place)?.drawing.used()))
    };
    let shape = |place: usize| {
        let edited = edits.shapes.get(&place).map(|new| new.drawing.used());
        edited.or_else(|| Some(gallery.shapes.get(place)?.drawing.used()))
    };
    let of = |entries: &[Entry], used: &dyn Fn(usize) -> Option<[bool; MOST_COLOURS]>| {
        let shown = entries.iter().filter(|entry| entry.palette == palette);
        shown.filter_map(|entry| used(entry.picture)).collect::<Vec<_>>()
    };
    let textures = of(&gallery.texture_entries, &|place| blob(&gallery.textures, &edits.textures, place));
    let flats = of(&gallery.flat_entries, &|place| blob(&gallery.flats, &edits.flats, place));
    let mut named = [false; MOST_COLOURS];
    for used in textures.into_iter().chain(flats).chain(of(&gallery.sprites, &shape)) {
        named.iter_mut().zip(used).for_each(|(named, used)| *named |= used);
    }
    named
}

/// More or fewer walls. Chunks are counted through all files, so only the end of the last can move.
fn resize(walls: &mut Set, deep: &Deepen<'_>) -> Result<(), Refusal> {
    let Deepen { gallery, edits, .. } = *deep;
    let last = walls.chunks.last().map_or(0, |chunk| chunk.file);
    let banks = edits.added.iter().map(|(bank, _)| *bank).chain(edits.dropped.keys().copied());
    if let Some(bank) = banks.into_iter().find(|bank| *bank != usize::from(last)) {
        return Err(Refusal::NotLast { bank, last: last.into() });
    }
    let dropped = edits.dropped.values().sum::<usize>();
    let count = walls
        .chunks
        .len()
        .checked_sub(dropped)
        .ok_or(Refusal::Missing(Which::Texture(walls.chunks.len())))?;
    if dropped > 0 {
        gallery.expect_unused(count)?;
    }
    walls.chunks.truncate(count);
    for (_, indices) in &edits.added {
        let which = Which::Texture(walls.chunks.len());
        let side = indices.len().isqrt();
        let side = gallery.textures.first().map_or(side, |texture| texture.drawing.side());
        deep.expect_depth(which, DEPTH, indices)?;
        let depth = if edits.deepen && indices.iter().any(|index| *index > 15) { 8 } else { DEPTH };
        let bytes = [&[depth][..], &texels_of(which, indices, side, depth)?].concat();
        walls.chunks.push(Chunk { file: last, start: 0, before: None, bytes });
    }
    Ok(())
}
