//! Texts with a zero behind each, counted in front: what `menus_<language>.bin`, `entities_<language>.bin` and
//! `mapstrings_<language>.bin` of Orcs & Elves have in common.

use crate::phrases;
use relict_core::prelude::*;
use relict_core::report::Rule;
use relict_core::text::LATIN_1_NUMBER;

/// A text of a game: one byte is one character.
pub type Words<'a> = Text<'a, LATIN_1_NUMBER>;

/// Reads `count` texts, which must fill `size` bytes. What does not could not be written back, and breaks `rule`.
pub(crate) fn read<'a>(
    c: &mut Cursor<'a>,
    rule: &'static Rule,
    count: usize,
    size: usize,
) -> Result<Vec<Words<'a>>> {
    let block = c.whole().get(c.pos()..).unwrap_or_default();
    let Some(block) = block.get(..size) else {
        return Err(Error::truncated(size, block.len()).at(Some(c.pos())).inside("texts"));
    };
    let found = block.iter().filter(|byte| **byte == 0).count();
    if found != count || block.last().is_some_and(|last| *last != 0) {
        return Err(broken(rule, "texts", args!(stated = count, found = found)).at(Some(c.pos())));
    }
    let mut texts = vec![];
    for (i, text) in block.split(|byte| *byte == 0).take(count).enumerate() {
        texts.push(c.text(("texts", i), text.len())?);
        // The zero belongs to the text in front of it.
        c.padding(("texts", i), 1)?;
    }
    Ok(texts)
}

pub(crate) fn write(texts: &[Words<'_>], out: &mut Put) {
    for (i, text) in texts.iter().enumerate() {
        if text.contains(&0) {
            let wanted = Error::unexpected(phrases::a_text_without_zeros(), phrases::one_with_a_zero());
            out.fail(wanted.inside(format_args!("texts[{i}]")));
        }
        out.runs(&[text, &[0]]);
    }
}

/// Bytes that texts take, each with its zero.
pub(crate) fn size(texts: &[Words<'_>]) -> usize {
    texts.iter().map(|text| text.len() + 1).sum()
}

/// The language of a name such as `menus_de.bin`, where `stem` is `menus`.
pub(crate) fn language<'n>(origin: Origin<'n>, stem: &str) -> Option<&'n str> {
    let base = crate::names::base(origin.name);
    let (front, rest) = (base.get(..stem.len())?, base.get(stem.len()..)?);
    let rest = rest.strip_prefix('_').filter(|_| front.eq_ignore_ascii_case(stem))?;
    let end = rest.len().checked_sub(4)?;
    let (language, ending) = (rest.get(..end)?, rest.get(end..)?);
    let plain = language.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'-');
    (ending.eq_ignore_ascii_case(".bin") && (2..=5).contains(&language.len()) && plain).then_some(language)
}

/// Texts with their numbers, for people.
pub(crate) fn sheet(texts: &[Words<'_>]) -> Table {
    let row =
        |(i, text): (usize, &Words<'_>)| vec![Cell::Number(i as i64), Cell::Text(text.show().into_owned())];
    Table {
        title: "strings",
        columns: vec!["number", "text"],
        rows: texts.iter().enumerate().map(row).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_stands_in_the_name() {
        let language = |name: &'static str| language(Origin::named(name), "menus");
        assert_eq!((language("menus_de.bin"), language("a/MENUS_EN.BIN")), (Some("de"), Some("EN")));
        for name in ["menus.bin", "menus_.bin", "menus_d3.bin", "menus_de.str", "xmenus_de.bin", "ä"] {
            assert_eq!(language(name), None, "{name}");
        }
    }
}
