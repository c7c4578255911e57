//! What the viewer's page is told. Private to the two of them: it may change with any release, together with the page.

mod edits;
mod explain;
mod info;
mod list;
mod model;
mod pick;
mod picture;
mod refs;
mod timeline;

pub use edits::{Edited, EditedFile, EditedFiles, OneEdit, Saved, SteppedEdit, Uploaded};
pub use explain::{Explained, Knowledge, Span};
pub use info::{
    Cell, CellKind, Editable, Fact, Info, ProblemAnswer, Refusal, Session, SessionFormat, Table, Text,
};
pub use list::{Entry, EntryKind, Found, Listing, ListingKind};
pub use model::{Material, ModelInfo, ModelMotion};
pub use pick::{Picked, PickedHit, SurfacePaths};
pub use picture::{Gallery, GalleryItem, GalleryKind, PictureInfo, Rect, Size};
pub use refs::{Difference, Differences, References, Uses};
pub use timeline::{
    Phase, PhaseNumber, PhaseSwatch, PhaseTexture, Played, Sample, Swatch, Timeline, Track, TrackStep,
};

use super::{CheckAnswer, DrawAnswer};
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

/// The schemas of all that the page is told, by the names of the types.
pub fn schemas() -> Map<String, Value> {
    let mut all = SchemaSettings::default().for_serialize().into_generator();
    all.subschema_for::<CheckAnswer>();
    all.subschema_for::<Differences>();
    all.subschema_for::<DrawAnswer>();
    all.subschema_for::<Edited>();
    all.subschema_for::<EditedFiles>();
    all.subschema_for::<Explained<'_>>();
    all.subschema_for::<Found>();
    all.subschema_for::<Gallery<'_>>();
    all.subschema_for::<Info<'_>>();
    all.subschema_for::<Listing>();
    all.subschema_for::<ModelInfo>();
    all.subschema_for::<Picked>();
    all.subschema_for::<PictureInfo>();
    all.subschema_for::<Played>();
    all.subschema_for::<References<'_>>();
    all.subschema_for::<Refusal<'_>>();
    all.subschema_for::<Saved>();
    all.subschema_for::<Session<'_>>();
    all.subschema_for::<SteppedEdit>();
    all.subschema_for::<Text<'_>>();
    all.subschema_for::<Timeline>();
    all.subschema_for::<Uploaded>();
    all.take_definitions(true)
}

/// What a format is called.
pub fn title(catalogue: &crate::messages::Catalogue, kind: &relict_core::format::Kind) -> String {
    catalogue.say(&format!("format-{}", kind.id.replace('.', "-")), &vec![])
}
