//! How fast, beside the same work done by plain means: `cat` and `cp` on the same machine in the same run.
//!
//! Times alone say little, since machines differ and neighbours interfere; ratios say what a user waits for nothing.

use crate::Result;
use relict::FORMATS;
use relict::core::archive::{Frame, Incoming, Payloads, Source};
use relict::core::format::Origin;
use relict::core::image::{Image, Redraw};
use relict::core::put::Piece;
use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use wait4::Wait4;

const ENTRIES: usize = 20_000;
const GIBIBYTE: usize = 1 << 30;

/// How often each is run; the fastest counts, since everything else is disturbance.
const FEW: usize = 3;
const MANY: usize = 15;

pub(crate) fn run(root: &Path) -> Result {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let built = Command::new(cargo)
        .args(["build", "--release", "--package", "relict-cli"])
        .current_dir(root)
        .status()?;
    if !built.success() {
        return Err("the program does not build".into());
    }
    let relict = root.join("target/release/relict");
    let folder = root.join("target/bench");
    fs::create_dir_all(&folder)?;
    let big = folder.join("big.rlb");
    println!("making an archive of {ENTRIES} entries, 1 GiB");
    make(&big, &["Texm", "MAT0", "WEAR", "FXID", "SWAV"])?;
    listing(&relict, &big)?;
    // Noise is no texture; what is checked and unpacked must be of types that hold anything.
    make(&big, &["SWAV", "TEXT", "DATA", "SCRP", "MISC"])?;
    checking(&relict, &big)?;
    there_and_back(&relict, &folder, &big)?;
    textures(&relict, &folder)?;
    fs::remove_dir_all(&folder)?;
    in_memory(root, "decode")?;
    in_memory(root, "models")?;
    in_memory(root, "mechlib")?;
    in_memory(root, "jars")
}

/// Work without files, in a process of its own that is built for speed.
fn in_memory(root: &Path, bench: &str) -> Result {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let args = ["bench", "--quiet", "--package", "relict", "--bench", bench];
    let done = Command::new(cargo).args(args).current_dir(root).status()?;
    if done.success() { Ok(()) } else { Err(format!("the benchmark {bench} failed").into()) }
}

const TEXTURES: usize = 400;

/// A library of textures to PNG, on one core and on all, against copying the same files by `cp`. In memory where
/// there is such a folder: what a disk takes is not what is measured here.
fn textures(relict: &Path, folder: &Path) -> Result {
    let memory = Path::new("/dev/shm").join(format!("relict-bench-{}", std::process::id()));
    let here = if fs::create_dir(&memory).is_ok() { memory.as_path() } else { folder };
    let measured = textures_in(relict, here);
    if here == memory {
        fs::remove_dir_all(&memory)?;
    }
    measured
}

fn textures_in(relict: &Path, folder: &Path) -> Result {
    let (library, unpacked, copy) =
        (folder.join("Textures.lib"), folder.join("png"), folder.join("png-copy"));
    println!("making a library of {TEXTURES} textures");
    fs::write(&library, texture_library()?)?;
    let unpack = |threads: &str| {
        remove(&unpacked)?;
        let mut command = Command::new(relict);
        command.env("RAYON_NUM_THREADS", threads).arg("unpack").arg(&library).arg(&unpacked);
        command.run()
    };
    // In turns, so that a disturbance meets both.
    let (mut one, mut all) = (unpack("1")?, unpack("0")?);
    for _ in 1..MANY {
        one.take_better(&unpack("1")?);
        all.take_better(&unpack("0")?);
    }
    let copied = best(MANY, || {
        remove(&copy)?;
        Ok(("cp -r", Command::new("cp").arg("-r").arg(&unpacked).arg(&copy).run()?))
    })?;
    row("cp -r of the PNG folder", &copied, &copied);
    row("unpack to PNG, one core", &one, &copied);
    row("unpack to PNG, all", &all, &copied);
    let times = one.time.as_secs_f64() / all.time.as_secs_f64();
    println!("all cores against one: {times:.2} times as fast");
    Ok(())
}

/// Textures of every pixel format and the sizes that the game has, with their smaller levels.
fn texture_library() -> Result<Vec<u8>> {
    let (texm, nres) = (FORMATS.named("ngi.texm"), FORMATS.named("ngi.nres"));
    let (texm, nres) = (texm.ok_or("no such format")?, nres.ok_or("no such format")?);
    let noise = noise(1 << 18);
    let texture = |i: usize| -> Result<Vec<u8>> {
        let side = [64, 128, 128, 256][i % 4];
        let grain = |at: usize| noise[(at * 3 + i * 977) % noise.len()] / 16;
        let pixel = |at: usize| {
            let (x, y) = (at % side, at / side);
            let shade = ((x * 255 / side) as u8 / 2).saturating_add((y * 127 / side) as u8);
            [shade.saturating_add(grain(at)), shade / 2 + grain(at), (i * 5) as u8, 255 - grain(at)]
        };
        let format = [8888, 8888, 888, 565, 4444][i % 5];
        let mut pixels: Vec<[u8; 4]> = (0..side * side).map(pixel).collect();
        let has_alpha = matches!(format, 8888 | 4444);
        if !has_alpha {
            pixels.iter_mut().for_each(|pixel| pixel[3] = 255);
        }
        let image = Image::rgba(side, side, pixels, has_alpha);
        let canvas = (texm.canvas)(&image).ok_or("no canvas")?;
        let document = texm.open(&canvas, Origin::default())?;
        let picture = document.as_picture().ok_or("no picture")?;
        let settings = serde_json::json!({"format": format, "mips": side.ilog2() + 1, "flags4": 32});
        let drawn = picture.redrawn(&image, &settings, Redraw::default());
        Ok(drawn.map_err(|unfit| format!("{unfit:?}"))?.bytes)
    };
    let textures: Vec<Vec<u8>> = (0..TEXTURES).map(texture).collect::<Result<_>>()?;
    let mut attributes = serde_json::Map::new();
    attributes.insert("type".into(), "Texm".into());
    let incoming: Vec<Incoming> =
        (0..TEXTURES).map(|i| Incoming::new(&format!("SKIN_{i:03}.0"), attributes.clone())).collect();
    let mut bytes = vec![];
    for piece in nres.assembled(&Frame::default(), &incoming, &Fresh(&textures))? {
        match piece {
            Piece::Bytes(piece) => bytes.extend(piece),
            Piece::Entry { index, .. } => bytes.extend(&textures[index]),
        }
    }
    Ok(bytes)
}

/// Payloads that are at hand.
struct Fresh<'f>(&'f [Vec<u8>]);

impl Payloads for Fresh<'_> {
    fn size(&self, incoming: usize) -> usize {
        self.0[incoming].len()
    }
    fn source(&self, _: usize) -> Source {
        Source::Fresh
    }
    fn load(&self, incoming: usize) -> relict::core::error::Result<Cow<'_, [u8]>> {
        Ok(Cow::Borrowed(&self.0[incoming]))
    }
}

/// The directory against the whole file.
fn listing(relict: &Path, big: &Path) -> Result {
    let cat = best(MANY, || Ok(("cat", Command::new("cat").arg(big).run()?)))?;
    row("cat big.rlb", &cat, &cat);
    for (label, args) in [("relict ls", &["ls"][..]), ("relict ls --json", &["ls", "--json"])] {
        let ls = best(MANY, || Ok((label, Command::new(relict).args(args).arg(big).run()?)))?;
        row(label, &ls, &cat);
    }
    Ok(())
}

/// Looking at everything against reading it.
fn checking(relict: &Path, big: &Path) -> Result {
    let cat = best(FEW, || Ok(("cat", Command::new("cat").arg(big).run()?)))?;
    let check = best(FEW, || Ok(("check", Command::new(relict).arg("check").arg(big).run()?)))?;
    row("relict check", &check, &cat);
    Ok(())
}

/// Unpacking and packing against copying the same bytes.
fn there_and_back(relict: &Path, folder: &Path, big: &Path) -> Result {
    let (unpacked, copy, packed) = (folder.join("unpacked"), folder.join("copy"), folder.join("packed.rlb"));
    let unpack = best(FEW, || {
        remove(&unpacked)?;
        Ok(("unpack", Command::new(relict).arg("unpack").arg(big).arg(&unpacked).run()?))
    })?;
    let copied = best(FEW, || {
        remove(&copy)?;
        Ok(("cp -r", Command::new("cp").arg("-r").arg(&unpacked).arg(&copy).run()?))
    })?;
    let pack = best(FEW, || {
        remove(&packed)?;
        Ok(("pack", Command::new(relict).arg("pack").arg(&unpacked).arg(&packed).run()?))
    })?;
    row("cp -r of the folder", &copied, &copied);
    row("relict unpack", &unpack, &copied);
    row("relict pack", &pack, &copied);
    let same = Command::new("cmp").arg(big).arg(&packed).run().is_ok();
    println!("packed again: {}", if same { "identical" } else { "DIFFERENT" });
    if same { Ok(()) } else { Err("the archive came back different".into()) }
}

fn remove(path: &Path) -> Result {
    if path.is_dir() {
        fs::remove_dir_all(path)?;
    } else if path.exists() {
        fs::remove_file(path)?;
    }
    Ok(())
}

/// Time from start to end, and the most memory that was held at once.
struct Cost {
    time: Duration,
    peak: u64,
}

impl Cost {
    /// The shorter time and the higher peak of two runs.
    fn take_better(&mut self, other: &Self) {
        self.peak = self.peak.max(other.peak);
        self.time = self.time.min(other.time);
    }
}

trait Run {
    fn run(&mut self) -> Result<Cost>;
}

impl Run for Command {
    fn run(&mut self) -> Result<Cost> {
        let start = Instant::now();
        let used = self.stdout(Stdio::null()).spawn()?.wait4()?;
        let time = start.elapsed();
        if !used.status.success() {
            return Err(format!("{self:?} failed").into());
        }
        Ok(Cost { time, peak: used.rusage.maxrss })
    }
}

fn best(times: usize, mut run: impl FnMut() -> Result<(&'static str, Cost)>) -> Result<Cost> {
    let (_, mut best) = run()?;
    for _ in 1..times {
        best.take_better(&run()?.1);
    }
    Ok(best)
}

fn row(label: &str, cost: &Cost, floor: &Cost) {
    let (time, ratio) = (cost.time.as_secs_f64() * 1e3, cost.time.as_secs_f64() / floor.time.as_secs_f64());
    // A child cannot show less than its parent held when it was started, and cat needs next to nothing.
    let bound = if cost.peak <= floor.peak { "below" } else { "     " };
    let peak = cost.peak as f64 / 1e6;
    println!("{label:<22} {time:>9.1} ms   ratio {ratio:>6.3}   peak {bound} {peak:>6.1} MB");
}

/// Payloads that only their sizes are known of.
struct Sizes;

impl Payloads for Sizes {
    fn size(&self, incoming: usize) -> usize {
        // Around the mean, so that no two neighbours are alike.
        let mean = (GIBIBYTE - 16) / ENTRIES - 64;
        mean - 4096 + (incoming * 2654435761) % 8192
    }
    fn source(&self, _: usize) -> Source {
        Source::Fresh
    }
    fn load(&self, incoming: usize) -> relict::core::error::Result<Cow<'_, [u8]>> {
        Ok(vec![0; self.size(incoming)].into())
    }
}

/// A large archive, written as it is made: the directory is laid out first, payloads come out of a pool of noise.
fn make(path: &Path, types: &[&str]) -> Result {
    let kind = FORMATS.named("ngi.nres").ok_or("no such format")?;
    let incoming: Vec<Incoming> = (0..ENTRIES)
        .map(|i| {
            let mut attributes = serde_json::Map::new();
            attributes.insert("type".into(), types[i % types.len()].into());
            Incoming::new(&format!("ASSET_{:05}.{}", i * 7919 % ENTRIES, i % 10), attributes)
        })
        .collect();
    let pool = noise(1 << 20);
    let mut out = BufWriter::with_capacity(1 << 20, File::create(path)?);
    for piece in kind.assembled(&Frame::default(), &incoming, &Sizes)? {
        match piece {
            Piece::Bytes(bytes) => out.write_all(&bytes)?,
            Piece::Entry { index, size } => {
                let start = index * 31 % (pool.len() - size);
                out.write_all(&pool[start..start + size])?;
            }
        }
    }
    Ok(out.flush()?)
}

fn noise(size: usize) -> Vec<u8> {
    let mut state = 1u32;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        (state >> 8) as u8
    };
    (0..size).map(|_| next()).collect()
}
