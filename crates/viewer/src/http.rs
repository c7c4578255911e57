//! The routes over HTTP: how they are asked, remembered, cut into parts and sent.

use crate::body;
use crate::channel::Channel;
use crate::memory::spare;
use crate::page;
use crate::range::{self, Wanted};
use crate::server::Server;
use crate::upload;
use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{self, CACHE_CONTROL, HeaderName};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use relict_session::{Answer, CHANGES, Change, Content, JSON, ROUTES, Request, Route, Weight};
use relict_toolkit::answer::page::{ProblemAnswer, Refusal};
use relict_toolkit::messages::Language;
use relict_toolkit::problem::{
    DISK_FULL, EXISTS, NO_ENTRY, NOT_FOUND, PATH_OUTSIDE, PERMISSION, Problem, Result, VIEWER_CHANGED,
    VIEWER_FAILED, VIEWER_QUERY, VIEWER_READ_ONLY, VIEWER_TOO_MUCH,
};
use std::ops::Range;
use std::sync::Arc;

pub fn router(server: Arc<Server>) -> Router {
    let mut router = Router::new();
    for route in ROUTES {
        let ask = |State(server): State<Arc<Server>>, http: HttpRequest| answered(server, http, route);
        router = router.route(route.path, get(ask));
    }
    for change in CHANGES {
        let ask = |State(server): State<Arc<Server>>, http: HttpRequest| changed(server, http, change);
        router = router.route(change.path, post(ask));
    }
    router = router.route("/api/drop", post(upload::answer));
    router.fallback(page::answer).with_state(server)
}

type HttpRequest = axum::extract::Request;

/// What the head of a request asks for.
pub fn request(parts: &Parts, usual: Language) -> Request {
    Request::new(parts.uri.path(), parts.uri.query().unwrap_or_default(), usual)
}

/// The headers that change how an answer is sent.
struct Conditions {
    if_none_match: Option<String>,
    if_range: Option<String>,
    range: Option<String>,
}

impl Conditions {
    fn of(parts: &Parts) -> Self {
        let header = |name: HeaderName| Some(parts.headers.get(name)?.to_str().ok()?.to_owned());
        Self {
            if_none_match: header(header::IF_NONE_MATCH),
            if_range: header(header::IF_RANGE),
            range: header(header::RANGE),
        }
    }
}

async fn answered(server: Arc<Server>, http: HttpRequest, route: &'static Route) -> Response {
    let (parts, _) = http.into_parts();
    let (request, conditions) = (request(&parts, server.session.language), Conditions::of(&parts));
    let language = request.language;
    let worker = Arc::clone(&server);
    let done =
        server.workers.run(route.weight, move || Ok(work(&worker, &request, &conditions, route))).await;
    done.unwrap_or_else(|problem| refuse(&problem, language))
}

/// The answer, or the word that the one of before still holds.
fn work(server: &Arc<Server>, request: &Request, conditions: &Conditions, route: &Route) -> Response {
    let session = &server.session;
    let tag = session.tag(route.depends, request);
    let known = |tag: &String| conditions.if_none_match.as_ref().is_some_and(|known| names(known, tag));
    if let Some(tag) = tag.as_ref().filter(|tag| known(tag)) {
        return not_modified(tag);
    }
    // Of an answer that is no longer the one of before, a part is of no use.
    let same = conditions.if_range.is_none() || conditions.if_range == tag;
    let range = conditions.range.as_deref().filter(|_| same);
    let answer = match route.weight {
        Weight::Heavy => spare(session, || (route.work)(session, request)),
        Weight::Light => (route.work)(session, request),
    };
    session.answered();
    let sent = answer.and_then(|answer| respond(server, answer, tag.as_deref(), range));
    sent.unwrap_or_else(|problem| refuse(&problem, request.language))
}

/// Whether a header names a tag; whoever passed it on may have called it weak.
fn names(header: &str, tag: &str) -> bool {
    header.split(',').map(str::trim).any(|known| known == "*" || known.trim_start_matches("W/") == tag)
}

async fn changed(server: Arc<Server>, http: HttpRequest, change: &'static Change) -> Response {
    let (parts, body) = http.into_parts();
    let request = request(&parts, server.session.language);
    let language = request.language;
    if !server.session.edit {
        return refuse(&Problem::new(VIEWER_READ_ONLY, "", vec![]), language);
    }
    let body = match body::whole(&parts, body, change.limit).await {
        Ok(body) => body,
        Err(problem) => return refuse(&problem, language),
    };
    let worker = Arc::clone(&server);
    let work = move || {
        let session = &worker.session;
        let answer = spare(session, || (change.work)(session, &request, &body))?;
        respond(&worker, answer, None, None)
    };
    match server.workers.run(Weight::Heavy, work).await {
        Ok(mut response) => {
            put(&mut response, CACHE_CONTROL, "no-store");
            response
        }
        Err(problem) => refuse(&problem, language),
    }
}

/// The answer as it is sent: whole, or the part that was asked for. A problem if what is made while it is sent cannot even
/// be begun. In a worker, which may wait.
pub fn respond(
    server: &Arc<Server>,
    answer: Answer,
    tag: Option<&str>,
    wanted: Option<&str>,
) -> Result<Response> {
    let size = match &answer.content {
        Content::Bytes(bytes) => Some(bytes.len()),
        Content::Part(_, part) => Some(part.len()),
        Content::Stream(_) => None,
    };
    let wanted = wanted.filter(|_| answer.in_parts).zip(size);
    let wanted = wanted.map_or(Wanted::All, |(header, size)| range::wanted(header, size));
    let mut response = match (wanted, size) {
        (Wanted::None, Some(size)) => unsatisfiable(size),
        (Wanted::Part(part), Some(size)) => {
            let stated = format!("bytes {}-{}/{size}", part.start, part.end.saturating_sub(1));
            let body = body_of(server, answer.content, Some(part))?;
            (StatusCode::PARTIAL_CONTENT, [(header::CONTENT_RANGE, stated)], body).into_response()
        }
        _ => body_of(server, answer.content, None)?.into_response(),
    };
    put(&mut response, header::CONTENT_TYPE, answer.media);
    put(&mut response, header::CACHE_CONTROL, "private, no-cache");
    tag.into_iter().for_each(|tag| put(&mut response, header::ETAG, tag));
    if answer.in_parts {
        put(&mut response, header::ACCEPT_RANGES, "bytes");
    }
    if let Some(name) = answer.save_as {
        put(&mut response, header::CONTENT_DISPOSITION, &attachment(&name));
    }
    Ok(response)
}

/// Where this is called, a worker may wait and there is a runtime.
fn body_of(server: &Arc<Server>, content: Content, part: Option<Range<usize>>) -> Result<Body> {
    Ok(match content {
        Content::Bytes(bytes) => {
            let bytes = bytes::Bytes::from(bytes);
            Body::from(part.map_or_else(|| bytes.clone(), |part| bytes.slice(part)))
        }
        Content::Part(opened, whole) => {
            let part = part.unwrap_or(0..whole.len());
            Channel::of_file(opened, whole.start + part.start..whole.start + part.end).into_body()
        }
        Content::Stream(stream) => Channel::of_stream(server, stream)?.into_body(),
    })
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

fn not_modified(tag: &str) -> Response {
    let mut response = StatusCode::NOT_MODIFIED.into_response();
    put(&mut response, header::ETAG, tag);
    put(&mut response, header::CACHE_CONTROL, "private, no-cache");
    response
}

/// Why something could not be done, in the language of the one who asked.
pub fn refuse(problem: &Problem, language: Language) -> Response {
    let refusal = Refusal { error: ProblemAnswer::of(problem, language.catalogue()) };
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
