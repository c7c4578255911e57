//! The table of formats in README.

use super::{cell, prose};
use relict_toolkit::FORMATS;
use relict_toolkit::core::format::Kind;
use relict_toolkit::messages::{Language, key};

pub(super) fn table(language: Language) -> String {
    let (head, yes) = match language {
        Language::English => (["Format", "What it is", "Usual endings", "Archive", "Checks"], "yes"),
        Language::Russian => (["Формат", "Что это", "Обычные расширения", "Архив", "Проверок"], "да"),
    };
    let mut table = format!("| {} |\n|---|---|---|---|---:|\n", head.join(" | "));
    for kind in FORMATS.iter() {
        let endings: Vec<String> = kind.endings.iter().map(|ending| format!("`.{ending}`")).collect();
        let archive = if kind.is_archive() { yes } else { "" };
        let (id, about, rules) = (kind.id, cell(&prose(&about(kind, language))), kind.rules.len());
        table += &format!("| `{id}` | {about} | {} | {archive} | {rules} |\n", endings.join(" "));
    }
    table
}

/// What a format is: the first sentence of its declaration, or the catalogue's words for it in another language.
fn about(kind: &Kind, language: Language) -> String {
    let declared = || first_sentence(kind.file.doc).to_owned();
    match language {
        Language::English => declared(),
        _ => language.catalogue().get(&format!("format-{}", key(kind.id)), &vec![]).unwrap_or_else(declared),
    }
}

fn first_sentence(doc: &str) -> &str {
    let doc = doc.trim();
    doc.split_once(". ").map_or(doc.trim_end_matches('.'), |(first, _)| first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_sentence_has_no_full_stop() {
        assert_eq!(first_sentence(" A file.srt of lines. And more."), "A file.srt of lines");
        assert_eq!(first_sentence(" Archive."), "Archive");
    }

    /// The catalogue and the declaration speak of formats in the same words.
    #[test]
    fn every_format_has_a_name_in_every_language() {
        for kind in FORMATS.iter() {
            let id = format!("format-{}", key(kind.id));
            let english = Language::English.catalogue().get(&id, &vec![]);
            assert_eq!(english.as_deref(), Some(first_sentence(kind.file.doc)), "{id}");
            assert!(Language::Russian.catalogue().get(&id, &vec![]).is_some(), "{id}");
        }
    }
}
