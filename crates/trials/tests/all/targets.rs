//! The fuzz targets are the trials.

use relict_trials::{Trial, all};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

pub fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

#[test]
fn every_trial_has_a_fuzz_target_that_is_nothing_else() {
    let mut files: BTreeSet<String> = fs::read_dir(fuzz().join("fuzz_targets"))
        .unwrap()
        .map(|file| file.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    let manifest = fs::read_to_string(fuzz().join("Cargo.toml")).unwrap();
    for trial in all() {
        let name = trial.file_name();
        assert!(files.remove(&format!("{name}.rs")), "{name} has no target");
        let source = fs::read_to_string(fuzz().join(format!("fuzz_targets/{name}.rs"))).unwrap();
        assert_eq!(source, format!("#![no_main]\n\nrelict_fuzz::target!(\"{}\");\n", trial.name));
        assert!(manifest.contains(&format!("[[bin]]\nname = \"{name}\"\n")), "{name} is not in the manifest");
    }
    assert_eq!(files, BTreeSet::new(), "these are no trials");
}

#[test]
fn every_corpus_belongs_to_a_trial_and_is_small() {
    let names: BTreeSet<String> = all().iter().map(Trial::file_name).collect();
    let (mut files, mut bytes) = (0, 0);
    for folder in fs::read_dir(fuzz().join("corpus")).into_iter().flatten().map(|folder| folder.unwrap()) {
        let name = folder.file_name().to_string_lossy().into_owned();
        assert!(names.contains(&name), "{name} is no trial");
        for file in fs::read_dir(folder.path()).unwrap() {
            files += 1;
            bytes += file.unwrap().metadata().unwrap().len();
        }
    }
    assert!(files <= 800 && bytes <= 1_500_000, "{files} files, {bytes} bytes");
}
