//! What a file is.

use crate::release;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct InfoAnswer {
    pub schema: String,
    pub path: String,
    pub family: String,
    pub format: String,
    /// What tells the format, unless it is the content.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recognised: Option<Recognised>,
    pub size: usize,
    /// The release that the file is, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub release: Option<Release>,
    /// Facts by name; which ones depends on the format.
    pub summary: Map<String, Value>,
}

/// `name`: its name alone, which is a guess, since its bytes are not those of such files or such files have no mark.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Recognised {
    Name,
}

/// A file as a publisher handed it out.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Release {
    /// Game, version and platform in one line.
    pub name: String,
    pub game: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    pub platform: String,
    /// ISO 639 codes, where they are known.
    pub languages: Vec<String>,
}

impl From<&release::Release> for Release {
    fn from(release: &release::Release) -> Self {
        Self {
            name: release.name(),
            game: release.game.id().to_owned(),
            version: release.version.map(str::to_owned),
            platform: release.platform.to_owned(),
            languages: release.languages.iter().map(|&language| language.to_owned()).collect(),
        }
    }
}
