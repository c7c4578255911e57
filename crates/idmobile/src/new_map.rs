//! `map00.bin`, `model_0001.bin` and those that follow: the maps of Wolfenstein RPG and Doom II RPG. Known are the front
//! of the header and the list of tiles whose images a map needs; everything else is kept as it is.

use crate::names::digits;
use crate::new_mappings::{self, NewMappings, TILES};
use crate::resource::folder;
use relict_core::prelude::*;
use std::collections::BTreeSet;

/// All known maps have this version.
const VERSION: u8 = 3;

/// What builds put between the parts of a map. Engines do not look at it.
const MARKS: [u32; 2] = [0xDEAD_BEEF, 0xCAFE_BABE];

/// The first tile that is a wall or a floor, and not a sprite.
const FIRST_WALL: u16 = 257;

/// What the engine for Java phones has room for, on one map.
const MOST_BLOBS: usize = 448;
const MOST_PALETTES: usize = 128;

record! {
    /// The front of the header, which is the same in all builds.
    pub struct MapHeader: 8 {
        /// 3 in all known maps.
        0x00 version: u8,
        /// When the map was made, in a measure that is not known.
        0x01 compile_date: i32,
        /// Where the player stands first.
        0x05 spawn_tile: u16,
        /// Where the player looks first.
        0x07 spawn_direction: u8,
    }
}

parts! {
    /// Map of Wolfenstein RPG or Doom II RPG.
    pub struct NewMap<'a> {
        /// What all builds have in common.
        pub header: MapHeader,
        /// Flags, and how much there is of everything: the rest of the header, 38 bytes on Java phones and 34 elsewhere.
        pub flags_and_counts: Bytes<'a>,
        /// The tiles whose images the map needs.
        pub media: View<'a, u16>,
        /// The map itself, which is not taken apart.
        pub body: Bytes<'a>,
    }
}

/// Builds differ in the length of the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Wolfenstein RPG for Java phones; nothing stands between the parts of such a map.
    Java,
    /// Doom II RPG, and Wolfenstein RPG elsewhere. There is a mark behind every part.
    Marked,
}

impl Dialect {
    const ALL: [Self; 2] = [Self::Java, Self::Marked];

    /// Bytes in front of the list of tiles.
    pub fn header(self) -> usize {
        match self {
            Self::Java => 46,
            Self::Marked => 42,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Java => "j2me",
            Self::Marked => "marked",
        }
    }

    /// The dialect of a map. A mark behind the list says most; without one, so does a list that makes sense, and names
    /// that only one dialect has.
    fn of(origin: Origin<'_>, map: &[u8]) -> Self {
        let lists = Self::ALL.map(|dialect| (dialect, List::at(map, dialect)));
        let find = |fits: &dyn Fn(&List) -> bool| {
            let fits = |(_, list): &&(Self, Option<List>)| list.as_ref().is_some_and(fits);
            lists.iter().find(fits).map(|(dialect, _)| *dialect)
        };
        let by_name = || if is_model(origin) { Self::Marked } else { Self::Java };
        let named = || {
            let list = List::at(map, by_name());
            list.is_some_and(|list| list.makes_sense).then(by_name)
        };
        find(&|list| list.makes_sense && list.marked)
            .or_else(named)
            .or_else(|| find(&|list| list.makes_sense))
            .or_else(|| find(&|list| list.marked))
            .unwrap_or_else(by_name)
    }
}

/// What the list of tiles looks like, if it is one.
struct List {
    makes_sense: bool,
    marked: bool,
}

impl List {
    /// The list behind the header of a dialect; none if the map is too short for it.
    fn at(map: &[u8], dialect: Dialect) -> Option<Self> {
        let (count, rest) = map.get(dialect.header()..)?.split_first_chunk::<2>()?;
        let count = usize::from(u16::from_le_bytes(*count));
        let (tiles, behind) = rest.split_at_checked(2 * count)?;
        let makes_sense = count > 0 && View::<u16>::new(tiles).iter().all(|tile| usize::from(tile) < TILES);
        let mark = behind.first_chunk().map(|mark| u32::from_le_bytes(*mark));
        Some(Self { makes_sense, marked: mark.is_some_and(|mark| MARKS.contains(&mark)) })
    }
}

fn is_model(origin: Origin<'_>) -> bool {
    digits(origin, "model_", ".bin").is_some_and(|digits| digits.len() == 4)
}

fn is_map(origin: Origin<'_>) -> bool {
    digits(origin, "map", ".bin").is_some_and(|digits| digits.len() == 2)
}

impl<'a> Format<'a> for NewMap<'a> {
    const ID: &'static str = "idmobile.new-map";
    const ENDINGS: &'static [&'static str] = &["map00.bin", "model_0001.bin"];
    const RULES: Rules = RULES;
    const EDITED_AS: EditedAs = EditedAs::Json;

    /// Many games have files of these names, so that one of another version must look like a map in all else.
    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        let is_list = |dialect| List::at(bytes, dialect).is_some_and(|list| list.makes_sense);
        match bytes.first() {
            Some(&VERSION) if is_map(origin) || is_model(origin) => Claim::Sure,
            Some(_) if (is_map(origin) || is_model(origin)) && Dialect::ALL.into_iter().any(is_list) => {
                Claim::Broken
            }
            _ => Claim::No,
        }
    }

    fn read(c: &mut Cursor<'a>, origin: Origin<'_>) -> Result<Self> {
        let dialect = Dialect::of(origin, c.whole());
        let header = c.get("header")?;
        let flags_and_counts = c.gap("flags_and_counts", dialect.header() - MapHeader::SIZE)?;
        let count = c.count::<u16>("media")?;
        Ok(Self { header, flags_and_counts, media: c.view("media", count)?, body: c.tail("body") })
    }

    fn write(&self, out: &mut Put) {
        out.put(&self.header);
        if self.dialect().is_none() {
            let size = self.flags_and_counts.len();
            out.fail(Error::unexpected("34 or 38 bytes", size).inside("flags_and_counts"));
        }
        out.bytes(&self.flags_and_counts);
        out.count::<u16>("media", self.media.len());
        out.bytes(self.media.bytes());
        out.bytes(&self.body);
    }

    fn facts(&self) -> Facts {
        let MapHeader { version, compile_date, spawn_tile, spawn_direction } = self.header;
        let mut facts: Facts = vec![("version", version.into())];
        facts.extend(self.dialect().map(|dialect| ("build", dialect.name().into())));
        facts.extend([
            ("compile_date", compile_date.into()),
            ("spawn", spawn_tile.into()),
            ("direction", spawn_direction.into()),
            ("media", self.media.len().into()),
            ("unknown_bytes", (self.flags_and_counts.len() + self.body.len()).into()),
        ]);
        facts
    }

    fn show(&self) -> Vec<Sheet> {
        let kind = |tile: u16| if tile < FIRST_WALL { "tile-sprite" } else { "tile-wall" };
        let row = |(i, tile): (usize, u16)| {
            vec![Cell::Number(i as i64), Cell::Number(tile.into()), Cell::Word(kind(tile))]
        };
        let rows = self.media.iter().enumerate().map(row).collect();
        vec![Sheet { title: "map-media", columns: vec!["number", "tile", "kind"], rows }]
    }

    fn check(&self, report: &mut Report, context: Context<'_>) {
        let found = self.header.version;
        report.expect(found == VERSION, &OTHER_VERSION, "header.version", || {
            args!(found = found, known = VERSION)
        });
        let tiles: Vec<u16> = self.media.iter().collect();
        report.each("media", &tiles, |&tile, report| {
            let known = usize::from(tile) < TILES;
            report.expect(known, &TILE, "", || args!(found = tile, tiles = TILES));
        });
        // In a bundle all of them lie in the same folder.
        let name = format!("{}{}", folder(context.origin.name), new_mappings::NAME);
        let beside = context.library.sibling(&name);
        let directory = beside.as_deref().and_then(|bytes| NewMappings::of(bytes).ok());
        if let Some(directory) = directory.filter(|_| self.dialect() == Some(Dialect::Java)) {
            self.check_limits(&directory, report);
        }
    }
}

impl NewMap<'_> {
    /// By the length of the header; none if no build has such a one.
    pub fn dialect(&self) -> Option<Dialect> {
        let size = MapHeader::SIZE + self.flags_and_counts.len();
        Dialect::ALL.into_iter().find(|dialect| dialect.header() == size)
    }

    /// All that the tiles of a map own must fit into the lists of the engine.
    fn check_limits(&self, directory: &NewMappings<'_>, report: &mut Report) {
        let slots = directory.slots();
        let tiles: BTreeSet<u16> = self.media.iter().collect();
        let images: BTreeSet<usize> =
            tiles.into_iter().flat_map(|tile| directory.tile(usize::from(tile))).collect();
        let of = |owner: &dyn Fn(usize, &new_mappings::Slot) -> usize| {
            let owners = images.iter().filter_map(|&image| Some(owner(image, slots.get(image)?)));
            owners.collect::<BTreeSet<usize>>().len()
        };
        let blobs = of(&|image, slot| slot.texels.owner(image));
        let palettes = of(&|image, slot| slot.palette.owner(image));
        report.expect(blobs <= MOST_BLOBS, &BLOBS, "media", || args!(found = blobs, most = MOST_BLOBS));
        let fine = palettes <= MOST_PALETTES;
        report.expect(fine, &PALETTES, "media", || args!(found = palettes, most = MOST_PALETTES));
    }
}

rules! { "new-map":
    Warning OTHER_VERSION = "version";
    Warning TILE = "tile";
    Warning BLOBS = "blobs";
    Warning PALETTES = "palettes";
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict_core::format::Document;

    const MARK: [u8; 4] = [0xEF, 0xBE, 0xAD, 0xDE];

    fn map(dialect: Dialect, tiles: &[u16], mark: &[u8]) -> Vec<u8> {
        let mut map = vec![3, 1, 2, 3, 4, 0x21, 0x01, 64];
        map.resize(dialect.header(), 0xFF);
        map.extend((tiles.len() as u16).to_le_bytes());
        map.extend(tiles.iter().flat_map(|tile| tile.to_le_bytes()));
        [&map[..], mark, b"the rest"].concat()
    }

    fn read(bytes: &[u8]) -> Result<NewMap<'_>> {
        NewMap::read(&mut Cursor::new(bytes), Origin::named("map00.bin"))
    }

    #[test]
    fn the_list_is_found_behind_either_header() {
        for dialect in Dialect::ALL {
            for mark in [&[][..], &MARK] {
                let bytes = map(dialect, &[1, 257, 511], mark);
                let found = read(&bytes).unwrap();
                assert_eq!(found.media.iter().collect::<Vec<_>>(), [1, 257, 511]);
                assert_eq!((found.dialect(), found.body.len()), (Some(dialect), mark.len() + 8));
                assert_eq!(found.header.spawn_tile, 0x121);
                assert_eq!(found.to_bytes().unwrap(), bytes);
            }
        }
    }

    #[test]
    fn a_mark_and_the_name_decide_where_two_lists_make_sense() {
        // Behind the long header stand tiles 2 and 5; behind the short one tile 7, if the last two words of the long
        // header are taken for a list.
        let mut both = vec![3];
        both.resize(42, 0);
        both.extend([1, 0, 7, 0, 2, 0, 2, 0, 5, 0]);
        let tiles = |name: &str, bytes: &[u8]| -> Vec<u16> {
            NewMap::read(&mut Cursor::new(bytes), Origin::named(name)).unwrap().media.iter().collect()
        };
        assert_eq!(tiles("map00.bin", &both), [2, 5]);
        assert_eq!(tiles("a/MODEL_0001.bin", &both), [7]);
        let marked = [&both[..46], &MARK, &both[50..]].concat();
        assert_eq!(tiles("map00.bin", &marked), [7]);
    }

    #[test]
    fn names_and_the_version_tell_a_map() {
        let good = map(Dialect::Java, &[1], &[]);
        let claims = |name: &'static str, bytes: &[u8]| NewMap::claims(Origin::named(name), bytes);
        for name in ["map00.bin", "x/MAP09.BIN", "model_0001.bin"] {
            assert_eq!(claims(name, &good), Claim::Sure, "{name}");
        }
        for name in ["map.bin", "map1.bin", "bitmap00.bin", "model_01.bin", "map00.png"] {
            assert_eq!(claims(name, &good), Claim::No, "{name}");
        }
        let other = [&[4], &good[1..]].concat();
        assert_eq!((claims("map00.bin", &other), claims("map00.bin", b"\x04")), (Claim::Broken, Claim::No));
        let mut report = Report::default();
        read(&other).unwrap().check(&mut report, Context::ALONE);
        assert_eq!(report.codes(), ["new-map.version"]);
    }

    #[test]
    fn every_length_rewrites_exactly_or_is_refused() {
        for dialect in Dialect::ALL {
            let whole = map(dialect, &[1, 2, 300], &MARK);
            for end in 0..=whole.len() {
                if let Ok(map) = read(&whole[..end]) {
                    assert_eq!(map.to_bytes().unwrap(), &whole[..end], "{end}");
                }
            }
        }
    }
}
