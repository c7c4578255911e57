//! Looking names up in an archive, many at once.

use super::{State, Unused};
use crate::FORMATS;
use crate::open::Asset;
use crate::path::Steps;
use relict_core::archive::{Archive, Directory, Stored};
use relict_core::refs::Role;
use std::collections::{BTreeSet, HashMap, HashSet};

/// Entries that are never used, beyond which they are only counted.
pub(super) const KEPT_UNUSED: usize = 100_000;

/// What the engine takes for a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome<T> {
    Found(T),
    /// The role's stand-in.
    StandIn(T),
    /// That is missing, too, so it takes whatever comes first.
    First(T),
    Nothing,
}

impl<T> Outcome<T> {
    pub(super) fn map<U>(self, change: impl FnOnce(T) -> U) -> Outcome<U> {
        match self {
            Self::Found(what) => Outcome::Found(change(what)),
            Self::StandIn(what) => Outcome::StandIn(change(what)),
            Self::First(what) => Outcome::First(change(what)),
            Self::Nothing => Outcome::Nothing,
        }
    }

    pub(super) fn map_in_place(&mut self, change: impl FnOnce(&mut T)) {
        match self {
            Self::Found(what) | Self::StandIn(what) | Self::First(what) => change(what),
            Self::Nothing => {}
        }
    }

    /// What this means for a reference of that role, and what it leads to.
    pub(super) fn state(self, role: &Role) -> (State, Option<T>) {
        match self {
            Self::Found(what) => (State::Found, Some(what)),
            Self::StandIn(what) => (State::StandIn, Some(what)),
            Self::First(what) => (State::FirstEntry, Some(what)),
            Self::Nothing if role.optional => (State::Optional, None),
            Self::Nothing => (State::Missing, None),
        }
    }
}

impl Outcome<usize> {
    /// By the names that an archive of so many entries has.
    pub(super) fn of(role: &Role, name: &str, found: &HashMap<Box<str>, usize>, entries: usize) -> Self {
        match (found.get(name), role.stand_in.map(|stand_in| found.get(stand_in))) {
            (Some(index), _) => Self::Found(*index),
            (None, Some(Some(index))) => Self::StandIn(*index),
            (None, Some(None)) if entries > 0 => Self::First(0),
            _ => Self::Nothing,
        }
    }
}

/// The entries that the engine finds under `names`: of equal ones the first. In one go through the directory, since
/// looking each up by itself may take a walk through all of a broken one.
pub(super) fn found(archive: &dyn Directory, names: &HashSet<&str>) -> HashMap<Box<str>, usize> {
    let mut wanted: HashMap<Vec<u8>, Vec<&str>> = HashMap::new();
    for name in names {
        if let Some(key) = archive.key(name) {
            wanted.entry(key).or_default().push(name);
        }
    }
    let mut found = HashMap::new();
    for index in 0..archive.len() {
        let key = archive.name(index).and_then(|name| archive.key(&name));
        for name in key.and_then(|key| wanted.remove(&key)).into_iter().flatten() {
            found.insert(name.into(), index);
        }
    }
    found
}

/// What is wanted of a library.
#[derive(Debug, Default)]
pub(super) struct Wanted<'w> {
    pub names: HashSet<&'w str>,
    /// Those that lead here.
    pub roles: Vec<&'static Role>,
    /// Whether to report unused entries.
    pub tell_unused: bool,
}

/// What a library has of it.
#[derive(Debug, Default)]
pub(super) struct Shelf {
    pub entries: usize,
    pub found: HashMap<Box<str>, usize>,
    /// As steps of a path: the entries that were found, and the first.
    pub steps: HashMap<usize, String>,
    /// By their steps.
    pub unused: Option<Unused>,
}

impl Shelf {
    /// None if the file is no archive, or cannot be read.
    pub(super) fn look(path: &str, bytes: &[u8], wanted: &Wanted<'_>) -> Option<Self> {
        let (_, document) = Asset::file(path, bytes).open().ok()?;
        let archive = document.archive()?;
        let steps = Steps::new(&*archive);
        let step = |index| steps.get(index).unwrap_or_default().into_owned();
        let stand_ins = wanted.roles.iter().filter_map(|role| role.stand_in);
        let found = found(&*archive, &wanted.names.iter().copied().chain(stand_ins).collect());
        let indices = found.values().copied().chain((!archive.is_empty()).then_some(0));
        let mut shelf = Self {
            entries: archive.len(),
            steps: indices.map(|index| (index, step(index))).collect(),
            found,
            ..Self::default()
        };
        // Entries of unknown formats may belong to another type.
        if wanted.tell_unused && wanted.roles.iter().any(|role| !role.format.is_empty()) {
            let unused = shelf.unused(&*archive, wanted);
            let (count, paths) = (unused.len(), unused.into_iter().take(KEPT_UNUSED).map(step).collect());
            shelf.unused = Some(Unused { count, paths });
        }
        Some(shelf)
    }

    /// Unused entries of a role's format. Fallbacks always count as used.
    fn unused(&self, archive: &dyn Archive, wanted: &Wanted<'_>) -> Vec<usize> {
        let mut used: BTreeSet<usize> = self.found.values().copied().collect();
        let stand_ins: Vec<_> = wanted.roles.iter().filter_map(|role| role.stand_in).collect();
        if stand_ins.iter().any(|name| !self.found.contains_key(*name)) {
            used.insert(0);
        }
        (0..archive.len())
            .filter(|index| !used.contains(index) && fits(archive, *index, &wanted.roles))
            .collect()
    }
}

/// Whether an entry is of the format of one of the roles. What would have to be unpacked is judged by its directory.
fn fits(archive: &dyn Archive, index: usize, roles: &[&Role]) -> bool {
    let Some(entry) = archive.entry(index) else { return false };
    let bytes = if let Stored::Plain(bytes) = archive.stored(index) { bytes } else { &[] };
    let format = FORMATS.of(entry.origin(), bytes).map(|kind| kind.id);
    roles.iter().any(|role| Some(role.format) == format)
}
