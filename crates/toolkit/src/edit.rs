//! Changing one thing in a file, at any depth: everything else keeps its bytes.
//!
//! What comes out is handed on in [`Pieces`]: stretches of the file as it is and the new bytes between them, so that an
//! archive of a gigabyte is not held in memory to change a byte of it.

mod archive;
mod field;
mod tree;

use crate::folder::SignaturePolicy;
use crate::open::{Asset, Surroundings};
use crate::path;
use crate::picture::Drawing;
use crate::problem::{NOT_ARCHIVE, Problem, Result};
use relict_core::args;
use relict_core::format::{Context, Limits};
use relict_core::image::{Redraw, Redrawn};
use relict_core::journal::{EditNotes, Journal};
use relict_core::pieces::Pieces;
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
    /// The context has the files beside the outermost one.
    Picture { png: &'c [u8], settings: &'c Value, context: Context<'c> },
    /// A file of the tree as which an archive is edited, by its path there.
    TreeFile { path: &'c str, file: &'c [u8] },
}

/// A file after a change.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Edited<'a> {
    pub pieces: Pieces<'a>,
    pub journal: Journal,
}

/// As it was.
impl<'a> From<&'a [u8]> for Edited<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self { pieces: bytes.into(), journal: Journal::default() }
    }
}

impl Edited<'_> {
    /// With other bytes.
    fn new(bytes: Vec<u8>, notes: EditNotes) -> Self {
        Self { pieces: bytes.into(), journal: Journal::changed(notes) }
    }
}

/// Who gets a file after a change. What it is made of lies in archives that are open only as long.
type Then<'t, R> = Box<dyn FnOnce(Edited<'_>) -> Result<R> + 't>;

/// Hands on the file in which what `steps` name has become something else. Archives around it are put together again; what
/// the change does not touch stays as it is stored, byte for byte.
pub fn apply<R>(
    asset: &Asset<'_>,
    steps: &[&str],
    change: Change<'_>,
    how: EditHow,
    then: impl FnOnce(Edited<'_>) -> Result<R>,
) -> Result<R> {
    applied(asset, steps, change, how, Box::new(then))
}

fn applied<R>(
    asset: &Asset<'_>,
    steps: &[&str],
    change: Change<'_>,
    how: EditHow,
    then: Then<'_, R>,
) -> Result<R> {
    if steps.is_empty() {
        return change.made(asset, how, then);
    }
    let (kind, document) = asset.open()?;
    let not_archive = || Problem::new(NOT_ARCHIVE, asset.path, args!(format = kind.id, name = steps[0]));
    let archive = document.archive().ok_or_else(not_archive)?;
    let (index, taken) = path::find_or_explain(&*archive, asset.path, steps)?;
    let holder = archive::Opened { asset, kind, archive: &*archive };
    let inner = |entry: &Asset<'_>, how: EditHow, then: Then<'_, R>| {
        applied(entry, &steps[taken..], change, how, then)
    };
    holder.with(index, &steps[..taken].join("/"), how, inner, then)
}

/// The file of a picture with another picture in it. What `settings` do not name stays as it is; null names nothing.
fn redraw(
    asset: &Asset<'_>,
    png: &[u8],
    settings: &Value,
    how: EditHow,
    context: Context<'_>,
) -> Result<Redrawn> {
    let around = Surroundings { library: context.library, holder: asset.holder, limits: how.limits };
    let drawing = Drawing {
        path: asset.path,
        kind: asset.known_kind()?,
        origin: asset.origin,
        like: Some(asset.bytes),
        png,
        alpha: None,
        opaque: false,
        settings,
        how: how.redraw,
        context: Context::new(&around),
    };
    drawing.draw()
}

impl Change<'_> {
    fn made<R>(self, asset: &Asset<'_>, how: EditHow, then: Then<'_, R>) -> Result<R> {
        match self {
            Self::Bytes(bytes) => {
                then(Edited { journal: Journal::changed(EditNotes::Nothing), ..bytes.into() })
            }
            Self::Field { offset, value } => field::set_field(asset, offset, value, how, then),
            Self::Picture { png, settings, context } => {
                let Redrawn { bytes, losses } = redraw(asset, png, settings, how, context)?;
                then(Edited::new(bytes, EditNotes::Picture(losses)))
            }
            Self::TreeFile { path, file } => tree::set_file(asset, path, file, how, then),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict_core::pieces::Piece;
    use std::borrow::Cow;

    #[test]
    fn what_is_not_touched_stays_where_it_lies() {
        let samples = relict_samples::all();
        let units = samples.iter().find(|sample| sample.path == "parkan/units.rlb").unwrap();
        let asset = Asset::file("units.rlb", &units.bytes);
        for steps in [&["readme.txt"][..], &["tank.msh", "Res3"]] {
            let new = |piece: &&Piece<'_>| matches!(piece, Piece::Bytes(Cow::Owned(_)));
            let fresh =
                |edited: Edited<'_>| Ok(edited.pieces.iter().filter(new).map(Piece::size).sum::<usize>());
            let fresh = apply(&asset, steps, Change::Bytes(b"short"), EditHow::default(), fresh).unwrap();
            // The head and the directory, and padding.
            assert!(fresh < units.bytes.len() / 8, "{fresh} of {}", units.bytes.len());
        }
    }
}
