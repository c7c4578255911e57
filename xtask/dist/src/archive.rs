//! The archive with the program and its papers, for any Linux or Mac, and for `cargo binstall`.

use crate::program::Place;
use crate::{Result, VERSION, tools};
use flate2::{Compression, GzBuilder};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use tar::{Builder, EntryType, Header};

/// What goes in from the root of the repository.
const FROM_ROOT: [&str; 6] =
    ["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "README.md", "README.ru.md", "SECURITY.md"];

/// Writes the archive; where it is.
pub fn write(place: &Place, program: &Path, papers: &Path, packages: &Path, seconds: u64) -> Result<PathBuf> {
    let name = name(&place.host);
    let mut files = below(papers)?;
    files.extend(FROM_ROOT.map(|name| (name.to_owned(), place.root.join(name))));
    files.insert(tools::name(program), program.to_owned());
    let archive = packages.join(format!("{name}.tar.gz"));
    let out = GzBuilder::new().write(File::create(&archive)?, Compression::best());
    pack(out, &name, &files, seconds)?.finish()?;
    Ok(archive)
}

/// The archive and its only folder are called this; `crates/cli/Cargo.toml` tells `cargo binstall` so.
fn name(host: &str) -> String {
    format!("relict-{VERSION}-{host}")
}

/// Every file below a folder, by its path from there.
fn below(folder: &Path) -> Result<BTreeMap<String, PathBuf>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = tools::name(&path);
        if path.is_dir() {
            found.extend(below(&path)?.into_iter().map(|(inner, path)| (format!("{name}/{inner}"), path)));
        } else {
            found.insert(name, path);
        }
    }
    Ok(found)
}

/// Packs files by their names, in order, with nothing of this machine: no owner, no date but the one given.
fn pack<W: Write>(out: W, folder: &str, files: &BTreeMap<String, PathBuf>, seconds: u64) -> Result<W> {
    let mut tar = Builder::new(out);
    for (name, path) in files {
        let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut header = Header::new_ustar();
        header.set_entry_type(EntryType::Regular);
        header.set_size(bytes.len() as u64);
        header.set_mode(if is_program(name) { 0o755 } else { 0o644 });
        header.set_mtime(seconds);
        header.set_uid(0);
        header.set_gid(0);
        tar.append_data(&mut header, format!("{folder}/{name}"), bytes.as_slice())?;
    }
    Ok(tar.into_inner()?)
}

fn is_program(name: &str) -> bool {
    name == format!("relict{}", std::env::consts::EXE_SUFFIX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `cargo binstall` is told, with its words filled in for an archive of ours.
    fn told(key: &str) -> String {
        let manifest = include_str!("../../../crates/cli/Cargo.toml");
        let section = manifest.split("[package.metadata.binstall]").nth(1).unwrap();
        let line = section.lines().find(|line| line.starts_with(key)).unwrap();
        let value = line.split('"').nth(1).unwrap();
        let words = [("version", VERSION), ("target", "T"), ("archive-suffix", ".tgz"), ("bin", "relict")];
        words.iter().fold(value.to_owned(), |text, (word, is)| text.replace(&format!("{{ {word} }}"), is))
    }

    #[test]
    fn binstall_looks_for_the_archive_and_the_program_under_their_names() {
        assert!(told("pkg-url").ends_with(&format!("/{}.tar.gz", name("T"))), "{}", told("pkg-url"));
        assert_eq!(told("bin-dir"), format!("{}/relict{{ binary-ext }}", name("T")));
    }

    #[test]
    fn the_same_files_give_the_same_archive_and_only_the_program_can_be_run() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let program = format!("relict{}", std::env::consts::EXE_SUFFIX);
        let files = BTreeMap::from([
            (program.clone(), here.join("src/main.rs")),
            ("man/relict.1".to_owned(), here.join("Cargo.toml")),
        ]);
        let packed = pack(vec![], "relict-1", &files, 1_000_000_000).unwrap();
        assert_eq!(packed, pack(vec![], "relict-1", &files, 1_000_000_000).unwrap());
        let mut archive = tar::Archive::new(packed.as_slice());
        let found: Vec<_> = archive
            .entries()
            .unwrap()
            .map(|entry| entry.unwrap())
            .map(|e| {
                let header = e.header();
                (e.path().unwrap().display().to_string(), header.mode().unwrap(), header.mtime().unwrap())
            })
            .collect();
        let date = 1_000_000_000;
        assert_eq!(
            found,
            [("relict-1/man/relict.1".to_owned(), 0o644, date), (format!("relict-1/{program}"), 0o755, date)]
        );
    }
}
