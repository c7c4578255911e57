//! What a request asks for.

use relict_toolkit::core::args;
use relict_toolkit::messages::Language;
use relict_toolkit::problem::{Problem, Result, VIEWER_QUERY};

/// A route and the words of its query.
#[derive(Clone, Debug)]
pub struct Request {
    /// As it was written, for telling one answer from another.
    pub written: String,
    words: Vec<(String, String)>,
    pub language: Language,
}

/// Nobody asks so many things at once.
const WORDS: usize = 64;

impl Request {
    /// `usual` is the language of an answer for which none is asked for.
    pub fn new(path: &str, query: &str, usual: Language) -> Self {
        let written = format!("{path}?{query}");
        let words: Vec<_> = form_urlencoded::parse(query.as_bytes()).into_owned().take(WORDS).collect();
        let mut request = Self { written, words, language: usual };
        request.language = request.word("lang").map_or(usual, Language::of_locale);
        request
    }

    pub fn word(&self, name: &str) -> Option<&str> {
        self.words.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    pub fn words<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.words.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// A path; the root where none is told.
    pub fn path(&self) -> &str {
        self.word("p").unwrap_or_default()
    }

    pub fn required(&self, name: &'static str) -> Result<&str> {
        self.word(name).ok_or_else(|| self.unfit(name))
    }

    /// `1` and `true` are yes.
    pub fn flag(&self, name: &str) -> bool {
        self.word(name).is_some_and(|word| matches!(word, "1" | "true"))
    }

    /// A number, decimal or, with `0x`, hexadecimal.
    pub fn number(&self, name: &'static str) -> Result<Option<usize>> {
        let Some(word) = self.word(name).filter(|word| !word.is_empty()) else { return Ok(None) };
        let digits = word.strip_prefix("0x").map(|digits| usize::from_str_radix(digits, 16));
        digits.unwrap_or_else(|| word.parse()).map(Some).map_err(|_| self.unfit(name))
    }

    /// A number that is one, and not infinite.
    pub fn real(&self, name: &'static str) -> Result<Option<f64>> {
        let Some(word) = self.word(name).filter(|word| !word.is_empty()) else { return Ok(None) };
        let number = word.parse().ok().filter(|number: &f64| number.is_finite());
        number.map(Some).ok_or_else(|| self.unfit(name))
    }

    pub fn unfit(&self, name: &'static str) -> Problem {
        let value = self.word(name);
        let given = if value.is_some() { "yes" } else { "no" };
        let args = args!(name = name, value = value.unwrap_or_default(), given = given);
        Problem::new(VIEWER_QUERY, "", args)
    }
}
