//! A castle in the way of Wolfenstein RPG for Java phones, and a base in the way of Doom II RPG in an application bundle.

use super::figures::{self, POSES};
use super::{base, castle, maps, tables, texts};
use crate::make::images::{Build, Image, Own, decal, raw, recoloured, sprite};
use crate::make::jar;
use crate::paint::ramp::{bytes, dithered, palette_for};
use crate::paint::{Canvas, Rgb};
use relict_toolkit::idmobile::colour::Order;
use relict_toolkit::idmobile::new_texels::Naming;

/// How Wolfenstein RPG keeps its images.
pub const WOLF: Build =
    Build { is_wide: false, marked: false, naming: Naming::Tex, order: Order::Rgb555, limit: 0x8000 };

/// How Doom II RPG keeps them on wide screens.
pub const DOOM2: Build =
    Build { is_wide: true, marked: true, naming: Naming::NewTexels, order: Order::Rgb565, limit: 0x4_0000 };

/// What stands in front of all names.
pub const FOLDER: &str = "Payload/Doom2rpg.app/Packages/";

/// The first colour of sprites is nothing at all, and violet.
const NOTHING: Rgb = [255, 0, 255];

/// A wall in so many colours.
fn painted(canvas: &Canvas, colours: usize) -> Image {
    let palette = palette_for(&[canvas], colours);
    let indices = dithered(canvas, &palette, 12);
    let (width, height) = (canvas.width, canvas.height);
    // Rows of these run from the bottom.
    let index = |x: i32, y: i32| indices[((height - 1 - y) * width + x) as usize];
    raw(width as usize, height as usize, Own::Its(bytes(&palette)), index)
}

/// Frames of a figure. The first has the palette, and stands at this place among all images.
fn figure(canvases: &[Canvas], colours: usize, first: u32) -> Vec<Image> {
    let palette = palette_for(&canvases.iter().collect::<Vec<_>>(), colours - 1);
    let frame = |(i, canvas): (usize, &Canvas)| {
        let indices = dithered(canvas, &palette, 10);
        let own =
            if i == 0 { Own::Its(bytes(&[vec![NOTHING], palette.clone()].concat())) } else { Own::Of(first) };
        sprite(canvas.width as usize, canvas.height as usize, own, |x, y| {
            (canvas.seen(x, y) > 127).then(|| indices[(y * canvas.width + x) as usize] + 1)
        })
    };
    canvases.iter().enumerate().map(frame).collect()
}

/// A figure that hangs on a wall, which games keep with all its pixels.
fn hung(canvas: &Canvas, colours: usize) -> Image {
    let palette = palette_for(&[canvas], colours - 1);
    let indices = dithered(canvas, &palette, 10);
    let own = Own::Its(bytes(&[vec![NOTHING], palette].concat()));
    decal(canvas.width as usize, canvas.height as usize, own, |x, y| {
        (canvas.seen(x, y) > 127).then(|| indices[(y * canvas.width + x) as usize] + 1)
    })
}

/// Images of a game, tile by tile.
#[derive(Default)]
struct Tiles {
    images: Vec<Image>,
    counts: Vec<(usize, usize)>,
}

impl Tiles {
    fn add(&mut self, tile: usize, images: Vec<Image>) {
        self.counts.push((tile, images.len()));
        self.images.extend(images);
    }

    fn next(&self) -> u32 {
        self.images.len() as u32
    }
}

/// Sprites have low numbers, walls those from 257 on.
fn castle_tiles() -> Tiles {
    let mut tiles = Tiles::default();
    tiles.add(1, figure(&POSES.map(figures::guard), 40, 0));
    let first = tiles.next();
    tiles.add(2, figure(&[figures::torch(0), figures::torch(1)], 24, first));
    let cold = recoloured(first, &tiles.images[first as usize], Own::Its(cold_fire()));
    tiles.add(3, vec![cold]);
    for (tile, canvas) in [(4, figures::chest()), (5, figures::barrel()), (6, figures::potion())] {
        let first = tiles.next();
        tiles.add(tile, figure(&[canvas], 24, first));
    }
    tiles.add(122, vec![hung(&figures::card(), 16)]);
    let grey = [128, 124, 118];
    let walls = [
        castle::stone(grey),
        castle::banner([34, 58, 116], grey),
        castle::wooden_door(),
        castle::panelling(),
        castle::painting(),
        castle::books(),
        castle::gothic(),
        castle::flagstones(),
    ];
    (257..).zip(&walls).for_each(|(tile, canvas)| tiles.add(tile, vec![painted(canvas, 48)]));
    tiles
}

/// What burns blue.
fn cold_fire() -> Vec<[u8; 3]> {
    let palette = palette_for(&[&figures::torch(0), &figures::torch(1)], 23);
    let cold: Vec<Rgb> = palette.iter().map(|[r, g, b]| [*b, *g, *r]).collect();
    bytes(&[vec![NOTHING], cold].concat())
}

const ENGLISH: [&str; 9] = [
    "Castle",
    "A guard",
    "He has not seen you.|Yet.",
    "A torch",
    "It gives light.|Not much.",
    "A chest",
    "Locked, of course.",
    "A barrel",
    "It smells of vinegar.",
];
const GERMAN: [&str; 9] = [
    "Schloss",
    "Eine Wache",
    "Sie hat dich nicht gesehen.|Noch nicht.",
    "Eine Fackel",
    "Sie gibt Licht.|Nicht viel.",
    "Eine Truhe",
    "Verschlossen, natürlich.",
    "Ein Fass",
    "Es riecht nach Essig.",
];

/// Kinds of things, by the texts that tell of them.
fn entities() -> Vec<u8> {
    let record = |tile: u8, text: u8| [tile, 0, 3, 0, 0, text, text, text + 1];
    [&[4, 0][..], &record(1, 1), &record(2, 3), &record(4, 5), &record(5, 7)].concat()
}

pub(super) fn wolf() -> Vec<u8> {
    let tiles = castle_tiles();
    let numbers: Vec<u16> = tiles.counts.iter().map(|(tile, _)| *tile as u16).collect();
    let mut files = vec![
        ("META-INF/MANIFEST.MF".to_owned(), jar::manifest("Wolfenstein RPG", "Castle")),
        ("entities.bin".to_owned(), entities()),
        ("tables.bin".to_owned(), tables::tables()),
        ("map00.bin".to_owned(), maps::later(&numbers)),
    ];
    files.extend(WOLF.files(&tiles.counts, &tiles.images));
    files.extend(texts::banks(&[&ENGLISH, &GERMAN]));
    files.extend(texts::indexed("images", &[vec![texts::EYE.to_vec()]]));
    files.extend(texts::indexed("sounds", &[vec![texts::melody(), b"?".to_vec()]]));
    let members: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (name.as_str(), &bytes[..])).collect();
    jar::jar(&members)
}

/// Two walls side by side.
fn pair(left: &Canvas, right: &Canvas) -> Canvas {
    let mut canvas = Canvas::new(128, 64, [0; 3]);
    canvas.stamp((0, 0), left);
    canvas.stamp((64, 0), right);
    canvas
}

fn base_tiles() -> Tiles {
    let mut tiles = Tiles::default();
    tiles.add(20, figure(&POSES.map(figures::imp), 56, 0));
    for (tile, canvases) in [
        (21, POSES.map(figures::drone).to_vec()),
        (130, vec![figures::barrel()]),
        (131, vec![figures::medkit()]),
        (132, vec![figures::card()]),
    ] {
        let first = tiles.next();
        tiles.add(tile, figure(&canvases, 40, first));
    }
    let walls = [
        pair(&base::panel(), &base::computer()),
        pair(&base::brick(), &base::vent()),
        pair(&base::window(), &base::lights()),
        base::door(),
        base::pipes(),
        base::crate_box(),
        base::exit(),
        base::slime(),
        base::lava(),
        base::rock(),
    ];
    (257..).zip(&walls).for_each(|(tile, canvas)| tiles.add(tile, vec![painted(canvas, 64)]));
    tiles
}

pub(super) fn doom2() -> Vec<u8> {
    let tiles = base_tiles();
    let numbers: Vec<u16> = tiles.counts.iter().map(|(tile, _)| *tile as u16).collect();
    let mut files = DOOM2.files(&tiles.counts, &tiles.images);
    files.push(("map00.bin".to_owned(), maps::ios(&numbers)));
    let named: Vec<(String, &[u8])> =
        files.iter().map(|(name, bytes)| (format!("{FOLDER}{name}"), &bytes[..])).collect();
    let members: Vec<(&str, &[u8])> = named.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect();
    jar::jar(&members)
}
