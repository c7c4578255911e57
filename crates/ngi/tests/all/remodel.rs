//! Models back from scenes: what nobody edited is the same to the last byte, and what somebody did is all that changes.

// What helps a test may stop at the first surprise as the test may.
#![allow(clippy::unwrap_used, clippy::panic)]
use relict_core::facets::Faceted;
use relict_core::format::{Context, Document, Format, Formats, Library, Limits, Origin};
use relict_core::prelude::{Cursor, EntrySpec, Frame, Source};
use relict_core::repack::{Content, Repack};
use relict_core::report::Report;
use relict_core::scene::{
    Clip, Material, Misfit, Model as _, ModelEdit, Node, Part, Scene, Shape, Shown, Track, Up, Variant,
};
use relict_ngi::msh::stream::{self, NONE};
use relict_ngi::msh::{Model, Msh};
use std::borrow::Cow;

static FORMATS: Formats = Formats(&[relict_ngi::FORMATS]);
const MODELS: [&str; 4] = ["cube", "arm", "full", "round"];

fn fixture(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/ngi-models/");
    std::fs::read(format!("{folder}{name}")).unwrap()
}

fn bytes_of(name: &str) -> Vec<u8> {
    let bytes = fixture("models.rlb");
    let origin = Origin::named("models.rlb");
    let document = FORMATS.of(origin, &bytes).unwrap().open(&bytes, origin).unwrap();
    let archive = document.archive().unwrap();
    let place = archive.find(&format!("{name}.msh")).unwrap();
    archive.payload(place, Limits::default()).unwrap().into_owned()
}

fn read(bytes: &[u8]) -> Msh<'_> {
    Msh::read(&mut Cursor::new(bytes), Origin::named("a.msh")).unwrap()
}

fn scene_of(bytes: &[u8], shown: Shown) -> Scene {
    read(bytes).scene(shown, Context::ALONE).unwrap()
}

fn remodel(bytes: &[u8], scene: &Scene) -> Result<ModelEdit, Misfit> {
    read(bytes).with_scene(scene, Context::ALONE)
}

fn said(remodelled: &ModelEdit) -> Vec<&'static str> {
    remodelled.remarks.iter().map(|remark| remark.what).collect()
}

fn code(misfit: Result<ModelEdit, Misfit>) -> String {
    match misfit {
        Ok(_) => "fine".into(),
        Err(Misfit::Scene { code, .. }) => code.into(),
        Err(Misfit::File(error)) => error.to_string(),
    }
}

const NEAR: Shown = Shown::One(Variant { state: 0, level: 0 });

/// A model with an edited scene, and what is to be known of it.
#[track_caller]
fn edited(name: &str, edit: impl FnOnce(&mut Scene)) -> (Vec<u8>, ModelEdit) {
    let before = bytes_of(name);
    let mut scene = scene_of(&before, Shown::All);
    edit(&mut scene);
    let after = remodel(&before, &scene).unwrap();
    let mut report = Report::default();
    read(&after.bytes).check(&mut report, Context::ALONE);
    assert_eq!(report.codes(), [""; 0]);
    // What came of it is what was asked for, and asking again changes nothing.
    assert!(remodel(&after.bytes, &scene_of(&after.bytes, Shown::All)).unwrap().bytes == after.bytes);
    (before, after)
}

/// The fields that differ between two models of the same layout, as `explain` would call them.
fn differing(before: &[u8], after: &[u8]) -> Vec<String> {
    let json = |bytes: &[u8]| Document::to_json(&read(bytes));
    let mut fields = vec![];
    compare("", &json(before), &json(after), &mut fields);
    fields
}

fn compare(path: &str, a: &serde_json::Value, b: &serde_json::Value, fields: &mut Vec<String>) {
    use serde_json::Value::{Array, Object};
    match (a, b) {
        (Object(x), Object(y)) if x.keys().eq(y.keys()) => {
            x.iter().for_each(|(key, x)| compare(&format!("{path}.{key}"), x, &y[key], fields));
        }
        (Array(x), Array(y)) if x.len() == y.len() => {
            x.iter()
                .zip(y)
                .enumerate()
                .for_each(|(i, (x, y))| compare(&format!("{path}[{i}]"), x, y, fields));
        }
        _ if a != b => fields.push(path.trim_start_matches('.').to_owned()),
        _ => {}
    }
}

/// The mesh of a node.
fn mesh_of(scene: &Scene, node: &str, variant: Variant) -> usize {
    let node = scene.nodes.iter().find(|found| found.name == node).unwrap();
    node.shapes.iter().find(|shape| shape.variant == variant).unwrap().mesh
}

fn whole() -> Variant {
    Variant::default()
}

#[test]
fn what_nobody_edited_is_the_same_to_the_last_byte() {
    let mut all: Vec<Vec<u8>> = MODELS.map(bytes_of).to_vec();
    all.extend([fixture("arm_direct.msh"), fixture("land_min.msh")]);
    for bytes in &all {
        for shown in [
            Shown::All,
            NEAR,
            Shown::One(Variant { state: 1, level: 0 }),
            Shown::One(Variant { state: 0, level: 4 }),
        ] {
            let after = remodel(bytes, &scene_of(bytes, shown)).unwrap();
            assert!(&after.bytes == bytes, "{shown:?}: {:?}", differing(bytes, &after.bytes));
            assert_eq!(said(&after), [""; 0], "{shown:?}");
        }
    }
}

#[test]
fn a_vertex_that_moves_takes_along_only_what_follows_from_it() {
    let (before, after) = edited("cube", |scene| scene.meshes[0].parts[1].positions[0] = [3.0, 4.0, 5.0]);
    let model = read(&before);
    let model = model.model(true).unwrap();
    // The first vertex of the second batch, whose triangles come behind the eight of the first.
    let touched: Vec<usize> =
        (8..12).filter(|t| model.corners(&model.batches()[1], t - 8).unwrap().contains(&16)).collect();
    let fields = differing(&before, &after.bytes);
    let is = |field: &String| {
        let records = touched.iter().any(|t| field.starts_with(&format!("streams.triangles[{t}].normal")));
        let joints = field.starts_with("streams.triangles[")
            && (field.contains("].links[") || field.ends_with(".sel"));
        let bounds = ["aabb_max", "sphere_center", "sphere_radius", "area", "volume"];
        let slot = bounds.iter().any(|name| field.starts_with(&format!("streams.slots[0].{name}")));
        records
            || joints
            || slot
            || field.starts_with("streams.positions[16][")
            || field.starts_with("streams.bounds.")
    };
    let others: Vec<_> = fields.iter().filter(|field| !is(field)).collect();
    assert_eq!(others, [""; 0]);
    for wanted in [
        "streams.positions[16][0]",
        "streams.slots[0].area",
        "streams.slots[0].volume",
        "streams.bounds.axis_radius",
    ] {
        assert!(fields.iter().any(|field| field == wanted), "{wanted} of {fields:?}");
    }
    let new = read(&after.bytes);
    let slot = &new.streams.slots.as_ref().unwrap()[0];
    assert_eq!((slot.aabb_min, slot.aabb_max), ([-0.5, -0.5, 0.0], [3.0, 4.0, 5.0]));
    assert_eq!((slot.area, slot.volume), (3.5 * 4.5, 3.5 * 4.5 * 5.0));
    assert_eq!(new.streams.bounds.as_ref().unwrap().corners[6], [3.0, 4.0, 5.0]);
    assert_eq!(said(&after), ["bounds-made"]);
}

#[test]
fn a_vertex_that_moves_inside_the_box_leaves_the_box_alone() {
    let (before, after) =
        edited("cube", |scene| scene.meshes[0].parts[0].positions[0] = [-0.25, -0.25, 0.25]);
    let fields = differing(&before, &after.bytes);
    assert!(fields.iter().all(|field| field.starts_with("streams.positions[0]") || field.starts_with("streams.triangles[")));
    assert_eq!(said(&after), [""; 0]);
}

#[test]
fn one_number_of_a_vertex_is_all_that_changes() {
    let (before, after) =
        edited("cube", |scene| scene.meshes[0].parts[1].uvs.as_mut().unwrap()[2][0] += 0.25);
    assert_eq!(differing(&before, &after.bytes), ["streams.uvs[18][0]"]);
    let (before, after) =
        edited("cube", |scene| scene.meshes[0].parts[1].normals.as_mut().unwrap()[1] = [0.0, 0.6, 0.8]);
    let fields = differing(&before, &after.bytes);
    assert!(
        !fields.is_empty() && fields.iter().all(|field| field.starts_with("streams.normals[17][")),
        "{fields:?}"
    );
    assert_eq!(read(&after.bytes).streams.normals.as_ref().unwrap()[17][..3], [0, 76, 102]);
    let (before, after) = edited("full", |scene| {
        scene.meshes[0].parts[0].light_uvs.as_mut().unwrap()[1] = [0.5, 0.25];
    });
    let fields = differing(&before, &after.bytes);
    assert!(fields.iter().all(|field| field.starts_with("streams.lightmap_uvs[1][")), "{fields:?}");
    let (before, after) = edited("cube", |scene| scene.meshes[0].parts[0].material = Some(1));
    assert_eq!(differing(&before, &after.bytes), ["streams.batches[0].material"]);
}

#[test]
fn a_texture_repeats_so_what_lies_far_out_is_moved() {
    let shift =
        |scene: &mut Scene| scene.meshes[0].parts[0].uvs.iter_mut().flatten().for_each(|uv| uv[0] += 60.25);
    let (before, after) = edited("cube", shift);
    assert_eq!(said(&after), ["uv-moved"]);
    let uvs = |bytes: &[u8]| read(bytes).streams.uvs.unwrap();
    let quarter = uvs(&before)[..16]
        .iter()
        .zip(uvs(&after.bytes))
        .all(|(a, b)| (i32::from(b[0]) - i32::from(a[0])).rem_euclid(1024) == 256);
    assert!(quarter);
}

/// Other numbers for the vertices, another order of triangles and parts, and other first corners.
fn renumbered(part: &mut Part) {
    let count = part.positions.len();
    let turn = |i: usize| (i * 7 + 3) % count;
    assert!(!count.is_multiple_of(7));
    fn moved<T: Copy>(list: &mut [T], turn: impl Fn(usize) -> usize) {
        let old = list.to_vec();
        old.iter().enumerate().for_each(|(i, item)| list[turn(i)] = *item);
    }
    moved(&mut part.positions, turn);
    part.normals.iter_mut().for_each(|list| moved(list, turn));
    part.uvs.iter_mut().for_each(|list| moved(list, turn));
    part.light_uvs.iter_mut().for_each(|list| moved(list, turn));
    let mut triangles: Vec<[u32; 3]> =
        part.indices.chunks(3).map(|t| [t[1], t[2], t[0]].map(|i| turn(i as usize) as u32)).collect();
    triangles.reverse();
    part.indices = triangles.concat();
    part.extras.clear();
}

#[test]
fn numbers_and_order_are_no_edit() {
    for name in MODELS {
        let before = bytes_of(name);
        let mut scene = scene_of(&before, Shown::All);
        for mesh in &mut scene.meshes {
            mesh.parts.iter_mut().for_each(renumbered);
            mesh.parts.reverse();
            mesh.extras.clear();
        }
        let after = remodel(&before, &scene).unwrap();
        assert!(after.bytes == before && said(&after).is_empty(), "{name}: {:?}", said(&after));
    }
}

/// Parts of one row of the wear table as one, as modelling programs write them.
fn joined(parts: &mut Vec<Part>, scene_rows: &[u64]) {
    let mut all: Vec<Part> = vec![];
    for part in parts.drain(..) {
        let row = scene_rows[part.material.unwrap()];
        match all.iter_mut().find(|other| scene_rows[other.material.unwrap()] == row) {
            None => all.push(part),
            Some(other) => {
                let first = other.positions.len() as u32;
                other.indices.extend(part.indices.iter().map(|i| i + first));
                other.positions.extend(part.positions);
                other.normals.iter_mut().for_each(|list| list.extend(part.normals.clone().unwrap()));
                other.uvs.iter_mut().for_each(|list| list.extend(part.uvs.clone().unwrap()));
                other.light_uvs.iter_mut().for_each(|list| list.extend(part.light_uvs.clone().unwrap()));
            }
        }
    }
    *parts = all;
}

fn join_all(scene: &mut Scene) {
    let rows: Vec<u64> = scene.materials.iter().map(|m| m.extras["row"].as_u64().unwrap()).collect();
    scene.meshes.iter_mut().for_each(|mesh| joined(&mut mesh.parts, &rows));
}

#[test]
fn parts_that_were_joined_find_their_batches_again() {
    let (before, after) = edited("full", join_all);
    assert!(before == after.bytes);
    // With an edit in one of two batches that became one part, the other is still as it was.
    let (before, after) = edited("full", |scene| {
        join_all(scene);
        let part = &mut scene.meshes[0].parts[0];
        part.positions[9] = [0.125, 0.25, 0.5];
        renumbered(part);
    });
    let (old, new) = (read(&before), read(&after.bytes));
    let batches = |msh: &Msh<'_>| -> Vec<_> {
        let batch = |b: &stream::Batch| (b.flags, b.material, b.lightmap, b.portal_node, b.index_count);
        msh.streams.batches.iter().flatten().map(batch).collect()
    };
    assert_eq!(batches(&old), batches(&new), "flags and lightmaps are where they were");
    assert_eq!(said(&after).iter().filter(|what| **what == "batch-copied").count(), 1);
    assert_eq!(new.streams.unk15.as_ref().unwrap().len(), new.streams.positions.as_ref().unwrap().len());
}

fn triangle_count(bytes: &[u8]) -> usize {
    read(bytes).streams.triangles.as_ref().unwrap().len()
}

#[test]
fn a_new_triangle_makes_its_batch_anew_and_no_other() {
    let (before, after) = edited("arm", |scene| {
        let mesh = mesh_of(scene, "upper_m1o1", whole());
        let part = &mut scene.meshes[mesh].parts[1];
        let next = part.positions.len() as u32;
        part.positions.push([0.0, 0.0, 9.0]);
        part.normals.as_mut().unwrap().push([0.0, 0.0, 1.0]);
        part.uvs.as_mut().unwrap().push([0.5, 0.5]);
        part.indices.extend([0, 1, next]);
    });
    assert_eq!(triangle_count(&after.bytes), triangle_count(&before) + 1);
    let (old, new) = (read(&before), read(&after.bytes));
    let (old, new) = (old.model(true).unwrap(), new.model(true).unwrap());
    assert_eq!((new.batches().len(), new.slots().len()), (12, 11));
    for (a, b) in old.batches().iter().zip(new.batches()) {
        assert_eq!(
            (a.flags, a.material, a.lightmap, a.portal_node),
            (b.flags, b.material, b.lightmap, b.portal_node)
        );
    }
    assert_eq!(new.batches()[7].index_count, old.batches()[7].index_count + 3);
    assert_eq!(new.positions().len(), old.positions().len() + 1);
    assert_eq!(new.batches()[7].base_vertex as usize, new.positions().len() - 9, "new vertices come last");
    let mut start = 0;
    for (i, batch) in new.batches().iter().enumerate() {
        assert_eq!(batch.index_start, start, "batch {i} follows without a gap");
        start += u32::from(batch.index_count);
    }
    for (slot, (a, b)) in old.slots().iter().zip(new.slots()).enumerate() {
        assert_eq!(
            usize::from(b.tri_start) * 3,
            new.batches()[usize::from(b.batch_start)].index_start as usize
        );
        assert_eq!(a.tri_count + u16::from(slot == 6), b.tri_count);
    }
    assert_eq!(new.slots()[6].aabb_max[2], 9.0);
    assert_eq!(said(&after), ["batch-copied", "vertices-dropped", "bounds-made"]);
    expect_links(&new);
}

/// Neighbours are each other's, and have the same corners there.
fn expect_links(model: &Model<'_>) {
    for (i, triangle) in model.triangles().iter().enumerate() {
        for (edge, neighbour) in triangle.neighbours().into_iter().enumerate() {
            let Some((other, back)) = neighbour else { continue };
            assert_eq!(model.neighbour(other, back), Some((i, edge)));
        }
    }
}

#[test]
fn what_is_deleted_is_gone_from_every_list() {
    let (before, after) = edited("arm", |scene| {
        let node = scene.nodes.iter_mut().find(|node| node.name == "upper_m1o1").unwrap();
        node.shapes.retain(|shape| shape.variant != whole());
    });
    assert_eq!(triangle_count(&after.bytes), triangle_count(&before) - 12);
    let msh = read(&after.bytes);
    let model = msh.model(true).unwrap();
    assert_eq!((model.slots().len(), model.batches().len(), model.positions().len()), (10, 10, 196 - 24));
    assert_eq!(
        (model.slot(1, 0, 0).is_none(), model.slot(1, 0, 1).unwrap().0, model.slot(2, 0, 0).unwrap().0),
        (true, 6, 8)
    );
    assert!(said(&after).starts_with(&["shape-gone"]));
    expect_links(&model);
}

#[test]
fn a_node_that_is_missing_stays_but_shows_nothing_of_what_the_scene_speaks_of() {
    let before = bytes_of("arm");
    let mut scene = scene_of(&before, NEAR);
    scene.nodes.pop();
    scene.clips[0].tracks.retain(|track| track.node < 2);
    let after = remodel(&before, &scene).unwrap();
    assert_eq!(said(&after)[0], "node-missing");
    let msh = read(&after.bytes);
    let model = msh.model(true).unwrap();
    assert_eq!(model.nodes().len(), 3);
    assert!(model.slot(2, 0, 0).is_none() && model.slot(2, 0, 1).is_some());
    assert!(model.slot(0, 1, 0).is_some(), "of other variants the scene tells nothing");
    let keys = |bytes: &[u8]| format!("{:?}", read(bytes).streams.keys);
    assert_eq!(keys(&before), keys(&after.bytes), "it moves as before");
}

#[test]
fn a_mesh_where_there_was_none_gets_a_slot() {
    let far = Variant { state: 1, level: 3 };
    let (_, after) = edited("cube", |scene| {
        let mut mesh = scene.meshes[0].clone();
        mesh.parts.truncate(1);
        mesh.parts[0].extras.clear();
        scene.meshes.push(mesh);
        scene.nodes[0].shapes.push(Shape { variant: far, mesh: 1 });
    });
    let msh = read(&after.bytes);
    let model = msh.model(true).unwrap();
    let (slot, record) = model.slot(0, 1, 3).unwrap();
    assert_eq!((slot, record.tri_count, record.batch_start, record.batch_count), (1, 8, 2, 1));
    assert_eq!((record.area, record.volume), (1.0, 1.0));
    assert_eq!(said(&after), ["batch-new"]);
}

/// A model in which two levels show the same slot.
fn with_shared_slot() -> Vec<u8> {
    let bytes = bytes_of("cube");
    let mut msh = read(&bytes);
    msh.streams.nodes.as_mut().unwrap()[0].slots[0][1] = 0;
    msh.to_bytes().unwrap()
}

#[test]
fn who_shares_a_slot_keeps_it_when_the_other_changes() {
    let before = with_shared_slot();
    let mut scene = scene_of(&before, NEAR);
    scene.meshes[0].parts[0].positions[0] = [-0.25; 3];
    let after = remodel(&before, &scene).unwrap();
    assert_eq!(said(&after)[..2], ["batch-copied", "slot-split"]);
    let msh = read(&after.bytes);
    let model = msh.model(true).unwrap();
    assert_eq!((model.slot(0, 0, 0).unwrap().0, model.slot(0, 0, 1).unwrap().0), (1, 0));
    expect_links(&model);
    let far = Shown::One(Variant { state: 0, level: 1 });
    assert_eq!(
        scene_of(&before, far).meshes[0].parts[0].positions,
        scene_of(&after.bytes, far).meshes[0].parts[0].positions
    );
    // With both in the scene, and both edited, there is nothing to split.
    let mut scene = scene_of(&before, Shown::All);
    scene.meshes.iter_mut().for_each(|mesh| mesh.parts[0].positions[0] = [-0.25, -0.25, 0.25]);
    let after = remodel(&before, &scene).unwrap();
    assert_eq!((said(&after).len(), after.bytes.len()), (0, before.len()));
    // Neither where each of them is drawn anew.
    scene.meshes.iter_mut().for_each(|mesh| mesh.parts[0].indices.truncate(6));
    let after = remodel(&before, &scene).unwrap();
    assert!(!said(&after).contains(&"slot-split"));
    assert_eq!(read(&after.bytes).streams.slots.unwrap().len(), 1);
}

#[test]
fn of_two_who_want_one_slot_changed_each_gets_what_it_wants() {
    let before = with_shared_slot();
    let mut scene = scene_of(&before, Shown::All);
    let mut other = scene.meshes[0].clone();
    scene.meshes[0].parts[0].positions[0] = [-0.25, -0.25, 0.25];
    other.parts[1].positions[0] = [0.25, 0.25, 0.75];
    scene.meshes.push(other);
    scene.nodes[0].shapes[1].mesh = 1;
    let after = remodel(&before, &scene).unwrap();
    let again = scene_of(&after.bytes, Shown::All);
    for mesh in 0..2 {
        for part in 0..2 {
            let positions = |scene: &Scene| {
                let mut all: Vec<_> =
                    scene.meshes[mesh].parts[part].positions.iter().map(|p| format!("{p:?}")).collect();
                all.sort();
                all
            };
            assert_eq!(positions(&scene), positions(&again), "{mesh}, {part}");
        }
    }
}

#[test]
fn a_node_that_stands_still_has_one_key_for_its_place() {
    let (before, after) = edited("arm", |scene| scene.nodes[0].placement.translation = [0.5, 1.0, 0.0]);
    let fields = differing(&before, &after.bytes);
    assert!(
        fields.iter().all(|f| f == "streams.keys[0].translation[1]" || f.starts_with("streams.bounds")),
        "{fields:?}"
    );
    let turn = 0.5f32.sqrt();
    let (before, after) = edited("arm", |scene| scene.nodes[0].placement.rotation = [turn, 0.0, 0.0, turn]);
    let key = &read(&after.bytes).streams.keys.unwrap()[0];
    assert_eq!(key.rotation, [23170, -23170, 0, 0]);
    assert_eq!(key.translation, read(&before).streams.keys.unwrap()[0].translation);
    let (before, after) = edited("arm", |scene| {
        scene.nodes[0].placement.rotation = scene.nodes[0].placement.rotation.map(|part| -part);
    });
    assert!(before == after.bytes, "the opposite turns the same way");
}

fn track<'s>(scene: &'s mut Scene, name: &str) -> &'s mut Track {
    let node = scene.nodes.iter().position(|node| node.name == name).unwrap();
    scene.clips[0].tracks.iter_mut().find(|track| track.node == node).unwrap()
}

#[test]
fn a_key_that_changes_is_the_only_one_that_does() {
    let (before, after) = edited("arm", |scene| {
        track(scene, "fore_m1o1").translations.as_mut().unwrap()[2] = [0.25, 0.5, 2.0];
    });
    let fields = differing(&before, &after.bytes);
    assert!(
        fields.iter().all(|f| f == "streams.keys[6].translation[1]" || f.starts_with("streams.bounds")),
        "{fields:?}"
    );
    assert!(fields.len() > 1);
    assert_eq!(said(&after), ["keys-made", "bounds-made"]);
}

#[test]
fn more_keys_on_the_same_way_are_no_edit() {
    let before = bytes_of("arm");
    let mut scene = scene_of(&before, Shown::All);
    let upper = track(&mut scene, "upper_m1o1");
    // Halfway between the first two keys; for a turn by a right angle, that is half of it.
    let (s, c) = (std::f32::consts::PI / 8.0).sin_cos();
    upper.times.insert(1, 2.0 / 24.0);
    upper.translations.as_mut().unwrap().insert(1, [0.0, 0.0, 0.5]);
    upper.rotations.as_mut().unwrap().insert(1, [0.0, 0.0, s, c]);
    // And what stands still has a track, too, while tracks for places and turns are two.
    let placement = scene.nodes[0].placement;
    let still = Track {
        node: 0,
        times: vec![0.0, 0.25],
        translations: Some(vec![placement.translation; 2]),
        ..Track::default()
    };
    let clip = &mut scene.clips[0];
    clip.tracks.push(still);
    let fore = clip.tracks.iter().position(|track| track.node == 2).unwrap();
    let turns = Track { translations: None, ..clip.tracks[fore].clone() };
    clip.tracks[fore].rotations = None;
    clip.tracks.push(turns);
    let after = remodel(&before, &scene).unwrap();
    assert!(after.bytes == before, "{:?}", differing(&before, &after.bytes));
    assert_eq!(said(&after), [""; 0]);
}

/// One key for each frame, as Blender writes them: from turn to turn in a straight line.
fn resampled(track: &mut Track) {
    let last = (track.times.last().unwrap() * 24.0).round() as usize;
    let times: Vec<f32> = (0..=last).map(|frame| frame as f32 / 24.0).collect();
    let at = |time: f32| {
        let next = track.times.partition_point(|key| *key <= time + 1e-5).clamp(1, track.times.len() - 1);
        let (start, end) = (track.times[next - 1], track.times[next]);
        (next - 1, next, (time - start) / (end - start))
    };
    let place = |time: &f32| {
        let (from, to, part) = at(*time);
        let [from, to] =
            [from, to].map(|key| glam::Vec3::from_array(track.translations.as_ref().unwrap()[key]));
        from.lerp(to, part).to_array()
    };
    let turn = |time: &f32| {
        let (from, to, part) = at(*time);
        let [from, to] = [from, to].map(|key| glam::Vec4::from_array(track.rotations.as_ref().unwrap()[key]));
        let to = if from.dot(to) < 0.0 { -to } else { to };
        from.lerp(to, part).normalize().to_array()
    };
    let (places, turns) = (times.iter().map(place).collect(), times.iter().map(turn).collect());
    *track =
        Track { node: track.node, times, translations: Some(places), rotations: Some(turns), scales: None };
}

#[test]
fn keys_for_every_frame_are_no_edit_even_where_turns_go_straight() {
    let before = bytes_of("arm");
    let mut scene = scene_of(&before, Shown::All);
    scene.clips[0].tracks.iter_mut().for_each(resampled);
    let after = remodel(&before, &scene).unwrap();
    assert!(after.bytes == before, "{:?}", differing(&before, &after.bytes));
    assert_eq!(said(&after), [""; 0]);
    // One of them elsewhere is one.
    let turn = &mut track(&mut scene, "upper_m1o1").rotations.as_mut().unwrap()[2];
    *turn = (glam::Quat::from_array(*turn) * glam::Quat::from_rotation_z(0.001)).to_array();
    let after = remodel(&before, &scene).unwrap();
    assert_eq!(said(&after)[0], "keys-made");
    assert_eq!(read(&after.bytes).streams.keys.as_ref().unwrap().len(), 1 + 9 + 3);
}

#[test]
fn clips_of_single_nodes_are_taken_together() {
    let before = bytes_of("arm");
    let mut scene = scene_of(&before, Shown::All);
    let clip = scene.clips.remove(0);
    for track in clip.tracks {
        let name = format!("{}Action", scene.nodes[track.node].name);
        scene.clips.push(Clip { name, tracks: vec![track], ..Clip::default() });
    }
    let after = remodel(&before, &scene).unwrap();
    assert!(after.bytes == before);
    assert_eq!(said(&after), [""; 0]);
    // Another one for a node that has one is not.
    let again = scene.clips[0].clone();
    scene.clips.push(again);
    let after = remodel(&before, &scene).unwrap();
    assert!(after.bytes == before);
    assert_eq!(said(&after), ["clips-left-out"]);
    // Only what no clip moves has lost its track.
    scene.clips.truncate(1);
    assert_eq!(said(&remodel(&before, &scene).unwrap())[0], "track-gone");
}

#[test]
fn tracks_can_grow_come_and_go() {
    let (_, after) = edited("arm", |scene| {
        let fore = track(scene, "fore_m1o1");
        fore.times.push(11.0 / 24.0);
        fore.translations.as_mut().unwrap().push([1.0, 0.0, 2.0]);
        fore.rotations.as_mut().unwrap().push([0.0, 0.0, 0.0, 1.0]);
        let base = Track {
            node: 0,
            times: vec![2.0 / 24.0, 3.0 / 24.0],
            translations: Some(vec![[0.5, 0.0, 0.0], [1.5, 0.0, 0.0]]),
            ..Track::default()
        };
        scene.clips[0].tracks.push(base);
    });
    let msh = read(&after.bytes);
    let keys = msh.streams.keys.as_ref().unwrap();
    let times: Vec<f32> = keys.iter().map(|key| key.time).collect();
    assert_eq!(times, [0.0, 2.0, 3.0, 0.0, 4.0, 8.0, 0.0, 2.0, 6.0, 11.0]);
    assert_eq!(msh.frame_count(), 12);
    assert_eq!(msh.streams.frame_map.as_ref().unwrap().len(), 36);
    let nodes = msh.streams.nodes.as_ref().unwrap();
    let runs: Vec<_> = nodes.iter().map(|node| (node.map_start, node.fallback_key)).collect();
    assert_eq!(runs, [(0, 2), (12, 5), (24, 9)]);

    let (_, after) = edited("arm", |scene| scene.clips[0].tracks.retain(|track| track.node == 2));
    assert_eq!(said(&after)[0], "track-gone");
    let msh = read(&after.bytes);
    let nodes = msh.streams.nodes.as_ref().unwrap();
    let runs: Vec<_> = nodes.iter().map(|node| (node.map_start, node.fallback_key)).collect();
    assert_eq!((runs, msh.frame_count()), (vec![(NONE, 0), (NONE, 1), (0, 4)], 7));

    let (_, after) = edited("arm", |scene| {
        let upper = track(scene, "upper_m1o1");
        upper.times = vec![0.0, 2.5 / 24.0, 8.0 / 24.0];
    });
    assert_eq!(said(&after)[0], "resampled");
    assert_eq!(read(&after.bytes).streams.keys.as_ref().unwrap().len(), 1 + 9 + 3);
}

#[test]
fn a_clip_that_is_lost_is_not_missed() {
    let before = bytes_of("arm");
    let mut scene = scene_of(&before, Shown::All);
    scene.nodes[1].placement.translation = [0.0, 0.0, 7.0];
    let after = remodel(&before, &scene).unwrap();
    assert!(after.bytes == before);
    assert_eq!(said(&after), ["rest-ignored"]);
    scene.clips.clear();
    let after = remodel(&before, &scene).unwrap();
    assert!(after.bytes == before);
    assert_eq!(said(&after), ["clip-missing", "rest-ignored"]);
    let mut scene = scene_of(&before, Shown::All);
    scene.clips.insert(0, Clip { name: "other".into(), ..Clip::default() });
    let after = remodel(&before, &scene).unwrap();
    assert!(after.bytes == before, "the one with the right name counts");
    assert_eq!(said(&after), ["clips-left-out"]);
}

#[test]
fn frames_that_keys_cannot_tell_are_baked_when_something_else_moves() {
    let before = bytes_of("round");
    let mut scene = scene_of(&before, Shown::All);
    scene.clips[0].tracks[0].translations.as_mut().unwrap()[1][1] = 1.0;
    let after = remodel(&before, &scene).unwrap();
    assert_eq!(read(&after.bytes).streams.keys.as_ref().unwrap().len(), 5);
    let again = scene_of(&after.bytes, Shown::All);
    assert_eq!(again.clips[0].tracks[0].translations, scene.clips[0].tracks[0].translations);
    assert_eq!(again.nodes[0].extras.get("baked"), None, "now it is plain");
}

#[test]
fn a_frame_map_of_no_frames_moves_nothing() {
    let bytes = bytes_of("arm");
    let mut msh = read(&bytes);
    let maps = msh.directory.iter_mut().filter(|record| record.type_id.number() == stream::FRAME_MAP);
    maps.for_each(|record| record.attr2 = 0);
    msh.streams.nodes.as_mut().unwrap()[0].map_start = 0;
    let before = msh.to_bytes().unwrap();
    let mut scene = scene_of(&before, Shown::All);
    assert!(scene.clips.is_empty());
    assert!(remodel(&before, &scene).unwrap().bytes == before);
    // Another node that moves lays out all keys anew, also those of nodes whose runs are empty.
    let still: Vec<_> = [0, 1].map(|node| scene.nodes[node].placement).into();
    let track = Track {
        node: 2,
        times: vec![0.0, 0.25],
        translations: Some(vec![[0.0; 3], [1.0, 0.0, 0.0]]),
        ..Track::default()
    };
    scene.clips.push(Clip { tracks: vec![track], ..Clip::default() });
    let after = remodel(&before, &scene).unwrap();
    let nodes = read(&after.bytes).streams.nodes.unwrap();
    let runs: Vec<_> = nodes.iter().map(|node| (node.map_start, node.fallback_key)).collect();
    assert_eq!(runs, [(NONE, 0), (NONE, 1), (0, 3)]);
    let again = scene_of(&after.bytes, Shown::All);
    assert_eq!([0, 1].map(|node| again.nodes[node].placement).to_vec(), still);
    assert_eq!(again.clips[0].tracks.len(), 1);
}

#[test]
fn parents_change_as_long_as_they_come_first() {
    let (before, after) = edited("arm", |scene| scene.nodes[2].parent = Some(0));
    let fields = differing(&before, &after.bytes);
    assert!(
        fields.iter().all(|f| f == "streams.nodes[2].parent" || f.starts_with("streams.bounds")),
        "{fields:?}"
    );
    assert_eq!(said(&after)[0], "parent-changed");
    let bytes = bytes_of("arm");
    let mut scene = scene_of(&bytes, NEAR);
    scene.clips.clear();
    // Fore above upper: the model has them the other way round.
    scene.nodes.swap(1, 2);
    (scene.nodes[1].parent, scene.nodes[2].parent) = (Some(0), Some(1));
    assert_eq!(code(remodel(&bytes, &scene)), "model.parent-order");
}

#[test]
fn names_of_copies_and_a_root_of_the_tool_are_seen_through() {
    let bytes = bytes_of("arm");
    let mut scene = scene_of(&bytes, Shown::All);
    scene.clips.clear();
    for node in &mut scene.nodes {
        node.parent = Some(node.parent.map_or(0, |parent| parent + 1));
        node.extras.clear();
    }
    scene.nodes[1].name += ".001";
    scene.nodes.insert(0, Node { name: "Scene".into(), ..Node::default() });
    let after = remodel(&bytes, &scene).unwrap();
    assert!(after.bytes == bytes);
    assert_eq!(said(&after), ["clip-missing"]);
    scene.nodes[0].placement.translation = [1.0, 0.0, 0.0];
    assert_eq!(code(remodel(&bytes, &scene)), "model.unknown-node");
    let mut scene = scene_of(&bytes, Shown::All);
    scene.nodes[1].name = "arm of another name".into();
    let after = remodel(&bytes, &scene).unwrap();
    assert!(after.bytes == bytes, "the number tells who it is");
    assert_eq!(said(&after), ["name-kept"]);
    scene.nodes[1].extras.clear();
    assert_eq!(code(remodel(&bytes, &scene)), "model.unknown-node");
}

/// A root above all others.
fn with_root(scene: &mut Scene, root: Node) {
    for node in &mut scene.nodes {
        node.parent = Some(node.parent.map_or(0, |parent| parent + 1));
    }
    scene.clips.iter_mut().flat_map(|clip| &mut clip.tracks).for_each(|track| track.node += 1);
    scene.nodes.insert(0, root);
}

#[test]
fn what_tools_add_is_left_out_as_long_as_it_does_nothing() {
    let bytes = bytes_of("arm");
    let mut root = Node { name: "Armature".into(), ..Node::default() };
    root.placement.scale = [1.000_000_1, 1.0, 1.0];
    root.placement.rotation = [0.0, 0.0, 1e-7, -1.0];
    let mut scene = scene_of(&bytes, Shown::All);
    with_root(&mut scene, root.clone());
    let after = remodel(&bytes, &scene).unwrap();
    assert!(after.bytes == bytes && said(&after).is_empty(), "{:?}", said(&after));

    // Two of them, one between nodes of the model, and lights and cameras, wherever they are and whatever they do.
    with_root(&mut scene, Node { name: "Scene".into(), ..Node::default() });
    let mut camera = Node { name: "Camera".into(), parent: Some(2), ..Node::default() };
    camera.placement.scale = [3.0; 3];
    camera.placement.translation = [5.0; 3];
    scene.nodes.push(camera);
    scene.nodes.push(Node { name: "Lens".into(), parent: Some(scene.nodes.len() - 1), ..Node::default() });
    let node = scene.nodes.len() - 2;
    let travel = Some(vec![[0.0; 3], [9.0; 3]]);
    let away = Track {
        node,
        times: vec![0.0, 1.0],
        translations: travel.clone(),
        scales: travel,
        ..Track::default()
    };
    scene.clips[0].tracks.push(away.clone());
    let after = remodel(&bytes, &scene).unwrap();
    assert!(after.bytes == bytes);
    assert_eq!(said(&after), ["node-left-out"; 4]);

    // A root that moves is no idle one.
    scene.clips[0].tracks.push(Track { node: 0, ..away });
    assert_eq!(code(remodel(&bytes, &scene)), "model.unknown-node");

    let mut scene = scene_of(&bytes, Shown::All);
    scene.nodes.insert(1, Node { name: "between".into(), parent: Some(0), ..Node::default() });
    (scene.nodes[2].parent, scene.nodes[3].parent) = (Some(1), Some(2));
    scene.clips[0].tracks.iter_mut().for_each(|track| track.node += 1);
    assert!(remodel(&bytes, &scene).unwrap().bytes == bytes);
    scene.nodes[1].placement.translation[2] = 0.5;
    assert_eq!(code(remodel(&bytes, &scene)), "model.unknown-node");
}

#[test]
fn a_scene_with_y_up_is_the_same() {
    for name in MODELS {
        let bytes = bytes_of(name);
        let mut scene = Scene { up: Up::Y, ..scene_of(&bytes, Shown::All) };
        for node in &mut scene.nodes {
            node.placement.translation = Up::Z.to_y(node.placement.translation);
            node.placement.rotation = Up::Z.rotation_to_y(node.placement.rotation);
        }
        for part in scene.meshes.iter_mut().flat_map(|mesh| &mut mesh.parts) {
            let places = part.positions.iter_mut().chain(part.normals.iter_mut().flatten());
            places.for_each(|place| *place = Up::Z.to_y(*place));
        }
        for track in scene.clips.iter_mut().flat_map(|clip| &mut clip.tracks) {
            track.translations.iter_mut().flatten().for_each(|place| *place = Up::Z.to_y(*place));
            track.rotations.iter_mut().flatten().for_each(|turn| *turn = Up::Z.rotation_to_y(*turn));
        }
        assert!(remodel(&bytes, &scene).unwrap().bytes == bytes, "{name}");
    }
}

/// The scene as a file without nodes has it: everything where it stands at rest, and printed.
fn flattened(scene: &mut Scene) {
    let mut places: Vec<(glam::Vec3, glam::Quat)> = vec![];
    for node in &scene.nodes {
        let (origin, turn) = node.parent.map_or_else(Default::default, |parent| places[parent]);
        let place = &node.placement;
        places.push((
            origin + turn * glam::Vec3::from_array(place.translation),
            turn * glam::Quat::from_array(place.rotation),
        ));
    }
    let printed =
        |place: glam::Vec3, digits: f32| (place * digits).round().to_array().map(|part| part / digits);
    for (node, (origin, turn)) in scene.nodes.iter_mut().zip(places) {
        for shape in &node.shapes {
            for part in &mut scene.meshes[shape.mesh].parts {
                part.positions
                    .iter_mut()
                    .for_each(|p| *p = printed(origin + turn * glam::Vec3::from_array(*p), 1e6));
                part.normals
                    .iter_mut()
                    .flatten()
                    .for_each(|n| *n = printed(turn * glam::Vec3::from_array(*n), 1e4));
                part.light_uvs = None;
                renumbered(part);
            }
        }
        *node = Node { name: node.name.clone(), shapes: node.shapes.clone(), ..Node::default() };
    }
    scene.clips.clear();
    scene.extras.clear();
    scene.flat = true;
}

#[test]
fn a_flat_scene_is_brought_back_to_its_nodes() {
    for name in MODELS {
        let bytes = bytes_of(name);
        for shown in [Shown::All, NEAR] {
            let mut scene = scene_of(&bytes, shown);
            flattened(&mut scene);
            let after = remodel(&bytes, &scene).unwrap();
            assert!(after.bytes == bytes, "{name}: {:?}", said(&after));
            assert_eq!(said(&after), [""; 0]);
        }
    }
    let bytes = bytes_of("arm");
    let mut scene = scene_of(&bytes, NEAR);
    flattened(&mut scene);
    let mesh = mesh_of(&scene, "fore_m1o1", whole());
    scene.meshes[mesh].parts[0].positions[0] = [0.5, 0.0, 2.5];
    let after = remodel(&bytes, &scene).unwrap();
    let msh = read(&after.bytes);
    // The base is turned by a right angle and stands half a length to the side, the rest stands on it.
    let wanted = glam::Vec3::ZERO;
    assert!(
        msh.streams.positions.iter().flatten().any(|p| (glam::Vec3::from_array(*p) - wanted).length() < 1e-4)
    );
}

#[test]
fn lists_that_a_scene_does_not_have_stay_or_are_made() {
    let (before, after) = edited("cube", |scene| {
        scene.meshes[0].parts.iter_mut().for_each(|part| (part.normals, part.uvs) = (None, None));
    });
    assert!(before == after.bytes);
    let (_, after) = edited("cube", |scene| {
        let part = &mut scene.meshes[0].parts[0];
        (part.normals, part.uvs) = (None, None);
        part.positions.extend([[5.0, 5.0, 5.0], [6.0, 5.0, 5.0], [6.0, 6.0, 5.0]]);
        let first = part.positions.len() as u32 - 3;
        part.indices.extend([first, first + 1, first + 2]);
    });
    let msh = read(&after.bytes);
    let (normals, uvs) = (msh.streams.normals.as_ref().unwrap(), msh.streams.uvs.as_ref().unwrap());
    assert_eq!((normals.last(), uvs.last()), (Some(&[0, 0, 127, 0]), Some(&[0, 0])));
    assert_eq!(
        said(&after),
        ["normals-made", "uvs-missing", "batch-copied", "vertices-dropped", "bounds-made"]
    );
}

#[test]
fn an_area_that_follows_another_rule_is_kept() {
    let bytes = bytes_of("cube");
    let mut msh = read(&bytes);
    msh.streams.slots.as_mut().unwrap()[0].area = 77.0;
    let bytes = msh.to_bytes().unwrap();
    let mut scene = scene_of(&bytes, Shown::All);
    scene.meshes[0].parts[0].positions[0] = [-3.0, 0.0, 0.0];
    let after = remodel(&bytes, &scene).unwrap();
    assert_eq!(said(&after), ["area-kept", "bounds-made"]);
    assert_eq!(read(&after.bytes).streams.slots.unwrap()[0].area, 77.0);
}

#[test]
fn materials_are_known_by_row_or_name() {
    let (before, after) = edited("cube", |scene| {
        scene.materials[0].extras.clear();
        scene.materials[0].name = "material_0.002".into();
        scene.materials[1].name = "whatever".into();
    });
    assert!(before == after.bytes);
    let bytes = bytes_of("cube");
    let mut scene = scene_of(&bytes, Shown::All);
    scene.materials[1].extras.clear();
    scene.materials[1].name = "rust".into();
    assert_eq!(code(remodel(&bytes, &scene)), "model.unknown-material");
    scene.materials[0].name = "rust.001".into();
    let after = remodel(&bytes, &scene).unwrap();
    assert_eq!(
        read(&after.bytes).streams.batches.unwrap()[1].material,
        0,
        "a copy of one that tells its row"
    );
}

/// A wear table beside the model.
struct Beside;

impl Library for Beside {
    fn file(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        (name == "a.wea").then(|| b"2\r\n0 PAINT\r\n0 RUST\r\n"[..].into())
    }
}

#[test]
fn materials_are_known_by_their_names_in_the_wear_table() {
    let bytes = bytes_of("cube");
    let mut scene = scene_of(&bytes, Shown::All);
    scene.materials.iter_mut().for_each(|material| material.extras.clear());
    (scene.materials[0].name, scene.materials[1].name) = ("Rust.001".into(), "paint".into());
    let context = Context { origin: Origin::named("a.msh"), ..Context::new(&Beside) };
    let after = read(&bytes).with_scene(&scene, context).unwrap();
    assert_eq!(
        differing(&bytes, &after.bytes),
        ["streams.batches[0].material", "streams.batches[1].material"]
    );
}

/// Any wear table beside the model.
struct Wear(&'static [u8]);

impl Library for Wear {
    fn file(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        (name == "a.wea").then(|| self.0.into())
    }
}

fn worn(wear: &Wear) -> Context<'_> {
    Context { origin: Origin::named("a.msh"), ..Context::new(wear) }
}

/// Without anything that only we write.
fn bare(scene: &mut Scene) {
    scene.materials.iter_mut().for_each(|material| material.extras.clear());
    for mesh in &mut scene.meshes {
        mesh.extras.clear();
        mesh.parts.iter_mut().for_each(|part| part.extras.clear());
    }
}

#[test]
fn rows_of_one_name_are_told_apart_by_their_triangles() {
    let bytes = bytes_of("full");
    let rows: Vec<u8> = read(&bytes).streams.batches.unwrap().iter().map(|batch| batch.material).collect();
    assert!(rows.contains(&0) && rows.contains(&1), "{rows:?}");
    for table in
        ["4\r\n0 HULL\r\n0 HULL\r\n0 hull\r\n0 GLASS\r\n", "4\r\n0 hull\r\n0 HULL\r\n0 HULL\r\n0 HULL\r\n"]
    {
        let wear = Wear(table.as_bytes());
        let mut scene = read(&bytes).scene(Shown::All, worn(&wear)).unwrap();
        bare(&mut scene);
        let after = read(&bytes).with_scene(&scene, worn(&wear)).unwrap();
        assert!(after.bytes == bytes && said(&after).is_empty(), "{:?}", said(&after));
        // In another order, and with the names of copies.
        for (i, material) in scene.materials.iter_mut().enumerate() {
            material.name += &format!(".{i:03}");
        }
        for mesh in &mut scene.meshes {
            mesh.parts.iter_mut().for_each(renumbered);
            mesh.parts.reverse();
        }
        let after = read(&bytes).with_scene(&scene, worn(&wear)).unwrap();
        assert!(after.bytes == bytes && said(&after).is_empty(), "{:?}", said(&after));
    }
}

#[test]
fn a_name_of_several_rows_is_remarked_where_nothing_else_tells() {
    let bytes = bytes_of("cube");
    let wear = Wear(b"3\r\n0 HULL\r\n0 HULL\r\n0 hull\r\n");
    let mut scene = read(&bytes).scene(Shown::All, worn(&wear)).unwrap();
    bare(&mut scene);
    let mut other = scene.meshes[0].clone();
    other.parts.truncate(1);
    scene.meshes.push(other);
    scene.nodes[0].shapes.push(Shape { variant: Variant { state: 1, level: 3 }, mesh: 1 });
    let after = read(&bytes).with_scene(&scene, worn(&wear)).unwrap();
    assert_eq!(said(&after)[0], "material-ambiguous");
    assert_eq!(read(&after.bytes).streams.batches.unwrap()[2].material, 0);
    // The very name comes before one that differs in case.
    scene.materials[0].name = "hull".into();
    let after = read(&bytes).with_scene(&scene, worn(&wear)).unwrap();
    assert_eq!(read(&after.bytes).streams.batches.unwrap()[2].material, 2);
}

#[test]
fn a_material_with_the_name_of_another_row_is_that_row() {
    let bytes = bytes_of("cube");
    let wear = Wear(b"3\r\n0 PAINT\r\n0 RUST\r\n0 GLASS\r\n");
    let renamed = |name: &str| {
        let mut scene = read(&bytes).scene(Shown::All, worn(&wear)).unwrap();
        scene.materials[0].name = name.into();
        let after = read(&bytes).with_scene(&scene, worn(&wear)).unwrap();
        (read(&after.bytes).streams.batches.unwrap()[0].material, said(&after))
    };
    assert_eq!(renamed("GLASS"), (2, vec![]));
    assert_eq!(renamed("GLASS.003"), (2, vec![]));
    assert_eq!(renamed("PAINT.003"), (0, vec![]));
    assert_eq!(renamed("paint"), (0, vec![]));
    assert_eq!(renamed(""), (0, vec![]));
    assert_eq!(renamed("chrome"), (0, vec!["material-name-ignored"]));
}

#[test]
fn flat_files_number_materials_that_have_one_name() {
    let bytes = bytes_of("cube");
    let mut scene = scene_of(&bytes, Shown::All);
    scene.materials.iter_mut().for_each(|material| material.extras.clear());
    (scene.materials[0].name, scene.materials[1].name) = ("PAINT_4".into(), "RUST".into());
    let context = Context { origin: Origin::named("a.msh"), ..Context::new(&Beside) };
    assert_eq!(code(read(&bytes).with_scene(&scene, context)), "model.unknown-material");
    scene.flat = true;
    assert!(read(&bytes).with_scene(&scene, context).unwrap().bytes == bytes);
}

/// A model without some of its streams, and with one that nobody knows.
fn without(bytes: &[u8], types: &[u32]) -> Vec<u8> {
    let msh = read(bytes);
    let archive = msh.archive().unwrap();
    let ops = <Msh<'_> as Format<'_>>::FACETS.known().archive.unwrap();
    let mut repack: Repack<'_> = Repack::of(ops, &*archive);
    repack.frame = Frame::default();
    repack.slots.iter_mut().for_each(|slot| slot.content.source = Source::Fresh);
    repack.slots.retain(|slot| !types.contains(&msh.directory[slot.was.unwrap()].type_id.number()));
    let mut unknown = EntrySpec { id: None, ..repack.slots[0].spec.clone() };
    unknown.attributes.insert("type".into(), 99.into());
    repack.insert(3, unknown, Content::fresh(vec![1, 2, 3]));
    repack.bytes().unwrap()
}

#[test]
fn a_model_gets_the_streams_that_it_needs_and_keeps_those_that_nobody_knows() {
    let bytes = without(&bytes_of("arm"), &[8, 19]);
    let mut scene = scene_of(&bytes, Shown::All);
    assert!(remodel(&bytes, &scene).unwrap().bytes == bytes);
    scene.nodes[1].placement.translation = [1.0, 2.0, 3.0];
    let after = remodel(&bytes, &scene).unwrap();
    let msh = read(&after.bytes);
    let types: Vec<u32> = msh.directory.iter().map(|record| record.type_id.number()).collect();
    assert_eq!(types, [1, 2, 3, 99, 4, 5, 15, 13, 6, 7, 9, 10, 17, 8, 19]);
    let keys: Vec<_> = msh.streams.keys.iter().flatten().map(|key| key.translation).collect();
    assert_eq!(keys, [[0.0; 3], [1.0, 2.0, 3.0], [0.0; 3]]);
    assert_eq!((msh.frame_count(), msh.model(true).is_ok()), (1, true));
    assert_eq!(msh.archive().unwrap().payload(3, Limits::default()).unwrap().to_vec(), [1, 2, 3]);

    // What vertices do not have, they do not get.
    let bytes = without(&bytes_of("cube"), &[4, 5, 7, 15]);
    let mut scene = scene_of(&bytes, Shown::All);
    let part = &mut scene.meshes[0].parts[0];
    part.normals = Some(vec![[0.0, 0.0, 1.0]; part.positions.len()]);
    assert!(remodel(&bytes, &scene).unwrap().bytes == bytes);
    scene.meshes[0].parts[0].indices.truncate(6);
    let after = remodel(&bytes, &scene).unwrap();
    assert_eq!(read(&after.bytes).streams.positions.as_ref().unwrap().len(), 12);
}

/// A model whose slots, runs and keys all lie on each other.
fn tangled(map_start: u16) -> Vec<u8> {
    let bytes = bytes_of("arm");
    let mut msh = read(&bytes);
    let streams = &mut msh.streams;
    streams.indices = Some((0..65_535).map(|i| i % 196).collect());
    let batch = stream::Batch {
        index_start: 0,
        index_count: 3,
        vertex_count: 3,
        base_vertex: 0,
        ..streams.batches.as_ref().unwrap()[0].clone()
    };
    streams.batches = Some(vec![batch; 65_535]);
    let slot = stream::Slot {
        batch_start: 0,
        batch_count: 65_535,
        tri_start: 0,
        tri_count: 98,
        ..streams.slots.as_ref().unwrap()[0].clone()
    };
    streams.slots = Some(vec![slot; 20_000]);
    let node = |i: u16| stream::Node {
        flags: 0,
        parent: i.checked_sub(1).unwrap_or(NONE),
        map_start,
        fallback_key: 6,
        slots: [[i % 20_000; 5]; 3],
    };
    streams.nodes = Some((0..20_000).map(node).collect());
    streams.names = Some(vec![]);
    (streams.labels, streams.labels_tail) = (Some(vec![]), Some(vec![0; 80_000].into()));
    msh.to_bytes().unwrap()
}

#[test]
fn a_hostile_model_takes_no_longer_than_its_size() {
    let arm = scene_of(&bytes_of("arm"), Shown::All);
    let all = || (0..3).flat_map(|state| (0..5).map(move |level| Variant { state, level }));
    for (map_start, shows) in [(0, true), (NONE, true), (NONE, false)] {
        let bytes = tangled(map_start);
        let node = |i: usize| Node {
            name: format!("node_{i}"),
            parent: i.checked_sub(1),
            shapes: all().filter(|_| shows).map(|variant| Shape { variant, mesh: 0 }).collect(),
            ..Node::default()
        };
        let mut scene = Scene { nodes: (0..20_000).map(node).collect(), clips: vec![], ..arm.clone() };
        scene.nodes[0].placement.translation = [1.0, 0.0, 0.0];
        let found = code(remodel(&bytes, &scene));
        let wanted = if shows { "model.too-many" } else { "fine" };
        assert_eq!(found, wanted, "{map_start}, {shows}");
    }
}

#[test]
fn slots_that_go_through_all_batches_are_refused_even_if_those_draw_nothing() {
    let bytes = bytes_of("arm");
    let mut msh = read(&bytes);
    let streams = &mut msh.streams;
    let batch = stream::Batch { index_count: 0, ..streams.batches.as_ref().unwrap()[0].clone() };
    streams.batches = Some(vec![batch; 65_535]);
    let slot = stream::Slot {
        batch_start: 0,
        batch_count: 65_535,
        tri_start: 0,
        tri_count: 0,
        ..streams.slots.as_ref().unwrap()[0].clone()
    };
    streams.slots = Some(vec![slot; 60_000]);
    let looks = |i: u16| [0, 1, 2].map(|state| [0, 1, 2, 3, 4].map(|level| i * 15 + state * 5 + level));
    let node =
        |i: u16| stream::Node { flags: 0, parent: NONE, map_start: NONE, fallback_key: 0, slots: looks(i) };
    streams.nodes = Some((0..4000).map(node).collect());
    streams.names = Some(vec![]);
    (streams.labels, streams.labels_tail) = (Some(vec![]), Some(vec![0; 16_000].into()));
    let hostile = msh.to_bytes().unwrap();
    let all = || (0..3).flat_map(|state| (0..5).map(move |level| Variant { state, level }));
    for (shows, wanted) in [(true, "model.too-many"), (false, "fine")] {
        let node = |i: usize| Node {
            name: format!("node_{i}"),
            shapes: all().filter(|_| shows).map(|variant| Shape { variant, mesh: 0 }).collect(),
            ..Node::default()
        };
        let scene =
            Scene { nodes: (0..4000).map(node).collect(), clips: vec![], ..scene_of(&bytes, Shown::All) };
        assert_eq!(code(remodel(&hostile, &scene)), wanted);
    }
}

/// A chain of nodes that show nothing.
fn chain(count: u16) -> Vec<u8> {
    let bytes = bytes_of("arm");
    let mut msh = read(&bytes);
    let node = |i: u16| stream::Node {
        flags: 0,
        parent: i.checked_sub(1).unwrap_or(NONE),
        map_start: NONE,
        fallback_key: 0,
        slots: [[NONE; 5]; 3],
    };
    msh.streams.nodes = Some((0..count).map(node).collect());
    msh.streams.names = Some(vec![]);
    let labels = vec![0; usize::from(count) * 4];
    (msh.streams.labels, msh.streams.labels_tail) = (Some(vec![]), Some(labels.into()));
    msh.to_bytes().unwrap()
}

#[test]
fn a_long_chain_in_a_flat_scene_is_no_matter_and_remarks_have_an_end() {
    let part = Part {
        positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        indices: vec![0, 1, 2],
        ..Part::default()
    };
    let mesh = |i: usize| relict_core::scene::Mesh {
        name: format!("mesh {i}"),
        parts: vec![part.clone()],
        ..Default::default()
    };
    let node = |i: usize| Node {
        name: format!("node_{i}"),
        shapes: vec![Shape { variant: whole(), mesh: i }],
        ..Node::default()
    };
    let scene = Scene {
        nodes: (0..60_000).map(node).collect(),
        meshes: (0..60_000).map(mesh).collect(),
        flat: true,
        ..Scene::default()
    };
    let after = remodel(&chain(60_000), &scene).unwrap();
    assert_eq!(read(&after.bytes).streams.slots.unwrap().len(), 60_000 + 11);
    assert!((100..120).contains(&after.remarks.len()), "{}", after.remarks.len());
    assert_eq!(said(&after).last(), Some(&"more"));
    assert!(said(&after).contains(&"bounds-made"), "of what comes late, the first is still said");
}

#[test]
fn names_in_messages_are_there_and_not_without_end() {
    let bytes = bytes_of("cube");
    let mut scene = scene_of(&bytes, Shown::All);
    scene.meshes[0].name.clear();
    scene.meshes[0].parts[0].indices.truncate(6);
    let after = remodel(&bytes, &scene).unwrap();
    let told = format!("{:?}", after.remarks.iter().find(|remark| remark.what == "batch-copied").unwrap());
    assert!(told.contains(&format!("{:?}", scene.nodes[0].name)), "{told}");
    scene.nodes[0].name = "длинное".repeat(50);
    let after = remodel(&bytes, &scene).unwrap();
    let told = format!("{:?}", after.remarks.iter().find(|remark| remark.what == "name-kept").unwrap());
    assert!(told.contains('…') && told.chars().count() < 250, "{told}");
    let mut scene = scene_of(&bytes_of("arm"), Shown::All);
    *scene.clips[0].tracks[0].times.last_mut().unwrap() = 1e30;
    let Err(Misfit::Scene { args, .. }) = remodel(&bytes_of("arm"), &scene) else { panic!("it fits") };
    assert!(format!("{args:?}").contains("Number(999999999)"), "{args:?}");
}

/// A model with its positions changed, and its scene as exchange formats have it: they know nothing but numbers.
fn odd(name: &str, change: impl FnOnce(&mut [[f32; 3]])) -> (Vec<u8>, Scene) {
    let bytes = bytes_of(name);
    let mut msh = read(&bytes);
    change(msh.streams.positions.as_mut().unwrap());
    let bytes = msh.to_bytes().unwrap();
    let mut scene = scene_of(&bytes, Shown::All);
    for part in scene.meshes.iter_mut().flat_map(|mesh| &mut mesh.parts) {
        let numbers = part.positions.iter_mut().flatten();
        numbers.filter(|number| !number.is_finite()).for_each(|number| *number = 0.0);
    }
    (bytes, scene)
}

#[test]
fn positions_that_are_no_numbers_come_back() {
    let (bytes, mut scene) = odd("cube", |positions| {
        positions[1][0] = f32::NAN;
        positions[2] = [f32::INFINITY, 0.5, f32::NEG_INFINITY];
        positions[20][2] = f32::from_bits(0xFFC0_0001);
    });
    let after = remodel(&bytes, &scene).unwrap();
    assert!(after.bytes == bytes && said(&after).is_empty(), "{:?}", said(&after));
    let mut other = scene.clone();
    other.meshes[0].parts.iter_mut().for_each(renumbered);
    other.meshes[0].parts.reverse();
    let after = remodel(&bytes, &other).unwrap();
    assert!(after.bytes == bytes && said(&after).is_empty(), "{:?}", said(&after));
    // With an edit beside them, they are what they were.
    scene.meshes[0].parts[0].positions[5] = [0.25, 0.125, 0.5];
    let after = remodel(&bytes, &scene).unwrap();
    let (then, now) =
        (read(&bytes).streams.positions.unwrap(), read(&after.bytes).streams.positions.unwrap());
    let bits = |position: &[f32; 3]| position.map(f32::to_bits);
    let changed: Vec<usize> = (0..then.len()).filter(|i| bits(&then[*i]) != bits(&now[*i])).collect();
    assert_eq!((changed, then.len()), (vec![5], now.len()));
    assert!(read(&after.bytes).streams.slots.unwrap()[0].aabb_max.iter().all(|part| part.is_finite()));
    // In a scene, they are still refused.
    scene.meshes[0].parts[0].positions[1][0] = f32::NAN;
    assert_eq!(code(remodel(&bytes, &scene)), "model.not-finite");
}

#[test]
fn positions_that_are_no_numbers_come_back_from_flat_scenes() {
    // Where a node stands still nothing is moved, so that only the number itself is missing.
    let (bytes, mut scene) = odd("cube", |positions| positions[1][0] = f32::NAN);
    scene.flat = true;
    assert!(remodel(&bytes, &scene).unwrap().bytes == bytes);
    // Elsewhere it spreads.
    let (bytes, _) = odd("arm", |positions| positions[1][0] = f32::NAN);
    let mut scene = scene_of(&bytes, Shown::All);
    flattened(&mut scene);
    for part in scene.meshes.iter_mut().flat_map(|mesh| &mut mesh.parts) {
        let lost = |place: &&mut [f32; 3]| place.iter().any(|number| number.is_nan());
        part.positions.iter_mut().filter(lost).for_each(|place| *place = [0.0; 3]);
    }
    let after = remodel(&bytes, &scene).unwrap();
    assert!(after.bytes == bytes && said(&after).is_empty(), "{:?}", said(&after));
    // On the way back, none is made of the largest.
    scene.meshes[0].parts[0].positions[0] = [f32::MAX, f32::MIN, f32::MAX];
    let after = remodel(&bytes, &scene).unwrap();
    let lost = |bytes: &[u8]| {
        let positions = read(bytes).streams.positions.unwrap();
        positions.iter().flatten().filter(|number| !number.is_finite()).count()
    };
    assert_eq!((lost(&bytes), lost(&after.bytes)), (1, 1));
}

#[test]
fn one_vertex_far_out_does_not_swallow_edits() {
    for far in [1e6, 1e30] {
        let (bytes, mut scene) = odd("cube", |positions| positions[1][0] = far);
        assert!(remodel(&bytes, &scene).unwrap().bytes == bytes);
        scene.meshes[0].parts[0].positions[5][1] += 0.01;
        // What is far out may be so by the last bits of its numbers.
        scene.meshes[0].parts[0].positions[1][0] *= 1.000_000_1;
        let after = remodel(&bytes, &scene).unwrap();
        let fields = differing(&bytes, &after.bytes);
        let positions: Vec<_> = fields.iter().filter(|field| field.contains("positions")).collect();
        assert_eq!(positions, ["streams.positions[5][1]"]);
    }
}

#[test]
fn normals_may_be_off_by_what_tools_leave() {
    for name in MODELS {
        let before = bytes_of(name);
        let mut scene = scene_of(&before, Shown::All);
        let mut seed = 7u32;
        for mesh in &mut scene.meshes {
            for part in &mut mesh.parts {
                for number in part.normals.iter_mut().flatten().flatten() {
                    seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    *number += ((seed >> 16) as f32 / 65_536.0 - 0.5) * 8e-4;
                }
                renumbered(part);
            }
        }
        let after = remodel(&before, &scene).unwrap();
        assert!(after.bytes == before && said(&after).is_empty(), "{name}: {:?}", said(&after));
    }
    // The next normal that a file can tell is another one.
    let (before, after) = edited("cube", |scene| {
        let normal = &mut scene.meshes[0].parts[1].normals.as_mut().unwrap()[1];
        *normal.iter_mut().find(|part| **part == 0.0).unwrap() = 0.008;
    });
    let fields = differing(&before, &after.bytes);
    assert!(fields.len() == 1 && fields[0].starts_with("streams.normals[17]"), "{fields:?}");
}

#[test]
fn normals_of_one_direction_are_one_whatever_their_length() {
    let bytes = bytes_of("cube");
    let mut msh = read(&bytes);
    let place = msh.streams.positions.as_ref().unwrap()[0];
    let [x, y] = [[126, 0, 0, 5], [60, 0, 0, 6]];
    for (i, normal) in msh.streams.normals.as_mut().unwrap().iter_mut().enumerate() {
        *normal = [[127, 0, 0, 4], x, y, [0; 4], [0, 0, 90, 1], [-128, 0, 0, 0], [-3, 0, 0, 0]][i % 7];
    }
    msh.streams.positions.as_mut().unwrap().fill(place);
    msh.streams.uvs.as_mut().unwrap().fill([5, 5]);
    let bytes = msh.to_bytes().unwrap();
    let mut scene = scene_of(&bytes, Shown::All);
    scene.meshes[0].parts.iter_mut().for_each(renumbered);
    let after = remodel(&bytes, &scene).unwrap();
    assert!(after.bytes == bytes && said(&after).is_empty(), "{:?}", said(&after));
}

#[test]
fn every_misfit_has_its_code() {
    type Edit = fn(&mut Scene);
    let cases: [(&str, Edit); 20] = [
        ("model.scale", |scene| scene.nodes[0].placement.scale = [1.0, 2.0, 1.0]),
        ("model.scale", |scene| {
            let track = &mut scene.clips[0].tracks[0];
            track.scales = Some(vec![[2.0; 3]; track.times.len()]);
        }),
        ("model.unknown-node", |scene| {
            let shapes = scene.nodes[0].shapes.clone();
            scene.nodes.push(Node { name: "new".into(), parent: Some(0), shapes, ..Node::default() });
        }),
        ("model.variant", |scene| scene.nodes[0].shapes[0].variant.level = 5),
        ("model.not-finite", |scene| scene.meshes[0].parts[0].positions[1][2] = f32::NAN),
        ("model.not-finite", |scene| scene.nodes[1].placement.translation[0] = f32::INFINITY),
        ("model.not-finite", |scene| scene.meshes[0].parts[0].uvs.as_mut().unwrap()[0][0] = f32::NAN),
        ("model.not-finite", |scene| scene.clips[0].tracks[0].times[1] = f32::NAN),
        ("model.malformed", |scene| scene.meshes[0].parts[0].indices[0] = 1_000_000),
        ("model.malformed", |scene| scene.meshes[0].parts[0].indices.truncate(4)),
        ("model.malformed", |scene| scene.meshes[0].parts[0].material = Some(99)),
        ("model.malformed", |scene| scene.meshes[0].parts[0].normals = Some(vec![])),
        ("model.malformed", |scene| scene.nodes[0].shapes[0].mesh = 99),
        ("model.malformed", |scene| scene.nodes[0].parent = Some(2)),
        ("model.malformed", |scene| scene.clips[0].tracks[0].node = 99),
        ("model.malformed", |scene| scene.clips[0].tracks[0].times.reverse()),
        ("model.malformed", |scene| scene.nodes[0].placement.rotation = [0.0; 4]),
        ("model.uv-range", |scene| scene.meshes[0].parts[0].uvs.as_mut().unwrap()[0][0] = 100.0),
        ("model.too-many-indices", |scene| {
            let part = &mut scene.meshes[0].parts[0];
            part.indices = part.indices.repeat(65_536 / part.indices.len() + 1);
        }),
        ("model.too-many", |scene| {
            let track = &mut scene.clips[0].tracks[0];
            *track.times.last_mut().unwrap() = 1e30;
        }),
    ];
    let bytes = bytes_of("arm");
    for (wanted, edit) in cases {
        let mut scene = scene_of(&bytes, Shown::All);
        edit(&mut scene);
        assert_eq!(code(remodel(&bytes, &scene)), wanted);
    }
}

#[test]
fn what_no_list_can_count_is_refused() {
    let bytes = bytes_of("arm");
    let mut scene = scene_of(&bytes, Shown::All);
    let part = scene.meshes[0].parts[0].clone();
    let mut big = part.clone();
    big.indices = part.indices.repeat(65_535 / part.indices.len());
    scene.meshes[0].parts = vec![big; 4];
    assert_eq!(code(remodel(&bytes, &scene)), "model.too-many");
    let one = Part { indices: part.indices[..3].to_vec(), ..part };
    scene.meshes[0].parts = vec![one; 70_000];
    assert_eq!(code(remodel(&bytes, &scene)), "model.too-many");
    let mut scene = scene_of(&bytes, Shown::All);
    for track in &mut scene.clips[0].tracks {
        *track = Track {
            node: track.node,
            times: vec![0.0, 40_000.0 / 24.0],
            translations: Some(vec![[0.0; 3], [1.0; 3]]),
            ..Track::default()
        };
    }
    let base = Track { node: 0, ..scene.clips[0].tracks[0].clone() };
    scene.clips[0].tracks.push(base);
    assert_eq!(code(remodel(&bytes, &scene)), "model.too-many");
}

/// A new model.
fn from_scene(scene: &Scene) -> Result<ModelEdit, Misfit> {
    from_scene_beside(scene, Context::ALONE)
}

fn from_scene_beside(scene: &Scene, context: Context<'_>) -> Result<ModelEdit, Misfit> {
    <Msh<'_> as Format<'_>>::FACETS.known().model.unwrap().from_scene.unwrap()(scene, context)
}

fn sculpted(scene: &Scene) -> ModelEdit {
    let sculpted = from_scene(scene).unwrap();
    let mut report = Report::default();
    read(&sculpted.bytes).check(&mut report, Context::ALONE);
    assert_eq!(report.codes(), [""; 0]);
    sculpted
}

/// What follows from the geometry of a slot.
fn derived(model: &Model<'_>, slot: &stream::Slot) -> Option<String> {
    let stream::Slot { aabb_min, aabb_max, sphere_center, sphere_radius, area, volume, .. } = slot;
    let record = |record: stream::Triangle| {
        let place = |(other, edge): (usize, usize)| (other - usize::from(slot.tri_start), edge);
        (record.normal, record.neighbours().map(|neighbour| neighbour.map(place)), record.sel)
    };
    let records: Vec<_> =
        slot.triangles().map(|place| record(model.triangles().get(place).unwrap())).collect();
    let bounds = (aabb_min, aabb_max, sphere_center);
    Some(format!("{bounds:?} {sphere_radius:.5} {area:.5} {volume:.5} {records:?}"))
}

#[test]
fn a_model_made_from_the_scene_of_another_is_like_it() {
    for name in MODELS {
        let bytes = bytes_of(name);
        let mut scene = scene_of(&bytes, Shown::All);
        scene.name = name.into();
        let new = sculpted(&scene);
        // Without a library, materials have numbers for names, which mean nothing in a new wear table.
        let of_the_table = |what: &str| what.starts_with("wear-") || what == "material-renamed";
        let of_the_model: Vec<_> = said(&new).into_iter().filter(|what| !of_the_table(what)).collect();
        assert_eq!(of_the_model, [""; 0], "{name}");
        let mut again = scene_of(&new.bytes, Shown::All);
        (again.name, again.materials) = (scene.name.clone(), scene.materials.clone());
        let old = read(&bytes);
        let msh = read(&new.bytes);
        if name != "round" {
            assert_eq!(again.clips, scene.clips, "{name}");
            let (a, b) = (format!("{:?}", old.streams.keys), format!("{:?}", msh.streams.keys));
            assert_eq!(a, b, "{name}");
        }
        for (a, b) in scene.nodes.iter().zip(&again.nodes) {
            assert_eq!(
                (&a.name, a.parent, a.placement, &a.shapes),
                (&b.name, b.parent, b.placement, &b.shapes)
            );
            assert_eq!(
                (&a.extras["flags"], a.extras.get("label")),
                (&b.extras["flags"], b.extras.get("label"))
            );
        }
        for part in scene.meshes.iter_mut().chain(&mut again.meshes).flat_map(|mesh| &mut mesh.parts) {
            part.extras.remove("batch");
        }
        for (a, b) in scene.meshes.iter().zip(&again.meshes) {
            assert_eq!(a.parts, b.parts, "{name}: {}", a.name);
        }
        // What is derived is derived as the fixtures have it.
        let (then, now) = (old.model(true).unwrap(), msh.model(true).unwrap());
        for (node, cell) in (0..then.nodes().len()).flat_map(|node| (0..15).map(move |cell| (node, cell))) {
            let derived = |model: &Model<'_>| derived(model, model.slot(node, cell / 5, cell % 5)?.1);
            assert_eq!(derived(&then), derived(&now), "{name}: {node}, {cell}");
        }
        assert!(msh.directory.iter().all(|record| record.name.show() == name));
    }
}

#[test]
fn streams_of_a_new_model_come_in_the_order_of_the_game() {
    let order = |name: &str| -> Vec<u32> {
        let new = sculpted(&scene_of(&bytes_of(name), Shown::All));
        read(&new.bytes).directory.iter().map(|record| record.type_id.number()).collect()
    };
    assert_eq!(order("arm"), [1, 2, 3, 4, 5, 15, 13, 6, 7, 8, 19, 9, 10, 17]);
    assert_eq!(order("full"), [1, 2, 3, 4, 5, 18, 15, 13, 6, 7, 8, 19, 9, 10, 17]);
    let cube = sculpted(&Scene { name: "cube".into(), ..scene_of(&bytes_of("cube"), Shown::All) });
    assert!(cube.bytes == bytes_of("cube"), "a canonical model comes out the same");
}

#[test]
fn a_scene_of_any_tool_becomes_a_model() {
    let part = Part {
        material: Some(1),
        positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.0, -1.0]],
        indices: vec![0, 1, 2],
        ..Part::default()
    };
    let mesh = relict_core::scene::Mesh { name: "a".into(), parts: vec![part], ..Default::default() };
    let node = |name: &str, parent: Option<usize>| Node {
        name: name.into(),
        parent,
        shapes: vec![Shape { variant: Variant::default(), mesh: 0 }],
        ..Node::default()
    };
    let scene = Scene {
        name: "новый".into(),
        nodes: vec![node("корень", None), node(&"long".repeat(10), Some(0)), node("茶", Some(0))],
        meshes: vec![mesh],
        materials: vec![Default::default(), Default::default()],
        ..Scene::default()
    };
    let new = sculpted(&scene);
    assert_eq!(
        said(&new),
        [
            "name-cut",
            "name-replaced",
            "material-row",
            "material-renamed",
            "normals-made",
            "uvs-missing",
            "wear-made"
        ]
    );
    assert_eq!(table(&new), "новый.wea: 1\r\n0 DEFAULT\r\n");
    let msh = read(&new.bytes);
    let model = msh.model(true).unwrap();
    let names: Vec<_> = (0..3).map(|node| model.name(node).unwrap().into_owned()).collect();
    assert_eq!(names, ["корень", "longlonglonglonglonglonglonglon", "node_2"]);
    assert_eq!(model.positions()[..3], [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], "z is up");
    assert_eq!(model.slots().len(), 3, "every node has its own");
    assert_eq!(model.batches()[0].material, 0);
    assert_eq!(msh.streams.bounds.as_ref().unwrap().corners[6], [1.0, 1.0, 0.0]);
    assert_eq!(msh.directory[0].name.show(), "новый");
    let empty = sculpted(&Scene::default());
    assert_eq!(read(&empty.bytes).streams.nodes.as_ref().unwrap().len(), 0);
}

/// The wear table that a new model needs.
fn table(new: &ModelEdit) -> String {
    let wear = new.companion.as_ref().unwrap();
    format!("{}: {}", wear.name, String::from_utf8_lossy(&wear.bytes))
}

/// Files by their names.
struct Files(&'static [(&'static str, &'static [u8])]);

impl Library for Files {
    fn file(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        self.0.iter().find(|(file, _)| *file == name).map(|(_, bytes)| (*bytes).into())
    }
}

/// A scene with a triangle of each of these materials; some say their row.
fn wearing(materials: &[(&str, Option<u8>)]) -> Scene {
    let material = |(name, row): &(&str, Option<u8>)| {
        let extras = row.map(|row| ("row".to_owned(), row.into())).into_iter().collect();
        Material { name: (*name).into(), extras, ..Material::default() }
    };
    let part = |material| Part {
        material: Some(material),
        positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.0, -1.0]],
        indices: vec![0, 1, 2],
        ..Part::default()
    };
    let parts = (0..materials.len()).map(part).collect();
    Scene {
        nodes: vec![Node { shapes: vec![Shape { variant: Variant::default(), mesh: 0 }], ..Node::default() }],
        meshes: vec![relict_core::scene::Mesh { parts, ..Default::default() }],
        materials: materials.iter().map(material).collect(),
        ..Scene::default()
    }
}

fn rows(new: &ModelEdit) -> Vec<u8> {
    let msh = read(&new.bytes);
    msh.model(true).unwrap().batches().iter().map(|batch| batch.material).collect()
}

#[test]
fn a_new_model_brings_its_wear_table() {
    let new = |materials: &[(&str, Option<u8>)]| {
        let library = Files(&[]);
        let context = Context { origin: Origin::named("lamp.msh"), ..Context::new(&library) };
        from_scene_beside(&wearing(materials), context).unwrap()
    };
    let plain = new(&[("STEEL", None), ("GLASS", None), ("STEEL.001", None)]);
    assert_eq!(
        (table(&plain).as_str(), rows(&plain)),
        ("lamp.wea: 2\r\n0 STEEL\r\n1 GLASS\r\n", vec![0, 1, 0])
    );
    assert!(!plain.companion.as_ref().unwrap().completes);
    assert!(read(&plain.bytes).directory.iter().all(|record| record.name.show() == "lamp"));
    // What the scene tells of rows holds, unless two materials say the same.
    let numbered = new(&[("STEEL", Some(2)), ("GLASS", None), ("COPY", Some(2))]);
    let wanted = "lamp.wea: 3\r\n0 GLASS\r\n1 COPY\r\n2 STEEL\r\n";
    assert_eq!((table(&numbered).as_str(), rows(&numbered)), (wanted, vec![2, 0, 1]));
    let gap = new(&[("STEEL", Some(1))]);
    assert_eq!(table(&gap), "lamp.wea: 2\r\n0 DEFAULT\r\n1 STEEL\r\n");
    assert!(said(&gap).contains(&"wear-gap"));
    let odd = new(&[("old steel", None), ("茶", None), ("", None)]);
    assert_eq!(table(&odd), "lamp.wea: 3\r\n0 old_steel\r\n1 _\r\n2 DEFAULT\r\n");
    let none = new(&[]);
    assert_eq!(table(&none), "lamp.wea: 1\r\n0 DEFAULT\r\n");
}

#[test]
fn a_new_model_takes_rows_from_the_table_beside_it_and_adds_those_that_it_lacks() {
    let beside: Files = Files(&[("lamp.wea", b"3\n7 RUST\n0 STEEL\n0 GLASS\n")]);
    let new = |materials: &[(&str, Option<u8>)]| {
        let context = Context { origin: Origin::named("lamp.msh"), ..Context::new(&beside) };
        from_scene_beside(&wearing(materials), context).unwrap()
    };
    let known = new(&[("glass", None), ("STEEL.002", None), ("", Some(0)), ("material_1", None)]);
    assert_eq!((rows(&known), &known.companion), (vec![2, 1, 0, 1], &None));
    assert!(said(&known).contains(&"wear-kept"));
    let more = new(&[("LAMP", None), ("STEEL", Some(0)), ("PAINT", Some(1))]);
    let wanted = "lamp.wea: 5\n7 RUST\n0 STEEL\n0 GLASS\n3 LAMP\n4 PAINT\n";
    assert_eq!((table(&more).as_str(), rows(&more)), (wanted, vec![3, 1, 4]));
    assert!(more.companion.as_ref().unwrap().completes && said(&more).contains(&"wear-completed"));
}

#[test]
fn a_new_model_with_lightmaps_names_them_in_its_table() {
    let mut scene = wearing(&[("STEEL", None), ("GLASS", None)]);
    let image = relict_core::image::Image::rgba(1, 1, vec![[0; 4]], false);
    scene.textures = vec![relict_core::scene::Texture { name: "bunker00.0".into(), image }];
    for part in &mut scene.meshes[0].parts {
        part.light_uvs = Some(vec![[0.0; 2]; 3]);
    }
    scene.materials[0].extras.insert("lightmap".into(), 0.into());
    scene.materials[0].lightmap = Some(0);
    let new = from_scene(&scene).unwrap();
    assert_eq!(table(&new), "model.wea: 2\r\n0 STEEL\r\n1 GLASS\r\n\r\nLIGHTMAPS\r\n1\r\n0 bunker00.0\r\n");
    scene.materials[0].lightmap = None;
    let new = from_scene(&scene).unwrap();
    assert!(!table(&new).contains("LIGHTMAPS") && said(&new).contains(&"wear-lightmap"));
}

#[test]
fn a_table_that_cannot_be_read_is_not_written_over() {
    let beside: Files = Files(&[("lamp.wea", b"many\n")]);
    let context = Context { origin: Origin::named("lamp.msh"), ..Context::new(&beside) };
    assert_eq!(code(from_scene_beside(&wearing(&[("STEEL", None)]), context)), "model.wear");
}

#[test]
fn a_new_model_has_its_limits() {
    let mut scene = scene_of(&bytes_of("arm"), Shown::All);
    scene.nodes[1].placement.scale = [0.5; 3];
    assert_eq!(code(from_scene(&scene)), "model.scale");
    let scene = Scene { nodes: vec![Node::default(); 65_536], ..Scene::default() };
    assert_eq!(code(from_scene(&scene)), "model.too-many");
    let mut scene = scene_of(&bytes_of("cube"), Shown::All);
    let part = Part { extras: Default::default(), ..scene.meshes[0].parts[0].clone() };
    scene.materials = (0..257).map(|i| Material { name: format!("m{i}"), ..Default::default() }).collect();
    let with = |material: usize| Part { material: Some(material), ..part.clone() };
    scene.meshes[0].parts = (0..257).map(with).collect();
    assert_eq!(code(from_scene(&scene)), "model.too-many");
}

/// Whatever is asked of it.
fn ask(bytes: &[u8]) {
    let Ok(msh) = Msh::read(&mut Cursor::new(bytes), Origin::named("a.msh")) else { return };
    let Ok(mut scene) = msh.scene(Shown::All, Context::ALONE) else { return };
    match msh.with_scene(&scene, Context::ALONE) {
        Ok(after) => assert!(after.bytes == bytes, "{:?}", differing(bytes, &after.bytes)),
        // Numbers that are none cannot be told.
        Err(misfit) => assert!(matches!(misfit, Misfit::Scene { .. }), "{misfit:?}"),
    }
    for part in scene.meshes.iter_mut().flat_map(|mesh| &mut mesh.parts) {
        part.positions[0][0] += 0.5;
    }
    let _ = msh.with_scene(&scene, Context::ALONE);
    for part in scene.meshes.iter_mut().flat_map(|mesh| &mut mesh.parts) {
        part.indices.extend([0, 0, 0]);
    }
    for node in &mut scene.nodes {
        node.placement.translation[2] += 1.0;
    }
    scene.nodes.truncate(1);
    scene.clips.clear();
    let _ = msh.with_scene(&scene, Context::ALONE);
    let _ = from_scene(&scene);
}

#[test]
fn whatever_is_flipped_is_refused_or_comes_back() {
    for name in ["round", "full"] {
        let mut bytes = bytes_of(name);
        for at in 0..bytes.len() {
            let flip = [0x01, 0x80, 0xFF][at % 3];
            bytes[at] ^= flip;
            ask(&bytes);
            bytes[at] ^= flip;
        }
    }
}

#[test]
fn broken_models_come_back_as_they_are() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/ngi-models/bad/");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "msh") {
            ask(&std::fs::read(path).unwrap());
        }
    }
}
