//! Files that the publisher put into Wolfenstein RPG and Doom II RPG: they belong to a frame around the game, and are not of
//! its engine. Their numbers have the most significant byte first.

pub mod charmap;
pub mod language_list;
pub mod texts;

use relict_core::format::Origin;

/// Whether a name can be one of a phone game: other archives have short names without an ending, too.
pub(crate) fn is_loose_or_of_a_jar(origin: Origin<'_>) -> bool {
    origin.attributes.is_empty() || is_of_a_jar(origin)
}

/// Whether an entry lies in a JAR, which says of all of them how they are packed, and when they were made.
pub(crate) fn is_of_a_jar(origin: Origin<'_>) -> bool {
    origin.attribute("method").is_some() && origin.attribute("time").is_some()
}

/// `t_en`, or `t_fr-fr`: the texts of a language. The publisher's names of languages have two letters, or two and two more.
fn is_language(code: &str) -> bool {
    let letters = |part: &str| part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_alphabetic());
    match code.split_once('-') {
        Some((language, country)) => letters(language) && letters(country),
        None => letters(code),
    }
}
