//! What plays over time, by the rules of its engine: materials that change, effects. Words come from the catalogue.

/// A word of the catalogue: under `word-WORD`, or, with a number, under `play-WORD`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    pub word: &'static str,
    pub number: Option<usize>,
}

impl Label {
    pub fn word(word: &'static str) -> Self {
        Self { word, number: None }
    }

    pub fn numbered(word: &'static str, number: usize) -> Self {
        Self { word, number: Some(number) }
    }
}

/// One of several things that play, beside each other or as alternatives.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    pub label: Label,
    /// What it shows or plays, as it stands in the file; empty if nothing.
    pub name: String,
    /// What time is made of, or how it goes on after the end: a word of the catalogue.
    pub mode: &'static str,
    /// Of one round, in milliseconds; 0 where nothing changes.
    pub length: f64,
    /// Whether the clock drives it. Else something else of the game does, and is taken to rise evenly meanwhile.
    pub by_clock: bool,
    /// In order of time; they may leave gaps.
    pub steps: Vec<Step>,
}

/// A stretch of a track, in milliseconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    pub start: f64,
    pub end: f64,
    pub label: Label,
    /// The look from which it sets out.
    pub look: Option<usize>,
}

/// What something looks like at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Look {
    pub swatches: Vec<Swatch>,
    /// By name; none where there is none.
    pub texture: Option<String>,
    /// The place in the texture's page; none for all of it.
    pub cell: Option<usize>,
    /// Further numbers, by the heads of their columns (`head-NAME` in the catalogue).
    pub numbers: Vec<(&'static str, f64)>,
}

/// A colour: red, green, blue, alpha; usually up to 1. Its name stands in the catalogue under `head-NAME`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swatch {
    pub name: &'static str,
    pub rgba: [f32; 4],
}

/// A track at a moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    /// In milliseconds from the start.
    pub time: f64,
    /// Whether there is anything at this moment.
    pub is_on: bool,
    /// The looks between which it is.
    pub from: Option<usize>,
    pub to: Option<usize>,
    /// How far from the one to the other; without looks, how far it is through.
    pub factor: f32,
    /// What comes of it.
    pub look: Look,
}

/// A file that plays. The same question gets the same answer: where the engine leaves something to chance, its own
/// generator is asked, from the same beginning every time.
pub trait Timeline: Sync {
    fn tracks(&self) -> Vec<Track>;

    /// The looks between which it changes, by their numbers; none where it has no such list.
    fn looks(&self) -> Vec<Look>;

    /// A track at a moment, in milliseconds; none if there is no such track, or if the engine could not go on there.
    fn play(&self, track: usize, time: f64) -> Option<Sample>;
}
