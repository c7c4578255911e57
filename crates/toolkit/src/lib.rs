//! The library behind `relict`: opens the assets of old games, explains and checks every byte of them,
//! takes them apart into an editable folder and puts them together again.
//!
//! Nothing here touches the file system, the network, a clock or a terminal: bytes come in, values come out.

#![forbid(unsafe_code)]

pub mod allowance;
pub mod answer;
pub mod bundle;
pub mod check;
pub mod diff;
pub mod document;
pub mod edit;
pub mod explain;
pub mod find;
pub mod folder;
pub mod library;
pub mod list;
pub mod loose;
pub mod messages;
pub mod model;
pub mod open;
pub mod path;
pub mod phrases;
pub mod picture;
pub mod plain;
pub mod problem;
pub mod refs;
pub mod release;
mod repack;
pub mod survey;
pub mod timeline;
pub mod traversal;
pub mod unknown;

pub use relict_core as core;
pub use relict_idmobile as idmobile;
pub use relict_mw3 as mw3;
pub use relict_ngi as ngi;

use relict_core::format::Formats;

/// Every format there is. The command line, the tests and the book walk this list; none of them names a format.
pub static FORMATS: Formats = Formats(&[ngi::FORMATS, mw3::FORMATS, idmobile::FORMATS]);
