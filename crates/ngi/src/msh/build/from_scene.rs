//! A new model: nodes without anything, into which the scene is then put like an edit.

use super::animation::AnimationPass;
use super::limits::MOST;
use super::materials::MaterialRows;
use super::shapes::Shapes;
use super::wear::WearTable;
use super::{Extra, Notes, bounds, put_shapes, too_many, upright, validate, write};
use crate::CODE_PAGE;
use crate::msh::stream::{
    BATCHES, FRAME_MAP, HALLS, INDICES, KEYS, Key, Kind, LABELS, LIGHTMAP_UVS, Label, NAMES, NODES, NONE,
    NORMALS, Node, POSITIONS, SLOTS, Streams, TRIANGLES, UVS,
};
use crate::msh::{Model, Msh};
use crate::nres::{Header, Record};
use relict_core::args;
use relict_core::prelude::*;
use relict_core::scene::node_match::NodeMatch;
use relict_core::scene::{self, Companion, Misfit, ModelEdit, Remark, Scene};

/// The streams in the order of the game; the lightmap's only where there is one.
const ORDER: [u32; 15] = [
    NODES,
    SLOTS,
    POSITIONS,
    NORMALS,
    UVS,
    LIGHTMAP_UVS,
    15,
    BATCHES,
    INDICES,
    TRIANGLES,
    KEYS,
    FRAME_MAP,
    NAMES,
    LABELS,
    HALLS,
];

pub(in crate::msh) fn from_scene(scene: &Scene, context: Context<'_>) -> Result<ModelEdit, Misfit> {
    validate(scene)?;
    let scene = &*upright(scene);
    let mut notes = Notes::default();
    let stem = stem(scene, context.origin);
    let worn = context.library.sibling(&format!("{stem}.wea"));
    let mut table = WearTable::new(stem, worn.as_deref())?;
    let blank = blank(scene, entry_name(stem), &mut notes)?;
    let model = Model::new(&blank)?;
    let nodes = NodeMatch::same(scene.nodes.len());
    let mut draft = blank.clone();
    AnimationPass { model: &model, scene, nodes: &nodes, notes: &mut notes, is_new: true }.run(&mut draft)?;
    let rows = MaterialRows::made(scene, &mut table, &mut notes)?;
    let mut shapes = Shapes::new(&model, scene, &nodes, rows, &mut notes);
    shapes.is_new = true;
    put_shapes(shapes, &mut draft)?;
    bounds::update_model(&model, &mut draft, &mut Notes::default())?;
    let bytes = write::packed(&draft)?;
    write::expect_no_worse(&blank, &bytes)?;
    let companion = table.finish(scene, &mut notes)?;
    Ok(ModelEdit { bytes, remarks: notes.into_remarks(), companion })
}

/// The wear table of a model that was made elsewhere, with the names that a scene of it tells.
pub(in crate::msh) fn companion(
    bytes: &[u8],
    scene: &Scene,
    context: Context<'_>,
) -> Result<(Option<Companion>, Vec<Remark>), Misfit> {
    let stem = stem(scene, context.origin);
    if context.library.sibling(&format!("{stem}.wea")).is_some() {
        return Ok((None, vec![]));
    }
    let msh = Msh::read(&mut Cursor::new(bytes), context.origin)?;
    if msh.kind() == Kind::Terrain {
        return Ok((None, vec![]));
    }
    let (mut table, mut notes) = (WearTable::new(stem, None)?, Notes::default());
    MaterialRows::made(scene, &mut table, &mut notes)?;
    let rows = msh.streams.batches.iter().flatten().map(|batch| usize::from(batch.material) + 1).max();
    table.reach(rows.unwrap_or_default());
    let made = table.finish(scene, &mut notes)?;
    Ok((made, notes.into_remarks()))
}

/// A model with the nodes of a scene, all of them where their parents are, and all streams under one name.
fn blank(scene: &Scene, name: Chars<36, CODE_PAGE>, notes: &mut Notes) -> Result<Msh<'static>, Misfit> {
    let count = scene.nodes.len();
    if count > MOST {
        return Err(too_many("nodes", count, MOST));
    }
    let lit = scene.meshes.iter().flat_map(|mesh| &mesh.parts).any(|part| part.light_uvs.is_some());
    let record = |number: &u32| Record {
        type_id: Tag(number.to_le_bytes()),
        attr1: 0,
        // A model that is not animated has one frame.
        attr2: u32::from(*number == FRAME_MAP),
        size: 0,
        attr3: if *number == HALLS { 20 } else { 0 },
        name,
        data_offset: 0,
        sort_index: 0,
    };
    let key = |_| Key { translation: [0.0; 3], time: 0.0, rotation: [32767, 0, 0, 0] };
    let streams = Streams {
        nodes: Some(scene.nodes.iter().enumerate().map(|(i, found)| node(i, found)).collect()),
        bounds: Some(bounds::no_bounds()),
        slots: Some(vec![]),
        positions: Some(vec![]),
        normals: Some(vec![]),
        uvs: Some(vec![]),
        lightmap_uvs: lit.then(Vec::new),
        indices: Some(vec![]),
        triangles: Some(View::default()),
        keys: Some((0..count).map(key).collect()),
        frame_map: Some(vec![]),
        names: Some(
            scene.nodes.iter().enumerate().map(|(i, node)| name_field(i, &node.name, notes)).collect(),
        ),
        labels: Some(scene.nodes.iter().map(|node| label(node, notes)).collect()),
        labels_tail: Some(Bytes::default()),
        batches: Some(vec![]),
        unk15: Some(vec![]),
        hall_points: Some(vec![]),
        hall_links: Some(vec![]),
        ..Streams::default()
    };
    let numbers = ORDER.iter().filter(|number| lit || **number != LIGHTMAP_UVS);
    Ok(Msh {
        header: Header { magic: crate::nres::MAGIC, version: 0x100, entry_count: 0, total_size: 0 },
        data: vec![],
        directory: numbers.map(record).collect(),
        tail: Bytes::default(),
        stated_size: None,
        strays: vec![],
        streams,
        name: None,
    })
}

fn node(i: usize, node: &scene::Node) -> Node {
    Node {
        flags: node.extras.number("flags").unwrap_or_default(),
        parent: node.parent.and_then(|parent| u16::try_from(parent).ok()).unwrap_or(NONE),
        map_start: NONE,
        fallback_key: i as u16,
        slots: [[NONE; 5]; 3],
    }
}

fn encoded(text: &str) -> Option<Vec<u8>> {
    CodePage::numbered(CODE_PAGE).bytes(text).filter(|bytes| !bytes.contains(&0))
}

/// A name of at most 31 bytes; the field ends with a zero.
fn name_field(i: usize, name: &str, notes: &mut Notes) -> Chars<32, CODE_PAGE> {
    let number = format!("node_{i}");
    let mut bytes = encoded(name).filter(|bytes| !bytes.is_empty()).unwrap_or_else(|| {
        notes.say("name-replaced", args!(name = name, new = number.as_str()));
        number.into_bytes()
    });
    if bytes.len() > 31 {
        bytes.truncate(31);
        notes.say("name-cut", args!(name = name, limit = 31));
    }
    Chars::new(&bytes, true).unwrap_or(Chars([0; 32]))
}

fn label(node: &scene::Node, notes: &mut Notes) -> Label<'static> {
    let text = node.extras.get("label").and_then(serde_json::Value::as_str).unwrap_or_default();
    let bytes = encoded(text).unwrap_or_else(|| {
        notes.say("label-left-out", args!(node = node.name.as_str(), label = text));
        vec![]
    });
    let end = (!bytes.is_empty()).then_some(0);
    Label { text: bytes.into(), end }
}

/// The name of the model: that of the file that it becomes, else that of the scene.
fn stem<'s>(scene: &'s Scene, origin: Origin<'s>) -> &'s str {
    let named = [origin.name, &scene.name].into_iter().find(|name| !name.is_empty()).unwrap_or_default();
    let ending = named.rsplit_once('.').filter(|(_, ending)| ending.eq_ignore_ascii_case("msh"));
    let stem = ending.map_or(named, |(stem, _)| stem);
    if stem.is_empty() { "model" } else { stem }
}

/// The field that every stream of a model has for a name, as far as it can be that of the model.
fn entry_name(stem: &str) -> Chars<36, CODE_PAGE> {
    let mut bytes = encoded(stem).unwrap_or_else(|| b"model".to_vec());
    bytes.truncate(35);
    Chars::new(&bytes, true).unwrap_or(Chars([0; 36]))
}
