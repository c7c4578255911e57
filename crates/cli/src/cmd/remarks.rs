//! What is worth knowing of a model that became a file, or of a whole archive, told to people and programs.

use crate::world::World;
use relict::core::report::Args;
use relict::core::scene::Remark;
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Debug, Serialize, JsonSchema)]
pub struct Told {
    /// What happened, in one word.
    what: String,
    message: String,
}

pub fn told(remarks: &[Remark], world: &World) -> Vec<Told> {
    let tell = |(remark, message): (&Remark, String)| Told { what: remark.what.into(), message };
    remarks.iter().zip(world.catalogue().model_remarks(remarks)).map(tell).collect()
}

/// The same of an archive. Its remarks stand in the catalogue under names of their own.
pub fn said(remarks: &[(&'static str, Args)], world: &World) -> Vec<Told> {
    let tell =
        |(id, args): &(&'static str, Args)| Told { what: (*id).into(), message: world.say(id, args.clone()) };
    remarks.iter().map(tell).collect()
}
