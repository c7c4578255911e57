//! Folders of game files and of facts, on disk.

use super::{Verdict, look};
use relict_toolkit::open::Asset;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// All facts in a folder: every file there that ends in `.json`.
pub fn facts(folder: &Path) -> io::Result<Vec<Value>> {
    let is_json = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "json");
    let files = files_below(folder)?.into_iter().filter(is_json);
    files.map(|path| Ok(serde_json::from_slice(&fs::read(path)?)?)).collect()
}

/// What is seen of every archive of a game in a folder, and the names of all other files.
pub fn verdicts(folder: &Path, facts: &[Value]) -> io::Result<(Vec<Verdict>, Vec<String>)> {
    let (mut verdicts, mut others) = (vec![], vec![]);
    for path in files_below(folder)? {
        let name = path.strip_prefix(folder).unwrap_or(&path).display().to_string();
        let bytes = fs::read(&path)?;
        match Asset::file(&name, &bytes).kind() {
            Some(kind) if kind.id == "idmobile.jar" => verdicts.push(look(&name, &bytes, facts)),
            _ => others.push(name),
        }
    }
    Ok((verdicts, others))
}

/// Every file in a folder and the folders in it, by name.
fn files_below(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    paths.sort();
    let mut files = vec![];
    for path in paths {
        match path.is_dir() {
            true => files.extend(files_below(&path)?),
            false => files.push(path),
        }
    }
    Ok(files)
}
