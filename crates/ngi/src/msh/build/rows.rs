//! Which row of the wear table a material of a scene is.

use super::{Extra, Notes, misfit, too_many};
use crate::CODE_PAGE;
use crate::wear::engine::{self, Parsed};
use relict_core::args;
use relict_core::scene::{Misfit, Scene};
use relict_core::text::CodePage;
use std::collections::HashSet;

/// Rows are numbered with a byte.
const MOST_ROWS: usize = 256;

#[derive(Debug)]
pub(super) struct Rows<'r> {
    /// The names in the wear table of the model, as far as it is known.
    worn: &'r [String],
    /// For a new model, the row of every material.
    made: Option<Vec<u8>>,
}

impl<'r> Rows<'r> {
    pub(super) fn worn(worn: &'r [String]) -> Self {
        Self { worn, made: None }
    }

    /// A new table: rows that the scene tells, and for the rest the next that are free. Only materials that something
    /// is drawn with count.
    pub(super) fn made(scene: &Scene, notes: &mut Notes) -> Result<Self, Misfit> {
        let parts = scene.meshes.iter().flat_map(|mesh| &mesh.parts).filter(|part| !part.indices.is_empty());
        let (mut seen, mut used) = (HashSet::new(), vec![]);
        used.extend(parts.filter_map(|part| part.material).filter(|material| seen.insert(*material)));
        let said = |material: usize| scene.materials[material].extras.number::<u8>("row");
        let taken: HashSet<u8> = used.iter().filter_map(|material| said(*material)).collect();
        let mut free = (0..=u8::MAX).filter(|row| !taken.contains(row));
        let mut made = vec![0; scene.materials.len()];
        for &material in &used {
            made[material] = match said(material) {
                Some(row) => row,
                None => {
                    let row = free.next().ok_or_else(|| too_many("materials", used.len(), MOST_ROWS))?;
                    let name = scene.materials[material].name.as_str();
                    notes.say("material-row", args!(name = name, row = row));
                    row
                }
            };
        }
        Ok(Self { worn: &[], made: Some(made) })
    }

    /// The row of a part's material. A part without one has that of the batch `before` it.
    pub(super) fn of(
        &self,
        scene: &Scene,
        material: Option<usize>,
        before: Option<u8>,
        mesh: &str,
        notes: &mut Notes,
    ) -> Result<u8, Misfit> {
        let Some(material) = material else {
            return Ok(before.unwrap_or_else(|| {
                notes.say("material-assumed", args!(mesh = mesh, row = 0));
                0
            }));
        };
        if let Some(row) = self.made.as_ref().and_then(|made| made.get(material)) {
            return Ok(*row);
        }
        let found = &scene.materials[material];
        let said = found.extras.number::<u8>("row");
        let row = said.or_else(|| self.named(&found.name)).or_else(|| told_elsewhere(scene, &found.name));
        // Flat files cannot have two materials of one name, so the second there has its number behind it.
        let row = row.or_else(|| scene.flat.then(|| self.named(unnumbered(&found.name)?))?);
        row.ok_or_else(|| {
            let known = if self.worn.is_empty() { "material_0".to_owned() } else { self.worn.join(", ") };
            misfit("model.unknown-material", args!(name = found.name.as_str(), known = known))
        })
    }

    /// A row of the table, or the name that a row has where there is none.
    fn named(&self, name: &str) -> Option<u8> {
        let place = |name: &str| self.worn.iter().position(|worn| worn.eq_ignore_ascii_case(name));
        let place = place(name).or_else(|| place(plain(name)));
        let numbered = || plain(name).strip_prefix("material_")?.parse().ok();
        place.and_then(|place| u8::try_from(place).ok()).or_else(numbered)
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

/// A copy of a material that tells its row.
fn told_elsewhere(scene: &Scene, name: &str) -> Option<u8> {
    let same = scene.materials.iter().filter(|other| plain(&other.name) == plain(name));
    same.filter_map(|other| other.extras.number("row")).next()
}

/// A name without the `_3` behind it.
fn unnumbered(name: &str) -> Option<&str> {
    let (stem, number) = name.rsplit_once('_')?;
    number.bytes().all(|c| c.is_ascii_digit()).then_some(stem)
}

/// A name without the `.001` of a copy.
fn plain(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((stem, copy)) if !copy.is_empty() && copy.bytes().all(|c| c.is_ascii_digit()) => stem,
        _ => name,
    }
}
