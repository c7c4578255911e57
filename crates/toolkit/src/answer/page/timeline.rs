//! What plays over time: the tracks of a material or an effect, and samples of them. Times are in milliseconds.

use schemars::JsonSchema;
use serde::Serialize;

/// All that is known without playing.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Timeline {
    pub tracks: Vec<Track>,
    /// The looks between which it changes.
    pub phases: Vec<Phase>,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Track {
    /// As it stands in the file; empty where nothing does.
    pub name: String,
    pub label: String,
    /// In words.
    pub mode: String,
    pub length: f64,
    /// Always `ms`.
    pub unit: &'static str,
    /// Whether the clock of the game drives it; else something of the game, which is taken to rise evenly.
    pub by_clock: bool,
    pub steps: Vec<TrackStep>,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TrackStep {
    pub start: f64,
    pub end: f64,
    pub label: String,
    pub phase: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Phase {
    pub label: String,
    pub swatches: Vec<PhaseSwatch>,
    pub numbers: Vec<PhaseNumber>,
    pub texture: Option<PhaseTexture>,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PhaseSwatch {
    pub name: &'static str,
    pub label: String,
    pub rgba: [f32; 4],
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PhaseNumber {
    pub name: &'static str,
    pub label: String,
    pub value: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PhaseTexture {
    pub name: String,
    /// The place in the texture's page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<usize>,
    /// Where it is, as far as that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Played {
    pub samples: Vec<Sample>,
}

/// What the engine shows at a moment of one track. Names are those of the timeline.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Sample {
    pub time: f64,
    /// Whether there is anything at this moment.
    pub on: bool,
    pub phase: Option<usize>,
    pub next: Option<usize>,
    pub factor: f32,
    pub swatches: Vec<Swatch>,
    pub numbers: Vec<(&'static str, f64)>,
    pub texture: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Swatch {
    pub name: &'static str,
    pub rgba: [f32; 4],
}
