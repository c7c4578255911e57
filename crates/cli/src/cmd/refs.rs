//! `relict refs`: who uses what, what is missing, and what nobody uses.

mod gather;
mod show;

use super::{FINDINGS, Outcome};
use crate::world::World;
use gather::Gathered;
use relict_toolkit::answer::RefsAnswer;
use relict_toolkit::core::format::Limits;
use relict_toolkit::refs::{self, Graph};
use std::process::ExitCode;

/// Show references between files (wear tables, materials, textures): what is used, missing or unused
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Game folders, archives, entries inside them (also shows what uses them), or - for standard input
    #[arg(required = true)]
    paths: Vec<String>,
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
        world.answer(&RefsAnswer::of(&args.paths, &graph))?;
    } else {
        show::print(&graph, &gathered, world)?;
    }
    let missing = graph.totals().missing > 0;
    Ok(if missing { ExitCode::from(FINDINGS) } else { ExitCode::SUCCESS })
}

fn path(graph: &Graph, node: usize) -> &str {
    graph.nodes.get(node).map_or("", |node| &node.path)
}
