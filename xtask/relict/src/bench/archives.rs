//! Large archives of which nothing is made into another form: listing, opening, checking, explaining, unpacking, packing.

use super::Shop;
use super::command::{FEW, MANY, Run, cat, join_files, race, remove, times};
use super::inputs::format;
use super::row::Row;
use crate::Result;
use relict_toolkit::core::archive::{EntrySpec, Frame};
use relict_toolkit::core::repack::Content;
use relict_toolkit::core::rng::noise;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::{Command, Stdio};

const ENTRIES: usize = 20_000;
pub const LARGE: usize = 1_000_000_000;
/// Not so small that `ls` looks into the entries themselves, as it does below 32 MiB: then the small one takes longer.
pub const SMALL: usize = 100_000_000;

/// How much longer the same takes in an archive of ten times the size: no more than times differ anyway.
pub const INDEPENDENT: f64 = 1.2;
const BESIDE_CP: f64 = 3.0;

pub fn rows(shop: &Shop) -> Result<Vec<Row>> {
    println!("measuring archives of {ENTRIES} entries");
    let (large, small) = (shop.file("large.rlb"), shop.file("small.rlb"));
    // Of types that may hold anything: noise is no texture.
    make(&large, ENTRIES, LARGE)?;
    make(&small, ENTRIES, SMALL)?;
    let mut rows = vec![];
    for args in [&["info"][..], &["ls"], &["ls", "--json"]] {
        rows.push(whatever_the_size(shop, args, &large, &small)?);
    }
    rows.push(beside_its_output(shop, &["ls", "--json"], &large)?);
    rows.push(beside_its_output(shop, &["explain"], &large)?);
    let read = race(FEW, [&mut || cat(&large).run(), &mut || shop.relict(&["check"]).arg(&large).run()])?;
    rows.push(Row::new("check, 1 GB of opaque entries", "cat", times(read), None));
    rows.push(beside_check(shop, "1 GB of opaque entries", &large)?);
    remove(&small)?;
    rows.extend(there_and_back(shop, &large)?);
    remove(&large)?;
    Ok(rows)
}

/// A survey looks at what a check looks at. Hashes are left out: those take what SHA-256 takes.
fn beside_check(shop: &Shop, what: &str, file: &Path) -> Result<Row> {
    let mut check = || shop.relict(&["check"]).arg(file).run();
    let mut survey = || shop.relict(&["survey", "--no-hash", "--quiet"]).arg(file).run();
    let costs = race(FEW, [&mut check, &mut survey])?;
    Ok(Row::new(&format!("survey without hashes, {what}"), "check", times(costs), None))
}

/// Ten times the bytes in as many entries.
fn whatever_the_size(shop: &Shop, args: &[&str], large: &Path, small: &Path) -> Result<Row> {
    let costs =
        race(MANY, [&mut || shop.relict(args).arg(small).run(), &mut || shop.relict(args).arg(large).run()])?;
    let label = format!("{}, {ENTRIES} entries in 1 GB", args.join(" "));
    Ok(Row::new(&label, "the same in 100 MB", times(costs), Some(INDEPENDENT)))
}

/// What is printed has to be written, whoever knows it.
fn beside_its_output(shop: &Shop, args: &[&str], large: &Path) -> Result<Row> {
    let printed = shop.file("printed");
    shop.relict(args).arg(large).stdout(Stdio::from(File::create(&printed)?)).status()?;
    let costs = race(MANY, [&mut || cat(&printed).run(), &mut || shop.relict(args).arg(large).run()])?;
    let label = format!("{}, {ENTRIES} entries", args.join(" "));
    Ok(Row::new(&label, "cat of what it prints", times(costs), None))
}

/// Unpacking and packing beside copying the same files.
fn there_and_back(shop: &Shop, large: &Path) -> Result<Vec<Row>> {
    let [unpacked, copy, packed, joined] =
        ["unpacked", "copy", "packed.rlb", "joined"].map(|name| shop.file(name));
    let mut unpack = || {
        remove(&unpacked)?;
        shop.relict(&["unpack"]).arg(large).arg(&unpacked).run()
    };
    unpack()?;
    let mut copy_folder = || {
        remove(&copy)?;
        Command::new("cp").arg("-r").arg(&unpacked).arg(&copy).run()
    };
    let there = times(race(FEW, [&mut copy_folder, &mut unpack])?);
    remove(&copy)?;
    let mut join = || {
        remove(&joined)?;
        join_files(&unpacked, &joined).run()
    };
    let mut pack = || {
        remove(&packed)?;
        shop.relict(&["pack"]).arg(&unpacked).arg(&packed).run()
    };
    let back = times(race(FEW, [&mut join, &mut pack])?);
    if Command::new("cmp").arg(large).arg(&packed).run().is_err() {
        return Err("the archive came back different".into());
    }
    [&unpacked, &packed, &joined].into_iter().try_for_each(|path| remove(path))?;
    Ok(vec![
        Row::new("unpack, 1 GB of opaque entries", "cp -r of the folder", there, Some(BESIDE_CP)),
        Row::new("pack, 1 GB of opaque entries", "cat of the files into one", back, Some(BESIDE_CP)),
    ])
}

/// A large archive; its entries come out of a pool of noise.
pub fn make(path: &Path, entries: usize, size: usize) -> Result {
    const TYPES: [&str; 5] = ["SWAV", "TEXT", "DATA", "SCRP", "MISC"];
    const RECORD: usize = 64;
    let (pool, mean) = (noise(1, 1 << 20), size / entries - RECORD);
    let mut repack = format("ngi.nres")?.repack(Frame::default())?;
    for i in 0..entries {
        let mut attributes = serde_json::Map::new();
        attributes.insert("type".into(), TYPES[i % TYPES.len()].into());
        let spec = EntrySpec::new(&format!("ASSET_{:05}.{}", i * 7919 % entries, i % 10), attributes);
        // Around the mean, so that no two neighbours are alike.
        let play = mean / 8;
        let size = mean - play + (i * 2_654_435_761) % (2 * play + 1);
        let start = i * 31 % (pool.len() - size);
        repack.push(spec, Content::fresh(&pool[start..start + size]));
    }
    let mut out = BufWriter::with_capacity(1 << 20, File::create(path)?);
    repack.into_pieces()?.write_to(&mut out)?;
    Ok(out.flush()?)
}
