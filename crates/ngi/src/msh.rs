//! MSH: a model, or the ground of a map. An NRes archive whose entries are streams with numbers for types.
//!
//! Read as an archive it keeps every byte; on top of that, the first stream of every known type is read by what it
//! holds. [`Model`] is what a game makes of it: the streams, checked against each other.

mod build;
mod check;
pub mod draw;
pub mod ground;
mod materials;
mod meaning;
mod measure;
mod model;
pub mod pick;
pub mod pose;
pub mod scene;
mod shelf;
pub mod stream;
mod surfaces;
mod traversal;

use crate::phrases;
pub use model::Model;
pub use stream::Kind;

use crate::CODE_PAGE;
use crate::library::{GROUND_WEAR, MICRO_WEAR, WEAR};
use crate::nres::{self, Header, Nres, Record};
use relict_core::prelude::*;
use relict_core::scene::Up;
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;
use stream::{Layout, NODES, Node, Streams};

const TYPE: Tag = Tag(*b"MESH");
/// Models have at most sixteen streams; what has many more entries is an archive of something else.
const MANY: usize = 64;

parts! {
    /// Model: nodes, geometry and animation; or the ground of a map.
    pub struct Msh<'a> {
        /// Of the archive.
        pub header: Header,
        /// Padding and what no entry names, in the order of the file; and streams whose content is not known.
        pub data: Vec<Segment<'a>>,
        /// The streams by type, with attr1 for the number of items and attr3 for the size of one.
        pub directory: Vec<Record>,
        /// Bytes behind the length that the header states.
        pub tail: Bytes<'a>,
        /// Only where the header states another length than the archive has.
        pub stated_size: Option<u32>,
        /// Entries that lie outside, or on the bytes of others.
        pub strays: Vec<Stray>,
        /// What is in the entries.
        pub streams: Streams<'a>,
        /// Not in these bytes: the name under which an archive holds the model, or that of the file of ground. Wear tables are named so, too.
        pub name: Option<Text<'a, CODE_PAGE>> = derived,
    }
}

/// Whether the entries are the streams of a model or of ground.
fn holds_streams(bytes: &[u8]) -> bool {
    let Some(types) = nres::types(bytes, MANY) else { return false };
    let has = |number: u32| types.iter().any(|found| found.number() == number);
    has(3) && ((has(6) && has(13)) || (has(21) && !has(6)))
}

/// The name of an entry that its archive calls a model. Ground is a file, and has the name of that.
fn own_name(origin: Origin<'_>, kind: Kind) -> Option<Text<'static, CODE_PAGE>> {
    let is_entry = origin.attribute("type").is_some() && origin.is(TYPE, "");
    let is_ground = kind == Kind::Terrain && !matches!(origin.name, "" | "-");
    let name = (is_entry || is_ground).then(|| CodePage::numbered(CODE_PAGE).bytes(origin.name))?;
    name.map(Text::from)
}

/// How many nodes there are, by the size of their stream: labels may stand in front of it.
fn node_count(directory: &[Record], kind: Kind) -> Option<usize> {
    let record = directory.iter().find(|record| record.type_id.number() == NODES)?;
    (record.attr3 as usize == Node::SIZE).then(|| kind.count(NODES, record.size as usize))?
}

/// The first entry of each type, which is the one that the engine takes.
fn firsts(directory: &[Record]) -> BTreeMap<u32, usize> {
    let mut firsts = BTreeMap::new();
    for (i, record) in directory.iter().enumerate() {
        firsts.entry(record.type_id.number()).or_insert(i);
    }
    firsts
}

fn kind_of(directory: &[Record]) -> Kind {
    Kind::of(&directory.iter().map(|record| record.type_id.number()).collect::<Vec<_>>())
}

impl<'a> Format<'a> for Msh<'a> {
    const ID: &'static str = "ngi.msh";
    const ENDINGS: &'static [&'static str] = &["msh"];
    const RULES: Rules = RULES;
    const MEASURES: Measures = MEASURES;
    const RENAME: Option<fn(&mut Value)> = Some(ground::older::rename);
    const FACETS: Facets<Self> = Facets::<Self>::NONE
        .archive(
            ArchiveOps { directory: shelf::directory, meanings: meaning::all, add: None, ..Nres::ARCHIVE },
            |msh| Some(shelf::archive(msh.archived().ok()?)),
        )
        .model(
            ModelOps { up: Up::Z, from_scene: Some(build::from_scene), companion: Some(build::companion) },
            |msh| Some(msh),
        )
        .traversal(|msh| Some(msh))
        .tables(Self::make_tables)
        .references(Self::find_references);

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        let is_named = origin.is(TYPE, ".msh");
        if bytes.starts_with(&nres::MAGIC.0) {
            return if is_named || holds_streams(bytes) { Claim::Sure } else { Claim::No };
        }
        // A loose file may have that name in any game; what an archive of this one calls a model is meant to be one.
        if is_named && origin.attribute("type").is_some() { Claim::Broken } else { Claim::No }
    }

    fn read(c: &mut Cursor<'a>, origin: Origin<'_>) -> Result<Self> {
        if let Some(magic) = c.peek::<Tag>().filter(|magic| *magic != nres::MAGIC) {
            let found = magic.0.escape_ascii().to_string();
            return Err(broken(&BAD_MAGIC, "header.magic", args!(found = found)).at(Some(c.pos())));
        }
        let mut streams = Streams::default();
        let mut known = None;
        let archive = Nres::read_with(c, |c, directory, entry| {
            let (kind, nodes, firsts) = known.get_or_insert_with(|| {
                let kind = kind_of(directory);
                (kind, node_count(directory, kind), firsts(directory))
            });
            let record = &directory[entry];
            if firsts.get(&record.type_id.number()) != Some(&entry) {
                return Ok(false);
            }
            let layout = Layout { kind: *kind, record, nodes: *nodes };
            let mut taken = false;
            streams = c.part("streams", |c| {
                let mut streams = std::mem::take(&mut streams);
                taken = streams.read(c, layout)?;
                Ok(streams)
            })?;
            Ok(taken)
        })?;
        let Nres { header, data, directory, tail, stated_size, strays } = archive;
        let name = own_name(origin, kind_of(&directory));
        Ok(Self { header, data, directory, tail, stated_size, strays, streams, name })
    }

    fn write(&self, out: &mut Put) {
        match self.archived() {
            Ok(archive) => archive.write(out),
            Err(error) => out.fail(error),
        }
    }

    fn facts(&self) -> Facts {
        let Streams { nodes, slots, positions, indices, batches, squares, cells, faces, .. } = &self.streams;
        let number = |count: Option<usize>| count.map_or(Value::Null, Into::into);
        let mut facts = vec![
            ("kind", self.kind().name().into()),
            ("streams", self.directory.len().into()),
            ("vertices", number(positions.as_ref().map(Vec::len))),
        ];
        facts.extend(match self.kind() {
            Kind::Model => vec![
                ("triangles", number(indices.as_ref().map(|indices| indices.len() / 3))),
                ("nodes", number(nodes.as_ref().map(Vec::len))),
                ("slots", number(slots.as_ref().map(Vec::len))),
                ("batches", number(batches.as_ref().map(Vec::len))),
                ("frames", self.frame_count().into()),
            ],
            Kind::Terrain => {
                let mut facts = vec![
                    ("triangles", number(faces.as_ref().map(View::len))),
                    ("squares", number(squares.as_ref().map(Vec::len))),
                    ("cells", number(cells.as_ref().map(Vec::len))),
                ];
                facts.extend(self.ground_facts());
                facts
            }
        });
        facts
    }

    fn check(&self, report: &mut Report, context: Context<'_>) {
        self.container(self.data.clone()).check(report, context);
        check::check(self, report, context);
    }

    fn measure(&self, cases: &mut Cases, origin: Origin<'_>) {
        self.container(self.data.clone()).measure(cases, origin);
        measure::measure(self, cases);
    }
}

impl Msh<'_> {
    fn make_tables(&self) -> Vec<Table> {
        match self.kind() {
            Kind::Model => vec![self.node_sheet(), self.material_sheet()],
            Kind::Terrain => vec![self.ground_sheet()],
        }
    }

    /// A model wears the table of its own name, and ground two with a number; a loose model has nothing beside it.
    fn find_references(&self) -> Vec<Reference> {
        let Some(name) = self.name.as_ref().map(Text::show) else { return vec![] };
        let stem = name.rsplit_once('.').map_or(&*name, |(stem, _)| stem);
        let wear = |role: &'static Role, number: &str, field: &str| Reference {
            role,
            name: format!("{stem}{number}.wea"),
            field: field.into(),
        };
        match self.kind() {
            Kind::Model => vec![wear(&WEAR, "", "streams.batches")],
            Kind::Terrain => {
                vec![wear(&GROUND_WEAR, "1", "streams.faces"), wear(&MICRO_WEAR, "2", "streams.faces")]
            }
        }
    }
}

impl<'a> Msh<'a> {
    pub fn kind(&self) -> Kind {
        kind_of(&self.directory)
    }

    /// How many frames the animation has, by attr2 of the frame map; a model that stands still has one.
    pub fn frame_count(&self) -> u32 {
        let map = self.directory.iter().find(|record| record.type_id.number() == stream::FRAME_MAP);
        map.map_or(1, |record| record.attr2)
    }

    /// What a game makes of the streams. What is wrong in a way that leaves nothing to draw is always an error; the
    /// rest is one if `strict`, and else the part in question does nothing.
    pub fn model(&self, strict: bool) -> Result<Model<'_>> {
        check::expect(self, strict)?;
        Model::new(self)
    }

    /// The archive around these segments.
    fn container<'s>(&'s self, data: Vec<Segment<'s>>) -> Nres<'s> {
        Nres {
            header: self.header.clone(),
            data,
            directory: self.directory.clone(),
            tail: self.tail.clone(),
            stated_size: self.stated_size,
            strays: self.strays.clone(),
        }
    }

    /// The archive with all its bytes, also those of the streams.
    fn archived(&self) -> Result<Nres<'_>> {
        let kind = self.kind();
        let filled = |segment: &Segment<'a>| match (&segment.bytes, segment.owner) {
            (Body::Elsewhere(_), Owner::Entry(entry)) => {
                let bytes = Body::Here(self.stream_bytes(kind, entry)?.into());
                Ok(Segment { owner: segment.owner, bytes })
            }
            _ => Ok(segment.clone()),
        };
        Ok(self.container(self.data.iter().map(filled).collect::<Result<_>>()?))
    }

    fn stream_bytes(&self, kind: Kind, entry: usize) -> Result<Vec<u8>> {
        let mut out = Put::default();
        let record = self.directory.get(entry);
        if record.is_some_and(|record| self.streams.write(kind, record.type_id.number(), &mut out)) {
            return out.finish();
        }
        Err(Error::unexpected(phrases::the_stream_of_entry(entry), phrases::nothing()).inside("streams"))
    }

    fn name_of(&self, node: usize) -> Option<Cow<'_, str>> {
        self.streams.names.as_ref()?.get(node).map(Chars::show)
    }

    fn label_of(&self, node: usize) -> Option<Cow<'_, str>> {
        let label = self.streams.labels.as_ref()?.get(node)?;
        Some(label.text.show()).filter(|text| !text.is_empty())
    }

    fn node_sheet(&self) -> Table {
        let nodes = self.streams.nodes.iter().flatten().enumerate();
        Table {
            title: "nodes",
            columns: vec!["number", "name", "parent", "label", "states", "levels", "inside-view", "moves"],
            rows: nodes.map(|(i, node)| self.node_row(i, node)).collect(),
        }
    }

    fn node_row(&self, i: usize, node: &Node) -> Vec<Cell> {
        let text =
            |text: Option<Cow<'_, str>>| text.map_or(Cell::Nothing, |text| Cell::Text(text.into_owned()));
        let levels = (0..4).filter(|level| node.slot(0, *level).is_some()).count();
        let yes = |yes: bool| if yes { Cell::Word("yes") } else { Cell::Nothing };
        vec![
            Cell::Number(i as i64),
            text(self.name_of(i)),
            node.parent().map_or(Cell::Nothing, |parent| Cell::Number(parent as i64)),
            text(self.label_of(i)),
            Cell::Number(node.states() as i64),
            Cell::Number(levels as i64),
            yes(node.slot(0, 4).is_some()),
            yes(node.map_start().is_some()),
        ]
    }

    /// What is drawn with each row of the wear table.
    fn material_sheet(&self) -> Table {
        let mut materials: BTreeMap<u8, [i64; 3]> = BTreeMap::new();
        for batch in self.streams.batches.iter().flatten() {
            let [batches, triangles, lit] = materials.entry(batch.material).or_default();
            *batches += 1;
            *triangles += i64::from(batch.index_count / 3);
            *lit += i64::from(batch.lightmap().is_some());
        }
        let row = |(material, counts): (u8, [i64; 3])| {
            [i64::from(material)].into_iter().chain(counts).map(Cell::Number).collect()
        };
        Table {
            title: "batches",
            columns: vec!["material", "batches", "triangles", "lightmapped"],
            rows: materials.into_iter().map(row).collect(),
        }
    }
}

measures! { "msh":
    Claim NO_GROUND = "no-ground";
    Claim BOUNDED = "bounds-hold-vertices";
    Claim VERTEX_COUNTS = "vertex-counts";
    Claim TILED = "batches-tile-indices";
    Claim WOUND = "wound-as-normals";
    Claim NO_LIGHTMAP = "no-lightmap";
    Claim NO_PORTAL = "no-portal";
    Claim NO_POINT_LIGHT = "no-point-light";
    Claim UNIT_ROTATIONS = "unit-rotations";
    Claim SPHERE = "sphere-half-diagonal";
    Tally NODE_FLAGS = "node-flags";
    Tally BATCH_FLAGS = "batch-flags";
}

rules! { "msh":
    Error BAD_MAGIC = "magic";
    Error MISSING = "stream-missing";
    Error STRIDE = "stride";
    Error NODE_STRIDE = "node-stride";
    Error BOUNDS_SHORT = "bounds-short";
    Error BATCH_INDICES = "batch-indices";
    Error BATCH_VERTICES = "batch-vertices";
    Error SLOT_BATCHES = "slot-batches";
    Error LABEL_RANGE = "label-range";
    Error FACE_VERTICES = "face-vertices";
    Error ATTRIBUTES = "attributes";
    Error DUPLICATE = "stream-duplicate";
    Error STREAM_COUNT = "stream-count";
    Error NODE_SLOT = "node-slot";
    Error SLOT_TRIANGLES = "slot-triangles";
    Error TRIANGLE_COUNT = "triangle-count";
    Error TRIANGLE_LINK = "triangle-link";
    Error SLOT_BOUNDS = "slot-bounds";
    Error PARENT_RANGE = "parent-range";
    Error PARENT_ORDER = "parent-order";
    Error PARENT_CYCLE = "parent-cycle";
    Error FALLBACK_KEY = "fallback-key";
    Error MAP_RANGE = "map-range";
    Error MAP_KEY = "map-key";
    Error KEY_TIMES = "key-times";
    Error KEY_FINITE = "key-finite";
    Error LABEL_TAIL = "label-tail";
    Error CELL_FACES = "cell-faces";
    Warning LEGACY_NODES = "legacy-nodes";
    Warning VERTEX_COUNT = "vertex-count";
    Warning INDEX_COUNT = "index-count";
    Warning ATTR2 = "attr2";
    Warning DRAWN_FACE = "drawn-face";
    Warning LABEL_END = "label-end";
    Warning NO_FRAMES = "no-frames";
    + "land":
    Error FACE_CORNERS = "face-vertex";
    Error GRID = "grid";
    Error CELL_CHAIN = "cell-chain";
    Error ORDER_PERMUTATION = "order-permutation";
    Warning ATTR = "attr";
    Warning GRID_CELLS = "grid-cells";
    Warning CELL_BOX = "cell-box";
    Warning LINK_MUTUAL = "link-mutual";
    Warning MATERIAL_ROW = "material-row";
    Warning MATERIAL_ZERO = "material-zero";
    Warning WEAR_ROWS = "wear-rows";
    Warning FLAG_SECOND = "flag-layer2";
    Warning FLAG_WATER = "flag-water";
    Info WATER_PLANE = "water-plane";
    Warning ALPHA = "alpha";
    Warning ORDER_CELL = "order-cell";
    Warning ORDER_BATCH = "order-batch";
    Warning NORMAL = "normal";
}
