//! `mappings.bin`: which texels are shown with which palette, and which of these pairs the numbers in maps mean.
//!
//! Doom RPG counts texels in pixels and palettes in colours; both Orcs & Elves count chunks and palettes. There are three
//! forms, told apart by the size that their counters ask for: four counters of 32 bits (Doom RPG, Orcs & Elves), four of
//! 16 bits with pairs of 16 bits (Orcs & Elves II for Java), six of 32 bits (Orcs & Elves II for BREW, which has flats).

mod limits;

use crate::palettes::{Palettes, Variant};
use crate::phrases;
use crate::resource::{base, folder};
use relict_core::prelude::*;
use relict_core::report::Rule;
use serde_json::Value;

/// Pixels of a texture of Doom RPG.
pub const PIXELS: u32 = 4096;
/// Colours of a palette of Doom RPG.
pub const COLOURS: u32 = 16;
/// A number in maps that means nothing, in both Orcs & Elves.
pub const UNUSED: i16 = 0x7FFF;

record! {
    /// A picture and its palette.
    pub struct Pair: 8 {
        /// Doom RPG: where the texels begin, in pixels; of a sprite, where its record begins in `bitshapes.bin`, in bytes. Orcs & Elves: the place of a chunk, of a sprite in `shapes.idx`.
        0x00 picture: u32,
        /// Doom RPG: where the palette begins, in colours. Orcs & Elves: the place of a palette.
        0x04 palette: u32,
    }
}

record! {
    /// A picture and its palette in 16 bits each.
    pub struct NarrowPair: 4 {
        /// The place of a chunk, of a sprite in `shapes.idx`.
        0x00 picture: u16,
        /// The place of a palette.
        0x02 palette: u16,
    }
}

parts! {
    /// Mappings: textures and sprites with their palettes.
    pub struct Mappings<'a> {
        /// Wall textures. Several may share texels.
        pub textures: Option<View<'a, Pair>> = sparse,
        /// The same in 16 bits, in Orcs & Elves II for Java; the counters have 16 bits, too.
        pub narrow_textures: Option<View<'a, NarrowPair>> = sparse,
        /// Floors and ceilings; only in Orcs & Elves II for BREW.
        pub flats: Option<View<'a, Pair>> = sparse,
        /// Frames of sprites.
        pub sprites: Option<View<'a, Pair>> = sparse,
        /// The same in 16 bits.
        pub narrow_sprites: Option<View<'a, NarrowPair>> = sparse,
        /// From the texture numbers of maps to places among the textures.
        pub texture_ids: View<'a, i16>,
        /// The same for floors and ceilings.
        pub flat_ids: Option<View<'a, i16>> = sparse,
        /// From the sprite numbers of maps to the first frame of each.
        pub sprite_ids: View<'a, i16>,
    }
}

/// How counters and pairs are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Four counters and pairs of 32 bits: Doom RPG, Orcs & Elves.
    Four,
    /// Four counters and pairs of 16 bits: Orcs & Elves II for Java.
    Narrow,
    /// Six counters and pairs of 32 bits: Orcs & Elves II for BREW.
    Six,
}

impl Form {
    const ALL: [Self; 3] = [Self::Four, Self::Six, Self::Narrow];

    /// The form of a file: the one whose counters ask for its size. None if there is no such form.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.wanted(bytes) == Some(bytes.len() as u64))
    }

    /// How many counters there are, how many bytes each has, and how many a pair has.
    fn sizes(self) -> (usize, usize, u64) {
        match self {
            Self::Four => (4, 4, Pair::SIZE as u64),
            Self::Narrow => (4, 2, NarrowPair::SIZE as u64),
            Self::Six => (6, 4, Pair::SIZE as u64),
        }
    }

    /// The size that the counters ask for; none if they are not all there. The first half of them counts pairs.
    fn wanted(self, bytes: &[u8]) -> Option<u64> {
        let (count, size, pair) = self.sizes();
        let counters = bytes.get(..count * size)?.chunks_exact(size);
        let number = |bytes| if size == 2 { u16::get(bytes).into() } else { u64::from(u32::get(bytes)) };
        let sized = counters.map(number).enumerate();
        let lists: u64 = sized.map(|(i, number)| number * if i < count / 2 { pair } else { 2 }).sum();
        Some((count * size) as u64 + lists)
    }

    fn count(self, c: &mut Cursor<'_>, field: &'static str) -> Result<usize> {
        if self == Self::Narrow { c.count::<u16>(field) } else { c.count::<u32>(field) }
    }

    fn put_count(self, out: &mut Put, field: &'static str, count: usize) {
        match self {
            Self::Narrow => out.count::<u16>(field, count),
            Self::Four | Self::Six => out.count::<u32>(field, count),
        }
    }
}

/// Pairs of either size.
#[derive(Clone, Copy, Debug)]
pub enum Pairs<'m, 'a> {
    Wide(&'m View<'a, Pair>),
    Narrow(&'m View<'a, NarrowPair>),
    None,
}

impl<'m, 'a> Pairs<'m, 'a> {
    fn of(wide: Option<&'m View<'a, Pair>>, narrow: Option<&'m View<'a, NarrowPair>>) -> Self {
        match (wide, narrow) {
            (Some(pairs), _) => Self::Wide(pairs),
            (None, Some(pairs)) => Self::Narrow(pairs),
            (None, None) => Self::None,
        }
    }

    pub fn len(self) -> usize {
        match self {
            Self::Wide(pairs) => pairs.len(),
            Self::Narrow(pairs) => pairs.len(),
            Self::None => 0,
        }
    }

    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    pub fn get(self, place: usize) -> Option<Pair> {
        let widened = |pair: NarrowPair| Pair { picture: pair.picture.into(), palette: pair.palette.into() };
        match self {
            Self::Wide(pairs) => pairs.get(place),
            Self::Narrow(pairs) => pairs.get(place).map(widened),
            Self::None => None,
        }
    }

    pub fn iter(self) -> impl Iterator<Item = Pair> + use<'m, 'a> {
        (0..self.len()).filter_map(move |place| self.get(place))
    }

    fn bytes(self) -> &'m [u8] {
        match self {
            Self::Wide(pairs) => pairs.bytes(),
            Self::Narrow(pairs) => pairs.bytes(),
            Self::None => &[],
        }
    }
}

impl<'a> Mappings<'a> {
    pub fn form(&self) -> Form {
        match (&self.narrow_textures, &self.flats) {
            (Some(_), _) => Form::Narrow,
            (None, Some(_)) => Form::Six,
            (None, None) => Form::Four,
        }
    }

    /// Wall textures, whatever the form.
    pub fn texture_pairs(&self) -> Pairs<'_, 'a> {
        Pairs::of(self.textures.as_ref(), self.narrow_textures.as_ref())
    }

    /// Floors and ceilings; none where the form has no such list.
    pub fn flat_pairs(&self) -> Pairs<'_, 'a> {
        Pairs::of(self.flats.as_ref(), None)
    }

    /// Frames of sprites, whatever the form.
    pub fn sprite_pairs(&self) -> Pairs<'_, 'a> {
        Pairs::of(self.sprites.as_ref(), self.narrow_sprites.as_ref())
    }

    /// What the lists of textures and of sprites are called in the form.
    pub fn list_names(&self) -> [&'static str; 2] {
        match self.form() {
            Form::Narrow => ["narrow_textures", "narrow_sprites"],
            Form::Four | Form::Six => ["textures", "sprites"],
        }
    }

    /// Whether all lists are of one form, and none is missing.
    fn is_consistent(&self) -> bool {
        let wide = [self.textures.is_some(), self.sprites.is_some()];
        let narrow = [self.narrow_textures.is_some(), self.narrow_sprites.is_some()];
        let flats = [self.flats.is_some(), self.flat_ids.is_some()];
        match self.form() {
            Form::Four => wide == [true; 2] && narrow == [false; 2] && flats == [false; 2],
            Form::Narrow => wide == [false; 2] && narrow == [true; 2] && flats == [false; 2],
            Form::Six => wide == [true; 2] && narrow == [false; 2] && flats == [true; 2],
        }
    }
}

impl<'a> Format<'a> for Mappings<'a> {
    const ID: &'static str = "idmobile.mappings";
    const ENDINGS: &'static [&'static str] = &["bin"];
    const RULES: Rules = RULES;
    const HAS_JSON_FORM: bool = true;
    const FACETS: Facets<Self> = Facets::<Self>::NONE.tables(Self::make_tables);

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        Claim::of_named(base(origin.name) == "mappings.bin", || Form::of(bytes).is_some())
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let whole = c.whole();
        let found = Form::of(whole);
        let form = found.unwrap_or(Form::Four);
        let (six, narrow) = (form == Form::Six, form == Form::Narrow);
        let [textures_name, sprites_name] =
            if narrow { ["narrow_textures", "narrow_sprites"] } else { ["textures", "sprites"] };
        let textures = form.count(c, textures_name)?;
        let flats = six.then(|| form.count(c, "flats")).transpose()?;
        let sprites = form.count(c, sprites_name)?;
        let texture_ids = form.count(c, "texture_ids")?;
        let flat_ids = six.then(|| form.count(c, "flat_ids")).transpose()?;
        let sprite_ids = form.count(c, "sprite_ids")?;
        if found.is_none() {
            let wanted = form.wanted(whole).unwrap_or_default();
            return Err(broken(&SIZE, "textures.count", args!(size = whole.len(), wanted = wanted)));
        }
        let wide = |c: &mut Cursor<'a>, name, count| (!narrow).then(|| c.view(name, count)).transpose();
        let short = |c: &mut Cursor<'a>, name, count| narrow.then(|| c.view(name, count)).transpose();
        Ok(Self {
            textures: wide(c, "textures", textures)?,
            narrow_textures: short(c, "narrow_textures", textures)?,
            flats: flats.map(|count| c.view("flats", count)).transpose()?,
            sprites: wide(c, "sprites", sprites)?,
            narrow_sprites: short(c, "narrow_sprites", sprites)?,
            texture_ids: c.view("texture_ids", texture_ids)?,
            flat_ids: flat_ids.map(|count| c.view("flat_ids", count)).transpose()?,
            sprite_ids: c.view("sprite_ids", sprite_ids)?,
        })
    }

    fn write(&self, out: &mut Put) {
        if !self.is_consistent() {
            let wanted = phrases::lists_of_one_form();
            out.fail(Error::unexpected(wanted, phrases::another_choice()));
        }
        let form = self.form();
        let [textures, sprites] = self.list_names();
        form.put_count(out, textures, self.texture_pairs().len());
        self.flats.iter().for_each(|flats| form.put_count(out, "flats", flats.len()));
        form.put_count(out, sprites, self.sprite_pairs().len());
        form.put_count(out, "texture_ids", self.texture_ids.len());
        self.flat_ids.iter().for_each(|ids| form.put_count(out, "flat_ids", ids.len()));
        form.put_count(out, "sprite_ids", self.sprite_ids.len());
        out.bytes(self.texture_pairs().bytes());
        out.bytes(self.flat_pairs().bytes());
        out.bytes(self.sprite_pairs().bytes());
        out.bytes(self.texture_ids.bytes());
        self.flat_ids.iter().for_each(|ids| out.bytes(ids.bytes()));
        out.bytes(self.sprite_ids.bytes());
    }

    fn facts(&self) -> Facts {
        let flats = self.flats.as_ref().map(View::len);
        let (textures, sprites) = (self.texture_pairs().len(), self.sprite_pairs().len());
        let named = |ids: &View<'_, i16>, list: usize| ids.iter().filter(|&id| names(id, list)).count();
        let mut facts = vec![("textures", Value::from(textures))];
        facts.extend(flats.map(|flats| ("flats", flats.into())));
        facts.push(("sprites", sprites.into()));
        facts.push(("texture_ids", named(&self.texture_ids, textures).into()));
        facts.push(("sprite_ids", named(&self.sprite_ids, sprites).into()));
        facts
    }

    fn check(&self, report: &mut Report, context: Context<'_>) {
        self.check_ids(report);
        let rooms = Rooms::beside(self, context);
        self.check_limits(rooms.indexed, report);
        let [textures, sprites] = self.list_names();
        let lists = [
            (textures, self.texture_pairs(), rooms.textures, &TEXTURE),
            ("flats", self.flat_pairs(), rooms.flats, &TEXTURE),
            (sprites, self.sprite_pairs(), rooms.shapes, &SHAPE),
        ];
        for (name, pairs, room, rule) in lists {
            for (i, pair) in pairs.iter().enumerate() {
                report.part((name, i), &pair, |pair, report| {
                    room.check(pair.picture, rule, "picture", report);
                    rooms.palettes.check(pair.palette, &PALETTE, "palette", report);
                });
            }
        }
    }
}

impl Mappings<'_> {
    fn make_tables(&self) -> Vec<Table> {
        let rows = |pairs: Pairs<'_, '_>| {
            let row = |(i, pair): (usize, Pair)| {
                [i as i64, pair.picture.into(), pair.palette.into()].map(Cell::Number).to_vec()
            };
            pairs.iter().enumerate().map(row).collect()
        };
        let columns = vec!["index", "texels", "palette"];
        let sheet =
            |title, pairs: Pairs<'_, '_>| Table { title, columns: columns.clone(), rows: rows(pairs) };
        let flats = self.flats.is_some().then(|| sheet("flats", self.flat_pairs()));
        let first = [sheet("mapped-textures", self.texture_pairs())];
        first.into_iter().chain(flats).chain([sheet("mapped-sprites", self.sprite_pairs())]).collect()
    }
}

/// Whether a number of a map leads to one of `list`.
fn names(id: i16, list: usize) -> bool {
    usize::try_from(id).is_ok_and(|id| id < list)
}

/// Where numbers of a kind may lead: to multiples of the unit below the end. Anywhere, if that is not known.
#[derive(Clone, Copy)]
struct Room {
    end: Option<u32>,
    unit: u32,
}

impl Room {
    fn check(self, found: u32, rule: &'static Rule, field: &'static str, report: &mut Report) {
        let there = self.end.is_none_or(|end| found < end && found.is_multiple_of(self.unit));
        report.expect(there, rule, field, || {
            args!(found = found, end = self.end.unwrap_or_default(), unit = self.unit)
        });
    }
}

/// What the resources beside the mappings have room for.
struct Rooms {
    /// Whether pictures lie in chunks that an index names, as in both Orcs & Elves.
    indexed: bool,
    textures: Room,
    flats: Room,
    shapes: Room,
    palettes: Room,
}

impl Rooms {
    fn beside(mappings: &Mappings<'_>, context: Context<'_>) -> Self {
        let folder = folder(context.origin.name);
        let beside = |name: &str| context.library.sibling(&format!("{folder}{name}"));
        let size =
            |name: &str| beside(name).and_then(|bytes| u32::try_from(bytes.len().saturating_sub(4)).ok());
        let chunks = |name: &str| {
            let count = beside(name).and_then(|bytes| bytes.get(..2).map(u16::get));
            Room { end: count.map(u32::from), unit: 1 }
        };
        let indexed = mappings.form() != Form::Four || beside("wtexels.idx").is_some();
        let unit = if indexed { 1 } else { COLOURS };
        let count = beside("palettes.bin").and_then(|bytes| palette_count(&bytes, mappings.form()));
        let palettes = Room { end: count.map(|count| count.saturating_mul(unit)), unit };
        if indexed {
            let [textures, flats, shapes] = ["wtexels.idx", "ftexels.idx", "shapes.idx"].map(chunks);
            return Self { indexed, textures, flats, shapes, palettes };
        }
        let pixels = size("wtexels.bin").map(|size| size.saturating_mul(2));
        Self {
            indexed,
            textures: Room { end: pixels, unit: PIXELS },
            flats: Room { end: None, unit: 1 },
            shapes: Room { end: size("bitshapes.bin"), unit: 1 },
            palettes,
        }
    }
}

/// How many palettes a file holds, if it is one of a known kind.
fn palette_count(bytes: &[u8], form: Form) -> Option<u32> {
    let palettes = Palettes::read_as(&mut Cursor::new(bytes), Variant::beside(bytes, form)?).ok()?;
    u32::try_from(palettes.len()).ok()
}

impl Mappings<'_> {
    /// A number that leads nowhere is odd, unless it is one that says so.
    fn check_ids(&self, report: &mut Report) {
        let none = View::default();
        let lists = [
            ("texture_ids", &self.texture_ids, self.texture_pairs().len()),
            ("flat_ids", self.flat_ids.as_ref().unwrap_or(&none), self.flat_pairs().len()),
            ("sprite_ids", &self.sprite_ids, self.sprite_pairs().len()),
        ];
        for (name, ids, list) in lists {
            for (i, id) in ids.iter().enumerate() {
                let unused = matches!(id, UNUSED | 0 | -1);
                report.part((name, i), &id, |_, report| {
                    report.expect(unused || names(id, list), &ID, "", || args!(found = id, count = list));
                });
            }
        }
    }
}

rules! { "mappings":
    Error SIZE = "size-mismatch";
    Error TEXTURE = "texture-out-of-range";
    Error SHAPE = "shape-out-of-range";
    Error PALETTE = "palette-out-of-range";
    Warning ID = "id-out-of-range";
    Warning LIMIT = "engine-limit";
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict_core::json::Json;

    fn with_counters<const N: usize>(counters: &[impl Clone + Into<u64>], size: usize) -> Vec<u8> {
        let bytes = |counter: &_| -> [u8; 8] { Into::<u64>::into(Clone::clone(counter)).to_le_bytes() };
        let mut all: Vec<u8> = counters.iter().flat_map(|counter| bytes(counter)[..N].to_vec()).collect();
        all.resize(size, 0);
        all
    }

    fn read(bytes: &[u8]) -> Mappings<'_> {
        Mappings::read(&mut Cursor::new(bytes), Origin::named("mappings.bin")).unwrap()
    }

    fn written(mappings: &Mappings<'_>) -> Result<Vec<u8>> {
        let mut out = Put::default();
        Format::write(mappings, &mut out);
        out.finish()
    }

    // idmobile-real 10, row 1
    #[test]
    fn the_three_forms_are_told_apart_by_the_size() {
        assert_eq!(Form::of(&with_counters::<4>(&[1_u32, 2, 3, 4], 16 + 24 + 14)), Some(Form::Four));
        assert_eq!(Form::of(&with_counters::<4>(&[1_u32, 2, 3, 4, 5, 6], 24 + 48 + 30)), Some(Form::Six));
        assert_eq!(Form::of(&with_counters::<2>(&[1_u16, 2, 3, 4], 8 + 12 + 14)), Some(Form::Narrow));
        assert_eq!(Form::of(&with_counters::<4>(&[1_u32, 2, 3, 4], 16 + 24 + 13)), None);
        assert_eq!(Form::of(&with_counters::<2>(&[1_u16, 2, 3, 4], 8 + 12 + 13)), None);
        let huge = with_counters::<4>(&[0x2000_0000_u32, 0, 0, 0], 16);
        assert_eq!(Form::of(&huge), None, "eight times that is nothing in 32 bits");
        assert_eq!(Form::of(&[]), None);
    }

    // idmobile-real 10, row 1
    #[test]
    fn every_form_comes_back_from_bytes_and_from_json() {
        let ids = [0, 0, 0xFF, 0x7F];
        let four = [with_counters::<4>(&[1_u32, 1, 1, 1], 16), vec![1; 16], ids.to_vec()].concat();
        let narrow = [with_counters::<2>(&[1_u16, 1, 1, 1], 8), vec![1; 8], ids.to_vec()].concat();
        let six = [with_counters::<4>(&[1_u32, 1, 1, 1, 1, 0], 24), vec![1; 24], ids.to_vec()].concat();
        for (bytes, form) in [(four, Form::Four), (narrow, Form::Narrow), (six, Form::Six)] {
            let mappings = read(&bytes);
            assert_eq!(mappings.form(), form);
            assert_eq!(written(&mappings).unwrap(), bytes);
            let again = Mappings::from_json(&Json::to_json(&mappings)).unwrap();
            assert_eq!((again.form(), written(&again).unwrap()), (form, bytes.clone()));
            let pairs: Vec<(u32, u32)> =
                mappings.sprite_pairs().iter().map(|pair| (pair.picture, pair.palette)).collect();
            assert_eq!(pairs, [if form == Form::Narrow { (0x101, 0x101) } else { (0x101_0101, 0x101_0101) }]);
            let mut report = Report::default();
            Format::check(&mappings, &mut report, Context::ALONE);
            assert_eq!(report.codes(), Vec::<&str>::new(), "0x7FFF is a number that no map uses");
        }
    }

    #[test]
    fn lists_of_two_forms_are_not_written() {
        let narrow = with_counters::<2>(&[0_u16; 4], 8);
        let four = with_counters::<4>(&[0_u32; 4], 16);
        let good = read(&narrow);
        for bad in [
            Mappings { textures: Some(View::default()), ..good.clone() },
            Mappings { narrow_sprites: None, ..good.clone() },
            Mappings { flats: Some(View::default()), flat_ids: Some(View::default()), ..good },
            Mappings { flat_ids: Some(View::default()), ..read(&four) },
            Mappings { sprites: None, ..read(&four) },
        ] {
            assert!(written(&bad).is_err(), "{bad:?}");
        }
    }
}
