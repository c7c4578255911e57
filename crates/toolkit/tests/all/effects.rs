//! Everything that can be shown of an effect has words, also what no sample has.

use relict_toolkit::messages::Language;
use relict_toolkit::ngi::fxid::{FLAGS, SETTINGS, TIME_MODES, command};

#[test]
fn modes_flags_settings_and_commands_have_their_words_in_both_languages() {
    let pairs = FLAGS.iter().chain(&SETTINGS).map(|(_, word)| *word);
    let words = pairs.chain(TIME_MODES).chain(command::KINDS.iter().map(|kind| kind.word));
    for word in words.chain(["unknown", "yes"]) {
        for language in [Language::English, Language::Russian] {
            assert!(
                language.catalogue().get(&format!("word-{word}"), &vec![]).is_some(),
                "{language:?}: {word}"
            );
        }
    }
}
