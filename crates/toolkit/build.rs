//! The catalogue is whatever lies in the folder of messages: what is found becomes a list of sources for each language.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The folders, and what the lists are called.
const LANGUAGES: [(&str, &str); 2] = [("en", "ENGLISH"), ("ru", "RUSSIAN")];

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut code = String::new();
    for (language, list) in LANGUAGES {
        let folder = here.join("messages").join(language);
        // Of a folder, cargo looks at every file, and sees those that come and go.
        println!("cargo::rerun-if-changed={}", folder.display());
        let _ = writeln!(code, "static {list}: &[&str] = &[");
        for file in sources(&folder)? {
            let _ = writeln!(code, "    include_str!({:?}),", file.to_string_lossy());
        }
        code += "];\n";
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
