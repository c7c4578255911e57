//! Effects of Parkan out of their commands, and the sounds that they play.

use crate::archive::{Entry, archive};
use relict_toolkit::core::format::Document;
use relict_toolkit::core::record::Chars;
use relict_toolkit::ngi::fxid::command::{
    Bolt, Burst, Channel, Command, Curve, Light, Resource, Scatter, Sound, Sprite, Stream, Word,
};
use relict_toolkit::ngi::fxid::{Flags, Fxid, Header, Settings};
use serde_json::Value;

/// Time of an effect: once, or round and round.
pub const ONCE: u32 = 1;
pub const ROUND: u32 = 2;
/// By what is left of the owner's life.
pub const BY_DAMAGE: u32 = 14;

/// Flags of the header.
pub const JITTER: u32 = 0x1;
pub const DELETE_AT_END: u32 = 0x2;
pub const LET_GO: u32 = 0x4;
pub const RUN_HIDDEN: u32 = 0x10;
pub const FOLD: u32 = 0x20;
pub const TO_TARGET: u32 = 0x1000;

/// Bit 8 of a command: its sprites show through what stands before them.
pub const DRAW_THROUGH: u32 = 0x100;

/// All of the effect's time.
pub const ALWAYS: [f32; 2] = [0.0, 1.0];

pub fn effect(
    time_mode: u32,
    duration: f32,
    flags: u32,
    settings: u32,
    commands: Vec<Command>,
) -> Fxid<'static> {
    let header = Header {
        command_count: 0,
        time_mode,
        duration,
        jitter: if flags & JITTER == 0 { 0.0 } else { 0.1 },
        flags: Flags(flags),
        settings: Settings(settings),
        random_shift: [0.0; 3],
        tested_point: [0.0; 3],
        scale: [1.0; 3],
    };
    Fxid { header, commands, tail: vec![].into() }
}

pub fn resource(archive: &str, name: &str) -> Resource {
    let field =
        |text: &str| Chars::new(text.as_bytes(), true).unwrap_or_else(|| panic!("{text} is too long"));
    Resource { archive: field(archive), name: field(name) }
}

pub fn material(name: &str) -> Resource {
    resource("material.lib", name)
}

/// A straight line.
pub fn line(start: f32, end: f32) -> Curve {
    Curve { start, end, exp: 1.0 }
}

/// The same on every axis.
pub fn even(low: f32, high: f32) -> Channel {
    Channel { low: [low; 3], high: [high; 3], exp: [1.0; 3] }
}

/// From here to there.
pub fn channel(low: [f32; 3], high: [f32; 3]) -> Channel {
    Channel { low, high, exp: [1.0; 3] }
}

/// Up, by so much.
pub(crate) fn rising(height: f32) -> Channel {
    Channel { high: [0.0, 0.0, height], ..even(0.0, 0.0) }
}

pub(crate) fn scattered(channel: &Channel, jitter: f32) -> Scatter {
    Scatter { low: channel.low, high: channel.high, jitter: [jitter; 3], exp: channel.exp }
}

pub fn light(window: [f32; 2], colour: [f32; 3], range: f32) -> Command {
    let [r, g, b] = colour;
    Command::Light(Box::new(Light {
        word: Word(1),
        kind: 5,
        window,
        position_start: [0.0; 3],
        position_end: [0.0, 0.0, 1.0],
        direction_start: [1.0, 0.0, 0.0],
        direction_end: [1.0, 0.0, 0.0],
        colour_start: [r, g, b, 1.0],
        colour_end: [0.0, 0.0, 0.0, 1.0],
        colour_jitter: [0.0; 4],
        range_start: range,
        range_end: 1.0,
        range_jitter: 0.0,
        attenuation: [0.0, 1.0, 0.0],
        unk88: [0.0; 6],
        unused: resource("", ""),
    }))
}

/// Mode 0 plays it once, mode 2 in a loop.
pub fn sound(mode: u32, window: [f32; 2], name: &str) -> Command {
    Command::Sound(Box::new(Sound {
        word: Word(2),
        mode,
        window,
        position_start: [0.0; 3],
        position_end: [0.0; 3],
        direction_start: [1.0, 0.0, 0.0],
        direction_end: [1.0, 0.0, 0.0],
        near: 10.0,
        far: 150.0,
        rate_start: 1.0,
        rate_end: 1.0,
        ds3d_mode: 0,
        sound: resource("sounds.lib", name),
    }))
}

pub fn sprite(word: u32, window: [f32; 2], size: Channel, name: &str) -> Sprite {
    Sprite {
        word: Word(word),
        mode: 0,
        phase: line(0.0, 0.99),
        fade: line(1.0, 0.0),
        window,
        position: rising(2.0),
        direction_low: [0.0, 0.0, 1.0],
        direction_high: [0.0, 0.0, 1.0],
        size,
        material: material(name),
    }
}

/// What a sprite is made of, with another end.
macro_rules! with_more {
    ($kind:ident, $sprite:expr, $($more:tt)*) => {{
        use relict_toolkit::ngi::fxid::command;
        let command::Sprite {
            word, mode, phase, fade, window, position, direction_low, direction_high, size, material
        } = $sprite;
        command::Command::$kind(Box::new(command::$kind {
            word, mode, phase, fade, window, position, direction_low, direction_high, size, material, $($more)*
        }))
    }};
}

/// A sprite that looks a way of its own.
pub fn oriented(sprite: Sprite, render_kind: u32, render_flag: u32) -> Command {
    with_more!(OrientedSprite, sprite, render_kind, render_flag)
}

/// A sprite that is seen from so far.
pub fn far(sprite: Sprite, distance: f32) -> Command {
    with_more!(FarSprite, sprite, distance)
}

/// From here to a target.
pub fn beam(name: &str) -> Command {
    Command::Bolt(Box::new(Bolt {
        word: Word(5),
        fade_start: 1.0,
        fade_end: 0.0,
        window: ALWAYS,
        sprite_limit: 20,
        width_start: 0.4,
        width_end: 0.2,
        repeat_length: 5.0,
        sprite_length: 50.0,
        phase_start: -1.0,
        phase_end: 9.0,
        material: material(name),
    }))
}

pub fn burst(word: u32, mode: u32, counts: [u32; 2], height: f32, name: &str) -> Box<Burst> {
    let [count_a, count_b] = counts;
    Box::new(Burst {
        word: Word(word),
        mode,
        fade: line(1.0, 0.0),
        window: ALWAYS,
        life: 0.5,
        phase_rate: 1.0,
        count_a,
        count_b,
        position: scattered(&rising(height), 3.0),
        size: scattered(&even(0.5, 2.0), 0.0),
        drag: 0.25,
        material: material(name),
    })
}

pub fn stream(name: &str) -> Command {
    Command::Stream(Box::new(Stream {
        word: Word(8),
        fade: line(0.8, 0.0),
        window: ALWAYS,
        interval_start: 0.05,
        interval_end: 0.02,
        phase_exp: 1.0,
        ring: 20,
        unk28: [0.0; 3],
        unk34: [0.0; 3],
        unk40: [0.0; 6],
        position: scattered(&rising(6.0), 1.0),
        size: scattered(&even(1.0, 4.0), 0.0),
        material: material(name),
    }))
}

pub fn bytes(effect: &Fxid<'_>) -> Vec<u8> {
    effect.to_bytes().unwrap_or_else(|e| panic!("ngi.fxid: {e}"))
}

pub fn library(kind: &Value, all: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let entries: Vec<Entry<'_>> =
        all.iter().map(|(name, bytes)| (*name, kind.clone(), bytes.as_slice())).collect();
    archive("ngi.nres", Value::Null, &entries)
}

/// A tone that fades.
pub fn tone(samples: u32, period: u32) -> Vec<u8> {
    wav(samples, |i| {
        let loudness = 100 * (samples - i) / samples;
        let up = i % period < period / 2;
        (if up { 128 + loudness } else { 128 - loudness }) as u8
    })
}

/// A sound at 8 bits and 11025 Hz, as a WAV file.
pub fn wav(samples: u32, wave: impl Fn(u32) -> u8) -> Vec<u8> {
    let rate = 11025u32;
    let mut wav = b"RIFF".to_vec();
    wav.extend((36 + samples).to_le_bytes());
    wav.extend(b"WAVEfmt \x10\0\0\0\x01\0\x01\0");
    wav.extend([rate.to_le_bytes(), rate.to_le_bytes()].concat());
    wav.extend(b"\x01\0\x08\0data");
    wav.extend(samples.to_le_bytes());
    wav.extend((0..samples).map(wave));
    wav
}
