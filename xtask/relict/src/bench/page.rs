//! The figures of one run in the book.

use super::growth::{Growth, Point};
use super::plot;
use super::row::Row;
use crate::Result;
use crate::generate::fill;
use std::fs;
use std::path::Path;

const PAGE: &str = "docs/src/guide/speed.md";
const PLOT: &str = "docs/src/pictures/growth.svg";

pub fn write(root: &Path, rows: &[Row], before: &[Row], grown: &[Growth], counted: &[Growth]) -> Result {
    let path = root.join(PAGE);
    let mut page = fs::read_to_string(&path)?;
    let contents = [
        ("machine", machine()),
        ("ratios", ratios(rows, before)),
        ("growth", growth(grown)),
        ("entries", entries(counted)),
    ];
    for (name, content) in contents {
        page = fill(&page, name, &content)?;
    }
    fs::write(path, page)?;
    fs::write(root.join(PLOT), plot::svg(grown))?;
    println!("Written: {PAGE}, {PLOT}");
    Ok(())
}

/// In general words.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let facts = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = facts.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or("an unknown processor", |(_, model)| model);
    format!("On {cores} cores of a machine with {model}, {}, files in memory.", std::env::consts::OS)
}

/// A table; with what was measured before, if anything was.
fn ratios(rows: &[Row], before: &[Row]) -> String {
    let mut table = String::from("| work | time | beside | time | before | ratio | at most |\n");
    table += "|---|--:|---|--:|--:|--:|--:|\n";
    for row in rows {
        let same = before.iter().find(|old| (&old.work, &old.limit) == (&row.work, &row.limit));
        let before = same.map(|old| format!("{:.2}", old.ratio())).unwrap_or_default();
        let wanted = row.at_most.map(|most| format!("{most:.2}")).unwrap_or_default();
        let ratio =
            if row.is_missed() { format!("**{:.2}**", row.ratio()) } else { format!("{:.2}", row.ratio()) };
        table += &format!(
            "| {} | {} | {} | {} | {before} | {ratio} | {wanted} |\n",
            row.work,
            milliseconds(row.time),
            row.limit,
            milliseconds(row.limit_time)
        );
    }
    table
}

fn growth(grown: &[Growth]) -> String {
    let picture = "![How time and memory grow with the archive](../pictures/growth.svg)";
    let sizes = grown.first().map_or(&[][..], |growth| &growth.points);
    format!("{picture}\n\n{}", grown_by(&heads(sizes, " MB"), grown))
}

/// Each has sizes of its own, so each is a table.
fn entries(counted: &[Growth]) -> String {
    let tables = counted
        .iter()
        .map(|growth| grown_by(&heads(&growth.points, " entries"), std::slice::from_ref(growth)));
    tables.collect::<Vec<_>>().join("\n")
}

fn heads(sizes: &[Point], unit: &str) -> Vec<String> {
    sizes.iter().map(|point| format!("{}{unit}", point.size)).collect()
}

fn grown_by(heads: &[String], grown: &[Growth]) -> String {
    let rule = "--:|".repeat(heads.len());
    let heads = heads.join(" | ");
    let mut table = format!("| work | {heads} | time grows by | memory grows by |\n|---|{rule}--:|--:|\n");
    for growth in grown {
        let cell = |point: &Point| format!(" {}, {:.0} MB |", milliseconds(point.seconds()), point.memory());
        let cells: String = growth.points.iter().map(cell).collect();
        let (time, memory) = (growth.slope(Point::seconds), growth.slope(Point::memory));
        table += &format!("| {} |{cells} {time:.2} | {memory:.2} |\n", growth.work);
    }
    table
}

fn milliseconds(seconds: f64) -> String {
    match seconds * 1e3 {
        few if few < 10.0 => format!("{few:.2} ms"),
        some if some < 1000.0 => format!("{some:.0} ms"),
        many => format!("{:.2} s", many / 1e3),
    }
}
