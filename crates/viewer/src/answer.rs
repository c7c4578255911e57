//! Answers: JSON, pictures, bytes, or why not. All of them say how long they are good for.

use crate::channel::Channel;
use crate::opened::Opened;
use crate::range::{self, Wanted};
use axum::body::Body;
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use relict::answer::page::{self, Refusal};
use relict::messages::Language;
use relict::problem::{
    DISK_FULL, EXISTS, NO_ENTRY, NOT_FOUND, PATH_OUTSIDE, PERMISSION, Problem, Result, VIEWER_CHANGED,
    VIEWER_FAILED, VIEWER_QUERY, VIEWER_READ_ONLY, VIEWER_TOO_MUCH,
};
use serde::Serialize;
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
    Stream(Channel),
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

    /// The answer as it is sent: whole, or the part that was asked for.
    pub fn respond(self, tag: Option<&str>, wanted: Option<&str>) -> Response {
        let size = match &self.content {
            Content::Bytes(bytes) => Some(bytes.len()),
            Content::Part(_, part) => Some(part.len()),
            Content::Stream(_) => None,
        };
        let wanted = wanted.filter(|_| self.in_parts).zip(size);
        let wanted = wanted.map_or(Wanted::All, |(header, size)| range::wanted(header, size));
        let mut response = match (wanted, size) {
            (Wanted::None, Some(size)) => unsatisfiable(size),
            (Wanted::Part(part), Some(size)) => {
                let stated = format!("bytes {}-{}/{size}", part.start, part.end.saturating_sub(1));
                let body = self.content.body(Some(part));
                (StatusCode::PARTIAL_CONTENT, [(header::CONTENT_RANGE, stated)], body).into_response()
            }
            _ => self.content.body(None).into_response(),
        };
        put(&mut response, header::CONTENT_TYPE, self.media);
        put(&mut response, header::CACHE_CONTROL, "private, no-cache");
        tag.into_iter().for_each(|tag| put(&mut response, header::ETAG, tag));
        if self.in_parts {
            put(&mut response, header::ACCEPT_RANGES, "bytes");
        }
        if let Some(name) = self.save_as {
            put(&mut response, header::CONTENT_DISPOSITION, &attachment(&name));
        }
        response
    }
}

impl Content {
    fn body(self, part: Option<Range<usize>>) -> Body {
        match self {
            Self::Bytes(bytes) => {
                let bytes = bytes::Bytes::from(bytes);
                Body::from(part.map_or_else(|| bytes.clone(), |part| bytes.slice(part)))
            }
            Self::Part(opened, whole) => {
                let part = part.unwrap_or(0..whole.len());
                Channel::of_file(opened, whole.start + part.start..whole.start + part.end).into_body()
            }
            Self::Stream(channel) => channel.into_body(),
        }
    }
}

fn unsatisfiable(size: usize) -> Response {
    (StatusCode::RANGE_NOT_SATISFIABLE, [(header::CONTENT_RANGE, format!("bytes */{size}"))]).into_response()
}

fn put(response: &mut Response, name: HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        response.headers_mut().insert(name, value);
    }
}

/// With a name that is no way out of anybody's folder of downloads, in letters that every browser takes.
fn attachment(name: &str) -> String {
    let name = Some(name.trim_start_matches('.')).filter(|name| !name.is_empty()).unwrap_or("entry");
    let plain: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || "._- ".contains(c) { c } else { '_' }).collect();
    let exact = utf8_percent_encode(name, NON_ALPHANUMERIC);
    format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{exact}")
}

pub fn not_modified(tag: &str) -> Response {
    let mut response = StatusCode::NOT_MODIFIED.into_response();
    put(&mut response, header::ETAG, tag);
    put(&mut response, header::CACHE_CONTROL, "private, no-cache");
    response
}

/// Why something could not be done, in the language of the one who asked.
pub fn refuse(problem: &Problem, language: Language) -> Response {
    let refusal = Refusal { error: page::ProblemAnswer::of(problem, language.catalogue()) };
    let text = serde_json::to_vec(&refusal).unwrap_or_default();
    let headers = [(header::CONTENT_TYPE, JSON), (header::CACHE_CONTROL, "no-store")];
    (status(problem.code), headers, text).into_response()
}

fn status(code: &str) -> StatusCode {
    match code {
        NOT_FOUND | NO_ENTRY => StatusCode::NOT_FOUND,
        PATH_OUTSIDE | PERMISSION | VIEWER_READ_ONLY => StatusCode::FORBIDDEN,
        VIEWER_QUERY => StatusCode::BAD_REQUEST,
        VIEWER_TOO_MUCH => StatusCode::PAYLOAD_TOO_LARGE,
        EXISTS | VIEWER_CHANGED => StatusCode::CONFLICT,
        DISK_FULL => StatusCode::INSUFFICIENT_STORAGE,
        VIEWER_FAILED => StatusCode::INTERNAL_SERVER_ERROR,
        // The file, and not the request, is at fault.
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    }
}
