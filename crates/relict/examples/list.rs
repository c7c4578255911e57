//! Lists an archive: cargo run --example list -- game/parkan/units.rlb

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("name an archive")?;
    for entry in relict::open(&path)?.entries()? {
        let format = entry.format().map_or("-", |format| format.id());
        println!("{:8} {:18} {}", entry.size(), format, entry.name());
    }
    Ok(())
}
