//! How fast models are read and become glTF, on one core and on all, beside copying their bytes in the same run.

// A measurement that cannot be made is no measurement.
#![allow(clippy::unwrap_used, clippy::panic)]

use rayon::prelude::*;
use relict::FORMATS;
use relict::core::format::{Context, Kind, Origin};
use relict::core::scene::{Material, Mesh, Node, Part, Scene, Shape, Shown, Up, Variant};
use relict::model::{self, Open};
use std::hint::black_box;
use std::time::{Duration, Instant};

const MODELS: usize = 500;
/// Of five materials, a thousand triangles each.
const PARTS: usize = 5;
const COLUMNS: usize = 25;
const ROWS: usize = 20;

/// The fastest counts, since everything else is disturbance.
const TIMES: usize = 5;

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
    (kind.sculpt)(&scene).unwrap().unwrap().bytes
}

fn best(mut work: impl FnMut()) -> Duration {
    let once = |work: &mut dyn FnMut()| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..TIMES).map(|_| once(&mut work)).min().unwrap_or_default()
}

fn read(kind: &Kind, bytes: &[u8]) {
    drop(black_box(kind.open(bytes, Origin::default()).unwrap()));
}

fn to_scene(kind: &Kind, bytes: &[u8]) -> Scene {
    let document = kind.open(bytes, Origin::default()).unwrap();
    black_box(document.as_model().unwrap().scene(Shown::default(), Context::ALONE).unwrap())
}

fn to_glb(kind: &Kind, bytes: &[u8]) -> usize {
    black_box(model::written("", &to_scene(kind, bytes), Open::Glb, "").unwrap()).main.len()
}

fn main() {
    let kind = FORMATS.named("ngi.msh").unwrap();
    let one = file(kind);
    let all: Vec<Vec<u8>> = (0..MODELS).map(|_| one.clone()).collect();
    let megabytes = (one.len() * MODELS) as f64 / 1e6;
    println!(
        "{MODELS} models of {} triangles, {megabytes:.0} MB; glTF of one takes {} bytes",
        PARTS * COLUMNS * ROWS * 2,
        to_glb(kind, &one)
    );
    let copy = best(|| all.iter().for_each(|bytes| drop(black_box(bytes.clone()))));
    let row = |label: &str, time: Duration| {
        println!(
            "{label:<34} {:>8.1} ms  {:>6.2} GB/s  ratio {:>6.2}",
            time.as_secs_f64() * 1e3,
            megabytes / 1e3 / time.as_secs_f64(),
            time.as_secs_f64() / copy.as_secs_f64()
        );
    };
    row("copying their bytes, one core", copy);
    row("reading, one core", best(|| all.iter().for_each(|bytes| read(kind, bytes))));
    row("reading to a scene, one core", best(|| all.iter().for_each(|bytes| drop(to_scene(kind, bytes)))));
    let single = best(|| {
        all.iter().for_each(|bytes| {
            to_glb(kind, bytes);
        });
    });
    row("reading and exporting, one core", single);
    let threads = rayon::current_num_threads();
    let both = best(|| {
        all.par_iter().for_each(|bytes| {
            to_glb(kind, bytes);
        });
    });
    row(&format!("reading and exporting, {threads} cores"), both);
    println!("{threads} cores are {:.2} times as fast as one", single.as_secs_f64() / both.as_secs_f64());
}
