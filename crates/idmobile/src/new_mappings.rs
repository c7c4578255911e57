//! `newMappings.bin`: the directory of all images of Wolfenstein RPG and Doom II RPG. It says how large each of 1024
//! images is, where on its canvas something is visible, and how much of `newPalettes.bin` and of the texel files is its own.

use crate::gallery::Trouble;
use crate::media;
use crate::names::{folder, is_called};
use crate::new_texels::Naming;
use crate::phrases;
use relict_core::prelude::*;
use std::collections::BTreeSet;

/// What the file is called in every build.
pub const NAME: &str = "newMappings.bin";

/// Tiles that a map may name.
pub const TILES: usize = 512;

/// Images that there is room for.
pub const IMAGES: usize = 1024;

/// In the list of tiles, one that is not used.
const UNUSED: i16 = -1;

const COMPACT_SIZE: usize = 10_240;
const WIDE_SIZE: usize = 18_432;

/// Where the bounds begin, in both forms.
const BOUNDS_AT: usize = TILES * 2 + IMAGES;

/// Of a reference, the bits that tell the image.
const IMAGE_MASK: u32 = 0x3FF;

bits! {
    /// Size of an image; each half is the power of two.
    pub struct Dims: u8 { height: 4, width: 4 }
}

bits! {
    /// How much an image owns: colours, or bytes less one. A reference tells the image whose they are, in its lowest ten bits.
    pub struct Share: u16 { value: 14, mark: 1, reference: 1 }
}

bits! {
    /// The same in the wide form.
    pub struct WideShare: u32 { value: 30, mark: 1, reference: 1 }
}

parts! {
    /// Bounds and shares in the form of phones.
    pub struct Compact<'a> {
        /// x0, x1, y0, y1 of what is visible; x1 and y1 are the first that is not. Files for Java phones count rows from 1.
        pub bounds: View<'a, [u8; 4]>,
        /// Of each image: how many colours it owns, or whose it uses.
        pub palettes: View<'a, Share>,
        /// Of each image: how many bytes of texels it owns, less one, or whose it uses.
        pub texels: View<'a, Share>,
    }
}

parts! {
    /// Bounds and shares in the wide form.
    pub struct Wide<'a> {
        /// x0, x1, y0, y1 of what is visible; x1 and y1 are the first that is not. Only the low byte counts.
        pub bounds: View<'a, [i16; 4]>,
        /// Of each image: how many colours it owns, or whose it uses.
        pub palettes: View<'a, WideShare>,
        /// Of each image: how many bytes of texels it owns, less one, or whose it uses.
        pub texels: View<'a, WideShare>,
    }
}

parts! {
    /// Directory of all images of Wolfenstein RPG and Doom II RPG.
    pub struct NewMappings<'a> {
        /// For each tile number its first image; those up to the first image of the next tile are its own. -1 is a tile
        /// that is not used.
        pub tiles: View<'a, i16>,
        /// Width and height of each image.
        pub dims: View<'a, Dims>,
        /// The rest, in a file of 10240 bytes.
        pub compact: Option<Compact<'a>> = sparse,
        /// The rest, in a file of 18432 bytes.
        pub wide: Option<Wide<'a>> = sparse,
    }
}

/// Whose colours or texels an image shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owned {
    /// Its own: so many colours, or so many bytes.
    Own(usize),
    /// Those of another image.
    Of(usize),
}

impl Owned {
    /// The image that owns them: the other one, or `this`.
    pub fn owner(self, this: usize) -> usize {
        match self {
            Self::Own(_) => this,
            Self::Of(other) => other,
        }
    }

    /// How much is its own.
    pub fn own(self) -> Option<usize> {
        match self {
            Self::Own(size) => Some(size),
            Self::Of(_) => None,
        }
    }
}

/// What the part of a directory is called that holds bounds and shares.
pub(crate) fn form(is_wide: bool) -> &'static str {
    if is_wide { "wide" } else { "compact" }
}

/// What the directory says of one image, whichever form it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    pub width: usize,
    pub height: usize,
    /// x0, x1, y0, y1 as the engine takes them.
    pub bounds: [u8; 4],
    pub palette: Owned,
    pub texels: Owned,
}

impl Slot {
    /// Whether the slot is one of those behind the last image: one pixel, no bounds, and everything else by reference.
    pub fn is_filler(&self) -> bool {
        let refers = self.palette.own().is_none() && self.texels.own().is_none();
        (self.width, self.height, self.bounds) == (1, 1, [0; 4]) && refers
    }
}

impl Share {
    fn wide(self) -> WideShare {
        let bit = |set: u16, at: u32| u32::from(set) << at;
        WideShare(u32::from(self.value()) | bit(self.mark(), 30) | bit(self.reference(), 31))
    }
}

impl WideShare {
    /// What is owned, where the value is `less` short of it.
    fn owned(self, less: usize) -> Owned {
        match self.reference() {
            0 => Owned::Own((self.value() as usize).saturating_add(less)),
            _ => Owned::Of((self.value() & IMAGE_MASK) as usize),
        }
    }
}

/// Bounds and shares of all images: the two forms differ in their sizes alone.
macro_rules! lists {
    ($form:ident) => {
        impl<'a> $form<'a> {
            fn read(c: &mut Cursor<'a>) -> Result<Self> {
                Ok(Self {
                    bounds: c.view("bounds", IMAGES)?,
                    palettes: c.view("palettes", IMAGES)?,
                    texels: c.view("texels", IMAGES)?,
                })
            }

            fn write(&self, out: &mut Put) {
                put(out, "bounds", IMAGES, &self.bounds);
                put(out, "palettes", IMAGES, &self.palettes);
                put(out, "texels", IMAGES, &self.texels);
            }
        }
    };
}

lists!(Compact);
lists!(Wide);

/// A list whose length is part of the format.
fn put<T: Field>(out: &mut Put, name: &'static str, wanted: usize, list: &View<'_, T>) {
    if list.len() != wanted {
        out.fail(Error::unexpected(phrases::items(wanted), list.len()).inside(name));
    }
    out.bytes(list.bytes());
}

impl<'a> Format<'a> for NewMappings<'a> {
    const ID: &'static str = "idmobile.new-mappings";
    const ENDINGS: &'static [&'static str] = &[NAME];
    const RULES: Rules = RULES;
    const HAS_JSON_FORM: bool = true;
    const FACETS: Facets<Self> = Facets::<Self>::NONE.tables(Self::make_tables);

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        Claim::of_named(is_called(origin, NAME), || [COMPACT_SIZE, WIDE_SIZE].contains(&bytes.len()))
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let size = c.left();
        if size > COMPACT_SIZE && size != WIDE_SIZE {
            return Err(broken(&SIZE, "tiles", args!(size = size)).at(Some(0)));
        }
        let (tiles, dims) = (c.view("tiles", TILES)?, c.view("dims", IMAGES)?);
        let is_wide = size == WIDE_SIZE;
        let compact = c.part_if(!is_wide, "compact", Compact::read)?;
        Ok(Self { tiles, dims, compact, wide: c.part_if(is_wide, "wide", Wide::read)? })
    }

    fn write(&self, out: &mut Put) {
        put(out, "tiles", TILES, &self.tiles);
        put(out, "dims", IMAGES, &self.dims);
        if self.compact.is_some() == self.wide.is_some() {
            out.fail(
                Error::unexpected(phrases::compact_or_wide(), phrases::both_or_none()).inside("compact"),
            );
        }
        out.part_if("compact", &self.compact, Compact::write);
        out.part_if("wide", &self.wide, Wide::write);
    }

    fn facts(&self) -> Facts {
        let slots = self.slots();
        let own = |owned: fn(&Slot) -> Owned| slots.iter().filter_map(|slot| owned(slot).own()).count();
        vec![
            ("form", self.form().into()),
            ("tiles", self.used_tiles().len().into()),
            ("images", self.mapped().len().into()),
            ("own_palettes", own(|slot| slot.palette).into()),
            ("blobs", own(|slot| slot.texels).into()),
        ]
    }

    fn check(&self, report: &mut Report, context: Context<'_>) {
        self.check_tiles(report);
        self.check_shares(report);
        // In a bundle all of them lie in the same folder.
        let folder = folder(context.origin.name);
        let beside = |name: &str| context.library.sibling(&format!("{folder}{name}"));
        // Alone, the directory can only be held against itself. Where one of the others is there, all must be.
        let texels = Naming::ALL.map(|naming| naming.file(0));
        let mut others = texels.iter().map(String::as_str).chain([crate::new_palettes::NAME]);
        if report.errors() == 0 && others.any(|name| beside(name).is_some()) {
            media::check::beside(self, &beside, report);
        }
    }
}

impl NewMappings<'_> {
    fn make_tables(&self) -> Vec<Table> {
        let slots = self.slots();
        let row = |image: usize| slots.get(image).map(|slot| slot_row(image, slot));
        vec![Table {
            title: "media",
            columns: vec!["number", "width", "height", "bounds", "palette-of", "texels-of", "bytes"],
            rows: self.mapped().into_iter().filter_map(row).collect(),
        }]
    }
}

fn slot_row(image: usize, slot: &Slot) -> Vec<Cell> {
    let number = |number: usize| Cell::Number(number as i64);
    let [x0, x1, y0, y1] = slot.bounds;
    vec![
        number(image),
        number(slot.width),
        number(slot.height),
        Cell::Text(format!("{x0}–{x1}, {y0}–{y1}")),
        number(slot.palette.owner(image)),
        number(slot.texels.owner(image)),
        slot.texels.own().map_or(Cell::Nothing, number),
    ]
}

impl<'a> NewMappings<'a> {
    pub fn of(bytes: &'a [u8]) -> Result<Self> {
        Self::read(&mut Cursor::new(bytes), Origin::named(NAME))
    }

    pub fn is_wide(&self) -> bool {
        self.wide.is_some()
    }

    /// What the part is called that holds bounds and shares.
    pub(crate) fn form(&self) -> &'static str {
        form(self.is_wide())
    }

    /// Refuses references that lead nowhere: without their owners nothing else can be found.
    pub(crate) fn sound_references(&self) -> Result<(), Trouble> {
        let mut report = Report::default();
        self.check_shares(&mut report);
        let wrong = report.findings.into_iter().find(|finding| finding.rule == &REFERENCE);
        match wrong {
            Some(finding) => Err(Trouble::new(NAME, broken(finding.rule, finding.field, finding.args))),
            None => Ok(()),
        }
    }

    /// Every image, mapped or not.
    pub fn slots(&self) -> Vec<Slot> {
        (0..IMAGES).filter_map(|image| self.slot(image)).collect()
    }

    fn slot(&self, image: usize) -> Option<Slot> {
        let dims = self.dims.get(image)?;
        let (palette, texels) = self.shares(image)?;
        let bounds = match (&self.compact, &self.wide) {
            (Some(compact), _) => compact.bounds.get(image)?,
            // The engine takes the low byte of each.
            (None, wide) => wide.as_ref()?.bounds.get(image)?.map(|bound| bound as u8),
        };
        let (width, height) = (1 << dims.width(), 1 << dims.height());
        Some(Slot { width, height, bounds, palette: palette.owned(0), texels: texels.owned(1) })
    }

    fn shares(&self, image: usize) -> Option<(WideShare, WideShare)> {
        match (&self.compact, &self.wide) {
            (Some(compact), _) => {
                Some((compact.palettes.get(image)?.wide(), compact.texels.get(image)?.wide()))
            }
            (None, wide) => {
                let wide = wide.as_ref()?;
                Some((wide.palettes.get(image)?, wide.texels.get(image)?))
            }
        }
    }

    /// The images of a tile. There are none if the tile or the next one is not used, if the next one does not begin behind
    /// it (it only marks where the tile in front ends), or if it is the last.
    pub fn tile(&self, tile: usize) -> std::ops::Range<usize> {
        let first = |tile: usize| self.tiles.get(tile).and_then(|first| usize::try_from(first).ok());
        match (first(tile), tile.checked_add(1).and_then(first)) {
            (Some(start), Some(end)) if start < end && end <= IMAGES => start..end,
            _ => 0..0,
        }
    }

    /// Every tile that has images.
    pub fn used_tiles(&self) -> Vec<(usize, std::ops::Range<usize>)> {
        (0..TILES).map(|tile| (tile, self.tile(tile))).filter(|(_, images)| !images.is_empty()).collect()
    }

    /// Every image that some tile shows.
    pub fn mapped(&self) -> BTreeSet<usize> {
        self.used_tiles().into_iter().flat_map(|(_, images)| images).collect()
    }

    fn check_tiles(&self, report: &mut Report) {
        let tiles: Vec<i16> = self.tiles.iter().collect();
        // They need not rise: behind a gap, a tile may begin with an image that another one shows as well.
        report.each("tiles", &tiles, |&first, report| {
            let fine = first == UNUSED || usize::try_from(first).is_ok_and(|first| first <= IMAGES);
            report.expect(fine, &TILE_IMAGE, "", || args!(found = first, most = IMAGES));
        });
    }

    fn check_shares(&self, report: &mut Report) {
        let both: Vec<_> = (0..IMAGES).filter_map(|image| self.shares(image)).collect();
        let (palettes, texels): (Vec<_>, Vec<_>) = both.into_iter().unzip();
        report.part(self.form(), &(), |(), report| {
            check_list("palettes", &palettes, report);
            check_list("texels", &texels, report);
            report.each("palettes", &palettes, |share, report| {
                let colours = share.owned(0).own().unwrap_or_default();
                report.expect(colours <= 256, &COLOURS, "", || args!(found = colours));
            });
        });
    }
}

/// A reference must name an image before its own, and one that owns what it is named for.
fn check_list(name: &'static str, shares: &[WideShare], report: &mut Report) {
    let mut image = 0;
    report.each(name, shares, |share, report| {
        if let Owned::Of(other) = share.owned(0) {
            let owns = shares.get(other).is_some_and(|share| share.reference() == 0);
            let args = || args!(image = image, other = other, chained = i64::from(other != image && !owns));
            report.expect(other < image && owns, &REFERENCE, "", args);
        }
        report.expect(share.mark() == 0, &MARK, "", Vec::new);
        image += 1;
    });
}

/// The file with other bounds and sizes; every other byte stays.
#[derive(Clone, Debug)]
pub struct Rewritten {
    bytes: Vec<u8>,
    is_wide: bool,
}

impl Rewritten {
    pub fn new(bytes: &[u8]) -> Self {
        Self { bytes: bytes.to_vec(), is_wide: bytes.len() == WIDE_SIZE }
    }

    fn put(&mut self, at: usize, bytes: &[u8]) {
        if let Some(room) = self.bytes.get_mut(at..).and_then(|rest| rest.get_mut(..bytes.len())) {
            room.copy_from_slice(bytes);
        }
    }

    pub fn set_bounds(&mut self, image: usize, bounds: [u8; 4]) {
        if self.is_wide {
            let wide = bounds.map(|bound| i16::from(bound).to_le_bytes());
            self.put(BOUNDS_AT + image * 8, wide.as_flattened());
        } else {
            self.put(BOUNDS_AT + image * 4, &bounds);
        }
    }

    pub fn set_colours(&mut self, image: usize, colours: usize) {
        self.set_share(0, image, colours);
    }

    pub fn set_texel_bytes(&mut self, image: usize, bytes: usize) {
        self.set_share(1, image, bytes.saturating_sub(1));
    }

    /// Sets how much an image owns; the bit that the game sets at run time stays as it was.
    fn set_share(&mut self, list: usize, image: usize, value: usize) {
        let (width, bounds) = if self.is_wide { (4, 8) } else { (2, 4) };
        let at = BOUNDS_AT + IMAGES * bounds + list * IMAGES * width + image * width;
        let mark = self.bytes.get(at + width - 1).map_or(0, |high| high & 0x40);
        let mut bytes = (value as u32).to_le_bytes();
        if let Some(high) = bytes.get_mut(width - 1) {
            *high = *high & 0x3F | mark;
        }
        self.put(at, bytes.get(..width).unwrap_or_default());
    }

    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

rules! { "new-mappings":
    Error SIZE = "size";
    Error REFERENCE = "reference";
    Error MISSING = "missing";
    Error PALETTES_SIZE = "palettes-size";
    Error TEXELS_SIZE = "texels-size";
    Error TOO_LARGE = "too-large";
    Error SPRITE = "sprite";
    Warning ODD_SPRITE = "odd-sprite";
    Warning NO_COLOUR = "no-colour";
    Warning TILE_IMAGE = "tile-image";
    Warning COLOURS = "colours";
    Warning MARK = "mark";
    Warning UNCERTAIN = "uncertain";
}
