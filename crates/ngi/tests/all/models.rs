//! Every model among the fixtures against what `fixtures/ngi-models/expected` says of it.

// What helps a test may stop at the first surprise as the test may.
#![allow(clippy::unwrap_used, clippy::panic)]

use glam::{Mat4, Vec3, Vec4};
use relict_core::archive::RecordTable;
use relict_core::bytes::Cursor;
use relict_core::error::Result;
use relict_core::facets::Faceted;
use relict_core::format::{AttributesRef, Claim, Context, Document, Format, Formats, Limits, Origin};
use relict_core::report::Report;
use relict_core::text::hex;
use relict_core::view;
use relict_ngi::msh::draw::{Cull, View, planes};
use relict_ngi::msh::ground::Face;
use relict_ngi::msh::pick::{Filter, Ray, Shown};
use relict_ngi::msh::pose::{Moment, frame_at, rows};
use relict_ngi::msh::stream::{self, Kind, Streams};
use relict_ngi::msh::{Model, Msh};
use relict_ngi::nres::Nres;
use relict_ngi::wear::{Row, Wear};
use serde_json::{Value, json};

static FORMATS: Formats = Formats(&[relict_ngi::FORMATS]);
const MODELS: [&str; 4] = ["cube", "arm", "full", "round"];

fn fixture(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/ngi-models/");
    std::fs::read(format!("{folder}{name}")).unwrap()
}

fn expected(name: &str) -> Value {
    serde_json::from_slice(&fixture(&format!("expected/{name}.json"))).unwrap()
}

/// The bytes of a model in `models.rlb`.
fn bytes_of(name: &str) -> Vec<u8> {
    bytes_in_archive(&format!("{name}.msh"))
}

fn bytes_in_archive(name: &str) -> Vec<u8> {
    let bytes = fixture("models.rlb");
    let origin = Origin::named("models.rlb");
    let document = FORMATS.of(origin, &bytes).unwrap().open(&bytes, origin).unwrap();
    let archive = document.archive().unwrap();
    let place = archive.find(name).unwrap();
    archive.payload(place, Limits::default()).unwrap().into_owned()
}

fn read(bytes: &[u8]) -> Result<Msh<'_>> {
    Msh::read(&mut Cursor::new(bytes), Origin::named("a.msh"))
}

/// Calls `then` for every model with what is expected of it.
fn each(then: impl Fn(&str, &Msh<'_>, &Model<'_>, &Value)) {
    for name in MODELS {
        let bytes = bytes_of(name);
        let msh = read(&bytes).unwrap();
        then(name, &msh, &msh.model(true).unwrap(), &expected(name));
    }
}

/// Whether the numbers of two values are the same up to `tolerance`, and everything else is equal.
fn close(a: &Value, b: &Value, tolerance: f64) -> bool {
    match (a, b) {
        (Value::Array(x), Value::Array(y)) => {
            x.len() == y.len() && x.iter().zip(y).all(|(x, y)| close(x, y, tolerance))
        }
        (Value::Object(x), Value::Object(y)) => {
            x.len() == y.len() && x.iter().all(|(k, x)| y.get(k).is_some_and(|y| close(x, y, tolerance)))
        }
        (Value::Number(x), Value::Number(y)) => {
            (x.as_f64().unwrap() - y.as_f64().unwrap()).abs() <= tolerance
        }
        _ => a == b,
    }
}

#[track_caller]
fn assert_close(found: &Value, wanted: &Value, tolerance: f64, what: &str) {
    assert!(close(found, wanted, tolerance), "{what}:\n{found}\n{wanted}");
}

/// Three rows of four.
fn matrix(matrix: &Mat4) -> Value {
    json!(rows(matrix)[..12].chunks(4).collect::<Vec<_>>())
}

fn number<T: Into<Value>>(place: Option<T>) -> Value {
    place.map_or(Value::Null, Into::into)
}

/// What was found beside what was wanted, as many of the one as of the other.
#[track_caller]
fn pairs<'p, T>(found: &'p [T], wanted: &'p Value) -> impl Iterator<Item = (&'p T, &'p Value)> {
    let wanted = wanted.as_array().unwrap();
    assert_eq!(found.len(), wanted.len());
    found.iter().zip(wanted)
}

/// The materials and lightmaps that stand beside a model in `models.rlb`.
fn materials_of(name: &str) -> (Vec<String>, Vec<String>) {
    let bytes = bytes_in_archive(&format!("{name}.wea"));
    let wear = Wear::read(&mut Cursor::new(&bytes), Origin::named("a.wea")).unwrap();
    let names = |rows: &[Row<'_>]| rows.iter().map(|row| row.name.show().into_owned()).collect();
    (names(&wear.rows), wear.lightmaps.as_ref().map_or(vec![], |lightmaps| names(&lightmaps.rows)))
}

/// The node that draws each vertex.
fn owners(model: &Model<'_>) -> Vec<usize> {
    let mut owners = vec![usize::MAX; model.positions().len()];
    for (node, found) in model.nodes().iter().enumerate() {
        for &slot in found.slots.as_flattened().iter().filter(|slot| **slot != stream::NONE) {
            for batch in model.slots()[usize::from(slot)].batches() {
                let batch = &model.batches()[batch];
                let corners = (0..batch.triangle_count()).flat_map(|t| model.corners(batch, t).unwrap());
                corners.for_each(|vertex| owners[vertex] = node);
            }
        }
    }
    owners
}

/// Which keys the expectations have: all of them are compared here, and a new one would not go unseen.
#[test]
fn nothing_is_expected_that_no_test_compares() {
    let keys = |name: &str| -> Vec<String> { expected(name).as_object().unwrap().keys().cloned().collect() };
    let of_every_model = [
        "streams",
        "counts",
        "header",
        "nodes",
        "slots",
        "batches",
        "vertices",
        "batch_triangles",
        "tri_descriptors",
        "pick_walk",
        "anim_keys",
        "anim_map",
        "poses",
        "rest_model_matrices",
        "vertex_owner_node",
        "rest_posed_positions",
        "res15_raw_hex",
    ];
    let of_some = |name: &str| match name {
        "arm" => vec!["blends"],
        "full" => vec!["res16", "res17", "res18_lightmap_uv", "res20"],
        _ => vec![],
    };
    for name in MODELS {
        let mut wanted = [of_every_model.to_vec(), of_some(name)].concat();
        wanted.sort_unstable();
        let mut found = keys(name);
        found.sort_unstable();
        assert_eq!(found, wanted, "{name}");
    }
    let mut found = keys("land_min");
    found.sort_unstable();
    let ground = ["blend", "cells", "faces", "grid_across", "kind", "positions", "squares", "types", "uv1"];
    assert_eq!(found, ground);
}

#[test]
fn the_archive_lists_what_is_expected() {
    let bytes = fixture("models.rlb");
    let archive = Nres::read(&mut Cursor::new(&bytes), Origin::named("models.rlb")).unwrap();
    let row = |(i, record): (usize, &relict_ngi::nres::Record)| {
        json!({
            "index": i, "type": record.type_id.to_string(), "name": record.name.show(), "size": record.size,
            "offset": record.data_offset, "attr1": record.attr1, "attr2": record.attr2, "attr3": record.attr3,
            "sort_index": record.sort_index,
        })
    };
    let found: Value = archive.directory.iter().enumerate().map(row).collect();
    assert_eq!(found, expected("models_archive"));
}

#[test]
fn models_wear_what_is_expected() {
    let expected = expected("wear");
    assert_eq!(expected.as_object().unwrap().len(), MODELS.len());
    for name in MODELS {
        let (materials, lightmaps) = materials_of(name);
        assert_eq!(json!({"materials": materials, "lightmaps": lightmaps}), expected[name], "{name}");
    }
}

#[test]
fn streams_are_as_expected() {
    each(|name, msh, _, expected| {
        let stream = |record: &relict_ngi::nres::Record| {
            json!({
                "type": record.type_id.number(), "name": record.name.show(), "size": record.size,
                "attr1": record.attr1, "attr2": record.attr2, "attr3": record.attr3,
            })
        };
        assert_eq!(msh.directory.iter().map(stream).collect::<Value>(), expected["streams"], "{name}");
        let unknown = msh.data.iter().filter(|s| !s.bytes.here().is_empty() && s.bytes.here().len() > 7);
        assert_eq!(unknown.count(), 0, "{name}: everything but padding is understood");
        let streams = &msh.streams;
        let count = |list: Option<usize>| list.unwrap_or(usize::MAX);
        let indices = count(streams.indices.as_ref().map(Vec::len));
        let counts = json!({
            "nodes": count(streams.nodes.as_ref().map(Vec::len)),
            "slots": count(streams.slots.as_ref().map(Vec::len)),
            "vertices": count(streams.positions.as_ref().map(Vec::len)),
            "indices": indices,
            "triangles": indices / 3,
            "tri_descriptors": count(streams.triangles.as_ref().map(view::View::len)),
            "batches": count(streams.batches.as_ref().map(Vec::len)),
            "anim_keys": count(streams.keys.as_ref().map(Vec::len)),
            "anim_map_words": count(streams.frame_map.as_ref().map(Vec::len)),
            "frame_count": msh.frame_count(),
        });
        assert_eq!(counts, expected["counts"], "{name}");
        let facts: serde_json::Map<String, Value> =
            Format::facts(msh).into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
        for (fact, count) in [
            ("nodes", "nodes"),
            ("slots", "slots"),
            ("vertices", "vertices"),
            ("triangles", "triangles"),
            ("batches", "batches"),
            ("frames", "frame_count"),
        ] {
            assert_eq!(facts[fact], expected["counts"][count], "{name}: {fact}");
        }
        assert_eq!(
            (&facts["kind"], facts["streams"].as_u64()),
            (&json!("model"), Some(msh.directory.len() as u64))
        );
    });
}

#[test]
fn nodes_and_bounds_are_as_expected() {
    each(|name, msh, model, expected| {
        let bounds = msh.streams.bounds.as_ref().unwrap();
        let [x, y, z] = bounds.sphere_center;
        let header = json!({
            "hull": bounds.corners, "sphere": [x, y, z, bounds.sphere_radius],
            "axis_low": bounds.axis_low, "axis_high": bounds.axis_high, "axis_radius": bounds.axis_radius,
        });
        assert_close(&header, &expected["header"], 1e-6, name);
        for (i, (node, wanted)) in pairs(model.nodes(), &expected["nodes"]).enumerate() {
            let cells = (0..15).filter_map(|cell| {
                let (state, level) = (cell / 5, cell % 5);
                Some((format!("{state},{level}"), json!(model.slot(i, state, level)?.0)))
            });
            let found = json!({
                "index": i, "name": model.name(i), "label": model.label(i), "flags": node.flags,
                "parent": number(model.parent(i)), "anim_map_start": number(node.map_start()),
                "fallback_key": node.fallback_key,
                "slot_table": cells.collect::<serde_json::Map<_, _>>(),
            });
            assert_eq!(&found, wanted, "{name}");
        }
        for (slot, wanted) in pairs(model.slots(), &expected["slots"]) {
            let found = json!({
                "tri_start": slot.tri_start, "tri_count": slot.tri_count,
                "batch_start": slot.batch_start, "batch_count": slot.batch_count,
                "aabb_min": slot.aabb_min, "aabb_max": slot.aabb_max,
                "sphere_center": slot.sphere_center, "sphere_radius": slot.sphere_radius,
                "area": slot.area, "volume": slot.volume, "opaque": slot.unk38,
            });
            assert_close(&found, wanted, 1e-6, name);
        }
    });
}

#[test]
fn geometry_is_as_expected() {
    each(|name, msh, model, expected| {
        let (normals, uvs) = (model.normals().unwrap(), model.uvs().unwrap());
        let vertex = |(i, position): (usize, &[f32; 3])| json!({"pos": position, "normal": stream::normal(normals[i]), "uv": stream::uv(uvs[i])});
        let vertices: Value = model.positions().iter().enumerate().map(vertex).collect();
        assert_close(&vertices, &expected["vertices"], 1e-6, name);
        let wear = materials_of(name);
        for (batch, wanted) in pairs(model.batches(), &expected["batches"]) {
            let found = json!({
                "flags": batch.flags, "material": batch.material, "lightmap": number(batch.lightmap()),
                "portal_node": number(batch.portal_node()), "index_count": batch.index_count,
                "index_start": batch.index_start, "vertex_count": batch.vertex_count,
                "base_vertex": batch.base_vertex, "wear_material": wear.0[usize::from(batch.material)],
            });
            assert_eq!(&found, wanted, "{name}");
        }
        let corners = |batch: &stream::Batch| -> Value {
            (0..batch.triangle_count()).map(|t| json!(model.corners(batch, t).unwrap())).collect()
        };
        let found: Value = model.batches().iter().map(corners).collect();
        assert_eq!(found, expected["batch_triangles"], "{name}");
        let triangle = |triangle: stream::Triangle| {
            let neighbours = triangle.neighbours();
            json!({
                "flags": triangle.flags, "links": neighbours.map(|found| number(found.map(|(other, _)| other))),
                "normal": triangle.normal(), "sel": neighbours.map(|found| number(found.map(|(_, edge)| edge))),
            })
        };
        let found: Value = model.triangles().iter().map(triangle).collect();
        assert_close(&found, &expected["tri_descriptors"], 1e-6, name);
        let raw: Vec<u8> = msh.streams.unk15.iter().flatten().flatten().copied().collect();
        assert_eq!(hex(&raw), expected["res15_raw_hex"], "{name}");
    });
}

#[test]
fn rare_streams_are_as_expected() {
    let (bytes, expected) = (bytes_of("full"), expected("full"));
    let msh = read(&bytes).unwrap();
    let streams = &msh.streams;
    let found: Value = streams.unk16.iter().flatten().map(|[a, b]| json!({"a": a, "b": b})).collect();
    assert_eq!(found, expected["res16"]);
    let found: Value =
        streams.lightmap_uvs.iter().flatten().map(|uv| json!(stream::lightmap_uv(*uv))).collect();
    assert_close(&found, &expected["res18_lightmap_uv"], 1e-6, "lightmap");
    let probe = |probe: &stream::Probe| {
        json!({
            "node": probe.node, "position": probe.position, "direction": probe.direction,
            "color": probe.colour, "intensity": probe.intensity,
        })
    };
    let found: Value = streams.probes.iter().flatten().map(probe).collect();
    assert_close(&found, &expected["res20"], 1e-6, "probes");
    let point =
        |point: &stream::HallPoint| json!({"pos": point.position, "flags": point.flags, "node": point.node});
    let link = |link: &stream::HallLink| json!([&[link.from, link.to][..], &link.unk08].concat());
    let points: Value = streams.hall_points.iter().flatten().map(point).collect();
    let links: Value = streams.hall_links.iter().flatten().map(link).collect();
    assert_close(&json!({"nodes": points, "links": links}), &expected["res17"], 1e-6, "halls");
}

#[test]
fn the_walk_gives_every_triangle_its_record() {
    each(|name, _, model, expected| {
        let walks = expected["pick_walk"].as_array().unwrap();
        let cells = model.nodes().iter().flat_map(|node| node.slots.as_flattened());
        assert_eq!(
            walks.len(),
            cells.filter(|slot| **slot != stream::NONE).count(),
            "{name}: all are walked"
        );
        for wanted in walks {
            let place = |key: &str| usize::try_from(wanted[key].as_u64().unwrap()).unwrap();
            let shown = Shown { node: place("node"), state: place("block"), level: place("level") };
            assert_eq!(model.slot(shown.node, shown.state, shown.level).unwrap().0, place("slot"));
            let rows = model.walk(shown).map(|visit| {
                let [a, b, c] = visit.vertices;
                json!([visit.triangle, visit.batch, a, b, c])
            });
            assert_eq!(rows.collect::<Value>(), wanted["triangles_desc_batch_v0_v1_v2"], "{name}");
        }
    });
}

#[test]
fn poses_are_as_expected() {
    each(|name, msh, model, expected| {
        let key = |key: &stream::Key| {
            json!({
                "time": key.time, "position": key.translation, "raw_i16": key.rotation,
                "quat_wxyz": key.rotation(),
            })
        };
        let keys: Value = msh.streams.keys.iter().flatten().map(key).collect();
        assert_close(&keys, &expected["anim_keys"], 1e-6, name);
        assert_eq!(json!(msh.streams.frame_map), expected["anim_map"], "{name}");
        for wanted in expected["poses"].as_array().unwrap() {
            let time = wanted["time"].as_f64().unwrap() as f32;
            assert_eq!(frame_at(time), wanted["frame_u32"].as_u64().unwrap() as u32, "{name} at {time}");
            let (pose, drawn) =
                (model.pose(Moment::Time(time)).unwrap(), model.engine_pose(Moment::Time(time)).unwrap());
            for (i, (_, wanted)) in pairs(model.nodes(), &wanted["nodes"]).enumerate() {
                let (selected, sample) = (model.select(i, time).unwrap(), model.sample(i, time).unwrap());
                let [x, y, z, w] = sample.rotation.to_array();
                let found = json!({
                    "key": selected.key, "fallback": selected.is_fallback, "alpha": selected.alpha,
                    "quat_wxyz": [w, x, y, z], "translation": sample.translation.to_array(),
                    "local": matrix(&pose.local[i]), "model": matrix(&pose.model[i]),
                    "engine_model": matrix(&drawn.model[i]),
                });
                assert_close(&found, wanted, 2e-4, &format!("{name} at {time}, node {i}"));
                assert_eq!(
                    (selected.key, selected.is_fallback),
                    (wanted["key"].as_u64().unwrap() as usize, wanted["fallback"] == true)
                );
            }
        }
        assert_eq!(expected.get("blends").is_some(), name == "arm");
        for wanted in expected["blends"].as_array().into_iter().flatten() {
            let of = |key: &str| wanted[key].as_f64().unwrap() as f32;
            let sample = model.blend(of("node") as usize, of("time_a"), of("time_b"), of("weight"));
            assert_close(&matrix(&sample.unwrap().matrix()), &wanted["local"], 2e-4, name);
        }
    });
}

#[test]
fn the_rest_pose_is_frame_0_of_what_moves() {
    each(|name, _, model, expected| {
        let rest = model.pose(Moment::Rest).unwrap();
        let found: Value = rest.model.iter().map(matrix).collect();
        assert_close(&found, &expected["rest_model_matrices"], 2e-4, name);
        let owners = owners(model);
        assert_eq!(json!(owners), expected["vertex_owner_node"], "{name}");
        assert_eq!(expected["rest_posed_positions"].as_array().unwrap().len(), owners.len(), "{name}");
        for (vertex, &node) in owners.iter().enumerate() {
            let point = rest.model[node].transform_point3(Vec3::from_array(model.positions()[vertex]));
            let wanted = &expected["rest_posed_positions"][vertex];
            assert_close(&json!(point.to_array()), wanted, 2e-4, &format!("{name}: vertex {vertex}"));
        }
    });
}

#[test]
fn no_time_is_an_error_and_so_are_two_that_do_not_count() {
    let bytes = bytes_of("arm");
    let msh = read(&bytes).unwrap();
    let model = msh.model(true).unwrap();
    for time in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        assert!(model.pose(Moment::Time(time)).is_err());
        assert!(model.pose(Moment::Blend { a: 0.0, b: time, weight: 0.5 }).is_err());
        assert!(model.pose(Moment::Blend { a: 0.0, b: 1.0, weight: time }).is_err());
    }
    for (a, b, weight) in [(-1.0, -1.0, 0.5), (-1.0, 2.0, 0.0), (2.0, -1.0, 1.0), (-1.0, -1.0, 7.0)] {
        let moment = Moment::Blend { a, b, weight };
        assert!(model.pose(moment).is_err() && !moment.counts(), "{a} {b} {weight}");
    }
    for (a, b, weight, alone) in [
        (3.0, -1.0, 0.5, 3.0),
        (-0.001, 3.0, 0.5, 3.0),
        (3.0, 5.0, -2.0, 3.0),
        (5.0, 3.0, 2.0, 3.0),
        (-0.0, -1.0, 0.5, 0.0),
    ] {
        let moment = Moment::Blend { a, b, weight };
        assert!(moment.counts());
        assert_eq!(model.pose(moment).unwrap(), model.pose(Moment::Time(alone)).unwrap(), "{a} {b} {weight}");
    }
}

/// Also where a number of 32 bits comes round to a frame that is there.
#[test]
fn beyond_its_frames_a_node_keeps_its_last_key() {
    let bytes = bytes_of("arm");
    let msh = read(&bytes).unwrap();
    let model = msh.model(true).unwrap();
    let last = model.pose(Moment::Time(9.0)).unwrap();
    let times =
        [8.6, 100.0, 4_294_967_296.0, 4_294_968_320.0, 1e30, f32::MAX, -0.001, -4_294_967_296.0, -1e30];
    for time in times {
        assert!(model.select(1, time).unwrap().is_fallback, "{time}");
        assert_eq!(model.pose(Moment::Time(time)).unwrap(), last, "{time}");
    }
}

#[test]
fn the_time_of_a_key_is_met_exactly() {
    let bytes = bytes_of("arm");
    let msh = read(&bytes).unwrap();
    let model = msh.model(true).unwrap();
    let next = |time: f32| f32::from_bits(time.to_bits() + 1);
    let (at, behind) = (model.select(1, 4.0).unwrap(), model.select(1, next(4.0)).unwrap());
    assert_eq!(at.alpha, 0.0);
    assert_eq!((behind.key, behind.alpha > 0.0 && behind.alpha < 1e-5), (at.key, true));
}

/// A model of which keys, words and nodes are changed, taken as tolerantly as can be.
fn changed<R>(change: impl FnOnce(&mut Streams<'_>), then: impl FnOnce(&Model<'_>) -> R) -> R {
    let bytes = bytes_of("arm");
    let mut msh = read(&bytes).unwrap();
    change(&mut msh.streams);
    then(&msh.model(false).unwrap())
}

#[test]
fn keys_that_make_no_sense_leave_the_node_at_one_of_them() {
    let key = |streams: &mut Streams<'_>, key: usize, time: f32| {
        streams.keys.as_mut().unwrap()[key].time = time;
    };
    for (first, second) in [
        (f32::NEG_INFINITY, 4.0),
        (f32::NAN, 4.0),
        (0.0, f32::NAN),
        (5.0, 4.0),
        (-3e38, 3e38),
        (0.0, f32::INFINITY),
    ] {
        changed(
            |streams| {
                key(streams, 1, first);
                key(streams, 2, second);
            },
            |model| {
                for time in [0.0, 0.3, 2.0, 3.9] {
                    let pose = model.pose(Moment::Time(time)).unwrap();
                    assert!(pose.model.iter().all(Mat4::is_finite), "{first} {second}: {time}");
                }
            },
        );
    }
    // Where times fall, the exact time of the second key still is that key.
    let fall = |streams: &mut Streams<'_>| {
        key(streams, 1, 5.0);
        key(streams, 2, 3.0);
    };
    let found = changed(fall, |model| model.select(1, 3.0).unwrap());
    assert_eq!((found.frame, found.key, found.alpha), (2, 2, 0.0));
}

#[test]
fn at_rest_a_word_beyond_the_fallback_stands_for_it() {
    let bytes = bytes_of("arm");
    let msh = read(&bytes).unwrap();
    let fallback = usize::from(msh.streams.nodes.as_ref().unwrap()[1].fallback_key);
    let last = msh.model(true).unwrap().sample(1, 100.0).unwrap();
    for word in [fallback as u16, 60_000] {
        let rest = changed(|streams| streams.frame_map.as_mut().unwrap()[0] = word, |model| model.rest(1));
        assert_eq!(rest, last, "{word}");
    }
    let still =
        changed(|streams| streams.nodes.as_mut().unwrap()[1].map_start = stream::NONE, |model| model.rest(1));
    assert_eq!(still, last);
}

#[test]
fn only_a_first_node_without_a_parent_stays_in_its_place() {
    let travels = |parent: u16| {
        changed(
            |streams| {
                let nodes = streams.nodes.as_mut().unwrap();
                nodes[0].parent = parent;
                nodes[1].parent = stream::NONE;
                nodes[2].parent = stream::NONE;
            },
            |model| {
                let pose = model.engine_pose(Moment::Rest).unwrap();
                let raw = model.pose(Moment::Rest).unwrap();
                assert_eq!(pose.local[1..], raw.local[1..]);
                assert_eq!(pose.local[0].x_axis, raw.local[0].x_axis, "it turns all the same");
                pose.local[0].w_axis != Vec4::W
            },
        )
    };
    assert!(!travels(stream::NONE));
    assert!(travels(2), "it hangs on another, which stands behind it");
}

#[test]
fn parents_that_stand_behind_their_children_come_first() {
    let [straight, turned] = [false, true].map(|turned| {
        changed(
            |streams| {
                if turned {
                    let nodes = streams.nodes.as_mut().unwrap();
                    nodes.reverse();
                    for (node, parent) in nodes.iter_mut().zip([1, 2, stream::NONE]) {
                        node.parent = parent;
                    }
                }
            },
            |model| model.pose(Moment::Time(3.3)).unwrap(),
        )
    });
    assert_eq!(straight.model, turned.model.into_iter().rev().collect::<Vec<_>>());
}

/// The directory may list a stream that lies outside of the file.
#[test]
fn a_stream_without_bytes_is_missing_also_where_much_is_tolerated() {
    for number in [1u32, 2, 3, 6, 13] {
        let mut bytes = bytes_of("arm");
        let directory = bytes.len() - 14 * 64;
        let record =
            (0..14).map(|i| directory + 64 * i).find(|at| bytes[*at..*at + 4] == number.to_le_bytes());
        let offset = record.unwrap() + 56;
        bytes[offset..offset + 4].copy_from_slice(&0x7000_0000u32.to_le_bytes());
        let msh = read(&bytes).unwrap();
        assert!(msh.to_bytes().unwrap() == bytes);
        assert!(msh.model(true).is_err(), "{number}");
        let refused = msh.model(false).unwrap_err().to_string();
        assert!(refused.contains("msh.stream-missing"), "{number}: {refused}");
    }
}

#[test]
fn what_does_not_fit_is_told_where_it_is() {
    let bytes = fixture("bad/key_times.msh");
    let mut report = Report::default();
    read(&bytes).unwrap().check(&mut report, Context::ALONE);
    let [finding] = &report.findings[..] else { panic!("{report:?}") };
    assert_eq!((finding.rule.code, finding.field.as_str()), ("msh.key-times", "streams.keys[2].time"));
}

#[test]
fn good_models_have_nothing_to_be_told() {
    let names = MODELS.map(|name| format!("{name}.msh"));
    let models = names.iter().map(|name| (name.as_str(), bytes_in_archive(name)));
    let alone = ["arm_direct.msh", "land_min.msh"].map(|name| (name, fixture(name)));
    for (name, bytes) in models.chain(alone) {
        let mut report = Report::default();
        read(&bytes).unwrap().check(&mut report, Context::ALONE);
        assert_eq!(report.codes(), [""; 0], "{name}");
    }
}

#[test]
fn a_model_is_the_same_inside_its_archive_and_alone() {
    assert!(bytes_of("arm") == fixture("arm_direct.msh"));
}

#[test]
fn whose_streams_are_known_is_a_model_whatever_its_name() {
    let attributes = |tag: &str| vec![("type", json!(tag))];
    let claim = |name: &str, tag: Option<&str>, bytes: &[u8]| {
        let attributes = tag.map_or(vec![], attributes);
        Msh::claims(Origin { name, attributes: AttributesRef::List(&attributes) }, bytes)
    };
    let (arm, land) = (fixture("arm_direct.msh"), fixture("land_min.msh"));
    assert_eq!(claim("x", None, &arm), Claim::Sure);
    assert_eq!(claim("x", None, &land), Claim::Sure);
    assert_eq!(claim("x", None, &fixture("models.rlb")), Claim::No);
    assert_eq!(claim("x", None, &arm[..100]), Claim::No, "of cut bytes only the name counts");
    assert_eq!(claim("x.MSH", None, &arm[..100]), Claim::Sure);
    assert_eq!(claim("x", Some("MESH"), &arm[..100]), Claim::Sure);
    assert_eq!(claim("x.msh", Some("MESH"), b"text"), Claim::Broken);
    assert_eq!(claim("x.msh", None, b"text"), Claim::No, "other games have files of that name");
    let kinds = [&arm, &land].map(|bytes| read(bytes).unwrap().kind());
    assert_eq!(kinds, [Kind::Model, Kind::Terrain]);
}

#[test]
fn streams_are_found_by_their_type() {
    let bytes = bytes_of("arm");
    let msh = read(&bytes).unwrap();
    let archive = msh.archive().unwrap();
    assert_eq!(archive.find("Res3"), Some(2));
    assert_eq!(archive.find("RES19"), Some(10));
    assert_eq!([archive.find("Res12"), archive.find("Res"), archive.find("Res+3")], [None; 3]);
    assert_eq!(archive.find("arm"), Some(0), "a name comes first");
    let positions = archive.payload(2, Limits::default()).unwrap();
    assert_eq!(positions.len(), 196 * 12);
    assert_eq!(positions[..12], [0, 0, 0x80, 0xBF, 0, 0, 0x80, 0xBF, 0, 0, 0, 0]);
}

#[test]
fn a_stream_means_what_its_type_is_in_models_and_in_ground() {
    for (bytes, wanted) in [
        (bytes_of("arm"), &[(1, "nodes"), (2, "slots"), (3, "vertices"), (5, "uvs"), (19, "frame_map")][..]),
        (
            fixture("land_min.msh"),
            &[(1, "squares"), (2, "cells"), (3, "vertices"), (18, "microtexture_uvs"), (21, "faces")],
        ),
    ] {
        let msh = read(&bytes).unwrap();
        let archive = msh.archive().unwrap();
        for (number, word) in wanted {
            let index = msh.directory.iter().position(|record| record.type_id.number() == *number).unwrap();
            assert_eq!(archive.meaning(index), Some(*word), "{number}");
        }
        let ops = Msh::FACETS.known().archive.unwrap();
        let listing = (ops.directory)(&bytes).unwrap();
        for i in 0..archive.len() {
            assert_eq!(archive.meaning(i), listing.meaning(i));
            assert_eq!(archive.record_table(i), listing.record_table(i));
            assert!(archive.meaning(i).is_none_or(|word| (ops.meanings)().contains(&word)));
        }
    }
}

#[test]
fn the_records_of_a_stream_are_told_by_its_attributes_or_by_its_type() {
    let bytes = bytes_of("arm");
    let msh = read(&bytes).unwrap();
    let archive = msh.archive().unwrap();
    let table = |stream: &str| archive.record_table(archive.find(stream).unwrap());
    let (slots, keys) = (msh.streams.slots.as_ref().unwrap().len(), msh.streams.keys.as_ref().unwrap().len());
    assert_eq!(table("Res3"), Some(RecordTable { head: 0, size: 12, count: 196 }));
    assert_eq!(table("Res2"), Some(RecordTable { head: 140, size: 68, count: slots }));
    assert_eq!(table("Res8"), Some(RecordTable { head: 0, size: 24, count: keys }), "its attr3 is 4");
    assert_eq!(table("Res10"), None, "labels have no size");
}

#[test]
fn the_ground_is_as_expected() {
    let (bytes, expected) = (fixture("land_min.msh"), expected("land_min"));
    let msh = read(&bytes).unwrap();
    assert_eq!(msh.kind().name(), expected["kind"]);
    let types: Value = msh.directory.iter().map(|record| record.type_id.number()).collect();
    assert_eq!(types, expected["types"]);
    let streams = &msh.streams;
    assert_eq!(msh.directory[0].attr2, expected["grid_across"].as_u64().unwrap() as u32);
    assert_eq!(json!(streams.squares.as_ref().unwrap().len()), expected["squares"]);
    let cells: Value =
        streams.cells.iter().flatten().map(|cell| json!([cell.face_start, cell.face_count])).collect();
    assert_eq!(cells, expected["cells"]);
    assert_eq!(json!(streams.positions), expected["positions"]);
    assert_eq!(json!(streams.alphas), expected["blend"]);
    let uvs: Value = streams.ground_uvs.iter().flatten().map(|uv| json!(stream::lightmap_uv(*uv))).collect();
    assert_eq!(uvs, expected["uv1"]);
    let face = |face: Face| {
        let neighbours = face.neighbours();
        json!({
            "flags": face.flags.0, "surface": face.surface.0, "layer1": face.mat1,
            "layer2": number(face.second().map(usize::from)),
            "vertices": face.vertices, "links": neighbours.map(|found| number(found.map(|(other, _)| other))),
            "normal": face.normal(), "twin": neighbours.map(|found| number(found.map(|(_, edge)| edge))),
        })
    };
    let faces: Value = streams.faces.iter().flat_map(view::View::iter).map(face).collect();
    assert_close(&faces, &expected["faces"], 1e-6, "faces");
    assert!(msh.model(false).is_err(), "ground has no nodes");
}

/// What a broken file is to a strict and to a tolerant reader: the code that it is refused with.
fn answers(name: &str) -> [Option<String>; 2] {
    let bytes = fixture(&format!("bad/{name}"));
    let code = |strict: bool| -> Result<()> {
        if name.ends_with(".msh") {
            return read(&bytes)?.model(strict).map(drop);
        }
        let archive = FORMATS.named("ngi.nres").unwrap().open(&bytes, Origin::named(name))?;
        let archive = archive.archive().unwrap();
        for i in 0..archive.len() {
            let entry = archive.entry(i).unwrap();
            let payload = archive.payload(i, Limits::default())?;
            let kind = FORMATS.of(entry.origin(), &payload).unwrap();
            assert_eq!(kind.id, "ngi.msh");
            kind.open(&payload, entry.origin())?;
            Msh::read(&mut Cursor::new(&payload), entry.origin())?.model(strict)?;
        }
        Ok(())
    };
    [true, false].map(|strict| code(strict).err().map(|error| error.to_string()))
}

#[test]
fn broken_models_are_refused_by_their_rule_and_no_others() {
    let manifest: Value = serde_json::from_slice(&fixture("bad/manifest.json")).unwrap();
    let mut models = 0;
    for row in manifest.as_array().unwrap() {
        let name = row["file"].as_str().unwrap();
        if name.ends_with(".fxid") {
            continue;
        }
        models += 1;
        let [strict, tolerant] = answers(name);
        assert!(strict.is_some(), "{name}: {}", row["reason"]);
        assert_eq!(tolerant.is_some(), row["reject_in"] == "both", "{name}: {tolerant:?}");
        let wanted =
            RULES.iter().find(|(file, _)| name.starts_with(file)).unwrap_or_else(|| panic!("{name}")).1;
        let said = strict.unwrap();
        assert!(said.contains(wanted), "{name}: {said}");
    }
    assert_eq!(models, RULES.len());
}

const RULES: [(&str, &str); 29] = [
    ("model_truncated", "nres.total-size"),
    ("model_inner_truncated", "nres.total-size"),
    ("not_nested", "msh.magic"),
    ("bad_stride_res3", "msh.stride"),
    ("bad_node_stride", "msh.node-stride"),
    ("bad_res2_header", "msh.bounds-short"),
    ("bad_res2_slots", "msh.stride"),
    ("bad_stride_res8", "msh.stride"),
    ("attr1_mismatch", "msh.attributes"),
    ("missing_res6", "msh.stream-missing"),
    ("duplicate_res3", "msh.stream-duplicate"),
    ("index_range", "msh.batch-indices"),
    ("index_vertex", "msh.batch-vertices"),
    ("base_vertex", "msh.batch-vertices"),
    ("slot_batch_range", "msh.slot-batches"),
    ("slot_tri_range", "msh.slot-triangles"),
    ("node_slot_range", "msh.node-slot"),
    ("tri_link_range", "msh.triangle-link"),
    ("slot_nan_bounds", "msh.slot-bounds"),
    ("slot_inverted_bounds", "msh.slot-bounds"),
    ("cyclic_parent", "msh.parent-cycle"),
    ("self_parent", "msh.parent-cycle"),
    ("parent_range", "msh.parent-range"),
    ("fallback_key_range", "msh.fallback-key"),
    ("map_range", "msh.map-range"),
    ("key_times", "msh.key-times"),
    ("res10_tail", "msh.label-tail"),
    ("res10_truncated", "msh.label-range"),
    ("stream_count", "msh.stream-count"),
];

/// A broken model that a tolerant reader takes all the same.
fn tolerated<R>(name: &str, then: impl FnOnce(&Model<'_>) -> R) -> R {
    let bytes = fixture(&format!("bad/{name}.msh"));
    let msh = read(&bytes).unwrap();
    assert!(msh.to_bytes().unwrap() == bytes, "{name}");
    then(&msh.model(false).unwrap())
}

#[test]
fn what_is_wrong_does_nothing_where_that_is_tolerated() {
    let at = |model: &Model<'_>, time| model.pose(Moment::Time(time)).unwrap();
    let whole = |node: usize| Shown { node, state: 0, level: 0 };
    tolerated("node_slot_range", |model| assert!(model.slot(0, 0, 0).is_none()));
    tolerated("slot_tri_range", |model| assert_eq!(model.walk(whole(0)).count(), 0));
    tolerated("tri_link_range", |model| {
        assert_eq!((0..3).filter_map(|edge| model.neighbour(0, edge)).count(), 2);
    });
    tolerated("cyclic_parent", |model| {
        assert_eq!((model.parent(1), model.parent(2)), (None, None));
        at(model, 1.0);
    });
    tolerated("self_parent", |model| assert_eq!(model.parent(2), None));
    tolerated("parent_range", |model| assert_eq!(model.parent(2), None));
    tolerated("fallback_key_range", |model| assert_eq!(at(model, 1.0).local[0], Mat4::IDENTITY));
    tolerated("map_range", |model| {
        let selected = [0.0, 2.0, 7.0].map(|time| model.select(1, time).unwrap().is_fallback);
        assert_eq!(selected, [true; 3], "it stands still");
    });
    tolerated("key_times", |model| {
        for time in [0.0, 0.3, 1.0, 2.0, 3.9] {
            assert!(at(model, time).model.iter().all(Mat4::is_finite), "{time}");
        }
    });
    tolerated("stream_count", |model| assert!(model.normals().is_none() && model.uvs().is_some()));
    for name in ["attr1_mismatch", "duplicate_res3", "res10_tail", "slot_nan_bounds", "slot_inverted_bounds"]
    {
        tolerated(name, |model| {
            assert_eq!((model.positions().len(), model.nodes().len()), (196, 3), "{name}");
            assert_eq!(seen(model, Cull::Sphere, &[Vec4::new(0.0, 0.0, 1.0, 1000.0)]), 4, "{name}");
        });
    }
}

/// How many batches of a model at rest are drawn.
fn seen(model: &Model<'_>, cull: Cull, planes: &[Vec4]) -> usize {
    let pose = model.pose(Moment::Rest).unwrap();
    let view = View { planes, placement: Mat4::IDENTITY, from_inside: false, cull };
    model.draws(&pose, view, |_| 0, |_| 0).count()
}

#[test]
fn a_ray_hits_the_nearest_triangle_from_its_front() {
    let bytes = bytes_of("cube");
    let msh = read(&bytes).unwrap();
    let model = msh.model(true).unwrap();
    let whole = Shown { node: 0, state: 0, level: 0 };
    let pick =
        |origin: Vec3, direction: Vec3| model.pick(whole, Ray { origin, direction }, Filter::default());
    let hit = pick(Vec3::new(3.0, 0.1, 0.5), Vec3::NEG_X).unwrap();
    assert_eq!((hit.distance, hit.from_behind, hit.visit.batch), (2.5, false, 0));
    assert_eq!(model.triangles().get(hit.visit.triangle).unwrap().normal(), [1.0, 0.0, 0.0]);
    // From within, the sides let it out; the top and bottom are hit from both sides.
    assert_eq!(pick(Vec3::new(0.0, 0.1, 0.5), Vec3::X), None);
    let hit = pick(Vec3::new(0.0, 0.1, 0.5), Vec3::Z * 2.0).unwrap();
    assert_eq!((hit.distance, hit.from_behind, hit.visit.batch), (0.25, true, 1));
    assert_eq!(hit.point, Vec3::new(0.0, 0.1, 1.0));
    assert_eq!(pick(Vec3::new(3.0, 3.0, 0.5), Vec3::NEG_X), None);
    let required = Filter { required: 2, ..Filter::default() };
    let ray = Ray { origin: Vec3::new(3.0, 0.1, 0.5), direction: Vec3::NEG_X };
    assert_eq!(model.pick(whole, ray, required), None, "no triangle has the flag");
    assert_eq!(model.pick(Shown { level: 1, ..whole }, ray, Filter::default()), None, "nothing is there");
}

#[test]
fn a_portal_lets_rounds_through() {
    let bytes = bytes_of("full");
    let msh = read(&bytes).unwrap();
    let model = msh.model(true).unwrap();
    let whole = Shown { node: 0, state: 0, level: 0 };
    let (all, solid) =
        (model.visit(whole, Filter::default()).count(), model.visit(whole, Filter::ROUND).count());
    assert_eq!((all, solid), (12, 10));
}

#[test]
fn a_box_is_joined_all_around_and_touched_where_it_is() {
    let bytes = bytes_of("cube");
    let msh = read(&bytes).unwrap();
    let model = msh.model(true).unwrap();
    assert_eq!(model.joined(0, Filter::default()).len(), 12);
    assert_eq!(model.joined(0, Filter { required: 1, ..Filter::default() }), [0; 0]);
    for triangle in 0..12 {
        for edge in 0..3 {
            let (other, back) = model.neighbour(triangle, edge).unwrap();
            assert_eq!(model.neighbour(other, back), Some((triangle, edge)), "and back");
        }
    }
    let whole = Shown { node: 0, state: 0, level: 0 };
    let touching =
        |center: Vec3, radius: f32| model.touching(whole, center, radius, Filter::default()).count();
    assert_eq!(touching(Vec3::new(0.0, 0.0, 0.5), 0.4), 0, "in the middle");
    assert_eq!(touching(Vec3::new(0.0, 0.0, 0.5), 0.6), 12);
    assert_eq!(touching(Vec3::new(1.5, 0.1, 0.5), 1.001), 1, "one half of a side");
}

#[test]
fn what_is_drawn_depends_on_state_level_and_view() {
    let bytes = bytes_of("arm");
    let msh = read(&bytes).unwrap();
    let model = msh.model(true).unwrap();
    let pose = model.engine_pose(Moment::Rest).unwrap();
    let view = View { planes: &[], placement: Mat4::IDENTITY, from_inside: false, cull: Cull::Sphere };
    let slots = |view: View<'_>, state: usize, level: usize| -> Vec<usize> {
        let mut slots: Vec<_> =
            model.draws(&pose, view, |_| state, |_| level).map(|draw| draw.slot).collect();
        slots.dedup();
        slots
    };
    assert_eq!(slots(view, 0, 0), [0, 6, 9]);
    assert_eq!(slots(view, 0, 2), [2, 8], "nothing stands in for a level that is not there");
    assert_eq!(slots(view, 1, 0), [3]);
    assert_eq!(slots(View { from_inside: true, ..view }, 0, 0), [5], "from inside there is one level");
    let first = model.draws(&pose, view, |_| 0, |_| 0).nth(1).unwrap();
    assert_eq!((first.node, first.batch, first.material, first.lightmap), (1, 6, 1, None));
    assert_eq!(first.matrix, pose.model[1]);
}

#[test]
fn what_lies_behind_a_side_is_not_drawn() {
    let bytes = bytes_of("arm");
    let msh = read(&bytes).unwrap();
    let model = msh.model(true).unwrap();
    // The base reaches up to 0.5, the upper arm from 0.5 to 2.5, the fore arm from there on.
    let above = |height: f32| [Vec4::new(0.0, 0.0, 1.0, -height)];
    let all = seen(&model, Cull::Nothing, &above(100.0));
    for cull in [Cull::Sphere, Cull::Box] {
        assert_eq!(seen(&model, cull, &above(-100.0)), all);
        assert_eq!(seen(&model, cull, &above(100.0)), 0);
        assert!(seen(&model, cull, &above(2.0)) < all, "{cull:?}");
        assert!(seen(&model, cull, &above(2.0)) > 0, "{cull:?}");
    }
    // Twice as high, the sphere is twice as large in every direction.
    let pose = model.pose(Moment::Rest).unwrap();
    let beyond = [Vec4::new(1.0, 0.0, 0.0, -2.5)];
    let count = |placement| {
        let view = View { planes: &beyond, placement, from_inside: false, cull: Cull::Sphere };
        model.draws(&pose, view, |_| 0, |_| 0).filter(|draw| draw.node == 0).count()
    };
    assert_eq!((count(Mat4::IDENTITY), count(Mat4::from_scale(Vec3::new(1.0, 1.0, 2.0)))), (0, 1));
}

#[test]
fn a_camera_sees_what_stands_before_it() {
    let bytes = bytes_of("arm");
    let msh = read(&bytes).unwrap();
    let model = msh.model(true).unwrap();
    let pose = model.engine_pose(Moment::Rest).unwrap();
    let lens = Mat4::perspective_rh(1.0, 1.0, 0.5, 50.0);
    let eye = Vec3::new(0.0, -20.0, 1.0);
    let count = |toward: Vec3, placement: Mat4, cull: Cull| {
        let planes = planes(lens * Mat4::look_at_rh(eye, eye + toward, Vec3::Z));
        let view = View { planes: &planes, placement, from_inside: false, cull };
        model.draws(&pose, view, |_| 0, |_| 0).count()
    };
    for cull in [Cull::Sphere, Cull::Box] {
        assert_eq!(count(Vec3::Y, Mat4::IDENTITY, cull), 4, "{cull:?}");
        assert_eq!(count(Vec3::NEG_Y, Mat4::IDENTITY, cull), 0, "{cull:?}: it stands behind");
        assert_eq!(count(Vec3::X, Mat4::IDENTITY, cull), 0, "{cull:?}: it stands aside");
        let far = Mat4::from_translation(Vec3::Y * 100.0);
        assert_eq!(count(Vec3::Y, far, cull), 0, "{cull:?}: it is too far away");
        assert_eq!(count(Vec3::X, Mat4::from_translation(Vec3::new(20.0, -20.0, 0.0)), cull), 4, "{cull:?}");
    }
}

#[test]
fn a_cockpit_is_drawn_from_inside_only() {
    let bytes = bytes_of("arm");
    let mut msh = read(&bytes).unwrap();
    msh.streams.nodes.as_mut().unwrap()[0].flags |= stream::COCKPIT;
    let model = msh.model(true).unwrap();
    let pose = model.pose(Moment::Rest).unwrap();
    let nodes = |from_inside: bool| -> Vec<usize> {
        let view = View { planes: &[], placement: Mat4::IDENTITY, from_inside, cull: Cull::Nothing };
        model.draws(&pose, view, |_| 0, |_| 0).map(|draw| draw.node).collect()
    };
    assert!(!nodes(false).contains(&0));
    assert_eq!(nodes(true), [0]);
}

#[test]
fn a_wear_table_is_named_by_models_of_archives_only() {
    let bytes = bytes_of("arm");
    let attributes = [("type", json!("MESH"))];
    let origin = Origin { name: "ARM.msh", attributes: AttributesRef::List(&attributes) };
    let names = |origin| Msh::read(&mut Cursor::new(&bytes), origin).unwrap().references();
    let [wear] = &names(origin)[..] else { panic!("one reference") };
    assert_eq!((wear.role.name, wear.name.as_str()), ("wear", "ARM.wea"));
    assert!(names(Origin::named("arm.msh")).is_empty());
}

/// Whatever is asked of it.
fn ask(bytes: &[u8]) {
    let Ok(msh) = read(bytes) else { return };
    assert!(msh.to_bytes().unwrap() == bytes);
    assert!(msh.archive().is_some());
    for strict in [true, false] {
        let Ok(model) = msh.model(strict) else { continue };
        for moment in [Moment::Rest, Moment::Time(1.3), Moment::Blend { a: 0.7, b: 3.0, weight: 0.4 }] {
            model.pose(moment).unwrap();
        }
        for node in 0..model.nodes().len() {
            let shown = Shown { node, state: 0, level: 0 };
            let ray = Ray { origin: Vec3::splat(3.0), direction: Vec3::splat(-1.0) };
            model.pick(shown, ray, Filter::default());
        }
        seen(&model, Cull::Box, &[Vec4::X]);
        model.joined(0, Filter::default());
    }
}

#[test]
fn whatever_is_cut_or_flipped_is_refused_or_kept() {
    for name in ["round", "full"] {
        let mut bytes = bytes_of(name);
        (0..bytes.len()).for_each(|end| ask(&bytes[..end]));
        for at in 0..bytes.len() {
            for flip in [0x01, 0x80, 0xFF] {
                bytes[at] ^= flip;
                ask(&bytes);
                bytes[at] ^= flip;
            }
        }
    }
}

/// A model of a few megabytes in which everything names everything.
#[test]
fn a_hostile_model_takes_no_longer_than_its_size() {
    let bytes = bytes_of("arm");
    let mut msh = read(&bytes).unwrap();
    let streams = &mut msh.streams;
    streams.indices = Some((0..65535).map(|i| i % 196).collect());
    let batch = stream::Batch {
        index_start: 0,
        index_count: 65535,
        vertex_count: 196,
        ..streams.batches.as_ref().unwrap()[0].clone()
    };
    streams.batches = Some(vec![batch; 65535]);
    let slot = stream::Slot {
        batch_start: 0,
        batch_count: 65535,
        tri_start: 0,
        tri_count: 98,
        ..streams.slots.as_ref().unwrap()[0].clone()
    };
    streams.slots = Some(vec![slot; 20_000]);
    let node = |i: u16| stream::Node {
        flags: 0,
        parent: (i + 1) % 50_000,
        map_start: 0,
        fallback_key: if i.is_multiple_of(2) { 65_000 } else { 6 },
        slots: [[i % 20_000; 5]; 3],
    };
    streams.nodes = Some((0..50_000).map(node).collect());
    streams.frame_map = Some(vec![0; 1_000_000]);
    let frames = msh.directory.iter_mut().find(|record| record.type_id.number() == stream::FRAME_MAP);
    frames.unwrap().attr2 = 1_000_000;
    (msh.streams.labels, msh.streams.labels_tail) = (Some(vec![]), Some(vec![0; 200_000].into()));
    let bytes = msh.to_bytes().unwrap();
    let msh = read(&bytes).unwrap();
    assert!(msh.to_bytes().unwrap() == bytes);
    let refused = msh.model(true).unwrap_err().to_string();
    assert!(refused.contains("msh."), "{refused}");
    let model = msh.model(false).unwrap();
    assert!(model.pose(Moment::Time(3.0)).unwrap().model.len() == 50_000);
    let ray = Ray { origin: Vec3::splat(3.0), direction: Vec3::splat(-1.0) };
    for node in 0..1000 {
        model.pick(Shown { node, state: 0, level: 0 }, ray, Filter::default());
    }
    assert_eq!(seen(&model, Cull::Sphere, &[Vec4::new(0.0, 0.0, 1.0, -1e9)]), 0);
}
