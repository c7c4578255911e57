//! `map00.bin`, `model_0001.bin` and those that follow: the maps of Wolfenstein RPG and Doom II RPG. A map is a tree of
//! parts of the plane with polygons and lines in its leaves, sprites, scripts and cameras.
//!
//! Maps for Java phones are read to their last byte. Of the maps for iOS, which have a shorter header, the header and the
//! list of tiles are known; what follows is kept as it is, since no such file has been seen.

mod check;
mod plan;

use crate::date::date;
use crate::names::digits;
use crate::new_mappings::TILES;
use crate::phrases;
use relict_core::prelude::*;

/// All known maps have this version.
const VERSION: u8 = 3;

/// Builds put this around the list of tiles and into cameras. Engines do not look at it.
pub const LIST_MARK: u32 = 0xDEAD_BEEF;
/// Builds put this behind all other parts.
pub const PART_MARK: u32 = 0xCAFE_BABE;
const MARKS: [u32; 2] = [LIST_MARK, PART_MARK];
const MARK: usize = 4;

/// Marks behind the parts of a map, without those in cameras.
const PART_MARKS: usize = 18;

/// The first tile that is a wall or a floor, and not a sprite.
const FIRST_WALL: u16 = 257;

/// Tiles on the plane.
const PLANE: usize = crate::plan::TILES * crate::plan::TILES;

/// A node with this offset is a leaf.
pub const LEAF: u16 = 0xFFFF;
/// Stands for no function.
const NO_FUNCTION: u16 = 0xFFFF;

record! {
    /// How a map for Java phones begins.
    pub struct MapHeader: 46 {
        /// 3 in all known maps.
        0x00 version: u8,
        /// When the map was built, in seconds since 1970.
        0x01 compile_date: i32,
        /// Where the player stands first: 32 times y, and x.
        0x05 spawn_tile: u16,
        /// Where the player looks first, in eighths of a turn: 0 to the right, 2 up, 4 to the left, 6 down.
        0x07 spawn_direction: u8,
        /// 0 in all known maps.
        0x08 flags: i8,
        /// Secrets to be found.
        0x09 secret_count: i8,
        /// Loot to be found.
        0x0A loot_count: u8,
        /// Follows from the list of nodes.
        0x0B node_count: u16 = derived,
        /// Follows from the list of leaves.
        0x0D leaf_count: u16 = derived,
        /// Follows from the list of lines.
        0x0F line_count: u16 = derived,
        /// Follows from the list of normals.
        0x11 normal_count: u16 = derived,
        /// Follows from the list of polygons.
        0x13 polygon_count: u16 = derived,
        /// Follows from the list of vertices.
        0x15 vertex_count: u16 = derived,
        /// Sprites without a height; follows from the lists.
        0x17 plain_sprite_count: u16 = derived,
        /// Sprites with a height; follows from the lists.
        0x19 high_sprite_count: i16 = derived,
        /// Follows from the list of events.
        0x1B event_count: i16 = derived,
        /// Bytes of script; follows from the script.
        0x1D script_size: i16 = derived,
        /// Follows from the list of cameras.
        0x1F camera_count: u8 = derived,
        /// Keys of all cameras. The engine makes room for so many.
        0x20 camera_keys: i16,
        /// Tweens of all cameras, of six kinds. The engine makes room for so many.
        0x22 camera_tweens: [i16; 6],
    }
}

record! {
    /// How a map for iOS begins, as public readers have it.
    pub struct IosHeader: 42 {
        /// 3 in all known maps.
        0x00 version: u8,
        /// When the map was built, in seconds since 1970.
        0x01 compile_date: i32,
        /// Where the player stands first: 32 times y, and x.
        0x05 spawn_tile: u16,
        /// Where the player looks first, in eighths of a turn: 0 to the right, 2 up, 4 to the left, 6 down.
        0x07 spawn_direction: u8,
        /// Flags.
        0x08 flags: i8,
        /// Secrets to be found.
        0x09 secret_count: i8,
        /// Loot to be found.
        0x0A loot_count: u8,
        /// Nodes of the tree.
        0x0B node_count: u16,
        /// Bytes that all polygons take.
        0x0D polygon_size: u16,
        /// Lines.
        0x0F line_count: u16,
        /// Normals.
        0x11 normal_count: u16,
        /// Sprites without a height.
        0x13 plain_sprite_count: u16,
        /// Sprites with a height.
        0x15 high_sprite_count: i16,
        /// Events.
        0x17 event_count: i16,
        /// Bytes of script.
        0x19 script_size: i16,
        /// Cameras.
        0x1B camera_count: u8,
        /// Keys of all cameras.
        0x1C camera_keys: i16,
        /// Tweens of all cameras, of six kinds.
        0x1E camera_tweens: [i16; 6],
    }
}

bits! {
    /// Two values of four bits, the lower one first.
    pub struct Pair: u8 { first: 4, second: 4 }
}

bits! {
    /// How a polygon is made.
    pub struct PolygonFlags: u8 { vertices_less_two: 3, axis: 2, wall: 1, stretch: 2 }
}

record! {
    /// What happens on a tile.
    pub struct TileEvent: 8 {
        /// 32 times y, and x.
        0x00 tile: u16,
        /// Where its script begins.
        0x02 script: u16,
        /// When it happens.
        0x04 flags: u32,
    }
}

parts! {
    /// A camera that moves along keys.
    pub struct Camera<'a> {
        /// Milliseconds between tweens, as far as known.
        pub rate: i16,
        /// Of each key: x, y, z, pitch, yaw, roll, milliseconds. All first values stand first, then all second ones.
        pub keys: View<'a, i16>,
        /// Of each key, where its tweens begin in the six lists; -1 if it has none.
        pub key_tweens: View<'a, [i16; 6]>,
        /// How many tweens the six lists have.
        pub tween_counts: [i16; 6],
        /// Stands between counts and tweens.
        pub mark: u32,
        /// The six lists, one behind the other.
        pub tweens: View<'a, i8>,
    }
}

parts! {
    /// What a map for Java phones holds behind the list of tiles. Where several lists tell of the same things, all of
    /// them have the same length.
    pub struct MapBody<'a> {
        /// Directions in which nodes are split; 16384 is 1.
        pub normals: View<'a, [i16; 3]>,
        /// How far from the origin nodes are split; 65535 of a leaf.
        pub node_offset: View<'a, u16>,
        /// The normal of each node.
        pub node_normal: View<'a, u8>,
        /// The first child of each node; of a leaf, its number in the lower 9 bits and its polygons in the upper 7.
        pub node_child1: View<'a, u16>,
        /// The second child of each node; of a leaf, its first line in the lower 10 bits and its lines in the upper 6.
        pub node_child2: View<'a, u16>,
        /// From where to where each node reaches.
        pub node_x: View<'a, [u8; 2]>,
        /// From where to where each node reaches.
        pub node_y: View<'a, [u8; 2]>,
        /// The first vertex of each leaf.
        pub leaf_vertex: View<'a, u16>,
        /// The first polygon of each leaf.
        pub leaf_polygon: View<'a, u16>,
        /// The tile that each polygon shows; 257 more of walls.
        pub polygon_tile: View<'a, u8>,
        /// How each polygon is made. Of two vertices it is a rectangle that is spanned from the first along the axis.
        pub polygon_flags: View<'a, PolygonFlags>,
        /// Vertices of all polygons. Eight of these units are a tile.
        pub vertex_x: View<'a, u8>,
        /// Eight of these units are a tile.
        pub vertex_y: View<'a, u8>,
        /// Eight of these units are the side of a tile.
        pub vertex_z: View<'a, u8>,
        /// Where the texture lies.
        pub vertex_s: View<'a, i8>,
        /// Where the texture lies.
        pub vertex_t: View<'a, i8>,
        /// Four bits for each line: 0 a wall, 6 only on the map of the player, others only stop what moves or sees.
        pub line_flags: View<'a, Pair>,
        /// Both ends of each line. Eight of these units are a tile.
        pub line_x: View<'a, [u8; 2]>,
        /// Both ends of each line.
        pub line_y: View<'a, [u8; 2]>,
        /// How high the floor of each tile is.
        pub heights: Bytes<'a>,
        /// Where sprites stand, first those without a height. Eight of these units are a tile.
        pub sprite_x: View<'a, u8>,
        /// Eight of these units are a tile.
        pub sprite_y: View<'a, u8>,
        /// The tile that each sprite shows; 257 more with the flag 64.
        pub sprite_tile: View<'a, u8>,
        /// How sprites are drawn: among them 64 a wall tile, 256 and 512 north and south, 1024 and 2048 east and west.
        pub sprite_flags: View<'a, u16>,
        /// How high sprites stand that have a height.
        pub sprite_z: View<'a, u8>,
        /// What else is known of sprites that have a height.
        pub sprite_more: View<'a, u8>,
        /// Where functions begin in the script that the engine calls by itself; 65535 where there is none.
        pub functions: [u16; 12],
        /// What happens where, in the order of tiles.
        pub events: View<'a, TileEvent>,
        /// What scripts do.
        pub script: Bytes<'a>,
        /// Cameras.
        pub cameras: Vec<Camera<'a>>,
        /// Four bits for each tile.
        pub tile_flags: View<'a, Pair>,
        /// What stands behind every part: behind normals, offsets, normals of nodes, children, bounds, leaves, polygons
        /// and vertices, lines, heights, the tiles of sprites, their flags, heights and the rest, functions, events,
        /// script, cameras, flags of tiles.
        pub marks: [u32; 18],
    }
}

parts! {
    /// Map of Wolfenstein RPG or Doom II RPG.
    pub struct NewMap<'a> {
        /// On Java phones.
        pub header: Option<MapHeader> = sparse,
        /// On iOS.
        pub ios_header: Option<IosHeader> = sparse,
        /// What stands in front of the list of tiles and behind it.
        pub list_marks: [u32; 2],
        /// The tiles whose images the map needs.
        pub media: View<'a, u16>,
        /// On Java phones.
        pub body: Option<MapBody<'a>> = sparse,
        /// On iOS what stands behind the list, which is not taken apart; on Java phones nothing.
        pub rest: Bytes<'a>,
    }
}

/// Builds differ in the length of the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// On Java phones.
    Java,
    /// On iOS.
    Ios,
}

impl Dialect {
    const ALL: [Self; 2] = [Self::Java, Self::Ios];

    /// Bytes in front of the first mark.
    pub fn header(self) -> usize {
        match self {
            Self::Java => MapHeader::SIZE,
            Self::Ios => IosHeader::SIZE,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Java => "j2me",
            Self::Ios => "ios",
        }
    }

    /// The dialect of a map: marks around a list that makes sense say most. Without them, so does a list that makes
    /// sense, and names that only one dialect has.
    fn of(origin: Origin<'_>, map: &[u8]) -> Self {
        let lists = Self::ALL.map(|dialect| (dialect, List::at(map, dialect)));
        let find = |fits: &dyn Fn(&List) -> bool| {
            let fits = |(_, list): &&(Self, Option<List>)| list.as_ref().is_some_and(fits);
            lists.iter().find(fits).map(|(dialect, _)| *dialect)
        };
        let by_name = || if is_model(origin) { Self::Ios } else { Self::Java };
        find(&|list| list.makes_sense && list.marks == 2)
            .or_else(|| find(&|list| list.makes_sense && list.marks == 1))
            .or_else(|| find(&|list| list.marks > 0))
            .or_else(|| find(&|list| list.makes_sense))
            .unwrap_or_else(by_name)
    }
}

/// What the list of tiles looks like, if it is one.
struct List {
    makes_sense: bool,
    /// How many of the two marks around it are known ones.
    marks: usize,
}

impl List {
    /// The list behind the header of a dialect; none if the map is too short for it.
    fn at(map: &[u8], dialect: Dialect) -> Option<Self> {
        let (mark, rest) = map.get(dialect.header()..)?.split_first_chunk::<MARK>()?;
        let (count, rest) = rest.split_first_chunk::<2>()?;
        let count = usize::from(u16::from_le_bytes(*count));
        let (tiles, behind) = rest.split_at_checked(2 * count)?;
        let makes_sense = count > 0 && View::<u16>::new(tiles).iter().all(|tile| usize::from(tile) < TILES);
        let marks = [Some(mark), behind.first_chunk()];
        let known = |mark: &&[u8; MARK]| MARKS.contains(&u32::from_le_bytes(**mark));
        Some(Self { makes_sense, marks: marks.into_iter().flatten().filter(known).count() })
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
    const MEASURES: Measures = MEASURES;
    const HAS_JSON_FORM: bool = true;
    const FACETS: Facets<Self> = Facets::<Self>::NONE
        .map(|new_map| new_map.body.as_ref().map(|_| new_map as &dyn relict_core::map::Map))
        .tables(Self::make_tables);

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
        let java = Dialect::of(origin, c.whole()) == Dialect::Java;
        let header: Option<MapHeader> = c.get_if(java, "header")?;
        let ios_header = c.get_if(!java, "ios_header")?;
        let front = c.get(("list_marks", 0))?;
        let count = c.count::<u16>("media")?;
        let media = c.view("media", count)?;
        let list_marks = [front, c.get(("list_marks", 1))?];
        let body = match &header {
            Some(header) => Some(c.part("body", |c| MapBody::read(c, header))?),
            None => None,
        };
        Ok(Self { header, ios_header, list_marks, media, body, rest: c.tail("rest") })
    }

    fn write(&self, out: &mut Put) {
        match (&self.header, &self.ios_header, &self.body) {
            (Some(header), None, Some(body)) => {
                let header = body.counted(header, out);
                out.put(&header);
            }
            (None, Some(header), None) => out.put(header),
            _ => {
                let found = phrases::parts_of_two_or_not_all();
                out.fail(Error::unexpected(phrases::parts_of_one_build(), found).inside("header"));
            }
        }
        out.put(&self.list_marks[0]);
        out.count::<u16>("media", self.media.len());
        out.bytes(self.media.bytes());
        out.put(&self.list_marks[1]);
        out.part_if("body", &self.body, MapBody::write);
        out.bytes(&self.rest);
    }

    fn measure(&self, cases: &mut Cases, _: Origin<'_>) {
        if let Some(header) = &self.header {
            cases.claim(&NO_FLAGS, header.flags == 0);
            cases.tally(&VERSIONS, header.version);
        }
    }

    fn facts(&self) -> Facts {
        let Front { version, compile_date, spawn_tile, spawn_direction } = self.front();
        let mut facts: Facts = vec![("version", version.into())];
        facts.extend(self.dialect().map(|dialect| ("build", dialect.name().into())));
        let tile = usize::from(spawn_tile);
        let side = crate::plan::TILES;
        facts.extend([
            ("compile_date", date(compile_date).into()),
            ("spawn", format!("{}, {}", tile % side, tile / side).into()),
            ("direction", spawn_direction.into()),
            ("media", self.media.len().into()),
        ]);
        if let Some(body) = &self.body {
            facts.extend([
                ("nodes", body.node_offset.len().into()),
                ("lines", body.line_x.len().into()),
                ("polygons", body.polygon_tile.len().into()),
                ("vertices", body.vertex_x.len().into()),
                ("sprites", body.sprite_x.len().into()),
                ("events", body.events.len().into()),
                ("script", body.script.len().into()),
                ("cameras", body.cameras.len().into()),
            ]);
        }
        facts.extend((!self.rest.is_empty()).then(|| ("unknown_bytes", self.rest.len().into())));
        facts
    }

    fn check(&self, report: &mut Report, context: Context<'_>) {
        self.check_all(report, context);
    }
}

impl NewMap<'_> {
    fn make_tables(&self) -> Vec<Table> {
        let kind = |tile: u16| if tile < FIRST_WALL { "tile-sprite" } else { "tile-wall" };
        let row = |(i, tile): (usize, u16)| {
            vec![Cell::Number(i as i64), Cell::Number(tile.into()), Cell::Word(kind(tile))]
        };
        let rows = self.media.iter().enumerate().map(row).collect();
        let media = Table { title: "map-media", columns: vec!["number", "tile", "kind"], rows };
        let body =
            self.body.iter().flat_map(|body| [body.line_sheet(), body.sprite_sheet(), body.event_sheet()]);
        [media].into_iter().chain(body).collect()
    }
}

/// What both headers have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Front {
    pub version: u8,
    pub compile_date: i32,
    pub spawn_tile: u16,
    pub spawn_direction: u8,
}

impl NewMap<'_> {
    /// None if the map has the parts of two builds, or not all of one.
    pub fn dialect(&self) -> Option<Dialect> {
        match (&self.header, &self.ios_header) {
            (Some(_), None) => Some(Dialect::Java),
            (None, Some(_)) => Some(Dialect::Ios),
            _ => None,
        }
    }

    pub fn front(&self) -> Front {
        let java = self.header.as_ref().map(|header| Front {
            version: header.version,
            compile_date: header.compile_date,
            spawn_tile: header.spawn_tile,
            spawn_direction: header.spawn_direction,
        });
        let ios = self.ios_header.as_ref().map(|header| Front {
            version: header.version,
            compile_date: header.compile_date,
            spawn_tile: header.spawn_tile,
            spawn_direction: header.spawn_direction,
        });
        java.or(ios).unwrap_or_default()
    }
}

/// A count as the header has it.
fn fit<T: TryFrom<usize> + Default>(out: &mut Put, list: &'static str, count: usize) -> T {
    T::try_from(count).unwrap_or_else(|_| {
        let error = Error::unexpected(phrases::a_length_that_the_header_holds(), count);
        out.fail(error.inside(list).inside("body"));
        T::default()
    })
}

impl<'a> MapBody<'a> {
    fn read(c: &mut Cursor<'a>, header: &MapHeader) -> Result<Self> {
        let nodes = usize::from(header.node_count);
        let (leaves, lines) = (usize::from(header.leaf_count), usize::from(header.line_count));
        let (polygons, vertices) = (usize::from(header.polygon_count), usize::from(header.vertex_count));
        let high = length("sprite_z", header.high_sprite_count)?;
        let sprites = usize::from(header.plain_sprite_count) + high;
        let events = length("events", header.event_count)?;
        let script = length("script", header.script_size)?;
        let mut marks = Marks { read: 0, marks: [0; PART_MARKS] };
        let body = Self {
            normals: c.view("normals", header.normal_count.into()).and_then(|list| marks.behind(c, list))?,
            node_offset: c.view("node_offset", nodes).and_then(|list| marks.behind(c, list))?,
            node_normal: c.view("node_normal", nodes).and_then(|list| marks.behind(c, list))?,
            node_child1: c.view("node_child1", nodes)?,
            node_child2: c.view("node_child2", nodes).and_then(|list| marks.behind(c, list))?,
            node_x: c.view("node_x", nodes)?,
            node_y: c.view("node_y", nodes).and_then(|list| marks.behind(c, list))?,
            leaf_vertex: c.view("leaf_vertex", leaves)?,
            leaf_polygon: c.view("leaf_polygon", leaves).and_then(|list| marks.behind(c, list))?,
            polygon_tile: c.view("polygon_tile", polygons)?,
            polygon_flags: c.view("polygon_flags", polygons)?,
            vertex_x: c.view("vertex_x", vertices)?,
            vertex_y: c.view("vertex_y", vertices)?,
            vertex_z: c.view("vertex_z", vertices)?,
            vertex_s: c.view("vertex_s", vertices)?,
            vertex_t: c.view("vertex_t", vertices).and_then(|list| marks.behind(c, list))?,
            line_flags: c.view("line_flags", lines.div_ceil(2))?,
            line_x: c.view("line_x", lines)?,
            line_y: c.view("line_y", lines).and_then(|list| marks.behind(c, list))?,
            heights: c.bytes("heights", PLANE).and_then(|bytes| marks.behind(c, bytes))?,
            sprite_x: c.view("sprite_x", sprites)?,
            sprite_y: c.view("sprite_y", sprites)?,
            sprite_tile: c.view("sprite_tile", sprites).and_then(|list| marks.behind(c, list))?,
            sprite_flags: c.view("sprite_flags", sprites).and_then(|list| marks.behind(c, list))?,
            sprite_z: c.view("sprite_z", high).and_then(|list| marks.behind(c, list))?,
            sprite_more: c.view("sprite_more", high).and_then(|list| marks.behind(c, list))?,
            functions: c.get("functions").and_then(|functions| marks.behind(c, functions))?,
            events: c.view("events", events).and_then(|list| marks.behind(c, list))?,
            script: c.bytes("script", script).and_then(|bytes| marks.behind(c, bytes))?,
            cameras: c
                .each("cameras", header.camera_count.into(), Camera::read)
                .and_then(|list| marks.behind(c, list))?,
            tile_flags: c.view("tile_flags", PLANE / 2).and_then(|list| marks.behind(c, list))?,
            marks: [0; PART_MARKS],
        };
        Ok(Self { marks: marks.marks, ..body })
    }

    fn write(&self, out: &mut Put) {
        self.expect_one_length(out);
        let marks = self.marks.map(u32::to_le_bytes);
        let [
            normals,
            offsets,
            node_normals,
            children,
            bounds,
            leaves,
            polygons,
            lines,
            heights,
            tiles,
            flags,
            z,
            more,
            functions,
            events,
            script,
            cameras,
            tile_flags,
        ] = &marks;
        out.runs(&[self.normals.bytes(), normals]);
        out.runs(&[self.node_offset.bytes(), offsets]);
        out.runs(&[self.node_normal.bytes(), node_normals]);
        out.runs(&[self.node_child1.bytes(), self.node_child2.bytes(), children]);
        out.runs(&[self.node_x.bytes(), self.node_y.bytes(), bounds]);
        out.runs(&[self.leaf_vertex.bytes(), self.leaf_polygon.bytes(), leaves]);
        out.runs(&[self.polygon_tile.bytes(), self.polygon_flags.bytes()]);
        out.runs(&[self.vertex_x.bytes(), self.vertex_y.bytes(), self.vertex_z.bytes()]);
        out.runs(&[self.vertex_s.bytes(), self.vertex_t.bytes(), polygons]);
        out.runs(&[self.line_flags.bytes(), self.line_x.bytes(), self.line_y.bytes(), lines]);
        out.runs(&[&self.heights, heights]);
        out.runs(&[self.sprite_x.bytes(), self.sprite_y.bytes(), self.sprite_tile.bytes(), tiles]);
        out.runs(&[self.sprite_flags.bytes(), flags]);
        out.runs(&[self.sprite_z.bytes(), z]);
        out.runs(&[self.sprite_more.bytes(), more]);
        out.put(&self.functions);
        out.runs(&[functions]);
        out.runs(&[self.events.bytes(), events]);
        out.runs(&[&self.script, script]);
        out.each("cameras", &self.cameras, Camera::write);
        out.runs(&[cameras]);
        out.runs(&[self.tile_flags.bytes(), tile_flags]);
    }

    /// Lists that tell of the same things must have the same length.
    fn expect_one_length(&self, out: &mut Put) {
        let (nodes, vertices, sprites) = (self.node_offset.len(), self.vertex_x.len(), self.sprite_x.len());
        let lines = self.line_x.len();
        for (list, wanted, len) in [
            ("node_normal", nodes, self.node_normal.len()),
            ("node_child1", nodes, self.node_child1.len()),
            ("node_child2", nodes, self.node_child2.len()),
            ("node_x", nodes, self.node_x.len()),
            ("node_y", nodes, self.node_y.len()),
            ("leaf_polygon", self.leaf_vertex.len(), self.leaf_polygon.len()),
            ("polygon_flags", self.polygon_tile.len(), self.polygon_flags.len()),
            ("vertex_y", vertices, self.vertex_y.len()),
            ("vertex_z", vertices, self.vertex_z.len()),
            ("vertex_s", vertices, self.vertex_s.len()),
            ("vertex_t", vertices, self.vertex_t.len()),
            ("line_flags", lines.div_ceil(2), self.line_flags.len()),
            ("line_y", lines, self.line_y.len()),
            ("heights", PLANE, self.heights.len()),
            ("sprite_y", sprites, self.sprite_y.len()),
            ("sprite_tile", sprites, self.sprite_tile.len()),
            ("sprite_flags", sprites, self.sprite_flags.len()),
            ("sprite_z", self.sprite_z.len().min(sprites), self.sprite_z.len()),
            ("sprite_more", self.sprite_z.len(), self.sprite_more.len()),
            ("tile_flags", PLANE / 2, self.tile_flags.len()),
        ] {
            out.agree(list, wanted as i64, len);
        }
    }

    /// The header with the lengths of the lists.
    fn counted(&self, header: &MapHeader, out: &mut Put) -> MapHeader {
        let plain = self.sprite_x.len().saturating_sub(self.sprite_z.len());
        MapHeader {
            node_count: fit(out, "node_offset", self.node_offset.len()),
            leaf_count: fit(out, "leaf_vertex", self.leaf_vertex.len()),
            line_count: fit(out, "line_x", self.line_x.len()),
            normal_count: fit(out, "normals", self.normals.len()),
            polygon_count: fit(out, "polygon_tile", self.polygon_tile.len()),
            vertex_count: fit(out, "vertex_x", self.vertex_x.len()),
            plain_sprite_count: fit(out, "sprite_x", plain),
            high_sprite_count: fit(out, "sprite_z", self.sprite_z.len()),
            event_count: fit(out, "events", self.events.len()),
            script_size: fit(out, "script", self.script.len()),
            camera_count: fit(out, "cameras", self.cameras.len()),
            ..header.clone()
        }
    }

    /// The four bits of a line.
    pub fn line_flag(&self, line: usize) -> u8 {
        let pair = self.line_flags.get(line / 2).unwrap_or(Pair(0));
        if line.is_multiple_of(2) { pair.first() } else { pair.second() }
    }

    fn line_sheet(&self) -> Table {
        let row = |(i, ([x1, x2], [y1, y2])): (usize, ([u8; 2], [u8; 2]))| {
            let numbers = [i as i64, x1.into(), y1.into(), x2.into(), y2.into(), self.line_flag(i).into()];
            numbers.map(Cell::Number).to_vec()
        };
        let columns = vec!["number", "x1", "y1", "x2", "y2", "flags"];
        let rows = self.line_x.iter().zip(self.line_y.iter()).enumerate().map(row).collect();
        Table { title: "lines", columns, rows }
    }

    fn sprite_sheet(&self) -> Table {
        let row = |(i, sprite): (usize, PlacedSprite)| {
            let numbers = [i as i64, sprite.x.into(), sprite.y.into(), sprite.tile.into()];
            let flags = Cell::Text(format!("{:#06x}", sprite.flags));
            numbers.map(Cell::Number).into_iter().chain([flags]).collect()
        };
        let columns = vec!["number", "x", "y", "tile", "flags"];
        Table { title: "sprites", columns, rows: self.sprites().enumerate().map(row).collect() }
    }

    fn event_sheet(&self) -> Table {
        let side = crate::plan::TILES as i64;
        let row = |event: TileEvent| {
            let tile = i64::from(event.tile);
            let numbers = [tile % side, tile / side, event.script.into()];
            numbers.map(Cell::Number).into_iter().chain([Cell::Text(format!("{:#x}", event.flags))]).collect()
        };
        let columns = vec!["tile-x", "tile-y", "offset", "flags"];
        Table { title: "events", columns, rows: self.events.iter().map(row).collect() }
    }

    /// All sprites, with their tiles as `newMappings.bin` numbers them.
    pub fn sprites(&self) -> impl Iterator<Item = PlacedSprite> {
        let places = self.sprite_x.iter().zip(self.sprite_y.iter());
        let tiles = self.sprite_tile.iter().zip(self.sprite_flags.iter());
        places.zip(tiles).map(|((x, y), (tile, flags))| {
            let wall = if flags & WALL_SPRITE == 0 { 0 } else { FIRST_WALL };
            PlacedSprite { x, y, tile: u16::from(tile) + wall, flags }
        })
    }
}

/// A sprite with this flag shows a tile of a wall. All tiles so found are in the lists of all known maps.
const WALL_SPRITE: u16 = 0x40;

/// A sprite on a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedSprite {
    pub x: u8,
    pub y: u8,
    pub tile: u16,
    pub flags: u16,
}

/// Marks as they are read.
struct Marks {
    read: usize,
    marks: [u32; PART_MARKS],
}

impl Marks {
    /// The mark behind a part.
    fn behind<T>(&mut self, c: &mut Cursor<'_>, part: T) -> Result<T> {
        let mark = c.get(("marks", self.read))?;
        self.marks.get_mut(self.read).into_iter().for_each(|room| *room = mark);
        self.read += 1;
        Ok(part)
    }
}

impl<'a> Camera<'a> {
    fn read(c: &mut Cursor<'a>) -> Result<Self> {
        let keys = c.count::<u8>("key_tweens")?;
        let rate = c.get("rate")?;
        let (keys, key_tweens) = (c.view("keys", KEY * keys)?, c.view("key_tweens", keys)?);
        let tween_counts: [i16; 6] = c.get("tween_counts")?;
        let mark = c.get("mark")?;
        let mut tweens = 0;
        for count in tween_counts {
            tweens += tween_count(count)?;
        }
        Ok(Self { rate, keys, key_tweens, tween_counts, mark, tweens: c.view("tweens", tweens)? })
    }

    fn write(&self, out: &mut Put) {
        out.count::<u8>("key_tweens", self.key_tweens.len());
        out.agree("keys", (KEY * self.key_tweens.len()) as i64, self.keys.len());
        out.put(&self.rate);
        out.runs(&[self.keys.bytes(), self.key_tweens.bytes()]);
        out.put(&self.tween_counts);
        let counts: Result<Vec<usize>> = self.tween_counts.into_iter().map(tween_count).collect();
        match counts {
            Ok(counts) => out.agree("tweens", counts.iter().sum::<usize>() as i64, self.tweens.len()),
            Err(error) => out.fail(error),
        }
        out.put(&self.mark);
        out.bytes(self.tweens.bytes());
    }
}

/// Numbers of a key.
const KEY: usize = 7;

/// The length of a list of tweens. Public readers know -1 for none, though no known map has it.
fn tween_count(stated: i16) -> Result<usize> {
    if stated == -1 { Ok(0) } else { length("tween_counts", stated) }
}

measures! { "new-map":
    Claim NO_FLAGS = "no-flags";
    Tally VERSIONS = "versions";
}

rules! { "new-map":
    Warning OTHER_VERSION = "version";
    Warning TILE = "tile";
    Warning BLOBS = "blobs";
    Warning PALETTES = "palettes";
    Warning OTHER_MARK = "mark";
    Warning SPAWN = "spawn";
    Warning DIRECTION = "direction";
    Warning PADDING = "padding";
    Warning EVENT = "event";
    Warning LEAF_NUMBER = "leaf-number";
    Error TAIL = "tail";
    Error NODE = "node";
    Error LEAVES = "leaves";
    Error LEAF_END = "leaf-end";
    Error LEAF_VERTEX = "leaf-vertex";
    Error COVER = "cover";
    Error VERTICES = "vertices";
    Error SCRIPT = "script";
    Error CAMERAS = "camera-totals";
}

#[cfg(test)]
mod tests;
