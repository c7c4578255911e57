//! References are followed as the engine follows them, whatever the files are.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::assets;
use relict_toolkit::core::format::Limits;
use relict_toolkit::refs::{self, Files, Graph, Interest, Known, ROLES, State};
use std::fmt::Write;

type Entry<'e> = (&'e [u8; 4], &'e str, Vec<u8>);

/// An NRes archive of entries with a type, a name and bytes.
fn nres(entries: &[Entry<'_>]) -> Vec<u8> {
    let number = |n: usize| u32::try_from(n).unwrap().to_le_bytes();
    let mut order: Vec<usize> = (0..entries.len()).collect();
    order.sort_by_key(|place| entries[*place].1.to_ascii_lowercase());
    let (mut data, mut directory) = (vec![], vec![]);
    for ((kind, name, payload), place) in entries.iter().zip(order) {
        let mut field = name.as_bytes().to_vec();
        field.resize(36, 0);
        directory.extend([kind.to_vec(), vec![0; 8], number(payload.len()).into(), vec![0; 4]].concat());
        directory.extend([field, number(16 + data.len()).into(), number(place).into()].concat());
        data.extend_from_slice(payload);
        data.resize(data.len().next_multiple_of(8), 0);
    }
    let size = number(16 + data.len() + directory.len());
    [&b"NRes\0\x01\0\0"[..], &number(entries.len()), &size, &data, &directory].concat()
}

fn wear(materials: &[&str], lightmaps: &[&str]) -> Vec<u8> {
    let mut text = format!("{}\n", materials.len());
    let rows = |text: &mut String, names: &[&str]| {
        names.iter().enumerate().for_each(|(i, name)| writeln!(text, "{i} {name}").unwrap());
    };
    rows(&mut text, materials);
    if !lightmaps.is_empty() {
        writeln!(text, "\nLIGHTMAPS {}", lightmaps.len()).unwrap();
        rows(&mut text, lightmaps);
    }
    text.into_bytes()
}

/// A material of the oldest version, with a phase for each texture.
fn mat0(textures: &[&str]) -> Vec<u8> {
    let count = u16::try_from(textures.len()).unwrap().to_le_bytes();
    let mut bytes = [count, [0; 2]].concat();
    for texture in textures {
        bytes.extend([0xFF; 18]);
        let mut name = texture.as_bytes().to_vec();
        name.resize(16, 0);
        bytes.extend(name);
    }
    bytes
}

/// A texture of one texel.
fn texm() -> Vec<u8> {
    let words = [0x6D78_6554, 1, 1, 1, 0, 0, 0, 565_u32];
    let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    bytes.extend([0, 0]);
    bytes
}

fn materials(all: &[(&str, &[&str])]) -> Vec<u8> {
    let entries: Vec<Entry<'_>> =
        all.iter().map(|(name, textures)| (b"MAT0", *name, mat0(textures))).collect();
    nres(&entries)
}

fn textures(names: &[&str]) -> Vec<u8> {
    let entries: Vec<Entry<'_>> = names.iter().map(|name| (b"Texm", *name, texm())).collect();
    nres(&entries)
}

/// Files in memory.
struct Memory(Vec<(String, Vec<u8>)>);

impl Files for Memory {
    fn read(&self, file: usize, then: &mut dyn FnMut(&[u8])) {
        then(&self.0[file].1);
    }
}

fn graph_of(files: &[(&str, Interest, Vec<u8>)], within: &[&str]) -> Graph {
    let known: Vec<Known> =
        files.iter().map(|(path, interest, _)| Known { path: (*path).into(), interest: *interest }).collect();
    let memory = Memory(files.iter().map(|(path, _, bytes)| ((*path).into(), bytes.clone())).collect());
    let within: Vec<String> = within.iter().map(|path| (*path).into()).collect();
    refs::graph(&known, &memory, &within, Limits::default())
}

fn folder(files: &[(&str, Vec<u8>)]) -> Graph {
    let files: Vec<_> = files.iter().map(|(path, bytes)| (*path, Interest::Folder, bytes.clone())).collect();
    graph_of(&files, &[])
}

/// `from name state to`, for every reference that is followed.
fn told(graph: &Graph) -> Vec<String> {
    let path = |node: usize| graph.nodes[node].path.as_str();
    let line = |edge: &refs::Edge| {
        format!("{} {} {:?} {}", path(edge.from), edge.name, edge.state, edge.to.map_or("-", path))
    };
    graph.followed().map(line).collect()
}

fn unused(graph: &Graph) -> Vec<&str> {
    let all = graph.libraries.iter().filter_map(|library| library.unused.as_ref());
    all.flat_map(|unused| unused.paths.iter().map(String::as_str)).collect()
}

#[test]
fn every_role_that_leads_into_a_library_is_listed() {
    let mut seen = 0;
    for asset in assets() {
        let document = asset.kind.open(&asset.bytes, asset.origin()).unwrap();
        for reference in document.references() {
            let in_library = matches!(reference.role.place, relict_toolkit::core::refs::Place::Library(_));
            assert!(!in_library || ROLES.contains(&reference.role), "{}: {reference:?}", asset.label);
            let format = reference.role.format;
            assert!(format.is_empty() || relict_toolkit::FORMATS.named(format).is_some(), "{reference:?}");
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn a_wear_table_leads_to_materials_and_they_to_textures() {
    let graph = folder(&[
        ("g/Material.lib", materials(&[("STEEL", &["plate.0", ""]), ("rust", &["PLATE.0"])])),
        ("g/TEXTURES.LIB", textures(&["Plate.0", "other.0"])),
        ("g/lightmap.lib", textures(&["Glow.0"])),
        ("g/units.rlb", nres(&[(b"WEAR", "tank.wea", wear(&["steel", "RUST"], &["glow.0"]))])),
    ]);
    assert_eq!(
        told(&graph),
        [
            "g/Material.lib/STEEL plate.0 Found g/TEXTURES.LIB/Plate.0",
            "g/Material.lib/rust PLATE.0 Found g/TEXTURES.LIB/Plate.0",
            "g/units.rlb/tank.wea steel Found g/Material.lib/STEEL",
            "g/units.rlb/tank.wea RUST Found g/Material.lib/rust",
            "g/units.rlb/tank.wea glow.0 Found g/lightmap.lib/Glow.0",
        ]
    );
    assert_eq!(unused(&graph), ["g/TEXTURES.LIB/other.0"]);
    assert_eq!(graph.assets, 10);
    let tops: Vec<&str> = graph.tops().iter().map(|node| graph.nodes[*node].path.as_str()).collect();
    assert_eq!(tops, ["g/units.rlb/tank.wea", "g/Material.lib/STEEL", "g/Material.lib/rust"]);
}

#[test]
fn a_missing_material_is_replaced_as_the_engine_does() {
    let unit = |material: &str| nres(&[(b"WEAR", "u.wea", wear(&[material], &[]))]);
    let with =
        folder(&[("m/Material.lib", materials(&[("A", &[]), ("default", &[])])), ("m/u.rlb", unit("NONE"))]);
    assert_eq!(told(&with), ["m/u.rlb/u.wea NONE StandIn m/Material.lib/default"]);
    // What stands in is never unused; the others are.
    assert_eq!(unused(&with), ["m/Material.lib/A"]);
    let without =
        folder(&[("m/Material.lib", materials(&[("A", &[]), ("B", &[])])), ("m/u.rlb", unit("NONE"))]);
    assert_eq!(told(&without), ["m/u.rlb/u.wea NONE FirstEntry m/Material.lib/A"]);
    assert_eq!(unused(&without), ["m/Material.lib/B"]);
    let empty = folder(&[("m/Material.lib", nres(&[])), ("m/u.rlb", unit("NONE"))]);
    assert_eq!(told(&empty), ["m/u.rlb/u.wea NONE Missing -"]);
    for graph in [with, without, empty] {
        assert_eq!((graph.totals().missing, graph.totals().found), (1, 0));
    }
}

#[test]
fn what_stands_in_is_followed_too() {
    let graph = folder(&[
        ("Material.lib", materials(&[("DEFAULT", &["grey.0"])])),
        ("Textures.lib", textures(&["grey.0"])),
        ("u.wea", wear(&["NONE"], &[])),
    ]);
    assert!(told(&graph).contains(&"u.wea NONE StandIn Material.lib/DEFAULT".to_owned()), "{graph:?}");
    assert_eq!(unused(&graph), Vec::<&str>::new());
}

#[test]
fn missing_textures_and_lightmaps_have_nothing_to_stand_in() {
    let graph = folder(&[
        ("Material.lib", materials(&[("A", &["none.0"])])),
        ("Textures.lib", textures(&[])),
        ("LightMap.lib", textures(&["some.0"])),
        ("u.wea", wear(&["A"], &["none.0"])),
    ]);
    let missing: Vec<_> = graph.followed().filter(|edge| edge.state == State::Missing).collect();
    assert_eq!(missing.len(), 2);
    assert_eq!((missing[0].role.name, &*missing[0].field), ("texture", "phases[0].texture"));
    assert_eq!((missing[1].role.name, &*missing[1].field), ("lightmap", "lightmaps.rows[0].name"));
}

#[test]
fn a_missing_palette_is_no_fault() {
    let library = |entries: &[Entry<'_>]| {
        folder(&[
            ("Material.lib", materials(&[("DEFAULT", &["wall.A0"])])),
            ("Textures.lib", textures(&["wall.A0"])),
            ("palettes.lib", nres(entries)),
        ])
    };
    let missing = library(&[]).totals();
    assert_eq!((missing.references, missing.found, missing.optional, missing.missing), (2, 1, 1, 0));
    let there = library(&[(b"PAL\0", "a0.pal", vec![])]);
    assert_eq!(there.totals().found, 2);
}

#[test]
fn a_library_that_is_not_there_leaves_its_references_open() {
    let graph =
        folder(&[("g/u.wea", wear(&["A", "B"], &["c.0"])), ("g/material.lib", b"no archive".to_vec())]);
    assert_eq!(graph.totals().no_library, 3);
    assert_eq!((graph.totals().missing, graph.totals().found), (0, 0));
    let rows: Vec<_> = graph
        .libraries
        .iter()
        .map(|row| (row.name, row.path.as_deref(), row.entries, row.references))
        .collect();
    let wanted = [("Material.lib", Some("g/material.lib"), None, 2), ("LightMap.lib", None, None, 1)];
    assert_eq!(rows, wanted);
}

#[test]
fn the_nearest_library_counts() {
    let graph = folder(&[
        ("g/Material.lib", materials(&[("A", &[])])),
        ("g/mod/material.lib", materials(&[("B", &[])])),
        ("g/maps/one/land.wea", wear(&["A"], &[])),
        ("g/mod/maps/land.wea", wear(&["B"], &[])),
        ("g/lib/LightMap.lib", textures(&["c.0"])),
        ("g/maps/two/land.wea", wear(&["A"], &["c.0"])),
    ]);
    assert_eq!(
        told(&graph),
        [
            "g/maps/one/land.wea A Found g/Material.lib/A",
            "g/mod/maps/land.wea B Found g/mod/material.lib/B",
            "g/maps/two/land.wea A Found g/Material.lib/A",
            "g/maps/two/land.wea c.0 Found g/lib/LightMap.lib/c.0",
        ]
    );
}

/// Ground, which names its tables by the name of its own file.
fn ground() -> Vec<u8> {
    std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/ngi-worlds/Land.msh")).unwrap()
}

#[test]
fn ground_wears_the_tables_of_its_folder_and_they_know_it() {
    let graph = folder(&[
        ("g/Material.lib", materials(&[("A", &[])])),
        ("g/maps/one/LAND1.WEA", wear(&["A"], &[])),
        ("g/maps/one/Land.msh", ground()),
        ("g/maps/two/Land.msh", ground()),
        ("g/maps/two/Land2.wea", wear(&["A"], &[])),
    ]);
    assert_eq!(
        told(&graph),
        [
            "g/maps/one/LAND1.WEA A Found g/Material.lib/A",
            "g/maps/one/Land.msh Land1.wea Found g/maps/one/LAND1.WEA",
            "g/maps/one/Land.msh Land2.wea Missing -",
            "g/maps/two/Land.msh Land1.wea Missing -",
            "g/maps/two/Land.msh Land2.wea Found g/maps/two/Land2.wea",
            "g/maps/two/Land2.wea A Found g/Material.lib/A",
        ]
    );
    let table = graph.node("g/maps/two/Land2.wea").unwrap();
    let users: Vec<_> = graph.edges_to(table).map(|edge| (edge.from, edge.role.name)).collect();
    assert_eq!(users, [(graph.node("g/maps/two/Land.msh").unwrap(), "micro-wear")]);
}

#[test]
fn ground_in_an_archive_wears_the_tables_of_that() {
    let inner = [(b"MESH", "Land.msh", ground()), (b"WEAR", "Land1.wea", wear(&["A"], &[]))];
    let graph = folder(&[("all.rlb", nres(&inner)), ("Land2.wea", wear(&["A"], &[]))]);
    let told = told(&graph);
    assert!(told.contains(&"all.rlb/Land.msh Land1.wea Found all.rlb/Land1.wea".to_owned()), "{told:?}");
    assert!(told.contains(&"all.rlb/Land.msh Land2.wea Missing -".to_owned()), "{told:?}");
}

#[test]
fn an_archive_inside_another_is_no_library_but_uses_one() {
    let inner = nres(&[(b"WEAR", "u.wea", wear(&["A"], &[]))]);
    let graph = folder(&[(
        "g/all.rlb",
        nres(&[(b"NRes", "Material.lib", materials(&[("A", &[])])), (b"NRes", "in.rlb", inner)]),
    )]);
    assert_eq!(told(&graph), ["g/all.rlb/in.rlb/u.wea A NoLibrary -"]);
}

#[test]
fn of_equal_names_the_first_is_found_and_the_second_never_used() {
    let graph = folder(&[
        ("Material.lib", materials(&[("X", &[]), ("steel", &[]), ("STEEL", &[]), ("DEFAULT", &[])])),
        ("u.wea", wear(&["Steel", "x"], &[])),
    ]);
    assert_eq!(told(&graph)[0], "u.wea Steel Found Material.lib/steel");
    assert_eq!(unused(&graph), ["Material.lib/STEEL#2"]);
}

#[test]
fn what_is_of_another_format_is_not_called_unused() {
    let notes = nres(&[
        (b"TEXT", "notes.txt", b"hello".to_vec()),
        (b"MAT0", "A", mat0(&[])),
        (b"MAT0", "B", mat0(&[])),
    ]);
    let graph = folder(&[("Material.lib", notes), ("u.wea", wear(&["A"], &[]))]);
    assert_eq!(unused(&graph), ["Material.lib/B"]);
}

/// An effect of a sprite and a sound, with the archives and entries that they name.
fn fxid([material, sound]: [(&str, &str); 2]) -> Vec<u8> {
    let mut bytes = vec![0; 60 + 200 + 148];
    (bytes[0], bytes[60], bytes[260]) = (2, 3, 2);
    for (at, (archive, name)) in [(60 + 136, material), (260 + 84, sound)] {
        bytes[at..at + archive.len()].copy_from_slice(archive.as_bytes());
        bytes[at + 32..at + 32 + name.len()].copy_from_slice(name.as_bytes());
    }
    bytes
}

#[test]
fn an_effect_leads_to_materials_and_sounds() {
    let effect = |names| nres(&[(b"FXID", "boom", fxid(names))]);
    let sounds = nres(&[(b"SWAV", "Boom.wav", vec![1]), (b"SWAV", "other.wav", vec![2])]);
    let game = |names| {
        folder(&[
            ("g/effects.rlb", effect(names)),
            ("g/Material.lib", materials(&[("FIRE", &[]), ("DEFAULT", &[])])),
            ("g/SOUNDS.LIB", sounds.clone()),
        ])
    };
    let graph = game([("material.lib", "fire"), ("Sounds.lib", "boom.wav")]);
    assert_eq!(
        told(&graph),
        [
            "g/effects.rlb/boom fire Found g/Material.lib/FIRE",
            "g/effects.rlb/boom boom.wav Found g/SOUNDS.LIB/Boom.wav",
        ]
    );
    // Sounds are of no format that we know, so that nobody can say which of them are not used.
    assert_eq!(unused(&graph), Vec::<&str>::new());
    let rows: Vec<_> = graph.libraries.iter().map(|row| (row.name, row.used, row.unused.is_some())).collect();
    assert_eq!(rows, [("Material.lib", 1, true), ("sounds.lib", 1, false)]);
    let missing = game([("material.lib", "none"), ("sounds.lib", "none.wav")]);
    assert_eq!(
        told(&missing),
        ["g/effects.rlb/boom none StandIn g/Material.lib/DEFAULT", "g/effects.rlb/boom none.wav Missing -",]
    );
    let elsewhere = game([("other.lib", "fire"), ("voices.lib", "boom.wav")]);
    assert_eq!(told(&elsewhere), Vec::<String>::new(), "other archives are not followed");
}

#[test]
fn circles_end() {
    let ring: Vec<Entry<'_>> =
        vec![(b"MAT0", "a.0", mat0(&["b.0"])), (b"MAT0", "b.0", mat0(&["a.0", "b.0"]))];
    let graph = graph_of(&[("Textures.lib", Interest::Folder, nres(&ring))], &["Textures.lib/a.0"]);
    assert_eq!(graph.totals().found, 3);
    assert_eq!(graph.used_by().len(), 3);
    assert_eq!(graph.tops().len(), 2);
}

/// A wear table in one file, a library beside it that is only consulted, and one that may use it.
fn scattered(interest: Interest) -> Vec<(&'static str, Interest, Vec<u8>)> {
    vec![
        ("g/u.rlb", interest, nres(&[(b"WEAR", "u.wea", wear(&["A"], &[]))])),
        ("g/Material.lib", Interest::Above, materials(&[("A", &["a.0"]), ("B", &["none.0"])])),
        ("g/Textures.lib", Interest::Above, textures(&["a.0", "b.0"])),
        ("g/v.wea", Interest::Beside, wear(&["A", "NONE"], &[])),
    ]
}

#[test]
fn of_one_archive_only_what_it_leads_to_counts() {
    let graph = graph_of(&scattered(Interest::File), &[]);
    assert_eq!(
        told(&graph),
        ["g/u.rlb/u.wea A Found g/Material.lib/A", "g/Material.lib/A a.0 Found g/Textures.lib/a.0"]
    );
    assert_eq!(unused(&graph), Vec::<&str>::new());
    assert_eq!(graph.used_by().len(), 0);
}

#[test]
fn of_one_entry_those_who_use_it_are_told() {
    let graph = graph_of(&scattered(Interest::Beside), &["g/Textures.lib/a.0"]);
    assert_eq!(graph.totals().references, 0);
    let path = |node: usize| graph.nodes[node].path.as_str();
    let users: Vec<_> = graph.used_by().iter().map(|edge| (path(edge.from), &*edge.name)).collect();
    // The last is missing, and there is no DEFAULT, so the engine takes the first material.
    let wanted = [("g/u.rlb/u.wea", "A"), ("g/Material.lib/A", "a.0"), ("g/v.wea", "A"), ("g/v.wea", "NONE")];
    assert_eq!(users, wanted);
}

#[test]
fn a_library_among_others_that_were_named_tells_what_is_unused() {
    let files = |both: bool| {
        let user = if both { Interest::File } else { Interest::Above };
        vec![
            ("Material.lib", Interest::File, materials(&[("A", &["a.0"]), ("B", &[])])),
            ("u.wea", user, wear(&["A"], &[])),
        ]
    };
    assert_eq!(unused(&graph_of(&files(true), &[])), ["Material.lib/B"]);
    assert_eq!(unused(&graph_of(&files(false), &[])), Vec::<&str>::new());
}

#[test]
fn what_is_too_much_is_counted_and_not_followed() {
    let names = vec!["A"; 5000];
    let graph = folder(&[("Material.lib", materials(&[("A", &[])])), ("u.wea", wear(&names, &[]))]);
    assert_eq!((graph.totals().found, graph.unfollowed), (4096, 904));
}

#[test]
fn what_cannot_be_read_is_passed_over_and_told() {
    let broken = nres(&[(b"WEAR", "bad.wea", b"many".to_vec()), (b"WEAR", "u.wea", wear(&["A"], &[]))]);
    let graph =
        folder(&[("g/u.rlb", broken), ("g/cut.rlb", b"NRes\0\x01\0\0".to_vec()), ("g/readme.txt", vec![])]);
    assert_eq!(graph.unreadable.paths, ["g/u.rlb/bad.wea", "g/cut.rlb"]);
    assert_eq!((graph.unreadable.count, graph.assets, graph.totals().references), (2, 5, 1));
}

#[test]
fn the_answer_does_not_depend_on_the_number_of_threads() {
    let names: Vec<String> = (0..700).map(|i| format!("M{i}")).collect();
    let some: Vec<(&str, &[&str])> =
        names.iter().step_by(3).map(|name| (name.as_str(), &["a.0", "b.0"][..])).collect();
    let rows: Vec<&str> = names.iter().map(String::as_str).collect();
    let tables: Vec<String> = (0..150).map(|i| format!("g/{i}/u.wea")).collect();
    let mut files = vec![("g/Material.lib", materials(&some)), ("g/Textures.lib", textures(&["a.0"]))];
    files.extend(tables.iter().enumerate().map(|(i, path)| (path.as_str(), wear(&rows[i..i + 50], &[]))));
    let answers = [1, 4].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let graph = pool.install(|| folder(&files));
        (told(&graph), graph.libraries.iter().map(|row| format!("{row:?}")).collect::<Vec<_>>())
    });
    assert!(answers[0].0.len() > 7500);
    assert!(answers[0] == answers[1]);
}

#[test]
fn the_path_of_an_entry_is_as_its_archive_spells_it() {
    let inner = nres(&[(b"WEAR", "Tank.wea", vec![]), (b"WEAR", "TANK.WEA", vec![])]);
    let bytes = nres(&[(b"NRes", "Inner", inner)]);
    let asset = relict_toolkit::open::Asset::file("g/a.rlb", &bytes);
    let path = |steps: &[&str]| refs::canonical(&asset, steps, Limits::default());
    assert_eq!(path(&["INNER", "tank.wea#2"]).unwrap(), "g/a.rlb/Inner/TANK.WEA#2");
    assert_eq!(path(&[]).unwrap(), "g/a.rlb");
    assert_eq!(path(&["inner", "none"]).unwrap_err().code, "path.no-entry");
    assert_eq!(path(&["inner", "tank.wea", "x"]).unwrap_err().code, "wear.truncated");
}

#[test]
fn a_graph_of_a_folder_is_asked_for_one_path() {
    let units = nres(&[(b"WEAR", "tank.wea", wear(&["STEEL"], &[]))]);
    let graph = folder(&[
        ("units.rlb", units),
        ("Material.lib", nres(&[(b"MAT0", "STEEL", mat0(&["STEEL.0"]))])),
        ("Textures.lib", nres(&[(b"Texm", "STEEL.0", texm())])),
    ]);
    let material = graph.node("Material.lib/STEEL").unwrap();
    assert_eq!(graph.nodes[material].path, "Material.lib/STEEL");
    let path = |node: usize| graph.nodes[node].path.as_str();
    let uses: Vec<_> = graph.edges_of(material).iter().filter_map(|edge| edge.to).map(path).collect();
    let used_by: Vec<_> = graph.edges_to(material).map(|edge| path(edge.from)).collect();
    assert_eq!((uses, used_by), (vec!["Textures.lib/STEEL.0"], vec!["units.rlb/tank.wea"]));
    assert_eq!((graph.node("units.rlb"), graph.node("")), (None, None));
}
