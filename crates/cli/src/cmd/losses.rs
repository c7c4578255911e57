//! What a picture lost on its way into a file, told to people.

use crate::world::World;
use relict::core::image::Losses;

/// A line for each thing that is worth a word.
pub fn lines(losses: &Losses, world: &World) -> Vec<String> {
    world.catalogue().losses(losses)
}
