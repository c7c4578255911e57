//! `cargo xtask new-format FAMILY NAME`: lays out a format of that name, which is tiny and true, with a comment `Replace:`
//! wherever something of the new format belongs.
//!
//! What is laid out are the files of the folder `new_format` with other names in them. They are real files: the tests of
//! the crate `specimens` build them and hold them to their promises.

use crate::{Result, root, test};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The example, of which only the names change.
const FORMAT: &str = include_str!("new_format/format.rs");
const SPECIMEN: &str = include_str!("new_format/specimen.rs");
const ENGLISH: &str = include_str!("new_format/en.ftl");
const RUSSIAN: &str = include_str!("new_format/ru.ftl");
const PAGE: &str = include_str!("new_format/page.md");
/// A file with one item of kind 1, behind the mark.
const FIXTURE: [u8; 12] = [1, 0, 0, 0, 1, 0, 0, 0, 42, 0, 0, 0];

/// Words that are no names in Rust.
const KEYWORDS: [&str; 38] = [
    "as", "async", "await", "break", "const", "continue", "crate", "dyn", "else", "enum", "extern", "false",
    "fn", "for", "if", "impl", "in", "let", "loop", "match", "mod", "move", "mut", "pub", "ref", "return",
    "self", "static", "struct", "super", "trait", "true", "try", "type", "unsafe", "use", "where", "while",
];

pub fn run(family: &str, name: &str, ending: Option<&str>) -> Result {
    let names = Names::new(root(), family, name, ending)?;
    for file in names.files(root())? {
        let path = root().join(&file.path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&path, &file.bytes)?;
        let what = if file.is_new { "to fill" } else { "one line added" };
        println!("{}: {what}", file.path.display());
    }
    // Names of another length may break lines elsewhere.
    let status = Command::new(test::cargo_program()).args(["fmt", "--all"]).current_dir(root()).status()?;
    if !status.success() {
        return Err("cargo fmt failed; the files above are laid out all the same".into());
    }
    println!("\nBuilding the library, to fill the tables of README and book: some minutes the first time.");
    crate::with_library(&["generate"])?;
    println!(
        "\nReplace what the comments `Replace:` stand at, then run\n\n    cargo xtask generate\n    \
         cargo test -p relict-{family} -p relict-toolkit -p relict-specimens -p relict-trials -p xtask-relict\n\n\
         and at the end `cargo xtask test`."
    );
    Ok(())
}

/// How the format is called in each place.
struct Names<'n> {
    family: &'n str,
    /// `sine-table`, as in its id and its codes.
    name: &'n str,
    /// `sine_table`, as in files.
    module: String,
    /// `SineTable`
    ty: String,
    /// `Sine table`
    title: String,
    /// `SINE`, four bytes.
    magic: String,
    /// `sinetable`, unless another one is asked for.
    ending: String,
}

/// A file as it will be.
struct File {
    path: PathBuf,
    bytes: Vec<u8>,
    is_new: bool,
}

impl<'n> Names<'n> {
    fn new(root: &Path, family: &'n str, name: &'n str, ending: Option<&str>) -> Result<Self> {
        let list = fs::read_to_string(root.join(format!("crates/{family}/src/lib.rs"))).unwrap_or_default();
        if !list.contains("pub static FORMATS") {
            return Err(format!("{family} is no family; a new one is a crate beside crates/ngi").into());
        }
        let plain = |word: &str| word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
        let letter_first = name.starts_with(|c: char| c.is_ascii_lowercase());
        if !letter_first || !name.split('-').all(|word| !word.is_empty() && plain(word)) {
            return Err(
                format!("{name}: a name is of small letters, digits and dashes, as in sine-table").into()
            );
        }
        let module = name.replace('-', "_");
        if KEYWORDS.contains(&module.as_str()) {
            return Err(format!("{name} is a word of Rust").into());
        }
        let ending =
            ending.map_or_else(|| name.replace('-', ""), |ending| ending.trim_start_matches('.').into());
        if ending.is_empty() || !plain(&ending) {
            return Err(format!("{ending}: an ending is of small letters and digits, as in flt").into());
        }
        let capital = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
        let magic: String =
            format!("{}____", name.replace('-', "")).to_ascii_uppercase().chars().take(4).collect();
        let title = capital(&name.replace('-', " "));
        Ok(Self { family, name, ty: name.split('-').map(capital).collect(), module, title, magic, ending })
    }

    /// The example with the names of this format.
    fn named(&self, example: &str) -> String {
        let id = format!("{}.{}", self.family, self.name);
        let pairs = [
            // The longer ones first.
            ("ngi.tally", id.as_str()),
            ("format-ngi-tally", &format!("format-{}-{}", self.family, self.name)),
            ("ngi/sample.tally", &format!("{}/sample.{}", self.family, self.ending)),
            ("\".tally\"", &format!("\".{}\"", self.ending)),
            ("&[\"tally\"]", &format!("&[\"{}\"]", self.ending)),
            ("        \"tally\",\n", &format!("        \"{}\",\n", self.ending)),
            ("\ntally-", &format!("\n{}-", self.name)),
            ("\"tally", &format!("\"{}", self.name)),
            ("Tallies", &format!("{} files", self.title)),
            ("tallies", &format!("files of {}", self.title)),
            ("Tally: ", &format!("{}: ", self.title)),
            ("# Tally", &format!("# {}", self.title)),
            ("a tally", &format!("a {} file", self.title)),
            ("A tally", &format!("A {} file", self.title)),
            ("Every tally", &format!("Every {} file", self.title)),
            ("The tally", "The file"),
            ("файлах tally", &format!("файлах {}", self.title)),
            ("Tally", &self.ty),
            ("TALL", &self.magic),
        ];
        pairs.iter().fold(example.to_owned(), |text, (from, to)| text.replace(from, to))
    }

    /// Everything that is written, with what is there already.
    fn files(&self, root: &Path) -> Result<Vec<File>> {
        let Self { family, name, module, title, .. } = self;
        let made = |path: String, bytes: Vec<u8>| {
            let is_there = root.join(&path).exists();
            if is_there {
                Err(format!("{path} is there already"))
            } else {
                Ok(File { path: path.into(), bytes, is_new: true })
            }
        };
        let text = |path: String, example: &str| made(path, self.named(example).into_bytes());
        let changed = |path: String, change: &dyn Fn(&str) -> Option<String>| -> Result<File> {
            let before = fs::read_to_string(root.join(&path))?;
            let after = change(&before).ok_or_else(|| format!("{path} has no place for {name}"))?;
            Ok(File { path: path.into(), bytes: after.into_bytes(), is_new: false })
        };
        let (fixture, specimen) = ([self.magic.as_bytes(), &FIXTURE].concat(), format!("{family}_{module}"));
        let page = format!("{family}-{name}.md");
        self.expect_free_codes(root)?;
        Ok(vec![
            text(format!("crates/{family}/src/{module}.rs"), FORMAT)?,
            text(format!("crates/toolkit/messages/en/{name}.ftl"), ENGLISH)?,
            text(format!("crates/toolkit/messages/ru/{name}.ftl"), RUSSIAN)?,
            text(format!("docs/src/reference/{page}"), PAGE)?,
            text(format!("crates/specimens/src/formats/{specimen}.rs"), SPECIMEN)?,
            made(format!("fixtures/{family}/{name}.{}", self.ending), fixture)?,
            changed("CHANGELOG.md".into(), &|text| {
                let entry = format!(
                    "- {title} files, `{family}.{name}`: read, explained, checked and written. Replace: what they are."
                );
                at_end_of_section(text, "### Added", &entry)
            })?,
            changed(format!("crates/{family}/src/lib.rs"), &|text| {
                let text = among_modules(text, "pub mod", module)?;
                in_list(&text, "formats![", &format!("    {module}::{}", self.ty))
            })?,
            changed("crates/specimens/src/formats.rs".into(), &|text| {
                let text = among_modules(text, "mod", &specimen)?;
                in_list(&text, "FORMATS", &format!("    ({specimen}::specimens, {specimen}::broken)"))
            })?,
            changed("docs/src/SUMMARY.md".into(), &|text| {
                behind_last(
                    text,
                    &format!("(reference/{family}-"),
                    &format!("- [{title} files](reference/{page})"),
                )
            })?,
        ])
    }

    /// Codes have no family in their names.
    fn expect_free_codes(&self, root: &Path) -> Result {
        for file in fs::read_dir(root.join("crates/toolkit/messages/en"))? {
            let text = fs::read_to_string(file?.path())?;
            let taken = text.lines().find(|line| line.starts_with(&format!("{}-truncated =", self.name)));
            if taken.is_some() {
                return Err(
                    format!("a format with codes like {}.truncated is there already", self.name).into()
                );
            }
        }
        Ok(())
    }
}

/// The text with a module declared in its alphabetical place. Modules with an attribute stand apart, and a comment belongs
/// to the module below it.
fn among_modules(text: &str, declaration: &str, module: &str) -> Option<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let named = |place: usize| {
        let line = lines[place].as_str();
        let rest = line.strip_prefix("pub ").or(line.strip_prefix("pub(crate) ")).unwrap_or(line);
        let name = rest.strip_prefix("mod ")?.strip_suffix(';')?;
        (place == 0 || !lines[place - 1].starts_with("#[")).then_some(name)
    };
    let known = || (0..lines.len()).filter(|place| named(*place).is_some());
    let above = |place: usize| (0..place).rev().take_while(|place| lines[*place].starts_with("//")).count();
    let before = known().find(|place| named(*place).is_some_and(|name| name > module));
    let place =
        before.map(|place| place - above(place)).or_else(|| known().next_back().map(|last| last + 1))?;
    lines.insert(place, format!("{declaration} {module};"));
    Some(lines.join("\n") + "\n")
}

/// The text with one more entry at the end of the list that begins behind `list`.
fn in_list(text: &str, list: &str, entry: &str) -> Option<String> {
    let begin = text.find(list)?;
    let end = begin + text[begin..].find("\n];")?;
    let (before, after) = text.split_at(end);
    let comma = if before.ends_with(',') { "" } else { "," };
    Some(format!("{before}{comma}\n{entry},{after}"))
}

/// The text with a line behind the last one that holds `mark`.
fn behind_last(text: &str, mark: &str, line: &str) -> Option<String> {
    let mut lines: Vec<&str> = text.lines().collect();
    let last = lines.iter().rposition(|line| line.contains(mark))?;
    lines.insert(last + 1, line);
    Some(lines.join("\n") + "\n")
}

/// The text with a line at the end of the first section of that heading.
fn at_end_of_section(text: &str, heading: &str, line: &str) -> Option<String> {
    let mut lines: Vec<&str> = text.lines().collect();
    let begin = lines.iter().position(|line| *line == heading)? + 1;
    let end =
        lines[begin..].iter().position(|line| line.starts_with('#')).map_or(lines.len(), |end| begin + end);
    let last = lines[..end].iter().rposition(|line| !line.trim().is_empty())?;
    lines.insert(last + 1, line);
    Some(lines.join("\n") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(family: &str, name: &str) -> Vec<(String, String)> {
        let names = Names::new(root(), family, name, None).unwrap();
        let files = names.files(root()).unwrap();
        let text = |file: &File| String::from_utf8_lossy(&file.bytes).into_owned();
        files.iter().map(|file| (file.path.to_string_lossy().replace('\\', "/"), text(file))).collect()
    }

    #[test]
    fn a_format_can_be_laid_out_in_every_family() {
        for family in ["ngi", "mw3", "idmobile"] {
            let files = files(family, "far-things");
            let made: Vec<&str> = files.iter().map(|(path, _)| path.as_str()).take(6).collect();
            let wanted = [
                format!("crates/{family}/src/far_things.rs"),
                "crates/toolkit/messages/en/far-things.ftl".into(),
                "crates/toolkit/messages/ru/far-things.ftl".into(),
                format!("docs/src/reference/{family}-far-things.md"),
                format!("crates/specimens/src/formats/{family}_far_things.rs"),
                format!("fixtures/{family}/far-things.farthings"),
            ];
            assert_eq!(made, wanted);
            let all: String = files.iter().map(|(_, text)| text.as_str()).collect();
            for line in [
                &format!("    const ID: &'static str = \"{family}.far-things\";"),
                "pub mod far_things;",
                "let file = FarThings::read(&mut ",
                "    far_things::FarThings,",
                "far-things-tail = ",
                "rules! { \"far-things\":",
                "(\"far-things.tail\", ",
                &format!("format-{family}-far-things = Far things: numbers with their kinds"),
                "    /// Far things: numbers with their kinds.",
                &format!("mod {family}_far_things;"),
                &format!("- [Far things files](reference/{family}-far-things.md)"),
            ] {
                assert!(all.contains(line), "{family}: {line}");
            }
            let late = self::files(family, "zebra-things");
            let listed = late.iter().find(|(path, _)| path.ends_with("specimens/src/formats.rs")).unwrap();
            assert!(!listed.1.contains(&format!("]\nmod {family}_zebra_things;")), "{}", listed.1);
            for (path, text) in &files[..6] {
                assert!(!text.to_lowercase().contains("tally") && !text.contains("TALL"), "{path}:\n{text}");
            }
        }
    }

    #[test]
    fn what_is_there_or_cannot_be_is_refused() {
        let refused = |family: &str, name: &str| {
            let names = Names::new(root(), family, name, None);
            names.and_then(|names| names.files(root())).is_err()
        };
        assert!(refused("ngi", "nres") && refused("mw3", "nres") && refused("nowhere", "far-things"));
        assert!(
            ["", ".", "F t", "f/t"].iter().all(|ending| Names::new(
                root(),
                "ngi",
                "far-things",
                Some(ending)
            )
            .is_err())
        );
        assert!(
            ["", "Far", "far_things", "far--things", "-far", "2far", "match"]
                .iter()
                .all(|name| refused("ngi", name))
        );
    }

    #[test]
    fn lines_come_to_where_they_belong() {
        assert_eq!(
            among_modules("mod a;\nmod c;\n\nx\n", "pub mod", "b").unwrap(),
            "mod a;\npub mod b;\nmod c;\n\nx\n"
        );
        assert_eq!(among_modules("mod a;\n\nx\n", "mod", "b").unwrap(), "mod a;\nmod b;\n\nx\n");
        assert_eq!(
            among_modules("mod a;\n// of c\nmod c;\n", "mod", "b").unwrap(),
            "mod a;\nmod b;\n// of c\nmod c;\n"
        );
        let apart = "mod a;\n\n#[cfg(test)]\nmod y;\n";
        assert_eq!(among_modules(apart, "mod", "x").unwrap(), "mod a;\nmod x;\n\n#[cfg(test)]\nmod y;\n");
        assert_eq!(in_list("L = [\n    a\n];\n", "L", "    b").unwrap(), "L = [\n    a,\n    b,\n];\n");
        assert_eq!(behind_last("(x-1)\n(y-1)\n", "(x-", "new").unwrap(), "(x-1)\nnew\n(y-1)\n");
        assert_eq!(at_end_of_section("# A\n\nx\n\n# B\n", "# A", "y").unwrap(), "# A\n\nx\ny\n\n# B\n");
    }

    #[test]
    fn an_ending_of_its_own_stands_in_every_place() {
        let names = Names::new(root(), "mw3", "far-things", Some(".far")).unwrap();
        let files = names.files(root()).unwrap();
        assert!(files.iter().any(|file| file.path.ends_with("fixtures/mw3/far-things.far")));
        let all: String = files[..6].iter().map(|file| String::from_utf8_lossy(&file.bytes)).collect();
        for line in ["&[\"far\"]", "\".far\"", "mw3/sample.far", "        \"far\",\n"] {
            assert!(all.contains(line), "{line}");
        }
        assert!(!all.contains("farthings"));
    }

    /// Every place that is laid out has been gone through before a format comes in.
    #[test]
    fn nothing_laid_out_is_left_to_replace() {
        let mut open = vec![root().join("CHANGELOG.md")];
        open.extend(["crates", "docs/src"].map(|folder| root().join(folder)));
        while let Some(path) = open.pop() {
            if path.is_dir() {
                let entries = fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path());
                open.extend(entries.filter(|path| !path.ends_with("target")));
            } else if let Ok(text) = fs::read_to_string(&path) {
                let left = text.lines().position(|line| line.contains("Replace: "));
                assert!(left.is_none(), "{}:{} is as it was laid out", path.display(), left.unwrap_or(0) + 1);
            }
        }
    }
}
