//! A library of textures: checked, and unpacked to PNG on one core and on all.

use super::Shop;
use super::command::{Cost, MANY, Run, cat, race, remove, times};
use super::inputs::texture_library;
use super::row::Row;
use crate::Result;
use std::fs;
use std::path::Path;

const TEXTURES: usize = 400;

pub fn rows(shop: &Shop) -> Result<Vec<Row>> {
    println!("measuring a library of {TEXTURES} textures");
    let library = shop.file("Textures.lib");
    fs::write(&library, texture_library(TEXTURES)?)?;
    let read =
        race(MANY, [&mut || cat(&library).run(), &mut || shop.relict(&["check"]).arg(&library).run()])?;
    let [one, all] =
        race(MANY, [&mut || unpack(shop, &library, Some(1)), &mut || unpack(shop, &library, None)])?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let rows = vec![
        Row::new("check, textures", "cat", times(read), None),
        Row::shared_out("relict unpack, textures to PNG", one.time, all.time, cores),
    ];
    remove(&library)?;
    Ok(rows)
}

pub fn unpack(shop: &Shop, library: &Path, threads: Option<usize>) -> Result<Cost> {
    let unpacked = shop.file("png");
    remove(&unpacked)?;
    let mut command = shop.relict(&["unpack"]);
    if let Some(threads) = threads {
        command.env("RAYON_NUM_THREADS", threads.to_string());
    }
    let cost = command.arg(library).arg(&unpacked).run()?;
    remove(&unpacked)?;
    Ok(cost)
}
