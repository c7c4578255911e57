//! Bodies of requests: no larger than they may be, and no slower.

use axum::body::Body;
use axum::http::header::CONTENT_LENGTH;
use axum::http::request::Parts;
use bytes::Bytes;
use http_body_util::BodyExt;
use relict_session::too_much;
use relict_toolkit::core::args;
use relict_toolkit::problem::{Problem, Result, VIEWER_BODY};
use std::time::Duration;
use tokio::time::timeout;

/// Between two pieces of a body.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A body of at most so many bytes, in memory.
pub async fn whole(parts: &Parts, body: Body, limit: usize) -> Result<Vec<u8>> {
    let mut all = vec![];
    let mut pieces = Pieces::new(parts, body, limit as u64)?;
    while let Some(piece) = pieces.next().await? {
        all.extend_from_slice(&piece);
    }
    Ok(all)
}

/// A body as it comes.
#[derive(Debug)]
pub struct Pieces {
    body: Body,
    left: u64,
    limit: u64,
}

impl Pieces {
    /// One that says itself that it is too large is not begun with.
    pub fn new(parts: &Parts, body: Body, limit: u64) -> Result<Self> {
        let stated = parts.headers.get(CONTENT_LENGTH).and_then(|size| size.to_str().ok()?.parse().ok());
        if stated.is_some_and(|size: u64| size > limit) {
            return Err(too_much(limit));
        }
        Ok(Self { body, left: limit, limit })
    }

    pub async fn next(&mut self) -> Result<Option<Bytes>> {
        let broken = |reason: String| Problem::new(VIEWER_BODY, "", args!(reason = reason));
        loop {
            let frame = timeout(TIMEOUT, self.body.frame()).await.map_err(|e| broken(e.to_string()))?;
            let Some(frame) = frame else { return Ok(None) };
            let Ok(piece) = frame.map_err(|e| broken(e.to_string()))?.into_data() else { continue };
            self.left = self.left.checked_sub(piece.len() as u64).ok_or_else(|| too_much(self.limit))?;
            return Ok(Some(piece));
        }
    }
}
