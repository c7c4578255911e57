//! `.bsp`: a map of Doom RPG. Walls are lines on a plane of 32 by 32 tiles, sorted into a tree that is halved again and
//! again; things stand on it as sprites; what happens on a tile is a list of commands.

mod plan;

use crate::phrases;
pub use plan::Colours;

use crate::CODE_PAGE;
use crate::cover::Cover;
use relict_core::prelude::*;

pub use crate::plan::TILES;

/// Two bits for each tile.
const BLOCKS: usize = TILES * TILES / 4;
/// A byte for the floor and one for the ceiling of each tile.
const PLANES: usize = TILES * TILES * 2;

/// Bytes of a name.
const NAME: usize = 16;

/// A quarter turn.
const QUARTER: u8 = 0x40;

record! {
    /// How a map begins on Java phones.
    pub struct Header: 13 {
        /// Red, green, blue.
        0x00 floor: [u8; 3],
        /// Red, green, blue.
        0x03 ceiling: [u8; 3],
        /// Red, green, blue.
        0x06 intro: [u8; 3],
        /// Number of the map.
        0x09 map_id: u8,
        /// Where the player stands first: 32 times y, and x.
        0x0A spawn_tile: u16,
        /// Where to the player looks first; 0x40 is a quarter turn.
        0x0C spawn_direction: u8,
    }
}

record! {
    /// How a map begins on BREW phones.
    pub struct BrewHeader: 33 {
        /// As the game shows it.
        0x00 name: Chars<16, CODE_PAGE>,
        /// Red, green, blue.
        0x10 floor: [u8; 3],
        /// Red, green, blue.
        0x13 ceiling: [u8; 3],
        /// Texture of the floor.
        0x16 floor_texture: u8,
        /// Texture of the ceiling.
        0x17 ceiling_texture: u8,
        /// Red, green, blue.
        0x18 intro: [u8; 3],
        /// Number of the map.
        0x1B map_id: u8,
        /// Where the player stands first: 32 times y, and x.
        0x1C spawn_tile: u16,
        /// Where to the player looks first; 0x40 is a quarter turn.
        0x1E spawn_direction: u8,
        /// Where the camera stands first.
        0x1F camera_tile: u16,
    }
}

record! {
    /// A part of the plane: a leaf with lines, or one that is halved.
    pub struct Node: 10 {
        /// Left end. Eight of these units are a tile.
        0x00 x1: u8,
        /// Upper end.
        0x01 y1: u8,
        /// Right end.
        0x02 x2: u8,
        /// Lower end.
        0x03 y2: u8,
        /// 0 a leaf, 1 split at an x, 2 split at a y.
        0x04 kind: u8,
        /// Where it is split.
        0x05 split: u8,
        /// The first child; of a leaf its first line.
        0x06 a: u16,
        /// The second child; of a leaf how many lines it has.
        0x08 b: u16,
    }
}

record! {
    /// A wall on Java phones.
    pub struct Line: 8 {
        /// One end. Eight of these units are a tile.
        0x00 x1: u8,
        /// One end.
        0x01 y1: u8,
        /// The other end.
        0x02 x2: u8,
        /// The other end.
        0x03 y2: u8,
        /// By the number that the mappings list.
        0x04 texture: u16,
        /// How it is drawn, and what can be done with it.
        0x06 flags: u16,
    }
}

record! {
    /// A wall on BREW phones.
    pub struct BrewLine: 10 {
        /// One end. Eight of these units are a tile.
        0x00 x1: u8,
        /// One end.
        0x01 y1: u8,
        /// The other end.
        0x02 x2: u8,
        /// The other end.
        0x03 y2: u8,
        /// By the number that the mappings list.
        0x04 texture: u16,
        /// How it is drawn, and what can be done with it.
        0x06 flags: u32,
    }
}

record! {
    /// A thing on the map.
    pub struct Sprite: 5 {
        /// Eight of these units are a tile.
        0x00 x: u8,
        /// Eight of these units are a tile.
        0x01 y: u8,
        /// By the number that the mappings list.
        0x02 number: u8,
        /// How it is drawn, and whether it is in the way.
        0x03 flags: u16,
    }
}

bits! {
    /// What happens on a tile.
    pub struct Event: u32 { tile: 10, first_command: 9, command_count: 6, state: 4, flags: 3 }
}

record! {
    /// One step of what happens.
    pub struct Command: 9 {
        /// What to do.
        0x00 id: u8,
        /// Depends on what.
        0x01 arg1: u32,
        /// Depends on what.
        0x05 arg2: u32,
    }
}

parts! {
    /// A text of the map.
    pub struct MapText<'a> {
        /// Its length stands in front, in two bytes.
        pub text: Text<'a, CODE_PAGE>,
    }
}

parts! {
    /// Map of Doom RPG.
    pub struct Bsp<'a> {
        /// As the game shows it, in early builds for Java phones, whose maps hold their texts.
        pub name: Option<Chars<16, CODE_PAGE>> = sparse,
        /// On Java phones.
        pub header: Option<Header> = sparse,
        /// On BREW phones.
        pub brew_header: Option<BrewHeader> = sparse,
        /// The first is the whole plane.
        pub nodes: View<'a, Node>,
        /// Walls on Java phones.
        pub lines: Option<View<'a, Line>> = sparse,
        /// Walls on BREW phones.
        pub brew_lines: Option<View<'a, BrewLine>> = sparse,
        /// Things.
        pub sprites: View<'a, Sprite>,
        /// What happens where.
        pub events: View<'a, Event>,
        /// Steps of all events.
        pub commands: View<'a, Command>,
        /// Texts, in builds that have them here and not in a file of their own.
        pub strings: Option<Vec<MapText<'a>>> = sparse,
        /// Two bits for each tile, the lowest first, row by row. What is not 0 is in the way.
        pub blocks: Bytes<'a>,
        /// Textures of floors and ceilings on BREW phones.
        pub planes: Option<Bytes<'a>> = sparse,
        /// Bytes behind all that, which no map has.
        pub tail: Bytes<'a>,
    }
}

/// Builds differ in what they keep in a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// On Java phones.
    Java,
    /// The same with a name in front and texts in the map: what the engine expects where the map has no file of texts beside it.
    JavaWithTexts,
    /// On BREW phones.
    Brew,
}

impl Dialect {
    const ALL: [Self; 3] = [Self::Java, Self::JavaWithTexts, Self::Brew];

    pub fn name(self) -> &'static str {
        match self {
            Self::Java => "j2me",
            Self::JavaWithTexts => "j2me-texts",
            Self::Brew => "brew",
        }
    }

    /// The dialect in which the map ends with the file. Where none does, the one that the map looks like.
    pub fn of(bytes: &[u8]) -> Self {
        let ends = |dialect: &Self| dialect.end(bytes) == Some(bytes.len());
        let named = || BrewHeader::SHAPE.size() <= bytes.len() && is_named(bytes);
        let alike = || if named() { Self::Brew } else { Self::Java };
        Self::ALL.into_iter().find(ends).unwrap_or_else(alike)
    }

    /// Where a map of this dialect would end.
    fn end(self, bytes: &[u8]) -> Option<usize> {
        let number = |at: usize| Some(usize::from(u16::get(bytes.get(at..at.checked_add(2)?)?)));
        let (header, line) = match self {
            Self::Java => (Header::SIZE, Line::SIZE),
            Self::JavaWithTexts => (NAME + Header::SIZE, Line::SIZE),
            Self::Brew => (BrewHeader::SIZE, BrewLine::SIZE),
        };
        let mut end = header;
        for size in [Node::SIZE, line, Sprite::SIZE, Event::SIZE, Command::SIZE] {
            end += 2 + number(end)? * size;
        }
        if self != Self::Java {
            let count = number(end)?;
            end += 2;
            for _ in 0..count {
                end += 2 + number(end)?;
            }
        }
        Some(end + BLOCKS + if self == Self::Brew { PLANES } else { 0 })
    }
}

/// Whether a name of up to 16 characters stands in front.
fn is_named(bytes: &[u8]) -> bool {
    let name = bytes.get(..NAME).unwrap_or_default();
    let text = relict_core::text::before_zero(name);
    let printable = text.iter().all(|byte| (0x20..0x7F).contains(byte));
    text.len() > 2 && printable && name.iter().skip(text.len()).all(|byte| *byte == 0)
}

impl<'a> Format<'a> for Bsp<'a> {
    const ID: &'static str = "idmobile.bsp";
    const ENDINGS: &'static [&'static str] = &["bsp"];
    const RULES: Rules = RULES;
    const HAS_JSON_FORM: bool = true;
    const FACETS: Facets<Self> = Facets::<Self>::NONE.map(|bsp| Some(bsp)).tables(Self::make_tables);

    /// Maps of many games end in `.bsp`, so that one that is no map of this game must not look like a broken one.
    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        let fits = |dialect: Dialect| dialect.end(bytes) == Some(bytes.len());
        let foreign = [&b"IBSP"[..], b"VBSP", b"BSP2", b"2PSB", b"\x1d\0\0\0", b"\x1e\0\0\0"];
        match origin.ends_with(".bsp") {
            true if Dialect::ALL.into_iter().any(fits) => Claim::Sure,
            true if foreign.iter().all(|magic| !bytes.starts_with(magic)) => Claim::Broken,
            _ => Claim::No,
        }
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let dialect = Dialect::of(c.whole());
        let brew = dialect == Dialect::Brew;
        let name = c.get_if(dialect == Dialect::JavaWithTexts, "name")?;
        let header = c.get_if(!brew, "header")?;
        let brew_header = c.get_if(brew, "brew_header")?;
        let nodes = counted(c, "nodes")?;
        let lines = if brew { None } else { Some(counted(c, "lines")?) };
        let brew_lines = if brew { Some(counted(c, "brew_lines")?) } else { None };
        let (sprites, events, commands) =
            (counted(c, "sprites")?, counted(c, "events")?, counted(c, "commands")?);
        let strings = match dialect {
            Dialect::Java => None,
            Dialect::JavaWithTexts | Dialect::Brew => {
                let count = c.count::<u16>("strings")?;
                Some(c.each("strings", count, MapText::read)?)
            }
        };
        let blocks = c.bytes("blocks", BLOCKS)?;
        let planes = if brew { Some(c.bytes("planes", PLANES)?) } else { None };
        let tail = c.tail("tail");
        Ok(Self {
            name,
            header,
            brew_header,
            nodes,
            lines,
            brew_lines,
            sprites,
            events,
            commands,
            strings,
            blocks,
            planes,
            tail,
        })
    }

    fn write(&self, out: &mut Put) {
        self.expect_one_dialect(out);
        out.put_if(&self.name);
        out.put_if(&self.header);
        out.put_if(&self.brew_header);
        put(out, "nodes", &self.nodes);
        self.lines.iter().for_each(|lines| put(out, "lines", lines));
        self.brew_lines.iter().for_each(|lines| put(out, "brew_lines", lines));
        put(out, "sprites", &self.sprites);
        put(out, "events", &self.events);
        put(out, "commands", &self.commands);
        if let Some(strings) = &self.strings {
            out.count::<u16>("strings", strings.len());
            out.each("strings", strings, |text, out| out.counted_text::<u16>("text", &text.text));
        }
        out.agree("blocks", BLOCKS as i64, self.blocks.len());
        out.bytes(&self.blocks);
        if let Some(planes) = &self.planes {
            out.agree("planes", PLANES as i64, planes.len());
            out.bytes(planes);
        }
        out.bytes(&self.tail);
    }

    fn facts(&self) -> Facts {
        let (tile, direction) = self.spawn();
        let mut facts = vec![
            ("build", self.dialect().name().into()),
            ("map", self.map_id().into()),
            ("nodes", self.nodes.len().into()),
            ("lines", self.walls().len().into()),
            ("sprites", self.sprites.len().into()),
            ("events", self.events.len().into()),
            ("commands", self.commands.len().into()),
            ("spawn", format!("{}, {}", usize::from(tile) % TILES, usize::from(tile) / TILES).into()),
            ("direction", direction.into()),
            ("blocked", self.blocked().into_iter().filter(|blocked| *blocked).count().into()),
        ];
        let name = self.brew_header.as_ref().map(|header| &header.name).or(self.name.as_ref());
        if let Some(name) = name {
            facts.insert(0, ("name", name.show().into_owned().into()));
        }
        facts
    }

    fn check(&self, report: &mut Report, _: Context<'_>) {
        report.expect(self.tail.is_empty(), &TAIL, "tail", || args!(size = self.tail.len()));
        let header = if self.brew_header.is_some() { "brew_header" } else { "header" };
        report.part(header, self, |map, report| {
            let (tile, direction) = map.spawn();
            let inside = usize::from(tile) < TILES * TILES;
            report.expect(inside, &SPAWN, "spawn_tile", || args!(found = tile));
            let straight = direction.is_multiple_of(QUARTER);
            report.expect(straight, &DIRECTION, "spawn_direction", || args!(found = direction));
        });
        let nodes: Vec<Node> = self.nodes.iter().collect();
        let lines = self.walls().len();
        report.each("nodes", &nodes, |node, report| node.check(nodes.len(), lines, report));
        let mut cover = Cover::new(lines);
        let leaves = nodes.iter().filter(|node| node.is_leaf());
        leaves.for_each(|leaf| cover.add(leaf.a.into(), leaf.b.into()));
        if let Some((place, times)) = cover.flaw() {
            let list = if self.brew_lines.is_some() { "brew_lines" } else { "lines" };
            report.part((list, place), &times, |&times, report| {
                report.expect(false, &COVER, "", || args!(number = place, times = times));
            });
        }
        let events: Vec<Event> = self.events.iter().collect();
        let commands = self.commands.len();
        report.each("events", &events, |event, report| {
            let end = event.first_command() + event.command_count();
            report.expect(end as usize <= commands, &EVENT, "", || args!(end = end, commands = commands));
        });
    }
}

impl Bsp<'_> {
    fn make_tables(&self) -> Vec<Table> {
        vec![self.line_sheet(), self.sprite_sheet(), self.event_sheet()]
    }
}

/// A list with its length in front, in two bytes.
fn counted<'a, T: Field>(c: &mut Cursor<'a>, name: &'static str) -> Result<View<'a, T>> {
    let count = c.count::<u16>(name)?;
    c.view(name, count)
}

fn put<T: Field>(out: &mut Put, name: &'static str, list: &View<'_, T>) {
    out.count::<u16>(name, list.len());
    out.bytes(list.bytes());
}

impl<'a> MapText<'a> {
    fn read(c: &mut Cursor<'a>) -> Result<Self> {
        Ok(Self { text: c.counted_text::<u16, CODE_PAGE>("text")? })
    }
}

impl Node {
    pub fn is_leaf(&self) -> bool {
        self.kind == 0
    }

    fn check(&self, nodes: usize, lines: usize, report: &mut Report) {
        report.expect(self.kind <= 2, &NODE_KIND, "kind", || args!(found = self.kind));
        let (a, b) = (usize::from(self.a), usize::from(self.b));
        if self.is_leaf() {
            report.expect(a + b <= lines, &LEAF, "b", || args!(end = a + b, lines = lines));
        } else {
            report.expect(a.max(b) < nodes, &CHILD, "a", || args!(child = a.max(b), nodes = nodes));
        }
    }
}

impl Bsp<'_> {
    /// A map has what its build has, and nothing of another.
    fn expect_one_dialect(&self, out: &mut Put) {
        let brew = self.brew_header.is_some();
        let parts = [
            (self.name.is_some() == (self.strings.is_some() && !brew), "name"),
            (self.header.is_some() != brew, "header"),
            (self.lines.is_some() != brew, "lines"),
            (self.brew_lines.is_some() == brew, "brew_lines"),
            (self.strings.is_some() || !brew, "strings"),
            (self.planes.is_some() == brew, "planes"),
        ];
        for (_, part) in parts.into_iter().filter(|(fits, _)| !fits) {
            out.fail(
                Error::unexpected(phrases::parts_of_one_build(), phrases::parts_of_two_or_not_all())
                    .inside(part),
            );
        }
    }

    pub fn dialect(&self) -> Dialect {
        match (&self.brew_header, &self.strings) {
            (Some(_), _) => Dialect::Brew,
            (None, Some(_)) => Dialect::JavaWithTexts,
            (None, None) => Dialect::Java,
        }
    }

    /// The walls of either build. Of the flags of BREW phones, those that Java phones have, too.
    pub fn walls(&self) -> Vec<Line> {
        let java = self.lines.iter().flat_map(View::iter);
        let brew = self.brew_lines.iter().flat_map(View::iter).map(|line| {
            let BrewLine { x1, y1, x2, y2, texture, flags } = line;
            Line { x1, y1, x2, y2, texture, flags: (flags & 0xFFFF) as u16 }
        });
        java.chain(brew).collect()
    }

    /// Tile and direction.
    pub fn spawn(&self) -> (u16, u8) {
        match (&self.header, &self.brew_header) {
            (Some(header), _) => (header.spawn_tile, header.spawn_direction),
            (None, Some(header)) => (header.spawn_tile, header.spawn_direction),
            (None, None) => (0, 0),
        }
    }

    pub fn map_id(&self) -> u8 {
        let brew = self.brew_header.as_ref().map(|header| header.map_id);
        self.header.as_ref().map(|header| header.map_id).or(brew).unwrap_or_default()
    }

    /// The colours of floor and ceiling.
    pub fn grounds(&self) -> ([u8; 3], [u8; 3]) {
        match (&self.header, &self.brew_header) {
            (Some(header), _) => (header.floor, header.ceiling),
            (None, Some(header)) => (header.floor, header.ceiling),
            (None, None) => ([0; 3], [0; 3]),
        }
    }

    /// Whether something is in the way, tile by tile, row by row.
    pub fn blocked(&self) -> Vec<bool> {
        let tiles = |byte: &u8| [byte & 3, byte >> 2 & 3, byte >> 4 & 3, byte >> 6].map(|bits| bits != 0);
        self.blocks.iter().flat_map(tiles).collect()
    }

    fn line_sheet(&self) -> Table {
        let row = |(i, line): (usize, Line)| {
            let numbers = [i as i64, line.x1.into(), line.y1.into(), line.x2.into(), line.y2.into()];
            numbers.into_iter().chain([line.texture.into()]).map(Cell::Number).collect()
        };
        Table {
            title: "lines",
            columns: vec!["number", "x1", "y1", "x2", "y2", "texture"],
            rows: self.walls().into_iter().enumerate().map(row).collect(),
        }
    }

    fn sprite_sheet(&self) -> Table {
        let row = |(i, sprite): (usize, Sprite)| {
            let numbers = [i as i64, sprite.x.into(), sprite.y.into(), sprite.number.into()];
            numbers
                .into_iter()
                .map(Cell::Number)
                .chain([Cell::Text(format!("{:#06x}", sprite.flags))])
                .collect()
        };
        Table {
            title: "sprites",
            columns: vec!["number", "x", "y", "sprite", "flags"],
            rows: self.sprites.iter().enumerate().map(row).collect(),
        }
    }

    fn event_sheet(&self) -> Table {
        let row = |event: Event| {
            let (tile, first) = (event.tile() as usize, event.first_command() as usize);
            let commands =
                (first..first + event.command_count() as usize).filter_map(|i| self.commands.get(i));
            let ids: Vec<String> = commands.map(|command| command.id.to_string()).collect();
            let numbers = [(tile % TILES) as i64, (tile / TILES) as i64, event.state().into()];
            numbers.into_iter().map(Cell::Number).chain([Cell::Text(ids.join(" "))]).collect()
        };
        Table {
            title: "events",
            columns: vec!["tile-x", "tile-y", "state", "commands"],
            rows: self.events.iter().map(row).collect(),
        }
    }
}

rules! { "bsp":
    Error TAIL = "tail";
    Error CHILD = "child";
    Error LEAF = "leaf";
    Error EVENT = "event";
    Error NODE_KIND = "node-kind";
    Warning SPAWN = "spawn";
    Warning DIRECTION = "direction";
    Warning COVER = "cover";
}
