//! How pixels lie in a texture, and what colours they are.
//!
//! Formats with fewer than 8 bits for a channel are widened by repeating their bits, so the darkest is 0 and the
//! lightest 255. The engine leaves that to the graphics card; this is the usual convention of tools.

/// What one pixel is. The code is the number that the header states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PixelFormat {
    /// 0: a place in the texture's own palette of 256 colours.
    Indexed,
    /// 1: a place in a palette that is no file of the game that anybody knows, and certainly not `PAL.PAL`.
    Indexed1,
    /// 2: a place in the palette `PAL.PAL`.
    Indexed2,
    /// 565: five bits of red from the top, six of green, five of blue.
    Rgb565,
    /// 556: the engine can read it, but no such texture is known. It may be a bump map and no colours at all.
    Rgb556,
    /// 4444: alpha from the top, red, green, blue.
    Argb4444,
    /// 88: alpha from the top, then grey. As little known as 556.
    La88,
    /// 888: an unused byte from the top, red, green, blue.
    Rgb888,
    /// 8888: alpha from the top, red, green, blue.
    Argb8888,
}

/// The nearest number of few bits for each of 8.
type Nearest = [u8; 256];

static NEAREST4: Nearest = nearest(4);
static NEAREST5: Nearest = nearest(5);
static NEAREST6: Nearest = nearest(6);

/// `value` of `bits` bits, repeated until 8 are full.
const fn widened(value: u32, bits: u32) -> u32 {
    value << (8 - bits) | value >> (2 * bits - 8)
}

/// For each number of 8 bits, the one of `bits` bits that widens to the closest; the smaller of two.
const fn nearest(bits: u32) -> Nearest {
    let mut table = [0; 256];
    let mut wide = 0;
    while wide < 256 {
        let (mut best, mut candidate) = (0, 0);
        while candidate < 1 << bits {
            if widened(candidate, bits).abs_diff(wide) < widened(best, bits).abs_diff(wide) {
                best = candidate;
            }
            candidate += 1;
        }
        table[wide as usize] = best as u8;
        wide += 1;
    }
    table
}

impl PixelFormat {
    pub const ALL: [Self; 9] = [
        Self::Indexed,
        Self::Indexed1,
        Self::Indexed2,
        Self::Rgb565,
        Self::Rgb556,
        Self::Argb4444,
        Self::La88,
        Self::Rgb888,
        Self::Argb8888,
    ];

    pub fn of(code: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.code() == code)
    }

    /// The number that the header states.
    pub fn code(self) -> u32 {
        match self {
            Self::Indexed => 0,
            Self::Indexed1 => 1,
            Self::Indexed2 => 2,
            Self::Rgb565 => 565,
            Self::Rgb556 => 556,
            Self::Argb4444 => 4444,
            Self::La88 => 88,
            Self::Rgb888 => 888,
            Self::Argb8888 => 8888,
        }
    }

    pub fn bytes_per_pixel(self) -> usize {
        match self {
            Self::Indexed | Self::Indexed1 | Self::Indexed2 => 1,
            Self::Rgb565 | Self::Rgb556 | Self::Argb4444 | Self::La88 => 2,
            Self::Rgb888 | Self::Argb8888 => 4,
        }
    }

    /// Whether a pixel is a place in a palette.
    pub fn is_indexed(self) -> bool {
        self.bytes_per_pixel() == 1
    }

    /// Whether that palette is not in the texture.
    pub fn lacks_palette(self) -> bool {
        matches!(self, Self::Indexed1 | Self::Indexed2)
    }

    /// Whether a pixel has an alpha of its own.
    pub fn has_alpha(self) -> bool {
        matches!(self, Self::Argb4444 | Self::La88 | Self::Argb8888)
    }

    /// Whether nobody has seen such a texture, so that what its bits mean is a guess.
    pub fn is_uncertain(self) -> bool {
        matches!(self, Self::Rgb556 | Self::La88)
    }

    /// The colours of whole pixels as red, green, blue, alpha; none for indices, which are no colours by themselves.
    ///
    /// Each format has a loop of its own, without a choice inside, for the compiler to do many pixels at once.
    pub fn decode(self, bytes: &[u8]) -> Option<Vec<[u8; 4]>> {
        match self {
            Self::Indexed | Self::Indexed1 | Self::Indexed2 => None,
            Self::Rgb565 => Some(halves(bytes, rgb565)),
            Self::Rgb556 => Some(halves(bytes, rgb556)),
            Self::Argb4444 => Some(halves(bytes, argb4444)),
            Self::La88 => Some(halves(bytes, la88)),
            Self::Rgb888 => Some(words(bytes, |v| swapped(v) | OPAQUE)),
            Self::Argb8888 => Some(words(bytes, swapped)),
        }
    }

    /// The bytes of the nearest colours that the format has; none for indices. Formats without alpha leave it out,
    /// and grey is the brightness of the colour. `old` are the bytes that stood there before, if they were of this
    /// format and number: of those the unused ones are kept.
    pub fn encode(self, pixels: &[[u8; 4]], old: Option<&[u8]>) -> Option<Vec<u8>> {
        let narrow = |nearest: &Nearest, channel: u8| u16::from(nearest[usize::from(channel)]);
        Some(match self {
            Self::Indexed | Self::Indexed1 | Self::Indexed2 => return None,
            Self::Rgb565 => put_halves(pixels, |[r, g, b, _]| {
                narrow(&NEAREST5, r) << 11 | narrow(&NEAREST6, g) << 5 | narrow(&NEAREST5, b)
            }),
            Self::Rgb556 => put_halves(pixels, |[r, g, b, _]| {
                narrow(&NEAREST5, r) << 11 | narrow(&NEAREST5, g) << 6 | narrow(&NEAREST6, b)
            }),
            Self::Argb4444 => put_halves(pixels, |[r, g, b, a]| {
                let [r, g, b, a] = [r, g, b, a].map(|channel| narrow(&NEAREST4, channel));
                a << 12 | r << 8 | g << 4 | b
            }),
            Self::La88 => put_halves(pixels, |pixel @ [.., a]| u16::from_le_bytes([grey(pixel), a])),
            Self::Rgb888 => with_unused(pixels, old),
            Self::Argb8888 => words(pixels.as_flattened(), swapped).into_flattened(),
        })
    }
}

/// The brightness of a colour; of a grey one, itself.
pub(super) fn grey([r, g, b, _]: [u8; 4]) -> u8 {
    let [r, g, b] = [r, g, b].map(u32::from);
    ((299 * r + 587 * g + 114 * b + 500) / 1000) as u8
}

const OPAQUE: u32 = 0xFF00_0000;

/// Pixels of 16 bits. `colour` gives red in the lowest byte, then green, blue, alpha.
#[inline(always)]
fn halves(bytes: &[u8], colour: impl Fn(u32) -> u32) -> Vec<[u8; 4]> {
    let (pixels, _) = bytes.as_chunks();
    pixels.iter().map(|&pixel| colour(u16::from_le_bytes(pixel).into()).to_le_bytes()).collect()
}

/// Pixels of 32 bits.
#[inline(always)]
fn words(bytes: &[u8], colour: impl Fn(u32) -> u32) -> Vec<[u8; 4]> {
    let (pixels, _) = bytes.as_chunks();
    pixels.iter().map(|&pixel| colour(u32::from_le_bytes(pixel)).to_le_bytes()).collect()
}

#[inline(always)]
fn rgb565(v: u32) -> u32 {
    let (r, g, b) = (v >> 11, v >> 5 & 63, v & 31);
    widened(r, 5) | widened(g, 6) << 8 | widened(b, 5) << 16 | OPAQUE
}

#[inline(always)]
fn rgb556(v: u32) -> u32 {
    let (r, g, b) = (v >> 11, v >> 6 & 31, v & 63);
    widened(r, 5) | widened(g, 5) << 8 | widened(b, 6) << 16 | OPAQUE
}

/// Each channel twice, behind itself. To repeat four bits by multiplying takes processors longer, many pixels at once.
#[inline(always)]
fn argb4444(v: u32) -> u32 {
    let high = v >> 4 & 0xF0 | v << 8 & 0xF000 | v << 20 & 0xF0_0000 | v << 16 & 0xF000_0000;
    let low = v >> 8 & 0x0F | v << 4 & 0x0F00 | v << 16 & 0x0F_0000 | v << 12 & 0x0F00_0000;
    high | low
}

#[inline(always)]
fn la88(v: u32) -> u32 {
    let (grey, alpha) = (v & 0xFF, v >> 8);
    grey | grey << 8 | grey << 16 | alpha << 24
}

/// Red and blue trade places.
#[inline(always)]
fn swapped(v: u32) -> u32 {
    v & 0xFF00_FF00 | v >> 16 & 0xFF | (v & 0xFF) << 16
}

#[inline(always)]
fn put_halves(pixels: &[[u8; 4]], half: impl Fn([u8; 4]) -> u16) -> Vec<u8> {
    pixels.iter().map(|&pixel| half(pixel).to_le_bytes()).collect::<Vec<_>>().into_flattened()
}

/// 888 with the unused byte that each pixel had; 0 where there was none.
fn with_unused(pixels: &[[u8; 4]], old: Option<&[u8]>) -> Vec<u8> {
    let same = old.filter(|old| old.len() == pixels.len() * 4).unwrap_or_default();
    let unused = same.chunks_exact(4).map(|pixel| pixel[3]).chain(std::iter::repeat(0));
    pixels.iter().zip(unused).map(|(&[r, g, b, _], x)| [b, g, r, x]).collect::<Vec<_>>().into_flattened()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pixel_of_16_bits_comes_back() {
        let all: Vec<u8> = (0..=u16::MAX).flat_map(u16::to_le_bytes).collect();
        for format in PixelFormat::ALL.into_iter().filter(|format| format.bytes_per_pixel() == 2) {
            let pixels = format.decode(&all).unwrap();
            assert_eq!(pixels.len(), 65536, "{format:?}");
            assert!(format.encode(&pixels, None).unwrap() == all, "{format:?}");
        }
    }

    #[test]
    fn the_nearest_is_never_further_than_another() {
        for (bits, table) in [(4, &NEAREST4), (5, &NEAREST5), (6, &NEAREST6)] {
            for wide in 0..256u32 {
                let distance = |value: u32| widened(value, bits).abs_diff(wide);
                let chosen = u32::from(table[wide as usize]);
                assert!((0..1 << bits).all(|value| distance(value) >= distance(chosen)), "{wide} of {bits}");
            }
        }
    }

    #[test]
    fn a_grey_is_its_own_brightness() {
        assert!((0..=255).all(|g| grey([g, g, g, 0]) == g));
    }

    #[test]
    fn what_is_unused_stays() {
        let pixels = [[1, 2, 3, 255], [4, 5, 6, 255]];
        let encode = |old: Option<&[u8]>| PixelFormat::Rgb888.encode(&pixels, old).unwrap();
        assert_eq!(encode(Some(&[0, 0, 0, 7, 0, 0, 0, 8])), [3, 2, 1, 7, 6, 5, 4, 8]);
        assert_eq!(encode(Some(&[0, 0, 0, 7])), [3, 2, 1, 0, 6, 5, 4, 0], "another size");
        assert_eq!(encode(None), [3, 2, 1, 0, 6, 5, 4, 0]);
    }
}
