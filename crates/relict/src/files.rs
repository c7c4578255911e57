//! All files of a folder.

use crate::source::File;
use crate::{Asset, Result};
use relict_disk::{Beside, files_below, open_regular, shown};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Every file below a folder that is of a format that Relict knows, in the order of names. Links are not followed.
pub fn files(folder: impl AsRef<Path>) -> Result<Files> {
    Ok(Files { paths: files_below(folder.as_ref())?.into_iter(), beside: None })
}

/// What [`files`] finds, one file after the other.
#[derive(Debug)]
pub struct Files {
    paths: std::vec::IntoIter<PathBuf>,
    /// Files of one folder share what lies beside them.
    beside: Option<(PathBuf, Arc<Beside>)>,
}

impl Files {
    fn open(&mut self, path: &Path) -> Result<Asset> {
        let folder = path.parent().unwrap_or(Path::new(""));
        let beside = match self.beside.take().filter(|(known, _)| known == folder) {
            Some((_, beside)) => beside,
            None => Arc::new(Beside::new(folder)),
        };
        self.beside = Some((folder.to_owned(), Arc::clone(&beside)));
        Ok(Asset::file(File { path: shown(path), bytes: open_regular(path)?, beside: Some(beside) }))
    }
}

impl Iterator for Files {
    type Item = Result<Asset>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let path = self.paths.next()?;
            match self.open(&path) {
                Ok(asset) if asset.format().is_none() => {}
                opened => return Some(opened),
            }
        }
    }
}
