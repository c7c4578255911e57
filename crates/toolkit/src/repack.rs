//! Archives that are put together ([`relict_core::repack`]), with what can go wrong as people are told of it.

use crate::problem::{CANNOT_PACK, Problem, Result, SIGNED};
use relict_core::archive::Archive;
use relict_core::args;
use relict_core::format::Limits;
use relict_core::pieces::Deferred;
use relict_core::repack::{Repack, RepackError, SignatureBroken};
use relict_core::signature::SignaturePolicy;
use std::borrow::Cow;

/// The problem that an archive cannot be put together; `path` is where it is told of.
pub(crate) fn problem(path: &str, error: RepackError<Problem>) -> Problem {
    match error {
        RepackError::Refused(error) => Problem::refused(CANNOT_PACK, path, &error),
        RepackError::Missing(problem) => problem,
    }
}

/// The problem that a signature would not hold any more.
pub(crate) fn broken(path: &str, SignatureBroken { name, more }: SignatureBroken) -> Problem {
    Problem::new(SIGNED, path, args!(name = name, more = more))
}

/// Does with the signature what somebody wants, where the archive is made from another.
pub(crate) fn sign<D: Deferred>(
    repack: &mut Repack<'_, D>,
    before: &dyn Archive,
    path: &str,
    policy: SignaturePolicy,
    limits: Limits,
) -> Result<()> {
    let missing = repack.missing_signed(before, limits);
    let payload = |was: Option<usize>| before.payload(was?, limits).ok().map(Cow::into_owned);
    repack.sign(policy, &|slot| payload(slot.was), &missing).map_err(|error| broken(path, error))
}
