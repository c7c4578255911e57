//! Releases of the games that are known, by the hash of the whole file. A file that is not among them is no worse for it.

use crate::game::Game;

/// A file as a publisher handed it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Release {
    /// SHA-256 of the whole file in lower-case hex, or its first 16 digits where nobody noted the others. Together with the
    /// size these are enough to tell files apart.
    pub sha256: &'static str,
    pub size: usize,
    pub game: Game,
    /// As the manifest states it; a file without a manifest has none.
    pub version: Option<&'static str>,
    pub platform: &'static str,
    /// ISO 639 codes, in the order of the game; none where the files do not say.
    pub languages: &'static [&'static str],
}

const WEST: &[&str] = &["en", "de", "es", "fr", "it"];

const fn java(
    sha256: &'static str,
    size: usize,
    game: Game,
    version: &'static str,
    languages: &'static [&'static str],
) -> Release {
    Release { sha256, size, game, version: Some(version), platform: "J2ME", languages }
}

/// All that are known.
pub static RELEASES: &[Release] = &[
    java(
        "ec4db6d067663e85aaf54016db7c2130f7013a11b8b335337786a6477c89af23",
        307_372,
        Game::DoomRpg,
        "1.9.98",
        &[],
    ),
    java("40b349d064f5c658", 366_437, Game::DoomRpg, "1.8.94", &[]),
    Release {
        sha256: "80427ca0e2c3011a6bd5646265649312301e034319a0304415e3d24288eb74cc",
        size: 1_940_320,
        game: Game::DoomRpg,
        version: None,
        platform: "BREW",
        languages: &[],
    },
    java(
        "091b723cefb20c178d90d3570a68c037afb1dd05a679167a2da87ea422156f9a",
        411_729,
        Game::OrcsAndElves,
        "1.3.38",
        WEST,
    ),
    java(
        "43ba72f1ee0491db39fa2144e723b850900bf363441fdd940199fc8150707adc",
        479_438,
        Game::OrcsAndElves2,
        "4.4.77",
        WEST,
    ),
    java(
        "054665e3d372cfcc871426422b79d812d6c7e34c4a322cadf39bb4245b9f00f3",
        517_171,
        Game::OrcsAndElves2,
        "4.5.44",
        WEST,
    ),
    java("7973ceb4af6dfe11", 546_985, Game::OrcsAndElves2, "4.5.20", WEST),
    java(
        "216bcc08089cc0bb06ba884df33957c0e0d05396e7e35ddd7af7dc5bee72c535",
        712_327,
        Game::WolfensteinRpg,
        "4.3.63",
        &["en", "fr", "it", "es"],
    ),
    java(
        "efb8fcfd13a5637ee5d86d47787ab815830cbfcdc37776b3e9addb012f34cb3e",
        712_292,
        Game::WolfensteinRpg,
        "4.3.74",
        &["en", "fr", "it", "es"],
    ),
    java(
        "0bd21ce29c5017463b00693beff7c02be9c7fee4dc597da052a8ad5622fe940e",
        879_349,
        Game::Doom2Rpg,
        "5.1.89",
        &["en", "fr", "de", "it", "es"],
    ),
    java(
        "df7051852a522becb1b51179c23fdf70d20dfc76f0c4ef83a720b1495fa3c8d9",
        809_121,
        Game::Doom2Rpg,
        "5.9.20",
        &["cs", "pl", "pt", "ru", "tr"],
    ),
];

impl Release {
    /// `Doom RPG 1.9.98 (J2ME)`.
    pub fn name(&self) -> String {
        let version = self.version.map(|version| format!(" {version}")).unwrap_or_default();
        format!("{}{version} ({})", self.title(), self.platform)
    }

    /// The title that the game was sold under.
    pub fn title(&self) -> &'static str {
        match self.game {
            Game::DoomRpg => "Doom RPG",
            Game::Doom2Rpg => "Doom II RPG",
            Game::OrcsAndElves => "Orcs & Elves",
            Game::OrcsAndElves2 => "Orcs & Elves II",
            Game::WolfensteinRpg => "Wolfenstein RPG",
        }
    }
}

/// The release that a file of a size and a hash is. The hash is asked for only where the size is that of a release.
pub fn known(size: usize, sha256: impl FnOnce() -> String) -> Option<&'static Release> {
    let mut sized = RELEASES.iter().filter(|release| release.size == size).peekable();
    sized.peek()?;
    let sha256 = sha256();
    sized.find(|release| sha256.starts_with(release.sha256))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_is_known_by_size_and_hash() {
        let doom = RELEASES[0];
        let found = known(doom.size, || doom.sha256.to_owned());
        assert_eq!(found.map(Release::name).as_deref(), Some("Doom RPG 1.9.98 (J2ME)"));
        assert_eq!(known(doom.size, || "0".repeat(64)), None);
        assert_eq!(known(doom.size + 1, || panic!("no release has this size")), None);
        // Of this one only the first digits are known.
        let early = known(366_437, || format!("40b349d064f5c658{}", "0".repeat(48)));
        assert_eq!(early.map(Release::name).as_deref(), Some("Doom RPG 1.8.94 (J2ME)"));
        let brew = known(1_940_320, || RELEASES[2].sha256.to_owned());
        assert_eq!(brew.map(Release::name).as_deref(), Some("Doom RPG (BREW)"));
    }

    #[test]
    fn no_two_releases_are_the_same() {
        for (i, release) in RELEASES.iter().enumerate() {
            assert!(matches!(release.sha256.len(), 16 | 64) && release.sha256.bytes().all(is_hex));
            assert!(!RELEASES[..i].iter().any(|other| other.sha256 == release.sha256));
        }
    }

    fn is_hex(digit: u8) -> bool {
        matches!(digit, b'0'..=b'9' | b'a'..=b'f')
    }
}
