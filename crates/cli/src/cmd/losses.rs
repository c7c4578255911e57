//! What a picture lost on its way into a file, told to people and programs.

use crate::world::World;
use relict::core::args;
use relict::core::image::Losses;
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Debug, Serialize, JsonSchema)]
pub struct Told {
    /// Pixels whose colour was rounded to the nearest that the file can hold.
    rounded: usize,
    /// The largest difference in one channel that this made.
    largest: u8,
    /// Whether channels of 16 bits were cut to 8.
    narrowed: bool,
    /// Whether the picture had no alpha, so that the alpha that was there stays.
    alpha_kept: bool,
    /// Whether the file had alpha that the picture has not, and that could not stay.
    alpha_lost: bool,
    /// Smaller levels that were made anew.
    levels_made: usize,
    /// Rectangles that stayed as they were although the picture has another size.
    rects_kept: usize,
    /// Whether how the file holds colours is a guess.
    uncertain: bool,
}

impl From<Losses> for Told {
    fn from(losses: Losses) -> Self {
        let Losses { rounded, largest, narrowed, alpha_kept, alpha_lost, levels_made, rects_kept, uncertain } =
            losses;
        Self { rounded, largest, narrowed, alpha_kept, alpha_lost, levels_made, rects_kept, uncertain }
    }
}

/// A line for each thing that is worth a word.
pub fn lines(losses: &Losses, world: &World) -> Vec<String> {
    let mut lines = vec![];
    if losses.rounded > 0 {
        let numbers = args!(pixels = losses.rounded, largest = losses.largest);
        lines.push(world.say("cli-losses-rounded", numbers));
    }
    if losses.narrowed {
        lines.push(world.say("cli-losses-narrowed", vec![]));
    }
    if losses.alpha_kept {
        lines.push(world.say("cli-losses-alpha", vec![]));
    }
    if losses.alpha_lost {
        lines.push(world.say("cli-losses-alpha-lost", vec![]));
    }
    if losses.levels_made > 0 {
        lines.push(world.say("cli-losses-levels", args!(levels = losses.levels_made)));
    }
    if losses.rects_kept > 0 {
        lines.push(world.say("cli-losses-rects", args!(rects = losses.rects_kept)));
    }
    if losses.uncertain {
        lines.push(world.say("cli-losses-uncertain", vec![]));
    }
    lines
}
