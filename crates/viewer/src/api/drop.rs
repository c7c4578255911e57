//! Files that are dropped onto the page.

use super::body::Pieces;
use crate::answer::{Answer, refuse};
use crate::asked::Asked;
use crate::drops::{DROPPED, LIMIT};
use crate::session::Session;
use axum::extract::{Request, State};
use axum::response::Response;
use relict::answer::page::Uploaded;
use relict::problem::Result;
use relict_disk::failed;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use tempfile::NamedTempFile;

pub async fn answer(State(session): State<Arc<Session>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let asked = Asked::of(&parts, session.language);
    let taken = match Pieces::new(&parts, body, LIMIT) {
        Ok(pieces) => take(&session, &asked, pieces).await,
        Err(problem) => Err(problem),
    };
    match taken {
        Ok(answer) => answer.respond(None, None),
        Err(problem) => refuse(&problem, asked.language),
    }
}

/// Piece by piece into a file; none of it stays in memory.
async fn take(session: &Arc<Session>, asked: &Asked, mut pieces: Pieces) -> Result<Answer> {
    let mut file = session.drops.begin()?;
    while let Some(piece) = pieces.next().await? {
        file = written(file, piece).await?;
    }
    let dropped = session.drops.keep(asked.word("name").unwrap_or_default(), file)?;
    Answer::json(&Uploaded { path: dropped.shown() })
}

async fn written(mut file: NamedTempFile, piece: bytes::Bytes) -> Result<NamedTempFile> {
    let writing = tokio::task::spawn_blocking(move || file.write_all(&piece).map(|()| file));
    let done = writing.await.map_err(std::io::Error::other).and_then(|done| done);
    done.map_err(|e| failed(Path::new(DROPPED), &e))
}
