//! A material over time, as the engine's material manager shows it.

use super::{Animation, Mat0, Phase};
use crate::runtime::select;
use crate::runtime::{CRuntime, NONE, Phase76, Random};
use relict_core::timeline::{Label, Look, Sample, Step, Swatch, Timeline, Track};

/// The engine draws a new random time at every frame. Here a frame lasts so many milliseconds, and the first one gets the
/// first number that a program without a seed of its own gets.
const FRAME: u32 = 40;

impl Timeline for Mat0<'_> {
    /// Animations are alternatives: one of them plays.
    fn tracks(&self) -> Vec<Track> {
        let track = |(i, animation): (usize, &Animation)| Track {
            label: Label::numbered("animation", i),
            name: String::new(),
            mode: animation.mode_word().unwrap_or("unknown"),
            length: animation.period().into(),
            by_clock: true,
            steps: animation.steps(),
        };
        self.animations.iter().enumerate().map(track).collect()
    }

    fn looks(&self) -> Vec<Look> {
        self.phases.iter().map(|phase| look(phase, &Phase76::of(phase, NONE))).collect()
    }

    fn play(&self, track: usize, time: f64) -> Option<Sample> {
        let animation = self.animations.get(track)?;
        // Up to the last moment that the engine's clock can show.
        let now = time as u32;
        let random = || CRuntime::default().after((now / FRAME).into()).rand();
        let bracket = select::by_time(animation, now, &mut 0, random);
        let (from, to) = (animation.phase_of(bracket.key), animation.phase_of(bracket.next));
        let (first, next) = (self.phases.get(from)?, self.phases.get(to)?);
        let [first_record, next_record] = [first, next].map(|phase| Phase76::of(phase, NONE));
        let shown = first_record.blended(&next_record, bracket.factor, animation.motion.mask());
        Some(Sample {
            time: now.into(),
            is_on: true,
            from: Some(from),
            to: Some(to),
            factor: bracket.factor,
            look: look(first, &shown),
        })
    }
}

/// What a phase looks like; `record` has its colours, blended or not. Texture, cell and power never are.
fn look(phase: &Phase, record: &Phase76) -> Look {
    let swatch = |name, rgba| Swatch { name, rgba };
    Look {
        swatches: vec![
            swatch("ambient", record.ambient),
            swatch("diffuse", record.diffuse),
            swatch("specular", record.specular),
            swatch("emissive", record.emissive),
        ],
        texture: phase.has_texture().then(|| phase.texture.show().into_owned()),
        cell: usize::try_from(phase.cell).ok().filter(|_| phase.has_texture()),
        numbers: vec![("alpha", record.ambient[3].into()), ("power", record.power.into())],
    }
}

impl Animation {
    /// From key to key. Where times do not ascend, a key has no time of its own.
    fn steps(&self) -> Vec<Step> {
        let mut start = 0;
        let mut steps = vec![];
        for (i, key) in self.keys.iter().enumerate() {
            let end = key.end.max(start);
            let (label, look) = (Label::numbered("phase", key.phase.into()), Some(self.phase_of(i)));
            steps.push(Step { start: start.into(), end: end.into(), label, look });
            start = end;
        }
        steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mat0::{Flags, Key, Motion};
    use relict_core::bytes::Bytes;
    use relict_core::record::{Chars, Field};

    fn phase(red: u8, texture: &[u8]) -> Phase {
        let mut phase = Phase::get(&[0; 34]);
        (phase.diffuse, phase.ambient_alpha, phase.cell) = ([red, 0, 0, 255], 50, -1);
        phase.texture = Chars::new(texture, true).unwrap();
        phase
    }

    /// Two phases, one to the other in 100 ms and back in 300.
    fn material(mode: u32) -> Mat0<'static> {
        let keys = vec![Key { phase: 0, end: 100, unk04: 0 }, Key { phase: 1, end: 400, unk04: 0 }];
        Mat0 {
            attr1: Flags(0),
            version: 6,
            surface: None,
            unk05: None,
            speed: None,
            damage: None,
            phases: vec![phase(0, b"A.0"), phase(255, b"")],
            // Diffuse is blended.
            animations: vec![Animation { motion: Motion(mode | 2 << 3), keys }],
            tail: Bytes::default(),
        }
    }

    fn red(sample: &Sample) -> f32 {
        sample.look.swatches.iter().find(|swatch| swatch.name == "diffuse").unwrap().rgba[0]
    }

    #[test]
    fn a_track_has_a_step_for_every_key() {
        let [track] = &material(1).tracks()[..] else { panic!() };
        assert_eq!((track.mode, track.length), ("ping-pong", 400.0));
        let steps: Vec<_> = track.steps.iter().map(|step| (step.start, step.end, step.look)).collect();
        assert_eq!(steps, [(0.0, 100.0, Some(0)), (100.0, 400.0, Some(1))]);
        let mut mixed = material(0);
        mixed.animations[0].keys[1].end = 50;
        assert_eq!(mixed.tracks()[0].steps[1], Step { start: 100.0, end: 100.0, ..track.steps[1].clone() });
    }

    #[test]
    fn colours_are_blended_as_the_engine_does_it_and_textures_are_not() {
        let looped = material(0);
        let at = |time| looped.play(0, time).unwrap();
        assert_eq!(
            (at(50.0).from, at(50.0).to, at(50.0).factor, red(&at(50.0))),
            (Some(0), Some(1), 0.5, 0.5)
        );
        assert_eq!((at(100.0).from, red(&at(100.0))), (Some(1), 1.0));
        assert_eq!((at(250.0).factor, red(&at(250.0))), (0.5, 0.5));
        assert_eq!((at(99.0).look.texture.as_deref(), at(100.0).look.texture), (Some("A.0"), None));
        assert_eq!(red(&at(450.0)), red(&at(50.0)));
        assert_eq!(red(&material(1).play(0, 450.0).unwrap()), red(&at(350.0)), "there and back");
        assert_eq!(red(&material(2).play(0, 450.0).unwrap()), 1.0, "once");
    }

    #[test]
    fn chance_is_the_same_every_time_and_differs_from_frame_to_frame() {
        let random = material(3);
        let factors = |random: &Mat0<'_>| -> Vec<f32> {
            (0..50).map(|frame| random.play(0, f64::from(frame * FRAME)).unwrap().factor).collect()
        };
        assert_eq!(factors(&random), factors(&material(3)));
        // The first numbers of the C runtime are 41 and 18467.
        let first = random.play(0, 0.0).unwrap();
        assert_eq!((first.from, first.factor), (Some(0), 0.41));
        let second = random.play(0, f64::from(FRAME)).unwrap();
        assert_eq!((second.from, second.factor), (Some(0), 0.67));
        assert_eq!(random.play(0, f64::from(FRAME) - 1.0).unwrap().factor, first.factor);
    }

    #[test]
    fn odd_questions_and_odd_materials_get_an_answer() {
        let mut odd = material(0);
        assert_eq!(odd.play(1, 0.0), None);
        for time in [-1.0, f64::NAN, f64::INFINITY, 1e300] {
            assert!(odd.play(0, time).is_some(), "{time}");
        }
        odd.animations[0].keys[1].phase = 9;
        assert_eq!(odd.play(0, 200.0), None, "no such phase");
        odd.animations[0].keys.clear();
        assert_eq!((odd.tracks()[0].length, odd.play(0, 5.0).unwrap().from), (0.0, Some(0)));
        odd.phases.clear();
        assert_eq!(odd.play(0, 0.0), None);
    }
}
