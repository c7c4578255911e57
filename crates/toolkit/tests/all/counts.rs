//! How many instructions the paths take that are gone most often. Times say little on a busy machine; these numbers are
//! the same within a few hundredths, so that something that became slower is seen when it does.
//!
//! They are of one compiler, and of builds as the automatic checks make them: elsewhere nothing is compared. callgrind
//! counts, in this very program, so that nothing is built for it.
//!
//! After a change that is meant, or a new compiler: `CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=none RELICT_COUNTS=write
//! cargo test --workspace --test all counts`. All of that as the automatic checks have it: built with `-p relict-toolkit` and the
//! usual settings, two of the numbers came out an eighth and a sixth lower.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

mod callgrind;
mod paths;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// A number may be other than that of the table by one part in so many.
const TOLERANCE: u64 = 20;

/// By the names of paths.
type Counts = BTreeMap<String, u64>;

fn table() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/counts/table.txt")
}

/// The compiler that the numbers are of, in one line with the sort of machine.
fn compiler() -> Option<String> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let said = Command::new(rustc).arg("-V").output().ok()?;
    Some(format!("{} {}-{}", String::from_utf8(said.stdout).ok()?.trim(), env::consts::ARCH, env::consts::OS))
}

/// Why nothing is counted here, if so.
fn reason_to_skip() -> Option<&'static str> {
    let found = |program: &str| Command::new(program).arg("--version").output().is_ok();
    if !cfg!(debug_assertions) {
        return Some("the build is another than that of the automatic checks");
    }
    if env::var("CARGO_INCREMENTAL").as_deref() != Ok("0") {
        return Some("CARGO_INCREMENTAL is not 0, as it is in the automatic checks");
    }
    (!found("valgrind")).then_some("valgrind is missing")
}

fn written(compiler: &str, counts: &Counts) -> String {
    let lines = counts.iter().map(|(path, count)| format!("{path} {count}\n"));
    format!("{compiler}\n{}", lines.collect::<String>())
}

/// The compiler and the numbers of a table.
fn read(text: &str) -> Option<(&str, Counts)> {
    let (compiler, lines) = text.split_once('\n')?;
    let count = |line: &str| {
        let (path, count) = line.split_once(' ')?;
        Some((path.to_owned(), count.trim().parse().ok()?))
    };
    Some((compiler.trim(), lines.lines().map(count).collect::<Option<_>>()?))
}

/// What differs by more than it may.
fn differences(wanted: &Counts, found: &Counts) -> Vec<String> {
    let names: Vec<&String> =
        wanted.keys().chain(found.keys().filter(|path| !wanted.contains_key(*path))).collect();
    let is_near = |path: &&String| {
        let (wanted, found) = (wanted.get(*path).copied()?, found.get(*path).copied()?);
        Some(found.abs_diff(wanted) * TOLERANCE <= wanted)
    };
    let told = |path: &String| format!("{path}: {:?}, the table has {:?}", found.get(path), wanted.get(path));
    names.into_iter().filter(|path| is_near(path) != Some(true)).map(told).collect()
}

#[test]
fn hot_paths_take_as_many_instructions_as_the_table_says() {
    if let Some(reason) = reason_to_skip() {
        eprintln!("instructions are not counted: {reason}");
        return;
    }
    let (Some(compiler), text) = (compiler(), fs::read_to_string(table()).unwrap_or_default()) else {
        return eprintln!("instructions are not counted: no compiler to ask");
    };
    let write = env::var("RELICT_COUNTS").as_deref() == Ok("write");
    let wanted = read(&text).filter(|(of, _)| *of == compiler);
    if wanted.is_none() && !write {
        return eprintln!("instructions are not counted: the table is of another compiler than {compiler}");
    }
    let counts = callgrind::counts("counts::paths::run_every_path", paths::PREFIX);
    if write {
        return fs::write(table(), written(&compiler, &counts)).unwrap();
    }
    let differing = differences(&wanted.unwrap().1, &counts);
    assert!(
        differing.is_empty(),
        "instructions have changed; if that is meant, see crates/toolkit/tests/all/counts.rs:\n{}",
        differing.join("\n")
    );
}

#[test]
fn a_path_that_became_slower_or_is_new_or_gone_is_told_of() {
    let counts =
        |numbers: &[(&str, u64)]| numbers.iter().map(|(path, count)| ((*path).to_owned(), *count)).collect();
    let wanted: Counts = counts(&[("a", 1000), ("b", 1000), ("c", 1000)]);
    assert!(differences(&wanted, &counts(&[("a", 1050), ("b", 950), ("c", 1000)])).is_empty());
    assert_eq!(differences(&wanted, &counts(&[("a", 1051), ("b", 949), ("d", 1)])).len(), 4);
    let text = written("rustc 1", &wanted);
    assert_eq!(read(&text), Some(("rustc 1", wanted)));
}
