//! All tests of the crate that can share a process: one program is built and linked in less time than many, and keeps
//! all cores busy.

mod common;
mod gltf;
mod obj;
