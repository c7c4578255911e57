//! Mechlibs, their materials and models that break their rules.

use super::{Broken, edited, patched, samples};
use crate::mw3::materials::{self, materials};
use crate::mw3::mechs::{mech, members};
use relict_samples::make::flt::{bytes, packed};
use relict_samples::mechs::shapes::lamp;
use relict_toolkit::mw3::dialect::Dialect::{Mw, Pm};
use relict_toolkit::mw3::materials::Materials;
use serde_json::{Value, json};

pub(super) fn all() -> Vec<Broken> {
    [mechlib(), material(), model()].concat()
}

/// A mechlib with other bytes in one of its members, or without it.
fn with(name: &str, bytes: Option<&[u8]>) -> Vec<u8> {
    let mut members = members(Mw);
    match bytes {
        Some(bytes) => {
            members.iter_mut().filter(|(found, _)| *found == name).for_each(|(_, old)| *old = bytes.into());
        }
        None => members.retain(|(found, _)| *found != name),
    }
    packed(Mw, &members)
}

fn mechlib() -> Vec<Broken> {
    let lamp = |path: &str, value: i32, game| {
        let model = field(&bytes(&lamp(game)), path, json!(value));
        let mut members = members(game);
        members.iter_mut().filter(|(name, _)| *name == "lamp.flt").for_each(|(_, old)| *old = model.clone());
        packed(game, &members)
    };
    let mut twice = members(Mw);
    twice.push(twice[3].clone());
    samples(
        "zbd",
        vec![
            ("mechlib.truncated", with("version", Some(&[27, 0]))),
            ("mechlib.missing", with("format", None)),
            ("mechlib.missing", with("materials", None)),
            ("mechlib.member-size", with("format", Some(&[1, 0, 0, 0, 0]))),
            ("mechlib.format", with("format", Some(&[2, 0, 0, 0]))),
            ("mechlib.version", with("version", Some(&[41, 0, 0, 0]))),
            ("mechlib.material", lamp("/nodes/1/mesh/polygons/3/material", 8, Mw)),
            ("mechlib.material", lamp("/nodes/2/mesh/corners/0/materials/0", 9999, Pm)),
            ("mechlib.duplicate", packed(Mw, &twice)),
        ],
    )
}

fn material() -> Vec<Broken> {
    let good = materials::bytes(&materials());
    let changed = |change: &dyn Fn(&mut Materials<'_>)| {
        let mut materials = materials();
        change(&mut materials);
        materials::bytes(&materials)
    };
    let named = |name: &'static [u8]| changed(&|all| all.materials[1].texture = Some(name.into()));
    let flags = |flags: u8| changed(&|all| all.materials[0].surface.flags = flags);
    samples(
        "materials",
        vec![
            ("materials.truncated", good[..good.len() - 30].to_vec()),
            ("materials.count", patched(&good, 0, &(-1i32).to_le_bytes())),
            ("materials.count", patched(&good, 0, &i32::MAX.to_le_bytes())),
            ("materials.tail", [&good[..], b"!"].concat()),
            ("materials.flags", flags(0x09)),
            ("materials.flags", flags(0x15)),
            ("materials.odd-flags", flags(0x13)),
            ("materials.texture-name", named(b"caf\xE9")),
            ("materials.texture-name", named(b"")),
            ("materials.colour", changed(&|all| all.materials[6].surface.colour[1] = 300.0)),
            ("materials.colour", changed(&|all| all.materials[0].surface.colour[2] = f32::NAN)),
            ("materials.constant", changed(&|all| all.materials[6].surface.soil = 4)),
        ],
    )
}

/// The model with another value in one field.
fn field(model: &[u8], path: &str, value: Value) -> Vec<u8> {
    edited("mw3.model", model, |json| {
        *json.pointer_mut(path).unwrap_or_else(|| panic!("no {path}")) = value;
    })
}

fn model() -> Vec<Broken> {
    let (mw, pm, walker) = (bytes(&lamp(Mw)), bytes(&lamp(Pm)), bytes(&mech(Mw)));
    let first = |path: &str, value: Value| field(&mw, path, value);
    let expansion = |path: &str, value: Value| field(&pm, path, value);
    // 208 of a node, 144 of an object; the second has a mesh of 92.
    let (second, class, children) = (208 + 144, 52, 92);
    let head = find(&mw, b"lamp_head");
    let lights = head + 208 + 144 + 92 + 12 * (8 + 6 + 8);
    let no_number = json!("0x7fc00000");
    samples(
        "flt",
        vec![
            ("flt.truncated", mw[..100].to_vec()),
            ("flt.truncated", mw[..mw.len() - 7].to_vec()),
            ("flt.class", patched(&mw, second + class, &[1])),
            ("flt.children", patched(&mw, second + children, &(-1i32).to_le_bytes())),
            ("flt.children", patched(&walker, second + children, &[200])),
            ("flt.light-vertices", patched(&mw, lights + 12, &(-1i32).to_le_bytes())),
            ("flt.light-vertices", patched(&mw, lights + 12, &[0, 0, 0, 16])),
            ("flt.tail", [&mw[..], b"more"].concat()),
            ("flt.parents", first("/nodes/0/links/parent_count", json!(1))),
            ("flt.parents", expansion("/nodes/2/links_pm/parent_count", json!(0))),
            ("flt.name-end", first("/nodes/1/base/name", json!("x".repeat(36)))),
            ("flt.lod-mesh", expansion("/nodes/1/base/mesh_ptr", json!(4096))),
            ("flt.active-box", expansion("/nodes/2/links_pm/active_box", json!(7))),
            ("flt.mesh-kind", first("/nodes/1/mesh/header/kind", json!(9))),
            ("flt.polygon-flags", first("/nodes/1/mesh/polygons/0/outline/unk11", json!(16))),
            ("flt.polygon-corners", two_corners(&mw)),
            ("flt.polygon-corners", patched(&mw, second + 208 + 144 + 92 + 12 * (8 + 6), &[2])),
            ("flt.polygon-normals", first("/nodes/1/mesh/polygons/0/normals_ptr", json!(0))),
            ("flt.polygon-materials", no_materials(&pm)),
            ("flt.vertex-index", first("/nodes/1/mesh/corners/2/vertices/1", json!(8))),
            ("flt.normal-index", first("/nodes/1/mesh/corners/2/normals/3", json!(u32::MAX))),
            ("flt.material-index", first("/nodes/1/mesh/polygons/1/material", json!(-1))),
            ("flt.material-index", expansion("/nodes/2/mesh/corners/1/materials/0", json!(-7))),
            ("flt.pointer", first("/nodes/0/links/children_ptr", json!(0))),
            ("flt.pointer", first("/nodes/1/mesh/header/vertices_ptr", json!(0))),
            ("flt.flags", first("/nodes/0/base/flags/unk29", json!(4))),
            ("flt.flags", first("/nodes/2/object/flags/unk6", json!(1))),
            ("flt.flags", expansion("/nodes/2/mesh/header/flags/unk8", json!(1))),
            ("flt.name-padding", first("/nodes/1/base/name", json!("lamp_foot"))),
            ("flt.rotation", first("/nodes/2/object/rotate/0", json!(7.0))),
            ("flt.rotation", first("/nodes/2/object/rotate/2", no_number.clone())),
            ("flt.matrix", first("/nodes/2/object/matrix/0/0", json!(0.5))),
            ("flt.lod-range", expansion("/nodes/1/lod/far_sq", json!(1.0))),
            ("flt.lod-range", expansion("/nodes/1/lod/near_sq", json!(-1.0))),
            ("flt.lod-children", childless(&pm)),
            ("flt.mesh-parents", first("/nodes/1/mesh/header/parent_count", json!(0))),
            ("flt.mesh-empty", no_polygons(&mw)),
            ("flt.morph-count", edited("mw3.model", &mw, |json| drop(popped(json, "/nodes/3/mesh/morphs")))),
            ("flt.material-refs", expansion("/nodes/2/mesh/material_refs/0/use_count", json!(77))),
            ("flt.not-finite", first("/nodes/1/mesh/vertices/3/1", no_number.clone())),
            ("flt.not-finite", first("/nodes/2/object/matrix/3/2", json!("0x7f800000"))),
            ("flt.odd-value", first("/nodes/1/base/zone", json!(511))),
            ("flt.odd-value", first("/nodes/1/mesh/polygons/5/zone_count", json!(9))),
            ("flt.odd-value", first("/nodes/3/mesh/lights/0/unk08", no_number)),
        ],
    )
}

/// Where the record begins whose name this is.
fn find(model: &[u8], name: &[u8]) -> usize {
    model
        .windows(name.len())
        .position(|found| found == name)
        .unwrap_or_else(|| panic!("no {}", name.escape_ascii()))
}

fn popped(json: &mut Value, path: &str) -> Option<Value> {
    json.pointer_mut(path).and_then(Value::as_array_mut).and_then(Vec::pop)
}

/// A polygon of two corners, with all that belongs to them.
fn two_corners(model: &[u8]) -> Vec<u8> {
    edited("mw3.model", model, |json| {
        json["nodes"][1]["mesh"]["polygons"][0]["outline"]["corners"] = 2.into();
        for list in ["vertices", "normals", "uvs", "colours"] {
            let path = format!("/nodes/1/mesh/corners/0/{list}");
            popped(json, &path);
            popped(json, &path);
        }
    })
}

fn no_materials(model: &[u8]) -> Vec<u8> {
    edited("mw3.model", model, |json| {
        let mesh = &mut json["nodes"][2]["mesh"];
        mesh["polygons_pm"][0]["material_count"] = 0.into();
        (mesh["corners"][0]["materials"], mesh["corners"][0]["uvs"]) = (json!([]), json!([]));
    })
}

fn childless(model: &[u8]) -> Vec<u8> {
    edited("mw3.model", model, |json| {
        json["nodes"].as_array_mut().into_iter().for_each(|nodes| nodes.truncate(2));
        let links = &mut json["nodes"][1]["links_pm"];
        (links["child_count"], links["children_ptr"]) = (0.into(), 0.into());
    })
}

fn no_polygons(model: &[u8]) -> Vec<u8> {
    edited("mw3.model", model, |json| {
        let mesh = &mut json["nodes"][1]["mesh"];
        (mesh["polygons"], mesh["corners"], mesh["header"]["polygons_ptr"]) =
            (json!([]), json!([]), 0.into());
    })
}
