//! Who uses what: the names that assets have of each other, followed by the rules of their engines.
//!
//! First every file is looked through for references, on all cores; then every library that some of them lead into is
//! opened once, and all names that are wanted of it are looked up together. What is kept are names and paths, never
//! the bytes of a file.

mod build;
mod places;
mod scan;
mod shelf;

pub use build::graph;
pub use scan::Unreadable;

use crate::open::Asset;
use crate::path::{Steps, find_or_explain};
use crate::problem::{NOT_ARCHIVE, Problem, Result};
use crate::{mw3, ngi};
use relict_core::args;
use relict_core::format::Limits;
use relict_core::refs::{Place, Role};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

/// The roles that refer to libraries: a file with such a name is a library even if nothing refers to it.
pub static ROLES: LazyLock<Vec<&Role>> =
    LazyLock::new(|| [ngi::library::ROLES, mw3::library::ROLES].concat());

/// The names of all libraries, each once.
pub fn library_names() -> Vec<&'static str> {
    let mut names: Vec<_> = ROLES.iter().filter_map(|role| library_of(role)).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Whether a file of this name is a library.
pub fn is_library(name: &str) -> bool {
    ROLES.iter().filter_map(|role| library_of(role)).any(|library| library.eq_ignore_ascii_case(name))
}

/// Whether files of this format are named by others of their folder, which then may be asked who uses them.
pub fn is_named_beside(format: &str) -> bool {
    ngi::library::ROLES_BESIDE.iter().any(|role| role.format == format)
}

fn library_of(role: &Role) -> Option<&'static str> {
    match role.place {
        Place::Library(name) => Some(name),
        Place::SameArchive | Place::SameFolder => None,
    }
}

/// Why a file takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Interest {
    /// A library above what was asked for.
    Above,
    /// It lies beside what was asked for, and may use it.
    Beside,
    /// It was asked for by its own name.
    File,
    /// Its folder was asked for.
    Folder,
}

impl Interest {
    fn is_asked(self) -> bool {
        self >= Self::File
    }
}

/// A file that takes part.
#[derive(Clone, Debug)]
pub struct Known {
    pub path: String,
    pub interest: Interest,
}

/// The bytes of the files, by their number in the list.
pub trait Files: Sync {
    /// Hands them to `then`, which is not called if they cannot be had.
    fn read(&self, file: usize, then: &mut dyn FnMut(&[u8]));
}

/// What became of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    Found,
    /// Missing; the engine takes what stands in, such as the material DEFAULT.
    StandIn,
    /// Missing, and so is what should stand in; the engine takes the first entry.
    FirstEntry,
    /// Missing, and nothing stands in.
    Missing,
    /// Missing, which is no fault: the game does without.
    Optional,
    /// The library itself is missing or unreadable, so the reference is unresolved.
    NoLibrary,
}

impl State {
    /// Whether the name should be there and is not, whatever the engine does about it.
    pub fn is_missing(self) -> bool {
        matches!(self, Self::StandIn | Self::FirstEntry | Self::Missing)
    }
}

/// An asset that refers to others, or that others refer to.
#[derive(Debug)]
pub struct Node {
    /// From the outermost file on.
    pub path: String,
    edges: Range<usize>,
}

/// A reference, by the numbers of its nodes.
#[derive(Debug)]
pub struct Edge {
    pub from: usize,
    /// What the engine takes: what is named, or what stands in for it.
    pub to: Option<usize>,
    pub role: &'static Role,
    pub name: Box<str>,
    /// By the path that `explain` gives it.
    pub field: Box<str>,
    pub state: State,
    /// Where it was looked for; none if that is the archive or the folder that the asset itself lies in.
    pub library: Option<usize>,
}

/// An archive in which assets of other files are looked for.
#[derive(Debug)]
pub struct Library {
    /// As the engine calls it.
    pub name: &'static str,
    /// None if it is not there.
    pub path: Option<String>,
    /// None if it is not there, or cannot be read.
    pub entries: Option<usize>,
    /// References that lead here.
    pub references: usize,
    /// Entries that some of them find.
    pub used: usize,
    /// None where it is not told: the library was not asked for, or those who may use it were not.
    pub unused: Option<Unused>,
}

/// Entries that nothing refers to.
#[derive(Debug)]
pub struct Unused {
    pub count: usize,
    /// The first of them.
    pub paths: Vec<String>,
}

/// How many references came to what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    pub references: usize,
    pub found: usize,
    pub missing: usize,
    pub optional: usize,
    pub no_library: usize,
}

/// Who uses what.
#[derive(Debug)]
pub struct Graph {
    /// Files and entries that were looked at, at every depth.
    pub assets: usize,
    pub nodes: Vec<Node>,
    /// Those of one node stand together.
    pub edges: Vec<Edge>,
    pub libraries: Vec<Library>,
    /// References that were counted, but are too many to follow.
    pub unfollowed: usize,
    pub unreadable: Unreadable,
    /// By node: whether it was asked for.
    asked: Vec<bool>,
    /// By node: whether it was asked for, or something that was leads to it.
    reached: Vec<bool>,
    /// The entries that were asked for by name, and what lies in them.
    within: Vec<usize>,
    /// Pairs of a node and an edge that leads to it, in order.
    incoming: Vec<(usize, usize)>,
    by_path: HashMap<String, usize>,
}

impl Graph {
    /// The asset at a path, from the outermost file on and with every name as its archive spells it ([`canonical`]).
    /// None if it refers to nothing and nothing refers to it.
    pub fn node(&self, path: &str) -> Option<usize> {
        self.by_path.get(path).copied()
    }

    pub fn edges_of(&self, node: usize) -> &[Edge] {
        self.nodes.get(node).map_or(&[], |node| &self.edges[node.edges.clone()])
    }

    pub fn edges_to(&self, node: usize) -> impl Iterator<Item = &Edge> {
        self.incoming_of(node).map(|edge| &self.edges[edge])
    }

    fn incoming_of(&self, node: usize) -> impl Iterator<Item = usize> {
        let first = self.incoming.partition_point(|(to, _)| *to < node);
        self.incoming[first..].iter().take_while(move |(to, _)| *to == node).map(|(_, edge)| *edge)
    }

    /// The references of what was asked for, and of all that they lead to.
    pub fn followed(&self) -> impl Iterator<Item = &Edge> {
        self.edges.iter().filter(|edge| self.reached[edge.from])
    }

    pub fn totals(&self) -> Totals {
        let mut totals = Totals::default();
        for edge in self.followed() {
            totals.references += 1;
            *match edge.state {
                State::Found => &mut totals.found,
                State::StandIn | State::FirstEntry | State::Missing => &mut totals.missing,
                State::Optional => &mut totals.optional,
                State::NoLibrary => &mut totals.no_library,
            } += 1;
        }
        totals
    }

    /// What was asked for and refers to something: first what nothing else leads to, then the rest.
    pub fn tops(&self) -> Vec<usize> {
        let asked =
            || (0..self.nodes.len()).filter(|node| self.asked[*node] && !self.edges_of(*node).is_empty());
        let led_to =
            |node: &usize| self.edges_to(*node).any(|edge| edge.from != *node && self.reached[edge.from]);
        let (rest, tops): (Vec<_>, Vec<_>) = asked().partition(led_to);
        tops.into_iter().chain(rest).collect()
    }

    /// The entries that were asked for by name, and what lies in them.
    pub fn within(&self) -> &[usize] {
        &self.within
    }

    /// The references that lead to those entries, at once or by way of others.
    pub fn used_by(&self) -> Vec<&Edge> {
        let mut seen = vec![false; self.nodes.len()];
        let mut next = self.within.clone();
        next.iter().for_each(|node| seen[*node] = true);
        let mut found = vec![];
        while let Some(node) = next.pop() {
            for edge in self.incoming_of(node) {
                found.push(edge);
                let from = self.edges[edge].from;
                if !std::mem::replace(&mut seen[from], true) {
                    next.push(from);
                }
            }
        }
        found.sort_unstable();
        found.into_iter().map(|edge| &self.edges[edge]).collect()
    }
}

/// The path of the entry that `steps` name, with every name as its archive spells it.
pub fn canonical(asset: &Asset<'_>, steps: &[&str], limits: Limits) -> Result<String> {
    let Some(step) = steps.first() else { return Ok(asset.path.to_owned()) };
    let (kind, document) = asset.open()?;
    let archive = document
        .archive()
        .ok_or_else(|| Problem::new(NOT_ARCHIVE, asset.path, args!(format = kind.id, name = *step)))?;
    let (index, taken) = find_or_explain(&*archive, asset.path, steps)?;
    let exact = Steps::new(&*archive).get(index).unwrap_or_default();
    let deeper = limits.deeper();
    asset.descend(&[&exact], limits, |entry| canonical(&entry, &steps[taken..], deeper))
}
