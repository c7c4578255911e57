//! New palettes of a game, and fewer or more of them.

use super::{Edits, Refusal, Which};
use crate::mappings::Mappings;
use crate::palettes::{Palettes, Repainted, Unpaintable};
use crate::resource::{MAPPINGS, PALETTES};

/// The palettes of a game with `edits`, as their file holds them. Some may go only if it is known that nothing is shown
/// with them: by the mappings themselves, in which a palette is so many of `unit`.
pub(crate) fn repainted(
    palettes: &Palettes<'_>,
    mappings: Option<&Mappings<'_>>,
    unit: u32,
    edits: &Edits,
) -> Result<Vec<u8>, Refusal> {
    if edits.dropped_palettes > 0 {
        let mappings = mappings.ok_or(Refusal::Needs { resource: MAPPINGS })?;
        let last = palettes.len().saturating_sub(edits.dropped_palettes);
        for pairs in [mappings.texture_pairs(), mappings.flat_pairs(), mappings.sprite_pairs()] {
            let mut used = pairs.iter().map(|pair| (pair.palette / unit.max(1)) as usize).enumerate();
            if let Some((entry, palette)) = used.find(|(_, palette)| *palette >= last) {
                return Err(Refusal::InUse { which: Which::Palette(palette), entry });
            }
        }
    }
    let how =
        Repainted { changed: &edits.palettes, added: &edits.added_palettes, dropped: edits.dropped_palettes };
    palettes.repainted(&how).map_err(|error| match error {
        Unpaintable::Missing(i) => Refusal::Missing(Which::Palette(i)),
        Unpaintable::Misfit(i, misfit) => Refusal::Misfit { which: Which::Palette(i), misfit },
        Unpaintable::Header(header) => Refusal::PaletteHeader { header },
        Unpaintable::Full => Refusal::Full { resource: PALETTES.into() },
    })
}
