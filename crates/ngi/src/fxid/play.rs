//! An effect over time: when each of its commands does something.

use super::command::{Command, Resource};
use super::time::{Inputs, Owner, Run, effect_time, window_progress};
use super::{Flags, Fxid, Header, SHOWN, words};
use relict_core::timeline::{Label, Look, Sample, Step, Swatch, Timeline, Track};

/// What effects take that have no duration of their own and are driven by something else than the clock.
const UNTIMED: f64 = 1000.0;

/// The modes that go by the clock: once, in a loop, backwards.
const BY_CLOCK: std::ops::RangeInclusive<u32> = 1..=3;
const ONCE: u32 = 1;
const LOOP: u32 = 2;

/// How time passes for a whole effect. Jitter is left out, and nothing holds the effect at its beginning unless it always
/// would. What the owner of the effect gives (its speed, its life, the animation of a node) rises evenly from 0 to 1.
struct Clock<'c> {
    header: &'c Header,
    /// Of one round, in milliseconds.
    length: f64,
}

impl<'c> Clock<'c> {
    fn of(header: &'c Header) -> Self {
        let stated = f64::from(header.duration) * 1000.0;
        let stated = if stated.is_finite() { stated.max(0.0) } else { 0.0 };
        let length = if stated == 0.0 && !by_clock(header) { UNTIMED } else { stated };
        Self { header, length }
    }

    /// The effect's own time, 0 to 1, when so much of a round is over. None in an unknown mode.
    fn at(&self, part: f32) -> Option<f32> {
        // A round of a loop is like one that is not repeated, but does not begin anew at its very end.
        let mode = if self.header.time_mode == LOOP { ONCE } else { self.header.time_mode };
        let flags = Flags(self.header.flags.0 & !JITTER);
        let [speed_axes, spin_axes] = [[part; 3]; 2];
        let owner =
            Owner { node: part, speed: part, speed_axes, spin: part, spin_axes, attach: part, life: part };
        let run = Run { start: 0.0, end: 1.0 };
        let manager_bit = flags.hold_clear() == 1;
        let (now, previous) = (part.into(), part);
        effect_time(
            mode,
            flags,
            &Inputs { run, now, external: part, owner, previous, jitter: 0.0, manager_bit },
        )
    }

    /// How much of a round is over; a loop begins anew.
    fn part(&self, time: f64) -> f32 {
        let part = if self.length > 0.0 { time.max(0.0) / self.length } else { 1.0 };
        let part = if self.header.time_mode == LOOP { part.fract() } else { part.min(1.0) };
        if part.is_nan() { 0.0 } else { part as f32 }
    }

    /// The stretches of a round in which the effect's time is inside a window, as parts of it.
    fn inside(&self, [low, high]: [f32; 2]) -> Vec<(f32, f32)> {
        let mut found: Vec<(f32, f32)> = vec![];
        for pair in TURNS.windows(2) {
            let Some((start, end)) = self.inside_piece(pair[0], pair[1], low, high) else { continue };
            match found.last_mut() {
                Some(last) if last.1 >= start => last.1 = end,
                _ => found.push((start, end)),
            }
        }
        found
    }

    /// The same between two turns, where time only rises or only falls.
    fn inside_piece(&self, start: f32, end: f32, low: f32, high: f32) -> Option<(f32, f32)> {
        let (first, last) = (self.at(start)?, self.at(end)?);
        let (least, most) = (first.min(last), first.max(last));
        // A window that is none, or whose limits are no numbers, is never inside.
        let meets = low <= high && low <= most && least <= high;
        if !meets {
            return None;
        }
        let rising = first <= last;
        let (enters, leaves) = if rising { (low, high) } else { (high, low) };
        let passed = |t: f32, limit: f32| if rising { t >= limit } else { t <= limit };
        let beyond = |t: f32, limit: f32| if rising { t > limit } else { t < limit };
        let from = self.turning_point(start, end, |t| passed(t, enters));
        let to = self.turning_point(start, end, |t| beyond(t, leaves));
        Some((from, to.max(from)))
    }

    /// The first moment between two at which something holds that goes on to hold; the last, if it never does.
    fn turning_point(&self, mut start: f32, mut end: f32, holds: impl Fn(f32) -> bool) -> f32 {
        let holds = |part| self.at(part).is_some_and(&holds);
        if holds(start) {
            return start;
        }
        for _ in 0..HALVINGS {
            let middle = f32::midpoint(start, end);
            if holds(middle) { end = middle } else { start = middle }
        }
        end
    }
}

/// Where the time of an effect may turn, as parts of a round: folded at half of its way, which it reaches at half of the
/// round or, multiplied by its progress, at the root of that.
const TURNS: [f32; 4] = [0.0, 0.5, std::f32::consts::FRAC_1_SQRT_2, 1.0];
/// Enough for every float in a round.
const HALVINGS: usize = 32;
const JITTER: u32 = 1;

fn by_clock(header: &Header) -> bool {
    BY_CLOCK.contains(&header.time_mode)
}

impl Timeline for Fxid<'_> {
    /// One for each command; they all play at once.
    fn tracks(&self) -> Vec<Track> {
        let clock = Clock::of(&self.header);
        let track = |command: &Command| Track {
            label: Label::word(command.kind().word),
            name: command.resource().map(|named| named.name.show().into_owned()).unwrap_or_default(),
            mode: words::time_mode(self.header.time_mode).unwrap_or("unknown"),
            length: clock.length,
            by_clock: by_clock(&self.header),
            steps: command.steps(&clock),
        };
        self.commands.iter().take(SHOWN).map(track).collect()
    }

    fn looks(&self) -> Vec<Look> {
        vec![]
    }

    fn play(&self, track: usize, time: f64) -> Option<Sample> {
        let command = self.commands.get(track).filter(|_| track < SHOWN)?;
        let clock = Clock::of(&self.header);
        let t = clock.at(clock.part(time))?;
        let through = command.window().and_then(|window| window_progress(window, t));
        let look = through.map_or_else(Look::default, |x| command.look(x));
        let (is_on, factor) = (through.is_some(), through.unwrap_or_default());
        Some(Sample { time, is_on, from: None, to: None, factor, look })
    }
}

impl Command {
    fn resource(&self) -> Option<&Resource> {
        self.material().or(self.sound())
    }

    /// When it does something.
    fn steps(&self, clock: &Clock<'_>) -> Vec<Step> {
        let Some(window) = self.window() else { return vec![] };
        let label = Label::word(self.kind().word);
        let at = |part: f32| f64::from(part) * clock.length;
        let step = |(start, end)| Step { start: at(start), end: at(end), label, look: None };
        clock.inside(window).into_iter().map(step).collect()
    }

    /// The colour of a light, the alpha of what is drawn, when so much of the window is over. Chance is left out.
    fn look(&self, x: f32) -> Look {
        let mix = |start: f32, end: f32| start + (end - start) * x;
        let colour = |from: &[f32; 4], to: &[f32; 4]| std::array::from_fn(|i| mix(from[i], to[i]));
        let swatches = match self {
            Self::Light(light) => {
                vec![Swatch { name: "colour", rgba: colour(&light.colour_start, &light.colour_end) }]
            }
            _ => vec![],
        };
        let alpha = match self {
            Self::Sprite(sprite) => Some(sprite.fade.at(x)),
            Self::FarSprite(sprite) => Some(sprite.fade.at(x)),
            Self::OrientedSprite(sprite) => Some(sprite.fade.at(x)),
            Self::Bolt(bolt) => Some(mix(bolt.fade_start, bolt.fade_end)),
            _ => None,
        };
        let numbers = alpha.map(|alpha| ("alpha", f64::from(alpha))).into_iter().collect();
        Look { swatches, numbers, ..Look::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict_core::bytes::Cursor;
    use relict_core::format::{Format, Origin};

    /// An effect of two seconds with one light, whose window this is.
    fn effect(mode: u32, flags: u32, window: [f32; 2]) -> Vec<u8> {
        let mut bytes = vec![0; 60 + 224];
        let mut put = |at: usize, four: [u8; 4]| bytes[at..at + 4].copy_from_slice(&four);
        put(0, 1u32.to_le_bytes());
        put(4, mode.to_le_bytes());
        put(8, 2f32.to_le_bytes());
        put(16, flags.to_le_bytes());
        put(60, 1u32.to_le_bytes());
        put(68, window[0].to_le_bytes());
        put(72, window[1].to_le_bytes());
        // Its red goes from 0 to 1.
        put(60 + 0x50, 1f32.to_le_bytes());
        bytes
    }

    fn read(bytes: &[u8]) -> Fxid<'_> {
        Fxid::read(&mut Cursor::new(bytes), Origin::default()).unwrap()
    }

    /// When the light is on, in whole milliseconds.
    fn on(mode: u32, flags: u32, window: [f32; 2]) -> Vec<(i64, i64)> {
        let bytes = effect(mode, flags, window);
        let [track] = &read(&bytes).tracks()[..] else { panic!() };
        assert_eq!((track.length, track.by_clock), (2000.0, (1..=3).contains(&mode)));
        let whole = |step: &Step| (step.start.round() as i64, step.end.round() as i64);
        track.steps.iter().map(whole).collect()
    }

    #[test]
    fn windows_lie_where_the_clock_of_the_effect_leads_to_them() {
        let window = [0.25, 0.5];
        assert_eq!(on(1, 0, window), [(500, 1000)]);
        assert_eq!(on(2, 0, window), [(500, 1000)]);
        assert_eq!(on(3, 0, window), [(1000, 1500)]);
        assert_eq!(on(1, 0x20, window), [(250, 500), (1500, 1750)], "there and back");
        assert_eq!(on(1, 0x20, [0.75, 1.0]), [(750, 1250)], "over the turn");
        assert_eq!(on(1, 0x200, window), [(1000, 1414)], "times progress");
        assert_eq!(on(5, 0, window), [(500, 1000)], "as the owner's speed rises");
        assert_eq!(on(13, 0, window), [(1000, 1500)], "as it attaches");
        assert_eq!(on(1, 0x80, window), [(500, 1000)], "nothing holds it");
        assert_eq!(on(1, 0x180, window), [], "held for ever");
        assert_eq!(on(1, 0x180, [0.0, 0.1]), [(0, 2000)]);
    }

    #[test]
    fn odd_windows_get_an_answer() {
        assert_eq!(on(1, 0, [0.5, 0.5]), [(1000, 1000)]);
        assert_eq!(on(1, 0, [-1.0, 2.0]), [(0, 2000)]);
        for window in [[0.6, 0.5], [1.5, 2.0], [f32::NAN, 1.0], [0.0, f32::NAN]] {
            assert_eq!(on(1, 0, window), [], "{window:?}");
        }
        assert_eq!(on(99, 0, [0.0, 1.0]), []);
    }

    #[test]
    fn a_sample_is_what_the_command_does_at_that_moment() {
        let bytes = effect(1, 0, [0.25, 0.75]);
        let once = read(&bytes);
        let at = |time: f64| once.play(0, time).unwrap();
        assert!(!at(499.0).is_on && at(500.0).is_on && at(1500.0).is_on && !at(1501.0).is_on);
        assert_eq!((at(1000.0).factor, at(1000.0).look.swatches[0].rgba[0]), (0.5, 0.5));
        assert!(!at(3000.0).is_on);
        let bytes = effect(2, 0, [0.25, 0.75]);
        let looped = read(&bytes);
        assert_eq!(looped.play(0, 3000.0).unwrap().factor, 0.5);
        assert_eq!((looped.play(1, 0.0), looped.looks()), (None, vec![]));
        for time in [f64::NAN, f64::INFINITY, -5.0] {
            assert!(looped.play(0, time).is_some());
        }
    }

    #[test]
    fn the_steps_are_where_samples_are_on() {
        for mode in 0..=17 {
            for flags in [0, 0x20, 0x200, 0x220] {
                let bytes = effect(mode, flags, [0.3, 0.45]);
                let effect = read(&bytes);
                let steps = effect.tracks().remove(0).steps;
                for time in (0..2000).map(f64::from) {
                    let inside = steps.iter().any(|step| step.start <= time && time <= step.end);
                    let near =
                        steps.iter().any(|s| (s.start - time).abs() < 1.0 || (s.end - time).abs() < 1.0);
                    let is_on = effect.play(0, time).unwrap().is_on;
                    assert!(inside == is_on || near, "mode {mode} flags {flags:#x} at {time}");
                }
            }
        }
    }

    #[test]
    fn an_effect_without_time_is_over_at_once_or_driven_by_others() {
        let mut bytes = effect(1, 0, [0.0, 0.5]);
        bytes[8..12].copy_from_slice(&0f32.to_le_bytes());
        let track = read(&bytes).tracks().remove(0);
        assert_eq!(track.length, 0.0);
        assert!(!read(&bytes).play(0, 0.0).unwrap().is_on);
        bytes[4] = 14;
        assert_eq!(read(&bytes).tracks()[0].length, UNTIMED);
        bytes[8..12].copy_from_slice(&f32::NAN.to_le_bytes());
        assert_eq!(read(&bytes).tracks()[0].length, UNTIMED);
    }
}
