//! What the page asks first.

use crate::answer::Answer;
use crate::asked::Asked;
use crate::drops::LIMIT;
use crate::session::Session;
use relict::FORMATS;
use relict::core::format::Kind;
use relict::messages::{Catalogue, Language};
use relict::problem::Result;
use serde::Serialize;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Told<'s> {
    version: &'static str,
    /// The name of what is shown; where it lies is nobody's business.
    root: &'s str,
    edit: bool,
    languages: [&'static str; 2],
    lang: &'static str,
    formats: Vec<Format>,
    drop_limit: u64,
}

#[derive(Serialize)]
struct Format {
    id: &'static str,
    title: String,
    archive: bool,
}

pub fn answer(session: &Session, asked: &Asked) -> Result<Answer> {
    let catalogue = asked.language.catalogue();
    let format = |kind: &'static Kind| Format {
        id: kind.id,
        title: title(catalogue, kind),
        archive: kind.is_archive(),
    };
    Answer::json(&Told {
        version: env!("CARGO_PKG_VERSION"),
        root: &session.root.name,
        edit: session.edit,
        languages: ["en", "ru"],
        lang: tongue(session.language),
        formats: FORMATS.iter().map(format).collect(),
        drop_limit: LIMIT,
    })
}

pub fn tongue(language: Language) -> &'static str {
    match language {
        Language::English => "en",
        Language::Russian => "ru",
    }
}

/// What a format is called.
pub fn title(catalogue: &Catalogue, kind: &Kind) -> String {
    catalogue.say(&format!("format-{}", kind.id.replace('.', "-")), &vec![])
}
