//! The Debian package, by cargo-deb. What is in it stands in `crates/cli/Cargo.toml`.

use crate::program::Place;
use crate::{Result, date, tools};
use std::path::{Path, PathBuf};

/// Writes the package, of a program and papers that are there; where it is. Nothing, where that is not done.
pub fn write(place: &Place, packages: &Path, seconds: u64) -> Result<Option<PathBuf>> {
    if !cfg!(target_os = "linux") {
        return Ok(None);
    }
    if tools::said(tools::cargo().args(["deb", "--version"])).is_err() {
        println!("cargo-deb is missing, so there is no Debian package: cargo install --locked cargo-deb");
        return Ok(None);
    }
    let mut deb = tools::cargo();
    deb.args(["deb", "--no-build", "--no-strip", "--profile", "dist", "--package", "relict-cli"])
        .arg("--output")
        .arg(packages)
        .current_dir(&place.root)
        .env("CARGO_TARGET_DIR", &place.target)
        .env(date::VARIABLE, seconds.to_string());
    let told = tools::said(&mut deb)?;
    let package = told.lines().last().map(PathBuf::from).filter(|package| package.is_file());
    Ok(Some(package.ok_or_else(|| format!("cargo-deb did not tell where its package is: {told}"))?))
}
