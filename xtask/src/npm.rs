//! What npm brings: the judges of glTF, and what the viewer's page is built and tested with. Whoever has no Node can do
//! without; the automatic checks cannot.

use crate::Result;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

const INSTALL: &str = "npm ci --no-audit --no-fund --silent";

/// Whether these are the automatic checks, which skip nothing.
pub fn is_automatic() -> bool {
    std::env::var("CI").is_ok_and(|ci| ci == "true")
}

/// Says that something is skipped; where nothing may be, that is an error.
pub fn skip(what: &str, lack: &str) -> Result {
    if is_automatic() {
        return Err(format!("{lack}, and the automatic checks need it for {what}").into());
    }
    println!("{lack}: {what} are skipped.");
    Ok(())
}

/// Installs what `folder` asks for, unless it is there already.
pub fn install(folder: &Path) -> Result {
    if is_installed(folder) {
        println!("What npm brings is there already.");
        return Ok(());
    }
    println!("{INSTALL}");
    let status = npm(folder).args(INSTALL.split(' ').skip(1)).status()?;
    if status.success() { Ok(()) } else { Err("npm ci failed; without --silent it tells why".into()) }
}

/// npm, in a folder. On Windows it is a script, which is not found without its ending.
pub fn npm(folder: &Path) -> Command {
    let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    npm.current_dir(folder);
    npm
}

pub fn is_missing() -> bool {
    !npm(Path::new(".")).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Whether npm has been here since the list of what to install last changed, and brought all of it: the build of the
/// page leaves out what only its tests need.
fn is_installed(folder: &Path) -> bool {
    let changed = |file: &str| folder.join(file).metadata().and_then(|data| data.modified());
    let installed = changed("node_modules/.package-lock.json").unwrap_or(SystemTime::UNIX_EPOCH);
    changed("package-lock.json").is_ok_and(|wanted| installed >= wanted) && is_whole(folder).unwrap_or(false)
}

/// Whether everything that a package asks for by name is there.
fn is_whole(folder: &Path) -> Result<bool> {
    let package: Value = serde_json::from_slice(&fs::read(folder.join("package.json"))?)?;
    let wanted = ["dependencies", "devDependencies"].into_iter().filter_map(|list| package[list].as_object());
    let modules = folder.join("node_modules");
    Ok(wanted.flat_map(|list| list.keys()).all(|name| modules.join(name).is_dir()))
}
