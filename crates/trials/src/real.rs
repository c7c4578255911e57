//! Files of games that people own: what is found in them, whether they come back from a folder as they were, and whether they
//! are what is known of their release.
//!
//! The files are nobody's to commit. What may be published of them, counts and hashes, stands in `fixtures/real` as facts of
//! the form `relict.facts/1`; an independent reader made them. `cargo xtask real DIR` walks a folder with this.

mod facts;
mod fields;
pub mod folder;
mod layout;
mod maps;
mod tables;

use crate::folders::STRICT;
use relict_toolkit::check;
use relict_toolkit::core::format::Context;
use relict_toolkit::core::report::Severity;
use relict_toolkit::core::text::hex;
use relict_toolkit::folder::{Memory, PackHow, pack, unpack};
use relict_toolkit::open::Asset;
use relict_toolkit::problem::Problem;
use relict_toolkit::release;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// What was seen of a file.
#[derive(Clone, Debug)]
pub struct Verdict {
    pub name: String,
    /// The release that the file is, if that is known.
    pub release: Option<String>,
    /// How often each rule is broken.
    pub findings: BTreeMap<&'static str, (Severity, usize)>,
    pub back: Back,
    /// How many facts of the release hold; none if there are no facts of it.
    pub facts: Option<Agreement>,
}

/// What becomes of a file that is unpacked, without tolerance, and packed again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Back {
    Same,
    Other,
    /// The code of the problem.
    Refused(String),
}

/// Facts that hold, and those that do not, by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    pub agree: usize,
    pub differ: Vec<String>,
}

/// Looks at a file. Of all facts, those with its hash are taken.
pub fn look(name: &str, bytes: &[u8], facts: &[Value]) -> Verdict {
    let asset = Asset::file(name, bytes);
    let sha256 = hex(&Sha256::digest(bytes));
    let known = facts.iter().find(|facts| facts["sha256"] == sha256.as_str());
    Verdict {
        name: name.to_owned(),
        release: release::of(bytes).map(release::Release::name),
        findings: check::file(&asset, Context::ALONE).report.counts,
        back: there_and_back(&asset).unwrap_or_else(|problem| Back::Refused(problem.code.to_owned())),
        facts: known.map(|facts| facts::compared(&asset, facts)),
    }
}

fn there_and_back(asset: &Asset<'_>) -> Result<Back, Problem> {
    let folder = Memory::default();
    unpack(asset, STRICT, Context::ALONE, &folder)?;
    let packed = pack(&folder, PackHow::default())?;
    Ok(if packed.bytes().is_ok_and(|bytes| bytes == asset.bytes) { Back::Same } else { Back::Other })
}

impl Verdict {
    fn count(&self, of: Severity) -> usize {
        self.findings.values().filter(|(severity, _)| *severity == of).map(|(_, count)| count).sum()
    }

    /// Whether there is an error, another file comes back, or a fact does not hold. Warnings are told, and are no failure: a
    /// file may really be odd.
    pub fn falls_short(&self) -> bool {
        let differs = self.facts.as_ref().is_some_and(|facts| !facts.differ.is_empty());
        self.count(Severity::Error) > 0 || self.back != Back::Same || differs
    }

    fn row(&self) -> [String; 6] {
        let back = match &self.back {
            Back::Same => "same bytes".to_owned(),
            Back::Other => "OTHER BYTES".to_owned(),
            Back::Refused(code) => format!("REFUSED: {code}"),
        };
        let facts = self.facts.as_ref().map_or_else(
            || "-".to_owned(),
            |facts| format!("{} of {}", facts.agree, facts.agree + facts.differ.len()),
        );
        [
            self.name.clone(),
            self.release.clone().unwrap_or_else(|| "not a known release".to_owned()),
            self.count(Severity::Error).to_string(),
            self.count(Severity::Warning).to_string(),
            back,
            facts,
        ]
    }

    /// What the table has no room for, line by line.
    fn details(&self) -> Vec<String> {
        /// Facts that are listed by name.
        const FEW: usize = 20;
        let name = &self.name;
        let finding = |(code, (severity, count)): (&&str, &(Severity, usize))| {
            format!("{name}: {} {code} × {count}", severity.name())
        };
        let differ = self.facts.iter().flat_map(|facts| &facts.differ);
        let told = differ.clone().take(FEW).map(|fact| format!("{name}: fact {fact}"));
        let more = differ.count().saturating_sub(FEW);
        let more = (more > 0).then(|| format!("{name}: and {more} facts more"));
        self.findings.iter().map(finding).chain(told).chain(more).collect()
    }
}

/// All that was seen, for people: a table, and below it every finding by its code and every fact that does not hold.
pub fn table(verdicts: &[Verdict]) -> String {
    let head = ["file", "release", "errors", "warnings", "unpacked and packed", "facts"].map(str::to_owned);
    let rows: Vec<[String; 6]> = [head].into_iter().chain(verdicts.iter().map(Verdict::row)).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; 6] = std::array::from_fn(width);
    let line = |row: &[String; 6]| {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    let details = verdicts.iter().flat_map(Verdict::details);
    rows.iter().map(line).chain(details).map(|line| line + "\n").collect()
}
