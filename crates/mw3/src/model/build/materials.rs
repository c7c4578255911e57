//! Which materials of the mechlib those of a scene are.

use super::super::cut::{self, Facet, MaterialKey};
use super::super::{Model, materials};
use relict_core::args;
use relict_core::format::Context;
use relict_core::scene::notes::{Extra, Notes, listed, misfit};
use relict_core::scene::{Misfit, Part, Scene};
use std::collections::HashSet;

/// How many known names a message tells.
const TOLD: usize = 12;

pub(super) struct SceneMaterials {
    /// For each material of the scene; none for one whose name is unknown.
    of_scene: Vec<Option<MaterialKey>>,
    scene_names: Vec<String>,
    /// The names of the mechlib's materials.
    names: Vec<String>,
}

impl SceneMaterials {
    pub(super) fn new(model: &Model<'_>, scene: &Scene, context: Context<'_>) -> Self {
        let mut found = Self {
            of_scene: vec![],
            scene_names: scene.materials.iter().map(|material| material.name.clone()).collect(),
            names: vec![],
        };
        materials::open(context, |_, names| found.names = names.to_vec());
        let used: HashSet<i32> =
            (model.meshes().flat_map(cut::facets)).filter_map(|facet| facet.material.place).collect();
        let there = |place: &usize| {
            *place < found.names.len()
                || i32::try_from(*place).is_ok_and(|place| used.contains(&place))
                || found.names.is_empty()
        };
        let key = |material: &relict_core::scene::Material| {
            let by_name = materials::place_of(&material.name, &found.names);
            let said: Option<usize> = material.extras.number("material");
            // A program that renames copies may leave the number of what was copied; the name is what people see.
            let place = by_name.or(said).filter(there);
            let nameless = by_name.is_none() && said.is_none() && materials::is_nameless(&material.name);
            let material_place = place.and_then(|place| i32::try_from(place).ok());
            (material_place.is_some() || nameless)
                .then_some(MaterialKey { place: material_place, both_sides: material.two_sided })
        };
        found.of_scene = scene.materials.iter().map(key).collect();
        found
    }

    /// The material of a part. One without a material has that of the mesh's first polygon.
    pub(super) fn of(
        &self,
        part: &Part,
        own: &[Facet],
        mesh: &str,
        notes: &mut Notes,
    ) -> Result<MaterialKey, Misfit> {
        let unknown =
            |name: &str| misfit("model.no-material", args!(name = name, known = listed(&self.names, TOLD)));
        match (part.material, own.first()) {
            (Some(place), _) => self.of_scene[place].ok_or_else(|| unknown(&self.scene_names[place])),
            (None, Some(first)) => {
                notes.say("material-taken", args!(mesh = mesh));
                Ok(first.material)
            }
            (None, None) => Err(unknown("")),
        }
    }
}
