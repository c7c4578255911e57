//! The words of the page, as the catalogue has them.

use crate::answer::Answer;
use crate::request::Request;
use crate::session::Session;
use relict_toolkit::problem::Result;

pub fn answer(_: &Session, request: &Request) -> Result<Answer> {
    let words = request.language.page_words();
    Ok(Answer::new("text/plain; charset=utf-8", words.as_bytes().to_vec()))
}
