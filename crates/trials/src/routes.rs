//! What a client says to the viewer: anything.
//!
//! The first line is a method and what stands behind the token; further lines are headers; behind an empty line is the body.
//! What begins with a zero byte is said as it is.

use relict_toolkit::messages::Language;
use relict_viewer::{How, Viewer};
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;
use tempfile::TempDir;

/// Longer than any answer takes.
const PATIENCE: Duration = Duration::from_secs(30);

/// A viewer that goes on for as long as the program does.
struct Room {
    _folder: TempDir,
    port: u16,
    token: String,
}

thread_local! {
    /// One that only shows, and one in which everything may be changed. Their folders go with the thread; nothing that
    /// belongs to the whole program would ever be cleared away.
    static ROOMS: [Room; 2] = [false, true].map(Room::new);
}

impl Room {
    fn new(edit: bool) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for specimen in relict_specimens::specimens() {
            let path = folder.path().join(&specimen.path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, &specimen.bytes).unwrap();
        }
        let root = folder.path().to_owned();
        let (language, palette, wait) = (Language::English, None, None);
        let viewer = Viewer::bind(&How { root, edit, port: 0, language, palette, wait }).unwrap();
        let url = viewer.url();
        let mut parts = url.trim_start_matches("http://127.0.0.1:").split('/');
        let (port, token) = (parts.next().unwrap().parse().unwrap(), parts.next().unwrap().to_owned());
        std::thread::spawn(move || viewer.serve());
        Self { _folder: folder, port, token }
    }

    /// What it answers until it has nothing more to say.
    fn asked(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        // It may have heard enough before the end.
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(Shutdown::Write);
        let mut answer = vec![];
        if let Err(error) = stream.read_to_end(&mut answer) {
            assert!(error.kind() != std::io::ErrorKind::WouldBlock, "no answer in {PATIENCE:?}");
        }
        answer
    }

    fn request(&self, said: &[u8]) -> Vec<u8> {
        let at = said.windows(2).position(|pair| pair == b"\n\n").unwrap_or(said.len());
        let (head, body) = (&said[..at], said.get(at + 2..).unwrap_or_default());
        let mut lines = head.split(|byte| *byte == b'\n');
        let line = lines.next().unwrap_or_default();
        let space = line.iter().position(|byte| *byte == b' ').unwrap_or(line.len());
        let (method, route) = (&line[..space], line.get(space + 1..).unwrap_or_default());
        let mut all = [method, b" /", self.token.as_bytes(), b"/", route, b" HTTP/1.1\r\n"].concat();
        all.extend_from_slice(format!("Host: 127.0.0.1:{}\r\nConnection: close\r\n", self.port).as_bytes());
        if !body.is_empty() || method == b"POST" {
            all.extend_from_slice(format!("Content-Length: {}\r\n", body.len()).as_bytes());
        }
        lines.for_each(|line| all.extend_from_slice(&[line, b"\r\n"].concat()));
        [&all[..], b"\r\n", body].concat()
    }
}

pub(crate) fn run(said: &[u8]) {
    ROOMS.with(|rooms| rooms.iter().for_each(|room| answered(room, said)));
}

fn answered(room: &Room, said: &[u8]) {
    let request = match said.strip_prefix(&[0]) {
        Some(raw) => raw.to_vec(),
        None => room.request(said),
    };
    let answer = room.asked(&request);
    let line = answer.split(|byte| *byte == b'\r').next().unwrap_or_default();
    let line = String::from_utf8_lossy(line);
    // A server may be at a loss, but never the one who is to blame.
    assert!(!line.starts_with("HTTP/1.1 5"), "{line}");
    assert!(answer.is_empty() || line.starts_with("HTTP/1."), "{line}");
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let mut all: Vec<String> = vec!["GET ".into(), "GET index.html".into(), "HEAD api/session".into()];
    let paths = relict_specimens::specimens().into_iter().map(|specimen| specimen.path);
    for (i, path) in paths.enumerate() {
        let route = ROUTES[i % ROUTES.len()];
        all.push(format!("GET api/{route}?p={path}"));
    }
    all.extend(ROUTES.iter().map(|route| format!("GET api/{route}?p=&level=1&original=1&at=16&lang=ru")));
    all.push("GET api/bytes?p=&offset=0&length=64\nRange: bytes=0-15\nIf-None-Match: *".into());
    all.push("GET api/diff?a=x&b=y\nAccept-Language: ru".into());
    for change in ["edit/field", "edit/picture", "undo", "redo", "save", "drop?name=a.bin"] {
        all.push(format!("POST api/{change}\n\n{{\"path\": \"\", \"offset\": 0, \"value\": 1}}"));
    }
    let mut all: Vec<Vec<u8>> = all.into_iter().map(String::into_bytes).collect();
    all.push(b"\0GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".to_vec());
    all.push(
        b"\0POST /x/api/drop HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n".to_vec(),
    );
    all
}

/// Behind `api/`.
const ROUTES: [&str; 25] = [
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
    "timeline",
    "timeline/play",
    "map",
    "document",
    "text",
    "bytes",
    "explain",
    "check",
    "refs",
    "diff",
    "export",
    "edits",
];
