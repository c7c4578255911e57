//! The palette file.

use relict_toolkit::core::format::Document;
use relict_toolkit::core::record::Tag;
use relict_toolkit::ngi::pal::Pal;

/// Eight reds by eight greens by four blues.
fn channels(colour: u8) -> [u8; 3] {
    [colour >> 5, colour >> 2 & 7, colour & 3]
}

fn colour(colour: u8) -> [u8; 4] {
    let [r, g, b] = channels(colour);
    [b * 85, (u16::from(g) * 255 / 7) as u8, (u16::from(r) * 255 / 7) as u8, 0]
}

/// Half of one and half of the other.
fn mixture(first: u8, second: u8) -> u8 {
    let ([r, g, b], [s, h, c]) = (channels(first), channels(second));
    ((r + s) / 2) << 5 | ((g + h) / 2) << 2 | ((b + c) / 2)
}

pub fn palette() -> Vec<u8> {
    let table: Vec<u8> = (0..=255).flat_map(|i| (0..=255).map(move |j| mixture(i, j))).collect();
    let colours = (0..=255).map(colour).collect();
    let palette = Pal { colours, tag: Tag(*b"Ipol"), table: table.into(), tail: vec![].into() };
    palette.to_bytes().unwrap_or_else(|e| panic!("ngi.pal: {e}"))
}
