//! One texture: a square of texels, column by column, with or without a byte in front that states their depth.
//!
//! No palette is known here, so its picture is grey: as many levels as there are indices.

pub(crate) mod shelf;

use crate::gallery::{Drawing, Misfit};
use crate::phrases;
use crate::sprite::{columns, texel_bytes, texels_bytes};
use relict_core::prelude::*;
use serde_json::{Value, json};

/// What an archive says of every entry that is a texture. Nothing in its bytes would tell.
pub const ATTRIBUTE: &str = "texels";
/// Pixels to a side, in all games on phones that run Java.
pub const SIDE: usize = 64;
/// A texture without a byte in front.
pub const BYTES: usize = SIDE * SIDE / 2;

parts! {
    /// Texture of Doom RPG or Orcs & Elves, without its colours.
    pub struct Texture<'a> {
        /// Bits for each texel: 8, or else 4. Only Orcs & Elves states it.
        pub depth: Option<u8> = sparse,
        /// Palette indices, down each column; two to a byte at 4 bits, the lower ones first.
        pub texels: Bytes<'a>,
    }
}

/// How many pixels a square of texels has to a side; none if they are no square.
pub fn side(bytes: usize, depth: u8) -> Option<usize> {
    let most = if depth == 8 { bytes } else { bytes.checked_mul(2)? };
    let side = most.isqrt();
    (side > 0 && texel_bytes(side * side, depth) == bytes).then_some(side)
}

/// The picture of a square of texels.
pub fn decoded(bytes: &[u8], depth: u8) -> Option<Drawing> {
    side(bytes.len(), depth).map(|side| drawn(bytes, side, depth))
}

/// The same where the side is known.
pub(crate) fn drawn(bytes: &[u8], side: usize, depth: u8) -> Drawing {
    let indices = if depth == 8 { rows_of_bytes(bytes, side) } else { rows_of_nibbles(bytes, side) };
    Drawing::square(side, indices)
}

/// Columns become rows.
fn rows_of_bytes(bytes: &[u8], side: usize) -> Vec<u8> {
    let mut indices = Vec::with_capacity(side * side);
    for y in 0..side {
        indices.extend(bytes[y..].iter().step_by(side));
    }
    indices
}

/// The same where two texels share a byte. In columns of an odd length those that share one may be of two columns.
fn rows_of_nibbles(bytes: &[u8], side: usize) -> Vec<u8> {
    let mut indices = vec![0; side * side];
    if side.is_multiple_of(2 * BLOCK) {
        turn_blocks(bytes, side, &mut indices);
        return indices;
    }
    if side.is_multiple_of(2) {
        for (pair, rows) in indices.chunks_exact_mut(2 * side).enumerate() {
            let (upper, lower) = rows.split_at_mut(side);
            let pairs = bytes[pair..].iter().step_by(side / 2);
            for ((upper, lower), byte) in upper.iter_mut().zip(lower).zip(pairs) {
                (*upper, *lower) = (byte & 15, byte >> 4);
            }
        }
        return indices;
    }
    let texels = bytes.iter().flat_map(|byte| [byte & 15, byte >> 4]);
    for (place, texel) in columns(side, side).zip(texels) {
        indices[place] = texel;
    }
    indices
}

/// Rows and columns of so many bytes are turned at once: as many as a number has.
const BLOCK: usize = 8;

/// Columns become rows, block by block, where sides are whole blocks of bytes.
fn turn_blocks(bytes: &[u8], side: usize, indices: &mut [u8]) {
    const LOW: u64 = 0x0F0F_0F0F_0F0F_0F0F;
    let (texels, pixels) = (bytes.as_chunks().0, indices.as_chunks_mut().0);
    // In blocks: two texels share a byte in columns, but not in rows.
    let (column, row) = (side / 2 / BLOCK, side / BLOCK);
    for x in 0..row {
        for y in 0..column {
            let columns = std::array::from_fn(|i| u64::from_le_bytes(texels[(x * BLOCK + i) * column + y]));
            for (i, pairs) in turned(columns).into_iter().enumerate() {
                let upper = 2 * (y * BLOCK + i) * row + x;
                pixels[upper] = (pairs & LOW).to_le_bytes();
                pixels[upper + row] = (pairs >> 4 & LOW).to_le_bytes();
            }
        }
    }
}

/// Of eight columns of eight bytes the rows: first in pairs, then in fours, then in eights.
fn turned(mut lines: [u64; BLOCK]) -> [u64; BLOCK] {
    const STEPS: [(usize, u64); 3] =
        [(1, 0x00FF_00FF_00FF_00FF), (2, 0x0000_FFFF_0000_FFFF), (4, 0x0000_0000_FFFF_FFFF)];
    for (step, kept) in STEPS {
        let bits = 8 * step;
        for i in (0..BLOCK).filter(|i| i & step == 0) {
            let (a, b) = (lines[i], lines[i + step]);
            lines[i] = a & kept | (b & kept) << bits;
            lines[i + step] = a >> bits & kept | b & !kept;
        }
    }
    lines
}

/// The texels of a picture. Of an index, only as many bits as the depth has are kept.
pub fn encoded(indices: &[u8], side: usize, depth: u8) -> Vec<u8> {
    let texels: Vec<u8> = columns(side, side).filter_map(|place| indices.get(place).copied()).collect();
    texels_bytes(&texels, depth)
}

/// A new texture, if the image has the size of all textures.
fn canvas(image: &Image) -> Option<Vec<u8>> {
    ((image.width, image.height) == (SIDE, SIDE)).then(|| vec![0; BYTES])
}

/// Whether it is a square of texels, with or without their depth in front.
fn fits(bytes: &[u8]) -> bool {
    match bytes.split_first() {
        Some((&depth @ (4 | 8), texels)) if side(texels.len(), depth).is_some() => true,
        _ => bytes.len() == BYTES,
    }
}

impl<'a> Format<'a> for Texture<'a> {
    const ID: &'static str = "idmobile.texture";
    const ENDINGS: &'static [&'static str] = &["texels"];
    const RULES: Rules = RULES;
    const FACETS: Facets<Self> = Facets::<Self>::NONE.picture(PictureOps { canvas }, |texture| Some(texture));

    /// Nothing in a texture marks it, so only its archive or its name tell.
    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        let held = origin.attribute(ATTRIBUTE).is_some();
        if held { Claim::Sure } else { Claim::of_named(origin.ends_with(".texels"), || fits(bytes)) }
    }

    /// With a byte in front, no square has the size of one without.
    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let depth = c.get_if(c.left() != BYTES, "depth")?;
        Ok(Self { depth, texels: c.bytes("texels", c.left())? })
    }

    fn write(&self, out: &mut Put) {
        out.put_if(&self.depth);
        out.bytes(&self.texels);
    }

    fn facts(&self) -> Facts {
        let side = side(self.texels.len(), self.bits());
        vec![("width", side.into()), ("height", side.into()), ("bits", self.bits().into())]
    }

    fn check(&self, report: &mut Report, _: Context<'_>) {
        let (size, depth) = (self.texels.len(), self.depth.unwrap_or(4));
        report.expect(matches!(depth, 4 | 8), &DEPTH, "depth", || args!(found = depth));
        let square = side(size, self.bits()).is_some();
        let field = if size == 0 { "depth" } else { "texels" };
        report.expect(square, &NOT_SQUARE, field, || args!(size = size, depth = self.bits()));
    }
}

impl Texture<'_> {
    /// The depth as the games take it.
    pub fn bits(&self) -> u8 {
        if self.depth == Some(8) { 8 } else { 4 }
    }

    /// The file with other texels. Behind an odd number of them, half a byte is nobody's and stays.
    fn with(&self, mut texels: Vec<u8>) -> Vec<u8> {
        let is_odd = side(self.texels.len(), self.bits()).is_some_and(|side| side % 2 == 1);
        if let (Some(new), Some(old)) = (texels.last_mut(), self.texels.last())
            && is_odd
            && self.bits() == 4
        {
            *new = *new & 0x0F | old & 0xF0;
        }
        self.depth.into_iter().chain(texels).collect()
    }
}

/// What counts of a picture that does not fit.
fn unfit(image: &Image, depth: u8, misfit: &Misfit) -> Unfit {
    let pixels = image.to_rgba();
    let clear = pixels.iter().filter(|pixel| image.has_alpha && pixel[3] != 255).count();
    let step = if depth == 8 { 1 } else { 17 };
    let grey = |[r, g, b, _]: &[u8; 4]| r == g && g == b && r.is_multiple_of(step);
    match *misfit {
        Misfit::Size { width, height, .. } => Unfit::Size { width, height },
        _ if clear > 0 => Unfit::Alpha { pixels: clear },
        _ => Unfit::Grey { pixels: pixels.iter().filter(|pixel| !grey(pixel)).count() },
    }
}

impl Picture for Texture<'_> {
    fn levels(&self) -> usize {
        side(self.texels.len(), self.bits()).is_some().into()
    }

    fn image(&self, level: usize) -> Option<Image> {
        let drawing = decoded(&self.texels, self.bits()).filter(|_| level == 0)?;
        Some(drawing.into_grey(self.bits()))
    }

    fn settings(&self) -> Value {
        json!({})
    }

    fn redrawn(&self, image: &Image, settings: &Value, how: Redraw) -> Result<Redrawn, Unfit> {
        if let Some(key) = settings.as_object().and_then(|settings| settings.keys().next()) {
            return Err(Error::unexpected(phrases::no_settings(), quoted(key)).inside(key).into());
        }
        let depth = self.bits();
        let Some(old) = decoded(&self.texels, depth) else {
            return Err(Error::unexpected(phrases::a_square_of_texels(), self.texels.len())
                .inside("texels")
                .into());
        };
        let new = old.read_grey(image, depth, how.quantise).map_err(|misfit| unfit(image, depth, &misfit))?;
        let losses = losses(image, &new.grey(depth));
        if new == old {
            return Ok(Redrawn { bytes: self.with(self.texels.to_vec()), losses });
        }
        Ok(Redrawn { bytes: self.with(encoded(&new.indices, new.width, depth)), losses })
    }

    fn blank(&self) -> Vec<u8> {
        self.with(vec![0; self.texels.len()])
    }
}

/// What rounding has made of the colours.
fn losses(wanted: &Image, shown: &Image) -> Losses {
    let mut losses = Losses::default();
    for (wanted, shown) in wanted.to_rgba().into_iter().zip(shown.to_rgba()) {
        let differs = wanted.into_iter().zip(shown).take(3).map(|(a, b)| a.abs_diff(b));
        let largest = differs.max().unwrap_or(0);
        losses.rounded += usize::from(largest > 0);
        losses.largest = losses.largest.max(largest);
    }
    losses
}

rules! { "texels":
    Error NOT_SQUARE = "not-square";
    Warning DEPTH = "depth";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texels_run_down_the_columns_low_bits_first() {
        let mut bytes = vec![0; BYTES];
        bytes[0] = 0x21;
        bytes[32] = 0x03;
        let drawing = decoded(&bytes, 4).unwrap();
        assert_eq!((drawing.indices[0], drawing.indices[64], drawing.indices[1]), (1, 2, 3));
        assert_eq!(encoded(&drawing.indices, 64, 4), bytes);
    }

    #[test]
    fn every_texel_of_every_square_has_its_place() {
        for (side, depth) in
            [(1, 4), (2, 4), (5, 4), (8, 4), (16, 4), (48, 4), (64, 4), (1, 8), (7, 8), (64, 8)]
        {
            let bytes: Vec<u8> =
                (0..texel_bytes(side * side, depth)).map(|i| (i * 37 + i / 7) as u8).collect();
            let drawing = decoded(&bytes, depth).unwrap();
            for (number, place) in columns(side, side).enumerate() {
                let byte = bytes[if depth == 8 { number } else { number / 2 }];
                let texel = if depth == 8 { byte } else { byte >> (number % 2 * 4) & 15 };
                assert_eq!(drawing.indices[place], texel, "texel {number} of {side} at {depth} bits");
            }
        }
    }

    #[test]
    fn the_side_follows_from_the_size() {
        assert_eq!(side(2048, 4), Some(64));
        assert_eq!(side(4096, 8), Some(64));
        // An odd square ends with half a byte.
        assert_eq!((side(6845, 4), side(13689, 8)), (Some(117), Some(117)));
        assert_eq!((side(2047, 4), side(0, 4), side(0, 8), side(usize::MAX, 4)), (None, None, None, None));
    }
}
