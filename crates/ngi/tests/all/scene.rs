//! Models as scenes: the same triangles, the same places at every moment, and materials as the engine finds them.

// What helps a test may stop at the first surprise as the test may.
#![allow(clippy::unwrap_used, clippy::panic)]

use glam::{Mat4, Quat, Vec3};
use relict_core::bytes::Cursor;
use relict_core::format::{Context, Format, Formats, Library, Limits, Origin};
use relict_core::scene::{Model as _, Placement, Scene, Shown, Track, Up, Variant};
use relict_ngi::msh::pick;
use relict_ngi::msh::pose::Moment;
use relict_ngi::msh::scene::FRAMES_PER_SECOND;
use relict_ngi::msh::{Model, Msh};
use std::borrow::Cow;

static FORMATS: Formats = Formats(&[relict_ngi::FORMATS]);

fn fixture(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/ngi-models/");
    std::fs::read(format!("{folder}{name}")).unwrap()
}

fn entry(name: &str) -> Vec<u8> {
    let bytes = fixture("models.rlb");
    let document = FORMATS.of(Origin::default(), &bytes).unwrap().open(&bytes, Origin::default()).unwrap();
    let archive = document.archive().unwrap();
    archive.payload(archive.find(name).unwrap(), Limits::default()).unwrap().into_owned()
}

/// What stands beside a model of `models.rlb`.
struct Beside;

impl Library for Beside {
    fn file(&self, _: &str) -> Option<Cow<'_, [u8]>> {
        None
    }
    fn sibling(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        Some(entry(name).into())
    }
}

fn with(name: &str, then: impl Fn(&Msh<'_>, &Model<'_>, &Scene)) {
    let (bytes, file) = (entry(&format!("{name}.msh")), format!("{name}.msh"));
    let origin = Origin::named(&file);
    let msh = Msh::read(&mut Cursor::new(&bytes), origin).unwrap();
    let context = Context { origin, ..Context::new(&Beside) };
    let scene = msh.scene(Shown::All, context).unwrap();
    then(&msh, &msh.model(true).unwrap(), &scene);
}

fn matrix(placement: &Placement) -> Mat4 {
    let (turn, place) = (Quat::from_array(placement.rotation), Vec3::from_array(placement.translation));
    Mat4::from_scale_rotation_translation(Vec3::ONE, turn, place)
}

/// Where a track is at a moment, as glTF says.
fn sampled(track: &Track, seconds: f32) -> Placement {
    let last = track.times.len() - 1;
    let next = track.times.iter().position(|time| *time > seconds).unwrap_or(last);
    let before = if next == last && track.times[last] <= seconds { last } else { next - 1 };
    let span = track.times[next] - track.times[before];
    let way = if span > 0.0 { (seconds - track.times[before]) / span } else { 0.0 };
    let (places, turns) = (track.translations.as_ref().unwrap(), track.rotations.as_ref().unwrap());
    let place = Vec3::from_array(places[before]).lerp(Vec3::from_array(places[next]), way);
    let turn = Quat::from_array(turns[before]).slerp(Quat::from_array(turns[next]), way);
    Placement { translation: place.to_array(), rotation: turn.to_array(), ..Placement::default() }
}

fn composed(scene: &Scene, local: impl Fn(usize) -> Mat4) -> Vec<Mat4> {
    let mut all: Vec<Mat4> = vec![];
    for (i, node) in scene.nodes.iter().enumerate() {
        let parent = node.parent.map_or(Mat4::IDENTITY, |parent| all[parent]);
        all.push(parent * local(i));
    }
    all
}

#[track_caller]
fn assert_close(found: &[Mat4], wanted: &[Mat4], what: &str) {
    assert_eq!(found.len(), wanted.len());
    for (found, wanted) in found.iter().zip(wanted) {
        assert!(found.abs_diff_eq(*wanted, 2e-4), "{what}:\n{found}\n{wanted}");
    }
}

#[test]
fn nodes_stand_where_the_engine_has_them_at_rest_and_at_every_moment() {
    for (name, step) in [("cube", 0.25), ("arm", 0.25), ("full", 0.25), ("round", 1.0)] {
        with(name, |_, model, scene| {
            let rest = composed(scene, |node| matrix(&scene.nodes[node].placement));
            assert_close(&rest, &model.pose(Moment::Rest).unwrap().model, name);
            let tracks = scene.clips.first().map_or(&[][..], |clip| &clip.tracks);
            for i in 0..=((model.frame_count() - 1) as f32 / step) as usize {
                let time = i as f32 * step;
                let local = |node: usize| {
                    let track = tracks.iter().find(|track| track.node == node);
                    let moved = track.map(|track| sampled(track, time / FRAMES_PER_SECOND));
                    matrix(&moved.unwrap_or(scene.nodes[node].placement))
                };
                let wanted = model.pose(Moment::Time(time)).unwrap().model;
                assert_close(&composed(scene, local), &wanted, &format!("{name} at {time}"));
            }
        });
    }
}

#[test]
fn what_does_not_go_straight_from_key_to_key_is_sampled_and_says_so() {
    for (name, baked) in [("arm", 0), ("round", 1)] {
        with(name, |_, _, scene| {
            let found = scene.nodes.iter().filter(|node| node.extras.contains_key("baked")).count();
            assert_eq!(found, baked, "{name}");
        });
    }
}

/// Triangles by their corners in space, in order.
fn triangles(scene: &Scene, node: usize, variant: Variant) -> Vec<[[f32; 3]; 3]> {
    let shape = scene.nodes[node].shapes.iter().find(|shape| shape.variant == variant).unwrap();
    let mut all = vec![];
    for part in &scene.meshes[shape.mesh].parts {
        let corner = |index: &u32| part.positions[*index as usize];
        all.extend(
            part.indices
                .chunks(3)
                .map(|corners| [corner(&corners[0]), corner(&corners[1]), corner(&corners[2])]),
        );
    }
    all
}

#[test]
fn every_look_of_a_node_has_the_triangles_of_its_slot() {
    for name in ["cube", "arm", "full", "round"] {
        with(name, |_, model, scene| {
            let mut looks = 0;
            for (node, found) in scene.nodes.iter().enumerate() {
                for variant in found.shapes.iter().map(|shape| shape.variant) {
                    let (state, level) = (variant.state.into(), variant.level.into());
                    let walked = model.walk(pick::Shown { node, state, level });
                    let wanted: Vec<_> =
                        walked.map(|visit| visit.vertices.map(|vertex| model.positions()[vertex])).collect();
                    assert_eq!(triangles(scene, node, variant), wanted, "{name} {node} {variant:?}");
                    looks += 1;
                }
            }
            let cells = model.nodes().iter().flat_map(|node| node.slots).flatten();
            assert_eq!(looks, cells.filter(|slot| *slot != 0xFFFF).count(), "{name}");
        });
    }
}

#[test]
fn one_look_is_a_part_of_all() {
    with("arm", |msh, _, all| {
        let variant = Variant { state: 0, level: 1 };
        let one =
            msh.scene(Shown::One(variant), Context { origin: Origin::named("arm.msh"), ..Context::ALONE });
        let one = one.unwrap();
        assert!(one.nodes.iter().flat_map(|node| &node.shapes).all(|shape| shape.variant == variant));
        assert!(!one.meshes.is_empty() && one.meshes.len() < all.meshes.len());
        assert_eq!(one.clips, all.clips);
    });
}

#[test]
fn materials_have_the_names_of_the_wear_table_and_tell_their_rows() {
    let expected: serde_json::Value = serde_json::from_slice(&fixture("expected/wear.json")).unwrap();
    for name in ["cube", "arm", "full", "round"] {
        with(name, |_, _, scene| {
            assert_eq!((scene.name.as_str(), scene.up), (name, Up::Z));
            assert!(!scene.materials.is_empty());
            for material in &scene.materials {
                let row = material.extras["row"].as_u64().unwrap() as usize;
                assert_eq!(expected[name]["materials"][row], material.name);
                assert!(material.two_sided);
            }
        });
    }
}

#[test]
fn a_loose_model_has_numbers_for_materials() {
    let bytes = fixture("arm_direct.msh");
    let msh = Msh::read(&mut Cursor::new(&bytes), Origin::named("arm_direct.msh")).unwrap();
    let scene = msh.scene(Shown::default(), Context::ALONE).unwrap();
    assert!(scene.materials.iter().all(|material| material.name.starts_with("material_")));
}

#[test]
fn the_ground_has_its_faces_at_both_levels() {
    let bytes = fixture("land_min.msh");
    let msh = Msh::read(&mut Cursor::new(&bytes), Origin::named("land_min.msh")).unwrap();
    let scene = msh.scene(Shown::All, Context::ALONE).unwrap();
    let faces: usize =
        scene.meshes.iter().flat_map(|mesh| &mesh.parts).map(|part| part.indices.len() / 3).sum();
    assert_eq!(scene.nodes[0].shapes.len(), 2);
    assert_eq!(faces, msh.streams.faces.as_ref().unwrap().len());
}

#[test]
fn lists_that_lie_on_each_other_cost_no_memory() {
    let bytes = entry("arm.msh");
    let mut msh = Msh::read(&mut Cursor::new(&bytes), Origin::named("a.msh")).unwrap();
    let batches = msh.streams.batches.as_mut().unwrap();
    let (first, batch) = (batches.len(), batches[0].clone());
    batches.extend(std::iter::repeat_n(batch, 60_000));
    for slot in msh.streams.slots.as_mut().unwrap() {
        (slot.batch_start, slot.batch_count) = (u16::try_from(first).unwrap(), 60_000 - 1);
    }
    let error = msh.scene(Shown::All, Context::ALONE).unwrap_err();
    assert_eq!(error.path, "streams.indices");
}
