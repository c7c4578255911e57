//! The fuzz targets are the trials.

use relict_trials::{Trial, all, named};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

pub fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

#[test]
fn the_one_fuzz_program_finds_every_trial_by_either_of_its_names() {
    let manifest = fs::read_to_string(fuzz().join("Cargo.toml")).unwrap();
    assert_eq!(manifest.matches("[[bin]]").count(), 1);
    let mut names = BTreeSet::new();
    for trial in all() {
        for name in [trial.name, &trial.file_name()] {
            assert_eq!(named(name).map(|found| found.name), Some(trial.name));
        }
        assert!(names.insert(trial.file_name()), "{} has the corpus of another", trial.name);
    }
    assert!(named("").is_none() && named("ngi").is_none());
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
