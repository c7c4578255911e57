//! PNG: the picture that every tool opens. Indexed pictures stay indexed, with their palette in its order and length.
//!
//! Pixel values are taken as they stand. What a file says about gamma, profiles or animation changes none of them.

use crate::phrases::{self, Phrase};
use ::png::{BitDepth, ColorType, Compression, Decoder, DecodingError, Encoder, Info, Limits, Reader};
use relict_core::image::{Image, Pixels};
use relict_core::report::Arg;
use std::{borrow::Cow, fmt, io::Cursor};

/// The keyword of the text chunk that holds our note.
const KEYWORD: &str = "relict";

const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";

/// What an index shows that the palette does not have; `Image` says the same.
const NO_COLOUR: [u8; 4] = [0, 0, 0, 255];

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PngError {
    /// The bytes are something else.
    NotPng,
    /// A picture larger than the reader was allowed to make.
    TooLarge { width: usize, height: usize },
    /// It begins as a PNG, but cannot be read to its end.
    Broken(Arg),
    /// A picture that no PNG can hold: without pixels, of another number of pixels than its sides say, or too long.
    Unwritable { width: usize, height: usize, pixels: usize },
}

impl From<&PngError> for Phrase {
    fn from(error: &PngError) -> Self {
        match error {
            PngError::NotPng => phrases::png_none(),
            PngError::TooLarge { width, height } => phrases::png_too_large(*width, *height),
            PngError::Broken(why) => phrases::png_broken(why.clone()),
            PngError::Unwritable { width, height, pixels } => {
                phrases::png_unwritable(*width, *height, *pixels)
            }
        }
    }
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Phrase::from(self).fmt(f)
    }
}

impl std::error::Error for PngError {}

impl From<DecodingError> for PngError {
    fn from(error: DecodingError) -> Self {
        Self::Broken(error.to_string().into())
    }
}

impl From<::png::EncodingError> for PngError {
    fn from(error: ::png::EncodingError) -> Self {
        Self::Broken(error.to_string().into())
    }
}

/// The picture as a PNG, and `note` in it where tools leave it alone. The same picture gives the same bytes.
pub fn write(image: &Image, note: Option<&[u8]>) -> Result<Vec<u8>, PngError> {
    let (width, height) = sides(image)?;
    // As much as most pictures take: growing would copy them.
    let mut out = Vec::with_capacity(image.width * image.height / 2 + 1024);
    let mut encoder = Encoder::new(&mut out, width, height);
    // Measured on textures: two to four times as fast as the lowest level of deflate proper, at about its size.
    encoder.set_compression(Compression::Fast);
    encoder.set_depth(BitDepth::Eight);
    if let Some(note) = note {
        encoder.add_ztxt_chunk(KEYWORD.into(), hex(note))?;
    }
    match &image.pixels {
        Pixels::Indexed { indices, palette } => {
            encoder.set_color(ColorType::Indexed);
            let palette = full_palette(palette, indices);
            encoder.set_palette(palette.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect::<Vec<_>>());
            if let Some(last) = palette.iter().rposition(|colour| colour[3] != 255) {
                encoder.set_trns(palette[..=last].iter().map(|colour| colour[3]).collect::<Vec<_>>());
            }
            finish(encoder, indices)?;
        }
        Pixels::Rgba(pixels) if image.has_alpha => {
            encoder.set_color(ColorType::Rgba);
            finish(encoder, pixels.as_flattened())?;
        }
        Pixels::Rgba(pixels) => {
            encoder.set_color(ColorType::Rgb);
            let colours: Vec<_> = pixels.iter().map(|[r, g, b, _]| [*r, *g, *b]).collect();
            finish(encoder, colours.as_flattened())?;
        }
    }
    Ok(out)
}

fn finish(encoder: Encoder<'_, &mut Vec<u8>>, data: &[u8]) -> Result<(), PngError> {
    let mut writer = encoder.write_header()?;
    writer.write_image_data(data)?;
    Ok(writer.finish()?)
}

/// The sides as PNG states them, if the picture has as many pixels.
fn sides(image: &Image) -> Result<(u32, u32), PngError> {
    let (width, height) = (image.width, image.height);
    let pixels = match &image.pixels {
        Pixels::Rgba(pixels) => pixels.len(),
        Pixels::Indexed { indices, .. } => indices.len(),
    };
    let side = |side: usize| i32::try_from(side).ok().and_then(|side| u32::try_from(side).ok());
    match (side(width), side(height)) {
        (Some(w), Some(h)) if pixels > 0 && width.checked_mul(height) == Some(pixels) => Ok((w, h)),
        _ => Err(PngError::Unwritable { width, height, pixels }),
    }
}

/// The palette as far as an index can reach, and black for indices beyond it, since strict readers refuse those.
fn full_palette(palette: &[[u8; 4]], indices: &[u8]) -> Vec<[u8; 4]> {
    let mut full = palette[..palette.len().min(256)].to_vec();
    // Not by `max`, which has to remember the place, and so looks at one index at a time.
    let used = usize::from(indices.iter().copied().fold(0, u8::max)) + 1;
    full.resize(full.len().max(used), NO_COLOUR);
    full
}

/// What a PNG holds of use to us.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    pub image: Image,
    /// Whether channels of 16 bits were rounded to 8, and not all of them had been made from 8.
    pub narrowed: bool,
    /// What [`write()`] was given; none if there is none, or somebody else's.
    pub note: Option<Vec<u8>>,
}

/// Reads any PNG whose picture takes no more than `limit` bytes at four for each pixel; and no longer a note.
pub fn read(bytes: &[u8], limit: usize) -> Result<Read, PngError> {
    if !bytes.starts_with(&SIGNATURE) {
        return Err(PngError::NotPng);
    }
    let mut reader = open(bytes, limit)?;
    let size = reader.output_buffer_size().ok_or_else(|| PngError::Broken(phrases::png_no_size().into()))?;
    let mut data = vec![0; size];
    reader.next_frame(&mut data)?;
    // A colour key that comes after the pixels is against the rules, so it is looked at before the rest is.
    let (image, narrowed) = picture(reader.info(), data)?;
    reader.finish()?;
    Ok(Read { image, narrowed, note: note(reader.info(), limit) })
}

/// The reader before the first pixel, and the size checked before anything is made that large.
fn open(bytes: &[u8], limit: usize) -> Result<Reader<Cursor<&[u8]>>, PngError> {
    // Rows of at most eight bytes for a pixel, and what the chunks hold: a few times the file, never more.
    let room = limit.saturating_mul(2).saturating_add(bytes.len().saturating_mul(4)).saturating_add(1 << 16);
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: room });
    decoder.set_ignore_iccp_chunk(true);
    let (width, height) = decoder.read_header_info()?.size();
    if u64::from(width) * u64::from(height) > limit as u64 / 4 {
        return Err(PngError::TooLarge { width: width as usize, height: height as usize });
    }
    Ok(decoder.read_info()?)
}

/// The picture in `data`, which has rows as the file has them; and whether bits were lost.
fn picture(info: &Info<'_>, data: Vec<u8>) -> Result<(Image, bool), PngError> {
    let (width, height) = (info.width as usize, info.height as usize);
    let raw = match info.bit_depth {
        BitDepth::Eight | BitDepth::Sixteen => data,
        depth => unpack(&data, width, depth as usize),
    };
    if info.color_type == ColorType::Indexed {
        return Ok((Image::indexed(width, height, raw, palette(info)?), false));
    }
    let (samples, narrowed) = eight_bits(&raw, info.bit_depth);
    let mut pixels = pixels(&samples, info.color_type);
    let key = info.trns.as_deref().and_then(|key| key.get(..raw.len() / pixels.len().max(1)));
    if let Some(key) = key {
        cut_out(&mut pixels, &raw, key);
    }
    let has_alpha = key.is_some() || matches!(info.color_type, ColorType::GrayscaleAlpha | ColorType::Rgba);
    Ok((Image::rgba(width, height, pixels, has_alpha), narrowed))
}

/// Samples of less than a byte, a byte each; rows begin at a byte and go from its high bits down.
fn unpack(data: &[u8], width: usize, depth: usize) -> Vec<u8> {
    let (in_byte, mask) = (8 / depth, 0xFF_u8 >> (8 - depth));
    let row = |row: &[u8]| -> Vec<u8> {
        (0..width).map(|x| row[x / in_byte] >> (8 - depth - x % in_byte * depth) & mask).collect()
    };
    data.chunks_exact(width.div_ceil(in_byte)).flat_map(row).collect()
}

fn palette(info: &Info<'_>) -> Result<Vec<[u8; 4]>, PngError> {
    let colours =
        info.palette.as_deref().ok_or_else(|| PngError::Broken(phrases::png_no_palette().into()))?;
    let alphas = info.trns.as_deref().unwrap_or_default().iter().copied().chain(std::iter::repeat(255));
    Ok(colours.as_chunks().0.iter().zip(alphas).map(|(&[r, g, b], a)| [r, g, b, a]).collect())
}

/// Samples of any depth, at eight bits; and whether that lost something.
fn eight_bits(raw: &[u8], depth: BitDepth) -> (Cow<'_, [u8]>, bool) {
    match depth {
        BitDepth::Eight => (raw.into(), false),
        BitDepth::Sixteen => {
            let wide = raw.as_chunks().0;
            // Full is 65535 there and 255 here, so one step here is 257 there.
            let near = |&pair: &[u8; 2]| ((u32::from(u16::from_be_bytes(pair)) + 128) / 257) as u8;
            (wide.iter().map(near).collect(), wide.iter().any(|[high, low]| high != low))
        }
        depth => {
            let full = 0xFF >> (8 - depth as u8);
            (raw.iter().map(|sample| sample * (255 / full)).collect(), false)
        }
    }
}

fn pixels(samples: &[u8], colour: ColorType) -> Vec<[u8; 4]> {
    fn each<const N: usize>(samples: &[u8], pixel: impl Fn([u8; N]) -> [u8; 4]) -> Vec<[u8; 4]> {
        samples.as_chunks().0.iter().map(|&samples| pixel(samples)).collect()
    }
    match colour {
        ColorType::Grayscale | ColorType::Indexed => each(samples, |[grey]| [grey, grey, grey, 255]),
        ColorType::GrayscaleAlpha => each(samples, |[grey, alpha]| [grey, grey, grey, alpha]),
        ColorType::Rgb => each(samples, |[r, g, b]| [r, g, b, 255]),
        ColorType::Rgba => each(samples, |pixel| pixel),
    }
}

/// Makes pixels of one colour transparent: those whose samples, as the file has them, are `key`.
fn cut_out(pixels: &mut [[u8; 4]], raw: &[u8], key: &[u8]) {
    let same = pixels.iter_mut().zip(raw.chunks_exact(key.len().max(1))).filter(|(_, raw)| *raw == key);
    same.for_each(|(pixel, _)| pixel[3] = 0);
}

/// Our note, also from a tool that stores texts in its own way. Only the first that bears our name is looked at,
/// so that a thousand of them cost no more than one.
fn note(info: &Info<'_>, limit: usize) -> Option<Vec<u8>> {
    let room = limit.saturating_mul(2);
    if let Some(chunk) = info.compressed_latin1_text.iter().find(|chunk| chunk.keyword == KEYWORD) {
        let mut chunk = chunk.clone();
        chunk.decompress_text_with_limit(room).ok()?;
        return unhex(&chunk.get_text().ok()?);
    }
    if let Some(chunk) = info.utf8_text.iter().find(|chunk| chunk.keyword == KEYWORD) {
        let mut chunk = chunk.clone();
        chunk.decompress_text_with_limit(room).ok()?;
        return unhex(&chunk.get_text().ok()?);
    }
    let chunk = info.uncompressed_latin1_text.iter().find(|chunk| chunk.keyword == KEYWORD)?;
    unhex(&chunk.text)
}

fn hex(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from(b"0123456789abcdef"[usize::from(nibble & 15)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(*byte)]).collect()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let nibble = |digit: u8| char::from(digit).to_digit(16);
    let (pairs, rest) = text.as_bytes().as_chunks();
    let byte = |&[high, low]: &[u8; 2]| Some((nibble(high)? << 4 | nibble(low)?) as u8);
    rest.is_empty().then(|| pairs.iter().map(byte).collect())?
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::png::text_metadata::{EncodableTextChunk, TEXtChunk, ZTXtChunk};

    const LIMIT: usize = 1 << 20;

    fn indexed(colours: usize, alpha: impl Fn(usize) -> u8) -> Image {
        let palette: Vec<_> =
            (0..colours).map(|i| [i as u8, 255 - i as u8, (i * 7) as u8, alpha(i)]).collect();
        Image::indexed(16, 16, (0..256).map(|i| (i % colours) as u8).collect(), palette)
    }

    fn colours(has_alpha: bool) -> Image {
        let alpha = |i: usize| if has_alpha { (i * 5) as u8 } else { 255 };
        let pixels = (0..35).map(|i| [i as u8, (i * i) as u8, 255 - i as u8, alpha(i)]).collect();
        Image::rgba(7, 5, pixels, has_alpha)
    }

    fn image(bytes: &[u8]) -> Image {
        read(bytes, LIMIT).unwrap().image
    }

    fn round(image: &Image) -> Image {
        self::image(&write(image, None).unwrap())
    }

    /// A PNG as other tools may write it.
    fn foreign(
        (width, height): (u32, u32),
        colour: ColorType,
        depth: BitDepth,
        palette: Option<&[u8]>,
        key: Option<&[u8]>,
        data: &[u8],
    ) -> Vec<u8> {
        let mut out = vec![];
        let mut encoder = Encoder::new(&mut out, width, height);
        encoder.set_color(colour);
        encoder.set_depth(depth);
        palette.into_iter().for_each(|palette| encoder.set_palette(palette));
        key.into_iter().for_each(|key| encoder.set_trns(key));
        finish(encoder, data).unwrap();
        out
    }

    fn grey(depth: BitDepth, width: u32, data: &[u8]) -> Vec<u8> {
        foreign((width, 1), ColorType::Grayscale, depth, None, None, data)
    }

    /// A chunk with its checksum.
    fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
        let mut crc = !0_u32;
        for byte in name.iter().chain(data) {
            crc ^= u32::from(*byte);
            (0..8).for_each(|_| crc = crc >> 1 ^ (0xEDB8_8320 * (crc & 1)));
        }
        [&(data.len() as u32).to_be_bytes(), &name[..], data, &(!crc).to_be_bytes()].concat()
    }

    fn header(width: u32, height: u32, depth: u8, colour: u8, interlaced: u8) -> Vec<u8> {
        let mut data = [width.to_be_bytes(), height.to_be_bytes()].concat();
        data.extend([depth, colour, 0, 0, interlaced]);
        [&SIGNATURE[..], &chunk(b"IHDR", &data)].concat()
    }

    /// Rows, each behind its filter, as a zlib stream that packs nothing.
    fn stored(data: &[u8]) -> Vec<u8> {
        let length = data.len() as u16;
        let (a, b) = data.iter().fold((1_u32, 0_u32), |(a, b), byte| {
            let a = (a + u32::from(*byte)) % 65521;
            (a, (a + b) % 65521)
        });
        let head = [&[0x78, 1, 1][..], &length.to_le_bytes(), &(!length).to_le_bytes()].concat();
        [&head[..], data, &(b << 16 | a).to_be_bytes()].concat()
    }

    fn put_before(bytes: &[u8], name: &[u8; 4], chunks: &[u8]) -> Vec<u8> {
        let at = bytes.windows(4).position(|window| window == name).unwrap() - 4;
        [&bytes[..at], chunks, &bytes[at..]].concat()
    }

    fn text(chunk: &impl EncodableTextChunk) -> Vec<u8> {
        let mut out = vec![];
        chunk.encode(&mut out).unwrap();
        out
    }

    fn has(bytes: &[u8], name: &[u8; 4]) -> bool {
        bytes.windows(4).any(|window| window == name)
    }

    #[test]
    fn an_indexed_picture_comes_back_with_its_palette_at_every_length() {
        for colours in [1, 2, 3, 16, 255, 256] {
            let image = indexed(colours, |_| 255);
            let bytes = write(&image, None).unwrap();
            assert_eq!(self::image(&bytes), image, "{colours}");
            assert!(!has(&bytes, b"tRNS"));
        }
    }

    #[test]
    fn colours_of_a_palette_keep_their_alpha_wherever_it_stands() {
        for clear in [0, 7, 15] {
            let image = indexed(16, |i| if i == clear { 0 } else { 255 });
            assert!(image.has_alpha);
            assert_eq!(round(&image), image, "{clear}");
        }
        let image = indexed(256, |i| i as u8);
        assert_eq!(round(&image), image);
    }

    #[test]
    fn a_palette_with_the_same_colour_twice_keeps_both() {
        let image = Image::indexed(3, 1, vec![2, 0, 1], vec![[9, 9, 9, 255]; 4]);
        assert_eq!(round(&image), image);
    }

    #[test]
    fn colours_come_back_and_alpha_only_where_it_is_data() {
        for has_alpha in [false, true] {
            let image = colours(has_alpha);
            let bytes = write(&image, None).unwrap();
            assert_eq!(read(&bytes, LIMIT), Ok(Read { image, narrowed: false, note: None }));
            assert_eq!(bytes[25], if has_alpha { 6 } else { 2 }, "the colour type");
        }
    }

    #[test]
    fn indices_beyond_the_palette_show_black_and_stay() {
        let image = Image::indexed(2, 1, vec![0, 5], vec![[1, 2, 3, 255]]);
        let again = round(&image);
        assert_eq!(again.to_rgba(), image.to_rgba());
        let palette = vec![[1, 2, 3, 255], NO_COLOUR, NO_COLOUR, NO_COLOUR, NO_COLOUR, NO_COLOUR];
        assert_eq!(again, Image::indexed(2, 1, vec![0, 5], palette));
    }

    #[test]
    fn an_empty_palette_gets_a_colour_and_a_long_one_is_cut() {
        let empty = Image::indexed(1, 1, vec![0], vec![]);
        assert_eq!(round(&empty), Image::indexed(1, 1, vec![0], vec![NO_COLOUR]));
        let long = Image::indexed(1, 1, vec![255], vec![[4, 5, 6, 255]; 300]);
        assert_eq!(round(&long), Image::indexed(1, 1, vec![255], vec![[4, 5, 6, 255]; 256]));
    }

    #[test]
    fn a_picture_that_no_png_holds_is_refused() {
        for (width, height, pixels) in [(0, 0, 0), (0, 4, 0), (4, 0, 0), (2, 2, 3), (usize::MAX, 2, 4)] {
            let image = Image::rgba(width, height, vec![[0; 4]; pixels], true);
            assert_eq!(write(&image, None), Err(PngError::Unwritable { width, height, pixels }));
        }
    }

    #[test]
    fn the_same_picture_gives_the_same_bytes() {
        for image in [indexed(16, |i| i as u8), colours(true), colours(false)] {
            assert_eq!(write(&image, Some(b"note")), write(&image, Some(b"note")));
        }
    }

    #[test]
    fn indices_of_few_bits_become_bytes_and_rows_end_inside_one() {
        let palette: Vec<u8> = (0..48).collect();
        let wanted: Vec<_> = palette.chunks(3).map(|c| [c[0], c[1], c[2], 255]).collect();
        let packed = [
            (BitDepth::One, vec![0b1010_0000, 0b0110_0000], vec![1, 0, 1, 0, 1, 1]),
            (BitDepth::Two, vec![0b1101_1000, 0b0010_0100], vec![3, 1, 2, 0, 2, 1]),
            (BitDepth::Four, vec![0xF0, 0x10, 0x2A, 0x30], vec![15, 0, 1, 2, 10, 3]),
        ];
        for (depth, data, indices) in packed {
            let colours = 1 << depth as usize;
            let bytes =
                foreign((3, 2), ColorType::Indexed, depth, Some(&palette[..colours * 3]), Some(&[7]), &data);
            let mut palette = wanted[..colours].to_vec();
            palette[0][3] = 7;
            assert_eq!(image(&bytes), Image::indexed(3, 2, indices, palette), "{depth:?}");
        }
    }

    #[test]
    fn grey_of_few_bits_reaches_black_and_white() {
        let shades = |depth, width, data: &[u8]| -> Vec<u8> {
            let image = image(&grey(depth, width, data));
            assert!(!image.has_alpha);
            image.to_rgba().iter().map(|pixel| pixel[1]).collect()
        };
        assert_eq!(shades(BitDepth::One, 3, &[0b0100_0000]), [0, 255, 0]);
        assert_eq!(shades(BitDepth::Two, 4, &[0b0001_1011]), [0, 85, 170, 255]);
        assert_eq!(shades(BitDepth::Four, 3, &[0x0F, 0x80]), [0, 255, 136]);
        assert_eq!(shades(BitDepth::Eight, 2, &[0, 200]), [0, 200]);
    }

    #[test]
    fn sixteen_bits_are_rounded_and_that_is_said() {
        let exact = read(&grey(BitDepth::Sixteen, 2, &[7, 7, 255, 255]), LIMIT).unwrap();
        assert_eq!((exact.image.to_rgba()[0], exact.narrowed), ([7, 7, 7, 255], false));
        let near = read(&grey(BitDepth::Sixteen, 3, &[7, 255, 255, 0, 0, 1]), LIMIT).unwrap();
        let shades: Vec<_> = near.image.to_rgba().iter().map(|pixel| pixel[0]).collect();
        assert_eq!((shades, near.narrowed), (vec![8, 254, 0], true));
    }

    #[test]
    fn sixteen_bits_of_every_kind_have_their_channels_in_order() {
        let kinds = [
            (ColorType::Rgb, vec![1, 1, 2, 2, 3, 3], [1, 2, 3, 255], false),
            (ColorType::Rgba, vec![1, 1, 2, 2, 3, 3, 4, 4], [1, 2, 3, 4], true),
            (ColorType::GrayscaleAlpha, vec![5, 5, 6, 6], [5, 5, 5, 6], true),
        ];
        for (colour, data, pixel, has_alpha) in kinds {
            let bytes = foreign((1, 1), colour, BitDepth::Sixteen, None, None, &data);
            assert_eq!(image(&bytes), Image::rgba(1, 1, vec![pixel], has_alpha));
        }
    }

    #[test]
    fn a_colour_key_becomes_alpha() {
        let keyed = |colour, depth, key: &[u8], data: &[u8]| -> Vec<u8> {
            let image = image(&foreign((2, 1), colour, depth, None, Some(key), data));
            assert!(image.has_alpha);
            image.to_rgba().iter().map(|pixel| pixel[3]).collect()
        };
        assert_eq!(keyed(ColorType::Grayscale, BitDepth::Eight, &[0, 9], &[9, 10]), [0, 255]);
        assert_eq!(keyed(ColorType::Grayscale, BitDepth::Two, &[0, 3], &[0b1011_0000]), [255, 0]);
        let wide = [1, 2, 1, 3];
        assert_eq!(
            keyed(ColorType::Grayscale, BitDepth::Sixteen, &[1, 3], &wide),
            [255, 0],
            "all bits count"
        );
        let rgb = [1, 2, 3, 1, 2, 4];
        assert_eq!(keyed(ColorType::Rgb, BitDepth::Eight, &[0, 1, 0, 2, 0, 3], &rgb), [0, 255]);
    }

    #[test]
    fn interlaced_pictures_are_put_in_order() {
        // Of 3 × 2 pixels there are passes one, four, five and seven, and others, without pixels.
        let rows = [0, 10, 0, 12, 0, 11, 0, 20, 21, 22];
        let passes = [&rows[..2], &rows[2..4], &rows[4..6], &rows[6..]].concat();
        let mut bytes = header(3, 2, 8, 0, 1);
        bytes.extend([chunk(b"IDAT", &stored(&passes)), chunk(b"IEND", b"")].concat());
        let shades: Vec<_> = image(&bytes).to_rgba().iter().map(|pixel| pixel[0]).collect();
        assert_eq!(shades, [10, 11, 12, 20, 21, 22]);
    }

    #[test]
    fn interlaced_indices_of_few_bits_stay_indices() {
        let passes = [0, 0x30, 0, 0x20, 0, 0x10, 0, 0x01, 0x20];
        let mut bytes = header(3, 2, 4, 3, 1);
        bytes.extend(chunk(b"PLTE", &[9; 12]));
        bytes.extend([chunk(b"IDAT", &stored(&passes)), chunk(b"IEND", b"")].concat());
        assert_eq!(image(&bytes), Image::indexed(3, 2, vec![3, 1, 2, 0, 1, 2], vec![[9, 9, 9, 255]; 4]));
    }

    #[test]
    fn what_is_said_about_colours_changes_no_pixel() {
        let picture = colours(false);
        let bytes = write(&picture, None).unwrap();
        let said = [
            chunk(b"gAMA", &100_000_u32.to_be_bytes()),
            chunk(b"iCCP", b"odd\0\0no profile at all"),
            chunk(b"sBIT", &[5, 6, 5]),
            chunk(b"pHYs", &[0; 9]),
            chunk(b"eXIf", b"MM\0*"),
            chunk(b"vpAg", &[0; 9]),
            chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0<x/>"),
        ];
        assert_eq!(image(&put_before(&bytes, b"IDAT", &said.concat())), picture);
        let late = [chunk(b"tEXt", b"date:create\0now"), chunk(b"tIME", &[7; 7])].concat();
        assert_eq!(image(&put_before(&bytes, b"IEND", &late)), picture);
    }

    #[test]
    fn long_texts_of_other_tools_do_not_count_against_the_limit() {
        let picture = colours(false);
        let long = text(&TEXtChunk::new("Comment", "x".repeat(500_000)));
        let bytes = put_before(&write(&picture, None).unwrap(), b"IDAT", &long.repeat(3));
        assert_eq!(read(&bytes, 35 * 4).unwrap().image, picture);
    }

    /// One grey pixel, then another; the first may stand apart from the frames.
    fn animation(apart: bool) -> Vec<u8> {
        let mut bytes = vec![];
        let mut encoder = Encoder::new(&mut bytes, 1, 1);
        encoder.set_color(ColorType::Grayscale);
        encoder.set_animated(if apart { 1 } else { 2 }, 0).unwrap();
        encoder.set_sep_def_img(apart).unwrap();
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&[50]).unwrap();
        writer.write_image_data(&[90]).unwrap();
        writer.finish().unwrap();
        bytes
    }

    #[test]
    fn of_an_animation_the_first_picture_is_taken() {
        for apart in [false, true] {
            assert_eq!(image(&animation(apart)), Image::rgba(1, 1, vec![[50, 50, 50, 255]], false));
        }
    }

    #[test]
    fn a_note_survives_and_is_stored_as_text() {
        let every: Vec<u8> = (0..=255).collect();
        for note in [&b""[..], b"\0", b"relict", &every, &[0; 100_000]] {
            let bytes = write(&colours(true), Some(note)).unwrap();
            assert_eq!(read(&bytes, LIMIT).unwrap().note.as_deref(), Some(note));
            assert!(has(&bytes, b"zTXt"));
        }
    }

    #[test]
    fn a_note_that_a_tool_moved_or_unpacked_is_found() {
        let bytes = write(&colours(true), None).unwrap();
        let moved = put_before(&bytes, b"IEND", &text(&ZTXtChunk::new(KEYWORD, "00ff")));
        assert_eq!(read(&moved, LIMIT).unwrap().note, Some(vec![0, 255]));
        let unpacked = put_before(&bytes, b"IDAT", &text(&TEXtChunk::new(KEYWORD, "00FF")));
        assert_eq!(read(&unpacked, LIMIT).unwrap().note, Some(vec![0, 255]));
        let modern = put_before(&bytes, b"IDAT", &chunk(b"iTXt", b"relict\0\0\0\0\0abcd"));
        assert_eq!(read(&modern, LIMIT).unwrap().note, Some(vec![0xAB, 0xCD]));
    }

    #[test]
    fn a_note_that_is_not_ours_is_left_alone() {
        let bytes = write(&colours(true), None).unwrap();
        for (keyword, words) in [(KEYWORD, "hello"), (KEYWORD, "abc"), (KEYWORD, "+a0é"), ("Comment", "00ff")]
        {
            let foreign = put_before(&bytes, b"IDAT", &text(&ZTXtChunk::new(keyword, words)));
            assert_eq!(read(&foreign, LIMIT).unwrap().note, None, "{keyword} {words}");
        }
        let garbage = put_before(&bytes, b"IDAT", &chunk(b"zTXt", b"relict\0\0garbage"));
        assert_eq!(read(&garbage, LIMIT), read(&bytes, LIMIT));
    }

    #[test]
    fn a_note_that_unpacks_to_more_than_the_limit_is_left_alone() {
        let bytes = write(&colours(true), Some(&vec![0; 4 << 20])).unwrap();
        assert!(bytes.len() < 100_000);
        assert_eq!(read(&bytes, LIMIT).unwrap(), Read { image: colours(true), narrowed: false, note: None });
    }

    #[test]
    fn a_picture_over_the_limit_is_refused_by_its_header() {
        let image = colours(false);
        let bytes = write(&image, None).unwrap();
        assert!(read(&bytes, 35 * 4).is_ok());
        assert_eq!(read(&bytes, 35 * 4 - 1), Err(PngError::TooLarge { width: 7, height: 5 }));
        let side = i32::MAX as u32;
        let huge = [header(side, side, 16, 6, 0), chunk(b"IDAT", b""), chunk(b"IEND", b"")].concat();
        let (width, height) = (side as usize, side as usize);
        assert_eq!(read(&huge, usize::MAX / 4), Err(PngError::TooLarge { width, height }));
    }

    #[test]
    fn pixels_that_unpack_to_more_than_the_picture_are_not_kept() {
        let large = Image::rgba(1000, 1000, vec![[1, 2, 3, 255]; 1_000_000], false);
        let mut bytes = write(&large, None).unwrap();
        let small = header(1, 1, 8, 2, 0);
        bytes[..small.len()].copy_from_slice(&small);
        assert_eq!(read(&bytes, 4).map(|read| read.image.to_rgba()), Ok(vec![[1, 2, 3, 255]]));
    }

    #[test]
    fn other_bytes_are_no_png() {
        for bytes in [&b""[..], b"\x89PNG", b"BM", b"\xFF\xD8\xFF\xE0 a photograph"] {
            assert_eq!(read(bytes, LIMIT), Err(PngError::NotPng));
        }
        assert_eq!(PngError::NotPng.to_string(), "not a PNG");
    }

    #[test]
    fn an_index_beyond_the_palette_of_a_file_is_kept() {
        let bytes = foreign((2, 1), ColorType::Indexed, BitDepth::Eight, Some(&[1, 2, 3]), None, &[0, 200]);
        let image = image(&bytes);
        assert_eq!(image, Image::indexed(2, 1, vec![0, 200], vec![[1, 2, 3, 255]]));
        assert_eq!(image.to_rgba()[1], NO_COLOUR);
    }

    #[test]
    fn indices_without_a_palette_are_refused() {
        let rows = chunk(b"IDAT", &stored(&[0, 0]));
        let bytes = [header(1, 1, 8, 3, 0), rows, chunk(b"IEND", b"")].concat();
        assert!(matches!(read(&bytes, LIMIT), Err(PngError::Broken(_))));
    }

    #[test]
    fn a_palette_cut_inside_a_colour_keeps_the_whole_ones() {
        let rows = chunk(b"IDAT", &stored(&[0, 0]));
        let bytes = [header(1, 1, 8, 3, 0), chunk(b"PLTE", &[7; 5]), rows, chunk(b"IEND", b"")].concat();
        assert_eq!(image(&bytes), Image::indexed(1, 1, vec![0], vec![[7, 7, 7, 255]]));
    }

    /// Small files of every kind.
    fn samples() -> Vec<Vec<u8>> {
        let mut all: Vec<_> = [indexed(16, |i| i as u8), colours(true), colours(false)]
            .iter()
            .map(|image| write(image, Some(b"note")).unwrap())
            .collect();
        all.push(grey(BitDepth::Two, 5, &[0b0001_1011, 0b1100_0000]));
        all.push(foreign((1, 1), ColorType::Rgb, BitDepth::Sixteen, None, Some(&[1; 6]), &[1; 6]));
        all.extend([animation(false), animation(true)]);
        let passes = stored(&[0, 10, 0, 12, 0, 11, 0, 20, 21, 22]);
        all.push([header(3, 2, 8, 0, 1), chunk(b"IDAT", &passes), chunk(b"IEND", b"")].concat());
        all
    }

    #[test]
    fn every_cut_is_refused() {
        for whole in samples() {
            assert!(read(&whole, LIMIT).is_ok());
            for end in 0..whole.len() {
                assert!(read(&whole[..end], LIMIT).is_err(), "cut at {end}");
            }
        }
    }

    #[test]
    fn no_changed_byte_upsets_the_reader() {
        for whole in samples() {
            for at in 0..whole.len() {
                for flip in [1, 2, 4, 8, 16, 32, 64, 128, 255] {
                    let mut bytes = whole.clone();
                    bytes[at] ^= flip;
                    let _ = read(&bytes, LIMIT);
                }
            }
        }
    }

    /// As above, but behind right checksums, so that the change is looked at.
    #[test]
    fn no_changed_chunk_upsets_the_reader() {
        for whole in samples() {
            let mut chunks = vec![];
            let mut rest = &whole[8..];
            while let Some((length, after)) = rest.split_first_chunk() {
                let length = u32::from_be_bytes(*length) as usize;
                chunks.push((<[u8; 4]>::try_from(&after[..4]).unwrap(), after[4..4 + length].to_vec()));
                rest = &after[length + 8..];
            }
            let limit = 1 << 16;
            for which in 0..chunks.len() {
                for at in 0..chunks[which].1.len() {
                    for value in [0, 1, 2, 3, 4, 7, 16, 127, 128, 255] {
                        let mut changed = chunks.clone();
                        changed[which].1[at] = value;
                        let chunks = changed.iter().map(|(name, data)| chunk(name, data));
                        let bytes: Vec<_> = SIGNATURE.into_iter().chain(chunks.flatten()).collect();
                        if let Ok(read) = read(&bytes, limit) {
                            assert_eq!(read.image.to_rgba().len(), read.image.width * read.image.height);
                        }
                    }
                }
            }
        }
    }
}
