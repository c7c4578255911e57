//! Which row of the wear table a material of a scene is.

use super::wear::WearTable;
use super::{Extra, Notes, listed, misfit};
use crate::CODE_PAGE;
use crate::wear::engine::{self, Parsed};
use relict_core::args;
use relict_core::scene::names::without_copy_number;
use relict_core::scene::{Misfit, Scene};
use relict_core::text::CodePage;
use std::collections::HashSet;

/// How many known names a message tells.
const TOLD: usize = 64;

#[derive(Debug)]
pub(super) struct MaterialRows<'r> {
    /// The names in the wear table of the model, as far as it is known.
    worn: &'r [String],
    /// For a new model, the row of every material.
    made: Option<Vec<u8>>,
}

impl<'r> MaterialRows<'r> {
    pub(super) fn worn(worn: &'r [String]) -> Self {
        Self { worn, made: None }
    }

    /// Of a new model. Only materials that are used count.
    pub(super) fn made(scene: &Scene, table: &mut WearTable<'_>, notes: &mut Notes) -> Result<Self, Misfit> {
        let parts = scene.meshes.iter().flat_map(|mesh| &mesh.parts).filter(|part| !part.indices.is_empty());
        let (mut seen, mut used) = (HashSet::new(), vec![]);
        used.extend(parts.filter_map(|part| part.material).filter(|material| seen.insert(*material)));
        Ok(Self { worn: &[], made: Some(table.rows(scene, &used, notes)?) })
    }

    /// The rows that a part's material can be, the likeliest first: several may have one name. A part without a material
    /// has that of the batch `before` it.
    pub(super) fn of(
        &self,
        scene: &Scene,
        material: Option<usize>,
        before: Option<u8>,
        mesh: &str,
        notes: &mut Notes,
    ) -> Result<Vec<u8>, Misfit> {
        let Some(material) = material else {
            return Ok(vec![before.unwrap_or_else(|| {
                notes.say("material-assumed", args!(mesh = mesh, row = 0));
                0
            })]);
        };
        if let Some(row) = self.made.as_ref().and_then(|made| made.get(material)) {
            return Ok(vec![*row]);
        }
        let found = &scene.materials[material];
        if let Some(row) = found.extras.number::<u8>("row") {
            return Ok(self.renamed(&found.name, row, notes));
        }
        let mut rows = self.named(&found.name);
        if rows.is_empty() {
            rows.extend(row_of_namesake(scene, &found.name));
        }
        // Flat files cannot have two materials of one name, so the second there has its number behind it.
        if let Some(name) = unnumbered(&found.name).filter(|_| scene.flat && rows.is_empty()) {
            rows = self.named(name);
        }
        if rows.is_empty() {
            let known = if self.worn.is_empty() { "material_0".to_owned() } else { listed(self.worn, TOLD) };
            return Err(misfit("model.unknown-material", args!(name = found.name.as_str(), known = known)));
        }
        Ok(rows)
    }

    /// The rows of a name, or of one that differs in nothing but case.
    fn named(&self, name: &str) -> Vec<u8> {
        let rows = self.exactly(name);
        if rows.is_empty() { self.alike(name, str::eq_ignore_ascii_case) } else { rows }
    }

    /// A row of the table, or the name that a row has where there is none.
    fn exactly(&self, name: &str) -> Vec<u8> {
        let rows = self.alike(name, |a, b| a == b);
        let number = || without_copy_number(name).strip_prefix("material_")?.parse().ok();
        if rows.is_empty() { number().into_iter().collect() } else { rows }
    }

    fn alike(&self, name: &str, are: fn(&str, &str) -> bool) -> Vec<u8> {
        let rows = |name: &str| -> Vec<u8> {
            (0..=u8::MAX).zip(self.worn).filter(|(_, worn)| are(worn, name)).map(|(row, _)| row).collect()
        };
        let whole = rows(name);
        if whole.is_empty() { rows(without_copy_number(name)) } else { whole }
    }

    /// A material that has its row may have been renamed to another since. A name that is not in the table is only a name;
    /// without a table, that is every name.
    fn renamed(&self, name: &str, row: u8, notes: &mut Notes) -> Vec<u8> {
        let own = self.worn.get(usize::from(row)).map_or_else(|| format!("material_{row}"), Clone::clone);
        if name.is_empty() || name == own || without_copy_number(name) == own {
            return vec![row];
        }
        let others = self.exactly(name);
        if !others.is_empty() {
            return others;
        }
        if !self.worn.is_empty() && !without_copy_number(name).eq_ignore_ascii_case(&own) {
            notes.say("material-name-ignored", args!(name = name, row = row));
        }
        vec![row]
    }
}

/// The names in a wear table, row by row.
pub(in crate::msh) fn worn_names(wear: Option<&[u8]>) -> Vec<String> {
    let mut worn = Parsed::default();
    if let Some(text) = wear {
        // What was read in front of a flaw counts, as for the engine.
        let _ = engine::file_into(text, &mut worn);
    }
    worn.materials.iter().map(|name| CodePage::numbered(CODE_PAGE).show(name).into_owned()).collect()
}

/// The row of a material of the same name that has one.
fn row_of_namesake(scene: &Scene, name: &str) -> Option<u8> {
    let same =
        scene.materials.iter().filter(|other| without_copy_number(&other.name) == without_copy_number(name));
    same.filter_map(|other| other.extras.number("row")).next()
}

/// A name without the `_3` behind it.
fn unnumbered(name: &str) -> Option<&str> {
    let (stem, number) = name.rsplit_once('_')?;
    number.bytes().all(|c| c.is_ascii_digit()).then_some(stem)
}
