//! The calls that look into the engine's memory and at the steps of a texture's loading, against what sections 1 to 6 of
//! the specification say of each field.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::runtime::play;
use crate::runtime_libraries::library;
use serde_json::{Value, json};

/// What each call answers; with what else the scenario states.
fn answers(rest: &Value, calls: &[Value]) -> Vec<Value> {
    let mut scenario = json!({ "schema": "relict.scenario/1", "calls": calls });
    scenario.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
    let answers = play(&library(), &scenario);
    let told = |answer: relict_ngi::runtime::scenario::Answer| match answer.outcome {
        Ok(told) => Value::Object(told),
        Err(error) => json!({ "error": error.code() }),
    };
    answers.into_iter().map(told).collect()
}

fn one(rest: &Value, call: Value) -> Value {
    answers(rest, &[call]).pop().unwrap()
}

/// The value of a field of a record.
fn field<'v>(record: &'v Value, name: &str) -> &'v Value {
    let fields = record["fields"].as_array().unwrap_or_else(|| panic!("{record}"));
    &fields.iter().find(|field| field["name"] == name).unwrap_or_else(|| panic!("{name}"))["value"]
}

/// The bytes of a record, by which its fields must be told alike.
fn bytes(record: &Value) -> Vec<u8> {
    let hex = record["hex"].as_str().unwrap();
    (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[i * 2..i * 2 + 2], 16).unwrap()).collect()
}

fn dword(record: &Value, index: usize) -> u32 {
    u32::from_le_bytes(bytes(record)[index * 4..index * 4 + 4].try_into().unwrap())
}

/// Every byte of a record belongs to one field.
fn assert_covered(record: &Value, size: usize) {
    assert_eq!((bytes(record).len(), &record["size"]), (size, &json!(size)));
    let mut end = record["offset"].as_u64().unwrap();
    for field in record["fields"].as_array().unwrap() {
        assert_eq!(field["offset"], end, "{field}");
        end += field["size"].as_u64().unwrap();
    }
    assert_eq!(end - record["offset"].as_u64().unwrap(), size as u64);
}

#[test]
fn section_6_3_a_slot_of_the_textures_has_20_bytes() {
    let found = answers(
        &json!({}),
        &[
            json!({ "call": "memory_of_texture", "slot": 0 }),
            json!({ "call": "load_wear_buffer", "text": "2\n0 LIT\n1 COUNTED\n" }),
            json!({ "call": "memory_of_texture", "slot": 0 }),
            json!({ "call": "set_game_time", "time": 0x1234 }),
            json!({ "call": "destroy" }),
            json!({ "call": "memory_of_texture", "slot": 0 }),
            json!({ "call": "memory_of_texture", "slot": 776 }),
            json!({ "call": "memory_of_texture", "slot": 777 }),
            json!({ "call": "memory_of_lightmap", "slot": 100 }),
        ],
    );
    let words = |i: usize| (0..5).map(|word| dword(&found[i], word)).collect::<Vec<_>>();
    assert_eq!(words(0), [u32::MAX, 0, 0, 0, 0], "free");
    assert_eq!(words(2), [5, 0x8100_0000, 1, 0, 0x0048_0000]);
    assert_eq!(found[2]["address"], "0x1014e910");
    assert_covered(&found[2], 20);
    assert_eq!(words(5), [5, 0x8100_0000, 0, 0x1234, 0x0048_0000], "idle since then");
    assert_eq!(found[6]["address"], format!("{:#010x}", 0x1014_E910 + 776 * 20));
    assert_eq!(
        (&found[7]["error"], &found[8]["error"]),
        (&json!("runtime.no-slot"), &json!("runtime.no-slot"))
    );
    // The object that it points to keeps the header.
    assert_covered(&found[2]["object"], 32);
    assert_eq!((&found[2]["object"]["offset"], field(&found[2]["object"], "width")), (&json!(56), &json!(4)));
    assert_eq!(found[0]["object"], Value::Null);
}

#[test]
fn section_1_5_an_object_keeps_the_header_without_the_levels_that_are_left_out() {
    let load = json!({ "call": "load_wear_buffer", "text": "1\n0 COUNTED\n" });
    let found = answers(
        &json!({ "config": { "texture_detail": 0x0200_0000 } }),
        &[load, json!({ "call": "memory_of_texture", "slot": 0 })],
    );
    let object = &found[1]["object"];
    let kept = ["magic", "width", "height", "mip_count", "flags4", "flags5", "mean_colour", "format"];
    let kept = kept.map(|name| field(object, name).clone());
    assert_eq!(json!(kept), json!(["Texm", 2, 1, 2, 32, 0, 0, 565]));
    let offsets: Vec<u64> =
        object["fields"].as_array().unwrap().iter().map(|field| field["offset"].as_u64().unwrap()).collect();
    assert_eq!(offsets, [56, 60, 64, 68, 72, 76, 80, 84]);
}

#[test]
fn section_6_3_a_slot_of_the_pool_has_368_bytes() {
    let found = answers(
        &json!({}),
        &[
            json!({ "call": "load_wear_buffer", "text": "2\n0 OLD1\n1 MODES\n" }),
            json!({ "call": "memory_of_material", "slot": 1 }),
            json!({ "call": "memory_of_material", "slot": 2 }),
            json!({ "call": "memory_of_material", "slot": 699 }),
            json!({ "call": "memory_of_material", "slot": 700 }),
        ],
    );
    let modes = &found[1];
    assert_covered(modes, 368);
    assert_eq!(modes["address"], format!("{:#010x}", 0x1006_69F0 + 368));
    assert_eq!([0, 1, 2, 3, 4].map(|word| dword(modes, word)), [3, 1, 3, 0x8400_0100, 4]);
    // Blocks of four words from the fifth on: mode, mask, count, pointer.
    for block in 0..20u32 {
        let word = |word: u32| dword(modes, (5 + block * 4 + word) as usize);
        let wanted = if block < 4 { [block, 1, 3, 0x8500_0100 + block] } else { [0; 4] };
        assert_eq!([0, 1, 2, 3].map(word), wanted, "{block}");
    }
    // metaA, B, C, D, flagA, nibbleMode, flagB from byte 340 on.
    let meta = [85, 86, 87, 88, 89, 90, 91].map(|word| dword(modes, word));
    assert_eq!(meta, [4, 5, 1.5f32.to_bits(), 2.5f32.to_bits(), 0, 0, 0]);
    assert_eq!(modes["phases"].as_array().unwrap().len(), 3);
    modes["phases"].as_array().unwrap().iter().for_each(|phase| assert_covered(phase, 76));
    // Keys are widened to eight bytes, and the third number stays.
    let keys = modes["blocks"][3]["keys"].as_array().unwrap();
    assert_eq!(bytes(&keys[1]), [1, 0, 0, 0, 250, 0, 8, 0]);
    assert_eq!((dword(&found[2], 0), bytes(&found[2])[4..].iter().all(|byte| *byte == 0)), (u32::MAX, true));
    assert_eq!((&found[3]["size"], &found[4]["error"]), (&json!(368), &json!("runtime.no-slot")));
}

#[test]
fn section_3_3_every_byte_of_a_phase_is_found_again_at_its_offset() {
    let load = json!({ "call": "load_wear_buffer", "text": "1\n0 COUNTED\n" });
    let found = answers(&json!({}), &[load, json!({ "call": "memory_of_material", "slot": 0 })]);
    let phase = &found[1]["phases"][0];
    let float = |at: usize| f32::from_bits(dword(phase, at / 4));
    let places = [16, 20, 24, 28, 0, 4, 8, 12, 32, 36, 40, 44, 48, 52, 56, 60];
    for (i, at) in places.into_iter().enumerate() {
        let byte = (i as f32 + 1.0) * 10.0;
        let wanted = if i == 3 { byte * 0.01 } else { byte / 255.0 };
        assert!((float(at) - wanted).abs() < 1e-6, "p[{i}] at {at}");
    }
    assert_eq!([16, 17, 18].map(|word| dword(phase, word)), [170, 0, 2], "power, texture, cell");
}

#[test]
fn section_6_2_a_manager_has_1136_bytes() {
    let found = answers(
        &json!({}),
        &[
            json!({ "call": "load_wear_buffer", "text": "1\n0 OLD1\n" }),
            json!({ "call": "load_wear_file", "name": "lights.wea" }),
            json!({ "call": "load_mat_manager" }),
            json!({ "call": "memory_of_manager" }),
            json!({ "call": "memory_of_manager", "manager": 1 }),
            json!({ "call": "memory_of_table", "table": 1 }),
            json!({ "call": "vtable" }),
        ],
    );
    let manager = &found[3];
    assert_covered(manager, 0x470);
    assert_eq!(dword(manager, 0), 0x1002_09E4);
    assert_eq!([3, 4, 5, 72].map(|word| dword(manager, word)), [0x8600_0000, 0x8600_0001, 0, 0]);
    assert_eq!([73, 74, 75].map(|word| dword(manager, word)), [1, 2, 0]);
    assert_eq!(dword(manager, 143), 2);
    assert_eq!([144, 145].map(|word| dword(manager, word)), [0, 0x8700_0001], "the first has no lightmaps");
    assert_eq!([214, 215, 283].map(|word| dword(manager, word)), [0, 2, 0]);
    let tables = &manager["fields"].as_array().unwrap()[3];
    assert_eq!(tables["points_to"], json!(["managers[0].tables[0].rows", "managers[0].tables[1].rows"]));
    assert_eq!(bytes(&found[4])[4..].iter().filter(|byte| **byte != 0).count(), 0, "an empty one");
    let rows = found[5]["rows"].as_array().unwrap();
    assert_eq!(
        (rows.len(), bytes(&rows[0]), bytes(&rows[1])),
        (2, vec![1, 0, 0, 0, 0, 0, 0, 0], vec![2, 0, 0, 0, 0, 0, 0, 0])
    );
    let lightmaps = found[5]["lightmaps"].as_array().unwrap();
    assert_eq!(lightmaps.iter().map(bytes).collect::<Vec<_>>(), [[0, 0, 0, 0], [1, 0, 0, 0]]);
    assert_eq!(found[6]["functions"].as_array().unwrap().len(), 11);
}

#[test]
fn section_6_4_the_bank_is_286_pointers() {
    let load = json!({ "call": "load_palettes" });
    let found = answers(&json!({}), &[load, json!({ "call": "memory_of_palettes" })]);
    assert_covered(&found[1], 1144);
    let filled: Vec<usize> = (0..286).filter(|slot| dword(&found[1], *slot) != 0).collect();
    assert_eq!(filled, [0, 15, 285]);
}

#[test]
fn section_4_4_the_scratch_record_is_the_last_sample() {
    let found = answers(
        &json!({}),
        &[
            json!({ "call": "memory_of_scratch" }),
            json!({ "call": "load_wear_buffer", "text": "1\n0 BLEND\n" }),
            json!({ "call": "phase_by_t", "handle": 0, "block": 1, "t": 0.25 }),
            json!({ "call": "memory_of_scratch" }),
        ],
    );
    assert_eq!(bytes(&found[0]), [0; 76]);
    assert_covered(&found[3], 76);
    assert_eq!([0, 1, 2, 3].map(|word| f32::from_bits(dword(&found[3], word))), [0.5, 0.5, 0.5, 0.0]);
}

#[test]
fn section_1_6_the_policy_is_a_call() {
    let skip = |flags: u32, [width, height]: [u32; 2], mip_count: u32| {
        let call = json!({
            "call": "mip_skip", "flags": flags, "width": width, "height": height, "mip_count": mip_count
        });
        one(&json!({}), call)["mip_skip"].as_u64().unwrap()
    };
    for (flags, size, mips, wanted) in [
        (0x0200_0000, [256, 256], 1, 0),
        (0x0200_0000, [8, 8], 2, 1),
        (0x0200_0000, [8, 8], 3, 2),
        (0x1000_0000, [8, 8], 4, 1),
        (0x2000_0000, [256, 8], 4, 1),
        (0x2000_0000, [255, 255], 4, 0),
        (0x4000_0000, [129, 129], 2, 1),
        (0x4000_0000, [129, 129], 3, 2),
        (0x4000_0000, [128, 8], 3, 1),
        (0x4000_0000, [129, 8], 3, 0),
        (0x6000_0000, [256, 256], 3, 0),
    ] {
        assert_eq!(skip(flags, size, mips), wanted, "{flags:#x} {size:?} {mips}");
    }
}

#[test]
fn section_1_6_the_header_or_the_load_flags_decide() {
    let texture = json!({ "call": "texture", "name": "DETAIL.0" });
    let skipped = |config: Value| {
        let found = one(&json!({ "config": config }), texture.clone());
        (found["mip_skip"].as_u64().unwrap(), found["policy"].as_str().unwrap().to_owned())
    };
    assert_eq!(skipped(json!({})), (0, "0x00000000".into()));
    assert_eq!(skipped(json!({ "mip_flags": "header" })), (1, "0x20000000".into()));
    let detail = 0x0200_0000;
    assert_eq!(skipped(json!({ "texture_detail": detail })), (2, "0x02000000".into()));
    let both = json!({ "texture_detail": detail, "mip_flags": "header" });
    assert_eq!(skipped(both), (1, "0x20000000".into()));
    // The manager loads by it, too.
    let load = json!({ "call": "load_wear_buffer", "text": "1\n0 DETAIL\n" });
    let found =
        answers(&json!({ "config": { "mip_flags": "header" } }), &[load, json!({ "call": "textures" })]);
    let slots: Vec<_> = found[1]["slots"].as_array().unwrap().iter().map(|slot| &slot["skipped"]).collect();
    assert_eq!(slots, [1, 2]);
}

#[test]
fn section_1_4_cells_have_pixels_and_shares_for_each_number_of_levels_left_out() {
    let found = one(&json!({}), json!({ "call": "texture", "name": "ATLAS.0" }));
    let skips = found["skips"].as_array().unwrap();
    let sizes: Vec<_> =
        skips.iter().map(|skip| json!([skip["width"], skip["height"], skip["mip_count"]])).collect();
    assert_eq!(json!(sizes), json!([[8, 4, 4], [4, 2, 3], [2, 1, 2]]));
    for (i, skip) in skips.iter().enumerate() {
        let cells = skip["cells"].as_array().unwrap();
        assert_eq!(cells.len(), 9);
        assert_eq!(cells[0]["pixels"], json!([0, 0, 8 >> i, 4 >> i]), "the whole");
        assert_eq!(json!([cells[0]["cell"], cells[0]["du"], cells[0]["dv"]]), json!([-1, 1.0, 1.0]));
        // Cell 5 is two pixels from 2, 2 on.
        let [near, far] = [2 << i, 4 << i];
        assert_eq!(cells[6]["pixels"], json!([near, near, far, far]));
        let shares = ["u0", "v0", "du", "dv"].map(|name| cells[6][name].clone());
        assert_eq!(json!(shares), json!([0.25, 0.5, 0.25, 0.5]), "they do not change");
    }
    // 8 * 4 + 4 * 2 + 2 * 1 + 1 pixels of two bytes.
    assert_eq!((&found["core_size"], &found["page_offset"]), (&json!(32 + 43 * 2), &json!(118)));
    let offsets: Vec<_> =
        skips.iter().map(|skip| (&skip["pixel_offset"], &skip["engine_pixel_offset"])).collect();
    let at = |offset: u32| json!(offset);
    assert_eq!(offsets, [(&at(32), &at(32)), (&at(96), &at(96)), (&at(112), &at(112))]);
    // Without the flag for it, the page is not read.
    let found = one(&json!({}), json!({ "call": "texture", "name": "ATLAS.0", "flags": 0 }));
    assert_eq!((found["skips"][0]["cells"].as_array().unwrap().len(), &found["rects"]), (1, &json!(8)));
}

#[test]
fn section_1_6_the_engine_is_wrong_about_the_pixels_where_sizes_are_odd() {
    let found = one(&json!({}), json!({ "call": "texture", "name": "ODD.0" }));
    let offsets: Vec<_> = found["skips"]
        .as_array()
        .unwrap()
        .iter()
        .map(|skip| (skip["pixel_offset"].as_u64(), skip["engine_pixel_offset"].as_u64()))
        .collect();
    let both = |ours, theirs| (Some(ours), Some(theirs));
    assert_eq!(offsets, [both(32, 32), both(92, 92), both(100, 107)]);
}

#[test]
fn section_1_5_the_palette_follows_the_surface() {
    let texture =
        |name: &str, flags: u32| one(&json!({}), json!({ "call": "texture", "name": name, "flags": flags }));
    let colours = |found: &Value| -> Vec<String> {
        found["colours"]["hex"].as_str().unwrap().split(' ').map(str::to_owned).collect()
    };
    // The bytes of the palette count up: blue 4, green 5, red 6 and an unused 7 in the second colour.
    let keyed = texture("KEYED.0", 0);
    assert_eq!((&keyed["palette_use"], &keyed["surface"]), (&json!("keyed"), &json!("alpha")));
    assert_eq!(colours(&keyed)[..2], ["00020100", "ff060504"]);
    let plain = texture("KEYED.0", 0x0008_0000);
    assert_eq!((&plain["palette_use"], colours(&plain)[0].as_str()), (&json!("plain"), "ff020100"));
    let fade = texture("FADE.0", 0);
    let steps = colours(&fade);
    assert_eq!((steps.len(), steps[0].as_str(), steps[31].as_str()), (32, "07161514", "ff161514"));
    assert_eq!(texture("ATLAS.0", 0)["colours"], Value::Null);
    assert_eq!(texture("ATLAS.0", 0x0020_0000)["stage"], 1);
}

#[test]
fn section_6_5_a_texture_that_cannot_be_had_is_minus_one() {
    let scenario = json!({
        "schema": "relict.scenario/1",
        "calls": [
            { "call": "texture", "name": "DOTLESS" },
            { "call": "texture", "name": "NONE.0" },
            { "call": "texture", "name": "none.0", "library": "lightmaps" },
            { "call": "texture", "name": "base01.0", "library": "lightmaps" },
            { "call": "texture", "name": "GLOSS.[" },
        ],
    });
    let answers = play(&library(), &scenario);
    let slot = |i: usize| answers[i].outcome.as_ref().unwrap()["slot"].clone();
    assert_eq!([0, 1, 2, 3].map(slot), [-1; 4]);
    assert_eq!(answers[0].log.messages, ["Bad texture name."]);
    assert_eq!(answers[1].log.remarks[0].code, "runtime.texture-missing");
    assert_eq!(answers[2].log.messages, ["LightMap none.0 not found."]);
    assert_eq!(answers[3].outcome.as_ref().unwrap()["entry"], 1);
    assert_eq!(answers[4].log.remarks[0].code, "runtime.palette-outside");
}

#[test]
fn a_look_at_a_texture_takes_no_slot() {
    let found = answers(
        &json!({}),
        &[
            json!({ "call": "texture", "name": "ATLAS.0" }),
            json!({ "call": "textures" }),
            json!({ "call": "load_wear_buffer", "text": "2\n0 LIT\n1 COUNTED\n" }),
            json!({ "call": "texture", "name": "atlas.0" }),
        ],
    );
    assert_eq!(
        (&found[0]["slot"], &found[1]["slots"], &found[3]["slot"]),
        (&json!(-1), &json!([]), &json!(1))
    );
}

#[test]
fn section_6_5_the_arithmetic_on_names_is_a_call() {
    let index = |name: &str| {
        let found = one(&json!({}), json!({ "call": "palette_index", "name": name }));
        json!([found["index"], found["slot"], found["palette"]])
    };
    for (name, wanted) in [
        ("X.A", json!([0, 0, "A.PAL"])),
        ("X.a0", json!([1, 1, "A0.PAL"])),
        ("X.B3", json!([15, 15, "B3.PAL"])),
        ("X.Z9", json!([285, 285, "Z9.PAL"])),
        ("X.[", json!([286, null, null])),
        ("NAME.0", json!([-187, null, null])),
        ("0123456789abcdef.A", json!([0, 0, "A.PAL"])),
        ("0123456789abcdefg.A", json!([null, null, null])),
    ] {
        assert_eq!(index(name), wanted, "{name}");
    }
}

#[test]
fn section_6_1_paths_are_looked_at_when_they_are_needed() {
    let found = answers(
        &json!({}),
        &[
            json!({ "call": "globals" }),
            json!({ "call": "set_textures_lib", "path": "none.lib" }),
            json!({ "call": "load_wear_buffer", "text": "1\n0 COUNTED\n" }),
            json!({ "call": "globals" }),
        ],
    );
    let paths = ["palettes", "textures", "material", "lightmap"].map(|name| &found[0]["libraries"][name]);
    assert_eq!(
        paths.map(|library| &library["path"]),
        ["palettes.lib", "Textures.lib", "Material.lib", "LightMap.lib"]
    );
    assert!(paths.iter().all(|library| library["state"] == "not-opened"));
    let after = ["palettes", "textures", "material"].map(|name| &found[3]["libraries"][name]["state"]);
    assert_eq!(after, ["not-opened", "missing", "open"]);
}

#[test]
fn m9_m10_metadata_names_the_ground() {
    let load = json!({ "call": "load_wear_buffer", "text": "2\n0 LAVA\n1 OLD1\n" });
    let metadata = |handle: u32| json!({ "call": "metadata", "handle": handle });
    let found = answers(&json!({}), &[load, metadata(0), metadata(1)]);
    assert_eq!((&found[1]["surface"], &found[1]["meta_d"]), (&json!("wt"), &json!(10_000.0)));
    assert_eq!((&found[2]["surface"], &found[2]["meta_a"]), (&Value::Null, &json!(255)));
}
