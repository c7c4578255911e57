//! What reading mapped files takes, given back while it goes on, by a clock.

use relict_session::Session;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// Little enough that nobody reads much meanwhile, and enough that nobody is kept from reading.
const PAUSE: Duration = Duration::from_millis(1);

/// Does what may read everything there is, and gives back what that takes as it goes on.
pub fn spare<R>(session: &Session, work: impl FnOnce() -> R) -> R {
    thread::scope(|scope| {
        // Gone when the work has ended, well or not.
        let (_working, ended) = mpsc::channel::<()>();
        scope.spawn(move || {
            while ended.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
                session.forget();
            }
            session.forget();
        });
        work()
    })
}
