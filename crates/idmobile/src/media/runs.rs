//! Sprites: pixels without the invisible ones, and behind them the runs in which the visible ones stand.
//!
//! ```text
//! pixels | number of runs of each column, half a byte each | runs: start, length | size of the two before
//! ```
//!
//! In one build the runs lie in rows in place of columns, and in one a pixel is half a byte.

use crate::gallery::{Drawing, Misfit};
use crate::new_mappings::Slot;
use crate::sprite::tight;

/// How many bits a texel has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bits {
    Four,
    Eight,
}

/// Which way the runs of sprites go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Down each column.
    Columns,
    /// Along each row.
    Rows,
}

/// The size of what the runs take, behind them.
const TRAILER: usize = 2;
/// A count of runs is half a byte.
const MOST_RUNS: usize = 15;

/// What it takes to read the runs of an image.
#[derive(Clone, Copy, Debug)]
pub struct Runs<'s> {
    pub slot: &'s Slot,
    pub bits: Bits,
    pub direction: Direction,
}

/// The texels end before the runs do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Torn {
    pub needed: usize,
}

/// A sprite as texels, with the bounds that belong to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoded {
    pub bytes: Vec<u8>,
    pub bounds: [u8; 4],
}

/// Why a sprite cannot be made into runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    Misfit(Misfit),
    /// It reaches beyond the 255th pixel, which bounds cannot tell.
    Bounds {
        right: usize,
        bottom: usize,
    },
    /// A column, or row, has more runs than there is room to count.
    Fragmented {
        line: usize,
        runs: usize,
    },
}

impl Direction {
    pub fn name(self) -> &'static str {
        match self {
            Self::Columns => "columns",
            Self::Rows => "rows",
        }
    }
}

impl Bits {
    pub fn count(self) -> usize {
        match self {
            Self::Four => 4,
            Self::Eight => 8,
        }
    }

    /// How many bytes so many texels take.
    pub fn bytes(self, texels: usize) -> usize {
        match self {
            Self::Four => texels.div_ceil(2),
            Self::Eight => texels,
        }
    }

    /// One byte for each texel.
    pub fn unpacked(self, texels: &[u8]) -> Vec<u8> {
        match self {
            Self::Four => texels.iter().flat_map(|pair| [pair & 15, pair >> 4]).collect(),
            Self::Eight => texels.to_vec(),
        }
    }

    /// The other way; every texel must fit.
    pub fn packed(self, texels: &[u8]) -> Vec<u8> {
        let pair = |pair: &[u8]| pair.first().unwrap_or(&0) & 15 | pair.get(1).unwrap_or(&0) << 4;
        match self {
            Self::Four => texels.chunks(2).map(pair).collect(),
            Self::Eight => texels.to_vec(),
        }
    }

    fn get(self, texels: &[u8], place: usize) -> Option<u8> {
        match self {
            Self::Four => half(texels, place),
            Self::Eight => texels.get(place).copied(),
        }
    }
}

/// Half a byte, the low one first.
fn half(bytes: &[u8], place: usize) -> Option<u8> {
    let byte = *bytes.get(place / 2)?;
    Some(if place.is_multiple_of(2) { byte & 15 } else { byte >> 4 })
}

impl Runs<'_> {
    /// The bounds across the runs, and along them.
    fn lines(&self) -> (std::ops::Range<usize>, usize) {
        let [x0, x1, y0, y1] = self.slot.bounds.map(usize::from);
        match self.direction {
            Direction::Columns => (x0..x1, y1),
            Direction::Rows => (y0..y1, x1),
        }
    }

    /// Where a pixel stands on the canvas, if it does.
    fn spot(&self, line: usize, along: usize) -> Option<usize> {
        let (x, y) = match self.direction {
            Direction::Columns => (line, along),
            Direction::Rows => (along, line),
        };
        (x < self.slot.width && y < self.slot.height).then(|| y * self.slot.width + x)
    }

    /// The sprite, and whether its runs keep all rules. One that breaks them is shown as far as it goes; one whose
    /// texels end too early is not.
    pub fn decode(&self, texels: &[u8]) -> Result<(Drawing, bool), Torn> {
        let Slot { width, height, .. } = *self.slot;
        let mut indices = vec![0; width * height];
        let mut mask = vec![false; width * height];
        let sound = self.walk(texels, |spot, index| {
            if let (Some(pixel), Some(visible)) = (indices.get_mut(spot), mask.get_mut(spot)) {
                (*pixel, *visible) = (index, true);
            }
        })?;
        Ok((Drawing { width, height, indices, mask: Some(mask) }, sound))
    }

    /// Whether the runs keep all rules, and the highest index that is visible.
    pub fn looked_at(&self, texels: &[u8]) -> Result<(bool, Option<u8>), Torn> {
        let mut highest = None;
        let sound = self.walk(texels, |_, index| highest = highest.max(Some(index)))?;
        Ok((sound, highest))
    }

    /// Whether the runs keep all rules.
    pub fn is_sound(&self, texels: &[u8]) -> bool {
        self.walk(texels, |_, _| ()) == Ok(true)
    }

    fn walk(&self, texels: &[u8], mut visible: impl FnMut(usize, u8)) -> Result<bool, Torn> {
        let runs_end = texels.len().checked_sub(TRAILER).ok_or(Torn { needed: TRAILER })?;
        let stated = texels
            .get(runs_end..)
            .map_or(0, |last| last.iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte)));
        let pixels_end = runs_end.checked_sub(stated).ok_or(Torn { needed: stated + TRAILER })?;
        let (pixels, counts) = texels.split_at(pixels_end);
        let (lines, most) = self.lines();
        let mut run_at = pixels_end + lines.len().div_ceil(2);
        // A canvas can be drawn over, but not without end.
        let room = 2 * self.slot.width * self.slot.height;
        let (mut taken, mut sound) = (0, true);
        for (place, line) in lines.enumerate() {
            let torn = Torn { needed: pixels_end + place / 2 + 1 };
            for _ in 0..half(counts, place).ok_or(torn)? {
                let torn = Torn { needed: run_at + 2 };
                let run = texels.get(run_at..run_at + 2).ok_or(torn)?;
                let (start, length) = (usize::from(run[0]), usize::from(run[1]));
                run_at += 2;
                sound &= start + length <= most;
                if taken + length > room {
                    return Err(Torn { needed: self.bits.bytes(taken + length) });
                }
                for along in start..start + length {
                    let torn = Torn { needed: self.bits.bytes(taken + 1) };
                    // Pixels must not run into the counts behind them unnoticed, but may be read there.
                    let index = self.bits.get(texels, taken).ok_or(torn)?;
                    taken += 1;
                    match self.spot(line, along) {
                        Some(spot) => visible(spot, index),
                        None => sound = false,
                    }
                }
            }
        }
        Ok(sound && self.bits.bytes(taken) == pixels.len() && run_at == runs_end)
    }

    /// The box around all visible pixels: x0, x1, y0, y1, where x1 and y1 are the first outside. None if nothing is visible,
    /// or if the runs break a rule.
    pub(super) fn extent(&self, texels: &[u8]) -> Option<[usize; 4]> {
        let width = self.slot.width.max(1);
        let mut extent: Option<[usize; 4]> = None;
        let sound = self.walk(texels, |spot, _| {
            let (x, y) = (spot % width, spot / width);
            let [x0, x1, y0, y1] = extent.unwrap_or([x, x, y, y]);
            extent = Some([x0.min(x), x1.max(x + 1), y0.min(y), y1.max(y + 1)]);
        });
        extent.filter(|_| sound == Ok(true))
    }

    /// The one way in which Relict writes a sprite: tight bounds, and runs as long as they can be. Rows are counted from 0
    /// here, as runs count them; a build may count those of its bounds from 1 ([`Dialect::stored`](super::Dialect::stored)).
    pub fn encode(&self, drawing: &Drawing) -> Result<Encoded, Unfit> {
        let full = || vec![true; drawing.indices.len()];
        let mask = drawing.mask.clone().unwrap_or_else(full);
        let (left, top, width, height) = tight(&mask, drawing.width).ok_or(Unfit::Misfit(Misfit::Empty))?;
        let ends = (u8::try_from(left + width), u8::try_from(top + height));
        let (Ok(right), Ok(bottom)) = ends else {
            return Err(Unfit::Bounds { right: left + width, bottom: top + height });
        };
        // What is left of the right end fits as the right end does.
        let bounds = [left as u8, right, top as u8, bottom];
        let slot = Slot { width: drawing.width, height: drawing.height, bounds, ..*self.slot };
        let bytes = Runs { slot: &slot, ..*self }.encoded(drawing, &mask)?;
        Ok(Encoded { bytes, bounds })
    }

    /// The same, with the bounds known.
    fn encoded(&self, drawing: &Drawing, mask: &[bool]) -> Result<Vec<u8>, Unfit> {
        let (lines, end) = self.lines();
        let (mut pixels, mut counts, mut runs) = (vec![], vec![], vec![]);
        for line in lines {
            let mut count = 0;
            let is_visible =
                |along: usize| self.spot(line, along).is_some_and(|spot| mask.get(spot) == Some(&true));
            let mut along = 0;
            while along < end {
                let length = (along..end).take_while(|&along| is_visible(along)).count();
                if length == 0 {
                    along += 1;
                    continue;
                }
                let spots = (along..along + length).filter_map(|along| self.spot(line, along));
                pixels.extend(spots.filter_map(|spot| drawing.indices.get(spot)));
                // Both fit, since bounds do.
                runs.extend([along as u8, length as u8]);
                (along, count) = (along + length, count + 1);
            }
            if count > MOST_RUNS {
                return Err(Unfit::Fragmented { line, runs: count });
            }
            counts.push(count as u8);
        }
        let counts = Bits::Four.packed(&counts);
        // At most 255 columns of 15 runs.
        let size = (counts.len() + runs.len()) as u16;
        Ok([self.bits.packed(&pixels), counts, runs, size.to_le_bytes().to_vec()].concat())
    }
}
