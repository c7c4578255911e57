//! `relict view` as a program of its own, and somebody who asks it.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::Duration;

/// A viewer that goes on until it is dropped.
pub struct Viewing {
    child: Child,
    url: String,
    pub stderr: BufReader<ChildStderr>,
}

impl Viewing {
    /// A command that begins with `view`, with `--json` and `--no-open`.
    pub fn start(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let stderr = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e}: {line}"));
        Self { child, url: answer["url"].as_str().unwrap().to_owned(), stderr }
    }

    /// Asks, and does not wait for the answer.
    pub fn send(&self, method: &str, inner: &str, body: &str) -> TcpStream {
        let (host, path) = self.url.strip_prefix("http://").unwrap().split_once('/').unwrap();
        let mut stream = TcpStream::connect(host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        // In the older way, in which an answer is not cut into pieces.
        let head = format!("{method} /{path}api/{inner} HTTP/1.0\r\nHost: {host}\r\n");
        write!(stream, "{head}Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        stream
    }

    /// The status of the answer, and what it says.
    pub fn ask(&self, method: &str, inner: &str, body: &str) -> (u16, Vec<u8>) {
        let mut answer = vec![];
        self.send(method, inner, body).read_to_end(&mut answer).unwrap();
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
        let head = String::from_utf8_lossy(&answer[..end]).into_owned();
        assert!(!head.to_lowercase().contains("chunked"), "{head}");
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, answer.split_off(end + 4))
    }

    /// Waits until it has said something like this on standard error.
    pub fn says(&mut self, wanted: &str) {
        let mut said = String::new();
        while !said.contains(wanted) {
            assert!(self.stderr.read_line(&mut said).unwrap() > 0, "it ended without {wanted}: {said}");
        }
    }
}

impl Drop for Viewing {
    /// As by `kill -9`.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
