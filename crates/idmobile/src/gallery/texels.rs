//! New pictures as texels.

use super::{Misfit, Refusal, Which};
use crate::texture::encoded;

/// The texels of a new picture, which must be a square of `side` pixels with indices that its depth has room for.
pub(crate) fn texels_of(which: Which, indices: &[u8], side: usize, depth: u8) -> Result<Vec<u8>, Refusal> {
    let misfit = which.misfit();
    if indices.len() != side * side {
        let (width, height) = (side, indices.len() / side.max(1));
        return Err(misfit(Misfit::Size { width, height, wanted_width: side, wanted_height: side }));
    }
    expect_depth(indices, depth).map_err(misfit)?;
    Ok(encoded(indices, side, depth))
}

/// Refuses indices that texels have not enough bits for.
pub(crate) fn expect_depth(indices: &[u8], depth: u8) -> Result<(), Misfit> {
    match indices.iter().copied().find(|index| depth != 8 && *index > 15) {
        Some(index) => Err(Misfit::Depth { index, depth }),
        None => Ok(()),
    }
}
