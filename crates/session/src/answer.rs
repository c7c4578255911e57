//! Answers: JSON, pictures, bytes, or what is made while it is sent.

use crate::opened::Opened;
use crate::session::Session;
use relict_toolkit::problem::{Problem, Result, VIEWER_FAILED};
use serde::Serialize;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

pub const JSON: &str = "application/json";
pub const OCTETS: &str = "application/octet-stream";
pub const PNG: &str = "image/png";

/// What is sent.
#[derive(Debug)]
pub struct Answer {
    pub media: &'static str,
    pub content: Content,
    /// Of the file that it becomes, for answers that are kept and not shown.
    pub save_as: Option<String>,
    /// Whether a part of it may be asked for.
    pub in_parts: bool,
}

#[derive(Debug)]
pub enum Content {
    Bytes(Vec<u8>),
    /// Bytes that lie in a file.
    Part(Arc<Opened>, Range<usize>),
    /// What is made while it is sent.
    Stream(Stream),
}

/// Takes pieces of an answer as they are made; a problem if nobody takes them any more.
pub type Put<'p> = dyn FnMut(Vec<u8>) -> Result<()> + Send + 'p;
type Make = dyn FnOnce(&Session, &mut Put<'_>) -> Result<()> + Send;

/// An answer that is made piece by piece, in a thread of its own.
pub struct Stream(pub Box<Make>);

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stream")
    }
}

impl Answer {
    pub fn new(media: &'static str, bytes: Vec<u8>) -> Self {
        Self { media, content: Content::Bytes(bytes), save_as: None, in_parts: false }
    }

    pub fn json(answer: &impl Serialize) -> Result<Self> {
        let text = serde_json::to_vec(answer).map_err(|_| Problem::new(VIEWER_FAILED, "", vec![]))?;
        Ok(Self::new(JSON, text))
    }

    pub fn png(bytes: Vec<u8>) -> Self {
        Self::new(PNG, bytes)
    }
}
