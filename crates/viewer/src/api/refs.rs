//! Who uses what, over all files there are.

use crate::answer::Answer;
use crate::asked::Asked;
use crate::place::Child;
use crate::session::Session;
use crate::stamp::Stamp;
use relict::core::format::Limits;
use relict::messages::Catalogue;
use relict::problem::Result;
use relict::refs::{self, Edge, Files, Graph, Interest, Known, State};
use serde::Serialize;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Told<'t> {
    uses: Vec<Use<'t>>,
    used_by: Vec<UsedBy<'t>>,
}

#[derive(Serialize)]
struct Use<'t> {
    role: &'static str,
    label: String,
    name: &'t str,
    field: &'t str,
    state: State,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<&'t str>,
}

#[derive(Serialize)]
struct UsedBy<'t> {
    role: &'static str,
    label: String,
    from: &'t str,
    field: &'t str,
}

/// The graph of the files as they were, made anew when one of them has changed.
#[derive(Debug, Default)]
pub struct Graphs(Mutex<Option<(u64, Arc<Graph>)>>);

impl Graphs {
    pub fn get(&self, session: &Session) -> Arc<Graph> {
        let files = session.root.files();
        let state = state(&files, session.edits.generation());
        // Held while it is made, so that whoever asks meanwhile waits for the same.
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, graph)) = kept.as_ref().filter(|(known, _)| *known == state) {
            return Arc::clone(graph);
        }
        let known = |file: &Child| Known { path: file.name.clone(), interest: Interest::Folder };
        let known: Vec<Known> = files.iter().map(known).collect();
        let graph = Arc::new(refs::graph(&known, &Disk { session, files: &files }, &[], Limits::default()));
        *kept = Some((state, Arc::clone(&graph)));
        graph
    }
}

fn state(files: &[Child], generation: u64) -> u64 {
    let mut hasher = DefaultHasher::new();
    generation.hash(&mut hasher);
    files.iter().for_each(|file| (&file.name, Stamp::of(&file.facts)).hash(&mut hasher));
    hasher.finish()
}

struct Disk<'d> {
    session: &'d Session,
    files: &'d [Child],
}

impl Files for Disk<'_> {
    fn read(&self, file: usize, then: &mut dyn FnMut(&[u8])) {
        let file = self.files.get(file);
        if let Some(Ok(opened)) = file.map(|file| self.session.look_at(&file.path, &file.name)) {
            then(&opened.bytes);
        }
    }
}

pub fn answer(session: &Session, asked: &Asked) -> Result<Answer> {
    let catalogue = asked.language.catalogue();
    let path = canonical(session, asked.path())?;
    let graph = session.graphs.get(session);
    let node = graph.node(&path);
    let uses = node.map_or(&[][..], |node| graph.edges_of(node));
    let used_by = node.into_iter().flat_map(|node| graph.edges_to(node));
    Answer::json(&Told {
        uses: uses.iter().map(|edge| used(edge, &graph, catalogue)).collect(),
        used_by: used_by.map(|edge| user(edge, &graph, catalogue)).collect(),
    })
}

/// The path with every name as it is spelt where it stands.
fn canonical(session: &Session, path: &str) -> Result<String> {
    let (opened, inner) = session.file(path)?;
    let steps: Vec<&str> = inner.iter().map(String::as_str).collect();
    refs::canonical(&opened.asset(), &steps, Limits::default())
}

fn used<'t>(edge: &'t Edge, graph: &'t Graph, catalogue: &Catalogue) -> Use<'t> {
    Use {
        role: edge.role.name,
        label: label(edge, catalogue),
        name: &edge.name,
        field: &edge.field,
        state: edge.state,
        to: edge.to.map(|node| path(graph, node)),
    }
}

fn user<'t>(edge: &'t Edge, graph: &'t Graph, catalogue: &Catalogue) -> UsedBy<'t> {
    let from = path(graph, edge.from);
    UsedBy { role: edge.role.name, label: label(edge, catalogue), from, field: &edge.field }
}

fn label(edge: &Edge, catalogue: &Catalogue) -> String {
    let id = format!("refs-role-{}", edge.role.name);
    catalogue.get(&id, &vec![]).unwrap_or_else(|| edge.role.name.to_owned())
}

fn path(graph: &Graph, node: usize) -> &str {
    graph.nodes.get(node).map_or("", |node| &node.path)
}
