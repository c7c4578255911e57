//! The libraries in `examples/runtime/engine`, on which the example scripts run: what is in them is written down here.
//!
//! After a change, `RELICT_EXAMPLES=write cargo test -p relict-ngi runtime_libraries` writes them.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::runtime::{Entry, Folder, archive, words};

/// The folder of the scripts.
pub fn folder() -> std::path::PathBuf {
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/runtime/engine").into()
}

/// Every file beside the scripts.
pub fn files() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("palettes.lib", archive(&palettes())),
        ("Textures.lib", archive(&textures())),
        ("Material.lib", archive(&materials())),
        ("LightMap.lib", archive(&lightmaps())),
        ("nodefault.lib", archive(&[material("FIRST", [0, 6], &[phase(1, "")], &[])])),
        ("lights.wea", wear(&["COUNTED", "BLEND"], "\nLIGHTMAPS\n2\n0 base00.0\n7 base01.0\n")),
        ("tight.wea", wear(&["COUNTED"], "LIGHTMAPS\n1\n0 base00.0\n")),
        ("foreign.wea", wear(&["COUNTED"], "\nsome words\nLIGHTMAPS\n1\n0 base00.0\n")),
        ("unlit.wea", wear(&["COUNTED"], "\nLIGHTMAPS\n0\n")),
        ("zero.wea", b"0\n".to_vec()),
    ]
}

fn wear(materials: &[&str], rest: &str) -> Vec<u8> {
    // The numbers are read and dropped.
    let row = |(i, name): (usize, &&str)| format!("{} {name}\n", i * 10 + 5);
    let rows: String = materials.iter().enumerate().map(row).collect();
    format!("{}\n{rows}{rest}", materials.len()).into_bytes()
}

fn palettes() -> Vec<Entry> {
    let palette = |name: &str, byte| (name.to_owned(), "PAL ", 0, 0, vec![byte; 16]);
    vec![palette("A.PAL", 1), palette("B3.PAL", 2), palette("Z9.PAL", 3)]
}

/// A texture whose bytes behind the header count up.
fn texture(name: &str, size: [u32; 2], mips: u32, flags5: u32, format: u32, page: &[[i16; 4]]) -> Entry {
    let [width, height] = size;
    let flags4 = if mips > 1 { 32 } else { 0 };
    let mut bytes = words(&[0x6D78_6554, width, height, mips, flags4, flags5, 0, format]);
    let pixels: u32 = (0..mips).map(|level| (width >> level).max(1) * (height >> level).max(1)).sum();
    let (palette, of_a_pixel) = match format {
        0 => (1024, 1),
        888 | 8888 => (0, 4),
        _ => (0, 2),
    };
    let more = palette + pixels * of_a_pixel;
    bytes.extend((0..more).map(|i| i as u8));
    if !page.is_empty() {
        bytes.extend(words(&[0x6567_6150, page.len() as u32]));
        bytes.extend(page.iter().flatten().flat_map(|number| number.to_le_bytes()));
    }
    (name.into(), "Texm", 0, 0, bytes)
}

fn textures() -> Vec<Entry> {
    // Left, width, top, height: eight squares of two pixels.
    let squares: Vec<[i16; 4]> = (0..8).map(|i| [i % 4 * 2, 2, i / 4 * 2, 2]).collect();
    let plain = |name| texture(name, [1, 1], 1, 0, 565, &[]);
    vec![
        texture("ATLAS.0", [8, 4], 4, 0, 565, &squares),
        texture("DETAIL.0", [256, 4], 9, 0x2000_0000, 565, &[]),
        texture("ODD.0", [5, 3], 3, 0x0200_0000, 888, &[[1, 3, 0, 3]]),
        texture("KEYED.0", [2, 2], 1, 0x0100_0000, 0, &[]),
        texture("FADE.0", [2, 2], 1, 0x0200_0005, 0, &[]),
        texture("SKIN.0", [4, 4], 1, 0, 8888, &[]),
        texture("P4444.0", [2, 1], 1, 0, 4444, &[]),
        texture("P556.0", [2, 1], 1, 0, 556, &[]),
        texture("P88.0", [2, 1], 1, 0, 88, &[]),
        plain("GLOSS.A"),
        plain("GLOSS.b3"),
        plain("GLOSS.Z9"),
        plain("GLOSS.["),
        plain("GLOSS.AX"),
    ]
}

fn lightmaps() -> Vec<Entry> {
    let plain = |name| texture(name, [2, 2], 1, 0, 565, &[]);
    vec![plain("base00.0"), plain("base01.0")]
}

/// The first eighteen bytes all the same but the last, which is no cell.
fn phase(byte: u8, texture: &str) -> [u8; 34] {
    let mut phase = [0; 34];
    phase[..17].fill(byte);
    phase[17] = 0xFF;
    phase[18..18 + texture.len()].copy_from_slice(texture.as_bytes());
    phase
}

type Key = (u16, u16, u16);

/// A material: attr1 and attr2, phases, and animations by mode, mask and keys.
fn material(name: &str, attrs: [u32; 2], phases: &[[u8; 34]], blocks: &[(u32, u32, &[Key])]) -> Entry {
    with_meta(name, attrs, (4, 5, 1.5, 2.5), phases, blocks)
}

fn with_meta(
    name: &str,
    [attr1, attr2]: [u32; 2],
    (a, b, c, d): (u8, u8, f32, f32),
    phases: &[[u8; 34]],
    blocks: &[(u32, u32, &[Key])],
) -> Entry {
    let short = |number: usize| (number as u16).to_le_bytes();
    let mut bytes = [short(phases.len()), short(blocks.len())].concat();
    bytes.extend([a, b].iter().filter(|_| attr2 >= 2));
    bytes.extend(c.to_le_bytes().iter().filter(|_| attr2 >= 3));
    bytes.extend(d.to_le_bytes().iter().filter(|_| attr2 >= 4));
    bytes.extend(phases.iter().flatten());
    for (mode, mask, keys) in blocks {
        bytes.extend((mode | mask << 3).to_le_bytes());
        bytes.extend(short(keys.len()));
        bytes.extend(
            keys.iter().flat_map(|(phase, end, unk04)| [*phase, *end, *unk04]).flat_map(u16::to_le_bytes),
        );
    }
    (name.into(), "MAT0", attr1, attr2, bytes)
}

fn materials() -> Vec<Entry> {
    let bare = phase(0, "");
    // Every byte another number, so that each can be found again.
    let mut counted = phase(0, "ATLAS.0");
    counted[..18].iter_mut().zip(1..).for_each(|(byte, i)| *byte = i * 10);
    counted[17] = 2;
    let (mut dark, mut light) = (phase(0, "ATLAS.0"), phase(255, "ATLAS.0"));
    (dark[17], light[3], light[17]) = (0, 100, 1);
    let halves: &[Key] = &[(0, 100, 0), (1, 200, 0)];
    let thirds: &[Key] = &[(0, 100, 7), (1, 250, 8), (2, 400, 9)];
    let signs: Vec<[u8; 34]> = (0..8)
        .map(|cell| {
            let mut phase = phase(0, "ATLAS.0");
            phase[17] = cell;
            phase
        })
        .collect();
    let keys: Vec<[Key; 1]> = (0..8).map(|sign| [(sign, 0, 0)]).collect();
    let sign_blocks: Vec<(u32, u32, &[Key])> = keys.iter().map(|key| (0, 0, &key[..])).collect();
    let masks: Vec<(u32, u32, &[Key])> = [1, 2, 4, 8, 16, 31].map(|mask| (0, mask, halves)).into();
    let modes: Vec<(u32, u32, &[Key])> = [0, 1, 2, 3].map(|mode| (mode, 1, thirds)).into();
    let one: &[(u32, u32, &[Key])] = &[(0, 0, &[(0, 0, 0)])];
    let many: Vec<(u32, u32, &[Key])> = vec![one[0]; 20];
    let glosses = ["GLOSS.A", "GLOSS.b3", "GLOSS.Z9", "GLOSS.[", "GLOSS.AX", "ATLAS.0"];
    let glosses = glosses.map(|name| phase(0, name));
    let textures = [phase(0, "MISSING.0"), phase(0, "DOTLESS"), bare];
    vec![
        material("DEFAULT", [0, 6], &[bare], one),
        material("COUNTED", [0, 6], &[counted], one),
        material("BLEND", [0, 6], &[dark, light], &masks),
        material("MODES", [0, 6], &[dark, light, bare], &modes),
        material("SIGNS", [0, 6], &signs, &sign_blocks),
        material("PLAIN", [0, 6], &[phase(0, "SKIN.0")], one),
        material("STAGE", [0x01, 6], &[phase(0, "SKIN.0")], one),
        material("LIT", [0x02, 6], &[phase(0, "SKIN.0")], one),
        material("NIBBLE", [0x5 << 2 | 0x40, 6], &[bare], one),
        material("OLD1", [0, 1], &[bare], &[]),
        material("OLD2", [0, 2], &[bare], one),
        material("OLD3", [0, 3], &[bare], one),
        material("OLD4", [0, 4], &[bare], one),
        with_meta("LAVA", [0, 6], (7, 255, 1.0, 10_000.0), &[bare], one),
        material("MANY", [0, 6], &[bare], &many),
        material("GLOSS", [0, 6], &glosses, one),
        material("LOST", [0, 6], &textures, one),
        material("DETAIL", [0, 6], &[phase(0, "DETAIL.0"), phase(0, "ODD.0")], one),
    ]
}

#[test]
fn the_files_beside_the_scripts_are_those_that_are_built_here() {
    let write = std::env::var("RELICT_EXAMPLES").as_deref() == Ok("write");
    for (name, bytes) in files() {
        let path = folder().join(name);
        if write {
            std::fs::write(&path, &bytes).unwrap();
        }
        assert!(std::fs::read(&path).unwrap() == bytes, "{name}");
    }
}

/// All of them, for tests.
pub fn library() -> Folder {
    files().into_iter().fold(Folder::default(), |folder, (name, bytes)| folder.with(name, bytes))
}
