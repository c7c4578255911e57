//! Maps: all games have plans to look at, and those whose maps lie column by column also have every map as one JSON file,
//! from which the columns and their index follow.

use super::load::{Purpose, Resource};
use super::messages::{no_json, refused};
use super::{Leaf, Pictures, Spreading};
use crate::bank::Set;
use crate::bsp::Bsp;
use crate::gallery::Lookup;
use crate::maps::STEM;
use crate::means::{Means, TileMeans};
use crate::new_map::NewMap;
use crate::orc_map::plan::whole;
use crate::orc_map::{PARTS, WholeMap, entry_name};
use crate::phrases;
use crate::plan::MapScene;
use crate::resource::numbered;
use relict_core::args;
use relict_core::bytes::Cursor;
use relict_core::error::value;
use relict_core::error::{Error, FaultKind, Result};
use relict_core::facets::Faceted;
use relict_core::format::{Format, Origin};
use relict_core::report::{Report, Severity};
use relict_core::tree::{Content, Folder, Gathered, Refused};
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};

/// Where maps stand.
const FOLDER: &str = "Maps";

/// What a plan is drawn of.
#[derive(Clone, Copy, Debug)]
pub(super) enum MapOf {
    /// A map that is a resource, by its place.
    Resource(usize),
    /// One of the maps that lie column by column.
    Columns(usize),
}

/// Maps that lie column by column, all understood.
pub(super) struct OrcMaps {
    set: Set,
    maps: Vec<WholeMap<'static>>,
}

/// Whether a resource holds maps column by column, by its name in lower case.
pub(super) fn is_columns(name: &str) -> bool {
    name == Set::index_name(STEM) || numbered(name, STEM).is_some()
}

/// What stands before the ending of a map that is a resource, by its name; none if it is no map.
pub(super) fn map_name(name: &str) -> Option<&str> {
    let (stem, ending) = name.rsplit_once('.')?;
    let lower = name.to_ascii_lowercase();
    let numbered = |before: &str, digits: usize| {
        let number = lower.strip_prefix(before).and_then(|rest| rest.strip_suffix(".bin"));
        number.is_some_and(|number| {
            number.len() == digits && number.bytes().all(|digit| digit.is_ascii_digit())
        })
    };
    let plain = !stem.is_empty() && stem.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let is_map = ending.eq_ignore_ascii_case("bsp") || numbered("map", 2) || numbered("model_", 4);
    Some(stem).filter(|_| plain && is_map)
}

impl OrcMaps {
    /// None where there are none, or one of them cannot be understood: then they stay as they are.
    pub(super) fn load(lookup: Lookup<'_, '_>) -> Option<Self> {
        let set = Set::load(lookup, STEM).ok()??;
        let count = set.chunks.len() / PARTS;
        let maps: Option<Vec<_>> = (0..count).map(|map| whole(&set, map)).collect();
        let maps = maps.filter(|maps| !maps.is_empty() && maps.len() * PARTS == set.chunks.len())?;
        Some(Self { set, maps })
    }

    pub(super) fn holds(&self, name: &str) -> bool {
        self.set.names().iter().any(|held| held.eq_ignore_ascii_case(name))
    }

    pub(super) fn json(&self, map: usize) -> Option<Value> {
        self.maps.get(map).map(WholeMap::to_value)
    }
}

impl Spreading<'_> {
    /// Maps that can be drawn, and those that are edited here.
    pub(super) fn map_leaves(&self) -> Vec<(String, Leaf)> {
        let mut leaves = vec![];
        let mut seen = HashSet::new();
        for (place, resource) in self.resources.list.iter().enumerate() {
            let name = map_name(&resource.name).filter(|_| resource.purpose == Purpose::Map);
            let Some(name) = name.filter(|_| self.drawn(resource).is_some()) else { continue };
            let path = format!("{FOLDER}/{name}.svg");
            if seen.insert(path.to_ascii_lowercase()) {
                leaves.push((path, Leaf::Map(MapOf::Resource(place))));
            }
        }
        for map in 0..self.orc_maps.as_ref().map_or(0, |maps| maps.maps.len()) {
            let name = entry_name(map);
            leaves.push((format!("{FOLDER}/{name}.json"), Leaf::MapJson(map)));
            leaves.push((format!("{FOLDER}/{name}.svg"), Leaf::Map(MapOf::Columns(map))));
        }
        leaves
    }

    /// What there is to draw of a resource; none if it is no map that can be drawn.
    fn drawn(&self, resource: &Resource<'_>) -> Option<MapScene> {
        let (origin, mut c) = (Origin::named(&resource.name), Cursor::new(&resource.bytes));
        match &self.pictures {
            Pictures::Gallery(gallery) => {
                let means = Means::of(gallery);
                Some(Bsp::read(&mut c, origin).ok()?.scene(&|texture| means.get(texture)))
            }
            Pictures::Media(media) => {
                let map = NewMap::read(&mut c, origin).ok().filter(|map| Faceted::map(map).is_some())?;
                let means = TileMeans::of(media);
                Some(map.scene(&|tile| means.get(tile)))
            }
        }
    }

    /// The plan of a map.
    pub(super) fn map_plan(&self, map: MapOf) -> Result<Content> {
        let scene = match map {
            MapOf::Resource(place) => {
                self.resources.list.get(place).and_then(|resource| self.drawn(resource))
            }
            MapOf::Columns(map) => self.orc_maps.as_ref().and_then(|maps| {
                let map = maps.maps.get(map)?;
                match &self.pictures {
                    Pictures::Gallery(gallery) => Some(map.coloured(gallery)),
                    Pictures::Media(_) => Some(map.scene(&|_| None)),
                }
            }),
        };
        let missing = || Error::unexpected(phrases::a_map(), value(format_args!("{map:?}")));
        Ok(Content::Text(scene.ok_or_else(missing)?.svg()))
    }

    /// What became of maps.
    pub(super) fn gathered_maps(&self, folder: &dyn Folder) -> Result<Gathered, Refused> {
        let mut gathered = Gathered::default();
        let Some(maps) = &self.orc_maps else { return Ok(gathered) };
        let mut new = maps.set.clone();
        for (map, file) in self.found_maps(folder)? {
            let Some(old) = maps.maps.get(map) else { continue };
            let parts = read(file, &folder.bytes(file)?, old)?;
            let mut edited = false;
            for (part, bytes) in parts.into_iter().enumerate() {
                let chunk = new.chunks.get_mut(part * maps.maps.len() + map);
                if let Some(chunk) = chunk.filter(|chunk| chunk.bytes != bytes) {
                    chunk.bytes = bytes;
                    edited = true;
                }
            }
            gathered.edited.extend(edited.then(|| file.to_owned()));
        }
        if let Some(first) = gathered.edited.first() {
            gathered.changed = self.resources.rewritten(new, &maps.set, first)?;
        }
        Ok(gathered)
    }

    /// The files of maps, by the numbers of these. One that could become nothing is refused: its maker thinks otherwise.
    fn found_maps<'f>(&self, folder: &'f dyn Folder) -> Result<BTreeMap<usize, &'f str>, Refused> {
        let leaves = self.leaves.iter().filter_map(|(path, leaf)| match leaf {
            Leaf::MapJson(map) => Some((path.to_ascii_lowercase(), *map)),
            _ => None,
        });
        let leaves: BTreeMap<String, usize> = leaves.collect();
        let mut found = BTreeMap::new();
        for path in folder.files() {
            let Some((top, name)) = path.split_once('/') else { continue };
            let meant = top.eq_ignore_ascii_case(FOLDER) && name.to_ascii_lowercase().ends_with(".json");
            if !meant || name.starts_with('.') {
                continue;
            }
            match leaves.get(&path.to_ascii_lowercase()) {
                Some(map) => {
                    if let Some(first) = found.insert(*map, path.as_str()) {
                        return Err(refused("repeated-picture", path, args!(other = first)));
                    }
                }
                None => return Err(refused("unknown-map", path, vec![])),
            }
        }
        Ok(found)
    }
}

/// The parts of a map, out of its file.
fn read(file: &str, bytes: &[u8], old: &WholeMap<'_>) -> Result<Vec<Vec<u8>>, Refused> {
    let json: Value = serde_json::from_slice(bytes).map_err(|error| no_json("map-json", file, &error))?;
    let wrong = |error: &Error| {
        let found = match &error.kind {
            FaultKind::Unexpected { found, .. } => found.clone(),
            _ => "".into(),
        };
        refused("map-value", file, args!(field = error.path.as_str(), found = found))
    };
    let map = WholeMap::from_value(&json).map_err(|error| wrong(&error))?;
    // A map of the other game has other parts.
    let game = |map: &WholeMap<'_>| (map.header.is_some(), map.second_header.is_some());
    if game(&map) != game(old) {
        return Err(wrong(
            &Error::unexpected(phrases::header_of_this_game(), phrases::another()).inside("header"),
        ));
    }
    let parts = map.parts().map_err(|error| wrong(&error))?;
    let findings = |map: &WholeMap<'_>| {
        let mut report = Report::default();
        map.check(&mut report);
        report.findings.into_iter().filter(|finding| finding.rule.severity == Severity::Error)
    };
    // What was wrong before is nobody's edit.
    let before = findings(old).count();
    match findings(&map).nth(before) {
        Some(finding) => Err(refused("map-broken", file, args!(code = finding.rule.code))),
        None => Ok(parts),
    }
}
