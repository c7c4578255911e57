//! Models, as every program with a third dimension reads them.

use crate::answer::Answer;
use crate::libraries;
use crate::opened::Opened;
use crate::request::Request;
use crate::session::{Depends, Session};
use crate::session_library::Neighbour;
use relict_toolkit::answer::page::{Material, ModelInfo, ModelMotion};
use relict_toolkit::core::format::{Context, Library, Limits};
use relict_toolkit::core::scene::{Scene, Shown};
use relict_toolkit::model::{self, Facts, MaterialFacts, Open};
use relict_toolkit::open::Asset;
use relict_toolkit::problem::Result;

pub const GLB: &str = "model/gltf-binary";

/// The model, what it wears and what moves it.
pub const DEPENDS: Depends = Depends { paths: &["p", "motions"], beside: true, all: false };

/// Motions that are given at once; a model has some dozens.
const MOTIONS: usize = 256;

pub fn answer(session: &Session, request: &Request) -> Result<Answer> {
    session.asset(request.path(), |asset, opened| {
        let mut scene = scene(&asset, &session.library(opened))?;
        animate(session, &mut scene, request)?;
        let files = model::written(asset.path, &scene, Open::Glb, model::stem(asset.path))?;
        Ok(Answer::new(GLB, files.main))
    })
}

/// All states and levels of a model, without what would turn it into a file again.
pub fn scene(asset: &Asset<'_>, library: &dyn Library) -> Result<Scene> {
    model::scene(asset, Shown::All, false, Context::new(library))
}

/// Gives a model the motions that were asked for.
pub fn animate(session: &Session, scene: &mut Scene, request: &Request) -> Result<()> {
    for motions in request.words("motions").take(MOTIONS) {
        session.asset(motions, |motions, _| model::animate(scene, &motions, &[], Limits::default()))?;
    }
    Ok(())
}

pub fn info(session: &Session, request: &Request) -> Result<Answer> {
    session.asset(request.path(), |asset, opened| {
        let scene = scene(&asset, &session.library(opened))?;
        let Facts { nodes, variants, materials, clips, triangles, vertices, bounds } = model::facts(&scene);
        let materials = dressed(session, opened, materials);
        let motions = motions(session, opened, &scene);
        let picks = asset.kind().is_some_and(|kind| kind.facets.traversal);
        Answer::json(&ModelInfo {
            nodes,
            variants,
            materials,
            clips,
            motions,
            picks,
            triangles,
            vertices,
            bounds,
        })
    })
}

/// Materials, with the places where they are found.
fn dressed(session: &Session, opened: &Opened, facts: Vec<MaterialFacts>) -> Vec<Material> {
    let names = facts.iter().map(|material| material.name.clone()).collect();
    let textures = facts.iter().filter_map(|material| material.texture.clone()).collect();
    let own = libraries::paths(session, opened, "material", &names);
    let worn = libraries::paths(session, opened, "texture", &textures);
    let told = |facts: MaterialFacts| {
        let texture = facts.texture.as_ref().and_then(|texture| worn.get(texture));
        let path = own.get(&facts.name).or(texture).cloned();
        Material { facts, path }
    };
    facts.into_iter().map(told).collect()
}

/// The motions that fit, in the file itself and in those beside it.
fn motions(session: &Session, opened: &Opened, scene: &Scene) -> Vec<ModelMotion> {
    let mut files: Vec<Neighbour> = session.neighbours(&opened.shown).into_values().collect();
    files.sort_by(|a, b| a.shown.cmp(&b.shown));
    let found = files.into_iter().flat_map(|file| {
        let opened = session.look_at(&file.shown);
        opened.map(|opened| model::motions(scene, &opened.asset(), Limits::default())).unwrap_or_default()
    });
    let motion =
        |path: String| ModelMotion { name: path.rsplit('/').next().unwrap_or(&path).to_owned(), path };
    found.take(MOTIONS).map(motion).collect()
}
