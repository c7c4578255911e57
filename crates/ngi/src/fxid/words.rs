//! What the numbers of a header mean, as words of the catalogue. Behind their first dash they are plain names.

use super::{Flags, Settings};

/// By the number of the mode.
pub static TIME_MODES: [&str; 18] = [
    "time-external",
    "time-once",
    "time-loop",
    "time-backwards",
    "time-node",
    "time-speed",
    "time-speed-x",
    "time-speed-y",
    "time-speed-z",
    "time-spin",
    "time-spin-x",
    "time-spin-y",
    "time-spin-z",
    "time-attach",
    "time-damage",
    "time-motion",
    "time-node-rising",
    "time-node-falling",
];

/// By bit.
pub static FLAGS: [(u32, &str); 16] = [
    (0x1, "fx-jitter"),
    (0x2, "fx-delete-at-end"),
    (0x4, "fx-let-go"),
    (0x8, "fx-shift"),
    (0x10, "fx-run-hidden"),
    (0x20, "fx-fold"),
    (0x40, "fx-start-off"),
    (0x80, "fx-hold-clear"),
    (0x100, "fx-hold-set"),
    (0x200, "fx-times-progress"),
    (0x400, "fx-hide-with-point"),
    (0x800, "fx-pass-only"),
    (0x1000, "fx-to-target"),
    (0x2000, "fx-no-fog"),
    (0x8000, "fx-skip-second-test"),
    (0x1_0000, "fx-unused"),
];

/// By group and switch.
pub static SETTINGS: [(u32, &str); 20] = [
    (0x000, "fx-dust"),
    (0x001, "fx-smoke"),
    (0x002, "fx-engine-fire"),
    (0x003, "fx-explosions"),
    (0x004, "fx-shields"),
    (0x005, "fx-lights"),
    (0x106, "fx-dust"),
    (0x107, "fx-smoke"),
    (0x108, "fx-explosions"),
    (0x109, "fx-shields"),
    (0x10A, "fx-lights"),
    (0x10F, "fx-lights"),
    (0x20B, "fx-smoke"),
    (0x20C, "fx-engine-fire"),
    (0x20D, "fx-explosions"),
    (0x20E, "fx-gun-fire"),
    (0x310, "fx-smoke"),
    (0x311, "fx-explosions"),
    (0x312, "fx-gun-fire"),
    (0x313, "fx-lights"),
];

pub(super) fn plain(word: &'static str) -> &'static str {
    word.split_once('-').map_or(word, |(_, name)| name)
}

pub(super) fn time_mode(mode: u32) -> Option<&'static str> {
    TIME_MODES.get(mode as usize).copied()
}

pub(super) fn settings(settings: Settings) -> Option<&'static str> {
    SETTINGS.iter().find(|(id, _)| *id == settings.0).map(|(_, word)| *word)
}

/// Those that are set and known.
pub(super) fn set_flags(flags: Flags) -> impl Iterator<Item = (u32, &'static str)> {
    FLAGS.iter().copied().filter(move |(bit, _)| flags.0 & bit != 0)
}

pub(super) fn unknown_flags(flags: Flags) -> u32 {
    FLAGS.iter().fold(flags.0, |rest, (bit, _)| rest & !bit)
}
