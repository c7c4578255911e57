//! Changing one thing in a file, at any depth: everything else keeps its bytes.
//!
//! What comes out are [`Pieces`]: stretches of the file as it is and the new bytes between them, so that an archive of a
//! gigabyte is not held in memory to change a byte of it.

mod archive;
mod field;
mod leaf;
mod pieces;

pub use field::set_field;
pub use leaf::redraw_leaf;
pub use pieces::Pieces;

use crate::folder::SignaturePolicy;
use crate::open::Asset;
use crate::path;
use crate::picture::Drawing;
use crate::problem::{NOT_ARCHIVE, Problem, Result};
use relict_core::args;
use relict_core::format::Limits;
use relict_core::image::{Losses, Redraw, Redrawn};
use relict_core::report::Args;
use serde_json::Value;

/// What a person may want otherwise.
#[derive(Clone, Copy, Debug, Default)]
pub struct EditHow {
    /// How pictures are put into their files.
    pub redraw: Redraw,
    /// Grey levels that stand for no index are rounded as another program does it.
    pub lenient: bool,
    /// Pictures with more colours than their depth has are kept deeper.
    pub deepen: bool,
    /// What becomes of the signature of an archive.
    pub signature: SignaturePolicy,
    pub limits: Limits,
}

/// What becomes of an asset.
#[derive(Clone, Copy, Debug)]
pub enum Change<'c> {
    /// All of its bytes.
    Bytes(&'c [u8]),
    /// The field at an offset gets a value, in the form that `explain` shows.
    Field { offset: usize, value: &'c Value },
    /// A picture, as PNG. Settings that are null stay as they are.
    Picture { png: &'c [u8], settings: &'c Value },
    /// A picture that is made of several entries of an archive, by its path in the spread folder.
    Leaf { leaf: &'c str, png: &'c [u8] },
}

/// A file after a change.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Edited<'a> {
    pub pieces: Pieces<'a>,
    /// Of a picture: what did not get into the file exactly.
    pub losses: Option<Losses>,
    /// What else a person should hear: the catalogue's words and what they speak of.
    pub remarks: Vec<(&'static str, Args)>,
}

impl<'a> From<Pieces<'a>> for Edited<'a> {
    fn from(pieces: Pieces<'a>) -> Self {
        Self { pieces, ..Self::default() }
    }
}

/// A file in which what `steps` name has become something else. Archives around it are put together anew; what the
/// change does not touch stays as it is stored, byte for byte.
pub fn apply<'a>(asset: &Asset<'a>, steps: &[&str], change: Change<'_>, how: EditHow) -> Result<Edited<'a>> {
    if steps.is_empty() {
        return change.made(asset, how);
    }
    let (kind, document) = asset.open()?;
    let not_archive = || Problem::new(NOT_ARCHIVE, asset.path, args!(format = kind.id, name = steps[0]));
    let archive = document.archive().ok_or_else(not_archive)?;
    let (index, taken) = path::find_or_explain(&*archive, asset.path, steps)?;
    let holder = archive::Opened { asset, kind, archive: &*archive };
    holder
        .with(index, &steps[..taken].join("/"), how, |entry, how| apply(entry, &steps[taken..], change, how))
}

/// A file in which the entry that `steps` name has other bytes.
pub fn replaced<'a>(asset: &Asset<'a>, steps: &[&str], bytes: &[u8], how: EditHow) -> Result<Pieces<'a>> {
    apply(asset, steps, Change::Bytes(bytes), how).map(|edited| edited.pieces)
}

/// The file of a picture with another picture in it. What `settings` do not name stays as it is; null names nothing.
pub fn redraw(asset: &Asset<'_>, png: &[u8], settings: &Value, how: Redraw) -> Result<Redrawn> {
    let drawing = Drawing {
        path: asset.path,
        kind: asset.known_kind()?,
        origin: asset.origin,
        like: Some(asset.bytes),
        png,
        alpha: None,
        opaque: false,
        settings,
        how,
    };
    drawing.draw()
}

impl Change<'_> {
    fn made<'a>(self, asset: &Asset<'a>, how: EditHow) -> Result<Edited<'a>> {
        match self {
            Self::Bytes(bytes) => Ok(Pieces::from(bytes.to_vec()).into()),
            Self::Field { offset, value } => set_field(asset, offset, value, how).map(Edited::from),
            Self::Picture { png, settings } => {
                let Redrawn { bytes, losses } = redraw(asset, png, settings, how.redraw)?;
                Ok(Edited { losses: Some(losses), ..Pieces::from(bytes).into() })
            }
            Self::Leaf { leaf, png } => redraw_leaf(asset, leaf, png, how),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::borrow::Cow;

    #[test]
    fn what_is_not_touched_stays_where_it_lies() {
        let samples = relict_samples::all();
        let units = samples.iter().find(|sample| sample.path == "parkan/units.rlb").unwrap();
        let asset = Asset::file("units.rlb", &units.bytes);
        let pieces = replaced(&asset, &["readme.txt"], b"short", EditHow::default()).unwrap();
        let fresh: usize =
            pieces.cows().filter(|piece| matches!(piece, Cow::Owned(_))).map(|p| p.len()).sum();
        // The head and the directory, and padding.
        assert!(fresh < units.bytes.len() / 8, "{fresh} of {}", units.bytes.len());
    }
}
