//! `t_<language>`: the publisher's texts, about further games and how to get them.
//!
//! Offsets of two bytes, one for each text and one for their end, then the texts without anything between them. How many there
//! are stands in `hdr`; without that, it is the number of offsets of which the last leads to the end of the file.
//!
//! Bytes are shown as ISO-8859-1. `charmap` beside names eight letters otherwise, and builds for Eastern Europe have a font of
//! their own, in which other letters are drawn for some bytes.

use super::language_list::stated_size_of;
use super::{is_language, is_loose_or_of_a_jar};
use crate::names::{base, folder};
use crate::phrases;
use crate::text_block::{Words, sheet};
use relict_core::prelude::*;

/// The offsets that all known files have.
const USUAL: usize = 21;
const MOST: usize = 1024;

parts! {
    /// Texts of the publisher, of one language.
    pub struct PublisherTexts<'a> {
        /// Where each text begins, counted from the end of this list, and where the last ends.
        pub offsets: Vec<U16Be> = derived,
        /// Without anything between them; one byte is one character.
        pub texts: Vec<Words<'a>>,
    }
}

/// How many offsets there are: as many as known files have if that fits, else as few as do.
fn offset_count(bytes: &[u8]) -> Option<usize> {
    let offsets = View::<U16Be>::new(bytes);
    let fits = |count: usize| {
        let last = count.checked_sub(1).and_then(|last| offsets.get(last));
        let ends = last.is_some_and(|end| usize::from(end.0) + 2 * count == bytes.len());
        let rise = || offsets.iter().take(count).is_sorted();
        count > 1 && ends && offsets.get(0) == Some(U16Be(0)) && rise()
    };
    [USUAL].into_iter().chain(2..=offsets.len().min(MOST)).find(|count| fits(*count))
}

/// The language of a file name.
fn language(origin: Origin<'_>) -> Option<&str> {
    let base = base(origin.name);
    let code = base.get(..2).filter(|front| front.eq_ignore_ascii_case("t_")).and_then(|_| base.get(2..))?;
    (is_language(code) && is_loose_or_of_a_jar(origin)).then_some(code)
}

impl<'a> Format<'a> for PublisherTexts<'a> {
    const ID: &'static str = "idmobile.publisher-texts";
    const ENDINGS: &'static [&'static str] = &["t_en"];
    const RULES: Rules = RULES;
    const HAS_JSON_FORM: bool = true;
    const FACETS: Facets<Self> = Facets::<Self>::NONE.tables(Self::make_tables);

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        match language(origin).map(|_| offset_count(bytes)) {
            Some(Some(_)) => Claim::Sure,
            Some(None) => Claim::Broken,
            None => Claim::No,
        }
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let size = c.left();
        if size < 4 {
            return Err(Error::truncated(4, size).at(Some(c.pos())).inside("offsets[0]"));
        }
        let none = || broken(&OFFSETS, "offsets", args!(size = size)).at(Some(0));
        let offsets: Vec<U16Be> = c.list("offsets", offset_count(c.whole()).ok_or_else(none)?)?;
        let mut texts = vec![];
        for (i, pair) in offsets.windows(2).enumerate() {
            texts.push(c.text(("texts", i), usize::from(pair[1].0.saturating_sub(pair[0].0)))?);
        }
        Ok(Self { offsets, texts })
    }

    fn write(&self, out: &mut Put) {
        let mut end = 0;
        out.put(&U16Be(0));
        for text in &self.texts {
            end += text.len();
            match u16::try_from(end) {
                Ok(end) => out.put(&U16Be(end)),
                Err(_) => out
                    .fail(Error::unexpected(phrases::at_most_bytes_of_texts(u16::MAX), end).inside("texts")),
            }
        }
        out.each("texts", &self.texts, |text, out| out.bytes(text));
    }

    fn facts(&self) -> Facts {
        vec![("strings", self.texts.len().into())]
    }

    fn check(&self, report: &mut Report, context: Context<'_>) {
        let Some(language) = language(context.origin) else { return };
        let list = context.library.sibling(&format!("{}hdr", folder(context.origin.name)));
        let stated = list.and_then(|list| stated_size_of(&list, language));
        let texts: usize = self.texts.iter().map(|text| text.len()).sum();
        let size = 2 * (self.texts.len() + 1) + texts;
        let fits = stated.is_none_or(|stated| stated == size);
        report.expect(fits, &SIZE, "offsets", || args!(stated = stated.unwrap_or(0), found = size));
    }
}

impl PublisherTexts<'_> {
    fn make_tables(&self) -> Vec<Table> {
        vec![sheet(&self.texts)]
    }
}

rules! { "publisher-texts":
    Error OFFSETS = "offsets";
    Error SIZE = "size";
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict_core::format::Document;

    #[test]
    // idmobile-real 10, row 21
    fn a_longer_text_moves_the_offsets_behind_it() {
        let bytes = [&[0, 0, 0, 3, 0, 3, 0, 5][..], b"GetIt"].concat();
        let read = |bytes| PublisherTexts::read(&mut Cursor::new(bytes), Origin::named("t_en")).unwrap();
        let mut texts = read(&bytes);
        assert_eq!((texts.texts.len(), texts.to_bytes().unwrap()), (3, bytes.clone()));
        texts.texts[0] = b"G\xE9ts".to_vec().into();
        let new = texts.to_bytes().unwrap();
        assert_eq!(new, [&[0, 0, 0, 4, 0, 4, 0, 6][..], b"G\xE9tsIt"].concat());
        assert_eq!(read(&new).texts[0].show(), "Géts");
    }

    #[test]
    fn names_of_languages_are_known() {
        for (name, code) in [("t_en", Some("en")), ("a/t_fr-fr", Some("fr-fr")), ("t_CZ", Some("CZ"))] {
            assert_eq!(language(Origin::named(name)), code, "{name}");
        }
        for name in ["t_", "t_en.bin", "t_english", "at_en", "t_e1", "t_en-", "ä_en"] {
            assert_eq!(language(Origin::named(name)), None, "{name}");
        }
    }
}
