//! Sums, by which whoever downloads a file knows that it is the one that was handed out.

use crate::{Result, tools};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Writes the sums of files, in the form that `sha256sum --check` reads.
pub fn write(folder: &Path, files: &[PathBuf]) -> Result<PathBuf> {
    let mut lines = String::new();
    for file in files {
        writeln!(lines, "{}  {}", of(&fs::read(file)?), tools::name(file))?;
    }
    let sums = folder.join("SHA256SUMS");
    fs::write(&sums, lines)?;
    Ok(sums)
}

pub fn of(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
