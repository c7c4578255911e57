//! `relict draw` and `relict pick` against the expected numbers of the fixtures.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{Room, is_cyrillic, items};
use crate::pose::{expected, room};
use serde_json::{Value, json};

const MODELS: [&str; 4] = ["arm", "round", "cube", "full"];

fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(all) => all.iter().flat_map(numbers).collect(),
        number => vec![number.as_f64().unwrap()],
    }
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

#[track_caller]
fn assert_near(found: &[f64], wanted: &[f64], within: f64, what: &str) {
    assert_eq!(found.len(), wanted.len(), "{what}");
    for (found, wanted) in found.iter().zip(wanted) {
        assert!((found - wanted).abs() <= within, "{what}: {found} is not {wanted}");
    }
}

/// The looks in which some node of a model shows something.
fn looks(expected: &Value) -> Vec<(usize, usize)> {
    let walks = items(&expected["pick_walk"]).iter();
    let mut looks: Vec<_> = walks.map(|walk| (number(&walk["block"]), number(&walk["level"]))).collect();
    looks.sort_unstable();
    looks.dedup();
    looks
}

#[test]
fn every_node_is_drawn_with_its_slot_and_batches() {
    let room = room();
    for name in MODELS {
        let expected = expected(name);
        for (state, level) in looks(&expected) {
            let look = if level == 4 { "--inside".to_owned() } else { format!("--level {level}") };
            let line = format!("draw --json models.rlb/{name}.msh --state {state} {look}");
            let answer = room.fine(&line).json();
            let mut calls = 0;
            assert_eq!(items(&answer["nodes"]).len(), items(&expected["nodes"]).len());
            for (node, told) in items(&answer["nodes"]).iter().zip(items(&expected["nodes"])) {
                assert_eq!((&node["index"], &node["name"]), (&told["index"], &told["name"]), "{line}");
                let slot = &told["slot_table"][format!("{state},{level}")];
                assert_eq!(&node["slot"], slot, "{line}");
                assert_eq!(node["drawn"], json!(!slot.is_null()), "{line}");
                assert_eq!(node.get("reason"), slot.is_null().then(|| json!("no-slot")).as_ref(), "{line}");
                calls += assert_batches(&node["batches"], slot, &expected, &line);
            }
            assert_eq!(number(&answer["draw_calls"]), calls, "{line}");
        }
    }
}

/// How many batches there are, after a look at each.
fn assert_batches(found: &Value, slot: &Value, expected: &Value, line: &str) -> usize {
    let range = slot.as_u64().map_or(0..0, |slot| {
        let slot = &expected["slots"][usize::try_from(slot).unwrap()];
        let start = number(&slot["batch_start"]);
        start..start + number(&slot["batch_count"])
    });
    assert_eq!(items(found).len(), range.len(), "{line}");
    for (found, place) in items(found).iter().zip(range.clone()) {
        let wanted = &expected["batches"][place];
        assert_eq!(number(&found["batch"]), place, "{line}");
        for key in ["flags", "index_start", "index_count", "base_vertex"] {
            assert_eq!(found[key], wanted[key], "{line}: {key} of batch {place}");
        }
        let material = &found["material"];
        assert_eq!((&material["row"], &material["name"]), (&wanted["material"], &wanted["wear_material"]));
        assert_eq!(material.get("lightmap_row").unwrap_or(&Value::Null), &wanted["lightmap"], "{line}");
    }
    range.len()
}

#[test]
fn nodes_are_drawn_where_the_engine_poses_them() {
    let room = room();
    for name in MODELS {
        let expected = expected(name);
        for pose in items(&expected["poses"]) {
            let line = format!("draw --json models.rlb/{name}.msh --time {}", pose["time"]);
            for (line, key) in [(line.clone(), "engine_model"), (format!("{line} --root-motion"), "model")] {
                let answer = room.fine(&line).json();
                assert_eq!(answer["time"].as_f64(), pose["time"].as_f64());
                for (node, wanted) in items(&answer["nodes"]).iter().zip(items(&pose["nodes"])) {
                    assert_near(&numbers(&node["matrix"])[..12], &numbers(&wanted[key]), 2e-4, &line);
                }
            }
        }
        let rest = room.fine(&format!("draw --json models.rlb/{name}.msh --root-motion")).json();
        for (node, wanted) in items(&rest["nodes"]).iter().zip(items(&expected["rest_model_matrices"])) {
            assert_near(&numbers(&node["matrix"])[..12], &numbers(wanted), 2e-4, name);
        }
    }
    let moved = room.fine("draw --json models.rlb/arm.msh --time 4 --placement 10,-20,30").json();
    let still = room.fine("draw --json models.rlb/arm.msh --time 4").json();
    for (moved, still) in items(&moved["nodes"]).iter().zip(items(&still["nodes"])) {
        let mut wanted = numbers(&still["matrix"]);
        [(3, 10.0), (7, -20.0), (11, 30.0)].into_iter().for_each(|(at, by)| wanted[at] += by);
        assert_near(&numbers(&moved["matrix"]), &wanted, 1e-4, "placed");
    }
}

/// Which nodes are culled, and on which side.
fn sides(room: &Room, line: &str) -> Vec<Option<String>> {
    let answer = room.fine(&format!("draw --json models.rlb/{line}")).json();
    let side = |node: &Value| {
        assert_eq!(node["culled"], json!(node.get("side").is_some()), "{node}");
        assert_eq!(node["drawn"], json!(node.get("reason").is_none()), "{node}");
        node.get("side").map(|side| side.as_str().unwrap().to_owned())
    };
    items(&answer["nodes"]).iter().map(side).collect()
}

#[test]
fn what_the_camera_does_not_see_is_culled_and_the_side_is_told() {
    let room = room();
    // The arm reaches from 0 to 4 or so, and the camera stands 20 before it.
    let all = |side: Option<&str>| vec![side.map(str::to_owned); 3];
    for cull in ["box", "sphere"] {
        let see = |rest: &str| sides(&room, &format!("arm.msh --cull {cull} --camera 0,-20,1 {rest}"));
        assert_eq!(see("--target 0,0,1"), all(None), "{cull}");
        for (target, side) in
            [("20,-20,1", "left"), ("-20,-20,1", "right"), ("0,-10,30", "below"), ("0,-10,-30", "above")]
        {
            assert_eq!(see(&format!("--target {target}")), all(Some(side)), "{cull} {target}");
        }
        assert_eq!(see("--target 0,-40,1"), all(Some("near")), "{cull}: behind");
        assert_eq!(see("--target 0,0,1 --far 10"), all(Some("far")), "{cull}");
        assert_eq!(see("--target 0,0,1 --near 30"), all(Some("near")), "{cull}");
        assert_eq!(see("--target 0,0,1 --placement 0,1000,0"), all(Some("far")), "{cull}");
    }
    let none = sides(&room, "arm.msh --cull none --camera 0,-20,1 --target 0,-40,1");
    assert_eq!(none, all(None));
    assert_eq!(sides(&room, "arm.msh"), all(None), "nobody looks");
}

#[test]
fn a_sphere_grows_with_the_largest_scale_and_a_box_with_each() {
    let room = room();
    // One unit wide, high and deep; the camera looks past it by ten to the right.
    let see = |cull: &str, scale: &str| {
        let line = format!("cube.msh --cull {cull} --camera 0,-20,0 --target 14,0,0 --fov 30 --aspect 1");
        sides(&room, &format!("{line} --placement {scale}")).remove(0)
    };
    let plain = "1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1";
    let high = "1,0,0,0,0,1,0,0,0,0,30,0,0,0,0,1";
    assert_eq!(see("sphere", plain).as_deref(), Some("left"));
    assert_eq!(see("box", plain).as_deref(), Some("left"));
    assert_eq!(see("sphere", high), None, "as wide as it is high");
    assert_eq!(see("box", high).as_deref(), Some("left"), "higher, but no wider");
}

#[test]
fn the_walk_visits_every_triangle_with_its_record() {
    let room = room();
    for name in MODELS {
        let expected = expected(name);
        for (state, level) in looks(&expected) {
            let line = format!("pick --json models.rlb/{name}.msh --walk --state {state} --level {level}");
            let answer = room.fine(&line).json();
            assert!(answer.get("hits").is_none() && answer["ray"].is_null(), "{line}");
            let mut triangles = items(&answer["triangles"]).iter();
            let of_look = |walk: &&Value| (number(&walk["block"]), number(&walk["level"])) == (state, level);
            for walk in items(&expected["pick_walk"]).iter().filter(of_look) {
                for wanted in items(&walk["triangles_desc_batch_v0_v1_v2"]) {
                    let found = triangles.next().unwrap_or_else(|| panic!("{line}: {wanted} is missing"));
                    assert_eq!((&found["node"], &found["slot"]), (&walk["node"], &walk["slot"]), "{line}");
                    let [a, b, c] = items(&found["vertices"]) else { panic!("{line}") };
                    let row = json!([found["triangle"], found["batch"], a, b, c]);
                    assert_eq!(&row, wanted, "{line}");
                    assert_record(found, &expected["tri_descriptors"][number(&wanted[0])], &line);
                }
            }
            assert_eq!(triangles.next(), None, "{line}");
        }
    }
}

/// Flags, normal and neighbours of a triangle.
#[track_caller]
fn assert_record(found: &Value, wanted: &Value, what: &str) {
    assert_eq!(found["flags"], wanted["flags"], "{what}");
    assert_near(&numbers(&found["normal"]), &numbers(&wanted["normal"]), 1e-6, what);
    for (edge, found) in items(&found["neighbours"]).iter().enumerate() {
        let linked = !wanted["links"][edge].is_null();
        assert_eq!(found.is_null(), !linked, "{what}");
        if linked {
            assert_eq!((&found["triangle"], &found["edge"]), (&wanted["links"][edge], &wanted["sel"][edge]));
        }
    }
}

#[test]
fn a_mask_lets_through_what_has_its_flags() {
    let room = room();
    let count = |path: &str, filter: &str| {
        let answer = room.fine(&format!("pick --json {path} --walk {filter}")).json();
        items(&answer["triangles"]).len()
    };
    let expected = expected("full");
    let flags: Vec<usize> =
        items(&expected["tri_descriptors"]).iter().map(|one| number(&one["flags"])).collect();
    for mask in [0, 1, 2, 4, 0x20, 0xFFFF] {
        let (none, all) = (
            flags.iter().filter(|flags| *flags & mask == 0).count(),
            flags.iter().filter(|flags| *flags & mask == mask).count(),
        );
        assert_eq!(count("models.rlb/full.msh", &format!("--exclude {mask:#x}")), none, "{mask:#x}");
        assert_eq!(count("models.rlb/full.msh", &format!("--require {mask}")), all, "{mask:#x}");
    }
    // Two triangles are a portal.
    let whole = flags.len();
    assert_eq!(count("models.rlb/full.msh", "--pass 0x08"), whole - 2);
    assert_eq!(count("models.rlb/full.msh", "--rounds"), whole - 2);
    // Ground has flags of its own: 0x600 on all faces of the fixture.
    assert_eq!(count("land_min.msh", "--require 0x600"), 2, "the near cell alone");
    assert_eq!(count("land_min.msh", "--exclude 0x200"), 0);
}

/// A point above the middle of a triangle, and the direction down to it.
fn above(corners: &[Vec<f64>; 3], height: f64) -> (String, String) {
    let [a, b, c] = corners;
    let edge = |to: &Vec<f64>| [to[0] - a[0], to[1] - a[1], to[2] - a[2]];
    let (u, v) = (edge(b), edge(c));
    let normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    let length = normal.iter().map(|part| part * part).sum::<f64>().sqrt();
    let middle = |axis: usize| (a[axis] + b[axis] + c[axis]) / 3.0;
    let list = |number: &dyn Fn(usize) -> f64| {
        (0..3).map(|axis| format!("{:.6}", number(axis))).collect::<Vec<_>>().join(",")
    };
    let from = list(&|axis| middle(axis) + normal[axis] / length * height);
    (from, list(&|axis| -normal[axis] / length))
}

#[test]
fn a_ray_onto_a_triangle_hits_it_where_it_is_posed() {
    let room = room();
    for name in MODELS {
        let expected = expected(name);
        let corner = |vertex: &Value| numbers(&expected["rest_posed_positions"][number(vertex)]);
        let walks = items(&expected["pick_walk"]).iter();
        for walk in walks.filter(|walk| walk["block"] == 0 && walk["level"] == 0) {
            // Each second one: two make a side of a box.
            for row in items(&walk["triangles_desc_batch_v0_v1_v2"]).iter().step_by(2) {
                let corners = [corner(&row[2]), corner(&row[3]), corner(&row[4])];
                let (from, direction) = above(&corners, 0.25);
                let line = format!(
                    "pick --json models.rlb/{name}.msh --root-motion --all --ray {from} --direction {direction}"
                );
                let answer = room.fine(&line).json();
                let hit = items(&answer["hits"]).iter().find(|hit| hit["triangle"] == row[0]);
                let hit = hit.unwrap_or_else(|| panic!("{line}: {answer}"));
                assert!((hit["distance"].as_f64().unwrap() - 0.25).abs() < 1e-3, "{line}: {hit}");
                assert_eq!((&hit["node"], &hit["slot"]), (&walk["node"], &walk["slot"]));
                assert_eq!((&hit["batch"], &hit["from_behind"]), (&row[1], &json!(false)));
                assert_eq!(hit["name"], expected["nodes"][number(&walk["node"])]["name"]);
                assert_near(&numbers(&hit["corners"]), &corners.concat(), 1e-3, &line);
                assert_record(hit, &expected["tri_descriptors"][number(&row[0])], &line);
                let material = &expected["batches"][number(&row[1])];
                assert_eq!(hit["materials"][0]["row"], material["material"]);
                assert_eq!(hit["materials"][0]["name"], material["wear_material"]);
            }
        }
    }
}

#[test]
fn the_nearest_is_the_answer_and_the_back_counts_if_asked_for() {
    let room = room();
    let hits = |rest: &str| {
        let answer = room.fine(&format!("pick --json models.rlb/cube.msh {rest}")).json();
        items(&answer["hits"]).to_vec()
    };
    let [hit] = &hits("--ray 3,0.1,0.5 --to 0,0.1,0.5")[..] else { panic!("one hit") };
    assert_eq!(hit["distance"], json!(2.5));
    assert_near(&numbers(&hit["point"]), &[0.5, 0.1, 0.5], 1e-6, "point");
    assert_eq!(numbers(&hit["normal"]), [1.0, 0.0, 0.0]);
    // The far side shows its back, and has only a front.
    assert_eq!(hits("--all --ray 3,0.1,0.5 --to 0,0.1,0.5").len(), 1);
    let both = hits("--all --both-sides --ray 3,0.1,0.5 --to 0,0.1,0.5");
    let told: Vec<_> = both.iter().map(|hit| (hit["distance"].clone(), hit["from_behind"].clone())).collect();
    assert_eq!(told, [(json!(2.5), json!(false)), (json!(3.5), json!(true))]);
    // Twice as large and turned a quarter around z, it is met earlier, in the same units.
    let placed = hits("--ray 3,0.1,0.5 --direction -2,0,0 --placement 0,-2,0,0,2,0,0,0,0,0,2,0,0,0,0,1");
    assert_eq!(placed[0]["distance"], json!(2.0));
    assert_eq!(numbers(&placed[0]["normal"]), [0.0, -1.0, 0.0], "in the space of the node");
    assert!(hits("--ray 3,3,3 --to 4,4,4").is_empty());
}

#[test]
fn what_is_joined_is_found_by_edges() {
    let room = room();
    let answer = room.fine("pick --json models.rlb/cube.msh --ray 3,0.1,0.5 --to 0,0,0.5 --joined").json();
    let mut joined: Vec<usize> = items(&answer["joined"]).iter().map(number).collect();
    assert_eq!(joined[0], number(&answer["hits"][0]["triangle"]), "itself first");
    joined.sort_unstable();
    assert_eq!(joined, (0..12).collect::<Vec<_>>(), "a box is joined all around");
    let none = room.fine("pick --json models.rlb/cube.msh --ray 3,3,3 --to 4,4,4 --joined").json();
    assert_eq!((&none["hits"], &none["joined"]), (&json!([]), &json!([])));
}

#[test]
fn records_lie_where_it_is_told() {
    let room = room();
    let answer = room.fine("pick --json models.rlb/arm.msh --ray 0,0,50 --to 0,0,0 --both-sides").json();
    let hit = &answer["hits"][0];
    let fields = ["nodes", "slots", "batches", "triangles"];
    let places = ["node", "slot", "batch", "triangle"];
    assert_eq!(items(&hit["records"]).len(), 4);
    let whole = room.fine("explain --json --full models.rlb/arm.msh").json();
    for ((record, what), list) in items(&hit["records"]).iter().zip(places).zip(fields) {
        assert_eq!(record["what"], what);
        let (path, start) = (record["path"].as_str().unwrap(), number(&record["start"]));
        let listed = room.fine("ls --json models.rlb/arm.msh").json();
        let entry = items(&listed["entries"]).iter().find(|entry| entry["path"] == path);
        let offset = number(&entry.unwrap_or_else(|| panic!("{path}: {listed}"))["offset"]) + start;
        assert_eq!(number(&record["offset"]), offset);
        let field = format!("streams.{list}[{}]", hit[what]);
        let span = items(&whole["spans"]).iter().find(|span| span["start"] == offset);
        let name = span.unwrap_or_else(|| panic!("{field} at {offset}"))["field"].as_str().unwrap();
        assert!(name.starts_with(&field), "{name} is not {field}");
    }
}

#[test]
fn ground_is_hit_on_its_near_faces() {
    let room = room();
    let expected = expected("land_min");
    // The faces rise with y on the one side of the diagonal, and with x on the other.
    for (x, y, face, height) in [(7.0, 2.0, 0, 0.4), (2.0, 7.0, 1, 0.4), (9.0, 8.0, 0, 1.6)] {
        let line = format!("pick --json land_min.msh --ray {x},{y},10 --direction 0,0,-1");
        let answer = room.fine(&line).json();
        let hit = &answer["hits"][0];
        let wanted = &expected["faces"][face];
        assert_eq!(hit["triangle"], json!(face), "{line}: {answer}");
        assert_eq!(hit["vertices"], wanted["vertices"]);
        assert_eq!(hit["flags"], wanted["flags"]);
        assert_near(&numbers(&hit["point"]), &[x, y, height], 1e-5, &line);
        assert_near(&numbers(&hit["normal"]), &numbers(&wanted["normal"]), 1e-6, &line);
        for (edge, found) in items(&hit["neighbours"]).iter().enumerate() {
            assert_eq!(found.get("triangle").unwrap_or(&Value::Null), &wanted["links"][edge], "{line}");
        }
        assert_eq!((&hit["node"], &hit["batch"]), (&Value::Null, &Value::Null));
        assert_eq!(hit["is_ground"], json!(true));
        assert_eq!(items(&hit["materials"]).len(), 1);
    }
    let joined = room.fine("pick --json land_min.msh --ray 7,2,10 --to 7,2,0 --joined").json();
    assert_eq!(joined["joined"], json!([0, 1]), "the far faces are joined among themselves");
    assert_eq!(items(&room.fine("pick --json land_min.msh --ray 7,2,-9 --to 7,2,0").json()["hits"]).len(), 0);
}

#[test]
fn people_get_tables_in_their_language() {
    let room = room();
    let camera = "--camera 0,-20,1 --target 20,-20,1";
    let run = room.fine(&format!("draw models.rlb/arm.msh {camera}"));
    assert!(run.text().contains("upper_m1o1") && run.text().contains("culled: beyond the left"), "{run}");
    assert!(run.stderr.contains("0 draw calls, 0 triangles; 3 of 3 nodes culled"), "{run}");
    let run = room.fine("draw models.rlb/arm.msh --level 2");
    assert!(run.text().contains("nothing at this level") && run.text().contains("R_BASE"), "{run}");
    let run = room.fine("pick models.rlb/cube.msh --ray 3,0.1,0.5 --to 0,0,0.5 --joined");
    assert!(run.text().contains("cube_m1o1") && run.text().contains("B_SIDE"), "{run}");
    assert!(run.text().contains("12 triangles joined to the nearest"), "{run}");
    let run = room.fine("pick models.rlb/cube.msh --ray 3,3,3 --to 4,4,4");
    assert!(run.text().is_empty() && run.stderr.contains("hits nothing"), "{run}");
    for line in [
        format!("draw models.rlb/arm.msh {camera}"),
        "pick models.rlb/cube.msh --ray 3,0.1,0.5 --to 0,0,0.5 --joined".into(),
        "pick models.rlb/cube.msh --walk".into(),
        "pick land_min.msh --ray 7,2,10 --to 7,2,0".into(),
    ] {
        let run = room.fine(&format!("--lang ru {line}"));
        let heads = run.text().lines().next().unwrap();
        assert!(heads.split("  ").all(|head| head.trim().is_empty() || is_cyrillic(head)), "{run}");
    }
}

#[test]
fn what_cannot_be_drawn_or_hit_is_an_error_with_a_code() {
    let room = room();
    for (line, code) in [
        ("draw models.rlb", "draw.no-model"),
        ("draw models.rlb/arm.wea", "draw.no-model"),
        ("draw land_min.msh", "draw.no-model"),
        ("draw models.rlb/arm.msh --camera 0,0,0", "draw.camera"),
        ("draw models.rlb/arm.msh --camera 0,-9,0 --fov 180", "draw.camera"),
        ("draw models.rlb/arm.msh --camera 0,-9,0 --near 5 --far 5", "draw.camera"),
        ("draw models.rlb/arm.msh --camera 0,-9,0 --aspect 4:0", "draw.camera"),
        ("draw models.rlb/arm.msh --camera 0,-9", "cli.usage"),
        ("draw models.rlb/arm.msh --camera 0,-9,nan", "cli.usage"),
        ("draw models.rlb/arm.msh --target 0,0,0", "cli.usage"),
        ("draw models.rlb/arm.msh --state 3", "cli.usage"),
        ("draw models.rlb/arm.msh --level 5", "cli.usage"),
        ("draw models.rlb/arm.msh --inside --level 1", "cli.usage"),
        ("draw models.rlb/arm.msh --placement 1,2", "cli.usage"),
        ("draw models.rlb/arm.msh --time inf", "cli.usage"),
        ("draw cyclic_parent.msh", "msh.parent-cycle"),
        ("draw index_range.msh --tolerant", "msh.batch-indices"),
        ("draw none.msh", "io.not-found"),
        ("pick models.rlb/arm.wea --walk", "pick.no-model"),
        ("pick models.rlb/arm.msh", "cli.usage"),
        ("pick models.rlb/arm.msh --ray 0,0,9", "cli.usage"),
        ("pick models.rlb/arm.msh --ray 0,0,9 --to 0,0,0 --direction 0,0,1", "cli.usage"),
        ("pick models.rlb/arm.msh --ray 0,0,9 --to 0,0,0 --walk", "cli.usage"),
        ("pick models.rlb/arm.msh --ray 0,0,9 --to 0,0,9", "pick.ray"),
        ("pick models.rlb/arm.msh --ray 0,0,9 --direction 0,0,0", "pick.ray"),
        ("pick models.rlb/arm.msh --walk --exclude 0x10000", "cli.usage"),
        ("pick models.rlb/arm.msh --walk --rounds --exclude 1", "cli.usage"),
        ("pick land_min.msh --walk --rounds", "pick.no-rounds"),
        ("pick cyclic_parent.msh --walk", "msh.parent-cycle"),
    ] {
        let run = room.relict(line).ended(2);
        assert!(run.stderr.contains(&format!("[{code}]")), "{run}");
    }
    room.fine("draw cyclic_parent.msh --tolerant");
    room.fine("pick cyclic_parent.msh --tolerant --walk");
}
