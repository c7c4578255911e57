//! A little base in the way of Doom II RPG, wide and with marks, in the folder of an application bundle.

use super::maps;
use crate::make::images::{Build, Own, raw, sprite};
use crate::make::jar;
use crate::specimens::draw::{distance, grain};
use relict::idmobile::colour::Order;
use relict::idmobile::new_texels::Naming;

pub(crate) const BUILD: Build =
    Build { is_wide: true, marked: true, naming: Naming::NewTexels, order: Order::Rgb565, limit: 0x4_0000 };

/// What stands in front of all names.
pub(crate) const FOLDER: &str = "Payload/Doom2rpg.app/Packages/";

/// From dark to light, and nothing at all in front.
fn ramp(red: u8, green: u8, blue: u8) -> Own<Vec<[u8; 3]>> {
    let step = |i: u32| [red, green, blue].map(|channel| (u32::from(channel) * i / 31) as u8);
    Own::Its([[255, 0, 255]].into_iter().chain((0..32).map(step)).collect())
}

/// A barrel, round and with three hoops.
fn barrel(x: i32, y: i32) -> Option<u8> {
    let across = x - 32;
    let inside = (-14..14).contains(&across) && (10..58).contains(&y);
    let bulge = 14 - (y - 34).abs() / 12;
    (inside && across.abs() < bulge).then(|| {
        let light = (28 - distance(x, 0, (27, 0)) / 8).max(6);
        (if y % 16 < 3 { light - 5 } else { light }) as u8
    })
}

/// A map with marks between its parts.
pub(crate) fn map() -> Vec<u8> {
    maps::later(true, &[130, 257, 300])
}

/// The whole bundle, as far as images go, and a map.
pub(crate) fn bundle() -> Vec<u8> {
    let plate = |x: i32, y: i32| {
        let edge = x % 64 < 2 || y % 32 < 2;
        let rivet = (x % 64 - 6).pow(2) + (y % 32 - 6).pow(2) < 6;
        if edge {
            5
        } else if rivet {
            30
        } else {
            (18 + grain(x, y) % 5) as u8
        }
    };
    let images = [
        sprite(64, 64, ramp(90, 200, 80), barrel),
        raw(128, 64, ramp(150, 150, 170), plate),
        raw(32, 32, Own::Of(1), |x, y| (10 + (x ^ y) % 8) as u8),
    ];
    let mut files = BUILD.files(&[(130, 1), (257, 1), (300, 1)], &images);
    files.push(("map00.bin".to_owned(), map()));
    let named: Vec<(String, &[u8])> =
        files.iter().map(|(name, bytes)| (format!("{FOLDER}{name}"), &bytes[..])).collect();
    let members: Vec<(&str, &[u8])> = named.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect();
    jar::jar(&members)
}
