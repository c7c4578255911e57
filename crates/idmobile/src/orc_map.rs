//! A map of Orcs & Elves or Orcs & Elves II. Its 25 parts lie column by column among those of all other maps, in
//! `maps0.bin` and those that follow ([`maps`](crate::maps)); the first of them, its header with the flags of its tiles, stands
//! for the map where it is listed. [`WholeMap`] is all of it.

pub(crate) mod plan;
mod whole;

use crate::phrases;
pub(crate) use whole::columns;
pub use whole::{HighSprite, OrcEvent, OrcLine, OrcNode, WholeMap};

use crate::CODE_PAGE;
use crate::date::date;
use crate::plan::TILES;
use relict_core::prelude::*;

/// What the archive says of its entries.
pub const ATTRIBUTE: &str = "map";

/// Parts of every map.
pub const PARTS: usize = 25;

/// Two bits for each tile.
const FLAGS: usize = TILES * TILES / 4;

record! {
    /// How a map of Orcs & Elves begins.
    pub struct FirstHeader: 56 {
        /// 11 in all known maps.
        0x00 version: u8,
        /// When the map was built, in seconds since 1970.
        0x01 compile_date: i32,
        /// As the game shows it.
        0x05 name: Chars<16, CODE_PAGE>,
        /// Red, green, blue.
        0x15 floor: [u8; 3],
        /// Red, green, blue.
        0x18 ceiling: [u8; 3],
        /// Red, green, blue.
        0x1B intro: [u8; 3],
        /// Not known: 6000 and the number of the map in all known maps.
        0x1E unk1e: u16,
        /// Where the player stands first: 32 times y, and x.
        0x20 spawn_tile: u16,
        /// Where the player looks first: 0 to the left, 1 to the right, 2 up, 3 down.
        0x22 spawn_direction: u8,
        /// Not known.
        0x23 unk23: u16,
        /// Not known.
        0x25 unk25: u8,
        /// Not known.
        0x26 unk26: u8,
        /// Not known.
        0x27 unk27: i8,
        /// Nodes of the tree.
        0x28 node_count: i16,
        /// Lines.
        0x2A line_count: i16,
        /// Sprites without a height.
        0x2C sprite_count: i16,
        /// Sprites with a height.
        0x2E high_sprite_count: i16,
        /// Events.
        0x30 event_count: i16,
        /// Commands of all events.
        0x32 command_count: i16,
        /// Texts of the map, in the files of texts.
        0x34 text_count: i16,
        /// Not known.
        0x36 unk36: i16,
    }
}

record! {
    /// How a map of Orcs & Elves II begins.
    pub struct SecondHeader: 53 {
        /// 9 in all known maps.
        0x00 version: u8,
        /// When the map was built, in seconds since 1970.
        0x01 compile_date: i32,
        /// Not known: 1 in all known maps.
        0x05 unk05: u16,
        /// Red, green, blue.
        0x07 floor: [u8; 3],
        /// Red, green, blue.
        0x0A ceiling: [u8; 3],
        /// Number of the map.
        0x0D map_number: u8,
        /// Not known: 0 in all known maps.
        0x0E unk0e: u8,
        /// Where the player stands first: 32 times y, and x.
        0x0F spawn_tile: u16,
        /// Where the player looks first: 0 to the left, 1 to the right, 2 up, 3 down.
        0x11 spawn_direction: u8,
        /// A tile: the one behind the start in most maps.
        0x12 tile12: u16,
        /// A tile.
        0x14 tile14: u16,
        /// Not known.
        0x16 unk16: u8,
        /// Not known.
        0x17 unk17: u8,
        /// Not known.
        0x18 unk18: i8,
        /// Textures of lines, by the numbers that the mappings list; 255 stands for none.
        0x19 textures: [u8; 16],
        /// Nodes of the tree.
        0x29 node_count: i16,
        /// Lines.
        0x2B line_count: i16,
        /// Sprites without a height.
        0x2D sprite_count: i16,
        /// Sprites with a height.
        0x2F high_sprite_count: i16,
        /// Events.
        0x31 event_count: i16,
        /// Commands of all events.
        0x33 command_count: i16,
    }
}

parts! {
    /// Header of a map of Orcs & Elves or Orcs & Elves II, with the flags of its tiles.
    pub struct OrcMap<'a> {
        /// Of Orcs & Elves.
        pub header: Option<FirstHeader> = sparse,
        /// Of Orcs & Elves II.
        pub second_header: Option<SecondHeader> = sparse,
        /// Two bits for each tile, the lowest first, row by row. The lower one is set where nobody can walk.
        pub tile_flags: Bytes<'a>,
    } aside {
        /// Which of the maps beside it this is, by its name.
        number: Option<usize>
    }
}

/// The two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Orcs & Elves.
    First,
    /// Orcs & Elves II.
    Second,
}

impl Dialect {
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// The first byte of every map.
    pub fn version(self) -> u8 {
        match self {
            Self::First => 11,
            Self::Second => 9,
        }
    }

    fn header(self) -> usize {
        match self {
            Self::First => FirstHeader::SIZE,
            Self::Second => SecondHeader::SIZE,
        }
    }

    /// Bytes of the first part.
    pub fn size(self) -> usize {
        self.header() + FLAGS
    }

    /// The one whose maps are so long; else the one whose maps begin so.
    fn of(map: &[u8]) -> Self {
        let size = |dialect: &Self| dialect.size() == map.len();
        let version = |dialect: &Self| map.first() == Some(&dialect.version());
        let all = || Self::ALL.into_iter();
        all().find(size).or_else(|| all().find(version)).unwrap_or(Self::First)
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::First => "orcs_and_elves",
            Self::Second => "orcs_and_elves_2",
        }
    }
}

/// How many there are of everything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub nodes: usize,
    pub lines: usize,
    /// With and without a height.
    pub sprites: usize,
    pub high: usize,
    pub events: usize,
    pub commands: usize,
}

/// What both headers have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Front {
    pub version: u8,
    pub compile_date: i32,
    pub floor: [u8; 3],
    pub spawn_tile: u16,
    pub spawn_direction: u8,
}

/// `map_03` is entry 3.
pub fn entry_name(number: usize) -> String {
    format!("map_{number:02}")
}

/// 3 of `map_03`, whatever follows behind a dot.
fn number_of(name: &str) -> Option<usize> {
    let stem = crate::names::base(name).split('.').next()?;
    let digits = stem.strip_prefix("map_")?;
    digits.parse().ok().filter(|number| entry_name(*number) == stem)
}

/// Whether it is as long as maps are, and begins with the version of such maps.
fn fits(bytes: &[u8]) -> bool {
    Dialect::ALL.into_iter().any(|game| bytes.len() == game.size() && bytes.first() == Some(&game.version()))
}

impl<'a> Format<'a> for OrcMap<'a> {
    const ID: &'static str = "idmobile.orc-map";
    const ENDINGS: &'static [&'static str] = &["orcmap"];
    const RULES: Rules = RULES;
    const MEASURES: Measures = MEASURES;
    const HAS_JSON_FORM: bool = true;
    const FACETS: Facets<Self> = Facets::<Self>::NONE.map(|orc_map| Some(orc_map));

    /// Nothing marks such a map, so only its archive or its name tell.
    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        let held = origin.attribute(ATTRIBUTE).is_some();
        if held { Claim::Sure } else { Claim::of_named(origin.ends_with(".orcmap"), || fits(bytes)) }
    }

    fn read(c: &mut Cursor<'a>, origin: Origin<'_>) -> Result<Self> {
        let map = Self::of(c)?;
        c.end()?;
        Ok(Self { number: number_of(origin.name), ..map })
    }

    fn write(&self, out: &mut Put) {
        if self.dialect().is_none() {
            let found = phrases::headers_of_both_or_none();
            out.fail(Error::unexpected(phrases::header_of_one_game(), found).inside("header"));
        }
        out.put_if(&self.header);
        out.put_if(&self.second_header);
        out.agree("tile_flags", FLAGS as i64, self.tile_flags.len());
        out.bytes(&self.tile_flags);
    }

    fn measure(&self, cases: &mut Cases, _: Origin<'_>) {
        if let Some(header) = &self.header {
            cases.claim(&SIX_THOUSAND, (6000..6100).contains(&header.unk1e));
        }
        cases.tally(&VERSIONS, self.front().version);
    }

    fn facts(&self) -> Facts {
        let front = self.front();
        let tile = usize::from(front.spawn_tile);
        let mut facts: Facts = vec![];
        facts.extend(self.header.as_ref().map(|header| ("name", header.name.show().into_owned().into())));
        facts.extend(self.dialect().map(|dialect| ("game", dialect.name().into())));
        facts.push(("version", front.version.into()));
        facts.push(("compile_date", date(front.compile_date).into()));
        facts.push(("spawn", format!("{}, {}", tile % TILES, tile / TILES).into()));
        facts.push(("direction", front.spawn_direction.into()));
        if let Ok(counts) = self.counts() {
            facts.extend([
                ("nodes", counts.nodes.into()),
                ("lines", counts.lines.into()),
                ("sprites", counts.sprites.into()),
                ("events", counts.events.into()),
                ("commands", counts.commands.into()),
            ]);
        }
        facts.push(("blocked", self.blocked().into_iter().filter(|blocked| *blocked).count().into()));
        facts
    }

    fn check(&self, report: &mut Report, _: Context<'_>) {
        let header = if self.second_header.is_some() { "second_header" } else { "header" };
        let wanted = self.dialect().map_or(0, Dialect::version);
        let (front, counts) = (self.front(), self.counts());
        report.part(header, &front, |front, report| {
            let found = front.version;
            report
                .expect(found == wanted, &OTHER_VERSION, "version", || args!(found = found, known = wanted));
            let inside = usize::from(front.spawn_tile) < TILES * TILES;
            report.expect(inside, &SPAWN, "spawn_tile", || args!(found = front.spawn_tile));
            let known = front.spawn_direction < 4;
            report.expect(known, &DIRECTION, "spawn_direction", || args!(found = front.spawn_direction));
            report.expect(counts.is_ok(), &NEGATIVE, "node_count", Vec::new);
        });
    }
}

impl<'a> OrcMap<'a> {
    /// The header that the cursor stands before.
    fn of(c: &mut Cursor<'a>) -> Result<Self> {
        let first = Dialect::of(c.whole()) == Dialect::First;
        let header = c.get_if(first, "header")?;
        let second_header = c.get_if(!first, "second_header")?;
        Ok(Self { header, second_header, tile_flags: c.bytes("tile_flags", FLAGS)?, number: None })
    }

    /// None if the map has the headers of both games, or none.
    pub fn dialect(&self) -> Option<Dialect> {
        match (&self.header, &self.second_header) {
            (Some(_), None) => Some(Dialect::First),
            (None, Some(_)) => Some(Dialect::Second),
            _ => None,
        }
    }

    pub fn front(&self) -> Front {
        let first = self.header.as_ref().map(|header| Front {
            version: header.version,
            compile_date: header.compile_date,
            floor: header.floor,
            spawn_tile: header.spawn_tile,
            spawn_direction: header.spawn_direction,
        });
        let second = self.second_header.as_ref().map(|header| Front {
            version: header.version,
            compile_date: header.compile_date,
            floor: header.floor,
            spawn_tile: header.spawn_tile,
            spawn_direction: header.spawn_direction,
        });
        first.or(second).unwrap_or_default()
    }

    /// A negative count is refused.
    pub fn counts(&self) -> Result<Counts> {
        let first = self.header.as_ref().map(|header| {
            [
                header.node_count,
                header.line_count,
                header.sprite_count,
                header.high_sprite_count,
                header.event_count,
                header.command_count,
            ]
        });
        let second = self.second_header.as_ref().map(|header| {
            [
                header.node_count,
                header.line_count,
                header.sprite_count,
                header.high_sprite_count,
                header.event_count,
                header.command_count,
            ]
        });
        let [nodes, lines, plain, high, events, commands] = first.or(second).unwrap_or_default();
        let high = length("high_sprite_count", high)?;
        Ok(Counts {
            nodes: length("node_count", nodes)?,
            lines: length("line_count", lines)?,
            sprites: length("sprite_count", plain)? + high,
            high,
            events: length("event_count", events)?,
            commands: length("command_count", commands)?,
        })
    }

    /// Whether nobody can walk on a tile, row by row.
    pub fn blocked(&self) -> Vec<bool> {
        let tiles = |byte: &u8| [byte & 1, byte >> 2 & 1, byte >> 4 & 1, byte >> 6 & 1].map(|bit| bit != 0);
        self.tile_flags.iter().flat_map(tiles).collect()
    }
}

measures! { "orc-map":
    Claim SIX_THOUSAND = "from-six-thousand";
    Tally VERSIONS = "versions";
}

rules! { "orc-map":
    Warning OTHER_VERSION = "version";
    Warning SPAWN = "spawn";
    Warning DIRECTION = "direction";
    Error NEGATIVE = "negative-count";
}
