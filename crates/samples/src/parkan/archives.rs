//! Archives with all that makes archives hard.

use super::palette;
use crate::archive::archive;
use relict_toolkit::core::rng::noise;
use serde_json::{Value, json};

/// The attributes of an entry of this type.
pub fn kind(tag: &str) -> Value {
    json!({"type": tag, "attr3": 1})
}

/// "Танк" and a sentence, in the code page of the game.
const RUSSIAN: &[u8] =
    b"\xD2\xE0\xED\xEA: \xF2\xFF\xE6\xB8\xEB\xFB\xE9, \xEC\xE5\xE4\xEB\xE5\xED\xED\xFB\xE9.\r\n";

/// What lies beside the models of an archive of units: names in Russian, twice, out of order, and of nothing.
pub fn strays() -> Vec<(&'static str, Value, Vec<u8>)> {
    vec![
        ("Танк.txt", kind("TEXT"), RUSSIAN.into()),
        ("readme.txt", kind("TEXT"), b"Synthetic data, made by Relict.\n".into()),
        ("Land", json!({"type": 3, "attr1": 1, "attr3": 12}), noise(3, 12)),
        ("Land", json!({"type": 5, "attr1": 1, "attr3": 4}), noise(5, 4)),
        ("ALIEN_BALL", kind("TEXT"), b"sorts before the next".into()),
        ("ALIENSKIN", kind("TEXT"), b"since _ comes before every letter".into()),
        ("EMPTY.BIN", kind("DATA"), vec![]),
        ("engine.wav", kind("SWAV"), noise(7, 3000)),
    ]
}

pub fn palette_file() -> Vec<u8> {
    archive("ngi.nres", Value::Null, &[("PAL.PAL", json!({"type": 0}), &palette::palette())])
}

/// Valid, but nothing is where a tidy writer would put it.
pub fn oddities() -> Vec<u8> {
    let block = relict_toolkit::core::text::hex(&noise(9, 64));
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

/// Packed by every method there is; the archive of models inside is packed, too.
pub fn sprites(models: &[u8]) -> Vec<u8> {
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
            ("MODELS.RLB", flags(0x100), models),
            ("TWELVECHARS.", flags(0x001), b"twelve characters, and no zero behind them"),
        ],
    )
}

/// Names unsorted, so that the engine sorts them itself; and an overlay in front of the offsets.
pub fn gamefont() -> Vec<u8> {
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
