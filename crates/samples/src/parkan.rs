//! A little game folder of Parkan: vehicles and buildings that move, wear out and burn, with the materials, textures,
//! lightmaps, effects and sounds that they name; and archives with all that makes archives hard.

pub mod archives;
mod bunker;
mod effects;
mod factory;
mod fort;
mod land;
mod light;
mod materials;
pub mod palette;
mod parts;
mod scout;
mod tank;
mod textures;
mod tower;
mod walker;

use crate::Sample;
use crate::archive::{Entry, archive};
use crate::make::{fxid, mat0, texm};
use archives::{gamefont, kind, oddities, palette_file, sprites, strays};
use serde_json::Value;

pub(crate) fn all() -> Vec<Sample> {
    let sample = |name: &str, bytes, about| Sample { path: format!("parkan/{name}"), bytes, about };
    vec![
        sample("units.rlb", units(), "ngi-units"),
        sample("Land.msh", land::land(), "ngi-land"),
        sample("Land1.wea", materials::wear("land1"), "ngi-land-wear"),
        sample("Land2.wea", materials::wear("land2"), "ngi-land-micro"),
        sample("Material.lib", mat0::library(&materials::all()), "ngi-materials"),
        sample("Textures.lib", texm::library(&textures::all()), "ngi-textures"),
        sample("lightmap.lib", texm::library(&lightmaps()), "ngi-lightmaps"),
        sample("effects.rlb", effects_library(), "ngi-effects"),
        sample("sounds.lib", fxid::library(&kind("SWAV"), &effects::sounds()), "ngi-sounds"),
        sample("oddities.rlb", oddities(), "ngi-oddities"),
        sample("palettes.lib", archive("ngi.nres", Value::Null, &[]), "ngi-palettes"),
        sample("sys.lib", palette_file(), "ngi-system"),
        sample("sprites.lib", sprites(&spares()), "ngi-sprites"),
        sample("gamefont.rlb", gamefont(), "ngi-gamefont"),
    ]
}

/// A model and the table of what it wears: name, type and bytes of each.
type Unit = [(String, &'static str, Vec<u8>); 2];

fn unit(name: &'static str, model: Vec<u8>) -> Unit {
    let wear = materials::wear(&name.to_lowercase());
    [(format!("{name}.msh"), "MESH", model), (format!("{name}.wea"), "WEAR", wear)]
}

fn entries(units: &[Unit]) -> Vec<Entry<'_>> {
    units.iter().flatten().map(|(name, tag, bytes)| (name.as_str(), kind(tag), bytes.as_slice())).collect()
}

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
    let strays = strays();
    let mut entries = entries(&models);
    entries.extend(strays.iter().map(|(name, kind, bytes)| (*name, kind.clone(), bytes.as_slice())));
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

/// Models that are packed once more.
fn spares() -> Vec<u8> {
    let models = [unit("TURRET", fort::fort())];
    archive("ngi.nres", Value::Null, &entries(&models))
}
