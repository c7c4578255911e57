//! Room for what is needed only while the program runs.

use crate::staging::{self, StagingDir};
use std::io;
use std::path::{Path, PathBuf};

/// A temporary folder for the owner alone. It goes when it is dropped; what a killed program left of its own goes when the
/// next one makes one.
#[derive(Debug)]
pub struct Scratch {
    path: PathBuf,
    _staging: StagingDir,
}

impl Scratch {
    pub fn new() -> io::Result<Self> {
        let around = std::env::temp_dir();
        staging::clean_stale(&around);
        let staging = StagingDir::in_folder(&around)?;
        Ok(Self { path: staging.new_folder(), _staging: staging })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}
