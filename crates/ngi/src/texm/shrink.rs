//! Smaller levels, as most textures of the game have them: each pixel is the mean of the block of level 0 that it
//! stands for, rounded down, and alpha is a channel like the others.

use super::COLOURS;
use super::colours::nearest_step;
use super::indexed::Palette;
use super::pixels::PixelFormat;
use std::collections::HashMap;
use std::ops::Range;

/// What a smaller level is made from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Largest<'l> {
    pub width: usize,
    pub height: usize,
    pub pixels: &'l [[u8; 4]],
}

/// The sum of every channel in a block, and how many pixels it has.
type Block = ([u64; 4], u64);

impl Largest<'_> {
    /// A level of a texture whose pixels are colours. `old` is what stood there before.
    pub(super) fn level(&self, level: usize, format: PixelFormat, old: Option<&[u8]>) -> Option<Vec<u8>> {
        let mean = |(sums, count): Block| sums.map(|sum| (sum / count.max(1)) as u8);
        format.encode(&self.blocks(level).map(mean).collect::<Vec<_>>(), old)
    }

    /// A level of indices. Transparent pixels, which are all 0, have no say in the colour: where they are half of the
    /// block or more the pixel is transparent, else it is the colour of the palette nearest to the mean of the others.
    pub(super) fn indexed_level(&self, level: usize, palette: &Palette) -> Vec<u8> {
        let mut known = HashMap::new();
        let index = |([r, g, b, alpha], count): Block| {
            let opaque = alpha / 255;
            if opaque * 2 <= count {
                return 0;
            }
            let mean = [r, g, b].map(|sum| (sum / opaque) as u8);
            *known.entry(mean).or_insert_with(|| palette.nearest(mean))
        };
        self.blocks(level).map(index).collect()
    }

    /// A level of a texture whose indices are steps of one colour: the step of the mean alpha.
    pub(super) fn step_level(&self, level: usize) -> Vec<u8> {
        let step = |([.., alpha], count): Block| nearest_step((alpha / count.max(1)) as u8);
        self.blocks(level).map(step).collect()
    }

    /// A level of a texture whose palette nobody knows: of each block the index that it has most of, the lowest of several.
    /// The pixels are greys, as such indices are shown.
    pub(super) fn most_frequent_level(&self, level: usize) -> Vec<u8> {
        let most_frequent = |(columns, rows): (Range<usize>, Range<usize>)| {
            let mut counts = [0u32; COLOURS];
            for row in rows {
                let row = &self.pixels[row * self.width..][columns.clone()];
                row.iter().for_each(|&[grey, ..]| counts[usize::from(grey)] += 1);
            }
            let most = counts.iter().max();
            counts.iter().position(|count| Some(count) == most).unwrap_or(0) as u8
        };
        self.places(level).map(most_frequent).collect()
    }

    /// The blocks of a level in order. Where a side is no multiple of the block's, what is left over at its end is in
    /// none; a block that is larger than the picture ends with it.
    fn blocks(&self, level: usize) -> impl Iterator<Item = Block> {
        self.places(level).map(|(columns, rows)| {
            let count = columns.len() as u64 * rows.len() as u64;
            let rows = rows.map(|row| &self.pixels[row * self.width..][columns.clone()]);
            (rows.flatten().fold([0; 4], add), count)
        })
    }

    /// The columns and rows of each block.
    fn places(&self, level: usize) -> impl Iterator<Item = (Range<usize>, Range<usize>)> + use<> {
        let Self { width, height, .. } = *self;
        let halved = |size: usize| (size >> level).max(1);
        let covered = move |place: usize, size: usize| place << level..((place + 1) << level).min(size);
        let (columns, rows) = (halved(width), halved(height));
        let places = (0..rows).flat_map(move |y| (0..columns).map(move |x| (x, y)));
        places.map(move |(x, y)| (covered(x, width), covered(y, height)))
    }
}

fn add(sums: [u64; 4], pixel: &[u8; 4]) -> [u64; 4] {
    std::array::from_fn(|channel| sums[channel] + u64::from(pixel[channel]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(width: usize, height: usize, level: usize) -> Vec<(u64, u64)> {
        let pixels: Vec<_> = (0..width * height).map(|i| [i as u8, 0, 0, 255]).collect();
        let largest = Largest { width, height, pixels: &pixels };
        largest.blocks(level).map(|([red, ..], count)| (red, count)).collect()
    }

    #[test]
    fn a_block_is_what_the_pixel_covers() {
        assert_eq!(blocks(4, 2, 1), [(1 + 4 + 5, 4), (2 + 3 + 6 + 7, 4)]);
        assert_eq!(blocks(4, 1, 1), [(1, 2), (5, 2)], "one row is not two");
        assert_eq!(blocks(5, 1, 1), [(1, 2), (5, 2)], "the last column is left over");
        assert_eq!(blocks(3, 1, 2), [(3, 3)], "the block is larger than the picture");
        assert_eq!(blocks(3, 2, 31), [(15, 6)]);
    }

    #[test]
    fn the_mean_is_rounded_down_in_every_channel() {
        let pixels = [[0, 10, 255, 255], [1, 10, 255, 0], [1, 11, 255, 0], [1, 12, 254, 0]];
        let largest = Largest { width: 2, height: 2, pixels: &pixels };
        let level = largest.level(1, PixelFormat::Argb8888, None).unwrap();
        assert_eq!(level, [254, 10, 0, 63], "blue, green, red, alpha");
    }

    #[test]
    fn without_a_palette_a_block_is_what_it_has_most_of() {
        let level = |greys: [u8; 4]| {
            let pixels = greys.map(|grey| [grey, grey, grey, 255]);
            Largest { width: 2, height: 2, pixels: &pixels }.most_frequent_level(1)
        };
        assert_eq!([level([9, 5, 9, 5]), level([200, 1, 0, 200]), level([3, 2, 1, 4])], [[5], [200], [1]]);
    }

    #[test]
    fn a_fade_shrinks_to_the_step_of_its_mean_alpha() {
        let pixels = [7, 7, 23, 23].map(|alpha| [9, 9, 9, alpha]);
        assert_eq!(Largest { width: 2, height: 2, pixels: &pixels }.step_level(1), [1]);
    }

    #[test]
    fn transparent_pixels_have_no_say_in_the_colour() {
        let mut stored = vec![[0; 4]; 256];
        (stored[0], stored[1], stored[2]) = ([255, 0, 255, 0], [10, 20, 30, 0], [100, 100, 100, 0]);
        let palette = Palette::new(&stored, true);
        let index = |indices: &[u8]| {
            Largest { width: 2, height: 2, pixels: &palette.show(indices) }.indexed_level(1, &palette)
        };
        assert_eq!(index(&[1, 1, 1, 0]), [1]);
        assert_eq!(index(&[1, 1, 0, 0]), [0]);
        assert_eq!(index(&[1, 2, 2, 2]), [2], "the mean is nearer to the lighter");
    }
}
