//! Russian messages are Russian: what stands in them in other letters is a value, a name or a term, and no sentence.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{CONTEXT, Folder, TOLERANT, assets, fixture_files, flipped};
use relict_toolkit::check;
use relict_toolkit::core::format::Context;
use relict_toolkit::core::report::{Arg, Args};
use relict_toolkit::folder::{MANIFEST_NAME, Memory, PackHow, pack, unpack};
use relict_toolkit::messages::{Language, key};
use relict_toolkit::open::Asset;
use relict_toolkit::phrases::{self, Phrase};
use relict_toolkit::problem::Problem;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn every_phrase_has_its_words_in_russian_and_takes_what_it_is_given() {
    let (mut names, mut heard) = (BTreeSet::new(), Heard::default());
    for (name, args) in phrases::all() {
        assert!(names.insert(name), "{name} is declared twice");
        let args: Args = args.iter().map(|arg| (*arg, Arg::Number(2))).collect();
        let said =
            Language::Russian.catalogue().try_get(&format!("phrase-{}", name.replace('_', "-")), &args);
        assert!(matches!(said, Ok(Some(_))), "{name}: {said:?}");
        heard.hear(name, &said.unwrap().unwrap());
    }
    heard.expect_russian();
    assert!(names.len() > 150, "{}", names.len());
}

/// What was said with words that are not Russian, each such word with the first to say it.
#[derive(Default)]
struct Heard(BTreeMap<String, String>);

impl Heard {
    fn hear(&mut self, code: &str, said: &str) {
        for word in foreign(said) {
            self.0.entry(word).or_insert_with(|| format!("{code}: {said}"));
        }
    }

    fn tell(&mut self, code: &str, args: &Args) {
        let mut args = bare(args);
        args.push(("path", "…".into()));
        self.hear(code, &Language::Russian.catalogue().say(&key(code), &args));
    }

    fn problem(&mut self, problem: &Problem) {
        self.tell(problem.code, &problem.args);
    }

    /// Whatever is said of a file: its findings, or why it cannot be opened.
    fn look(&mut self, name: &str, bytes: &[u8], beside: &Folder) {
        let asset = Asset::file(name, bytes);
        for finding in check::file(&asset, Context { library: beside, ..CONTEXT }).report.findings {
            self.tell(finding.rule.code, &finding.args);
        }
        if let Err(problem) = asset.open() {
            self.problem(&problem);
        }
    }

    #[track_caller]
    fn expect_russian(self) {
        assert!(self.0.is_empty(), "{:#?}", self.0);
    }
}

/// Words of Latin letters, outside of quotation marks and of what is told in code: fields, formats, commands. Words in
/// capitals are marks and abbreviations, and a few names are the same in every language.
fn foreign(text: &str) -> Vec<String> {
    let mut plain = text.to_owned();
    for (open, close) in [('`', '`'), ('«', '»'), ('"', '"'), ('“', '”')] {
        while let Some(start) = plain.find(open) {
            let inner = start + open.len_utf8();
            let end = plain[inner..].find(close).map_or(plain.len(), |end| inner + end + close.len_utf8());
            plain.replace_range(start..end, " ");
        }
    }
    let is_code = |word: &str| word.contains(|c: char| "_./-[=:".contains(c) || c.is_ascii_digit());
    plain
        .split(|c: char| c.is_whitespace() || "(),;".contains(c))
        .map(|word| word.trim_end_matches(['.', ':', '!', '?']))
        .filter(|word| !is_code(word) && word.len() > 1 && word.chars().all(|c| c.is_ascii_alphabetic()))
        .filter(|word| word.chars().any(|c| c.is_ascii_lowercase()) && !NAMES.contains(word))
        .map(str::to_owned)
        .collect()
}

/// The same in every language.
const NAMES: &[&str] = &["Relict", "glTF", "MechWarrior", "deflate", "mechlib"];

/// The arguments without the values, which are of the file and not of a language.
fn bare(args: &Args) -> Args {
    let bare = |arg: &Arg| match arg {
        Arg::Text(_) => Arg::Text("…".into()),
        Arg::Number(number) => Arg::Number(*number),
        Arg::Phrase(Phrase { name, words, args }) => {
            Arg::Phrase(Phrase { name, words, args: self::bare(args) })
        }
    };
    args.iter().map(|(name, arg)| (*name, bare(arg))).collect()
}

#[test]
fn findings_and_problems_of_broken_files_are_told_in_russian() {
    let mut heard = Heard::default();
    for broken in relict_specimens::broken() {
        heard.look(&broken.name, &broken.bytes, &Folder(broken.beside));
    }
    for (name, bytes) in fixture_files(true) {
        heard.look(&name, &bytes, &Folder(vec![]));
    }
    heard.expect_russian();
}

#[test]
fn problems_of_damaged_files_are_told_in_russian() {
    let mut heard = Heard::default();
    for asset in assets().iter().filter(|asset| asset.outermost && asset.bytes.len() < 1 << 14) {
        flipped(&asset.bytes, 12, |_, bytes| heard.look(&asset.name, bytes, &Folder(vec![])));
    }
    heard.expect_russian();
}

/// Every value of a document, put in place of by something of another kind.
fn spoilt(json: &Value) -> Vec<Value> {
    let odd = [json!("odd"), json!(-1), json!(1e20), Value::Null, json!([]), json!({"odd": 1})];
    let mut all = vec![];
    let paths = paths(json, String::new());
    let step = 1 + paths.len() / 24;
    for path in paths.iter().step_by(step) {
        for odd in &odd {
            let mut other = json.clone();
            *other.pointer_mut(path).unwrap() = odd.clone();
            all.push(other);
        }
    }
    all
}

fn paths(json: &Value, path: String) -> Vec<String> {
    let mut all = vec![];
    match json {
        Value::Object(object) => object.iter().for_each(|(name, value)| {
            all.extend(paths(value, format!("{path}/{}", name.replace('~', "~0").replace('/', "~1"))));
        }),
        Value::Array(items) => items.iter().enumerate().take(4).for_each(|(i, value)| {
            all.extend(paths(value, format!("{path}/{i}")));
        }),
        _ => {}
    }
    all.push(path);
    all
}

#[test]
fn what_json_states_wrongly_is_told_in_russian() {
    let (mut seen, mut heard) = (BTreeSet::new(), Heard::default());
    for asset in assets().iter().filter(|asset| asset.bytes.len() < 1 << 14) {
        if !seen.insert((asset.kind.id, asset.bytes.len() / 2048)) {
            continue;
        }
        let document = asset.kind.open(&asset.bytes, asset.origin()).unwrap();
        for odd in spoilt(&document.to_json()) {
            if let Err(error) = asset.kind.build(&odd, asset.origin()) {
                heard.problem(&Problem::at_field(relict_toolkit::problem::JSON, "", &error));
            }
        }
    }
    heard.expect_russian();
}

#[test]
fn what_a_manifest_states_wrongly_is_told_in_russian() {
    let mut heard = Heard::default();
    for asset in assets()
        .iter()
        .filter(|asset| asset.outermost && asset.kind.is_archive() && asset.bytes.len() < 1 << 15)
    {
        let folder = Memory::default();
        unpack(&asset.open(), TOLERANT, CONTEXT, &folder).unwrap();
        let mut files = folder.files();
        let manifest: Value = serde_json::from_slice(&files[MANIFEST_NAME]).unwrap();
        for odd in spoilt(&manifest) {
            files.insert(MANIFEST_NAME.to_owned(), odd.to_string().into_bytes());
            if let Err(problem) = pack(&Memory::of(files.clone()), PackHow::default()) {
                heard.problem(&problem);
            }
        }
    }
    heard.expect_russian();
}

#[test]
fn facts_of_effects_are_told_in_russian() {
    let (mut heard, mut said) = (Heard::default(), 0);
    for asset in assets().iter().filter(|asset| asset.kind.id == "ngi.fxid") {
        let document = asset.kind.open(&asset.bytes, asset.origin()).unwrap();
        for (name, value) in document.facts() {
            let words = match &value {
                Value::String(words) if !words.is_empty() => vec![words.as_str()],
                Value::Object(counts) => counts.keys().map(String::as_str).collect(),
                _ => continue,
            };
            for word in words {
                heard.hear(name, &Language::Russian.catalogue().fact_value(name, word));
                assert_eq!(Language::English.catalogue().fact_value(name, word), word);
                said += 1;
            }
        }
    }
    assert!(said > 10, "{said}");
    heard.expect_russian();
}
