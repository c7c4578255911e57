//! Ground as a scene: near and far cells are its levels, and every material is a part of its own.
//!
//! A face with two materials is there twice, in a part of its first material and in one of the second, which is blended
//! over the other by the alpha of its vertices. Both have the same corners, bit for bit, so what is drawn second lies at
//! the same depth and passes. The engine draws both in one go; glTF has materials of one texture only, and of all that it
//! has, this is what Blender and three.js both show. What the second part lies on is not lifted: no distance is far enough
//! from afar and near enough from close by.
//!
//! The microtexture goes along as the `detail` of a material, with the second coordinates: `colour * detail * 2`.

use super::materials::materials;
use super::{Face, LIQUID, MICRO};
use crate::msh::scene::{picked, unit};
use crate::msh::{Msh, stream};
use relict_core::prelude::*;
use relict_core::scene::{Extras, Mesh, Node, OVER, Part, Scene, Shape, Shown, Variant};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};

/// What faces are drawn with: a row of the first wear table, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::msh) struct Layer {
    /// Over another, by the alpha of the vertices.
    pub over: bool,
    pub row: u8,
    pub liquid: bool,
    /// Whether it takes a microtexture.
    pub micro: bool,
}

impl Layer {
    /// What a face is drawn with: its material, and the one that lies over it.
    fn of(face: &Face) -> impl Iterator<Item = Self> + use<> {
        let liquid = face.flags.0 & LIQUID != 0;
        let micro = face.flags.0 & MICRO != 0 && !liquid;
        let layer = move |over: bool, row: u8| Self { over, row, liquid, micro };
        [Some(layer(false, face.mat1)), face.second().map(|row| layer(true, row))].into_iter().flatten()
    }
}

impl Msh<'_> {
    /// The ground is a file of its own, and so are the tables of its materials: `Land1.wea` in the folders of maps, and
    /// `Land2.wea` for the microtextures. What has the file's own name stands in for the first.
    pub(in crate::msh) fn worn_by_ground<'l>(name: &str, context: Context<'l>) -> [Option<Cow<'l, [u8]>>; 2] {
        let file = |ending: &str| context.library.file(&format!("{name}{ending}.wea"));
        [file("1").or_else(|| file("")), file("2")]
    }

    pub(in crate::msh) fn ground_scene(&self, shown: Shown, name: &str, context: Context<'_>) -> Scene {
        let mut scene = Scene::default();
        let (mut shapes, mut layers) = (vec![], vec![]);
        for level in 0..2 {
            let variant = Variant { state: 0, level };
            let faces = if shown.takes(variant) { self.faces_of(level.into()) } else { vec![] };
            if !faces.is_empty() {
                shapes.push(Shape { variant, mesh: scene.meshes.len() });
                let parts = self.ground_parts(&faces, &mut layers);
                scene.meshes.push(Mesh { name: variant.named("ground"), parts, extras: Extras::new() });
            }
        }
        let [worn, micro] = Self::worn_by_ground(name, context);
        let set = materials(&layers, [worn.as_deref(), micro.as_deref()], context);
        (scene.materials, scene.textures) = (set.materials, set.textures);
        scene.nodes = vec![Node { name: "ground".into(), shapes, ..Node::default() }];
        scene
    }

    /// The faces that are seen at a level, each once.
    fn faces_of(&self, level: usize) -> Vec<Face> {
        let Some(faces) = &self.streams.faces else { return vec![] };
        let cells = self.streams.cells.as_deref().unwrap_or_default();
        let mut seen = vec![false; faces.len()];
        let mut looked_at = HashSet::new();
        for square in self.streams.squares.iter().flatten() {
            let place = square.cells[level];
            let Some(cell) = cells.get(usize::from(place)).filter(|_| looked_at.insert(place)) else {
                continue;
            };
            if let Some(faces) = seen.get_mut(cell.faces()) {
                faces.fill(true);
            }
        }
        let all = faces.iter().zip(seen).filter(|(face, seen)| *seen && face.is_drawn());
        all.map(|(face, _)| face).collect()
    }

    /// Faces by what they are drawn with; what lies over others comes last. `layers` are the materials of the scene.
    fn ground_parts(&self, faces: &[Face], layers: &mut Vec<Layer>) -> Vec<Part> {
        let mut by_layer: BTreeMap<Layer, Vec<&Face>> = BTreeMap::new();
        for face in faces {
            Layer::of(face).for_each(|layer| by_layer.entry(layer).or_default().push(face));
        }
        let part = |(layer, faces): (Layer, Vec<&Face>)| {
            let place = layers.iter().position(|known| *known == layer).unwrap_or(layers.len());
            if place == layers.len() {
                layers.push(layer);
            }
            Some(Part { material: Some(place), ..self.ground_part(layer, &faces)? })
        };
        by_layer.into_iter().filter_map(part).collect()
    }

    fn ground_part(&self, layer: Layer, faces: &[&Face]) -> Option<Part> {
        let streams = &self.streams;
        let mut vertices: Vec<u16> = faces.iter().flat_map(|face| face.vertices).collect();
        vertices.sort_unstable();
        vertices.dedup();
        let places: HashMap<u16, u32> = vertices.iter().copied().zip(0..).collect();
        let used = || vertices.iter().map(|vertex| usize::from(*vertex));
        let uvs = |list: &Option<Vec<[u16; 2]>>| picked(used(), list.as_deref()?, stream::lightmap_uv);
        let alphas = || picked(used(), streams.alphas.as_deref()?, blended);
        Some(Part {
            positions: picked(used(), streams.positions.as_deref()?, |position| position)?,
            normals: streams.normals.as_deref().and_then(|all| picked(used(), all, unit)),
            uvs: uvs(&streams.ground_uvs),
            light_uvs: uvs(&streams.micro_uvs),
            colours: layer.over.then(alphas).flatten(),
            indices: faces.iter().flat_map(|face| face.vertices).map(|vertex| places[&vertex]).collect(),
            extras: layer.over.then(|| (OVER.to_owned(), true.into())).into_iter().collect(),
            ..Part::default()
        })
    }
}

/// A colour that changes nothing but how much is seen.
fn blended(alpha: f32) -> [f32; 4] {
    [1.0, 1.0, 1.0, if alpha.is_finite() { alpha.clamp(0.0, 1.0) } else { 0.0 }]
}
