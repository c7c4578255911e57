//! What others have measured on whole installs, in the form of a report: counts, each with who took it, and nothing else.

use crate::answer::SurveyAnswer;

macro_rules! references {
    ($($name:literal),* $(,)?) => {
        /// What can be named where a report is wanted.
        pub static NAMES: &[&str] = &[$($name),*];

        static TEXTS: &[(&str, &str)] = &[$(($name, include_str!(concat!("../../reference/", $name, ".json")))),*];
    };
}

references!["parkan-iron-strategy"];

/// A reference by its name.
pub fn named(name: &str) -> Option<SurveyAnswer> {
    let (_, text) = TEXTS.iter().find(|(known, _)| *known == name)?;
    serde_json::from_str(text).ok()
}
