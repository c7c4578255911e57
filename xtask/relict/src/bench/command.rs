//! Programs that are run in turns, and what that costs.

use crate::Result;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use wait4::Wait4;

/// How often each is run; the fastest counts, since everything else is disturbance.
pub const FEW: usize = 3;
pub const MANY: usize = 15;

/// Time from start to end, and the most memory that was held at once.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    pub time: Duration,
    /// In bytes.
    pub peak: u64,
}

impl Cost {
    /// The shorter time and the higher peak of two runs.
    fn take_better(&mut self, other: &Self) {
        self.peak = self.peak.max(other.peak);
        self.time = self.time.min(other.time);
    }
}

pub trait Run {
    /// Runs it to its end; what it says goes nowhere.
    fn run(&mut self) -> Result<Cost>;
}

impl Run for Command {
    /// In a process of its own between the two: a child cannot show less memory than its parent ever held, and we have
    /// held archives.
    fn run(&mut self) -> Result<Cost> {
        let mut between = Command::new(std::env::current_exe()?);
        between.args(["bench", ALONE]).arg(self.get_program()).args(self.get_args());
        let changed = self.get_envs().filter_map(|(name, value)| Some((name, value?)));
        let told = between.envs(changed).stderr(Stdio::inherit()).output()?;
        let told = std::str::from_utf8(&told.stdout)?;
        let cost = told.trim().split_once(' ').and_then(|(nanoseconds, peak)| {
            Some(Cost { time: Duration::from_nanos(nanoseconds.parse().ok()?), peak: peak.parse().ok()? })
        });
        cost.ok_or_else(|| format!("{self:?} failed").into())
    }
}

/// The word by which this program is told to run another, and to tell what that cost.
pub const ALONE: &str = "alone";

/// Runs a program and tells its time in nanoseconds and its peak in bytes.
pub fn run_alone(program: &str, args: &[&str]) -> Result {
    let start = Instant::now();
    let used = Command::new(program).args(args).stdout(Stdio::null()).spawn()?.wait4()?;
    let time = start.elapsed();
    if !used.status.success() {
        return Err(format!("{program} failed").into());
    }
    println!("{} {}", time.as_nanos(), used.rusage.maxrss);
    Ok(())
}

/// Something that can be run again and again.
pub type Runner<'r> = &'r mut dyn FnMut() -> Result<Cost>;

/// The best of each, in their order. In turns, so that a disturbance meets all.
pub fn race<const N: usize>(times: usize, mut runners: [Runner<'_>; N]) -> Result<[Cost; N]> {
    let mut best = [Cost { time: Duration::MAX, peak: 0 }; N];
    for _ in 0..times {
        for (runner, best) in runners.iter_mut().zip(&mut best) {
            best.take_better(&runner()?);
        }
    }
    Ok(best)
}

pub fn times<const N: usize>(costs: [Cost; N]) -> [Duration; N] {
    costs.map(|cost| cost.time)
}

pub fn remove(path: &Path) -> Result {
    if path.is_dir() {
        fs::remove_dir_all(path)?;
    } else if path.exists() {
        fs::remove_file(path)?;
    }
    Ok(())
}

/// `cat` of some files.
pub fn cat(path: &Path) -> Command {
    let mut command = Command::new("cat");
    command.arg(path);
    command
}

/// Every file of a folder through `cat` into one, as many at a time as a command takes.
pub fn join_files(folder: &Path, out: &Path) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", r#"find "$0" -type f -print0 | xargs -0 cat > "$1""#]).arg(folder).arg(out);
    command
}
