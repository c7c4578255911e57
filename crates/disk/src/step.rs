//! Every step that changes the disk passes here, so that tests can let each of them fail, one after the other. In what is
//! handed out there is nothing of it: without `debug_assertions`, these functions are empty.

use std::io;

#[cfg(debug_assertions)]
mod fault;

/// To be called right before a step. If it is told to fail, the step must not be taken.
pub fn step(what: &'static str) -> io::Result<()> {
    begun(what, || Ok(()))
}

/// The same for a step that can fail when a part of it is done; `begin` does that part.
#[cfg(debug_assertions)]
pub fn begun(what: &'static str, begin: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
    match fault::due(what) {
        None => Ok(()),
        Some(fault) if fault.is_halfway() => begin().and_then(|()| fault.strike()),
        Some(fault) => fault.strike(),
    }
}

#[cfg(not(debug_assertions))]
#[inline(always)]
pub fn begun(_: &'static str, _: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
    Ok(())
}

/// Whether two folders may change places in one step, if the system can do it.
pub fn may_exchange() -> bool {
    #[cfg(debug_assertions)]
    return !fault::is_plain();
    #[cfg(not(debug_assertions))]
    true
}
