//! Checking a file and everything inside it, on all cores, with the same answer whatever their number.

use crate::allowance::Allowance;
use crate::open::Asset;
use crate::path;
use rayon::prelude::*;
use relict_core::archive::{Archive, Stored};
use relict_core::args;
use relict_core::format::{Context, Limits};
use relict_core::report::{NOT_LOOKED_INTO, Report, UNKNOWN_FORMAT};

/// Entries that are checked at a time.
const CHUNK: usize = 4096;

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
        return inside(asset, context, Allowance::for_size(asset.bytes.len()));
    }
    let mut report = Report::default();
    let first = relict_core::text::hex(&asset.bytes[..asset.bytes.len().min(8)]);
    let args = args!(size = asset.bytes.len(), first = first, path = asset.path);
    report.add(&UNKNOWN_FORMAT, String::new(), Some(0..asset.bytes.len().min(8)), args);
    Checked { report, assets: 1 }
}

/// Checks an asset and what it holds; what no format claims is passed over, as archives hold much that is not ours.
fn inside(asset: &Asset<'_>, context: Context<'_>, allowance: Allowance) -> Checked {
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
    let allowances = allowance.shared_out(&*archive);
    note_passed_over(&*archive, &steps, &allowances, &mut checked.report);
    let look = |i: usize, step: &str| {
        let allowance = allowances.get(i).copied().flatten()?;
        // An entry that cannot be had is the archive's own finding.
        let (entry, bytes) = (archive.entry(i)?, archive.payload(i, context.limits).ok()?);
        let asset = Asset { path: step, origin: entry.origin(), bytes: &bytes, holder: None };
        Some(inside(&asset, Context { limits: deeper, ..context }, allowance))
    };
    // Not all at once: the reports of a million entries take more memory than the entries.
    for (number, steps) in steps.chunks(CHUNK).enumerate() {
        let look = |(i, step): (usize, &String)| look(number * CHUNK + i, step);
        let entries: Vec<Option<Checked>> = steps.par_iter().enumerate().map(look).collect();
        for (step, entry) in steps.iter().zip(entries) {
            let entry = entry.unwrap_or(Checked { assets: 1, ..Checked::default() });
            checked.assets += entry.assets;
            checked.report.append(step, entry.report);
        }
    }
    checked
}

/// What takes too much to unpack is not looked into, and that is said; strays have their finding anyway.
fn note_passed_over(
    archive: &dyn Archive,
    steps: &[String],
    allowances: &[Option<Allowance>],
    report: &mut Report,
) {
    let passed = (0..).zip(steps).zip(allowances).filter(|(_, allowance)| allowance.is_none());
    for ((i, step), _) in passed {
        if let (Stored::Packed(bytes), Some(entry)) = (archive.stored(i), archive.entry(i)) {
            let place = entry.offset..entry.offset.saturating_add(bytes.len());
            let args = args!(name = step.as_str(), size = entry.size);
            report.add(&NOT_LOOKED_INTO, String::new(), Some(place), args);
        }
    }
}
