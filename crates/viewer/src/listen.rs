//! Connections: how many there may be, and how long one may take to say what it wants.

use crate::guard::{self, Way};
use crate::http;
use crate::server::Server;
use crate::shutdown::Shutdown;
use crate::timeouts::TimeoutStream;
use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower::ServiceExt;

/// At a time; who comes when all are taken waits until one is free. Systems let a program have a thousand files or so.
const CONNECTIONS: usize = 400;
/// For the head of a request, and between requests.
const HEAD: Duration = Duration::from_secs(10);
/// Of the head of a request. Paths are long, but not that long.
const HEAD_BYTES: usize = 32 << 10;
/// After a failure to take a connection, which is most often one of too many open files.
const PAUSE: Duration = Duration::from_millis(100);

/// Serves until the program is told to end, or nobody has come for as long as somebody was waited for.
pub async fn serve(
    listener: std::net::TcpListener,
    server: Arc<Server>,
    shutdown: Shutdown,
    wait: Option<Duration>,
) -> io::Result<()> {
    let listener = TcpListener::from_std(listener)?;
    let slots = Arc::new(Semaphore::new(CONNECTIONS));
    let router = http::router(Arc::clone(&server));
    let mut end = pin!(shutdown.told());
    let mut late = pin!(tokio::time::sleep(wait.unwrap_or_default()));
    let mut waiting = wait.is_some();
    loop {
        let next = async {
            let slot = Arc::clone(&slots).acquire_owned().await.map_err(io::Error::other)?;
            Ok::<_, io::Error>((listener.accept().await?.0, slot))
        };
        tokio::select! {
            () = &mut end => return Ok(()),
            () = &mut late, if waiting => return Ok(()),
            next = next => match next {
                Ok((stream, slot)) => {
                    waiting = false;
                    connect(stream, slot, router.clone(), Arc::clone(&server));
                }
                Err(_) => tokio::time::sleep(PAUSE).await,
            },
        }
    }
}

fn connect(stream: TcpStream, slot: OwnedSemaphorePermit, router: Router, server: Arc<Server>) {
    // Answers are written whole, so there is nothing to gather.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request| {
        let (router, server) = (router.clone(), Arc::clone(&server));
        async move { Ok::<_, Infallible>(answer(request, router, &server).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_header_size(HEAD_BYTES)
        .max_buf_size(HEAD_BYTES * 4)
        .serve_connection(TokioIo::new(TimeoutStream::new(stream)), service);
    tokio::spawn(async move {
        // What goes wrong with a connection is between the two of us.
        let _ = connection.await;
        drop(slot);
    });
}

async fn answer(request: Request<Incoming>, router: Router, server: &Server) -> Response {
    let (mut parts, body) = request.into_parts();
    let mut response = match guard::admit(&mut parts, server) {
        Ok(Way::Inside) => {
            let answered = router.oneshot(Request::from_parts(parts, Body::new(body))).await;
            answered.unwrap_or_else(|never| match never {})
        }
        Ok(Way::Slash) => {
            let page = format!("/{}/", server.token.text());
            (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, page)]).into_response()
        }
        Err(status) => status.into_response(),
    };
    guard::add_headers(response.headers_mut());
    response
}
