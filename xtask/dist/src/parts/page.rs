//! The packages of the viewer's page, as npm's lock file tells them.

use super::{Part, purl, spdx};
use crate::{Result, VERSION};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// What builds the page and is not in it.
const TOOLS: [&str; 1] = ["vite"];

pub fn parts(root: &Path) -> Result<Vec<Part>> {
    let web = root.join("web");
    let lock: Value = serde_json::from_slice(&fs::read(web.join("package-lock.json"))?)?;
    let lock = Lock { packages: &lock["packages"] };
    let inside = lock.reached(|name| !TOOLS.contains(&name));
    let mut parts = vec![];
    for key in lock.reached(|_| true) {
        let package = &lock.packages[key];
        let called = if key.is_empty() { text(package, "name") } else { name(key) };
        let version = if key.is_empty() { VERSION } else { text(package, "version") };
        parts.push(Part {
            purl: purl("npm", called, version),
            name: called.to_owned(),
            version: version.to_owned(),
            licence: package["license"].as_str().map(spdx),
            sum: sum(text(package, "integrity")),
            inside: inside.contains(key),
            ours: key.is_empty(),
            needs: lock
                .needs(key)
                .map(|key| purl("npm", name(key), text(&lock.packages[key], "version")))
                .collect(),
            folder: web.join(key),
        });
    }
    Ok(parts)
}

/// A lock file: packages by the folders that they are put into, the empty one being the page itself.
struct Lock<'a> {
    packages: &'a Value,
}

impl<'a> Lock<'a> {
    /// The packages that the page leads to, beginning with those of its needs that are wanted.
    fn reached(&self, wanted: impl Fn(&str) -> bool) -> BTreeSet<&'a str> {
        let first = self.needs("").filter(|key| wanted(name(key)));
        let mut waiting: Vec<&str> = first.collect();
        let mut reached = BTreeSet::from([""]);
        while let Some(key) = waiting.pop() {
            if reached.insert(key) {
                waiting.extend(self.needs(key));
            }
        }
        reached
    }

    /// What a package needs, by folder. Something optional may not be there.
    fn needs(&self, key: &'a str) -> impl Iterator<Item = &'a str> {
        let lists = ["dependencies", "optionalDependencies"].map(|list| self.packages[key][list].as_object());
        let names = lists.into_iter().flatten().flat_map(|list| list.keys());
        let found: Vec<&str> = names.filter_map(|name| self.find(key, name)).collect();
        found.into_iter()
    }

    /// The folder in which a package finds another: the nearest one, as Node looks for it.
    fn find(&self, key: &str, name: &str) -> Option<&'a str> {
        let mut from = key;
        loop {
            let below = if from.is_empty() { String::new() } else { format!("{from}/") };
            let folder = format!("{below}node_modules/{name}");
            if let Some((folder, _)) = self.packages.as_object()?.get_key_value(&folder) {
                return Some(folder);
            }
            from = if from.is_empty() {
                return None;
            } else {
                from.rsplit_once("node_modules/")?.0.trim_end_matches('/')
            };
        }
    }
}

/// The package in a folder.
fn name(key: &str) -> &str {
    key.rsplit_once("node_modules/").map_or(key, |(_, name)| name)
}

fn text<'v>(package: &'v Value, key: &str) -> &'v str {
    package[key].as_str().unwrap_or_default()
}

/// The sum in hexadecimal that npm tells as `sha512-` and Base64.
fn sum(integrity: &str) -> Option<(&'static str, String)> {
    let sum = integrity.split(' ').find_map(|sum| sum.strip_prefix("sha512-"))?;
    let bytes = BASE64_STANDARD.decode(sum).ok()?;
    Some(("SHA-512", bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_package_finds_the_nearest_of_a_name() {
        let packages = json!({
            "": {"dependencies": {"a": "1", "b": "1"}, "devDependencies": {"t": "1"}},
            "node_modules/a": {"dependencies": {"b": "2"}, "optionalDependencies": {"absent": "1"}},
            "node_modules/a/node_modules/b": {"dependencies": {"c": "1"}},
            "node_modules/b": {},
            "node_modules/c": {},
            "node_modules/t": {},
        });
        let lock = Lock { packages: &packages };
        assert_eq!(lock.needs("node_modules/a").collect::<Vec<_>>(), ["node_modules/a/node_modules/b"]);
        let all = ["", "node_modules/a", "node_modules/a/node_modules/b", "node_modules/b", "node_modules/c"];
        assert_eq!(lock.reached(|_| true), BTreeSet::from(all));
        assert_eq!(lock.reached(|name| name != "a"), BTreeSet::from(["", "node_modules/b"]));
    }

    #[test]
    fn sums_of_npm_are_told_in_hexadecimal() {
        let (algorithm, sum) = sum("sha1-AAAA sha512-/wAQ").unwrap();
        assert_eq!((algorithm, sum.as_str()), ("SHA-512", "ff0010"));
        assert_eq!(super::sum("sha1-AAAA"), None);
    }
}
