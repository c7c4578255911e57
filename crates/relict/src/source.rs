//! Where an asset comes from: a file, with those beside it, or bytes.

use crate::{Asset, Result};
use relict_disk::{Beside, Input, Mapping};
use relict_toolkit::core::format::{Alone, Library};
use relict_toolkit::path;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What [`open`](crate::open) takes: a path, or bytes with a name.
#[derive(Debug)]
#[non_exhaustive]
pub enum Source<'s> {
    /// A file, or what the path names inside it.
    Path(&'s Path),
    /// Bytes, under a name that may go on inside them. What lies beside a file is not there for them.
    Bytes(&'s str, Vec<u8>),
}

impl<'s> From<&'s str> for Source<'s> {
    fn from(path: &'s str) -> Self {
        Self::Path(Path::new(path))
    }
}

impl<'s> From<&'s String> for Source<'s> {
    fn from(path: &'s String) -> Self {
        Self::Path(Path::new(path))
    }
}

impl<'s> From<&'s Path> for Source<'s> {
    fn from(path: &'s Path) -> Self {
        Self::Path(path)
    }
}

impl<'s> From<&'s PathBuf> for Source<'s> {
    fn from(path: &'s PathBuf) -> Self {
        Self::Path(path)
    }
}

impl<'s> From<(&'s str, Vec<u8>)> for Source<'s> {
    fn from((name, bytes): (&'s str, Vec<u8>)) -> Self {
        Self::Bytes(name, bytes)
    }
}

impl Source<'_> {
    pub(crate) fn open(self) -> Result<Asset> {
        match self {
            Self::Path(path) => {
                let Input { shown, bytes, inner, folder } =
                    Input::open_file_or_loose_folder(&path.to_string_lossy())?;
                let file = File { path: shown, bytes, beside: Some(Arc::new(Beside::new(&folder))) };
                Asset::file(file).at(&inner)
            }
            Self::Bytes(name, bytes) => Ok(Asset::file(File::of_bytes(name, bytes))),
        }
    }
}

/// A file, and the files beside it.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) bytes: Mapping,
    /// None for bytes that lie in no folder.
    pub(crate) beside: Option<Arc<Beside>>,
}

impl File {
    pub(crate) fn of_bytes(name: &str, bytes: Vec<u8>) -> Self {
        Self { path: name.to_owned(), bytes: Mapping::Read(bytes), beside: None }
    }

    pub(crate) fn library(&self) -> &dyn Library {
        match &self.beside {
            Some(beside) => &**beside,
            None => &Alone,
        }
    }
}

/// The steps of a path inside an archive.
pub(crate) fn steps(inner: &str) -> Vec<String> {
    path::split(inner).into_iter().map(str::to_owned).collect()
}
