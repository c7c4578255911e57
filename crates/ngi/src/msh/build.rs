//! A scene as a model: the way back from glTF.
//!
//! What is there already is the measure. A scene is compared with what the model itself shows; what is the same stays as
//! it is, byte for byte, and what follows from something else is only made anew where that has changed. A new model is
//! one in which nothing is there yet.

mod batch;
mod bounds;
mod cast;
mod fresh;
mod ground;
mod join;
mod meet;
mod motion;
mod order;
mod owners;
mod piece;
mod rows;
mod shapes;
mod sound;
mod tiles;
mod travel;
mod write;

pub(super) use fresh::sculpt;
pub(super) use rows::worn_names;

use super::Msh;
use super::stream::Kind;
use crate::nres::Record;
use cast::Cast;
use motion::Stage;
use relict_core::args;
use relict_core::prelude::*;
use relict_core::report::{Arg, Args};
use relict_core::scene::{Extras, Misfit, Remark, Remodelled, Scene, Up};
use rows::Rows;
use shapes::Shapes;
use std::borrow::Cow;
use std::collections::HashSet;
use tiles::Relaid;

impl Msh<'_> {
    /// This model with what the scene shows. `worn` are the names in its wear table, if that is known.
    pub(super) fn remodel(&self, scene: &Scene, worn: &[String]) -> Result<Remodelled, Misfit> {
        sound::expect_sound(scene)?;
        let scene = &*upright(scene);
        if self.kind() == Kind::Terrain {
            return self.same_ground(scene);
        }
        let model = self.model(false)?;
        let mut notes = Notes::default();
        let cast = Cast::new(&model, scene, &mut notes)?;
        let mut draft = self.clone();
        if !scene.flat {
            cast.hang(&model, scene, &mut draft, &mut notes)?;
            Stage { model: &model, scene, cast: &cast, notes: &mut notes, anew: false }.set(&mut draft)?;
        }
        let shapes = Shapes::new(&model, scene, &cast, Rows::worn(worn), &mut notes);
        shape(shapes, &mut draft)?;
        bounds::rebound(&model, &mut draft, &mut notes)?;
        let bytes = write::written(self, &draft)?;
        write::expect_no_worse(self, &bytes)?;
        Ok(Remodelled { bytes, remarks: notes.told() })
    }
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

/// How many remarks somebody may be expected to read.
const READ: usize = 100;

/// What a person should know, each once.
#[derive(Debug, Default)]
struct Notes {
    remarks: Vec<Remark>,
    said: HashSet<String>,
    left_out: usize,
}

impl Notes {
    /// When there is enough to read, only what has not been said of anything yet.
    fn say(&mut self, what: &'static str, args: Args) {
        let args = brief(args);
        if !self.said.insert(format!("{what} {args:?}")) {
            return;
        }
        if self.remarks.len() < READ || self.remarks.iter().all(|remark| remark.what != what) {
            self.remarks.push(Remark { what, args });
        } else {
            self.left_out += 1;
        }
    }

    fn told(self) -> Vec<Remark> {
        let more = (self.left_out > 0).then(|| Remark { what: "more", args: args!(count = self.left_out) });
        self.remarks.into_iter().chain(more).collect()
    }
}

/// Names longer than this are cut.
const LONG: usize = 100;

fn cut(name: &str) -> Cow<'_, str> {
    match name.char_indices().nth(LONG) {
        Some((end, _)) => format!("{}…", &name[..end]).into(),
        None => name.into(),
    }
}

fn brief(mut args: Args) -> Args {
    for (name, arg) in &mut args {
        match arg {
            // A list of names, each of which is short already.
            Arg::Text(text) if *name != "known" && text.len() > LONG => *text = cut(text).into_owned(),
            _ => {}
        }
    }
    args
}

/// The first names of a list.
fn listed(names: &[String], most: usize) -> String {
    let first: Vec<_> = names.iter().take(most).map(|name| cut(name)).collect();
    first.join(", ") + if names.len() > most { ", …" } else { "" }
}

fn misfit(code: &'static str, args: Args) -> Misfit {
    Misfit::Scene { code, args: brief(args) }
}

/// Nobody counts further than this.
const COUNTED: usize = 999_999_999;

fn too_many(what: &'static str, found: usize, limit: usize) -> Misfit {
    misfit("model.too-many", args!(what = what, found = found.min(COUNTED), limit = limit))
}

/// Numbers among extras. Tools turn whole numbers into others.
trait Extra {
    fn number<T: TryFrom<u64>>(&self, name: &str) -> Option<T>;
}

impl Extra for Extras {
    fn number<T: TryFrom<u64>>(&self, name: &str) -> Option<T> {
        let whole =
            |number: f64| ((0.0..1e9).contains(&number) && number.fract() == 0.0).then_some(number as u64);
        let value = self.get(name)?;
        T::try_from(value.as_u64().or_else(|| value.as_f64().and_then(whole))?).ok()
    }
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
