//! Which of the dialects a game speaks. Nothing in the files says so; everything has to fit together.

use super::runs::{Bits, Direction, Runs};
use super::{MARK, Texels};
use crate::colour::Order;
use crate::game::Game;
use crate::new_mappings::{Slot, form};
use crate::new_texels::Naming;
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// Sizes behind which builds begin the next texel file.
const LIMITS: [usize; 5] = [0x4000, 0x8000, 0x1_0000, 0x2_0000, 0x4_0000];

/// Magenta, which stands for nothing at all in most palettes, in colours of five bits to a channel.
const MAGENTA: u16 = 0x7C1F;

/// What differs from build to build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// Whether the directory has its wide form.
    pub is_wide: bool,
    /// Whether a mark of four bytes stands behind every palette and the texels of every image.
    pub marked: bool,
    pub naming: Naming,
    pub bits: Bits,
    pub direction: Direction,
    pub colour: Order,
    /// The number that the bounds of sprites give the first row: 1 in all files for Java phones that are known, although the
    /// runs themselves count from 0. It is what most sprites of the file show. Where nothing tells, it is 1 for Java phones
    /// and 0 for other builds, whose readers take the bounds for tight.
    pub first_row: u8,
    /// A texel file that is longer than this is the last but one. None if no known size gives the files that are there.
    pub limit: Option<usize>,
    /// Whether bits, direction and colours are more than a guess.
    pub sure: Sure,
}

/// What of a dialect follows from the files. The rest is what most builds have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sure {
    pub bits: bool,
    pub direction: bool,
    pub colour: bool,
    pub limit: bool,
}

/// What a person knows better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    pub colour: Option<Order>,
    /// The game that the files are of; they do not tell it themselves.
    pub game: Option<Game>,
}

impl Dialect {
    /// Bytes behind a palette or the texels of an image.
    pub(crate) fn mark(&self) -> usize {
        if self.marked { MARK } else { 0 }
    }

    pub(crate) fn form(&self) -> &'static str {
        form(self.is_wide)
    }

    /// Whether the game is one for Java phones, whose texels are signed: the upper half of a palette is out of reach.
    pub fn has_signed_texels(&self) -> bool {
        self.naming == Naming::Tex && self.bits == Bits::Eight && !self.is_wide && !self.marked
    }

    /// Bounds as the directory states them, of a sprite with these tight ones. None where they do not fit into a byte.
    pub fn stored(&self, [x0, x1, y0, y1]: [u8; 4]) -> Option<[u8; 4]> {
        Some([x0, x1, y0.checked_add(self.first_row)?, y1.checked_add(self.first_row)?])
    }

    /// The most bytes that the texels of an image may have.
    pub fn most_texels(&self) -> usize {
        if self.is_wide { 1 << 30 } else { 1 << 14 }
    }

    /// Whether texels of a size are those of a picture that has a pixel for every place.
    pub(crate) fn is_raw(&self, slot: &Slot, size: usize) -> bool {
        is_raw(self.bits, slot, size)
    }

    /// The indices of a picture that has a pixel for every place.
    pub(crate) fn raw(&self, slot: &Slot, texels: &[u8]) -> Option<Vec<u8>> {
        self.is_raw(slot, texels.len()).then(|| self.bits.unpacked(texels))
    }
}

fn is_raw(bits: Bits, slot: &Slot, size: usize) -> bool {
    let pixels = slot.width * slot.height;
    match bits {
        Bits::Eight => size == pixels,
        Bits::Four => pixels > 1 && size == pixels / 2,
    }
}

/// Everything that can be looked at.
pub(super) struct Probed<'p> {
    pub(super) slots: &'p [Slot],
    pub(super) mapped: &'p BTreeSet<usize>,
    pub(super) palettes: &'p [u8],
    pub(super) texels: &'p Texels<'p>,
}

impl Probed<'_> {
    pub(super) fn dialect(
        &self,
        is_wide: bool,
        marked: bool,
        colours_at: &[Option<usize>],
        wanted: Wanted,
    ) -> Dialect {
        let naming = self.texels.naming;
        let (bits, bits_sure) = self.bits();
        let (direction, direction_sure) = self.direction(bits);
        let (colour, colour_sure) = self.colour(colours_at);
        let usual = match (naming, bits, is_wide) {
            (_, _, true) => 0x4_0000,
            (Naming::NewTexels, _, false) => 0x1_0000,
            (Naming::Tex, Bits::Eight, false) => 0x8000,
            (Naming::Tex, Bits::Four, false) => 0x4000,
        };
        let limits = self.limits(marked);
        let limit = limits.iter().copied().find(|limit| *limit == usual).or(limits.first().copied());
        let mut dialect = Dialect {
            is_wide,
            marked,
            naming,
            bits,
            direction,
            colour: wanted.colour.unwrap_or(colour),
            first_row: 0,
            limit,
            sure: Sure {
                bits: bits_sure,
                direction: direction_sure,
                colour: colour_sure || wanted.colour.is_some(),
                limit: limits.len() == 1,
            },
        };
        dialect.first_row = self.first_row(&dialect);
        dialect
    }

    /// Sprites that some tile shows and that own their texels.
    fn sprites(&self, bits: Bits) -> impl Iterator<Item = (&Slot, &[u8])> {
        self.mapped.iter().filter_map(move |&image| {
            let (slot, place) = (self.slots.get(image)?, (*self.texels.places.get(image)?)?);
            let texels = self.texels.get(place).unwrap_or_default();
            (!is_raw(bits, slot, place.size)).then_some((slot, texels))
        })
    }

    /// The number that most sprites give their first row.
    fn first_row(&self, dialect: &Dialect) -> u8 {
        let &Dialect { bits, direction, .. } = dialect;
        // Runs along rows are found by the bounds, which therefore must count as they do.
        if direction == Direction::Rows {
            return 0;
        }
        let mut counts = [0usize; 2];
        for (slot, texels) in self.sprites(bits) {
            let Some([_, _, top, bottom]) = (Runs { slot, bits, direction }).extent(texels) else { continue };
            for (first, count) in counts.iter_mut().enumerate() {
                let stated = [slot.bounds[2], slot.bounds[3]].map(usize::from);
                *count += usize::from(stated == [top + first, bottom + first]);
            }
        }
        match counts[0].cmp(&counts[1]) {
            Ordering::Less => 1,
            Ordering::Greater => 0,
            Ordering::Equal => u8::from(dialect.has_signed_texels()),
        }
    }

    /// Images that own texels, with their sizes.
    fn owners(&self) -> impl Iterator<Item = (&Slot, usize)> {
        self.slots.iter().filter_map(|slot| Some((slot, slot.texels.own()?)))
    }

    fn bits(&self) -> (Bits, bool) {
        let any =
            |bits| self.owners().any(|(slot, size)| slot.width * slot.height > 1 && is_raw(bits, slot, size));
        match (any(Bits::Eight), any(Bits::Four)) {
            (true, _) => (Bits::Eight, true),
            (false, true) => (Bits::Four, true),
            (false, false) => (Bits::Eight, false),
        }
    }

    /// The direction in which more sprites make sense.
    fn direction(&self, bits: Bits) -> (Direction, bool) {
        let sound = |direction| {
            let is_sound = |(slot, texels): &(&Slot, &[u8])| Runs { slot, bits, direction }.is_sound(texels);
            self.sprites(bits).filter(is_sound).count()
        };
        let (columns, rows) = (sound(Direction::Columns), sound(Direction::Rows));
        let direction = if rows > columns { Direction::Rows } else { Direction::Columns };
        (direction, rows != columns)
    }

    fn colour(&self, colours_at: &[Option<usize>]) -> (Order, bool) {
        // Marks between palettes are no colours.
        let words = || {
            let owned = self.slots.iter().zip(colours_at);
            let bytes = owned.filter_map(|(slot, start)| {
                self.palettes.get((*start)?..)?.get(..slot.palette.own()?.checked_mul(2)?)
            });
            bytes.flat_map(|bytes| bytes.chunks_exact(2)).map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
        };
        if words().any(|word| word & 0x8000 != 0) {
            (Order::Rgb565, true)
        } else if words().any(|word| word == MAGENTA) {
            (Order::Rgb555, true)
        } else {
            match self.texels.naming {
                Naming::Tex => (Order::Rgb555, false),
                Naming::NewTexels => (Order::Rgb565, false),
            }
        }
    }

    /// Every size that gives the files that are there.
    fn limits(&self, marked: bool) -> Vec<usize> {
        let mark = if marked { MARK } else { 0 };
        let sizes: Vec<Option<usize>> = self.slots.iter().map(|slot| slot.texels.own()).collect();
        let files: Vec<Option<usize>> =
            self.texels.places.iter().map(|place| place.map(|place| place.file)).collect();
        LIMITS.into_iter().filter(|limit| split(&sizes, mark, *limit) == files).collect()
    }
}

/// The file of each image that owns texels, as a build cuts them: a file ends behind the image that exceeds the limit.
pub(super) fn split(sizes: &[Option<usize>], mark: usize, limit: usize) -> Vec<Option<usize>> {
    let (mut file, mut end) = (0, 0usize);
    let place = |size: &Option<usize>| {
        let here = size.map(|_| file);
        end = end.saturating_add(size.map_or(0, |size| size.saturating_add(mark)));
        if end > limit {
            (file, end) = (file + 1, 0);
        }
        here
    };
    sizes.iter().map(place).collect()
}
