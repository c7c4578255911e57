//! How fast, beside the least that any program would have to do for the same work, on the same machine in the same run.
//!
//! Times alone say little, since machines differ and neighbours interfere; ratios say what a user waits for nothing. What
//! works on files is run as the program, here; what works in memory is measured by `crates/toolkit/benches/speed`.

mod archives;
mod command;
mod entries;
mod growth;
#[path = "../../../crates/toolkit/benches/speed/inputs.rs"]
mod inputs;
mod page;
mod plot;
#[path = "../../../crates/toolkit/benches/speed/row.rs"]
mod row;
mod textures;
mod viewer;

use crate::Result;
pub(crate) use command::{ALONE, run_alone};
use row::Row;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What is asked for.
#[derive(Default)]
struct Wanted {
    /// The page of the book gets the table and the plot.
    write: bool,
    /// What another run measured.
    before: Vec<Row>,
    /// A part of it all; none for everything.
    only: Option<Part>,
}

/// What can be measured alone.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Archives,
    Textures,
    Viewer,
    Memory,
    Growth,
    Entries,
}

impl Part {
    const ALL: [(&str, Self); 6] = [
        ("archives", Self::Archives),
        ("textures", Self::Textures),
        ("viewer", Self::Viewer),
        ("memory", Self::Memory),
        ("growth", Self::Growth),
        ("entries", Self::Entries),
    ];

    fn named(name: &str) -> Result<Self> {
        let found = Self::ALL.iter().find(|(known, _)| *known == name);
        let names = || Self::ALL.map(|(known, _)| known).join(", ");
        found.map(|(_, part)| *part).ok_or_else(|| format!("--only takes one of {}", names()).into())
    }
}

impl Wanted {
    fn of(args: &[&str]) -> Result<Self> {
        let mut wanted = Self::default();
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            match *arg {
                "--write" => wanted.write = true,
                "--before" => {
                    let file = args.next().ok_or("--before FILE")?;
                    wanted.before = serde_json::from_slice(&fs::read(file)?)?;
                }
                "--only" => wanted.only = Some(Part::named(args.next().unwrap_or(&""))?),
                other => return Err(format!("bench knows no {other}").into()),
            }
        }
        match wanted.write && wanted.only.is_some() {
            true => Err("the page takes everything: --write goes without --only".into()),
            false => Ok(wanted),
        }
    }

    fn has(&self, part: Part) -> bool {
        self.only.is_none_or(|only| only == part)
    }

    /// What is measured of a part, if it is wanted.
    fn of_part<T>(&self, part: Part, measure: impl FnOnce() -> Result<Vec<T>>) -> Result<Vec<T>> {
        if self.has(part) { measure() } else { Ok(vec![]) }
    }
}

/// Measures everything, or what was asked for.
pub(crate) fn run(root: &Path, args: &[&str]) -> Result {
    let wanted = Wanted::of(args)?;
    let shop = Shop::open(root)?;
    let mut rows = wanted.of_part(Part::Archives, || archives::rows(&shop))?;
    rows.extend(wanted.of_part(Part::Textures, || textures::rows(&shop))?);
    rows.extend(wanted.of_part(Part::Viewer, || viewer::rows(&shop))?);
    rows.extend(wanted.of_part(Part::Memory, || in_memory(root))?);
    let grown = wanted.of_part(Part::Growth, || growth::measure(&shop))?;
    let counted = wanted.of_part(Part::Entries, || entries::measure(&shop))?;
    println!();
    rows.iter().for_each(|row| println!("{row}"));
    println!();
    grown.iter().chain(&counted).for_each(|line| println!("{line}"));
    if wanted.only.is_none() {
        fs::write(target(root).join("bench.json"), serde_json::to_vec_pretty(&rows)?)?;
    }
    if wanted.write {
        page::write(root, &rows, &wanted.before, &grown, &counted)?;
    }
    let missed = rows.iter().filter(|row| row.is_missed()).count();
    println!("\n{missed} of {} take longer than they may.", rows.len());
    Ok(())
}

/// The program, and a place to work in that is gone in the end.
struct Shop {
    relict: PathBuf,
    place: PathBuf,
}

impl Shop {
    /// In memory where there is such a folder: what a disk takes is not what is measured here.
    fn open(root: &Path) -> Result<Self> {
        build(root)?;
        let target = target(root);
        let relict = target.join("release").join(format!("relict{}", std::env::consts::EXE_SUFFIX));
        let name = format!("relict-bench-{}", std::process::id());
        let places = [PathBuf::from("/dev/shm"), target].map(|place| place.join(&name));
        let place = places.into_iter().find(|place| fs::create_dir(place).is_ok());
        Ok(Self { relict, place: place.ok_or("no place to work in")? })
    }

    fn file(&self, name: &str) -> PathBuf {
        self.place.join(name)
    }

    /// The program with a command.
    fn relict(&self, args: &[&str]) -> Command {
        let mut command = Command::new(&self.relict);
        command.args(args);
        command
    }
}

impl Drop for Shop {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.place);
    }
}

/// Where cargo builds.
fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |dir| root.join(dir))
}

fn build(root: &Path) -> Result {
    let built = cargo().args(["build", "--release", "--package", "relict-cli"]).current_dir(root).status()?;
    if built.success() { Ok(()) } else { Err("the program does not build".into()) }
}

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")))
}

/// Work without files, in a process of its own that is built for speed.
fn in_memory(root: &Path) -> Result<Vec<Row>> {
    println!("measuring in memory");
    let args = ["bench", "--quiet", "--package", "relict-toolkit", "--bench", "speed", "--", "--json"];
    let told = cargo().args(args).current_dir(root).stderr(Stdio::inherit()).output()?;
    if !told.status.success() {
        return Err("the measurements in memory failed".into());
    }
    let lines = std::str::from_utf8(&told.stdout)?.lines().filter(|line| line.starts_with('{'));
    lines.map(|line| Ok(serde_json::from_str(line)?)).collect()
}
