//! How time and memory grow with the archive, from 10 MB to 1 GB.

use super::Shop;
use super::archives::make;
use super::command::{Cost, FEW, Run, remove};
use super::inputs::{format, texture_library};
use super::textures;
use crate::Result;
use relict_toolkit::core::archive::{EntrySpec, Frame};
use relict_toolkit::core::format::Limits;
use relict_toolkit::core::repack::Content;
use relict_toolkit::open::Asset;
use std::borrow::Cow;
use std::fmt;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

const MEGABYTES: [usize; 5] = [10, 30, 100, 300, 1000];
/// Of one entry.
const MEAN: usize = 50_000;
/// Textures that are there again and again.
const TEXTURES: usize = 100;

/// A piece of work on archives of several sizes.
#[derive(Debug)]
pub struct Growth {
    pub work: &'static str,
    pub points: Vec<Point>,
}

#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// In megabytes or entries.
    pub size: f64,
    pub cost: Cost,
}

impl Point {
    pub fn seconds(&self) -> f64 {
        self.cost.time.as_secs_f64()
    }

    /// At its peak, in megabytes.
    pub fn memory(&self) -> f64 {
        self.cost.peak as f64 / 1e6
    }
}

impl Growth {
    /// By which power of the size something grows: 0 for not at all, 1 for as much as the size.
    pub fn slope(&self, of: impl Fn(&Point) -> f64) -> f64 {
        let points: Vec<(f64, f64)> = self.points.iter().map(|p| (p.size.ln(), of(p).ln())).collect();
        let count = points.len() as f64;
        let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
        let (x, y) = (mean(|p| p.0), mean(|p| p.1));
        let both: f64 = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
        both / points.iter().map(|p| (p.0 - x).powi(2)).sum::<f64>()
    }
}

impl fmt::Display for Growth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<16}", self.work)?;
        for point in &self.points {
            write!(f, "  {:>7.1} ms {:>5.0} MB", point.seconds() * 1e3, point.memory())?;
        }
        write!(f, "   slopes {:.2} {:.2}", self.slope(Point::seconds), self.slope(Point::memory))
    }
}

pub fn measure(shop: &Shop) -> Result<Vec<Growth>> {
    let mut grown = ["ls", "check", "unpack", "pack", "unpack to PNG"]
        .map(|work| Growth { work, points: Vec::with_capacity(MEGABYTES.len()) });
    for megabytes in MEGABYTES {
        println!("measuring {megabytes} MB");
        for (growth, cost) in grown.iter_mut().zip(costs(shop, megabytes * 1_000_000)?) {
            growth.points.push(Point { size: megabytes as f64, cost });
        }
    }
    Ok(grown.into())
}

/// What each piece of work costs on archives of this size.
fn costs(shop: &Shop, size: usize) -> Result<[Cost; 5]> {
    let [archive, library, unpacked, packed] =
        ["grown.rlb", "grown.lib", "grown", "grown-again.rlb"].map(|name| shop.file(name));
    make(&archive, size / MEAN, size)?;
    make_library(&library, size)?;
    let costs = super::command::race(
        FEW,
        [
            &mut || shop.relict(&["ls"]).arg(&archive).run(),
            &mut || shop.relict(&["check"]).arg(&archive).run(),
            &mut || {
                remove(&unpacked)?;
                shop.relict(&["unpack"]).arg(&archive).arg(&unpacked).run()
            },
            &mut || {
                remove(&packed)?;
                shop.relict(&["pack"]).arg(&unpacked).arg(&packed).run()
            },
            &mut || textures::unpack(shop, &library, None),
        ],
    )?;
    [&archive, &library, &unpacked, &packed].into_iter().try_for_each(|path| remove(path))?;
    Ok(costs)
}

fn make_library(path: &Path, size: usize) -> Result {
    let library = texture_library(TEXTURES)?;
    let (kind, document) = Asset::file("Textures.lib", &library).open().map_err(|e| e.to_string())?;
    let archive = document.archive().ok_or("no archive")?;
    let payloads = (0..archive.len()).map(|i| archive.payload(i, Limits::default()));
    let payloads: Vec<Cow<'_, [u8]>> = payloads.collect::<relict_toolkit::core::error::Result<_>>()?;
    let attributes: serde_json::Map<String, serde_json::Value> =
        [("type".to_owned(), "Texm".into())].into_iter().collect();
    let count = size * TEXTURES / library.len();
    let mut repack = format(kind.id)?.repack(Frame::default())?;
    for i in 0..count {
        let spec = EntrySpec::new(&format!("SKIN_{i:05}.0"), attributes.clone());
        repack.push(spec, Content::fresh(&*payloads[i % payloads.len()]));
    }
    let mut out = BufWriter::with_capacity(1 << 20, File::create(path)?);
    repack.into_pieces()?.write_to(&mut out)?;
    Ok(out.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_slope_is_the_power_of_the_size() {
        let point = |size: f64| {
            let time = Duration::from_secs_f64(size / 100.0);
            Point { size, cost: Cost { time, peak: 8_000_000 } }
        };
        let growth = Growth { work: "x", points: [10.0, 100.0, 1000.0].map(point).into() };
        assert!((growth.slope(Point::seconds) - 1.0).abs() < 1e-6);
        assert!(growth.slope(Point::memory).abs() < 1e-6);
    }
}
