//! Documents as JSON, and bytes as text.

use crate::answer::{Answer, JSON};
use crate::request::Request;
use crate::session::Session;
use relict_toolkit::answer::page::Text;
use relict_toolkit::problem::{Problem, Result, VIEWER_NOT_TEXT};
use relict_toolkit::{document, plain};

pub fn answer(session: &Session, request: &Request) -> Result<Answer> {
    session.asset(request.path(), |asset, _| {
        let (kind, document) = asset.open()?;
        let json = document::to_json(kind, &*document, asset.origin.attributes)?;
        Ok(Answer::new(JSON, json))
    })
}

pub fn text(session: &Session, request: &Request) -> Result<Answer> {
    session.asset(request.path(), |asset, _| {
        let none = || Problem::new(VIEWER_NOT_TEXT, asset.path, vec![]);
        let plain = plain::text(asset.bytes).ok_or_else(none)?;
        Answer::json(&Text { text: &plain.text, code_page: plain.page.name() })
    })
}
