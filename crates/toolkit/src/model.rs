//! Models out of files and into them: glTF, which every modelling program opens, and OBJ, which every other tool does.

mod facts;

use crate::phrases::Phrase;
pub use facts::{Bounds, ClipFacts, Facts, MaterialFacts, NodeFacts, VariantFacts, facts, motions};

use crate::FORMATS;
use crate::open::{Asset, Surroundings};
use crate::problem::{
    MODEL_BEFORE, MODEL_FILE, MODEL_LIKE, MODEL_LOOK, MODEL_MOTION, MODEL_MOTIONS, MODEL_NONE, MODEL_OUTLINE,
    MODEL_SOURCE, MODEL_TRIANGLES, Problem, Result,
};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use relict_core::args;
use relict_core::error::FaultKind;
use relict_core::format::{Context, Document, Kind, Limits, Origin};
use relict_core::scene::{self, Bound, Misfit, ModelEdit, Remark, Scene, Shown, Up, Variant, notes};
use relict_exchange::gltf::{self, Files, GltfError};
use relict_exchange::obj::{self, Faces, ObjError};
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::{Read, Write};

/// The forms that models take outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    /// One file, with its pictures.
    Glb,
    /// Text, with files beside it.
    Gltf,
    /// Text, without nodes and clips.
    Obj,
}

impl Open {
    pub fn of_ending(ending: &str) -> Option<Self> {
        match ending {
            "glb" => Some(Self::Glb),
            "gltf" => Some(Self::Gltf),
            "obj" => Some(Self::Obj),
            _ => None,
        }
    }

    pub fn ending(self) -> &'static str {
        match self {
            Self::Glb => "glb",
            Self::Gltf => "gltf",
            Self::Obj => "obj",
        }
    }

    /// By content; OBJ has none that would tell, so its name does.
    pub fn of(asset: &Asset<'_>) -> Option<Self> {
        if asset.bytes.starts_with(b"glTF") {
            Some(Self::Glb)
        } else if gltf::is_gltf(asset.bytes) {
            Some(Self::Gltf)
        } else {
            asset.origin.ends_with(".obj").then_some(Self::Obj)
        }
    }
}

/// The format that a model becomes in a file with this ending.
pub fn kind_of_ending(ending: &str) -> Option<&'static Kind> {
    let modelled = |kind: &&Kind| kind.facets.model.is_some() && kind.endings.contains(&ending);
    FORMATS.iter().find(modelled)
}

/// What there is to see of a model. With `source`, it carries the file along and can become it again by itself.
pub fn scene(asset: &Asset<'_>, shown: Shown, source: bool, context: Context<'_>) -> Result<Scene> {
    let (kind, document) = asset.open()?;
    let mut scene = scene_of(asset, (kind, &*document), shown, context)?;
    if source {
        scene.extras.insert(SOURCE.into(), packed(asset.bytes).into());
    }
    Ok(scene)
}

/// The same of a model that is open already.
pub(crate) fn scene_of(
    asset: &Asset<'_>,
    (kind, document): (&Kind, &dyn Document),
    shown: Shown,
    context: Context<'_>,
) -> Result<Scene> {
    let none = || Problem::new(MODEL_NONE, asset.path, args!(format = kind.id));
    let modelled = document.model().ok_or_else(none)?;
    let around = Surroundings { library: context.library, holder: asset.holder, limits: context.limits };
    let context = Context { library: &around, origin: asset.origin, ..context };
    let seen = |shown: Shown| {
        let scene = modelled.scene(shown, context);
        scene.map_err(|e| Problem::unreadable(kind, asset.path, asset.bytes, &e))
    };
    let scene = seen(shown)?;
    if let Shown::One(variant) = shown
        && scene.meshes.is_empty()
    {
        return Err(unseen(asset.path, variant, &seen(Shown::All)?));
    }
    Ok(scene)
}

/// A look that a model does not have, beside those that it has.
fn unseen(path: &str, Variant { state, level }: Variant, all: &Scene) -> Problem {
    let shapes = all.nodes.iter().flat_map(|node| &node.shapes);
    let known: BTreeSet<Variant> = shapes.map(|shape| shape.variant).collect();
    let named = |known: Variant| format!("--state {} --level {}", known.state, known.level);
    let known: Vec<String> = known.into_iter().map(named).collect();
    let args = args!(state = state, level = level, count = known.len(), known = known.join(", "));
    Problem::new(MODEL_LOOK, path, args)
}

/// Gives a model the motions of an archive that are meant for it, or one that is named. Nodes in `turning` turn, but do
/// not leave their place; `all` are all of them.
pub fn animate(
    scene: &mut Scene,
    motions: &Asset<'_>,
    turning: &[String],
    limits: Limits,
) -> Result<Vec<Remark>> {
    let (kind, document) = motions.open()?;
    let mut found = vec![];
    if let Some(archive) = document.archive() {
        let prefix = motion_prefix(scene).to_owned();
        let meant = (0..archive.len()).filter_map(|place| archive.entry(place).map(|entry| (place, entry)));
        for (place, entry) in meant.filter(|(_, entry)| !prefix.is_empty() && entry.name.starts_with(&prefix))
        {
            let bytes = archive.payload(place, limits);
            let bytes = bytes.map_err(|e| Problem::unreadable(kind, motions.path, motions.bytes, &e))?;
            let path = format!("{}/{}", motions.path, entry.name);
            let motion = Asset { path: &path, origin: entry.origin(), bytes: &bytes, holder: None };
            found.push(bound(scene, &motion, turning)?);
        }
        if found.is_empty() {
            return Err(Problem::new(MODEL_MOTIONS, motions.path, args!(prefix = prefix)));
        }
    } else {
        found.push(bound(scene, motions, turning)?);
    }
    let mut remarks = vec![];
    for Bound { clip, left_out } in found {
        if !left_out.is_empty() {
            let args = args!(motion = clip.name.as_str(), parts = notes::listed(&left_out, LISTED));
            remarks.push(Remark { what: "motion-parts", args });
        }
        scene.clips.push(clip);
    }
    Ok(remarks)
}

/// How the names of the motions begin that are meant for a model; empty if it does not say.
fn motion_prefix(scene: &Scene) -> &str {
    scene.extras.get(scene::MOTIONS).and_then(Value::as_str).unwrap_or_default()
}

/// How many names somebody reads.
const LISTED: usize = 12;

fn bound(scene: &Scene, motion: &Asset<'_>, turning: &[String]) -> Result<Bound> {
    let (kind, document) = motion.open()?;
    let unbound = || Problem::new(MODEL_MOTION, motion.path, args!(format = kind.id));
    let stays = |name: &str| turning.iter().any(|turning| turning == name || turning == "all");
    let bound = document.motion().ok_or_else(unbound)?.clip(motion.origin.name, scene, &stays);
    if bound.clip.tracks.is_empty() { Err(unbound()) } else { Ok(bound) }
}

/// A scene in one of the open forms.
pub fn written(path: &str, scene: &Scene, open: Open, stem: &str) -> Result<Files> {
    let unwritable = |reason: Phrase| Problem::new(MODEL_FILE, path, args!(reason = reason));
    match open {
        Open::Glb => gltf::to_glb(scene)
            .map(|main| Files { main, beside: vec![] })
            .map_err(|e| unwritable(Phrase::from(&e))),
        Open::Gltf => gltf::to_gltf(scene, stem).map_err(|e| unwritable(Phrase::from(&e))),
        Open::Obj => obj::to_obj(scene, stem).map_err(|e| unwritable(Phrase::from(&e))),
    }
}

/// Where a scene keeps the file that it was made from.
const SOURCE: &str = "source";

fn packed(bytes: &[u8]) -> String {
    let mut encoder = ZlibEncoder::new(vec![], Compression::fast());
    // Into memory, so it does not fail.
    let _ = encoder.write_all(bytes);
    STANDARD.encode(encoder.finish().unwrap_or_default())
}

/// The file that a scene was made from; none if it carries something else.
fn source(carried: &Value) -> Option<Vec<u8>> {
    let packed = STANDARD.decode(carried.as_str()?).ok()?;
    let mut bytes = vec![];
    let limit = Limits::USUAL.unpacked as u64;
    ZlibDecoder::new(&packed[..]).take(limit + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= limit).then_some(bytes)
}

/// A model on its way into a file.
#[derive(Clone, Copy)]
pub struct Modelling<'m> {
    /// Of the model, for messages.
    pub path: &'m str,
    pub kind: &'static Kind,
    /// Of the file that it becomes.
    pub origin: Origin<'m>,
    /// The file that it goes into, and its path; none if it carries one along, or for a new one.
    pub like: Option<(&'m str, &'m [u8])>,
    pub open: Open,
    pub file: &'m [u8],
    /// Files beside the model, by the names that it gives them.
    pub beside: &'m dyn Fn(&str) -> Option<Vec<u8>>,
    pub context: Context<'m>,
}

impl std::fmt::Debug for Modelling<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Modelling").field("path", &self.path).finish_non_exhaustive()
    }
}

impl Modelling<'_> {
    /// What of the model no file of ours holds (skins, cameras and the like) is among the remarks.
    pub fn build(&self) -> Result<ModelEdit> {
        self.built().map(|(edit, _)| edit)
    }

    /// The same for a model that gets a place of its own: it needs what it had beside it where it comes from.
    pub fn build_apart(&self) -> Result<ModelEdit> {
        let (mut edit, scene) = self.built()?;
        let companion = self.kind.facets.model.and_then(|model| model.companion);
        if let Some(companion) = companion.filter(|_| edit.companion.is_none()) {
            let context = Context { origin: self.origin, ..self.context };
            let needed = companion(&edit.bytes, &scene, context);
            let (needed, remarks) = needed.map_err(|misfit| self.misfit(misfit, (self.path, &edit.bytes)))?;
            edit.companion = needed;
            edit.remarks.extend(remarks);
        }
        Ok(edit)
    }

    fn built(&self) -> Result<(ModelEdit, Scene)> {
        let unlike = || Problem::new(MODEL_LIKE, self.path, args!(format = self.kind.id));
        let model = self.kind.facets.model.ok_or_else(unlike)?;
        let (mut scene, lost) = self.read(model.up)?;
        let carried = scene.extras.remove(SOURCE).filter(|_| self.like.is_none());
        let carried =
            carried.map(|carried| source(&carried).ok_or_else(|| self.lost_source())).transpose()?;
        let carried = carried.as_deref().map(|bytes| (self.path, bytes));
        let mut remodelled = match self.like.or(carried) {
            Some(like) => self.put_into(&scene, like)?,
            None => {
                let from_scene = model.from_scene.ok_or_else(unlike)?;
                let context = Context { origin: self.origin, ..self.context };
                let mut new =
                    from_scene(&scene, context).map_err(|misfit| self.misfit(misfit, (self.path, &[])))?;
                new.remarks.insert(0, Remark { what: "new", args: args!() });
                new
            }
        };
        remodelled.remarks.extend(lost);
        Ok((remodelled, scene))
    }

    fn put_into(&self, scene: &Scene, like: (&str, &[u8])) -> Result<ModelEdit> {
        let (path, bytes) = like;
        let document = self.kind.open(bytes, self.origin);
        let document = document.map_err(|e| Problem::unreadable(self.kind, path, bytes, &e))?;
        let none = || Problem::new(MODEL_NONE, path, args!(format = self.kind.id));
        let context = Context { origin: self.origin, ..self.context };
        let remodelled = document.model().ok_or_else(none)?.with_scene(scene, context);
        remodelled.map_err(|misfit| self.misfit(misfit, like))
    }

    fn lost_source(&self) -> Problem {
        Problem::new(MODEL_SOURCE, self.path, vec![])
    }

    /// What the model shows, and what is left out of it.
    fn read(&self, up: Up) -> Result<(Scene, Vec<Remark>)> {
        let limit = Limits::USUAL.unpacked;
        match self.open {
            Open::Glb | Open::Gltf => match gltf::read(self.file, up, limit, self.beside) {
                Ok(read) => Ok((read.scene, read.ignored.into_iter().map(ignored).collect())),
                Err(GltfError::NotTriangles { mesh, .. }) => Err(self.not_triangles(&mesh)),
                Err(error) => Err(self.unreadable(Phrase::from(&error))),
            },
            Open::Obj => match obj::read(self.file, up, limit, self.beside) {
                Ok(read) => Ok((read.scene, cut(read.faces))),
                Err(ObjError::Outline { object, line, corners }) => {
                    let args = args!(mesh = named(&object), line = line, corners = corners);
                    Err(Problem::new(MODEL_OUTLINE, self.path, args))
                }
                Err(error) => Err(self.unreadable(Phrase::from(&error))),
            },
        }
    }

    fn unreadable(&self, reason: Phrase) -> Problem {
        Problem::new(MODEL_FILE, self.path, args!(reason = reason))
    }

    fn not_triangles(&self, mesh: &str) -> Problem {
        Problem::new(MODEL_TRIANGLES, self.path, args!(mesh = named(mesh)))
    }

    fn misfit(&self, misfit: Misfit, (like, bytes): (&str, &[u8])) -> Problem {
        match misfit {
            Misfit::Scene { code, args } => Problem::new(code, self.path, args),
            Misfit::File(error) if matches!(error.kind, FaultKind::Unexpected { .. }) => {
                Problem::at_field(MODEL_BEFORE, like, &error)
            }
            Misfit::File(error) => Problem::unreadable(self.kind, like, bytes, &error),
        }
    }
}

fn named(mesh: &str) -> &str {
    if mesh.is_empty() { "?" } else { mesh }
}

fn ignored(what: &'static str) -> Remark {
    Remark { what: "ignored", args: args!(what = what) }
}

/// What there is to say of faces that are not triangles.
fn cut(Faces { cut, flat, repeated }: Faces) -> Vec<Remark> {
    let counts = [("faces-cut", cut), ("faces-flat", flat), ("corners-repeated", repeated)];
    let found = counts.into_iter().filter(|(_, count)| *count > 0);
    found.map(|(what, count)| Remark { what, args: args!(count = count) }).collect()
}

/// The name of a file without its ending, for the files beside it.
pub fn stem(name: &str) -> &str {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}
