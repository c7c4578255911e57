//! Answers for programs, each with its JSON Schema: what the commands print with `--json`, and, in [`page`], what the
//! viewer's page is told. The page's answers are made of the same parts; its TypeScript types are generated from them.

mod check;
mod diff;
mod explain;
mod info;
mod list;
pub mod page;
mod programs;
mod refs;
mod repack;
mod survey;
mod traversal;

pub use check::{CheckAnswer, Finding};
pub use diff::DiffAnswer;
pub use explain::{CodeAnswer, Coverage, ExplainAnswer, Span};
pub use info::{InfoAnswer, Recognised, Release};
pub use list::{Attributes, Entry, FindAnswer, LsAnswer, Match};
pub use programs::{
    Blend, DemoAnswer, DemoFile, Message, PoseAnswer, PoseNode, RuntimeAnswer, RuntimeCall, SampleAnswer,
    SampleFile, ViewAnswer,
};
pub use refs::{Library, MissingReference, Reference, RefsAnswer, UnusedEntry};
pub use repack::{
    AddedEntry, ConvertAnswer, Losses, PackAnswer, PackedModel, PackedPicture, Remark, UnpackAnswer,
};
pub use traversal::{
    Camera, DrawAnswer, DrawnBatch, DrawnNode, Filter, Instance, Neighbour, PickAnswer, PickHit,
    PickTriangle, Ray, RecordPlace, Surface,
};

pub use survey::{
    Magnitude, Number, SurveyAnswer, SurveyClaim, SurveyCompareAnswer, SurveyField, SurveyFile,
    SurveyFinding, SurveyFormat, SurveyHeld, SurveyTally, SurveyUnknown, Value as SurveyValue, Values,
};

use crate::folder::{self, Manifest};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, schema_for};

/// What every answer of a command begins with.
pub fn schema_id(command: &str) -> String {
    format!("relict.{command}/1")
}

/// The name of an answer, and what makes its schema.
type Named = (&'static str, fn() -> Schema);

/// The answers of the commands by name; `folder` is the manifest of an unpacked folder.
pub static SCHEMAS: &[Named] = &[
    ("info", written::<InfoAnswer>),
    ("ls", written::<LsAnswer<'_>>),
    ("find", written::<FindAnswer>),
    ("explain", written::<ExplainAnswer>),
    ("explain-code", written::<CodeAnswer>),
    ("check", written::<CheckAnswer>),
    ("unpack", written::<UnpackAnswer>),
    ("pack", written::<PackAnswer>),
    ("convert", written::<ConvertAnswer>),
    ("diff", written::<DiffAnswer>),
    ("refs", written::<RefsAnswer<'_>>),
    ("pose", written::<PoseAnswer>),
    ("draw", written::<DrawAnswer>),
    ("pick", written::<PickAnswer>),
    ("runtime", written::<RuntimeAnswer>),
    ("survey", written::<SurveyAnswer>),
    ("survey-compare", written::<SurveyCompareAnswer>),
    ("view", written::<ViewAnswer>),
    ("sample", written::<SampleAnswer>),
    ("demo", written::<DemoAnswer>),
    ("folder", || schema_for!(Manifest)),
];

/// As answers are written: what may be left out of one is not required.
fn written<T: JsonSchema>() -> Schema {
    SchemaSettings::default().for_serialize().into_generator().into_root_schema_for::<T>()
}

/// The JSON Schema of a command's answer, by a name of [`SCHEMAS`].
pub fn schema(name: &str) -> Option<Schema> {
    let (name, make) = SCHEMAS.iter().find(|(known, _)| *known == name)?;
    let mut schema = make();
    let id = if *name == "folder" { folder::SCHEMA.to_owned() } else { schema_id(name) };
    schema.insert("title".into(), id.into());
    Some(schema)
}
