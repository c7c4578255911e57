//! All tests of the crate that can share a process: one program is built and linked in less time than many, and keeps
//! all cores busy. What measures the memory of its process is a program of its own, beside this folder.

mod banks;
mod drpg;
mod fixture;
mod game;
mod images;
mod jar;
mod later_maps;
mod maps;
mod media;
mod orc_maps;
mod orcs;
mod shown;
mod spread;
mod texts;
