//! The bytes of a file or entry, or a part of them.

use crate::answer::{Answer, Content, OCTETS};
use crate::request::Request;
use crate::session::Session;
use relict_toolkit::problem::Result;
use std::sync::Arc;

pub fn answer(session: &Session, request: &Request) -> Result<Answer> {
    session.wanted(request, |asset, opened| {
        // What lies in the file as it is goes out from there, however large it is.
        let content = match opened.place_of(asset.bytes) {
            Some(place) => Content::Part(Arc::clone(opened), place),
            None => Content::Bytes(asset.bytes.to_vec()),
        };
        Ok(Answer { media: OCTETS, content, save_as: None, in_parts: true })
    })
}
