//! The materials of a scene as those of the mechlib.

use super::super::Model;
use super::super::cut::{self, Coat, Facet};
use super::super::dress;
use relict_core::args;
use relict_core::format::Context;
use relict_core::scene::notes::{Extra, Notes, listed, misfit};
use relict_core::scene::{Misfit, Part, Scene};
use std::collections::HashSet;

/// How many known names a message tells.
const TOLD: usize = 12;

pub(super) struct Coats {
    /// For each material of the scene; none for one whose name says nothing.
    of_scene: Vec<Option<Coat>>,
    scene_names: Vec<String>,
    /// The names of the mechlib's materials.
    names: Vec<String>,
}

impl Coats {
    pub(super) fn new(model: &Model<'_>, scene: &Scene, context: Context<'_>) -> Self {
        let mut coats = Self {
            of_scene: vec![],
            scene_names: scene.materials.iter().map(|material| material.name.clone()).collect(),
            names: vec![],
        };
        dress::beside(context, |_, names| coats.names = names.to_vec());
        let used: HashSet<i32> =
            (model.meshes().flat_map(cut::facets)).filter_map(|f| f.coat.material).collect();
        let there = |place: &usize| {
            *place < coats.names.len()
                || i32::try_from(*place).is_ok_and(|place| used.contains(&place))
                || coats.names.is_empty()
        };
        let coat = |material: &relict_core::scene::Material| {
            let by_name = dress::place_of(&material.name, &coats.names);
            let said: Option<usize> = material.extras.number("material");
            // A program that renames copies may leave the number of what was copied; the name is what people see.
            let place = by_name.or(said).filter(there);
            let nameless = by_name.is_none() && said.is_none() && material.name == dress::NAMELESS;
            let material_place = place.and_then(|place| i32::try_from(place).ok());
            (material_place.is_some() || nameless)
                .then_some(Coat { material: material_place, both_sides: material.two_sided })
        };
        coats.of_scene = scene.materials.iter().map(coat).collect();
        coats
    }

    /// What a part is drawn with. One that tells no material has that of the mesh's first polygon.
    pub(super) fn of(
        &self,
        part: &Part,
        own: &[Facet],
        mesh: &str,
        notes: &mut Notes,
    ) -> Result<Coat, Misfit> {
        let unknown =
            |name: &str| misfit("model.no-material", args!(name = name, known = listed(&self.names, TOLD)));
        match (part.material, own.first()) {
            (Some(place), _) => self.of_scene[place].ok_or_else(|| unknown(&self.scene_names[place])),
            (None, Some(first)) => {
                notes.say("material-taken", args!(mesh = mesh));
                Ok(first.coat)
            }
            (None, None) => Err(unknown("")),
        }
    }
}
