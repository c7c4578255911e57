//! How time and memory grow with the number of entries, each of which names things in the libraries beside it: what is
//! looked up again for each of them would show here.

use super::Shop;
use super::command::{Cost, FEW, Run, race, remove};
use super::growth::{Growth, Point};
use super::inputs::archive;
use crate::Result;
use relict_toolkit::core::archive::EntrySpec;
use relict_toolkit::core::format::{Kind, Limits, Origin};
use relict_toolkit::open::Asset;
use std::fs;
use std::path::Path;

const MATERIALS: [usize; 4] = [1000, 2000, 4000, 8000];
const MODELS: [usize; 4] = [250, 500, 1000, 2000];

pub fn measure(shop: &Shop) -> Result<Vec<Growth>> {
    let samples = shop.file("samples");
    shop.relict(&["sample"]).arg(&samples).run()?;
    let parkan = samples.join("parkan");
    let materials = measured(shop, "check, materials", &MATERIALS, |folder, count| {
        repeat(&parkan.join("Textures.lib"), &folder.join("Textures.lib"), count, &|_, bytes| {
            Ok(bytes.to_vec())
        })?;
        let path = folder.join("Material.lib");
        repeat(&parkan.join("Material.lib"), &path, count, &looking_for_a_texture)?;
        Ok(path)
    })?;
    let models = measured(shop, "check, models", &MODELS, |folder, count| {
        for library in ["Material.lib", "Textures.lib"] {
            fs::copy(parkan.join(library), folder.join(library))?;
        }
        let path = folder.join("units.rlb");
        repeat(&parkan.join("units.rlb"), &path, count, &|_, bytes| Ok(bytes.to_vec()))?;
        Ok(path)
    })?;
    remove(&samples)?;
    Ok(vec![materials, models])
}

fn measured(
    shop: &Shop,
    work: &'static str,
    counts: &[usize],
    make: impl Fn(&Path, usize) -> Result<std::path::PathBuf>,
) -> Result<Growth> {
    let mut points = vec![];
    for &count in counts {
        println!("measuring {work}: {count}");
        let folder = shop.file("entries");
        fs::create_dir(&folder)?;
        let path = make(&folder, count)?;
        let [cost]: [Cost; 1] = race(FEW, [&mut || shop.relict(&["check"]).arg(&path).run()])?;
        points.push(Point { size: count as f64, cost });
        remove(&folder)?;
    }
    Ok(Growth { work, points })
}

/// What becomes of an entry on its way into the larger archive.
type Change = dyn Fn(Origin<'_>, &[u8]) -> Result<Vec<u8>>;

/// An archive with the entries of another, again and again until there are so many; the first ones keep their names.
fn repeat(from: &Path, to: &Path, count: usize, change: &Change) -> Result {
    let bytes = fs::read(from)?;
    let (kind, document) = Asset::file("", &bytes).open().map_err(|e| e.to_string())?;
    let small = document.archive().ok_or("no archive")?;
    let (mut incoming, mut payloads) = (vec![], vec![]);
    for i in 0..count {
        let (copy, place) = (i / small.len(), i % small.len());
        let entry = small.entry(place).ok_or("no entry")?;
        let attributes = entry.attributes.iter().map(|(key, value)| ((*key).into(), value.clone())).collect();
        let name = if copy == 0 { entry.name.to_string() } else { format!("{copy}_{}", entry.name) };
        incoming.push(EntrySpec::new(&name, attributes));
        payloads.push(change(entry.origin(), &small.payload(place, Limits::default())?)?);
    }
    Ok(fs::write(to, archive(kind, &incoming, &payloads)?)?)
}

/// The material with a cell of a texture in its first phase, so that a check has to look for the texture: one that has
/// such a cell, since findings would be measured, too.
fn looking_for_a_texture(origin: Origin<'_>, payload: &[u8]) -> Result<Vec<u8>> {
    let kind: &Kind = relict_toolkit::FORMATS.of(origin, payload).ok_or("no material")?;
    let mut json = kind.open(payload, origin)?.to_json();
    json["phases"][0]["texture"] = "TRACK.0".into();
    json["phases"][0]["cell"] = 0.into();
    let mut material = (kind.from_json)(&json)?;
    material.settle_as(origin);
    Ok(material.to_bytes()?)
}
