//! The licences of what the program contains, which whoever hands it out has to hand out with it.

use crate::Result;
use crate::parts::Part;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// How the names of such files begin.
const NAMES: [&str; 8] =
    ["license", "licence", "copying", "copyright", "notice", "unlicense", "mit", "apache"];

/// One text for all parts of others: first who they are, then each licence once, with those who are under it.
pub fn text(parts: &[Part]) -> Result<String> {
    let mut text = String::from("Relict contains the following works of others.\n\n");
    let mut licences: BTreeMap<String, Vec<&Part>> = BTreeMap::new();
    for part in parts.iter().filter(|part| part.inside && !part.ours) {
        let licence = part.licence.as_deref().unwrap_or("its own licence");
        writeln!(text, "  {} {}: {licence}", part.name, part.version)?;
        for file in files(&part.folder)? {
            let licence = String::from_utf8_lossy(&fs::read(file)?).replace('\r', "");
            let licence: Vec<&str> = licence.trim().lines().map(str::trim_end).collect();
            licences.entry(licence.join("\n")).or_default().push(part);
        }
    }
    for (licence, parts) in &licences {
        let mut names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
        names.dedup();
        writeln!(text, "\n{}\n\n{}:\n\n{licence}", "=".repeat(80), names.join(", "))?;
    }
    Ok(text)
}

/// The licence files in a folder, in order.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = vec![];
    for entry in fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))? {
        let path = entry?.path();
        let name = crate::tools::name(&path).to_lowercase();
        if path.is_file() && NAMES.iter().any(|start| name.starts_with(start)) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::tests::PARTS;

    #[test]
    fn the_works_of_others_in_the_program_are_named_with_their_licences() {
        // Without Node, nothing of the page is there, and no package is made.
        let there: Vec<Part> = PARTS.iter().filter(|part| part.folder.exists()).cloned().collect();
        let text = text(&there).unwrap();
        for named in ["\n  serde_json ", "\n  rust-std ", "Permission is hereby granted", "Apache License"] {
            assert!(text.contains(named), "{named}");
        }
        for absent in ["\n  relict-core ", "\n  vite ", "\n  syn "] {
            assert!(!text.contains(absent), "{absent}");
        }
        assert!(!text.contains(env!("CARGO_MANIFEST_DIR")), "nothing of this machine");
        let lost = Part { folder: "nowhere".into(), ..there.last().cloned().unwrap() };
        assert!(
            super::text(&[Part { inside: true, ours: false, ..lost }]).is_err(),
            "its licence is not known"
        );
    }

    #[test]
    fn a_licence_that_many_share_stands_once() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let part = |name: &str| Part {
            purl: name.to_owned(),
            name: name.to_owned(),
            version: "1".to_owned(),
            licence: Some("MIT".to_owned()),
            sum: None,
            inside: true,
            ours: false,
            needs: vec![],
            folder: folder.clone(),
        };
        let text = text(&[part("one"), part("two")]).unwrap();
        assert_eq!(text.matches("\none, two:\n").count(), 2, "the two licences of this repository");
        assert_eq!(text.matches("Permission is hereby granted").count(), 1);
    }
}
