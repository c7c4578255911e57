//! Models as glTF and back.

use crate::common::{Dice, LIMIT, bits, extras, full, part, picture, shape};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use relict_core::scene::{Clip, Material, Mesh, Node, Part, Placement, Scene, Texture, Track, Up, Variant};
use relict_exchange::gltf::{self, GltfError, Read};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};

fn nothing(_: &str) -> Option<Vec<u8>> {
    None
}

fn read(bytes: &[u8]) -> Result<Read, GltfError> {
    gltf::read(bytes, Up::Y, LIMIT, &nothing)
}

/// List by list, so that a difference can be read.
fn same(one: &Scene, other: &Scene) {
    assert_eq!(one.nodes, other.nodes);
    assert_eq!(one.materials, other.materials);
    assert_eq!(one.meshes, other.meshes);
    assert_eq!(one.clips, other.clips);
    assert_eq!(one, other);
    assert_eq!(bits(one), bits(other));
}

/// The JSON of a glb, and its numbers.
fn halves(glb: &[u8]) -> (Value, Vec<u8>) {
    let word = |at: usize| u32::from_le_bytes([glb[at], glb[at + 1], glb[at + 2], glb[at + 3]]) as usize;
    let json = &glb[20..20 + word(12)];
    let rest = glb.get(28 + word(12)..).unwrap_or_default();
    (serde_json::from_slice(json).expect("JSON"), rest.to_vec())
}

/// A document of text, with its numbers in it.
fn document(mut json: Value, numbers: &[u8]) -> Vec<u8> {
    let uri = format!("data:application/octet-stream;base64,{}", STANDARD.encode(numbers));
    json["asset"] = json!({ "version": "2.0" });
    json["buffers"] = json!([{ "byteLength": numbers.len(), "uri": uri }]);
    json.to_string().into_bytes()
}

/// A glb after `change`, as a document of text.
fn changed(glb: &[u8], change: impl Fn(&mut Value)) -> Vec<u8> {
    let (mut json, numbers) = halves(glb);
    change(&mut json);
    document(json, &numbers)
}

fn each(value: &mut Value, change: &dyn Fn(&mut serde_json::Map<String, Value>)) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| each(item, change)),
        Value::Object(items) => {
            change(items);
            items.values_mut().for_each(|item| each(item, change));
        }
        _ => {}
    }
}

/// One node with one triangle; `change` is for the rest.
fn triangle(change: impl Fn(&mut Value)) -> Vec<u8> {
    let mut json = json!({
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": [{ "mesh": 0, "name": "hull" }],
        "meshes": [{ "name": "m", "primitives": [{ "attributes": { "POSITION": 0 } }] }],
        "accessors": [{ "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3" }],
        "bufferViews": [{ "buffer": 0, "byteLength": 36 }],
    });
    change(&mut json);
    let numbers: Vec<u8> = (0..64).flat_map(|i| (i as f32).to_le_bytes()).collect();
    document(json, &numbers)
}

fn simple(parts: Vec<Part>) -> Scene {
    Scene {
        nodes: vec![Node { name: "hull".into(), shapes: vec![shape(0, 0, 0)], ..Node::default() }],
        meshes: vec![Mesh { name: "hull".into(), parts, ..Mesh::default() }],
        ..Scene::default()
    }
}

#[test]
fn a_scene_comes_back_bit_by_bit() {
    for up in [Up::Y, Up::Z] {
        let scene = full(up);
        let glb = gltf::to_glb(&scene).unwrap();
        assert_eq!(gltf::to_glb(&scene).unwrap(), glb, "the same bytes every time");
        let again = gltf::read(&glb, up, LIMIT, &nothing).unwrap();
        assert_eq!(again.ignored, [""; 0]);
        same(&again.scene, &scene);
    }
}

#[test]
fn a_scene_comes_back_from_several_files() {
    let scene = full(Up::Z);
    let files = gltf::to_gltf(&scene, "мой танк.v2").unwrap();
    let names: Vec<_> = files.beside.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        ["мой_танк.v2.bin", "мой_танк.v2_skin.0.png", "мой_танк.v2_light.png", "мой_танк.v2_Броня.png"]
    );
    let beside: HashMap<_, _> = files.beside.iter().cloned().collect();
    let again = gltf::read(&files.main, Up::Z, LIMIT, &|name| beside.get(name).cloned()).unwrap();
    assert_eq!(again.ignored, [""; 0]);
    same(&again.scene, &scene);
    let missing = gltf::read(&files.main, Up::Z, LIMIT, &nothing);
    assert_eq!(missing, Err(GltfError::Missing { uri: "мой_танк.v2.bin".into() }));
}

#[test]
fn a_glb_has_its_chunks_at_whole_words() {
    let glb = gltf::to_glb(&full(Up::Y)).unwrap();
    let word = |at: usize| u32::from_le_bytes(glb[at..at + 4].try_into().unwrap()) as usize;
    assert_eq!((&glb[..4], word(4), word(8)), (&b"glTF"[..], 2, glb.len()));
    let json = word(12);
    assert_eq!((json % 4, &glb[16..20]), (0, &b"JSON"[..]));
    assert_eq!((word(20 + json) + 28 + json, &glb[24 + json..28 + json]), (glb.len(), &b"BIN\0"[..]));
    let empty = gltf::to_glb(&Scene::default()).unwrap();
    assert!(!empty.windows(3).any(|window| window == b"BIN"));
    assert_eq!(read(&empty).unwrap().scene, Scene::default());
}

#[test]
fn names_are_distinct_and_plain_and_variants_are_below_their_node() {
    let (json, _) = halves(&gltf::to_glb(&full(Up::Y)).unwrap());
    let names: Vec<_> =
        json["nodes"].as_array().unwrap().iter().map(|n| n["name"].as_str().unwrap()).collect();
    assert_eq!(names[..5], ["hull", "hull_2", "a_b_1__c_d", "node_3", "Башня"]);
    assert_eq!(names[6..9], ["hull_state0_lod0", "line_end", "a b"]);
    let long = format!("{}_state3_lod3", "о".repeat(25));
    assert_eq!(names[9..], ["hull_state0_lod1", "hull_state1_lod0", long.as_str()]);
    assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
    assert_eq!(
        json["scenes"],
        json!([{ "name": "танк", "nodes": [0, 4], "extras": {
        "relict": { "game": "ngi", "источник": [1, 2.5, null, {"a": "b"}] } } }])
    );
    assert_eq!(json["nodes"][0]["children"], json!([1, 6, 9, 10]));
    assert_eq!(json["nodes"][9]["extras"]["relict"], json!({ "shape": true, "state": 0, "level": 1 }));
    assert_eq!(json["asset"], json!({ "generator": "Relict", "version": "2.0" }));
}

#[test]
fn names_tell_the_variants_where_extras_are_lost() {
    let scene = full(Up::Y);
    let bare = changed(&gltf::to_glb(&scene).unwrap(), |json| {
        each(json, &|items| drop(items.remove("extras")));
    });
    let again = read(&bare).unwrap().scene;
    let shapes = |scene: &Scene, node: usize| -> Vec<_> {
        scene.nodes[node].shapes.iter().map(|shape| shape.variant).collect()
    };
    assert_eq!(shapes(&again, 0), shapes(&scene, 0));
    assert_eq!(shapes(&again, 5), shapes(&scene, 5), "also where the name is cut");
    assert_eq!(again.nodes[2].name, "a_b_1__c_d");
    // What looks like a variant of its parent now is one.
    assert_eq!(again.nodes.len(), scene.nodes.len() - 1);
}

#[test]
fn a_node_that_was_renamed_keeps_its_new_name() {
    let glb = gltf::to_glb(&full(Up::Y)).unwrap();
    let renamed = changed(&glb, |json| json["nodes"][2]["name"] = "turret.001".into());
    assert_eq!(read(&renamed).unwrap().scene.nodes[2].name, "turret.001");
}

#[test]
fn a_further_mesh_that_was_moved_is_carried_back() {
    let mut scene = simple(vec![part(&mut Dice(1), 4)]);
    scene.meshes.push(Mesh { name: "far".into(), parts: vec![part(&mut Dice(2), 4)], ..Mesh::default() });
    scene.nodes[0].shapes.push(shape(0, 1, 1));
    let glb = gltf::to_glb(&scene).unwrap();
    let moved =
        read(&changed(&glb, |json| json["nodes"][1]["translation"] = json!([1.0, 0.0, 0.0]))).unwrap();
    assert_eq!(moved.scene.nodes.len(), 1);
    assert_eq!(moved.scene.nodes[0].shapes, scene.nodes[0].shapes);
    let (new, old) = (&moved.scene.meshes[1].parts[0], &scene.meshes[1].parts[0]);
    assert_eq!(new.positions[2][0], old.positions[2][0] + 1.0);
    assert_eq!(new.positions[2][1..], old.positions[2][1..]);
    // What moves by itself is a node, and so is what has nodes below it.
    let animated = changed(&glb, |json| {
        json["accessors"]
            .as_array_mut()
            .unwrap()
            .push(json!({"componentType": 5126, "count": 1, "type": "SCALAR"}));
        json["accessors"]
            .as_array_mut()
            .unwrap()
            .push(json!({"componentType": 5126, "count": 1, "type": "VEC3"}));
        let count = json["accessors"].as_array().unwrap().len();
        json["animations"] = json!([{
            "channels": [{ "sampler": 0, "target": { "node": 1, "path": "scale" } }],
            "samplers": [{ "input": count - 2, "output": count - 1 }],
        }]);
    });
    assert_eq!(read(&animated).unwrap().scene.nodes.len(), 2);
    let parent = changed(&glb, |json| {
        json["nodes"][1]["children"] = json!([2]);
        json["nodes"].as_array_mut().unwrap().push(json!({ "name": "lamp" }));
    });
    assert_eq!(read(&parent).unwrap().scene.nodes.len(), 3);
}

#[test]
fn copies_of_a_mesh_for_one_variant_become_one() {
    let glb = gltf::to_glb(&simple(vec![part(&mut Dice(1), 4)])).unwrap();
    let copied = changed(&glb, |json| {
        let copy = json!({ "name": "hull_state0_lod0.001", "mesh": 0, "translation": [0.0, 2.0, 0.0] });
        json["nodes"].as_array_mut().unwrap().push(copy);
        json["nodes"][0]["children"] = json!([1]);
    });
    let scene = read(&copied).unwrap().scene;
    assert_eq!((scene.nodes.len(), scene.meshes.len(), scene.meshes[0].parts.len()), (1, 1, 2));
    assert_eq!(scene.nodes[0].shapes, [shape(0, 0, 0)]);
}

#[test]
fn an_order_with_children_first_becomes_one_with_parents_first() {
    let glb = triangle(|json| {
        json["nodes"] = json!([
            { "name": "leaf", "mesh": 0 }, { "name": "arm", "children": [0] }, { "name": "top", "children": [1] },
        ]);
        json["scenes"][0]["nodes"] = json!([2]);
    });
    let scene = read(&glb).unwrap().scene;
    let nodes: Vec<_> = scene.nodes.iter().map(|node| (node.name.as_str(), node.parent)).collect();
    assert_eq!(nodes, [("top", None), ("arm", Some(0)), ("leaf", Some(1))]);
}

#[test]
fn trees_that_are_none_are_refused() {
    let nodes = [
        json!([{ "children": [1] }, { "children": [0] }]),
        json!([{ "children": [1, 1] }, {}]),
        json!([{ "children": [2] }, { "children": [2] }, {}]),
        json!([{ "children": [7] }]),
        json!([{ "children": [0] }]),
    ];
    for nodes in nodes {
        let bytes = triangle(|json| json["nodes"] = nodes.clone());
        assert!(matches!(read(&bytes), Err(GltfError::Broken(_))), "{nodes}");
    }
    let deep = triangle(|json| {
        let node = |place: usize| {
            if place < 20_000 { json!({ "children": [place + 1] }) } else { json!({ "mesh": 0 }) }
        };
        json["nodes"] = (0..=20_000).map(node).collect();
    });
    assert_eq!(read(&deep).unwrap().scene.nodes.len(), 20_001);
}

#[test]
fn a_matrix_is_taken_apart() {
    let matrix = |matrix: Value| {
        let read = read(&triangle(|json| json["nodes"][0]["matrix"] = matrix.clone())).unwrap();
        (read.scene.nodes[0].placement, read.ignored)
    };
    let (placement, ignored) = matrix(json!([0, 2, 0, 0, -1, 0, 0, 0, 0, 0, 3, 0, 5, 6, 7, 1]));
    assert_eq!((placement.translation, placement.scale), ([5.0, 6.0, 7.0], [2.0, 1.0, 3.0]));
    assert!((placement.rotation[2] - 0.5_f32.sqrt()).abs() < 1e-6);
    assert_eq!(ignored, [""; 0]);
    let (_, ignored) = matrix(json!([1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]));
    assert_eq!(ignored, ["shear"]);
    let (placement, _) = matrix(json!([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
    assert!(placement.rotation.iter().all(|value| value.is_finite()));
}

/// A triangle whose texture coordinates are of some kind.
fn coordinates(component: u32, normalized: bool, numbers: &[u8]) -> Vec<[f32; 2]> {
    let json = json!({
        "nodes": [{ "mesh": 0 }],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0, "TEXCOORD_0": 1 } }] }],
        "accessors": [
            { "componentType": 5126, "count": 3, "type": "VEC3" },
            { "bufferView": 0, "componentType": component, "normalized": normalized, "count": 3, "type": "VEC2" },
        ],
        "bufferViews": [{ "buffer": 0, "byteLength": numbers.len() }],
    });
    let scene = read(&document(json, numbers)).expect("a scene").scene;
    assert_eq!(scene.meshes[0].parts[0].positions, [[0.0; 3]; 3], "what no view holds is zero");
    scene.meshes[0].parts[0].uvs.clone().expect("coordinates")
}

#[test]
fn numbers_of_every_kind_are_read() {
    let floats: Vec<u8> = [0.5_f32, -1.5, 2.0, 3.0, 4.0, 5.0].iter().flat_map(|v| v.to_le_bytes()).collect();
    assert_eq!(coordinates(5126, false, &floats), [[0.5, -1.5], [2.0, 3.0], [4.0, 5.0]]);
    let bytes = [0, 255, 51, 128, 1, 127];
    assert_eq!(coordinates(5121, true, &bytes)[..2], [[0.0, 1.0], [0.2, 128.0 / 255.0]]);
    assert_eq!(coordinates(5121, false, &bytes)[1], [51.0, 128.0]);
    assert_eq!(
        coordinates(5120, true, &bytes),
        [[0.0, -1.0 / 127.0], [51.0 / 127.0, -1.0], [1.0 / 127.0, 1.0]]
    );
    assert_eq!(coordinates(5120, false, &bytes)[1], [51.0, -128.0]);
    let words: Vec<u8> = [0_u16, 65_535, 32_768, 1, 2, 32_767].iter().flat_map(|v| v.to_le_bytes()).collect();
    assert_eq!(coordinates(5123, true, &words)[0], [0.0, 1.0]);
    assert_eq!(coordinates(5123, false, &words)[1], [32_768.0, 1.0]);
    assert_eq!(coordinates(5122, true, &words)[1], [-1.0, 1.0 / 32_767.0]);
    assert_eq!(coordinates(5122, false, &words)[0], [0.0, -1.0]);
    let long: Vec<u8> = (0_u32..6).flat_map(u32::to_le_bytes).collect();
    assert_eq!(coordinates(5125, false, &long)[2], [4.0, 5.0]);
}

#[test]
fn numbers_may_lie_apart_and_be_replaced() {
    let apart = triangle(|json| {
        json["accessors"][0]["byteOffset"] = 4.into();
        json["bufferViews"][0] = json!({ "buffer": 0, "byteOffset": 8, "byteLength": 64, "byteStride": 20 });
    });
    let positions = |bytes: &[u8]| read(bytes).unwrap().scene.meshes[0].parts[0].positions.clone();
    assert_eq!(positions(&apart), [[3.0, 4.0, 5.0], [8.0, 9.0, 10.0], [13.0, 14.0, 15.0]]);
    for (kind, bytes) in [(5121, 1), (5123, 2), (5125, 4)] {
        let sparse = triangle(|json| {
            json["accessors"][0]["sparse"] = json!({
                "count": 1,
                "indices": { "bufferView": 1, "componentType": kind },
                "values": { "bufferView": 2 },
            });
            let (place, value) = (
                json!({ "buffer": 0, "byteLength": bytes }),
                json!({ "buffer": 0, "byteOffset": 40, "byteLength": 12 }),
            );
            json["bufferViews"].as_array_mut().unwrap().extend([place, value]);
        });
        assert_eq!(positions(&sparse), [[10.0, 11.0, 12.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0]]);
    }
}

#[test]
fn colours_may_have_no_alpha_and_indices_any_size() {
    for (kind, size) in [(5121, 1), (5123, 2), (5125, 4)] {
        let corners: Vec<u8> = [2_u32, 0, 1].iter().flat_map(|i| i.to_le_bytes()[..size].to_vec()).collect();
        let mut json = json!({
            "nodes": [{ "mesh": 0 }],
            "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0, "COLOR_0": 0 }, "indices": 1 }] }],
            "accessors": [
                { "componentType": 5126, "count": 3, "type": "VEC3" },
                { "bufferView": 0, "componentType": kind, "count": 3, "type": "SCALAR" },
            ],
            "bufferViews": [{ "buffer": 0, "byteLength": corners.len() }],
        });
        let part = read(&document(json.clone(), &corners)).unwrap().scene.meshes[0].parts[0].clone();
        assert_eq!((part.indices, part.colours.unwrap()[1]), (vec![2, 0, 1], [0.0, 0.0, 0.0, 1.0]));
        json["accessors"][0]["count"] = 2.into();
        let beyond = read(&document(json, &corners));
        let why = "broken glTF: a triangle with vertex 2 of 2";
        assert_eq!(beyond.unwrap_err().to_string(), why);
    }
    let part = read(&triangle(|_| {})).unwrap().scene.meshes[0].parts[0].clone();
    assert_eq!(part.indices, [0, 1, 2]);
}

#[test]
fn what_cannot_be_read_is_said_by_its_kind() {
    let with = |change: &dyn Fn(&mut Value)| read(&triangle(change)).unwrap_err();
    let mode = |json: &mut Value| json["meshes"][0]["primitives"][0]["mode"] = 5.into();
    assert_eq!(with(&mode), GltfError::NotTriangles { mesh: "m".into(), mode: "strips" });
    let draco = |json: &mut Value| json["extensionsRequired"] = json!(["KHR_draco_mesh_compression"]);
    assert_eq!(with(&draco), GltfError::Extension { name: "KHR_draco_mesh_compression".into() });
    let known = |json: &mut Value| {
        json["extensionsRequired"] = json!(["KHR_mesh_quantization", "KHR_materials_unlit"]);
    };
    assert!(read(&triangle(known)).is_ok());
    let large = |json: &mut Value| {
        json["accessors"][0] = json!({ "componentType": 5126, "count": 1_u64 << 40, "type": "VEC3" });
    };
    assert_eq!(with(&large), GltfError::TooLarge);
    for uri in ["../a.bin", "/a.bin", "http://a/b.bin", "%2e%2e%2fa.bin"] {
        let bytes = json!({ "asset": { "version": "2.0" }, "buffers": [{ "byteLength": 1, "uri": uri }] });
        assert_eq!(read(bytes.to_string().as_bytes()), Err(GltfError::Outside { uri: uri.into() }));
    }
    assert_eq!(read(b"{\"asset\":{\"version\":\"1.0\"}}"), Err(GltfError::Version { found: "1.0".into() }));
    for bytes in [&b""[..], b"{}", b"{\"asset\":{}}", b"solid cube", b"[1]"] {
        assert_eq!(read(bytes), Err(GltfError::NotGltf));
        assert!(!gltf::is_gltf(bytes));
    }
    assert_eq!(read(b"glTF").unwrap_err().to_string(), "broken glTF: the file is cut off");
}

#[test]
fn what_it_is_shows_in_its_first_bytes_or_its_version() {
    assert!(gltf::is_gltf(b"glTF"));
    assert!(gltf::is_gltf(b" \n{\"scenes\":[],\"asset\":{\"version\":\"2.0\"}}"));
    assert!(gltf::is_gltf(&triangle(|_| {})));
    assert!(!gltf::is_gltf(b"{\"asset\":{\"version\":2}}"));
    assert!(!gltf::is_gltf("[".repeat(100_000).as_bytes()));
}

#[test]
fn what_is_left_out_is_said() {
    let bytes = triangle(|json| {
        json["cameras"] = json!([{ "type": "odd" }]);
        json["skins"] = json!([{ "joints": [0] }]);
        json["nodes"][0]["skin"] = 0.into();
        json["meshes"][0]["primitives"][0]["targets"] = json!([{ "POSITION": 0 }]);
        json["extensionsUsed"] = json!(["KHR_lights_punctual", "KHR_texture_transform"]);
        json["scenes"].as_array_mut().unwrap().push(json!({ "name": "other" }));
        json["images"] = json!([{ "name": "photo", "uri": "data:image/jpeg;base64,/9j/" }]);
        json["textures"] = json!([{ "source": 0 }]);
        json["materials"] = json!([{ "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 } } }]);
    });
    let read = read(&bytes).unwrap();
    let ignored =
        ["cameras", "images", "lights", "morph-targets", "other-scenes", "skins", "texture-transforms"];
    assert_eq!(read.ignored, ignored);
    assert_eq!(read.scene.materials[0].extras, extras(json!({ "texture": "photo" })));
}

/// What moves the node of a triangle. Times are 0, 1, 2; values count on from 3.
fn moved(channels: &Value, samplers: &Value) -> (Track, Vec<&'static str>) {
    let bytes = triangle(|json| {
        json["bufferViews"][0]["byteLength"] = 256.into();
        let accessor = |offset: usize, count: usize, kind: &str| json!({ "bufferView": 0, "byteOffset": offset, "componentType": 5126, "count": count, "type": kind });
        let more = [
            accessor(0, 3, "SCALAR"),
            accessor(12, 3, "VEC3"),
            accessor(0, 2, "SCALAR"),
            accessor(12, 6, "VEC3"),
            accessor(4, 2, "SCALAR"),
            accessor(12, 2, "VEC3"),
            accessor(12, 3, "VEC4"),
        ];
        json["accessors"].as_array_mut().expect("a list").extend(more);
        json["animations"] = json!([{ "channels": channels, "samplers": samplers }]);
    });
    let mut read = read(&bytes).expect("a scene");
    (read.scene.clips.remove(0).tracks.remove(0), read.ignored)
}

#[test]
fn animations_of_every_kind_become_keys() {
    let channel = json!([{ "sampler": 0, "target": { "node": 0, "path": "translation" } }]);
    let (track, ignored) = moved(&channel, &json!([{ "input": 1, "output": 2 }]));
    assert_eq!((track.times.clone(), ignored), (vec![0.0, 1.0, 2.0], vec![]));
    assert_eq!(track.translations.unwrap(), [[3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [9.0, 10.0, 11.0]]);
    let (track, ignored) = moved(&channel, &json!([{ "input": 1, "output": 2, "interpolation": "STEP" }]));
    assert_eq!(
        (track.times.clone(), ignored),
        (vec![0.0, 1.0 - 1e-4, 1.0, 2.0 - 1e-4, 2.0], vec!["step-interpolation"])
    );
    assert_eq!(track.translations.unwrap()[1], [3.0, 4.0, 5.0]);
    let (track, ignored) =
        moved(&channel, &json!([{ "input": 3, "output": 4, "interpolation": "CUBICSPLINE" }]));
    assert_eq!((track.times.len(), ignored), (9, vec!["cubic-interpolation"]));
    let places = track.translations.unwrap();
    assert_eq!((places[0], places[8]), ([6.0, 7.0, 8.0], [15.0, 16.0, 17.0]));
    // Halfway: the middle of both ends, and an eighth of how much more it leaves one than it reaches the other.
    assert_eq!(places[4][0], (6.0 + 15.0) / 2.0 + (9.0 - 12.0) / 8.0);
}

#[test]
fn what_moves_at_different_times_is_brought_together() {
    let channels = json!([
        { "sampler": 0, "target": { "node": 0, "path": "translation" } },
        { "sampler": 1, "target": { "node": 0, "path": "scale" } },
        { "sampler": 2, "target": { "node": 0, "path": "rotation" } },
        { "sampler": 0, "target": { "node": 0, "path": "weights" } },
        { "sampler": 0, "target": { "path": "pointer" } },
    ]);
    let samplers =
        json!([{ "input": 3, "output": 6 }, { "input": 5, "output": 6 }, { "input": 1, "output": 7 }]);
    let (track, ignored) = moved(&channels, &samplers);
    assert_eq!(ignored, ["animation-targets", "morph-targets"]);
    assert_eq!(track.times, [0.0, 1.0, 2.0]);
    assert_eq!(track.translations.unwrap(), [[3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [6.0, 7.0, 8.0]]);
    assert_eq!(track.scales.unwrap(), [[3.0, 4.0, 5.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0]]);
    for rotation in track.rotations.unwrap() {
        assert!((rotation.iter().map(|v| v * v).sum::<f32>() - 1.0).abs() < 1e-5);
    }
}

#[test]
fn numbers_that_are_none_are_written_as_zero_and_keys_that_do_not_rise_are_left_out() {
    let mut broken = part(&mut Dice(3), 3);
    broken.positions[1] = [f32::NAN, f32::INFINITY, 1.0];
    broken.normals = Some(vec![[0.0; 3], [f32::NAN; 3], [0.0, 0.0, 9.0]]);
    let mut scene = simple(vec![broken, Part::default()]);
    scene.nodes[0].placement =
        Placement { translation: [f32::NAN, 1.0, 2.0], rotation: [0.0; 4], scale: [f32::INFINITY, 1.0, 1.0] };
    let track = Track {
        times: vec![-1.0, 0.0, 0.0, f32::NAN, 2.0, 1.0],
        translations: Some((0..6).map(|i| [i as f32, 0.0, 0.0]).collect()),
        ..Track::default()
    };
    let tracks = vec![track.clone(), track];
    scene.clips = vec![Clip { name: "a".into(), tracks, ..Clip::default() }, Clip::default()];
    let again = read(&gltf::to_glb(&scene).unwrap()).unwrap();
    assert_eq!(again.ignored, [""; 0]);
    let scene = again.scene;
    assert_eq!(scene.meshes[0].parts.len(), 1);
    assert_eq!(scene.meshes[0].parts[0].positions[1], [0.0, 0.0, 1.0]);
    let up = [0.0, 1.0, 0.0];
    assert_eq!(scene.meshes[0].parts[0].normals, Some(vec![up, up, [0.0, 0.0, 1.0]]));
    assert_eq!(scene.nodes[0].placement.rotation, [0.0, 0.0, 0.0, 1.0]);
    assert_eq!((scene.clips.len(), scene.clips[0].tracks.len()), (1, 1));
    assert_eq!(scene.clips[0].tracks[0].times, [0.0, 2.0]);
    assert_eq!(scene.clips[0].tracks[0].translations, Some(vec![[1.0, 0.0, 0.0], [4.0, 0.0, 0.0]]));
}

#[test]
fn numbers_that_are_none_are_read_as_zero_and_that_is_said() {
    let (json, mut numbers) = halves(&gltf::to_glb(&simple(vec![part(&mut Dice(3), 3)])).unwrap());
    numbers[..4].copy_from_slice(&f32::NAN.to_le_bytes());
    let read = read(&document(json, &numbers)).unwrap();
    assert_eq!((read.scene.meshes[0].parts[0].positions[0][0], read.ignored), (0.0, vec!["not-finite"]));
}

#[test]
fn rotations_and_normals_that_are_nearly_of_length_one_stay_as_they_are() {
    let mut scene = simple(vec![part(&mut Dice(3), 3)]);
    scene.meshes[0].parts[0].normals = Some(vec![[0.0, 0.9998, 0.0], [0.6, 0.0, 0.8], [1.0002, 0.0, 0.0]]);
    scene.nodes[0].placement.rotation = [0.6, 0.0, 0.800_000_1, 0.0];
    same(&read(&gltf::to_glb(&scene).unwrap()).unwrap().scene, &scene);
    scene.nodes[0].placement.rotation = [0.0, -1.000_000_1, 0.0, 0.0];
    let again = read(&gltf::to_glb(&scene).unwrap()).unwrap().scene;
    assert_eq!(again.nodes[0].placement.rotation, [0.0, -1.0, 0.0, 0.0]);
}

#[test]
fn indices_are_as_wide_as_they_must() {
    for (count, kind) in [(65_535, 5123), (65_536, 5125)] {
        let mut wide = part(&mut Dice(3), count);
        wide.indices = vec![0, 1, count as u32 - 1];
        let scene = simple(vec![wide]);
        let glb = gltf::to_glb(&scene).unwrap();
        let (json, _) = halves(&glb);
        assert_eq!(json["accessors"][3]["componentType"], kind);
        same(&read(&glb).unwrap().scene, &scene);
    }
}

#[test]
fn only_what_is_used_is_written() {
    let mut scene = simple(vec![part(&mut Dice(1), 3)]);
    scene.meshes[0].parts[0].material = Some(1);
    scene.meshes.push(Mesh { parts: vec![part(&mut Dice(2), 3)], ..Mesh::default() });
    scene.materials = vec![Material { texture: Some(0), ..Material::default() }, Material::default()];
    scene.materials[1].lightmap = Some(1);
    scene.textures = ["a", "b"].map(|name| Texture { name: name.into(), image: picture(2) }).to_vec();
    let (json, _) = halves(&gltf::to_glb(&scene).unwrap());
    assert_eq!(json["meshes"].as_array().unwrap().len(), 1);
    assert_eq!(json["materials"].as_array().unwrap().len(), 1);
    assert_eq!(json["materials"][0]["extras"]["relict"]["lightmap"], "b", "no part has a place on it");
    assert_eq!(json.get("images"), None);
}

#[test]
fn a_detail_texture_goes_along_and_is_found_again_by_its_name() {
    let lit = Part { material: Some(0), light_uvs: Some(vec![[0.5, 0.25]; 3]), ..part(&mut Dice(1), 3) };
    let mut scene = simple(vec![lit]);
    scene.materials = vec![Material { texture: Some(0), detail: Some(1), ..Material::default() }];
    scene.textures = ["a", "b"].map(|name| Texture { name: name.into(), image: picture(2) }).to_vec();
    let glb = gltf::to_glb(&scene).unwrap();
    let told = json!({ "texture": 1, "name": "b", "texCoord": 1, "factor": 2 });
    assert_eq!(halves(&glb).0["materials"][0]["extras"]["relict"]["detail"], told);
    same(&read(&glb).unwrap().scene, &scene);
    // Where another program left out what it knows no use for, the number leads elsewhere.
    for (name, value) in
        [("name", json!("c")), ("texture", json!(7)), ("texture", json!(-1)), ("texture", json!("1"))]
    {
        let other =
            changed(&glb, |json| json["materials"][0]["extras"]["relict"]["detail"][name] = value.clone());
        let material = read(&other).unwrap().scene.materials.remove(0);
        assert_eq!((material.detail, material.extras.len()), (None, 0), "{name} {value}");
    }
    // Without places on it, there is nothing to tell.
    scene.meshes[0].parts[0].light_uvs = None;
    let (json, _) = halves(&gltf::to_glb(&scene).unwrap());
    let told = json["materials"][0]["extras"]["relict"].get("detail");
    assert_eq!((json["images"].as_array().unwrap().len(), told), (1, None));
}

#[test]
fn a_scene_that_breaks_its_promises_is_refused() {
    let mut scene = simple(vec![part(&mut Dice(1), 3)]);
    scene.meshes[0].parts[0].indices[0] = 3;
    let why = "no glTF holds the scene: meshes[0].parts[0].indices does not go with the rest";
    assert_eq!(gltf::to_glb(&scene).unwrap_err().to_string(), why);
    let image = relict_core::image::Image::rgba(0, 0, vec![], false);
    let mut scene = simple(vec![Part { material: Some(0), ..part(&mut Dice(1), 3) }]);
    scene.textures = vec![Texture { name: "t".into(), image }];
    scene.materials = vec![Material { texture: Some(0), ..Material::default() }];
    assert!(matches!(gltf::to_glb(&scene), Err(GltfError::Unwritable(_))));
}

#[test]
fn one_mesh_may_serve_several_nodes_and_variants() {
    let mut scene = simple(vec![part(&mut Dice(1), 3)]);
    scene.nodes.push(Node { name: "other".into(), ..Node::default() });
    scene.nodes[0].shapes.push(shape(0, 1, 0));
    scene.nodes[1].shapes.push(shape(1, 0, 0));
    let glb = gltf::to_glb(&scene).unwrap();
    assert_eq!(halves(&glb).0["meshes"].as_array().unwrap().len(), 1);
    same(&read(&glb).unwrap().scene, &scene);
}

#[test]
fn the_variant_of_a_stranger_is_told_by_names() {
    let named = |node: &str, mesh: &str| {
        let bytes = triangle(|json| {
            json["nodes"][0]["name"] = node.into();
            json["meshes"][0]["name"] = mesh.into();
        });
        read(&bytes).unwrap().scene.nodes[0].shapes[0].variant
    };
    assert_eq!(named("a_state1_lod2", "b_state3_lod4"), Variant { state: 1, level: 2 });
    assert_eq!(named("a", "b_state3_lod4.002"), Variant { state: 3, level: 4 });
    assert_eq!(named("a", "b"), Variant::default());
}

/// Nothing that a file says may stop the reader or make it take more than it was allowed.
#[test]
fn hostile_files_are_read_or_refused() {
    let scene = full(Up::Z);
    let glb = gltf::to_glb(&scene).unwrap();
    let text = changed(&glb, |_| {});
    let mut dice = Dice(99);
    let mut read_whole = 0;
    for round in 0..6000 {
        let source = if round % 2 == 0 { &glb } else { &text };
        let mut bytes = source.clone();
        for _ in 0..=dice.below(4) {
            let at = dice.below(bytes.len());
            let at = if dice.below(4) > 0 { at.min(dice.below(12_000)) } else { at };
            match dice.below(4) {
                0 => bytes[at] = dice.roll() as u8,
                1 => bytes[at] = b"0123456789-.,[]{}\":e"[dice.below(20)],
                2 => drop(bytes.splice(at..at, (0..dice.below(3)).map(|_| b'9'))),
                _ => bytes[at] ^= 1 << dice.below(8),
            }
        }
        if dice.below(8) == 0 {
            bytes.truncate(dice.below(bytes.len()));
        }
        let result = gltf::read(&bytes, Up::Z, 8 << 20, &nothing);
        if let Ok(read) = result {
            read_whole += 1;
            let written = gltf::to_glb(&read.scene);
            assert!(written.is_ok(), "what was read can be written: {written:?}");
        }
    }
    assert!(read_whole > 100, "{read_whole}");
    for end in (0..glb.len()).step_by(7) {
        assert!(gltf::read(&glb[..end], Up::Z, LIMIT, &nothing).is_err());
    }
}

#[test]
fn few_bytes_do_not_make_many() {
    let small = |change: &dyn Fn(&mut Value)| gltf::read(&triangle(change), Up::Y, 1 << 20, &nothing);
    let many_parts = |json: &mut Value| {
        let part = json["meshes"][0]["primitives"][0].clone();
        json["meshes"][0]["primitives"] = vec![part; 500].into();
        let child = |i: usize| json!({ "mesh": 0, "name": "hull_state0_lod0", "translation": [i, 1, 1] });
        let nodes: Vec<Value> = (0..500).map(child).collect();
        json["nodes"].as_array_mut().unwrap().extend(nodes);
        json["nodes"][0]["children"] = (1..=500).collect();
    };
    assert_eq!(small(&many_parts), Err(GltfError::TooLarge));
    let many_nodes = |json: &mut Value| json["nodes"] = vec![json!({}); 3000].into();
    assert_eq!(small(&many_nodes), Err(GltfError::TooLarge));
    let sparse = |json: &mut Value| {
        json["accessors"][0] = json!({ "componentType": 5126, "count": 90_000, "type": "VEC3" });
    };
    assert_eq!(small(&sparse), Err(GltfError::TooLarge));
}
