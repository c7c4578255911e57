//! A viewer on loopback, and a client that says exactly what it is told to: a proper one would mend what is to be tested.

// Each test file compiles this for itself and uses a part of it.
#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

use relict_toolkit::messages::Language;
use relict_viewer::{How, Viewer};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// Longer than anything here takes, even where many tests share a core.
const PATIENCE: Duration = Duration::from_secs(120);

/// A folder with a viewer on it, for as long as the test runs.
pub struct Room {
    folder: TempDir,
    pub port: u16,
    pub token: String,
}

pub struct Reply {
    pub status: u16,
    pub headers: BTreeMap<String, String>,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    /// The code of a refusal.
    pub fn code(&self) -> String {
        let json: Value = serde_json::from_slice(&self.body).unwrap_or_default();
        json["error"]["code"].as_str().unwrap_or_default().to_owned()
    }

    #[track_caller]
    pub fn ok(self) -> Self {
        assert_eq!(self.status, 200, "{}", self.text());
        self
    }

    #[track_caller]
    pub fn refused(self, status: u16, code: &str) -> Self {
        assert_eq!((self.status, self.code().as_str()), (status, code), "{}", self.text());
        let error = &self.json()["error"];
        let words = |part: &str| error[part].as_str().unwrap_or_default().to_owned();
        // A message that the catalogue lacks is told by its name, which has no blank.
        assert!(words("message").contains(' ') && words("help").contains(' '), "{}", self.text());
        self
    }
}

impl Room {
    /// With all samples.
    pub fn sampled(edit: bool) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for sample in relict_samples::all() {
            put(&folder.path().join("game").join(&sample.path), &sample.bytes);
        }
        Self::over(folder, "game", edit)
    }

    /// With an empty folder `game`, beside which other things may stand.
    pub fn empty() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("game")).unwrap();
        Self::over(folder, "game", false)
    }

    pub fn over(folder: TempDir, root: &str, edit: bool) -> Self {
        let how = How {
            root: folder.path().join(root),
            edit,
            port: 0,
            language: Language::English,
            palette: None,
            wait: None,
        };
        let viewer = Viewer::bind(&how).unwrap();
        let url = viewer.url();
        let mut parts = url.trim_start_matches("http://127.0.0.1:").split('/');
        let (port, token) = (parts.next().unwrap().parse().unwrap(), parts.next().unwrap().to_owned());
        // It ends with the process.
        std::thread::spawn(move || viewer.serve());
        Self { folder, port, token }
    }

    pub fn at(&self, inner: &str) -> PathBuf {
        self.folder.path().join("game").join(inner)
    }

    pub fn outside(&self, inner: &str) -> PathBuf {
        self.folder.path().join(inner)
    }

    pub fn write(&self, inner: &str, bytes: &[u8]) {
        put(&self.at(inner), bytes);
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    pub fn client(&self) -> Client<'_> {
        Client { room: self, stream: None }
    }

    /// An address of the API, with its query as it is written.
    pub fn api(&self, route: &str) -> String {
        format!("/{}/api/{route}", self.token)
    }

    pub fn get(&self, route: &str) -> Reply {
        self.client().ask("GET", &self.api(route), &[], &[])
    }

    pub fn get_with(&self, route: &str, headers: &[(&str, &str)]) -> Reply {
        self.client().ask("GET", &self.api(route), headers, &[])
    }

    pub fn post(&self, route: &str, body: &[u8]) -> Reply {
        self.client().ask("POST", &self.api(route), &[], body)
    }

    /// Bytes as they are; what comes back until the other side closes.
    pub fn say(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = self.connect();
        // It may have heard enough before the end.
        let _ = stream.write_all(bytes);
        let mut all = vec![];
        let _ = stream.read_to_end(&mut all);
        all
    }
}

fn put(path: &Path, bytes: &[u8]) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

/// Keeps its connection from one request to the next.
pub struct Client<'r> {
    room: &'r Room,
    stream: Option<TcpStream>,
}

impl Client<'_> {
    pub fn get(&mut self, route: &str) -> Reply {
        let path = self.room.api(route);
        self.ask("GET", &path, &[], &[])
    }

    pub fn ask(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
        self.try_ask(method, path, headers, body).unwrap_or_else(|e| panic!("{method} {path}: {e}"))
    }

    pub fn try_ask(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> io::Result<Reply> {
        let mut head = format!("{method} {path} HTTP/1.1\r\n");
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            head.push_str(&format!("Host: 127.0.0.1:{}\r\n", self.room.port));
        }
        if !body.is_empty() || method == "POST" {
            head.push_str(&format!("Content-Length: {}\r\n", body.len()));
        }
        headers.iter().for_each(|(name, value)| head.push_str(&format!("{name}: {value}\r\n")));
        head.push_str("\r\n");
        let mut stream = self.stream.take().unwrap_or_else(|| self.room.connect());
        stream.write_all(head.as_bytes())?;
        // Who was told no may close before everything is sent.
        let _ = stream.write_all(body);
        let reply = read(&mut stream, method == "HEAD")?;
        if reply.header("connection") != "close" {
            self.stream = Some(stream);
        }
        Ok(reply)
    }
}

fn read(stream: &mut TcpStream, bare: bool) -> io::Result<Reply> {
    let mut head = vec![];
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte)?;
        head.push(byte[0]);
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).and_then(|status| status.parse().ok());
    let headers: BTreeMap<String, String> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_lowercase(), value.trim().to_owned()))
        .collect();
    let status = status.ok_or(io::ErrorKind::InvalidData)?;
    let mut reply = Reply { status, headers, body: vec![] };
    if bare || status == 304 || status == 204 {
        return Ok(reply);
    }
    if reply.header("transfer-encoding") == "chunked" {
        reply.body = chunks(stream)?;
    } else {
        let size: usize = reply.header("content-length").parse().unwrap_or(0);
        reply.body = vec![0; size];
        stream.read_exact(&mut reply.body)?;
    }
    Ok(reply)
}

fn chunks(stream: &mut TcpStream) -> io::Result<Vec<u8>> {
    let mut all = vec![];
    loop {
        let mut line = vec![];
        let mut byte = [0];
        while !line.ends_with(b"\r\n") {
            stream.read_exact(&mut byte)?;
            line.push(byte[0]);
        }
        let size = String::from_utf8_lossy(&line).trim().to_owned();
        let size = usize::from_str_radix(&size, 16).map_err(|_| io::ErrorKind::InvalidData)?;
        let start = all.len();
        all.resize(start + size + 2, 0);
        stream.read_exact(&mut all[start..])?;
        all.truncate(start + size);
        if size == 0 {
            return Ok(all);
        }
    }
}

/// A value of a query, as browsers write it.
pub fn escaped(text: &str) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~".contains(byte);
    text.bytes()
        .map(|byte| if plain(&byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

/// Every path there is: folders, files and entries at every depth, as the lists tell.
pub fn all_paths(client: &mut Client<'_>) -> Vec<Value> {
    let mut found = vec![];
    let mut next = vec![String::new()];
    while let Some(path) = next.pop() {
        let listed = client.get(&format!("list?p={}", escaped(&path)));
        // An archive in an archive may be broken, which is told.
        if listed.status != 200 {
            assert_eq!(listed.status, 422, "{path}: {}", listed.text());
            continue;
        }
        for entry in listed.json()["entries"].as_array().unwrap() {
            if entry["kind"] != "file" {
                next.push(entry["path"].as_str().unwrap().to_owned());
            }
            found.push(entry.clone());
        }
    }
    found
}
