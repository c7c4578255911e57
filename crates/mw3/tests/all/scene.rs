//! Models of mechlibs as scenes and back: what nobody touched stays to the byte, and an edit changes what follows from it.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use glam::{Affine3A, Quat, Vec3};
use relict_core::facets::Faceted;
use relict_core::format::{Context, Document, Format, Library, Limits, Origin};
use relict_core::prelude::Cursor;
use relict_core::report::Report;
use relict_core::rng::Rng;
use relict_core::scene::{Misfit, Model as _, ModelEdit, Motion as _, Placement, Scene, Shown, Variant};
use relict_mw3::mechlib::Mechlib;
use relict_mw3::model::Model;
use relict_mw3::motion::Motion;
use serde_json::Value;
use std::borrow::Cow;
use std::path::PathBuf;

fn fixture(name: &str) -> Vec<u8> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/mw3"));
    std::fs::read(folder.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// The materials of a mechlib, and the package of textures.
struct Beside {
    materials: Vec<u8>,
    textures: Vec<u8>,
}

impl Library for Beside {
    fn file(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        (name == "rmechtex.zbd").then_some(Cow::Borrowed(&self.textures))
    }
    fn sibling(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        (name == "materials").then_some(Cow::Borrowed(&self.materials))
    }
}

/// Hands every model of a mechlib to `then`, with its bytes.
fn each_model(file: &str, mut then: impl FnMut(&str, &[u8], &Model<'_>, Context<'_>)) {
    let bytes = fixture(file);
    let mechlib = Mechlib::read(&mut Cursor::new(&bytes), Origin::named(file)).unwrap();
    let archive = mechlib.archive().unwrap();
    let payload = |place: usize| archive.payload(place, Limits::default()).unwrap().into_owned();
    let beside =
        Beside { materials: payload(archive.find("materials").unwrap()), textures: fixture("rmechtex.zbd") };
    for place in 0..archive.len() {
        let entry = archive.entry(place).unwrap();
        if entry.name.ends_with(".flt") {
            let bytes = payload(place);
            let model = Model::read(&mut Cursor::new(&bytes), entry.origin()).unwrap();
            let context = Context { origin: entry.origin(), ..Context::new(&beside) };
            then(&format!("{file}/{}", entry.name), &bytes, &model, context);
        }
    }
}

const MECHLIBS: [&str; 4] = ["mechlib_mw.zbd", "mechlib_pm.zbd", "mini_mw.zbd", "mini_pm.zbd"];

/// One model, its scene, and what an edit of the scene makes of it.
fn edited(
    file: &str,
    name: &str,
    edit: impl Fn(&mut Scene),
    then: impl Fn(&[u8], &Model<'_>, Result<ModelEdit, Misfit>),
) {
    let mut seen = false;
    each_model(file, |path, bytes, model, context| {
        if !path.ends_with(name) || seen {
            return;
        }
        seen = true;
        let mut scene = model.scene(Shown::All, context).unwrap();
        edit(&mut scene);
        then(bytes, model, model.with_scene(&scene, context));
    });
    assert!(seen, "{file} has no {name}");
}

fn node(scene: &Scene, name: &str) -> usize {
    scene.nodes.iter().position(|node| node.given_name() == name).unwrap_or_else(|| panic!("no {name}"))
}

fn mesh(scene: &Scene, name: &str) -> usize {
    scene.nodes[node(scene, name)].shapes[0].mesh
}

/// The fields whose bytes differ.
fn changes(before: &[u8], after: &[u8], model: &Model<'_>) -> Vec<String> {
    let after = Model::read(&mut Cursor::new(after), Origin::named("x.flt")).unwrap();
    let before = Model::read(&mut Cursor::new(before), Origin::named("x.flt")).unwrap();
    assert_eq!((before.game, after.game), (model.game, model.game));
    let mut all = vec![];
    differences("", &Document::to_json(&before), &Document::to_json(&after), &mut all);
    all
}

fn differences(path: &str, a: &Value, b: &Value, all: &mut Vec<String>) {
    match (a, b) {
        (Value::Object(x), Value::Object(y)) => {
            for (key, a) in x {
                differences(&format!("{path}.{key}"), a, y.get(key).unwrap_or(&Value::Null), all);
            }
        }
        (Value::Array(x), Value::Array(y))
            if x.len() == y.len() && x.iter().any(|item| !item.is_number()) =>
        {
            for (i, (a, b)) in x.iter().zip(y).enumerate() {
                differences(&format!("{path}[{i}]"), a, b, all);
            }
        }
        _ if a != b => all.push(path.trim_start_matches('.').to_owned()),
        _ => {}
    }
}

fn findings(model: &Model<'_>) -> Vec<&'static str> {
    let mut report = Report::default();
    model.check(&mut report, Context::ALONE);
    report.codes().into_iter().collect()
}

fn errors_of(bytes: &[u8], game: &Model<'_>) -> usize {
    let model = Model::read(&mut Cursor::new(bytes), Origin::named("x.flt")).unwrap();
    assert_eq!(model.game, game.game);
    let mut report = Report::default();
    model.check(&mut report, Context::ALONE);
    report.errors()
}

fn affine(placement: &Placement) -> Affine3A {
    Affine3A::from_scale_rotation_translation(
        Vec3::from(placement.scale),
        Quat::from_array(placement.rotation),
        Vec3::from(placement.translation),
    )
}

#[test]
fn nodes_stand_where_their_matrices_put_them() {
    for file in MECHLIBS {
        each_model(file, |path, _, model, context| {
            let scene = model.scene(Shown::All, context).unwrap();
            scene.validate().unwrap();
            let mut worlds: Vec<Affine3A> = vec![];
            for node in &scene.nodes {
                let local = affine(&node.placement);
                worlds.push(node.parent.map_or(local, |parent| worlds[parent] * local));
            }
            for (i, (found, wanted)) in worlds.iter().zip(model.worlds()).enumerate() {
                assert!(found.abs_diff_eq(wanted, 1e-4), "{path} node {i}: {found}, wanted {wanted}");
            }
        });
    }
}

#[test]
fn every_polygon_is_there_as_triangles_with_all_that_its_corners_have() {
    for file in MECHLIBS {
        each_model(file, |path, _, model, context| {
            let scene = model.scene(Shown::All, context).unwrap();
            let parts = || scene.meshes.iter().flat_map(|mesh| &mesh.parts);
            let triangles: usize = parts().map(|part| part.indices.len() / 3).sum();
            assert_eq!(triangles, model.total(|mesh| mesh.triangles().len()), "{path}");
            let polygons: usize = parts().map(|part| part.extras["polygons"].as_array().unwrap().len()).sum();
            assert_eq!(polygons, model.total(relict_mw3::model::mesh::Mesh::polygon_count), "{path}");
            for part in parts() {
                let normals = part.normals.iter().flatten();
                assert!(normals.map(|n| Vec3::from(*n).length()).all(|length| (length - 1.0).abs() < 1e-5));
            }
        });
    }
}

#[test]
fn textures_come_from_the_package_and_what_is_not_there_is_plain_to_see() {
    let (mut textured, mut missing) = (0, 0);
    each_model("mechlib_mw.zbd", |_, _, model, context| {
        let scene = model.scene(Shown::All, context).unwrap();
        for material in &scene.materials {
            match (material.extras.get("texture"), material.texture) {
                (Some(name), Some(place)) => {
                    assert_eq!(scene.textures[place].name, name.as_str().unwrap());
                    textured += 1;
                }
                (Some(name), None) => {
                    assert_eq!((name.as_str(), material.colour), (Some("missing_tx"), [1.0, 0.0, 1.0, 1.0]));
                    missing += 1;
                }
                (None, place) => assert_eq!(place, None),
            }
        }
    });
    assert!(textured > 5 && missing > 0, "{textured} {missing}");
}

#[test]
fn a_scene_that_nobody_edited_gives_the_same_bytes() {
    for file in MECHLIBS {
        each_model(file, |path, bytes, model, context| {
            let one = |level| Shown::One(Variant { state: 0, level });
            for shown in [one(0), one(1), Shown::All] {
                let scene = model.scene(shown, context).unwrap();
                let back = model.with_scene(&scene, context).unwrap();
                assert!(back.bytes == bytes, "{path} {shown:?}");
                assert_eq!(back.remarks, [], "{path} {shown:?}");
                // Without what we say in extras, too: names and order are enough.
                let mut bare = scene.clone();
                bare.nodes.iter_mut().for_each(|node| node.extras.clear());
                bare.meshes.iter_mut().flat_map(|mesh| &mut mesh.parts).for_each(|part| part.extras.clear());
                bare.materials.iter_mut().for_each(|material| material.extras.clear());
                let back = model.with_scene(&bare, context).unwrap();
                assert!(back.bytes == bytes, "{path} {shown:?}, bare");
            }
        });
    }
}

#[test]
fn triangles_in_another_order_are_still_the_same_polygons() {
    for file in MECHLIBS {
        each_model(file, |path, bytes, model, context| {
            let mut scene = model.scene(Shown::All, context).unwrap();
            for part in scene.meshes.iter_mut().flat_map(|mesh| &mut mesh.parts) {
                let mut triangles: Vec<[u32; 3]> = part.indices.as_chunks::<3>().0.to_vec();
                triangles.reverse();
                triangles.iter_mut().for_each(|corners| corners.rotate_left(1));
                part.indices = triangles.into_iter().flatten().collect();
            }
            let back = model.with_scene(&scene, context).unwrap();
            assert!(
                back.bytes == bytes,
                "{path}: {:?} {:?}",
                changes(bytes, &back.bytes, model),
                back.remarks
            );
        });
    }
}

#[test]
fn a_moved_vertex_changes_its_place_the_boxes_around_it_and_nothing_else() {
    for file in ["mechlib_mw.zbd", "mechlib_pm.zbd"] {
        let moved = |scene: &mut Scene| {
            let mesh = mesh(scene, "hip");
            let corner = scene.meshes[mesh].parts[0].positions[0];
            for part in &mut scene.meshes[mesh].parts {
                for position in part.positions.iter_mut().filter(|position| **position == corner) {
                    *position = corner.map(|part| part * 4.0);
                }
            }
        };
        edited(file, "mech_alpha.flt", moved, |bytes, model, back| {
            let back = back.unwrap();
            let changed = changes(bytes, &back.bytes, model);
            let vertices = changed.iter().filter(|path| path.contains(".vertices[")).count();
            assert_eq!(vertices, 1, "{changed:?}");
            let follows =
                ["vertices[", "header.center", "header.radius", "model_box", "node_box", "child_box"];
            assert!(changed.iter().all(|path| follows.iter().any(|part| path.contains(part))), "{changed:?}");
            assert!(changed.iter().any(|path| path.starts_with("nodes[0].bounds.child_box")), "{changed:?}");
            assert_eq!((bytes.len(), errors_of(&back.bytes, model)), (back.bytes.len(), 0));
            assert_eq!(back.remarks, [], "the boxes of the fixtures follow the rules");
        });
    }
}

#[test]
fn what_follows_from_geometry_is_what_the_fixtures_hold() {
    // A vertex goes away and comes back: everything that follows is made twice, and must be what it was.
    for file in ["mechlib_mw.zbd", "mechlib_pm.zbd"] {
        each_model(file, |path, bytes, model, context| {
            let scene = model.scene(Shown::All, context).unwrap();
            let mut away = scene.clone();
            for part in away.meshes.iter_mut().flat_map(|mesh| &mut mesh.parts) {
                part.positions.iter_mut().flatten().for_each(|part| *part *= 2.0);
            }
            let away = model.with_scene(&away, context).unwrap();
            let model = Model::read(&mut Cursor::new(&away.bytes), context.origin).unwrap();
            let back = model.with_scene(&scene, context).unwrap();
            let changed = changes(bytes, &back.bytes, &model);
            let near: Vec<_> = changed.iter().filter(|path| !path.contains("_box[")).collect();
            assert!(near.is_empty(), "{path}: {near:?}");
        });
    }
}

#[test]
fn a_moved_node_has_another_matrix_and_angles_that_give_it() {
    let turned = |scene: &mut Scene| {
        let arm = node(scene, "larm");
        scene.nodes[arm].placement.rotation = Quat::from_rotation_x(0.5).to_array();
        scene.nodes[arm].placement.translation[1] += 0.25;
    };
    edited("mechlib_mw.zbd", "mech_alpha.flt", turned, |bytes, model, back| {
        let back = back.unwrap();
        let after = Model::read(&mut Cursor::new(&back.bytes), Origin::named("x.flt")).unwrap();
        let place = after.nodes.iter().position(|node| node.name() == "larm").unwrap();
        let object = after.nodes[place].object.as_ref().unwrap();
        assert!(
            (object.rotate[0] - 0.5).abs() < 1e-6 && object.rotate[1].abs() < 1e-6,
            "{:?}",
            object.rotate
        );
        assert_eq!(object.matrix[..3], relict_mw3::model::matrix_from(object.rotate, object.scale));
        assert_eq!(back.remarks.iter().map(|remark| remark.what).collect::<Vec<_>>(), ["node-moved"]);
        let changed = changes(bytes, &back.bytes, model);
        let object = format!("nodes[{place}].object");
        assert!(changed.iter().all(|path| path.starts_with(&object) || path.contains("_box")), "{changed:?}");
        assert_eq!(findings(&after), findings(model));
    });
}

#[test]
fn polygons_that_went_are_gone_and_new_triangles_are_made_like_those_beside_them() {
    for file in ["mechlib_mw.zbd", "mechlib_pm.zbd"] {
        let cut = |scene: &mut Scene| {
            let mesh = mesh(scene, "hip");
            let part = &mut scene.meshes[mesh].parts[0];
            part.indices.drain(..6);
            let far = part.positions.len() as u32;
            part.positions.push([0.0, 9.0, 0.0]);
            let (normals, uvs) = (part.normals.as_mut().unwrap(), part.uvs.as_mut().unwrap());
            normals.push([0.0, 1.0, 0.0]);
            uvs.push([0.5, 0.5]);
            part.colours.iter_mut().for_each(|colours| colours.push([1.0; 4]));
            let (a, b) = (part.indices[0], part.indices[1]);
            part.indices.extend([a, b, far]);
        };
        edited(file, "mech_alpha.flt", cut, |_, model, back| {
            let back = back.unwrap();
            let after = Model::read(&mut Cursor::new(&back.bytes), Origin::named("x.flt")).unwrap();
            let hip = |model: &Model<'_>| {
                let node = model.nodes.iter().find(|node| node.name() == "hip").unwrap();
                let mesh = node.mesh.as_ref().unwrap();
                (
                    mesh.polygon_count(),
                    mesh.triangles().len(),
                    mesh.vertices.iter().any(|v| v == [0.0, 9.0, 0.0]),
                )
            };
            let (polygons, triangles, _) = hip(model);
            // A quad went, a triangle came.
            assert_eq!(hip(&after), (polygons, triangles - 1, true));
            assert_eq!(findings(&after), findings(model));
            assert_eq!(back.remarks[0].what, "polygons-changed");
        });
    }
}

#[test]
fn a_mesh_can_go_and_come() {
    let gone = |scene: &mut Scene| {
        let hip = node(scene, "hip");
        scene.nodes[hip].shapes.clear();
    };
    edited("mechlib_mw.zbd", "mech_alpha.flt", gone, |_, model, back| {
        let back = back.unwrap();
        let after = Model::read(&mut Cursor::new(&back.bytes), Origin::named("x.flt")).unwrap();
        let hip = after.nodes.iter().find(|node| node.name() == "hip").unwrap();
        assert!(hip.mesh.is_none() && hip.base.mesh_ptr == 0);
        assert_eq!(findings(&after), findings(model));
    });
    let come = |scene: &mut Scene| {
        let (root, hip) = (node(scene, "alpha"), node(scene, "hip"));
        let shape = scene.nodes[hip].shapes[0];
        scene.nodes[root].shapes.push(shape);
    };
    edited("mechlib_pm.zbd", "mech_alpha.flt", come, |_, model, back| {
        let back = back.unwrap();
        let after = Model::read(&mut Cursor::new(&back.bytes), Origin::named("x.flt")).unwrap();
        let root = after.nodes.iter().find(|node| node.name() == "alpha").unwrap();
        assert!(root.mesh.as_ref().is_some_and(|mesh| mesh.polygon_count() > 0));
        assert_eq!(findings(&after), findings(model));
    });
}

#[test]
fn other_colours_places_on_textures_and_materials_change_those_alone() {
    let painted = |scene: &mut Scene| {
        let mesh = mesh(scene, "hip");
        let part = &mut scene.meshes[mesh].parts[0];
        part.uvs.as_mut().unwrap()[0] = [0.125, 0.25];
        let count = part.positions.len();
        let colours = part.colours.get_or_insert_with(|| vec![[1.0; 4]; count]);
        colours[0] = [0.0, 0.0, 0.0, 1.0];
    };
    edited("mechlib_mw.zbd", "mech_alpha.flt", painted, |bytes, model, back| {
        let changed = changes(bytes, &back.unwrap().bytes, model);
        let corners = |path: &String| {
            path.contains(".corners[") && (path.contains(".uvs[") || path.contains(".colours["))
        };
        assert!(!changed.is_empty() && changed.iter().all(corners), "{changed:?}");
    });
    let dressed = |scene: &mut Scene| {
        let mesh = mesh(scene, "hip");
        let other = scene.materials.iter().position(|material| material.extras["material"] == 1).unwrap();
        scene.meshes[mesh].parts[0].material = Some(other);
    };
    edited("mechlib_pm.zbd", "mech_alpha.flt", dressed, |bytes, model, back| {
        let changed = changes(bytes, &back.unwrap().bytes, model);
        let material = |path: &String| {
            path.contains(".materials") || path.contains("material_refs") || path.contains("back_face")
        };
        assert!(!changed.is_empty() && changed.iter().all(material), "{changed:?}");
    });
}

#[test]
fn what_cannot_be_is_refused_by_name() {
    let code = |edit: &dyn Fn(&mut Scene)| {
        let found = std::cell::Cell::new("");
        edited("mechlib_pm.zbd", "mech_alpha.flt", edit, |_, _, back| {
            let Err(Misfit::Scene { code, .. }) = back else { panic!("{back:?}") };
            found.set(code);
        });
        found.get()
    };
    let hung = |scene: &mut Scene| {
        let (hip, last) = (node(scene, "hip"), scene.nodes.len() - 1);
        scene.nodes[last].parent = Some(hip - 1);
    };
    assert_eq!(code(&hung), "model.parent-fixed");
    let renamed = |scene: &mut Scene| {
        scene.materials[0].name = "no such thing".into();
        scene.materials[0].extras.clear();
    };
    assert_eq!(code(&renamed), "model.no-material");
    let twice = |scene: &mut Scene| {
        let hip = node(scene, "hip");
        let mut shape = scene.nodes[hip].shapes[0];
        shape.variant.level += 1;
        scene.nodes[hip].shapes.push(shape);
    };
    assert_eq!(code(&twice), "model.one-mesh");
}

#[test]
fn levels_of_detail_are_seen_one_at_a_time() {
    let mut levels = 0;
    each_model("mechlib_pm.zbd", |path, _, model, context| {
        if model.nodes.iter().all(|node| node.lod.is_none()) {
            return;
        }
        let shown = |shown| model.scene(shown, context).unwrap().meshes.len();
        let one = |level| shown(Shown::One(Variant { state: 0, level }));
        let all = shown(Shown::All);
        assert!(one(0) > 0 && one(0) < all && one(1) < all, "{path}: {} {} {all}", one(0), one(1));
        assert_eq!(one(7), 0, "{path}");
        levels += 1;
    });
    assert!(levels > 0);
}

#[test]
fn a_motion_moves_the_nodes_of_its_parts_and_tells_what_it_does_not_find() {
    for (file, mechlib) in [("motion_mw.zbd", "mechlib_mw.zbd"), ("motion_pm.zbd", "mechlib_pm.zbd")] {
        let bytes = fixture(file);
        let zbd = relict_mw3::zbd::Zbd::read(&mut Cursor::new(&bytes), Origin::named(file)).unwrap();
        let archive = zbd.archive().unwrap();
        each_model(mechlib, |path, _, model, context| {
            if !path.ends_with("mech_alpha.flt") {
                return;
            }
            let scene = model.scene(Shown::default(), context).unwrap();
            assert_eq!(scene.extras["motions"], "alpha_");
            for place in 0..archive.len() {
                let payload = archive.payload(place, Limits::default()).unwrap();
                let name = archive.name(place).unwrap();
                let motion = Motion::read(&mut Cursor::new(&payload), Origin::named(&name)).unwrap();
                let bound = motion.clip(&name, &scene, &|_| false);
                let parts: Vec<String> =
                    motion.parts.iter().map(|part| part.name.show().into_owned()).collect();
                assert_eq!(bound.clip.tracks.len() + bound.left_out.len(), parts.len());
                assert_eq!(bound.left_out, if name == "alpha_jump" { vec!["no_such_node"] } else { vec![] });
                for track in &bound.clip.tracks {
                    let part = &motion.parts
                        [parts.iter().position(|p| p == scene.nodes[track.node].given_name()).unwrap()];
                    assert_eq!(track.times.len(), motion.header.samples());
                    assert_eq!(track.times.last(), Some(&motion.header.loop_time));
                    assert_eq!(track.translations.as_ref(), Some(&part.translations));
                    let [w, x, y, z] = part.rotations[1];
                    let turned = Quat::from_array(track.rotations.as_ref().unwrap()[1]);
                    assert!(turned.abs_diff_eq(Quat::from_xyzw(x, y, z, w).normalize(), 1e-6));
                }
                let turning = motion.clip(&name, &scene, &|name| name == "hip");
                let hip = turning.clip.tracks.iter().find(|t| scene.nodes[t.node].given_name() == "hip");
                assert!(hip.is_none_or(|hip| hip.translations.is_none() && hip.rotations.is_some()));
            }
        });
    }
}

#[test]
fn damaged_models_become_scenes_and_come_back_as_they_are() {
    let mut rng = Rng::new(0x5EED);
    let mut came_back = 0;
    for file in MECHLIBS {
        each_model(file, |path, bytes, _, context| {
            for round in 0..400 {
                let mut damaged = bytes.to_vec();
                for _ in 0..=rng.below(3) {
                    let at = rng.below(damaged.len());
                    damaged[at] = [0x00, 0xFF, 0x7F, 0x80, rng.byte()][rng.below(5)];
                }
                let Ok(model) = Model::read(&mut Cursor::new(&damaged), context.origin) else { continue };
                let scene = model.scene(Shown::All, context).unwrap();
                scene.validate_structure().unwrap();
                let back = model.with_scene(&scene, context);
                let back = back.unwrap_or_else(|misfit| panic!("{path}, round {round}: {misfit:?}"));
                assert!(back.bytes == damaged, "{path}, round {round}: {:?}", back.remarks);
                came_back += 1;
            }
        });
    }
    assert!(came_back > 1000, "{came_back}");
}
