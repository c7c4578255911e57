//! Opens the assets of old games (Parkan: Iron Strategy, MechWarrior 3, and the mobile role-playing games of id Software),
//! shows what is in them, checks and edits them, and writes them back byte for byte.
//!
//! An archive is a folder: [`open`] takes a file, or a path that goes on inside one, and gives an [`Asset`]. An asset has
//! [entries](Asset::entries) if it is an archive, a [picture](Asset::picture) or a [model](Asset::model) if it is one, and
//! a [document](Asset::document): all of its fields, as JSON.
//!
//! ```no_run
//! for entry in relict::open("game/parkan/Textures.lib")?.entries()? {
//!     if let Some(picture) = entry.picture()? {
//!         std::fs::write(format!("{}.png", entry.name()), picture.to_png()?)?;
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nothing is written in place. [`Asset::edit`] gives the whole file with one [`Change`] in it; everything that the change
//! does not concern keeps its bytes. The new file can be [saved](Edited::save_as), or [opened](Edited::open) for the next change.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod asset;
mod edit;
mod error;
mod explain;
mod files;
mod finding;
mod format;
mod model;
mod picture;
mod source;

pub use asset::Asset;
pub use edit::{Change, Edited};
pub use error::{Error, Result};
pub use explain::{Field, Knowledge};
pub use files::{Files, files};
pub use finding::{Finding, Severity};
pub use format::{Format, formats};
pub use model::{Look, Model, ModelFile};
pub use picture::Picture;
pub use relict_toolkit::messages::Language;
pub use source::Source;

/// Opens a file, what a path names inside it, or bytes.
///
/// A path may lead into archives at any depth, as in `game/units.rlb/tank.msh`; an archive may hold several entries of one
/// name, of which the second is `NAME#2`. Names match without regard to case where the game's engine does so. A file is
/// mapped, not read: opening a large archive costs its directory.
///
/// What the content turns out to be is found from the bytes. A file of no known format opens too, as bytes.
///
/// ```
/// # let bytes = relict_samples::all().into_iter().find(|sample| sample.path == "parkan/units.rlb").unwrap().bytes;
/// let archive = relict::open(("units.rlb", bytes))?;
/// assert_eq!(archive.format().unwrap().id(), "ngi.nres");
/// assert!(archive.entry("tank.msh")?.model(relict::Look::Intact)?.is_some());
/// # Ok::<(), relict::Error>(())
/// ```
pub fn open<'s>(source: impl Into<Source<'s>>) -> Result<Asset> {
    source.into().open()
}
