//! A little game folder of Parkan: vehicles and buildings that move, wear out and burn, with the materials, textures,
//! lightmaps, effects and sounds that they name; and archives with all that makes archives hard.

mod bunker;
mod effects;
mod factory;
mod fort;
mod land;
mod light;
mod materials;
mod parts;
mod scout;
mod tank;
mod textures;
mod tower;
mod walker;

use crate::archive::{Entry, archive};
use crate::make::{fxid, mat0, texm};
use crate::specimens::ngi::{gamefont, oddities, palette_file};
use crate::{Sample, noise};
use serde_json::{Value, json};

pub(crate) fn all() -> Vec<Sample> {
    let sample = |name: &str, bytes, about| Sample { path: format!("parkan/{name}"), bytes, about };
    vec![
        sample("units.rlb", units(), "ngi-units"),
        sample("Land.msh", land::land(), "ngi-land"),
        sample("Land.wea", materials::wear("land"), "ngi-land-wear"),
        sample("Material.lib", mat0::library(&materials::all()), "ngi-materials"),
        sample("Textures.lib", texm::library(&textures::all()), "ngi-textures"),
        sample("lightmap.lib", texm::library(&lightmaps()), "ngi-lightmaps"),
        sample("effects.rlb", effects_library(), "ngi-effects"),
        sample("sounds.lib", fxid::library(&kind("SWAV"), &effects::sounds()), "ngi-sounds"),
        sample("oddities.rlb", oddities(), "ngi-oddities"),
        sample("palettes.lib", archive("ngi.nres", Value::Null, &[]), "ngi-palettes"),
        sample("sys.lib", palette_file(), "ngi-system"),
        sample("sprites.lib", sprites(), "ngi-sprites"),
        sample("gamefont.rlb", gamefont(), "ngi-gamefont"),
    ]
}

fn kind(tag: &str) -> Value {
    json!({"type": tag, "attr3": 1})
}

/// A model and the table of what it wears.
fn unit(name: &'static str, model: Vec<u8>) -> [(String, &'static str, Vec<u8>); 2] {
    let wear = materials::wear(&name.to_lowercase());
    [(format!("{name}.msh"), "MESH", model), (format!("{name}.wea"), "WEAR", wear)]
}

/// "Танк" and a sentence, in the code page of the game.
const RUSSIAN: &[u8] =
    b"\xD2\xE0\xED\xEA: \xF2\xFF\xE6\xB8\xEB\xFB\xE9, \xEC\xE5\xE4\xEB\xE5\xED\xED\xFB\xE9.\r\n";

fn units() -> Vec<u8> {
    let models = [
        unit("tank", tank::tank()),
        unit("scout", scout::scout()),
        unit("walker", walker::walker()),
        unit("TURRET", fort::fort()),
        unit("bunker", bunker::bunker()),
        unit("tower", tower::tower()),
        unit("factory", factory::factory()),
    ];
    let mut entries: Vec<Entry<'_>> = models
        .iter()
        .flatten()
        .map(|(name, tag, bytes)| (name.as_str(), kind(tag), bytes.as_slice()))
        .collect();
    let (near, far, engine) = (noise(3, 12), noise(5, 4), noise(7, 3000));
    entries.extend::<[Entry<'_>; 8]>([
        ("Танк.txt", kind("TEXT"), RUSSIAN),
        ("readme.txt", kind("TEXT"), b"Synthetic data, made by Relict.\n"),
        ("Land", json!({"type": 3, "attr1": 1, "attr3": 12}), &near),
        ("Land", json!({"type": 5, "attr1": 1, "attr3": 4}), &far),
        ("ALIEN_BALL", kind("TEXT"), b"sorts before the next"),
        ("ALIENSKIN", kind("TEXT"), b"since _ comes before every letter"),
        ("EMPTY.BIN", kind("DATA"), b""),
        ("engine.wav", kind("SWAV"), &engine),
    ]);
    archive("ngi.nres", Value::Null, &entries)
}

fn lightmaps() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        (bunker::LIGHTMAP, textures::lightmap(&bunker::lightmap())),
        (tower::LIGHTMAP, textures::lightmap(&tower::lightmap())),
        (factory::LIGHTMAP, textures::lightmap(&factory::lightmap())),
    ]
}

fn effects_library() -> Vec<u8> {
    let all: Vec<(&str, Vec<u8>)> =
        effects::all().iter().map(|(name, effect)| (*name, fxid::bytes(effect))).collect();
    fxid::library(&kind("FXID"), &all)
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
            ("MODELS.RLB", flags(0x100), &spares()),
            ("TWELVECHARS.", flags(0x001), b"twelve characters, and no zero behind them"),
        ],
    )
}

/// Models that are packed once more.
fn spares() -> Vec<u8> {
    let models = [unit("TURRET", fort::fort())];
    let entries: Vec<Entry<'_>> = models
        .iter()
        .flatten()
        .map(|(name, tag, bytes)| (name.as_str(), kind(tag), bytes.as_slice()))
        .collect();
    archive("ngi.nres", Value::Null, &entries)
}
