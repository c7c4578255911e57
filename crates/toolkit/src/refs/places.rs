//! Which file the engine means by the name of a library.

use super::{Interest, Known};
use std::collections::HashMap;

/// The files that some role names, by where they stand.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// By folder and name, among what was asked for.
    near: HashMap<(String, String), usize>,
    /// By name alone: the only file of that name, or none if there are several.
    only: HashMap<String, Option<usize>>,
    /// The same as `near`, above what was asked for.
    above: HashMap<(String, String), usize>,
}

/// The folder and the name of a file.
pub(super) fn split(path: &str) -> (&str, &str) {
    path.rfind(['/', '\\']).map_or(("", path), |at| (&path[..at], &path[at + 1..]))
}

/// A folder and those that it lies in, as far as the path tells.
pub(super) fn and_above(folder: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(folder), |folder| {
        let (above, name) = split(folder);
        // What lies above `..` has no name here.
        (!folder.is_empty() && name != "..").then_some(above)
    })
}

impl Places {
    pub(super) fn new(known: &[Known], is_library: impl Fn(&str) -> bool) -> Self {
        let mut places = Self::default();
        for (file, Known { path, interest }) in known.iter().enumerate() {
            let (folder, name) = split(path);
            let name = name.to_lowercase();
            if !is_library(&name) {
                continue;
            }
            let place = (folder.to_owned(), name.clone());
            if *interest == Interest::Above {
                places.above.entry(place).or_insert(file);
                continue;
            }
            // Where names differ only by case, the first in order counts, as for paths.
            if places.near.contains_key(&place) {
                continue;
            }
            places.near.insert(place, file);
            places.only.entry(name).and_modify(|only| *only = None).or_insert(Some(file));
        }
        places
    }

    /// The file nearest to `folder`: in it or above it; else the only one of that name; else one that lies above
    /// everything that was asked for.
    pub(super) fn nearest(&self, folder: &str, library: &str) -> Option<usize> {
        let name = library.to_lowercase();
        let among = |files: &HashMap<(String, String), usize>| {
            and_above(folder).find_map(|folder| files.get(&(folder.to_owned(), name.clone())).copied())
        };
        among(&self.near).or_else(|| self.only.get(&name).copied().flatten()).or_else(|| among(&self.above))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(files: &[(&str, Interest)]) -> Places {
        let known = |(path, interest): &(&str, Interest)| Known { path: (*path).into(), interest: *interest };
        let known: Vec<Known> = files.iter().map(known).collect();
        Places::new(&known, |name| name == "material.lib")
    }

    #[test]
    fn a_library_is_looked_for_upwards_then_anywhere_then_above() {
        let in_folder = Interest::Folder;
        let two = places(&[("g/a/Material.lib", in_folder), ("g/MATERIAL.LIB", in_folder)]);
        assert_eq!(two.nearest("g/a/deep/er", "Material.lib"), Some(0));
        assert_eq!(two.nearest("g/b", "Material.lib"), Some(1));
        assert_eq!(two.nearest("elsewhere", "Material.lib"), None);
        let one = places(&[("g/a/Material.lib", in_folder), ("Material.lib", Interest::Above)]);
        assert_eq!(one.nearest("g/b", "material.LIB"), Some(0));
        let above = places(&[("g/x.rlb", in_folder), ("Material.lib", Interest::Above)]);
        assert_eq!(above.nearest("g/b", "Material.lib"), Some(1));
        assert_eq!(above.nearest("g/b", "Textures.lib"), None);
    }

    #[test]
    fn the_way_up_ends_where_the_path_does() {
        assert_eq!(and_above("a/b").collect::<Vec<_>>(), ["a/b", "a", ""]);
        assert_eq!(and_above("../a").collect::<Vec<_>>(), ["../a", ".."]);
        assert_eq!(and_above("").collect::<Vec<_>>(), [""]);
        assert_eq!(and_above("/a").collect::<Vec<_>>(), ["/a", ""]);
    }
}
