//! `cargo xtask test`: everything that has to hold, in the order in which it is cheapest to learn that it does not.

use crate::{Result, book, generate, root};
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

pub fn run() -> Result {
    component("fmt", "rustfmt")?;
    component("clippy", "clippy")?;
    cargo("Format", &["fmt", "--all", "--check"])?;
    cargo("Lints", &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"])?;
    judges(&root().join("judges"))?;
    cargo("Tests", &["test", "--workspace", "--locked"])?;
    heading("Generated pages", "cargo xtask generate --check");
    generate::check(root())?;
    cargo("Documentation", &["doc", "--workspace", "--no-deps", "--locked"])?;
    heading("Book", "cargo xtask book");
    book::build(root())?;
    println!("\nEverything holds.");
    Ok(())
}

fn heading(title: &str, command: &str) {
    println!("\n==> {title}: {command}");
}

/// Runs cargo, which speaks for itself. Warnings of rustdoc count as errors, like those of the lints.
fn cargo(title: &str, args: &[&str]) -> Result {
    let command = format!("cargo {}", args.join(" "));
    heading(title, &command);
    let status = Command::new(cargo_program())
        .args(args)
        .env("RUSTDOCFLAGS", "-D warnings")
        .current_dir(root())
        .status()?;
    if status.success() { Ok(()) } else { Err(format!("{command} failed").into()) }
}

/// The cargo that runs this, so that one toolchain does everything.
fn cargo_program() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// What tests ask about our glTF: programs of others, which npm brings. Whoever has no npm can do without; the
/// automatic checks cannot.
fn judges(folder: &Path) -> Result {
    const COMMAND: &str = "npm ci --no-audit --no-fund --silent";
    // On Windows it is a script, which is not found without its ending.
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    heading("Judges of glTF", &format!("{COMMAND}, in judges"));
    if !Command::new(npm).arg("--version").output().is_ok_and(|output| output.status.success()) {
        if std::env::var("CI").is_ok_and(|ci| ci == "true") {
            return Err(
                "npm is missing, and the automatic checks need the judges of glTF; install Node".into()
            );
        }
        println!("npm is missing: the judges of glTF are skipped. Install Node to have them.");
        return Ok(());
    }
    if is_installed(folder) {
        println!("They are there already.");
        return Ok(());
    }
    let status = Command::new(npm).args(COMMAND.split(' ').skip(1)).current_dir(folder).status()?;
    if status.success() { Ok(()) } else { Err("npm ci failed; without --silent it tells why".into()) }
}

/// Whether npm has been here since the list of what to install last changed. It leaves a list of its own.
fn is_installed(folder: &Path) -> bool {
    let changed = |file: &str| folder.join(file).metadata().and_then(|data| data.modified());
    let installed = changed("node_modules/.package-lock.json").unwrap_or(SystemTime::UNIX_EPOCH);
    changed("package-lock.json").is_ok_and(|wanted| installed >= wanted)
}

/// Adds a part of the toolchain that a minimal one lacks.
fn component(subcommand: &str, name: &str) -> Result {
    let present = Command::new(cargo_program()).args([subcommand, "--version"]).output()?.status.success();
    if present {
        return Ok(());
    }
    println!("{name} is missing from the toolchain; adding it: rustup component add {name}");
    let added = Command::new("rustup").args(["component", "add", name]).status();
    if added.is_ok_and(|status| status.success()) {
        return Ok(());
    }
    Err(format!("{name} is missing and rustup could not add it; install it beside your Rust").into())
}
