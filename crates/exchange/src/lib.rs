//! The open formats that people's tools know. Bytes in, values out: this crate knows pictures, models, PNG, glTF and
//! OBJ, but no game.

#![forbid(unsafe_code)]

mod budget;
mod files;
pub mod gltf;
pub mod obj;
mod phrases;
pub mod png;
pub mod sheet;
mod space;

pub use phrases::PHRASES;
