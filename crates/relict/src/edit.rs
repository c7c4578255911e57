//! Edits.

use crate::source::File;
use crate::{Asset, Result};
use relict_toolkit::core::args;
use relict_toolkit::core::format::{Context, Library};
use relict_toolkit::edit;
use relict_toolkit::messages::Language;
use relict_toolkit::model::{Modelling, Open};
use relict_toolkit::open::{Asset as Opened, Surroundings};
use relict_toolkit::problem::{JSON, MODEL_FILE, Problem};
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;

/// What becomes of an asset.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Change<'c> {
    /// It has these bytes.
    Bytes(&'c [u8]),
    /// It has these fields: what [`Asset::document`] gave, edited.
    Document(&'c Value),
    /// The field that lies at this offset has this value, as [`Asset::explain`] shows it.
    Field(usize, &'c Value),
    /// It shows this picture, a PNG. Smaller levels follow.
    Picture(&'c [u8]),
    /// It is this model, a glb; what the glb does not say stays as it is.
    Model(&'c [u8]),
}

impl Change<'_> {
    /// The new bytes of the asset, and what there is to say about them.
    pub(crate) fn made(
        self,
        asset: &Opened<'_>,
        library: &dyn Library,
    ) -> Result<(Vec<u8>, Vec<String>), Problem> {
        match self {
            Self::Bytes(bytes) => Ok((bytes.to_vec(), vec![])),
            Self::Document(json) => {
                let built = asset.known_kind()?.build(json, asset.origin);
                Ok((built.map_err(|error| Problem::at_field(JSON, asset.path, &error))?, vec![]))
            }
            Self::Field(offset, value) => applied(asset, &[], edit::Change::Field { offset, value }),
            Self::Picture(png) => {
                let (settings, context) = (&Value::Null, Context::new(library));
                applied(asset, &[], edit::Change::Picture { png, settings, context })
            }
            Self::Model(glb) => {
                let around = Surroundings { library, holder: asset.holder, limits: Default::default() };
                let open = Open::of(&Opened { bytes: glb, ..*asset });
                let no_glb = || Problem::new(MODEL_FILE, asset.path, args!(reason = "glTF"));
                let modelling = Modelling {
                    path: asset.path,
                    kind: asset.known_kind()?,
                    origin: asset.origin,
                    like: Some((asset.path, asset.bytes)),
                    open: open.filter(|open| *open == Open::Glb).ok_or_else(no_glb)?,
                    file: glb,
                    beside: &|_| None,
                    context: Context { origin: asset.origin, ..Context::new(&around) },
                };
                let built = modelling.build()?;
                let notes = Language::English.catalogue().model_remarks(&built.remarks);
                Ok((built.bytes, notes))
            }
        }
    }
}

/// The bytes of an asset in which what `steps` name has changed, and what there is to say about that.
pub(crate) fn applied(
    asset: &Opened<'_>,
    steps: &[&str],
    change: edit::Change<'_>,
) -> Result<(Vec<u8>, Vec<String>), Problem> {
    edit::apply(asset, steps, change, edit::EditHow::default(), |edited| {
        let notes = Language::English.catalogue().journal(&edited.journal);
        Ok((edited.pieces.to_bytes(), notes))
    })
}

/// A file with a change in it, in memory.
#[derive(Clone, Debug)]
pub struct Edited {
    file: Arc<File>,
    bytes: Vec<u8>,
    notes: Vec<String>,
}

impl Edited {
    pub(crate) fn new(file: &Arc<File>, bytes: Vec<u8>, notes: Vec<String>) -> Self {
        Self { file: Arc::clone(file), bytes, notes }
    }

    /// What did not get into the file as it was, and what else there is to know; in English.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The whole file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The file as if it were in the place of the one that was changed: for the next change, or to look at this one.
    pub fn open(self) -> Asset {
        let Self { file, bytes, .. } = self;
        let beside = file.beside.clone();
        Asset::file(File { beside, ..File::of_bytes(&file.path, bytes) })
    }

    /// Writes the file to a path where nothing is.
    pub fn save_as(&self, path: impl AsRef<Path>) -> Result<()> {
        Ok(relict_disk::write_bytes(path.as_ref(), false, &self.bytes)?)
    }

    /// Writes the file to a path, over what is there: beside it, then by renaming, so that a failure leaves what was there.
    pub fn replace(&self, path: impl AsRef<Path>) -> Result<()> {
        Ok(relict_disk::write_bytes(path.as_ref(), true, &self.bytes)?)
    }
}
