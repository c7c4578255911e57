//! The open formats that people's tools know. Bytes in, values out: this crate knows pictures and PNG, but no game.

#![forbid(unsafe_code)]

pub mod png;
pub mod sheet;
