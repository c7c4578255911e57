//! Raw images with a transparent colour.
//!
//! On Java phones index 0 of a raw image is not drawn where a sprite shows the image: a sign on a wall, a window. Nothing in
//! the files says so. The tile decides: walls and floors are opaque, and so are a few sprites that the code of the games names
//! by their numbers. Other builds are not known to do so; there every raw image is opaque, as their readers have it.

use super::Dialect;
use crate::game::Game;
use std::collections::BTreeSet;
use std::ops::Range;

/// Tiles from here on are walls and floors, those before are sprites.
pub const FIRST_WALL: usize = 257;

/// Whether a sprite is drawn with all its colours. The code of each game names a few; of a game that is not known, those
/// that both have.
fn is_opaque(game: Option<Game>, tile: usize, frame: usize) -> bool {
    match game {
        Some(Game::WolfensteinRpg) => matches!((tile, frame), (162 | 175 | 197, _) | (158, 0)),
        Some(Game::Doom2Rpg) => matches!(tile, 129 | 162 | 173 | 175 | 184),
        _ => matches!(tile, 162 | 175),
    }
}

/// The images whose index 0 is transparent if they are raw. One that several tiles show is among them if one of those is.
pub(super) fn images(
    dialect: &Dialect,
    tiles: &[(usize, Range<usize>)],
    game: Option<Game>,
) -> BTreeSet<usize> {
    if !dialect.has_signed_texels() {
        return BTreeSet::new();
    }
    let sprites = tiles.iter().filter(|(tile, _)| *tile < FIRST_WALL);
    let seen = sprites.flat_map(|(tile, images)| {
        let first = images.start;
        images.clone().filter(move |image| !is_opaque(game, *tile, image - first))
    });
    seen.collect()
}
