//! What lies under the pointer and what is drawn, by the engine's own traversal.

use crate::answer::Answer;
use crate::libraries;
use crate::opened::Opened;
use crate::request::Request;
use crate::session::Session;
use relict_toolkit::answer::page::{Picked, PickedHit, SurfacePaths};
use relict_toolkit::answer::{PickHit, Surface};
use relict_toolkit::core::format::Context;
use relict_toolkit::core::scene::Up;
use relict_toolkit::core::traversal::{Camera, Filter, Instance, Ray, Sight, Traversal};
use relict_toolkit::open::Asset;
use relict_toolkit::problem::Result;
use relict_toolkit::traversal::{self, Counted, Pick};
use std::collections::{HashMap, HashSet};

/// What lies behind something is told, too: the page may have hidden what is in front.
const MOST: usize = 32;

/// The triangles that a ray meets. Both sides of everything are seen, so both are hit.
pub fn pick(session: &Session, request: &Request) -> Result<Answer> {
    session.asset(request.path(), |asset, opened| {
        let (up, instance) = shown(&asset, request)?;
        let ray = Ray {
            origin: up.from_y(numbers(request, "origin")?),
            direction: up.from_y(numbers(request, "direction")?),
        };
        let counted = Counted::ByFlags(Filter { both_sides: true, ..Filter::default() });
        let library = session.library(opened);
        let what = Pick::Ray { ray, most: MOST, joined: false };
        let answer = traversal::pick(&asset, &instance, counted, what, Context::new(&library))?;
        Answer::json(&Picked { hits: linked(session, opened, answer.hits.unwrap_or_default(), up) })
    })
}

/// What is drawn for the page's camera, and what is culled.
pub fn draw(session: &Session, request: &Request) -> Result<Answer> {
    session.asset(request.path(), |asset, opened| {
        let (up, instance) = shown(&asset, request)?;
        let number = |name| Ok(request.real(name)?.ok_or_else(|| request.unfit(name))? as f32);
        let camera = Camera {
            position: up.from_y(numbers(request, "position")?),
            target: up.from_y(numbers(request, "target")?),
            fov: number("fov")?,
            aspect: number("aspect")?,
            near: number("near")?,
            far: number("far")?,
        };
        let sight = Sight { camera: Some(camera), inside: instance.level == INSIDE, ..Sight::default() };
        let library = session.library(opened);
        Answer::json(&traversal::draw(&asset, &instance, &sight, Context::new(&library))?)
    })
}

/// The level that is the view from inside.
const INSIDE: u8 = 4;

/// The model as the page shows it: y is up there, and the first node moves as the clips have it.
fn shown(asset: &Asset<'_>, request: &Request) -> Result<(Up, Instance)> {
    let (kind, document) = asset.open()?;
    let rate = document.traversal().map_or(1.0, Traversal::frames_per_second);
    let instance = Instance {
        time: request.real("seconds")?.map(|seconds| seconds as f32 * rate),
        state: small(request, "state")?,
        level: small(request, "level")?,
        root_motion: true,
        strict: false,
        ..Instance::default()
    };
    Ok((kind.facets.model.map_or(Up::Y, |model| model.up), instance))
}

/// With the places of what is named.
fn linked(session: &Session, opened: &Opened, hits: Vec<PickHit>, up: Up) -> Vec<PickedHit> {
    let named = |name: fn(&Surface) -> Option<&String>| -> HashSet<String> {
        hits.iter().flat_map(|hit| &hit.materials).filter_map(name).cloned().collect()
    };
    let paths = |role, names| libraries::paths(session, opened, role, &names);
    let materials = paths("material", named(|surface| surface.stand_in.as_ref().or(surface.name.as_ref())));
    let textures = paths("texture", named(|surface| surface.texture.as_ref()));
    let lightmaps = paths("lightmap", named(|surface| surface.lightmap.as_ref()));
    let at = |places: &HashMap<String, String>, name: Option<&String>| places.get(name?).cloned();
    let told = |hit: PickHit| {
        let paths = |surface: &Surface| SurfacePaths {
            material: at(&materials, surface.stand_in.as_ref().or(surface.name.as_ref())),
            texture: at(&textures, surface.texture.as_ref()),
            lightmap: at(&lightmaps, surface.lightmap.as_ref()),
        };
        let paths = hit.materials.iter().map(paths).collect();
        PickedHit { outline: hit.corners.map(|corner| up.to_y(corner)), paths, hit }
    };
    hits.into_iter().map(told).collect()
}

/// Three numbers with commas between them.
fn numbers(request: &Request, name: &'static str) -> Result<[f32; 3]> {
    let parse = |word: &str| word.parse().ok().filter(|number: &f32| number.is_finite());
    let numbers: Option<Vec<f32>> = request.required(name)?.split(',').map(parse).collect();
    numbers.and_then(|numbers| numbers.try_into().ok()).ok_or_else(|| request.unfit(name))
}

fn small(request: &Request, name: &'static str) -> Result<u8> {
    u8::try_from(request.number(name)?.unwrap_or(0)).map_err(|_| request.unfit(name))
}
