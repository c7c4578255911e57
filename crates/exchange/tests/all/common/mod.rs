//! Scenes for the tests of all open forms of a model.

#![allow(dead_code, reason = "each test uses some of it")]

use relict_core::image::Image;
use relict_core::scene::{
    Alpha, Clip, Extras, Material, Mesh, Node, Part, Placement, Scene, Shape, Texture, Track, Up, Variant,
};
use serde_json::{Value, json};

pub const LIMIT: usize = 64 << 20;

pub fn extras(value: Value) -> Extras {
    match value {
        Value::Object(extras) => extras,
        _ => Extras::new(),
    }
}

/// Numbers that come out the same every time.
#[derive(Debug)]
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    pub fn below(&mut self, end: usize) -> usize {
        self.roll() as usize % end.max(1)
    }

    /// Any number but those that are none; zeros of both signs among them.
    pub fn float(&mut self) -> f32 {
        match self.below(8) {
            0 => 0.0,
            1 => -0.0,
            _ => (self.roll() as f32 / (1_u64 << 31) as f32 - 0.5) * 10_f32.powi(self.below(9) as i32 - 4),
        }
    }

    pub fn unit<const N: usize>(&mut self) -> [f32; N] {
        let mut vector: [f32; N] = std::array::from_fn(|_| self.float() as f64).map(|v: f64| v as f32);
        vector[0] += 0.5;
        let length = vector.iter().map(|v| f64::from(*v) * f64::from(*v)).sum::<f64>().sqrt();
        vector.map(|v| (f64::from(v) / length) as f32)
    }
}

/// A part with `count` vertices and as many triangles.
pub fn part(dice: &mut Dice, count: usize) -> Part {
    Part {
        material: None,
        positions: (0..count).map(|_| [dice.float(), dice.float(), dice.float()]).collect(),
        normals: Some((0..count).map(|_| dice.unit()).collect()),
        uvs: Some((0..count).map(|_| [dice.float(), dice.float()]).collect()),
        light_uvs: None,
        colours: None,
        indices: (0..count * 3).map(|_| dice.below(count) as u32).collect(),
        extras: Extras::new(),
    }
}

pub fn picture(side: usize) -> Image {
    let pixels = (0..side * side).map(|i| [i as u8, (i * 3) as u8, 90, 255]).collect();
    Image::rgba(side, side, pixels, false)
}

pub fn shape(state: u8, level: u8, mesh: usize) -> Shape {
    Shape { variant: Variant { state, level }, mesh }
}

/// A scene that uses everything that there is.
pub fn full(up: Up) -> Scene {
    let mut dice = Dice(7);
    let mut scene = Scene { name: "танк".into(), up, ..Scene::default() };
    scene.extras = extras(json!({ "game": "ngi", "источник": [1, 2.5, null, {"a": "b"}] }));
    scene.nodes = nodes(&mut dice);
    scene.meshes = meshes(&mut dice);
    scene.materials = materials();
    scene.textures = ["skin.0", "light", "Броня"]
        .into_iter()
        .zip([4, 8, 2])
        .map(|(name, side)| Texture { name: name.into(), image: picture(side) })
        .collect();
    scene.clips = clips(&mut dice);
    scene
}

fn nodes(dice: &mut Dice) -> Vec<Node> {
    let long = "о".repeat(50);
    let names = ["hull", "hull", "a.b[1]:c/d", "", "Башня", &long, "hull_state0_lod0", "line\nend", "a b"];
    let node = |(place, name): (usize, &&str)| Node {
        name: (*name).to_owned(),
        parent: [None, Some(0), Some(1), Some(1), None, Some(4), Some(0), Some(4), Some(4)][place],
        placement: if place % 3 == 2 {
            Placement::default()
        } else {
            Placement {
                translation: [dice.float(), dice.float(), -0.0],
                rotation: dice.unit(),
                scale: [1.0, 2.0, 0.5],
            }
        },
        shapes: match place {
            0 => vec![shape(0, 0, 0), shape(0, 1, 1), shape(1, 0, 2)],
            1 => vec![shape(0, 0, 3)],
            4 => vec![shape(2, 1, 4)],
            5 => vec![shape(0, 0, 0), shape(3, 3, 5)],
            6 => vec![shape(0, 1, 6)],
            _ => vec![],
        },
        extras: if place % 2 == 0 { extras(json!({ "node": place, "flags": 65535 })) } else { Extras::new() },
    };
    names.iter().enumerate().map(node).collect()
}

fn meshes(dice: &mut Dice) -> Vec<Mesh> {
    let mesh = |place: usize| {
        let mut parts: Vec<Part> = (0..=place % 3).map(|at| part(dice, 3 + place * 5 + at)).collect();
        for (at, part) in parts.iter_mut().enumerate() {
            part.material = Some((place + at) % 4).filter(|material| *material < 3);
            let lit = part.material == Some(1);
            part.light_uvs = lit.then(|| part.positions.iter().map(|p| [p[0].abs(), 0.25]).collect());
            part.colours =
                (place == 3).then(|| part.positions.iter().map(|_| [0.25, 1.0, 0.0, 0.5]).collect());
            part.extras = extras(json!({ "batch": place * 10 + at, "lightmap": 3 }));
        }
        if place == 2 {
            parts[0].normals = None;
        }
        if place == 4 {
            parts[0].uvs = None;
        }
        Mesh {
            name: if place == 5 {
                String::new()
            } else {
                Variant::default().named(&format!("сетка.{place}"))
            },
            parts,
            extras: extras(json!({ "slot": place })),
        }
    };
    (0..7).map(mesh).collect()
}

fn materials() -> Vec<Material> {
    let plain =
        Material { name: "B_METAL.0".into(), texture: Some(0), two_sided: true, ..Material::default() };
    let lit = Material {
        name: "Стена".into(),
        colour: [0.5, 0.25, 0.75, 0.5],
        emissive: [0.1, 0.0, 1.0],
        texture: Some(2),
        lightmap: Some(1),
        alpha: Alpha::Blend,
        extras: extras(json!({ "row": 4 })),
        ..Material::default()
    };
    vec![plain, lit, Material { alpha: Alpha::Mask, ..Material::default() }]
}

fn clips(dice: &mut Dice) -> Vec<Clip> {
    let mut track = |node, count: usize| Track {
        node,
        times: (0..count).map(|key| key as f32 / 15.0).collect(),
        translations: Some((0..count).map(|_| [dice.float(), dice.float(), dice.float()]).collect()),
        rotations: Some((0..count).map(|_| dice.unit()).collect()),
        scales: (node == 4).then(|| (0..count).map(|_| [1.0, 2.0, 3.0]).collect()),
    };
    let extras = extras(json!({ "frames_per_second": 15.0 }));
    vec![
        Clip { name: "Ходьба".into(), tracks: vec![track(0, 5), track(4, 5), track(3, 1)], extras },
        Clip { tracks: vec![track(1, 2)], ..Clip::default() },
    ]
}

/// The bits of everything that a scene shows, since zeros of both signs are equal.
pub fn bits(scene: &Scene) -> Vec<u32> {
    fn put<const N: usize>(out: &mut Vec<u32>, list: &[[f32; N]]) {
        out.extend(list.as_flattened().iter().map(|value| value.to_bits()));
    }
    let mut out = vec![];
    for part in scene.meshes.iter().flat_map(|mesh| &mesh.parts) {
        put(&mut out, &part.positions);
        put(&mut out, part.normals.as_deref().unwrap_or_default());
        put(&mut out, part.uvs.as_deref().unwrap_or_default());
        put(&mut out, part.light_uvs.as_deref().unwrap_or_default());
    }
    for Placement { translation, rotation, scale } in scene.nodes.iter().map(|node| &node.placement) {
        put(&mut out, &[*translation, *scale]);
        put(&mut out, &[*rotation]);
    }
    for track in scene.clips.iter().flat_map(|clip| &clip.tracks) {
        put(&mut out, track.translations.as_deref().unwrap_or_default());
        put(&mut out, track.rotations.as_deref().unwrap_or_default());
    }
    out
}
