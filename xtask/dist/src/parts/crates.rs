//! The crates of the program, as cargo resolves them.

use super::{PROGRAM, Part, purl, spdx};
use crate::{Result, tools};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The name and the version of a crate.
type Crate = (String, String);

pub fn parts(root: &Path, host: &str) -> Result<Vec<Part>> {
    // The tree knows exactly which crates are in the program; the metadata would tell those of tests and chores, too.
    let all = tree(root, host, "normal,build")?;
    let inside = tree(root, host, "normal,no-proc-macro")?;
    let sums = sums(&fs::read_to_string(root.join("Cargo.lock"))?);
    let metadata = metadata(root, host)?;
    let crates: BTreeMap<&str, Crate> = list(&metadata["packages"]).filter_map(named).collect();
    let needs: BTreeMap<&str, &Value> = list(&metadata["resolve"]["nodes"])
        .filter_map(|node| Some((node["id"].as_str()?, &node["deps"])))
        .collect();

    let mut parts = vec![];
    for package in list(&metadata["packages"]) {
        let Some((id, key)) = named(package).filter(|(_, key)| all.contains(key)) else { continue };
        let needed = needs.get(id).into_iter().flat_map(|deps| list(deps)).filter(|dep| is_built_with(dep));
        let needed =
            needed.filter_map(|dep| crates.get(dep["pkg"].as_str()?)).filter(|key| all.contains(*key));
        let manifest = PathBuf::from(package["manifest_path"].as_str().unwrap_or_default());
        parts.push(Part {
            purl: purl("cargo", &key.0, &key.1),
            licence: package["license"].as_str().map(spdx),
            sum: sums.get(&key).map(|sum| ("SHA-256", sum.clone())),
            inside: inside.contains(&key),
            ours: package["source"].is_null(),
            needs: needed.map(|(name, version)| purl("cargo", name, version)).collect(),
            folder: manifest.parent().map(Path::to_owned).unwrap_or_default(),
            name: key.0,
            version: key.1,
        });
    }
    Ok(parts)
}

fn metadata(root: &Path, host: &str) -> Result<Value> {
    let mut metadata = tools::cargo();
    metadata.args(["metadata", "--locked", "--format-version", "1", "--filter-platform", host]);
    Ok(serde_json::from_str(&tools::said(metadata.current_dir(root))?)?)
}

/// The crates that the program leads to.
fn tree(root: &Path, host: &str, edges: &str) -> Result<BTreeSet<Crate>> {
    let mut tree = tools::cargo();
    tree.args(["tree", "--locked", "--package", PROGRAM, "--target", host, "--edges", edges])
        .args(["--prefix", "none", "--format", "{p}"])
        .current_dir(root);
    Ok(tools::said(&mut tree)?.lines().filter_map(crate_of).collect())
}

/// The crate in a line of the tree, such as `syn v3.0.9 (*)`.
fn crate_of(line: &str) -> Option<Crate> {
    let mut words = line.split(' ');
    Some((words.next()?.to_owned(), words.next()?.strip_prefix('v')?.to_owned()))
}

/// A package's id, name and version.
fn named(package: &Value) -> Option<(&str, Crate)> {
    let text = |key: &str| package[key].as_str();
    Some((text("id")?, (text("name")?.to_owned(), text("version")?.to_owned())))
}

/// Whether a crate is needed by more than tests.
fn is_built_with(dep: &Value) -> bool {
    list(&dep["dep_kinds"]).any(|kind| kind["kind"] != "dev")
}

/// The sums in a `Cargo.lock`.
fn sums(lock: &str) -> BTreeMap<Crate, String> {
    let field = |package: &str, name: &str| {
        let start = format!("{name} = \"");
        package.lines().find_map(|line| line.strip_prefix(&start)?.strip_suffix('"')).map(str::to_owned)
    };
    let packages = lock.split("[[package]]").skip(1);
    packages
        .filter_map(|package| {
            Some(((field(package, "name")?, field(package, "version")?), field(package, "checksum")?))
        })
        .collect()
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_tree_names_a_crate() {
        let syn = Some(("syn".to_owned(), "3.0.9".to_owned()));
        assert_eq!(crate_of("syn v3.0.9"), syn);
        assert_eq!(crate_of("syn v3.0.9 (proc-macro) (*)"), syn);
        assert_eq!(crate_of(""), None);
    }

    #[test]
    fn the_lock_tells_the_sums_of_what_comes_from_elsewhere() {
        let lock = "version = 4\n\n[[package]]\nname = \"ours\"\nversion = \"1.0.0\"\n\n\
                    [[package]]\nname = \"png\"\nversion = \"0.18.1\"\nchecksum = \"ab\"\ndependencies = [\n \"x\",\n]\n";
        let png = ("png".to_owned(), "0.18.1".to_owned());
        assert_eq!(sums(lock), BTreeMap::from([(png, "ab".to_owned())]));
    }
}
