//! What a file is.

use super::schema_id;
use crate::open::Asset;
use crate::release;
use crate::unknown::{Content, StoredEntry};
use relict_core::format::{Document, Kind};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct InfoAnswer {
    pub schema: String,
    pub path: String,
    /// None where no format claims the bytes.
    pub family: Option<&'static str>,
    /// None where no format claims the bytes; then `content` tells what they look like.
    pub format: Option<&'static str>,
    /// What tells the format, unless it is the content.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recognised: Option<Recognised>,
    pub size: usize,
    /// The release that the file is, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub release: Option<Release>,
    /// What the archive says of it, if it is an entry of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<StoredEntry>,
    /// What the bytes look like, where no format claims them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<Content>,
    /// Facts by name; which ones depends on the format.
    pub summary: Map<String, Value>,
}

impl InfoAnswer {
    /// Of an asset, and of the document that it is if a format claims it.
    pub fn of(asset: &Asset<'_>, document: Option<(&'static Kind, &dyn Document)>) -> Self {
        let facts = document.map(|(_, document)| document.facts()).unwrap_or_default();
        let kind = document.map(|(kind, _)| kind);
        Self {
            schema: schema_id("info"),
            path: asset.path.to_owned(),
            family: kind.map(Kind::family),
            format: kind.map(|kind| kind.id),
            recognised: asset.is_known_by_name().then_some(Recognised::Name),
            size: asset.bytes.len(),
            release: release::of(asset.bytes).map(Release::from),
            entry: StoredEntry::of(asset),
            content: kind.is_none().then(|| Content::of(asset)),
            summary: facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
        }
    }
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
