//! Entries by name or pattern, at every depth.

use crate::FORMATS;
use crate::allowance::Allowance;
use crate::list::SMALL;
use crate::open::Asset;
use crate::path;
use crate::problem::{PATTERN, Problem, Result};
use globset::{GlobBuilder, GlobMatcher};
use rayon::prelude::*;
use relict_core::archive::Archive;
use relict_core::args;
use relict_core::format::{Kind, Limits};
use std::fmt;

/// Something that was found.
#[derive(Clone, Debug)]
pub struct Match {
    /// From the outermost file on.
    pub path: String,
    /// What it is to people, where its name does not tell.
    pub meaning: Option<&'static str>,
    /// None where no format claims the bytes.
    pub kind: Option<&'static Kind>,
    /// Of its bytes, unpacked.
    pub size: usize,
}

/// How names are compared with what a person wrote; case does not count.
pub struct Pattern(How);

enum How {
    /// Anywhere in the name.
    Part(String),
    /// The whole name, or the whole path if the pattern has a slash.
    Glob { matcher: GlobMatcher, whole: bool },
}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            How::Part(part) => f.debug_tuple("Pattern").field(part).finish(),
            How::Glob { matcher, .. } => f.debug_tuple("Pattern").field(matcher.glob()).finish(),
        }
    }
}

impl Pattern {
    pub fn new(pattern: &str) -> Result<Self> {
        if !pattern.contains(['*', '?', '[', '{', '/']) {
            return Ok(Self(How::Part(pattern.to_lowercase())));
        }
        let glob = GlobBuilder::new(pattern).case_insensitive(true).literal_separator(true).build();
        let glob = glob.map_err(|e| Problem::new(PATTERN, pattern, args!(reason = e.kind().to_string())))?;
        Ok(Self(How::Glob { matcher: glob.compile_matcher(), whole: pattern.contains('/') }))
    }

    /// Whether an entry is meant, by its path or by the same path with the word for what it means at its end.
    fn finds(&self, path: &str, meaning: Option<&str>) -> bool {
        let meant = |word: &str| {
            let (outer, _) = path.rsplit_once('/').unwrap_or_default();
            self.matches(&[outer, "/", word].concat())
        };
        self.matches(path) || meaning.is_some_and(meant)
    }

    pub fn matches(&self, path: &str) -> bool {
        let name = path.rsplit('/').next().unwrap_or(path);
        match &self.0 {
            How::Part(part) => name.to_lowercase().contains(part),
            How::Glob { matcher, whole: true } => {
                matcher.is_match(path)
                    || path.match_indices('/').any(|(at, _)| matcher.is_match(&path[at + 1..]))
            }
            How::Glob { matcher, whole: false } => matcher.is_match(name),
        }
    }
}

/// All that matches in a file: itself, and entries at every depth. What is in a large archive is told by its directory,
/// as in lists.
pub fn in_file(asset: &Asset<'_>, pattern: &Pattern) -> Vec<Match> {
    let search = Search { pattern, look: asset.bytes.len() <= SMALL };
    let allowance = Allowance::for_size(asset.bytes.len());
    search.in_asset(asset, asset.meaning(), allowance, Limits::default())
}

#[derive(Clone, Copy)]
struct Search<'s> {
    pattern: &'s Pattern,
    /// Whether every payload may be looked at.
    look: bool,
}

impl Search<'_> {
    fn in_asset(
        self,
        asset: &Asset<'_>,
        meaning: Option<&'static str>,
        allowance: Allowance,
        limits: Limits,
    ) -> Vec<Match> {
        let kind = asset.kind();
        let mut found = vec![];
        if self.pattern.finds(asset.path, meaning) {
            found.push(Match { path: asset.path.into(), meaning, kind, size: asset.bytes.len() });
        }
        if kind.is_some_and(relict_core::format::Kind::is_archive)
            && limits.depth > 0
            && let Ok((_, document)) = asset.open()
            && let Some(archive) = document.archive()
        {
            found.extend(self.in_archive(&*archive, asset.path, allowance, limits));
        }
        found
    }

    fn in_archive(
        self,
        archive: &dyn Archive,
        outer: &str,
        allowance: Allowance,
        limits: Limits,
    ) -> Vec<Match> {
        let shares = allowance.shared_out(archive);
        let look = |(i, (step, share)): (usize, (&String, &Option<Allowance>))| {
            self.in_entry(archive, i, format!("{outer}/{step}"), *share, limits)
        };
        path::steps(archive).par_iter().zip(&shares).enumerate().flat_map_iter(look).collect()
    }

    fn in_entry(
        self,
        archive: &dyn Archive,
        index: usize,
        path: String,
        share: Option<Allowance>,
        limits: Limits,
    ) -> Vec<Match> {
        let Some(entry) = archive.entry(index) else { return vec![] };
        let meaning = archive.meaning(index);
        let stated = || FORMATS.of(entry.origin(), &[]);
        let looked = self.look || stated().is_some_and(relict_core::format::Kind::is_archive);
        let share = share.filter(|_| looked);
        let bytes = share.and_then(|share| Some((share, archive.payload(index, limits).ok()?)));
        match bytes {
            Some((share, bytes)) => {
                let asset = Asset { path: &path, origin: entry.origin(), bytes: &bytes, holder: None };
                self.in_asset(&asset, meaning, share, limits.deeper())
            }
            // Its bytes cannot be had, or cost too much; its name is there.
            None if self.pattern.finds(&path, meaning) => {
                let kind = if looked { None } else { stated() };
                vec![Match { path, meaning, kind, size: entry.size }]
            }
            None => vec![],
        }
    }
}
