//! Effects with commands of every kind, and the sounds that they play.

use crate::make::fxid::{
    ALWAYS, BY_DAMAGE, DELETE_AT_END, DRAW_THROUGH, FOLD, JITTER, LET_GO, ONCE, ROUND, RUN_HIDDEN, TO_TARGET,
    beam, burst, effect, even, far, light, line, oriented, rising, scattered, sound, sprite, stream, wav,
};
use crate::paint::grain::grain;
use relict_toolkit::ngi::fxid::Fxid;
use relict_toolkit::ngi::fxid::command::{Burst, Command, Nothing, Sprite, Stream, Word};

/// Opcodes.
const SPRITE: u32 = 3;
const FAR_SPRITE: u32 = 4;
const BURST: u32 = 7;
const ORIENTED: u32 = 9;
const DEBRIS: u32 = 10;

fn shown(sprite: Sprite) -> Command {
    Command::Sprite(Box::new(sprite))
}

/// A flash, a ball of fire in three pieces, sparks, scraps, and smoke that stays.
fn explosion() -> Fxid<'static> {
    let flash = sprite(SPRITE | DRAW_THROUGH, [0.0, 0.15], even(2.0, 9.0), "STARS");
    let ball = |start: f32, size: f32| sprite(SPRITE, [start, start + 0.5], even(size, size * 2.5), "BLAST");
    let sparks = Burst {
        life: 0.8,
        drag: 0.6,
        size: scattered(&even(0.4, 0.1), 0.2),
        ..*burst(BURST | DRAW_THROUGH, 1, [6, 4], 7.0, "STARS")
    };
    let commands = vec![
        light([0.0, 0.4], [3.0, 2.0, 0.5], 40.0),
        sound(0, [0.0, 0.1], "boom.wav"),
        shown(flash),
        shown(ball(0.0, 3.0)),
        shown(ball(0.08, 2.0)),
        Command::Burst(Box::new(sparks)),
        Command::Burst(burst(BURST, 0, [4, 3], 4.0, "BLAST")),
        Command::Debris(burst(DEBRIS, 16, [4, 3], 8.0, "STEEL")),
        Command::Debris(burst(DEBRIS, 32, [3, 2], 5.0, "TANKBURN")),
        Command::Burst(burst(BURST, 0, [5, 2], 6.0, "SMOKE")),
    ];
    effect(ONCE, 2.0, DELETE_AT_END | LET_GO | RUN_HIDDEN, 0x311, commands)
}

/// A tongue before the barrel, and what it lights up.
fn muzzle() -> Fxid<'static> {
    let tongue = Sprite {
        direction_low: [0.0, 1.0, 0.0],
        direction_high: [0.0, 1.0, 0.0],
        ..sprite(ORIENTED, [0.0, 0.5], even(0.6, 1.8), "FIRE")
    };
    let commands = vec![
        light([0.0, 0.6], [2.0, 1.4, 0.6], 18.0),
        sound(0, [0.0, 0.0], "shot.wav"),
        oriented(tongue, 1, 0),
        shown(sprite(SPRITE | DRAW_THROUGH, [0.0, 0.3], even(1.0, 2.0), "STARS")),
        Command::Burst(burst(BURST, 0, [3, 2], 1.5, "SMOKE")),
    ];
    effect(ONCE, 0.4, DELETE_AT_END | LET_GO, 0x20C, commands)
}

/// The more its owner is damaged, the thicker.
fn smoke() -> Fxid<'static> {
    effect(BY_DAMAGE, 1.0, RUN_HIDDEN, 0x001, vec![stream("SMOKE")])
}

/// Round and round: slow puffs, carried by a wind.
fn chimney() -> Fxid<'static> {
    let Command::Stream(plain) = stream("SMOKE") else { unreachable!("a stream is a stream") };
    let drift = Stream {
        interval_start: 0.35,
        interval_end: 0.35,
        ring: 24,
        fade: line(0.7, 0.0),
        position: scattered(&crate::make::fxid::channel([0.0; 3], [4.0, -1.5, 9.0]), 1.5),
        size: scattered(&even(1.5, 6.0), 0.5),
        ..*plain
    };
    effect(
        ROUND,
        8.0,
        RUN_HIDDEN,
        0x001,
        vec![Command::Stream(Box::new(drift)), light(ALWAYS, [0.6, 0.25, 0.1], 4.0)],
    )
}

/// Flames that lick, embers that rise, and a light that is never still.
fn fire() -> Fxid<'static> {
    let commands = vec![
        light(ALWAYS, [1.4, 0.7, 0.2], 14.0),
        sound(2, ALWAYS, "fire.wav"),
        shown(sprite(SPRITE, [0.0, 0.7], even(1.2, 1.8), "FIRE")),
        shown(sprite(SPRITE, [0.3, 1.0], even(0.8, 1.4), "FIRE")),
        Command::Burst(burst(BURST, 1, [5, 2], 4.0, "STARS")),
        stream("SMOKE"),
    ];
    effect(ROUND, 1.2, JITTER | FOLD | RUN_HIDDEN, 0x20C, commands)
}

fn engine() -> Fxid<'static> {
    let glow = sprite(FAR_SPRITE, ALWAYS, even(1.0, 1.0), "JET");
    let flame = sprite(ORIENTED, ALWAYS, even(0.5, 1.5), "JET");
    let commands = vec![
        light(ALWAYS, [0.2, 0.4, 1.0], 12.0),
        sound(2, ALWAYS, "engine.wav"),
        far(glow, 50.0),
        oriented(flame, 1, 0),
    ];
    effect(ROUND, 0.5, JITTER | FOLD, 0x20C, commands)
}

/// What tracks and feet throw up.
fn dust() -> Fxid<'static> {
    let cloud = Burst { life: 1.0, ..*burst(BURST, 0, [4, 2], 1.2, "SAND") };
    effect(
        ONCE,
        1.2,
        DELETE_AT_END | LET_GO,
        0x001,
        vec![Command::Burst(Box::new(cloud)), Command::Burst(burst(BURST, 0, [3, 1], 1.8, "SMOKE"))],
    )
}

/// Sparks and a crackle.
fn repair() -> Fxid<'static> {
    let commands = vec![
        light([0.0, 0.3], [0.6, 0.8, 1.6], 8.0),
        light([0.5, 0.7], [0.6, 0.8, 1.6], 8.0),
        sound(0, [0.0, 0.0], "weld.wav"),
        Command::Burst(burst(BURST | DRAW_THROUGH, 1, [7, 2], 2.0, "STARS")),
    ];
    effect(ROUND, 0.9, JITTER, 0x003, commands)
}

/// A dome that flares up where it is hit.
fn shield() -> Fxid<'static> {
    let dome = sprite(ORIENTED, [0.0, 1.0], even(4.0, 4.6), "SHIELD");
    let ring = sprite(SPRITE, [0.0, 0.5], even(0.5, 5.0), "JET");
    let commands = vec![oriented(dome, 2, 1), shown(ring), sound(0, [0.0, 0.0], "hum.wav")];
    effect(ONCE, 0.8, DELETE_AT_END, 0x20E, commands)
}

fn bolt() -> Fxid<'static> {
    let commands = vec![beam("BOLT"), sound(0, [0.0, 0.0], "bolt.wav"), light(ALWAYS, [0.4, 0.6, 2.0], 16.0)];
    effect(ONCE, 0.3, DELETE_AT_END | TO_TARGET, 0x20E, commands)
}

/// One sprite, and nothing else.
fn spark() -> Fxid<'static> {
    effect(
        ONCE,
        1.0,
        DELETE_AT_END,
        0x003,
        vec![shown(Sprite { position: rising(0.5), ..sprite(SPRITE, ALWAYS, even(1.0, 1.0), "STARS") })],
    )
}

/// As nobody would make one: a command that does nothing, bits that mean nothing, and what an old name left behind.
fn leftovers() -> Fxid<'static> {
    let mut spark = sprite(SPRITE | 0xABu32 << 16, [0.25, 0.75], even(1.0, 1.0), "STARS");
    spark.material.name.0[8..24].copy_from_slice(b"left from before");
    let commands = vec![Command::Nothing(Nothing { word: Word(6) }), shown(spark)];
    effect(0, 0.0, 0, 0x003, commands)
}

pub(super) fn all() -> Vec<(&'static str, Fxid<'static>)> {
    vec![
        ("explosion", explosion()),
        ("muzzle", muzzle()),
        ("smoke", smoke()),
        ("chimney", chimney()),
        ("fire", fire()),
        ("engine", engine()),
        ("dust", dust()),
        ("repair", repair()),
        ("shield", shield()),
        ("bolt", bolt()),
        ("spark", spark()),
        ("leftovers", leftovers()),
        ("empty", effect(0, 0.0, 0, 0x000, vec![])),
    ]
}

/// Noise that is held for so many samples, and loud by so much of 100.
fn hiss(i: u32, held: u32, loud: u32, seed: i32) -> u8 {
    let noise = grain((i / held) as i32, 0, seed) - 128;
    (128 + noise * loud.min(100) as i32 / 100) as u8
}

/// Up and down in so many samples.
fn hum(i: u32, period: u32, loud: u32) -> u8 {
    let (at, half) = (i % period, period / 2);
    let wave = if at < half { at } else { period - at } as i32 * 256 / half as i32 - 128;
    (128 + wave * loud.min(100) as i32 / 100) as u8
}

pub(super) fn sounds() -> Vec<(&'static str, Vec<u8>)> {
    let fading = |i: u32, long: u32| 100 * (long - i) / long;
    vec![
        ("boom.wav", wav(9000, |i| hiss(i, 2 + i / 500, fading(i, 9000), 1))),
        ("shot.wav", wav(3000, |i| hiss(i, 1 + i / 400, fading(i, 3000), 2))),
        ("fire.wav", wav(6000, |i| hiss(i, 1, 12 + hiss(i, 300, 40, 4) as u32 / 6, 3))),
        ("engine.wav", wav(4400, |i| hum(i, 88, 40) / 2 + hum(i, 44, 30) / 2)),
        ("weld.wav", wav(4000, |i| hiss(i, 1, if grain(i as i32 / 200, 1, 5) > 110 { 60 } else { 4 }, 6))),
        ("bolt.wav", wav(2600, |i| hum(i, 20 + i / 40, fading(i, 2600)))),
        ("hum.wav", wav(4000, |i| hum(i, 60 - i / 200, fading(i, 4000) / 2))),
    ]
}
