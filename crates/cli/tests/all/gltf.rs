//! Models out to glTF and OBJ and back, and what other people's programs say to it.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::judges;

use crate::common::{Room, items};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

/// Which part of a model is wanted. One that a model lacks may be refused.
const SHOWN: [&str; 4] = ["", "--all", "--level 1", "--state 1"];

/// The sample data and the fixtures.
fn room() -> Room {
    let room = Room::new();
    room.fine("sample game");
    for name in ["models.rlb", "arm_direct.msh", "land_min.msh"] {
        room.take(&format!("ngi-models/{name}"));
    }
    for name in ["mechlib_mw.zbd", "mechlib_pm.zbd", "rmechtex.zbd", "motion_mw.zbd", "motion_pm.zbd"] {
        room.take(&format!("mw3/{name}"));
    }
    room
}

/// The paths of all models in it, those inside of archives too.
fn models(room: &Room) -> Vec<String> {
    let places = ["game", "models.rlb", "mechlib_mw.zbd", "mechlib_pm.zbd"];
    let listed = places.map(|path| room.fine(&format!("ls -r --json {path}")).json());
    let entries = listed.iter().flat_map(|list| items(&list["entries"]));
    let found = entries.filter(|entry| ["ngi.msh", "mw3.model"].iter().any(|id| entry["format"] == *id));
    let mut paths: Vec<String> = found.map(|entry| entry["path"].as_str().unwrap().to_owned()).collect();
    paths.extend(["arm_direct.msh", "land_min.msh"].map(str::to_owned));
    assert!(paths.len() >= 25, "{paths:?}");
    paths
}

/// A model that was written, in a folder of its own.
#[derive(Clone)]
struct Written {
    model: String,
    file: String,
    options: &'static str,
}

/// Every model as `NAME.ending`, in every way of [`SHOWN`].
fn write_all(room: &Room, ending: &str) -> Vec<Written> {
    let mut written = vec![];
    for (i, model) in models(room).into_iter().enumerate() {
        for (j, options) in SHOWN.into_iter().enumerate() {
            let folder = format!("{ending}-{i}-{j}");
            fs::create_dir(room.at(&folder)).unwrap();
            let file = format!("{folder}/model.{ending}");
            let run = room.relict(&format!("convert {model} {file} {options}"));
            if run.code == Some(0) {
                written.push(Written { model: model.clone(), file, options });
                continue;
            }
            // The arm has every level and state, and every model has something.
            assert!(options.starts_with("--level") || options.starts_with("--state"), "{run}");
            assert!(!model.contains("arm"), "{run}");
            assert!(run.stderr.contains("error["), "{run}");
            assert_eq!(fs::read_dir(room.at(&folder)).unwrap().count(), 0, "{run}");
        }
    }
    written
}

/// The JSON of a .glb: behind twelve bytes of header and eight of the chunk's.
fn json_of(glb: &[u8]) -> Value {
    assert_eq!((&glb[..4], &glb[16..20]), (&b"glTF"[..], &b"JSON"[..]));
    let size = usize::try_from(u32::from_le_bytes(glb[12..16].try_into().unwrap())).unwrap();
    serde_json::from_slice(&glb[20..20 + size]).unwrap()
}

#[test]
fn ground_wears_the_table_that_lies_beside_it() {
    let room = room();
    let worn = |model: &str| {
        room.fine(&format!("convert {model} ground.glb --force"));
        let json = json_of(&fs::read(room.at("ground.glb")).unwrap());
        let name = |material: &Value| material["name"].as_str().unwrap().to_owned();
        (items(&json["materials"]).iter().map(name).collect::<Vec<_>>(), items(&json["images"]).len())
    };
    // Three kinds of ground, two of which lie over others, and water; three microtextures besides their textures.
    let (table, images) = worn("game/parkan/Land.msh");
    let wanted = ["GRASS", "ROCK", "SAND", "WATER", "ROCK_over", "SAND_over"].map(String::from);
    assert_eq!((table.as_slice(), images), (&wanted[..], 7));
    fs::remove_file(room.at("game/parkan/Land2.wea")).unwrap();
    assert_eq!(worn("game/parkan/Land.msh"), (table.clone(), 4));
    // The table of materials may also have the name of the ground.
    fs::rename(room.at("game/parkan/Land1.wea"), room.at("game/parkan/Land.wea")).unwrap();
    assert_eq!(worn("game/parkan/Land.msh"), (table, 4));
    fs::remove_file(room.at("game/parkan/Land.wea")).unwrap();
    let (numbered, images) = worn("game/parkan/Land.msh");
    assert!(numbered.iter().all(|name| name.starts_with("material_")) && images == 0, "{numbered:?}");
}

/// How many triangles the nodes of a scene show, without those that are blended over others.
fn triangles(gltf: &Value) -> u64 {
    let meshes = items(&gltf["nodes"]).iter().filter_map(|node| node["mesh"].as_u64());
    let meshes = meshes.map(|mesh| &gltf["meshes"][usize::try_from(mesh).unwrap()]);
    let primitives = meshes.flat_map(|mesh| items(&mesh["primitives"]));
    let primitives = primitives.filter(|primitive| primitive["extras"]["relict"]["over"] != true);
    let count = |primitive: &Value| {
        let indices = usize::try_from(primitive["indices"].as_u64().unwrap()).unwrap();
        gltf["accessors"][indices]["count"].as_u64().unwrap()
    };
    primitives.map(count).sum::<u64>() / 3
}

#[test]
fn the_validator_has_nothing_to_say_about_any_model() {
    let room = room();
    let written = ["glb", "gltf"].map(|ending| write_all(&room, ending)).concat();
    if judges::available() {
        judges::validate(&written.iter().map(|written| room.at(&written.file)).collect::<Vec<PathBuf>>());
    }
}

#[test]
fn the_arm_has_its_nodes_and_its_clip() {
    let room = room();
    room.fine("convert models.rlb/arm.msh arm.glb");
    let gltf = json_of(&room.read("arm.glb"));
    let names: BTreeSet<&str> =
        items(&gltf["nodes"]).iter().filter_map(|node| node["name"].as_str()).collect();
    for name in ["base_m1o1", "upper_m1o1", "fore_m1o1"] {
        assert!(names.contains(name), "{names:?}");
    }
    assert_eq!(items(&gltf["animations"]).len(), 1, "{gltf}");
    assert_eq!(triangles(&gltf), 36, "three boxes");
}

#[test]
fn an_obj_has_the_triangles_of_the_glb_and_no_index_beyond_its_lists() {
    let room = room();
    for model in models(&room) {
        room.fine(&format!("convert {model} model.obj --force"));
        room.fine(&format!("convert {model} model.glb --force"));
        let text = String::from_utf8(room.read("model.obj")).unwrap();
        let lines = |word: &str| {
            let word = word.to_owned();
            text.lines().filter_map(move |line| line.strip_prefix(&*word)?.strip_prefix(' '))
        };
        let most = ["v", "vt", "vn"].map(|list| lines(list).count());
        for corner in lines("f").flat_map(str::split_whitespace) {
            for (index, most) in corner.split('/').zip(most).filter(|(index, _)| !index.is_empty()) {
                assert!((1..=most).contains(&index.parse().unwrap()), "{model}: {corner} of {most}");
            }
        }
        for library in lines("mtllib") {
            assert!(room.at(library).is_file(), "{model}: {library}");
        }
        assert!(lines("f").all(|face| face.split_whitespace().count() == 3), "{model}");
        let drawn = u64::try_from(lines("f").count()).unwrap();
        assert_eq!(drawn, triangles(&json_of(&room.read("model.glb"))), "{model}");
    }
}

/// Turns `file` back into a model, into the one that it came from and by itself; both must be the model it came from.
#[track_caller]
fn assert_comes_back(room: &Room, written: &Written, file: &str) {
    let model = &written.model;
    let ending = if model.contains(".flt") { "flt" } else { "msh" };
    let (original, back) = (format!("original.{ending}"), format!("back.{ending}"));
    room.fine(&format!("convert {model} {original} --force"));
    for like in [format!("--like {model}"), String::new()] {
        let run = room.fine(&format!("convert {file} {back} --force {like}"));
        let same = room.read(&back) == room.read(&original);
        assert!(same, "{model} {} by way of {file}: other bytes\n{run}", written.options);
    }
}

#[test]
fn a_model_that_nobody_edited_comes_back_as_the_same_bytes() {
    let room = room();
    for ending in ["glb", "gltf"] {
        for written in write_all(&room, ending) {
            assert_comes_back(&room, &written, &written.file);
        }
    }
}

#[test]
fn so_it_does_when_another_program_wrote_the_file_anew() {
    if !judges::available() {
        return;
    }
    let room = room();
    let written = ["glb", "gltf"].map(|ending| write_all(&room, ending)).concat();
    let anew = |written: &Written| format!("{}.anew.glb", written.file);
    let pairs: Vec<_> = written.iter().map(|w| (room.at(&w.file), room.at(&anew(w)))).collect();
    judges::rewrite(&pairs);
    for written in &written {
        assert_comes_back(&room, written, &anew(written));
    }
}

/// The streams of a model by their type, as bytes.
fn streams(room: &Room, file: &str) -> BTreeMap<u64, Vec<u8>> {
    let bytes = room.read(file);
    let listed = room.fine(&format!("ls --json {file}")).json();
    let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
    let stream = |entry: &Value| {
        let (offset, size) = (number(&entry["offset"]), number(&entry["size"]));
        (entry["attributes"]["type"].as_u64().unwrap(), bytes[offset..offset + size].to_vec())
    };
    items(&listed["entries"]).iter().map(stream).collect()
}

const BOUNDS: u64 = 2;
const POSITIONS: u64 = 3;
const FACES: u64 = 7;

/// The positions in a stream.
fn places(stream: &[u8]) -> Vec<[f32; 3]> {
    let float = |bytes: &[u8]| f32::from_le_bytes(bytes.try_into().unwrap());
    stream.chunks_exact(12).map(|v| [float(&v[..4]), float(&v[4..8]), float(&v[8..])]).collect()
}

/// The node of a .glb that shows what `name` shows: itself, or a part of it named after the variant.
fn holder(gltf: &Value, name: &str) -> String {
    let names = [name.to_owned(), format!("{name}_state0_lod0")];
    let mut nodes = items(&gltf["nodes"]).iter().filter(|node| node.get("mesh").is_some());
    let found = nodes.find_map(|node| names.iter().find(|name| node["name"] == **name));
    found.unwrap_or_else(|| panic!("{name} shows nothing: {}", gltf["nodes"])).clone()
}

#[test]
fn a_moved_vertex_changes_its_place_the_bounds_and_the_faces_and_nothing_else() {
    if !judges::available() {
        return;
    }
    let room = room();
    let before = streams(&room, "arm_direct.msh");
    for options in ["", "--all"] {
        room.fine(&format!("convert arm_direct.msh arm.glb --force {options}"));
        let node = holder(&json_of(&room.read("arm.glb")), "base_m1o1");
        // A corner goes outwards, by what floats hold exactly.
        let moved =
            judges::move_vertex(&room.at("arm.glb"), &room.at("moved.glb"), &node, 0, [-0.25, -0.5, 0.125]);
        room.fine("convert moved.glb back.msh --force --like arm_direct.msh");
        room.fine("check back.msh");

        let after = streams(&room, "back.msh");
        assert!(before.keys().eq(after.keys()), "{options}: other streams");
        let changed: Vec<u64> = before.keys().copied().filter(|kind| before[kind] != after[kind]).collect();
        assert_eq!(changed, [BOUNDS, POSITIONS, FACES], "{options}");
        assert_eq!(room.read("back.msh").len(), room.read("arm_direct.msh").len());

        // One place, and it is where the other program put it; here z is up, there it is y.
        let all = places(&before[&POSITIONS]).into_iter().zip(places(&after[&POSITIONS]));
        let moves: Vec<_> = all.filter(|(before, after)| before != after).collect();
        let z_up = |[x, y, z]: [f32; 3]| [x, -z, y];
        assert_eq!(moves, [(z_up(moved.before), z_up(moved.after))], "{options}: {moved:?}");

        // The program says the same.
        let told = room.relict("diff --json arm_direct.msh back.msh").ended(1).json();
        let paths: BTreeSet<&str> =
            items(&told["differences"]).iter().map(|d| d["path"].as_str().unwrap()).collect();
        let kinds = room.fine("ls --json arm_direct.msh").json();
        let wanted = items(&kinds["entries"])
            .iter()
            .filter(|e| changed.iter().any(|kind| e["attributes"]["type"] == json!(kind)));
        let wanted: BTreeSet<&str> =
            wanted.map(|e| e["path"].as_str().unwrap().split_once('/').unwrap().1).collect();
        assert_eq!(paths, wanted, "{told}");
    }
}

#[test]
fn in_a_folder_an_edited_model_changes_its_entry_alone() {
    let room = room();
    room.fine("unpack game/parkan/units.rlb work");
    room.fine("pack work same.rlb");
    assert_eq!(room.read("same.rlb"), room.read("game/parkan/units.rlb"));
    if !judges::available() {
        return;
    }
    fs::rename(room.at("work/tank.msh.glb"), room.at("before.glb")).unwrap();
    let edited = room.at("work/tank.msh.glb");
    judges::move_vertex(&room.at("before.glb"), &edited, "gun_m1o1", 3, [0.0, 0.25, 0.0]);
    let packed = room.fine("pack work new.rlb --json").json();
    assert_eq!(packed["changed"], json!(["tank.msh"]));
    assert_eq!(packed["reshaped"][0]["path"], "tank.msh");
    room.fine("check new.rlb");
    let told = room.relict("diff --json game/parkan/units.rlb new.rlb").ended(1).json();
    let paths: BTreeSet<&str> =
        items(&told["differences"]).iter().map(|d| d["path"].as_str().unwrap()).collect();
    assert!(paths.iter().all(|path| path.starts_with("tank.msh/")), "{paths:?}");
    // Written anew by another program and not edited, it is the same model.
    judges::rewrite(&[(room.at("before.glb"), edited)]);
    let packed = room.fine("pack work again.rlb --json").json();
    assert_eq!(packed["changed"], json!([]));
    assert_eq!(room.read("again.rlb"), room.read("game/parkan/units.rlb"));
}

#[test]
fn names_that_programs_change_are_still_known() {
    let room = room();
    let model = "game/parkan/units.rlb/bunker.msh";
    // Letters of any alphabet, and two models in one folder.
    room.fine(&format!("convert {model} Бункер.gltf"));
    room.fine("convert game/parkan/units.rlb/tank.msh Танк.gltf");
    room.fine("convert Бункер.gltf back.msh");
    room.fine(&format!("convert {model} original.msh"));
    assert_eq!(room.read("back.msh"), room.read("original.msh"));
    let text = String::from_utf8(room.read("Бункер.gltf")).unwrap();
    assert!(text.is_ascii() || !text.contains("\"uri\": \"Б"), "addresses are plain");
}

#[test]
fn an_original_that_cannot_be_is_refused() {
    let room = room();
    room.fine("convert arm_direct.msh arm.gltf");
    let run = room.relict("convert arm.gltf x.msh --like models.rlb").ended(2);
    assert!(run.stderr.contains("error[model.unlike]"), "{run}");
    let text = String::from_utf8(room.read("arm.gltf")).unwrap();
    let (start, rest) = text.split_once("\"source\":").unwrap();
    let (_, end) = rest.split_once('"').and_then(|(_, rest)| rest.split_once('"')).unwrap();
    room.write("arm.gltf", format!("{start}\"source\":\"@@@\"{end}").as_bytes());
    let run = room.relict("convert arm.gltf x.msh").ended(2);
    assert!(run.stderr.contains("error[model.source]"), "{run}");
    room.fine("convert arm.gltf x.msh --like arm_direct.msh");
    assert_eq!(room.read("x.msh"), room.read("arm_direct.msh"));
}

#[cfg(unix)]
#[test]
fn a_device_beside_a_model_is_no_file() {
    let room = room();
    room.fine("convert arm_direct.msh arm.gltf");
    fs::remove_file(room.at("arm.bin")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", room.at("arm.bin")).unwrap();
    let run = room.relict("convert arm.gltf x.msh").ended(2);
    assert!(run.stderr.contains("error[model.file]"), "{run}");
}

#[test]
fn without_an_original_a_new_model_is_made_and_that_is_said() {
    let room = room();
    room.fine("convert models.rlb/arm.msh arm.glb --bare --all");
    let told = room.fine("convert arm.glb new.msh --json").json();
    assert_eq!(told["remarks"][0]["what"], "new", "{told}");
    room.fine("check new.msh");
}

#[test]
fn a_look_that_a_model_lacks_is_refused_with_those_that_it_has() {
    let room = room();
    let run = room.relict("convert models.rlb/cube.msh cube.glb --level 3").ended(2);
    assert!(run.stderr.contains("error[model.look]"), "{run}");
    assert!(run.stderr.contains("--state 0 --level 0"), "{run}");
    assert!(!room.at("cube.glb").exists());
}
