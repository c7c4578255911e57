//! An archive of a gigabyte: answers come at once, and what is not asked for stays on disk. Alone in its process, since it
//! measures the process.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::Room;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

const ENTRIES: u32 = 20_000;
/// Of the first entry; the others share the rest.
const LARGE: u32 = 200 << 20;
const SIZE: u32 = 1 << 30;

/// An NRes archive that is mostly holes: it takes no room on disk, but who reads it reads a gigabyte.
fn make(path: &Path) {
    let mut file = File::create(path).unwrap();
    let each = ((SIZE - LARGE) / ENTRIES) & !7;
    let start = |i: u32| if i == 0 { 16 } else { 16 + LARGE + (i - 1) * each };
    let end = start(ENTRIES);
    let total = end + 64 * ENTRIES;
    let header: Vec<u8> =
        [*b"NRes", 0x100u32.to_le_bytes(), ENTRIES.to_le_bytes(), total.to_le_bytes()].concat();
    file.write_all(&header).unwrap();
    for i in (0..ENTRIES).step_by(97) {
        file.seek(SeekFrom::Start(start(i).into())).unwrap();
        file.write_all(b"something to be found").unwrap();
    }
    let mut directory = vec![];
    for i in 0..ENTRIES {
        let mut name = [0; 36];
        let text = format!("entry_{i:05}.dat");
        name[..text.len()].copy_from_slice(text.as_bytes());
        let size = if i == 0 { LARGE } else { each };
        let numbers = [*b"DATA", [0; 4], [0; 4], size.to_le_bytes(), [0; 4]].concat();
        directory.extend([&numbers[..], &name, &start(i).to_le_bytes(), &i.to_le_bytes()].concat());
    }
    file.seek(SeekFrom::Start(end.into())).unwrap();
    file.write_all(&directory).unwrap();
}

/// The most that this process ever had in memory, where the system tells.
fn most_memory() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<usize>().ok()? << 10)
}

#[test]
fn a_gigabyte_is_looked_at_in_little_time_and_memory() {
    let room = Room::empty();
    make(&room.at("big.rlb"));
    let timed = |route: &str| {
        let begun = Instant::now();
        let reply = room.get(route).ok();
        (reply, begun.elapsed())
    };
    let (first, took) = timed("list");
    assert_eq!(first.json()["entries"][0]["format"], "ngi.nres");
    // A second is what the slowest machine takes with all else it has to do; it is a hundredth of that here.
    assert!(took < Duration::from_secs(1), "{took:?}");
    let (listed, took) = timed("list?p=big.rlb");
    // Counted and not read: as values they would take more room here than the server does, whose memory is measured.
    assert_eq!(listed.text().matches("\"name\":\"entry_").count(), ENTRIES as usize);
    drop(listed);
    assert!(took < Duration::from_secs(5), "{took:?}");
    for route in [
        "info?p=big.rlb",
        "info?p=big.rlb/entry_19999.dat",
        "explain?p=big.rlb&from=0&to=4096",
        "explain?p=big.rlb&from=0x3f000000&to=0x3f001000",
        "explain?p=big.rlb&from=0&to=0&coverage=1",
        "find?q=entry_1999*&p=big.rlb",
        "check?p=big.rlb",
        "check",
        "refs?p=big.rlb/entry_00097.dat",
    ] {
        let (_, took) = timed(route);
        assert!(took < Duration::from_secs(10), "{route}: {took:?}");
    }
    let part = room.get_with("bytes?p=big.rlb/entry_00097.dat", &[("Range", "bytes=10-20")]);
    assert_eq!((part.status, part.body.as_slice()), (206, &b"to be found"[..]));
    assert_eq!(drained(&room, "bytes?p=big.rlb/entry_00000.dat"), u64::from(LARGE));
    assert_eq!(drained(&room, "export?form=raw&p=big.rlb"), room.at("big.rlb").metadata().unwrap().len());
    if let Some(most) = most_memory() {
        assert!(most < 200 << 20, "{most} bytes");
    }
}

/// Takes an answer as it comes, without keeping it.
fn drained(room: &Room, route: &str) -> u64 {
    let mut stream = room.connect();
    let path = room.api(route);
    let ask = format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\r\n", room.port);
    stream.write_all(ask.as_bytes()).unwrap();
    let (mut piece, mut all, mut head) = (vec![0; 1 << 20], 0, vec![]);
    loop {
        let taken = stream.read(&mut piece).unwrap();
        if taken == 0 {
            break;
        }
        if all == 0 {
            head.extend_from_slice(&piece[..taken]);
        }
        all += taken as u64;
    }
    let end = head.windows(4).position(|it| it == b"\r\n\r\n").unwrap() + 4;
    assert!(head.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&head[..end]));
    all - end as u64
}
