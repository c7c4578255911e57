//! Files that are dropped onto the page.

use crate::answer::Answer;
use crate::body::Pieces;
use crate::http;
use crate::request::Request;
use crate::server::Server;
use crate::uploads::{LIMIT, UPLOADED};
use axum::extract::State;
use axum::response::Response;
use relict_disk::failed;
use relict_toolkit::answer::page::Uploaded;
use relict_toolkit::problem::Result;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use tempfile::NamedTempFile;

pub async fn answer(State(server): State<Arc<Server>>, http: axum::extract::Request) -> Response {
    let (parts, body) = http.into_parts();
    let request = http::request(&parts, server.session.language);
    let taken = match Pieces::new(&parts, body, LIMIT) {
        Ok(pieces) => take(&server, &request, pieces).await,
        Err(problem) => Err(problem),
    };
    taken.unwrap_or_else(|problem| http::refuse(&problem, request.language))
}

/// Piece by piece into a file; none of it stays in memory.
async fn take(server: &Arc<Server>, request: &Request, mut pieces: Pieces) -> Result<Response> {
    let mut file = server.session.uploads.begin()?;
    while let Some(piece) = pieces.next().await? {
        file = written(file, piece).await?;
    }
    let upload = server.session.uploads.keep(request.word("name").unwrap_or_default(), file)?;
    http::respond(server, Answer::json(&Uploaded { path: upload.shown() })?, None, None)
}

async fn written(mut file: NamedTempFile, piece: bytes::Bytes) -> Result<NamedTempFile> {
    let writing = tokio::task::spawn_blocking(move || file.write_all(&piece).map(|()| file));
    let done = writing.await.map_err(std::io::Error::other).and_then(|done| done);
    done.map_err(|e| failed(Path::new(UPLOADED), &e))
}
