//! Answers that are made while they are sent: no more of them is in memory than the client has not yet taken.

use crate::opened::Opened;
use axum::body::Body;
use bytes::Bytes;
use hyper::body::{Frame, SizeHint};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// How much is read at a time.
const CHUNK: usize = 256 << 10;
/// Chunks that wait to be taken.
const WAITING: usize = 4;

pub type Piece = io::Result<Bytes>;

#[derive(Debug)]
pub struct Channel {
    /// Taken out already, to see whether there is anything at all.
    first: Option<Piece>,
    pieces: Receiver<Piece>,
    /// How much is still to come, where that is known.
    left: Option<u64>,
}

impl Channel {
    pub fn new() -> (Sender<Piece>, Self) {
        let (sender, pieces) = channel(WAITING);
        (sender, Self { first: None, pieces, left: None })
    }

    /// What comes next; none at the end.
    pub async fn next(&mut self) -> Option<Piece> {
        self.pieces.recv().await
    }

    /// The same with a piece in front, none if there was none.
    pub fn with_first(self, first: Option<Piece>) -> Self {
        Self { first, ..self }
    }

    /// A part of a file.
    pub fn of_file(opened: Arc<Opened>, part: Range<usize>) -> Self {
        let (sender, channel) = Self::new();
        let left = Some(part.len() as u64);
        tokio::spawn(send_file(opened, part, sender));
        Self { left, ..channel }
    }

    pub fn into_body(self) -> Body {
        Body::new(self)
    }
}

impl hyper::body::Body for Channel {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        let piece = match self.first.take() {
            Some(first) => Some(first),
            None => ready!(self.pieces.poll_recv(context)),
        };
        if let Some(Ok(bytes)) = &piece {
            self.left = self.left.map(|left| left.saturating_sub(bytes.len() as u64));
        }
        Poll::Ready(piece.map(|piece| piece.map(Frame::data)))
    }

    fn size_hint(&self) -> SizeHint {
        self.left.map_or_else(SizeHint::default, SizeHint::with_exact)
    }
}

/// Chunk by chunk; whoever waits for a slow client is a task, and no thread.
async fn send_file(opened: Arc<Opened>, part: Range<usize>, to: Sender<Piece>) {
    let mut source = Source { file: None, opened };
    let mut at = part.start;
    while at < part.end {
        let chunk = at..part.end.min(at + CHUNK);
        at = chunk.end;
        let read = tokio::task::spawn_blocking(move || {
            let read = source.read(chunk);
            (source, read)
        });
        let Ok((back, piece)) = read.await else { return };
        source = back;
        if to.send(piece).await.is_err() {
            return;
        }
    }
}

/// A file that is read on the side, so that it does not fill our memory; if another is in its place, what is mapped.
struct Source {
    file: Option<File>,
    opened: Arc<Opened>,
}

impl Source {
    fn read(&mut self, chunk: Range<usize>) -> Piece {
        if self.file.is_none() && chunk.len() == CHUNK {
            self.file = self.opened.reader();
        }
        match &mut self.file {
            Some(file) => {
                let mut bytes = vec![0; chunk.len()];
                file.seek(SeekFrom::Start(chunk.start as u64))?;
                file.read_exact(&mut bytes)?;
                Ok(bytes.into())
            }
            None => Ok(Bytes::copy_from_slice(self.opened.bytes.get(chunk).unwrap_or_default())),
        }
    }
}
