//! Prints every finding of a folder: cargo run --example findings -- game

use relict::Language;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("name a folder")?;
    for file in relict::files(folder)? {
        for finding in file?.check()? {
            println!("{finding}");
            println!("    {}", finding.help(Language::English).unwrap_or_default());
        }
    }
    Ok(())
}
