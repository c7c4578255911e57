//! `cargo xtask fuzz`: every trial on inputs that nobody thought of, for as long as one has the patience.

use crate::test::cargo_program;
use crate::{Result, root};
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// What is asked for, if nothing else is.
const MINUTES: u64 = 10;
/// No input is longer; what is longer takes longer than it is worth.
const LONGEST: usize = 96 << 10;
/// Seconds after which an input is one that takes for ever.
const PATIENCE: u64 = 20;
/// In megabytes, of the whole process.
const MEMORY: usize = 1024;
/// Inputs of one target that are kept in the repository, and how long the longest of them is.
const KEPT: usize = 16;
const KEPT_LONGEST: u64 = 3 << 10;

/// The one program that runs any trial.
const PROGRAM: &str = "trial";

struct Wanted {
    targets: Vec<String>,
    minutes: u64,
    /// Only write what the targets begin with.
    seeds_only: bool,
    /// Afterwards, choose anew what the repository keeps.
    keep: bool,
}

/// What came of one target.
struct Ran {
    target: String,
    runs: u64,
    covered: u64,
    findings: BTreeSet<PathBuf>,
}

pub fn run(args: &[&str]) -> Result {
    let place = Place::new()?;
    let wanted = wanted(args, &place.all_targets()?)?;
    place.make_seeds()?;
    if wanted.seeds_only {
        println!("{}", place.seeds().display());
        return Ok(());
    }
    place.build()?;
    let share = Duration::from_secs(wanted.minutes * 60 / wanted.targets.len() as u64);
    let mut all = vec![];
    for target in &wanted.targets {
        let ran = place.fuzz(target, share)?;
        println!(
            "{:28} {:>10} runs  {:>6} features  {} findings",
            ran.target,
            ran.runs,
            ran.covered,
            ran.findings.len()
        );
        ran.findings.iter().for_each(|finding| println!("  {}", finding.display()));
        all.push(ran);
    }
    if wanted.keep {
        wanted.targets.iter().try_for_each(|target| place.keep(target))?;
    }
    let (runs, findings) =
        all.iter().fold((0, 0), |(runs, found), ran| (runs + ran.runs, found + ran.findings.len()));
    println!("{} targets, {runs} runs, {findings} findings", all.len());
    if findings == 0 { Ok(()) } else { Err(format!("{findings} findings").into()) }
}

fn wanted(args: &[&str], all: &[String]) -> Result<Wanted> {
    let mut wanted = Wanted { targets: all.to_vec(), minutes: MINUTES, seeds_only: false, keep: false };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match *arg {
            "--minutes" => {
                wanted.minutes = args.next().and_then(|number| number.parse().ok()).ok_or("--minutes N")?;
            }
            "--seeds" => wanted.seeds_only = true,
            "--keep" => wanted.keep = true,
            name => {
                let name = name.replace(['.', '-'], "_");
                let family = format!("{name}_");
                wanted.targets.retain(|target| *target == name || target.starts_with(&family));
            }
        }
    }
    if wanted.targets.is_empty() {
        return Err(format!("no such target; there are: {}", all.join(", ")).into());
    }
    Ok(wanted)
}

/// Where things are.
struct Place {
    /// Built with coverage, so apart from everything else.
    build: PathBuf,
    /// Seeds, what grows from them, what is found.
    work: PathBuf,
    /// The machine, as rustc calls it.
    host: String,
}

impl Place {
    fn new() -> Result<Self> {
        let target =
            std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
        let build = root().join(target).join("fuzz");
        let told = Command::new("rustc").arg("-vV").output()?;
        let told = String::from_utf8_lossy(&told.stdout).into_owned();
        let host = told.lines().find_map(|line| line.strip_prefix("host: "));
        let host = host.ok_or("rustc does not tell its host")?.to_owned();
        Ok(Self { work: build.join("work"), build, host })
    }

    fn seeds(&self) -> PathBuf {
        self.work.join("seeds")
    }

    /// The trials, by the names of their corpora.
    fn all_targets(&self) -> Result<Vec<String>> {
        let output = trials(&[]).stderr(Stdio::inherit()).output()?;
        if !output.status.success() {
            return Err("the trials could not be built".into());
        }
        let mut targets: Vec<String> = String::from_utf8(output.stdout)?.lines().map(str::to_owned).collect();
        targets.sort();
        Ok(targets)
    }

    fn make_seeds(&self) -> Result {
        let status = trials(&[self.seeds().as_os_str()]).stdout(Stdio::null()).status()?;
        if status.success() { Ok(()) } else { Err("the seeds could not be made".into()) }
    }

    /// Without a sanitizer, which only nightly Rust has: there is no unsafe code here that one would watch. And without
    /// telling the fuzzer of every comparison, which takes half of the time: seeds and words know what files begin with.
    fn build(&self) -> Result {
        let mut cargo = Command::new(cargo_program());
        cargo.args(["fuzz", "build", "--sanitizer", "none", "--no-trace-compares", PROGRAM]);
        cargo.env("CARGO_TARGET_DIR", &self.build).current_dir(root());
        let built = cargo.status().is_ok_and(|status| status.success());
        if built {
            Ok(())
        } else {
            Err("`cargo fuzz build` failed; `cargo install cargo-fuzz` brings it".into())
        }
    }

    /// The program, told which trial to run.
    fn fuzzer(&self, target: &str) -> Command {
        let mut fuzzer = Command::new(self.build.join(&self.host).join("release").join(PROGRAM));
        fuzzer.env("RELICT_TRIAL", target);
        fuzzer
    }

    fn fuzz(&self, target: &str, time: Duration) -> Result<Ran> {
        let [grown, findings] = ["corpus", "findings"].map(|kind| self.work.join(kind).join(target));
        fs::create_dir_all(&grown)?;
        fs::create_dir_all(&findings)?;
        let before = files(&findings)?;
        let log = self.work.join(format!("{target}.log"));
        let option = |name: &str, value: &OsStr| {
            let mut option = OsString::from(format!("-{name}="));
            option.push(value);
            option
        };
        let number = |name: &str, value: u64| option(name, OsStr::new(&value.to_string()));
        let mut beside = findings.clone().into_os_string();
        beside.push("/");
        let options = [
            number("max_total_time", time.as_secs().max(1)),
            number("max_len", LONGEST as u64),
            number("timeout", PATIENCE),
            number("rss_limit_mb", MEMORY as u64),
            number("print_final_stats", 1),
            option("artifact_prefix", &beside),
        ];
        let words = self.seeds().join(format!("{target}.dict"));
        let words = words.exists().then(|| option("dict", words.as_os_str()));
        let mut fuzzer = self.fuzzer(target);
        fuzzer.args(options).args(words).arg(&grown).arg(self.seeds().join(target));
        fuzzer.args(Some(kept(target)).filter(|kept| kept.exists()));
        // How it ended is told by what it left.
        fuzzer.stdout(Stdio::null()).stderr(File::create(&log)?).status()?;
        let told = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
        let findings = files(&findings)?.difference(&before).cloned().collect();
        let runs = stat(&told, "stat::number_of_executed_units:");
        let runs = runs.ok_or_else(|| format!("{target} did not run to its end; see {}", log.display()))?;
        Ok(Ran { target: target.into(), runs, covered: last_number(&told, " ft: "), findings })
    }

    /// Chooses the shortest inputs that reach what all of them do, as far as there is room for them.
    fn keep(&self, target: &str) -> Result {
        let (grown, chosen) = (self.work.join("corpus").join(target), self.work.join("chosen").join(target));
        let small = self.work.join("small").join(target);
        for folder in [&chosen, &small] {
            let _ = fs::remove_dir_all(folder);
            fs::create_dir_all(folder)?;
        }
        for (i, file) in files(&grown)?.into_iter().chain(files(&kept(target))?).enumerate() {
            if file.metadata()?.len() <= KEPT_LONGEST {
                fs::copy(&file, small.join(i.to_string()))?;
            }
        }
        let mut fuzzer = self.fuzzer(target);
        fuzzer.arg("-set_cover_merge=1").arg(&chosen).arg(&small);
        fuzzer.stdout(Stdio::null()).stderr(Stdio::null()).status()?;
        let mut found: Vec<PathBuf> = files(&chosen)?.into_iter().collect();
        found.sort_by_key(|file| file.metadata().map_or(0, |facts| facts.len()));
        let kept = kept(target);
        let _ = fs::remove_dir_all(&kept);
        fs::create_dir_all(&kept)?;
        // Short ones and long ones, since each reaches what the other does not.
        let step = found.len().div_ceil(KEPT).max(1);
        for file in found.iter().step_by(step) {
            fs::copy(file, kept.join(file.file_name().unwrap_or_default()))?;
        }
        Ok(())
    }
}

/// The program that knows all trials: prints their names, and writes their seeds into a folder if it is told one.
fn trials(folder: &[&OsStr]) -> Command {
    let mut cargo = Command::new(cargo_program());
    cargo.args(["run", "--quiet", "--package", "relict-trials", "--bin", "seeds", "--"]);
    cargo.args(folder).current_dir(root());
    cargo
}

/// What the repository has of a target's inputs.
fn kept(target: &str) -> PathBuf {
    root().join("fuzz/corpus").join(target)
}

fn files(folder: &Path) -> Result<BTreeSet<PathBuf>> {
    if !folder.exists() {
        return Ok(BTreeSet::new());
    }
    Ok(fs::read_dir(folder)?.map(|file| file.map(|file| file.path())).collect::<std::io::Result<_>>()?)
}

/// The number behind a name, as the fuzzer tells at its end.
fn stat(told: &str, name: &str) -> Option<u64> {
    told.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok())
}

/// The number that stands behind `mark` for the last time.
fn last_number(told: &str, mark: &str) -> u64 {
    let after = told.rsplit_once(mark).map_or("", |(_, after)| after);
    after.split(' ').next().and_then(|number| number.parse().ok()).unwrap_or_default()
}
