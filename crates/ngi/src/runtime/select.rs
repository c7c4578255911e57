//! Which phase a moment falls on (spec 4.1 to 4.3): pure numbers, without materials.

use crate::mat0::{Animation, Key};

/// How the keys of an animation follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Loop,
    PingPong,
    OneShot,
    Random,
    /// 4 to 7, which no source explains; taken as a loop.
    Undefined(u32),
}

impl Mode {
    pub fn of(animation: &Animation) -> Self {
        match animation.motion.mode() {
            0 => Self::Loop,
            1 => Self::PingPong,
            2 => Self::OneShot,
            3 => Self::Random,
            other => Self::Undefined(other),
        }
    }
}

/// Two neighbouring keys and the way between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bracket {
    /// In milliseconds from the start of the animation.
    pub time: f32,
    pub key: usize,
    pub next: usize,
    /// How far from one to the other.
    pub factor: f32,
    /// The factor as the formula gives it, which is more than one on the edge.
    pub raw_factor: f32,
    /// The moment lies in no interval: it is the very end of the period (edge E1), or times do not ascend.
    pub edge: bool,
}

impl Bracket {
    /// A key alone, with nothing to blend.
    fn still(time: f32, key: usize) -> Self {
        Self { time, key, next: key, factor: 0.0, raw_factor: 0.0, edge: false }
    }

    /// The largest key whose interval holds `time`; else the first, clamped to its end (E1: whether the engine
    /// extrapolates there is unknown).
    fn at(keys: &[Key], time: f32) -> Self {
        let start = |key: usize| if key == 0 { 0.0 } else { f32::from(keys[key - 1].end) };
        let end = |key: usize| f32::from(keys[key].end);
        let found = (0..keys.len()).rfind(|&key| start(key) <= time && time < end(key));
        let key = found.unwrap_or(0);
        let length = end(key) - start(key);
        let raw_factor = if length == 0.0 { 0.0 } else { (time - start(key)) / length };
        let next = if key + 1 == keys.len() { 0 } else { key + 1 };
        Self { time, key, next, factor: raw_factor.min(1.0), raw_factor, edge: found.is_none() }
    }
}

/// What is there to be shown without a look at the time: nothing moves with fewer than two keys, or without a period.
/// (For none, or no period, S1 names index 0; spec 4.1 makes it a rule.)
fn motionless(animation: &Animation) -> Option<Bracket> {
    (animation.keys.len() < 2 || animation.period() == 0).then(|| Bracket::still(0.0, 0))
}

/// By game time (spec 4.2). In mode 3 the random time replaces `start_time`, as it does in the engine's wear record.
///
/// A game time before the start wraps to a huge distance: all arithmetic is unsigned.
pub fn by_time(
    animation: &Animation,
    game_time: u32,
    start_time: &mut u32,
    rand: impl FnOnce() -> u32,
) -> Bracket {
    if let Some(still) = motionless(animation) {
        return still;
    }
    let keys = &animation.keys;
    let period = u32::from(animation.period());
    let delta = game_time.wrapping_sub(*start_time);
    let (rounds, rest) = (delta / period, delta % period);
    let time = match Mode::of(animation) {
        Mode::PingPong if rounds % 2 == 1 => period - rest,
        Mode::OneShot if rounds > 0 => return Bracket::still(period as f32, keys.len() - 1),
        Mode::Random => {
            *start_time = rand() % period;
            *start_time
        }
        Mode::Loop | Mode::PingPong | Mode::OneShot | Mode::Undefined(_) => rest,
    };
    Bracket::at(keys, time as f32)
}

/// By a part of the period (spec 4.3): 0 to 1, and the middle for anything else. The mode is not asked (C), and the
/// time is not cut to whole milliseconds (C).
pub fn by_t(animation: &Animation, t: f32) -> Bracket {
    if let Some(still) = motionless(animation) {
        return still;
    }
    let t = if (0.0..=1.0).contains(&t) { t } else { 0.5 };
    Bracket::at(&animation.keys, t * f32::from(animation.period()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mat0::Motion;

    fn animation(mode: u32, ends: &[u16]) -> Animation {
        let key = |(i, end): (usize, &u16)| Key { phase: i as u16, end: *end, unk04: 0 };
        Animation { motion: Motion(mode), keys: ends.iter().enumerate().map(key).collect() }
    }

    /// The bracket as `(time, key, next, factor)`, and the start time afterwards.
    fn at(animation: &Animation, start: u32, game: u32) -> ((f32, usize, usize, f32), u32) {
        let mut start = start;
        let found = by_time(animation, game, &mut start, || 1249);
        ((found.time, found.key, found.next, found.factor), start)
    }

    #[test]
    fn the_table_of_worked_examples_in_section_8() {
        let looped = animation(0, &[100, 250, 400]);
        for (start, game, wanted) in [
            (1000, 1050, (50.0, 0, 1, 0.5)),
            (1000, 1100, (100.0, 1, 2, 0.0)),
            (1000, 1325, (325.0, 2, 0, 0.5)),
            (1000, 1400, (0.0, 0, 1, 0.0)),
            (5000, 4999, (95.0, 0, 1, 0.95)),
            (0xFFFF_FF00, 0x100, (112.0, 1, 2, 0.08)),
        ] {
            assert_eq!(at(&looped, start, game), (wanted, start), "{start} {game}");
        }
    }

    #[test]
    fn modes_differ_by_what_follows_the_first_round() {
        let ends = [100, 200];
        for (mode, wanted) in [
            (0, (50.0, 0, 1, 0.5)),
            (1, (150.0, 1, 0, 0.5)),
            (2, (200.0, 1, 1, 0.0)),
            (4, (50.0, 0, 1, 0.5)),
            (7, (50.0, 0, 1, 0.5)),
        ] {
            assert_eq!(at(&animation(mode, &ends), 0, 250), (wanted, 0), "{mode}");
        }
        assert_eq!(at(&animation(3, &ends), 7, 250), ((49.0, 0, 1, 0.49), 49), "1249 % 200");
    }

    #[test]
    fn the_end_of_the_period_is_no_interval_and_is_clamped() {
        let turning = animation(1, &[500, 1000]);
        let found = by_time(&turning, 1000, &mut 0, || 0);
        let wanted = Bracket { time: 1000.0, key: 0, next: 1, factor: 1.0, raw_factor: 2.0, edge: true };
        assert_eq!(found, wanted);
        assert_eq!(by_t(&turning, 1.0), wanted);
        assert!(by_t(&turning, 0.5) == Bracket::at(&turning.keys, 500.0) && !by_t(&turning, 0.5).edge);
    }

    #[test]
    fn a_part_beyond_the_whole_is_the_middle() {
        let looped = animation(2, &[100, 400]);
        for t in [-0.1, 1.5, f32::NAN, f32::INFINITY] {
            assert_eq!(by_t(&looped, t), by_t(&looped, 0.5), "{t}");
        }
    }

    #[test]
    fn without_motion_the_first_key_is_shown_and_chance_is_not_asked() {
        for (mode, ends) in [(0, &[][..]), (3, &[700]), (3, &[0, 0]), (1, &[5, 0])] {
            let never = || unreachable!("chance was asked");
            let mut start = 9;
            assert_eq!(by_time(&animation(mode, ends), 1234, &mut start, never), Bracket::still(0.0, 0));
            assert_eq!((by_t(&animation(mode, ends), 0.7), start), (Bracket::still(0.0, 0), 9));
        }
    }

    #[test]
    fn of_times_that_do_not_ascend_the_last_interval_that_fits_is_taken() {
        let mixed = animation(0, &[300, 100, 400]);
        assert_eq!(by_t(&mixed, 0.5).key, 2);
        let gap = animation(0, &[0, 50, 400]);
        let found = by_t(&gap, 0.0);
        assert_eq!((found.key, found.factor, found.edge), (1, 0.0, false));
    }
}
