//! Saves a model as glb, for Blender: cargo run --example model -- game/parkan/units.rlb/tank.msh tank.glb

use relict::Look;
use std::{env, error::Error, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let (path, out) = env::args().nth(1).zip(env::args().nth(2)).ok_or("name a model and a new file")?;
    let model = relict::open(&path)?.model(Look::Intact)?.ok_or("this is no model")?;
    fs::write(out, model.to_glb()?)?;
    println!("{} nodes, {} materials", model.nodes().count(), model.materials().count());
    Ok(())
}
