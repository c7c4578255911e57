//! Where paths lead, and that none of them leads out.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{Room, escaped};
use std::fs;

const ROUTES: [&str; 13] = [
    "list", "info", "bytes", "text", "explain", "picture", "gallery", "model", "document", "check", "refs",
    "find", "map",
];

/// Ways to write a path that leaves the folder `game`, or tries to.
fn ways_out() -> Vec<String> {
    let mut ways: Vec<String> = [
        "..",
        "../secret.txt",
        "../secret.txt/",
        "./../secret.txt",
        "a/../../secret.txt",
        "/etc/passwd",
        "//etc/passwd",
        "a//b",
        "./a",
        "a/.",
        "a/",
        "/",
        "..\\secret.txt",
        "a\\..\\..\\secret.txt",
        "C:\\Windows\\win.ini",
        "\\\\server\\share",
        "a\0b",
        "dropped:../secret.txt",
        "dropped:1/../../secret.txt",
    ]
    .map(str::to_owned)
    .to_vec();
    ways.push(format!("{}secret.txt", "../".repeat(40)));
    ways
}

#[test]
fn no_way_of_writing_a_path_leads_out() {
    let room = Room::empty();
    fs::write(room.outside("secret.txt"), "a secret that is text").unwrap();
    room.write("a/inner.txt", b"inside");
    let mut client = room.client();
    for way in ways_out() {
        for route in ROUTES {
            let reply = client.get(&format!("{route}?p={}", escaped(&way)));
            assert!(matches!(reply.status, 403 | 404), "{route} {way}: {} {}", reply.status, reply.text());
            assert!(
                matches!(reply.code().as_str(), "path.outside" | "io.not-found"),
                "{way}: {}",
                reply.text()
            );
            assert!(!reply.text().contains("a secret that"), "{route} {way}");
            let folder = room.outside("").to_string_lossy().into_owned();
            assert!(!reply.text().contains(&folder), "{route} {way}: {}", reply.text());
        }
    }
}

#[test]
fn encodings_are_taken_off_once() {
    let room = Room::empty();
    fs::write(room.outside("secret.txt"), "a secret that is text").unwrap();
    for (query, status) in [
        ("%2e%2e%2fsecret.txt", 403),
        ("..%2fsecret.txt", 403),
        ("%2E%2E/secret.txt", 403),
        ("..%5csecret.txt", 403),
        ("..+%2fsecret.txt", 404),
        // Once more encoded, they are names that are not there.
        ("%252e%252e%252fsecret.txt", 404),
        ("%252e%252e/secret.txt", 404),
        ("..%252fsecret.txt", 404),
        // Not UTF-8, an overlong dot, and half an escape.
        ("%c0%ae%c0%ae/secret.txt", 404),
        ("%ff%fe", 404),
        ("%2", 404),
    ] {
        let reply = room.get(&format!("bytes?p={query}"));
        assert_eq!(reply.status, status, "{query}: {}", reply.text());
    }
    // The same in the path of the page.
    for path in
        ["../secret.txt", "%2e%2e/secret.txt", "..%2fsecret.txt", "assets/../../secret.txt", "..\\secret.txt"]
    {
        let reply = room.client().ask("GET", &format!("/{}/{path}", room.token), &[], &[]);
        assert!(matches!(reply.status, 400 | 404), "{path}: {}", reply.status);
    }
}

#[cfg(unix)]
#[test]
fn links_lead_nowhere_but_inside() {
    use std::os::unix::fs::symlink;
    let room = Room::empty();
    fs::write(room.outside("secret.txt"), "a secret that is text").unwrap();
    fs::create_dir(room.outside("elsewhere")).unwrap();
    fs::write(room.outside("elsewhere/secret.txt"), "a secret that is text").unwrap();
    room.write("inner/plain.txt", b"inside");
    symlink(room.outside("secret.txt"), room.at("out.txt")).unwrap();
    symlink("../secret.txt", room.at("relative.txt")).unwrap();
    symlink(room.outside("elsewhere"), room.at("folder")).unwrap();
    symlink(room.at("out.txt"), room.at("twice.txt")).unwrap();
    symlink(room.at("inner"), room.at("alias")).unwrap();
    symlink(room.at("circle"), room.at("circle")).unwrap();
    symlink(room.at(""), room.at("inner/up")).unwrap();
    let mut client = room.client();
    for path in
        ["out.txt", "relative.txt", "folder", "folder/secret.txt", "twice.txt", "circle", "inner/up/out.txt"]
    {
        for route in ROUTES {
            let reply = client.get(&format!("{route}?p={path}"));
            assert!(matches!(reply.status, 403 | 404 | 422), "{route} {path}: {}", reply.text());
            assert!(!reply.text().contains("a secret that"), "{route} {path}");
        }
    }
    assert_eq!(client.get("bytes?p=out.txt").code(), "path.outside");
    assert_eq!(client.get("bytes?p=alias/plain.txt").ok().body, b"inside");
    let names = |path: &str| {
        let listed = room.get(&format!("list?p={path}")).ok().json();
        listed["entries"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["name"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(""), ["alias", "inner"]);
    assert_eq!(names("alias"), ["up", "plain.txt"]);
    // All files are found, and none of them twice: links are not followed.
    let found = room.get("find?q=txt").ok().json();
    assert_eq!(found["entries"].as_array().unwrap().len(), 1, "{found}");
    assert_eq!(room.get("check?p=").ok().json()["errors"], 0);
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_waited_for() {
    let room = Room::empty();
    let made = std::process::Command::new("mkfifo").arg(room.at("pipe")).status();
    if !made.is_ok_and(|status| status.success()) {
        println!("skipped, since mkfifo makes no pipe here");
        return;
    }
    assert_eq!(room.get("bytes?p=pipe").status, 404);
    assert_eq!(room.get("list").ok().json()["entries"].as_array().unwrap().len(), 0);
}

/// An archive with these entries, each of which holds its name.
fn archive(names: &[&[u8]]) -> Vec<u8> {
    let number = |n: usize| u32::try_from(n).unwrap().to_le_bytes();
    let (mut data, mut directory) = (vec![], vec![]);
    for (place, name) in names.iter().enumerate() {
        let field = [name, &[0; 36][name.len()..]].concat();
        directory.extend([&b"TEXT"[..], &[0; 8], &number(name.len()), &[0; 4], &field].concat());
        directory.extend([number(16 + data.len()), number(place)].concat());
        data.extend_from_slice(name);
        data.resize(data.len().next_multiple_of(8), 0);
    }
    let size = number(16 + data.len() + directory.len());
    [&b"NRes\0\x01\0\0"[..], &number(names.len()), &size, &data, &directory].concat()
}

#[test]
fn entries_may_be_called_whatever_they_like_and_are_only_entries() {
    let names: [&[u8]; 9] =
        [b"..", b".", b"../secret.txt", b"/etc/passwd", b"a\\b", b"100%", b"x#2", b"C:\\x", b"a\nb"];
    let room = Room::empty();
    fs::write(room.outside("secret.txt"), "a secret that is text").unwrap();
    room.write("odd.rlb", &archive(&names));
    let listed = room.get("list?p=odd.rlb").ok().json();
    let entries = listed["entries"].as_array().unwrap();
    assert_eq!(entries.len(), names.len());
    for (entry, name) in entries.iter().zip(names) {
        let path = escaped(entry["path"].as_str().unwrap());
        assert_eq!(room.get(&format!("bytes?p={path}")).ok().body, name, "{path}");
        room.get(&format!("info?p={path}")).ok();
        let saved = room.get(&format!("export?form=raw&p={path}")).ok();
        let name = saved.header("content-disposition").split('"').nth(1).unwrap().to_owned();
        assert!(!name.contains(['/', '\\', ':']) && !name.starts_with('.'), "{name}");
    }
    room.get("bytes?p=odd.rlb/../secret.txt/x").refused(422, "file.unknown-format");
    room.get("bytes?p=odd.rlb/nothing/..").refused(404, "path.no-entry");
}

#[test]
fn names_match_without_regard_to_case_where_the_exact_one_is_missing() {
    let room = Room::sampled(false);
    let exact = room.get("info?p=parkan/Textures.lib").ok().json();
    assert_eq!(room.get("info?p=PARKAN/textures.LIB").ok().json(), exact);
    assert_eq!(exact["path"], "parkan/Textures.lib");
    room.get("info?p=parkan/Textures.lib/nothing").refused(404, "path.no-entry");
    room.get("info?p=parkan/nothing.lib").refused(404, "io.not-found");
    room.get("bytes?p=parkan").refused(422, "io.is-folder");
}

#[test]
fn a_single_file_is_all_there_is() {
    let folder = tempfile::tempdir().unwrap();
    for sample in relict_samples::all() {
        let path = folder.path().join(&sample.path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &sample.bytes).unwrap();
    }
    let room = Room::over(folder, "parkan/units.rlb", false);
    let listed = room.get("list").ok().json();
    assert_eq!(listed["entries"].as_array().unwrap().len(), 1);
    assert_eq!(listed["entries"][0]["path"], "units.rlb");
    room.get("info?p=units.rlb/tank.msh").ok();
    room.get("info?p=Textures.lib").refused(404, "io.not-found");
    room.get("info?p=sys.lib").refused(404, "io.not-found");
    room.get("info?p=..").refused(403, "path.outside");
    // A model still has what lies beside the file: without its textures it would be less than half.
    let glb = room.get("model?p=units.rlb/tank.msh").ok();
    assert!(glb.body.windows(4).any(|word| word == b"\x89PNG"));
}

#[test]
fn what_is_still_being_written_is_not_shown() {
    let room = Room::empty();
    room.write(".relict-unfinished-a1B2c3", b"NRes");
    room.write(".relict-unfinished", b"somebody's own");
    let listed = room.get("list").ok().json();
    let names: Vec<&str> =
        listed["entries"].as_array().unwrap().iter().map(|entry| entry["name"].as_str().unwrap()).collect();
    assert_eq!(names, [".relict-unfinished"]);
}
