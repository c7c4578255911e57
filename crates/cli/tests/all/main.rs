//! All tests of the crate that can share a process: one program is built and linked in less time than many, and keeps
//! all cores busy.

mod bad_use;
mod common;
mod contract;
mod determinism;
mod everywhere;
mod faults;
mod gltf;
mod idmobile;
mod judges;
mod mw3;
mod new_files;
mod pictures;
mod pose;
mod real_phones;
mod refs;
mod runtime;
mod schemas;
mod survey;
mod traversal;
mod view;
