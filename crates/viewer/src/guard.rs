//! Who may ask: a page of ours, or somebody who was given the address. Other pages in the same browser may not, whatever
//! name they call this machine by.

use crate::server::Server;
use axum::http::header::{self, HeaderName};
use axum::http::request::Parts;
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};

/// What every answer says, refusals too.
const HEADERS: [(HeaderName, &str); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; img-src 'self' blob: data:; style-src 'self' 'unsafe-inline'; \
         connect-src 'self' blob:; worker-src 'self' blob:; \
         object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    ),
    (header::X_FRAME_OPTIONS, "DENY"),
];

/// Where a request goes that may be answered.
#[derive(Debug, PartialEq, Eq)]
pub enum Way {
    /// To what is behind the token.
    Inside,
    /// To the page, whose address ends with a slash.
    Slash,
}

pub fn add_headers(headers: &mut HeaderMap) {
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

/// Lets a request in, with the token taken from its address; or tells with what it is turned away.
pub fn admit(parts: &mut Parts, server: &Server) -> Result<Way, StatusCode> {
    let port = server.port;
    if !names_us(parts, port) || !comes_from_us(&parts.headers, port) {
        return Err(StatusCode::FORBIDDEN);
    }
    let path = parts.uri.path().strip_prefix('/').ok_or(StatusCode::NOT_FOUND)?;
    let (token, inside) = path.split_once('/').map_or((path, None), |(token, inside)| (token, Some(inside)));
    if !server.token.is(token) {
        return Err(StatusCode::NOT_FOUND);
    }
    let Some(inside) = inside else { return Ok(Way::Slash) };
    if inside.starts_with("api/") && !is_of_the_page(&parts.headers) {
        return Err(StatusCode::FORBIDDEN);
    }
    let query = parts.uri.query().map_or_else(String::new, |query| format!("?{query}"));
    let rest = PathAndQuery::try_from(format!("/{inside}{query}")).map_err(|_| StatusCode::NOT_FOUND)?;
    parts.uri = Uri::from(rest);
    Ok(Way::Inside)
}

/// A name by which this machine calls itself; any other was resolved by somebody who wants to be taken for us.
fn is_ours(host: &str, port: u16) -> bool {
    let name = host.strip_suffix(&format!(":{port}"));
    name.is_some_and(|name| name == "127.0.0.1" || name == "[::1]" || name.eq_ignore_ascii_case("localhost"))
}

fn names_us(parts: &Parts, port: u16) -> bool {
    let mut hosts = parts.headers.get_all(header::HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else { return false };
    let stated = parts.uri.authority().is_none_or(|authority| is_ours(authority.as_str(), port));
    stated && host.to_str().is_ok_and(|host| is_ours(host, port))
}

fn comes_from_us(headers: &HeaderMap, port: u16) -> bool {
    let ours = |origin: &HeaderValue| {
        origin
            .to_str()
            .ok()
            .and_then(|origin| origin.strip_prefix("http://"))
            .is_some_and(|host| is_ours(host, port))
    };
    headers.get_all(header::ORIGIN).iter().all(ours)
}

/// Browsers tell who asks. A page on another port of this machine is none of ours, either.
fn is_of_the_page(headers: &HeaderMap) -> bool {
    headers.get_all("sec-fetch-site").iter().all(|site| site == "same-origin" || site == "none")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_names_are_ours() {
        for host in ["127.0.0.1:80", "localhost:80", "LocalHost:80", "[::1]:80"] {
            assert!(is_ours(host, 80), "{host}");
        }
        for host in [
            "",
            "127.0.0.1",
            "127.0.0.1:81",
            "127.0.0.1:080",
            "localhost.evil.example:80",
            "evil.example:80",
            "127.0.0.1:80:80",
            "127.0.0.1.evil.example:80",
            "0.0.0.0:80",
            "user@127.0.0.1:80",
        ] {
            assert!(!is_ours(host, 80), "{host}");
        }
    }
}
