//! Every trial in a program that counts what it takes: small files stay within their bounds, and what is longer takes more
//! in proportion, not by the square.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use relict_counting::{Counting, taken_in_all};
use relict_toolkit::FORMATS;
use relict_toolkit::core::format::{Kind, Origin};
use relict_toolkit::core::rng::Rng;
use relict_trials::damage::damaged;
use relict_trials::{Trial, all, named, seeds};
use serde_json::Value;
use std::sync::{Mutex, PoisonError};

#[global_allocator]
static COUNTING: Counting = Counting;

/// What is counted is the whole program's, so only one test runs at a time.
static ALONE: Mutex<()> = Mutex::new(());

/// Damage to each trial's inputs.
const DAMAGED: usize = 20;
/// Longer ones are for the fuzzer.
const SHORT: usize = 2 << 10;

/// The server of the viewer does what it does whenever it wants to.
fn counted() -> impl Iterator<Item = Trial> {
    all().into_iter().filter(|trial| trial.name != "ways.routes")
}

#[test]
fn every_trial_stays_within_its_memory() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    for trial in counted() {
        let mut seeds = seeds::of(trial.name);
        seeds.retain(|seed| seed.len() <= SHORT);
        seeds.iter().step_by(seeds.len().div_ceil(8).max(1)).for_each(|seed| trial.run(seed));
        for i in 0..DAMAGED {
            let mut rng = Rng::new(i as u32 + 1_000);
            let Some(seed) = seeds.get(rng.below(seeds.len())) else { break };
            let other = &seeds[rng.below(seeds.len())];
            trial.run(&damaged(&mut rng, seed, other));
        }
    }
}

/// A file with every list so many times as long, as far as it can be one.
fn grown(kind: &Kind, json: &Value, times: usize) -> Option<Vec<u8>> {
    let mut json = json.clone();
    grow(&mut json, times);
    kind.build(&json, Origin::default()).ok()
}

fn grow(json: &mut Value, times: usize) {
    match json {
        Value::Array(list) if list.iter().any(|item| item.is_object() || item.is_string()) => {
            let one = list.clone();
            (1..times).for_each(|_| list.extend_from_slice(&one));
        }
        Value::Object(fields) => fields.values_mut().for_each(|value| grow(value, times)),
        _ => {}
    }
}

fn work(trial: &Trial, bytes: &[u8]) -> usize {
    let before = taken_in_all();
    trial.run(bytes);
    taken_in_all() - before
}

#[test]
fn what_is_four_times_as_long_takes_about_four_times_as_much() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut compared = 0;
    for kind in FORMATS.iter() {
        let trial = named(kind.id).unwrap();
        let small = seeds::of(kind.id).into_iter().filter(|seed| seed.len() <= SHORT);
        for seed in small.take(3) {
            let Ok(document) = kind.open(&seed, Origin::default()) else { continue };
            let json = document.to_json();
            let sizes = [4, 16].map(|times| grown(kind, &json, times));
            let [Some(long), Some(longer)] = sizes else { continue };
            if long.len() <= seed.len() || longer.len() > 64 << 10 {
                continue;
            }
            let rate = |bytes: &[u8]| work(&trial, bytes) as f64 / bytes.len() as f64;
            let (one, four) = (rate(&long), rate(&longer));
            assert!(four < one * 2.0 + 1000.0, "{}: {one:.0} bytes for each, then {four:.0}", kind.id);
            compared += 1;
        }
    }
    assert!(compared >= 8, "{compared}");
}
