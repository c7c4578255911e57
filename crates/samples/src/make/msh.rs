//! Models of Parkan out of their parts, as archives of streams.

use super::mesh::{Drawn, LIGHTMAPPED, Mesh};
use crate::archive::{Entry, archive};
use relict_toolkit::core::put::Put;
use relict_toolkit::core::record::{Chars, Field};
use relict_toolkit::ngi::msh::stream::{Bounds, Key, NONE, Node};
use serde_json::{Value, json};

/// What the game draws from inside only.
pub const COCKPIT: u16 = 0x20;
pub const INSIDE: u16 = 0x01;

/// A stream: its type, attributes and bytes.
pub type Stream = (u32, Value, Vec<u8>);

/// A node as one thinks of it.
#[derive(Debug)]
pub struct Part<'p> {
    pub name: &'p str,
    pub label: &'p str,
    pub flags: u16,
    pub parent: Option<u16>,
    /// Where it is, and when; more than one key moves it.
    pub keys: Vec<Key>,
    /// What it looks like in a state and at a level.
    pub cells: Vec<(usize, usize, Vec<Drawn>)>,
}

/// An archive of streams, all under one name.
pub fn packed(name: &str, streams: &[Stream]) -> Vec<u8> {
    let entries: Vec<Entry<'_>> =
        streams.iter().map(|(_, attributes, bytes)| (name, attributes.clone(), bytes.as_slice())).collect();
    archive("ngi.msh", Value::Null, &entries)
}

pub fn bytes<T: Field>(items: &[T]) -> Vec<u8> {
    let mut out = Put::default();
    out.list(items);
    out.finish().unwrap_or_else(|e| panic!("{e}"))
}

/// A stream of equal items, with the attributes that follow.
pub fn stream<T: Field>(number: u32, items: &[T]) -> Stream {
    // Of keys, and of keys alone, the size is told wrong everywhere.
    let size = if number == 8 { 4 } else { T::SIZE };
    (number, json!({"type": number, "attr1": items.len(), "attr3": size}), bytes(items))
}

/// A box with the sphere and cylinder around it.
pub fn boxed(low: [f32; 3], high: [f32; 3]) -> Bounds {
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
pub fn streams(parts: &[Part<'_>], bounds: Bounds) -> Vec<Stream> {
    let mut mesh = Mesh::default();
    let mut nodes = vec![];
    let mut known: Vec<(&[Drawn], u16)> = vec![];
    for part in parts {
        let mut slots = [[NONE; 5]; 3];
        for (state, level, shapes) in &part.cells {
            let same = known.iter().find(|(drawn, _)| drawn == shapes).map(|(_, slot)| *slot);
            let slot = same.unwrap_or_else(|| mesh.slot(shapes));
            known.push((shapes, slot));
            slots[*state][*level] = slot;
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
    let mut all = vec![
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
    ];
    if mesh.batches.iter().any(|batch| batch.flags & LIGHTMAPPED != 0) {
        all.insert(5, stream(18, &mesh.light_uvs));
    }
    all
}

fn name_field(name: &str) -> Chars<32, 1251> {
    Chars::new(name.as_bytes(), true).unwrap_or_else(|| panic!("{name} is too long"))
}

/// A length, and a text with a zero where there is one.
pub fn label(text: &str) -> Vec<u8> {
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
