//! What is known to every route: the root, the files that are open, what was dropped and what was changed.

use crate::api::Graphs;
use crate::edits::Edits;
use crate::galleries::Galleries;
use crate::memory::Memory;
use crate::opened::{Cache, Opened};
use crate::place::{Child, Place, Root, steps};
use crate::request::Request;
use crate::session_library::{Neighbour, SessionLibrary};
use crate::spans::SpanCache;
use crate::stamp::{Stamp, tag};
use crate::uploads::{UPLOADED, Uploads};
use relict_toolkit::core::format::Limits;
use relict_toolkit::messages::Language;
use relict_toolkit::open::Asset;
use relict_toolkit::problem::{IS_FOLDER, Problem, Result};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

#[derive(Debug)]
pub struct Session {
    pub root: Root,
    pub edit: bool,
    pub language: Language,
    pub uploads: Uploads,
    pub edits: Edits,
    cache: Cache,
    pub memory: Memory,
    pub galleries: Galleries,
    pub graphs: Graphs,
    pub spans: SpanCache,
}

/// What an answer is made of, so that it is made again only when one of them changes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Depends {
    /// Paths in the query under these names.
    pub paths: &'static [&'static str],
    /// And the files beside them.
    pub beside: bool,
    /// And all files there are.
    pub all: bool,
}

impl Session {
    /// Of a folder or a file. `language` is spoken where nothing else is request for.
    pub fn open(root: &Path, edit: bool, language: Language) -> Result<Self> {
        Ok(Self {
            root: Root::open(root)?,
            edit,
            language,
            uploads: Uploads::default(),
            edits: Edits::default(),
            cache: Cache::default(),
            memory: Memory::default(),
            galleries: Galleries::default(),
            graphs: Graphs::default(),
            spans: SpanCache::default(),
        })
    }

    /// What a path names, on disk or among what was dropped.
    pub fn locate(&self, path: &str) -> Result<Place> {
        if !path.starts_with(UPLOADED) {
            return self.root.locate(path);
        }
        let (dropped, inner) = self.uploads.find(path)?;
        let shown = dropped.shown();
        steps(path)?;
        let inner = inner.ok_or_else(|| Problem::new(IS_FOLDER, path, vec![]))?;
        Ok(Place::File { path: dropped.path, shown, inner })
    }

    /// A file as it is now: as its edits left it, or as it lies on disk.
    pub fn open_file(&self, path: &Path, shown: &str) -> Result<Arc<Opened>> {
        let disk = path.metadata().ok().map(|facts| Stamp::of(&facts));
        let opened = match self.edits.current(shown, disk) {
            Some(edited) => edited,
            None => self.cache.get(path, shown)?,
        };
        self.memory.note(&opened);
        Ok(opened)
    }

    /// The same for those who look at many files once, and would only push others out of reach.
    pub fn look_at(&self, path: &Path, shown: &str) -> Result<Arc<Opened>> {
        let disk = path.metadata().ok().map(|facts| Stamp::of(&facts));
        let opened = match self.edits.current(shown, disk) {
            Some(edited) => edited,
            None => Arc::new(Opened::open(path, shown)?),
        };
        self.memory.note(&opened);
        Ok(opened)
    }

    /// The file in front of a path, and the way into it.
    pub fn file(&self, path: &str) -> Result<(Arc<Opened>, Vec<String>)> {
        match self.locate(path)? {
            Place::Folder { shown, .. } => Err(Problem::new(IS_FOLDER, shown, vec![])),
            Place::File { path, shown, inner } => Ok((self.open_file(&path, &shown)?, inner)),
        }
    }

    /// Hands what a path names to `then`, with the file that it lies in.
    pub fn asset<R>(&self, path: &str, then: impl FnOnce(Asset<'_>, &Arc<Opened>) -> Result<R>) -> Result<R> {
        let (opened, inner) = self.file(path)?;
        let steps: Vec<&str> = inner.iter().map(String::as_str).collect();
        opened.asset().descend(&steps, Limits::default(), |asset| then(asset, &opened))
    }

    /// The same for what a request names: as edits left it or, with `original=1`, as they found it.
    pub fn wanted<R>(
        &self,
        request: &Request,
        then: impl FnOnce(Asset<'_>, &Arc<Opened>) -> Result<R>,
    ) -> Result<R> {
        let (now, inner) = self.file(request.path())?;
        let before = request.flag("original").then(|| self.edits.original(&now.shown)).flatten();
        let opened = before.unwrap_or(now);
        let steps: Vec<&str> = inner.iter().map(String::as_str).collect();
        opened.asset().descend(&steps, Limits::default(), |asset| then(asset, &opened))
    }

    /// The files beside one.
    pub fn library(&self, opened: &Opened) -> SessionLibrary<'_> {
        SessionLibrary::new(self, &opened.shown)
    }

    /// The same by name in lower case. What was dropped has beside it what else was, the last first.
    pub fn neighbours(&self, shown: &str) -> HashMap<String, Neighbour> {
        if shown.starts_with(UPLOADED) {
            let file = |file: crate::uploads::Upload| {
                (file.name.to_lowercase(), Neighbour::new(file.path.clone(), file.shown()))
            };
            return self.uploads.all().into_iter().rev().map(file).collect();
        }
        let folder = shown.rsplit_once('/').map_or("", |(folder, _)| folder);
        let file = |child: Child| {
            let shown =
                if folder.is_empty() { child.name.clone() } else { format!("{folder}/{}", child.name) };
            (child.name.to_lowercase(), Neighbour::new(child.path, shown))
        };
        self.root.beside(folder).into_iter().rev().map(file).collect()
    }

    /// What an answer is good for as long as it stays the same. None if it depends on something that is not there.
    pub fn tag(&self, depends: Depends, request: &Request) -> Option<String> {
        let mut states = vec![];
        for path in depends.paths.iter().flat_map(|name| request.words(name)) {
            states.extend(self.states(path, depends.beside).ok()?);
        }
        // Without a path, the root is meant.
        if depends.paths == ["p"] && request.word("p").is_none() {
            states.extend(self.states("", false).ok()?);
        }
        if depends.all {
            states.extend(self.root.states());
        }
        Some(tag(&(&request.written, request.language as u8, states, self.edits.generation())))
    }

    /// The names and stamps of what a path names.
    fn states(&self, path: &str, beside: bool) -> Result<Vec<(String, Stamp)>> {
        let of_child = |child: Child| (child.name, Stamp::of(&child.facts));
        match self.locate(path)? {
            Place::Folder { path, shown } => {
                Ok(self.root.children(&path, &shown)?.into_iter().map(of_child).collect())
            }
            Place::File { path, shown, .. } => {
                let facts = path.metadata().map_err(|e| relict_disk::failed(Path::new(&shown), &e))?;
                let folder = shown.rsplit_once('/').map_or("", |(folder, _)| folder);
                let around =
                    if beside && !shown.starts_with(UPLOADED) { self.root.beside(folder) } else { vec![] };
                let own = (shown.clone(), Stamp::of(&facts));
                Ok(around.into_iter().map(of_child).chain([own]).collect())
            }
        }
    }
}
