//! `relict pose`: the matrices of the fixtures, for programs and for people.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common;

use crate::common::{Room, is_cyrillic, items};
use serde_json::{Value, json};

/// The models of the fixtures; what draws and picks is asked about the same ones.
pub(crate) fn room() -> Room {
    let room = Room::new();
    room.take("ngi-models/models.rlb");
    room.take("ngi-models/land_min.msh");
    for name in ["cyclic_parent.msh", "index_range.msh"] {
        room.take(&format!("ngi-models/bad/{name}"));
    }
    room
}

pub(crate) fn expected(name: &str) -> Value {
    let path = common::fixtures().join(format!("ngi-models/expected/{name}.json"));
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

/// Sixteen numbers against three rows of four, of which the last is left out.
#[track_caller]
fn assert_same(found: &Value, wanted: &Value, what: &str) {
    let (found, wanted) = (items(found), items(wanted).iter().flat_map(items));
    assert_eq!(found.len(), 16);
    assert_eq!(found[12..], [json!(0.0), json!(0.0), json!(0.0), json!(1.0)], "{what}");
    for (found, wanted) in found.iter().zip(wanted) {
        assert!(
            (found.as_f64().unwrap() - wanted.as_f64().unwrap()).abs() <= 2e-4,
            "{what}: {found} {wanted}"
        );
    }
}

#[test]
fn poses_are_those_of_the_engine() {
    let room = room();
    for name in ["arm", "round", "cube", "full"] {
        let expected = expected(name);
        for pose in items(&expected["poses"]) {
            let line = format!("pose --json models.rlb/{name}.msh --time {}", pose["time"]);
            let (plain, engine) = (room.fine(&line).json(), room.fine(&format!("{line} --engine")).json());
            assert_eq!(plain["path"], format!("models.rlb/{name}.msh"));
            assert_eq!(plain["time"].as_f64(), pose["time"].as_f64());
            for (i, wanted) in items(&pose["nodes"]).iter().enumerate() {
                let (node, told) = (&plain["nodes"][i], &expected["nodes"][i]);
                assert_eq!(
                    (&node["index"], &node["name"], &node["parent"]),
                    (&json!(i), &told["name"], &told["parent"])
                );
                assert_same(&node["local"], &wanted["local"], &line);
                assert_same(&node["world"], &wanted["model"], &line);
                assert_same(&engine["nodes"][i]["world"], &wanted["engine_model"], &line);
            }
        }
        let rest = room.fine(&format!("pose --json models.rlb/{name}.msh --rest")).json();
        assert_eq!(rest["time"], Value::Null);
        for (node, wanted) in items(&rest["nodes"]).iter().zip(items(&expected["rest_model_matrices"])) {
            assert_same(&node["world"], wanted, name);
        }
    }
}

#[test]
fn two_moments_are_blended() {
    let room = room();
    for blend in items(&expected("arm")["blends"]) {
        let of = |key: &str| blend[key].to_string();
        let line = format!(
            "pose --json models.rlb/arm.msh --time {} --blend {} --weight {}",
            of("time_a"),
            of("time_b"),
            of("weight")
        );
        let answer = room.fine(&line).json();
        let node = usize::try_from(blend["node"].as_u64().unwrap()).unwrap();
        assert_same(&answer["nodes"][node]["local"], &blend["local"], &line);
    }
}

#[test]
fn people_get_a_table_in_their_language() {
    let room = room();
    let table = room.fine("pose models.rlb/arm.msh --time 4");
    let lines: Vec<_> = table.text().lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 5, "{table}");
    assert!(lines[3].contains("upper_m1o1") && lines[3].contains("180.0°"), "{table}");
    assert!(is_cyrillic(room.fine("pose --lang ru models.rlb/arm.msh --time 4").text()));
    assert!(is_cyrillic(room.fine("pose --lang ru --help").text()));
}

#[test]
fn what_has_no_pose_is_an_error_with_a_code() {
    let room = room();
    for (line, code) in [
        ("models.rlb/arm.msh --time nan", "pose.time"),
        ("models.rlb/arm.msh --time inf", "pose.time"),
        ("models.rlb/arm.msh --time -1 --blend -2 --weight 0.5", "pose.time"),
        ("models.rlb/arm.msh --time 1 --blend 2 --weight nan", "pose.time"),
        ("models.rlb/arm.msh", "cli.usage"),
        ("models.rlb/arm.msh --time 1 --rest", "cli.usage"),
        ("models.rlb/arm.msh --time 1 --blend 2", "cli.usage"),
        ("models.rlb/arm.wea --time 1", "pose.no-model"),
        ("models.rlb --time 1", "pose.no-model"),
        ("land_min.msh --time 1", "pose.no-model"),
        ("models.rlb/arm.msh/Res3 --time 1", "file.unknown-format"),
        ("cyclic_parent.msh --time 1", "msh.parent-cycle"),
        ("index_range.msh --time 1", "msh.batch-indices"),
        ("index_range.msh --time 1 --tolerant", "msh.batch-indices"),
        ("none.msh --time 1", "io.not-found"),
    ] {
        let run = room.relict(&format!("pose {line}")).ended(2);
        assert!(run.stderr.contains(&format!("[{code}]")), "{run}");
    }
    let run = room.relict("pose index_range.msh --time 1").ended(2);
    assert!(run.stderr.contains("streams.batches[0].index_start"), "{run}");
    room.fine("pose cyclic_parent.msh --time 1 --tolerant");
}

#[test]
fn what_is_no_moment_is_told_in_the_language_of_who_asks() {
    let room = room();
    for (line, told) in [("--time nan", "--time"), ("--time -1 --blend -2 --weight 0.5", "-1, -2; 0.5")] {
        let run = room.relict(&format!("pose --lang ru models.rlb/arm.msh {line}")).ended(2);
        let message = run.stderr.lines().next().unwrap();
        assert!(is_cyrillic(message) && message.contains(told) && !message.contains("wanted"), "{run}");
    }
}

#[test]
fn a_model_and_ground_are_told_in_words() {
    let room = room();
    for (path, kind, english, russian) in [
        ("models.rlb/arm.msh", "model", "kind: model", "вид: модель"),
        ("land_min.msh", "terrain", "kind: terrain", "вид: ландшафт карты"),
    ] {
        assert_eq!(room.fine(&format!("info --json {path}")).json()["summary"]["kind"], kind);
        for (language, told) in [("en", english), ("ru", russian)] {
            let run = room.fine(&format!("info --lang {language} {path}"));
            assert!(run.text().contains(told), "{run}");
        }
    }
}
