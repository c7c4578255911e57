//! The ground of a map: what is read of it, what is said of its flaws, and what becomes of it on the way through a scene.

#![allow(clippy::unwrap_used, clippy::panic)]

use relict_core::bytes::Cursor;
use relict_core::facets::Faceted;
use relict_core::format::{Context, Document, Format, Formats, Library, Origin};
use relict_core::report::{Report, Severity};
use relict_core::scene::{
    Alpha, Material, Misfit, Model as _, ModelEdit, Part, Placement, Scene, Shown, Variant,
};
use relict_ngi::msh::Msh;
use relict_ngi::msh::ground::{self, BED, Cell, Face, LIQUID, SECOND};
use relict_ngi::msh::stream;
use serde_json::{Value, json};
use std::borrow::Cow;

static FORMATS: Formats = Formats(&[relict_ngi::FORMATS]);

fn fixture(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/ngi-worlds/");
    std::fs::read(format!("{folder}{name}")).unwrap_or_else(|e| panic!("{name}: {e}"))
}

fn json_of(name: &str) -> Value {
    serde_json::from_slice(&fixture(name)).unwrap()
}

fn read(bytes: &[u8]) -> Msh<'_> {
    Msh::read(&mut Cursor::new(bytes), Origin::named("Land.msh")).unwrap()
}

/// The wear tables beside the ground.
struct Worn;

impl Library for Worn {
    fn file(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        matches!(name, "Land1.wea" | "Land2.wea").then(|| fixture(name).into())
    }
}

fn worn() -> Context<'static> {
    Context { origin: Origin::named("Land.msh"), ..Context::new(&Worn) }
}

fn checked(bytes: &[u8]) -> Report {
    let mut report = Report::default();
    read(bytes).check(&mut report, worn());
    report
}

fn faces(msh: &Msh<'_>) -> Vec<Face> {
    msh.streams.faces.as_ref().unwrap().iter().collect()
}

fn close(found: &[f32], wanted: &Value) -> bool {
    let wanted = wanted.as_array().unwrap();
    let near = |(a, b): (&f32, &Value)| {
        (f64::from(*a) - b.as_f64().unwrap()).abs() <= 1e-5 * b.as_f64().unwrap().abs().max(1.0)
    };
    found.len() == wanted.len() && found.iter().zip(wanted).all(near)
}

#[test]
fn all_of_it_is_as_expected() {
    let (bytes, expected) = (fixture("Land.msh"), json_of("expected/land.json"));
    let msh = read(&bytes);
    assert_eq!(msh.to_bytes().unwrap(), bytes);
    let streams = &msh.streams;
    for (i, wanted) in expected["positions"].as_array().unwrap().iter().enumerate() {
        assert!(close(&streams.positions.as_ref().unwrap()[i], wanted), "{i}");
        assert!(
            close(&stream::lightmap_uv(streams.ground_uvs.as_ref().unwrap()[i]), &expected["uv5"][i]),
            "{i}"
        );
        assert!(
            close(&stream::lightmap_uv(streams.micro_uvs.as_ref().unwrap()[i]), &expected["uv18"][i]),
            "{i}"
        );
    }
    assert_eq!(json!(streams.ground_uvs), expected["uv5_raw"]);
    assert_eq!(json!(streams.micro_uvs), expected["uv18_raw"]);
    assert!(close(streams.alphas.as_ref().unwrap(), &expected["alpha"]));
    let face = |face: Face| {
        json!({
            "flags": face.flags.0, "surface": face.surface.0, "mat1": face.mat1, "mat2": face.mat2,
            "vertices": face.vertices, "links": face.links, "normal": face.normal, "twins": face.twins,
        })
    };
    let found: Value = faces(&msh).into_iter().map(face).collect();
    assert_eq!(found, expected["face_list"]);
    let order: Value =
        streams.draw_order.iter().flatten().map(|drawn| json!([drawn.face, drawn.flags.0])).collect();
    assert_eq!(order, expected["draw_order"]);
    for (cell, wanted) in streams.cells.iter().flatten().zip(expected["cells"].as_array().unwrap()) {
        assert_eq!(
            (json!(cell.face_start), json!(cell.face_count)),
            (wanted["first"].clone(), wanted["count"].clone())
        );
        assert!(close(&cell.aabb_min, &wanted["min"]) && close(&cell.aabb_max, &wanted["max"]));
        assert!(close(&cell.sphere_center, &wanted["centre"]));
        assert!(close(&[cell.sphere_radius], &json!([wanted["radius"]])));
    }
    let squares: Value = streams.squares.iter().flatten().map(|square| json!(square.cells[..2])).collect();
    assert_eq!(squares, expected["squares"]);
    let facts: std::collections::BTreeMap<_, _> = Document::facts(&msh).into_iter().collect();
    assert_eq!(
        (&facts["grid"], &facts["second_materials"]),
        (&json!("2 × 2"), &expected["two_material_faces"])
    );
    assert_eq!(
        (&facts["bed_faces"], &facts["liquid_faces"]),
        (&expected["beds"], &expected["water"]["faces"])
    );
}

#[test]
fn what_follows_from_the_faces_is_what_the_generator_made_of_them() {
    let bytes = fixture("Land.msh");
    let msh = read(&bytes);
    let positions = msh.streams.positions.as_ref().unwrap();
    let wanted = faces(&msh);
    let mut made = wanted.clone();
    for face in &mut made {
        (face.links, face.twins) = ([stream::NONE; 3], 0x3F);
        face.normal = ground::normal(face.vertices.map(|vertex| positions[usize::from(vertex)]));
    }
    ground::join(&mut made, 146, positions);
    for (i, (made, wanted)) in made.iter().zip(&wanted).enumerate() {
        assert_eq!((made.links, made.twins), (wanted.links, wanted.twins), "{i}");
        let far = made.normal.iter().zip(wanted.normal).map(|(a, b)| a.abs_diff(b)).max();
        assert!(far <= Some(1), "{i}");
    }
    let cells = msh.streams.cells.as_ref().unwrap();
    let order = ground::draw_order(&wanted, cells);
    let pairs =
        |order: &[ground::Drawn]| order.iter().map(|drawn| (drawn.face, drawn.flags.0)).collect::<Vec<_>>();
    assert_eq!(pairs(&order), pairs(msh.streams.draw_order.as_ref().unwrap()));
    for cell in cells {
        let made = Cell::of(cell.face_start..cell.face_start + cell.face_count, cell.aabb_min, cell.aabb_max);
        assert_eq!(made.sphere_center, cell.sphere_center);
        assert!((made.sphere_radius - cell.sphere_radius).abs() < 1e-4);
    }
    let ground = msh.streams.ground.as_ref().unwrap();
    assert_eq!(ground::corners(ground.corners[0], ground.corners[6]), ground.corners);
}

#[test]
fn a_good_one_has_no_flaw_and_each_bad_one_has_its_own() {
    assert_eq!(checked(&fixture("Land.msh")).codes(), [""; 0]);
    let min = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/ngi-models/land_min.msh"))
        .unwrap();
    let mut report = Report::default();
    read(&min).check(&mut report, Context::ALONE);
    assert_eq!(report.codes(), [""; 0]);
    // What was published under another code keeps that.
    let known = [
        ("land.stream-missing", "msh.stream-missing"),
        ("land.stream-duplicate", "msh.stream-duplicate"),
        ("land.stride", "msh.stride"),
        ("land.vertex-count", "msh.stream-count"),
        ("land.face-vertex", "msh.face-vertices"),
        ("land.face-link", "msh.triangle-link"),
    ];
    let bad = json_of("bad/manifest.json");
    for bad in bad.as_array().unwrap() {
        let (file, code) = (bad["file"].as_str().unwrap(), bad["code"].as_str().unwrap());
        let code = known.iter().find(|(suggested, _)| *suggested == code).map_or(code, |(_, ours)| ours);
        let bytes = fixture(&format!("bad/{file}"));
        let report = checked(&bytes);
        assert!(report.codes().contains(&code), "{file}: {code} is not in {:?}", report.codes());
        let is_error = report.findings.iter().any(|found| found.rule.severity == Severity::Error);
        assert!(is_error || bad["reject_in"] == "strict", "{file}: {:?}", report.codes());
        assert_eq!(read(&bytes).to_bytes().unwrap(), bytes, "{file}");
    }
    assert_eq!(bad.as_array().unwrap().len(), 11);
}

#[test]
fn json_of_before_is_still_understood() {
    let bytes = fixture("Land.msh");
    let kind = FORMATS.named("ngi.msh").unwrap();
    let now = Document::to_json(&read(&bytes));
    let mut before = now.clone();
    let streams = before["streams"].as_object_mut().unwrap();
    for (new, old) in [("ground_uvs", "layer1_uvs"), ("micro_uvs", "layer2_uvs"), ("alphas", "weights")] {
        let value = streams.shift_remove(new).unwrap();
        streams.insert(old.into(), value);
    }
    let msh = read(&bytes);
    for (json, face) in streams["faces"].as_array_mut().unwrap().iter_mut().zip(faces(&msh)) {
        *json = json!({
            "flags": face.flags.0, "surface": face.surface.0, "layer1": face.mat1, "layer2": face.mat2,
            "unk06": face.unk06, "vertices": face.vertices, "links": face.links, "normal": face.normal,
            "sel": face.twins,
        });
    }
    for (json, drawn) in
        streams["draw_order"].as_array_mut().unwrap().iter_mut().zip(msh.streams.draw_order.as_ref().unwrap())
    {
        *json = json!({"face": drawn.face, "flags": drawn.flags.0});
    }
    for (json, cell) in
        streams["cells"].as_array_mut().unwrap().iter_mut().zip(msh.streams.cells.as_ref().unwrap())
    {
        let floats = [
            &[cell.unk04][..],
            &cell.aabb_min,
            &cell.aabb_max,
            &cell.sphere_center,
            &[cell.sphere_radius],
            &cell.unk30,
        ];
        let words: Vec<u32> = floats.concat().into_iter().map(f32::to_bits).collect();
        *json = json!({"face_start": cell.face_start, "face_count": cell.face_count, "unk04": words});
    }
    assert_eq!(kind.build(&before, Origin::named("Land.msh")).unwrap(), bytes);
    assert_eq!(kind.build(&now, Origin::named("Land.msh")).unwrap(), bytes);
}

#[test]
fn ground_names_its_tables_and_a_nameless_one_does_not() {
    let bytes = fixture("Land.msh");
    let names = |msh: &Msh<'_>| -> Vec<_> {
        msh.references().into_iter().map(|found| (found.role.name, found.name)).collect()
    };
    assert_eq!(
        names(&read(&bytes)),
        [("wear", "Land1.wea".to_owned()), ("micro-wear", "Land2.wea".to_owned())]
    );
    assert!(names(&Msh::read(&mut Cursor::new(&bytes), Origin::default()).unwrap()).is_empty());
}

// Scenes.

fn scene_of(bytes: &[u8], shown: Shown) -> Scene {
    read(bytes).scene(shown, worn()).unwrap()
}

fn with_scene(bytes: &[u8], scene: &Scene) -> Result<ModelEdit, Misfit> {
    read(bytes).with_scene(scene, worn())
}

fn parts(scene: &Scene, level: usize) -> impl Iterator<Item = (&Part, &Material)> {
    scene.meshes[level].parts.iter().map(|part| (part, &scene.materials[part.material.unwrap()]))
}

#[test]
fn a_scene_has_both_materials_the_microtexture_and_no_bed() {
    let bytes = fixture("Land.msh");
    let msh = read(&bytes);
    let scene = scene_of(&bytes, Shown::All);
    assert_eq!(scene.meshes.len(), 2);
    let all = faces(&msh);
    for (level, faces) in [&all[..146], &all[146..]].into_iter().enumerate() {
        let count = |over: bool| -> usize {
            parts(&scene, level)
                .filter(|(part, _)| part.is_over() == over)
                .map(|(part, _)| part.triangles().len())
                .sum()
        };
        assert_eq!(count(false), faces.iter().filter(|face| face.flags.0 & BED == 0).count());
        assert_eq!(count(true), faces.iter().filter(|face| face.mat2 != 0xFF).count());
    }
    let named = |name: &str| scene.materials.iter().find(|material| material.name == name).unwrap();
    for name in ["L00", "L01", "L02", "WATER"] {
        assert_eq!((named(name).alpha, named(name).colour[3]), (Alpha::Opaque, 1.0), "{name}");
    }
    assert!(scene.materials.iter().all(|material| material.name != "WATER_BOT"));
    assert_eq!(named("WATER").extras["liquid"], true);
    assert_eq!((named("L01_over").alpha, &named("L01_over").extras["over"]), (Alpha::Blend, &json!(true)));
    let over = parts(&scene, 0).find(|(_, material)| material.name == "L01_over").unwrap().0;
    let alphas: Vec<f32> = over.colours.as_ref().unwrap().iter().map(|colour| colour[3]).collect();
    assert!(alphas.contains(&0.0) && alphas.contains(&1.0) && over.light_uvs.is_some());
    // What lies over others lies on them with every corner.
    let points = |part: &Part| -> Vec<[[f32; 3]; 3]> {
        part.triangles().iter().map(|corners| corners.map(|corner| part.positions[corner as usize])).collect()
    };
    let below: Vec<_> =
        parts(&scene, 0).filter(|(part, _)| !part.is_over()).flat_map(|(part, _)| points(part)).collect();
    assert!(points(over).iter().all(|triangle| below.contains(triangle)));
}

#[test]
fn what_nobody_edited_is_the_same_to_the_last_byte() {
    let bytes = fixture("Land.msh");
    for shown in [Shown::All, Shown::default(), Shown::One(Variant { state: 0, level: 1 })] {
        let scene = scene_of(&bytes, shown);
        assert!(with_scene(&bytes, &scene).unwrap().bytes == bytes, "{shown:?}");
        // Also where a program dropped what it does not know, and only names are left.
        let mut bare = scene.clone();
        bare.materials.iter_mut().for_each(|material| material.extras.clear());
        bare.meshes.iter_mut().flat_map(|mesh| &mut mesh.parts).for_each(|part| part.extras.clear());
        let edit = with_scene(&bytes, &bare).unwrap();
        assert!(edit.bytes == bytes, "{shown:?} {:?}", edit.remarks);
    }
    // A file without nodes has neither what is blended over nor the microtexture.
    let mut flat = scene_of(&bytes, Shown::All);
    flat.flat = true;
    for mesh in &mut flat.meshes {
        mesh.parts.retain(|part| !part.is_over());
        mesh.parts.iter_mut().for_each(|part| (part.light_uvs, part.extras) = (None, Default::default()));
    }
    flat.materials.iter_mut().for_each(|material| material.extras.clear());
    assert!(with_scene(&bytes, &flat).unwrap().bytes == bytes);
}

/// The ground with an edited scene: without flaw, and the same when it is asked for again.
#[track_caller]
fn edited(edit: impl FnOnce(&mut Scene)) -> (Vec<u8>, ModelEdit) {
    let before = fixture("Land.msh");
    let mut scene = scene_of(&before, Shown::All);
    edit(&mut scene);
    let after = with_scene(&before, &scene).unwrap();
    assert_eq!(checked(&after.bytes).codes(), [""; 0]);
    let again = with_scene(&after.bytes, &scene_of(&after.bytes, Shown::All)).unwrap();
    assert!(again.bytes == after.bytes);
    (before, after)
}

fn lift(scene: &mut Scene, place: [f32; 2], by: f32) {
    for part in scene.meshes.iter_mut().flat_map(|mesh| &mut mesh.parts) {
        for position in part.positions.iter_mut().filter(|position| position[..2] == place) {
            position[2] += by;
        }
    }
}

#[test]
fn ground_that_was_shaped_keeps_what_it_is_and_gets_what_follows() {
    // At the border of two materials, where a vertex is there twice.
    let (before, after) = edited(|scene| lift(scene, [24.0, 16.0], 2.0));
    let (before, after) = (read(&before), read(&after.bytes));
    let (old, new) = (faces(&before), faces(&after));
    assert_eq!(old.len(), new.len());
    let same = |(a, b): (&Face, &Face)| {
        (a.links, a.twins, a.mat1, a.mat2, a.flags, a.surface)
            == (b.links, b.twins, b.mat1, b.mat2, b.flags, b.surface)
    };
    assert!(old.iter().zip(&new).all(same));
    let turned = old.iter().zip(&new).filter(|(a, b)| a.normal != b.normal).count();
    assert!(turned > 0 && turned < 20, "{turned}");
    let boxes = |msh: &Msh<'_>| {
        msh.streams.cells.iter().flatten().map(|cell| (cell.aabb_min, cell.aabb_max)).collect::<Vec<_>>()
    };
    let grown: Vec<bool> = boxes(&before).iter().zip(boxes(&after)).map(|(a, b)| *a != b).collect();
    // Near and far, the square has one box.
    assert_eq!(grown, [true, false, false, false, true, false, false, false]);
}

#[test]
fn ground_that_was_lifted_without_what_lies_on_it_takes_that_along() {
    let (before, after) = edited(|scene| {
        for part in scene.meshes.iter_mut().flat_map(|mesh| &mut mesh.parts).filter(|part| !part.is_over()) {
            for position in part.positions.iter_mut().filter(|position| position[..2] == [24.0, 16.0]) {
                position[2] += 1.0;
            }
        }
    });
    let count = |bytes: &[u8]| faces(&read(bytes)).iter().filter(|face| face.flags.0 & SECOND != 0).count();
    assert_eq!(count(&before), count(&after.bytes));
}

#[test]
fn another_material_is_another_batch() {
    let (before, after) = edited(|scene| {
        let rock = scene.materials.iter().position(|material| material.name == "L01");
        let part = scene.meshes[0].parts.iter_mut().find(|part| !part.is_over()).unwrap();
        let mut cut = part.clone();
        (part.indices, cut.indices) = (part.indices.split_off(3), part.indices.clone());
        cut.material = rock;
        scene.meshes[0].parts.push(cut);
    });
    let row = |bytes: &[u8]| faces(&read(bytes)).iter().filter(|face| face.mat1 == 2).count();
    assert_eq!(row(&after.bytes), row(&before) + 1);
}

#[test]
fn faces_come_and_go_with_their_cells_and_beds_stay() {
    let beds = |bytes: &[u8]| faces(&read(bytes)).iter().filter(|face| face.flags.0 & BED != 0).count();
    // A triangle is cut in two.
    let (before, after) = edited(|scene| {
        let part = scene.meshes[0].parts.iter_mut().find(|part| !part.is_over()).unwrap();
        let [a, b, c] = part.triangles()[0];
        let middle =
            [0, 1, 2].map(|axis| (part.positions[b as usize][axis] + part.positions[c as usize][axis]) / 2.0);
        let new = part.positions.len() as u32;
        part.positions.push(middle);
        for list in [&mut part.uvs, &mut part.light_uvs] {
            let list = list.as_mut().unwrap();
            let uv = [0, 1].map(|axis| (list[b as usize][axis] + list[c as usize][axis]) / 2.0);
            list.push(uv);
        }
        let normal = part.normals.as_ref().unwrap()[a as usize];
        part.normals.as_mut().unwrap().push(normal);
        part.indices.splice(0..3, [a, b, new, a, new, c]);
    });
    assert_eq!(faces(&read(&after.bytes)).len(), faces(&read(&before)).len() + 1);
    assert_eq!(beds(&before), beds(&after.bytes));
    // The lake runs dry.
    let (before, after) = edited(|scene| {
        let water = scene.materials.iter().position(|material| material.name == "WATER");
        scene.meshes.iter_mut().for_each(|mesh| mesh.parts.retain(|part| part.material != water));
    });
    let after = read(&after.bytes);
    assert!(faces(&after).iter().all(|face| face.flags.0 & LIQUID == 0));
    assert_eq!(beds(&before), faces(&after).iter().filter(|face| face.flags.0 & BED != 0).count());
    assert!(after.streams.positions.as_ref().unwrap().len() < 106);
}

#[test]
fn alphas_that_were_painted_are_kept() {
    let (_, after) = edited(|scene| {
        let over = scene.meshes[0].parts.iter_mut().find(|part| part.is_over()).unwrap();
        over.colours.as_mut().unwrap().iter_mut().for_each(|colour| colour[3] = 0.25);
    });
    let after = read(&after.bytes);
    let alphas = after.streams.alphas.as_ref().unwrap();
    let blended = faces(&after)[..146]
        .iter()
        .filter(|face| face.mat2 == 2)
        .flat_map(|face| face.vertices)
        .collect::<Vec<_>>();
    assert!(
        !blended.is_empty()
            && blended.iter().all(|vertex| (alphas[usize::from(*vertex)] - 0.25).abs() < 1e-6)
    );
}

#[test]
fn ground_that_was_moved_as_a_whole_is_moved() {
    let up = Placement { translation: [0.0, 0.0, 10.0], ..Placement::default() };
    let (before, after) = edited(|scene| scene.nodes[0].placement = up);
    let heights = |bytes: &[u8]| -> Vec<f32> {
        faces(&read(bytes))
            .iter()
            .filter(|face| face.is_drawn())
            .flat_map(|face| face.vertices)
            .map(|vertex| read(bytes).streams.positions.as_ref().unwrap()[usize::from(vertex)][2])
            .collect()
    };
    let (before, after) = (heights(&before), heights(&after.bytes));
    assert!(before.iter().zip(&after).all(|(before, after)| (after - before - 10.0).abs() < 1e-4));
}

#[test]
fn what_cannot_be_ground_is_refused_with_its_reason() {
    let bytes = fixture("Land.msh");
    type Change = fn(&mut Scene);
    let cases: [(&str, Change); 4] = [
        ("model.ground-variant", |scene| scene.nodes[0].shapes[1].variant = Variant { state: 1, level: 0 }),
        ("model.ground-over", |scene| {
            let over = scene.meshes[0].parts.iter_mut().find(|part| part.is_over()).unwrap();
            over.positions.iter_mut().for_each(|position| position[0] += 1.0);
        }),
        ("model.unknown-material", |scene| {
            scene.materials[0].extras.clear();
            scene.materials[0].name = "NOTHING".into();
        }),
        ("model.uv-range", |scene| scene.meshes[0].parts[0].uvs.as_mut().unwrap()[0] = [-1.0, 0.0]),
    ];
    for (wanted, change) in cases {
        let mut scene = scene_of(&bytes, Shown::All);
        change(&mut scene);
        match with_scene(&bytes, &scene) {
            Err(Misfit::Scene { code, .. }) => assert_eq!(code, wanted),
            other => panic!("{wanted}: {other:?}"),
        }
    }
}
