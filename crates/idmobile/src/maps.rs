//! `maps0.bin` and those that follow, beside `maps.idx`: the maps of Orcs & Elves and Orcs & Elves II, column by column.
//! First come the headers of all maps, then the left ends of the nodes of all maps, and so on: 25 parts of every map.
//!
//! Where a part ends stands in the index. The first file can be told apart without it, since it begins with the headers
//! and these tell how long all parts are. Those that follow are kept as they are; with the index beside it, all are checked.

mod loaded;

use self::loaded::Loaded;
use crate::bank::Set;
use crate::mappings::Mappings;
use crate::orc_map::{ATTRIBUTE, Dialect, OrcMap, PARTS, WholeMap, columns, entry_name};
use crate::phrases;
use crate::resource::{MAPPINGS, base, folder, numbered, sound};
use crate::texture::shelf::Shelf;
use relict_core::error::FaultKind;
use relict_core::prelude::*;

/// What the names of these files begin with.
pub(crate) const STEM: &str = "maps";

/// No game has a tenth of so many maps.
const MOST_MAPS: usize = 100;

parts! {
    /// Columns of all maps: each is a list, with one item for every map.
    #[derive(Default)]
    pub struct Columns<'a> {
        /// Left ends of nodes.
        pub node_x1: Vec<Bytes<'a>>,
        /// Upper ends of nodes.
        pub node_y1: Vec<Bytes<'a>>,
        /// Right ends of nodes.
        pub node_x2: Vec<Bytes<'a>>,
        /// Lower ends of nodes.
        pub node_y2: Vec<Bytes<'a>>,
        /// Kinds of nodes.
        pub node_kind: Vec<Bytes<'a>>,
        /// Where nodes are split.
        pub node_split: Vec<Bytes<'a>>,
        /// First children of nodes, or first lines of leaves.
        pub node_a: Vec<Bytes<'a>>,
        /// Second children of nodes, or how many lines leaves have.
        pub node_b: Vec<Bytes<'a>>,
        /// Ends of lines.
        pub line_x1: Vec<Bytes<'a>>,
        /// Ends of lines.
        pub line_y1: Vec<Bytes<'a>>,
        /// Other ends of lines.
        pub line_x2: Vec<Bytes<'a>>,
        /// Other ends of lines.
        pub line_y2: Vec<Bytes<'a>>,
        /// Textures of lines.
        pub line_texture: Vec<Bytes<'a>>,
        /// Flags of lines.
        pub line_flags: Vec<Bytes<'a>>,
        /// Where sprites stand.
        pub sprite_x: Vec<Bytes<'a>>,
        /// Where sprites stand.
        pub sprite_y: Vec<Bytes<'a>>,
        /// Numbers of sprites.
        pub sprite_number: Vec<Bytes<'a>>,
        /// Flags of sprites.
        pub sprite_flags: Vec<Bytes<'a>>,
        /// Heights of the last sprites.
        pub sprite_height: Vec<Bytes<'a>>,
        /// What else is known of the last sprites.
        pub sprite_more: Vec<Bytes<'a>>,
        /// What happens where.
        pub events: Vec<Bytes<'a>>,
        /// What commands do.
        pub command_id: Vec<Bytes<'a>>,
        /// First arguments of commands.
        pub command_arg1: Vec<Bytes<'a>>,
        /// Second arguments of commands.
        pub command_arg2: Vec<Bytes<'a>>,
    }
}

parts! {
    /// Maps of Orcs & Elves or Orcs & Elves II, column by column.
    pub struct Maps<'a> {
        /// Headers of all maps, with the flags of their tiles.
        pub maps: Vec<Bytes<'a>>,
        /// What follows in the same file.
        pub columns: Columns<'a>,
        /// Columns that only the index can tell apart.
        pub rest: Bytes<'a>,
    }
}

/// Which maps a file begins with, and how long everything is.
struct Plan {
    dialect: Dialect,
    maps: usize,
    /// In the order of the file: a column of a map, and its size.
    parts: Vec<(&'static str, usize)>,
}

impl Plan {
    /// The most maps with whose parts the file ends; none if there are none.
    fn of(bytes: &[u8]) -> Option<Self> {
        Dialect::ALL.into_iter().find_map(|dialect| {
            let headers = bytes.chunks_exact(dialect.size()).take(MOST_MAPS);
            let maps = headers.take_while(|map| map.first() == Some(&dialect.version())).count();
            (1..=maps).rev().find_map(|maps| Self::with(bytes, dialect, maps))
        })
    }

    fn with(bytes: &[u8], dialect: Dialect, maps: usize) -> Option<Self> {
        let headers = bytes.chunks_exact(dialect.size()).take(maps);
        let columns: Option<Vec<_>> = headers
            .map(|header| {
                let head = OrcMap::read(&mut Cursor::new(header), Origin::default()).ok()?;
                Some(columns(dialect, head.counts().ok()?))
            })
            .collect();
        let (columns, mut end, mut parts) = (columns?, maps * dialect.size(), vec![]);
        for part in 0..PARTS - 1 {
            for map in &columns {
                if end == bytes.len() {
                    return Some(Self { dialect, maps, parts });
                }
                let column = map.get(part)?;
                end = end.checked_add(column.size).filter(|end| *end <= bytes.len())?;
                parts.push((column.name, column.size));
            }
        }
        (end == bytes.len()).then_some(Self { dialect, maps, parts })
    }
}

/// The number of a file, by its name.
fn number(name: &str) -> Option<usize> {
    numbered(&base(name), STEM)
}

impl<'a> Format<'a> for Maps<'a> {
    const ID: &'static str = "idmobile.maps";
    const ENDINGS: &'static [&'static str] = &["maps0.bin"];
    const RULES: Rules = RULES;
    const FACETS: Facets<Self> = Facets::<Self>::NONE.archive(ArchiveOps::new(Self::assemble), Self::opened);

    /// By name, and the first file also by how it begins.
    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        let versions = Dialect::ALL.map(Dialect::version);
        match number(origin.name) {
            Some(0) if Plan::of(bytes).is_some() => Claim::Sure,
            Some(0) if bytes.first().is_some_and(|version| versions.contains(version)) => Claim::Guess,
            Some(0) => Claim::Broken,
            // Parts of maps go on in these, without a beginning.
            Some(_) => Claim::Guess,
            None => Claim::No,
        }
    }

    fn read(c: &mut Cursor<'a>, origin: Origin<'_>) -> Result<Self> {
        // A file of other maps may begin as if it were the first one.
        let first = number(origin.name).is_none_or(|number| number == 0);
        let Some(plan) = Plan::of(c.whole()).filter(|_| first) else {
            // No file is empty: each holds a part of a map at least.
            let rest = c.bytes("rest", c.left().max(1))?;
            return Ok(Self { maps: vec![], columns: Columns::default(), rest });
        };
        let mut maps = vec![];
        for map in 0..plan.maps {
            maps.push(c.payload(("maps", map), plan.dialect.size(), map)?);
        }
        let columns = c.part("columns", |c| Columns::read(c, &plan))?;
        Ok(Self { maps, columns, rest: c.tail("rest") })
    }

    fn write(&self, out: &mut Put) {
        self.maps.iter().for_each(|map| out.bytes(map));
        self.in_order().into_iter().for_each(|part| out.bytes(part));
        out.bytes(&self.rest);
    }

    fn facts(&self) -> Facts {
        let dialect = self.dialect().map(|dialect| ("game", dialect.name().into()));
        let counts = [("maps", self.maps.len().into()), ("bytes", self.rest.len().into())];
        dialect.into_iter().chain(counts).collect()
    }

    fn check(&self, report: &mut Report, context: Context<'_>) {
        if number(context.origin.name) != Some(0) {
            return;
        }
        let size = self.rest.len();
        report.expect(size == 0, &UNKNOWN, "rest", || args!(size = size));
        let folder = folder(context.origin.name);
        let lookup = |name: &str| context.library.sibling(&format!("{folder}{name}"));
        // What is wrong with the index is told of the index.
        let Ok(Some(set)) = Set::load(&lookup, STEM) else { return };
        let chunks = set.chunks.len();
        let whole = chunks == self.maps.len() * PARTS;
        report.expect(whole || size > 0, &CHUNKS, "maps", || args!(chunks = chunks, maps = self.maps.len()));
        if !whole {
            return;
        }
        let mappings = lookup(MAPPINGS);
        let mappings: Option<Mappings<'_>> =
            mappings.as_deref().and_then(|bytes| sound(MAPPINGS, bytes).ok());
        for map in 0..self.maps.len() {
            report.part(("maps", map), &map, |&map, report| check_map(&set, map, mappings.as_ref(), report));
        }
    }
}

impl Maps<'_> {
    /// What that takes to index is made here.
    fn opened(&self) -> Option<Box<dyn Archive + '_>> {
        let names = (0..self.maps.len()).map(entry_name).collect();
        let attributes = vec![(ATTRIBUTE, "header".into())];
        Some(Box::new(Shelf::named(0, &self.maps, names, attributes, self.kept())))
    }

    fn assemble(frame: &Frame, incoming: &[EntrySpec], payloads: &dyn Payloads, out: &mut Put) {
        let rebuilt = Rebuild::new(frame, &["rest"], incoming, payloads)
            .and_then(|rebuild| Ok((sizes(&rebuild)?, rebuild.bytes("rest")?)));
        match rebuilt {
            // An empty file is none.
            Ok((sizes, rest)) if sizes.is_empty() && rest.is_empty() => {
                out.fail(Error::unexpected(phrases::at_least_a_map(), phrases::none()));
            }
            Ok((sizes, rest)) => {
                sizes.into_iter().enumerate().for_each(|(i, size)| out.entry(i, size));
                out.bytes(&rest);
            }
            Err(error) => out.fail(error),
        }
    }
}

/// The sizes of headers that come in; their names are their numbers.
fn sizes(rebuild: &Rebuild<'_>) -> Result<Vec<usize>> {
    let known = Dialect::ALL.map(Dialect::size);
    rebuild.each(|i, entry| {
        entry.expect_attributes(&[ATTRIBUTE])?;
        let wanted = entry_name(i);
        if entry.name != wanted {
            let wanted = phrases::map_number(wanted);
            return Err(Error::unexpected(wanted, quoted(&entry.name)).inside("name"));
        }
        let size = rebuild.payloads.size(i);
        let error = || Error::unexpected(phrases::a_map_of_312_or_309_bytes(), phrases::bytes_count(size));
        known.contains(&size).then_some(size).ok_or_else(error)
    })
}

/// A whole map, with all that lies beside it.
fn check_map(set: &Set, map: usize, mappings: Option<&Mappings<'_>>, report: &mut Report) {
    let maps = set.chunks.len() / PARTS;
    let parts = (0..PARTS).filter_map(|part| set.chunks.get(part * maps + map));
    let parts: Vec<&[u8]> = parts.map(|chunk| chunk.bytes.as_slice()).collect();
    let whole = match WholeMap::read(&parts) {
        Ok(whole) => whole,
        Err(error) => {
            if let FaultKind::Broken { rule, args } = &error.kind {
                report.expect(false, rule, "", || args.clone());
            }
            return;
        }
    };
    whole.check(report);
    if let Some((mappings, loaded)) =
        mappings.and_then(|known| Some((known, Loaded::of(&whole, map, known)?)))
    {
        loaded.check(&whole, mappings, report);
    }
}

impl<'a> Columns<'a> {
    fn read(c: &mut Cursor<'a>, plan: &Plan) -> Result<Self> {
        let mut columns = Self::default();
        for (i, &(name, size)) in plan.parts.iter().enumerate() {
            let part = c.bytes((name, i % plan.maps), size)?;
            columns.get_mut(name).into_iter().for_each(|column| column.push(part.clone()));
        }
        Ok(columns)
    }

    fn get_mut(&mut self, name: &str) -> Option<&mut Vec<Bytes<'a>>> {
        let all = [
            ("node_x1", &mut self.node_x1),
            ("node_y1", &mut self.node_y1),
            ("node_x2", &mut self.node_x2),
            ("node_y2", &mut self.node_y2),
            ("node_kind", &mut self.node_kind),
            ("node_split", &mut self.node_split),
            ("node_a", &mut self.node_a),
            ("node_b", &mut self.node_b),
            ("line_x1", &mut self.line_x1),
            ("line_y1", &mut self.line_y1),
            ("line_x2", &mut self.line_x2),
            ("line_y2", &mut self.line_y2),
            ("line_texture", &mut self.line_texture),
            ("line_flags", &mut self.line_flags),
            ("sprite_x", &mut self.sprite_x),
            ("sprite_y", &mut self.sprite_y),
            ("sprite_number", &mut self.sprite_number),
            ("sprite_flags", &mut self.sprite_flags),
            ("sprite_height", &mut self.sprite_height),
            ("sprite_more", &mut self.sprite_more),
            ("events", &mut self.events),
            ("command_id", &mut self.command_id),
            ("command_arg1", &mut self.command_arg1),
            ("command_arg2", &mut self.command_arg2),
        ];
        all.into_iter().find(|(known, _)| *known == name).map(|(_, column)| column)
    }

    /// In the order of Orcs & Elves II; that of Orcs & Elves has events last.
    fn lists(&self, dialect: Dialect) -> [&Vec<Bytes<'a>>; PARTS - 1] {
        let (events, id, arg1, arg2) =
            (&self.events, &self.command_id, &self.command_arg1, &self.command_arg2);
        let [a, b, c, d] = match dialect {
            Dialect::First => [id, arg1, arg2, events],
            Dialect::Second => [events, id, arg1, arg2],
        };
        [
            &self.node_x1,
            &self.node_y1,
            &self.node_x2,
            &self.node_y2,
            &self.node_kind,
            &self.node_split,
            &self.node_a,
            &self.node_b,
            &self.line_x1,
            &self.line_y1,
            &self.line_x2,
            &self.line_y2,
            &self.line_texture,
            &self.line_flags,
            &self.sprite_x,
            &self.sprite_y,
            &self.sprite_number,
            &self.sprite_flags,
            &self.sprite_height,
            &self.sprite_more,
            a,
            b,
            c,
            d,
        ]
    }
}

impl Maps<'_> {
    fn dialect(&self) -> Option<Dialect> {
        let version = self.maps.first()?.first()?;
        Dialect::ALL.into_iter().find(|dialect| dialect.version() == *version)
    }

    /// The parts behind the headers, as the file has them.
    fn in_order(&self) -> Vec<&[u8]> {
        let lists = self.columns.lists(self.dialect().unwrap_or(Dialect::First));
        lists.into_iter().flatten().map(|part| &**part).collect()
    }

    /// What stands behind the headers.
    fn kept(&self) -> Frame {
        let behind = [&self.in_order().concat()[..], &self.rest].concat();
        if behind.is_empty() {
            return Frame::default();
        }
        let mut blobs = vec![];
        let json = serde_json::json!({"rest": relict_core::layout::framed_bytes(&behind, &mut blobs)});
        Frame { json, blobs }
    }
}

rules! { "maps":
    Warning UNKNOWN = "unknown";
    Error CHUNKS = "chunk-count";
    Error PART = "part-size";
    Error NODE = "node";
    Warning COVER = "cover";
    Error EVENT = "event";
    Warning EVENT_ORDER = "event-order";
    Warning COMMANDS = "commands";
    Warning TEXTURES = "textures";
    Warning FRAMES = "sprite-frames";
    Warning BLOBS = "blobs";
}
