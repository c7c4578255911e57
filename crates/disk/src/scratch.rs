//! Room for what is needed only while the program runs.

use crate::unfinished::{self, Workshop};
use std::io;
use std::path::{Path, PathBuf};

/// A temporary folder for the owner alone. It goes when it is dropped; what a killed program left of its own goes when the
/// next one makes one.
#[derive(Debug)]
pub struct Scratch {
    path: PathBuf,
    _workshop: Workshop,
}

impl Scratch {
    pub fn new() -> io::Result<Self> {
        let around = std::env::temp_dir();
        unfinished::tidy(&around);
        let workshop = Workshop::in_folder(&around)?;
        Ok(Self { path: workshop.new_folder(), _workshop: workshop })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}
