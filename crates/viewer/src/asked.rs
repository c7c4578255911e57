//! What a request asks for.

use axum::http::header::{self, HeaderName};
use axum::http::request::Parts;
use relict::core::args;
use relict::messages::Language;
use relict::problem::{Problem, Result, VIEWER_QUERY};

/// The words of a query, and those headers that change an answer.
#[derive(Clone, Debug)]
pub struct Asked {
    /// As it was written, for telling one answer from another.
    pub written: String,
    words: Vec<(String, String)>,
    pub language: Language,
    pub if_none_match: Option<String>,
    pub if_range: Option<String>,
    pub range: Option<String>,
}

/// Nobody asks so many things at once.
const WORDS: usize = 64;

impl Asked {
    pub fn of(parts: &Parts, usual: Language) -> Self {
        let written = format!("{}?{}", parts.uri.path(), parts.uri.query().unwrap_or_default());
        let query = parts.uri.query().unwrap_or_default().as_bytes();
        let words: Vec<_> = form_urlencoded::parse(query).into_owned().take(WORDS).collect();
        let header = |name: HeaderName| Some(parts.headers.get(name)?.to_str().ok()?.to_owned());
        let mut asked = Self {
            written,
            words,
            language: usual,
            if_none_match: header(header::IF_NONE_MATCH),
            if_range: header(header::IF_RANGE),
            range: header(header::RANGE),
        };
        asked.language = asked.word("lang").map_or(usual, Language::of_locale);
        asked
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
