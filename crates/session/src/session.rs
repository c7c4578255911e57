//! What is known to every route: the source, the files that are open, what was dropped and what was changed.

use crate::api::Graphs;
use crate::edits::Edits;
use crate::galleries::Galleries;
use crate::memory::Memory;
use crate::opened::{Cache, Opened};
use crate::request::Request;
use crate::session_library::{Neighbour, SessionLibrary};
use crate::source::{Child, Draft, FileBytes, Place, Source, join, split_last, steps};
use crate::spans::SpanCache;
use crate::stamp::{Stamp, tag};
use crate::uploads::{UPLOADED, Uploads, name_of};
use relict_toolkit::core::format::Limits;
use relict_toolkit::core::image::Palette;
use relict_toolkit::messages::Language;
use relict_toolkit::open::Asset;
use relict_toolkit::problem::{IS_FOLDER, Problem, Result};
use std::collections::HashMap;
use std::sync::Arc;

#[derive(Debug)]
pub struct Session {
    pub source: Box<dyn Source>,
    /// Whether anything may be changed.
    pub edit: bool,
    pub language: Language,
    /// For pictures whose palette is another file, whatever lies beside them.
    pub(crate) palette: Option<Palette>,
    pub(crate) uploads: Uploads,
    pub(crate) edits: Edits,
    cache: Cache,
    memory: Memory,
    pub(crate) galleries: Galleries,
    pub(crate) graphs: Graphs,
    pub(crate) spans: SpanCache,
}

/// More files than this are not searched, nor asked who uses what: whoever starts in the root of a disk looks at one
/// folder after the other.
const MOST_FILES: usize = 100_000;

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
    /// With colours for pictures whose palette is another file.
    #[must_use]
    pub fn with_palette(self, palette: Option<Palette>) -> Self {
        Self { palette, ..self }
    }

    /// `language` is spoken where nothing else is asked for.
    pub fn new(source: Box<dyn Source>, edit: bool, language: Language) -> Self {
        Self {
            source,
            edit,
            language,
            palette: None,
            uploads: Uploads::default(),
            edits: Edits::default(),
            cache: Cache::default(),
            memory: Memory::default(),
            galleries: Galleries::default(),
            graphs: Graphs::default(),
            spans: SpanCache::default(),
        }
    }

    /// What a path names, in the source or among what was dropped.
    pub fn locate(&self, path: &str) -> Result<Place> {
        if !path.starts_with(UPLOADED) {
            return self.source.locate(path);
        }
        let (dropped, inner) = self.uploads.find(path)?;
        steps(path)?;
        let inner = inner.ok_or_else(|| Problem::new(IS_FOLDER, path, vec![]))?;
        Ok(Place::File { file: dropped.shown.clone(), inner })
    }

    /// Room for a file that is dropped.
    pub fn begin_upload(&self) -> Result<Box<dyn Draft>> {
        self.source.draft(UPLOADED)
    }

    /// Adds a file that was dropped; its path from now on.
    pub fn keep_upload(&self, name: &str, held: Box<dyn FileBytes>) -> Result<String> {
        self.uploads.keep(name, held).map(|file| file.shown.clone())
    }

    /// A file as it is now: as its edits left it, or as the source has it.
    pub fn open_file(&self, shown: &str) -> Result<Arc<Opened>> {
        self.opened(shown, |stamp| self.cache.get(&*self.source, shown, stamp))
    }

    /// The same for those who look at many files once, and would only push others out of reach.
    pub fn look_at(&self, shown: &str) -> Result<Arc<Opened>> {
        self.opened(shown, |_| Opened::open(&*self.source, shown).map(Arc::new))
    }

    fn opened(
        &self,
        shown: &str,
        open: impl FnOnce(Option<Stamp>) -> Result<Arc<Opened>>,
    ) -> Result<Arc<Opened>> {
        let dropped = if shown.starts_with(UPLOADED) { Some(self.uploads.find(shown)?.0) } else { None };
        let stamp = match &dropped {
            Some(file) => Some(file.stamp),
            None => self.source.stamp(shown).ok(),
        };
        let opened = match (self.edits.current(shown, stamp), dropped) {
            (Some(edited), _) => edited,
            (None, Some(dropped)) => dropped,
            (None, None) => open(stamp)?,
        };
        self.memory.note(&opened);
        Ok(opened)
    }

    /// Gives the memory back that reading files has taken.
    pub fn forget(&self) {
        self.memory.forget();
    }

    /// The same, after so many bytes more were read of some file.
    pub fn read(&self, bytes: usize) {
        self.memory.read(bytes);
    }

    /// The same, now and then: after something small was answered.
    pub fn answered(&self) {
        self.memory.answered();
    }

    /// All files of the source, in order, as far as anybody wants to look.
    pub(crate) fn files(&self) -> Vec<Child> {
        self.source.files_below("", MOST_FILES).0
    }

    /// The file in front of a path, and the way into it.
    pub fn file(&self, path: &str) -> Result<(Arc<Opened>, Vec<String>)> {
        match self.locate(path)? {
            Place::Folder(folder) => Err(Problem::new(IS_FOLDER, folder, vec![])),
            Place::File { file, inner } => Ok((self.open_file(&file)?, inner)),
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
            let file =
                |file: Arc<Opened>| (name_of(&file).to_lowercase(), Neighbour::new(file.shown.clone()));
            return self.uploads.all().into_iter().rev().map(file).collect();
        }
        let (folder, _) = split_last(shown);
        let file = |child: Child| (child.name.to_lowercase(), Neighbour::new(join(folder, &child.name)));
        self.source.beside(folder).into_iter().rev().map(file).collect()
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
            states.extend(self.files().into_iter().map(of_child));
        }
        Some(tag(&(&request.written, request.language as u8, states, self.edits.generation())))
    }

    /// The names and stamps of what a path names.
    fn states(&self, path: &str, beside: bool) -> Result<Vec<(String, Stamp)>> {
        match self.locate(path)? {
            Place::Folder(folder) => Ok(self.source.children(&folder)?.into_iter().map(of_child).collect()),
            Place::File { file, .. } if file.starts_with(UPLOADED) => {
                let stamp = self.uploads.find(&file)?.0.stamp;
                Ok(vec![(file, stamp)])
            }
            Place::File { file, .. } => {
                let (folder, _) = split_last(&file);
                let around = if beside { self.source.beside(folder) } else { vec![] };
                let stamp = self.source.stamp(&file)?;
                Ok(around.into_iter().map(of_child).chain([(file, stamp)]).collect())
            }
        }
    }
}

fn of_child(child: Child) -> (String, Stamp) {
    (child.name, child.stamp)
}
