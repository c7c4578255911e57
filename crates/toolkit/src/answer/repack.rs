//! What became of an archive or asset on its way into a folder or file, and back.

use crate::messages::Catalogue;
use relict_core::image;
use relict_core::journal::Added;
use relict_core::report::Args;
use relict_core::scene;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct UnpackAnswer {
    pub schema: String,
    pub path: String,
    pub folder: String,
    /// Entries at every depth.
    pub entries: usize,
    /// Nested archives that became folders.
    pub folders: usize,
    /// Entries that became PNG, glTF or JSON.
    pub converted: usize,
    /// Entries that could not be read and are kept as they stand.
    pub kept_as_stated: usize,
    /// Files that are made of several entries at once.
    pub spread: usize,
    /// Why such files were left out.
    pub not_spread: Vec<super::Message>,
    pub errors: usize,
    pub warnings: usize,
    pub dry_run: bool,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PackAnswer {
    pub schema: String,
    pub folder: String,
    pub out: String,
    pub format: String,
    pub size: usize,
    /// Entries at every depth.
    pub entries: usize,
    /// Those whose bytes are new.
    pub changed: Vec<String>,
    /// Of those, the pictures, and what they lost on their way.
    pub drawn: Vec<PackedPicture>,
    /// And the models, with what is worth knowing of them.
    pub reshaped: Vec<PackedModel>,
    /// Files that are made of several entries at once and were edited.
    pub edited: Vec<String>,
    /// Entries that were made of files which the manifest does not name.
    pub added: Vec<AddedEntry>,
    /// Such files of which nothing was made.
    pub unlisted: Vec<String>,
    /// What else is worth knowing.
    pub remarks: Vec<Remark>,
    pub dry_run: bool,
}

/// An entry that was made of a file, or for the sake of one: a model needs a wear table beside it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AddedEntry {
    /// In the folder.
    pub file: String,
    /// In the archive.
    pub path: String,
    /// Of its bytes, if that is known.
    pub format: Option<String>,
    /// What the archive says of it.
    pub attributes: Map<String, Value>,
}

impl From<&Added> for AddedEntry {
    fn from(Added { file, path, format, attributes }: &Added) -> Self {
        Self {
            file: file.clone(),
            path: path.clone(),
            format: format.map(str::to_owned),
            attributes: attributes.clone(),
        }
    }
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PackedPicture {
    pub path: String,
    pub losses: Losses,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PackedModel {
    pub path: String,
    pub remarks: Vec<Remark>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ConvertAnswer {
    pub schema: String,
    pub path: String,
    pub out: String,
    /// The format that was read; none for bytes that are copied as they are.
    pub from: Option<String>,
    pub to: String,
    pub size: usize,
    /// What a picture lost on its way into the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub losses: Option<Losses>,
    /// What is worth knowing of a model that became a file.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
    /// Files that were written beside it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<String>,
    /// What the archive says of the asset, where the file does not hold it and means something else without.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub left_behind: Map<String, Value>,
    pub dry_run: bool,
}

/// What a picture lost on its way into a file.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Losses {
    /// Pixels whose colour was rounded to the nearest that the file can hold.
    pub rounded: usize,
    /// The largest difference in one channel that this made.
    pub largest: u8,
    /// Whether channels of 16 bits were cut to 8.
    pub narrowed: bool,
    /// Whether the picture had no alpha, so that the alpha that was there stays.
    pub alpha_kept: bool,
    /// Whether the file had alpha that the picture has not, and that could not stay.
    pub alpha_lost: bool,
    /// Smaller levels that were regenerated.
    pub levels_made: usize,
    /// Rectangles that stayed as they were although the picture has another size.
    pub rects_kept: usize,
    /// Whether how the file holds colours is a guess.
    pub uncertain: bool,
    /// Whether the indices of the picture were taken without regard to the colours of its palette.
    pub indices_taken: bool,
}

impl From<image::Losses> for Losses {
    fn from(losses: image::Losses) -> Self {
        let image::Losses {
            rounded,
            largest,
            narrowed,
            alpha_kept,
            alpha_lost,
            levels_made,
            rects_kept,
            uncertain,
            indices_taken,
        } = losses;
        Self {
            rounded,
            largest,
            narrowed,
            alpha_kept,
            alpha_lost,
            levels_made,
            rects_kept,
            uncertain,
            indices_taken,
        }
    }
}

/// What is worth knowing of a model that became a file, or of a whole archive.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Remark {
    /// What happened, in one word.
    pub what: String,
    pub message: String,
}

impl Remark {
    /// Of a model.
    pub fn of_model(remarks: &[scene::Remark], catalogue: &Catalogue) -> Vec<Self> {
        let remark = |(it, message): (&scene::Remark, String)| Self { what: it.what.into(), message };
        remarks.iter().zip(catalogue.model_remarks(remarks)).map(remark).collect()
    }

    /// Of an archive. Its remarks stand in the catalogue under names of their own.
    pub fn of_archive(remarks: &[(&'static str, Args)], catalogue: &Catalogue) -> Vec<Self> {
        let remark =
            |(id, args): &(&'static str, Args)| Self { what: (*id).into(), message: catalogue.say(id, args) };
        remarks.iter().map(remark).collect()
    }
}
