//! `.flt`: a model. The nodes of a tree, parents first; each says how many children follow, and brings its mesh along.
//!
//! The file has no links, so the list of nodes is the tree, and nothing here needs recursion.

mod build;
mod check;
pub mod corners;
mod cut;
pub mod draw;
mod looks;
mod materials;
mod measure;
pub mod mesh;
pub mod node;
mod scene;
pub mod tree;

use crate::phrases;
pub use node::Node;
pub use tree::matrix_from;

use crate::CODE_PAGE;
use crate::dialect::Dialect;
use crate::library::MATERIALS;
use mesh::{Impossible, Mesh};
use relict_core::prelude::*;

/// So many bytes a node has with its mesh, where nodes are many. Room for so many is made at once, and not by and by.
const USUAL_NODE: usize = 1024;

parts! {
    /// Model: a tree of nodes with meshes.
    pub struct Model<'a> {
        /// Not in these bytes: `mw` for MechWarrior 3, `pm` for Pirate's Moon. The archive tells; of a file by itself, the one whose layout fits.
        pub game: Dialect,
        /// Parents first: behind a node stands its first child with all below it, then the next.
        pub nodes: Vec<Node<'a>>,
        /// Bytes behind the tree, which no model has.
        pub tail: Bytes<'a>,
        /// Not in these bytes: the name under which a mechlib holds the model.
        pub name: Option<Text<'a, CODE_PAGE>> = derived,
    }
}

/// How many nodes a node states to hang from it, if so many can still come.
fn children(node: &Node<'_>, left: usize) -> Result<usize> {
    let (stated, room) = (node.child_count(), left / Node::LEAST);
    usize::try_from(stated).ok().filter(|count| *count <= room).ok_or_else(|| {
        let path = if node.links.is_some() { "links.child_count" } else { "links_pm.child_count" };
        broken(&CHILDREN, path, args!(stated = stated, room = room))
    })
}

/// Why the nodes read so far lead to one that cannot be read: the first polygon that says of itself what cannot be, and
/// so has more or fewer bytes than were taken for it.
#[cold]
fn cause(nodes: &[Node<'_>]) -> Option<Error> {
    let meshes = nodes.iter().enumerate().filter_map(|(i, node)| Some((i, node.mesh.as_ref()?)));
    meshes.filter_map(|(node, mesh)| Some((node, mesh, mesh.first_impossible()?))).next().map(
        |(node, mesh, (polygon, Impossible { rule, field, args }))| {
            let list = if mesh.polygons.is_some() { "polygons" } else { "polygons_pm" };
            broken(rule, format_args!("nodes[{node}].mesh.{list}[{polygon}].{field}"), args)
        },
    )
}

impl<'a> Model<'a> {
    /// The model that the bytes are in one of the two games.
    fn read_as(c: &mut Cursor<'a>, game: Dialect) -> Result<Self> {
        let mut nodes: Vec<Node<'a>> = Vec::with_capacity(1 + c.left() / USUAL_NODE);
        let mut promised = 1;
        while nodes.len() < promised {
            let i = nodes.len();
            let read = c.within::<Node<'_>, _>(("nodes", i), |c| {
                nodes.push(Node::read(c, game)?);
                promised += children(&nodes[i], c.left())?;
                Ok(())
            });
            read.map_err(|error| cause(&nodes).unwrap_or(error))?;
        }
        Ok(Self { game, nodes, tail: c.tail("tail"), name: None })
    }

    /// The game whose layout fits best: all of the bytes, else as many as can be; and then with the fewest oddities.
    fn guess(bytes: &[u8]) -> Dialect {
        let fit = |game: Dialect| {
            let mut c = Cursor::new(bytes);
            let read = Model::read_as(&mut c, game);
            let mut report = Report::default();
            let whole = read.as_ref().is_ok_and(|model| model.tail.is_empty());
            let reached = bytes.len() - read.as_ref().map_or(c.left(), |model| model.tail.len());
            read.iter().for_each(|model| model.check(&mut report, Context::ALONE));
            (whole, reached, std::cmp::Reverse(report.errors() + report.warnings()))
        };
        if fit(Dialect::Pm) > fit(Dialect::Mw) { Dialect::Pm } else { Dialect::Mw }
    }

    /// Over all meshes.
    pub fn total(&self, of: impl Fn(&Mesh<'a>) -> usize) -> usize {
        self.meshes().map(of).sum()
    }

    pub fn meshes(&self) -> impl Iterator<Item = &Mesh<'a>> {
        self.nodes.iter().filter_map(|node| node.mesh.as_ref())
    }
}

impl<'a> Format<'a> for Model<'a> {
    const ID: &'static str = "mw3.model";
    const ENDINGS: &'static [&'static str] = &["flt"];
    const RULES: Rules = RULES;
    const MEASURES: Measures = MEASURES;
    const HAS_JSON_FORM: bool = true;
    const FACETS: Facets<Self> = Facets::<Self>::NONE
        .model(ModelOps { up: relict_core::scene::Up::Y, from_scene: None, companion: None }, |model| {
            Some(model)
        })
        .tables(Self::make_tables)
        .references(Self::find_references);

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        // Archives of other engines say of what type an entry is.
        let foreign = origin.attribute("type").is_some();
        Claim::of_named(origin.ends_with(".flt") && !foreign, || node::begins(bytes))
    }

    fn read(c: &mut Cursor<'a>, origin: Origin<'_>) -> Result<Self> {
        let said = Dialect::of(origin);
        let model = Self::read_as(c, said.unwrap_or_else(|| Self::guess(c.whole())))?;
        let name = said.filter(|_| !origin.name.is_empty());
        let name = name.and_then(|_| CodePage::numbered(CODE_PAGE).bytes(origin.name));
        Ok(Self { name: name.map(Text::from), ..model })
    }

    fn write(&self, out: &mut Put) {
        let children: i64 = self.nodes.iter().map(|node| i64::from(node.child_count())).sum();
        out.agree("nodes", 1 + children, self.nodes.len());
        for (i, node) in self.nodes.iter().enumerate() {
            let fits = node.links.is_some() == (self.game == Dialect::Mw)
                && node.links.is_some() != node.links_pm.is_some();
            if !fits {
                let error = Error::unexpected(phrases::links_of_this_game(), phrases::others());
                out.fail(error.inside(format_args!("nodes[{i}]")));
            }
        }
        out.each("nodes", &self.nodes, Node::write);
        out.bytes(&self.tail);
    }

    fn facts(&self) -> Facts {
        vec![
            ("game", self.game.name().into()),
            ("nodes", self.nodes.len().into()),
            ("meshes", self.meshes().count().into()),
            ("vertices", self.total(|mesh| mesh.vertices.len()).into()),
            ("polygons", self.total(Mesh::polygon_count).into()),
            ("triangles", self.total(Mesh::triangle_count).into()),
            ("lights", self.total(|mesh| mesh.lights.len()).into()),
        ]
    }

    fn check(&self, report: &mut Report, _: Context<'_>) {
        check::check(self, report);
    }

    fn measure(&self, cases: &mut Cases, _: Origin<'_>) {
        measure::measure(self, cases);
    }
}

impl Model<'_> {
    fn make_tables(&self) -> Vec<Table> {
        let parents = self.parents();
        let row = |(i, node): (usize, &Node<'_>)| node.row(i, parents[i]);
        vec![Table {
            title: "nodes",
            columns: vec!["number", "name", "parent", "class", "vertices", "polygons", "triangles"],
            rows: self.nodes.iter().enumerate().map(row).collect(),
        }]
    }

    /// All models of a mechlib share its materials; a model by itself has none.
    fn find_references(&self) -> Vec<Reference> {
        let materials = || Reference { role: &MATERIALS, name: "materials".into(), field: "nodes".into() };
        self.name.iter().map(|_| materials()).collect()
    }
}

impl Node<'_> {
    fn row(&self, number: usize, parent: Option<usize>) -> Vec<Cell> {
        let count = |of: Option<usize>| of.map_or(Cell::Nothing, |count| Cell::Number(count as i64));
        let mesh = self.mesh.as_ref();
        vec![
            Cell::Number(number as i64),
            Cell::Text(self.name().into_owned()),
            count(parent),
            Cell::Word(if self.lod.is_some() { "lod" } else { "object" }),
            count(mesh.map(|mesh| mesh.vertices.len())),
            count(mesh.map(Mesh::polygon_count)),
            count(mesh.map(Mesh::triangle_count)),
        ]
    }
}

measures! { "flt":
    Claim BOXED = "box-holds-vertices";
    Claim EXACT_MATRIX = "matrix-from-angles";
    Claim UNSCALED = "scale-one";
    Claim RADIUS = "radius-from-box";
    Tally CLASSES = "classes";
    Tally UPDATE_FLAGS = "update-flags";
    Tally MESH_KINDS = "mesh-kinds";
}

rules! { "flt":
    Error CLASS = "class";
    Error CHILDREN = "children";
    Error LIGHT_VERTICES = "light-vertices";
    Error TAIL = "tail";
    Error PARENTS = "parents";
    Error NAME_END = "name-end";
    Error LOD_MESH = "lod-mesh";
    Error ACTIVE_BOX = "active-box";
    Error MESH_KIND = "mesh-kind";
    Error POLYGON_FLAGS = "polygon-flags";
    Error POLYGON_CORNERS = "polygon-corners";
    Error POLYGON_NORMALS = "polygon-normals";
    Error POLYGON_MATERIALS = "polygon-materials";
    Error VERTEX_INDEX = "vertex-index";
    Error NORMAL_INDEX = "normal-index";
    Error MATERIAL_INDEX = "material-index";
    Warning POINTER = "pointer";
    Warning ODD_FLAGS = "flags";
    Warning NAME_PADDING = "name-padding";
    Warning ROTATION = "rotation";
    Warning MATRIX = "matrix";
    Warning LOD_RANGE = "lod-range";
    Warning LOD_CHILDREN = "lod-children";
    Warning MESH_PARENTS = "mesh-parents";
    Warning MESH_EMPTY = "mesh-empty";
    Warning MORPH_COUNT = "morph-count";
    Warning MATERIAL_REFS = "material-refs";
    Warning NOT_FINITE = "not-finite";
    Warning ODD_VALUE = "odd-value";
}
