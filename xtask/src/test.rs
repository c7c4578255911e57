//! `cargo xtask test`: everything that has to hold, in the order in which it is cheapest to learn that it does not.

use crate::{Result, browser, npm, root};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

pub fn run() -> Result {
    component("fmt", "rustfmt")?;
    component("clippy", "clippy")?;
    cargo("Format", &["fmt", "--all", "--check"])?;
    // Before anything is built: the build of the page then finds what npm brings, and does not install it once more.
    heading("The viewer's page", "npm run check, in web");
    browser::check(&root().join("web"))?;
    cargo("Lints", &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"])?;
    judges()?;
    cargo("Programs", &["test", "--workspace", "--locked", "--no-run"])?;
    // Neither keeps all cores busy, so a browser looks at the viewer while cargo runs the tests.
    std::thread::scope(|scope| {
        let seen = scope.spawn(|| browser().map_err(|error| error.to_string()));
        cargo("Tests", &["test", "--workspace", "--locked"])?;
        let told = seen.join().map_err(|_| "the tests in a browser broke off")??;
        heading("The viewer in a browser, after its unit tests", "npm test, in web");
        print!("{told}");
        Ok::<_, Box<dyn std::error::Error>>(())
    })?;
    cargo("Documentation", &["doc", "--workspace", "--no-deps", "--locked"])?;
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
pub fn cargo_program() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// What tests ask about our glTF: programs of others.
fn judges() -> Result {
    heading("Judges of glTF", "npm ci, in judges");
    if npm::is_missing() {
        return npm::skip("the judges of glTF", "npm is missing");
    }
    npm::install(&root().join("judges"))
}

/// The viewer as people meet it, in the program that was built for the tests; what the browser's tests said.
fn browser() -> Result<String> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let name = format!("relict{}", std::env::consts::EXE_SUFFIX);
    browser::test(&root().join("web"), &root().join(target).join("debug").join(name))
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
