//! The catalogue is whatever lies in the folder of messages: what is found becomes a list of sources for each language,
//! and an index of where each message stands, so that a program that says one thing reads one file.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The folders, and what their constants are called.
const LANGUAGES: [(&str, &str); 2] = [("en", "ENGLISH"), ("ru", "RUSSIAN")];

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut code = String::new();
    for (language, name) in LANGUAGES {
        let folder = here.join("messages").join(language);
        // Of a folder, cargo looks at every file, and sees those that come and go.
        println!("cargo::rerun-if-changed={}", folder.display());
        let files = sources(&folder)?;
        let _ = writeln!(code, "static {name}: Sources = Sources {{ files: &[");
        for file in &files {
            let _ = writeln!(code, "    include_str!({:?}),", file.to_string_lossy());
        }
        code += "], index: &[\n";
        for (_, file, at) in index(&files)? {
            let _ = writeln!(code, "    ({file}, {at}),");
        }
        code += "] };\n";
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("messages.rs"), code)
}

/// In the order of their names, so that the program is the same wherever it is built.
fn sources(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let files = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut files = files.collect::<io::Result<Vec<PathBuf>>>()?;
    files.retain(|file| file.extension().is_some_and(|ending| ending == "ftl"));
    files.sort();
    Ok(files)
}

/// Every message with the number of its file and its place there, in the order of names. A message begins a line.
fn index(files: &[PathBuf]) -> io::Result<Vec<(String, usize, usize)>> {
    let mut index = vec![];
    for (number, file) in files.iter().enumerate() {
        let text = fs::read_to_string(file)?;
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            let name = line.split_once('=').map(|(name, _)| name.trim_end());
            if let Some(name) = name.filter(|name| is_message(name)) {
                index.push((name.to_owned(), number, at));
            }
            at += line.len();
        }
    }
    index.sort();
    Ok(index)
}

fn is_message(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic())
        && chars.all(|c| c.is_ascii_alphanumeric() || "-_".contains(c))
}
