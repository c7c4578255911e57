//! Pictures from formulas, in whole numbers only, so that they are the same on every machine.

pub(crate) use relict_samples::phones::tables::grain;
use relict_toolkit::core::image::Image;

/// Red, green, blue, alpha.
pub(crate) type Colour = [u8; 4];

/// A picture from the colour of each pixel. Where all are opaque, it has no alpha.
pub(crate) fn picture(width: usize, height: usize, colour: impl Fn(i32, i32) -> Colour) -> Image {
    let pixels: Vec<Colour> = places(width, height).map(|(x, y)| colour(x, y)).collect();
    let has_alpha = pixels.iter().any(|pixel| pixel[3] != 255);
    Image::rgba(width, height, pixels, has_alpha)
}

/// The same with a palette, by the place of each pixel's colour in it.
pub(crate) fn indexed(
    width: usize,
    height: usize,
    palette: &[Colour],
    index: impl Fn(i32, i32) -> u8,
) -> Image {
    let indices = places(width, height).map(|(x, y)| index(x, y)).collect();
    Image::indexed(width, height, indices, palette.to_vec())
}

fn places(width: usize, height: usize) -> impl Iterator<Item = (i32, i32)> {
    (0..height as i32).flat_map(move |y| (0..width as i32).map(move |x| (x, y)))
}

/// How far a place is from another, squared.
pub(crate) fn distance(x: i32, y: i32, from: (i32, i32)) -> i32 {
    (x - from.0).pow(2) + (y - from.1).pow(2)
}

pub(crate) fn byte(value: i32) -> u8 {
    value.clamp(0, 255) as u8
}

/// A colour, lighter by `by` in every channel.
pub(crate) fn lighter([r, g, b]: [i32; 3], by: i32) -> Colour {
    [byte(r + by), byte(g + by), byte(b + by), 255]
}
