//! A little game folder of Parkan: archives of both kinds, with all that makes them hard, and models and effects whose
//! materials, textures, lightmaps and sounds are all there.

pub(crate) mod effects;
mod geometry;
pub(crate) mod materials;
pub(crate) mod models;
pub(crate) mod textures;

use crate::archive::archive;
use crate::{Specimen, noise};
use serde_json::{Value, json};

pub(crate) fn all() -> Vec<Specimen> {
    let sample = |name: &str, bytes| Specimen { path: format!("parkan/{name}"), bytes };
    vec![
        sample("units.rlb", units()),
        sample("Land.msh", models::land()),
        sample("Material.lib", materials::materials()),
        sample("Textures.lib", textures::textures()),
        sample("lightmap.lib", textures::lightmaps()),
        sample("effects.rlb", effects::effects()),
        sample("sounds.lib", effects::sounds()),
        sample("oddities.rlb", oddities()),
        sample("palettes.lib", archive("ngi.nres", Value::Null, &[])),
        sample("sys.lib", palette_file()),
        sample("sprites.lib", sprites()),
        sample("gamefont.rlb", gamefont()),
    ]
}

fn kind(tag: &str) -> Value {
    json!({"type": tag, "attr3": 1})
}

/// "Танк" and a sentence, in the code page of the game.
const RUSSIAN: &[u8] =
    b"\xD2\xE0\xED\xEA: \xF2\xFF\xE6\xB8\xEB\xFB\xE9, \xEC\xE5\xE4\xEB\xE5\xED\xED\xFB\xE9.\r\n";

fn units() -> Vec<u8> {
    archive(
        "ngi.nres",
        Value::Null,
        &[
            ("tank.msh", kind("MESH"), &models::tank()),
            ("tank.wea", kind("WEAR"), materials::TANK),
            ("TURRET.msh", kind("MESH"), &models::turret()),
            ("TURRET.wea", kind("WEAR"), materials::TURRET),
            ("bunker.msh", kind("MESH"), &models::bunker()),
            ("bunker.wea", kind("WEAR"), materials::BUNKER),
            ("Танк.txt", kind("TEXT"), RUSSIAN),
            ("readme.txt", kind("TEXT"), b"Synthetic data, made by Relict.\n"),
            ("Land", json!({"type": 3, "attr1": 1, "attr3": 12}), &noise(3, 12)),
            ("Land", json!({"type": 5, "attr1": 1, "attr3": 4}), &noise(5, 4)),
            ("ALIEN_BALL", kind("TEXT"), b"sorts before the next"),
            ("ALIENSKIN", kind("TEXT"), b"since _ comes before every letter"),
            ("EMPTY.BIN", kind("DATA"), b""),
            ("engine.wav", kind("SWAV"), &noise(7, 3000)),
        ],
    )
}

pub(crate) fn palette_file() -> Vec<u8> {
    archive("ngi.nres", Value::Null, &[("PAL.PAL", json!({"type": 0}), &textures::palette())])
}

/// Valid, but nothing is where a tidy writer would put it.
pub(crate) fn oddities() -> Vec<u8> {
    let block = relict::core::text::hex(&noise(9, 64));
    archive(
        "ngi.nres",
        json!({"data": [
            {"gap": block},
            {"entry": 2, "size": 21}, {"padding": "aabbcc"},
            {"gap": "6f727068616e2121"},
            {"entry": 0, "size": 9}, {"padding": "00000000000000"},
            {"entry": 1, "size": 5}, {"padding": "000001"},
            {"entry": 3, "size": 4}, {"padding": "00000000"},
            {"entry": 4, "size": 0}, {"gap": "00000000000000ee"},
        ]}),
        &[
            ("../../climbs.txt", kind("TEXT"), b"stays in."),
            ("CON", kind("TEXT"), b"a dev"),
            ("last in front", kind("TEXT"), b"order is not identity"),
            ("con", kind("TEXT"), b"ice?"),
            ("nothing#2", kind("TEXT"), b""),
        ],
    )
}

/// Packed by every method there is; the archive inside is packed, too.
fn sprites() -> Vec<u8> {
    let flags = |flags: u16| json!({"flags": flags, "service": "01020304"});
    let picture: Vec<u8> = (0..4096usize).map(|i| ((i % 64) ^ (i / 64)) as u8).collect();
    let text = b"A sentence that comes again and again. ".repeat(20);
    archive(
        "ngi.rsli",
        json!({"header": {"seed": 0x1234_5678}}),
        &[
            ("STORED.TEX", flags(0x000), &noise(1, 300)),
            ("XORED.TEX", flags(0x020), &noise(2, 300)),
            ("LZSS.TXT", flags(0x040), &text),
            ("XORLZSS.TXT", flags(0x060), &text),
            ("LZHUF.TEX", flags(0x080), &picture),
            ("XORLZHUF.TXT", flags(0x0A0), &text),
            ("DEFLATE.TEX", flags(0x100), &picture),
            ("MODELS.RLB", flags(0x100), &units()),
            ("TWELVECHARS.", flags(0x001), b"twelve characters, and no zero behind them"),
        ],
    )
}

/// Names unsorted, so that the engine sorts them itself; and an overlay in front of the offsets.
pub(crate) fn gamefont() -> Vec<u8> {
    let flags = |flags: u16| json!({ "flags": flags });
    archive(
        "ngi.rsli",
        json!({"header": {"seed": 0xBEEF, "presorted": 0}, "overlay": 16}),
        &[
            ("ZETA.FNT", flags(0x060), &b"glyph ".repeat(50)),
            ("ALPHA.FNT", flags(0x0A0), &b"other glyph ".repeat(50)),
            ("MID.FNT", flags(0x100), &noise(11, 500)),
        ],
    )
}
