//! The fixtures of mechlibs, against what their `expected/*.json` says, number by number; and the damaged ones, against
//! the verdicts of `cases.json`.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use relict_core::archive::Archive;
use relict_core::facets::Faceted;
use relict_core::format::{AttributesRef, Context, Document, Format, Formats, Limits, Origin};
use relict_core::prelude::{Cursor, Field, View};
use relict_core::report::Report;
use relict_mw3::FORMATS;
use relict_mw3::dialect::Dialect;
use relict_mw3::materials::{Material, Materials};
use relict_mw3::mechlib::Mechlib;
use relict_mw3::model::mesh::Mesh;
use relict_mw3::model::node::{Lod, Node, Object};
use relict_mw3::model::tree::Stance;
use relict_mw3::model::{Model, matrix_from};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::path::PathBuf;

const ALL: Formats = Formats(&[FORMATS]);
const GOOD: [&str; 4] = ["mechlib_mw", "mechlib_pm", "mini_mw", "mini_pm"];
/// Of `world_matrix`.
const CLOSE: f64 = 1e-4;

fn path(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/mw3")).join(name)
}

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

fn read_json(name: &str) -> Value {
    serde_json::from_slice(&fixture(name)).unwrap()
}

fn sha256(bytes: &[u8]) -> Value {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect::<String>().into()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn pointer(ptr: u32) -> Value {
    format!("{ptr:#x}").into()
}

fn floats<const N: usize>(numbers: [f32; N]) -> Value {
    numbers.map(f64::from).to_vec().into()
}

fn flat<const N: usize>(rows: [[f32; 3]; N]) -> Value {
    rows.into_iter().flatten().map(f64::from).collect::<Vec<_>>().into()
}

fn bytes_of<T: Field>(record: &T) -> Vec<u8> {
    let mut bytes = vec![0; T::SIZE];
    record.put(&mut bytes);
    bytes
}

/// Both say the same. Numbers that are no whole ones may differ by `CLOSE` where a matrix is computed.
fn same(path: &str, found: &Value, wanted: &Value) {
    match (found, wanted) {
        (Value::Object(found), Value::Object(wanted)) => {
            let keys = |map: &Map<String, Value>| {
                let mut keys: Vec<String> = map.keys().cloned().collect();
                keys.sort_unstable();
                keys
            };
            assert_eq!(keys(found), keys(wanted), "{path}");
            found.iter().for_each(|(key, found)| same(&format!("{path}.{key}"), found, &wanted[key]));
        }
        (Value::Array(found), Value::Array(wanted)) => {
            assert_eq!(found.len(), wanted.len(), "{path}");
            let each = found.iter().zip(wanted).enumerate();
            each.for_each(|(i, (found, wanted))| same(&format!("{path}[{i}]"), found, wanted));
        }
        (Value::Number(found), Value::Number(wanted)) => {
            let (found, wanted) = (found.as_f64().unwrap(), wanted.as_f64().unwrap());
            let close = if path.contains("world_matrix") { CLOSE } else { 0.0 };
            assert!((found - wanted).abs() <= close, "{path}: {found}, wanted {wanted}");
        }
        _ => assert_eq!(found, wanted, "{path}"),
    }
}

fn material(material: &Material<'_>) -> Value {
    let surface = &material.surface;
    match &material.texture {
        Some(texture) => {
            json!({"kind": "textured", "texture": texture.show(), "texture_ptr": surface.texture_ptr})
        }
        None => json!({"kind": "coloured", "rgb": floats(surface.colour), "alpha": surface.alpha}),
    }
}

fn transform(object: &Object) -> Value {
    let mut all = json!({
        "rotate": floats(object.rotate),
        "scale": floats(object.scale),
        "matrix": flat(object.matrix),
        "raw_sha256": sha256(&bytes_of(object)),
    });
    all["kind"] = match object.stance() {
        Stance::Initial => "initial",
        Stance::Matrix => "matrix",
        Stance::Turned => "rts",
    }
    .into();
    if object.stance() == Stance::Turned {
        let [x, y, z, _] = object.matrix;
        all["matrix_equals_formula"] = (matrix_from(object.rotate, object.scale) == [x, y, z]).into();
    }
    all
}

fn lod(lod: &Lod) -> Value {
    json!({
        "level": lod.level,
        "range_near_sq": lod.near_sq,
        "range_far": lod.far,
        "range_far_sq": lod.far_sq,
        "field64": lod.unk40,
        "field72": lod.unk48,
        "raw_sha256": sha256(&bytes_of(lod)),
    })
}

fn zones(count: u8, zones: [i8; 3]) -> Vec<i8> {
    zones[..usize::from(count)].to_vec()
}

fn mesh(mesh: &Mesh<'_>) -> Value {
    let header = &mesh.header;
    let mut pointers = vec![
        header.polygons_ptr,
        header.vertices_ptr,
        header.normals_ptr,
        header.lights_ptr,
        header.morphs_ptr,
    ];
    pointers.extend(mesh.header_pm.as_ref().map(|header| header.material_refs_ptr));
    let mut material_use = Map::new();
    let (mut vertices, mut normals, mut uvs, mut colours) = (vec![], vec![], vec![], vec![]);
    let mw =
        mesh.polygons.iter().flat_map(View::iter).map(|polygon| zones(polygon.zone_count, polygon.zones));
    let pm =
        mesh.polygons_pm.iter().flat_map(View::iter).map(|polygon| zones(polygon.zone_count, polygon.zones));
    let mut polygons = vec![];
    for (face, zone_set) in mesh.faces().zip(mw.chain(pm)) {
        let corners = &face.corners;
        vertices.extend_from_slice(corners.vertices.bytes());
        corners.normals.iter().for_each(|list| normals.extend_from_slice(list.bytes()));
        corners.uvs.iter().for_each(|list| uvs.extend_from_slice(list.bytes()));
        colours.extend_from_slice(corners.colours.bytes());
        for material in face.materials() {
            let count = material_use.entry(material.to_string()).or_insert(json!(0));
            *count = (count.as_u64().unwrap() + 1).into();
        }
        polygons.push(json!({
            "vertex_count": corners.vertices.len(),
            "strip": face.strip,
            "show_backface": face.back_face,
            "normals": corners.normals.is_some(),
            "uvs": corners.uvs.is_some(),
            "priority": face.priority,
            "materials": face.materials().collect::<Vec<_>>(),
            "zone_set": zone_set,
        }));
    }
    let triangles: Vec<[u32; 3]> = mesh.triangles();
    let triangle_bytes: Vec<u8> = triangles.iter().flatten().flat_map(|index| index.to_le_bytes()).collect();
    assert_eq!(triangles.len(), mesh.triangle_count());
    let refs = mesh.material_refs.iter().flat_map(View::iter);
    json!({
        "model_type": header.kind,
        "facade_mode": header.facade_mode,
        "flags": header.flags.0,
        "parent_count": header.parent_count,
        "vertex_count": mesh.vertices.len(),
        "normal_count": mesh.normals.len(),
        "morph_count": mesh.morphs.len(),
        "light_count": mesh.lights.len(),
        "polygon_count": mesh.polygon_count(),
        "texture_scroll": floats(header.texture_scroll),
        "bbox_mid": floats(header.center),
        "bbox_diag": header.radius,
        "vertices_sha256": sha256(mesh.vertices.bytes()),
        "normals_sha256": sha256(mesh.normals.bytes()),
        "morphs_sha256": sha256(mesh.morphs.bytes()),
        "lights_sha256": sha256(mesh.lights.bytes()),
        "light_vertices_sha256": sha256(mesh.light_vertices.bytes()),
        "vertex_indices_sha256": sha256(&vertices),
        "normal_indices_sha256": sha256(&normals),
        "uvs_sha256": sha256(&uvs),
        "colours_sha256": sha256(&colours),
        "triangle_count": triangles.len(),
        "triangles_sha256": sha256(&triangle_bytes),
        "material_use": material_use,
        "material_refs": refs.map(|one| json!([one.material, one.use_count, one.ptr])).collect::<Vec<_>>(),
        "polygons": polygons,
        "header_ptrs": pointers.into_iter().map(pointer).collect::<Vec<_>>(),
    })
}

/// What a file says of a node.
fn node(node: &Node<'_>) -> Value {
    let ([parents, children], bounds) = (node.link_ptrs(), &node.bounds);
    let mut all = json!({
        "name": node.name(),
        "class": if node.lod.is_some() { "lod" } else { "object3d" },
        "flags": node.base.flags.0,
        "update_flags": node.base.update_flags,
        "zone_id": node.zone(),
        "area_partition": node.area_partition(),
        "node_bbox": flat(bounds.node_box),
        "model_bbox": flat(bounds.model_box),
        "child_bbox": flat(bounds.child_box),
        "data_ptr": pointer(node.base.class_ptr),
        "mesh_ptr": pointer(node.base.mesh_ptr),
        "parent_array_ptr": pointer(parents),
        "child_array_ptr": pointer(children),
        "name_bytes_hex": hex(&node.base.name.0),
    });
    if let Some(links) = &node.links_pm {
        let partition = links.virtual_partition;
        all["virtual_partition"] = (partition != [0, 0]).then_some(partition).map_or(Value::Null, Into::into);
        all["active_bbox"] = ["node", "model", "child"][links.active_box as usize].into();
    }
    if let Some(object) = &node.object {
        let flags = object.flags;
        all["object_flags"] = flags.0.into();
        all["opacity"] = if flags.opacity() == 1 { json!(object.opacity) } else { Value::Null };
        all["colour"] = if flags.colour() == 1 { floats(object.colour) } else { Value::Null };
        all["transform"] = transform(object);
    }
    if let Some(found) = &node.lod {
        all["lod"] = lod(found);
    }
    if let Some(found) = &node.mesh {
        all["mesh"] = mesh(found);
    }
    all
}

/// Where the nodes of a model begin.
fn offsets(bytes: &[u8], origin: Origin<'_>) -> Vec<usize> {
    let mut found = vec![];
    ALL.named("mw3.model")
        .unwrap()
        .trace(bytes, origin, true, &mut |span| {
            if span.path.ends_with(".base.name") {
                found.push(span.range.start);
            }
        })
        .unwrap();
    found
}

fn model(name: &str, entry: usize, bytes: &[u8], origin: Origin<'_>) -> Value {
    let model = Model::read(&mut Cursor::new(bytes), origin).unwrap();
    assert_eq!(model.to_bytes().unwrap(), bytes);
    let (parents, worlds, offsets) = (model.parents(), model.worlds(), offsets(bytes, origin));
    let mut depths: Vec<usize> = vec![];
    let mut nodes: Vec<Value> = model.nodes.iter().map(node).collect();
    for (i, parent) in parents.iter().enumerate() {
        depths.push(parent.map_or(0, |parent| depths[parent] + 1));
        let children: Vec<usize> = (0..nodes.len()).filter(|child| parents[*child] == Some(i)).collect();
        let world = worlds[i].to_cols_array();
        nodes[i]["index"] = i.into();
        nodes[i]["parent"] = parent.map_or(Value::Null, Into::into);
        nodes[i]["children"] = children.into();
        nodes[i]["world_matrix"] = world.map(f64::from).to_vec().into();
        nodes[i]["file_offset"] = offsets[i].into();
    }
    json!({
        "name": name,
        "entry_index": entry,
        "nodes": nodes,
        "node_count": model.nodes.len(),
        "mesh_count": model.meshes().count(),
        "max_depth": depths.iter().max(),
        "total_vertex_count": model.total(|mesh| mesh.vertices.len()),
        "total_polygon_count": model.total(Mesh::polygon_count),
        "total_triangle_count": model.total(Mesh::triangle_count),
    })
}

fn number(archive: &dyn Archive, name: &str) -> u32 {
    let payload = archive.payload(archive.find(name).unwrap(), Limits::default()).unwrap();
    u32::from_le_bytes(payload.as_ref().try_into().unwrap())
}

#[test]
fn everything_is_as_expected() {
    for name in GOOD {
        let (bytes, expected) =
            (fixture(&format!("{name}.zbd")), read_json(&format!("expected/{name}.json")));
        let mechlib = Mechlib::read(&mut Cursor::new(&bytes), Origin::named(name)).unwrap();
        let archive = mechlib.archive().unwrap();
        for member in ["format", "version"] {
            same(&format!("{name}.{member}"), &number(&*archive, member).into(), &expected[member]);
        }
        let materials: Vec<Value> = mechlib.materials().unwrap().materials.iter().map(material).collect();
        same(&format!("{name}.materials"), &materials.into(), &expected["materials"]);
        let mut models = vec![];
        for i in 0..archive.len() {
            let entry = archive.entry(i).unwrap();
            if entry.name.ends_with(".flt") {
                let payload = archive.payload(i, Limits::default()).unwrap();
                models.push(model(&entry.name, i, &payload, entry.origin()));
            }
        }
        same(&format!("{name}.models"), &models.into(), &expected["models"]);
    }
}

#[test]
fn a_model_by_itself_is_of_the_game_that_its_layout_fits() {
    for name in GOOD {
        let bytes = fixture(&format!("{name}.zbd"));
        let mechlib = Mechlib::read(&mut Cursor::new(&bytes), Origin::named(name)).unwrap();
        let archive = mechlib.archive().unwrap();
        for i in (0..archive.len()).filter(|i| archive.name(*i).unwrap().ends_with(".flt")) {
            let payload = archive.payload(i, Limits::default()).unwrap();
            let model = Model::read(&mut Cursor::new(&payload), Origin::named("a.flt")).unwrap();
            assert_eq!(Some(model.game), mechlib.0.dialect(), "{name} {i}");
            // A root alone is the hardest: only its own fields tell.
            let mut alone = model.clone();
            alone.nodes.truncate(1);
            alone.nodes[0]
                .links
                .iter_mut()
                .for_each(|links| (links.child_count, links.children_ptr) = (0, 0));
            alone.nodes[0]
                .links_pm
                .iter_mut()
                .for_each(|links| (links.child_count, links.children_ptr) = (0, 0));
            let bytes = alone.to_bytes().unwrap();
            let read = Model::read(&mut Cursor::new(&bytes), Origin::named("a.flt")).unwrap();
            assert_eq!(read.game, model.game, "{name} {i}");
        }
    }
}

#[test]
fn both_members_with_numbers_agree_with_the_game() {
    assert_eq!((Dialect::Mw.mechlib_version(), Dialect::Pm.mechlib_version()), (27, 41));
    for name in GOOD {
        let bytes = fixture(&format!("{name}.zbd"));
        let mechlib = Mechlib::read(&mut Cursor::new(&bytes), Origin::named(name)).unwrap();
        let mut report = Report::default();
        mechlib.check(&mut report, Context::ALONE);
        assert_eq!(report.errors(), 0, "{name}: {:?}", report.codes());
    }
}

/// What is said of a mechlib and its members: the codes of errors, and of warnings.
fn said(name: &str, bytes: &[u8]) -> (Vec<&'static str>, Vec<&'static str>) {
    let (mut errors, mut warnings) = (vec![], vec![]);
    let mut hear = |report: &Report| {
        for finding in &report.findings {
            assert!(finding.range.is_some(), "{name}: {finding}");
            let list = if finding.rule.severity.name() == "error" { &mut errors } else { &mut warnings };
            list.push(finding.rule.code);
        }
    };
    let kind = ALL.of(Origin::named(name), bytes).unwrap_or_else(|| panic!("{name} is not known"));
    assert_eq!(kind.id, "mw3.mechlib", "{name}");
    let document = kind.open(bytes, Origin::named(name)).unwrap();
    assert!(document.to_bytes().unwrap() == bytes, "{name} is not kept");
    hear(&kind.check(&*document, bytes, Origin::named(name), Context::ALONE));
    let archive = document.archive().unwrap();
    for i in 0..archive.len() {
        let (entry, payload) = (archive.entry(i).unwrap(), archive.payload(i, Limits::default()).unwrap());
        let Some(kind) = ALL.of(entry.origin(), &payload) else { continue };
        match kind.open(&payload, entry.origin()) {
            Ok(document) => {
                assert!(document.to_bytes().unwrap() == *payload, "{name}: {} is not kept", entry.name);
                hear(&kind.check(&*document, &payload, entry.origin(), Context::ALONE));
            }
            Err(error) => {
                assert!(!error.path.is_empty() && error.offset.is_some(), "{name}: {error}");
                hear(&{
                    let mut report = Report::default();
                    report.add(kind.broken_rule(&error), error.path.clone(), Some(0..0), vec![]);
                    report
                });
            }
        }
    }
    (errors, warnings)
}

/// What each damaged file breaks; the rest of what is said of it follows from that.
const DAMAGES: &[(&str, &str)] = &[
    ("ml_format_2", "mechlib.format"),
    ("ml_version_26", "mechlib.version"),
    ("ml_version_41_in_mw", "mechlib.version"),
    ("ml_format_5_bytes", "mechlib.member-size"),
    ("mat_huge_count", "materials.count"),
    ("mat_negative_count", "materials.count"),
    ("mat_trailing_bytes", "materials.tail"),
    ("mat_truncated", "materials.truncated"),
    ("mat_name_past_end", "materials.truncated"),
    ("mat_flag_08_instead_of_10", "materials.flags"),
    ("mat_flag_free_set", "materials.flags"),
    ("mat_flag_cycled", "materials.flags"),
    ("mat_non_ascii_name", "materials.texture-name"),
    ("node_class_camera", "flt.class"),
    ("node_class_lod_in_mw", "flt.class"),
    ("node_child_count_too_big", "flt.children"),
    ("node_child_count_huge", "flt.children"),
    ("node_child_count_negative", "flt.children"),
    ("node_child_count_too_small", "flt.tail"),
    ("node_root_has_parent", "flt.parents"),
    ("node_child_without_parent", "flt.parents"),
    ("node_null_child_ptr", "flt.pointer"),
    ("node_bad_flags", "flt.flags"),
    ("node_name_unterminated", "flt.name-end"),
    ("node_name_bad_padding", "flt.name-padding"),
    ("node_zone_id_wide", "flt.odd-value"),
    ("node_rotation_out_of_range", "flt.rotation"),
    ("node_rotation_nan", "flt.rotation"),
    ("node_object_flags_unknown", "flt.flags"),
    ("node_trailing_bytes", "flt.tail"),
    ("node_truncated", "flt.truncated"),
    ("node_endless_children", "flt.children"),
    ("node_chain_300_deep", ""),
    ("mesh_huge_vertex_count", "flt.truncated"),
    ("mesh_huge_polygon_count", "flt.truncated"),
    ("mesh_parent_count_zero", "flt.mesh-parents"),
    ("mesh_null_vertices_ptr", "flt.pointer"),
    ("mesh_bad_type", "flt.mesh-kind"),
    ("mesh_bad_flags", "flt.flags"),
    ("poly_bad_flags", "flt.polygon-flags"),
    ("poly_two_vertices", "flt.polygon-corners"),
    ("poly_normal_ptr_without_flag", "flt.polygon-normals"),
    ("poly_vertex_index_oob", "flt.vertex-index"),
    ("poly_vertex_index_huge", "flt.vertex-index"),
    ("poly_normal_index_oob", "flt.normal-index"),
    ("poly_material_equals_count", "mechlib.material"),
    ("poly_material_9999", "mechlib.material"),
    ("poly_material_negative", "flt.material-index"),
    ("poly_zone_set_len_9", "flt.odd-value"),
    ("light_vertex_count_huge", "flt.light-vertices"),
    ("light_vertex_count_negative", "flt.light-vertices"),
    ("pm_lod_with_mesh", "flt.lod-mesh"),
    ("pm_lod_range_sq_wrong", "flt.lod-range"),
    ("pm_poly_no_materials", "flt.polygon-materials"),
    ("pm_poly_huge_materials", "flt.truncated"),
    ("pm_material_refs_huge", "flt.truncated"),
    ("pm_active_bbox_7", "flt.active-box"),
];

/// The most memory that this process has had so far, in KiB, where the system tells.
fn peak() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().trim_end_matches(" kB").parse().ok())
}

#[test]
fn every_damaged_mechlib_gets_its_verdict() {
    let before = peak();
    let cases = read_json("bad/cases.json");
    let others = ["arc_", "mot_", "tex_", "reader_"];
    let mut seen = 0;
    for case in cases["cases"].as_array().unwrap() {
        let (file, verdict) = (case["file"].as_str().unwrap(), case["verdict"].as_str().unwrap());
        if others.iter().any(|other| file.starts_with(other)) {
            continue;
        }
        seen += 1;
        let stem = file.strip_suffix(".zbd").unwrap();
        let (_, wanted) =
            DAMAGES.iter().find(|(damage, _)| *damage == stem).unwrap_or_else(|| panic!("{file}"));
        let (errors, warnings) = said(file, &fixture(&format!("bad/{file}")));
        let all = [&errors[..], &warnings].concat();
        assert!(wanted.is_empty() || all.contains(wanted), "{file}: {all:?}");
        match verdict {
            "reject" => assert!(errors.contains(wanted), "{file}: {errors:?}"),
            "reject or warn" => {}
            // What can be kept is: nothing stops a person from opening it.
            _ => assert_eq!(errors, [""; 0], "{file}"),
        }
    }
    assert_eq!(seen, DAMAGES.len());
    let grown = peak().zip(before).map_or(0, |(after, before)| after - before);
    assert!(grown < 64 << 10 || cfg!(not(target_os = "linux")), "{grown} KiB");
}

#[test]
fn thousands_of_nested_nodes_neither_overflow_nor_take_long() {
    let bytes = fixture("mini_mw.zbd");
    let mechlib = Mechlib::read(&mut Cursor::new(&bytes), Origin::named("a.zbd")).unwrap();
    let archive = mechlib.archive().unwrap();
    let i = (0..archive.len()).find(|i| archive.name(*i).unwrap().ends_with(".flt")).unwrap();
    let payload = archive.payload(i, Limits::default()).unwrap();
    let model = Model::read(&mut Cursor::new(&payload), Origin::named("a.flt")).unwrap();
    let mut link = Node { mesh: None, ..model.nodes[0].clone() };
    link.base.mesh_ptr = 0;
    let mut chain = Model { nodes: vec![link; 10_000], tail: vec![].into(), ..model };
    for (i, node) in chain.nodes.iter_mut().enumerate() {
        let links = node.links.as_mut().unwrap();
        (links.child_count, links.parent_count) = (1, i32::from(i > 0));
        (links.children_ptr, links.parents_ptr) = (1, u32::from(i > 0));
    }
    chain.nodes.last_mut().unwrap().links.as_mut().unwrap().child_count = 0;
    let bytes = chain.to_bytes().unwrap();
    let read = Model::read(&mut Cursor::new(&bytes), Origin::named("a.flt")).unwrap();
    assert_eq!(
        (read.nodes.len(), read.parents().last(), read.worlds().len()),
        (10_000, Some(&Some(9_998)), 10_000)
    );
    let mut report = Report::default();
    read.check(&mut report, Context::ALONE);
    assert_eq!(report.errors(), 0, "{:?}", report.codes());
    assert!(read.to_bytes().unwrap() == bytes);
}

#[test]
fn materials_are_told_apart_and_lead_to_textures_by_their_plain_names() {
    let bytes = fixture("mechlib_mw.zbd");
    let mechlib = Mechlib::read(&mut Cursor::new(&bytes), Origin::named("a.zbd")).unwrap();
    let mut materials = mechlib.materials().unwrap();
    assert_eq!(materials.references().len(), 7);
    assert_eq!(materials.references()[0].name, "alpha_tx01");
    materials.materials[0].texture = Some(b"Alpha.TIF".as_slice().into());
    assert_eq!(materials.references()[0].name, "Alpha");
    let built = materials.to_bytes().unwrap();
    let attributes = [("footer", json!(1))];
    let origin = Origin { name: "materials", attributes: AttributesRef::List(&attributes) };
    let read = Materials::read(&mut Cursor::new(&built), origin).unwrap();
    assert_eq!(read.materials[0].texture.as_deref(), Some(&b"Alpha.TIF"[..]));
}
