//! For every rule of every format a file that breaks it: what `check` says about it is tested, and shown in the book.

mod archives;
mod idmobile_maps;
mod idmobile_media;
mod idmobile_pictures;
mod idmobile_small;
mod jars;
mod mechlibs;
mod textures;

use crate::draw::{byte, indexed};
use crate::ngi::effects;
use crate::ngi::models;
use crate::ngi::textures::swatch;
use relict_samples::archive::{Entry, archive};
use relict_samples::make::mat0::{animation, attributes, bytes, phase, still};
use relict_samples::make::msh::{self, Stream};
use relict_samples::make::texm::{library, texture};
use relict_samples::parkan::palette::palette;
use relict_toolkit::FORMATS;
use relict_toolkit::core::record::Chars;
use relict_toolkit::ngi::mat0::{Flags, Mat0, Motion};
use serde_json::{Value, json};
use std::sync::LazyLock;

/// A file that shows a rule.
#[derive(Clone, Debug)]
pub struct Broken {
    /// The rule.
    pub code: &'static str,
    pub name: String,
    pub bytes: Vec<u8>,
    /// Files that must lie in the same folder for the rule to be broken, by name.
    pub beside: Vec<(String, Vec<u8>)>,
}

/// Everything there is, made once in a program.
pub fn broken() -> Vec<Broken> {
    static MADE: LazyLock<Vec<Broken>> = LazyLock::new(made);
    MADE.clone()
}

pub(crate) fn made() -> Vec<Broken> {
    let mw3 = [archives::all(), textures::all(), mechlibs::all()].concat();
    let idmobile = [
        jars::all(),
        idmobile_media::all(),
        idmobile_maps::all(),
        idmobile_pictures::all(),
        idmobile_small::all(),
    ]
    .concat();
    [nres(), rsli(), texm(), pal(), mat0(), wear(), fxid(), msh(), mw3, idmobile, crate::formats::broken()]
        .concat()
}

/// Files with an ending; what is known by its whole name, such as `tables.bin`, stands in folders.
pub(crate) fn samples(ending: &str, all: Vec<(&'static str, Vec<u8>)>) -> Vec<Broken> {
    let before = if ending.contains('.') { '/' } else { '.' };
    let named = |(i, (code, bytes)): (usize, (&'static str, Vec<u8>))| Broken {
        code,
        name: format!("{:02}-{}{before}{ending}", i + 1, code.replace('.', "-")),
        bytes,
        beside: vec![],
    };
    all.into_iter().enumerate().map(named).collect()
}

/// What is wrong only with what an archive says of an entry: its name, its attributes.
fn entries(all: Vec<(&'static str, Entry<'_>)>) -> Vec<Broken> {
    let held = |(code, entry): (&'static str, Entry<'_>)| (code, archive("ngi.nres", Value::Null, &[entry]));
    samples("lib", all.into_iter().map(held).collect())
}

/// The bytes with others at an offset.
pub(crate) fn patched(bytes: &[u8], at: usize, with: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at..at + with.len()].copy_from_slice(with);
    bytes
}

/// The file with a change in its JSON form, which a writer takes as it is.
pub(crate) fn edited(format: &str, bytes: &[u8], change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let kind = FORMATS.named(format).unwrap_or_else(|| panic!("{format} is no format"));
    let document = kind.open(bytes, Default::default()).unwrap_or_else(|e| panic!("{format}: {e}"));
    let mut json = document.to_json();
    change(&mut json);
    let document = (kind.from_json)(&json).and_then(|document| document.to_bytes());
    document.unwrap_or_else(|e| panic!("{format}: {e}"))
}

fn nres() -> Vec<Broken> {
    let text = json!({"type": "TEXT"});
    let entries: [Entry<'_>; 2] = [("AA", text.clone(), b"aaaa"), ("BB", text, b"bbbbb")];
    let good = archive("ngi.nres", Value::Null, &entries);
    // 16 of header, two payloads of 8 with their padding, two records of 64.
    let (record, name, offset, sort) = (|i: usize| 32 + 64 * i, 0x14, 0x38, 0x3C);
    let framed = |data: Value| archive("ngi.nres", json!({ "data": data }), &entries);
    samples(
        "rlb",
        vec![
            ("nres.truncated", good[..12].to_vec()),
            ("nres.magic", patched(&good, 2, b"E")),
            ("nres.version", patched(&good, 4, &[1])),
            ("nres.count", patched(&good, 8, &(-1i32).to_le_bytes())),
            ("nres.total-size", [&good[..], b"!"].concat()),
            ("nres.total-size", patched(&good, 12, &[161])),
            ("nres.directory-outside", patched(&good, 8, &[3])),
            ("nres.payload-outside", patched(&good, record(1) + offset, &[8])),
            ("nres.payload-overlap", patched(&good, record(1) + offset, &[16])),
            ("nres.name-unterminated", patched(&good, record(1) + name, &[b'B'; 36])),
            ("nres.name-empty", patched(&good, record(0) + name, &[0; 2])),
            ("nres.sort-range", patched(&good, record(1) + sort, &[2])),
            ("nres.sort-duplicate", patched(&good, record(1) + sort, &[0])),
            ("nres.sort-order", patched(&patched(&good, record(0) + sort, &[1]), record(1) + sort, &[0])),
            ("nres.name-tail", patched(&good, record(0) + name + 3, b"stale")),
            (
                "nres.unaligned",
                framed(json!([{"entry": 0, "size": 4}, {"entry": 1, "size": 5}, {"padding": "000000"}])),
            ),
            ("nres.padding", patched(&good, 20, b"dirt")),
            (
                "nres.unindexed",
                framed(
                    json!([{"gap": "00ff00ff00ff00ff"}, {"entry": 0, "size": 4}, {"padding": "00000000"}, {"entry": 1, "size": 5}, {"padding": "000000"}]),
                ),
            ),
        ],
    )
}

fn rsli() -> Vec<Broken> {
    let flags = |flags: u16| json!({ "flags": flags });
    let frame = json!({"header": {"seed": 0x4242}});
    let entries: [Entry<'_>; 3] = [
        ("AAA", flags(0x000), b"plain"),
        ("BBB", flags(0x060), b"packed packed packed packed"),
        ("CCC", flags(0x100), b"deflated deflated deflated"),
    ];
    let good = archive("ngi.rsli", frame.clone(), &entries);
    let table = |i: usize, field: &'static str, value: Value| {
        edited("ngi.rsli", &good, |json| json["table"][i][field] = value)
    };
    let stray = |offset: u32, size: u32| {
        edited("ngi.rsli", &good, |json| {
            json["data"][0] = json!({"owner": "gap", "bytes": json["data"][0]["bytes"]});
            json["strays"] = json!([{"entry": 0, "data_offset": offset, "size": size}]);
            json["table"][0]["unpacked_size"] = size.into();
        })
    };
    let shuffled = edited("ngi.rsli", &good, |json| {
        json["table"][0]["sort_to_original"] = 1.into();
        json["table"][1]["sort_to_original"] = 0.into();
    });
    let framed = |key: &str, value: Value| {
        let mut frame = frame.clone();
        frame[key] = value;
        archive("ngi.rsli", frame, &entries)
    };
    let mut eof = good.clone();
    eof.pop();
    samples(
        "lib",
        vec![
            ("rsli.truncated", good[..20].to_vec()),
            ("rsli.magic", patched(&good, 1, b"X")),
            ("rsli.reserved", patched(&good, 2, &[1])),
            ("rsli.version", patched(&good, 3, &[2])),
            ("rsli.count", patched(&good, 4, &(-1i16).to_le_bytes())),
            ("rsli.table-outside", patched(&good, 4, &[0x40])),
            ("rsli.payload-outside", stray(5000, 5)),
            ("rsli.payload-overlap", stray(140, 5)),
            ("rsli.method", table(1, "flags", json!(0x0C0))),
            ("rsli.size", table(2, "unpacked_size", json!(5))),
            ("rsli.stream", table(1, "unpacked_size", json!(500))),
            ("rsli.name-empty", table(0, "name", json!(""))),
            ("rsli.sort-range", table(0, "sort_to_original", json!(7))),
            ("rsli.sort-duplicate", table(0, "sort_to_original", json!(2))),
            ("rsli.sort-order", shuffled.clone()),
            ("rsli.keys-uncertain", shuffled),
            ("rsli.count-repeated", patched(&good, 6, &[9])),
            ("rsli.total", patched(&good, 16, &[9])),
            ("rsli.overlay", framed("overlay", json!(32))),
            ("rsli.name-case", table(1, "name", json!("bbb"))),
            ("rsli.unindexed", [&good[..], b"orphan"].concat()),
            ("rsli.eof-plus-one", eof),
        ],
    )
}

fn texm() -> Vec<Broken> {
    let good = swatch();
    // 32 of header, levels of 64, 16 and 4, a page of 24.
    let (width, mips, format, page) = (4, 12, 28, 116);
    let number = |at: usize, number: u32| patched(&good, at, &number.to_le_bytes());
    let deeper = edited("ngi.texm", &good, |json| {
        json["header"]["mip_count"] = 4.into();
        json["levels"].as_array_mut().into_iter().for_each(|levels| levels.push("00000000".into()));
    });
    let unknown = number(format, 1)[..32 + 16 + 4 + 1].to_vec();
    let fade = json!({"format": 0, "flags5": 0x0200_0000});
    let fade = texture(&indexed(2, 1, &[[255; 4]; 40], |x, _| byte(x * 39)), &fade);
    let moved = edited("ngi.texm", &good, |json| json["page"]["rects"][1]["x"] = 3.into());
    let whole = samples(
        "texm",
        vec![
            ("texm.truncated", good[..100].to_vec()),
            ("texm.magic", patched(&good, 3, b"n")),
            ("texm.format", number(format, 777)),
            ("texm.size", number(width, 0)),
            ("texm.mip-count", number(mips, 0)),
            ("texm.page-size", [&good[..], b"more"].concat()),
            ("texm.tail", [&good[..page], b"left over"].concat()),
            ("texm.mip-pyramid", deeper),
            ("texm.rect-outside", moved),
            ("texm.fade-index", fade),
            ("texm.palette-missing", unknown),
        ],
    );
    let kind = json!({"type": "Texm"});
    let named = entries(vec![
        ("texm.name-dot", ("SWATCH", kind.clone(), &good)),
        ("texm.palette-suffix", ("SWATCH.[", kind, &good)),
    ]);
    [whole, named].concat()
}

fn pal() -> Vec<Broken> {
    let good = palette();
    // 1024 of colours, the tag, the table.
    let (tag, table) = (1024, 1028);
    samples(
        "pal",
        vec![
            ("pal.truncated", good[..2000].to_vec()),
            ("pal.tag", patched(&good, tag, b"i")),
            ("pal.tail", [&good[..], b"!"].concat()),
            ("pal.table", patched(&good, table + 1, &[200])),
            ("pal.unused", patched(&good, 3, &[1])),
        ],
    )
}

fn mat0() -> Vec<Broken> {
    let good = still(0, phase("SWATCH.0"));
    let with = |change: &dyn Fn(&mut Mat0<'_>)| {
        let mut material = good.clone();
        change(&mut material);
        material
    };
    let changed = |change: &dyn Fn(&mut Mat0<'_>)| bytes(&with(change));
    let named = |name: &[u8]| {
        let name = Chars::new(name, false).unwrap_or_else(|| panic!("{}", name.escape_ascii()));
        changed(&|material| material.phases[0].texture = name)
    };
    let keys = |keys: &[(u16, u16)]| changed(&|material| material.animations = vec![animation(0, 0, keys)]);
    let mut whole = samples(
        "mat0",
        vec![
            ("mat0.truncated", bytes(&good)[..50].to_vec()),
            ("mat0.animations", patched(&bytes(&good), 2, &[20])),
            (
                "mat0.animations",
                changed(&|material| material.animations = vec![animation(0, 0, &[(0, 0)]); 20]),
            ),
            ("mat0.tail", [&bytes(&good)[..], b"!"].concat()),
            ("mat0.key-phase", keys(&[(1, 0)])),
            ("mat0.cell-outside", changed(&|material| material.phases[0].cell = 2)),
            ("mat0.no-phase", changed(&|material| material.phases.clear())),
            ("mat0.no-key", keys(&[])),
            ("mat0.key-order", keys(&[(0, 200), (0, 100)])),
            ("mat0.mode", changed(&|material| material.animations[0].motion = Motion(5))),
            ("mat0.mask", changed(&|material| material.animations[0].motion = Motion(32 << 3))),
            ("mat0.cell", changed(&|material| material.phases[0].cell = -2)),
            ("mat0.texture-unterminated", named(b"SIXTEENLETTERS.0")),
            ("mat0.texture-name", named(b"SWATCH")),
            ("mat0.texture-suffix", named(b"SWATCH.[")),
        ],
    );
    for sample in &mut whole {
        sample.beside = vec![("Textures.lib".into(), library(&[("SWATCH.0", swatch())]))];
    }
    let odd_version = with(&|material| material.version = 7);
    let odd_blend = with(&|material| material.attr1 = Flags(9 << 2));
    let said = entries(vec![
        ("mat0.version", ("SWATCH", attributes(&odd_version), &bytes(&odd_version))),
        ("mat0.blend", ("SWATCH", attributes(&odd_blend), &bytes(&odd_blend))),
    ]);
    [whole, said].concat()
}

fn wear() -> Vec<Broken> {
    let all: [(&str, &str); 15] = [
        ("wear.truncated", ""),
        ("wear.count", "0\n"),
        ("wear.count", "two\n0 STEEL\n1 GLASS\n"),
        ("wear.lightmap-count", "1\n0 STEEL\n\nLIGHTMAPS\n0\n"),
        ("wear.rows", "3\n0 STEEL\n1 GLASS\n"),
        ("wear.row", "2\n0 STEEL\nGLASS\n"),
        ("wear.separator", "1\n0 STEEL\nLIGHTMAPS\n1\n0 bunker00.0\n"),
        ("wear.tail", "1\n0 STEEL\n1 GLASS\n"),
        ("wear.separator-long", "1\n0 STEEL\n\n\nLIGHTMAPS\n1\n0 bunker00.0\n"),
        ("wear.foreign", "1\n0 STEEL\n1 GLASS\nLIGHTMAPS\n1\n0 bunker00.0\n"),
        ("wear.keyword", "1\n0 STEEL\n\nLightMaps\n1\n0 bunker00.0\n"),
        ("wear.lightmap-name", "1\n0 STEEL\n\nLIGHTMAPS\n1\n0 bunker00\n"),
        ("wear.lightmap-suffix", "1\n0 STEEL\n\nLIGHTMAPS\n1\n0 bunker.~\n"),
        ("wear.id", "2\n1 STEEL\n2 GLASS\n"),
        ("wear.extra", "1\n0 STEEL and more\n"),
    ];
    samples("wea", all.into_iter().map(|(code, text)| (code, text.into())).collect())
}

fn fxid() -> Vec<Broken> {
    let good = relict_samples::make::fxid::bytes(&effects::spark());
    // 60 of header, and a sprite.
    let (mode, flags, settings, sprite) = (4, 0x10, 0x14, 60);
    let (size, window, archive, name) = (sprite + 100, sprite + 32, sprite + 136, sprite + 168);
    let number = |at: usize, number: u32| patched(&good, at, &number.to_le_bytes());
    let float = |at: usize, number: f32| patched(&good, at, &number.to_le_bytes());
    samples(
        "fxid",
        vec![
            ("fxid.truncated", good[..40].to_vec()),
            ("fxid.truncated", good[..200].to_vec()),
            ("fxid.opcode", patched(&good, sprite, &[11])),
            ("fxid.count", number(0, u32::MAX)),
            ("fxid.tail", [&good[..], b"more"].concat()),
            ("fxid.time-mode", number(mode, 18)),
            ("fxid.flags", number(flags, 0x4002)),
            ("fxid.settings", number(settings, 0x777)),
            ("fxid.window", float(window, 1.5)),
            ("fxid.empty-name", patched(&good, archive, &[0; 32])),
            ("fxid.empty-name", patched(&good, name, &[0; 32])),
            ("fxid.unterminated", patched(&good, name, &[b'X'; 32])),
            ("fxid.not-finite", float(size, f32::NAN)),
            ("fxid.not-finite", float(8, f32::INFINITY)),
        ],
    )
}

/// A model without one of its streams.
fn without(streams: Vec<Stream>, number: u32) -> Vec<u8> {
    let streams: Vec<Stream> = streams.into_iter().filter(|(found, ..)| *found != number).collect();
    msh::packed("turret", &streams)
}

/// A model with other bytes in one of its streams; what the directory says of it stays.
fn restreamed(mut streams: Vec<Stream>, number: u32, change: impl Fn(&mut Vec<u8>)) -> Vec<u8> {
    streams.iter_mut().filter(|(found, ..)| *found == number).for_each(|(_, _, bytes)| change(bytes));
    msh::packed("turret", &streams)
}

fn msh() -> Vec<Broken> {
    let (good, turret) = (models::turret(), models::turret_streams);
    let field = |path: &str, value: Value| {
        edited("ngi.msh", &good, |json| {
            *json.pointer_mut(path).unwrap_or_else(|| panic!("no {path}")) = value;
        })
    };
    let ground = |path: &str, value: Value| {
        edited("ngi.msh", &models::land(), |json| {
            *json.pointer_mut(path).unwrap_or_else(|| panic!("no {path}")) = value;
        })
    };
    let two = |changes: [(&str, Value); 2]| {
        edited("ngi.msh", &good, |json| {
            for (path, value) in changes {
                *json.pointer_mut(path).unwrap_or_else(|| panic!("no {path}")) = value;
            }
        })
    };
    let no_frames = edited("ngi.msh", &good, |json| {
        let records = json["directory"].as_array_mut().into_iter().flatten();
        records.filter(|record| record["type_id"] == 19).for_each(|record| record["attr2"] = 0.into());
    });
    let mut streams = turret();
    streams.push(streams[2].clone());
    let infinite = json!("0x7f800000");
    let alone = samples(
        "msh",
        vec![
            ("msh.truncated", good[..12].to_vec()),
            ("msh.stream-missing", without(turret(), 6)),
            ("msh.stream-missing", without(turret(), 13)),
            ("msh.stride", restreamed(turret(), 3, |bytes| bytes.push(0))),
            ("msh.stride", restreamed(turret(), 2, |bytes| bytes.push(0))),
            ("msh.node-stride", field("/directory/0/attr3", json!(37))),
            ("msh.bounds-short", restreamed(turret(), 2, |bytes| bytes.truncate(100))),
            ("msh.batch-indices", field("/streams/batches/0/index_start", json!(100_000))),
            ("msh.batch-vertices", field("/streams/batches/0/base_vertex", json!(u32::MAX))),
            ("msh.slot-batches", field("/streams/slots/0/batch_count", json!(50))),
            (
                "msh.label-range",
                two([("/streams/labels", json!([])), ("/streams/labels_tail", json!("ffffff00"))]),
            ),
            ("msh.attributes", field("/directory/6/attr1", json!(99))),
            ("msh.attributes", field("/directory/2/attr3", json!(16))),
            ("msh.stream-duplicate", msh::packed("turret", &streams)),
            ("msh.stream-count", restreamed(turret(), 4, |bytes| bytes.truncate(8))),
            ("msh.node-slot", field("/streams/nodes/0/slots/0/0", json!(77))),
            ("msh.slot-triangles", field("/streams/slots/0/tri_count", json!(5000))),
            ("msh.triangle-count", field("/streams/slots/0/tri_count", json!(1))),
            ("msh.triangle-link", field("/streams/triangles/0/links/1", json!(50_000))),
            ("msh.slot-bounds", field("/streams/slots/0/aabb_min/2", json!(1000))),
            ("msh.slot-bounds", field("/streams/slots/1/sphere_radius", json!("0x7fc00000"))),
            ("msh.slot-bounds", field("/streams/bounds/axis_radius", infinite.clone())),
            ("msh.parent-range", field("/streams/nodes/1/parent", json!(9))),
            (
                "msh.parent-order",
                two([("/streams/nodes/0/parent", json!(1)), ("/streams/nodes/1/parent", json!(65535))]),
            ),
            ("msh.parent-cycle", field("/streams/nodes/0/parent", json!(1))),
            ("msh.fallback-key", field("/streams/nodes/0/fallback_key", json!(500))),
            ("msh.map-range", field("/streams/nodes/1/map_start", json!(3))),
            (
                "msh.map-key",
                two([("/streams/nodes/1/fallback_key", json!(500)), ("/streams/frame_map/1", json!(3))]),
            ),
            ("msh.key-times", field("/streams/keys/2/time", json!(0))),
            ("msh.key-finite", field("/streams/keys/1/translation/0", infinite.clone())),
            ("msh.key-finite", field("/streams/keys/3/time", infinite)),
            ("msh.label-tail", field("/streams/labels_tail", json!("00"))),
            ("msh.face-vertices", ground("/streams/faces/0/vertices/2", json!(400))),
            ("msh.triangle-link", ground("/streams/faces/0/links/0", json!(400))),
            ("msh.cell-faces", ground("/streams/cells/0/face_count", json!(400))),
            ("msh.node-slot", ground("/streams/squares/0/cells/1", json!(400))),
            ("msh.legacy-nodes", field("/directory/0/attr3", json!(24))),
            ("msh.vertex-count", field("/streams/batches/0/vertex_count", json!(3))),
            ("msh.label-end", field("/streams/labels/0/end", json!(1))),
            ("msh.index-count", field("/streams/batches/0/index_count", json!(5))),
            ("msh.attr2", field("/directory/2/attr2", json!(7))),
            ("msh.stream-missing", without(models::land_streams(), 18)),
            ("msh.stream-count", restreamed(models::land_streams(), 14, |bytes| bytes.truncate(8))),
            ("msh.drawn-face", ground("/streams/draw_order/0/face", json!(400))),
            ("msh.no-frames", no_frames),
            ("land.face-vertex", ground("/streams/faces/0/vertices", json!([0, 0, 1]))),
            ("land.grid", ground("/directory/0/attr2", json!(3))),
            ("land.grid", ground("/directory/0/attr2", json!(0))),
            ("land.cell-chain", ground("/streams/cells/1/face_start", json!(0))),
            ("land.cell-chain", ground("/streams/cells/7/face_count", json!(1))),
            ("land.order-permutation", ground("/streams/draw_order/1/face", json!(0))),
            ("land.attr", ground("/directory/2/attr1", json!(1))),
            ("land.attr", ground("/directory/1/attr3", json!(4))),
            ("land.grid-cells", restreamed(models::land_streams(), 1, |bytes| bytes.truncate(38 * 2))),
            ("land.cell-box", ground("/streams/cells/0/aabb_max/0", json!(5))),
            ("land.link-mutual", ground("/streams/faces/0/twins", json!(0))),
            ("land.material-zero", ground("/streams/faces/0/mat1", json!(0))),
            ("land.flag-layer2", ground("/streams/faces/0/flags/second", json!(0))),
            ("land.flag-water", ground("/streams/faces/0/flags/liquid", json!(1))),
            ("land.water-plane", ground("/streams/positions/13/2", json!(0.5))),
            ("land.alpha", ground("/streams/alphas/0", json!(1.5))),
            ("land.alpha", ground("/streams/alphas/0", json!("0x7fc00000"))),
            ("land.order-cell", swapped_order()),
            ("land.order-batch", ground("/streams/draw_order/0/flags/begins", json!(0))),
            ("land.order-batch", ground("/streams/draw_order/1/flags/begins", json!(1))),
            ("land.normal", ground("/streams/faces/0/normal", json!([0, 0, -32767]))),
            ("land.normal", ground("/streams/faces/0/normal", json!([0, 0, 0]))),
        ],
    );
    let named = entries(vec![("msh.magic", ("turret.msh", json!({"type": "MESH"}), b"no model"))]);
    [alone, named, worn_ground()].concat()
}

/// Two faces of two cells, each drawn in the place of the other.
fn swapped_order() -> Vec<u8> {
    edited("ngi.msh", &models::land(), |json| {
        let faces = |place: usize, json: &Value| json["streams"]["draw_order"][place]["face"].clone();
        let (first, other) = (faces(0, json), faces(2, json));
        json["streams"]["draw_order"][0]["face"] = other;
        json["streams"]["draw_order"][2]["face"] = first;
    })
}

/// What is wrong with ground only beside its wear tables.
fn worn_ground() -> Vec<Broken> {
    let beside = |code: &'static str, name: &str, rows: [&[u8]; 2]| Broken {
        code,
        name: format!("{name}.msh"),
        bytes: models::land(),
        beside: vec![(format!("{name}1.wea"), rows[0].into()), (format!("{name}2.wea"), rows[1].into())],
    };
    let (three, five): (&[u8], &[u8]) = (b"3\n0 A\n1 B\n2 C\n", b"5\n0 A\n1 B\n2 C\n3 D\n4 E\n");
    vec![
        beside("land.material-row", "worn-land", [three, three]),
        beside("land.wear-rows", "oddly-worn-land", [five, three]),
    ]
}
