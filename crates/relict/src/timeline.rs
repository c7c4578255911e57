//! What plays over time, in words and for programs: the tracks of a material or an effect, and samples of them.

use crate::messages::Catalogue;
use relict_core::args;
use relict_core::timeline::{Label, Look, Sample, Step, Swatch, Track};
use serde::Serialize;

/// More samples than this are not made at once.
pub const MOST_SAMPLES: usize = 10_000;

/// All that is known without playing. Times are in milliseconds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Timeline {
    pub tracks: Vec<ToldTrack>,
    /// The looks between which it changes.
    pub phases: Vec<ToldLook>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ToldTrack {
    /// As it stands in the file; empty where nothing does.
    pub name: String,
    pub label: String,
    /// In words.
    pub mode: String,
    pub length: f64,
    /// Always `ms`.
    pub unit: &'static str,
    /// Whether the clock drives it; else something of the game, which is taken to rise evenly.
    pub by_clock: bool,
    pub steps: Vec<ToldStep>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ToldStep {
    pub start: f64,
    pub end: f64,
    pub label: String,
    pub phase: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ToldLook {
    pub label: String,
    pub swatches: Vec<ToldSwatch>,
    pub numbers: Vec<ToldNumber>,
    pub texture: Option<ToldTexture>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ToldSwatch {
    pub name: &'static str,
    pub label: String,
    pub rgba: [f32; 4],
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ToldNumber {
    pub name: &'static str,
    pub label: String,
    pub value: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ToldTexture {
    pub name: String,
    /// The place in the texture's page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<usize>,
    /// Where it is, as far as the caller knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}

/// A moment of one track. The words are those of the timeline.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ToldSample {
    pub time: f64,
    /// Whether there is anything at this moment.
    pub on: bool,
    pub phase: Option<usize>,
    pub next: Option<usize>,
    pub factor: f32,
    pub swatches: Vec<PlainSwatch>,
    pub numbers: Vec<(&'static str, f64)>,
    pub texture: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlainSwatch {
    pub name: &'static str,
    pub rgba: [f32; 4],
}

/// Puts in words what plays. `find` knows where a texture is, by its name.
pub fn timeline(
    played: &dyn relict_core::timeline::Timeline,
    catalogue: &Catalogue,
    find: &dyn Fn(&str) -> Option<String>,
) -> Timeline {
    let teller = Teller { catalogue, find };
    let looks = played.looks().into_iter().enumerate();
    Timeline {
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
) -> Option<Vec<ToldSample>> {
    let count = count.clamp(1, MOST_SAMPLES);
    let step = if count > 1 { (to - from) / (count - 1) as f64 } else { 0.0 };
    if track >= played.tracks().len() {
        return None;
    }
    let sample = |i: usize| played.play(track, from + step * i as f64).map(told_sample);
    Some((0..count).filter_map(sample).collect())
}

fn told_sample(sample: Sample) -> ToldSample {
    let Sample { time, is_on, from, to, factor, look } = sample;
    let plain = |swatch: &Swatch| PlainSwatch { name: swatch.name, rgba: swatch.rgba };
    ToldSample {
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

    fn track(&self, track: Track) -> ToldTrack {
        let Track { label, name, mode, length, by_clock, steps } = track;
        let (label, mode) = (self.label(label), self.label(Label::word(mode)));
        let steps = steps.into_iter().map(|step| self.step(&step)).collect();
        ToldTrack { name, label, mode, length, unit: "ms", by_clock, steps }
    }

    fn step(&self, step: &Step) -> ToldStep {
        let Step { start, end, label, look } = *step;
        ToldStep { start, end, label: self.label(label), phase: look }
    }

    fn look(&self, number: usize, look: Look) -> ToldLook {
        let swatch = |Swatch { name, rgba }| ToldSwatch { name, label: self.head(name), rgba };
        let value = |(name, value)| ToldNumber { name, label: self.head(name), value };
        let texture = |name: String| {
            let path = (self.find)(&name);
            ToldTexture { name, cell: look.cell, path }
        };
        ToldLook {
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
