//! A map with all its parts, row by row, and the way back to columns.

use super::{Counts, Dialect, FirstHeader, OrcMap, PARTS, SecondHeader};
use crate::bsp::{Command, Sprite};
use crate::cover::Cover;
use crate::maps::{COMMANDS, COVER, EVENT, EVENT_ORDER, NODE, PART};
use crate::phrases;
use relict_core::json::Json;
use relict_core::prelude::*;
use serde_json::Value;

record! {
    /// A part of the plane: a leaf with lines, or one that is split.
    pub struct OrcNode: 10 {
        /// Left end, in tiles.
        0x00 x1: u8,
        /// Upper end, in tiles.
        0x01 y1: u8,
        /// Right end, in tiles.
        0x02 x2: u8,
        /// Lower end, in tiles.
        0x03 y2: u8,
        /// 0 a leaf, 1 split at an x, 2 split at a y.
        0x04 kind: u8,
        /// Where it is split, in eighths of a tile.
        0x05 split: u8,
        /// The first child; of a leaf its first line.
        0x06 a: u16,
        /// The second child; of a leaf how many lines it has.
        0x08 b: u16,
    }
}

record! {
    /// A wall.
    pub struct OrcLine: 7 {
        /// One end, in eighths of a tile.
        0x00 x1: u8,
        /// One end.
        0x01 y1: u8,
        /// The other end.
        0x02 x2: u8,
        /// The other end.
        0x03 y2: u8,
        /// In Orcs & Elves the number that the mappings list; in Orcs & Elves II two places in the textures of the header,
        /// four bits each.
        0x04 texture: u8,
        /// How it is drawn, and what can be done with it. 1 is a door.
        0x05 flags: u16,
    }
}

record! {
    /// What else is known of a sprite that has a height.
    pub struct HighSprite: 2 {
        /// How high it stands.
        0x00 height: u8,
        /// Not known.
        0x01 more: u8,
    }
}

bits! {
    /// What happens on a tile.
    pub struct OrcEvent: u32 { tile: 10, first_command: 10, command_count: 7, flags: 5 }
}

parts! {
    /// Map of Orcs & Elves or Orcs & Elves II, with all its parts.
    pub struct WholeMap<'a> {
        /// Of Orcs & Elves. How many there are of everything follows from the lists.
        pub header: Option<FirstHeader> = sparse,
        /// Of Orcs & Elves II. How many there are of everything follows from the lists.
        pub second_header: Option<SecondHeader> = sparse,
        /// Two bits for each tile, the lowest first, row by row.
        pub tile_flags: Bytes<'a>,
        /// The first is the whole plane.
        pub nodes: View<'a, OrcNode>,
        /// Walls.
        pub lines: View<'a, OrcLine>,
        /// Things. Those with a height come last.
        pub sprites: View<'a, Sprite>,
        /// What else is known of the last sprites.
        pub high: View<'a, HighSprite>,
        /// What happens where, in the order of tiles.
        pub events: View<'a, OrcEvent>,
        /// Steps of all events.
        pub commands: View<'a, Command>,
    }
}

/// What columns tell of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group {
    Nodes,
    Lines,
    Sprites,
    High,
    Events,
    Commands,
}

impl Group {
    /// In the order of the parts, which differs between the games.
    fn all(dialect: Dialect) -> [Self; 6] {
        match dialect {
            Dialect::First => {
                [Self::Nodes, Self::Lines, Self::Sprites, Self::High, Self::Commands, Self::Events]
            }
            Dialect::Second => {
                [Self::Nodes, Self::Lines, Self::Sprites, Self::High, Self::Events, Self::Commands]
            }
        }
    }

    /// Names and sizes of the columns.
    fn columns(self) -> &'static [(&'static str, usize)] {
        match self {
            Self::Nodes => &[
                ("node_x1", 1),
                ("node_y1", 1),
                ("node_x2", 1),
                ("node_y2", 1),
                ("node_kind", 1),
                ("node_split", 1),
                ("node_a", 2),
                ("node_b", 2),
            ],
            Self::Lines => &[
                ("line_x1", 1),
                ("line_y1", 1),
                ("line_x2", 1),
                ("line_y2", 1),
                ("line_texture", 1),
                ("line_flags", 2),
            ],
            Self::Sprites => &[("sprite_x", 1), ("sprite_y", 1), ("sprite_number", 1), ("sprite_flags", 2)],
            Self::High => &[("sprite_height", 1), ("sprite_more", 1)],
            Self::Events => &[("events", 4)],
            Self::Commands => &[("command_id", 1), ("command_arg1", 4), ("command_arg2", 4)],
        }
    }

    fn count(self, counts: Counts) -> usize {
        match self {
            Self::Nodes => counts.nodes,
            Self::Lines => counts.lines,
            Self::Sprites => counts.sprites,
            Self::High => counts.high,
            Self::Events => counts.events,
            Self::Commands => counts.commands,
        }
    }
}

/// A column of a map: its name, and its size in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    pub(crate) name: &'static str,
    pub(crate) size: usize,
}

/// The parts behind the header, in order.
pub(crate) fn columns(dialect: Dialect, counts: Counts) -> Vec<Column> {
    let columns = |group: Group| {
        let count = group.count(counts);
        group.columns().iter().map(move |&(name, size)| Column { name, size: size * count })
    };
    Group::all(dialect).into_iter().flat_map(columns).collect()
}

/// The fields of the header that follow from the lists.
const COUNTS: [&str; 6] =
    ["node_count", "line_count", "sprite_count", "high_sprite_count", "event_count", "command_count"];

impl WholeMap<'static> {
    /// The map of these parts.
    pub fn read(parts: &[&[u8]]) -> Result<Self> {
        let [header, rest @ ..] = parts else {
            return Err(Error::unexpected(phrases::parts(PARTS), phrases::none()));
        };
        if parts.len() != PARTS {
            return Err(Error::unexpected(phrases::parts(PARTS), parts.len()));
        }
        let mut c = Cursor::new(header);
        let head = OrcMap::of(&mut c)?;
        let dialect = head.dialect().unwrap_or(Dialect::First);
        let stated = columns(dialect, head.counts()?);
        let wanted = std::iter::once(Column { name: "header", size: dialect.size() }).chain(stated);
        for (i, (column, part)) in wanted.zip(parts).enumerate() {
            if column.size != part.len() {
                let args = args!(part = i, name = column.name, found = part.len(), wanted = column.size);
                return Err(broken(&PART, "", args));
            }
        }
        let mut rest = rest.iter().copied();
        let (mut nodes, mut lines, mut sprites, mut high, mut events, mut commands) = Default::default();
        for group in Group::all(dialect) {
            let sizes = group.columns();
            let columns: Vec<&[u8]> = rest.by_ref().take(sizes.len()).collect();
            let rows = rows(&columns, sizes);
            match group {
                Group::Nodes => nodes = owned(&rows),
                Group::Lines => lines = owned(&rows),
                Group::Sprites => sprites = owned(&rows),
                Group::High => high = owned(&rows),
                Group::Events => events = owned(&rows),
                Group::Commands => commands = owned(&rows),
            }
        }
        let OrcMap { header, second_header, tile_flags, .. } = head;
        let tile_flags = tile_flags.to_vec().into();
        Ok(Self { header, second_header, tile_flags, nodes, lines, sprites, high, events, commands })
    }

    /// A map as people edit it.
    pub fn from_value(json: &Value) -> Result<Self> {
        let mut json = json.clone();
        for name in ["header", "second_header"] {
            let Some(header) = json.get_mut(name).and_then(Value::as_object_mut) else { continue };
            for count in COUNTS {
                if let Some(stated) = header.insert(count.to_owned(), 0.into()) {
                    let wanted = phrases::nothing_since_it_follows();
                    return Err(Error::unexpected(wanted, value(stated)).inside(count).inside(name));
                }
            }
        }
        Self::from_json(&json)
    }
}

/// A list of its own.
fn owned<T: Field>(rows: &[u8]) -> View<'static, T> {
    View::<T>::new(rows).iter().collect()
}

/// Columns of these sizes as rows. All columns have the same number of items.
fn rows(columns: &[&[u8]], sizes: &[(&'static str, usize)]) -> Vec<u8> {
    let count = columns.iter().zip(sizes).map(|(column, (_, size))| column.len() / size).min().unwrap_or(0);
    let mut rows = vec![];
    for row in 0..count {
        for (column, (_, size)) in columns.iter().zip(sizes) {
            rows.extend_from_slice(column.get(row * size..(row + 1) * size).unwrap_or_default());
        }
    }
    rows
}

/// Rows as columns of these sizes.
fn turned(rows: &[u8], sizes: &[(&'static str, usize)]) -> Vec<Vec<u8>> {
    let row: usize = sizes.iter().map(|(_, size)| size).sum();
    let mut columns = vec![vec![]; sizes.len()];
    for row in rows.chunks_exact(row) {
        let mut rest = row;
        for (column, (_, size)) in columns.iter_mut().zip(sizes) {
            let (item, behind) = rest.split_at_checked(*size).unwrap_or((rest, &[]));
            column.extend_from_slice(item);
            rest = behind;
        }
    }
    columns
}

impl WholeMap<'_> {
    fn counts(&self) -> Counts {
        Counts {
            nodes: self.nodes.len(),
            lines: self.lines.len(),
            sprites: self.sprites.len(),
            high: self.high.len(),
            events: self.events.len(),
            commands: self.commands.len(),
        }
    }

    /// Header and flags alone, with the lengths of the lists.
    pub fn head(&self) -> Result<OrcMap<'_>> {
        let counts = self.counts();
        let plain = counts.sprites.checked_sub(counts.high);
        let plain = plain.ok_or_else(|| {
            Error::unexpected(phrases::at_most_items(counts.sprites), counts.high).inside("high")
        })?;
        let fit = |list: &'static str, count: usize| {
            i16::try_from(count)
                .map_err(|_| Error::unexpected(phrases::at_most_items(i16::MAX), count).inside(list))
        };
        let [node_count, line_count] = [fit("nodes", counts.nodes)?, fit("lines", counts.lines)?];
        let [sprite_count, high_sprite_count] = [fit("sprites", plain)?, fit("high", counts.high)?];
        let [event_count, command_count] = [fit("events", counts.events)?, fit("commands", counts.commands)?];
        let header = self.header.clone().map(|header| FirstHeader {
            node_count,
            line_count,
            sprite_count,
            high_sprite_count,
            event_count,
            command_count,
            ..header
        });
        let second_header = self.second_header.clone().map(|header| SecondHeader {
            node_count,
            line_count,
            sprite_count,
            high_sprite_count,
            event_count,
            command_count,
            ..header
        });
        Ok(OrcMap { header, second_header, tile_flags: self.tile_flags.clone(), number: None })
    }

    /// The parts of the map, in order.
    pub fn parts(&self) -> Result<Vec<Vec<u8>>> {
        let head = self.head()?;
        let mut out = Put::default();
        head.write(&mut out);
        let mut parts = vec![out.finish()?];
        for group in Group::all(head.dialect().unwrap_or(Dialect::First)) {
            let rows = match group {
                Group::Nodes => self.nodes.bytes(),
                Group::Lines => self.lines.bytes(),
                Group::Sprites => self.sprites.bytes(),
                Group::High => self.high.bytes(),
                Group::Events => self.events.bytes(),
                Group::Commands => self.commands.bytes(),
            };
            parts.extend(turned(rows, group.columns()));
        }
        debug_assert_eq!(parts.len(), PARTS);
        Ok(parts)
    }

    /// As people edit it: without what follows from the rest.
    pub fn to_value(&self) -> Value {
        let mut json = Json::to_json(self);
        for name in ["header", "second_header"] {
            if let Some(header) = json.get_mut(name).and_then(Value::as_object_mut) {
                COUNTS.iter().for_each(|count| drop(header.shift_remove(*count)));
            }
        }
        json
    }

    /// What is wrong with it.
    pub fn check(&self, report: &mut Report) {
        let (nodes, lines, commands) = (self.nodes.len(), self.lines.len(), self.commands.len());
        let mut cover = Cover::new(lines);
        for (i, node) in self.nodes.iter().enumerate() {
            let (a, b) = (usize::from(node.a), usize::from(node.b));
            let fine = match node.kind {
                0 => a + b <= lines,
                1 | 2 => a.max(b) < nodes,
                _ => false,
            };
            let told = || args!(node = i, kind = node.kind, a = a, b = b, nodes = nodes, lines = lines);
            report.expect(fine, &NODE, "", told);
            if node.kind == 0 {
                cover.add(a, b);
            }
        }
        if let Some((place, times)) = cover.flaw() {
            report.expect(false, &COVER, "", || args!(number = place, times = times));
        }
        let (mut cover, mut before) = (Cover::new(commands), 0);
        for (i, event) in self.events.iter().enumerate() {
            let (first, count) = (event.first_command() as usize, event.command_count() as usize);
            let end = first + count;
            report.expect(end <= commands, &EVENT, "", || args!(event = i, end = end, commands = commands));
            let tile = event.tile();
            report
                .expect(tile >= before, &EVENT_ORDER, "", || args!(event = i, found = tile, before = before));
            before = tile;
            cover.add(first, count);
        }
        if let Some((place, times)) = cover.flaw() {
            report.expect(false, &COMMANDS, "", || args!(number = place, times = times));
        }
    }

    /// The textures that sprites show, by the numbers that the mappings list.
    pub fn wall_sprites(&self) -> impl Iterator<Item = u16> {
        let walls = self.sprites.iter().filter(|sprite| sprite.flags & WALL_SPRITE != 0);
        walls.map(|sprite| sprite.number.into())
    }

    /// The numbers of all other sprites.
    pub fn sprites_shown(&self) -> impl Iterator<Item = u8> {
        let sprites = self.sprites.iter().filter(|sprite| sprite.flags & WALL_SPRITE == 0);
        sprites.map(|sprite| sprite.number)
    }

    /// The textures of a line, by the numbers that the mappings list: the lower one first.
    pub fn textures(&self, line: &OrcLine) -> Vec<u16> {
        match &self.second_header {
            None => vec![line.texture.into()],
            Some(header) => {
                let places = [line.texture & 15, line.texture >> 4];
                let textures = places.map(|place| header.textures.get(usize::from(place)).copied());
                textures.into_iter().flatten().filter(|texture| *texture != NONE).map(u16::from).collect()
            }
        }
    }
}

/// Stands for no texture.
const NONE: u8 = 255;

/// Sprites with this bit show a wall: all numbers so found are those of textures.
pub(super) const WALL_SPRITE: u16 = 0x40;
