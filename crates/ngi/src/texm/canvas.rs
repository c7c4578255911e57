//! Textures without a picture: new ones, and old ones with theirs taken out.

use super::{COLOURS, Header, KEYED, MAGIC, PixelFormat, Texm};
use relict_core::prelude::*;

/// A side longer than this is taken for a mistake.
pub(super) const LONGEST: usize = 65535;

/// A texture of the size and kind of `image`, without smaller levels: indexed with its palette, or 8888 where there
/// is alpha, else 888. Its pixels are 0, for `image` to be drawn into.
pub(super) fn canvas(image: &Image) -> Option<Vec<u8>> {
    let (width, height) = size(image)?;
    let (format, flags5) = kind(image);
    let palette = match &image.pixels {
        Pixels::Indexed { palette, .. } if format == PixelFormat::Indexed => Some(stored(palette)),
        _ => None,
    };
    let level = vec![0; image.width * image.height * format.bytes_per_pixel()];
    let format = format.code();
    let header =
        Header { magic: MAGIC, width, height, mip_count: 1, flags4: 0, flags5, mean_colour: 0, format };
    let levels = vec![level.into()];
    Some(bytes(&Texm { header, palette, levels, page: None, tail: Bytes::default() }))
}

/// The sides of a picture, if they are such as a texture can have, and all its pixels are there.
pub(super) fn size(image: &Image) -> Option<(u32, u32)> {
    let pixels = match &image.pixels {
        Pixels::Rgba(pixels) => pixels.len(),
        Pixels::Indexed { indices, .. } => indices.len(),
    };
    let side = |side: usize| u32::try_from(side).ok().filter(|_| (1..=LONGEST).contains(&side));
    let (width, height) = (side(image.width)?, side(image.height)?);
    (u64::from(width) * u64::from(height) == pixels as u64).then_some((width, height))
}

/// The pixel format and the flags that hold `image` as it is. A palette can hold no alpha but that of colour 0.
fn kind(image: &Image) -> (PixelFormat, u32) {
    match &image.pixels {
        Pixels::Indexed { .. } if !image.has_alpha => (PixelFormat::Indexed, 0),
        Pixels::Indexed { palette, .. } if is_keyed(palette) => (PixelFormat::Indexed, KEYED),
        _ if image.has_alpha => (PixelFormat::Argb8888, 0),
        _ => (PixelFormat::Rgb888, 0),
    }
}

/// Whether colour 0 alone is transparent.
fn is_keyed(palette: &[[u8; 4]]) -> bool {
    palette.split_first().is_some_and(|(first, rest)| first[3] == 0 && rest.iter().all(|rest| rest[3] == 255))
}

/// Colours in the order of the file; black fills the rest.
fn stored(palette: &[[u8; 4]]) -> Vec<[u8; 4]> {
    let mut stored: Vec<_> = palette.iter().take(COLOURS).map(|&[r, g, b, _]| [b, g, r, 0]).collect();
    stored.resize(COLOURS, [0; 4]);
    stored
}

/// The same file with the colours of its largest level 0. What no picture shows is kept: palette, unused bytes.
pub(super) fn blank(texm: &Texm<'_>) -> Vec<u8> {
    let mut texm = texm.clone();
    let unused = texm.header.layout() == Some(PixelFormat::Rgb888);
    if let Some(level) = texm.levels.first_mut() {
        let mut pixels = level.to_vec();
        let kept = |place: usize| unused && place % 4 == 3;
        pixels.iter_mut().enumerate().filter(|(place, _)| !kept(*place)).for_each(|(_, byte)| *byte = 0);
        *level = pixels.into();
    }
    bytes(&texm)
}

pub(super) fn bytes(texm: &Texm<'_>) -> Vec<u8> {
    let mut out = Put::default();
    texm.write(&mut out);
    out.finish().unwrap_or_default()
}
