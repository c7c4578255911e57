//! How time passes for an effect, and what its commands make of it.
//!
//! Nothing here has a clock, an owner or a chance of its own: all that is asked for.

use super::command::{Channel, Curve, Scatter, Sound};
use super::{Flags, Header};

/// From when to when an effect runs, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    pub start: f64,
    pub end: f64,
}

impl Run {
    pub fn new(start: f64, header: &Header) -> Self {
        Self { start, end: start + 1000.0 * f64::from(header.duration) }
    }

    /// 0 at the start, 1 at the end, and on beyond. What takes no time is over at once.
    pub fn progress(&self, now: f64) -> f32 {
        let length = self.end - self.start;
        if length == 0.0 { 1.0 } else { ((now - self.start) / length) as f32 }
    }
}

/// What modes 4 to 17 ask the owner for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Owner {
    /// The animation of one of its nodes.
    pub node: f32,
    /// As part of its top speed.
    pub speed: f32,
    pub speed_axes: [f32; 3],
    /// As part of its top spin.
    pub spin: f32,
    pub spin_axes: [f32; 3],
    /// Of the point that the effect is attached to.
    pub attach: f32,
    /// What is left of its life, 1 for all.
    pub life: f32,
}

/// All that the time of an effect depends on besides its header.
#[derive(Clone, Copy, Debug)]
pub struct Inputs {
    pub run: Run,
    pub now: f64,
    /// Set by whoever started the effect; 0 until then.
    pub external: f32,
    pub owner: Owner,
    /// The time of the last tick, which modes 16 and 17 go by.
    pub previous: f32,
    /// What [`Random::spread`] gave for the header's jitter.
    pub jitter: f32,
    /// Bit 0 of the effect manager; who raises it is not known.
    pub manager_bit: bool,
}

impl Inputs {
    /// At a moment of a run, with nothing from outside.
    pub fn at(now: f64, run: Run) -> Self {
        let (external, owner, previous, jitter) = (0.0, Owner::default(), 0.0, 0.0);
        Self { run, now, external, owner, previous, jitter, manager_bit: false }
    }
}

/// The time of an effect, from 0 to 1. None in a mode that the engine is not known to have.
///
/// Whether an effect that is held at 0 still jitters is not known; here it does not.
pub fn effect_time(mode: u32, flags: Flags, inputs: &Inputs) -> Option<f32> {
    let mut t = raw_time(mode, inputs)?;
    if held(flags, inputs.manager_bit) {
        return Some(0.0);
    }
    if flags.times_progress() == 1 {
        t *= inputs.run.progress(inputs.now);
    }
    if flags.fold() == 1 {
        t = if t < 0.5 { 2.0 * t } else { 2.0 * (1.0 - t) };
    }
    if flags.jitter() == 1 {
        t += inputs.jitter;
    }
    // What is no number would pass every limit.
    Some(if t.is_nan() { 0.0 } else { t.clamp(0.0, 1.0) })
}

fn held(flags: Flags, manager_bit: bool) -> bool {
    flags.hold_clear() == 1 && !manager_bit || flags.hold_set() == 1 && manager_bit
}

/// The time before the flags have their say.
fn raw_time(mode: u32, inputs: &Inputs) -> Option<f32> {
    let owner = &inputs.owner;
    let progress = inputs.run.progress(inputs.now);
    Some(match mode {
        0 => inputs.external,
        1 => progress,
        2 => progress - progress.floor(),
        3 => 1.0 - progress,
        4 => owner.node,
        5 => owner.speed,
        6..=8 => owner.speed_axes[mode as usize - 6],
        9 => owner.spin,
        10..=12 => owner.spin_axes[mode as usize - 10],
        13 => 1.0 - owner.attach,
        14 => 1.0 - owner.life,
        15 => owner.speed.max(owner.spin),
        16 if owner.node > 0.0 => owner.node.max(inputs.previous),
        17 if owner.node < 1.0 => owner.node.min(inputs.previous),
        16 | 17 => owner.node,
        _ => return None,
    })
}

/// How far time is through a window; none outside. A window without length has only its beginning.
pub fn window_progress([low, high]: [f32; 2], t: f32) -> Option<f32> {
    let inside = low <= t && t <= high;
    inside.then(|| if high > low { (t - low) / (high - low) } else { 0.0 })
}

/// `from` at 0 and `to` at 1. The engine takes no power where it is 1.
fn curve(from: f32, to: f32, exp: f32, x: f32) -> f32 {
    let x = if exp == 1.0 { x } else { x.powf(exp) };
    from + (to - from) * x
}

impl Curve {
    pub fn at(&self, x: f32) -> f32 {
        curve(self.start, self.end, self.exp, x)
    }
}

impl Channel {
    /// For each axis. `x` is how far the window is through, or a particle's life.
    pub fn at(&self, x: f32) -> [f32; 3] {
        std::array::from_fn(|axis| curve(self.low[axis], self.high[axis], self.exp[axis], x))
    }
}

impl Scatter {
    /// The channel of one particle, by chance. Which axis draws first is not known.
    pub fn born(&self, random: &mut Random) -> Channel {
        let high = std::array::from_fn(|axis| self.high[axis] + random.spread(self.jitter[axis]));
        Channel { low: self.low, high, exp: self.exp }
    }
}

/// Where in the animation of its material a sprite or bolt is: 0 at the first key, 1 at the end. `x` is how far its
/// window is through, `seconds` how long the effect runs.
pub fn phase(curve: &Curve, x: f32, seconds: f32) -> f32 {
    let x = if curve.start < 0.0 { seconds } else { x };
    let part = Curve { start: curve.start.max(0.0), ..curve.clone() }.at(x).fract();
    // The engine replaces what the material could not use.
    if (0.0..=1.0).contains(&part) { part } else { 0.5 }
}

/// When a sound is heard.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Trigger {
    previous: f32,
}

impl Trigger {
    /// Whether a sound that is played once begins at this tick: when time has passed `low` since the last one.
    pub fn begins(&mut self, low: f32, t: f32) -> bool {
        let t = if t == 1.0 { 0.0 } else { t };
        let previous = std::mem::replace(&mut self.previous, t);
        previous <= t && previous <= low && low < t
    }
}

impl Sound {
    pub fn is_loop(&self) -> bool {
        matches!(self.mode, 2 | 3)
    }

    /// Whether it plays at this time, if it is a loop.
    pub fn loops_at(&self, t: f32) -> bool {
        let [low, high] = self.window;
        self.is_loop() && low <= t && t <= high
    }
}

/// The generator behind all chance in effects. The game seeds it by the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Random {
    low: u16,
    high: u16,
}

impl Random {
    pub fn seeded(seed: u32) -> Self {
        Self { low: seed as u16, high: (seed >> 16) as u16 }
    }

    /// Stays at 0 if it was seeded so.
    pub fn step(&mut self) -> u16 {
        self.low = (self.low << 1) ^ self.high;
        self.high = (self.high >> 1) ^ self.low;
        self.high
    }

    /// A number from -`width`/2 up to, but not including, `width`/2.
    pub fn spread(&mut self, width: f32) -> f32 {
        f32::from(self.step()) * width / 65536.0 - width / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUN: Run = Run { start: 1000.0, end: 3000.0 };

    fn time(mode: u32, flags: u32, change: impl FnOnce(&mut Inputs)) -> Option<f32> {
        let mut inputs = Inputs::at(1500.0, RUN);
        change(&mut inputs);
        effect_time(mode, Flags(flags), &inputs)
    }

    #[test]
    fn an_effect_that_takes_no_time_is_over_at_once() {
        let none = Run { start: 5.0, end: 5.0 };
        assert_eq!(effect_time(1, Flags(0), &Inputs::at(5.0, none)), Some(1.0));
        assert_eq!(effect_time(3, Flags(0), &Inputs::at(5.0, none)), Some(0.0));
    }

    #[test]
    fn modes_from_4_on_ask_the_owner() {
        let owner = Owner {
            node: 0.1,
            speed: 0.2,
            speed_axes: [0.3, 0.4, 0.5],
            spin: 0.6,
            spin_axes: [0.7, 0.8, 0.9],
            attach: 0.25,
            life: 0.125,
        };
        let all: Vec<_> = (4..=15).map(|mode| time(mode, 0, |inputs| inputs.owner = owner)).collect();
        let wanted = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.75, 0.875, 0.6];
        assert_eq!(all, wanted.map(Some));
        assert_eq!(time(18, 0, |_| {}), None);
    }

    #[test]
    fn modes_16_and_17_go_one_way_and_jump_back() {
        let at = |mode, node, previous| {
            time(mode, 0, |inputs| (inputs.owner.node, inputs.previous) = (node, previous)).unwrap()
        };
        assert_eq!((at(16, 0.6, 0.5), at(16, 0.4, 0.5), at(16, 0.0, 0.5)), (0.6, 0.5, 0.0));
        assert_eq!((at(17, 0.4, 0.5), at(17, 0.6, 0.5), at(17, 1.0, 0.5)), (0.4, 0.5, 1.0));
    }

    #[test]
    fn jitter_comes_after_the_fold_and_before_the_limits() {
        let jitter = |flags, jitter| time(1, flags, |inputs| inputs.jitter = jitter).unwrap();
        assert_eq!((jitter(0x00, 0.125), jitter(0x01, 0.125), jitter(0x21, 0.125)), (0.25, 0.375, 0.625));
        assert_eq!((jitter(0x01, -0.5), jitter(0x01, 2.0)), (0.0, 1.0));
    }

    #[test]
    fn the_manager_can_hold_an_effect_at_its_beginning() {
        let held = |flags, bit| time(3, flags, |inputs| inputs.manager_bit = bit).unwrap();
        assert_eq!((held(0x080, false), held(0x080, true)), (0.0, 0.75));
        assert_eq!((held(0x100, false), held(0x100, true)), (0.75, 0.0));
    }

    #[test]
    fn what_is_no_number_is_0() {
        assert_eq!(time(0, 0, |inputs| inputs.external = f32::NAN), Some(0.0));
        assert_eq!(effect_time(1, Flags(0), &Inputs::at(1.0, Run { start: 0.0, end: f64::NAN })), Some(0.0));
    }

    #[test]
    fn windows_are_passed_from_end_to_end() {
        let at = |t| window_progress([0.25, 0.75], t);
        assert_eq!([0.2, 0.25, 0.5, 0.75, 0.8].map(at), [None, Some(0.0), Some(0.5), Some(1.0), None]);
        assert_eq!((at(-1.0), at(f32::NAN)), (None, None));
        assert_eq!(window_progress([0.5, 0.5], 0.5), Some(0.0));
    }

    #[test]
    fn channels_go_from_low_to_high_by_their_power() {
        let channel = Channel { low: [0.0, 1.0, 2.0], high: [4.0, 1.0, 0.0], exp: [0.5, 1.0, 2.0] };
        assert_eq!(channel.at(0.0), [0.0, 1.0, 2.0]);
        assert_eq!(channel.at(0.25), [2.0, 1.0, 1.875]);
        assert_eq!(channel.at(1.0), [4.0, 1.0, 0.0]);
    }

    #[test]
    fn only_the_end_of_a_channel_is_scattered() {
        let scatter = Scatter { low: [1.0; 3], high: [2.0; 3], jitter: [0.0, 1.0, 4.0], exp: [1.0; 3] };
        let mut random = Random::seeded(1);
        let channel = scatter.born(&mut random);
        assert_eq!((channel.low, channel.at(0.0)), ([1.0; 3], [1.0; 3]));
        // The first numbers after this seed are 2, 7 and 8.
        let wanted = [2.0, 2.0 + 7.0 / 65536.0 - 0.5, 2.0 + 4.0 * 8.0 / 65536.0 - 2.0];
        assert_eq!(channel.high, wanted);
    }

    #[test]
    fn phases_run_by_the_window_or_by_seconds() {
        let curve = |start, end, exp| Curve { start, end, exp };
        assert_eq!(phase(&curve(0.0, 1.0, 1.0), 0.25, 9.0), 0.25);
        assert_eq!(phase(&curve(0.5, 1.5, 2.0), 0.5, 9.0), 0.75);
        assert_eq!(phase(&curve(0.0, 3.0, 1.0), 0.5, 9.0), 0.5);
        assert_eq!(phase(&curve(-1.0, 9.0, 1.0), 0.1, 0.25), 0.25);
        assert_eq!(phase(&curve(0.0, -1.5, 1.0), 0.5, 0.0), 0.5);
        assert_eq!(phase(&curve(0.0, f32::NAN, 1.0), 0.25, 0.0), 0.5);
    }

    #[test]
    fn a_sound_begins_once_in_every_round() {
        let mut trigger = Trigger::default();
        let heard = [0.0, 0.2, 0.4, 0.6, 1.0, 0.2, 0.4].map(|t| trigger.begins(0.3, t));
        assert_eq!(heard, [false, false, true, false, false, false, true]);
        let mut at_once = Trigger::default();
        assert_eq!([0.0, 0.1, 0.2].map(|t| at_once.begins(0.0, t)), [false, true, false]);
        // Switching off runs every command once at -1.
        assert_eq!([-1.0, 0.0, 0.1].map(|t| at_once.begins(0.0, t)), [false, false, true]);
    }
}
