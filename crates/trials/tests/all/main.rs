//! Every trial on its seeds, on the corpus, and on damage to both: what the fuzzer does for hours, in seconds.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

mod real;
mod targets;
mod trials;
