//! The trials, on what they begin with and what the fuzzer left.

use crate::targets::fuzz;
use relict_toolkit::core::rng::Rng;
use relict_trials::damage::damaged;
use relict_trials::{Trial, all, seeds};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Damage to each trial's inputs, in all.
const DAMAGED: u32 = 200;
/// A seed that is damaged is not longer, unless all are.
const SHORT: usize = 1 << 10;
/// Seeds of each trial that are tried as they are.
const SEEDS: usize = 16;

/// Runs a trial and tells what it was that broke it.
fn run(trial: &Trial, bytes: &[u8], how: &str) {
    if catch_unwind(AssertUnwindSafe(|| trial.run(bytes))).is_err() {
        let file = std::env::temp_dir().join(format!("relict-{}", trial.file_name()));
        let _ = fs::write(&file, bytes);
        panic!("{} breaks on {how}; the input is in {}", trial.name, file.display());
    }
}

/// What the fuzzer found worth keeping.
fn corpus(trial: &Trial) -> Vec<(String, Vec<u8>)> {
    let files = fs::read_dir(fuzz().join("corpus").join(trial.file_name())).into_iter().flatten();
    let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| (file.display().to_string(), fs::read(file).unwrap())).collect()
}

/// Does something with every item, on all cores. On threads of their own: those of the library wait for each other, and do
/// something else meanwhile, which needs a deep stack where everything is done at once.
fn each<T: Sync>(items: &[T], work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Relaxed)) {
                    work(item);
                }
            });
        }
    });
}

#[test]
fn every_trial_holds_for_its_seeds() {
    each(&all(), |trial| {
        let seeds = seeds::of(trial.name);
        assert!(!seeds.is_empty(), "{} has no seeds", trial.name);
        for (i, seed) in seeds.iter().enumerate().step_by(seeds.len().div_ceil(SEEDS)) {
            run(trial, seed, &format!("seed {i}"));
        }
    });
}

#[test]
fn every_trial_holds_for_the_corpus() {
    each(&all(), |trial| {
        for (name, bytes) in corpus(trial) {
            run(trial, &bytes, &name);
        }
    });
}

#[test]
fn every_trial_holds_for_damaged_seeds() {
    each(&all(), |trial| {
        let mut seeds = seeds::of(trial.name);
        // The long ones are for the fuzzer, which has the time.
        seeds.sort_by_key(Vec::len);
        seeds.truncate(seeds.iter().take_while(|seed| seed.len() <= SHORT).count().max(1));
        for i in 0..DAMAGED {
            let mut rng = Rng::new(i);
            let (one, other) = (rng.below(seeds.len()), rng.below(seeds.len()));
            let damaged = damaged(&mut rng, &seeds[one], &seeds[other]);
            run(trial, &damaged, &format!("damage {i} to seed {one}"));
        }
    });
}
