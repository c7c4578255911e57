//! `relict refs`: who uses what, what is missing, and what nobody uses.

mod gather;
mod show;

use super::{FINDINGS, Outcome, schema_id};
use crate::world::World;
use gather::Gathered;
use relict::core::format::Limits;
use relict::refs::{self, Edge, Graph, State};
use schemars::JsonSchema;
use serde::Serialize;
use std::process::ExitCode;

/// Show references between files (wear tables, materials, textures): what is used, missing or unused
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Game folders, archives, entries inside them (also shows what uses them), or - for standard input
    #[arg(required = true)]
    paths: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer<'a> {
    schema: String,
    /// What was asked for.
    path: &'a [String],
    /// Files and entries that were looked at, at every depth.
    assets: usize,
    references: usize,
    found: usize,
    /// References to what should be there and is not, also where something stands in for it.
    missing: Vec<Missing<'a>>,
    /// References to what is not there, but is no fault.
    optional: usize,
    /// References into libraries that are not there.
    no_library: usize,
    /// What nothing refers to, in libraries among what was asked for; at most 100000 of each.
    unused: Vec<Unused<'a>>,
    libraries: Vec<Library<'a>>,
    /// What is asked for refers to, and what that refers to, and so on.
    edges: Vec<Told<'a>>,
    /// For entries: what refers to them, and what refers to that, and so on.
    #[serde(skip_serializing_if = "Option::is_none")]
    used_by: Option<Vec<Told<'a>>>,
    /// References that are too many to follow, and only counted.
    unfollowed: usize,
    /// Assets that could not be read, and were passed over.
    unreadable: usize,
    /// The first hundred of them.
    unreadable_paths: &'a [String],
}

/// A reference, told.
#[derive(Debug, Serialize, JsonSchema)]
struct Told<'a> {
    from: &'a str,
    /// By the path that `explain` gives it.
    field: &'a str,
    role: &'static str,
    name: &'a str,
    /// What the engine takes: what is named, or what stands in for it.
    to: Option<&'a str>,
    state: State,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Missing<'a> {
    from: &'a str,
    field: &'a str,
    role: &'static str,
    name: &'a str,
    /// Where it is missing; none if that is the archive that `from` lies in.
    library: Option<&'a str>,
    /// What the engine takes instead.
    stand_in: Option<&'a str>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Unused<'a> {
    path: &'a str,
    library: &'static str,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Library<'a> {
    /// As the engine calls it.
    name: &'static str,
    /// None if it is not there.
    path: Option<&'a str>,
    /// None if it is not there, or cannot be read.
    entries: Option<usize>,
    /// References that lead there.
    references: usize,
    /// Entries that some of them find.
    used: usize,
    /// None where it is not told: the library was not asked for, or those who may use it were not.
    unused: Option<usize>,
}

pub fn run(args: &Args, world: &World) -> Outcome {
    let mut gathered = Gathered::default();
    args.paths.iter().try_for_each(|path| gathered.take(path))?;
    gathered.take_libraries();
    let graph = {
        let files = gathered.files(world);
        refs::graph(gathered.known(), &files, &gathered.within, Limits::default())
    };
    if world.json {
        world.answer(&answer(args, &graph))?;
    } else {
        show::print(&graph, &gathered, world)?;
    }
    let missing = graph.totals().missing > 0;
    Ok(if missing { ExitCode::from(FINDINGS) } else { ExitCode::SUCCESS })
}

fn answer<'a>(args: &'a Args, graph: &'a Graph) -> Answer<'a> {
    let totals = graph.totals();
    let told = |edge: &'a Edge| tell(edge, graph);
    let unused = graph.libraries.iter().flat_map(|library| {
        let paths = library.unused.as_ref().map_or(&[][..], |unused| &unused.paths);
        paths.iter().map(|path| Unused { path, library: library.name })
    });
    Answer {
        schema: schema_id("refs"),
        path: &args.paths,
        assets: graph.assets,
        references: totals.references,
        found: totals.found,
        missing: graph
            .followed()
            .filter(|edge| edge.state.is_missing())
            .map(|edge| missing(edge, graph))
            .collect(),
        optional: totals.optional,
        no_library: totals.no_library,
        unused: unused.collect(),
        libraries: graph.libraries.iter().map(library).collect(),
        edges: graph.followed().map(told).collect(),
        used_by: (!graph.within().is_empty()).then(|| graph.used_by().into_iter().map(told).collect()),
        unfollowed: graph.unfollowed,
        unreadable: graph.unreadable.count,
        unreadable_paths: &graph.unreadable.paths,
    }
}

fn tell<'a>(edge: &'a Edge, graph: &'a Graph) -> Told<'a> {
    Told {
        from: path(graph, edge.from),
        field: &edge.field,
        role: edge.role.name,
        name: &edge.name,
        to: edge.to.map(|node| path(graph, node)),
        state: edge.state,
    }
}

fn missing<'a>(edge: &'a Edge, graph: &'a Graph) -> Missing<'a> {
    let library = edge.library.and_then(|library| graph.libraries.get(library));
    Missing {
        from: path(graph, edge.from),
        field: &edge.field,
        role: edge.role.name,
        name: &edge.name,
        library: library.and_then(|library| library.path.as_deref()),
        stand_in: edge.to.map(|node| path(graph, node)),
    }
}

fn library(library: &refs::Library) -> Library<'_> {
    Library {
        name: library.name,
        path: library.path.as_deref(),
        entries: library.entries,
        references: library.references,
        used: library.used,
        unused: library.unused.as_ref().map(|unused| unused.count),
    }
}

fn path(graph: &Graph, node: usize) -> &str {
    graph.nodes.get(node).map_or("", |node| &node.path)
}
