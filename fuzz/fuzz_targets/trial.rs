//! Runs the trial that `RELICT_TRIAL` names, by its name or that of its corpus: `ngi.msh` or `ngi_msh`.

#![no_main]

use relict_counting::Counting;
use relict_trials::{Trial, named};
use std::sync::LazyLock;

/// Counts, so that trials know what they take.
#[global_allocator]
static COUNTING: Counting = Counting;

static TRIAL: LazyLock<Trial> = LazyLock::new(|| {
    let name = std::env::var(relict_trials::VARIABLE).unwrap_or_default();
    named(&name).unwrap_or_else(|| panic!("{} names no trial: {name:?}", relict_trials::VARIABLE))
});

// A name that is none is said at once, and not taken for a finding.
libfuzzer_sys::fuzz_target!(init: { LazyLock::force(&TRIAL); }, |bytes: &[u8]| { TRIAL.run(bytes); });
