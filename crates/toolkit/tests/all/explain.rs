//! Windows into what is explained.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::{Asset, assets};
use relict_toolkit::explain::{Line, explain, explain_window};
use std::ops::{ControlFlow, Range};

type Told = (Range<usize>, String, String, bool);

fn told(line: &Line<'_>) -> Told {
    (line.range.clone(), line.field.to_string(), line.value.to_string(), line.editable)
}

fn all(asset: &Asset, full: bool) -> Vec<Told> {
    let mut lines = vec![];
    explain(asset.kind, &asset.bytes, asset.origin(), full, 8, &mut |line| lines.push(told(line)));
    lines
}

fn seen(asset: &Asset, full: bool, window: Range<usize>) -> Vec<Told> {
    let mut lines = vec![];
    let mut take = |line: &Line<'_>| {
        lines.push(told(line));
        ControlFlow::Continue(())
    };
    explain_window(asset.kind, &asset.bytes, asset.origin(), full, 8, window, &mut take);
    lines
}

#[test]
fn a_window_shows_what_touches_it_and_nothing_else() {
    for asset in assets().iter().filter(|asset| asset.outermost) {
        let size = asset.bytes.len();
        for full in [false, true] {
            let all = all(asset, full);
            for window in [0..16, size / 3..size / 3 + 64, size / 2..size / 2 + 1, size - 1..size, 8..8] {
                let touches = |(range, ..): &&Told| range.start < window.end && range.end > window.start;
                let wanted: Vec<&Told> = all.iter().filter(touches).collect();
                let found = seen(asset, full, window.clone());
                assert_eq!(found.iter().collect::<Vec<_>>(), wanted, "{} {window:?}", asset.label);
            }
        }
    }
}

#[test]
fn whoever_has_heard_enough_hears_no_more() {
    for asset in assets().iter().filter(|asset| asset.outermost) {
        let all = all(asset, true);
        for wanted in [1, all.len() / 2, all.len()] {
            let mut lines = vec![];
            let (bytes, whole) = (&asset.bytes, 0..usize::MAX);
            explain_window(asset.kind, bytes, asset.origin(), true, 8, whole, &mut |line| {
                lines.push(told(line));
                if lines.len() < wanted { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            assert_eq!(lines, all[..wanted], "{}", asset.label);
        }
    }
}

#[test]
fn fields_are_editable_unless_they_are_enciphered_or_no_fields() {
    let assets = assets();
    let named = |label: &str| assets.iter().find(|asset| asset.label == label).unwrap();
    let editable = |asset: &Asset, field: &str| {
        let lines = all(asset, true);
        let line = lines.iter().find(|(_, name, ..)| name == field);
        line.unwrap_or_else(|| panic!("{field} in {lines:?}")).3
    };
    let library = named("samples/parkan/Material.lib");
    assert!(editable(library, "header.version"));
    assert!(editable(library, "BEACON/phases[0].power"));
    assert!(editable(library, "BEACON/phases.count"));
    let ciphered = assets.iter().find(|asset| asset.kind.id == "ngi.rsli").unwrap();
    let lines = all(ciphered, true);
    assert!(lines.iter().any(|(_, field, _, editable)| field.starts_with("table[0]") && !editable));
    assert!(lines.iter().any(|(_, field, _, editable)| field.starts_with("header") && *editable));
}
