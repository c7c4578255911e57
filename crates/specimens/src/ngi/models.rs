//! Models out of boxes, and a piece of ground: small, but with all that models have.

use super::geometry::{Solid, flat, whole};
use relict_samples::make::ground::{Cover, Patch, Vertex, streams as streams_of_ground};
use relict_samples::make::mesh::{BOTH_SIDES, LIGHTMAPPED, PORTAL};
use relict_samples::make::msh::{COCKPIT, INSIDE, Part, Stream, boxed, bytes, packed, stream, streams};
use relict_toolkit::ngi::msh::stream::{HallLink, HallPoint, Key, Probe};
use serde_json::json;

/// Turned around z by quarters of a right angle, in the numbers of the file.
const TURNED: [[i16; 4]; 3] = [[32767, 0, 0, 0], [30273, 0, 0, -12539], [23170, 0, 0, -23170]];

fn key(time: u16, translation: [f32; 3], turned: usize) -> Key {
    Key { translation, time: time.into(), rotation: TURNED[turned] }
}

fn still(translation: [f32; 3]) -> Vec<Key> {
    vec![key(0, translation, 0)]
}

/// A tank: its turret turns, its gun moves back when it fires, and it can be driven from inside.
fn tank_parts() -> Vec<Part<'static>> {
    let hull = Solid::new([-1.5, -2.5, 0.5], [1.5, 2.5, 1.5], 0);
    let track = |left: f32| Solid::new([left, -2.75, 0.0], [left + 0.75, 2.75, 1.0], 1);
    let wreck = Solid::new([-1.5, -2.5, 0.25], [1.5, 2.25, 1.0], 0);
    vec![
        Part {
            name: "hull_m1o1",
            label: "central",
            flags: 0,
            parent: None,
            keys: still([0.0; 3]),
            cells: vec![
                (0, 0, whole(&[hull, track(-2.0), track(1.25)])),
                (0, 1, whole(&[hull])),
                (0, 2, flat(&hull)),
                (1, 0, whole(&[wreck, track(-2.0)])),
                (2, 0, flat(&wreck)),
            ],
        },
        Part {
            name: "turret_m1o1",
            label: "e_tur_bb",
            flags: 0,
            parent: Some(0),
            keys: vec![key(0, [0.0, 0.25, 1.5], 0), key(4, [0.0, 0.25, 1.5], 2), key(8, [0.0, 0.25, 1.5], 0)],
            cells: vec![
                (0, 0, whole(&[Solid::new([-1.0, -1.0, 0.0], [1.0, 1.0, 0.75], 0)])),
                (0, 1, flat(&Solid::new([-1.0, -1.0, 0.0], [1.0, 1.0, 0.75], 0))),
            ],
        },
        Part {
            name: "gun_m1o1",
            label: "",
            flags: 0,
            parent: Some(1),
            keys: vec![
                key(0, [0.0, 1.0, 0.375], 0),
                key(2, [0.0, 0.5, 0.375], 0),
                key(6, [0.0, 1.0, 0.375], 0),
            ],
            cells: vec![(0, 0, whole(&[Solid::new([-0.125, 0.0, -0.125], [0.125, 2.5, 0.125], 0)]))],
        },
        Part {
            name: "CP_m1o1",
            label: "",
            flags: COCKPIT,
            parent: Some(1),
            keys: still([0.0, 0.5, 0.5]),
            cells: vec![(0, 4, flat(&Solid::new([-0.5, -0.5, 0.0], [0.5, 0.5, 0.25], 1)))],
        },
    ]
}

/// A tower with a lamp that turns.
fn turret_parts() -> Vec<Part<'static>> {
    let base = Solid::new([-1.0, -1.0, 0.0], [1.0, 1.0, 2.0], 0);
    let lamp = Solid { flags: BOTH_SIDES, ..Solid::new([-0.25, -0.25, 0.0], [0.25, 0.25, 0.5], 1) };
    vec![
        Part {
            name: "base_m1o1",
            label: "central",
            flags: 0,
            parent: None,
            keys: still([0.0; 3]),
            cells: vec![
                (0, 0, whole(&[base])),
                (0, 1, flat(&base)),
                (1, 0, flat(&Solid { material: 2, ..base })),
            ],
        },
        Part {
            name: "lamp_m1o1",
            label: "",
            flags: 0,
            parent: Some(0),
            keys: vec![key(0, [0.0, 0.0, 2.0], 0), key(2, [0.0, 0.0, 2.25], 1), key(4, [0.0, 0.0, 2.0], 2)],
            cells: vec![(0, 0, whole(&[lamp]))],
        },
    ]
}

/// A building with a room behind a portal, and light on its walls.
fn bunker_parts() -> Vec<Part<'static>> {
    let walls = Solid { flags: LIGHTMAPPED, ..Solid::new([-4.0, -3.0, 0.0], [4.0, 3.0, 3.0], 0) };
    let sign = Solid::new([-1.0, 3.0, 2.0], [1.0, 3.125, 2.75], 1);
    let door =
        Solid { flags: PORTAL, portal: Some(1), ..Solid::new([-0.5, 3.125, 0.0], [0.5, 3.25, 2.0], 2) };
    let floor = Solid::new([-3.5, -2.5, 0.0], [3.5, 2.5, 0.125], 3);
    vec![
        Part {
            name: "o01_0_m1o1",
            label: "",
            flags: 0,
            parent: None,
            keys: still([0.0; 3]),
            cells: vec![(0, 0, [whole(&[walls, sign]), flat(&door)].concat()), (0, 1, flat(&walls))],
        },
        Part {
            name: "i01_0_m1o1",
            label: "hall",
            flags: INSIDE,
            parent: Some(0),
            keys: still([0.0, 0.0, 0.25]),
            cells: vec![(0, 0, flat(&floor))],
        },
    ]
}

pub(crate) fn tank() -> Vec<u8> {
    packed("tank", &streams(&tank_parts(), boxed([-4.0, -4.0, 0.0], [4.0, 4.0, 2.5])))
}

pub(crate) fn turret() -> Vec<u8> {
    packed("turret", &turret_streams())
}

/// The smaller of the models, to be taken apart.
pub(crate) fn turret_streams() -> Vec<Stream> {
    streams(&turret_parts(), boxed([-1.0, -1.0, 0.0], [1.0, 1.0, 2.75]))
}

pub(crate) fn bunker() -> Vec<u8> {
    let mut all = streams(&bunker_parts(), boxed([-4.0, -3.0, 0.0], [4.0, 3.25, 3.0]));
    let vertices = all[2].2.len() / 12;
    let uvs: Vec<[u16; 2]> =
        (0..vertices as u16).map(|i| [16 + 960 * (i % 2), 16 + 960 * (i / 2 % 2)]).collect();
    all[5] = stream(18, &uvs);
    let hall = |x: f32, node: u32| HallPoint { position: [x, 0.0, 0.25], flags: 0, node };
    let points = [hall(-2.0, 1), hall(2.0, 1), hall(0.0, 0)];
    let way = |from: u32, to: u32| HallLink { from, to, unk08: [0; 8] };
    let bytes = [bytes(&points), bytes(&[way(0, 1), way(1, 2)])].concat();
    all[14] = (17, json!({"type": 17, "attr1": 3, "attr2": 2, "attr3": 20}), bytes);
    let probe = |node: i32, x: f32, colour: [f32; 4]| Probe {
        node,
        position: [x, 0.0, 2.0],
        direction: [0.0, 0.0, -1.0],
        colour,
        intensity: 1.5,
    };
    all.push(stream(20, &[probe(0, 3.0, [1.0, 0.75, 0.5, 1.0]), probe(1, -2.0, [0.25, 0.5, 1.0, 1.0])]));
    packed("bunker", &all)
}

/// How many squares the ground has along each side.
const ACROSS: u16 = 2;
/// How high the water stands.
const WATER_LEVEL: f32 = 0.75;

/// Rows of the wear table.
const STEEL: u8 = 1;
const BRICK: u8 = 2;
const BOTTOM: u8 = 3;
const WATER: u8 = 4;

/// Ground of four squares, near and far: one of steel, two where brick begins, and one below water.
pub(crate) fn land() -> Vec<u8> {
    packed("Land", &land_streams())
}

pub(crate) fn land_streams() -> Vec<Stream> {
    let side = ACROSS + 1;
    let height = |x: u16, y: u16| f32::from((x * 3 + y * 5) % 4) / 2.0;
    let vertex = |i: u16, z: Option<f32>| {
        let (x, y) = (i % side, i / side);
        Vertex {
            position: [f32::from(x) * 10.0, f32::from(y) * 10.0, z.unwrap_or_else(|| height(x, y))],
            normal: [0, 0, 127, 0],
            uv: [x * 128, (ACROSS - y) * 128],
            micro: [x * 512, (ACROSS - y) * 512],
            alpha: f32::from(x.min(1)),
        }
    };
    let points = side * side;
    let vertices: Vec<Vertex> = (0..points)
        .map(|i| vertex(i, None))
        .chain((0..points).map(|i| vertex(i, Some(WATER_LEVEL))))
        .collect();
    let square = |i: u16| {
        let first = i / ACROSS * side + i % ACROSS;
        let [a, b, c, d] = [first, first + 1, first + side + 1, first + side];
        let both = move |mat1: u8, mat2: Option<u8>, cover: Cover, above: u16| {
            [[a, b, c], [a, c, d]].map(|corners| Patch {
                vertices: corners.map(|v| v + above),
                mat1,
                mat2,
                cover,
            })
        };
        let patches = match i {
            0 | 2 => both(STEEL, Some(BRICK), Cover::Dry, 0).to_vec(),
            1 => both(BRICK, None, Cover::Dry, 0).to_vec(),
            _ => [both(BOTTOM, None, Cover::Bed, 0), both(WATER, None, Cover::Liquid, points)].concat(),
        };
        [patches.clone(), patches]
    };
    let squares: Vec<[Vec<Patch>; 2]> = (0..ACROSS * ACROSS).map(square).collect();
    streams_of_ground(ACROSS, &vertices, &squares)
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict_toolkit::core::bytes::Cursor;
    use relict_toolkit::core::format::{Context, Format, Origin};
    use relict_toolkit::core::report::Report;
    use relict_toolkit::ngi::msh::Msh;
    use relict_toolkit::ngi::msh::pose::Moment;

    #[test]
    fn models_are_without_fault_and_inside_their_bounds_at_every_frame() {
        for bytes in [tank(), turret(), bunker()] {
            let msh = Msh::read(&mut Cursor::new(&bytes), Origin::named("a.msh")).unwrap();
            let mut report = Report::default();
            msh.check(&mut report, Context::ALONE);
            assert_eq!(report.codes(), [""; 0]);
            let model = msh.model(true).unwrap();
            let bounds = msh.streams.bounds.as_ref().unwrap();
            let (low, high) = (bounds.corners[0], bounds.corners[6]);
            for frame in 0..model.frame_count() {
                let pose = model.pose(Moment::Time(frame as f32)).unwrap();
                for (node, matrix) in pose.model.iter().enumerate() {
                    let Some((_, slot)) = model.slot(node, 0, 0) else { continue };
                    let vertices = slot.batches().flat_map(|batch| {
                        let batch = &model.batches()[batch];
                        (0..batch.triangle_count()).filter_map(|t| model.corners(batch, t)).flatten()
                    });
                    for vertex in vertices {
                        let point = matrix.transform_point3(model.positions()[vertex].into());
                        let inside =
                            |axis: usize| point[axis] >= low[axis] - 1e-3 && point[axis] <= high[axis] + 1e-3;
                        assert!((0..3).all(inside), "node {node}, frame {frame}: {point}");
                    }
                }
            }
        }
    }
}
