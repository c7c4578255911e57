//! Palettes, and pictures that have to do with them: shades in rows, and dots where a shade is missing.

use super::{Canvas, Rgb, byte};

/// Shades from one colour to another.
pub(crate) fn ramp(from: Rgb, to: Rgb, shades: i32) -> Vec<Rgb> {
    let last = (shades - 1).max(1);
    (0..shades).map(|i| [0, 1, 2].map(|part| from[part] + (to[part] - from[part]) * i / last)).collect()
}

/// Shades by way of several colours, so many from each to the next; the last closes the row.
pub(crate) fn path(colours: &[Rgb], steps: i32) -> Vec<Rgb> {
    let between = |pair: &[Rgb]| ramp(pair[0], pair[1], steps + 1).into_iter().take(steps as usize);
    let all = colours.windows(2).flat_map(between);
    all.chain(colours.last().copied()).collect()
}

pub(crate) fn bytes(colours: &[Rgb]) -> Vec<[u8; 3]> {
    colours.iter().map(|colour| colour.map(byte)).collect()
}

/// Thresholds by which dots are set, 0 to 15.
const BAYER: [[i32; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];

/// Eyes tell greens apart best, and blues worst.
fn apart(a: Rgb, b: Rgb) -> i32 {
    // Written out: it is asked for millions of times.
    let (red, green, blue) = (a[0] - b[0], a[1] - b[1], a[2] - b[2]);
    3 * red * red + 6 * green * green + blue * blue
}

/// The place of the colour that is nearest.
pub(crate) fn nearest(palette: &[Rgb], colour: Rgb) -> u8 {
    let nearest = palette.iter().enumerate().min_by_key(|(_, known)| apart(**known, colour));
    nearest.map_or(0, |(place, _)| place as u8)
}

/// The picture in the colours of a palette, by their places, row by row. Between two colours it is strewn with dots; the
/// larger `rough`, the more of them.
pub(crate) fn dithered(canvas: &Canvas, palette: &[Rgb], rough: i32) -> Vec<u8> {
    let places = (0..canvas.height).flat_map(|y| (0..canvas.width).map(move |x| (x, y)));
    let index = |(x, y): (i32, i32)| {
        let dot = (2 * BAYER[y as usize % 4][x as usize % 4] - 15) * rough / 16;
        nearest(palette, canvas.at(x, y).map(|part| part + dot))
    };
    places.map(index).collect()
}

/// So many colours as do best for these pictures, the darkest first: at first those that lie farthest apart, then the means
/// of what is nearest to each, a few times.
pub(crate) fn palette_for(pictures: &[&Canvas], count: usize) -> Vec<Rgb> {
    let pixels: Vec<Rgb> = pictures.iter().flat_map(|canvas| canvas.colours()).collect();
    let Some(&first) = pixels.first() else { return vec![[0; 3]; count] };
    let mut palette = vec![first];
    let mut far: Vec<i32> = pixels.iter().map(|pixel| apart(*pixel, first)).collect();
    while palette.len() < count {
        let farthest = far.iter().enumerate().max_by_key(|(i, far)| (**far, usize::MAX - i));
        let next = farthest.map_or(first, |(i, _)| pixels[i]);
        palette.push(next);
        pixels.iter().zip(&mut far).for_each(|(pixel, far)| *far = (*far).min(apart(*pixel, next)));
    }
    (0..5).for_each(|_| palette = means(&pixels, &palette));
    palette.sort_by_key(|[r, g, b]| (3 * r + 6 * g + b, *r, *g));
    palette
}

/// The mean of the pixels that are nearest to each colour.
fn means(pixels: &[Rgb], palette: &[Rgb]) -> Vec<Rgb> {
    let mut sums = vec![([0; 3], 0); palette.len()];
    for pixel in pixels {
        let (sum, count) = &mut sums[usize::from(nearest(palette, *pixel))];
        *sum = [0, 1, 2].map(|part| sum[part] + pixel[part]);
        *count += 1;
    }
    let mean = |((sum, count), old): (&(Rgb, i32), &Rgb)| {
        if *count == 0 { *old } else { sum.map(|part| part / count) }
    };
    sums.iter().zip(palette).map(mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_palette_has_the_colours_of_the_picture() {
        let mut canvas = Canvas::new(8, 8, [10, 20, 30]);
        canvas.fill(crate::paint::rect(0, 0, 4, 8), [200, 0, 0]);
        canvas.fill(crate::paint::rect(0, 0, 4, 2), [0, 0, 250]);
        let palette = palette_for(&[&canvas], 3);
        assert_eq!(palette, [[10, 20, 30], [0, 0, 250], [200, 0, 0]]);
    }

    #[test]
    fn grey_between_two_colours_is_half_of_each() {
        let palette = ramp([0; 3], [255; 3], 2);
        let grey = dithered(&Canvas::new(8, 8, [128; 3]), &palette, 255);
        let white = grey.iter().filter(|index| **index == 1).count();
        assert!((28..=36).contains(&white), "{white}");
        assert_eq!(path(&[[0; 3], [10; 3], [30; 3]], 2), [[0; 3], [5; 3], [10; 3], [20; 3], [30; 3]]);
    }
}
