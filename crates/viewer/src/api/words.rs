//! The words of the page, as the catalogue has them.

use crate::answer::Answer;
use crate::asked::Asked;
use crate::session::Session;
use relict::problem::Result;

pub fn answer(_: &Session, asked: &Asked) -> Result<Answer> {
    let words = asked.language.page_words();
    Ok(Answer::new("text/plain; charset=utf-8", words.as_bytes().to_vec()))
}
