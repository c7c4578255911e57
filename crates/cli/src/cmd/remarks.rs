//! What is worth knowing of a model that became a file, told to people and programs.

use crate::world::World;
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
    remarks.iter().zip(lines(remarks, world)).map(tell).collect()
}

/// A line for each.
pub fn lines(remarks: &[Remark], world: &World) -> Vec<String> {
    remarks.iter().map(|remark| world.say(&format!("model-{}", remark.what), remark.args.clone())).collect()
}
