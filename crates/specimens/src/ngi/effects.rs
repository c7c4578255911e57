//! Effects with commands of every opcode, and the sounds that they play.

use relict_samples::make::fxid::{
    ALWAYS, BY_DAMAGE, DELETE_AT_END, DRAW_THROUGH, FOLD, JITTER, LET_GO, ONCE, ROUND, RUN_HIDDEN, TO_TARGET,
    beam, burst, bytes, effect, even, far, library, light, oriented, sound, sprite, stream, tone,
};
use relict_toolkit::ngi::fxid::Fxid;
use relict_toolkit::ngi::fxid::command::{Command, Nothing, Word};
use serde_json::json;

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
        far(glow, 50.0),
        oriented(flame, 1, 0),
    ];
    effect(ROUND, 0.5, JITTER | FOLD, 0x20C, commands)
}

fn bolt() -> Fxid<'static> {
    let commands = vec![beam("STARS"), sound(0, [0.0, 0.0], "bolt.wav")];
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

pub(crate) fn sounds() -> Vec<u8> {
    let all = [("boom.wav", tone(2000, 200)), ("engine.wav", tone(1000, 100)), ("bolt.wav", tone(500, 20))];
    library(&json!({"type": "SWAV", "attr3": 1}), &all)
}
