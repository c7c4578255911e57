//! Materials of Parkan, and libraries of them.

use crate::archive::{Entry, archive};
use relict_toolkit::core::format::Document;
use relict_toolkit::core::record::Chars;
use relict_toolkit::ngi::mat0::{Animation, Flags, Key, Mat0, Motion, Phase};
use serde_json::{Value, json};

/// attr1 of what is drawn opaque, whatever the alpha of its texture.
pub const LIT_SKIN: u32 = 1 << 1;
/// attr1 of what lets through what is behind it, and of what adds its light to it.
pub const BLENDED: u32 = 1 << 2;
pub const ADDED: u32 = 2 << 2;
/// attr1 of what goes to the second stage of texturing.
pub const SECOND_STAGE: u32 = 1;

/// Modes of an animation.
pub const LOOP: u32 = 0;
pub const PING_PONG: u32 = 1;
pub const ONE_SHOT: u32 = 2;
pub const RANDOM: u32 = 3;

/// What is blended between phases.
pub const AMBIENT: u32 = 1;
pub const DIFFUSE: u32 = 2;
pub(crate) const SPECULAR: u32 = 4;
pub const ALPHA: u32 = 16;

/// A material of the version that the game has everywhere.
pub fn material(attr1: u32, phases: Vec<Phase>, animations: Vec<Animation>) -> Mat0<'static> {
    Mat0 {
        attr1: Flags(attr1),
        version: 6,
        surface: Some(255),
        unk05: Some(255),
        speed: Some(1.0),
        damage: Some(0.0),
        phases,
        animations,
        tail: vec![].into(),
    }
}

/// One phase that does not change.
pub fn still(attr1: u32, phase: Phase) -> Mat0<'static> {
    material(attr1, vec![phase], vec![animation(LOOP, 0, &[(0, 0)])])
}

/// A white surface with the whole of a texture on it.
pub fn phase(texture: &str) -> Phase {
    let name = Chars::new(texture.as_bytes(), true).unwrap_or_else(|| panic!("{texture} is too long"));
    Phase {
        ambient: [0; 3],
        ambient_alpha: 100,
        diffuse: [255; 4],
        specular: [0; 4],
        emissive: [0; 4],
        power: 0,
        cell: -1,
        texture: name,
    }
}

/// The same, with one cell of the texture and some light of its own.
pub fn cell(texture: &str, cell: i8, ambient: [u8; 3]) -> Phase {
    Phase { cell, ambient, ..phase(texture) }
}

/// Keys are a phase and the end of its time.
pub fn animation(mode: u32, mask: u32, keys: &[(u16, u16)]) -> Animation {
    let keys = keys.iter().map(|&(phase, end)| Key { phase, end, unk04: 0 }).collect();
    Animation { motion: Motion(mode | mask << 3), keys }
}

/// What the archive says of a material.
pub fn attributes(material: &Mat0<'_>) -> Value {
    json!({"type": "MAT0", "attr1": material.attr1.0, "attr2": material.version})
}

pub fn bytes(material: &Mat0<'_>) -> Vec<u8> {
    material.to_bytes().unwrap_or_else(|e| panic!("ngi.mat0: {e}"))
}

/// A library of materials.
pub fn library(all: &[(&str, Mat0<'_>)]) -> Vec<u8> {
    let all: Vec<_> =
        all.iter().map(|(name, material)| (*name, attributes(material), bytes(material))).collect();
    let entries: Vec<Entry<'_>> =
        all.iter().map(|(name, attributes, bytes)| (*name, attributes.clone(), bytes.as_slice())).collect();
    archive("ngi.nres", Value::Null, &entries)
}
