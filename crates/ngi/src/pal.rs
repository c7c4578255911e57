//! Palettes: the file `PAL.PAL` with its table of mixtures, and the names of the bank of palettes.
//!
//! The bank is what textures name by the letters behind their dot. What its files hold is not known, since the game
//! ships none, so only their names are understood here.

use crate::phrases;
use relict_core::derived;
use relict_core::format::Library;
use relict_core::prelude::*;
use relict_core::text::before_zero;
use serde_json::{Value, json};

const TAG: Tag = Tag(*b"Ipol");
const COLOURS: usize = 256;
const TAG_AT: usize = COLOURS * 4;
const TABLE: usize = COLOURS * COLOURS;
const SIZE: usize = TAG_AT + 4 + TABLE;
/// A palette is shown as a square of its colours.
const SIDE: usize = 16;

parts! {
    /// Palette, with a table of mixtures.
    pub struct Pal<'a> {
        /// 256 colours as blue, green, red and an unused byte, which is 0.
        pub colours: Vec<[u8; 4]>,
        /// `Ipol`.
        pub tag: Tag,
        /// 256 rows of 256: the colour nearest to the mean of colours i and j. Nothing in the game reads it.
        pub table: Bytes<'a>,
        /// Bytes behind the table.
        pub tail: Bytes<'a>,
    }
}

impl<'a> Format<'a> for Pal<'a> {
    const ID: &'static str = "ngi.pal";
    const ENDINGS: &'static [&'static str] = &["pal"];
    const RULES: Rules = RULES;
    const MEASURES: Measures = MEASURES;
    const FACETS: Facets<Self> = Facets::<Self>::NONE
        .picture(PictureOps { canvas: |_| None }, |pal| Some(pal))
        .tables(Self::make_tables);

    /// Files of many programs end in `.pal`, so the name counts only together with the size or the tag.
    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        let (sized, tagged) =
            (bytes.len() == SIZE, bytes.get(TAG_AT..).is_some_and(|b| b.starts_with(&TAG.0)));
        let named = origin.ends_with(".pal");
        // A listing shows no bytes. Of this name there is only the one file.
        let listed = bytes.is_empty() && origin.name.eq_ignore_ascii_case(FILE);
        match (sized && tagged, named && (sized || tagged) || listed) {
            (true, _) => Claim::Sure,
            (false, true) => Claim::Broken,
            (false, false) => Claim::No,
        }
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        Ok(Self {
            colours: c.list("colours", COLOURS)?,
            tag: c.get("tag")?,
            table: c.bytes("table", TABLE)?,
            tail: c.tail("tail"),
        })
    }

    fn write(&self, out: &mut Put) {
        out.list(&self.colours);
        out.put(&self.tag);
        out.bytes(&self.table);
        out.bytes(&self.tail);
    }

    fn facts(&self) -> Facts {
        vec![("colours", self.colours.len().into()), ("tag", self.tag.to_string().into())]
    }

    fn check(&self, report: &mut Report, _: Context<'_>) {
        let found = || args!(found = self.tag.0.escape_ascii().to_string());
        report.expect(self.tag == TAG, &WRONG_TAG, "tag", found);
        let size = self.tail.len();
        report.expect(size == 0, &TAIL, "tail", || args!(size = size));
        if let Some((first, second)) = self.odd_mixture() {
            report.expect(false, &ODD_TABLE, "table", || args!(first = first, second = second));
        }
        report.each("colours", &self.colours, |colour, report| {
            report.expect(colour[3] == 0, &UNUSED, "", || args!(found = colour[3]));
        });
    }

    fn measure(&self, cases: &mut Cases, _: Origin<'_>) {
        let cells = (0..COLOURS).flat_map(|i| (0..COLOURS).map(move |j| (i, j)));
        cases.claim_each(&SYMMETRIC, cells, |(i, j)| self.mixture(i, j) == self.mixture(j, i));
        cases.claim_each(&ITSELF, 0..COLOURS, |i| self.mixture(i, i).map(usize::from) == Some(i));
    }
}

impl Pal<'_> {
    fn make_tables(&self) -> Vec<Table> {
        // Eight to a line: more than a screen is wide, or high, nobody looks at.
        let colour = |&[b, g, r, _]: &[u8; 4]| Cell::Colour([r, g, b]);
        let row = |(i, colours): (usize, &[[u8; 4]])| {
            [Cell::Number(8 * i as i64)].into_iter().chain(colours.iter().map(colour)).collect()
        };
        let rows = self.colours.chunks(8).enumerate().map(row).collect();
        vec![Table { title: "colours", columns: [&["number"][..], &["colour"; 8]].concat(), rows }]
    }
}

impl Pal<'_> {
    fn mixture(&self, first: usize, second: usize) -> Option<u8> {
        self.table.get(first * COLOURS + second).copied()
    }

    /// Whether a colour mixed with itself shows itself. Another place of the same colour will do: only the places
    /// that are in use are known to name themselves.
    fn is_itself(&self, colour: usize) -> bool {
        let mixed = self.mixture(colour, colour).map(usize::from);
        mixed == Some(colour) || mixed.and_then(|mixed| self.colours.get(mixed)) == self.colours.get(colour)
    }

    /// The first two colours whose mixture depends on which of them is first, or is not the one where they are one.
    fn odd_mixture(&self) -> Option<(usize, usize)> {
        let pairs = (0..COLOURS).flat_map(|i| (i..COLOURS).map(move |j| (i, j)));
        let odd = |&(i, j): &(usize, usize)| {
            self.mixture(i, j) != self.mixture(j, i) || i == j && !self.is_itself(i)
        };
        pairs.into_iter().find(odd)
    }

    /// The same with the colours `bgr`; what is unused, and the table, stay.
    fn with(&self, bgr: impl Iterator<Item = [u8; 3]>) -> Self {
        let mut new = self.clone();
        for (colour, [b, g, r]) in new.colours.iter_mut().zip(bgr) {
            *colour = [b, g, r, colour[3]];
        }
        new
    }

    fn bytes(&self) -> Vec<u8> {
        let mut out = Put::default();
        self.write(&mut out);
        out.finish().unwrap_or_default()
    }
}

/// Sixteen by sixteen pixels: colour i is pixel i.
impl Picture for Pal<'_> {
    fn levels(&self) -> usize {
        1
    }

    fn image(&self, level: usize) -> Option<Image> {
        let palette = self.colours.iter().map(|&[b, g, r, _]| [r, g, b, 255]).collect();
        (level == 0).then(|| Image::indexed(SIDE, SIDE, (0..=u8::MAX).collect(), palette))
    }

    fn settings(&self) -> Value {
        json!({})
    }

    fn redrawn(&self, image: &Image, settings: &Value, _: Redraw) -> Result<Redrawn, Unfit> {
        if let Some(key) = settings.as_object().and_then(|settings| settings.keys().next()) {
            return Err(Error::unexpected(phrases::no_settings(), quoted(key)).inside(key).into());
        }
        let pixels = image.to_rgba();
        if (image.width, image.height, pixels.len()) != (SIDE, SIDE, COLOURS) {
            return Err(Unfit::Size { width: image.width, height: image.height });
        }
        match pixels.iter().filter(|pixel| image.has_alpha && pixel[3] != 255).count() {
            0 => {}
            pixels => return Err(Unfit::Alpha { pixels }),
        }
        let new = self.with(pixels.iter().map(|&[r, g, b, _]| [b, g, r]));
        Ok(Redrawn { bytes: new.bytes(), losses: Losses::default() })
    }

    fn blank(&self) -> Vec<u8> {
        self.with(std::iter::repeat([0; 3])).bytes()
    }
}

/// The palette of the pictures that have none of their own, of the first Parkan and of a font of the second.
pub const FILE: &str = "PAL.PAL";

/// The colours of such a palette: of a `PAL.PAL`, or 256 colours and nothing else.
pub fn palette(bytes: &[u8]) -> Option<Palette> {
    let tagged = bytes.len() >= SIZE && bytes[TAG_AT..].starts_with(&TAG.0);
    let colours = bytes.get(..TAG_AT).filter(|_| bytes.len() == TAG_AT || tagged)?;
    let (colours, _) = colours.as_chunks();
    let mut palette = [[0, 0, 0, 255]; COLOURS];
    for (colour, &[b, g, r, _]) in palette.iter_mut().zip(colours) {
        *colour = [r, g, b, 255];
    }
    Some(palette)
}

/// The `PAL.PAL` of a picture: in the archive that holds it, beside that archive, or beside the outermost file.
pub(crate) fn beside(library: &dyn Library) -> Option<Palette> {
    let sibling = derived::of_sibling(library, FILE, palette).map(|palette| *palette);
    let beside_holder = || palette(&library.beside_holder(FILE)?);
    let outermost = || derived::of_file(library, FILE, palette).map(|palette| *palette);
    sibling.or_else(beside_holder).or_else(outermost)
}

/// Palettes of one letter: the plain one, and those of the ten digits.
const VARIANTS: usize = 11;

/// How many palettes the bank has room for.
pub const BANK: usize = 26 * VARIANTS;

/// The file of a place in the bank: `A.PAL`, `A0.PAL` to `A9.PAL`, `B.PAL` and so on to `Z9.PAL`.
pub fn bank_name(index: usize) -> Option<String> {
    let letter = char::from(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ".get(index / VARIANTS).copied()?);
    Some(match index % VARIANTS {
        0 => format!("{letter}.PAL"),
        variant => format!("{letter}{}.PAL", variant - 1),
    })
}

/// The place in the bank of a file, whatever the case of its name.
pub fn bank_index(name: &str) -> Option<usize> {
    let name = name.to_ascii_uppercase();
    let place = |letter: u8, variant: u8| usize::from(letter - b'A') * VARIANTS + usize::from(variant);
    match *name.strip_suffix(".PAL")?.as_bytes() {
        [letter @ b'A'..=b'Z'] => Some(place(letter, 0)),
        [letter @ b'A'..=b'Z', digit @ b'0'..=b'9'] => Some(place(letter, digit - b'0' + 1)),
        _ => None,
    }
}

/// What the engine makes of the end of a texture's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suffix {
    /// There is no dot where one must be. The engine says `Bad texture name.` and loads nothing.
    NoDot,
    /// Names such as `WALL.0`, which all known ones are like: the number comes out below zero.
    NoPalette,
    /// A place in the bank.
    Palette(usize),
    /// The number is past the end of the bank, which the engine does not check.
    OutOfRange(i64),
    /// A place in the bank, but one that comes from a byte that is no digit, and so hardly the one that was meant.
    OddDigit { index: i64, digit: u8 },
}

/// The numbers behind a [`Suffix`], for those who follow the arithmetic of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuffixIndex {
    /// The place of the dot in the name.
    pub dot: usize,
    /// The byte behind it, in upper case, and the next; 0 where the name has ended.
    pub letter: u8,
    pub digit: u8,
    /// The place in the bank, which may be before or behind it.
    pub index: i64,
}

/// A dot counts only up to this place.
const LAST_DOT: usize = 16;

/// What [`suffix`] goes by; none without a dot.
pub fn suffix_index(name: &[u8]) -> Option<SuffixIndex> {
    let name = before_zero(name);
    let dot = name.iter().take(LAST_DOT + 1).position(|&byte| byte == b'.')?;
    let after = |place: usize| name.get(dot + place).copied().unwrap_or(0);
    let signed = |byte: u8| i64::from(byte.cast_signed());
    let (letter, digit) = (after(1).to_ascii_uppercase(), after(2));
    let variant = if digit == 0 { 0 } else { signed(digit) - i64::from(b'0') + 1 };
    let index = (signed(letter) - i64::from(b'A')) * VARIANTS as i64 + variant;
    Some(SuffixIndex { dot, letter, digit, index })
}

/// The palette that a texture's or lightmap's name tells of, by the arithmetic of the engine: eleven for each letter
/// behind the dot, and one more than the digit behind that.
///
/// A name that ends early goes on with zeros. Bytes from 0x80 on count as negative, as the compilers of the time
/// have it; whether the engine does is not known, and no name in the game has one.
pub fn suffix(name: &[u8]) -> Suffix {
    let Some(SuffixIndex { digit, index, .. }) = suffix_index(name) else { return Suffix::NoDot };
    match usize::try_from(index) {
        Err(_) => Suffix::NoPalette,
        Ok(place) if place >= BANK => Suffix::OutOfRange(index),
        Ok(_) if digit != 0 && !digit.is_ascii_digit() => Suffix::OddDigit { index, digit },
        Ok(place) => Suffix::Palette(place),
    }
}

measures! { "pal":
    Claim SYMMETRIC = "symmetric";
    Claim ITSELF = "mixed-with-itself";
}

rules! { "pal":
    Error WRONG_TAG = "tag";
    Error TAIL = "tail";
    Warning ODD_TABLE = "table";
    Warning UNUSED = "unused";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_of_the_bank_has_a_name_of_its_own() {
        for index in 0..BANK {
            let name = bank_name(index).unwrap();
            assert_eq!(bank_index(&name), Some(index), "{name}");
            assert_eq!(bank_index(&name.to_lowercase()), Some(index), "{name}");
        }
        assert_eq!(bank_name(0).unwrap(), "A.PAL");
        assert_eq!(bank_name(1).unwrap(), "A0.PAL");
        assert_eq!(bank_name(285).unwrap(), "Z9.PAL");
        assert_eq!((bank_name(BANK), bank_name(usize::MAX)), (None, None));
        for name in ["", ".PAL", "0.PAL", "AA.PAL", "A10.PAL", "A.PA", "PAL.PAL", "Я.PAL"] {
            assert_eq!(bank_index(name), None, "{name}");
        }
    }

    #[test]
    fn names_of_textures_tell_of_palettes_as_the_engine_computes_it() {
        let cases: [(&[u8], Suffix); 18] = [
            (b"X.A", Suffix::Palette(0)),
            (b"X.A0", Suffix::Palette(1)),
            (b"x.b3", Suffix::Palette(15)),
            (b"X.Z9", Suffix::Palette(285)),
            (b"X.[", Suffix::OutOfRange(286)),
            (b"NAME.0", Suffix::NoPalette),
            (b"NAME.", Suffix::NoPalette),
            (b".A", Suffix::Palette(0)),
            (b"NAME", Suffix::NoDot),
            (b"", Suffix::NoDot),
            (b"0123456789ABCDEF.A", Suffix::Palette(0)),
            (b"0123456789ABCDEF0.A", Suffix::NoDot),
            (b"NAME\0.A", Suffix::NoDot),
            (b"X.A0\0junk", Suffix::Palette(1)),
            (b"WALL.dds", Suffix::OddDigit { index: 86, digit: b'd' }),
            (b"X.Zz", Suffix::OutOfRange(350)),
            (b"X.\xC0", Suffix::NoPalette),
            (b"X.A9.B", Suffix::Palette(10)),
        ];
        for (name, wanted) in cases {
            assert_eq!(suffix(name), wanted, "{}", name.escape_ascii());
        }
    }

    #[test]
    fn the_first_dot_counts_even_where_a_later_one_would_tell_more() {
        assert_eq!(suffix(b"A.0.B3"), Suffix::NoPalette);
    }
}
