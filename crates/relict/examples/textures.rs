//! Saves all textures of an archive as PNG: cargo run --example textures -- game/parkan/Textures.lib pictures

use std::{env, error::Error, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let (archive, folder) =
        env::args().nth(1).zip(env::args().nth(2)).ok_or("name an archive and a folder")?;
    fs::create_dir_all(&folder)?;
    for entry in relict::open(&archive)?.entries()? {
        if let Some(picture) = entry.picture()? {
            fs::write(format!("{folder}/{}.png", entry.name()), picture.to_png()?)?;
        }
    }
    Ok(())
}
