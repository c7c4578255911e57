//! `mappings.bin`: which texels are shown with which palette, and which of these pairs the numbers in maps mean.
//!
//! Doom RPG counts texels in pixels and palettes in colours; both Orcs & Elves count chunks and palettes.

use crate::palettes::{Palettes, Variant};
use crate::resource::{base, folder};
use relict_core::prelude::*;
use relict_core::report::Rule;
use serde_json::Value;

/// Pixels of a texture of Doom RPG.
pub const PIXELS: u32 = 4096;
/// Colours of a palette of Doom RPG.
pub const COLOURS: u32 = 16;
/// A number in maps that means nothing, in Orcs & Elves II.
pub const UNUSED: i16 = 0x7FFF;
const COUNTER: usize = 4;

record! {
    /// A picture and its palette.
    pub struct Pair: 8 {
        /// Doom RPG: where the texels begin, in pixels; of a sprite, where its record begins in `bitshapes.bin`, in bytes. Orcs & Elves: the place of a chunk, of a sprite in `shapes.idx`.
        0x00 picture: u32,
        /// Doom RPG: where the palette begins, in colours. Orcs & Elves: the place of a palette.
        0x04 palette: u32,
    }
}

parts! {
    /// Mappings: textures and sprites with their palettes.
    pub struct Mappings<'a> {
        /// Wall textures. Several may share texels.
        pub textures: View<'a, Pair>,
        /// Floors and ceilings; only in Orcs & Elves II.
        pub flats: Option<View<'a, Pair>> = sparse,
        /// Frames of sprites.
        pub sprites: View<'a, Pair>,
        /// From the texture numbers of maps to places among the textures.
        pub texture_ids: View<'a, i16>,
        /// The same for floors and ceilings.
        pub flat_ids: Option<View<'a, i16>> = sparse,
        /// From the sprite numbers of maps to the first frame of each.
        pub sprite_ids: View<'a, i16>,
    }
}

/// The counters of a file of this size: four, or six; none if they do not add up to it.
fn counters(bytes: &[u8]) -> Option<usize> {
    let adds_up = |count: &usize| {
        let numbers =
            bytes.get(..count * COUNTER)?.chunks_exact(COUNTER).map(|number| u64::from(u32::get(number)));
        let half = count / 2;
        let sized = numbers.enumerate().map(|(i, number)| number * if i < half { 8 } else { 2 });
        Some(sized.sum::<u64>() + (count * COUNTER) as u64 == bytes.len() as u64)
    };
    [4, 6].into_iter().find(|count| adds_up(count) == Some(true))
}

impl<'a> Format<'a> for Mappings<'a> {
    const ID: &'static str = "idmobile.mappings";
    const ENDINGS: &'static [&'static str] = &["bin"];
    const RULES: Rules = RULES;
    const EDITED_AS: EditedAs = EditedAs::Json;

    fn claims(origin: Origin<'_>, _: &[u8]) -> Claim {
        if base(origin.name) == "mappings.bin" { Claim::Sure } else { Claim::No }
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let whole = c.whole();
        let found = counters(whole);
        let six = found == Some(6);
        let textures = c.count::<u32>("textures")?;
        let flats = six.then(|| c.count::<u32>("flats")).transpose()?;
        let sprites = c.count::<u32>("sprites")?;
        let texture_ids = c.count::<u32>("texture_ids")?;
        let flat_ids = six.then(|| c.count::<u32>("flat_ids")).transpose()?;
        let sprite_ids = c.count::<u32>("sprite_ids")?;
        if found.is_none() {
            let counts = [textures, sprites, texture_ids, sprite_ids].map(|count| count as u64);
            let wanted = 16 + 8 * (counts[0] + counts[1]) + 2 * (counts[2] + counts[3]);
            return Err(broken(&SIZE, "textures.count", args!(size = whole.len(), wanted = wanted)));
        }
        Ok(Self {
            textures: c.view("textures", textures)?,
            flats: flats.map(|count| c.view("flats", count)).transpose()?,
            sprites: c.view("sprites", sprites)?,
            texture_ids: c.view("texture_ids", texture_ids)?,
            flat_ids: flat_ids.map(|count| c.view("flat_ids", count)).transpose()?,
            sprite_ids: c.view("sprite_ids", sprite_ids)?,
        })
    }

    fn write(&self, out: &mut Put) {
        if self.flats.is_some() != self.flat_ids.is_some() {
            out.fail(Error::unexpected("flats and flat_ids, or neither", "one of them"));
        }
        out.count::<u32>("textures", self.textures.len());
        self.flats.iter().for_each(|flats| out.count::<u32>("flats", flats.len()));
        out.count::<u32>("sprites", self.sprites.len());
        out.count::<u32>("texture_ids", self.texture_ids.len());
        self.flat_ids.iter().for_each(|ids| out.count::<u32>("flat_ids", ids.len()));
        out.count::<u32>("sprite_ids", self.sprite_ids.len());
        out.bytes(self.textures.bytes());
        self.flats.iter().for_each(|flats| out.bytes(flats.bytes()));
        out.bytes(self.sprites.bytes());
        out.bytes(self.texture_ids.bytes());
        self.flat_ids.iter().for_each(|ids| out.bytes(ids.bytes()));
        out.bytes(self.sprite_ids.bytes());
    }

    fn facts(&self) -> Facts {
        let flats = self.flats.as_ref().map(View::len);
        let named = |ids: &View<'_, i16>, list: usize| ids.iter().filter(|&id| names(id, list)).count();
        let mut facts = vec![("textures", Value::from(self.textures.len()))];
        facts.extend(flats.map(|flats| ("flats", flats.into())));
        facts.push(("sprites", self.sprites.len().into()));
        facts.push(("texture_ids", named(&self.texture_ids, self.textures.len()).into()));
        facts.push(("sprite_ids", named(&self.sprite_ids, self.sprites.len()).into()));
        facts
    }

    fn show(&self) -> Vec<Sheet> {
        let rows = |pairs: &View<'_, Pair>| {
            let row = |(i, pair): (usize, Pair)| {
                [i as i64, pair.picture.into(), pair.palette.into()].map(Cell::Number).to_vec()
            };
            pairs.iter().enumerate().map(row).collect()
        };
        let columns = vec!["index", "texels", "palette"];
        let sheet =
            |title, pairs: &View<'_, Pair>| Sheet { title, columns: columns.clone(), rows: rows(pairs) };
        let flats = self.flats.iter().map(|flats| sheet("flats", flats));
        let first = [sheet("mapped-textures", &self.textures)];
        first.into_iter().chain(flats).chain([sheet("mapped-sprites", &self.sprites)]).collect()
    }

    fn check(&self, report: &mut Report, context: Context<'_>) {
        self.check_ids(report);
        let rooms = Rooms::beside(self, context);
        let none = View::default();
        let lists = [
            ("textures", &self.textures, rooms.textures, &TEXTURE),
            ("flats", self.flats.as_ref().unwrap_or(&none), rooms.flats, &TEXTURE),
            ("sprites", &self.sprites, rooms.shapes, &SHAPE),
        ];
        for (name, pairs, room, rule) in lists {
            for (i, pair) in pairs.iter().enumerate() {
                report.part((name, i), &pair, |pair, report| {
                    room.check(pair.picture, rule, "picture", report);
                    rooms.palettes.check(pair.palette, &PALETTE, "palette", report);
                });
            }
        }
    }
}

/// Whether a number of a map leads to one of `list`.
fn names(id: i16, list: usize) -> bool {
    usize::try_from(id).is_ok_and(|id| id < list)
}

/// Where numbers of a kind may lead: to multiples of the unit below the end. Anywhere, if that is not known.
#[derive(Clone, Copy)]
struct Room {
    end: Option<u32>,
    unit: u32,
}

impl Room {
    fn check(self, found: u32, rule: &'static Rule, field: &'static str, report: &mut Report) {
        let there = self.end.is_none_or(|end| found < end && found.is_multiple_of(self.unit));
        report.expect(there, rule, field, || {
            args!(found = found, end = self.end.unwrap_or_default(), unit = self.unit)
        });
    }
}

/// What the resources beside the mappings have room for.
struct Rooms {
    textures: Room,
    flats: Room,
    shapes: Room,
    palettes: Room,
}

impl Rooms {
    fn beside(mappings: &Mappings<'_>, context: Context<'_>) -> Self {
        let folder = folder(context.origin.name);
        let beside = |name: &str| context.library.sibling(&format!("{folder}{name}"));
        let size =
            |name: &str| beside(name).and_then(|bytes| u32::try_from(bytes.len().saturating_sub(4)).ok());
        let chunks = |name: &str| {
            let count = beside(name).and_then(|bytes| bytes.get(..2).map(u16::get));
            Room { end: count.map(u32::from), unit: 1 }
        };
        let indexed = mappings.flats.is_some() || beside("wtexels.idx").is_some();
        let unit = if indexed { 1 } else { COLOURS };
        let count = beside("palettes.bin").and_then(|bytes| palette_count(&bytes));
        let palettes = Room { end: count.map(|count| count.saturating_mul(unit)), unit };
        if indexed {
            let [textures, flats, shapes] = ["wtexels.idx", "ftexels.idx", "shapes.idx"].map(chunks);
            return Self { textures, flats, shapes, palettes };
        }
        let pixels = size("wtexels.bin").map(|size| size.saturating_mul(2));
        Self {
            textures: Room { end: pixels, unit: PIXELS },
            flats: Room { end: None, unit: 1 },
            shapes: Room { end: size("bitshapes.bin"), unit: 1 },
            palettes,
        }
    }
}

/// How many palettes a file holds, if it is one of a known kind.
fn palette_count(bytes: &[u8]) -> Option<u32> {
    let palettes = Palettes::read_as(&mut Cursor::new(bytes), Variant::of(bytes)?).ok()?;
    u32::try_from(palettes.len()).ok()
}

impl Mappings<'_> {
    /// A number that leads nowhere is odd, unless it is one that says so.
    fn check_ids(&self, report: &mut Report) {
        let none = View::default();
        let lists = [
            ("texture_ids", &self.texture_ids, self.textures.len()),
            ("flat_ids", self.flat_ids.as_ref().unwrap_or(&none), self.flats.as_ref().map_or(0, View::len)),
            ("sprite_ids", &self.sprite_ids, self.sprites.len()),
        ];
        for (name, ids, list) in lists {
            for (i, id) in ids.iter().enumerate() {
                let unused = matches!(id, UNUSED | 0 | -1);
                report.part((name, i), &id, |_, report| {
                    report.expect(unused || names(id, list), &ID, "", || args!(found = id, count = list));
                });
            }
        }
    }
}

rules! { "mappings":
    Error SIZE = "size-mismatch";
    Error TEXTURE = "texture-out-of-range";
    Error SHAPE = "shape-out-of-range";
    Error PALETTE = "palette-out-of-range";
    Warning ID = "id-out-of-range";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_counters_and_six_are_told_apart_by_the_size() {
        let bytes = |counts: &[u32], size: usize| {
            let mut bytes: Vec<u8> = counts.iter().flat_map(|count| count.to_le_bytes()).collect();
            bytes.resize(size, 0);
            bytes
        };
        assert_eq!(counters(&bytes(&[1, 2, 3, 4], 16 + 24 + 14)), Some(4));
        assert_eq!(counters(&bytes(&[1, 2, 3, 4, 5, 6], 24 + 48 + 30)), Some(6));
        assert_eq!(counters(&bytes(&[1, 2, 3, 4], 16 + 24 + 13)), None);
        assert_eq!(
            counters(&bytes(&[0x2000_0000, 0, 0, 0], 16)),
            None,
            "eight times that is nothing in 32 bits"
        );
        assert_eq!(counters(&[]), None);
    }
}
