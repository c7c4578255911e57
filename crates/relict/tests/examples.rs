//! The examples do what they say, on the sample data.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::Command;

/// Where cargo puts examples: beside the folder of the tests.
fn example(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let folder = test.parent().unwrap().parent().unwrap().join("examples");
    folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

fn run(name: &str, args: &[&Path]) -> String {
    let done = Command::new(example(name)).args(args).output().unwrap();
    assert!(done.status.success(), "{name}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap()
}

/// A sample, as a file.
fn sample(folder: &Path, path: &str) -> PathBuf {
    let sample = relict_samples::all().into_iter().find(|sample| sample.path == path).unwrap();
    let file = folder.join(path.rsplit('/').next().unwrap());
    std::fs::write(&file, sample.bytes).unwrap();
    file
}

#[test]
fn list_lists_an_archive() {
    let folder = tempfile::tempdir().unwrap();
    let listed = run("list", &[&sample(folder.path(), "parkan/units.rlb")]);
    assert!(listed.lines().any(|line| line.contains("ngi.msh") && line.ends_with(" tank.msh")), "{listed}");
}

#[test]
fn textures_become_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let pictures = folder.path().join("pictures");
    run("textures", &[&sample(folder.path(), "parkan/Textures.lib"), &pictures]);
    let pictures: Vec<_> = std::fs::read_dir(pictures).unwrap().map(|file| file.unwrap().path()).collect();
    assert!(pictures.len() > 20);
    for picture in pictures {
        assert!(std::fs::read(picture).unwrap().starts_with(b"\x89PNG"));
    }
}

#[test]
fn recolour_changes_one_material() {
    let folder = tempfile::tempdir().unwrap();
    let (library, out) = (sample(folder.path(), "parkan/Material.lib"), folder.path().join("new.lib"));
    run("recolour", &[&library, Path::new("BEACON"), &out]);
    let document = relict::open(&out.join("BEACON")).unwrap().document().unwrap();
    assert_eq!(document["phases"][0]["diffuse"], serde_json::json!([0, 128, 255, 255]));
    let sizes = [&library, &out].map(|file| std::fs::metadata(file).unwrap().len());
    assert_eq!(sizes[0], sizes[1]);
}

#[test]
fn a_model_becomes_glb() {
    let folder = tempfile::tempdir().unwrap();
    let (units, out) = (sample(folder.path(), "parkan/units.rlb"), folder.path().join("tank.glb"));
    let said = run("model", &[&units.join("tank.msh"), &out]);
    assert!(said.contains("nodes"), "{said}");
    assert!(std::fs::read(out).unwrap().starts_with(b"glTF"));
}

#[test]
fn findings_are_printed() {
    let folder = tempfile::tempdir().unwrap();
    sample(folder.path(), "parkan/oddities.rlb");
    let printed = run("findings", &[folder.path()]);
    assert!(printed.lines().any(|line| line.starts_with("warning[")), "{printed}");
}

#[test]
fn the_program_in_the_readme_is_the_example() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let example = std::fs::read_to_string(root.join("examples/textures.rs")).unwrap();
    let program = &example[example.find("use std::").unwrap()..];
    for readme in ["../../README.md", "../../README.ru.md"] {
        let readme = std::fs::read_to_string(root.join(readme)).unwrap();
        assert!(readme.contains(&format!("```rust\n{program}```")), "{program}");
    }
}
