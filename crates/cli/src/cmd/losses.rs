//! What a picture lost on its way into a file, told to people and programs.

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
