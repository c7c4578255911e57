//! The catalogue of all messages, in English and Russian.
//!
//! A message stands under its code with the dot as a dash (`nres-total-size`); beside it `.about` tells what the code
//! means and `.help` how to mend it. Words of the command line stand under `cli-…` and `help-…`, those of tables under
//! `show-…`, `head-…` and `word-…`. Which files there are, `build.rs` finds.

use crate::phrases::Phrase;
use crate::problem::Problem;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use relict_core::args;
use relict_core::image::Losses;
use relict_core::journal::{EditNotes, Journal};
use relict_core::report::{Arg, Args, Finding};
use relict_core::scene::Remark;
use relict_core::text::printable;
use std::fmt;
use std::sync::{LazyLock, OnceLock};
use unic_langid::LanguageIdentifier;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    #[default]
    English,
    Russian,
}

impl Language {
    /// By a locale's name: `ru`, `ru_RU.UTF-8`, `en-GB`. Whatever is not Russian reads English.
    pub fn of_locale(locale: &str) -> Self {
        match locale.split(['_', '-', '.', '@']).next() {
            Some(tongue) if tongue.eq_ignore_ascii_case("ru") => Self::Russian,
            _ => Self::English,
        }
    }

    pub fn catalogue(self) -> &'static Catalogue {
        static OF_ENGLISH: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::new("en", &ENGLISH));
        static OF_RUSSIAN: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::new("ru", &RUSSIAN));
        match self {
            Self::English => &OF_ENGLISH,
            Self::Russian => &OF_RUSSIAN,
        }
    }
}

impl Language {
    /// The words of the viewer's page as they stand in the catalogue: the page puts them together itself.
    pub fn page_words(self) -> &'static str {
        match self {
            Self::English => include_str!("../messages/en/web.ftl"),
            Self::Russian => include_str!("../messages/ru/web.ftl"),
        }
    }
}

/// The files of a folder of messages.
struct Sources {
    files: &'static [&'static str],
    /// The number of its file and the place there of every message, in the order of names. Not the names themselves: a
    /// table of pointers would be put right at every start of the program.
    index: &'static [(u16, u32)],
}

// `ENGLISH` and `RUSSIAN`: `messages/en` and `messages/ru`.
include!(concat!(env!("OUT_DIR"), "/messages.rs"));

/// All messages of one language.
pub struct Catalogue {
    tongue: &'static str,
    index: &'static [(u16, u32)],
    chapters: Vec<Chapter>,
}

/// The messages of one file. Parsed when the first of them is wanted: a listing needs the heads of a table, and not what
/// every format has to say.
struct Chapter {
    source: &'static str,
    bundle: OnceLock<(FluentBundle<FluentResource>, Vec<String>)>,
}

impl fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Catalogue").field("tongue", &self.tongue).finish_non_exhaustive()
    }
}

impl Chapter {
    fn parsed(&self, tongue: &str) -> &(FluentBundle<FluentResource>, Vec<String>) {
        self.bundle.get_or_init(|| parse(tongue, self.source))
    }
}

/// The messages, and what is wrong with their source.
fn parse(tongue: &str, source: &str) -> (FluentBundle<FluentResource>, Vec<String>) {
    let locale: LanguageIdentifier = tongue.parse().unwrap_or_default();
    let mut bundle = FluentBundle::new_concurrent(vec![locale]);
    // Unicode isolation marks around arguments would be visible in some terminals.
    bundle.set_use_isolating(false);
    let mut faults = vec![];
    let resource = FluentResource::try_new(source.to_owned()).unwrap_or_else(|(resource, errors)| {
        faults.extend(errors.iter().map(ToString::to_string));
        resource
    });
    if let Err(errors) = bundle.add_resource(resource) {
        faults.extend(errors.iter().map(ToString::to_string));
    }
    (bundle, faults)
}

impl Catalogue {
    fn new(tongue: &'static str, sources: &'static Sources) -> Self {
        let chapter = |&source: &&'static str| Chapter { source, bundle: OnceLock::new() };
        Self { tongue, index: sources.index, chapters: sources.files.iter().map(chapter).collect() }
    }

    /// The file in which a message stands.
    fn chapter(&self, name: &str) -> Option<&Chapter> {
        let place = self.index.binary_search_by_key(&name, |place| self.name(*place)).ok()?;
        self.chapters.get(usize::from(self.index[place].0))
    }

    /// The message that begins there.
    fn name(&self, (chapter, at): (u16, u32)) -> &'static str {
        let text = &self.chapters[usize::from(chapter)].source[at as usize..];
        let end = text.bytes().position(|byte| matches!(byte, b' ' | b'=')).unwrap_or(text.len());
        &text[..end]
    }

    /// What is wrong with the sources, and names that stand in two of them; a test keeps this empty.
    pub fn faults(&self) -> Vec<String> {
        let sources = self.chapters.iter().flat_map(|chapter| chapter.parsed(self.tongue).1.iter().cloned());
        let names = |pair: &[(u16, u32)]| (self.name(pair[0]), self.name(pair[1]));
        let pairs = self.index.windows(2).map(names);
        let twice = pairs.filter(|(one, next)| one == next).map(|(name, _)| format!("{name} stands twice"));
        sources.chain(twice).collect()
    }

    /// The message `id`, or its attribute `id.about`; none if the catalogue lacks it.
    pub fn get(&self, id: &str, args: &Args) -> Option<String> {
        self.try_get(id, args).ok().flatten()
    }

    /// The same, where an argument that the message wants and does not get is an error.
    pub fn try_get(&self, id: &str, args: &Args) -> Result<Option<String>, String> {
        let (name, attribute) = id.split_once('.').map_or((id, None), |(name, part)| (name, Some(part)));
        let Some(chapter) = self.chapter(name) else { return Ok(None) };
        let (bundle, _) = chapter.parsed(self.tongue);
        let message = bundle.get_message(name);
        let pattern = message.and_then(|message| match attribute {
            Some(attribute) => message.get_attribute(attribute).map(|attribute| attribute.value()),
            None => message.value(),
        });
        let Some(pattern) = pattern else { return Ok(None) };
        let args = self.fluent_args(args);
        let mut errors = vec![];
        let text = bundle.format_pattern(pattern, Some(&args), &mut errors).into_owned();
        match errors.first() {
            Some(error) => Err(format!("{id}: {error}")),
            None => Ok(Some(text)),
        }
    }

    /// The text of an argument in a message.
    pub fn arg(&self, arg: &Arg) -> String {
        match arg {
            Arg::Number(number) => number.to_string(),
            Arg::Text(text) => printable(text).into_owned(),
            Arg::Phrase(phrase) => self.phrase(phrase),
        }
    }

    /// The text of a phrase; English is in the code. For a rule, its message without the full stop, since text may follow.
    pub fn phrase(&self, phrase: &Phrase) -> String {
        let Phrase { name, words, args } = phrase;
        if words.is_empty() {
            return self.say(&key(name), args).trim_end_matches('.').to_owned();
        }
        let said = self.get(&format!("phrase-{}", name.replace('_', "-")), args);
        said.unwrap_or_else(|| phrase.in_english(|arg| self.arg(arg)))
    }

    fn fluent_args<'a>(&self, args: &'a Args) -> FluentArgs<'a> {
        args.iter()
            .map(|(name, value)| {
                let value = match value {
                    // As a number, so that plural forms work.
                    Arg::Number(number) => FluentValue::from(*number),
                    Arg::Text(text) => FluentValue::from(printable(text)),
                    Arg::Phrase(phrase) => FluentValue::from(self.phrase(phrase)),
                };
                (*name, value)
            })
            .collect()
    }

    /// The message, or its name where there is none: something to see rather than nothing.
    pub fn say(&self, id: &str, args: &Args) -> String {
        self.try_get(id, args).ok().flatten().unwrap_or_else(|| id.to_owned())
    }

    pub fn finding(&self, finding: &Finding) -> String {
        self.say(&key(finding.rule.code), &finding.args)
    }

    pub fn problem(&self, problem: &Problem) -> String {
        let mut args = problem.args.clone();
        args.push(("path", problem.path.as_str().into()));
        self.say(&key(problem.code), &args)
    }

    /// What a picture lost on its way into a file: a line for each thing that is worth a word.
    pub fn losses(&self, losses: &Losses) -> Vec<String> {
        let Losses {
            rounded,
            largest,
            narrowed,
            alpha_kept,
            alpha_lost,
            levels_made,
            rects_kept,
            uncertain,
            indices_taken,
        } = *losses;
        let lines = [
            (rounded > 0, "cli-losses-rounded", args!(pixels = rounded, largest = largest)),
            (narrowed, "cli-losses-narrowed", args!()),
            (alpha_kept, "cli-losses-alpha", args!()),
            (alpha_lost, "cli-losses-alpha-lost", args!()),
            (levels_made > 0, "cli-losses-levels", args!(levels = levels_made)),
            (rects_kept > 0, "cli-losses-rects", args!(rects = rects_kept)),
            (uncertain, "cli-losses-uncertain", args!()),
            (indices_taken, "cli-losses-indices", args!()),
        ];
        lines.iter().filter(|(worth, ..)| *worth).map(|(_, id, args)| self.say(id, args)).collect()
    }

    /// What is worth a word of a model that became a file, a line for each.
    pub fn model_remarks(&self, remarks: &[Remark]) -> Vec<String> {
        remarks.iter().map(|remark| self.say(&format!("model-{}", remark.what), &remark.args)).collect()
    }

    /// What is worth a word of an edit, a line for each.
    pub fn edit_notes(&self, notes: &EditNotes) -> Vec<String> {
        match notes {
            EditNotes::Nothing => vec![],
            EditNotes::Picture(losses) => self.losses(losses),
            EditNotes::Model(remarks) => self.model_remarks(remarks),
        }
    }

    /// The same of all edits of a file, and of the file as a whole.
    pub fn journal(&self, journal: &Journal) -> Vec<String> {
        let notes = journal.changes.iter().flat_map(|change| self.edit_notes(&change.notes));
        notes.chain(journal.remarks.iter().map(|(id, args)| self.say(id, args))).collect()
    }

    /// The value of a fact. Some values are words that are translated, alone or as a comma-separated list.
    pub fn fact_value(&self, fact: &str, value: &str) -> String {
        let said = |word: &str| self.get(&format!("fact-{}-{word}", fact.replace('_', "-")), &vec![]);
        let each = || value.split(", ").map(|word| said(word).unwrap_or_else(|| word.to_owned()));
        said(value).unwrap_or_else(|| each().collect::<Vec<_>>().join(", "))
    }

    /// What a code means.
    pub fn about(&self, code: &str) -> Option<String> {
        self.get(&format!("{}.about", key(code)), &vec![])
    }

    /// What to do about it.
    pub fn help(&self, code: &str) -> Option<String> {
        self.get(&format!("{}.help", key(code)), &vec![])
    }
}

/// `nres.total-size` as the catalogue spells it.
pub fn key(code: &str) -> String {
    code.replace('.', "-")
}
