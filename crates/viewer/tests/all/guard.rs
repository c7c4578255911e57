//! Who is let in: nobody without the token, no page but ours, and no name but those of this machine.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{Reply, Room};
use relict_toolkit::messages::Language;
use relict_viewer::{How, Viewer};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// Nothing in an answer tells where on this machine anything lies.
fn tells_nothing(room: &Room, reply: &Reply) {
    let folder = room.at("").to_string_lossy().into_owned();
    let secrets = [folder.as_str(), folder.trim_end_matches("/game/"), room.token.as_str()];
    for secret in secrets {
        assert!(!reply.text().contains(secret), "{}", reply.text());
        assert!(!reply.headers.values().any(|value| value.contains(secret)), "{:?}", reply.headers);
    }
}

fn asked(room: &Room, path: &str, headers: &[(&str, &str)]) -> Reply {
    room.client().ask("GET", path, headers, &[])
}

#[test]
fn every_answer_says_what_may_be_done_with_it() {
    let room = Room::empty();
    let refused = asked(&room, "/", &[]);
    let found = room.get("session").ok();
    let page = asked(&room, &format!("/{}/", room.token), &[]);
    for reply in [&refused, &found, &page] {
        assert_eq!(reply.header("x-content-type-options"), "nosniff");
        assert_eq!(reply.header("referrer-policy"), "no-referrer");
        assert_eq!(reply.header("cross-origin-resource-policy"), "same-origin");
        assert_eq!(reply.header("x-frame-options"), "DENY");
        let policy = reply.header("content-security-policy");
        assert!(policy.starts_with("default-src 'self'; ") && !policy.contains("unsafe-eval"), "{policy}");
        assert!(reply.headers.keys().all(|name| !name.starts_with("access-control")));
    }
    assert_eq!(page.status, 200);
}

#[test]
fn without_the_token_there_is_nothing() {
    let room = Room::empty();
    let token = room.token.clone();
    let changed = format!("{}{}", &token[..31], if token.ends_with('0') { '1' } else { '0' });
    for path in [
        "/".to_owned(),
        "/api/session".into(),
        "//api/session".into(),
        format!("//{token}/api/session"),
        format!("/{changed}/api/session"),
        format!("/{}/api/session", &token[..31]),
        format!("/{token}0/api/session"),
        format!("/{}/api/session", token.to_uppercase().replace(|c: char| c.is_ascii_digit(), "A")),
        format!("/%{:02x}{}/api/session", token.as_bytes()[0], &token[1..]),
        format!("/x/../{token}/api/session"),
        format!("/?{token}"),
        "/favicon.ico".into(),
    ] {
        let reply = asked(&room, &path, &[]);
        assert_eq!(reply.status, 404, "{path}");
        assert!(reply.body.is_empty(), "{path}: {}", reply.text());
        tells_nothing(&room, &reply);
    }
    let bare = asked(&room, &format!("/{token}"), &[]);
    assert_eq!((bare.status, bare.header("location")), (308, format!("/{token}/").as_str()));
}

#[test]
fn foreign_hosts_are_turned_away() {
    let room = Room::empty();
    let port = room.port;
    let path = room.api("session");
    for host in ["127.0.0.1", "localhost", "[::1]", "LOCALHOST"] {
        let host = format!("{host}:{port}");
        assert_eq!(asked(&room, &path, &[("Host", &host)]).status, 200, "{host}");
    }
    let wrong = port.wrapping_add(1);
    for host in [
        "evil.example".to_owned(),
        format!("evil.example:{port}"),
        format!("127.0.0.1:{wrong}"),
        "127.0.0.1".into(),
        "localhost".into(),
        format!("localhost.evil.example:{port}"),
        format!("127.0.0.1.evil.example:{port}"),
        format!("0.0.0.0:{port}"),
        format!("127.0.0.2:{port}"),
        String::new(),
    ] {
        let reply = asked(&room, &path, &[("Host", &host)]);
        assert_eq!(reply.status, 403, "{host}");
        assert!(reply.body.is_empty());
        tells_nothing(&room, &reply);
    }
    // Two of them, none at all, or another one in the line of the request.
    let ours = format!("Host: 127.0.0.1:{port}\r\n");
    for (line, hosts) in [
        (path.clone(), format!("{ours}Host: evil.example:{port}\r\n")),
        (path.clone(), String::new()),
        (format!("http://evil.example:{port}{path}"), ours.clone()),
    ] {
        let said = room.say(format!("GET {line} HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n").as_bytes());
        let said = String::from_utf8_lossy(&said).into_owned();
        assert!(said.starts_with("HTTP/1.1 403") || said.starts_with("HTTP/1.1 400"), "{line}: {said}");
    }
}

#[test]
fn foreign_pages_are_turned_away_whatever_they_ask() {
    let room = Room::sampled(true);
    let ours = format!("http://127.0.0.1:{}", room.port);
    let foreign = ["http://evil.example", "null", "https://127.0.0.1", "file://", "http://127.0.0.1:1", ""];
    let routes = [("GET", "session"), ("POST", "drop?name=a"), ("POST", "undo?p=x"), ("POST", "save?p=x")];
    for (method, route) in routes {
        for origin in foreign {
            let reply = room.client().ask(method, &room.api(route), &[("Origin", origin)], &[]);
            assert_eq!(reply.status, 403, "{method} {route} from {origin}");
            tells_nothing(&room, &reply);
        }
        let reply = room.client().ask(method, &room.api(route), &[("Origin", &ours)], &[]);
        assert_ne!(reply.status, 403, "{}", reply.text());
    }
    let port = room.port;
    for origin in [format!("http://localhost:{port}"), format!("http://[::1]:{port}")] {
        assert_eq!(asked(&room, &room.api("session"), &[("Origin", &origin)]).status, 200);
    }
}

#[test]
fn what_browsers_say_of_who_asks_is_heeded() {
    let room = Room::empty();
    for (site, status) in [("same-origin", 200), ("none", 200), ("cross-site", 403), ("same-site", 403)] {
        assert_eq!(asked(&room, &room.api("session"), &[("Sec-Fetch-Site", site)]).status, status, "{site}");
    }
    // A link to the page may be followed from anywhere; there is nothing in it but the page.
    let page = format!("/{}/", room.token);
    assert_eq!(asked(&room, &page, &[("Sec-Fetch-Site", "cross-site")]).status, 200);
}

#[test]
fn only_known_methods_are_answered() {
    let room = Room::sampled(false);
    for method in ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "POST"] {
        let reply = room.client().ask(method, &room.api("session"), &[], &[]);
        assert_eq!(reply.status, 405, "{method}");
        assert!(reply.headers.keys().all(|name| !name.starts_with("access-control")));
    }
    assert_eq!(room.client().ask("GET", &room.api("drop"), &[], &[]).status, 405);
    assert_eq!(room.client().ask("POST", &format!("/{}/", room.token), &[], &[]).status, 405);
    let head = room.client().ask("HEAD", &room.api("bytes?p=parkan/units.rlb"), &[], &[]);
    let size = room.at("parkan/units.rlb").metadata().unwrap().len().to_string();
    assert_eq!((head.status, head.header("content-length")), (200, size.as_str()));
    assert_eq!(room.get("nothing").status, 404);
    assert_eq!(room.get("").status, 404);
}

#[test]
fn where_nobody_comes_it_ends_and_who_came_may_stay() {
    let folder = tempfile::tempdir().unwrap();
    let wait = Some(Duration::from_millis(100));
    let how = How {
        root: folder.path().to_owned(),
        edit: false,
        port: 0,
        language: Language::English,
        palette: None,
        wait,
    };
    Viewer::bind(&how).unwrap().serve().unwrap();
    let viewer = Viewer::bind(&how).unwrap();
    let address = viewer.url().trim_start_matches("http://").split('/').next().unwrap().to_owned();
    // Somebody is there before the first answer; a second visitor comes long after the wait.
    let first = TcpStream::connect(&address).unwrap();
    std::thread::spawn(move || viewer.serve());
    std::thread::sleep(Duration::from_millis(400));
    let mut second = TcpStream::connect(&address).unwrap();
    second.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
    let mut said = [0; 8];
    second.read_exact(&mut said).unwrap();
    assert_eq!(&said, b"HTTP/1.1");
    drop(first);
}
