//! Who uses what, over all files there are.

use crate::answer::Answer;
use crate::request::Request;
use crate::session::Session;
use crate::source::Child;
use relict_toolkit::answer::Reference;
use relict_toolkit::answer::page::{References, Uses};
use relict_toolkit::core::format::Limits;
use relict_toolkit::messages::Catalogue;
use relict_toolkit::problem::Result;
use relict_toolkit::refs::{self, Edge, Files, Graph, Interest, Known};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

/// The graph of the files as they were, made anew when one of them has changed.
#[derive(Debug, Default)]
pub struct Graphs(Mutex<Option<(u64, Arc<Graph>)>>);

impl Graphs {
    pub fn get(&self, session: &Session) -> Arc<Graph> {
        let files = session.files();
        let state = state(&files, session.edits.generation());
        // Held while it is made, so that whoever asks meanwhile waits for the same.
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, graph)) = kept.as_ref().filter(|(known, _)| *known == state) {
            return Arc::clone(graph);
        }
        let known = |file: &Child| Known { path: file.name.clone(), interest: Interest::Folder };
        let known: Vec<Known> = files.iter().map(known).collect();
        let graph =
            Arc::new(refs::graph(&known, &SourceFiles { session, files: &files }, &[], Limits::default()));
        *kept = Some((state, Arc::clone(&graph)));
        graph
    }
}

fn state(files: &[Child], generation: u64) -> u64 {
    let mut hasher = DefaultHasher::new();
    generation.hash(&mut hasher);
    files.iter().for_each(|file| (&file.name, file.stamp).hash(&mut hasher));
    hasher.finish()
}

struct SourceFiles<'d> {
    session: &'d Session,
    files: &'d [Child],
}

impl Files for SourceFiles<'_> {
    fn read(&self, file: usize, then: &mut dyn FnMut(&[u8])) {
        let file = self.files.get(file);
        if let Some(Ok(opened)) = file.map(|file| self.session.look_at(&file.name)) {
            then(opened.bytes());
        }
    }
}

pub fn answer(session: &Session, request: &Request) -> Result<Answer> {
    let catalogue = request.language.catalogue();
    let path = canonical(session, request.path())?;
    let graph = session.graphs.get(session);
    let node = graph.node(&path);
    let uses = node.map_or(&[][..], |node| graph.edges_of(node));
    let used_by = node.into_iter().flat_map(|node| graph.edges_to(node));
    let in_words = |edge| Uses { reference: Reference::of(edge, &graph), label: label(edge, catalogue) };
    Answer::json(&References {
        uses: uses.iter().map(in_words).collect(),
        used_by: used_by.map(in_words).collect(),
    })
}

/// The path with every name as it is spelt where it stands.
fn canonical(session: &Session, path: &str) -> Result<String> {
    let (opened, inner) = session.file(path)?;
    let steps: Vec<&str> = inner.iter().map(String::as_str).collect();
    refs::canonical(&opened.asset(), &steps, Limits::default())
}

/// What is named, in words; new roles have none yet.
fn label(edge: &Edge, catalogue: &Catalogue) -> String {
    let id = format!("refs-role-{}", edge.role.name);
    catalogue.get(&id, &vec![]).unwrap_or_else(|| edge.role.name.to_owned())
}
