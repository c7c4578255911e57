//! What the viewer answers: one session over the files of a source, asked through routes.
//!
//! It knows neither sockets nor files. A [`Source`] hands out bytes by path and takes new versions of them; a shell around
//! the session hands in requests and passes answers on. The shell of `relict view` is a server on loopback over a folder on
//! disk; a page without a server needs another shell and another source, and nothing else.

#![forbid(unsafe_code)]

mod answer;
mod api;
mod edits;
mod galleries;
mod libraries;
mod memory;
mod opened;
mod request;
mod session;
mod session_library;
mod source;
mod spans;
mod stamp;
mod uploads;
mod zip;

pub use answer::{Answer, Content, JSON, Put, Stream};
pub use api::{CHANGES, Change, ROUTES, Route, Weight};
pub use opened::Opened;
pub use request::Request;
pub use session::Session;
pub use source::{Child, Draft, FileBytes, Place, Source, is_plain, join, split_last, steps};
pub use stamp::{Stamp, tag};
pub use uploads::{LIMIT as UPLOAD_LIMIT, too_much};
