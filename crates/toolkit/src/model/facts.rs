//! Properties of a model, and the motions that fit it.

use crate::FORMATS;
use crate::allowance::Allowance;
use crate::open::Asset;
use crate::path::Steps;
use rayon::prelude::*;
use relict_core::archive::Archive;
use relict_core::format::Limits;
use relict_core::scene::{Clip, Mesh, Placement, Scene, Variant};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeSet;

/// Nodes, looks, materials and clips of a model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Facts {
    pub nodes: Vec<NodeFacts>,
    pub variants: Vec<VariantFacts>,
    pub materials: Vec<MaterialFacts>,
    pub clips: Vec<ClipFacts>,
    /// Of all variants together.
    pub triangles: usize,
    pub vertices: usize,
    /// Of the model at rest; none if it shows nothing.
    pub bounds: Option<Bounds>,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct NodeFacts {
    pub index: usize,
    /// As the file has it.
    pub name: String,
    pub parent: Option<usize>,
    /// Of what the node itself shows, in its own space; none if it shows nothing.
    pub bounds: Option<Bounds>,
}

/// A box along the axes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Bounds {
    pub min: [f32; 3],
    pub max: [f32; 3],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct VariantFacts {
    pub state: u8,
    pub level: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MaterialFacts {
    pub name: String,
    /// By name, as far as it was found.
    pub texture: Option<String>,
    pub lightmap: Option<String>,
    /// What its colour is multiplied with from near.
    pub detail: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ClipFacts {
    pub name: String,
    pub seconds: f32,
}

/// What there is to tell of a scene.
pub fn facts(scene: &Scene) -> Facts {
    let variants: BTreeSet<Variant> =
        scene.nodes.iter().flat_map(|node| &node.shapes).map(|shape| shape.variant).collect();
    let texture = |place: Option<usize>| scene.textures.get(place?).map(|texture| texture.name.clone());
    let parts = || scene.meshes.iter().flat_map(|mesh| &mesh.parts);
    Facts {
        nodes: nodes(scene),
        variants: variants.iter().map(|v| VariantFacts { state: v.state, level: v.level }).collect(),
        materials: scene
            .materials
            .iter()
            .map(|material| MaterialFacts {
                name: material.name.clone(),
                texture: texture(material.texture),
                lightmap: texture(material.lightmap),
                detail: texture(material.detail),
            })
            .collect(),
        clips: scene.clips.iter().map(clip).collect(),
        triangles: parts().map(|part| part.indices.len() / 3).sum(),
        vertices: parts().map(|part| part.positions.len()).sum(),
        bounds: whole(scene),
    }
}

fn nodes(scene: &Scene) -> Vec<NodeFacts> {
    let node = |(index, node): (usize, &relict_core::scene::Node)| NodeFacts {
        index,
        name: node.given_name().to_owned(),
        parent: node.parent,
        bounds: node.shapes.iter().filter_map(|shape| scene.meshes.get(shape.mesh)).fold(None, with_mesh),
    };
    scene.nodes.iter().enumerate().map(node).collect()
}

/// A clip ends with its last key.
fn clip(clip: &Clip) -> ClipFacts {
    let ends = clip.tracks.iter().filter_map(|track| track.times.last().copied());
    ClipFacts { name: clip.name.clone(), seconds: ends.fold(0.0, f32::max) }
}

impl Bounds {
    /// What is no number has no place.
    fn with(bounds: Option<Self>, point: [f32; 3]) -> Option<Self> {
        if !point.iter().all(|part| part.is_finite()) {
            return bounds;
        }
        let Self { min, max } = bounds.unwrap_or(Self { min: point, max: point });
        let least = std::array::from_fn(|i| min[i].min(point[i]));
        Some(Self { min: least, max: std::array::from_fn(|i| max[i].max(point[i])) })
    }

    fn corners(self) -> [[f32; 3]; 8] {
        let side = |corner: usize, axis: usize| if corner >> axis & 1 == 0 { self.min } else { self.max };
        std::array::from_fn(|corner| std::array::from_fn(|axis| side(corner, axis)[axis]))
    }
}

fn with_mesh(bounds: Option<Bounds>, mesh: &Mesh) -> Option<Bounds> {
    mesh.parts.iter().flat_map(|part| &part.positions).fold(bounds, |all, point| Bounds::with(all, *point))
}

/// Everything where it stands at rest, by the boxes of the nodes.
fn whole(scene: &Scene) -> Option<Bounds> {
    let mut all = None;
    for node in nodes(scene) {
        let Some(bounds) = node.bounds else { continue };
        for corner in bounds.corners() {
            all = Bounds::with(all, placed(scene, node.index, corner));
        }
    }
    all
}

/// A place in the space of a node, in that of the model. Parents stand in front of their children, so the way ends.
fn placed(scene: &Scene, node: usize, mut point: [f32; 3]) -> [f32; 3] {
    let mut next = Some(node);
    while let Some((place, node)) = next.and_then(|place| Some((place, scene.nodes.get(place)?))) {
        point = moved(&node.placement, point);
        next = node.parent.filter(|parent| *parent < place);
    }
    point
}

fn moved(placement: &Placement, point: [f32; 3]) -> [f32; 3] {
    let Placement { translation, rotation: [x, y, z, w], scale } = *placement;
    let p: [f32; 3] = std::array::from_fn(|i| point[i] * scale[i]);
    // p + 2 q × (q × p + w p)
    let cross = |a: [f32; 3], b: [f32; 3]| {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    };
    let q = [x, y, z];
    let inner = cross(q, p);
    let turned = cross(q, std::array::from_fn(|i| inner[i] + w * p[i]));
    std::array::from_fn(|i| p[i] + 2.0 * turned[i] + translation[i])
}

/// The motions in an asset that fit a model: the asset itself, or entries of it, by their paths. One fits if it moves at
/// least one node. Where the model says how the names of its motions begin, only those are looked at.
pub fn motions(scene: &Scene, asset: &Asset<'_>, limits: Limits) -> Vec<String> {
    let Ok((kind, document)) = asset.open() else { return vec![] };
    if let Some(motion) = document.motion() {
        let fits = !motion.clip(asset.origin.name, scene, &|_| false).clip.tracks.is_empty();
        return fits.then(|| asset.path.to_owned()).into_iter().collect();
    }
    match document.archive().filter(|_| kind.is_archive()) {
        Some(archive) => motions_in(scene, &*archive, asset, limits),
        None => vec![],
    }
}

fn motions_in(scene: &Scene, archive: &dyn Archive, asset: &Asset<'_>, limits: Limits) -> Vec<String> {
    let prefix = super::motion_prefix(scene);
    let steps = Steps::new(archive);
    let shares = Allowance::for_size(asset.bytes.len()).shared_out(archive);
    let fits = |i: usize| {
        let entry = archive.entry(i)?;
        if !entry.name.starts_with(prefix) || shares.get(i).copied().flatten().is_none() {
            return None;
        }
        // What the directory alone tells to be something else need not be unpacked.
        if FORMATS.of(entry.origin(), &[]).is_some_and(|kind| !kind.facets.motion) {
            return None;
        }
        let bytes = archive.payload(i, limits).ok()?;
        let path = format!("{}/{}", asset.path, steps.get(i)?);
        let kind = FORMATS.of(entry.origin(), &bytes)?;
        let document = kind.open(&bytes, entry.origin()).ok()?;
        let bound = document.motion()?.clip(&entry.name, scene, &|_| false);
        (!bound.clip.tracks.is_empty()).then_some(path)
    };
    (0..archive.len()).into_par_iter().filter_map(fits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict_core::scene::{Node, Part, Shape, Track};

    /// A node of one triangle, moved and turned by a quarter round z, on one that is moved.
    fn scene() -> Scene {
        let half = std::f32::consts::FRAC_1_SQRT_2;
        let place = |translation, rotation| Placement { translation, rotation, scale: [1.0, 2.0, 1.0] };
        let positions = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 3.0, f32::NAN], [0.0, 1.0, 2.0]];
        let part = Part { positions, indices: vec![0, 1, 3], ..Part::default() };
        let shape = Shape { variant: Variant { state: 0, level: 1 }, mesh: 0 };
        let root = Node {
            placement: Placement { translation: [10.0, 0.0, 0.0], ..Default::default() },
            ..Default::default()
        };
        let leaf = Node {
            name: "leaf".into(),
            parent: Some(0),
            placement: place([0.0, 0.0, 5.0], [0.0, 0.0, half, half]),
            shapes: vec![shape],
            ..Default::default()
        };
        let track = |times: &[f32]| Track { times: times.to_vec(), ..Track::default() };
        let clip = Clip { tracks: vec![track(&[0.0, 1.5]), track(&[])], ..Clip::default() };
        Scene {
            nodes: vec![root, leaf],
            meshes: vec![Mesh { parts: vec![part], ..Mesh::default() }],
            clips: vec![clip],
            ..Scene::default()
        }
    }

    #[test]
    fn bounds_are_those_of_the_node_and_of_the_model_at_rest() {
        let facts = facts(&scene());
        assert_eq!((facts.nodes[0].bounds, facts.nodes[1].parent), (None, Some(0)));
        let own = Bounds { min: [0.0; 3], max: [1.0, 1.0, 2.0] };
        assert_eq!(facts.nodes[1].bounds, Some(own));
        // Twice as high, turned to the left, then to its place.
        let Bounds { min, max } = facts.bounds.unwrap();
        let near = |a: [f32; 3], b: [f32; 3]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-5);
        assert!(near(min, [8.0, 0.0, 5.0]) && near(max, [10.0, 1.0, 7.0]), "{min:?} {max:?}");
        assert_eq!((facts.triangles, facts.vertices, facts.clips[0].seconds), (1, 4, 1.5));
        assert_eq!(facts.variants, [VariantFacts { state: 0, level: 1 }]);
    }

    #[test]
    fn parents_that_go_round_end_somewhere() {
        let mut odd = scene();
        odd.nodes[0].parent = Some(1);
        assert!(facts(&odd).bounds.is_some());
        odd.nodes[1].shapes[0].mesh = 9;
        assert_eq!(facts(&odd).bounds, None);
    }

    #[test]
    fn motions_that_fit_are_found_beside_a_mech() {
        let samples = relict_samples::all();
        let file = |path: &str| samples.iter().find(|sample| sample.path == path).unwrap();
        let mechlib = file("mechwarrior3/mechlib.zbd");
        let asset = Asset::file("mechlib.zbd", &mechlib.bytes);
        let context = relict_core::format::Context::ALONE;
        let scene = asset
            .descend(&["mech_strider.flt"], Limits::USUAL, |mech| {
                crate::model::scene(&mech, relict_core::scene::Shown::All, false, context)
            })
            .unwrap();
        let motion = file("mechwarrior3/motion.zbd");
        let found = motions(&scene, &Asset::file("motion.zbd", &motion.bytes), Limits::USUAL);
        assert!(!found.is_empty() && found.iter().all(|path| path.starts_with("motion.zbd/")), "{found:?}");
        let reader = file("mechwarrior3/reader.zbd");
        assert_eq!(motions(&scene, &Asset::file("reader.zbd", &reader.bytes), Limits::USUAL), [""; 0]);
        let tank =
            Scene { nodes: vec![Node { name: "nobody".into(), ..Default::default() }], ..Scene::default() };
        assert_eq!(motions(&tank, &Asset::file("motion.zbd", &motion.bytes), Limits::USUAL), [""; 0]);
        assert!(facts(&scene).nodes.len() > 3 && facts(&scene).triangles > 0);
    }
}
