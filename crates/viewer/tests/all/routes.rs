//! What the routes answer, on everything that the samples hold.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{Room, all_paths, escaped};
use relict_toolkit::check;
use relict_toolkit::core::format::{Context, Limits};
use relict_toolkit::folder::{self, Memory, UnpackHow};
use relict_toolkit::open::Asset;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

const ROUTES: [&str; 16] = [
    "list",
    "info",
    "picture",
    "picture/info",
    "picture/indices",
    "gallery",
    "model",
    "map",
    "document",
    "text",
    "bytes",
    "explain",
    "explain",
    "check",
    "refs",
    "picture",
];

#[test]
fn every_route_has_an_answer_to_everything() {
    let room = Room::sampled(false);
    let mut client = room.client();
    let all = all_paths(&mut client);
    assert!(all.len() > 300, "{}", all.len());
    let mut answered = BTreeSet::new();
    for entry in &all {
        let path = escaped(entry["path"].as_str().unwrap());
        for (i, route) in ROUTES.iter().enumerate() {
            let more = ["", "&coverage=1&full=1", "&thumb=32"][match i {
                12 => 1,
                15 => 2,
                _ => 0,
            }];
            let reply = client.get(&format!("{route}?p={path}{more}"));
            assert!(
                reply.status == 200 || reply.status == 422,
                "{route} {path}: {} {}",
                reply.status,
                reply.text()
            );
            if reply.status == 200 {
                answered.insert(*route);
            } else {
                let error = &reply.json()["error"];
                for part in ["code", "message", "help"] {
                    assert!(
                        error[part].as_str().is_some_and(|text| !text.is_empty()),
                        "{route} {path}: {error}"
                    );
                }
            }
        }
    }
    // Each of them has something to say about something.
    assert_eq!(answered, ROUTES.iter().copied().collect());
}

#[test]
fn what_is_said_of_a_file_is_what_can_be_asked_for() {
    let room = Room::sampled(false);
    let mut client = room.client();
    for entry in all_paths(&mut client).iter().filter(|entry| entry["kind"] != "folder") {
        let path = escaped(entry["path"].as_str().unwrap());
        let info = client.get(&format!("info?p={path}")).ok().json();
        assert_eq!((&info["format"], &info["size"]), (&entry["format"], &entry["size"]), "{path}");
        assert_eq!(info["archive"], entry["kind"] == "archive", "{path}");
        let views: Vec<&str> =
            info["views"].as_array().unwrap().iter().map(|view| view.as_str().unwrap()).collect();
        assert_eq!(views.last(), Some(&"bytes"), "{path}: {views:?}");
        for view in views {
            let route = match view {
                "picture" | "gallery" | "model" | "map" | "document" | "text" | "bytes" | "list" => view,
                "timeline" => "timeline",
                "table" => {
                    assert!(!info["tables"].as_array().unwrap().is_empty(), "{path}");
                    continue;
                }
                "motion" => continue,
                other => panic!("{other} of {path}"),
            };
            client.get(&format!("{route}?p={path}")).ok();
        }
        let bytes = client.get(&format!("bytes?p={path}")).ok();
        assert_eq!(bytes.body.len() as u64, entry["size"].as_u64().unwrap(), "{path}");
    }
}

#[test]
fn bytes_are_those_of_the_file() {
    let room = Room::sampled(false);
    for sample in relict_samples::all() {
        let path = escaped(&sample.path);
        let whole = room.get(&format!("bytes?p={path}")).ok();
        assert!(whole.body == sample.bytes, "{path}");
        assert_eq!(whole.header("content-type"), "application/octet-stream");
        let raw = room.get(&format!("export?form=raw&p={path}")).ok();
        assert!(
            raw.body == sample.bytes && raw.header("content-disposition").starts_with("attachment; "),
            "{path}"
        );
    }
}

#[test]
fn parts_of_bytes_are_those_that_were_asked_for() {
    let room = Room::empty();
    let bytes: Vec<u8> = (0..2_000_000u32).map(|i| (i % 251) as u8).collect();
    room.write("a.bin", &bytes);
    let part = |range: &str| room.get_with("bytes?p=a.bin", &[("Range", range)]);
    for (range, start, end) in [
        ("bytes=0-0", 0, 1),
        ("bytes=10-19", 10, 20),
        ("bytes=1999990-", 1_999_990, 2_000_000),
        ("bytes=-5", 1_999_995, 2_000_000),
        ("bytes=0-99999999999999999999", 0, 2_000_000),
        ("bytes=100-1500000", 100, 1_500_001),
        ("bytes=-99999999", 0, 2_000_000),
    ] {
        let reply = part(range);
        assert_eq!(reply.status, 206, "{range}");
        assert_eq!(reply.header("content-range"), format!("bytes {start}-{}/2000000", end - 1));
        assert_eq!(reply.header("content-length"), (end - start).to_string());
        assert!(reply.body == bytes[start..end], "{range}");
    }
    for range in ["bytes=2000000-", "bytes=-0", "bytes=99999999999999999999-"] {
        let reply = part(range);
        assert_eq!((reply.status, reply.header("content-range")), (416, "bytes */2000000"), "{range}");
    }
    for range in ["bytes=5-1", "lines=0-1", "bytes=a-b", "bytes=0-1,3-4", "", "bytes=--1"] {
        let reply = part(range);
        assert_eq!((reply.status, reply.body.len()), (200, bytes.len()), "{range}");
    }
    room.write("empty.bin", b"");
    assert_eq!(room.get_with("bytes?p=empty.bin", &[("Range", "bytes=0-")]).status, 416);
    assert_eq!(room.get("bytes?p=empty.bin").ok().body, b"");
    // A part of something else than before is of no use.
    let tag = room.get("bytes?p=a.bin").ok().header("etag").to_owned();
    let still = room.get_with("bytes?p=a.bin", &[("Range", "bytes=0-9"), ("If-Range", &tag)]);
    assert_eq!(still.status, 206);
    let other = room.get_with("bytes?p=a.bin", &[("Range", "bytes=0-9"), ("If-Range", "\"0\"")]);
    assert_eq!((other.status, other.body.len()), (200, bytes.len()));
}

#[test]
fn an_answer_is_not_sent_again_while_it_holds() {
    let room = Room::sampled(false);
    for route in [
        "list?p=parkan",
        "info?p=parkan/units.rlb",
        "picture?p=parkan/Textures.lib/HAZARD.0",
        "bytes?p=parkan/units.rlb/tank.msh",
        "model?p=parkan/units.rlb/tank.msh",
        "check?p=",
        "refs?p=parkan/units.rlb/tank.wea",
        "session",
        "words?lang=ru",
    ] {
        let first = room.get(route).ok();
        let tag = first.header("etag").to_owned();
        assert!(tag.len() > 10 && first.header("cache-control") == "private, no-cache", "{route}");
        for known in [tag.clone(), format!("W/{tag}"), format!("\"x\", {tag}"), "*".into()] {
            let again = room.get_with(route, &[("If-None-Match", &known)]);
            assert_eq!((again.status, again.header("etag")), (304, tag.as_str()), "{route} {known}");
            assert!(again.body.is_empty());
        }
        assert_eq!(room.get_with(route, &[("If-None-Match", "\"other\"")]).status, 200, "{route}");
        assert_ne!(
            room.get(&format!("{route}{}lang=ru&x", if route.contains('?') { '&' } else { '?' }))
                .header("etag"),
            tag
        );
    }
    // A file that changes, or one beside it, makes another answer.
    let tags = |route: &str| room.get(route).ok().header("etag").to_owned();
    let (info, model) = (tags("info?p=parkan/units.rlb"), tags("model?p=parkan/units.rlb/tank.msh"));
    let textures = std::fs::read(room.at("parkan/Textures.lib")).unwrap();
    room.write("parkan/Textures.lib", &[&textures[..], b"!"].concat());
    assert_eq!(tags("info?p=parkan/units.rlb"), info);
    assert_ne!(tags("model?p=parkan/units.rlb/tank.msh"), model);
    let units = std::fs::read(room.at("parkan/units.rlb")).unwrap();
    std::fs::remove_file(room.at("parkan/units.rlb")).unwrap();
    room.get("info?p=parkan/units.rlb").refused(404, "io.not-found");
    room.write("parkan/units.rlb", &units[..100]);
    assert_ne!(tags("info?p=parkan/units.rlb"), info);
}

#[test]
fn both_languages_say_the_same_in_other_words() {
    let room = Room::sampled(false);
    let said = |route: &str, lang: &str| room.get(&format!("{route}&lang={lang}")).json();
    let (english, russian) =
        (said("info?p=parkan/Material.lib/BEACON", "en"), said("info?p=parkan/Material.lib/BEACON", "ru"));
    assert_ne!(english["title"], russian["title"]);
    assert_eq!(english["views"], russian["views"]);
    let code = |lang: &str| said("info?p=nothing", lang);
    assert_eq!(code("en")["error"]["code"], code("ru")["error"]["code"]);
    assert_ne!(code("en")["error"]["message"], code("ru")["error"]["message"]);
    let words = |lang: &str| room.get(&format!("words?lang={lang}")).ok().text();
    assert!(words("en").contains("web-loading = ") && words("ru").contains("web-loading = "));
    assert_ne!(words("en"), words("ru"));
}

#[test]
fn explaining_shows_the_window_and_covers_everything() {
    let room = Room::sampled(false);
    let path = "parkan/units.rlb";
    let whole = room.get(&format!("explain?p={path}&coverage=1")).ok().json();
    let spans = whole["spans"].as_array().unwrap();
    let mut at = 0;
    for span in spans {
        assert_eq!(span["start"], at, "{span}");
        at = span["end"].as_u64().unwrap();
    }
    assert_eq!(at, whole["size"].as_u64().unwrap());
    let covered: u64 =
        whole["coverage"].as_object().unwrap().values().map(|bytes| bytes.as_u64().unwrap()).sum();
    assert_eq!(covered, at);
    strip_shows(&whole);
    // Nested archives are walked into.
    assert!(spans.iter().any(|span| span["field"].as_str().unwrap().starts_with("tank.msh/")));
    let part = room.get(&format!("explain?p={path}&from=0x20&to=64")).ok().json();
    let part = part["spans"].as_array().unwrap();
    let touching = |span: &&Value| span["end"].as_u64().unwrap() > 32 && span["start"].as_u64().unwrap() < 64;
    assert_eq!(part.iter().collect::<Vec<_>>(), spans.iter().filter(touching).collect::<Vec<_>>());
    room.get(&format!("explain?p={path}&from=x")).refused(400, "viewer.query");
}

#[test]
fn whoever_scrolls_sees_what_whoever_sees_all_does() {
    let room = Room::sampled(false);
    let mut client = room.client();
    for path in
        ["parkan/units.rlb", "mechwarrior3/mechlib.zbd", "parkan/units.rlb/tank.msh", "parkan/Land1.wea"]
    {
        for full in ["", "&full=1"] {
            let mut explain = |from: u64, to: u64| {
                let answer = client.get(&format!("explain?p={path}{full}&from={from}&to={to}")).ok().json();
                (answer["spans"].as_array().unwrap().clone(), answer["size"].as_u64().unwrap())
            };
            let (all, size) = explain(0, u64::from(u32::MAX));
            let known = all.last().unwrap()["end"].as_u64().unwrap();
            let step = size.div_ceil(23);
            let starts: Vec<u64> = (0..23).map(|i| i * step).filter(|from| from + step + 7 < known).collect();
            // Forwards, backwards, and to and fro.
            let to_and_fro = starts.iter().zip(starts.iter().rev()).flat_map(|(a, b)| [a, b]);
            for from in starts.iter().chain(starts.iter().rev()).chain(to_and_fro) {
                let to = from + step + 7;
                let touches = |span: &&Value| {
                    span["end"].as_u64().unwrap() > *from && span["start"].as_u64().unwrap() < to
                };
                let wanted: Vec<&Value> = all.iter().filter(touches).take(5_000).collect();
                assert_eq!(explain(*from, to).0.iter().collect::<Vec<_>>(), wanted, "{path} {from}");
            }
        }
    }
}

/// The strip has a letter for every part, that of what most of its bytes are.
fn strip_shows(whole: &Value) {
    let (size, spans) = (whole["size"].as_u64().unwrap(), whole["spans"].as_array().unwrap());
    let mut known = vec![];
    for span in spans {
        let letter = span["knowledge"].as_str().unwrap().chars().next().unwrap();
        known.extend((span["start"].as_u64().unwrap()..span["end"].as_u64().unwrap()).map(|_| letter));
    }
    let strip: Vec<char> = whole["map"].as_str().unwrap().chars().collect();
    assert_eq!(strip.len(), 512);
    let part = |at: usize| usize::try_from((at as u64 * size).div_ceil(512)).unwrap();
    for (at, letter) in strip.iter().enumerate() {
        let bytes = &known[part(at)..part(at + 1)];
        let count = |letter: char| bytes.iter().filter(|known| **known == letter).count();
        assert!("npou".chars().all(|other| count(other) <= count(*letter)), "{at}: {letter}");
    }
}

#[test]
fn everything_is_found_by_name_at_every_depth() {
    let room = Room::sampled(false);
    let found = |query: &str| {
        let found = room.get(&format!("find?{query}")).ok().json();
        let paths = found["entries"]
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| entry["path"].as_str().unwrap().to_owned());
        (paths.collect::<Vec<_>>(), found["more"].as_bool().unwrap())
    };
    let (paths, more) = found("q=TANK.msh");
    assert!(paths.contains(&"parkan/units.rlb/tank.msh".to_owned()) && !more, "{paths:?}");
    let (all, _) = found("q=*.msh&limit=5000");
    assert!(all.iter().all(|path| path.ends_with(".msh")), "{all:?}");
    let (some, more) = found("q=&limit=3");
    assert!(some.len() == 3 && more);
    let (textures, _) = found("q=&format=ngi.texm&p=parkan/Textures.lib&limit=5000");
    assert!(!textures.is_empty() && textures.iter().all(|path| path.starts_with("parkan/Textures.lib/")));
    assert_eq!(room.get("find?q=%5B").status, 422);
}

#[test]
fn what_refers_to_what_is_told_both_ways() {
    let room = Room::sampled(false);
    let wear = room.get("refs?p=parkan/units.rlb/tank.wea").ok().json();
    let material =
        wear["uses"].as_array().unwrap().iter().find(|used| used["state"] == "found").unwrap().clone();
    assert_eq!(material["role"], "material");
    let to = material["to"].as_str().unwrap();
    let users = room.get(&format!("refs?p={}", escaped(to))).ok().json();
    let users = users["used_by"].as_array().unwrap();
    assert!(users.iter().any(|user| user["from"] == "parkan/units.rlb/tank.wea"), "{users:?}");
}

#[test]
fn differences_are_told_in_the_terms_of_the_format() {
    let room = Room::sampled(false);
    let units = std::fs::read(room.at("parkan/units.rlb")).unwrap();
    let dropped = room.post("drop?name=units.rlb", &units).ok().json();
    let same = room.get(&format!("diff?a=parkan/units.rlb&b={}", escaped(dropped["path"].as_str().unwrap())));
    assert_eq!(same.ok().json()["differences"], Value::Array(vec![]));
    let differ = room.get("diff?a=parkan/Textures.lib/HAZARD.0&b=parkan/units.rlb/tank.wea").ok().json();
    assert_eq!(differ["differences"][0]["change"], "format");
    room.get("diff?a=parkan/units.rlb").refused(400, "viewer.query");
    room.get("diff?a=parkan&b=parkan").refused(422, "io.is-folder");
    let original = room.get("diff?a=parkan/units.rlb&original=1").ok().json();
    assert_eq!(original["differences"], Value::Array(vec![]));
}

#[test]
fn what_was_dropped_is_there_like_any_other_file() {
    let room = Room::empty();
    for sample in relict_samples::all() {
        let name = sample.path.rsplit('/').next().unwrap().to_owned();
        let path = room.post(&format!("drop?name={}", escaped(&name)), &sample.bytes).ok().json();
        let path = escaped(path["path"].as_str().unwrap());
        assert!(room.get(&format!("bytes?p={path}")).ok().body == sample.bytes);
        let info = room.get(&format!("info?p={path}")).ok().json();
        assert_eq!(info["name"], name.as_str());
        let folder = path.split("%2F").next().unwrap();
        let listed = room.get(&format!("list?p={folder}")).ok().json();
        assert_eq!(listed["entries"][0]["name"], name.as_str());
    }
    // Others that were dropped lie beside it.
    let units = (1..)
        .map(|n| format!("dropped:{n}/units.rlb/tank.msh"))
        .find(|path| room.get(&format!("info?p={}", escaped(path))).status == 200);
    let glb = room.get(&format!("model?p={}", escaped(&units.unwrap()))).ok();
    assert!(glb.body.windows(4).any(|word| word == b"\x89PNG"));
}

/// The files of a ZIP, as our own reader of JARs finds them.
fn unzipped(zip: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let asset = Asset::file("a.zip", zip);
    let (kind, document) = asset.open().unwrap();
    assert_eq!(kind.id, "idmobile.jar");
    let report = check::file(&asset, Context::ALONE).report;
    // That it is no game, or one without its manifest, is no fault of the ZIP.
    let game = |code: &str| matches!(code, "jar.no-game" | "jar.no-manifest");
    let own = report.findings.iter().filter(|it| it.asset.is_empty() && !game(it.rule.code));
    let own: Vec<_> = own.collect();
    assert!(own.is_empty(), "{own:?}");
    let archive = document.archive().unwrap();
    let file = |i: usize| {
        (archive.name(i).unwrap().into_owned(), archive.payload(i, Limits::default()).unwrap().into_owned())
    };
    (0..archive.len()).map(file).collect()
}

#[test]
fn an_archive_comes_as_the_folder_that_unpacking_makes() {
    let room = Room::sampled(false);
    for path in [
        "parkan/units.rlb",
        "parkan/sprites.lib",
        "mechwarrior3/mechlib.zbd",
        "idmobile/doom.jar",
        "parkan/oddities.rlb",
    ] {
        let zip = room.get(&format!("export?form=zip&p={path}")).ok();
        assert_eq!(zip.header("content-type"), "application/zip");
        let input = relict_disk::Input::file(&room.at(path), vec![]).unwrap();
        let library = input.library();
        let folder = Memory::default();
        let how = UnpackHow { tolerant: true, ..UnpackHow::default() };
        // The folder says what the archive was called, which for the page is its path below the root.
        let asset = Asset::file(path, &input.bytes);
        folder::unpack(&asset, how, Context::new(&library), &folder).unwrap();
        assert!(unzipped(&zip.body) == folder.files(), "{path}");
    }
    let inner = room.get("export?form=zip&p=parkan/units.rlb/tank.msh").ok();
    assert!(unzipped(&inner.body).contains_key("relict.json"));
    room.get("export?form=zip&p=parkan/Textures.lib/HAZARD.0").refused(422, "path.not-archive");
    room.get("export?form=exe&p=parkan/units.rlb").refused(400, "viewer.query");
}

#[test]
fn a_folder_comes_with_all_its_archives_unpacked() {
    let room = Room::sampled(false);
    let all = unzipped(&room.get("export?form=zip&p=mechwarrior3").ok().body);
    let motions = unzipped(&room.get("export?form=zip&p=mechwarrior3/motion.zbd").ok().body);
    assert!(!motions.is_empty());
    for (name, bytes) in &motions {
        assert!(all.get(&format!("motion.zbd/{name}")) == Some(bytes), "{name}");
    }
    assert!(all.contains_key("mechlib.zbd/relict.json"));
    let everything = room.get("export?form=zip").ok();
    assert!(unzipped(&everything.body).contains_key("parkan/Land1.wea"));
}

#[test]
fn everything_is_exported_in_every_form_that_it_has() {
    let room = Room::sampled(false);
    let mut client = room.client();
    let mut seen = BTreeSet::new();
    for entry in all_paths(&mut client).iter().filter(|entry| entry["kind"] != "folder") {
        let path = escaped(entry["path"].as_str().unwrap());
        for form in ["png", "glb", "gltf", "json", "raw", "svg"] {
            let reply = client.get(&format!("export?form={form}&p={path}"));
            assert!(matches!(reply.status, 200 | 422), "{form} {path}: {} {}", reply.status, reply.text());
            if reply.status != 200 {
                continue;
            }
            seen.insert(form);
            assert!(
                reply.header("content-disposition").starts_with("attachment; filename=\""),
                "{form} {path}"
            );
            let begins: &[u8] = match form {
                "png" => b"\x89PNG",
                "glb" => b"glTF",
                "gltf" => b"PK\x03\x04",
                "json" => b"{",
                "svg" => b"<svg",
                _ => b"",
            };
            assert!(reply.body.starts_with(begins), "{form} {path}");
        }
    }
    assert_eq!(seen.len(), 6);
}

#[test]
fn a_model_tells_of_its_parts_and_of_the_motions_that_fit() {
    let room = Room::sampled(false);
    let tank = room.get("model/info?p=parkan/units.rlb/tank.msh").ok().json();
    let nodes = tank["nodes"].as_array().unwrap();
    assert!(nodes.len() > 1 && nodes[0]["parent"].is_null(), "{tank}");
    assert!(tank["triangles"].as_u64().unwrap() > 0 && tank["bounds"]["min"].is_array(), "{tank}");
    let material = tank["materials"].as_array().unwrap().iter().find_map(|it| it["path"].as_str()).unwrap();
    room.get(&format!("info?p={}", escaped(material))).ok();
    let mech = room.get("model/info?p=mechwarrior3/mechlib.zbd/mech_strider.flt").ok().json();
    let motions = mech["motions"].as_array().unwrap();
    let path = escaped(motions[0]["path"].as_str().unwrap());
    let still = room.get("model?p=mechwarrior3/mechlib.zbd/mech_strider.flt").ok();
    let moving = room.get(&format!("model?p=mechwarrior3/mechlib.zbd/mech_strider.flt&motions={path}")).ok();
    assert!(still.body.starts_with(b"glTF") && moving.body.len() > still.body.len());
    assert_eq!(moving.header("content-type"), "model/gltf-binary");
}

#[test]
fn what_plays_is_told_and_played() {
    let room = Room::sampled(false);
    let beacon = room.get("timeline?p=parkan/Material.lib/BEACON").ok().json();
    let track = &beacon["tracks"][0];
    assert_eq!(track["unit"], "ms");
    let length = track["length"].as_f64().unwrap();
    assert!(length > 0.0 && !track["steps"].as_array().unwrap().is_empty(), "{beacon}");
    assert!(!beacon["phases"].as_array().unwrap().is_empty());
    let played =
        room.get(&format!("timeline/play?p=parkan/Material.lib/BEACON&track=0&from=0&to={length}&count=9"));
    let samples = played.ok().json()["samples"].as_array().unwrap().clone();
    assert_eq!(samples.len(), 9);
    assert!(samples.windows(2).any(|pair| pair[0]["swatches"] != pair[1]["swatches"]), "{samples:?}");
    room.get("timeline/play?p=parkan/Material.lib/BEACON&track=99").refused(400, "viewer.query");
    room.get("timeline/play?p=parkan/Material.lib/BEACON&from=NaN").refused(400, "viewer.query");
    room.get("timeline?p=parkan/Textures.lib/HAZARD.0").refused(422, "viewer.no-timeline");
}

#[test]
fn a_pointer_on_a_model_hits_what_the_engine_would() {
    let room = Room::sampled(false);
    let pick = |path: &str, rest: &str| room.get(&format!("pick?p=parkan/{path}&{rest}"));
    // Y is up where the page draws, and z in the file.
    let answer = pick("units.rlb/tank.msh", "origin=0.1,50,0.2&direction=0,-1,0").ok().json();
    let hits = answer["hits"].as_array().unwrap();
    assert!(hits.len() > 1, "also from behind: {answer}");
    let number = |value: &Value| value.as_f64().unwrap();
    for hit in hits {
        let (corners, outline) = (hit["corners"].as_array().unwrap(), hit["outline"].as_array().unwrap());
        for (corner, drawn) in corners.iter().zip(outline) {
            let (corner, drawn) =
                ([0, 1, 2].map(|i| number(&corner[i])), [0, 1, 2].map(|i| number(&drawn[i])));
            assert_eq!(drawn, [corner[0], corner[2], -corner[1]]);
        }
        assert!(
            (number(&hit["point"][0]) - 0.1).abs() < 1e-4 && (number(&hit["point"][1]) + 0.2).abs() < 1e-4
        );
        assert_eq!(hit["records"].as_array().unwrap().len(), 4);
        for record in hit["records"].as_array().unwrap() {
            room.get(&format!("info?p={}", escaped(record["path"].as_str().unwrap()))).ok();
        }
    }
    let paths = &hits[0]["paths"][0];
    assert!(paths["material"].as_str().unwrap().starts_with("parkan/Material.lib/"), "{paths}");
    assert!(paths["texture"].as_str().unwrap().starts_with("parkan/Textures.lib/"), "{paths}");
    // Another moment, another level.
    let at = |rest: &str| {
        let line = format!("origin=0.1,50,0.2&direction=0,-1,0&{rest}");
        pick("units.rlb/tank.msh", &line).ok().json()["hits"].to_string()
    };
    assert_ne!(at("level=1"), at("level=0"));
    assert_ne!(at("seconds=2"), at("seconds=0"));
    assert_eq!(
        pick("Land.msh", "origin=1,500,-1&direction=0,-1,0").ok().json()["hits"][0]["is_ground"],
        true
    );
    for wrong in ["", "origin=0,0,0", "origin=0,0,0&direction=0,1", "origin=0,0,0&direction=0,1,NaN"] {
        pick("units.rlb/tank.msh", wrong).refused(400, "viewer.query");
    }
    pick("units.rlb/tank.msh", "origin=0,0,0&direction=0,1,0&level=999").refused(400, "viewer.query");
    pick("units.rlb/tank.msh", "origin=0,0,0&direction=0,0,0").refused(422, "pick.ray");
    let seen = |target: &str| {
        let camera = format!("position=0,1,30&target={target}&fov=35&aspect=1.5&near=0.1&far=900");
        room.get(&format!("draw?p=parkan/units.rlb/tank.msh&{camera}")).ok().json()
    };
    let (before, aside) = (seen("0,1,0"), seen("60,1,30"));
    assert!(before["draw_calls"].as_u64().unwrap() > 0);
    assert_eq!((&aside["draw_calls"], &aside["nodes"][0]["side"]), (&0.into(), &"left".into()));
    room.get("draw?p=parkan/units.rlb/tank.msh&position=0,1,30").refused(400, "viewer.query");
    room.get("draw?p=parkan/Land.msh&position=0,1,30&target=0,0,0&fov=35&aspect=1&near=1&far=9")
        .refused(422, "draw.no-model");
    pick("units.rlb/tank.wea", "origin=0,0,0&direction=0,0,1").refused(422, "pick.no-model");
}

#[test]
fn an_entry_of_no_known_format_has_a_meaning_and_facts_in_both_languages() {
    let room = Room::sampled(false);
    let listed = room.get("list?p=parkan/units.rlb/tank.msh").ok().json()["entries"][2].take();
    let path = escaped(listed["path"].as_str().unwrap());
    assert_eq!((&listed["name"], &listed["meaning"]), (&"tank".into(), &"vertices".into()));
    let shown = |language: &str, name: &str| -> String {
        let info = room.get(&format!("info?p={path}&lang={language}")).ok().json();
        assert_eq!((&info["meaning"], &info["format"]), (&listed["meaning"], &Value::Null));
        let mut facts = info["facts"].as_array().unwrap().iter();
        let fact = facts.find(|fact| fact["name"] == name).unwrap_or_else(|| panic!("{name}: {info}"));
        fact["shown"].as_str().unwrap().to_owned()
    };
    assert_eq!(shown("en", "meaning"), "vertices (their positions)");
    assert_eq!(shown("ru", "meaning"), "vertices (положения вершин)");
    assert_eq!(shown("en", "record_size"), "12");
    assert_eq!(shown("en", "stored_size"), listed["size"].to_string());
    assert!(shown("ru", "likely").starts_with("таблица"));
    let found = room.get("find?p=parkan/units.rlb&q=tank.msh/vertices*").ok().json();
    assert_eq!(
        (&found["entries"][0]["path"], &found["entries"][0]["meaning"]),
        (&listed["path"], &listed["meaning"])
    );
}
