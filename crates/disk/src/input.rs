//! What a person named: a file, and the way into it.

use crate::{Beside, Mapping, Place, files, loose};
use relict_toolkit::core::format::Limits;
use relict_toolkit::open::Asset;
use relict_toolkit::problem::{IS_FOLDER, Problem};
use std::path::{Path, PathBuf};

/// A file with the way into it, as a person named both.
#[derive(Debug)]
pub struct Input {
    pub shown: String,
    pub bytes: Mapping,
    pub inner: Vec<String>,
    /// Where files beside it are looked for.
    pub folder: PathBuf,
}

impl Input {
    /// Opens what `path` names; a folder is a problem.
    pub fn open(path: &str) -> Result<Self, Problem> {
        Self::at(files::locate(path)?)
    }

    /// The same, but a folder in which the entries of an archive lie loose is taken for that archive.
    pub fn open_file_or_loose_folder(path: &str) -> Result<Self, Problem> {
        let place = files::locate(path)?;
        if let Place::Folder(folder) = &place
            && let Some(bytes) = loose::archive(folder)?
        {
            let (shown, bytes) = (files::shown(folder), Mapping::Read(bytes));
            return Ok(Self { shown, bytes, inner: vec![], folder: folder.clone() });
        }
        Self::at(place)
    }

    fn at(place: Place) -> Result<Self, Problem> {
        match place {
            Place::Folder(folder) => Err(Problem::new(IS_FOLDER, files::shown(&folder), vec![])),
            Place::StandardInput => Ok(Self {
                shown: "-".into(),
                bytes: Mapping::Read(files::read_input()?),
                inner: vec![],
                folder: PathBuf::new(),
            }),
            Place::File { path, inner } => Self::file(&path, inner),
        }
    }

    pub fn file(path: &Path, inner: Vec<String>) -> Result<Self, Problem> {
        let bytes = files::open(path)?;
        let folder = path.parent().map(Path::to_owned).unwrap_or_default();
        Ok(Self { shown: files::shown(path), bytes, inner, folder })
    }

    /// Hands what the path names to `then`.
    pub fn asset<R>(&self, then: impl FnOnce(Asset<'_>) -> Result<R, Problem>) -> Result<R, Problem> {
        let steps: Vec<&str> = self.inner.iter().map(String::as_str).collect();
        Asset::file(&self.shown, &self.bytes).descend(&steps, Limits::default(), then)
    }

    pub fn library(&self) -> Beside {
        Beside::new(&self.folder)
    }
}
