//! Two pieces of work in turns, so that a disturbance meets both. The fastest of each counts: everything else is
//! disturbance.

use std::time::{Duration, Instant};

/// Of what takes milliseconds.
pub const MANY: usize = 25;
/// Of what takes seconds.
pub const FEW: usize = 5;

fn timed(work: &mut dyn FnMut()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

/// The best time of each, in their order.
pub fn race<const N: usize>(times: usize, mut runners: [&mut dyn FnMut(); N]) -> [Duration; N] {
    let mut best = [Duration::MAX; N];
    for _ in 0..times {
        for (runner, best) in runners.iter_mut().zip(&mut best) {
            *best = timed(runner).min(*best);
        }
    }
    best
}

/// So many cores, with their threads started: a program starts them once.
pub struct Cores(rayon::ThreadPool);

impl Cores {
    pub fn of(count: usize) -> Self {
        Self(rayon::ThreadPoolBuilder::new().num_threads(count).build().unwrap())
    }

    pub fn run<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        self.0.install(work)
    }
}

pub fn cores() -> usize {
    rayon::current_num_threads()
}
