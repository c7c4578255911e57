//! How fast a game for phones with thousands of textures becomes PNG, on one core and on all, and comes back.

// A measurement that cannot be made is no measurement.
#![allow(clippy::unwrap_used, clippy::panic)]

use rayon::ThreadPoolBuilder;
use relict::FORMATS;
use relict::core::archive::{Frame, Incoming, Payloads, Source};
use relict::core::format::Context;
use relict::core::put::Piece;
use relict::folder::{Memory, PackHow, UnpackHow, Unpacking, pack, unpack};
use relict::open::Asset;
use relict::problem::Result;
use std::borrow::Cow;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

const BLOBS: usize = 1000;
const PALETTES: usize = 250;
/// Each is a picture with its palette.
const ENTRIES: usize = 2000;

/// The fastest counts, since everything else is disturbance.
const MANY: usize = 7;

/// Textures that must be made on one core in a second.
const WANTED: f64 = 1000.0;

fn best(mut work: impl FnMut()) -> Duration {
    let mut once = || {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..MANY).map(|_| once()).min().unwrap_or_default()
}

/// Bricks with some noise: neither the easiest picture to pack nor the hardest.
fn texels() -> Vec<u8> {
    let mut noise: u32 = 1;
    let mut texel = |at: usize| {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let (x, y) = (at / 32 % 64, at % 32 * 2);
        let edge = y % 16 == 0 || (x + y / 16 * 8) % 16 == 0;
        let shade = if edge { 1 } else { 6 + (noise >> 30) as u8 };
        shade | shade << 4
    };
    (0..BLOBS * 2048).map(&mut texel).collect()
}

/// With its size in front.
fn sized(bytes: &[u8]) -> Vec<u8> {
    [&u32::try_from(bytes.len()).unwrap().to_le_bytes()[..], bytes].concat()
}

fn mappings() -> Vec<u8> {
    let mut words: Vec<u32> = vec![ENTRIES as u32, 0, 0, 0];
    for i in 0..ENTRIES {
        words.extend([(i % BLOBS * 4096) as u32, (i % PALETTES * 16) as u32]);
    }
    words.into_iter().flat_map(u32::to_le_bytes).collect()
}

struct All<'a>(&'a [(&'static str, Vec<u8>)]);

impl Payloads for All<'_> {
    fn size(&self, i: usize) -> usize {
        self.0[i].1.len()
    }
    fn source(&self, _: usize) -> Source {
        Source::Fresh
    }
    fn load(&self, i: usize) -> relict::core::error::Result<Cow<'_, [u8]>> {
        Ok((&self.0[i].1[..]).into())
    }
}

fn game() -> Vec<u8> {
    let colour = |i: usize| (i as u16).wrapping_mul(2749).to_le_bytes();
    let palettes: Vec<u8> = (0..PALETTES * 16).flat_map(colour).collect();
    let manifest = b"Manifest-Version: 1.0\r\nMIDlet-1: Doom RPG, /i.png, G\r\n\r\n".to_vec();
    let files = [
        ("META-INF/MANIFEST.MF", manifest),
        ("wtexels.bin", sized(&texels())),
        ("palettes.bin", sized(&palettes)),
        ("mappings.bin", mappings()),
    ];
    let incoming: Vec<Incoming> =
        files.iter().map(|(name, _)| Incoming::new(name, serde_json::Map::new())).collect();
    let all = All(&files);
    let piece = |piece| match piece {
        Piece::Bytes(bytes) => bytes,
        Piece::Entry { index, .. } => all.load(index).unwrap().into_owned(),
    };
    let kind = FORMATS.named("idmobile.jar").unwrap();
    kind.assembled(&Frame::default(), &incoming, &all).unwrap().into_iter().flat_map(piece).collect()
}

/// Counts textures and lets them go: what a disk takes is not what is measured here.
#[derive(Default)]
struct Counted(AtomicUsize);

impl Unpacking for Counted {
    fn put(&self, path: &str, _: &[u8]) -> Result<()> {
        let is_texture = path.contains("Textures/") && path.ends_with(".png");
        self.0.fetch_add(usize::from(is_texture), Relaxed);
        Ok(())
    }

    fn advance(&self, _: usize) {}
}

fn main() {
    let jar = game();
    let asset = Asset::file("game.jar", &jar);
    let textures = || {
        let to = Counted::default();
        unpack(&asset, UnpackHow::default(), Context::ALONE, &to).unwrap();
        to.0.into_inner()
    };
    let count = textures();
    assert!(count >= BLOBS + ENTRIES, "{count}");
    println!("a game of {} bytes with {count} textures in grey and in colour", jar.len());
    let all = rayon::current_num_threads();
    let mut times = vec![];
    for threads in [1, all] {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let time = pool.install(|| best(|| assert!(textures() == count)));
        let rate = count as f64 / time.as_secs_f64() / threads as f64;
        println!(
            "unpack, {threads} core(s) {:>8.1} ms  {rate:>8.0} textures a second and core, {} {WANTED}",
            time.as_secs_f64() * 1e3,
            if rate >= WANTED { "above" } else { "BELOW" }
        );
        times.push(time.as_secs_f64());
    }
    println!("{:.2} times as fast on {all} cores", times[0] / times[1]);
    let folder = Memory::default();
    unpack(&asset, UnpackHow::default(), Context::ALONE, &folder).unwrap();
    let time = best(|| drop(pack(&folder, PackHow::default()).unwrap()));
    println!("pack, nothing edited  {:>8.1} ms", time.as_secs_f64() * 1e3);
    let mut files = folder.files();
    files.insert("Doom RPG/Unpacked/notes.txt".into(), vec![]);
    let folder = Memory::of(files);
    let time = best(|| assert!(folder.archive(&pack(&folder, PackHow::default()).unwrap()) == jar));
    println!("pack, all looked at   {:>8.1} ms", time.as_secs_f64() * 1e3);
}
