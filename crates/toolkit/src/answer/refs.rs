//! Who uses what.

use super::schema_id;
use crate::refs::{self, Edge, Graph, State};
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RefsAnswer<'a> {
    pub schema: String,
    /// What was asked for.
    pub path: &'a [String],
    /// Files and entries that were looked at, at every depth.
    pub assets: usize,
    pub references: usize,
    pub found: usize,
    /// References to what should be there and is not, also where something stands in for it.
    pub missing: Vec<MissingReference<'a>>,
    /// References to what is not there, but is no fault.
    pub optional: usize,
    /// References into libraries that are not there.
    pub no_library: usize,
    /// What nothing refers to, in libraries among what was asked for; at most 100000 of each.
    pub unused: Vec<UnusedEntry<'a>>,
    pub libraries: Vec<Library<'a>>,
    /// What is asked for refers to, and what that refers to, and so on.
    pub edges: Vec<Reference<'a>>,
    /// For entries: what refers to them, and what refers to that, and so on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub used_by: Option<Vec<Reference<'a>>>,
    /// References that are too many to follow, and only counted.
    pub unfollowed: usize,
    /// Assets that could not be read, and were passed over.
    pub unreadable: usize,
    /// The first hundred of them.
    pub unreadable_paths: &'a [String],
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Reference<'a> {
    pub from: &'a str,
    /// By the path that `explain` gives it.
    pub field: &'a str,
    pub role: &'static str,
    pub name: &'a str,
    /// What the engine takes: what is named, or what stands in for it.
    pub to: Option<&'a str>,
    pub state: State,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MissingReference<'a> {
    pub from: &'a str,
    pub field: &'a str,
    pub role: &'static str,
    pub name: &'a str,
    /// Where it is missing; none if that is the archive that `from` lies in.
    pub library: Option<&'a str>,
    /// What the engine takes instead.
    pub stand_in: Option<&'a str>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct UnusedEntry<'a> {
    pub path: &'a str,
    pub library: &'static str,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Library<'a> {
    /// As the engine calls it.
    pub name: &'static str,
    /// None if it is not there.
    pub path: Option<&'a str>,
    /// None if it is not there, or cannot be read.
    pub entries: Option<usize>,
    /// References that lead there.
    pub references: usize,
    /// Entries that some of them find.
    pub used: usize,
    /// None where it is not told: the library was not asked for, or those who may use it were not.
    pub unused: Option<usize>,
}

impl<'a> RefsAnswer<'a> {
    /// `path` is what was asked for.
    pub fn of(path: &'a [String], graph: &'a Graph) -> Self {
        let totals = graph.totals();
        let reference = |edge: &'a Edge| Reference::of(edge, graph);
        let unused = graph.libraries.iter().flat_map(|library| {
            let paths = library.unused.as_ref().map_or(&[][..], |unused| &unused.paths);
            paths.iter().map(|path| UnusedEntry { path, library: library.name })
        });
        let missing = graph.followed().filter(|edge| edge.state.is_missing());
        Self {
            schema: schema_id("refs"),
            path,
            assets: graph.assets,
            references: totals.references,
            found: totals.found,
            missing: missing.map(|edge| MissingReference::of(edge, graph)).collect(),
            optional: totals.optional,
            no_library: totals.no_library,
            unused: unused.collect(),
            libraries: graph.libraries.iter().map(Library::of).collect(),
            edges: graph.followed().map(reference).collect(),
            used_by: (!graph.within().is_empty())
                .then(|| graph.used_by().into_iter().map(reference).collect()),
            unfollowed: graph.unfollowed,
            unreadable: graph.unreadable.count,
            unreadable_paths: &graph.unreadable.paths,
        }
    }
}

impl<'a> Reference<'a> {
    pub fn of(edge: &'a Edge, graph: &'a Graph) -> Self {
        Self {
            from: path(graph, edge.from),
            field: &edge.field,
            role: edge.role.name,
            name: &edge.name,
            to: edge.to.map(|node| path(graph, node)),
            state: edge.state,
        }
    }
}

impl<'a> MissingReference<'a> {
    fn of(edge: &'a Edge, graph: &'a Graph) -> Self {
        let library = edge.library.and_then(|library| graph.libraries.get(library));
        let Reference { from, field, role, name, to, .. } = Reference::of(edge, graph);
        let library = library.and_then(|library| library.path.as_deref());
        Self { from, field, role, name, library, stand_in: to }
    }
}

impl<'a> Library<'a> {
    fn of(library: &'a refs::Library) -> Self {
        Self {
            name: library.name,
            path: library.path.as_deref(),
            entries: library.entries,
            references: library.references,
            used: library.used,
            unused: library.unused.as_ref().map(|unused| unused.count),
        }
    }
}

fn path(graph: &Graph, node: usize) -> &str {
    graph.nodes.get(node).map_or("", |node| &node.path)
}
