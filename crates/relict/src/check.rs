//! Checking a file and everything inside it, on all cores, with the same answer whatever their number.

use crate::open::Asset;
use crate::path;
use rayon::prelude::*;
use relict_core::args;
use relict_core::format::{Context, Limits};
use relict_core::report::{Report, UNKNOWN_FORMAT};

/// What was found, and in how many assets.
#[derive(Debug, Default)]
pub struct Checked {
    pub report: Report,
    /// The file itself and every entry at every depth, known or not.
    pub assets: usize,
}

/// Checks a file that somebody named; one that no format claims is an error.
pub fn file(asset: &Asset<'_>, context: Context<'_>) -> Checked {
    if asset.kind().is_some() {
        return inside(asset, context);
    }
    let mut report = Report::default();
    let first = relict_core::text::hex(&asset.bytes[..asset.bytes.len().min(8)]);
    let args = args!(size = asset.bytes.len(), first = first, path = asset.path);
    report.add(&UNKNOWN_FORMAT, String::new(), Some(0..asset.bytes.len().min(8)), args);
    Checked { report, assets: 1 }
}

/// Checks an asset and what it holds; what no format claims is passed over, as archives hold much that is not ours.
fn inside(asset: &Asset<'_>, context: Context<'_>) -> Checked {
    let mut checked = Checked { assets: 1, ..Checked::default() };
    let Some(kind) = asset.kind() else { return checked };
    let document = match kind.open(asset.bytes, asset.origin) {
        Ok(document) => document,
        Err(error) => {
            let range = error.offset.map(|at| at..at);
            checked.report.add(kind.broken_rule(&error), error.path.clone(), range, error.kind.args());
            return checked;
        }
    };
    checked.report = kind.check(&*document, asset.bytes, asset.origin, context);
    let archive = document.as_archive().filter(|_| context.limits.depth > 0);
    let Some(archive) = archive else { return checked };
    let deeper = Limits { depth: context.limits.depth - 1, ..context.limits };
    let steps = path::steps(&*archive);
    let entries: Vec<Checked> = steps
        .par_iter()
        .enumerate()
        .map(|(i, step)| {
            // An entry that cannot be had is the archive's own finding.
            let (Some(entry), Ok(bytes)) = (archive.entry(i), archive.payload(i, context.limits)) else {
                return Checked { assets: 1, ..Checked::default() };
            };
            let asset = Asset { path: step, origin: entry.origin(), bytes: &bytes };
            inside(&asset, Context { limits: deeper, ..context })
        })
        .collect();
    for (step, entry) in steps.iter().zip(entries) {
        checked.assets += entry.assets;
        checked.report.append(step, entry.report);
    }
    checked
}
