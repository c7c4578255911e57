//! The material manager against the fixtures, and against what sections 3 to 6 of the specification say of it.

// What helps a test may stop at the first surprise as the test may.
#![allow(clippy::unwrap_used, clippy::panic)]

use relict_core::archive::{EntrySpec, Frame};
use relict_core::format::{Formats, Library};
use relict_core::repack::Content;
use relict_ngi::runtime::scenario;
use relict_ngi::runtime::*;
use relict_ngi::texm::loader::{LoadFlags, Surface, Switches};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::HashMap;

static FORMATS: Formats = Formats(&[relict_ngi::FORMATS]);

// ---- Libraries made here -------------------------------------------------------------------------------------------

/// An entry: name, type, attr1, attr2, bytes.
pub type Entry = (String, &'static str, u32, u32, Vec<u8>);

/// An archive, by the writer that `pack` uses.
pub fn archive(entries: &[Entry]) -> Vec<u8> {
    let attributes = |(_, kind, attr1, attr2, _): &Entry| {
        json!({ "type": kind, "attr1": attr1, "attr2": attr2, "attr3": 0 }).as_object().unwrap().clone()
    };
    let frame = Frame { json: json!({}), blobs: vec![] };
    let mut repack = FORMATS.named("ngi.nres").unwrap().repack(frame).unwrap();
    for entry in entries {
        repack.push(EntrySpec::new(&entry.0, attributes(entry)), Content::fresh(&entry.4[..]));
    }
    repack.bytes().unwrap()
}

/// A folder with files; names are compared without regard to case.
#[derive(Default)]
pub struct Folder(HashMap<String, Vec<u8>>);

impl Folder {
    pub fn with(mut self, name: &str, bytes: Vec<u8>) -> Self {
        self.0.insert(name.to_lowercase(), bytes);
        self
    }

    pub fn fixtures() -> Self {
        let names = ["textures.lib", "material.lib", "lightmap.lib", "mini.rlb", "empty.lib"];
        names.into_iter().fold(Self::default(), |folder, name| folder.with(name, fixture(name)))
    }
}

impl Library for Folder {
    fn file(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        self.0.get(&name.to_lowercase()).map(|bytes| bytes.as_slice().into())
    }
}

fn fixture(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/ngi/");
    std::fs::read(format!("{folder}{name}")).unwrap()
}

pub fn words(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// A texture of `size` by `size` pixels of 8888, with all its levels.
fn texture(name: &str, size: u32) -> Entry {
    let levels = size.ilog2() + 1;
    let pixels: u32 = (0..levels).map(|level| (size >> level).pow(2)).sum();
    let mut bytes = words(&[0x6D78_6554, size, size, levels, 32, 0, 0, 8888]);
    bytes.resize(bytes.len() + 4 * pixels as usize, 0x7F);
    (name.into(), "Texm", 0, 0, bytes)
}

/// A material of version 6: phases by their textures, animations by header and `(phase, end)`.
fn material(name: &str, attr1: u32, textures: &[&str], blocks: &[(u32, &[(u16, u16)])]) -> Entry {
    let mut bytes = vec![];
    bytes.extend((textures.len() as u16).to_le_bytes());
    bytes.extend((blocks.len() as u16).to_le_bytes());
    bytes.extend([255, 255, 0, 0, 0x80, 0x3F, 0, 0, 0, 0]);
    for (i, texture) in textures.iter().enumerate() {
        let mut phase = [0u8; 34];
        phase[..18].fill((i as u8).wrapping_mul(51));
        phase[17] = 0xFF;
        phase[18..18 + texture.len()].copy_from_slice(texture.as_bytes());
        bytes.extend(phase);
    }
    for (header, keys) in blocks {
        bytes.extend(header.to_le_bytes());
        bytes.extend((keys.len() as u16).to_le_bytes());
        for (phase, end) in *keys {
            bytes.extend([phase.to_le_bytes(), end.to_le_bytes(), [0, 0]].concat());
        }
    }
    (name.into(), "MAT0", attr1, 6, bytes)
}

/// A wear table of these materials, and of these lightmaps if there are any.
fn wear(materials: &[&str], lightmaps: &[&str]) -> Vec<u8> {
    let rows = |names: &[&str]| -> String {
        let row = |(i, name): (usize, &&str)| format!("{i} {name}\n");
        format!("{}\n{}", names.len(), names.iter().enumerate().map(row).collect::<String>())
    };
    let mut text = rows(materials);
    if !lightmaps.is_empty() {
        text += &format!("\nLIGHTMAPS\n{}", rows(lightmaps));
    }
    text.into_bytes()
}

/// A, B and C share a texture; D has one of its own.
fn shared() -> Folder {
    let materials = [
        material("DEFAULT", 0, &["X.0"], &[(0, &[(0, 0)])]),
        material("A", 0, &["X.0", "X.0", "Y.0"], &[(8, &[(0, 100), (1, 200), (2, 300)])]),
        material("B", 2, &["X.0"], &[(0, &[(0, 0)])]),
        material("C", 1, &["X.0"], &[(0, &[(0, 0)])]),
        material("D", 0, &["Z.0"], &[(0, &[(0, 0)])]),
    ];
    Folder::default()
        .with("material.lib", archive(&materials))
        .with("textures.lib", archive(&[texture("X.0", 8), texture("Y.0", 8), texture("Z.0", 8)]))
        .with("lightmap.lib", archive(&[texture("L.0", 8), texture("M.0", 8)]))
}

fn world(folder: &Folder) -> World3d<'_> {
    World3d::new(folder, Config::default())
}

fn handle(table: usize, row: usize) -> Handle {
    Handle::new(table, row).unwrap()
}

/// The slots of a store that are in use: entry and users.
fn used(cache: &Cache) -> Vec<(i32, i32)> {
    cache.occupied().map(|(_, slot)| (slot.entry, slot.refcount)).collect()
}

fn remarks(log: &Log) -> Vec<&'static str> {
    log.remarks.iter().map(|remark| remark.code).collect()
}

// ---- The fixtures --------------------------------------------------------------------------------------------------

fn expected() -> Value {
    serde_json::from_slice(&fixture("expected/material.lib.json")).unwrap()
}

const COLOURS: [&str; 4] = ["diffuse", "ambient", "specular", "emissive"];

/// Compares floats with those that are expected by name: `diffuse_r` and so on.
fn assert_floats(found: &Phase76, wanted: &Value, of: &str) {
    let names = COLOURS.iter().flat_map(|colour| "rgba".chars().map(move |c| format!("{colour}_{c}")));
    for (float, name) in found.floats().iter().zip(names) {
        let wanted = wanted[&name].as_f64().unwrap();
        assert!((f64::from(*float) - wanted).abs() <= 1e-6, "{of} {name}: {float}, not {wanted}");
    }
}

/// Every material of the fixture in a table, each in the row of its place.
fn all_materials<'l>(folder: &'l Folder) -> (World3d<'l>, Manager, Vec<(String, Value)>) {
    let materials = expected()["materials"].as_object().unwrap().clone();
    let names: Vec<&str> = materials.keys().map(String::as_str).collect();
    let (mut world, text) = (world(folder), wear(&names, &[]));
    let mut manager = world.load_mat_manager();
    assert_eq!(manager.load_wear_buffer(&mut world, &text), Ok(0));
    assert_eq!(world.take_log(), Log::default());
    (world, manager, materials.into_iter().collect())
}

#[test]
fn section_3_every_phase_becomes_the_record_that_is_expected() {
    let folder = Folder::fixtures();
    let (world, manager, materials) = all_materials(&folder);
    let mut phases = 0;
    for (row, (name, wanted)) in materials.iter().enumerate() {
        let slot = world.materials().get(manager.row(handle(0, row)).unwrap().material).unwrap();
        assert_eq!(slot.name, *name);
        let expected = wanted["phases"].as_array().unwrap();
        assert_eq!(slot.phases.len(), expected.len(), "{name}");
        for (record, wanted) in slot.phases.iter().zip(expected.iter().map(|phase| &phase["runtime"])) {
            assert_floats(record, &wanted["floats"], name);
            assert_eq!(
                (json!(record.power), json!(record.cell)),
                (wanted["power"].clone(), wanted["cell"].clone())
            );
            let texture = world.textures().get(record.texture).map(|slot| slot.object.clone().unwrap().name);
            assert_eq!(json!(texture), wanted["texture"], "{name}");
            phases += 1;
        }
    }
    assert_eq!(phases, 22);
}

#[test]
fn section_3_1_attributes_and_meta_fields_are_taken_apart_as_expected() {
    let folder = Folder::fixtures();
    let (world, manager, materials) = all_materials(&folder);
    for (row, (name, wanted)) in materials.iter().enumerate() {
        let meta = manager.metadata(&world, handle(0, row)).unwrap();
        let bits = |bits: u32| json!(format!("0x{bits:08X}"));
        let found = json!({
            "flagA": meta.flag_a, "nibble_mode": meta.nibble_mode, "flagB": meta.flag_b,
            "metaA": meta.meta_a, "metaB": meta.meta_b,
            "metaC_bits": bits(meta.meta_c), "metaD_bits": bits(meta.meta_d),
        });
        for (key, value) in found.as_object().unwrap() {
            assert_eq!(*value, wanted[key], "{name} {key}");
        }
        let attr1 = relict_ngi::mat0::Flags(wanted["attr1"].as_u64().unwrap() as u32);
        let stage_1 = load_flags(attr1, false, 0).has(LoadFlags::STAGE_1);
        assert_eq!(json!(stage_1), wanted["texture_load_flag_0x200000"], "{name}");
        let opaque = load_flags(attr1, false, 0).has(LoadFlags::OPAQUE);
        assert_eq!(u32::from(opaque), meta.flag_a, "{name}");
        let bytes: Vec<u8> = {
            use relict_core::record::Field;
            let mut bytes = vec![0; Metadata::SIZE];
            meta.put(&mut bytes);
            bytes
        };
        assert_eq!(bytes[..4], meta.meta_a.to_le_bytes(), "the pointer of vtable 9 begins at metaA");
        assert_eq!(bytes.len(), 28);
    }
}

/// Whether a sample is as expected; the uncertain ones are only told about.
fn assert_sample(world: &World3d<'_>, found: &Sample, wanted: &Value, of: &str) {
    let bracket = found.bracket;
    assert_eq!(json!(bracket.edge), wanted["edge"], "{of}");
    if wanted["uncertain"] == json!(true) {
        println!("{of} is uncertain: wanted {}, found {found:?}", wanted["note"]);
        assert_eq!(f64::from(bracket.factor), wanted["alpha_clamped"].as_f64().unwrap());
        assert_eq!(f64::from(bracket.raw_factor), wanted["alpha"].as_f64().unwrap());
        return;
    }
    let numbers = [
        ("key", bracket.key),
        ("next", bracket.next),
        ("phase", found.phase),
        ("next_phase", found.next_phase),
    ];
    for (name, number) in numbers {
        assert_eq!(json!(number), wanted[name], "{of} {name}");
    }
    for (name, number) in [("time", bracket.time), ("alpha", bracket.factor)] {
        assert!((f64::from(number) - wanted[name].as_f64().unwrap()).abs() <= 1e-6, "{of} {name}: {number}");
    }
    assert_floats(&found.result, &wanted["result"], of);
    assert_eq!(json!(found.result.power), wanted["power"], "{of}");
    assert_eq!(json!(found.result.cell), wanted["cell"], "{of}");
    let texture = world.textures().get(found.result.texture).map(|slot| slot.object.clone().unwrap().name);
    assert_eq!(json!(texture), wanted["texture"], "{of}");
    assert_eq!(found.result.to_bytes(), world.scratch().to_bytes(), "{of}");
}

fn number(json: &Value) -> u32 {
    json.as_u64().unwrap().try_into().unwrap()
}

#[test]
fn section_4_2_every_sample_by_game_time_is_as_expected() {
    let folder = Folder::fixtures();
    let (mut world, mut manager, materials) = all_materials(&folder);
    let mut samples = 0;
    for (row, (name, expected)) in materials.iter().enumerate() {
        for wanted in expected["samples_by_game_time"].as_array().into_iter().flatten() {
            let (start, game) = (number(&wanted["start_time"]), number(&wanted["game_time"]));
            let of = format!("{name} from {start} at {game}");
            world.set_random(Chosen::new(wanted.get("rand_value").map(number)));
            // Both ways to the same start.
            for reset in [true, false] {
                if reset {
                    world.set_game_time(start);
                    manager.reset(&world, handle(0, row)).unwrap();
                } else {
                    world.set_random(Chosen::new(wanted.get("rand_value").map(number)));
                    manager.set_start_time(handle(0, row), start).unwrap();
                }
                world.set_game_time(game);
                let block = number(&wanted["block"]) as usize;
                let found = manager.phase_by_time(&mut world, handle(0, row), block).unwrap();
                assert_sample(&world, &found, wanted, &of);
                assert_eq!(json!(found.start_time), wanted["start_time_after"], "{of}");
                assert_eq!(manager.row(handle(0, row)).unwrap().start_time, found.start_time, "{of}");
            }
            samples += 1;
        }
    }
    assert_eq!(samples, 45);
}

#[test]
fn section_4_3_every_sample_by_a_part_of_the_period_is_as_expected() {
    let folder = Folder::fixtures();
    let (mut world, manager, materials) = all_materials(&folder);
    let mut samples = 0;
    for (row, (name, expected)) in materials.iter().enumerate() {
        for wanted in expected["samples_by_normalized_t"].as_array().into_iter().flatten() {
            let (block, t) = (number(&wanted["block"]) as usize, wanted["t"].as_f64().unwrap() as f32);
            let found = manager.phase_by_t(&mut world, handle(0, row), block, t).unwrap();
            assert_sample(&world, &found, wanted, &format!("{name} at {t}"));
            samples += 1;
        }
    }
    assert_eq!(samples, 19);
}

#[test]
fn section_5_3_names_lead_to_the_entries_that_are_expected() {
    let folder = Folder::fixtures();
    for case in expected()["lookup"].as_array().unwrap() {
        let mut world = world(&folder);
        let mut manager = world.load_mat_manager();
        let query = case["query"].as_str().unwrap();
        manager.load_wear_buffer(&mut world, &wear(&[query], &[])).unwrap();
        let slot = manager.row(handle(0, 0)).unwrap().material;
        assert_eq!(json!(world.materials().get(slot).unwrap().entry), case["expect"]["index"], "{query}");
        let log: Vec<&str> = case["expect"]["log"].as_str().into_iter().collect();
        assert_eq!(world.take_log().messages, log, "{query}");
    }
}

#[test]
fn section_5_2_wear_tables_come_from_files_and_from_archives() {
    let folder = Folder::fixtures().with("loose.wea", b"1\r\n0 LOOP\r\n".to_vec());
    let mut world = world(&folder);
    let mut manager = world.load_mat_manager();
    for (name, rows, lightmaps) in
        [("mini.rlb/unit.wea", 2, 1), ("MINI.RLB\\CRLF.WEA", 3, 0), ("Loose.wea", 1, 0)]
    {
        let table = manager.load_wear_file(&mut world, name).unwrap();
        assert_eq!(manager.wear_count(table), Ok(rows), "{name}");
        assert_eq!(manager.table(table).unwrap().lightmaps.len(), lightmaps, "{name}");
    }
    assert_eq!(manager.lightmap(handle(0, 0)), Ok(Some(0)));
    assert_eq!(world.lightmaps().slots()[0].object.as_ref().unwrap().name, "bunker00.0");
    assert_eq!(manager.lightmap(handle(0, 1)), Err(RuntimeError::NoRow { table: 0, row: 1, rows: 1 }));
    assert_eq!(manager.wear_count(3), Ok(0), "one of the seventy");
    assert_eq!(manager.wear_count(70), Err(RuntimeError::NoTable { table: 70 }));
}

// ---- Section 6 -----------------------------------------------------------------------------------------------------

#[test]
fn section_6_3_textures_are_shared_by_entry_and_counted_by_phase() {
    let folder = shared();
    let mut world = world(&folder);
    let mut manager = world.load_mat_manager();
    manager.load_wear_buffer(&mut world, &wear(&["A", "B", "a"], &[])).unwrap();
    // X.0 by two phases of A and one of B; Y.0 by one phase of A. The second row of A is only another user of A.
    assert_eq!(used(world.textures()), [(0, 3), (1, 1)]);
    let materials: Vec<_> =
        world.materials().occupied().map(|(_, slot)| (slot.entry, slot.refcount)).collect();
    assert_eq!(materials, [(1, 2), (2, 1)]);
    assert_eq!(manager.row(handle(0, 0)).unwrap().material, manager.row(handle(0, 2)).unwrap().material);
    // The flags are those of the first request: A is no lit skin, B is.
    assert_eq!(world.textures().slots()[0].load_flags, LoadFlags::PAGE);
    assert_eq!(world.textures().slots()[0].object.as_ref().unwrap().loaded.surface, Surface::Alpha);
}

#[test]
fn section_6_3_materials_release_their_textures_when_the_last_row_goes() {
    let folder = shared();
    let mut world = world(&folder);
    let mut manager = world.load_mat_manager();
    world.set_game_time(500);
    manager.load_wear_buffer(&mut world, &wear(&["A", "A"], &[])).unwrap();
    manager.load_wear_buffer(&mut world, &wear(&["A", "B"], &[])).unwrap();
    manager.destroy_table(&mut world, 0).unwrap();
    assert_eq!(used(world.textures()), [(0, 3), (1, 1)], "one row of A is left");
    assert_eq!(manager.row(handle(0, 0)), Err(RuntimeError::NoTable { table: 0 }));
    assert_eq!(manager.table_count(), 2, "numbers of tables are not used again");
    world.set_game_time(700);
    manager.destroy(&mut world);
    assert_eq!(used(world.textures()), [(0, 0), (1, 0)]);
    assert!(world.textures().occupied().all(|(_, slot)| slot.idle_since == 700));
    assert_eq!(world.materials().occupied().count(), 0);
    assert_eq!(world.materials().slots().len(), 2, "the high-water mark stays");
}

#[test]
fn section_6_3_the_first_material_slot_without_users_is_taken_again() {
    let folder = shared();
    let mut world = world(&folder);
    let mut manager = world.load_mat_manager();
    for name in ["A", "B", "C"] {
        manager.load_wear_buffer(&mut world, &wear(&[name], &[])).unwrap();
    }
    manager.destroy_table(&mut world, 1).unwrap();
    manager.load_wear_buffer(&mut world, &wear(&["D", "B"], &[])).unwrap();
    let entries: Vec<i32> = world.materials().slots().iter().map(|slot| slot.entry).collect();
    assert_eq!(entries, [1, 4, 3, 2], "A, D where B was, C, and B anew");
}

#[test]
fn section_6_7_the_sweep_runs_every_20_seconds_and_takes_what_was_idle_for_60() {
    let folder = shared();
    let mut world = world(&folder);
    let mut manager = world.load_mat_manager();
    manager.load_wear_buffer(&mut world, &wear(&["A"], &[])).unwrap();
    manager.load_wear_buffer(&mut world, &wear(&["D"], &[])).unwrap();
    world.set_game_time(10_000);
    manager.destroy_table(&mut world, 0).unwrap();
    let none = |ran| Swept { ran, freed: vec![] };
    assert_eq!(world.sweep(19_999), none(false));
    assert_eq!(world.sweep(20_000), none(true));
    assert_eq!(world.sweep(39_999), none(false), "counted from the last that ran");
    assert_eq!(world.sweep(70_000), none(true), "exactly 60 s are not more");
    assert_eq!(world.sweep(89_000), none(false));
    assert_eq!(world.sweep(90_001), Swept { ran: true, freed: vec![0, 1] });
    assert_eq!(used(world.textures()), [(2, 1)], "what is in use stays");
    // A free slot is the first to be taken again.
    manager.load_wear_buffer(&mut world, &wear(&["B"], &[])).unwrap();
    assert_eq!(world.textures().slots()[0].entry, 0);
}

#[test]
fn section_6_7_a_texture_that_is_wanted_again_is_no_longer_idle() {
    let folder = shared();
    let mut world = World3d::new(&folder, Config { sweep_interval: 1, sweep_idle: 10, ..Config::default() });
    let mut manager = world.load_mat_manager();
    manager.load_wear_buffer(&mut world, &wear(&["D"], &[])).unwrap();
    world.set_game_time(100);
    manager.destroy_table(&mut world, 0).unwrap();
    assert_eq!(world.textures().slots()[0].idle_since, 100);
    manager.load_wear_buffer(&mut world, &wear(&["D"], &[])).unwrap();
    assert_eq!((world.textures().slots()[0].idle_since, world.textures().slots()[0].refcount), (0, 1));
    assert_eq!(world.sweep(1000).freed, Vec::<usize>::new());
    manager.destroy_table(&mut world, 1).unwrap();
    assert_eq!(world.sweep(1110).freed, [0], "both constants are parameters");
    // Times wrap as the engine's do.
    manager.load_wear_buffer(&mut world, &wear(&["D"], &[])).unwrap();
    world.set_game_time(u32::MAX);
    manager.destroy_table(&mut world, 2).unwrap();
    assert_eq!(world.sweep(9).freed, Vec::<usize>::new());
    assert_eq!(world.sweep(10).freed, [0]);
}

#[test]
fn section_6_7_lightmaps_are_not_swept_and_go_with_their_tables() {
    let folder = shared();
    let mut world = world(&folder);
    let mut manager = world.load_mat_manager();
    manager.load_wear_buffer(&mut world, &wear(&["A"], &["L.0", "M.0", "l.0"])).unwrap();
    manager.load_wear_buffer(&mut world, &wear(&["A"], &["M.0"])).unwrap();
    assert_eq!(used(world.lightmaps()), [(0, 2), (1, 2)]);
    for now in [1_000_000, 2_000_000] {
        world.sweep(now);
    }
    assert_eq!(used(world.lightmaps()), [(0, 2), (1, 2)]);
    manager.destroy_table(&mut world, 0).unwrap();
    assert_eq!(used(world.lightmaps()), [(1, 1)], "L.0 at once, M.0 has another user");
    manager.destroy(&mut world);
    assert_eq!(used(world.lightmaps()), []);
}

#[test]
fn section_6_3_unloading_clears_all_textures_and_leaves_phases_their_numbers() {
    let folder = shared();
    let mut world = world(&folder);
    let mut manager = world.load_mat_manager();
    manager.load_wear_buffer(&mut world, &wear(&["A", "D"], &["L.0"])).unwrap();
    assert_eq!(world.unload_all_textures(), 3);
    assert_eq!(used(world.textures()), []);
    assert_eq!(used(world.lightmaps()), [(0, 1)]);
    let sample = manager.phase_by_time(&mut world, handle(0, 1), 0).unwrap();
    assert_eq!(sample.result.texture, 2);
    manager.destroy(&mut world);
    assert_eq!(remarks(&world.take_log()), [TEXTURE_GONE; 4]);
}

#[test]
fn section_6_3_numbers_of_entries_mean_the_same_after_another_library_is_set() {
    let folder = shared().with("other.lib", archive(&[texture("OTHER.0", 16), texture("X.0", 16)]));
    let mut world = world(&folder);
    let mut manager = world.load_mat_manager();
    manager.load_wear_buffer(&mut world, &wear(&["A"], &[])).unwrap();
    world.set_textures_lib("other.lib");
    manager.load_wear_buffer(&mut world, &wear(&["B"], &[])).unwrap();
    // X.0 is entry 1 there, and entry 1 is in the cache: Y.0 of the old library.
    let slot = world.materials().get(1).unwrap().phases[0].texture;
    assert_eq!(world.textures().get(slot).unwrap().object.as_ref().unwrap().name, "Y.0");
}

#[test]
fn section_6_2_the_seventy_first_table_is_refused() {
    let folder = shared();
    let mut world = world(&folder);
    let mut manager = world.load_mat_manager();
    for table in 0..TABLES {
        assert_eq!(manager.load_wear_buffer(&mut world, &wear(&["A"], &[])), Ok(table));
    }
    assert_eq!(manager.load_wear_buffer(&mut world, &wear(&["A"], &[])), Err(RuntimeError::TablesFull));
    assert_eq!(manager.load_wear_file(&mut world, "none.wea"), Err(RuntimeError::TablesFull));
    assert_eq!((world.materials().get(0).unwrap().refcount, world.take_log()), (70, Log::default()));
    let mut second = world.load_mat_manager();
    assert_eq!(second.load_wear_buffer(&mut world, &wear(&["A"], &[])), Ok(0), "another manager has its own");
}

/// `count` names from a prefix.
fn numbered(prefix: &str, count: usize) -> Vec<String> {
    (0..count).map(|i| format!("{prefix}{i}.0")).collect()
}

fn all(names: &[String]) -> Vec<&str> {
    names.iter().map(String::as_str).collect()
}

#[test]
fn section_6_3_the_778th_texture_is_refused_and_leaves_no_trace() {
    let names = numbered("T", TEXTURES + 1);
    let textures: Vec<Entry> = names.iter().map(|name| texture(name, 1)).collect();
    let (first, rest) = names.split_at(TEXTURES - 1);
    let full: Vec<&str> = all(first);
    let (last, one) = ([rest[0].as_str(), rest[1].as_str()], [rest[0].as_str()]);
    let materials =
        [material("FULL", 0, &full, &[]), material("LAST", 0, &last, &[]), material("ONE", 0, &one, &[])];
    let folder =
        Folder::default().with("material.lib", archive(&materials)).with("textures.lib", archive(&textures));
    let mut world = world(&folder);
    let mut manager = world.load_mat_manager();
    manager.load_wear_buffer(&mut world, &wear(&["FULL"], &[])).unwrap();
    let refused = manager.load_wear_buffer(&mut world, &wear(&["FULL", "LAST"], &[]));
    assert_eq!(refused, Err(RuntimeError::TexturesFull { name: "T777.0".into() }));
    assert_eq!(world.materials().get(0).unwrap().refcount, 1);
    assert_eq!(used(world.textures()).iter().filter(|(_, users)| *users > 0).count(), TEXTURES - 1);
    assert_eq!(manager.load_wear_buffer(&mut world, &wear(&["ONE"], &[])), Ok(1), "the 777th");
    assert_eq!(world.textures().occupied().count(), TEXTURES);
}

#[test]
fn section_6_3_the_101st_lightmap_is_refused() {
    let names = numbered("L", LIGHTMAPS + 1);
    let lightmaps: Vec<Entry> = names.iter().map(|name| texture(name, 1)).collect();
    let folder = shared().with("lightmap.lib", archive(&lightmaps));
    let mut world = world(&folder);
    let mut manager = world.load_mat_manager();
    let refused = manager.load_wear_buffer(&mut world, &wear(&["A"], &all(&names)));
    assert_eq!(refused, Err(RuntimeError::LightmapsFull { name: "L100.0".into() }));
    assert_eq!((used(world.lightmaps()), world.materials().occupied().count()), (vec![], 0));
    assert_eq!(manager.load_wear_buffer(&mut world, &wear(&["A"], &all(&names[..LIGHTMAPS]))), Ok(0));
}

#[test]
fn section_6_3_the_701st_material_is_refused() {
    let names = numbered("M", MATERIALS + 1);
    let materials: Vec<Entry> = names.iter().map(|name| material(name, 0, &[""], &[])).collect();
    let folder = Folder::default().with("material.lib", archive(&materials));
    let mut world = world(&folder);
    let mut manager = world.load_mat_manager();
    assert_eq!(manager.load_wear_buffer(&mut world, &wear(&all(&names[..MATERIALS]), &[])), Ok(0));
    let refused = manager.load_wear_buffer(&mut world, &wear(&["M700.0"], &[]));
    assert_eq!(refused, Err(RuntimeError::MaterialsFull { name: "M700.0".into() }));
    assert_eq!(manager.load_wear_buffer(&mut world, &wear(&["M7.0"], &[])), Ok(1), "what is there is found");
}

#[test]
fn section_5_3_a_missing_material_is_default_and_else_the_first_entry() {
    let folder = shared();
    let mut world = world(&folder);
    let mut manager = world.load_mat_manager();
    manager.load_wear_buffer(&mut world, &wear(&["NONE", "Gone"], &[])).unwrap();
    assert_eq!(world.take_log().messages, ["Material NONE not found.", "Material Gone not found."]);
    assert_eq!(world.materials().get(0).unwrap().name, "DEFAULT");
    assert_eq!(world.materials().get(0).unwrap().refcount, 2);
    let folder = Folder::default().with("material.lib", archive(&[material("FIRST", 0, &[""], &[])]));
    let mut world = self::world(&folder);
    let mut manager = world.load_mat_manager();
    manager.load_wear_buffer(&mut world, &wear(&["NONE"], &[])).unwrap();
    assert_eq!(world.materials().get(0).unwrap().name, "FIRST");
}

#[test]
fn section_5_3_without_any_material_there_is_an_error() {
    let folder = Folder::fixtures();
    let mut world = world(&folder);
    world.set_material_lib("empty.lib");
    let mut manager = world.load_mat_manager();
    let empty = manager.load_wear_buffer(&mut world, &wear(&["A"], &[]));
    assert_eq!(empty, Err(RuntimeError::NoMaterials { path: "empty.lib".into() }));
    assert_eq!(world.take_log().messages, ["Material A not found."]);
    world.set_material_lib("none.lib");
    let missing = manager.load_wear_buffer(&mut world, &wear(&["A"], &[]));
    assert_eq!(missing, Err(RuntimeError::MaterialLibrary { path: "none.lib".into() }));
    assert_eq!(manager.table_count(), 0);
}

#[test]
fn section_6_6_every_message_is_the_engines_word_for_word() {
    let twenty: Vec<(u32, &[(u16, u16)])> = vec![(0, &[(0, 0)]); 20];
    let materials = [
        material("MOST", 0, &[""], &twenty[..19]),
        material("MANY", 0, &[""], &twenty),
        material("DOTLESS", 0, &["DOTLESS"], &[]),
    ];
    let folder = shared()
        .with("material.lib", archive(&materials))
        .with("zero.wea", fixture("bad/wear_zero.wea"))
        .with("lm_zero.wea", b"1\n0 NONE\n\nLIGHTMAPS\n0\n".to_vec());
    let mut world = world(&folder);
    let mut manager = world.load_mat_manager();
    let many = manager.load_wear_buffer(&mut world, &wear(&["MANY"], &[]));
    assert_eq!(many, Err(RuntimeError::TooManyAnimations { name: "MANY".into(), found: 20 }));
    assert_eq!(world.take_log().messages, ["Too many animations for material."]);
    assert_eq!(manager.load_wear_buffer(&mut world, &wear(&["MOST"], &[])), Ok(0));
    manager
        .load_wear_buffer(&mut world, &wear(&["DOTLESS"], &["none.0", "dotless", "0123456789abcdefg.0"]))
        .unwrap();
    let said = ["Bad texture name.", "LightMap none.0 not found.", "Bad texture name.", "Bad texture name."];
    assert_eq!(world.take_log().messages, said);
    assert_eq!(manager.table(1).unwrap().lightmaps, [NONE; 3]);
    assert_eq!(manager.lightmap(handle(1, 0)), Ok(None));
    let dotless = &world.materials().get(manager.row(handle(1, 0)).unwrap().material).unwrap().phases[0];
    assert_eq!((dotless.texture, dotless.cell), (NONE, -1));
    assert!(manager.load_wear_file(&mut world, "no.rlb/unit.wea").is_err());
    assert_eq!(world.take_log().messages, ["Wear <no.rlb/unit.wea> doesn't exist."]);
    assert!(manager.load_wear_file(&mut world, "zero.wea").is_err());
    assert_eq!(world.take_log().messages, ["Illegal wear length."]);
    assert!(manager.load_wear_file(&mut world, "lm_zero.wea").is_err());
    // The materials were loaded before the engine came to the lightmaps.
    assert_eq!(world.take_log().messages, ["Material NONE not found.", "Illegal lightmaps length."]);
    assert_eq!(manager.table_count(), 2);
}

#[test]
fn section_6_5_textures_are_asked_for_with_the_flags_of_their_material() {
    let folder = shared();
    let flags = |name: &str, config: Config| {
        let mut world = World3d::new(&folder, config);
        let mut manager = world.load_mat_manager();
        manager.load_wear_buffer(&mut world, &wear(&[name], &[])).unwrap();
        world.textures().slots()[0].load_flags.0
    };
    assert_eq!(flags("A", Config::default()), 0x0040_0000);
    assert_eq!(flags("B", Config::default()), 0x0048_0000);
    assert_eq!(flags("C", Config::default()), 0x0060_0000);
    // Opaque unless bump mapping is on and the device can do it.
    for (emboss_bump, texture_mode_6, wanted) in
        [(true, false, 0x0048_0000), (false, true, 0x0048_0000), (true, true, 0x0040_0000)]
    {
        let config = Config { emboss_bump, texture_mode_6, ..Config::default() };
        assert_eq!(flags("B", config), wanted, "{emboss_bump} {texture_mode_6}");
    }
    let detail = Config { texture_detail: 0x1000_0000, ..Config::default() };
    assert_eq!(flags("B", detail), 0x1048_0000);
}

#[test]
fn section_1_6_and_1_7_detail_and_switches_reach_the_loader() {
    let folder = shared();
    let loaded = |config: Config| {
        let mut world = World3d::new(&folder, config);
        let mut manager = world.load_mat_manager();
        manager.load_wear_buffer(&mut world, &wear(&["D"], &[])).unwrap();
        world.textures().slots()[0].object.clone().unwrap().loaded
    };
    let usual = loaded(Config::default());
    assert_eq!((usual.width, usual.mip_count, usual.skipped, usual.sixteen_bit), (8, 4, 0, false));
    let less = loaded(Config { texture_detail: 0x0200_0000, ..Config::default() });
    assert_eq!((less.width, less.mip_count, less.skipped), (2, 2, 2));
    let switches = Switches { force_16_bit_textures: true, ..Switches::default() };
    assert!(loaded(Config { switches, ..Config::default() }).sixteen_bit);
}

#[test]
fn section_6_4_and_6_5_palettes_fill_the_bank_and_names_choose_from_it() {
    let palette = |name: &str| -> Entry { (name.into(), "PAL ", 0, 0, vec![1, 2, 3]) };
    let names = ["X.A", "X.b3", "X.Z9", "X.C", "X.[", "X.BA"];
    let textures: Vec<Entry> = names.iter().map(|name| texture(name, 1)).collect();
    let folder = Folder::default()
        .with(
            "palettes.lib",
            archive(&[palette("Z9.PAL"), palette("a.pal"), palette("B3.PAL"), palette("AA.PAL")]),
        )
        .with("textures.lib", archive(&textures))
        .with("material.lib", archive(&[material("M", 0, &names, &[])]));
    let mut world = world(&folder);
    assert_eq!(world.load_palettes(), 3);
    let filled: Vec<usize> = (0..PALETTES).filter(|&i| world.palettes()[i].is_some()).collect();
    assert_eq!(filled, [0, 15, 285]);
    assert_eq!(world.palettes()[15], Some(Palette { name: "B3.PAL".into(), entry: 2, size: 3 }));
    let mut manager = world.load_mat_manager();
    manager.load_wear_buffer(&mut world, &wear(&["M"], &[])).unwrap();
    let chosen: Vec<_> =
        world.textures().occupied().map(|(_, slot)| slot.object.as_ref().unwrap().palette).collect();
    assert_eq!(chosen, [Some(0), Some(15), Some(285), None, None, None]);
    let log = world.take_log();
    assert_eq!(remarks(&log), [PALETTE_OUTSIDE, PALETTE_DIGIT]);
    assert_eq!(log.remarks[0].args, relict_core::args!(name = "X.[", index = 286));
    // An empty bank is not an error.
    let mut world = self::world(&folder);
    world.set_palettes_lib("none.lib");
    assert_eq!(world.load_palettes(), 0);
}

#[test]
fn section_3_3_textures_that_cannot_be_had_are_minus_one() {
    let broken = ("BROKEN.0".into(), "Texm", 0, 0, b"Texm".to_vec());
    let odd = ("ODD.0".into(), "Texm", 0, 0, words(&[0x6D78_6554, 0, 0, 1, 0, 0, 0, 565]));
    let folder = Folder::default()
        .with("textures.lib", archive(&[broken, odd]))
        .with("material.lib", archive(&[material("M", 0, &["GONE.0", "BROKEN.0", "ODD.0", ""], &[])]));
    let mut world = world(&folder);
    let mut manager = world.load_mat_manager();
    manager.load_wear_buffer(&mut world, &wear(&["M"], &[])).unwrap();
    let phases = &world.materials().get(0).unwrap().phases;
    assert!(phases.iter().all(|phase| phase.texture == NONE));
    let log = world.take_log();
    assert_eq!(remarks(&log), [TEXTURE_MISSING, TEXTURE_UNREADABLE, TEXTURE_UNREADABLE]);
    assert_eq!(log.messages, Vec::<String>::new(), "the engine has no words for it");
}

#[test]
fn section_4_2_random_phases_store_their_time_as_the_start() {
    let keys: &[(u16, u16)] = &[(0, 250), (1, 500), (2, 1000)];
    let folder =
        Folder::default().with("material.lib", archive(&[material("R", 0, &["", "", ""], &[(3, keys)])]));
    let mut world = world(&folder);
    let mut manager = world.load_mat_manager();
    manager.load_wear_buffer(&mut world, &wear(&["R", "R"], &[])).unwrap();
    world.set_random(Chosen::new([1250, 999]));
    let mut at = |row| {
        let sample = manager.phase_by_time(&mut world, handle(0, row), 0).unwrap();
        (sample.bracket.key, sample.start_time)
    };
    assert_eq!(at(0), (1, 250));
    assert_eq!(at(0), (2, 999));
    // The C runtime's generator follows when the injected values are used up: 41, 18467.
    assert_eq!((at(1), at(0)), ((0, 41), (1, 467)));
    assert_eq!(manager.row(handle(0, 1)).unwrap().start_time, 41, "each row has its own");
}

#[test]
fn section_4_5_reset_is_for_one_row_and_takes_the_game_time() {
    let folder = Folder::fixtures();
    let mut world = world(&folder);
    let mut manager = world.load_mat_manager();
    manager.load_wear_buffer(&mut world, &wear(&["LOOP", "LOOP"], &[])).unwrap();
    world.set_game_time(5000);
    manager.reset(&world, handle(0, 1)).unwrap();
    world.set_game_time(4999);
    let mut time = |row| manager.phase_by_time(&mut world, handle(0, row), 0).unwrap().bracket.time;
    assert_eq!((time(0), time(1)), (199.0, 95.0), "a time before the start wraps");
}

#[test]
fn section_4_1_what_cannot_be_sampled_is_an_error_or_the_first_phase() {
    let materials = [
        material("EMPTY", 0, &[], &[(0, &[(0, 0)])]),
        material("OUTSIDE", 0, &[""], &[(0, &[(0, 10), (5, 20)])]),
        material("BLOCKLESS", 0, &["", ""], &[]),
        material("SEVEN", 0, &["", ""], &[(7, &[(0, 10), (1, 20)])]),
    ];
    let folder = Folder::default().with("material.lib", archive(&materials));
    let mut world = world(&folder);
    let mut manager = world.load_mat_manager();
    manager.load_wear_buffer(&mut world, &wear(&["EMPTY", "OUTSIDE", "BLOCKLESS", "SEVEN"], &[])).unwrap();
    let mut at = |row, block| manager.phase_by_time(&mut world, handle(0, row), block);
    assert_eq!(at(0, 0).unwrap_err(), RuntimeError::NoPhases { name: "EMPTY".into() });
    assert_eq!(at(1, 0).unwrap_err(), RuntimeError::NoPhase { key: 1, phase: 5, phases: 1 });
    assert_eq!(at(4, 0).unwrap_err(), RuntimeError::NoRow { table: 0, row: 4, rows: 4 });
    for block in [0, 19, 20, 65_535] {
        let sample = at(2, block).unwrap();
        assert_eq!((sample.block, sample.phase, sample.next_phase, sample.bracket.factor), (0, 0, 0, 0.0));
    }
    world.set_game_time(25);
    assert_eq!(manager.phase_by_time(&mut world, handle(0, 3), 0).unwrap().bracket.time, 5.0, "as a loop");
    let blockless = [NO_SUCH_BLOCK; 4];
    assert_eq!(remarks(&world.take_log()), [&blockless[..], &[UNDEFINED_MODE]].concat());
    assert_eq!(
        manager.phase_by_time(&mut world, Handle(0x0001_0000), 0).unwrap_err().code(),
        "runtime.no-table"
    );
}

#[test]
fn m1_a_block_that_the_material_lacks_is_block_0_in_both_fetches() {
    // Each block shows a phase of its own; what is behind the third is no block, whether a slot has room for it or not.
    let blocks: &[(u32, &[(u16, u16)])] = &[(0, &[(0, 10)]), (0, &[(1, 10)]), (0, &[(2, 10)])];
    let folder =
        Folder::default().with("material.lib", archive(&[material("SIGN", 0, &["", "", ""], blocks)]));
    let mut world = world(&folder);
    let mut manager = world.load_mat_manager();
    manager.load_wear_buffer(&mut world, &wear(&["SIGN"], &[])).unwrap();
    for (asked, taken) in [(0, 0), (1, 1), (2, 2), (3, 0), (19, 0), (20, 0), (usize::MAX, 0)] {
        let by_time = manager.phase_by_time(&mut world, handle(0, 0), asked).unwrap();
        let by_t = manager.phase_by_t(&mut world, handle(0, 0), asked, 0.5).unwrap();
        assert_eq!((by_time.block, by_time.phase), (taken, taken), "{asked}");
        assert_eq!((by_t.block, by_t.phase), (taken, taken), "{asked}");
        let told = if asked == taken { vec![] } else { vec![BLOCK_CLAMPED; 2] };
        assert_eq!(remarks(&world.take_log()), told, "{asked}");
    }
}

#[test]
fn section_4_4_the_scratch_record_is_overwritten_by_the_next_sample() {
    let folder = Folder::fixtures();
    let mut world = world(&folder);
    let mut manager = world.load_mat_manager();
    manager.load_wear_buffer(&mut world, &wear(&["LOOP"], &[])).unwrap();
    let first = manager.phase_by_t(&mut world, handle(0, 0), 0, 0.0).unwrap();
    let second = manager.phase_by_t(&mut world, handle(0, 0), 0, 0.625).unwrap();
    assert_ne!(first.result.to_bytes(), second.result.to_bytes());
    assert_eq!(world.scratch().to_bytes(), second.result.to_bytes());
}

#[test]
fn a_failed_load_leaves_no_user_behind() {
    let bad = ("BAD".to_owned(), "MAT0", 0, 6, vec![9, 0, 0, 0]);
    let materials = [material("A", 0, &["X.0"], &[]), bad];
    let folder = shared().with("material.lib", archive(&materials));
    let mut world = world(&folder);
    let mut manager = world.load_mat_manager();
    let refused = manager.load_wear_buffer(&mut world, &wear(&["A", "A", "BAD"], &[])).unwrap_err();
    assert_eq!(refused.code(), "runtime.material-unreadable");
    assert_eq!(world.materials().occupied().count(), 0);
    assert_eq!(used(world.textures()), [(0, 0)]);
    assert_eq!(manager.load_wear_buffer(&mut world, &wear(&["A"], &[])), Ok(0));
}

#[test]
fn entries_that_lie_on_each_other_do_not_fill_memory() {
    // One payload of 65535 phases, under seven hundred names.
    let phases = vec![""; 65535];
    let (_, _, _, _, payload) = material("M", 0, &phases, &[]);
    let names = numbered("M", 700);
    let entries: Vec<Entry> = names
        .iter()
        .enumerate()
        .map(|(i, name)| (name.clone(), "MAT0", 0, 6, if i == 0 { payload.clone() } else { vec![] }))
        .collect();
    let mut bytes = archive(&entries);
    let directory = bytes.len() - 64 * entries.len();
    for record in bytes[directory..].chunks_exact_mut(64) {
        record[0x0C..0x10].copy_from_slice(&(payload.len() as u32).to_le_bytes());
        record[0x38..0x3C].copy_from_slice(&16u32.to_le_bytes());
    }
    let folder = Folder::default().with("material.lib", bytes);
    let mut world = world(&folder);
    let mut manager = world.load_mat_manager();
    let refused = manager.load_wear_buffer(&mut world, &wear(&all(&names), &[])).unwrap_err();
    assert_eq!(refused.code(), "runtime.memory-full");
    assert_eq!(world.materials().occupied().count(), 0);
}

#[test]
fn messages_without_end_are_counted_not_kept() {
    let folder = shared();
    let mut world = world(&folder);
    let mut manager = world.load_mat_manager();
    manager.load_wear_buffer(&mut world, &wear(&vec!["NONE"; 5000], &[])).unwrap();
    let log = world.take_log();
    assert_eq!((log.messages.len(), log.left_out), (1000, 4000));
    let refused = manager.load_wear_buffer(&mut world, &wear(&vec!["A"; 65537], &[]));
    assert_eq!(refused, Err(RuntimeError::RowsFull { rows: 65537 }));
}

#[test]
fn every_error_has_a_code_in_the_list_of_codes() {
    use relict_ngi::wear::engine::{Refusal, Table};
    let name = String::new;
    let errors = [
        RuntimeError::TablesFull,
        RuntimeError::RowsFull { rows: 0 },
        RuntimeError::TexturesFull { name: name() },
        RuntimeError::LightmapsFull { name: name() },
        RuntimeError::MaterialsFull { name: name() },
        RuntimeError::MemoryFull { name: name() },
        RuntimeError::WearMissing { name: name() },
        RuntimeError::Wear(Refusal::Length { table: Table::Materials, count: 0 }),
        RuntimeError::Wear(Refusal::NoCount(Table::Materials)),
        RuntimeError::Wear(Refusal::NoRow { table: Table::Lightmaps, row: 0 }),
        RuntimeError::MaterialLibrary { path: name() },
        RuntimeError::NoMaterials { path: name() },
        RuntimeError::TooManyAnimations { name: name(), found: 20 },
        RuntimeError::MaterialUnreadable { name: name(), reason: relict_core::phrases::nothing() },
        RuntimeError::NoTable { table: 0 },
        RuntimeError::NoRow { table: 0, row: 0, rows: 0 },
        RuntimeError::NoSlot { slot: 777, slots: 777 },
        RuntimeError::NoPhases { name: name() },
        RuntimeError::NoPhase { key: 0, phase: 0, phases: 0 },
        RuntimeError::NoManager { manager: 0 },
        RuntimeError::ManagersFull { managers: 0 },
    ];
    let remarks = [
        PALETTE_OUTSIDE,
        PALETTE_DIGIT,
        TEXTURE_MISSING,
        TEXTURE_UNREADABLE,
        UNDEFINED_MODE,
        BLOCK_CLAMPED,
        NO_SUCH_BLOCK,
        TEXTURE_GONE,
    ];
    let codes: Vec<&str> = errors.iter().map(RuntimeError::code).chain(remarks).collect();
    assert_eq!(codes, CODES);
}

// ---- Scenarios -----------------------------------------------------------------------------------------------------

pub fn play(folder: &Folder, scenario: &Value) -> Vec<scenario::Answer> {
    scenario::run(scenario, folder).unwrap_or_else(|e| panic!("{e:?}"))
}

#[test]
fn a_scenario_answers_every_call() {
    let folder = Folder::fixtures();
    let answers = play(
        &folder,
        &json!({
            "schema": "relict.scenario/1",
            "libraries": { "textures": "textures.lib" },
            "config": { "switches": { "force_cpu": 4 }, "sweep_idle": 1 },
            "rand": [1250],
            "calls": [
                { "call": "set_game_time", "time": 1050 },
                { "call": "load_wear_file", "name": "mini.rlb/unit.wea" },
                { "call": "set_start_time", "table": 0, "row": 1, "time": 1000 },
                { "call": "phase_by_time", "handle": 1 },
                { "call": "load_wear_buffer", "text": "1\n0 RANDOM\n", "times": 69 },
                { "call": "phase_by_time", "table": 1, "row": 0 },
                { "call": "load_wear_buffer", "text": "1\n0 RANDOM\n", "times": 5 },
                { "call": "phase_by_time", "table": 0, "row": 0, "manager": 1 },
                { "call": "config" },
            ],
        }),
    );
    let answer = |i: usize| answers[i].outcome.as_ref().unwrap();
    assert_eq!(json!(answer(1)), json!({ "table": 0, "handle": 0, "materials": 2, "lightmaps": 1 }));
    assert_eq!((&answer(3)["time"], &answer(3)["alpha"]), (&json!(50.0), &json!(0.5)));
    assert_eq!((answers[4].times, &answer(4)["table"]), (69, &json!(69)));
    assert_eq!((&answer(5)["time"], &answer(5)["start_time"]), (&json!(250.0), &json!(250)));
    assert_eq!((answers[6].times, answers[6].outcome.as_ref().err()), (1, Some(&RuntimeError::TablesFull)));
    assert_eq!(answers[7].outcome.as_ref().err(), Some(&RuntimeError::NoManager { manager: 1 }));
    assert_eq!(answer(8)["forced_cpu"], json!({ "sse": true, "3dnow": true, "fxch": false, "mmx": false }));
}

#[test]
fn looking_many_times_takes_no_longer_than_looking_once() {
    let rows: String = (0..60_000).map(|i| format!("{i} LOOP\n")).collect();
    let answers = play(
        &Folder::fixtures(),
        &json!({
            "schema": "relict.scenario/1",
            "calls": [
                { "call": "load_wear_buffer", "text": format!("60000\n{rows}") },
                { "call": "table", "table": 0, "times": 100_000 },
                { "call": "table", "table": 1, "times": 100_000 },
            ],
        }),
    );
    let looked: Vec<_> = answers[1..].iter().map(|answer| (answer.times, answer.outcome.is_ok())).collect();
    assert_eq!(looked, [(100_000, true), (1, false)]);
}

#[test]
fn a_scenario_that_makes_no_sense_is_refused_by_call_and_field_before_anything_runs() {
    let call = |call: Value| json!({ "schema": "relict.scenario/1", "calls": [{ "call": "destroy" }, call] });
    let cases = [
        (json!([]), ""),
        (json!({ "calls": [] }), "schema"),
        (json!({ "schema": "relict.scenario/2", "calls": [] }), "schema"),
        (json!({ "schema": "relict.scenario/1" }), "calls"),
        (json!({ "schema": "relict.scenario/1", "calls": [], "extra": 1 }), "extra"),
        (json!({ "schema": "relict.scenario/1", "calls": [], "rand": ["x"] }), "rand"),
        (json!({ "schema": "relict.scenario/1", "calls": [], "rand": { "seed": -1 } }), "rand.seed"),
        (
            json!({ "schema": "relict.scenario/1", "calls": [], "libraries": { "textures": "../a" } }),
            "libraries.textures",
        ),
        (
            json!({ "schema": "relict.scenario/1", "calls": [], "config": { "emboss_bump": 1 } }),
            "config.emboss_bump",
        ),
        (
            json!({ "schema": "relict.scenario/1", "calls": [], "config": { "switches": { "x": true } } }),
            "config.switches.x",
        ),
        (call(json!(7)), "calls[1]"),
        (call(json!({})), "calls[1].call"),
        (call(json!({ "call": "explode" })), "calls[1].call"),
        (call(json!({ "call": "set_game_time" })), "calls[1].time"),
        (call(json!({ "call": "set_game_time", "time": -1 })), "calls[1].time"),
        (call(json!({ "call": "set_game_time", "time": 1, "tim": 2 })), "calls[1].tim"),
        (call(json!({ "call": "load_wear_file", "name": "/etc/passwd" })), "calls[1].name"),
        (call(json!({ "call": "set_material_lib", "path": "a/../../b" })), "calls[1].path"),
        (call(json!({ "call": "load_wear_buffer", "text": "1\n0 日\n" })), "calls[1].text"),
        (call(json!({ "call": "phase_by_time", "table": 0 })), "calls[1].row"),
        (call(json!({ "call": "phase_by_t", "handle": 0, "t": "x" })), "calls[1].t"),
        (call(json!({ "call": "config", "times": 0 })), "calls[1].times"),
    ];
    for (scenario, path) in cases {
        let errors = scenario::run(&scenario, &Folder::default()).unwrap_err();
        let paths: Vec<&str> = errors.iter().map(|error| error.path.as_str()).collect();
        assert_eq!(paths, [path], "{scenario}: {errors:?}");
    }
}

#[test]
fn everything_that_is_wrong_with_a_scenario_is_said_at_once() {
    let scenario = json!({
        "schema": "relict.scenario/2",
        "libraries": { "textures": "../a", "textuers": "b" },
        "config": { "mip_flags": "both", "sweep_idle": -1, "switches": { "force_cpu": "x" } },
        "rand": { "seed": "x" },
        "calls": [
            { "call": "explode", "time": 1 },
            7,
            { "call": "phase_by_t", "handle": "x", "t": "x", "manager": -1, "times": 0, "extra": 1, "more": 2 },
            { "call": "mip_skip", "flags": 0, "width": 1, "height": 1, "mip_count": 1 },
            { "call": "mip_skip" },
            { "call": "texture", "name": "A.0", "library": "palettes" },
        ],
        "call": [],
    });
    let errors = scenario::run(&scenario, &Folder::default()).unwrap_err();
    let paths: Vec<&str> = errors.iter().map(|error| error.path.as_str()).collect();
    let wanted = [
        "schema",
        "libraries.textures",
        "libraries.textuers",
        "config.switches.force_cpu",
        "config.mip_flags",
        "config.sweep_idle",
        "rand.seed",
        "calls[0].call",
        "calls[1]",
        "calls[2].manager",
        "calls[2].times",
        "calls[2].handle",
        "calls[2].t",
        "calls[2].extra",
        "calls[2].more",
        "calls[4].flags",
        "calls[4].width",
        "calls[4].height",
        "calls[4].mip_count",
        "calls[5].library",
        "call",
    ];
    assert_eq!(paths, wanted, "{errors:#?}");
}
