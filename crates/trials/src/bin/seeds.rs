//! Writes what every trial begins with: `seeds FOLDER` makes a folder of inputs for each, and a list of words beside it.
//! Prints the name of each. `seeds` alone only prints them.

#![forbid(unsafe_code)]

use relict_trials::{all, seeds};
use std::fs;
use std::io;
use std::path::PathBuf;

fn main() -> io::Result<()> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    for trial in all() {
        println!("{}", trial.file_name());
        let Some(folder) = &folder else { continue };
        let inputs = folder.join(trial.file_name());
        fs::create_dir_all(&inputs)?;
        for (i, bytes) in seeds::of(trial.name).iter().enumerate() {
            fs::write(inputs.join(format!("{i:04}")), bytes)?;
        }
        let words = seeds::words_of(trial.name).into_keys().map(|word| format!("\"{word}\"\n"));
        let words: String = words.collect();
        // The fuzzer takes an empty list for a mistake.
        if !words.is_empty() {
            fs::write(folder.join(format!("{}.dict", trial.file_name())), words)?;
        }
    }
    Ok(())
}
