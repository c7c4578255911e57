//! Work apart from the connections: so much at a time, and what goes wrong in it stays there.

use relict_session::Weight;
use relict_toolkit::problem::{Problem, Result, VIEWER_FAILED};
use std::sync::Arc;
use std::thread::available_parallelism;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// More threads than can be at work, since some wait for a client to take what they made.
pub const THREADS: usize = 64;

#[derive(Debug)]
pub struct WorkerPool {
    light: Arc<Semaphore>,
    heavy: Arc<Semaphore>,
    exports: Arc<Semaphore>,
}

impl WorkerPool {
    pub fn new() -> Self {
        let cores = available_parallelism().map_or(2, usize::from).min(THREADS / 4);
        Self {
            light: Arc::new(Semaphore::new(cores + 2)),
            heavy: Arc::new(Semaphore::new(2)),
            exports: Arc::new(Semaphore::new(2)),
        }
    }

    /// A worker, as soon as one is free.
    pub async fn worker(&self, weight: Weight) -> Option<OwnedSemaphorePermit> {
        let workers = match weight {
            Weight::Light => &self.light,
            Weight::Heavy => &self.heavy,
        };
        Arc::clone(workers).acquire_owned().await.ok()
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
        let worker = self.worker(weight).await;
        let done = tokio::task::spawn_blocking(move || {
            let _worker = worker;
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
        let workers = WorkerPool::new();
        for _ in 0..100 {
            let failed = workers.run(Weight::Heavy, || -> Result<()> { panic!("on purpose") }).await;
            assert_eq!(failed.unwrap_err().code, VIEWER_FAILED);
        }
        assert_eq!(workers.run(Weight::Heavy, || Ok(7)).await.unwrap(), 7);
    }

    #[tokio::test]
    async fn heavy_work_does_not_keep_light_work_waiting() {
        let workers = WorkerPool::new();
        let (_a, _b) = (workers.worker(Weight::Heavy).await, workers.worker(Weight::Heavy).await);
        assert_eq!(workers.run(Weight::Light, || Ok(7)).await.unwrap(), 7);
    }
}
