//! What plays over time, in words and for programs: the tracks of a material or an effect, and samples of them.

use crate::answer::page;
use crate::messages::Catalogue;
use relict_core::args;
use relict_core::timeline::{Label, Look, Sample, Step, Swatch, Track};

/// More samples than this are not made at once.
pub const MOST_SAMPLES: usize = 10_000;

/// Puts in words what plays. `find` knows where a texture is, by its name.
pub fn timeline(
    played: &dyn relict_core::timeline::Timeline,
    catalogue: &Catalogue,
    find: &dyn Fn(&str) -> Option<String>,
) -> page::Timeline {
    let teller = Teller { catalogue, find };
    let looks = played.looks().into_iter().enumerate();
    page::Timeline {
        tracks: played.tracks().into_iter().map(|track| teller.track(track)).collect(),
        phases: looks.map(|(i, look)| teller.look(i, look)).collect(),
    }
}

/// Evenly spaced moments from one time to another, both included. None if there is no such track; what the engine could
/// not show is left out.
pub fn samples(
    played: &dyn relict_core::timeline::Timeline,
    track: usize,
    from: f64,
    to: f64,
    count: usize,
) -> Option<Vec<page::Sample>> {
    let count = count.clamp(1, MOST_SAMPLES);
    let step = if count > 1 { (to - from) / (count - 1) as f64 } else { 0.0 };
    if track >= played.tracks().len() {
        return None;
    }
    let sample = |i: usize| played.play(track, from + step * i as f64).map(sample_of);
    Some((0..count).filter_map(sample).collect())
}

fn sample_of(sample: Sample) -> page::Sample {
    let Sample { time, is_on, from, to, factor, look } = sample;
    let plain = |swatch: &Swatch| page::Swatch { name: swatch.name, rgba: swatch.rgba };
    page::Sample {
        time,
        on: is_on,
        phase: from,
        next: to,
        factor,
        swatches: look.swatches.iter().map(plain).collect(),
        numbers: look.numbers,
        texture: look.texture,
    }
}

struct Teller<'t> {
    catalogue: &'t Catalogue,
    find: &'t dyn Fn(&str) -> Option<String>,
}

impl Teller<'_> {
    fn label(&self, Label { word, number }: Label) -> String {
        match number {
            Some(number) => self.catalogue.say(&format!("play-{word}"), &args!(number = number)),
            None => self.catalogue.say(&format!("word-{word}"), &vec![]),
        }
    }

    fn head(&self, name: &str) -> String {
        self.catalogue.say(&format!("head-{name}"), &vec![])
    }

    fn track(&self, track: Track) -> page::Track {
        let Track { label, name, mode, length, by_clock, steps } = track;
        let (label, mode) = (self.label(label), self.label(Label::word(mode)));
        let steps = steps.into_iter().map(|step| self.step(&step)).collect();
        page::Track { name, label, mode, length, unit: "ms", by_clock, steps }
    }

    fn step(&self, step: &Step) -> page::TrackStep {
        let Step { start, end, label, look } = *step;
        page::TrackStep { start, end, label: self.label(label), phase: look }
    }

    fn look(&self, number: usize, look: Look) -> page::Phase {
        let swatch = |Swatch { name, rgba }| page::PhaseSwatch { name, label: self.head(name), rgba };
        let value = |(name, value)| page::PhaseNumber { name, label: self.head(name), value };
        let texture = |name: String| {
            let path = (self.find)(&name);
            page::PhaseTexture { name, cell: look.cell, path }
        };
        page::Phase {
            label: self.label(Label::numbered("phase", number)),
            swatches: look.swatches.into_iter().map(swatch).collect(),
            numbers: look.numbers.into_iter().map(value).collect(),
            texture: look.texture.map(texture),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Language;
    use crate::open::Asset;
    use relict_core::format::Limits;

    /// An entry of the sample game, as something that plays.
    fn playing(file: &str, entry: &str, then: impl FnOnce(&dyn relict_core::timeline::Timeline)) {
        let samples = relict_samples::all();
        let file = samples.iter().find(|sample| sample.path == file).unwrap();
        let asset = Asset::file(&file.path, &file.bytes);
        let opened = asset.descend(&[entry], Limits::USUAL, |asset| {
            let (_, document) = asset.open()?;
            then(document.timeline().unwrap());
            Ok(())
        });
        opened.unwrap();
    }

    #[test]
    fn a_material_is_told_in_both_languages() {
        playing("parkan/Material.lib", "BEACON", |played| {
            let find = |name: &str| Some(format!("Textures.lib/{name}"));
            let told = timeline(played, Language::Russian.catalogue(), &find);
            assert_eq!((told.tracks[0].label.as_str(), told.tracks[0].unit), ("Анимация 0", "ms"));
            let texture = told.phases[0].texture.as_ref().unwrap();
            assert_eq!(texture.path.as_deref(), Some("Textures.lib/LAMP.0"));
            let told = timeline(played, Language::English.catalogue(), &|_| None);
            assert_eq!(
                (told.tracks[0].mode.as_str(), told.phases[1].label.as_str()),
                ("ping-pong", "Phase 1")
            );
            let json = serde_json::to_value(&told).unwrap();
            assert_eq!(json["tracks"][0]["steps"][1]["phase"], 1);
            assert!(json["phases"][0]["texture"].get("path").is_none());
        });
    }

    #[test]
    fn samples_go_from_one_time_to_the_other() {
        playing("parkan/Material.lib", "BEACON", |played| {
            let taken = samples(played, 0, 0.0, 600.0, 4).unwrap();
            assert_eq!(
                taken.iter().map(|sample| sample.time).collect::<Vec<_>>(),
                [0.0, 200.0, 400.0, 600.0]
            );
            assert!(taken.iter().all(|sample| sample.swatches.len() == 4 && sample.on));
            assert_eq!(samples(played, 0, 5.0, 9.0, 0).unwrap().len(), 1);
            assert_eq!(samples(played, 0, 0.0, 9.0, usize::MAX).unwrap().len(), MOST_SAMPLES);
            assert_eq!(samples(played, 99, 0.0, 9.0, 1), None);
            assert!(samples(played, 0, f64::NAN, f64::INFINITY, 3).is_some());
        });
    }
}
