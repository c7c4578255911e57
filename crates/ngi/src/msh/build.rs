//! A scene as a model: the way back from glTF.
//!
//! What is there already is the measure. A scene is compared with what the model itself shows; what is the same stays as
//! it is, byte for byte, and what follows from something else is only made anew where that has changed. A new model is
//! one in which nothing is there yet.

mod batch;
mod bounds;
mod fresh;
mod ground;
mod hang;
mod join;
mod meet;
mod motion;
mod order;
mod owners;
mod piece;
mod rows;
mod shapes;
mod tiles;
mod travel;
mod write;

pub(super) use fresh::from_scene;
pub(super) use rows::worn_names;

use super::Msh;
use super::scene::{LEVELS, STATES};
use super::stream::Kind;
use crate::nres::Record;
use motion::Stage;
use relict_core::args;
use relict_core::prelude::*;
use relict_core::scene::cast::Cast;
use relict_core::scene::notes::{Extra, Notes, listed, misfit, too_many};
use relict_core::scene::{Misfit, ModelEdit, Scene, Up, Variant};
use rows::Rows;
use shapes::Shapes;
use std::borrow::Cow;
use tiles::Relaid;

impl Msh<'_> {
    /// This model with what the scene shows. `worn` are the names in its wear table, if that is known.
    pub(super) fn remodel(&self, scene: &Scene, worn: &[String]) -> Result<ModelEdit, Misfit> {
        expect_sound(scene)?;
        let scene = &*upright(scene);
        if self.kind() == Kind::Terrain {
            return self.same_ground(scene);
        }
        let model = self.model(false)?;
        let mut notes = Notes::default();
        let names: Vec<String> = (0..model.nodes().len()).map(|node| model.scene_name(node)).collect();
        let cast = Cast::new(&names, scene, &mut notes)?;
        let mut draft = self.clone();
        if !scene.flat {
            hang::hang(&cast, &model, scene, &mut draft, &mut notes)?;
            Stage { model: &model, scene, cast: &cast, notes: &mut notes, anew: false }.set(&mut draft)?;
        }
        let shapes = Shapes::new(&model, scene, &cast, Rows::worn(worn), &mut notes);
        shape(shapes, &mut draft)?;
        bounds::rebound(&model, &mut draft, &mut notes)?;
        let bytes = write::written(self, &draft)?;
        write::expect_no_worse(self, &bytes)?;
        Ok(ModelEdit { bytes, remarks: notes.told() })
    }
}

/// Every variant that a node can show.
fn all_variants() -> Vec<Variant> {
    (0..STATES).flat_map(|state| (0..LEVELS).map(move |level| Variant { state, level })).collect()
}

/// Whether the scene is one, and has no variant that a node cannot show.
fn expect_sound(scene: &Scene) -> Result<(), Misfit> {
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

/// Brings what the nodes show into the draft, and everything that follows from it.
fn shape(mut shapes: Shapes<'_>, draft: &mut Msh<'_>) -> Result<(), Misfit> {
    let changed = shapes.changed(draft)?;
    let Shapes { model, notes, .. } = shapes;
    let relaid = if changed.plan.is_idle() {
        Relaid::nothing(model)
    } else {
        tiles::relaid(model, draft, &changed.plan, notes)?
    };
    let in_place = changed.in_place.iter().filter_map(|slot| Some((relaid.slots[*slot]?, Some(*slot))));
    let all: Vec<_> = relaid.drawn.iter().copied().chain(in_place).collect();
    Ok(bounds::refresh(model, draft, &relaid, &all, notes)?)
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
