//! What all targets share: the trial that they run, and an allocator that counts, so that trials know what they take.

#[path = "../../crates/trials/tests/counting/mod.rs"]
mod counting;

pub use counting::Counting;
pub use libfuzzer_sys::fuzz_target;
pub use relict_trials::{Trial, named};

/// A target for the trial of that name.
#[macro_export]
macro_rules! target {
    ($name:literal) => {
        #[global_allocator]
        static COUNTING: $crate::Counting = $crate::Counting;

        static TRIAL: std::sync::LazyLock<$crate::Trial> =
            std::sync::LazyLock::new(|| $crate::named($name).expect("a trial of that name"));

        $crate::fuzz_target!(|bytes: &[u8]| TRIAL.run(bytes));
    };
}
