//! What the program is made of: crates, packages of npm, the standard library of Rust.

mod crates;
mod page;

use crate::{Result, tools};
use std::path::{Path, PathBuf};

/// A package of others, or of ours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Its name everywhere (a package URL).
    pub purl: String,
    pub name: String,
    pub version: String,
    /// Its licence, as SPDX writes it.
    pub licence: Option<String>,
    /// The algorithm and the sum, in hexadecimal, of the package as the lock file wants it.
    pub sum: Option<(&'static str, String)>,
    /// Whether it is in the program; otherwise it only helps to build it.
    pub inside: bool,
    /// Whether it comes from this repository.
    pub ours: bool,
    /// The parts that it needs, by their package URLs.
    pub needs: Vec<String>,
    /// Where its licence files are.
    pub folder: PathBuf,
}

/// The program itself, among the parts.
pub const PROGRAM: &str = "relict-cli";

/// All parts of the program as it is built for a kind of machine, in the order of their package URLs.
pub fn of(root: &Path, host: &str) -> Result<Vec<Part>> {
    let mut parts = crates::parts(root, host)?;
    let page = page::parts(root)?;
    // The page is built into the viewer, and the library into everything.
    let own = page.iter().filter(|part| part.ours).map(|part| part.purl.clone()).collect::<Vec<_>>();
    let library = library()?;
    for part in &mut parts {
        match part.name.as_str() {
            "relict-viewer" => part.needs.extend(own.iter().cloned()),
            PROGRAM => part.needs.push(library.purl.clone()),
            _ => {}
        }
    }
    parts.extend(page);
    parts.push(library);
    parts.sort_by(|one, another| one.purl.cmp(&another.purl));
    Ok(parts)
}

/// The standard library, which comes with the compiler.
fn library() -> Result<Part> {
    let version = tools::compiler("release")?;
    Ok(Part {
        purl: purl("generic", "rust-std", &version),
        name: "rust-std".to_owned(),
        version,
        licence: Some("MIT OR Apache-2.0".to_owned()),
        sum: None,
        inside: true,
        ours: false,
        needs: vec![],
        folder: tools::sysroot()?.join("share/doc/rust/licenses"),
    })
}

/// A package URL. What its grammar uses for itself is written as a percent sign and a number.
fn purl(kind: &str, name: &str, version: &str) -> String {
    let version = version.replace('+', "%2B");
    format!("pkg:{kind}/{}@{version}", name.replace('@', "%40"))
}

/// Licences as SPDX writes them; crates of old write a stroke for a choice.
fn spdx(licence: &str) -> String {
    licence.split('/').map(str::trim).collect::<Vec<_>>().join(" OR ")
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::sync::LazyLock;

    /// The parts of the program, asked for once.
    pub static PARTS: LazyLock<Vec<Part>> =
        LazyLock::new(|| of(crate::root(), &tools::host().unwrap()).unwrap());

    fn part(name: &str) -> &'static Part {
        PARTS.iter().find(|part| part.name == name).unwrap_or_else(|| panic!("{name} is no part"))
    }

    #[test]
    fn parts_of_crates_and_of_the_page_are_told_apart_from_what_builds_them() {
        for inside in ["relict-core", "serde_json", "png", "tokio", "three", "@fluent/bundle", "rust-std"] {
            assert!(part(inside).inside, "{inside} is in the program");
        }
        for outside in ["serde_derive", "syn", "vite", "rolldown"] {
            assert!(PARTS.iter().filter(|part| part.name == outside).all(|part| !part.inside), "{outside}");
        }
        for absent in ["jsonschema", "mdbook-driver", "typescript", "@playwright/test", "tar", "xtask"] {
            assert!(PARTS.iter().all(|part| part.name != absent), "{absent} is only for tests and chores");
        }
    }

    #[test]
    fn every_part_of_others_has_a_licence_and_a_sum() {
        for part in PARTS.iter().filter(|part| !part.ours && part.name != "rust-std") {
            assert!(part.licence.as_ref().is_some_and(|licence| !licence.contains('/')), "{}", part.purl);
            let (algorithm, sum) = part.sum.as_ref().unwrap_or_else(|| panic!("{} has no sum", part.purl));
            let digits = if *algorithm == "SHA-256" { 64 } else { 128 };
            assert!(
                sum.len() == digits && sum.bytes().all(|digit| digit.is_ascii_hexdigit()),
                "{}",
                part.purl
            );
        }
    }

    #[test]
    fn whatever_is_needed_is_there_and_whatever_is_there_is_needed() {
        let all: BTreeSet<&str> = PARTS.iter().map(|part| part.purl.as_str()).collect();
        assert_eq!(all.len(), PARTS.len(), "every part once");
        let program = part(PROGRAM).purl.as_str();
        let (mut reached, mut waiting) = (BTreeSet::from([program]), vec![program]);
        while let Some(purl) = waiting.pop() {
            for need in &PARTS.iter().find(|part| part.purl == purl).unwrap().needs {
                assert!(all.contains(need.as_str()), "{purl} needs {need}, which is no part");
                if reached.insert(need) {
                    waiting.push(need);
                }
            }
        }
        assert_eq!(all.difference(&reached).collect::<Vec<_>>(), Vec::<&&str>::new(), "nothing needs these");
    }

    #[test]
    fn package_urls_and_licences_are_written_as_their_grammars_want_them() {
        assert_eq!(purl("npm", "@fluent/bundle", "0.19.1"), "pkg:npm/%40fluent/bundle@0.19.1");
        assert_eq!(purl("cargo", "wasi", "0.11.1+snapshot"), "pkg:cargo/wasi@0.11.1%2Bsnapshot");
        assert_eq!(spdx("MIT/Apache-2.0"), "MIT OR Apache-2.0");
        assert_eq!(spdx("(MIT OR Apache-2.0) AND Unicode-3.0"), "(MIT OR Apache-2.0) AND Unicode-3.0");
    }
}
