//! What holds for every format, whatever it is. Nothing here names one: a new format gets these tests for free.

// A test stops at the first surprise.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{Asset, CONTEXT, Folder, TOLERANT, assets, fixture_files, flipped, folder_of};
use rayon::prelude::*;
use relict_toolkit::core::format::{Context, Document, Kind, Library};
use relict_toolkit::core::record::{Scalar, Shape};
use relict_toolkit::core::refs::Place;
use relict_toolkit::core::report::Severity;
use relict_toolkit::core::tables::Cell;
use relict_toolkit::core::text::hex;
use relict_toolkit::core::trace::What;
use relict_toolkit::messages::Language;
use relict_toolkit::{FORMATS, check, explain};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const LANGUAGES: [Language; 2] = [Language::English, Language::Russian];

#[test]
fn every_format_has_a_fixture_and_a_sample() {
    let all: BTreeSet<_> = FORMATS.iter().map(|kind| kind.id).collect();
    let (samples, fixtures): (Vec<_>, Vec<_>) =
        assets().into_iter().partition(|asset| asset.label.starts_with("samples/"));
    for (source, seen) in [("specimen in crates/specimens", samples), ("fixture in fixtures", fixtures)] {
        let seen: BTreeSet<_> = seen.iter().map(|asset| asset.kind.id).collect();
        let missing: Vec<_> = all.difference(&seen).collect();
        assert!(
            missing.is_empty(),
            "no {source} is read as {missing:?}; are mark and ending as `claims` wants them?"
        );
    }
}

#[test]
fn what_is_read_is_written() {
    for asset in assets() {
        let document = asset.kind.open(&asset.bytes, asset.origin()).unwrap();
        assert!(document.to_bytes().unwrap() == asset.bytes, "{}", asset.label);
    }
}

fn rewritten_or_refused_with_a_place(asset: &Asset, bytes: &[u8], how: &str) {
    match asset.kind.open(bytes, asset.origin()) {
        Ok(document) => assert!(document.to_bytes().unwrap() == bytes, "{} {how}", asset.label),
        Err(error) => {
            assert!(!error.path.is_empty() && error.offset.is_some(), "{} {how}: {error}", asset.label);
        }
    }
}

#[test]
fn every_length_is_rewritten_exactly_or_refused_with_a_place() {
    for asset in assets() {
        // Every cut of what is small, and of the ends of what is not.
        let all = asset.bytes.len();
        let ends = |end: &usize| all <= 4096 || *end < 1024 || *end + 1024 > all || end.is_multiple_of(61);
        for end in (0..all).filter(ends) {
            rewritten_or_refused_with_a_place(&asset, &asset.bytes[..end], &format!("cut at {end}"));
        }
    }
}

#[test]
fn flipped_bytes_are_rewritten_exactly_or_refused_with_a_place() {
    for asset in assets() {
        flipped(&asset.bytes, 500, |at, bytes| {
            rewritten_or_refused_with_a_place(&asset, bytes, &format!("flipped at {at}"));
        });
    }
}

#[test]
fn nothing_that_is_asked_of_a_damaged_file_panics() {
    // All that is asked takes a while, so every core asks.
    assets().par_iter().filter(|asset| asset.outermost).for_each(|asset| {
        let ask = |bytes: &[u8]| {
            let damaged = relict_toolkit::open::Asset { bytes, ..asset.open() };
            check::file(&damaged, CONTEXT);
            let _ = relict_toolkit::folder::unpack(
                &damaged,
                TOLERANT,
                CONTEXT,
                &relict_toolkit::folder::Memory::default(),
            );
            if let Some(kind) = damaged.kind() {
                explain::explain(kind, bytes, asset.origin(), false, 8, &mut |_| {});
            }
            let _ = relict_toolkit::diff::diff(&asset.open(), &damaged, CONTEXT.limits);
        };
        let step = 1 + asset.bytes.len() / 30;
        (0..asset.bytes.len()).step_by(step).for_each(|end| ask(&asset.bytes[..end]));
        flipped(&asset.bytes, 30, |_, bytes| ask(bytes));
    });
}

#[test]
fn explain_covers_every_byte_once_and_names_only_declared_fields() {
    for asset in assets() {
        let Asset { label, kind, bytes, .. } = &asset;
        for full in [false, true] {
            for depth in [0, 8] {
                let mut end = 0;
                let explained = explain::explain(kind, bytes, asset.origin(), full, depth, &mut |line| {
                    assert_eq!(line.range.start, end, "{label}: {}", line.field);
                    assert!(!line.range.is_empty() && !line.field.is_empty(), "{label}: {line:?}");
                    end = line.range.end;
                });
                assert!(explained.stopped.is_none(), "{label}: {:?}", explained.stopped);
                assert_eq!(end, bytes.len(), "{label}");
                let of = explained.coverage;
                assert_eq!(of.uncovered, 0, "{label}");
                assert_eq!(of.named + of.padding + of.opaque, bytes.len(), "{label}");
            }
        }
        let mut seen = vec![false; bytes.len()];
        let strays = kind.trace(bytes, asset.origin(), true, &mut |span| {
            for byte in &mut seen[span.range.clone()] {
                assert!(!std::mem::replace(byte, true), "{label}: {} is read twice", span.path);
            }
        });
        assert_eq!(strays.unwrap(), Vec::<String>::new(), "{label}");
    }
}

/// `a.b[3]` as `/a/b/3`.
fn pointer(path: &str) -> String {
    format!("/{}", path.replace(['.', '['], "/").replace(']', ""))
}

/// Every span of a file with its value.
fn spans(kind: &Kind, asset: &Asset) -> Vec<(std::ops::Range<usize>, String, What, Value)> {
    let mut all = vec![];
    kind.explain(&asset.bytes, asset.origin(), true, &mut |span| {
        all.push((span.range.clone(), span.path.to_owned(), span.what, span.value()));
    });
    all
}

#[test]
fn explain_and_json_agree_on_every_path_and_value() {
    for asset in assets() {
        let label = &asset.label;
        let json = asset.kind.open(&asset.bytes, asset.origin()).unwrap().to_json();
        for (_, path, what, value) in spans(asset.kind, &asset) {
            if let Some(list) = path.strip_suffix(".count") {
                let list = json.pointer(&pointer(list)).unwrap_or_else(|| panic!("{label}: {list}"));
                let len = list.as_array().map_or_else(|| list.as_str().unwrap().chars().count(), Vec::len);
                assert_eq!(value, json!(len), "{label}: {path}");
                continue;
            }
            let found = json.pointer(&pointer(&path));
            match what {
                What::Field(_) | What::Text(_) => assert_eq!(found, Some(&value), "{label}: {path}"),
                _ => assert!(found.is_some(), "{label}: {path}"),
            }
        }
    }
}

#[test]
fn every_step_leads_back_to_its_entry() {
    let broken = relict_specimens::broken().into_iter().map(|broken| (broken.name, broken.bytes));
    let bad = fixture_files(true).into_iter().chain(broken);
    for (name, bytes) in assets().into_iter().map(|asset| (asset.label, asset.bytes)).chain(bad) {
        let Ok((_, document)) = relict_toolkit::open::Asset::file(&name, &bytes).open() else { continue };
        let Some(archive) = document.archive() else { continue };
        for (i, step) in relict_toolkit::path::steps(&*archive).iter().enumerate() {
            assert_eq!(relict_toolkit::path::find(&*archive, step), Some(i), "{name}: {step}");
        }
    }
}

#[test]
fn json_comes_back_as_the_same_bytes() {
    for asset in assets() {
        let mut text = vec![];
        asset.kind.open(&asset.bytes, asset.origin()).unwrap().json_to(&mut text).unwrap();
        let json = serde_json::from_slice(&text).unwrap();
        let built = asset.kind.build(&json, asset.origin());
        assert!(built.unwrap_or_else(|e| panic!("{}: {e}", asset.label)) == asset.bytes, "{}", asset.label);
    }
}

/// Whether a field follows from the rest when it is written.
fn derived(kind: &Kind, path: &str) -> bool {
    let name = path.rsplit('.').next().unwrap_or_default();
    kind.file.all().iter().any(|table| table.row(name).is_some_and(|row| row.derived))
}

#[test]
fn editing_a_field_in_json_changes_that_field_and_no_other() {
    for asset in assets() {
        let label = &asset.label;
        let json = asset.kind.open(&asset.bytes, asset.origin()).unwrap().to_json();
        let spans = spans(asset.kind, &asset);
        let step = 1 + spans.len() / 60;
        for (_, path, what, _) in spans.iter().step_by(step) {
            let edit = match what {
                What::Field(Shape::Scalar(Scalar::F32)) => json!("0x7fa00001"),
                What::Field(Shape::Scalar(Scalar::Tag)) => continue,
                What::Field(Shape::Scalar(_)) => json!(1),
                What::Field(Shape::Chars(..)) => json!("x"),
                _ => continue,
            };
            let mut edited = json.clone();
            *edited.pointer_mut(&pointer(path)).unwrap() = edit;
            // What follows from the rest, or makes nonsense, comes back as it was or is refused.
            let Ok(bytes) = asset.kind.build(&edited, asset.origin()) else { continue };
            let (name, attributes) = (asset.name.clone(), asset.attributes.clone());
            let new = Asset { bytes, name, label: String::new(), attributes, ..asset };
            for ((range, old_path, _, old), (new_range, new_path, _, new)) in
                spans.iter().zip(self::spans(asset.kind, &new))
            {
                assert_eq!((range, old_path), (&new_range, &new_path), "{label}: {path}");
                let follows = old_path == path || derived(asset.kind, old_path);
                assert!(follows || *old == new, "{label}: {path} changes {old_path}");
            }
        }
    }
}

#[test]
fn json_that_does_not_fit_is_refused_by_name() {
    for asset in assets() {
        let mut json = asset.kind.open(&asset.bytes, asset.origin()).unwrap().to_json();
        json.as_object_mut().unwrap().insert("speling".into(), json!(1));
        let error = asset.kind.build(&json, asset.origin()).unwrap_err().to_string();
        assert!(error.contains("speling"), "{}: {error}", asset.label);
    }
}

#[test]
fn good_files_have_no_errors() {
    for asset in assets().iter().filter(|asset| asset.outermost) {
        let beside = folder_of(&asset.label);
        let context = Context { library: &beside, ..CONTEXT };
        for finding in check::file(&asset.open(), context).report.findings {
            assert!(finding.rule.severity != Severity::Error, "{}: {finding}", asset.label);
        }
    }
}

/// Whether the library `file` of a folder has an entry of this name.
fn holds(folder: &Folder, file: &str, name: &str) -> bool {
    let Some(bytes) = folder.file(file) else { return false };
    let (_, document) = relict_toolkit::open::Asset::file(file, &bytes).open().unwrap();
    document.archive().is_some_and(|archive| archive.find(name).is_some())
}

#[test]
fn what_the_samples_name_is_there() {
    let mut named = BTreeSet::new();
    for asset in assets().into_iter().filter(|asset| asset.label.starts_with("samples/")) {
        let Some((folder, _)) =
            asset.label.match_indices('/').nth(1).map(|(at, _)| asset.label.split_at(at + 1))
        else {
            continue;
        };
        let folder = folder_of(folder);
        for found in asset.kind.open(&asset.bytes, asset.origin()).unwrap().references() {
            let Place::Library(file) = found.role.place else { continue };
            let there = found.role.optional || holds(&folder, file, &found.name);
            assert!(there, "{}: {file} has no {}", asset.label, found.name);
            named.insert(found.role.name);
        }
    }
    assert!(named.len() >= 3, "{named:?}");
}

/// Every rule must be shown by a broken sample; what shows it must have a place, and words in both languages.
#[test]
fn every_rule_has_a_broken_sample_that_shows_it() {
    let mut shown = BTreeSet::new();
    for broken in relict_specimens::broken() {
        let asset = relict_toolkit::open::Asset::file(&broken.name, &broken.bytes);
        let beside = Folder(broken.beside);
        let report = check::file(&asset, Context { library: &beside, ..CONTEXT }).report;
        let codes = report.codes();
        let hint = "is its ending one of `ENDINGS`?";
        assert!(codes.contains(&broken.code), "{} shows {codes:?}, not {}; {hint}", broken.name, broken.code);
        for finding in &report.findings {
            assert!(finding.range.is_some(), "{}: {finding}", broken.name);
            for language in LANGUAGES {
                let catalogue = language.catalogue();
                let said =
                    catalogue.try_get(&relict_toolkit::messages::key(finding.rule.code), &finding.args);
                assert!(matches!(said, Ok(Some(_))), "{language:?} {finding}: {said:?}");
            }
            shown.insert(finding.rule.code);
        }
        if let Ok((_, document)) = asset.open() {
            assert!(document.to_bytes().unwrap() == broken.bytes, "{} is not kept", broken.name);
        }
    }
    let rules = FORMATS.iter().flat_map(|kind| kind.rules).map(|rule| rule.code);
    let silent: Vec<_> = rules.filter(|code| !shown.contains(code)).collect();
    assert_eq!(silent, Vec::<&str>::new(), "no broken sample shows these");
}

#[test]
fn every_finding_in_a_damaged_file_has_a_place() {
    assets().par_iter().for_each(|asset| {
        flipped(&asset.bytes, 60, |at, bytes| {
            let damaged = relict_toolkit::open::Asset { bytes, ..asset.open() };
            for finding in check::file(&damaged, CONTEXT).report.findings {
                assert!(finding.range.is_some(), "{} flipped at {at}: {finding}", asset.label);
            }
        });
    });
}

#[test]
fn every_code_has_its_words_in_both_languages() {
    let rules = FORMATS.iter().flat_map(|kind| kind.rules).chain(relict_toolkit::core::report::COMMON);
    let codes = rules.map(|rule| rule.code).chain(relict_toolkit::problem::CODES.iter().copied());
    let mut missing = vec![];
    for (code, language) in codes.flat_map(|code| LANGUAGES.map(|language| (code, language))) {
        let catalogue = language.catalogue();
        let attributes = [(".about", catalogue.about(code)), (".help", catalogue.help(code))];
        let absent = attributes.into_iter().filter(|(_, text)| text.is_none());
        missing.extend(absent.map(|(attribute, _)| format!("{language:?}: {code} {attribute}")));
    }
    assert_eq!(missing, Vec::<String>::new(), "not in crates/toolkit/messages");
    for language in LANGUAGES {
        assert_eq!(language.catalogue().faults(), Vec::<String>::new(), "{language:?}");
    }
}

/// The keys of the catalogue that telling of a document takes.
fn words_for(document: &dyn Document) -> Vec<String> {
    let mut keys: Vec<String> =
        document.facts().iter().map(|(name, _)| format!("fact-{}", name.replace('_', "-"))).collect();
    for sheet in document.tables() {
        keys.push(format!("show-{}", sheet.title));
        keys.extend(sheet.columns.iter().map(|column| format!("head-{column}")));
        assert!(sheet.rows.iter().all(|row| row.len() == sheet.columns.len()), "{sheet:?}");
        let words = sheet.rows.iter().flatten().filter_map(|cell| match cell {
            Cell::Word(word) => Some(format!("word-{word}")),
            _ => None,
        });
        keys.extend(words);
    }
    if let Some(played) = document.timeline() {
        let looks = played.looks().into_iter().chain([played.play(0, 0.0).unwrap_or_default().look]);
        for look in looks {
            keys.extend(look.swatches.iter().map(|swatch| format!("head-{}", swatch.name)));
            keys.extend(look.numbers.iter().map(|(name, _)| format!("head-{name}")));
        }
        keys.extend(played.tracks().iter().map(|track| format!("word-{}", track.mode)));
    }
    keys
}

#[test]
fn what_is_shown_of_a_document_has_its_words_in_both_languages() {
    let mut keys = BTreeSet::new();
    for asset in assets() {
        keys.extend(words_for(&*asset.kind.open(&asset.bytes, asset.origin()).unwrap()));
    }
    for language in LANGUAGES {
        let missing: Vec<_> =
            keys.iter().filter(|key| language.catalogue().get(key, &vec![]).is_none()).collect();
        assert!(missing.is_empty(), "not in crates/toolkit/messages, {language:?}: {missing:?}");
    }
}

#[test]
fn the_answer_is_the_same_whatever_the_number_of_threads() {
    let answer = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut all = String::new();
            for (name, bytes) in fixture_files(true).into_iter().chain(fixture_files(false)) {
                let asset = relict_toolkit::open::Asset::file(&name, &bytes);
                for finding in check::file(&asset, CONTEXT).report.findings {
                    all.push_str(&format!("{name} {finding}\n"));
                }
                let folder = relict_toolkit::folder::Memory::default();
                let _ = relict_toolkit::folder::unpack(&asset, TOLERANT, CONTEXT, &folder);
                for (path, bytes) in folder.files() {
                    all.push_str(&format!("{name} {path} {}\n", hex(&bytes)));
                }
            }
            all
        })
    };
    assert!(answer(1) == answer(4));
}
