//! The programs that the chores call, and what they say.

use crate::Result;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The cargo that runs this, so that one toolchain does everything.
pub fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// What a command prints; an error, if it fails.
pub fn said(command: &mut Command) -> Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{name} could not be started: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8(output.stdout)?);
    }
    Err(format!("{name} failed: {}", String::from_utf8_lossy(&output.stderr).trim()).into())
}

/// The kind of machine that the compiler builds for.
pub fn host() -> Result<String> {
    compiler("host")
}

/// A line of what the compiler tells about itself.
pub fn compiler(line: &str) -> Result<String> {
    let told = said(Command::new(rustc()).arg("-vV"))?;
    let found = told.lines().find_map(|told| told.strip_prefix(line)?.strip_prefix(": "));
    Ok(found.ok_or_else(|| format!("rustc does not tell its {line}"))?.to_owned())
}

/// Where the toolchain is.
pub fn sysroot() -> Result<PathBuf> {
    Ok(PathBuf::from(said(Command::new(rustc()).args(["--print", "sysroot"]))?.trim_end()))
}

fn rustc() -> OsString {
    std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())
}

/// Where cargo keeps what it has downloaded.
pub fn cargo_home() -> Result<PathBuf> {
    let named = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let usual = || std::env::home_dir().map(|home| home.join(".cargo"));
    Ok(named.or_else(usual).ok_or("cargo's folder is not known; CARGO_HOME can name it")?)
}

/// Where built things go.
pub fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |named| root.join(named))
}

pub fn name(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
