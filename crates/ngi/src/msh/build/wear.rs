//! The wear table of a new model: which material each of its rows is. A table that is there keeps its rows, and gets those
//! that it lacks.

use super::{Extra, Notes, misfit, too_many};
use crate::CODE_PAGE;
use crate::library::DEFAULT_MATERIAL;
use crate::wear::Wear;
use relict_core::args;
use relict_core::format::Document;
use relict_core::prelude::*;
use relict_core::scene::names::without_copy_number;
use relict_core::scene::{Companion, Misfit, Scene};
use std::collections::BTreeMap;

/// Rows are numbered with a byte.
const MOST_ROWS: usize = 256;

#[derive(Debug)]
pub(super) struct WearTable<'w> {
    file: String,
    /// The one that is there, and how many rows it has.
    before: Option<Wear<'w>>,
    kept: usize,
    /// The name in each row; none where no material is known to be that row.
    rows: Vec<Option<String>>,
}

impl<'w> WearTable<'w> {
    /// Of the model with this name, with what stands beside it already.
    pub(super) fn new(stem: &str, before: Option<&'w [u8]>) -> Result<Self, Misfit> {
        let file = format!("{stem}.wea");
        let read = |text| Wear::read(&mut Cursor::new(text), Origin::default());
        let broken = |_| misfit("model.wear", args!(file = file.as_str()));
        let before = before.map(read).transpose().map_err(broken)?;
        let rows = before.iter().flat_map(|wear| &wear.rows);
        let rows: Vec<_> = rows.map(|row| Some(row.name.show().into_owned())).collect();
        Ok(Self { file, before, kept: rows.len(), rows })
    }

    /// The rows of materials, by their places in the scene. Rows that the scene tells come first, then names that are
    /// there, and for the rest the next that are free.
    pub(super) fn rows(
        &mut self,
        scene: &Scene,
        used: &[usize],
        notes: &mut Notes,
    ) -> Result<Vec<u8>, Misfit> {
        let mut made = vec![0; scene.materials.len()];
        let names: Vec<String> = used.iter().map(|&material| self.name(scene, material)).collect();
        let mut rest = vec![];
        for (&material, name) in used.iter().zip(&names) {
            let given = &scene.materials[material];
            let numbered = numbered(&given.name);
            let said = given.extras.number::<u8>("row").or(numbered);
            let is_nameless = given.name.is_empty() || said == numbered;
            match said.filter(|row| self.claim(*row, name, is_nameless)) {
                Some(row) => made[material] = row,
                None => rest.push((material, name)),
            }
        }
        for (material, name) in rest {
            let row = self.named(name).unwrap_or_else(|| self.take(name));
            made[material] = u8::try_from(row).map_err(|_| too_many("materials", used.len(), MOST_ROWS))?;
            if row >= self.kept {
                notes.say("material-row", args!(name = name.as_str(), row = row));
            }
        }
        for (&material, name) in used.iter().zip(&names) {
            let given = scene.materials[material].name.as_str();
            if usize::from(made[material]) >= self.kept && without_copy_number(given) != name && given != name
            {
                notes.say("material-renamed", args!(name = given, new = name.as_str()));
            }
        }
        Ok(made)
    }

    /// Makes room for so many rows.
    pub(super) fn reach(&mut self, rows: usize) {
        self.rows.resize(self.rows.len().max(rows), None);
    }

    /// What a material is called in the table. Rows end at white space, so no name has any; and a number is no name.
    fn name(&self, scene: &Scene, material: usize) -> String {
        let given = scene.materials[material].name.as_str();
        if numbered(given).is_some() {
            return DEFAULT_MATERIAL.to_owned();
        }
        let original = without_copy_number(given);
        let is_copy = original != given
            && self.named(given).is_none()
            && (self.named(original).is_some() || scene.materials.iter().any(|other| other.name == original));
        plain(if is_copy { original } else { given })
    }

    fn named(&self, name: &str) -> Option<usize> {
        let find = |are: fn(&str, &str) -> bool| {
            self.rows.iter().position(|row| row.as_deref().is_some_and(|row| are(row, name)))
        };
        find(|a, b| a == b).or_else(|| find(str::eq_ignore_ascii_case))
    }

    /// Whether a material may have the row that the scene tells: it does already, or nobody has it. One without a name of
    /// its own is whatever the table has there.
    fn claim(&mut self, row: u8, name: &str, is_nameless: bool) -> bool {
        let row = usize::from(row);
        if self.rows.len() <= row {
            self.rows.resize(row + 1, None);
        }
        let held = self.rows[row].get_or_insert_with(|| name.to_owned());
        held.eq_ignore_ascii_case(name) || (is_nameless && row < self.kept)
    }

    fn take(&mut self, name: &str) -> usize {
        let free = self.rows.iter().position(Option::is_none).unwrap_or(self.rows.len());
        self.rows.resize(self.rows.len().max(free + 1), None);
        self.rows[free] = Some(name.to_owned());
        free
    }

    /// The table as it should stand beside the model; none if it does already.
    pub(super) fn finish(mut self, scene: &Scene, notes: &mut Notes) -> Result<Option<Companion>, Misfit> {
        // No table is empty, and parts without a material wear the first row.
        self.reach(1);
        for row in (0..self.rows.len()).filter(|row| self.rows[*row].is_none()) {
            notes.say("wear-gap", args!(row = row, name = DEFAULT_MATERIAL));
        }
        let lightmaps = self.new_lightmaps(scene, notes);
        let name = |row: &Option<String>| encoded(row.as_deref().unwrap_or(DEFAULT_MATERIAL));
        let materials: Vec<_> = self.rows[self.kept..].iter().filter_map(name).collect();
        let (file, completes) = (self.file.as_str(), self.before.is_some());
        let added = args!(file = file, materials = materials.len(), lightmaps = lightmaps.len());
        if completes && materials.is_empty() && lightmaps.is_empty() {
            notes.say("wear-kept", args!(file = file));
            return Ok(None);
        }
        notes.say(if completes { "wear-completed" } else { "wear-made" }, added);
        let mut wear = self.before.unwrap_or_else(Wear::new);
        wear.extend(&materials, &lightmaps);
        Ok(Some(Companion { bytes: wear.to_bytes()?, name: self.file, completes }))
    }

    /// The lightmaps that batches number and the table lacks, as far as their names are known.
    fn new_lightmaps(&self, scene: &Scene, notes: &mut Notes) -> Vec<Vec<u8>> {
        let lightmaps = self.before.as_ref().and_then(|wear| wear.lightmaps.as_ref());
        let kept = lightmaps.map_or(0, |lightmaps| lightmaps.rows.len());
        let names = lightmap_names(scene);
        let Some(last) = names.keys().next_back().map(|last| usize::from(*last)) else { return vec![] };
        let name = |row: usize| names.get(&u8::try_from(row).ok()?)?.as_deref().and_then(encoded);
        let known: Vec<_> = (kept..=last).map_while(name).collect();
        if kept + known.len() <= last {
            notes.say("wear-lightmap", args!(file = self.file.as_str(), row = kept + known.len()));
        }
        known
    }
}

/// The lightmaps that are used, by the numbers that batches call them.
fn lightmap_names(scene: &Scene) -> BTreeMap<u8, Option<String>> {
    let parts = scene.meshes.iter().flat_map(|mesh| &mesh.parts);
    let lit = parts.filter(|part| part.light_uvs.is_some() && !part.indices.is_empty());
    let mut names = BTreeMap::new();
    for part in lit {
        let material = part.material.map(|material| &scene.materials[material]);
        let own = part.extras.number::<u8>("lightmap");
        let number = own.or_else(|| material?.extras.number("lightmap")).filter(|number| *number != 0xFF);
        let Some(number) = number else { continue };
        let texture = material.and_then(|material| scene.textures.get(material.lightmap?));
        let known: &mut Option<String> = names.entry(number).or_default();
        *known = known.take().or_else(|| texture.map(|texture| plain(&texture.name)));
    }
    names
}

/// The row of a material that is called by its number, as those of models without a table are.
fn numbered(name: &str) -> Option<u8> {
    without_copy_number(name).strip_prefix("material_")?.parse().ok()
}

/// A name as a row can hold it.
fn plain(name: &str) -> String {
    let fits =
        |c: char| !c.is_whitespace() && !c.is_control() && encoded(c.encode_utf8(&mut [0; 4])).is_some();
    let plain: String = name.chars().map(|c| if fits(c) { c } else { '_' }).collect();
    if plain.is_empty() { DEFAULT_MATERIAL.to_owned() } else { plain }
}

fn encoded(name: &str) -> Option<Vec<u8>> {
    CodePage::numbered(CODE_PAGE).bytes(name)
}
