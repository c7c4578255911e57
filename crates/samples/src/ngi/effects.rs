//! Effects with commands of every opcode, and the sounds that they play.

use crate::archive::{Entry, archive};
use relict::core::format::Document;
use relict::core::record::Chars;
use relict::ngi::fxid::command::{
    Bolt, Burst, Channel, Command, Curve, FarSprite, Light, Nothing, OrientedSprite, Resource, Scatter,
    Sound, Sprite, Stream, Word,
};
use relict::ngi::fxid::{Flags, Fxid, Header, Settings};
use serde_json::{Value, json};

/// Time of an effect: once, or round and round.
const ONCE: u32 = 1;
const ROUND: u32 = 2;
/// By what is left of the owner's life.
const BY_DAMAGE: u32 = 14;

/// Flags of the header.
const JITTER: u32 = 0x1;
const DELETE_AT_END: u32 = 0x2;
const LET_GO: u32 = 0x4;
const RUN_HIDDEN: u32 = 0x10;
const FOLD: u32 = 0x20;
const TO_TARGET: u32 = 0x1000;

/// Bit 8 of a command: its sprites show through what stands before them.
const DRAW_THROUGH: u32 = 0x100;

/// All of the effect's time.
const ALWAYS: [f32; 2] = [0.0, 1.0];

fn effect(time_mode: u32, duration: f32, flags: u32, settings: u32, commands: Vec<Command>) -> Fxid<'static> {
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

fn resource(archive: &str, name: &str) -> Resource {
    let field =
        |text: &str| Chars::new(text.as_bytes(), true).unwrap_or_else(|| panic!("{text} is too long"));
    Resource { archive: field(archive), name: field(name) }
}

fn material(name: &str) -> Resource {
    resource("material.lib", name)
}

/// A straight line.
fn line(start: f32, end: f32) -> Curve {
    Curve { start, end, exp: 1.0 }
}

/// The same on every axis.
fn even(low: f32, high: f32) -> Channel {
    Channel { low: [low; 3], high: [high; 3], exp: [1.0; 3] }
}

/// Up, by so much.
fn rising(height: f32) -> Channel {
    Channel { high: [0.0, 0.0, height], ..even(0.0, 0.0) }
}

fn scattered(channel: &Channel, jitter: f32) -> Scatter {
    Scatter { low: channel.low, high: channel.high, jitter: [jitter; 3], exp: channel.exp }
}

fn light(window: [f32; 2], colour: [f32; 3], range: f32) -> Command {
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
fn sound(mode: u32, window: [f32; 2], name: &str) -> Command {
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

fn sprite(word: u32, window: [f32; 2], size: Channel, name: &str) -> Sprite {
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
        let Sprite { word, mode, phase, fade, window, position, direction_low, direction_high, size, material } =
            $sprite;
        Command::$kind(Box::new($kind {
            word, mode, phase, fade, window, position, direction_low, direction_high, size, material, $($more)*
        }))
    }};
}

fn burst(word: u32, mode: u32, counts: [u32; 2], height: f32, name: &str) -> Box<Burst> {
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

fn stream(name: &str) -> Command {
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

fn explosion() -> Fxid<'static> {
    let flash = sprite(3 | DRAW_THROUGH, [0.0, 0.3], even(1.0, 6.0), "STARS");
    let commands = vec![
        light([0.0, 0.5], [3.0, 2.0, 0.5], 30.0),
        sound(0, [0.0, 0.1], "boom.wav"),
        Command::Sprite(Box::new(flash)),
        Command::Burst(burst(7 | DRAW_THROUGH, 1, [4, 3], 5.0, "BLAST")),
        Command::Debris(burst(10, 16, [3, 2], 8.0, "STEEL")),
    ];
    effect(ONCE, 1.5, DELETE_AT_END | LET_GO | RUN_HIDDEN, 0x311, commands)
}

/// The more its owner is damaged, the thicker.
fn smoke() -> Fxid<'static> {
    effect(BY_DAMAGE, 1.0, RUN_HIDDEN, 0x001, vec![stream("NOISE")])
}

fn engine() -> Fxid<'static> {
    let glow = sprite(4, ALWAYS, even(1.0, 1.0), "BEACON");
    let flame = sprite(9, ALWAYS, even(0.5, 1.5), "BLAST");
    let commands = vec![
        light(ALWAYS, [0.2, 0.4, 1.0], 12.0),
        sound(2, ALWAYS, "engine.wav"),
        with_more!(FarSprite, glow, distance: 50.0),
        with_more!(OrientedSprite, flame, render_kind: 1, render_flag: 0),
    ];
    effect(ROUND, 0.5, JITTER | FOLD, 0x20C, commands)
}

fn bolt() -> Fxid<'static> {
    let beam = Bolt {
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
        material: material("STARS"),
    };
    let commands = vec![Command::Bolt(Box::new(beam)), sound(0, [0.0, 0.0], "bolt.wav")];
    effect(ONCE, 0.3, DELETE_AT_END | TO_TARGET, 0x20E, commands)
}

/// As nobody would make one: a command that does nothing, bits that mean nothing, and what an old name left behind.
fn leftovers() -> Fxid<'static> {
    let mut spark = sprite(3 | 0xABu32 << 16, [0.25, 0.75], even(1.0, 1.0), "STARS");
    spark.material.name.0[8..24].copy_from_slice(b"left from before");
    let commands = vec![Command::Nothing(Nothing { word: Word(6) }), Command::Sprite(Box::new(spark))];
    effect(0, 0.0, 0, 0x003, commands)
}

/// One sprite, and nothing that could be wrong with it.
pub(crate) fn spark() -> Fxid<'static> {
    let sprite = sprite(3, ALWAYS, even(1.0, 1.0), "STARS");
    effect(ONCE, 1.0, DELETE_AT_END, 0x003, vec![Command::Sprite(Box::new(sprite))])
}

pub(crate) fn bytes(effect: &Fxid<'_>) -> Vec<u8> {
    effect.to_bytes().unwrap_or_else(|e| panic!("ngi.fxid: {e}"))
}

fn library(kind: &Value, all: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let entries: Vec<Entry<'_>> =
        all.iter().map(|(name, bytes)| (*name, kind.clone(), bytes.as_slice())).collect();
    archive("ngi.nres", Value::Null, &entries)
}

pub(crate) fn effects() -> Vec<u8> {
    let all = [
        ("explosion", explosion()),
        ("smoke", smoke()),
        ("engine", engine()),
        ("bolt", bolt()),
        ("spark", spark()),
        ("leftovers", leftovers()),
        ("empty", effect(0, 0.0, 0, 0x000, vec![])),
    ];
    library(&json!({"type": "FXID", "attr3": 1}), &all.map(|(name, effect)| (name, bytes(&effect))))
}

/// A tone that fades, at 8 bits and 11025 Hz, as a WAV file.
fn tone(samples: u32, period: u32) -> Vec<u8> {
    let wave = |i: u32| {
        let loudness = 100 * (samples - i) / samples;
        let up = i % period < period / 2;
        (if up { 128 + loudness } else { 128 - loudness }) as u8
    };
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

pub(crate) fn sounds() -> Vec<u8> {
    let all = [("boom.wav", tone(2000, 200)), ("engine.wav", tone(1000, 100)), ("bolt.wav", tone(500, 20))];
    library(&json!({"type": "SWAV", "attr3": 1}), &all)
}
