//! What an engine draws of a model and what a ray hits, with the names and places that people and programs ask for.

use crate::answer::{self, DrawAnswer, PickAnswer, schema_id};
use crate::open::{Asset, Surroundings};
use crate::path::Steps;
use crate::problem::{
    DRAW_CAMERA, DRAW_NO_MODEL, PICK_NO_MODEL, PICK_NO_ROUNDS, PICK_RAY, POSE_NOT_FINITE, Problem, Result,
};
use relict_core::archive::Archive;
use relict_core::args;
use relict_core::error::Error;
use relict_core::format::{Context, Document, Kind};
use relict_core::traversal::{
    Cull, DrawnNode, Filter, Hit, Instance, Ray, RecordPlace, Sight, Surface, Traversal, Visit,
};

/// What is asked of a model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pick {
    /// At most so many of the triangles that a ray meets; and all that are joined to the nearest.
    Ray { ray: Ray, most: usize, joined: bool },
    /// All triangles, in the order of the traversal.
    Walk,
}

/// Which triangles count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    ByFlags(Filter),
    /// What stops a round, by the engine's own flags.
    StopsRounds {
        both_sides: bool,
    },
}

impl Counted {
    fn filter(self, traversal: &dyn Traversal) -> Option<Filter> {
        match self {
            Self::ByFlags(filter) => Some(filter),
            Self::StopsRounds { both_sides } => {
                traversal.stops_rounds().map(|filter| Filter { both_sides, ..filter })
            }
        }
    }
}

/// What is drawn of a model, and why the rest is not.
pub fn draw(
    asset: &Asset<'_>,
    instance: &Instance,
    sight: &Sight,
    context: Context<'_>,
) -> Result<DrawAnswer> {
    if sight.camera.is_some_and(|camera| !camera.is_sound()) {
        return Err(Problem::new(DRAW_CAMERA, asset.path, vec![]));
    }
    let (kind, document) = asset.open()?;
    let none = |format: &str| Problem::new(DRAW_NO_MODEL, asset.path, args!(format = format));
    let traversal = document.traversal().ok_or_else(|| none(kind.id))?;
    let drawn = around(asset, context, |context| traversal.draw(instance, sight, context));
    let drawn = drawn.map_err(|e| refused(kind, asset, e))?.ok_or_else(|| none("terrain"))?;
    let archive = document.archive();
    let offset = |record: RecordPlace| offset_of(archive.as_deref()?, record);
    let told = |node: DrawnNode| told_node(asset, node, &offset);
    let nodes = drawn.into_iter().map(told).collect::<Result<Vec<_>>>()?;
    let calls = || nodes.iter().filter(|node| node.drawn).flat_map(|node| &node.batches);
    Ok(DrawAnswer {
        schema: schema_id("draw"),
        path: asset.path.to_owned(),
        instance: told_instance(instance),
        inside: sight.inside,
        camera: sight.camera.map(told_camera),
        cull: cull_name(sight.cull),
        draw_calls: calls().count(),
        triangles: calls().map(|call| call.index_count / 3).sum(),
        nodes,
    })
}

/// Which triangles of a model there are for a ray, or for whoever goes through all of them.
pub fn pick(
    asset: &Asset<'_>,
    instance: &Instance,
    counted: Counted,
    what: Pick,
    context: Context<'_>,
) -> Result<PickAnswer> {
    let (kind, document) = asset.open()?;
    let none = || Problem::new(PICK_NO_MODEL, asset.path, args!(format = kind.id));
    let traversal = document.traversal().ok_or_else(none)?;
    let unknown = || Problem::new(PICK_NO_ROUNDS, asset.path, vec![]);
    let filter = counted.filter(traversal).ok_or_else(unknown)?;
    let mut answer = PickAnswer {
        schema: schema_id("pick"),
        path: asset.path.to_owned(),
        instance: told_instance(instance),
        filter: told_filter(filter),
        ray: None,
        hits: None,
        joined: None,
        triangles: None,
    };
    let told = |e: Error| refused(kind, asset, e);
    match what {
        Pick::Walk => {
            let visits = traversal.walk(instance, filter).map_err(told)?;
            answer.triangles = Some(visits.iter().map(told_triangle).collect());
        }
        Pick::Ray { ray, most, joined } => {
            let ray = ray.normalised().ok_or_else(|| Problem::new(PICK_RAY, asset.path, vec![]))?;
            let hits = around(asset, context, |c| traversal.hits(instance, &ray, filter, most, c));
            let hits = hits.map_err(told)?;
            answer.ray = Some(answer::Ray { origin: ray.origin, direction: ray.direction });
            answer.joined =
                joined.then(|| joined_to(traversal, hits.first(), filter)).transpose().map_err(told)?;
            answer.hits = Some(told_hits(asset, &*document, hits));
        }
    }
    Ok(answer)
}

/// With what lies around the asset.
fn around<R>(asset: &Asset<'_>, context: Context<'_>, then: impl FnOnce(Context<'_>) -> R) -> R {
    let around = Surroundings { library: context.library, holder: asset.holder, limits: context.limits };
    then(Context { library: &around, origin: asset.origin, ..context })
}

/// The problem that a model has an error, with the bytes where it is.
fn refused(kind: &Kind, asset: &Asset<'_>, error: Error) -> Problem {
    Problem::unreadable(kind, asset.path, asset.bytes, &kind.placed(error, asset.bytes, asset.origin))
}

fn joined_to(
    traversal: &dyn Traversal,
    hit: Option<&Hit>,
    filter: Filter,
) -> relict_core::error::Result<Vec<usize>> {
    hit.map_or_else(|| Ok(vec![]), |hit| traversal.joined(hit.visit.triangle, filter))
}

fn told_instance(instance: &Instance) -> answer::Instance {
    let Instance { time, state, level, placement, root_motion, .. } = *instance;
    answer::Instance { time, state, level, placement, root_motion }
}

fn told_camera(camera: relict_core::traversal::Camera) -> answer::Camera {
    let relict_core::traversal::Camera { position, target, fov, aspect, near, far } = camera;
    answer::Camera { position, target, fov, aspect, near, far }
}

fn cull_name(cull: Cull) -> &'static str {
    match cull {
        Cull::Box => "box",
        Cull::Sphere => "sphere",
        Cull::Nothing => "none",
    }
}

fn told_filter(filter: Filter) -> answer::Filter {
    let Filter { required, excluded, passed, both_sides } = filter;
    answer::Filter { required, excluded, passed, both_sides }
}

/// Where a record lies in the whole file.
fn offset_of(archive: &dyn Archive, record: RecordPlace) -> Option<usize> {
    archive.entry(record.entry)?.offset.checked_add(record.start)
}

fn told_node(
    asset: &Asset<'_>,
    drawn: DrawnNode,
    offset: &dyn Fn(RecordPlace) -> Option<usize>,
) -> Result<answer::DrawnNode> {
    use relict_core::traversal::Unseen::{self, Outside};
    let DrawnNode { node, name, slot, unseen, matrix, calls } = drawn;
    // Places that lie as far away as numbers go lead beyond them.
    if !matrix.iter().all(|number| number.is_finite()) {
        return Err(Problem::new(POSE_NOT_FINITE, asset.path, args!(node = node)));
    }
    let batch = |call: relict_core::traversal::DrawCall| answer::DrawnBatch {
        batch: call.batch,
        flags: call.flags,
        index_start: call.index_start,
        index_count: call.index_count,
        base_vertex: call.base_vertex,
        material: told_surface(call.surface),
        offset: call.record.and_then(offset),
    };
    Ok(answer::DrawnNode {
        index: node,
        name,
        slot,
        drawn: unseen.is_none(),
        culled: matches!(unseen, Some(Outside(_))),
        reason: unseen.map(Unseen::name),
        side: unseen.and_then(|unseen| if let Outside(side) = unseen { Some(side.name()) } else { None }),
        matrix,
        batches: calls.into_iter().map(batch).collect(),
    })
}

fn told_surface(surface: Surface) -> answer::Surface {
    let Surface { row, material, stand_in, texture, cell, lightmap_row, lightmap } = surface;
    answer::Surface { row, name: material, stand_in, texture, cell, lightmap_row, lightmap }
}

fn told_triangle(visit: &Visit) -> answer::PickTriangle {
    let Visit { node, slot, batch, triangle, vertices, flags, batch_flags, normal, neighbours } = *visit;
    let neighbours =
        neighbours.map(|found| found.map(|(triangle, edge)| answer::Neighbour { triangle, edge }));
    answer::PickTriangle { node, slot, batch, triangle, vertices, flags, batch_flags, normal, neighbours }
}

fn told_hits(asset: &Asset<'_>, document: &dyn Document, hits: Vec<Hit>) -> Vec<answer::PickHit> {
    let archive = document.archive();
    let steps = archive.as_deref().map(|archive| Steps::new(archive));
    let record = |record: RecordPlace| {
        let step = steps.as_ref()?.get(record.entry)?;
        let offset = offset_of(archive.as_deref()?, record)?;
        let RecordPlace { what, start, length, .. } = record;
        Some(answer::RecordPlace { what, path: format!("{}/{step}", asset.path), start, offset, length })
    };
    let told = |hit: Hit| answer::PickHit {
        distance: hit.distance,
        point: hit.point,
        corners: hit.corners,
        from_behind: hit.from_behind,
        name: hit.name,
        triangle: told_triangle(&hit.visit),
        materials: hit.surfaces.into_iter().map(told_surface).collect(),
        is_ground: hit.is_ground,
        records: hit.records.into_iter().filter_map(record).collect(),
    };
    hits.into_iter().map(told).collect()
}
