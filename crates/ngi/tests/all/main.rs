//! All tests of the crate that can share a process: one program is built and linked in less time than many, and keeps
//! all cores busy. What measures the memory of its process is a program of its own, beside this folder.

mod effects;
mod expected;
mod first;
mod ground;
mod materials;
mod models;
mod pictures;
mod remodel;
mod runtime;
mod runtime_libraries;
mod runtime_queries;
mod scene;
