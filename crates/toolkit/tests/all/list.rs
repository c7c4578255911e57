//! Lists of what archives hold, and the ways in which files can be looked at.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::assets;
use relict_toolkit::find::{Pattern, in_file};
use relict_toolkit::list::{ListHow, Row, ShownAs, Unreadable, list, view_of, views};
use relict_toolkit::open::Asset;

/// Path, format and size of every row.
fn listed(asset: &Asset<'_>, how: ListHow, outer: &str) -> Vec<(String, Option<&'static str>, usize)> {
    let row = |row: &Row<'_>| (row.path.to_owned(), row.format(), row.size);
    list(asset, how, |listing| listing.rows(outer, row)).unwrap()
}

#[test]
fn every_row_leads_to_the_entry_that_it_tells_of() {
    let mut archives = 0;
    for archive in assets().iter().filter(|asset| asset.kind.is_archive()) {
        let asset = archive.open();
        for (path, format, size) in listed(&asset, ListHow::default(), "") {
            let steps = relict_toolkit::path::split(&path);
            let found = asset.descend(&steps, Default::default(), |entry| {
                Ok((entry.kind().map(|kind| kind.id), entry.bytes.len()))
            });
            assert_eq!(found.unwrap(), (format, size), "{}/{path}", archive.label);
        }
        archives += 1;
    }
    assert!(archives > 20, "{archives}");
}

#[test]
fn all_levels_are_listed_with_the_outer_path_in_front() {
    let samples = relict_samples::all();
    let units = samples.iter().find(|sample| sample.path == "parkan/units.rlb").unwrap();
    let asset = Asset::file("game/units.rlb", &units.bytes);
    let all = listed(&asset, ListHow { recursive: true, contents: false }, asset.path);
    let paths: Vec<&str> = all.iter().map(|(path, ..)| path.as_str()).collect();
    let model = paths.iter().position(|path| *path == "game/units.rlb/tank.msh").unwrap();
    assert_eq!(paths[model + 1], "game/units.rlb/tank.msh/tank");
    let flat = listed(&asset, ListHow::default(), asset.path);
    assert!(flat.len() < all.len() && flat.iter().all(|row| all.contains(row)));
}

#[test]
fn what_an_entry_means_is_listed_found_and_leads_to_it() {
    let samples = relict_samples::all();
    let units = samples.iter().find(|sample| sample.path == "parkan/units.rlb").unwrap();
    let asset = Asset::file("units.rlb", &units.bytes);
    let row = |row: &Row<'_>| (row.path.to_owned(), row.meaning);
    let how = ListHow { recursive: true, contents: false };
    let all = list(&asset, how, |listing| listing.rows(asset.path, row)).unwrap();
    let streams: Vec<_> = all.iter().filter(|(path, _)| path.starts_with("units.rlb/tank.msh/")).collect();
    assert!(streams.len() > 10 && streams.iter().filter(|(_, meaning)| meaning.is_none()).count() == 1);
    for (path, meaning) in streams {
        let Some(word) = meaning else { continue };
        let place = |last: &str| {
            asset.descend(&["tank.msh", last], Default::default(), |entry| {
                assert_eq!(entry.meaning(), Some(*word));
                Ok(entry.bytes.to_vec())
            })
        };
        assert_eq!(place(word).unwrap(), place(path.rsplit('/').next().unwrap()).unwrap(), "{path}");
    }
    let found = |pattern: &str| -> Vec<String> {
        let found = in_file(&asset, &Pattern::new(pattern).unwrap());
        assert!(found.iter().all(|found| found.meaning == Some("vertices")), "{found:?}");
        found.into_iter().map(|found| found.path).collect()
    };
    let vertices = |path: &String| all.iter().any(|row| row.0 == *path && row.1 == Some("vertices"));
    assert!(found("VERTICES").len() > 3 && found("vertices").iter().all(vertices));
    assert_eq!(found("vert*"), found("vertices"));
    assert_eq!(found("tank.msh/vertices"), ["units.rlb/tank.msh/tank#3"]);
}

#[test]
fn what_cannot_be_unpacked_is_listed_with_the_reason() {
    let broken = relict_specimens::broken();
    let mut reasons = 0;
    for sample in &broken {
        let asset = Asset::file(&sample.name, &sample.bytes);
        let how = ListHow { recursive: false, contents: true };
        let unreadable = |row: &Row<'_>| match row.unreadable {
            Some(Unreadable::Broken(_)) => {
                assert!(row.bytes.is_none() && row.kind.is_none());
                1
            }
            _ => 0,
        };
        if let Ok(found) = list(&asset, how, |listing| listing.rows("", unreadable)) {
            reasons += found.into_iter().sum::<usize>();
        }
    }
    assert!(reasons > 0);
}

/// Whether a JAR is that of a game, whether a list is long enough for a table, and whether the walls of a map are known,
/// shows only when it is opened.
fn is_promise(view: ShownAs) -> bool {
    matches!(view, ShownAs::Gallery | ShownAs::Table | ShownAs::Map)
}

#[test]
fn what_a_kind_promises_to_show_first_is_what_its_files_show_first() {
    let mut seen = std::collections::HashSet::new();
    for asset in assets() {
        let (kind, document) = asset.open().open().unwrap();
        let views = views(Some((kind, &*document)), &asset.bytes);
        let first = view_of(Some(kind), &asset.bytes);
        assert!(views[0] == first || is_promise(first), "{}: {first:?} {views:?}", asset.label);
        assert_eq!(views.last(), Some(&ShownAs::Bytes));
        let distinct: std::collections::HashSet<_> = views.iter().collect();
        assert_eq!(distinct.len(), views.len(), "{}: {views:?}", asset.label);
        seen.extend(views);
    }
    use ShownAs::*;
    for view in [Picture, Model, Motion, Timeline, Map, Gallery, List, Table, Text, Document, Bytes] {
        assert!(seen.contains(&view), "{view:?}");
    }
}

#[test]
fn what_no_format_claims_is_text_or_bytes() {
    assert_eq!(views(None, b"hello"), [ShownAs::Text, ShownAs::Bytes]);
    assert_eq!(views(None, b"\0"), [ShownAs::Bytes]);
    assert_eq!((view_of(None, b"hello"), view_of(None, b"")), (ShownAs::Text, ShownAs::Bytes));
}
