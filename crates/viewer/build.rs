//! The page, made by npm out of `web`, becomes part of the program. Without Node there is a program all the same: then
//! the page says what is missing.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::SystemTime;
use std::{env, fs, io};

type Result<T = ()> = std::result::Result<T, String>;

/// What the page is made of, beside its folders `src` and `public`.
const SOURCES: [&str; 6] =
    ["src", "public", "index.html", "package.json", "package-lock.json", "vite.config.ts"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=RELICT_SKIP_WEB");
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let page = page(&here.join("../../web"), &out.join("page"));
    let files = match &page {
        Ok(folder) => files(folder).unwrap_or_default(),
        Err(reason) => {
            println!("cargo::warning=the viewer has no page: {reason}");
            vec![]
        }
    };
    if let Err(error) = fs::write(out.join("page.rs"), listed(&files)) {
        println!("cargo::error=the list of the page's files could not be written: {error}");
    }
}

/// The folder with the page: one that somebody made, if it is newer than all that it is made of, else a new one.
fn page(web: &Path, out: &Path) -> Result<PathBuf> {
    for source in SOURCES.iter().map(|source| web.join(source)).filter(|source| source.exists()) {
        println!("cargo::rerun-if-changed={}", source.display());
    }
    if env::var_os("RELICT_SKIP_WEB").is_some_and(|skip| skip == "1") {
        return Err("RELICT_SKIP_WEB is set".into());
    }
    if !web.join("package.json").exists() {
        return Err("the folder web is not here".into());
    }
    let ready = web.join("dist");
    let newest = SOURCES.iter().filter_map(|source| changed(&web.join(source))).max();
    let fresh = |folder: &Path| {
        modified(&folder.join("index.html")).zip(newest).is_some_and(|(made, newest)| made >= newest)
    };
    if fresh(&ready) {
        println!("cargo::rerun-if-changed={}", ready.display());
        return Ok(ready);
    }
    if !fresh(out) {
        build(web, out)?;
    }
    Ok(out.to_owned())
}

fn build(web: &Path, out: &Path) -> Result {
    let missing =
        |_| "Node is not here; install Node 20.19 or later from nodejs.org and build again".to_owned();
    let version = npm(web, &["--version"]).map_err(missing)?;
    if !version.status.success() {
        return Err(missing(io::Error::other("")));
    }
    if modified(&web.join("node_modules/.package-lock.json")) < modified(&web.join("package-lock.json")) {
        run(web, &["ci", "--omit=dev", "--no-audit", "--no-fund"])?;
    }
    let _ = fs::remove_dir_all(out);
    run(web, &["run", "build", "--", "--outDir", &out.to_string_lossy(), "--emptyOutDir"])
}

fn npm(web: &Path, args: &[&str]) -> io::Result<Output> {
    // On Windows it is a script, which is not found without its ending.
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    Command::new(program).args(args).current_dir(web).output()
}

fn run(web: &Path, args: &[&str]) -> Result {
    let failed = |reason: String| format!("npm {} failed in web: {reason}", args.join(" "));
    let output = npm(web, args).map_err(|e| failed(e.to_string()))?;
    if output.status.success() {
        return Ok(());
    }
    // What went wrong comes first; what follows is how npm is used.
    let said = String::from_utf8_lossy(&output.stderr);
    let telling = |line: &&str| !matches!(line.trim(), "" | "npm error") && !line.starts_with("npm warn");
    let first: Vec<&str> = said.lines().filter(telling).take(4).collect();
    Err(failed(first.join(" / ")))
}

fn modified(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).and_then(|facts| facts.modified()).ok()
}

/// When anything in a file or folder changed last.
fn changed(path: &Path) -> Option<SystemTime> {
    let inside =
        fs::read_dir(path).into_iter().flatten().flatten().filter_map(|entry| changed(&entry.path()));
    inside.chain(modified(path)).max()
}

/// Every file below a folder, by its path from there.
fn files(folder: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    let mut found = vec![];
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            found.extend(files(&path)?.into_iter().map(|(inner, path)| (format!("{name}/{inner}"), path)));
        } else {
            found.push((name, path.canonicalize()?));
        }
    }
    found.sort();
    Ok(found)
}

/// The files as a list in Rust.
fn listed(files: &[(String, PathBuf)]) -> String {
    let mut code = String::from("static FILES: &[(&str, &[u8])] = &[\n");
    for (name, path) in files {
        let _ = writeln!(code, "    ({name:?}, include_bytes!({:?})),", path.to_string_lossy());
    }
    code + "];\n"
}
