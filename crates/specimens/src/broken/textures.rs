//! Texture packages of MechWarrior 3 and images that break their rules.

use super::{Broken, patched, samples};
use crate::draw::{byte, indexed};
use crate::mw3::textures::{foot, package, shared};
use relict_samples::make::package::drawn;
use relict_toolkit::core::image::Image;
use serde_json::json;

pub(super) fn all() -> Vec<Broken> {
    [packages(), images()].concat()
}

/// Red, green, blue and black, in a palette or not.
fn swatch(width: usize, height: usize) -> Image {
    let colours = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [0, 0, 0, 255]];
    indexed(width, height, &colours, |x, y| byte((x + y) % 4))
}

fn packages() -> Vec<Broken> {
    let plain = |image: &Image| drawn(image, image, &json!({}));
    let flat = |image: &Image| Image::rgba(image.width, image.height, image.to_rgba(), false);
    let first = plain(&flat(&swatch(2, 2)));
    let good = package(&[("one", None, first.clone()), ("two", None, plain(&swatch(4, 1)))]);
    let with_palette = package(&[("one", None, first.clone()), ("two", Some(0), shared(&foot(), 0))]);
    // 24 of header, two records of 40, two palettes of 512, images of 24 and 28.
    let (name, start, palette) = (|i: usize| 24 + 40 * i, |i: usize| 56 + 40 * i, |i: usize| 60 + 40 * i);
    let images = 24 + 2 * 40 + 2 * 512;
    let number = |at: usize, number: u32| patched(&good, at, &number.to_le_bytes());
    let moved = |by: u32| {
        let offset = |i: usize| (images as u32 + [0, first.len() as u32][i] + by).to_le_bytes();
        patched(&patched(&good, start(0), &offset(0)), start(1), &offset(1))
    };
    let mut apart = moved(4);
    apart.splice(images..images, *b"gap!");
    let mut swapped = [&good[..images], &good[images + first.len()..], &first].concat();
    swapped = patched(&swapped, start(1), &(images as u32).to_le_bytes());
    let second = (good.len() - first.len()) as u32;
    swapped = patched(&swapped, start(0), &second.to_le_bytes());
    samples(
        "zbd",
        vec![
            ("textures.truncated", good[..80].to_vec()),
            ("textures.count", number(8, u32::MAX)),
            ("textures.header", number(4, 2)),
            ("textures.header", number(20, 1)),
            ("textures.empty", patched(&good[..24], 8, &[0; 8])),
            ("textures.start-outside", number(start(1), 8)),
            ("textures.start-outside", number(start(1), 0x7FFF_FFFF)),
            ("textures.start-shared", number(start(1), images as u32)),
            ("textures.start", number(start(1), images as u32 + first.len() as u32 - 2)),
            ("textures.name-unterminated", patched(&good, name(1), &[b'x'; 32])),
            ("textures.name-empty", patched(&good, name(1), &[0; 3])),
            ("textures.palette-outside", number(palette(1), 2)),
            ("textures.palette-unflagged", number(palette(1), 1)),
            ("textures.palette-unnamed", patched(&with_palette, palette(1), &[0xFF; 4])),
            ("textures.name-repeated", patched(&good, name(1), b"ONE")),
            ("textures.name-tail", patched(&good, name(1) + 5, b"stale")),
            ("textures.name-ascii", patched(&good, name(1), b"\xE4")),
            ("textures.order", swapped),
            ("textures.gap", apart),
        ],
    )
}

fn images() -> Vec<Broken> {
    let good = drawn(&swatch(4, 2), &swatch(4, 2), &json!({}));
    // 16 of header, 8 pixels, 4 colours.
    let (flags, width, reserved, count, stretch, pixels) = (0, 4, 8, 12, 14, 16);
    let byte = |at: usize, byte: u8| patched(&good, at, &[byte]);
    samples(
        "teximage",
        vec![
            ("mw3-image.truncated", good[..30].to_vec()),
            ("mw3-image.truncated", patched(&good, width, &[0xFF; 4])),
            ("mw3-image.size", byte(width, 0)),
            ("mw3-image.palette-count", byte(count + 1, 2)),
            ("mw3-image.pixel-bytes", byte(flags, 0x04)),
            ("mw3-image.alpha", byte(flags, 0x01)),
            ("mw3-image.alpha", byte(flags, 0x07)),
            ("mw3-image.index", byte(pixels + 5, 4)),
            ("mw3-image.tail", [&good[..], b"!"].concat()),
            ("mw3-image.no-palette", patched(&good[..24], flags, &[0x15])),
            ("mw3-image.flags", byte(flags + 1, 1)),
            ("mw3-image.reserved", byte(reserved, 1)),
            ("mw3-image.stretch", byte(stretch, 9)),
        ],
    )
}
