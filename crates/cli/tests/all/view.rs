//! `relict view`, and the end of `relict demo`: an address that answers, until the program is told to end.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common;

use crate::common::{Room, words};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::Duration;

/// A program that goes on until somebody ends it.
struct Running {
    child: Child,
    out: BufReader<std::process::ChildStdout>,
}

impl Running {
    fn start(room: &Room, line: &str) -> Self {
        let mut command = room.command(&words(line));
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        Self { child, out }
    }

    /// The first line that begins like this.
    fn line(&mut self, begin: &str) -> String {
        loop {
            let mut line = String::new();
            assert!(self.out.read_line(&mut line).unwrap() > 0, "it ended without {begin}");
            if line.starts_with(begin) {
                return line.trim_end().to_owned();
            }
        }
    }

    /// Ends it as the system does; tells how it ended.
    #[cfg(unix)]
    fn end(mut self) -> Option<i32> {
        let told = std::process::Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        assert!(told.unwrap().success());
        self.child.wait().unwrap().code()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What is answered at an address below that of the page.
fn get(url: &str, inner: &str) -> (String, String) {
    let rest = url.strip_prefix("http://").unwrap();
    let (host, path) = rest.split_once('/').unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let ask = format!("GET /{path}{inner} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(ask.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.to_owned(), body.to_owned())
}

fn json(url: &str, inner: &str) -> Value {
    let (head, body) = get(url, inner);
    assert!(head.starts_with("HTTP/1.1 200"), "{head}\n{body}");
    serde_json::from_str(&body).unwrap()
}

#[test]
fn the_address_is_told_in_a_line_that_has_its_shape() {
    let room = Room::new();
    room.fine("sample game");
    let mut viewer = Running::start(&room, "view game --edit --no-open --json");
    let answer: Value = serde_json::from_str(&viewer.line("{")).unwrap();
    let schema = room.fine("schema view").json();
    assert_eq!(schema["title"], "relict.view/1");
    let validator = jsonschema::validator_for(&schema).unwrap();
    assert!(validator.is_valid(&answer), "{answer}");
    for key in schema["required"].as_array().unwrap() {
        let mut without = answer.clone();
        without.as_object_mut().unwrap().remove(key.as_str().unwrap()).unwrap();
        assert!(!validator.is_valid(&without), "{key}");
    }
    assert_eq!((&answer["root"], &answer["edit"]), (&"game".into(), &true.into()));
    let url = answer["url"].as_str().unwrap();
    let session = json(url, "api/session");
    assert_eq!((&session["root"], &session["edit"]), (&"game".into(), &true.into()));
    let (head, page) = get(url, "");
    assert!(head.starts_with("HTTP/1.1 200") && page.starts_with("<!doctype html>"), "{head}\n{page}");
}

#[test]
fn people_are_told_the_address_and_how_to_end_it() {
    let room = Room::new();
    room.fine("sample game");
    let mut viewer = Running::start(&room, "view game/parkan/units.rlb --no-open");
    let url = viewer.line("http://127.0.0.1:");
    let listed = json(&url, "api/list");
    assert_eq!(listed["entries"][0]["name"], "units.rlb");
    let mut russian = Running::start(&room, "view game --no-open --lang ru");
    let url = russian.line("http://127.0.0.1:");
    assert!(common::is_cyrillic(&russian.line("")));
    assert_eq!(json(&url, "api/session")["lang"], "ru");
}

#[cfg(unix)]
#[test]
fn it_ends_when_it_is_told_to() {
    let room = Room::new();
    room.fine("sample game");
    let mut viewer = Running::start(&room, "view game --no-open --json");
    let answer: Value = serde_json::from_str(&viewer.line("{")).unwrap();
    let port = answer["url"].as_str().unwrap().split([':', '/']).nth(4).unwrap().to_owned();
    assert_eq!(viewer.end(), Some(0));
    assert!(TcpStream::connect(format!("127.0.0.1:{port}")).is_err());
}

#[test]
fn what_cannot_be_shown_is_told() {
    let room = Room::new();
    let gone = room.relict("view nothing --no-open").ended(2);
    assert!(gone.stderr.starts_with("error[io.not-found]: "), "{gone}");
    let held = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = held.local_addr().unwrap().port();
    let taken = room.relict(&format!("view . --no-open --port {port}")).ended(2);
    assert!(taken.stderr.starts_with("error[viewer.port]: "), "{taken}");
    room.relict("view . --port 70000").ended(2);
}

#[test]
fn the_demo_ends_in_the_viewer_where_somebody_looks() {
    let room = Room::new();
    let mut demo = Running::start(&room, "demo --serve");
    demo.line("All ");
    let url = demo.line("http://127.0.0.1:");
    let listed = json(&url, "api/list");
    let names: Vec<&str> =
        listed["entries"].as_array().unwrap().iter().map(|entry| entry["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"parkan"), "{names:?}");
    // Where nobody seems to look, it is there all the same, for whoever comes.
    let mut lonely = Running::start(&room, "demo");
    assert_eq!(json(&lonely.line("http://127.0.0.1:"), "api/session")["edit"], true);
    room.fine("demo --no-view");
    room.fine("demo --serve --json");
    room.relict("demo --serve --no-view").ended(2);
}
