//! What the page asks first.

use crate::answer::Answer;
use crate::request::Request;
use crate::session::Session;
use crate::uploads::LIMIT;
use relict_toolkit::FORMATS;
use relict_toolkit::answer::page::{self, SessionFormat, title};
use relict_toolkit::core::format::Kind;
use relict_toolkit::messages::Language;
use relict_toolkit::problem::Result;

pub fn answer(session: &Session, request: &Request) -> Result<Answer> {
    let catalogue = request.language.catalogue();
    let format = |kind: &'static Kind| SessionFormat {
        id: kind.id,
        title: title(catalogue, kind),
        archive: kind.is_archive(),
    };
    Answer::json(&page::Session {
        version: env!("CARGO_PKG_VERSION"),
        root: session.source.name(),
        edit: session.edit,
        languages: &["en", "ru"],
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
