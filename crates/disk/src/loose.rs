//! Folders in which the entries of an archive lie loose.

use crate::{SourceFolder, files as disk};
use relict_toolkit::core::args;
use relict_toolkit::folder::MANIFEST_NAME;
use relict_toolkit::loose;
use relict_toolkit::problem::{MISSING_FILE, Problem, Result};
use std::path::Path;

/// More than this is no game for phones, and would have to be held all at once.
const MOST: u64 = 64 << 20;

/// The archive that the files of a folder would be in; none if they would be in none, or were unpacked from one.
pub fn archive(folder: &Path) -> Result<Option<Vec<u8>>> {
    if !is_archive(folder)? {
        return Ok(None);
    }
    let files = SourceFolder::open(folder)?;
    let names = files.files("")?;
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let gone = |name: &str| Problem::new(MISSING_FILE, name, args!(name = "", named = "no"));
    let read = |name: &str| files.read(name)?.ok_or_else(|| gone(name));
    match names.iter().map(|name| size(&files, name)).sum::<u64>() {
        0..=MOST => loose::assembled(&disk::shown(folder), &names, &read).transpose(),
        _ => Ok(None),
    }
}

/// What lies right in the folder decides, so that nobody looks through a whole disk.
fn is_archive(folder: &Path) -> Result<bool> {
    let here = std::fs::read_dir(folder).map_err(|e| disk::failed(folder, &e))?;
    let files = here.flatten().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    let names: Vec<String> = files.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    Ok(!names.contains(&MANIFEST_NAME) && loose::is_archive(&names))
}

fn size(files: &SourceFolder, name: &str) -> u64 {
    let file = files.file(name).ok().flatten();
    file.and_then(|file| file.metadata().ok()).map_or(0, |facts| facts.len())
}
