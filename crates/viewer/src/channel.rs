//! Answers that are made while they are sent: no more of them is in memory than the client has not yet taken.

use crate::memory::spare;
use crate::server::Server;
use axum::body::Body;
use bytes::Bytes;
use hyper::body::{Frame, SizeHint};
use relict_session::{Opened, Stream};
use relict_toolkit::core::args;
use relict_toolkit::problem::{INPUT_OUTPUT, Problem, Result, VIEWER_FAILED};
use std::io;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::timeout;

/// How much is read at a time.
const CHUNK: usize = 256 << 10;
/// Chunks that wait to be taken.
const WAITING: usize = 4;
/// Who takes nothing for so long is no longer waited for.
const TIMEOUT: Duration = Duration::from_secs(60);

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
    fn new() -> (Sender<Piece>, Self) {
        let (sender, pieces) = channel(WAITING);
        (sender, Self { first: None, pieces, left: None })
    }

    /// What comes next; none at the end.
    async fn next(&mut self) -> Option<Piece> {
        self.pieces.recv().await
    }

    /// The same with a piece in front, none if there was none.
    fn with_first(self, first: Option<Piece>) -> Self {
        Self { first, ..self }
    }

    /// A part of a file.
    pub fn of_file(opened: Arc<Opened>, part: Range<usize>) -> Self {
        let (sender, channel) = Self::new();
        let left = Some(part.len() as u64);
        tokio::spawn(send_file(opened, part, sender));
        Self { left, ..channel }
    }

    /// What is made by a thread of its own, as fast as it is taken: the others must not wait for whoever takes it. Waits for
    /// the first piece: what cannot be made at all is a problem, and no broken file.
    pub fn of_stream(server: &Arc<Server>, stream: Stream) -> Result<Self> {
        let (sender, mut channel) = Self::new();
        let runtime = Handle::current();
        let place = runtime.block_on(server.workers.export());
        let (server, waiting) = (Arc::clone(server), runtime.clone());
        std::thread::spawn(move || {
            let _place = place;
            let send = |piece: Piece| {
                let sent = runtime.block_on(async { timeout(TIMEOUT, sender.send(piece)).await });
                let gone = || Problem::new(INPUT_OUTPUT, "", args!(reason = "nobody takes it"));
                sent.map_err(|_| gone())?.map_err(|_| gone())
            };
            let session = &server.session;
            let make = || spare(session, || (stream.0)(session, &mut |piece| send(Ok(piece.into()))));
            // Whatever happens, an answer that is not whole must not look as if it were.
            let made = catch_unwind(AssertUnwindSafe(make));
            let made = made.unwrap_or_else(|_| Err(Problem::new(VIEWER_FAILED, "", vec![])));
            if let Err(problem) = made {
                // Whether anybody is left to hear it is none of our business.
                let _ = send(Err(io::Error::other(problem)));
            }
        });
        match waiting.block_on(channel.next()) {
            Some(Err(error)) => Err(problem(error)),
            first => Ok(channel.with_first(first)),
        }
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
    ) -> Poll<Option<io::Result<Frame<Bytes>>>> {
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
    let mut at = part.start;
    while at < part.end {
        let chunk = at..part.end.min(at + CHUNK);
        at = chunk.end;
        let file = Arc::clone(&opened);
        let Ok(read) = tokio::task::spawn_blocking(move || file.held.copy(chunk)).await else { return };
        let piece = read.map(Bytes::from).map_err(io::Error::other);
        if to.send(piece).await.is_err() {
            return;
        }
    }
}

fn problem(error: io::Error) -> Problem {
    let reason = error.to_string();
    let problem = error.into_inner().and_then(|inner| inner.downcast::<Problem>().ok());
    problem.map_or_else(|| Problem::new(INPUT_OUTPUT, "", args!(reason = reason)), |problem| *problem)
}
