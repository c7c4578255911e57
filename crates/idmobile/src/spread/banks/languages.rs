//! Which language and which group of texts a chunk is.

use crate::gallery::Lookup;
use crate::game::Game;
use std::collections::HashSet;

/// The publisher's file that names the languages of Wolfenstein RPG and Doom II RPG, in the order of their texts.
pub(in super::super) const HEADER: &str = "hdr";

/// In [`HEADER`]: how many languages there are, and where their records begin, each with a name in front.
const COUNT_AT: usize = 7;
const RECORDS_AT: usize = 10;
const RECORD: usize = 7;
const NAME: usize = 5;

/// J2ME Orcs & Elves II: the chunk of a text is five times its group, and the number of the language. The game's own
/// numbers of languages are others, and go through a table.
const ORCS: [&str; 5] = ["en", "de", "es", "fr", "it"];
const ORCS_GROUPS: usize = 12;

/// The languages of banked texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Languages {
    /// Their names; empty where nothing tells them.
    names: Vec<String>,
    order: Order,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// All groups of a language, so many, and then the next language.
    Language { groups: usize },
    /// A group in all languages, so many, and then the next group.
    Group { languages: usize },
}

impl Languages {
    /// None if the chunks are not as many as the game has.
    pub(super) fn of(game: Game, chunks: usize, lookup: Lookup<'_, '_>) -> Option<Self> {
        let groups = match game {
            Game::Doom2Rpg => 15,
            Game::WolfensteinRpg => 17,
            Game::OrcsAndElves2 => {
                let order = Order::Group { languages: ORCS.len() };
                let names = ORCS.map(str::to_owned).to_vec();
                return (chunks == ORCS.len() * ORCS_GROUPS).then_some(Self { names, order });
            }
            Game::DoomRpg | Game::OrcsAndElves => return None,
        };
        let fits = chunks < groups || chunks.is_multiple_of(groups);
        let names = lookup(HEADER).and_then(|header| names(&header));
        let names = names.filter(|names| names.len() * groups == chunks).unwrap_or_default();
        fits.then_some(Self { names, order: Order::Language { groups } })
    }

    /// The language and the group of a chunk.
    pub(super) fn place(&self, chunk: usize) -> (usize, usize) {
        match self.order {
            Order::Language { groups } => (chunk / groups, chunk % groups),
            Order::Group { languages } => (chunk % languages, chunk / languages),
        }
    }

    /// The name of a chunk's language.
    pub(super) fn name(&self, chunk: usize) -> Option<&str> {
        self.names.get(self.place(chunk).0).map(String::as_str)
    }

    /// How a chunk is called in the folder.
    pub(super) fn label(&self, chunk: usize) -> String {
        match (self.place(chunk), self.name(chunk)) {
            ((_, group), Some(name)) => format!("{name}_{group:02}"),
            ((language, group), None) => format!("{language:02}_{group:02}"),
        }
    }

    /// How it was called before languages had names, and before those of Orcs & Elves II were known.
    pub(super) fn former_label(&self, chunk: usize) -> String {
        match self.order {
            Order::Language { .. } => {
                let (language, group) = self.place(chunk);
                format!("{language:02}_{group:02}")
            }
            Order::Group { .. } => format!("{chunk:03}"),
        }
    }
}

/// The names of languages; none if they are not all names that a file can have.
fn names(header: &[u8]) -> Option<Vec<String>> {
    let count = usize::from(*header.get(COUNT_AT)?);
    let mut seen = HashSet::new();
    let mut name = |number: usize| {
        let at = RECORDS_AT + RECORD * number;
        let name = std::str::from_utf8(header.get(at..at + NAME)?).ok()?.trim_end_matches(' ');
        let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        // A number would be taken for that of another language.
        let named = name.bytes().any(|byte| byte.is_ascii_alphabetic());
        (plain && named && seen.insert(name.to_ascii_lowercase())).then(|| name.to_owned())
    };
    (0..count).map(&mut name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HDR: &[u8] = b"\x01\0\x01\0\0\0\0\x02\x01\x01en   \x10\0fr-fr\x10\0\x01\0\x14\x01\x33\x01\x74";

    fn of(game: Game, chunks: usize, header: &'static [u8]) -> Option<Languages> {
        Languages::of(game, chunks, &|name| (name == HEADER).then_some(header.into()))
    }

    // idmobile-real 10, row 14
    #[test]
    fn orcs_and_elves_2_has_a_group_in_five_languages_and_then_the_next() {
        let languages = of(Game::OrcsAndElves2, 60, b"").unwrap();
        let labels: Vec<String> = (0..7).map(|chunk| languages.label(chunk)).collect();
        assert_eq!(labels, ["en_00", "de_00", "es_00", "fr_00", "it_00", "en_01", "de_01"]);
        assert_eq!((languages.place(59), languages.former_label(59)), ((4, 11), "059".into()));
        assert_eq!(of(Game::OrcsAndElves2, 12, b""), None);
    }

    #[test]
    fn later_games_have_all_groups_of_a_language_and_the_publisher_names_it() {
        let languages = of(Game::WolfensteinRpg, 34, HDR).unwrap();
        assert_eq!((languages.label(0), languages.label(20)), ("en_00".into(), "fr-fr_03".into()));
        assert_eq!((languages.name(20), languages.former_label(20)), (Some("fr-fr"), "01_03".into()));
        // As many languages as are named, and names that can be those of files.
        let unnamed = of(Game::Doom2Rpg, 45, HDR).unwrap();
        assert_eq!((unnamed.label(44), unnamed.name(44)), ("02_14".into(), None));
        for odd in [&HDR[..20], b"", b"1234567\x02..../  ..en   ..", b"1234567\x02..en   ..EN   .."] {
            assert_eq!(names(odd), None, "{odd:?}");
        }
        assert_eq!(of(Game::Doom2Rpg, 16, HDR), None);
    }
}
