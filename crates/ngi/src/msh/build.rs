//! A scene as a model: the way back from glTF.
//!
//! A scene is compared with what the model itself shows. What is the same stays as it is, byte for byte, and what is
//! derived from something else is only calculated again where that has changed. A new model is one in which there is
//! nothing yet.

mod adjacency;
mod animation;
mod batch;
mod bounds;
mod from_scene;
mod ground;
mod limits;
mod materials;
mod motion;
mod owners;
mod packing;
mod plan;
mod relayout;
mod reparent;
mod scene_part;
mod shapes;
mod submesh;
mod transform;
mod triangles;
mod vector;
mod vertices;
mod wear;
mod write;

pub(super) use from_scene::{companion, from_scene};
pub(super) use materials::worn_names;

use super::Msh;
use super::scene::{LEVELS, STATES};
use super::stream::Kind;
use crate::nres::Record;
use animation::AnimationPass;
use materials::MaterialRows;
use relayout::Relayout;
use relict_core::args;
use relict_core::prelude::*;
use relict_core::scene::node_match::NodeMatch;
use relict_core::scene::notes::{Extra, Notes, listed, misfit, too_many};
use relict_core::scene::{Misfit, ModelEdit, Scene, Up, Variant};
use shapes::Shapes;
use std::borrow::Cow;

/// The model with what the scene shows. `worn` are the names in its wear table, if that is known.
pub(super) fn with_scene(msh: &Msh<'_>, scene: &Scene, worn: &[String]) -> Result<ModelEdit, Misfit> {
    validate(scene)?;
    let scene = &*upright(scene);
    if msh.kind() == Kind::Terrain {
        return ground::with_scene(msh, scene, worn);
    }
    let model = msh.model(false)?;
    let mut notes = Notes::default();
    let names: Vec<String> = (0..model.nodes().len()).map(|node| model.scene_name(node)).collect();
    let nodes = NodeMatch::new(&names, scene, &mut notes)?;
    let mut draft = msh.clone();
    if !scene.flat {
        reparent::reparent(&nodes, &model, scene, &mut draft, &mut notes)?;
        let mut animation =
            AnimationPass { model: &model, scene, nodes: &nodes, notes: &mut notes, is_new: false };
        animation.run(&mut draft)?;
    }
    put_shapes(Shapes::new(&model, scene, &nodes, MaterialRows::worn(worn), &mut notes), &mut draft)?;
    bounds::update_model(&model, &mut draft, &mut notes)?;
    let bytes = write::written(msh, &draft)?;
    write::expect_no_worse(msh, &bytes)?;
    Ok(ModelEdit { bytes, remarks: notes.into_remarks(), companion: None })
}

/// Whether the scene is valid, and has no variant that a node cannot show.
fn validate(scene: &Scene) -> Result<(), Misfit> {
    scene.validate()?;
    for node in &scene.nodes {
        let unknown = |variant: &Variant| variant.state >= STATES || variant.level >= LEVELS;
        if let Some(Variant { state, level }) = node.shapes.iter().map(|shape| shape.variant).find(unknown) {
            let args = args!(node = node.name.as_str(), state = state, level = level);
            return Err(misfit("model.variant", args));
        }
    }
    Ok(())
}

/// Puts what the nodes show into the draft, and everything that follows from it.
fn put_shapes(mut shapes: Shapes<'_>, draft: &mut Msh<'_>) -> Result<(), Misfit> {
    let changed = shapes.changed(draft)?;
    let Shapes { model, notes, .. } = shapes;
    let relayout = if changed.plan.is_idle() {
        Relayout::unchanged(model)
    } else {
        relayout::relayout(model, draft, &changed.plan, notes)?
    };
    let in_place = changed.in_place.iter().filter_map(|slot| Some((relayout.slots[*slot]?, Some(*slot))));
    let all: Vec<_> = relayout.rebuilt.iter().copied().chain(in_place).collect();
    Ok(bounds::update_slots(model, draft, &relayout, &all, notes)?)
}

/// The record of a stream in the directory; a new one behind all others if there is none.
fn record<'d>(draft: &'d mut Msh<'_>, number: u32) -> &'d mut Record {
    let found = draft.directory.iter().position(|record| record.type_id.number() == number);
    let place = found.unwrap_or_else(|| {
        let like = draft.directory.first().map(|record| record.name);
        draft.directory.push(Record {
            type_id: Tag(number.to_le_bytes()),
            attr1: 0,
            attr2: 0,
            size: 0,
            attr3: 0,
            name: like.unwrap_or(Chars([0; 36])),
            data_offset: 0,
            sort_index: 0,
        });
        draft.directory.len() - 1
    });
    &mut draft.directory[place]
}

/// The scene with z up, as models have it.
fn upright(scene: &Scene) -> Cow<'_, Scene> {
    if scene.up == Up::Z {
        return Cow::Borrowed(scene);
    }
    let mut scene = Scene { up: Up::Z, ..scene.clone() };
    let place = |place: &mut [f32; 3]| *place = Up::Z.from_y(*place);
    let turn = |turn: &mut [f32; 4]| *turn = Up::Z.rotation_from_y(*turn);
    for node in &mut scene.nodes {
        place(&mut node.placement.translation);
        turn(&mut node.placement.rotation);
        node.placement.scale = Up::Z.scale_from_y(node.placement.scale);
    }
    for part in scene.meshes.iter_mut().flat_map(|mesh| &mut mesh.parts) {
        part.positions.iter_mut().chain(part.normals.iter_mut().flatten()).for_each(place);
    }
    for track in scene.clips.iter_mut().flat_map(|clip| &mut clip.tracks) {
        track.translations.iter_mut().flatten().for_each(place);
        track.rotations.iter_mut().flatten().for_each(turn);
    }
    Cow::Owned(scene)
}
