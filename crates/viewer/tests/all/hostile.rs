//! Clients that are slow, greedy, or make no sense: each gets an answer or is let go, and nobody else waits for it.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{Room, all_paths, escaped};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// So much is sent where little is wanted.
const MUCH: usize = 100 << 20;

const GET: [&str; 24] = [
    "session",
    "words",
    "list",
    "find",
    "info",
    "picture",
    "picture/info",
    "picture/indices",
    "gallery",
    "gallery/picture",
    "gallery/info",
    "model",
    "model/info",
    "map",
    "document",
    "text",
    "bytes",
    "explain",
    "check",
    "refs",
    "diff",
    "export",
    "timeline",
    "timeline/play",
];
const POST: [&str; 5] = ["edit/picture", "edit/field", "undo", "redo", "save"];

/// Sends far more than is taken, and tells what was answered, if anything came through.
fn flood(room: &Room, method: &str, route: &str, stated: bool) -> String {
    let mut stream = room.connect();
    let length =
        if stated { format!("Content-Length: {MUCH}\r\n") } else { "Transfer-Encoding: chunked\r\n".into() };
    let path = room.api(route);
    let head = format!("{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{length}\r\n", room.port);
    stream.write_all(head.as_bytes()).unwrap();
    let piece = vec![b'x'; 1 << 20];
    for _ in 0..MUCH >> 20 {
        let framed = if stated { piece.clone() } else { [b"100000\r\n", &piece[..], b"\r\n"].concat() };
        if stream.write_all(&framed).is_err() {
            break;
        }
    }
    let mut answer = vec![];
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).lines().next().unwrap_or_default().to_owned()
}

#[test]
fn a_flood_is_not_taken_on_any_route() {
    let (shown, edited) = (Room::sampled(false), Room::sampled(true));
    let before = memory();
    for stated in [true, false] {
        for route in POST {
            let answer = flood(&edited, "POST", route, stated);
            assert!(answer.is_empty() || answer.contains(" 413 "), "{route}: {answer}");
            let answer = flood(&shown, "POST", route, stated);
            assert!(answer.is_empty() || answer.contains(" 403 "), "{route}: {answer}");
        }
        for route in GET.iter().step_by(if stated { 1 } else { 5 }) {
            let answer = flood(&shown, "GET", route, stated);
            assert!(answer.is_empty() || !answer.contains(" 500 "), "{route}: {answer}");
        }
        flood(&shown, "GET", "../", stated);
    }
    if let (Some(before), Some(after)) = (before, memory()) {
        assert!(after < before + (64 << 20), "{before} bytes became {after}");
    }
    shown.get("session").ok();
    edited.get("session").ok();
}

/// What this process has in memory, where the system tells.
fn memory() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("RssAnon:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<usize>().ok()? << 10)
}

#[test]
fn a_dropped_file_may_be_large_but_not_too_large() {
    let room = Room::empty();
    let dropped = room.post("drop?name=big.bin", &vec![7; 40 << 20]).ok().json();
    assert_eq!(dropped["path"], "dropped:1/big.bin");
    assert_eq!(room.get("info?p=dropped:1/big.bin").ok().json()["size"], 40 << 20);
    let mut stream = room.connect();
    let head = format!(
        "POST {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Length: {}\r\n\r\n",
        room.api("drop?name=huge"),
        room.port,
        (256u64 << 20) + 1
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = vec![0; 12];
    stream.read_exact(&mut answer).unwrap();
    assert_eq!(answer, b"HTTP/1.1 413");
    // One that breaks off leaves nothing.
    let mut stream = room.connect();
    let head = format!(
        "POST {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Length: 1000\r\n\r\nhalf",
        room.api("drop?name=half"),
        room.port
    );
    stream.write_all(head.as_bytes()).unwrap();
    drop(stream);
    room.get("info?p=dropped:2/half").refused(404, "io.not-found");
}

#[test]
fn two_hundred_idle_connections_keep_nobody_waiting() {
    let room = Room::sampled(false);
    let mut held: Vec<TcpStream> = (0..200).map(|_| room.connect()).collect();
    for (i, stream) in held.iter_mut().enumerate() {
        match i % 4 {
            // Silent, in the middle of a line, in the middle of a head, in the middle of a body.
            0 => {}
            1 => stream.write_all(b"GET /").unwrap(),
            2 => stream.write_all(b"GET / HTTP/1.1\r\nHost: ").unwrap(),
            _ => {
                let path = room.api("drop?name=x");
                let head = format!(
                    "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Length: 9\r\n\r\nx",
                    room.port
                );
                stream.write_all(head.as_bytes()).unwrap();
            }
        }
    }
    let asked = Instant::now();
    room.get("list?p=parkan").ok();
    room.get("check?p=parkan/units.rlb").ok();
    room.get("picture?p=parkan/Textures.lib/HAZARD.0").ok();
    assert!(asked.elapsed() < Duration::from_secs(10), "{:?}", asked.elapsed());
    drop(held);
}

#[test]
fn who_asks_and_does_not_listen_keeps_nobody_waiting() {
    let room = Room::empty();
    room.write("big.bin", &vec![1; 64 << 20]);
    let mut held = vec![];
    for _ in 0..80 {
        let mut stream = room.connect();
        let path = room.api("bytes?p=big.bin");
        stream
            .write_all(format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", room.port).as_bytes())
            .unwrap();
        held.push(stream);
    }
    let asked = Instant::now();
    room.get("list").ok();
    assert_eq!(room.get_with("bytes?p=big.bin", &[("Range", "bytes=5-6")]).body, [1, 1]);
    assert!(asked.elapsed() < Duration::from_secs(10), "{:?}", asked.elapsed());
}

#[test]
fn a_head_that_does_not_end_is_not_waited_for() {
    let room = Room::empty();
    let mut slow = room.connect();
    let begun = Instant::now();
    slow.write_all(b"GET / HTTP/1.1\r\n").unwrap();
    let mut answer = vec![];
    // A line now and then does not help: the whole head has its time.
    let mut other = slow.try_clone().unwrap();
    std::thread::spawn(move || {
        while other.write_all(b"X-Slow: 1\r\n").is_ok() {
            std::thread::sleep(Duration::from_millis(500));
        }
    });
    let _ = slow.read_to_end(&mut answer);
    let waited = begun.elapsed();
    assert!((Duration::from_secs(5)..Duration::from_secs(60)).contains(&waited), "{waited:?}");
    assert!(!answer.starts_with(b"HTTP/1.1 200"));
    room.get("session").ok();
}

#[test]
fn what_makes_no_sense_gets_an_answer_or_none() {
    let room = Room::empty();
    let long = "a".repeat(1 << 20);
    let many = "X-A: b\r\n".repeat(10_000);
    let host = format!("Host: 127.0.0.1:{}\r\n", room.port);
    let path = room.api("session");
    for garbage in [
        "\r\n\r\n".to_owned(),
        "\0\0\0\0\r\n\r\n".into(),
        "GET\r\n\r\n".into(),
        "GET / HTTP/9.9\r\n\r\n".into(),
        "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}\u{fc}\u{3}\u{3}\r\n\r\n".into(),
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".into(),
        format!("GET {path} HTTP/1.0\r\n\r\n"),
        format!("GET /{long} HTTP/1.1\r\n{host}\r\n"),
        format!("GET {path}?{long} HTTP/1.1\r\n{host}\r\n"),
        format!("GET {path} HTTP/1.1\r\n{host}X-Long: {long}\r\n\r\n"),
        format!("GET {path} HTTP/1.1\r\n{host}{many}\r\n"),
        format!("GET {path} HTTP/1.1\r\n{host}: nothing\r\n\r\n"),
        format!("GET {path} HTTP/1.1\r\n{host}Content-Length: -1\r\n\r\n"),
        format!("GET {path} HTTP/1.1\r\n{host}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab"),
        format!("GET {path} HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\n\r\nzzz\r\n\r\n"),
        format!(
            "GET {path} HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n"
        ),
        format!(
            "GET {path} HTTP/1.1\r\n{host}Connection: Upgrade\r\nUpgrade: websocket\r\nConnection: close\r\n\r\n"
        ),
        format!("CONNECT evil.example:80 HTTP/1.1\r\n{host}\r\n"),
        format!("GET * HTTP/1.1\r\n{host}Connection: close\r\n\r\n"),
        format!("GET {path}#x HTTP/1.1\r\n{host}Connection: close\r\n\r\n"),
    ] {
        let mut stream = room.connect();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let _ = stream.write_all(garbage.as_bytes());
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut answer = vec![];
        let _ = stream.read_to_end(&mut answer);
        let line = String::from_utf8_lossy(&answer).lines().next().unwrap_or_default().to_owned();
        assert!(line.is_empty() || line.starts_with("HTTP/1."), "{line}");
        assert!(!line.contains(" 500 "), "{line}");
    }
    room.get("session").ok();
}

/// The same numbers on every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % sides
    }
}

#[test]
fn thousands_of_odd_queries_get_their_answers() {
    let room = Room::sampled(false);
    let mut client = room.client();
    let paths: Vec<String> =
        all_paths(&mut client).iter().map(|entry| entry["path"].as_str().unwrap().to_owned()).collect();
    let words = [
        "p", "a", "b", "level", "thumb", "from", "to", "full", "coverage", "form", "leaf", "q", "limit",
        "lang", "motions", "track", "count", "original", "format",
    ];
    let values = [
        "",
        "0",
        "1",
        "-1",
        "18446744073709551615",
        "99999999999999999999",
        "0x",
        "0xffffffffffffffff",
        "NaN",
        "1e999",
        "*",
        "[",
        "{a,b",
        "**/*",
        "../..",
        "%00",
        "\u{feff}",
        "true",
        "png",
        "zip",
        "svg",
        "raw",
        "ru",
        "\u{1F600}",
    ];
    let mut dice = Dice(1);
    for _ in 0..10_000 {
        let mut query = String::new();
        for _ in 0..=dice.roll(4) {
            let word = words[dice.roll(words.len())];
            let path = dice.roll(2) == 0 || matches!(word, "p" | "a" | "b");
            let value = if path {
                paths[dice.roll(paths.len())].clone()
            } else {
                values[dice.roll(values.len())].into()
            };
            let mut value = escaped(&value);
            if dice.roll(4) == 0 {
                let cut = dice.roll(value.len() + 1);
                value.insert_str(cut, ["%", "&", "=", "/", "..", "%2F", "+", "#2", "%FF"][dice.roll(9)]);
            }
            query.push_str(&format!("&{word}={value}"));
        }
        // All of these are answered in no time; what takes longer is asked elsewhere.
        let route = GET[dice.roll(GET.len())];
        if matches!(route, "check" | "find" | "refs" | "export") && dice.roll(20) != 0 {
            continue;
        }
        let reply = client.get(&format!("{route}?{}", &query[1..].replace('#', "%23")));
        assert!(reply.status < 500, "{route}?{query}: {}", reply.text());
    }
}
