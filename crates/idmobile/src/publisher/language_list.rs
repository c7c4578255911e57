//! `hdr`: the languages of the publisher's texts, and how long each `t_<language>` is.

use super::is_loose_or_of_a_jar;
use crate::names::{folder, is_called};
use relict_core::prelude::*;

const NAME: &str = "hdr";

record! {
    /// A language.
    pub struct Language: 7 {
        /// Its name, with blanks behind it; the name of its file behind `t_`.
        0x00 name: Chars<5>,
        /// 16 in all; meaning unknown.
        0x05 unk05: u8,
        /// 0 in all; meaning unknown.
        0x06 unk06: u8,
    }
}

parts! {
    /// Languages of the publisher’s texts.
    pub struct LanguageList<'a> {
        /// Meaning unknown; 1, 0, 1, and zeros.
        pub unk00: [u8; 7],
        /// How many languages there are.
        pub language_count: u8 = derived,
        /// Meaning unknown; 1, 1.
        pub unk08: [u8; 2],
        /// All languages.
        pub languages: Vec<Language>,
        /// Behind the languages; meaning unknown, 1 in all.
        pub unk_behind: u8,
        /// How many texts each language has.
        pub text_count: U16Be,
        /// Bytes of the texts of each language, without the offsets in front of them.
        pub text_sizes: Vec<U16Be>,
        /// Bytes behind the last size, which no game has.
        pub tail: Bytes<'a>,
    }
}

/// How long the list of so many languages is.
fn size_of(languages: usize) -> usize {
    7 + 1 + 2 + languages * (Language::SIZE + 2) + 1 + 2
}

impl<'a> Format<'a> for LanguageList<'a> {
    const ID: &'static str = "idmobile.language-list";
    const ENDINGS: &'static [&'static str] = &[NAME];
    const RULES: Rules = RULES;
    const HAS_JSON_FORM: bool = true;
    const FACETS: Facets<Self> = Facets::<Self>::NONE.tables(Self::make_tables);

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        let fits = bytes.get(7).is_some_and(|languages| size_of((*languages).into()) == bytes.len());
        match (is_called(origin, NAME) && is_loose_or_of_a_jar(origin), fits) {
            (true, true) => Claim::Sure,
            (true, false) => Claim::Broken,
            (false, _) => Claim::No,
        }
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let unk00 = c.get("unk00")?;
        let language_count: u8 = c.get("language_count")?;
        let unk08 = c.get("unk08")?;
        let languages = c.list("languages", language_count.into())?;
        let unk_behind = c.get("unk_behind")?;
        let text_count = c.get("text_count")?;
        let text_sizes = c.list("text_sizes", language_count.into())?;
        let tail = c.tail("tail");
        Ok(Self { unk00, language_count, unk08, languages, unk_behind, text_count, text_sizes, tail })
    }

    fn write(&self, out: &mut Put) {
        out.put(&self.unk00);
        out.count::<u8>("languages", self.languages.len());
        out.put(&self.unk08);
        out.list(&self.languages);
        out.put(&self.unk_behind);
        out.put(&self.text_count);
        out.agree("text_sizes", self.text_sizes.len() as i64, self.languages.len());
        out.list(&self.text_sizes);
        out.bytes(&self.tail);
    }

    fn facts(&self) -> Facts {
        let names: Vec<String> = self.languages.iter().map(Language::shown).collect();
        vec![("languages", names.join(", ").into()), ("strings", self.text_count.0.into())]
    }

    fn check(&self, report: &mut Report, context: Context<'_>) {
        report.expect(self.tail.is_empty(), &TAIL, "tail", || args!(size = self.tail.len()));
        let name = |language: &Language| format!("{}t_{}", folder(context.origin.name), language.shown());
        let files: Vec<_> =
            self.languages.iter().map(|language| context.library.sibling(&name(language))).collect();
        // Without any of the files the list stands alone, and nothing can be said about them.
        if files.iter().all(Option::is_none) {
            return;
        }
        for (i, (language, file)) in self.languages.iter().zip(files).enumerate() {
            let name = || name(language);
            report.part(("languages", i), language, |_, report| {
                report.expect(file.is_some(), &MISSING, "name", || args!(file = name()));
            });
            let stated = self.stated_size(i);
            let size = file.map_or(stated, |bytes| bytes.len());
            report.part(("text_sizes", i), &size, |size, report| {
                let told = || args!(file = name(), stated = stated, found = *size);
                report.expect(*size == stated, &SIZE, "", told);
            });
        }
    }
}

impl LanguageList<'_> {
    fn make_tables(&self) -> Vec<Table> {
        let row = |(language, size): (&Language, &U16Be)| {
            vec![Cell::Text(language.shown()), Cell::Number(size.0.into())]
        };
        vec![Table {
            title: "languages",
            columns: vec!["name", "bytes"],
            rows: self.languages.iter().zip(&self.text_sizes).map(row).collect(),
        }]
    }
}

impl Language {
    /// Its name without blanks.
    pub fn shown(&self) -> String {
        self.name.show().trim_end_matches(' ').to_owned()
    }
}

impl LanguageList<'_> {
    /// How long the file of a language has to be: an offset for each text and one for their end, and the texts.
    fn stated_size(&self, language: usize) -> usize {
        let texts = self.text_sizes.get(language).map_or(0, |size| usize::from(size.0));
        2 * (usize::from(self.text_count.0) + 1) + texts
    }
}

/// What the list in these bytes states of the file of a language.
pub(super) fn stated_size_of(bytes: &[u8], language: &str) -> Option<usize> {
    let list = LanguageList::read(&mut Cursor::new(bytes), Origin::default()).ok()?;
    let place = list.languages.iter().position(|other| other.shown().eq_ignore_ascii_case(language))?;
    Some(list.stated_size(place))
}

rules! { "language-list":
    Error SIZE = "size";
    Warning MISSING = "missing";
    Error TAIL = "tail";
}
