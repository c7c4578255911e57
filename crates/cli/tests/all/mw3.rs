//! The archives of MechWarrior 3 and Pirate's Moon through the program: apart and together again, edited in every form that
//! people edit, and damaged.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::judges;

use crate::common::{Room, fixtures, items};
use serde_json::{Value, json};
use std::fs;

const GOOD: [&str; 9] = [
    "mechlib_mw.zbd",
    "mechlib_pm.zbd",
    "mini_mw.zbd",
    "mini_pm.zbd",
    "motion_mw.zbd",
    "motion_pm.zbd",
    "reader_mw.zbd",
    "reader_pm.zbd",
    "rmechtex.zbd",
];

fn room() -> Room {
    let room = Room::new();
    GOOD.iter().for_each(|name| drop(room.take(&format!("mw3/{name}"))));
    room
}

/// What `relict diff` says: path and field of each difference.
fn differences(room: &Room, a: &str, b: &str) -> Vec<(String, String)> {
    let told = room.relict(&format!("diff --json {a} {b}")).ended(1).json();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    items(&told["differences"]).iter().map(|one| (text(&one["path"]), text(&one["field"]))).collect()
}

/// The bytes that differ.
fn bytes_that_differ(room: &Room, a: &str, b: &str) -> usize {
    let (a, b) = (room.read(a), room.read(b));
    assert_eq!(a.len(), b.len());
    a.iter().zip(&b).filter(|(a, b)| a != b).count()
}

#[test]
fn every_good_archive_is_taken_apart_and_packs_to_the_same_bytes() {
    let room = room();
    for name in GOOD {
        room.fine(&format!("unpack {name} {name}.work"));
        room.fine(&format!("pack {name}.work {name}.packed"));
        assert!(room.read(&format!("{name}.packed")) == room.read(name), "{name}");
        room.fine(&format!("unpack --raw {name} {name}.raw"));
        room.fine(&format!("pack {name}.raw {name}.packed --force"));
        assert!(room.read(&format!("{name}.packed")) == room.read(name), "{name}, raw");
    }
}

#[test]
fn a_model_stands_in_the_folder_as_gltf_and_as_json() {
    let room = room();
    room.fine("unpack mechlib_mw.zbd work");
    for file in ["mech_alpha.flt.glb", "mech_alpha.flt.json", "materials.json"] {
        assert!(room.at("work").join(file).is_file(), "{file}");
    }
}

#[test]
fn another_colour_of_a_material_changes_that_colour_alone() {
    let room = room();
    for game in ["mw", "pm"] {
        room.fine(&format!("unpack mechlib_{game}.zbd {game}"));
        let mut changed = 0;
        room.edit(&format!("{game}/materials.json"), |json| {
            let materials = json["document"]["materials"].as_array_mut().unwrap();
            let plain = materials.iter().position(|one| one["texture"].is_null()).unwrap();
            materials[plain]["surface"]["colour"][1] = json!(77.0);
            changed = plain;
        });
        room.fine(&format!("pack {game} {game}.zbd"));
        let found = differences(&room, &format!("mechlib_{game}.zbd"), &format!("{game}.zbd"));
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].0, "materials");
        assert!(found[0].1.contains(&format!("materials[{changed}].surface.colour")), "{found:?}");
        assert!(bytes_that_differ(&room, &format!("mechlib_{game}.zbd"), &format!("{game}.zbd")) <= 4);
    }
}

#[test]
fn another_number_of_a_model_changes_that_number_alone() {
    let room = room();
    room.fine("unpack mechlib_pm.zbd work");
    room.edit("work/mech_alpha.flt.json", |json| {
        json["document"]["nodes"][2]["object"]["matrix"][3][1] = json!(5.5);
    });
    room.fine("pack work new.zbd");
    let found = differences(&room, "mechlib_pm.zbd", "new.zbd");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].1.contains("nodes[2].object.matrix"), "{found:?}");
    assert!(bytes_that_differ(&room, "mechlib_pm.zbd", "new.zbd") <= 4);
}

#[test]
fn a_vertex_that_another_program_moved_changes_itself_and_the_boxes_around_it() {
    if !judges::available() {
        return;
    }
    let room = room();
    for game in ["mw", "pm"] {
        room.fine(&format!("unpack mechlib_{game}.zbd {game}"));
        let glb = room.at(&format!("{game}/mech_alpha.flt.glb"));
        fs::rename(&glb, room.at("before.glb")).unwrap();
        judges::move_vertex(&room.at("before.glb"), &glb, "hip", 0, [-2.0, -3.0, -4.0]);
        let packed = room.fine(&format!("pack {game} {game}.zbd --json")).json();
        assert_eq!(packed["changed"], json!(["mech_alpha.flt"]));
        room.fine(&format!("check {game}.zbd"));
        let found = differences(&room, &format!("mechlib_{game}.zbd"), &format!("{game}.zbd"));
        // In glTF a corner has as many vertices as faces with normals of their own meet in it. One of them went, so the
        // polygon that it is of has a vertex of its own now, and the others keep theirs.
        let follows = ["header.vertex_count", "header.center", "header.radius", "vertices[", "_box"];
        for (path, field) in &found {
            assert_eq!(path, "mech_alpha.flt");
            assert!(follows.iter().any(|part| field.contains(part)), "{field}");
        }
        let hip = |part: &str| found.iter().filter(|(_, field)| field.contains(part)).count();
        assert_eq!((hip(".mesh.vertices["), hip(".mesh.corners[")), (1, 1), "{found:?}");
    }
}

#[test]
fn motions_are_clips_of_the_mech_that_they_are_named_for() {
    let room = room();
    let told = room.fine("convert mechlib_mw.zbd/mech_alpha.flt x.glb --motions motion_mw.zbd --json").json();
    assert_eq!(told["remarks"][0]["what"], "motion-parts", "{told}");
    let info = |glb: &str| {
        let bytes = room.read(glb);
        let size = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
        serde_json::from_slice::<Value>(&bytes[20..20 + size]).unwrap()
    };
    let names = |gltf: &Value| -> Vec<String> {
        items(&gltf["animations"]).iter().map(|clip| clip["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&info("x.glb")), ["alpha_walk", "alpha_idle", "alpha_jump"]);
    room.fine(
        "convert mechlib_mw.zbd/mech_alpha.flt y.glb --motions motion_mw.zbd/alpha_walk --rotation-only all",
    );
    let gltf = info("y.glb");
    assert_eq!(names(&gltf), ["alpha_walk"]);
    let paths = items(&gltf["animations"][0]["channels"]).iter().map(|one| &one["target"]["path"]);
    assert!(paths.clone().count() > 3 && paths.into_iter().all(|path| path == "rotation"));
    let run = room.relict("convert mechlib_mw.zbd/cockpit_gamma.flt z.glb --motions motion_mw.zbd").ended(2);
    assert!(run.stderr.contains("error[model.motions]"), "{run}");
    let run = room
        .relict("convert mechlib_mw.zbd/mech_alpha.flt z.glb --motions mechlib_mw.zbd/materials")
        .ended(2);
    assert!(run.stderr.contains("error[model.motion]"), "{run}");
    let run = room.relict("convert mechlib_mw.zbd/materials z.json --motions motion_mw.zbd").ended(2);
    assert!(run.stderr.contains("--motions"), "{run}");
    if judges::available() {
        judges::validate(&[room.at("x.glb"), room.at("y.glb")]);
    }
}

#[test]
fn every_damaged_archive_gets_an_answer_and_what_can_be_kept_is_kept() {
    let cases: Value =
        serde_json::from_slice(&fs::read(fixtures().join("mw3/bad/cases.json")).unwrap()).unwrap();
    let cases = items(&cases["cases"]);
    assert_eq!(cases.len(), 101);
    let room = Room::new();
    for case in cases {
        let name = room.take(&format!("mw3/bad/{}", case["file"].as_str().unwrap()));
        let run = room.relict(&format!("check --json {name}"));
        let told = run.json();
        let verdict = case["verdict"].as_str().unwrap();
        let errors = items(&told["findings"]).iter().filter(|one| one["severity"] == "error").count();
        match verdict {
            "reject" => assert!(run.code == Some(1) && errors > 0, "{name}: {run}"),
            _ => assert!(run.code == Some(0) || run.code == Some(1), "{name}: {run}"),
        }
        // Tolerantly, what can be opened comes back.
        let run = room.relict(&format!("unpack --tolerant {name} {name}.work"));
        match run.code {
            Some(0) => {
                room.fine(&format!("pack {name}.work {name}.packed"));
                assert!(room.read(&format!("{name}.packed")) == room.read(&name), "{name}");
            }
            _ => assert!(run.stderr.contains("error[") && verdict.starts_with("reject"), "{name}: {run}"),
        }
    }
}
