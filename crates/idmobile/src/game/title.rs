//! From a name, as manifests spell it, to a game.

use super::Game;

/// The game that a name means.
pub(super) fn game(name: &str) -> Option<Game> {
    let plain = plain(name);
    by_words(&plain).or_else(|| by_letters(&plain))
}

/// In lower case, without signs of trade, and with nothing between the words but spaces.
fn plain(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    for c in name.chars().flat_map(char::to_lowercase) {
        match c {
            '™' | '®' | '©' => {}
            '&' => plain.push_str(" and "),
            c if c.is_alphanumeric() || c == '.' => plain.push(c),
            _ => plain.push(' '),
        }
    }
    plain
}

/// By whole words, so that `Doom RPG 2.0` is not the second game, and `Doom II RPG` is.
fn by_words(plain: &str) -> Option<Game> {
    let words: Vec<&str> = plain.split_whitespace().collect();
    let has = |word: &str| words.contains(&word);
    let two = has("ii") || has("2");
    if has("wolfenstein") && has("rpg") {
        Some(Game::WolfensteinRpg)
    } else if has("doom") && has("rpg") {
        Some(if two { Game::Doom2Rpg } else { Game::DoomRpg })
    } else if has("orcs") && has("elves") {
        Some(if two { Game::OrcsAndElves2 } else { Game::OrcsAndElves })
    } else {
        None
    }
}

/// Names without spaces, those first that begin with others.
const JOINED: [(&str, Game); 13] = [
    ("doomiirpg", Game::Doom2Rpg),
    ("doom2rpg", Game::Doom2Rpg),
    ("doomrpgii", Game::Doom2Rpg),
    ("doomrpg2", Game::Doom2Rpg),
    ("wolfensteinrpg", Game::WolfensteinRpg),
    ("wolfrpg", Game::WolfensteinRpg),
    ("orcsandelvesii", Game::OrcsAndElves2),
    ("orcselvesii", Game::OrcsAndElves2),
    ("orcsandelves2", Game::OrcsAndElves2),
    ("orcselves2", Game::OrcsAndElves2),
    ("orcsandelves", Game::OrcsAndElves),
    ("orcselves", Game::OrcsAndElves),
    ("doomrpg", Game::DoomRpg),
];

fn by_letters(plain: &str) -> Option<Game> {
    let joined: String = plain.chars().filter(|c| c.is_alphanumeric()).collect();
    JOINED.iter().find(|(name, _)| is_in(name, &joined)).map(|(_, game)| *game)
}

/// A 2 at the end of a name counts only where no more of a version follows; that of `doomrpg2` only where nothing does.
fn is_in(name: &str, joined: &str) -> bool {
    let Some((_, behind)) = joined.split_once(name) else { return false };
    match name {
        "doomrpg2" => joined == name,
        _ => !name.ends_with('2') || !behind.starts_with(|c: char| c.is_ascii_digit()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_apart_however_they_are_spelt() {
        let cases = [
            ("Doom RPG", Some("doom_rpg")),
            ("DOOM® RPG™", Some("doom_rpg")),
            ("Doom RPG 1.0.92", Some("doom_rpg")),
            ("Doom RPG 2.0", Some("doom_rpg")),
            ("DoomRPG2.0", Some("doom_rpg")),
            ("DoomRPG2", Some("doom_2_rpg")),
            ("Doom RPG II", Some("doom_2_rpg")),
            ("Doom II RPG", Some("doom_2_rpg")),
            ("doom-2-rpg", Some("doom_2_rpg")),
            ("Orcs&Elves", Some("orcs_and_elves")),
            ("OrcsAndElves2.1", Some("orcs_and_elves")),
            ("ORCS AND ELVES II", Some("orcs_and_elves_2")),
            ("WolfRPG", Some("wolfenstein_rpg")),
            ("Wolfenstein_RPG", Some("wolfenstein_rpg")),
            ("Doom", None),
            ("", None),
            ("RPG", None),
        ];
        for (name, game) in cases {
            assert_eq!(super::game(name).map(Game::id), game, "{name}");
        }
    }
}
