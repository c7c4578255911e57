//! Changes one colour of a material and saves the archive under another name:
//! cargo run --example recolour -- game/parkan/Material.lib BEACON new.lib

use relict::Change;
use serde_json::json;
use std::{env, error::Error};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [archive, name, out] = args.as_slice() else {
        return Err("name an archive, a material and a new file".into());
    };
    let material = relict::open(archive)?.entry(name)?;
    let mut document = material.document()?;
    document["phases"][0]["diffuse"] = json!([0, 128, 255, 255]);
    let edited = material.edit(Change::Document(&document))?;
    edited.save_as(out)?;
    Ok(())
}
