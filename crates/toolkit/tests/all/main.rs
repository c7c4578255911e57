//! All tests of the crate that can share a process: one program is built and linked in less time than many, and keeps
//! all cores busy. What measures the memory of its process is a program of its own, beside this folder.

mod claims;
#[path = "../common/mod.rs"]
mod common;
mod counts;
mod edit;
mod editing;
mod effects;
mod explain;
mod facts;
mod folder;
mod formats;
mod hostile;
mod idmobile_resources;
mod library;
mod limits;
mod list;
mod mw3_textures;
mod refs;
mod regressions;
mod russian;
mod samples;
mod survey;
mod two_forms;
