//! In which ways a file can be looked at.

use crate::plain;
use relict_core::facets::Known;
use relict_core::format::{Document, Kind};
use schemars::JsonSchema;
use serde::Serialize;

/// So many of the first bytes tell whether a file is text.
const FIRST: usize = 512;

/// The ways in which a program with a screen can show a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ShownAs {
    Picture,
    /// In space.
    Model,
    /// What moves a model.
    Motion,
    /// Over time.
    Timeline,
    /// Drawn from above.
    Map,
    /// Pictures of an archive that is edited as a tree.
    Gallery,
    /// What an archive holds.
    List,
    Table,
    Text,
    /// The document in JSON.
    Document,
    Bytes,
}

impl ShownAs {
    pub fn name(self) -> &'static str {
        match self {
            Self::Picture => "picture",
            Self::Model => "model",
            Self::Motion => "motion",
            Self::Timeline => "timeline",
            Self::Map => "map",
            Self::Gallery => "gallery",
            Self::List => "list",
            Self::Table => "table",
            Self::Text => "text",
            Self::Document => "document",
            Self::Bytes => "bytes",
        }
    }
}

/// What is shown first of a file, as far as its format and its first bytes tell; nothing is read. Cheap, for lists:
/// [`views`] has the last word, as a JAR may be that of no game.
pub fn view_of(kind: Option<&Kind>, bytes: &[u8]) -> ShownAs {
    let first = kind.and_then(|kind| looks(&kind.facets, kind.has_json_form).next());
    let text = || plain::is_text(&bytes[..bytes.len().min(FIRST)]);
    first.unwrap_or_else(|| if text() { ShownAs::Text } else { ShownAs::Bytes })
}

/// All ways to look at a file, the first of them first. Bytes are always the last.
pub fn views(opened: Option<(&Kind, &dyn Document)>, bytes: &[u8]) -> Vec<ShownAs> {
    let mut views = vec![];
    if let Some((kind, document)) = opened {
        views.extend(looks(&there(&kind.facets, document), kind.has_json_form));
    }
    if plain::is_text(bytes) {
        views.push(ShownAs::Text);
    }
    views.push(ShownAs::Bytes);
    views
}

/// The facets that this document has, of those that its format has. Nothing is decoded.
fn there(known: &Known, document: &dyn Document) -> Known {
    Known {
        tree: document.tree().is_some(),
        map: document.map().is_some(),
        tables: document.tables().iter().any(|table| !table.rows.is_empty()),
        ..*known
    }
}

/// In the order in which people want to see them.
fn looks(facets: &Known, has_json_form: bool) -> impl Iterator<Item = ShownAs> + use<> {
    let looks = [
        (facets.tree, ShownAs::Gallery),
        (facets.map, ShownAs::Map),
        (facets.timeline, ShownAs::Timeline),
        (facets.model.is_some(), ShownAs::Model),
        (facets.motion, ShownAs::Motion),
        (facets.picture.is_some(), ShownAs::Picture),
        (facets.archive.is_some(), ShownAs::List),
        (facets.tables, ShownAs::Table),
        (has_json_form, ShownAs::Document),
    ];
    looks.into_iter().filter_map(|(there, look)| there.then_some(look))
}
