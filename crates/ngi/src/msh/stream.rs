//! The streams of a model: what each type holds, and how it is read and written.

use super::ground::{Cell, Drawn, Face, Ground, Square};
use crate::CODE_PAGE;
use crate::nres::Record;
use relict_core::prelude::*;

/// The number that says "none" wherever a place in a list is meant.
pub const NONE: u16 = 0xFFFF;

/// Where a list of `len` things has the one that `place` names.
fn place(place: u16) -> Option<usize> {
    (place != NONE).then_some(place.into())
}

record! {
    /// A part of the model that moves as one, and what it looks like in each state and from each distance.
    pub struct Node: 38 {
        /// 0x01 inside a building, 0x20 cockpit, 0x40 casts no shadow; the reference has the rest.
        0x00 flags: u16,
        /// The node that it moves with; 65535 for none.
        0x02 parent: u16,
        /// Where its run in the frame map begins; 65535 if it does not move by itself.
        0x04 map_start: u16,
        /// The key that counts where no other does; it is the last of the node's keys.
        0x06 fallback_key: u16,
        /// Which slot is drawn: three states of damage, each with four levels of detail and the view from inside.
        0x08 slots: [[u16; 5]; 3],
    }
}

record! {
    /// What the whole model fits into, posed.
    pub struct Bounds: 140 {
        /// Of a box: the lower four going round, then the upper four.
        0x00 corners: [[f32; 3]; 8],
        /// Of a sphere.
        0x60 sphere_center: [f32; 3],
        /// Of the sphere.
        0x6C sphere_radius: f32,
        /// Where the axis of a cylinder begins.
        0x70 axis_low: [f32; 3],
        /// Where it ends.
        0x7C axis_high: [f32; 3],
        /// Of the cylinder.
        0x88 axis_radius: f32,
    }
}

record! {
    /// The geometry of a node in one state at one level, in the node's own space.
    pub struct Slot: 68 {
        /// The first of its triangles.
        0x00 tri_start: u16,
        /// How many they are.
        0x02 tri_count: u16,
        /// The first of its batches.
        0x04 batch_start: u16,
        /// How many they are.
        0x06 batch_count: u16,
        /// Of the box around its vertices.
        0x08 aabb_min: [f32; 3],
        /// Of the same box.
        0x14 aabb_max: [f32; 3],
        /// Of a sphere around them.
        0x20 sphere_center: [f32; 3],
        /// Of the sphere.
        0x2C sphere_radius: f32,
        /// Weighs the armour; how it is computed is not known.
        0x30 area: f32,
        /// Of the box.
        0x34 volume: f32,
        /// Not known; zero in new models.
        0x38 unk38: [u32; 3],
    }
}

record! {
    /// What the game knows of a triangle besides its corners.
    pub struct Triangle: 16 {
        /// 0x02 floor, 0x04 see-through, 0x10 leaf of a door, 0x20 glass.
        0x00 flags: u16,
        /// The triangle across each edge; 65535 for none.
        0x02 links: [u16; 3],
        /// In parts of 32767.
        0x08 normal: [i16; 3],
        /// Two bits for each edge: which edge of the neighbour it is, 3 for none. The rest is left over.
        0x0E sel: u16,
    }
}

record! {
    /// Where a node is at one moment.
    pub struct Key: 24 {
        /// From the parent's origin.
        0x00 translation: [f32; 3],
        /// In frames.
        0x0C time: f32,
        /// A quaternion w, x, y, z in parts of 32767.
        0x10 rotation: [i16; 4],
    }
}

record! {
    /// Triangles that are drawn at once, with one material.
    pub struct Batch: 20 {
        /// 0x02 hit from both sides, 0x08 portal, 0x100 see-through, 0x2000 lightmapped; the reference has the rest.
        0x00 flags: u32,
        /// A row of the wear table.
        0x04 material: u8,
        /// A row of its lightmaps; 255 for none.
        0x05 lightmap: u8,
        /// For a portal, the node of the room behind it; 65535 for others.
        0x06 portal_node: u16,
        /// Three for each triangle.
        0x08 index_count: u16,
        /// The first of its indices.
        0x0A index_start: u32,
        /// One more than its largest index.
        0x0E vertex_count: u16,
        /// Added to every index.
        0x10 base_vertex: u32,
    }
}

record! {
    /// A point of the paths inside a building.
    pub struct HallPoint: 20 {
        /// In the space of the node.
        0x00 position: [f32; 3],
        /// 1 exit to the ground, 2 costs the same everywhere, 4 joins the paths of another building within 50 units; higher
        /// bits make it a place: a dock, a control pod, a teleport (0x7C000).
        0x0C flags: u32,
        /// The node that it lies in.
        0x10 node: u32,
    }
}

record! {
    /// A way from one point to another.
    pub struct HallLink: 40 {
        /// The point where it begins.
        0x00 from: u32,
        /// The point where it ends.
        0x04 to: u32,
        /// Not known.
        0x08 unk08: [u32; 8],
    }
}

record! {
    /// Light at a point inside a building.
    pub struct Probe: 48 {
        /// The node in whose space it stands.
        0x00 node: i32,
        /// In the space of the node.
        0x04 position: [f32; 3],
        /// In the space of the node.
        0x10 direction: [f32; 3],
        /// Red, green, blue, alpha.
        0x1C colour: [f32; 4],
        /// How bright it is.
        0x2C intensity: f32,
    }
}

parts! {
    /// What the game does with a node.
    pub struct Label<'a> {
        /// `central` for the main part, the beginning of a part's name for what fits there, mostly empty.
        pub text: Text<'a, CODE_PAGE>,
        /// A zero, there only behind a text.
        pub end: Option<u8>,
    }
}

parts! {
    /// The streams, each there if the model has one of its type whose size is right. The first of a type counts.
    #[derive(Default)]
    pub struct Streams<'a> {
        /// Type 1.
        pub nodes: Option<Vec<Node>> = sparse,
        /// Type 2, at its beginning.
        pub bounds: Option<Bounds> = sparse,
        /// Type 2, behind that.
        pub slots: Option<Vec<Slot>> = sparse,
        /// Type 3, of every vertex: x right, y forward, z up.
        pub positions: Option<Vec<[f32; 3]>> = sparse,
        /// Type 4, of every vertex: x, y, z in parts of 127, and one byte that nothing reads.
        pub normals: Option<Vec<[i8; 4]>> = sparse,
        /// Type 5, of every vertex: where it is on the texture, in parts of 1024.
        pub uvs: Option<Vec<[i16; 2]>> = sparse,
        /// Type 6, from the base vertex of their batch.
        pub indices: Option<Vec<u16>> = sparse,
        /// Type 7, one for each three indices.
        pub triangles: Option<View<'a, Triangle>> = sparse,
        /// Type 8.
        pub keys: Option<Vec<Key>> = sparse,
        /// Type 9, of every node.
        pub names: Option<Vec<Chars<32, CODE_PAGE>>> = sparse,
        /// Type 10, of every node.
        pub labels: Option<Vec<Label<'a>>> = sparse,
        /// Type 10, behind the last label.
        pub labels_tail: Option<Bytes<'a>> = sparse,
        /// Type 13.
        pub batches: Option<Vec<Batch>> = sparse,
        /// Type 15, of every vertex. Not known.
        pub unk15: Option<Vec<[u8; 8]>> = sparse,
        /// Type 16, of every vertex: two vectors, perhaps along the texture. No model of the game has them.
        pub unk16: Option<Vec<[[i8; 4]; 2]>> = sparse,
        /// Type 17: where one can walk inside a building.
        pub hall_points: Option<Vec<HallPoint>> = sparse,
        /// Type 17, behind the points.
        pub hall_links: Option<Vec<HallLink>> = sparse,
        /// Type 18, of every vertex: where it is on the lightmap, in parts of 1024.
        pub lightmap_uvs: Option<Vec<[u16; 2]>> = sparse,
        /// Type 19: for every animated node and every frame, the key that it begins with.
        pub frame_map: Option<Vec<u16>> = sparse,
        /// Type 20.
        pub probes: Option<Vec<Probe>> = sparse,
        /// Type 1 of ground.
        pub squares: Option<Vec<Square>> = sparse,
        /// Type 2 of ground, at its beginning.
        pub ground: Option<Ground> = sparse,
        /// Type 2 of ground, behind that.
        pub cells: Option<Vec<Cell>> = sparse,
        /// Type 5 of ground, of every vertex: where it is on the texture of either material, in parts of 1024.
        pub ground_uvs: Option<Vec<[u16; 2]>> = sparse,
        /// Type 18 of ground, of every vertex: where it is on the microtexture, in parts of 1024.
        pub micro_uvs: Option<Vec<[u16; 2]>> = sparse,
        /// Type 11: all faces, each once.
        pub draw_order: Option<Vec<Drawn>> = sparse,
        /// Type 14, of every vertex: how much of the second material shows, 0 to 1.
        pub alphas: Option<Vec<f32>> = sparse,
        /// Type 21.
        pub faces: Option<View<'a, Face>> = sparse,
    }
}

/// What a file of streams is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Model,
    /// The ground of a map.
    Terrain,
}

impl Kind {
    /// By the types of the streams. What is neither is taken for a model that lacks something.
    pub fn of(types: &[u32]) -> Self {
        let has = |number| types.contains(&number);
        if has(FACES) && !has(INDICES) { Self::Terrain } else { Self::Model }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::Terrain => "terrain",
        }
    }

    /// The types without which nothing can be drawn. Of ground, the engine takes none that lacks one of its nine.
    pub fn needed(self) -> &'static [u32] {
        match self {
            Self::Model => &[NODES, SLOTS, POSITIONS, INDICES, BATCHES],
            Self::Terrain => {
                &[NODES, SLOTS, POSITIONS, NORMALS, UVS, LIGHTMAP_UVS, ALPHAS, DRAW_ORDER, FACES]
            }
        }
    }

    /// The size of one item of a stream, where all items have one.
    pub fn stride(self, number: u32) -> Option<usize> {
        Some(match (number, self) {
            (NODES, _) => Node::SIZE,
            (SLOTS, _) => Slot::SIZE,
            (POSITIONS, _) => 12,
            (NORMALS | UVS | LIGHTMAP_UVS, _) => 4,
            (INDICES | FRAME_MAP, Self::Model) => 2,
            (TRIANGLES, Self::Model) => Triangle::SIZE,
            (KEYS, Self::Model) => Key::SIZE,
            (NAMES, Self::Model) => 32,
            (BATCHES, Self::Model) => Batch::SIZE,
            (15 | 16, Self::Model) => 8,
            (PROBES, Self::Model) => Probe::SIZE,
            (DRAW_ORDER | ALPHAS, Self::Terrain) => 4,
            (FACES, Self::Terrain) => Face::SIZE,
            _ => return None,
        })
    }

    /// How many items a stream of this size has; none if they do not come out even.
    pub fn count(self, number: u32, size: usize) -> Option<usize> {
        let head = if number == SLOTS { Bounds::SIZE } else { 0 };
        let (rest, stride) = (size.checked_sub(head)?, self.stride(number)?);
        rest.is_multiple_of(stride).then_some(rest / stride)
    }
}

pub const NODES: u32 = 1;
pub const SLOTS: u32 = 2;
pub const POSITIONS: u32 = 3;
pub const NORMALS: u32 = 4;
pub const UVS: u32 = 5;
pub const INDICES: u32 = 6;
pub const TRIANGLES: u32 = 7;
pub const KEYS: u32 = 8;
pub const NAMES: u32 = 9;
pub const LABELS: u32 = 10;
pub const DRAW_ORDER: u32 = 11;
pub const BATCHES: u32 = 13;
pub const ALPHAS: u32 = 14;
pub const HALLS: u32 = 17;
pub const LIGHTMAP_UVS: u32 = 18;
pub const FRAME_MAP: u32 = 19;
pub const PROBES: u32 = 20;
pub const FACES: u32 = 21;

/// What tells how a stream is laid out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout<'r> {
    pub kind: Kind,
    pub record: &'r Record,
    /// How many nodes there are, as far as the directory tells.
    pub nodes: Option<usize>,
}

impl<'a> Streams<'a> {
    /// Reads a stream under the names of what it holds, if its size is one that its type can have.
    pub(super) fn read(&mut self, c: &mut Cursor<'a>, layout: Layout<'_>) -> Result<bool> {
        let (size, record) = (layout.record.size as usize, layout.record);
        use Kind::{Model, Terrain};
        match (record.type_id.number(), layout.kind) {
            (NODES, Model) if record.attr3 as usize == Node::SIZE => list(c, "nodes", size, &mut self.nodes),
            (SLOTS, Model) => headed(c, ("bounds", &mut self.bounds), ("slots", &mut self.slots), size),
            (POSITIONS, _) => list(c, "positions", size, &mut self.positions),
            (NORMALS, _) => list(c, "normals", size, &mut self.normals),
            (UVS, Model) => list(c, "uvs", size, &mut self.uvs),
            (INDICES, Model) => list(c, "indices", size, &mut self.indices),
            (TRIANGLES, Model) => view(c, "triangles", size, &mut self.triangles),
            (KEYS, Model) => list(c, "keys", size, &mut self.keys),
            (NAMES, Model) => list(c, "names", size, &mut self.names),
            (LABELS, Model) => self.read_labels(c, size, layout.nodes),
            (BATCHES, Model) => list(c, "batches", size, &mut self.batches),
            (15, Model) => list(c, "unk15", size, &mut self.unk15),
            (16, Model) => list(c, "unk16", size, &mut self.unk16),
            (HALLS, Model) => self.read_halls(c, record),
            (LIGHTMAP_UVS, Model) => list(c, "lightmap_uvs", size, &mut self.lightmap_uvs),
            (FRAME_MAP, Model) => list(c, "frame_map", size, &mut self.frame_map),
            (PROBES, Model) => list(c, "probes", size, &mut self.probes),
            (NODES, Terrain) => list(c, "squares", size, &mut self.squares),
            (SLOTS, Terrain) => headed(c, ("ground", &mut self.ground), ("cells", &mut self.cells), size),
            (UVS, Terrain) => list(c, "ground_uvs", size, &mut self.ground_uvs),
            (LIGHTMAP_UVS, Terrain) => list(c, "micro_uvs", size, &mut self.micro_uvs),
            (DRAW_ORDER, Terrain) => list(c, "draw_order", size, &mut self.draw_order),
            (ALPHAS, Terrain) => list(c, "alphas", size, &mut self.alphas),
            (FACES, Terrain) => view(c, "faces", size, &mut self.faces),
            _ => Ok(false),
        }
    }

    /// The same backwards; false if there is nothing of this type.
    pub(super) fn write(&self, kind: Kind, number: u32, out: &mut Put) -> bool {
        use Kind::{Model, Terrain};
        match (number, kind) {
            (NODES, Model) => put(out, &self.nodes),
            (SLOTS, Model) => put_headed(out, &self.bounds, &self.slots),
            (POSITIONS, _) => put(out, &self.positions),
            (NORMALS, _) => put(out, &self.normals),
            (UVS, Model) => put(out, &self.uvs),
            (INDICES, Model) => put(out, &self.indices),
            (TRIANGLES, Model) => put_view(out, &self.triangles),
            (KEYS, Model) => put(out, &self.keys),
            (NAMES, Model) => put(out, &self.names),
            (LABELS, Model) => self.write_labels(out),
            (BATCHES, Model) => put(out, &self.batches),
            (15, Model) => put(out, &self.unk15),
            (16, Model) => put(out, &self.unk16),
            (HALLS, Model) => put(out, &self.hall_points) && put(out, &self.hall_links),
            (LIGHTMAP_UVS, Model) => put(out, &self.lightmap_uvs),
            (FRAME_MAP, Model) => put(out, &self.frame_map),
            (PROBES, Model) => put(out, &self.probes),
            (NODES, Terrain) => put(out, &self.squares),
            (SLOTS, Terrain) => put_headed(out, &self.ground, &self.cells),
            (UVS, Terrain) => put(out, &self.ground_uvs),
            (LIGHTMAP_UVS, Terrain) => put(out, &self.micro_uvs),
            (DRAW_ORDER, Terrain) => put(out, &self.draw_order),
            (ALPHAS, Terrain) => put(out, &self.alphas),
            (FACES, Terrain) => put_view(out, &self.faces),
            _ => false,
        }
    }

    /// Labels as long as they fit; what remains is the tail. Without nodes nobody knows how many there are.
    fn read_labels(&mut self, c: &mut Cursor<'a>, size: usize, nodes: Option<usize>) -> Result<bool> {
        let Some(nodes) = nodes else { return Ok(false) };
        let end = c.pos() + size;
        let mut labels = vec![];
        while labels.len() < nodes && Label::fits(c, end) {
            labels.push(c.part(("labels", labels.len()), Label::read)?);
        }
        self.labels = Some(labels);
        self.labels_tail = Some(c.gap("labels_tail", end - c.pos())?);
        Ok(true)
    }

    fn write_labels(&self, out: &mut Put) -> bool {
        let (Some(labels), Some(tail)) = (&self.labels, &self.labels_tail) else { return false };
        out.each("labels", labels, Label::write);
        out.bytes(tail);
        true
    }

    /// How many points and links there are, only the directory tells.
    fn read_halls(&mut self, c: &mut Cursor<'a>, record: &Record) -> Result<bool> {
        let Some((points, links)) = halls(record) else { return Ok(false) };
        self.hall_points = Some(c.list("hall_points", points)?);
        self.hall_links = Some(c.list("hall_links", links)?);
        Ok(true)
    }
}

/// How many points and links a stream of paths has, if its size agrees.
pub(super) fn halls(record: &Record) -> Option<(usize, usize)> {
    let (points, links) = (record.attr1 as usize, record.attr2 as usize);
    let size = points.checked_mul(HallPoint::SIZE)?.checked_add(links.checked_mul(HallLink::SIZE)?)?;
    (size == record.size as usize).then_some((points, links))
}

fn list<T: Field>(
    c: &mut Cursor<'_>,
    name: &'static str,
    size: usize,
    to: &mut Option<Vec<T>>,
) -> Result<bool> {
    if !size.is_multiple_of(T::SIZE) {
        return Ok(false);
    }
    *to = Some(c.list(name, size / T::SIZE)?);
    Ok(true)
}

/// The same for a list that is so long that it is better read where it lies.
fn view<'a, T: Field>(
    c: &mut Cursor<'a>,
    name: &'static str,
    size: usize,
    to: &mut Option<View<'a, T>>,
) -> Result<bool> {
    if !size.is_multiple_of(T::SIZE) {
        return Ok(false);
    }
    *to = Some(c.view(name, size / T::SIZE)?);
    Ok(true)
}

/// A record, and a list behind it.
fn headed<H: Field, T: Field>(
    c: &mut Cursor<'_>,
    (head_name, head): (&'static str, &mut Option<H>),
    (name, items): (&'static str, &mut Option<Vec<T>>),
    size: usize,
) -> Result<bool> {
    let Some(rest) = size.checked_sub(H::SIZE).filter(|rest| rest.is_multiple_of(T::SIZE)) else {
        return Ok(false);
    };
    *head = Some(c.get(head_name)?);
    list(c, name, rest, items)
}

fn put<T: Field>(out: &mut Put, list: &Option<Vec<T>>) -> bool {
    out.list_if(list);
    list.is_some()
}

fn put_view<T: Field>(out: &mut Put, list: &Option<View<'_, T>>) -> bool {
    list.iter().for_each(|list| out.bytes(list.bytes()));
    list.is_some()
}

fn put_headed<H: Field, T: Field>(out: &mut Put, head: &Option<H>, list: &Option<Vec<T>>) -> bool {
    out.put_if(head);
    head.is_some() && put(out, list)
}

impl<'a> Label<'a> {
    /// Whether a whole label lies in front of `end`.
    fn fits(c: &Cursor<'_>, end: usize) -> bool {
        let room = end - c.pos();
        let Some(size) = c.peek::<u32>().filter(|_| room >= 4) else { return false };
        size == 0 || (size as usize) < room - 4
    }

    fn read(c: &mut Cursor<'a>) -> Result<Self> {
        let text = c.counted_text::<u32, CODE_PAGE>("text")?;
        let end = c.get_if(!text.is_empty(), "end")?;
        Ok(Self { text, end })
    }

    fn write(&self, out: &mut Put) {
        out.counted_text::<u32>("text", &self.text);
        out.put_if(&self.end);
    }
}

/// A byte of a normal as a number from -1 to 1.
pub fn from_byte(part: i8) -> f32 {
    (f32::from(part) / 127.0).clamp(-1.0, 1.0)
}

/// A place on a texture, which 1024 parts make whole.
pub fn uv([u, v]: [i16; 2]) -> [f32; 2] {
    [f32::from(u) / 1024.0, f32::from(v) / 1024.0]
}

/// The same without a sign: on a lightmap, and on all textures of ground.
pub fn lightmap_uv([u, v]: [u16; 2]) -> [f32; 2] {
    [f32::from(u) / 1024.0, f32::from(v) / 1024.0]
}

pub fn normal([x, y, z, _]: [i8; 4]) -> [f32; 3] {
    [x, y, z].map(from_byte)
}

pub(super) fn fine(normal: [i16; 3]) -> [f32; 3] {
    normal.map(|part| f32::from(part) / 32767.0)
}

/// The neighbours across the three edges, each with the edge of its own that it is.
pub(super) fn neighbours(links: [u16; 3], sel: u16) -> [Option<(usize, usize)>; 3] {
    [0, 1, 2].map(|edge| {
        let code = usize::from(sel >> (2 * edge) & 3);
        Some((place(links[edge])?, code)).filter(|(_, code)| *code < 3)
    })
}

/// Bits of a node's flags.
pub const INSIDE: u16 = 0x01;
pub const COCKPIT: u16 = 0x20;

impl Node {
    pub fn parent(&self) -> Option<usize> {
        place(self.parent)
    }

    pub fn map_start(&self) -> Option<usize> {
        place(self.map_start)
    }

    /// What is drawn in a state of damage (0 to 2) at a level (0 to 3, and 4 for the view from inside). Other
    /// readers call these two `lod` and `group`.
    pub fn slot(&self, state: usize, level: usize) -> Option<usize> {
        place(*self.slots.get(state)?.get(level)?)
    }

    /// Drawn only in the unit's own view.
    pub fn is_cockpit(&self) -> bool {
        self.flags & COCKPIT != 0
    }

    /// How many states of damage it has, one after the other.
    pub fn states(&self) -> usize {
        (0..3).take_while(|state| self.slot(*state, 0).is_some()).count()
    }
}

impl Slot {
    /// The triangles that it names, there or not.
    pub fn triangles(&self) -> std::ops::Range<usize> {
        let start = usize::from(self.tri_start);
        start..start + usize::from(self.tri_count)
    }

    pub fn batches(&self) -> std::ops::Range<usize> {
        let start = usize::from(self.batch_start);
        start..start + usize::from(self.batch_count)
    }

    /// Whether box and sphere are something that can be tested against.
    pub fn is_bounded(&self) -> bool {
        let ordered = self.aabb_min.iter().zip(&self.aabb_max).all(|(low, high)| low <= high);
        let all = [&self.aabb_min[..], &self.aabb_max, &self.sphere_center, &[self.sphere_radius]].concat();
        ordered && all.iter().all(|number| number.is_finite())
    }
}

impl Triangle {
    pub fn normal(&self) -> [f32; 3] {
        fine(self.normal)
    }

    /// The triangle across each edge, and which edge of that one it is. Edge 0 joins corners 0 and 1.
    pub fn neighbours(&self) -> [Option<(usize, usize)>; 3] {
        neighbours(self.links, self.sel)
    }
}

impl Key {
    /// w, x, y, z.
    pub fn rotation(&self) -> [f32; 4] {
        self.rotation.map(|part| f32::from(part) / 32767.0)
    }
}

/// Bits of a batch's flags.
pub const TWO_SIDED: u32 = 0x0002;
pub const PORTAL: u32 = 0x0008;
pub const PASSED_BY_ROUNDS: u32 = 0x0200;
pub const LIGHTMAPPED: u32 = 0x2000;

impl Batch {
    pub fn lightmap(&self) -> Option<usize> {
        (self.lightmap != 0xFF).then_some(self.lightmap.into())
    }

    pub fn portal_node(&self) -> Option<usize> {
        place(self.portal_node)
    }

    pub fn indices(&self) -> std::ops::Range<usize> {
        let start = self.index_start as usize;
        start..start.saturating_add(self.index_count.into())
    }

    /// As many as its indices begin.
    pub fn triangle_count(&self) -> usize {
        usize::from(self.index_count).div_ceil(3)
    }
}
