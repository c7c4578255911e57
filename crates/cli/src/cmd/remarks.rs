//! What is worth knowing of a model that became a file, told to people.

use crate::world::World;
use relict::answer;
use relict::core::scene::Remark;

/// A line for each.
pub fn lines(remarks: &[Remark], world: &World) -> Vec<String> {
    let remarks = answer::Remark::of_model(remarks, world.catalogue());
    remarks.into_iter().map(|remark| remark.message).collect()
}
