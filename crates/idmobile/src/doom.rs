//! The pictures of Doom RPG as a whole: `wtexels.bin`, `palettes.bin`, `mappings.bin`, and for sprites `bitshapes.bin`
//! and `stexels.bin`. Sprites count their texels from the first wall texel on, so more textures move all of them.

use crate::gallery::entries::{Reach, entries};
use crate::gallery::palette_edits::repainted;
use crate::gallery::shape_records::{expect_room, record, room_rule, shape_of};
use crate::gallery::texels::{expect_depth, texels_of};
use crate::gallery::{
    Blob, Changes, Edits, Gallery, Lookup, NewShape, Note, Refusal, Shape, Square, Trouble, Which,
};
use crate::mappings::{self, COLOURS, Form, Mappings, PIXELS, Pair};
use crate::palettes::{Palettes, Variant};
use crate::phrases;
use crate::resource::{MAPPINGS, PALETTES, SHAPES, SPRITES, WALLS, expect_sound, need, sound};
use crate::shapes::{self, Texels};
use crate::sprite::{self, DEPTH, HEAD, RoomRule, texel_bytes, texels_bytes};
use crate::texture::{BYTES, SIDE};
use crate::wtexels::Wtexels;
use relict_core::args;
use relict_core::bytes::{Bytes, Cursor};
use relict_core::error::{Error, broken};
use relict_core::put::Put;
use relict_core::record::Field;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// In front of most resources stands their size.
const HEADER: usize = 4;

/// All that is to be seen. Without mappings there are textures only; without shapes there are no sprites.
pub fn open<'l>(lookup: Lookup<'_, 'l>) -> Result<Gallery<'l>, Trouble> {
    Game::load(lookup)?.gallery()
}

/// The resources that become others by `edits`.
pub fn change(lookup: Lookup<'_, '_>, edits: &Edits) -> Result<Changes, Refusal> {
    let mut game = Game::load(lookup)?;
    let gallery = game.gallery()?;
    let mut changes = Changes::default();
    if let Some((&i, _)) = edits.flats.iter().next() {
        return Err(Refusal::Missing(Which::Flat(i)));
    }
    game.change_walls(&gallery, edits)?;
    game.change_shapes(&gallery, edits, &mut changes.notes)?;
    let mappings = game.parsed_mappings()?;
    let palettes = repainted(&game.parsed_palettes()?, mappings.as_ref(), COLOURS, edits)?;
    changes.put(lookup, WALLS, game.walls);
    changes.put(lookup, PALETTES, palettes);
    let rest = [(MAPPINGS, game.mappings), (SHAPES, game.shapes), (SPRITES, game.sprites)];
    for (name, bytes) in rest {
        if let Some(bytes) = bytes {
            changes.put(lookup, name, bytes);
        }
    }
    Ok(changes)
}

/// The resources, of which the last three may be missing.
struct Game<'l> {
    walls: Cow<'l, [u8]>,
    palettes: Cow<'l, [u8]>,
    mappings: Option<Cow<'l, [u8]>>,
    shapes: Option<Cow<'l, [u8]>>,
    sprites: Option<Cow<'l, [u8]>>,
}

impl<'l> Game<'l> {
    fn load(lookup: Lookup<'_, 'l>) -> Result<Self, Trouble> {
        Ok(Self {
            walls: need(lookup, WALLS)?,
            palettes: need(lookup, PALETTES)?,
            mappings: lookup(MAPPINGS),
            shapes: lookup(SHAPES),
            sprites: lookup(SPRITES),
        })
    }

    fn parsed_palettes(&self) -> Result<Palettes<'_>, Trouble> {
        let palettes = Palettes::read_as(&mut Cursor::new(&self.palettes), Variant::Counted);
        let palettes = palettes.map_err(|error| Trouble::new(PALETTES, error))?;
        expect_sound(PALETTES, &palettes)?;
        Ok(palettes)
    }

    fn parsed_mappings(&self) -> Result<Option<Mappings<'_>>, Trouble> {
        self.mappings.as_deref().map(|bytes| sound(MAPPINGS, bytes)).transpose()
    }

    fn gallery(&self) -> Result<Gallery<'l>, Trouble> {
        let textures = match &self.walls {
            Cow::Borrowed(walls) => textures(walls, Cow::Borrowed),
            Cow::Owned(walls) => textures(walls, |texels| Cow::Owned(texels.to_vec())),
        }?;
        let palettes = self.parsed_palettes()?.gallery();
        let mut gallery = Gallery { palettes, textures, ..Gallery::default() };
        if let Some(mappings) = self.parsed_mappings()? {
            self.map(&mappings, &mut gallery)?;
        }
        Ok(gallery)
    }

    fn map(&self, mappings: &Mappings<'_>, gallery: &mut Gallery<'_>) -> Result<(), Trouble> {
        let other = match mappings.form() {
            Form::Four => None,
            Form::Narrow => Some(("narrow_textures", phrases::four_of_16_bits())),
            Form::Six => Some(("flats", phrases::six())),
        };
        if let Some((list, found)) = other {
            let error = Error::unexpected(phrases::four_counters_of_32_bits(), found);
            return Err(Trouble::new(MAPPINGS, error.inside(list)));
        }
        let (walls, palettes) = (gallery.textures.len(), gallery.palettes.len());
        let place = |value: u32, unit: u32, count: usize| {
            let place = (value / unit) as usize;
            (value.is_multiple_of(unit) && place < count).then_some(place)
        };
        let end = |unit: u32, count: usize| count.saturating_mul(unit as usize);
        let (rule, unit) = (&mappings::PALETTE, COLOURS);
        let palette =
            Reach { find: &|value| place(value, unit, palettes), end: end(unit, palettes), unit, rule };
        let (rule, unit) = (&mappings::TEXTURE, PIXELS);
        let wall = Reach { find: &|value| place(value, unit, walls), end: end(unit, walls), unit, rule };
        gallery.texture_entries = entries("textures", mappings.texture_pairs().iter(), &wall, &palette)?;
        gallery.texture_ids = mappings.texture_ids.iter().collect();
        gallery.sprite_ids = mappings.sprite_ids.iter().collect();
        if self.shapes.is_none() || self.sprites.is_none() {
            return Ok(());
        }
        gallery.shapes = self.shapes(&offsets(mappings))?;
        let shapes: BTreeMap<usize, usize> =
            gallery.shapes.iter().enumerate().map(|(i, shape)| (shape.at, i)).collect();
        let find = |offset: u32| shapes.get(&(offset as usize)).copied();
        let end = self.shape_records().len();
        let shape = Reach { find: &find, end, unit: 1, rule: &mappings::SHAPE };
        gallery.sprites = entries("sprites", mappings.sprite_pairs().iter(), &shape, &palette)?;
        Ok(())
    }

    /// The shapes at these offsets. They must not overlap: of one byte only one shape can be made.
    fn shapes(&self, offsets: &BTreeSet<usize>) -> Result<Vec<Shape>, Trouble> {
        let records = self.shape_records();
        let bodies = self.sprites.as_deref().unwrap_or_default().get(HEADER..).unwrap_or_default();
        let texels = self.texels();
        let first = |at: &usize| records.get(*at..).and_then(shapes::Shape::first);
        expect_room(offsets.iter().map(first)).map_err(|error| Trouble::new(SHAPES, error))?;
        let mut ends = offsets.iter().copied().skip(1).chain([records.len()]);
        let mut shapes = vec![];
        for (i, &at) in offsets.iter().enumerate() {
            let end = ends.next().unwrap_or(records.len()).min(records.len());
            let bytes = records.get(at..end).filter(|bytes| bytes.len() >= HEAD);
            let outside = || {
                let args = args!(found = at, end = records.len(), unit = 1);
                Trouble::new(MAPPINGS, broken(&mappings::SHAPE, "sprites", args))
            };
            let bytes = bytes.ok_or_else(outside)?;
            let find = |stated: u32, count: usize| {
                let start = texels.start(stated, count)?;
                Some((DEPTH, sprite::texels(bodies.get(start..)?, count, DEPTH)?))
            };
            let shape = shape_of(i, at, bytes, shapes::Shape::first(bytes), find);
            shapes.push(shape.map_err(|error| Trouble::new(SHAPES, error))?);
        }
        Ok(shapes)
    }

    /// What follows the header of `bitshapes.bin`.
    fn shape_records(&self) -> &[u8] {
        self.shapes.as_deref().unwrap_or_default().get(HEADER..).unwrap_or_default()
    }

    fn texels(&self) -> Texels {
        let walls = self.walls.get(..HEADER).map_or(0, u32::get);
        let bytes = self.sprites.as_ref().map_or(0, |sprites| sprites.len().saturating_sub(HEADER));
        Texels { first: 2 * u64::from(walls), bytes }
    }

    fn change_walls(&mut self, gallery: &Gallery<'_>, edits: &Edits) -> Result<(), Refusal> {
        let count = gallery.textures.len();
        for (&i, indices) in &edits.textures {
            let start = i.checked_mul(BYTES).and_then(|start| start.checked_add(HEADER));
            let room = start.and_then(|start| self.walls.to_mut().get_mut(start..)?.get_mut(..BYTES));
            let room = room.ok_or(Refusal::Missing(Which::Texture(i)))?;
            let same = gallery.textures.get(i).is_some_and(|texture| texture.drawing.indices == *indices);
            if !same {
                room.copy_from_slice(&texels_of(Which::Texture(i), indices, SIDE, DEPTH)?);
            }
        }
        let wrong =
            edits.added.iter().map(|(bank, _)| bank).chain(edits.dropped.keys()).find(|bank| **bank != 0);
        if let Some(&bank) = wrong {
            return Err(Refusal::NotLast { bank, last: 0 });
        }
        let dropped = edits.dropped.get(&0).copied().unwrap_or(0);
        if dropped == 0 && edits.added.is_empty() {
            return Ok(());
        }
        self.expect_unused(gallery, count.saturating_sub(dropped), dropped)?;
        let walls = self.walls.to_mut();
        walls.truncate(HEADER + count.saturating_sub(dropped) * BYTES);
        for (i, (_, indices)) in edits.added.iter().enumerate() {
            let which = Which::Texture(count.saturating_sub(dropped) + i);
            walls.extend(texels_of(which, indices, SIDE, DEPTH)?);
        }
        let size =
            u32::try_from(walls.len() - HEADER).map_err(|_| Refusal::Full { resource: WALLS.into() })?;
        let before = walls.get(..HEADER).map_or(0, u32::get);
        size.put(&mut walls[..HEADER]);
        self.rebase(2 * (i64::from(size) - i64::from(before)))
    }

    /// Textures may go only if it is known that nothing shows them.
    fn expect_unused(&self, gallery: &Gallery<'_>, last: usize, dropped: usize) -> Result<(), Refusal> {
        if dropped > 0 && self.mappings.is_none() {
            return Err(Refusal::Needs { resource: MAPPINGS });
        }
        if dropped > gallery.textures.len() {
            return Err(Refusal::Missing(Which::Texture(gallery.textures.len())));
        }
        if dropped > 0 { gallery.expect_unused(last) } else { Ok(()) }
    }

    /// Moves the texels of all shapes, since those of walls are so many pixels more.
    fn rebase(&mut self, pixels: i64) -> Result<(), Refusal> {
        if pixels == 0 {
            return Ok(());
        }
        if self.shapes.is_none() {
            return Err(Refusal::Needs { resource: SHAPES });
        }
        for at in self.all_records()? {
            self.move_texels(at, pixels)?;
        }
        Ok(())
    }

    fn texels_at(&self, at: usize) -> u32 {
        self.shape_records().get(at..).and_then(|record| record.get(..4)).map_or(0, u32::get)
    }

    fn move_texels(&mut self, at: usize, pixels: i64) -> Result<(), Refusal> {
        let moved = u32::try_from(i64::from(self.texels_at(at)) + pixels);
        let moved = moved.map_err(|_| Refusal::Full { resource: SHAPES.into() })?;
        let shapes = self.shapes.as_mut().map(Cow::to_mut);
        let records = shapes.and_then(|shapes| shapes.get_mut(HEADER + at..HEADER + at + 4));
        records.into_iter().for_each(|field| moved.put(field));
        Ok(())
    }

    /// Where all shapes begin: those that sprites name, and those between and behind them that make sense.
    fn all_records(&self) -> Result<BTreeSet<usize>, Trouble> {
        let mut all = self.parsed_mappings()?.as_ref().map(offsets).unwrap_or_default();
        let records = self.shape_records();
        let mut at = 0;
        while at < records.len() {
            let end = all.range(at + 1..).next().copied().unwrap_or(records.len()).min(records.len());
            match records.get(at..end).and_then(shapes::Shape::first) {
                Some(shape) => {
                    all.insert(at);
                    at += shape.len();
                }
                None => at = end,
            }
        }
        Ok(all)
    }

    fn change_shapes(
        &mut self,
        gallery: &Gallery<'_>,
        edits: &Edits,
        notes: &mut Vec<Note>,
    ) -> Result<(), Refusal> {
        let rule = room_rule(gallery.shapes.iter()).unwrap_or(RoomRule::TwoPerRun);
        // Splices move what lies behind them, so from here on a shape is where the shifts have brought it.
        let mut places: Vec<usize> = gallery.shapes.iter().map(|shape| shape.at).collect();
        for (&i, new) in &edits.shapes {
            let which = Which::Shape(i);
            let (Some(old), Some(&at)) = (gallery.shapes.get(i), places.get(i)) else {
                return Err(Refusal::Missing(which));
            };
            if new.is(old) {
                continue;
            }
            expect_depth(&new.drawing.indices, DEPTH).map_err(which.misfit())?;
            gallery.note_shared(i, notes);
            if new.has_outline_of(old) {
                let others = self.overwrite(at, new)?;
                let others = others.iter().filter_map(|other| places.iter().position(|place| place == other));
                notes.extend(others.map(|other| Note::SharedTexels { shape: i, other }));
                continue;
            }
            let trimmed = new.trimmed().map_err(which.misfit())?;
            if let Some(other) = self.sharers(at)?.first() {
                let other = places.iter().position(|place| place == other);
                return Err(Refusal::SharedTexels { shape: i, other });
            }
            let grown = self.splice(i, at, old, &trimmed, rule)?;
            for place in places.iter_mut().filter(|place| **place > at) {
                *place = place.saturating_add_signed(grown);
            }
        }
        self.expect_all(&places, edits)
    }

    /// Refuses edits of which one has undone another: shapes that have texels in common, drawn in two ways.
    fn expect_all(&self, places: &[usize], edits: &Edits) -> Result<(), Refusal> {
        let bodies = self.sprites.as_deref().unwrap_or_default().get(HEADER..).unwrap_or_default();
        for (&i, new) in &edits.shapes {
            let (Some(&at), Ok(new)) = (places.get(i), new.trimmed()) else { continue };
            let wanted = new.visible();
            let start = self.texels().start(self.texels_at(at), wanted.len());
            let held = start.and_then(|start| sprite::texels(bodies.get(start..)?, wanted.len(), DEPTH));
            if held != Some(wanted) {
                let other = self.sharers(at)?;
                let other = other.first().and_then(|other| places.iter().position(|place| place == other));
                return Err(Refusal::SharedTexels { shape: i, other });
            }
        }
        Ok(())
    }

    /// Where the texels of the record at `at` lie, in pixels as it counts them. One of which nothing is visible has its
    /// place all the same.
    fn run(&self, at: usize) -> Range<u64> {
        let record = self.shape_records().get(at..).and_then(shapes::Shape::first);
        let mask = record.and_then(|record| record.visible()).map(|(_, _, mask)| mask).unwrap_or_default();
        let visible = mask.iter().filter(|visible| **visible).count();
        let start = u64::from(self.texels_at(at));
        start..start + 2 * texel_bytes(visible, DEPTH).max(1) as u64
    }

    /// The other records whose texels lie among those of the one at `at`, or reach into them.
    fn sharers(&self, at: usize) -> Result<Vec<usize>, Trouble> {
        let run = self.run(at);
        let meets = |other: &usize| {
            let other = self.run(*other);
            other.start < run.end && run.start < other.end
        };
        Ok(self.all_records()?.into_iter().filter(|other| *other != at && meets(other)).collect())
    }

    /// Other pixels of the same mask, in place. Returns the other records that have some of these texels.
    fn overwrite(&mut self, at: usize, new: &NewShape) -> Result<Vec<usize>, Trouble> {
        let texels = new.visible();
        let start = self.texels().start(self.texels_at(at), texels.len());
        let room = start.and_then(|start| self.sprites.as_mut()?.to_mut().get_mut(HEADER + start..));
        room.into_iter().for_each(|room| sprite::overwrite(room, &texels, DEPTH));
        self.sharers(at)
    }

    /// Another mask: the record and the texels are replaced, and all that lies behind them moves. Returns by how much
    /// records do.
    fn splice(
        &mut self,
        shape: usize,
        at: usize,
        old: &Shape,
        new: &NewShape,
        rule: RoomRule,
    ) -> Result<isize, Refusal> {
        let texels = self.texels_at(at);
        let record = record(new, texels, rule).map_err(Which::Shape(shape).misfit())?;
        let old_mask = old.drawing.mask.as_deref().unwrap_or_default();
        let old_count = old_mask.iter().filter(|visible| **visible).count();
        let old_bytes = texel_bytes(old_count, DEPTH);
        let old_record = HEAD + old.drawing.width * sprite::pitch(old.drawing.height);
        let pixels = texels_bytes(&new.visible(), DEPTH);
        let all = self.all_records()?;
        let full = |resource: &str| Refusal::Full { resource: resource.into() };
        let start = self.texels().start(texels, old_count).ok_or_else(|| full(SPRITES))?;
        let (grown, grown_texels) =
            (record.len() as isize - old_record as isize, pixels.len() as isize - old_bytes as isize);
        let behind: Vec<usize> =
            all.iter().copied().filter(|&other| self.texels_at(other) > texels).collect();
        for other in behind {
            self.move_texels(other, 2 * grown_texels as i64)?;
        }
        let spliced = |bytes: Option<&mut Cow<'l, [u8]>>, at: usize, old: usize, new: Vec<u8>, name: &str| {
            let bytes =
                bytes.map(Cow::to_mut).filter(|bytes| at + old <= bytes.len()).ok_or_else(|| full(name))?;
            let by = new.len() as i64 - old as i64;
            let header = i64::from(bytes.get(..HEADER).map_or(0, u32::get)) + by;
            bytes.splice(at..at + old, new);
            u32::try_from(header).map_err(|_| full(name))?.put(&mut bytes[..HEADER]);
            Ok::<(), Refusal>(())
        };
        spliced(self.shapes.as_mut(), HEADER + at, old_record, record, SHAPES)?;
        spliced(self.sprites.as_mut(), HEADER + start, old_bytes, pixels, SPRITES)?;
        self.move_shapes(at, grown)?;
        Ok(grown)
    }

    /// Moves the records behind one in the mappings.
    fn move_shapes(&mut self, at: usize, by: isize) -> Result<(), Refusal> {
        let Some(bytes) = self.mappings.as_deref() else { return Ok(()) };
        let mut mappings: Mappings<'_> = sound(MAPPINGS, bytes)?;
        let full = || Refusal::Full { resource: MAPPINGS.into() };
        let moved = |mut pair: Pair| {
            if pair.picture as usize > at {
                pair.picture = u32::try_from(i64::from(pair.picture) + by as i64).map_err(|_| full())?;
            }
            Ok(pair)
        };
        let sprites = mappings.sprite_pairs().iter().map(moved).collect::<Result<Vec<_>, Refusal>>()?;
        mappings.sprites = Some(sprites.into_iter().collect());
        let mut out = Put::default();
        relict_core::format::Format::write(&mappings, &mut out);
        let new = out.finish().map_err(|error| Trouble::new(MAPPINGS, error))?;
        self.mappings = Some(new.into());
        Ok(())
    }
}

/// The textures of `wtexels.bin`, with their texels as `held` has them.
fn textures<'w, 'g>(
    walls: &'w [u8],
    held: impl Fn(&'w [u8]) -> Cow<'g, [u8]>,
) -> Result<Vec<Blob<'g>>, Trouble> {
    let walls: Wtexels<'w> = sound(WALLS, walls)?;
    let texture = |(i, texels): (usize, &Bytes<'w>)| {
        let drawing = Square::new(held(texels.borrowed()?), DEPTH)?;
        let (offset, size) = (HEADER + i * BYTES, BYTES);
        Some(Blob { file: WALLS.into(), bank: 0, offset, size, depth: DEPTH, drawing })
    };
    Ok(walls.textures.iter().enumerate().filter_map(texture).collect())
}

/// Where the records begin that sprites name.
fn offsets(mappings: &Mappings<'_>) -> BTreeSet<usize> {
    mappings.sprite_pairs().iter().map(|pair| pair.picture as usize).collect()
}
