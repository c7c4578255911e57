//! In which ways a file can be looked at.

use crate::plain;
use relict_core::format::{Document, EditedAs, Kind, ShownAs};

/// So many of the first bytes tell whether a file of no known format is text.
const FIRST: usize = 512;

/// What is shown first of a file, as far as its kind and its first bytes tell; nothing is read. Cheap, for lists:
/// [`views`] has the last word, as a JAR may be that of no game.
pub fn view_of(kind: Option<&Kind>, bytes: &[u8]) -> ShownAs {
    match kind {
        Some(kind) => kind.shown_as,
        None if plain::is_text(&bytes[..bytes.len().min(FIRST)]) => ShownAs::Text,
        None => ShownAs::Bytes,
    }
}

/// All ways to look at a file, the first of them first. Bytes are always the last.
pub fn views(opened: Option<(&Kind, &dyn Document)>, bytes: &[u8]) -> Vec<ShownAs> {
    let mut views = vec![];
    if let Some((kind, document)) = opened {
        views.extend(looks(kind, document));
        if let Some(first) = views.iter().position(|view| *view == kind.shown_as) {
            views[..=first].rotate_right(1);
        }
    }
    if plain::is_text(bytes) {
        views.push(ShownAs::Text);
    }
    views.push(ShownAs::Bytes);
    views
}

fn looks(kind: &Kind, document: &dyn Document) -> impl Iterator<Item = ShownAs> {
    let in_json = kind.edited_as == EditedAs::Json || kind.also_as.contains(&EditedAs::Json);
    let looks = [
        (document.as_spread().is_some_and(|spread| spread.is_ok()), ShownAs::Gallery),
        (document.as_model().is_some(), ShownAs::Model),
        (document.as_motion().is_some(), ShownAs::Motion),
        (document.as_plan().is_some(), ShownAs::Map),
        (document.as_played().is_some(), ShownAs::Timeline),
        (document.as_picture().is_some(), ShownAs::Picture),
        (kind.is_archive, ShownAs::List),
        (document.sheets().iter().any(|sheet| !sheet.rows.is_empty()), ShownAs::Table),
        (in_json, ShownAs::Document),
    ];
    looks.into_iter().filter_map(|(there, look)| there.then_some(look))
}
