//! A scene as a model: the way back from glTF.
//!
//! A scene is compared with what the model itself shows. What is the same stays as it is, byte for byte, and what is
//! derived from something else is only calculated again where that has changed.

mod bounds;
mod materials;
mod mesh;
mod polygon;
mod reparent;
mod shapes;
mod shared_list;
mod transform;
mod triangles;
mod vertices;

use super::Model;
use materials::SceneMaterials;
use relict_core::args;
use relict_core::format::Document;
use relict_core::prelude::*;
use relict_core::scene::node_match::NodeMatch;
use relict_core::scene::notes::Notes;
use relict_core::scene::validate::expect_no_worse;
use relict_core::scene::{Misfit, ModelEdit, Scene};
use shapes::Shapes;

/// The model with what the scene shows.
pub(super) fn with_scene(
    model: &Model<'_>,
    scene: &Scene,
    context: Context<'_>,
) -> Result<ModelEdit, Misfit> {
    scene.validate()?;
    let mut notes = Notes::default();
    let names = model.scene_names();
    let nodes = NodeMatch::new(&names, scene, &mut notes)?;
    let mut draft = model.clone();
    if !scene.flat {
        reparent::expect_same_parents(model, scene, &nodes, &names)?;
        transform::set_placements(model, scene, &nodes, &mut draft, &mut notes)?;
    }
    if !scene.clips.is_empty() {
        notes.say("clips-elsewhere", args!(count = scene.clips.len()));
    }
    let materials = SceneMaterials::new(model, scene, context);
    let mut shapes = Shapes { model, scene, nodes: &nodes, names: &names, materials, notes: &mut notes };
    shapes.put(&mut draft)?;
    bounds::update(model, &mut draft, &mut notes);
    let bytes = draft.to_bytes()?;
    expect_no_worse(model, &Model::read_as(&mut Cursor::new(&bytes), model.game)?)?;
    Ok(ModelEdit { bytes, remarks: notes.into_remarks(), companion: None })
}

/// Where things were in memory long ago does not matter; that something was there does.
const ADDRESS: u32 = 1;
