//! `cargo xtask deny`: what we build with, by cargo-deny. `deny.toml` says what may be.

use crate::{Result, npm, root, test};
use std::process::Command;

pub fn run() -> Result {
    if !deny(&["--version"]).output()?.status.success() {
        return Err("cargo-deny is missing; install it: cargo install --locked cargo-deny".into());
    }
    check(&["bans", "licenses", "sources"])?;
    // The list of known holes is on the network, where not every machine may go.
    if deny(&["fetch", "db"]).output()?.status.success() {
        return check(&["advisories"]);
    }
    npm::skip("known holes in what we build with", "The list of advisories cannot be reached")
}

fn check(what: &[&str]) -> Result {
    println!("cargo deny check {}", what.join(" "));
    let status = deny(&["--locked", "check"]).args(what).status()?;
    if status.success() { Ok(()) } else { Err(format!("cargo deny check {} failed", what.join(" ")).into()) }
}

fn deny(args: &[&str]) -> Command {
    let mut deny = Command::new(test::cargo_program());
    deny.arg("deny").args(args).current_dir(root());
    deny
}
