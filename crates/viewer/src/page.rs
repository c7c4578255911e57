//! The page: part of the program, made of `web` when that was built.

use crate::server::Server;
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use relict_session::tag;
use relict_toolkit::core::args;
use relict_toolkit::messages::Language;
use std::borrow::Cow;
use std::sync::Arc;

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Everything that is no route of the page's own.
pub async fn answer(State(server): State<Arc<Server>>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    let name = if path.is_empty() { INDEX } else { path };
    match file(name) {
        Some(bytes) => {
            let known = request.headers().get(header::IF_NONE_MATCH).and_then(|known| known.to_str().ok());
            send(name, bytes, known)
        }
        None if name == INDEX && FILES.is_empty() => missing(server.session.language),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

const INDEX: &str = "index.html";
/// Where Vite puts what has its fingerprint in its name.
const FINGERPRINTED: &str = "assets/";

fn send(name: &str, bytes: Cow<'static, [u8]>, known: Option<&str>) -> Response {
    let tag = tag(&bytes);
    let caching = if name.starts_with(FINGERPRINTED) {
        "private, max-age=31536000, immutable"
    } else {
        "private, no-cache"
    };
    let headers = [
        (header::CONTENT_TYPE, media(name).to_owned()),
        (header::CACHE_CONTROL, caching.to_owned()),
        (header::ETAG, tag.clone()),
    ];
    if known == Some(&tag) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, bytes).into_response()
}

fn file(name: &str) -> Option<Cow<'static, [u8]>> {
    #[cfg(debug_assertions)]
    if let Some(folder) = std::env::var_os("RELICT_WEB_DIR") {
        return on_disk(std::path::Path::new(&folder), name);
    }
    FILES.iter().find(|(known, _)| *known == name).map(|(_, bytes)| Cow::Borrowed(*bytes))
}

/// For those who work on the page: what they built last is seen at once.
#[cfg(debug_assertions)]
fn on_disk(folder: &std::path::Path, name: &str) -> Option<Cow<'static, [u8]>> {
    let plain = name.split('/').all(relict_session::is_plain);
    std::fs::read(folder.join(name)).ok().filter(|_| plain).map(Cow::Owned)
}

fn media(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" | "webmanifest" => "application/json",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// What to see where the program was built without a page.
fn missing(language: Language) -> Response {
    let say = |id: &str| language.catalogue().say(id, &args!());
    let page = format!(
        "<!doctype html><meta charset=\"utf-8\"><title>Relict</title>\
         <body style=\"font: 1rem/1.5 system-ui; max-width: 40rem; margin: 4rem auto; padding: 0 1rem\">\
         <h1>Relict</h1><p>{}</p><p>{}</p><p><code>cargo build --release</code></p>",
        say("viewer-page-missing"),
        say("viewer-page-help"),
    );
    (StatusCode::OK, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response()
}
