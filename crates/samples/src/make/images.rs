//! The files of images of Wolfenstein RPG and Doom II RPG, put together from pictures.

use relict_toolkit::idmobile::colour::Order;
use relict_toolkit::idmobile::gallery::Drawing;
use relict_toolkit::idmobile::media::runs::{Bits, Direction, Runs};
use relict_toolkit::idmobile::new_mappings::{Owned, Slot};
use relict_toolkit::idmobile::new_texels::Naming;

/// A file: name and bytes.
pub type File = (String, Vec<u8>);

/// What differs between builds.
#[derive(Clone, Copy, Debug)]
pub struct Build {
    pub is_wide: bool,
    pub marked: bool,
    pub naming: Naming,
    pub order: Order,
    /// Behind this many bytes the next texel file begins.
    pub limit: usize,
}

/// Something of its own, or that of another image.
#[derive(Clone, Debug)]
pub enum Own<T> {
    Its(T),
    Of(u32),
}

/// An image on its way into the files.
#[derive(Clone, Debug)]
pub struct Image {
    pub width: usize,
    pub height: usize,
    pub texels: Own<Vec<u8>>,
    /// x0, x1, y0, y1; rows count from 0.
    pub bounds: [u8; 4],
    /// Whether files for Java phones count the rows of the bounds from 1: so they do for all but walls and floors.
    counted: bool,
    /// Red, green, blue.
    pub palette: Own<Vec<[u8; 3]>>,
}

/// A picture with a colour for every pixel.
pub fn raw(width: usize, height: usize, palette: Own<Vec<[u8; 3]>>, index: impl Fn(i32, i32) -> u8) -> Image {
    let places = (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| (x, y)));
    let texels = places.map(|(x, y)| index(x, y)).collect();
    // What does not fit wraps around; for raw pictures nothing reads it.
    let bounds = [0, width as u8, 0, height as u8];
    Image { width, height, texels: Own::Its(texels), bounds, counted: false, palette }
}

/// A picture on a wall: raw, with index 0 where nothing is drawn. Rows are stored from the bottom.
pub fn decal(
    width: usize,
    height: usize,
    palette: Own<Vec<[u8; 3]>>,
    index: impl Fn(i32, i32) -> Option<u8>,
) -> Image {
    let last = height as i32 - 1;
    let places = || (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| (x, y)));
    let texels = places().map(|(x, y)| index(x, last - y).unwrap_or(0)).collect();
    let seen: Vec<(i32, i32)> = places().filter(|(x, y)| index(*x, *y).is_some()).collect();
    let ends = |of: fn(&(i32, i32)) -> i32| {
        let (low, high) = (seen.iter().map(of).min(), seen.iter().map(of).max());
        [low.unwrap_or(0) as u8, high.map_or(0, |high| high + 1) as u8]
    };
    let ([x0, x1], [y0, y1]) = (ends(|(x, _)| *x), ends(|(_, y)| *y));
    Image { width, height, texels: Own::Its(texels), bounds: [x0, x1, y0, y1], counted: true, palette }
}

/// A picture in which some pixels are nothing at all.
pub fn sprite(
    width: usize,
    height: usize,
    palette: Own<Vec<[u8; 3]>>,
    index: impl Fn(i32, i32) -> Option<u8>,
) -> Image {
    let places = (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| (x, y)));
    let pixels: Vec<Option<u8>> = places.map(|(x, y)| index(x, y)).collect();
    let drawing = Drawing {
        width,
        height,
        indices: pixels.iter().map(|pixel| pixel.unwrap_or_default()).collect(),
        mask: Some(pixels.iter().map(Option::is_some).collect()),
    };
    let slot = Slot { width, height, bounds: [0; 4], palette: Owned::Own(0), texels: Owned::Own(0) };
    let runs = Runs { slot: &slot, bits: Bits::Eight, direction: Direction::Columns };
    let encoded = runs.encode(&drawing).unwrap_or_else(|e| panic!("{e:?}"));
    let (texels, bounds) = (Own::Its(encoded.bytes), encoded.bounds);
    Image { width, height, texels, bounds, counted: true, palette }
}

/// The same picture in other colours.
pub fn recoloured(of: u32, image: &Image, palette: Own<Vec<[u8; 3]>>) -> Image {
    Image { texels: Own::Of(of), palette, ..image.clone() }
}

impl Build {
    /// All files. `tiles` tells how many images each of a few tiles has, in order.
    pub fn files(&self, tiles: &[(usize, usize)], images: &[Image]) -> Vec<File> {
        let mut files = vec![
            ("newMappings.bin".to_owned(), self.mappings(tiles, images)),
            ("newPalettes.bin".to_owned(), self.palettes(images)),
        ];
        let texels = self.texels(images).into_iter().enumerate();
        files.extend(texels.map(|(number, bytes)| (self.naming.file(number), bytes)));
        files
    }

    fn mappings(&self, tiles: &[(usize, usize)], images: &[Image]) -> Vec<u8> {
        let first = |tile: usize| -> usize {
            tiles.iter().filter(|(other, _)| *other < tile).map(|(_, images)| images).sum()
        };
        let is_used = |tile: usize| tiles.iter().any(|(other, _)| *other == tile);
        // Java phones have -1 for a tile that is not used, but for the one that tells where the tile in front ends.
        let entry = |tile: usize| match self.is_java() && !is_used(tile) && !is_used(tile.wrapping_sub(1)) {
            true => -1,
            false => first(tile) as i16,
        };
        let mut bytes: Vec<u8> = (0..512).flat_map(|tile| entry(tile).to_le_bytes()).collect();
        let all: Vec<Option<&Image>> = (0..1024).map(|i| images.get(i)).collect();
        let power = |side: usize| side.trailing_zeros() as u8;
        let dims = |image: &Image| power(image.width) << 4 | power(image.height);
        bytes.extend(all.iter().map(|image| image.map_or(0, dims)));
        for bound in all.iter().flat_map(|image| image.map_or([0; 4], |image| self.bounds(image))) {
            bytes.extend(if self.is_wide { vec![bound, 0] } else { vec![bound] });
        }
        // What is not used shows what the first image has.
        let palette = |image: &Image| share(&image.palette, <[[u8; 3]]>::len);
        let texels = |image: &Image| share(&image.texels, |texels| texels.len() - 1);
        for image in &all {
            bytes.extend(self.word(image.map_or((0, true), palette)));
        }
        for image in &all {
            bytes.extend(self.word(image.map_or((0, true), texels)));
        }
        bytes
    }

    /// Whether this is a build for Java phones.
    fn is_java(&self) -> bool {
        !self.is_wide && !self.marked
    }

    /// The bounds of an image, as the build states them.
    fn bounds(&self, image: &Image) -> [u8; 4] {
        let [x0, x1, y0, y1] = image.bounds;
        let first_row = u8::from(self.is_java() && image.counted);
        [x0, x1, y0 + first_row, y1 + first_row]
    }

    fn word(&self, (value, reference): (u32, bool)) -> Vec<u8> {
        let flag = u32::from(reference);
        if self.is_wide {
            (value | flag << 31).to_le_bytes().to_vec()
        } else {
            (value as u16 | (flag as u16) << 15).to_le_bytes().to_vec()
        }
    }

    fn mark(&self) -> &'static [u8] {
        if self.marked { &[0xBE, 0xBA, 0xFE, 0xCA] } else { &[] }
    }

    fn palettes(&self, images: &[Image]) -> Vec<u8> {
        let owned = images.iter().filter_map(|image| its(&image.palette));
        let words = |colours: &[[u8; 3]]| -> Vec<u8> {
            colours.iter().flat_map(|colour| self.order.stored(*colour).to_le_bytes()).collect()
        };
        owned.flat_map(|colours| [&words(colours), self.mark()].concat()).collect()
    }

    fn texels(&self, images: &[Image]) -> Vec<Vec<u8>> {
        let mut files = vec![vec![]];
        for texels in images.iter().filter_map(|image| its(&image.texels)) {
            if files.last().is_some_and(|file: &Vec<u8>| file.len() > self.limit) {
                files.push(vec![]);
            }
            files.last_mut().into_iter().for_each(|file| file.extend([texels, self.mark()].concat()));
        }
        files
    }
}

fn its<T>(own: &Own<Vec<T>>) -> Option<&[T]> {
    match own {
        Own::Its(its) => Some(its),
        Own::Of(_) => None,
    }
}

/// The number, and whether it is that of another image.
fn share<T>(own: &Own<Vec<T>>, size: impl Fn(&[T]) -> usize) -> (u32, bool) {
    match own {
        Own::Its(its) => (size(its) as u32, false),
        Own::Of(other) => (*other, true),
    }
}
