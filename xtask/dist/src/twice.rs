//! `cargo xtask dist --twice`: the program built from nothing in two folders, and compared.

use crate::program::{self, Place};
use crate::{Result, sums, tools};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Folders whose names are not even of one length, so that no path can hide in padding.
const FOLDERS: [&str; 2] = ["one", "another-with-a-longer-name"];

pub fn run(root: &Path) -> Result {
    let twice = tools::target(root).join("twice");
    if twice.exists() {
        fs::remove_dir_all(&twice)?;
    }
    let mut programs = vec![];
    for folder in FOLDERS {
        let copy = twice.join(folder);
        copy_known(root, &copy)?;
        programs.push(program::build(&Place::new(&copy, &copy.join("target"))?)?);
    }
    let built = programs.iter().map(fs::read).collect::<std::io::Result<Vec<_>>>()?;
    for (program, bytes) in programs.iter().zip(&built) {
        println!("{}  {}", sums::of(bytes), program.display());
    }
    same(&built[0], &built[1])?;
    let machine = [tools::cargo_home()?, twice];
    not_inside(&built[0], &machine)?;
    println!("Both builds gave the same {} bytes, and neither tells where it was built.", built[0].len());
    Ok(())
}

/// Copies the files that git knows, as they are now.
fn copy_known(root: &Path, copy: &Path) -> Result {
    let known = tools::said(Command::new("git").args(["ls-files", "-z"]).current_dir(root))?;
    for file in known.split_terminator('\0') {
        let (from, to) = (root.join(file), copy.join(file));
        // A file that was removed but is still known.
        if from.exists() {
            fs::create_dir_all(to.parent().unwrap_or(copy))?;
            fs::copy(from, to)?;
        }
    }
    Ok(())
}

fn same(one: &[u8], another: &[u8]) -> Result {
    if one == another {
        return Ok(());
    }
    let first = one.iter().zip(another).position(|(one, another)| one != another);
    let first = first.unwrap_or(one.len().min(another.len()));
    let lengths = format!("{} and {} bytes", one.len(), another.len());
    Err(format!("the two builds differ: {lengths}, first at {first:#x}").into())
}

/// Folders of this machine must not be named in the program.
fn not_inside(program: &[u8], folders: &[PathBuf]) -> Result {
    for folder in folders {
        let name = folder.to_string_lossy();
        if program.windows(name.len()).any(|window| window == name.as_bytes()) {
            return Err(format!("the program tells where it was built: {name}").into());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_that_differ_are_told_with_the_place() {
        assert!(same(b"relict", b"relict").is_ok());
        let told = |one: &[u8], another: &[u8]| same(one, another).unwrap_err().to_string();
        assert!(told(b"relict", b"reLict").ends_with("first at 0x2"));
        assert!(told(b"relict", b"relict.").ends_with("first at 0x6"));
    }

    #[test]
    fn a_folder_of_this_machine_is_found_in_a_program() {
        let folders = [PathBuf::from("/home/me")];
        assert!(not_inside(b"\0/relict/crates/cli/src/main.rs\0", &folders).is_ok());
        assert!(not_inside(b"\0/home/me/relict/main.rs\0", &folders).is_err());
    }
}
