//! Where PNG is written: an archive taken apart, beside the compressor alone on the same pixels at the same level; for a
//! game on a phone, which comes compressed, beside inflating it and compressing its pictures.

use crate::inputs::{archive, format, texture_library};
use crate::race::{Cores, FEW, MANY, cores, race};
use crate::row::Row;
use png::{BitDepth, ColorType, Compression, Decoder, Encoder};
use rayon::prelude::*;
use relict_toolkit::core::archive::EntrySpec;
use relict_toolkit::core::format::{Context, Limits};
use relict_toolkit::folder::{Memory, PackHow, UnpackHow, UnpackTarget, pack, unpack};
use relict_toolkit::open::Asset;
use relict_toolkit::problem::Result;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::io::Cursor;

const TEXTURES: usize = 400;

/// How many times as long as the compressor it may take.
const BESIDE_THE_COMPRESSOR: f64 = 1.3;

/// Lets files go: what a disk takes is not what is measured here.
struct Nowhere;

impl UnpackTarget for Nowhere {
    fn put(&self, _: &str, bytes: &[u8]) -> Result<()> {
        black_box(bytes);
        Ok(())
    }
}

/// The pixels of a PNG as they go into the compressor.
struct Raw {
    width: u32,
    height: u32,
    colour: ColorType,
    palette: Option<Vec<u8>>,
    alphas: Option<Vec<u8>>,
    rows: Vec<u8>,
}

impl Raw {
    fn of(file: &[u8]) -> Self {
        let mut reader = Decoder::new(Cursor::new(file)).read_info().unwrap();
        let mut rows = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut rows).unwrap();
        let info = reader.info();
        let owned = |bytes: &std::borrow::Cow<'_, [u8]>| bytes.to_vec();
        assert_eq!(info.bit_depth, BitDepth::Eight);
        Self {
            width: info.width,
            height: info.height,
            colour: info.color_type,
            palette: info.palette.as_ref().map(owned),
            alphas: info.trns.as_ref().map(owned),
            rows,
        }
    }

    fn compressed(&self) -> Vec<u8> {
        let mut out = vec![];
        let mut encoder = Encoder::new(&mut out, self.width, self.height);
        encoder.set_compression(Compression::Fast);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_color(self.colour);
        self.palette.iter().for_each(|palette| encoder.set_palette(palette));
        self.alphas.iter().for_each(|alphas| encoder.set_trns(alphas));
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&self.rows).unwrap();
        writer.finish().unwrap();
        out
    }
}

fn taken_apart(asset: &Asset<'_>) -> BTreeMap<String, Vec<u8>> {
    let folder = Memory::default();
    unpack(asset, UnpackHow::default(), Context::ALONE, &folder).unwrap();
    folder.files()
}

/// Every entry as it comes out of the archive, which of a JAR is inflating it.
fn entries(asset: &Asset<'_>) {
    let (_, document) = asset.open().unwrap();
    let archive = document.archive().unwrap();
    (0..archive.len()).for_each(|i| drop(black_box(archive.payload(i, Limits::USUAL).unwrap())));
}

fn pictures(files: &BTreeMap<String, Vec<u8>>) -> Vec<Raw> {
    files.iter().filter(|(path, _)| path.ends_with(".png")).map(|(_, bytes)| Raw::of(bytes)).collect()
}

fn compressing(pictures: &[Raw]) {
    pictures.par_iter().for_each(|raw| drop(black_box(raw.compressed())));
}

/// UnpackTarget beside its limit, on one core and on all. What comes packed in one piece, one core has to unpack, while the
/// others wait.
fn unpacking(label: &str, asset: &Asset<'_>, limits: [&str; 2], inflate: &(dyn Fn() + Sync)) -> [Row; 3] {
    let pictures = pictures(&taken_apart(asset));
    let unpack = || drop(unpack(asset, UnpackHow::default(), Context::ALONE, &Nowhere).unwrap());
    let least = || {
        inflate();
        compressing(&pictures);
    };
    let all = cores();
    let (single, every) = (Cores::of(1), Cores::of(all));
    let [whole, alone, one, alone_on_all, on_all] = race(
        MANY,
        [
            &mut || inflate(),
            &mut || single.run(least),
            &mut || single.run(unpack),
            &mut || every.run(least),
            &mut || every.run(unpack),
        ],
    );
    let (bound, work, [limit, shared]) =
        (Some(BESIDE_THE_COMPRESSOR), format!("unpack {label} to PNG"), limits);
    [
        Row::new(&work, limit, [alone, one], bound),
        Row::new(&format!("{work}, {all} cores"), limit, [alone_on_all, on_all], bound),
        Row::shared_but(&work, shared, whole, [one, on_all], all),
    ]
}

fn unpacking_textures(asset: &Asset<'_>) -> [Row; 3] {
    unpacking("textures", asset, ["PNG compressor alone", "one core, shared out"], &|| ())
}

/// Nearly all of it is one stream.
fn unpacking_a_game(asset: &Asset<'_>) -> [Row; 3] {
    let limits = ["inflating, PNG compressor", "one core, all but inflating shared out"];
    unpacking("a JAR", asset, limits, &|| entries(asset))
}

/// The way back, nothing edited: everything is looked at, and nothing made.
fn packing(label: &str, asset: &Asset<'_>) -> Row {
    let files = taken_apart(asset);
    let bytes: Vec<Vec<u8>> = files.values().cloned().collect();
    let folder = Memory::of(files);
    let times = race(
        FEW,
        [&mut || bytes.par_iter().for_each(|bytes| hash(bytes)), &mut || {
            drop(black_box(pack(&folder, PackHow::default()).unwrap()));
        }],
    );
    Row::new(&format!("pack {label}, nothing edited"), "SHA-256 of its files", times, None)
}

fn hash(bytes: &[u8]) {
    use sha2::Digest as _;
    black_box(sha2::Sha256::digest(bytes));
}

pub fn rows() -> Vec<Row> {
    let (library, jar) = (texture_library(TEXTURES).unwrap(), game());
    let (library, jar) = (Asset::file("Textures.lib", &library), Asset::file("game.jar", &jar));
    let mut rows = vec![];
    rows.extend(unpacking_textures(&library));
    rows.push(packing("textures", &library));
    rows.extend(unpacking_a_game(&jar));
    rows.push(packing("a JAR", &jar));
    rows
}

const BLOBS: usize = 1000;
const PALETTES: usize = 250;
/// Each is a picture with its palette.
const ENTRIES: usize = 2000;

/// A game for phones with thousands of textures, in grey and in colour.
fn game() -> Vec<u8> {
    let colour = |i: usize| (i as u16).wrapping_mul(2749).to_le_bytes();
    let palettes: Vec<u8> = (0..PALETTES * 16).flat_map(colour).collect();
    let files = [
        ("META-INF/MANIFEST.MF", b"Manifest-Version: 1.0\r\nMIDlet-1: Doom RPG, /i.png, G\r\n\r\n".to_vec()),
        ("wtexels.bin", sized(&texels())),
        ("palettes.bin", sized(&palettes)),
        ("mappings.bin", mappings()),
    ];
    let incoming = files.each_ref().map(|(name, _)| EntrySpec::new(name, serde_json::Map::new()));
    archive(format("idmobile.jar").unwrap(), &incoming, &files.map(|(_, bytes)| bytes)).unwrap()
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
