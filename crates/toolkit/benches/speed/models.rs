//! How fast models are read and become glTF, beside copying their bytes.

use crate::inputs::format;
use crate::race::{Cores, FEW, cores, race};
use crate::row::Row;
use rayon::prelude::*;
use relict_toolkit::core::format::{Context, Kind, Origin};
use relict_toolkit::core::scene::{Material, Mesh, Node, Part, Scene, Shape, Shown, Up, Variant};
use relict_toolkit::model::{self, Open};
use std::hint::black_box;

const MODELS: usize = 500;
/// Of five materials, a thousand triangles each.
const PARTS: usize = 5;
const COLUMNS: usize = 25;
const ROWS: usize = 20;

/// A patch of hills.
fn part(number: usize) -> Part {
    let at = |i: usize| ((i % (COLUMNS + 1)) as f32, (i / (COLUMNS + 1)) as f32);
    let vertices = (COLUMNS + 1) * (ROWS + 1);
    let position = |i: usize| {
        let (x, y) = at(i);
        [x, y + (number * ROWS) as f32, (x * 0.7).sin() * (y * 0.4).cos()]
    };
    let quad = |i: usize| {
        let (x, y) = (i % COLUMNS, i / COLUMNS);
        let corner = (y * (COLUMNS + 1) + x) as u32;
        let above = corner + COLUMNS as u32 + 1;
        [corner, corner + 1, above, corner + 1, above + 1, above]
    };
    Part {
        material: Some(number),
        positions: (0..vertices).map(position).collect(),
        uvs: Some((0..vertices).map(|i| [at(i).0 / 8.0, at(i).1 / 8.0]).collect()),
        indices: (0..COLUMNS * ROWS).flat_map(quad).collect(),
        ..Part::default()
    }
}

fn file(kind: &Kind) -> Vec<u8> {
    let scene = Scene {
        name: "hills".into(),
        up: Up::Z,
        nodes: vec![Node {
            name: "hills".into(),
            shapes: vec![Shape { variant: Variant::default(), mesh: 0 }],
            ..Node::default()
        }],
        meshes: vec![Mesh { name: "hills".into(), parts: (0..PARTS).map(part).collect(), ..Mesh::default() }],
        materials: (0..PARTS)
            .map(|i| Material { name: format!("material_{i}"), ..Material::default() })
            .collect(),
        ..Scene::default()
    };
    (kind.facets.model.unwrap().from_scene.unwrap())(&scene, Context::ALONE).unwrap().bytes
}

fn read(kind: &Kind, bytes: &[u8]) {
    drop(black_box(kind.open(bytes, Origin::default()).unwrap()));
}

fn to_scene(kind: &Kind, bytes: &[u8]) -> Scene {
    let document = kind.open(bytes, Origin::default()).unwrap();
    black_box(document.model().unwrap().scene(Shown::default(), Context::ALONE).unwrap())
}

fn to_glb(kind: &Kind, bytes: &[u8]) -> Vec<u8> {
    black_box(model::written("", &to_scene(kind, bytes), Open::Glb, "").unwrap()).main
}

pub fn rows() -> Vec<Row> {
    let kind = format("ngi.msh").unwrap();
    let one = file(kind);
    let glb = to_glb(kind, &one);
    let all: Vec<Vec<u8>> = (0..MODELS).map(|_| one.clone()).collect();
    let glbs: Vec<Vec<u8>> = (0..MODELS).map(|_| glb.clone()).collect();
    let exported = || all.iter().map(|bytes| to_glb(kind, bytes)).collect::<Vec<_>>();
    let exported_together = || all.par_iter().map(|bytes| to_glb(kind, bytes)).collect::<Vec<_>>();
    let every = Cores::of(cores());
    // What is made is held until the end, and so is its copy, so that both pay for the memory. What is only read is not.
    let [copy, reading, glb_copy, single, shared] = race(
        FEW,
        [
            &mut || all.iter().for_each(|bytes| drop(black_box(bytes.clone()))),
            &mut || all.iter().for_each(|bytes| read(kind, bytes)),
            &mut || drop(black_box(glbs.clone())),
            &mut || drop(black_box(exported())),
            &mut || drop(black_box(every.run(exported_together))),
        ],
    );
    vec![
        Row::new("read a model (MSH)", "copying its bytes", [copy, reading], Some(2.0)),
        Row::new("model to glb", "copying the glb", [glb_copy, single], None),
        Row::shared_out("model to glb", single, shared, cores()),
    ]
}
