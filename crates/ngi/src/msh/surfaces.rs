//! The names of what is drawn: the rows of a wear table, their materials and textures, without the pictures.

use super::materials::{Row, WHOLE, found, shown, worn};
use crate::library::{self, MATERIALS};
use relict_core::prelude::*;
use relict_core::traversal::Surface;
use std::collections::HashMap;

/// By row, as far as they were asked for.
#[derive(Debug, Default)]
pub(super) struct Surfaces(HashMap<Row, Surface>);

impl Surfaces {
    /// For these rows of a wear table, in the libraries around it.
    pub(super) fn new(rows: &[Row], wear: Option<&[u8]>, context: Context<'_>) -> Self {
        let worn = worn(wear);
        let mut all: HashMap<Row, Surface> = rows.iter().map(|row| (*row, named(*row, &worn))).collect();
        library::open(context.library, MATERIALS, |materials| {
            for (row, surface) in &mut all {
                let Some(found) = found(materials, worn.materials.get(usize::from(row.0)), 0) else {
                    continue;
                };
                surface.stand_in = found.stands_in.then_some(found.name);
                if found.phase.has_texture() {
                    surface.texture = Some(found.phase.texture.show().into_owned());
                    surface.cell = Some(found.phase.cell).filter(|cell| *cell != WHOLE).and_then(place);
                }
            }
        });
        Self(all)
    }

    pub(super) fn get(&self, row: Row) -> Surface {
        self.0.get(&row).cloned().unwrap_or_default()
    }
}

fn place(cell: i8) -> Option<usize> {
    usize::try_from(cell).ok()
}

/// What the wear table alone tells.
fn named((row, lightmap): Row, worn: &crate::wear::engine::Parsed) -> Surface {
    let name = |names: &[Vec<u8>], row: u8| names.get(usize::from(row)).map(|name| shown(name));
    Surface {
        row: row.into(),
        material: name(&worn.materials, row),
        lightmap_row: lightmap.map(usize::from),
        lightmap: lightmap.and_then(|row| name(&worn.lightmaps, row)),
        ..Surface::default()
    }
}
