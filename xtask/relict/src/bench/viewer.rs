//! How long somebody waits for the viewer: from the start of the program until the list of a large archive is there.

use super::Shop;
use super::archives::{INDEPENDENT, LARGE, SMALL, make};
use super::command::{Cost, MANY, Run, race, remove, times};
use super::row::Row;
use crate::Result;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Stdio};
use std::time::Instant;

const ENTRIES: usize = 20_000;
/// What every entry of the list has in its name.
const ENTRY: &[u8] = b"\"name\":\"ASSET_";

pub fn rows(shop: &Shop) -> Result<Vec<Row>> {
    println!("measuring the viewer");
    let (large, small) = (shop.file("large.rlb"), shop.file("small.rlb"));
    make(&large, ENTRIES, LARGE)?;
    make(&small, ENTRIES, SMALL)?;
    let [started, few, many] = race(
        MANY,
        [&mut || shop.relict(&["--version"]).run(), &mut || first_answer(shop, &small), &mut || {
            first_answer(shop, &large)
        }],
    )?;
    remove(&large)?;
    remove(&small)?;
    let label = format!("viewer, first list of {ENTRIES} entries");
    Ok(vec![
        Row::new(&format!("{label} in 1 GB"), "the same in 100 MB", times([few, many]), Some(INDEPENDENT)),
        Row::new(&label, "starting the program", times([started, few]), None),
    ])
}

/// A viewer that ends when nobody holds it any more.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn first_answer(shop: &Shop, archive: &Path) -> Result<Cost> {
    let start = Instant::now();
    let mut command = shop.relict(&["view", "--json", "--no-open"]);
    let mut viewer = Running(command.arg(archive).stdout(Stdio::piped()).spawn()?);
    let said = viewer.0.stdout.take().ok_or("the viewer says nothing")?;
    let url = address(said)?;
    let name = archive.file_name().unwrap_or_default().to_string_lossy();
    answer(&url, "")?;
    let list = answer(&url, &format!("api/list?p={name}"))?;
    let time = start.elapsed();
    // Another answer would be there sooner, and say nothing.
    let listed = list.windows(ENTRY.len()).filter(|bytes| *bytes == ENTRY).count();
    if listed < ENTRIES {
        return Err(format!("the viewer lists {listed} entries of {ENTRIES}").into());
    }
    Ok(Cost { time, peak: 0 })
}

/// As the viewer tells it in its first line.
fn address(said: ChildStdout) -> Result<String> {
    let mut line = String::new();
    BufReader::new(said).read_line(&mut line)?;
    let told: serde_json::Value = serde_json::from_str(&line)?;
    Ok(told["url"].as_str().ok_or("no address")?.to_owned())
}

/// Asks as the page asks, and waits for all of the answer.
fn answer(url: &str, page: &str) -> Result<Vec<u8>> {
    let rest = url.strip_prefix("http://").ok_or("no address")?;
    let (host, token) = rest.split_once('/').ok_or("no token")?;
    let mut stream = TcpStream::connect(host)?;
    write!(
        stream,
        "GET /{token}{page} HTTP/1.1\r\nHost: {host}\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\n\r\n"
    )?;
    let mut answer = vec![];
    stream.read_to_end(&mut answer)?;
    if answer.starts_with(b"HTTP/1.1 200") {
        return Ok(answer);
    }
    let status = answer.split(|&byte| byte == b'\r').next().unwrap_or_default();
    Err(format!("the viewer answers {}", String::from_utf8_lossy(status)).into())
}
