//! Files that are dropped onto the page.

use crate::body::Pieces;
use crate::http;
use crate::server::Server;
use axum::extract::State;
use axum::response::Response;
use relict_session::{Answer, Draft, Request, UPLOAD_LIMIT};
use relict_toolkit::answer::page::Uploaded;
use relict_toolkit::problem::{Problem, Result, VIEWER_FAILED};
use std::sync::Arc;

pub async fn answer(State(server): State<Arc<Server>>, http: axum::extract::Request) -> Response {
    let (parts, body) = http.into_parts();
    let request = http::request(&parts, server.session.language);
    let taken = match Pieces::new(&parts, body, UPLOAD_LIMIT) {
        Ok(pieces) => take(&server, &request, pieces).await,
        Err(problem) => Err(problem),
    };
    taken.unwrap_or_else(|problem| http::refuse(&problem, request.language))
}

/// Piece by piece into a draft; none of it stays in memory.
async fn take(server: &Arc<Server>, request: &Request, mut pieces: Pieces) -> Result<Response> {
    let mut draft = server.session.begin_upload()?;
    while let Some(piece) = pieces.next().await? {
        draft = written(draft, piece).await?;
    }
    let path = server.session.keep_upload(request.word("name").unwrap_or_default(), draft.finish()?)?;
    http::respond(server, Answer::json(&Uploaded { path })?, None, None)
}

async fn written(mut draft: Box<dyn Draft>, piece: bytes::Bytes) -> Result<Box<dyn Draft>> {
    let writing = tokio::task::spawn_blocking(move || draft.put(&piece).map(|()| draft));
    // Only a panic comes here; it was told on standard error.
    writing.await.unwrap_or_else(|_| Err(Problem::new(VIEWER_FAILED, "", vec![])))
}
