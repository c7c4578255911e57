//! `palettes.bin`: the colours of textures and sprites. The games hold them in three ways, which only probing tells apart.

use crate::colour::Order;
use crate::gallery::{CELL, MOST_COLOURS, Misfit, Palette};
use crate::mappings;
use crate::phrases;
use crate::resource::{Misstated, base, misstated};
use relict_core::prelude::*;
use serde_json::{Value, json};

/// How many colours a palette has where all have as many.
pub const COLOURS: usize = 16;
const BYTES: usize = COLOURS * 2;
/// A picture of more pixels than this is not made: a small file can state that much.
const MOST_PIXELS: usize = 1 << 22;

parts! {
    /// Palettes of Doom RPG or Orcs & Elves.
    pub struct Palettes<'a> {
        /// How many bytes follow. Only in Doom RPG; colours have blue in the highest bits then, else red.
        pub stated_size: Option<u32> = sparse,
        /// Only in Orcs & Elves: how many palettes follow. Files that count something else are kept as they are.
        pub header: Option<u16> = sparse,
        /// Palettes of 16 colours.
        pub palettes: Option<Vec<[u16; 16]>> = sparse,
        /// Palettes that state how many colours they have. Only in Orcs & Elves II for BREW.
        pub sized: Option<Vec<Sized>> = sparse,
        /// Bytes behind the last whole palette.
        pub tail: Bytes<'a>,
    }
}

parts! {
    /// A palette that states how many colours it has.
    pub struct Sized {
        /// Colours of 16 bits.
        pub colours: Vec<u16>,
    }
}

/// How a file holds palettes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// The number of palettes, and palettes of 16 colours: both Orcs & Elves for Java.
    Plain,
    /// The number of palettes, and each with the number of its colours: Orcs & Elves II for BREW.
    Sized,
    /// The number of bytes, and palettes of 16 colours: Doom RPG.
    Counted,
}

impl Variant {
    /// The first that the bytes fit. A header that counts palettes of 16 colours up to the end of the file comes before a
    /// walk over palettes with sizes of their own, which no game for Java has.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        Self::first(bytes, is_whole(bytes))
    }

    /// The same where the form of the mappings beside the palettes is known: six counters are those of the one build that
    /// has palettes with sizes, so that there a walk that ends with the file decides.
    pub fn beside(bytes: &[u8], form: mappings::Form) -> Option<Self> {
        Self::first(bytes, is_whole(bytes) && !(form == mappings::Form::Six && walks(bytes)))
    }

    fn first(bytes: &[u8], is_whole: bool) -> Option<Self> {
        let counted =
            bytes.get(..4).is_some_and(|size| misstated(u32::get(size), bytes.len() - 4, BYTES).is_none());
        let plain = || bytes.len() >= 2 && (bytes.len() - 2).is_multiple_of(BYTES);
        match () {
            () if counted => Some(Self::Counted),
            () if is_whole => Some(Self::Plain),
            () if walks(bytes) => Some(Self::Sized),
            () if plain() => Some(Self::Plain),
            () => None,
        }
    }

    pub fn order(self) -> Order {
        if self == Self::Counted { Order::Bgr565 } else { Order::Rgb565 }
    }
}

/// Whether the header counts palettes of 16 colours, and the file ends with the last.
fn is_whole(bytes: &[u8]) -> bool {
    let count = bytes.get(..2).map(|count| usize::from(u16::get(count)));
    count.is_some_and(|count| count > 0 && bytes.len() == 2 + BYTES * count)
}

/// Whether going from palette to palette ends with the file.
fn walks(bytes: &[u8]) -> bool {
    let number = |at: usize| Some(usize::from(u16::get(bytes.get(at..)?.get(..2)?)));
    let Some(count) = number(0) else { return false };
    let end = (0..count).try_fold(2, |at: usize, _| at.checked_add(2 + 2 * number(at)?));
    end == Some(bytes.len())
}

impl Sized {
    fn read(c: &mut Cursor<'_>) -> Result<Self> {
        let count = c.count::<u16>("colours")?;
        Ok(Self { colours: c.list("colours", count)? })
    }

    fn write(&self, out: &mut Put) {
        out.count::<u16>("colours", self.colours.len());
        out.list(&self.colours);
    }
}

/// Whether the header counts the colours or the palettes, and the file ends with the last.
fn fits(bytes: &[u8]) -> bool {
    matches!(Variant::of(bytes), Some(Variant::Counted | Variant::Sized)) || is_whole(bytes)
}

impl<'a> Format<'a> for Palettes<'a> {
    const ID: &'static str = "idmobile.palettes";
    const ENDINGS: &'static [&'static str] = &["bin"];
    const RULES: Rules = RULES;
    const HAS_JSON_FORM: bool = true;
    const FACETS: Facets<Self> = Facets::<Self>::NONE
        .picture(PictureOps { canvas: |_| None }, |palettes| Some(palettes))
        .tables(Self::make_tables);

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        Claim::of_named(base(origin.name) == "palettes.bin", || fits(bytes))
    }

    /// What fits no variant is taken for the best known, of Doom RPG.
    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let variant = Variant::of(c.whole()).unwrap_or(Variant::Counted);
        Self::read_as(c, variant)
    }

    fn write(&self, out: &mut Put) {
        let heads = [self.stated_size.is_some(), self.header.is_some(), self.sized.is_some()];
        if heads.into_iter().filter(|head| *head).count() != 1
            || self.palettes.is_some() == self.sized.is_some()
        {
            let wanted = phrases::palettes_of_one_form();
            out.fail(Error::unexpected(wanted, phrases::another_choice()));
        }
        out.put_if(&self.stated_size);
        out.put_if(&self.header);
        out.list_if(&self.palettes);
        if let Some(sized) = &self.sized {
            out.count::<u16>("sized", sized.len());
            sized.iter().enumerate().for_each(|(i, one)| out.part(("sized", i), one, Sized::write));
        }
        out.bytes(&self.tail);
    }

    fn facts(&self) -> Facts {
        let (count, colours) = (self.len(), self.iter().map(<[u16]>::len).sum::<usize>());
        vec![
            ("palette_count", count.into()),
            ("colours", colours.into()),
            ("colour_order", self.variant().order().name().into()),
        ]
    }

    fn check(&self, report: &mut Report, _: Context<'_>) {
        if let Some(stated) = self.stated_size {
            let size = self.len() * BYTES + self.tail.len();
            let field = if self.tail.is_empty() { "stated_size" } else { "tail" };
            let found = match misstated(stated, size, BYTES) {
                None => None,
                Some(Misstated::Header) => Some((&HEADER_SIZE, "stated_size")),
                Some(Misstated::Truncated) => Some((&TRUNCATED_PALETTE, field)),
                Some(Misstated::NotMultiple) => Some((&NOT_MULTIPLE, field)),
            };
            if let Some((rule, field)) = found {
                report.expect(false, rule, field, || args!(stated = stated, size = size));
            }
        }
        if let Some(header) = self.header {
            report.expect(self.counted().is_some(), &HEADER, "header", || {
                args!(header = header, count = self.len())
            });
        }
        report.each("sized", self.sized.as_deref().unwrap_or_default(), |palette, report| {
            let count = palette.colours.len();
            report.expect((1..=MOST_COLOURS).contains(&count), &PALETTE_SIZE, "", || args!(count = count));
        });
    }
}

impl Palettes<'_> {
    fn make_tables(&self) -> Vec<Table> {
        let order = self.variant().order();
        let row = |palette: usize, first: usize, colours: &[u16]| {
            let numbers = [palette, first].map(|number| Cell::Number(number as i64));
            let colours = colours.iter().map(|&colour| Cell::Colour(order.shown(colour)));
            numbers.into_iter().chain(colours.chain(std::iter::repeat(Cell::Nothing)).take(8)).collect()
        };
        let rows = self.iter().enumerate().flat_map(|(i, palette)| {
            palette.chunks(8).enumerate().map(move |(j, colours)| row(i, 8 * j, colours))
        });
        let columns = [&["palette", "number"][..], &["colour"; 8]].concat();
        vec![Table { title: "colours", columns, rows: rows.collect() }]
    }
}

/// What the header of variant `Plain` counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    Colours,
    Palettes,
    Bytes,
}

impl Counted {
    fn of(self, palettes: usize) -> usize {
        match self {
            Self::Colours => palettes * COLOURS,
            Self::Palettes => palettes,
            Self::Bytes => palettes * BYTES,
        }
    }

    /// The header of so many palettes, if it has room for the number.
    pub fn header(self, palettes: usize) -> Option<u16> {
        u16::try_from(self.of(palettes)).ok()
    }
}

impl<'a> Palettes<'a> {
    /// Reads as a variant, whatever the bytes look like.
    pub fn read_as(c: &mut Cursor<'a>, variant: Variant) -> Result<Self> {
        let stated_size = c.get_if(variant == Variant::Counted, "stated_size")?;
        let header = c.get_if(variant == Variant::Plain, "header")?;
        if variant == Variant::Sized {
            let count = c.count::<u16>("sized")?;
            let sized = Some(c.each("sized", count, Sized::read)?);
            return Ok(Self { stated_size, header, palettes: None, sized, tail: c.tail("tail") });
        }
        let palettes = Some(c.list("palettes", c.left() / BYTES)?);
        Ok(Self { stated_size, header, palettes, sized: None, tail: c.tail("tail") })
    }

    pub fn variant(&self) -> Variant {
        match (&self.sized, self.header) {
            (Some(_), _) => Variant::Sized,
            (None, Some(_)) => Variant::Plain,
            (None, None) => Variant::Counted,
        }
    }

    pub fn len(&self) -> usize {
        self.sized.as_ref().map_or_else(|| self.palettes.as_ref().map_or(0, Vec::len), Vec::len)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The colours of every palette.
    pub fn iter(&self) -> impl Iterator<Item = &[u16]> {
        let plain = self.palettes.iter().flatten().map(<[u16; COLOURS]>::as_slice);
        plain.chain(self.sized.iter().flatten().map(|palette| palette.colours.as_slice()))
    }

    pub fn gallery(&self) -> Vec<Palette> {
        let order = self.variant().order();
        self.iter().map(|words| Palette { words: words.to_vec(), order }).collect()
    }

    /// What the header of variant `Plain` counts; none where that is not known.
    pub fn counted(&self) -> Option<Counted> {
        let header = usize::from(self.header?);
        let all = [Counted::Palettes, Counted::Colours, Counted::Bytes];
        all.into_iter().find(|counted| counted.of(self.len()) == header)
    }

    /// The sides of the picture; none where it would be too large, or nothing at all.
    fn sides(&self) -> Option<(usize, usize)> {
        let width = self.iter().map(<[u16]>::len).max()?.checked_mul(CELL)?;
        let height = self.len().checked_mul(CELL)?;
        let pixels = width.checked_mul(height)?;
        (0 < pixels && pixels <= MOST_PIXELS).then_some((width, height))
    }

    fn bytes(&self) -> Vec<u8> {
        let mut out = Put::default();
        self.write(&mut out);
        out.finish().unwrap_or_default()
    }

    /// The same with the colours that `colour` makes of palette, place and colour.
    fn recoloured(&self, mut colour: impl FnMut(usize, usize, u16) -> u16) -> Self {
        let mut new = self.clone();
        let plain = new.palettes.iter_mut().flatten().map(<[u16; COLOURS]>::as_mut_slice);
        let sized = new.sized.iter_mut().flatten().map(|palette| palette.colours.as_mut_slice());
        for (i, palette) in plain.chain(sized).enumerate() {
            palette.iter_mut().enumerate().for_each(|(j, word)| *word = colour(i, j, *word));
        }
        new
    }
}

/// One strip below the other, as the community's editor has them: squares of 16 by 16 pixels. What a short palette leaves
/// free is transparent.
impl Picture for Palettes<'_> {
    fn levels(&self) -> usize {
        self.sides().is_some().into()
    }

    fn image(&self, level: usize) -> Option<Image> {
        let (width, height) = self.sides().filter(|_| level == 0)?;
        let mut pixels = Vec::with_capacity(width * height);
        for palette in self.gallery() {
            let mut row: Vec<[u8; 4]> = palette.colours().iter().flat_map(|&colour| [colour; CELL]).collect();
            row.resize(width, [0; 4]);
            pixels.extend(row.repeat(CELL));
        }
        let has_alpha = pixels.iter().any(|pixel| pixel[3] != 255);
        Some(Image::rgba(width, height, pixels, has_alpha))
    }

    fn settings(&self) -> Value {
        json!({})
    }

    fn redrawn(&self, image: &Image, settings: &Value, _: Redraw) -> Result<Redrawn, Unfit> {
        if let Some(key) = settings.as_object().and_then(|settings| settings.keys().next()) {
            return Err(Error::unexpected(phrases::no_settings(), quoted(key)).inside(key).into());
        }
        let size = Unfit::Size { width: image.width, height: image.height };
        let pixels = image.to_rgba();
        let sides = (image.width, image.height);
        if self.sides() != Some(sides) || pixels.len() != image.width * image.height {
            return Err(size);
        }
        let order = self.variant().order();
        let mut losses = Losses::default();
        let new = self.recoloured(|palette, place, old| {
            let at = (palette * CELL + CELL / 2) * image.width + place * CELL + CELL / 2;
            let [r, g, b, _] = pixels.get(at).copied().unwrap_or_default();
            let new = order.restored(old, [r, g, b]);
            let differs = order.shown(new).into_iter().zip([r, g, b]).map(|(a, b)| a.abs_diff(b)).max();
            losses.rounded += usize::from(differs > Some(0));
            losses.largest = losses.largest.max(differs.unwrap_or(0));
            new
        });
        Ok(Redrawn { bytes: new.bytes(), losses })
    }

    /// Where black looks like palettes of another variant, which have no colours at all, any other colour will do.
    fn blank(&self) -> Vec<u8> {
        let own = self.bytes();
        let filled = [0, u16::MAX].map(|word| self.recoloured(|_, _, _| word).bytes());
        let alike = |bytes: &Vec<u8>| Variant::of(bytes) == Variant::of(&own);
        filled.into_iter().find(alike).unwrap_or(own)
    }
}

/// Palettes that are other than before, or more, or fewer.
#[derive(Clone, Debug)]
pub struct Repainted<'e> {
    pub changed: &'e std::collections::BTreeMap<usize, Vec<u16>>,
    pub added: &'e [Vec<u16>],
    pub dropped: usize,
}

/// Why palettes cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unpaintable {
    Missing(usize),
    Misfit(usize, Misfit),
    /// What the header counts is not known.
    Header(u16),
    /// More than the header has room for.
    Full,
}

impl Palettes<'_> {
    /// The bytes of the same file with other palettes. Those that did not change stay as they are.
    pub fn repainted(&self, how: &Repainted<'_>) -> Result<Vec<u8>, Unpaintable> {
        let mut all: Vec<Vec<u16>> = self.iter().map(<[u16]>::to_vec).collect();
        for (&i, words) in how.changed {
            *all.get_mut(i).ok_or(Unpaintable::Missing(i))? = words.clone();
        }
        all.truncate(all.len().saturating_sub(how.dropped));
        all.extend_from_slice(how.added);
        let sized = self.variant() == Variant::Sized;
        let misfit = |i, found| Unpaintable::Misfit(i, Misfit::Colours { found, wanted: COLOURS });
        let fits = |words: &Vec<u16>| {
            if sized { (1..=MOST_COLOURS).contains(&words.len()) } else { words.len() == COLOURS }
        };
        let expected = how.changed.keys().copied().chain(self.len().saturating_sub(how.dropped)..all.len());
        for i in expected {
            if let Some(words) = all.get(i).filter(|words| !fits(words)) {
                return Err(misfit(i, words.len()));
            }
        }
        self.with(all)
    }

    fn with(&self, all: Vec<Vec<u16>>) -> Result<Vec<u8>, Unpaintable> {
        let (mut new, count) = (self.clone(), all.len());
        if count != self.len() {
            if let Some(header) = self.header {
                let counted = self.counted().ok_or(Unpaintable::Header(header))?;
                new.header = Some(counted.header(count).ok_or(Unpaintable::Full)?);
            }
            if self.stated_size.is_some() {
                let size = u32::try_from(count * BYTES).map_err(|_| Unpaintable::Full)?;
                new.stated_size = Some(size);
            }
            if self.sized.is_some() && count > usize::from(u16::MAX) {
                return Err(Unpaintable::Full);
            }
        }
        if new.sized.is_some() {
            new.sized = Some(all.into_iter().map(|colours| Sized { colours }).collect());
        } else {
            new.palettes = Some(all.into_iter().filter_map(|words| words.try_into().ok()).collect());
        }
        Ok(new.bytes())
    }
}

rules! { "palettes":
    Error HEADER_SIZE = "header-size";
    Error TRUNCATED_PALETTE = "truncated-palette";
    Error NOT_MULTIPLE = "not-multiple-of-palette";
    Warning PALETTE_SIZE = "palette-size";
    Warning HEADER = "header";
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn read(bytes: &[u8]) -> Palettes<'_> {
        Palettes::read(&mut Cursor::new(bytes), Origin::default()).unwrap()
    }

    fn repaint(
        bytes: &[u8],
        changed: &[(usize, Vec<u16>)],
        added: &[Vec<u16>],
        dropped: usize,
    ) -> Result<Vec<u8>, Unpaintable> {
        let changed: BTreeMap<_, _> = changed.iter().cloned().collect();
        read(bytes).repainted(&Repainted { changed: &changed, added, dropped })
    }

    #[test]
    fn variants_are_told_apart_in_their_order() {
        let counted = [&[64, 0, 0, 0][..], &[7; 64]].concat();
        assert_eq!(Variant::of(&counted), Some(Variant::Counted));
        assert_eq!(Variant::of(&[2, 0, 1, 0, 9, 9, 2, 0, 8, 8, 8, 8]), Some(Variant::Sized));
        assert_eq!(Variant::of(&[&[32, 0][..], &[7; 64]].concat()), Some(Variant::Plain));
        assert_eq!(Variant::of(&[1, 2, 3]), None);
        assert_eq!(Variant::of(&[0, 0]), Some(Variant::Sized));
        assert_eq!(Variant::of(&[]), None);
    }

    // idmobile-real 10, row 18
    #[test]
    fn a_header_that_counts_palettes_up_to_the_end_comes_before_a_walk() {
        // Two palettes of 16 colours, of which the first colour of each would be a size of 15.
        let palette = [&[15, 0][..], &[7; 30]].concat();
        let bytes = [&[2, 0][..], &palette, &palette].concat();
        assert!(walks(&bytes));
        assert_eq!(Variant::of(&bytes), Some(Variant::Plain));
        assert_eq!(read(&bytes).iter().map(<[u16]>::len).collect::<Vec<_>>(), [16, 16]);
        assert_eq!(Variant::beside(&bytes, mappings::Form::Narrow), Some(Variant::Plain));
        assert_eq!(Variant::beside(&bytes, mappings::Form::Six), Some(Variant::Sized));
        let plain = [&[2, 0][..], &[7; 64]].concat();
        assert_eq!(Variant::beside(&plain, mappings::Form::Six), Some(Variant::Plain));
    }

    #[test]
    fn a_header_keeps_what_it_counts() {
        for (header, after) in [(32_u16, 48_u16), (2, 3), (64, 96)] {
            let bytes = [&header.to_le_bytes()[..], &[7; 64]].concat();
            let more = repaint(&bytes, &[], &[vec![1; 16]], 0).unwrap();
            assert_eq!(more[..2], after.to_le_bytes());
            assert_eq!(repaint(&more, &[], &[], 1).unwrap(), bytes);
        }
        let odd = [&[5, 0][..], &[7; 64]].concat();
        assert_eq!(repaint(&odd, &[], &[vec![1; 16]], 0), Err(Unpaintable::Header(5)));
        assert!(repaint(&odd, &[(1, vec![1; 16])], &[], 0).is_ok());
    }

    #[test]
    fn palettes_keep_their_size_where_they_must() {
        let counted = [&[32, 0, 0, 0][..], &[7; 32]].concat();
        let misfit = Misfit::Colours { found: 15, wanted: 16 };
        assert_eq!(repaint(&counted, &[(0, vec![1; 15])], &[], 0), Err(Unpaintable::Misfit(0, misfit)));
        assert_eq!(repaint(&counted, &[(1, vec![1; 16])], &[], 0), Err(Unpaintable::Missing(1)));
        let sized = [1, 0, 1, 0, 9, 9];
        assert_eq!(repaint(&sized, &[(0, vec![1, 2])], &[], 0).unwrap(), [1, 0, 2, 0, 1, 0, 2, 0]);
    }

    #[test]
    fn palettes_of_two_kinds_are_not_written() {
        let counted = [&[32, 0, 0, 0][..], &[7; 32]].concat();
        let good = read(&counted);
        let sized = Some(vec![Sized { colours: vec![1] }]);
        for bad in [
            Palettes { sized: sized.clone(), ..good.clone() },
            Palettes { header: Some(1), ..good.clone() },
            Palettes { stated_size: None, ..good.clone() },
            Palettes { palettes: None, sized, ..good.clone() },
        ] {
            let mut out = Put::default();
            bad.write(&mut out);
            assert!(out.finish().is_err(), "{bad:?}");
        }
        assert_eq!(good.bytes(), counted);
    }

    #[test]
    fn a_picture_of_palettes_is_never_larger_than_reasonable() {
        let many = [&2000_u16.to_le_bytes()[..], &[255, 255, 0, 0].repeat(4)].concat();
        assert_eq!(Variant::of(&many), Some(Variant::Plain).filter(|_| (many.len() - 2).is_multiple_of(32)));
        let wide = [&[1, 0, 0xFF, 0xFF][..], &vec![0; 2 * 65535]].concat();
        let palettes = read(&wide);
        assert_eq!((palettes.variant(), palettes.levels()), (Variant::Sized, 0));
    }
}
