//! Which game a set of files is: the manifest tells its name, the resources tell how they are to be read.
//!
//! The title only names the game. What decodes it follows from the files that are there, since builds for other phones
//! carry the same title with other resources.

mod manifest;
mod title;

pub use manifest::{Manifest, is_signature};

use crate::{mappings, tables};
use std::borrow::Cow;
use std::collections::HashSet;

/// Where a JAR keeps its manifest.
pub const MANIFEST: &str = "META-INF/MANIFEST.MF";

/// What ends the folder of the resources inside an application bundle.
const PACKAGES: &str = "Packages/";

/// One of the five.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Game {
    DoomRpg,
    Doom2Rpg,
    OrcsAndElves,
    OrcsAndElves2,
    WolfensteinRpg,
}

/// How the resources of a game are laid out, whatever its title.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Doom RPG: one file each for wall texels, sprite texels, shapes, palettes and mappings.
    Drpg,
    /// Orcs & Elves: texels and shapes in numbered files, with an index of each.
    OeIndexed,
    /// Orcs & Elves II: the same with other mappings; in the build for BREW also flats.
    Oe2Indexed,
    /// Orcs & Elves as the community's editor knows it: banks of wall texels without an index.
    SeedBanks,
    /// Wolfenstein RPG and Doom II RPG.
    NewMedia,
}

/// Layouts that one generation of the engine reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Generation {
    First,
    Second,
    Third,
}

impl Game {
    pub fn id(self) -> &'static str {
        match self {
            Self::DoomRpg => "doom_rpg",
            Self::Doom2Rpg => "doom_2_rpg",
            Self::OrcsAndElves => "orcs_and_elves",
            Self::OrcsAndElves2 => "orcs_and_elves_2",
            Self::WolfensteinRpg => "wolfenstein_rpg",
        }
    }

    /// As its folder is called, which is as the community's editor spells it.
    pub fn title(self) -> &'static str {
        match self {
            Self::DoomRpg => "Doom RPG",
            Self::Doom2Rpg => "Doom RPG II",
            Self::OrcsAndElves => "Orcs & Elves",
            Self::OrcsAndElves2 => "Orcs & Elves II",
            Self::WolfensteinRpg => "Wolfenstein RPG",
        }
    }

    /// The game that a name means, as people and tools spell it.
    pub fn of_name(name: &str) -> Option<Self> {
        title::game(name)
    }

    fn generation(self) -> Generation {
        match self {
            Self::DoomRpg => Generation::First,
            Self::OrcsAndElves | Self::OrcsAndElves2 => Generation::Second,
            Self::Doom2Rpg | Self::WolfensteinRpg => Generation::Third,
        }
    }
}

impl Layout {
    pub fn id(self) -> &'static str {
        match self {
            Self::Drpg => "drpg",
            Self::OeIndexed => "oe_indexed",
            Self::Oe2Indexed => "oe2_indexed",
            Self::SeedBanks => "seed_banks",
            Self::NewMedia => "new_media",
        }
    }

    fn generation(self) -> Generation {
        match self {
            Self::Drpg => Generation::First,
            Self::OeIndexed | Self::Oe2Indexed | Self::SeedBanks => Generation::Second,
            Self::NewMedia => Generation::Third,
        }
    }

    /// What nothing can be shown without.
    pub fn required(self) -> &'static [&'static str] {
        match self {
            Self::Drpg => &["wtexels.bin", "palettes.bin"],
            Self::OeIndexed | Self::Oe2Indexed => &["wtexels.idx", "palettes.bin", "mappings.bin"],
            Self::SeedBanks => &["wtexels0.bin", "palettes.bin"],
            Self::NewMedia => &["newMappings.bin", "newPalettes.bin"],
        }
    }
}

/// What may be doubted about a game that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// There is no manifest; the resources alone tell the game.
    NoManifest,
    /// `MIDlet-1` and `MIDlet-Name` name two games; the first one counts.
    TwoTitles { taken: Game, other: Game },
    /// The manifest names a game whose resources are of another generation than these.
    OtherResources { game: Game, layout: Layout },
}

/// What was found out about a set of files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Detected {
    pub game: Option<Game>,
    pub layout: Option<Layout>,
    /// As the manifest has it.
    pub title: Option<String>,
    pub version: Option<String>,
    pub vendor: Option<String>,
    /// What stands in front of the names of the resources: nothing, or the folder of a bundle, with its last slash.
    pub prefix: String,
    pub warnings: Vec<Doubt>,
    /// The name of the manifest, if there is one.
    pub manifest: Option<String>,
    /// Whether the manifest is that of a program for phones.
    pub is_midlet: bool,
    /// Resources that the layout cannot do without, and that are not there.
    pub missing: Vec<&'static str>,
}

/// The bytes of the file of a name; none where it is not there, or cannot be had.
pub type Lookup<'l, 'b> = &'l dyn Fn(&str) -> Option<Cow<'b, [u8]>>;

impl Game {
    /// Finds the game from the names of all files and the bytes of a few.
    pub fn detect<S: AsRef<str>>(names: &[S], lookup: Lookup<'_, '_>) -> Detected {
        let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
        let mut found = Detected::default();
        let named = found.read_manifest(&names, lookup);
        let (prefix, resources) = resources(&names);
        found.layout =
            resources.layout().map(|layout| second_or_first(layout, &resources, &names, prefix, lookup));
        found.missing = found.layout.map(|layout| resources.missing(layout)).unwrap_or_default();
        found.prefix = prefix.to_owned();
        let meant = || found.layout.and_then(|layout| resources.game(layout, &names, prefix, lookup));
        found.game = named.or_else(meant);
        found.doubt(named);
        found
    }
}

impl Detected {
    /// The game that the manifest names. The first name that is one of a game wins.
    fn read_manifest(&mut self, names: &[&str], lookup: Lookup<'_, '_>) -> Option<Game> {
        let name = names.iter().find(|name| name.eq_ignore_ascii_case(MANIFEST))?;
        self.manifest = Some((*name).to_owned());
        let bytes = lookup(name)?;
        let manifest = Manifest::read(&bytes);
        let owned = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        self.version = manifest.get("MIDlet-Version").and_then(owned);
        self.vendor = manifest.get("MIDlet-Vendor").and_then(owned);
        self.is_midlet = manifest.get("MIDlet-1").or(manifest.get("MIDlet-Name")).is_some();
        let titles = manifest.titles();
        let games: Vec<(Game, &str)> =
            titles.iter().filter_map(|title| Some((Game::of_name(title)?, *title))).collect();
        let title = games.first().map(|(_, title)| *title).or(titles.first().copied());
        self.title = title.and_then(owned);
        if let [(taken, _), (other, _)] = games[..]
            && taken != other
        {
            self.warnings.push(Doubt::TwoTitles { taken, other });
        }
        games.first().map(|(game, _)| *game)
    }

    fn doubt(&mut self, named: Option<Game>) {
        match (named, self.layout) {
            (Some(game), Some(layout)) if game.generation() != layout.generation() => {
                self.warnings.push(Doubt::OtherResources { game, layout });
            }
            (None, Some(_)) if self.manifest.is_none() => self.warnings.push(Doubt::NoManifest),
            _ => {}
        }
    }

    /// The name of a resource in the archive, or in the folder.
    pub fn path(&self, resource: &str) -> String {
        format!("{}{resource}", self.prefix)
    }
}

/// The resources of a game, and what stands in front of their names: those in the root, or else those in the one folder
/// of a bundle. Two such folders could be two games, so neither is taken.
fn resources<'n>(names: &[&'n str]) -> (&'n str, Resources<'n>) {
    let root = Resources::below(names, "");
    if root.layout().is_some() {
        return ("", root);
    }
    let mut prefixes = names.iter().filter_map(|name| packages(name));
    match prefixes.next() {
        Some(prefix) if prefixes.all(|other| other == prefix) => (prefix, Resources::below(names, prefix)),
        _ => ("", root),
    }
}

/// The folder of a bundle in front of a name.
fn packages(name: &str) -> Option<&str> {
    let (folder, _) = name.split_at(name.rfind('/')? + 1);
    let is_packages =
        folder.strip_suffix(PACKAGES).is_some_and(|before| before.is_empty() || before.ends_with('/'));
    is_packages.then_some(folder)
}

/// The names in one folder, in lower case.
struct Resources<'n>(HashSet<Cow<'n, str>>);

impl<'n> Resources<'n> {
    fn below(names: &[&'n str], prefix: &str) -> Self {
        let inside = names.iter().filter_map(|name| name.strip_prefix(prefix));
        let here = inside.filter(|name| !name.is_empty() && !name.contains('/'));
        Self(here.map(lower).collect())
    }

    fn has(&self, name: &str) -> bool {
        self.0.contains(&*lower(name))
    }

    fn layout(&self) -> Option<Layout> {
        let indexed =
            ["wtexels.idx", "stexels.idx", "ftexels.idx", "shapes.idx"].iter().any(|name| self.has(name));
        if self.has("wtexels.bin") && self.has("palettes.bin") && !indexed {
            Some(Layout::Drpg)
        } else if self.has("wtexels.idx") {
            Some(if self.has("ftexels.idx") { Layout::Oe2Indexed } else { Layout::OeIndexed })
        } else if self.has("wtexels0.bin") && !indexed {
            Some(Layout::SeedBanks)
        } else {
            self.has("newMappings.bin").then_some(Layout::NewMedia)
        }
    }

    fn missing(&self, layout: Layout) -> Vec<&'static str> {
        layout.required().iter().copied().filter(|name| !self.has(name)).collect()
    }

    /// The game that a layout means where the manifest does not tell.
    fn game(&self, layout: Layout, names: &[&str], prefix: &str, lookup: Lookup<'_, '_>) -> Option<Game> {
        match layout {
            Layout::Drpg => Some(Game::DoomRpg),
            Layout::OeIndexed => Some(Game::OrcsAndElves),
            Layout::Oe2Indexed => Some(Game::OrcsAndElves2),
            Layout::SeedBanks if self.has("wtexels1.bin") => Some(Game::OrcsAndElves),
            Layout::SeedBanks => Some(Game::OrcsAndElves2),
            Layout::NewMedia => by_bundle(names).or_else(|| by_tables(names, prefix, lookup)),
        }
    }
}

/// Most names are in lower case already.
fn lower(name: &str) -> Cow<'_, str> {
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        name.to_ascii_lowercase().into()
    } else {
        name.into()
    }
}

/// The game whose application bundle the files lie in.
fn by_bundle(names: &[&str]) -> Option<Game> {
    let any = |is: &dyn Fn(&str) -> bool| names.iter().any(|name| is(name));
    if any(&|name| name.contains("Doom2rpg.app")) {
        Some(Game::Doom2Rpg)
    } else {
        any(&|name| name.contains("Wolf") && name.contains("RPG.app")).then_some(Game::WolfensteinRpg)
    }
}

/// Orcs & Elves or its sequel. The build for BREW of the sequel has flats. Those for Java have the same files of pictures, and
/// differ in how the mappings are stored; where these do not tell, by the index of texts, which only the sequel has.
fn second_or_first(
    layout: Layout,
    resources: &Resources<'_>,
    names: &[&str],
    prefix: &str,
    lookup: Lookup<'_, '_>,
) -> Layout {
    if layout != Layout::OeIndexed {
        return layout;
    }
    let form = bytes_of(names, prefix, "mappings.bin", lookup).and_then(|bytes| mappings::Form::of(&bytes));
    match form {
        Some(mappings::Form::Four) => Layout::OeIndexed,
        Some(mappings::Form::Narrow | mappings::Form::Six) => Layout::Oe2Indexed,
        None if resources.has("strings.idx") => Layout::Oe2Indexed,
        None => Layout::OeIndexed,
    }
}

/// The bytes of a resource, by its name without regard to case.
fn bytes_of<'b>(names: &[&str], prefix: &str, name: &str, lookup: Lookup<'_, 'b>) -> Option<Cow<'b, [u8]>> {
    let is_it =
        |other: &&&str| other.strip_prefix(prefix).is_some_and(|other| other.eq_ignore_ascii_case(name));
    lookup(names.iter().find(is_it)?)
}

/// The game by the number of its tables, which differs from build to build.
fn by_tables(names: &[&str], prefix: &str, lookup: Lookup<'_, '_>) -> Option<Game> {
    match tables::table_count(&bytes_of(names, prefix, "tables.bin", lookup)?)? {
        17 | 18 | 32 => Some(Game::WolfensteinRpg),
        15 | 20 | 24 => Some(Game::Doom2Rpg),
        _ => None,
    }
}

/// Whether a file of this name is one that the games themselves read, by its last name.
pub fn is_resource(name: &str) -> bool {
    let name = lower(name.rsplit('/').next().unwrap_or(name));
    let whole = ["palettes.bin", "mappings.bin", "bitshapes.bin", "newmappings.bin", "newpalettes.bin"];
    let whole = whole.contains(&&*name) || matches!(&*name, "tables.bin" | "entities.bin" | "manifest.mf");
    let ending = [".idx", ".bsp", ".str", ".db"].iter().any(|ending| name.ends_with(ending));
    whole || ending || numbered(&name).is_some_and(|stem| NUMBERED.contains(&stem))
}

/// What the names of numbered resources begin with.
const NUMBERED: [&str; 14] = [
    "wtexels",
    "stexels",
    "ftexels",
    "shapes",
    "newtexels",
    "tex",
    "strings",
    "images",
    "sounds",
    "maps",
    "audio",
    "font",
    "map",
    "model_",
];

/// `wtexels` of `wtexels0.bin` and of `wtexels.bin`.
fn numbered(name: &str) -> Option<&str> {
    Some(name.strip_suffix(".bin")?.trim_end_matches(|digit: char| digit.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detect(names: &[&str]) -> (Option<&'static str>, Option<&'static str>, String) {
        let found = Game::detect(names, &|_| None);
        (found.game.map(Game::id), found.layout.map(Layout::id), found.prefix)
    }

    #[test]
    fn resources_tell_the_layout_and_a_game() {
        let cases: [(&[&str], &str, &str); 8] = [
            (&["wtexels.bin", "palettes.bin"], "doom_rpg", "drpg"),
            (&["WTEXELS.BIN", "Palettes.bin", "sounds.idx"], "doom_rpg", "drpg"),
            (&["wtexels.idx", "ftexels.idx"], "orcs_and_elves_2", "oe2_indexed"),
            (&["wtexels.idx", "wtexels0.bin"], "orcs_and_elves", "oe_indexed"),
            (&["wtexels0.bin", "wtexels1.bin"], "orcs_and_elves", "seed_banks"),
            (&["wtexels0.bin"], "orcs_and_elves_2", "seed_banks"),
            (&["Payload/Doom2rpg.app/Packages/newMappings.bin"], "doom_2_rpg", "new_media"),
            (&["Payload/Wolfenstein RPG.app/Packages/newMappings.bin"], "wolfenstein_rpg", "new_media"),
        ];
        for (names, game, layout) in cases {
            let (found_game, found_layout, _) = detect(names);
            assert_eq!((found_game, found_layout), (Some(game), Some(layout)), "{names:?}");
        }
    }

    #[test]
    fn resources_count_only_in_the_root_or_in_the_one_folder_of_a_bundle() {
        let none = (None, None, String::new());
        assert_eq!(detect(&["backup/wtexels.bin", "backup/palettes.bin"]), none);
        assert_eq!(detect(&["mywtexels.bin", "palettes.bin"]), none);
        let two = ["a/Packages/wtexels.idx", "b/Packages/wtexels.idx"];
        assert_eq!(detect(&two), none);
        assert_eq!(detect(&["NotPackages/wtexels.idx"]), none);
        let one = ["icon.png", "a/b/Packages/wtexels.idx", "a/b/Packages/deeper/ftexels.idx"];
        assert_eq!(detect(&one), (Some("orcs_and_elves"), Some("oe_indexed"), "a/b/Packages/".into()));
    }

    #[test]
    fn tables_tell_the_third_generation_apart() {
        let tables = |count: u32| -> Vec<u8> {
            let ends = (1..=count).flat_map(|i| (8 * i).to_le_bytes());
            ends.chain(std::iter::repeat_n(0, 8 * count as usize)).collect()
        };
        let games = [(17, "wolfenstein_rpg"), (18, "wolfenstein_rpg"), (32, "wolfenstein_rpg")];
        // idmobile-real 10, row 12: the build for Java of Doom II RPG has 15.
        for (count, game) in games.into_iter().chain([15, 20, 24].map(|count| (count, "doom_2_rpg"))) {
            let found = Game::detect(&["newMappings.bin", "Tables.bin"], &|name| {
                (name == "Tables.bin").then(|| tables(count).into())
            });
            assert_eq!(found.game.map(Game::id), Some(game));
        }
        let found = Game::detect(&["newMappings.bin", "tables.bin"], &|_| Some(tables(19).into()));
        assert_eq!((found.game, found.layout), (None, Some(Layout::NewMedia)));
    }

    // idmobile-real 10, row 13
    #[test]
    fn mappings_and_texts_tell_the_two_orcs_and_elves_apart() {
        let detect = |names: &[&str], mappings: usize| {
            let found =
                Game::detect(names, &|name| (name == "Mappings.bin").then(|| vec![0; mappings].into()));
            (found.game.map(Game::id), found.layout.map(Layout::id))
        };
        let first = (Some("orcs_and_elves"), Some("oe_indexed"));
        let second = (Some("orcs_and_elves_2"), Some("oe2_indexed"));
        let names = ["wtexels.idx", "Mappings.bin", "palettes.bin"];
        // As many zeros as counters have bytes: four of 32 bits, four of 16, six of 32, and none of these.
        assert_eq!([16, 8, 24, 9].map(|size| detect(&names, size)), [first, second, second, first]);
        let with_texts = ["wtexels.idx", "Mappings.bin", "Strings.idx"];
        assert_eq!([16, 9].map(|size| detect(&with_texts, size)), [first, second]);
        assert_eq!(detect(&["wtexels.idx", "strings.idx"], 0), second);
    }

    #[test]
    fn a_manifest_and_resources_of_two_generations_are_doubted() {
        let manifest = b"MIDlet-1: Doom RPG, /icon.png, Doom\n";
        let found = Game::detect(&["meta-inf/manifest.mf", "wtexels.idx"], &|_| Some(manifest[..].into()));
        let doubt = Doubt::OtherResources { game: Game::DoomRpg, layout: Layout::OeIndexed };
        assert_eq!((found.game, found.warnings), (Some(Game::DoomRpg), vec![doubt]));
        assert_eq!(found.missing, ["palettes.bin", "mappings.bin"]);
        let found = Game::detect(&["wtexels.bin", "palettes.bin"], &|_| None);
        assert_eq!(found.warnings, [Doubt::NoManifest]);
    }

    #[test]
    fn what_the_games_read_is_known_by_name() {
        for name in ["wtexels.bin", "WTEXELS12.BIN", "a/b/newTexels003.bin", "level01.bsp", "model_0003.bin"]
        {
            assert!(is_resource(name), "{name}");
        }
        for name in ["icon.png", "wtexels.bin.bak", "a.class", "readme.txt", "wtexels.bin/x"] {
            assert!(!is_resource(name), "{name}");
        }
    }
}
