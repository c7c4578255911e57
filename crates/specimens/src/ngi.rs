//! A little game folder of Parkan: archives of both kinds, with all that makes them hard, and models and effects whose
//! materials, textures, lightmaps and sounds are all there.

pub(crate) mod effects;
mod geometry;
pub(crate) mod materials;
pub(crate) mod models;
pub(crate) mod textures;

use crate::Specimen;
use relict_samples::archive::{Entry, archive};
use relict_samples::parkan::archives::{gamefont, kind, oddities, palette_file, sprites, strays};
use serde_json::Value;

pub(crate) fn all() -> Vec<Specimen> {
    let sample = |name: &str, bytes| Specimen { path: format!("parkan/{name}"), bytes };
    vec![
        sample("units.rlb", units()),
        sample("Land.msh", models::land()),
        sample("Land1.wea", materials::LAND.into()),
        sample("Land2.wea", materials::LAND_MICRO.into()),
        sample("Material.lib", materials::materials()),
        sample("Textures.lib", textures::textures()),
        sample("lightmap.lib", textures::lightmaps()),
        sample("effects.rlb", effects::effects()),
        sample("sounds.lib", effects::sounds()),
        sample("oddities.rlb", oddities()),
        sample("palettes.lib", archive("ngi.nres", Value::Null, &[])),
        sample("sys.lib", palette_file()),
        sample("sprites.lib", sprites(&units())),
        sample("gamefont.rlb", gamefont()),
    ]
}

fn units() -> Vec<u8> {
    let (models, strays) = ([models::tank(), models::turret(), models::bunker()], strays());
    let mut entries: Vec<Entry<'_>> = vec![
        ("tank.msh", kind("MESH"), &models[0]),
        ("tank.wea", kind("WEAR"), materials::TANK),
        ("TURRET.msh", kind("MESH"), &models[1]),
        ("TURRET.wea", kind("WEAR"), materials::TURRET),
        ("bunker.msh", kind("MESH"), &models[2]),
        ("bunker.wea", kind("WEAR"), materials::BUNKER),
    ];
    entries.extend(strays.iter().map(|(name, kind, bytes)| (*name, kind.clone(), bytes.as_slice())));
    archive("ngi.nres", Value::Null, &entries)
}
