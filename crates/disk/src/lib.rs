//! The file system, for whoever has one: where paths lead, files as bytes, files that lie beside, and how things are
//! written so that a failure leaves what was there.

mod beside;
mod files;
mod input;
mod loose;
mod mapping;
mod new_file;
mod output_folder;
mod packed;
mod scratch;
mod source_folder;
mod staging;
mod step;

pub use beside::Beside;
pub use files::{Place, check_free, failed, files_below, locate, open, open_regular, read_input, shown};
pub use input::Input;
pub use mapping::Mapping;
pub use new_file::{NewFile, write_bytes, write_file};
pub use output_folder::OutputFolder;
pub use packed::{Sink, write_packed};
pub use scratch::Scratch;
pub use source_folder::SourceFolder;
pub use staging::is_name as is_unfinished;
