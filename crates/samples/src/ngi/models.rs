//! Models out of boxes, and a piece of ground: small, but with all that models have.

use super::geometry::{Mesh, Shape, Solid, flat, whole};
use crate::archive::{Entry, archive};
use relict::core::put::Put;
use relict::core::record::{Chars, Field};
use relict::ngi::msh::stream::{
    Bounds, Cell, Drawn, Face, Ground, HallLink, HallPoint, Key, NONE, Node, Probe, Square,
};
use serde_json::{Value, json};

/// What the game draws from inside only.
const COCKPIT: u16 = 0x20;
const INSIDE: u16 = 0x01;

/// Flags of a batch.
const BOTH_SIDES: u32 = 0x0002;
const PORTAL: u32 = 0x0108;
const LIGHTMAPPED: u32 = 0x2000;

/// A stream: its type, attributes and bytes.
pub(crate) type Stream = (u32, Value, Vec<u8>);

/// A node as one thinks of it.
struct Part<'p> {
    name: &'p str,
    label: &'p str,
    flags: u16,
    parent: Option<u16>,
    /// Where it is, and when; more than one key moves it.
    keys: Vec<Key>,
    /// What it looks like in a state and at a level.
    cells: Vec<(usize, usize, Vec<Shape>)>,
}

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
    let door = Solid { flags: PORTAL, portal: 1, ..Solid::new([-0.5, 3.125, 0.0], [0.5, 3.25, 2.0], 2) };
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
    all.insert(5, stream(18, &uvs));
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

/// An archive of streams, all under one name.
pub(crate) fn packed(name: &str, streams: &[Stream]) -> Vec<u8> {
    let entries: Vec<Entry<'_>> =
        streams.iter().map(|(_, attributes, bytes)| (name, attributes.clone(), bytes.as_slice())).collect();
    archive("ngi.msh", Value::Null, &entries)
}

fn bytes<T: Field>(items: &[T]) -> Vec<u8> {
    let mut out = Put::default();
    out.list(items);
    out.finish().unwrap_or_else(|e| panic!("{e}"))
}

/// A stream of equal items, with the attributes that follow.
fn stream<T: Field>(number: u32, items: &[T]) -> Stream {
    // Of keys, and of keys alone, the size is told wrong everywhere.
    let size = if number == 8 { 4 } else { T::SIZE };
    (number, json!({"type": number, "attr1": items.len(), "attr3": size}), bytes(items))
}

/// A box with the sphere and cylinder around it.
fn boxed(low: [f32; 3], high: [f32; 3]) -> Bounds {
    let [x, y, z] = [0, 1, 2].map(|axis| (low[axis] + high[axis]) / 2.0);
    let [dx, dy, dz] = [0, 1, 2].map(|axis| (high[axis] - low[axis]) / 2.0);
    let round =
        |z: f32| [[low[0], low[1], z], [high[0], low[1], z], [high[0], high[1], z], [low[0], high[1], z]];
    let ([a, b, c, d], [e, f, g, h]) = (round(low[2]), round(high[2]));
    Bounds {
        corners: [a, b, c, d, e, f, g, h],
        sphere_center: [x, y, z],
        sphere_radius: (dx * dx + dy * dy + dz * dz).sqrt(),
        axis_low: [x, y, low[2]],
        axis_high: [x, y, high[2]],
        axis_radius: (dx * dx + dy * dy).sqrt(),
    }
}

/// The streams of a model, in the order of the game.
fn streams(parts: &[Part<'_>], bounds: Bounds) -> Vec<Stream> {
    let mut mesh = Mesh::default();
    let mut nodes = vec![];
    for part in parts {
        let mut slots = [[NONE; 5]; 3];
        for (state, level, shapes) in &part.cells {
            slots[*state][*level] = mesh.slot(shapes);
        }
        nodes.push(Node {
            flags: part.flags,
            parent: part.parent.unwrap_or(NONE),
            map_start: NONE,
            fallback_key: 0,
            slots,
        });
    }
    let (keys, map, frames) = animated(parts, &mut nodes);
    let slots = [bytes(&[bounds]), bytes(&mesh.slots)].concat();
    vec![
        stream(1, &nodes),
        (2, json!({"type": 2, "attr1": mesh.slots.len(), "attr3": 68}), slots),
        stream(3, &mesh.positions),
        stream(4, &mesh.normals),
        stream(5, &mesh.uvs),
        stream(15, &vec![[0u8; 8]; mesh.positions.len()]),
        stream(13, &mesh.batches),
        stream(6, &mesh.indices),
        stream(7, &mesh.triangles()),
        stream(8, &keys),
        (19, json!({"type": 19, "attr1": map.len(), "attr2": frames, "attr3": 2}), bytes(&map)),
        stream(9, &parts.iter().map(|part| name_field(part.name)).collect::<Vec<_>>()),
        (
            10,
            json!({"type": 10, "attr1": parts.len()}),
            parts.iter().flat_map(|part| label(part.label)).collect(),
        ),
        (17, json!({"type": 17, "attr3": 20}), vec![]),
    ]
}

fn name_field(name: &str) -> Chars<32, 1251> {
    Chars::new(name.as_bytes(), true).unwrap_or_else(|| panic!("{name} is too long"))
}

/// A length, and a text with a zero where there is one.
fn label(text: &str) -> Vec<u8> {
    let mut bytes = (text.len() as u32).to_le_bytes().to_vec();
    bytes.extend_from_slice(text.as_bytes());
    bytes.extend((!text.is_empty()).then_some(0));
    bytes
}

/// Keys one node after the other, and for every frame of those that move the key that it begins with.
fn animated(parts: &[Part<'_>], nodes: &mut [Node]) -> (Vec<Key>, Vec<u16>, u16) {
    let ends = parts.iter().filter_map(|part| part.keys.last()).map(|key| key.time as u16);
    let frames = ends.max().unwrap_or_default() + 1;
    let (mut keys, mut map) = (vec![], vec![]);
    for (part, node) in parts.iter().zip(nodes) {
        let start = keys.len() as u16;
        keys.extend_from_slice(&part.keys);
        node.fallback_key = keys.len() as u16 - 1;
        if part.keys.len() > 1 {
            node.map_start = map.len() as u16;
            let begins =
                |frame: u16| part.keys.iter().filter(|key| key.time <= f32::from(frame)).count() as u16;
            map.extend((0..frames).map(|frame| start + begins(frame) - 1));
        }
    }
    (keys, map, frames)
}

/// How many squares the ground has along each side.
const ACROSS: u16 = 2;

/// Ground of four squares, near and far.
pub(crate) fn land() -> Vec<u8> {
    packed("Land", &land_streams())
}

pub(crate) fn land_streams() -> Vec<Stream> {
    let height = |x: u16, y: u16| f32::from((x * 3 + y * 5) % 4) / 2.0;
    let side = ACROSS + 1;
    let places = || (0..side * side).map(|i| (i % side, i / side));
    let positions: Vec<[f32; 3]> =
        places().map(|(x, y)| [f32::from(x) * 10.0, f32::from(y) * 10.0, height(x, y)]).collect();
    let uvs: Vec<[u16; 2]> = places().map(|(x, y)| [x * 128, y * 128]).collect();
    let squares = (0..ACROSS * ACROSS).map(|i| (i % ACROSS, i / ACROSS));
    let corners = squares.map(|(x, y)| {
        let first = y * side + x;
        [first, first + 1, first + side + 1, first + side]
    });
    let near: Vec<[u16; 3]> = corners.flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    let faces =
        [ground_faces(&near, &positions, 0), ground_faces(&near, &positions, near.len() as u16)].concat();
    let cell = |i: u16| Cell { face_start: i * 2, face_count: 2, unk04: [0; 16] };
    let cells: Vec<Cell> = (0..ACROSS * ACROSS * 2).map(cell).collect();
    let square = |i: u16| {
        let mut cells = [NONE; 15];
        (cells[0], cells[1]) = (i, i + ACROSS * ACROSS);
        Square { unk00: [0, NONE, 0, 0], cells }
    };
    let squares: Vec<Square> = (0..ACROSS * ACROSS).map(square).collect();
    let bounds = boxed([0.0; 3], [20.0, 20.0, 1.5]);
    let ground = Ground { corners: bounds.corners, unk60: [0; 11] };
    let order: Vec<Drawn> = (0..faces.len() as u16).map(|face| Drawn { face, flags: 0 }).collect();
    let count = positions.len();
    vec![
        (1, json!({"type": 1, "attr1": squares.len(), "attr2": ACROSS, "attr3": 38}), bytes(&squares)),
        (
            2,
            json!({"type": 2, "attr1": cells.len(), "attr3": 68}),
            [bytes(&[ground]), bytes(&cells)].concat(),
        ),
        stream(3, &positions),
        stream(4, &vec![[0i8, 0, 127, 0]; count]),
        stream(5, &uvs),
        stream(18, &uvs),
        stream(14, &vec![1.0f32; count]),
        stream(11, &order),
        stream(21, &faces),
    ]
}

/// Faces with their neighbours, which stand `first` places further on.
fn ground_faces(corners: &[[u16; 3]], positions: &[[f32; 3]], first: u16) -> Vec<Face> {
    let points: Vec<[[f32; 3]; 3]> =
        corners.iter().map(|corners| corners.map(|corner| positions[usize::from(corner)])).collect();
    let joined = super::geometry::joined(&points);
    let face = |(i, vertices): (usize, &[u16; 3])| {
        let (links, sel) = joined[i];
        Face {
            flags: 0x0600,
            surface: 0,
            layer1: 0,
            layer2: 0xFF,
            unk06: NONE,
            vertices: *vertices,
            links: links.map(|link| if link == NONE { NONE } else { link + first }),
            normal: super::geometry::fine_normal(&points[i]),
            sel,
        }
    };
    corners.iter().enumerate().map(face).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict::core::bytes::Cursor;
    use relict::core::format::{Context, Format, Origin};
    use relict::core::report::Report;
    use relict::ngi::msh::Msh;
    use relict::ngi::msh::pose::Moment;

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
