//! The file system, for whoever has one: where paths lead, files as bytes, files that lie beside, and how things are
//! written so that a failure leaves what was there.

mod beside;
mod files;
mod input;
mod loose;
mod mapping;

pub use beside::Beside;
pub use files::{
    NewFolder, OldFolder, Place, check_free, failed, files_below, locate, open, read_input, shown,
    write_bytes, write_file,
};
pub use input::Input;
pub use mapping::Mapping;
