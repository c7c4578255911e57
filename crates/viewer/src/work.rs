//! Work apart from the connections: so much at a time, and what goes wrong in it stays there.

use relict::problem::{Problem, Result, VIEWER_FAILED};
use std::sync::Arc;
use std::thread::available_parallelism;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// More threads than can be at work, since some wait for a client to take what they made.
pub const THREADS: usize = 64;

/// How long something takes, roughly: a check of everything must not keep a thumbnail waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    Light,
    Heavy,
}

#[derive(Debug)]
pub struct Desks {
    light: Arc<Semaphore>,
    heavy: Arc<Semaphore>,
    exports: Arc<Semaphore>,
}

impl Desks {
    pub fn new() -> Self {
        let cores = available_parallelism().map_or(2, usize::from).min(THREADS / 4);
        Self {
            light: Arc::new(Semaphore::new(cores + 2)),
            heavy: Arc::new(Semaphore::new(2)),
            exports: Arc::new(Semaphore::new(2)),
        }
    }

    /// A place to work at, as soon as one is free.
    pub async fn desk(&self, weight: Weight) -> Option<OwnedSemaphorePermit> {
        let desks = match weight {
            Weight::Light => &self.light,
            Weight::Heavy => &self.heavy,
        };
        Arc::clone(desks).acquire_owned().await.ok()
    }

    /// The same for what goes on while its answer is taken.
    pub async fn export(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.exports).acquire_owned().await.ok()
    }

    pub async fn run<T: Send + 'static>(
        &self,
        weight: Weight,
        work: impl FnOnce() -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let desk = self.desk(weight).await;
        let done = tokio::task::spawn_blocking(move || {
            let _desk = desk;
            work()
        });
        // Only a panic comes here; it was told on standard error.
        done.await.unwrap_or_else(|_| Err(Problem::new(VIEWER_FAILED, "", vec![])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_is_a_problem_of_the_one_who_asked() {
        let desks = Desks::new();
        for _ in 0..100 {
            let failed = desks.run(Weight::Heavy, || -> Result<()> { panic!("on purpose") }).await;
            assert_eq!(failed.unwrap_err().code, VIEWER_FAILED);
        }
        assert_eq!(desks.run(Weight::Heavy, || Ok(7)).await.unwrap(), 7);
    }

    #[tokio::test]
    async fn heavy_work_does_not_keep_light_work_waiting() {
        let desks = Desks::new();
        let (_a, _b) = (desks.desk(Weight::Heavy).await, desks.desk(Weight::Heavy).await);
        assert_eq!(desks.run(Weight::Light, || Ok(7)).await.unwrap(), 7);
    }
}
