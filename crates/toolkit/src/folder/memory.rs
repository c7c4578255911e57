//! A folder in memory: for tests, and for programs that hand it on instead of writing it to disk.

use super::{PackSource, UnpackTarget};
use crate::problem::Result;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

#[derive(Debug, Default)]
pub struct Memory {
    files: Mutex<BTreeMap<String, Vec<u8>>>,
}

impl Memory {
    pub fn files(self) -> BTreeMap<String, Vec<u8>> {
        self.files.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn of(files: BTreeMap<String, Vec<u8>>) -> Self {
        Self { files: Mutex::new(files) }
    }

    fn with<R>(&self, then: impl FnOnce(&mut BTreeMap<String, Vec<u8>>) -> R) -> R {
        then(&mut self.files.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl UnpackTarget for Memory {
    fn put(&self, path: &str, bytes: &[u8]) -> Result<()> {
        self.with(|files| files.insert(path.to_owned(), bytes.to_vec()));
        Ok(())
    }
}

impl PackSource for Memory {
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>> {
        Ok(self.with(|files| files.get(path).cloned()))
    }

    fn size(&self, path: &str) -> Result<Option<usize>> {
        Ok(self.with(|files| files.get(path).map(Vec::len)))
    }

    fn files(&self, folder: &str) -> Result<Vec<String>> {
        let inside = |path: &String| match folder {
            "" => Some(path.clone()),
            folder => Some(path.strip_prefix(folder)?.strip_prefix('/')?.to_owned()),
        };
        Ok(self.with(|files| files.keys().filter_map(inside).collect()))
    }
}
