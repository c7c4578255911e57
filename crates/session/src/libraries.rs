//! Where things are that are named, in the libraries that the engine would look into.

use crate::opened::Opened;
use crate::session::Session;
use relict_toolkit::core::archive::Archive;
use relict_toolkit::core::refs::Place;
use relict_toolkit::path::Steps;
use relict_toolkit::refs::ROLES;
use std::collections::{HashMap, HashSet};

/// The paths of things by name, for a role such as `texture`. Libraries are looked for beside the file; each is opened
/// once. What is not there has no path.
pub fn paths(
    session: &Session,
    beside: &Opened,
    role: &str,
    names: &HashSet<String>,
) -> HashMap<String, String> {
    let mut found = HashMap::new();
    if names.is_empty() {
        return found;
    }
    let files = session.neighbours(&beside.shown);
    for role in ROLES.iter().filter(|known| known.name == role) {
        let Place::Library(library) = role.place else { continue };
        let Some(file) = files.get(&library.to_lowercase()) else { continue };
        let Ok(opened) = session.open_file(&file.shown) else { continue };
        let asset = opened.asset();
        let Ok((_, document)) = asset.open() else { continue };
        if let Some(archive) = document.archive() {
            found.extend(paths_in(&*archive, asset.path, names));
        }
    }
    found
}

fn paths_in(archive: &dyn Archive, outer: &str, names: &HashSet<String>) -> Vec<(String, String)> {
    let steps = Steps::new(archive);
    let path = |name: &String| {
        let step = steps.get(archive.find(name)?)?;
        Some((name.clone(), format!("{outer}/{step}")))
    };
    names.iter().filter_map(path).collect()
}
