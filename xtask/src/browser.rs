//! The viewer's page: its lints and format, its unit tests, and the page in Chromium with a program that was just built.

use crate::{Result, npm};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where Chromium usually is. `CHROMIUM` names it elsewhere.
const PLACES: [&str; 6] = [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/snap/bin/chromium",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/// Types, lints and format of the page. Needs no build of the program.
pub fn check(web: &Path) -> Result {
    if npm::is_missing() {
        return npm::skip("the checks of the page", "npm is missing");
    }
    npm::install(web)?;
    let status = npm::npm(web).args(["run", "check", "--silent"]).status()?;
    let advice = "npm run check failed, in web; if only the format differs, npm run format corrects it";
    if status.success() { Ok(()) } else { Err(advice.into()) }
}

/// Runs the tests of `web` against the program `relict`, and returns their output. Without Chromium, `npm test` runs the
/// unit tests and says what it skips.
pub fn test(web: &Path, relict: &Path) -> Result<String> {
    if npm::is_missing() {
        return npm::skip("the tests of the page", "npm is missing").map(|()| String::new());
    }
    npm::install(web)?;
    let mut tests = npm::npm(web);
    tests
        .args(["test", "--silent"])
        .env("RELICT_BIN", relict)
        .envs(chromium().map(|path| ("CHROMIUM", path)));
    let done = tests.output()?;
    let told = [done.stdout, done.stderr].concat();
    let told = String::from_utf8_lossy(&told).into_owned();
    if done.status.success() { Ok(told) } else { Err(format!("{told}\nnpm test failed, in web").into()) }
}

/// Chromium; where it is missing and may be installed, it is.
fn chromium() -> Option<PathBuf> {
    find().or_else(|| {
        install();
        find()
    })
}

fn find() -> Option<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    named.into_iter().chain(PLACES.map(PathBuf::from)).find(|place| place.is_file())
}

/// Debian's package, for those who may install it.
fn install() {
    let may = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout.trim_ascii() == b"0");
    if !may || !Path::new("/usr/bin/apt-get").exists() {
        return;
    }
    println!("Chromium is missing; installing Debian's package.");
    for args in [&["update", "-qq"][..], &["install", "-y", "-qq", "--no-install-recommends", "chromium"]] {
        // Whether it is there now is looked at afterwards.
        let _ = Command::new("apt-get").args(args).env("DEBIAN_FRONTEND", "noninteractive").status();
    }
}
