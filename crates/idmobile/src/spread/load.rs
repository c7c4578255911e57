//! The resources that the pictures of a game are made of, out of its archive, all at once.

use super::banks::{HEADER, is_banked};
use super::maps::{is_columns, map_name};
use super::too_large;
use crate::game::{Detected, Layout};
use crate::jar::{Jar, NAME_REPEATED};
use crate::new_texels::Naming;
use crate::resource::{MAPPINGS, PALETTES, SHAPES, SPRITES, WALLS, numbered};
use crate::{new_mappings, new_palettes, tables};
use relict_core::archive::Directory;
use relict_core::args;
use relict_core::error::{Result, broken};
use relict_core::format::{Limits, Origin};
use std::borrow::Cow;
use std::collections::HashMap;

/// What may be read. Of the older games no build has a third of this, and each byte can become many pixels at once.
const MOST: usize = 8 << 20;
/// The newer ones have ten times as much, and their pictures are made one by one.
const MOST_MEDIA: usize = 32 << 20;

pub(super) struct Resources<'d> {
    prefix: String,
    pub(super) list: Vec<Resource<'d>>,
    /// Their places by their names in lower case, but for maps, which nobody asks for by name.
    names: HashMap<String, usize>,
    /// Their places by those that they have in the archive.
    entries: HashMap<usize, usize>,
}

pub(super) struct Resource<'d> {
    /// Without the folder in front of it, and as the archive spells it.
    pub(super) name: String,
    pub(super) bytes: Cow<'d, [u8]>,
    pub(super) purpose: Purpose,
}

/// What a resource is looked at for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Nothing is shown without it.
    Pictures,
    /// Only looked at.
    Map,
    /// Texts, images, sounds, the sky and maps that lie column by column. What of these cannot be had is left out.
    Extra,
}

impl<'d> Resources<'d> {
    pub(super) fn load(jar: &'d Jar<'_>, found: &Detected, layout: Layout) -> Result<Self> {
        let prefix = found.prefix.clone();
        let mut new = Self { prefix, list: vec![], names: HashMap::new(), entries: HashMap::new() };
        let archive = jar.shelf();
        let (mut size, most) = (0usize, if layout == Layout::NewMedia { MOST_MEDIA } else { MOST });
        let mut extra = 0usize;
        for entry in 0..archive.len() {
            let name = archive.name(entry).unwrap_or_default();
            let Some(name) = name.strip_prefix(&new.prefix) else { continue };
            let Some(purpose) = purpose(layout, name) else { continue };
            // Which of two the game takes is not known, and neither is which of them an edit is meant for.
            if purpose != Purpose::Map && new.get(name).is_some() {
                return Err(broken(&NAME_REPEATED, format_args!("directory[{entry}]"), args!(name = name)));
            }
            // It unpacks to what it states, or not at all.
            let stated = archive.entry(entry).map_or(0, |entry| entry.size);
            let sum = if purpose == Purpose::Extra { &mut extra } else { &mut size };
            *sum = sum.saturating_add(stated);
            match purpose {
                Purpose::Extra if extra > MOST => continue,
                _ if size > most => return Err(too_large("bytes", size, most)),
                _ => {}
            }
            let bytes = match archive.taken(entry, Limits::USUAL) {
                Ok(bytes) => bytes,
                Err(_) if purpose != Purpose::Pictures => continue,
                Err(error) => return Err(error),
            };
            new.entries.insert(entry, new.list.len());
            if purpose != Purpose::Map {
                new.names.insert(name.to_ascii_lowercase(), new.list.len());
            }
            new.list.push(Resource { name: name.to_owned(), bytes, purpose });
        }
        Ok(new)
    }

    /// Without regard to case: there are no two that differ by nothing else.
    pub(super) fn get(&self, name: &str) -> Option<&Resource<'d>> {
        self.names.get(&name.to_ascii_lowercase()).and_then(|place| self.list.get(*place))
    }

    /// What an entry of the archive is looked at for.
    pub(super) fn of_entry(&self, entry: usize) -> Option<&Resource<'d>> {
        self.entries.get(&entry).and_then(|place| self.list.get(*place))
    }

    /// For as long as there is the archive. What that has unpacked and kept is not copied.
    pub(super) fn taken(&self, name: &str) -> Option<Cow<'d, [u8]>> {
        self.get(name).map(|resource| resource.bytes.clone())
    }

    pub(super) fn bytes(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        self.get(name).map(|resource| Cow::Borrowed(&*resource.bytes))
    }

    /// The name of an entry, old or new.
    pub(super) fn path(&self, name: &str) -> String {
        let name = self.get(name).map_or(name, |resource| &resource.name);
        format!("{}{name}", self.prefix)
    }
}

/// What a resource is looked at for, if it is.
fn purpose(layout: Layout, name: &str) -> Option<Purpose> {
    let lower = name.to_ascii_lowercase();
    match lower.as_str() {
        inner if inner.contains('/') => None,
        map if layout == Layout::Drpg && map.ends_with(".bsp") => Some(Purpose::Map),
        map if layout == Layout::NewMedia && map_name(map).is_some() => Some(Purpose::Map),
        _ if is_wanted(layout, name) => Some(Purpose::Pictures),
        tables::NAME | HEADER => Some(Purpose::Extra),
        columns if layout != Layout::NewMedia && is_columns(columns) => Some(Purpose::Extra),
        other => is_banked(other).then_some(Purpose::Extra),
    }
}

/// Whether pictures are made of a resource.
fn is_wanted(layout: Layout, name: &str) -> bool {
    let base = name.to_ascii_lowercase();
    let is_one_of = |names: &[&str]| names.iter().any(|other| base.eq_ignore_ascii_case(other));
    let is_set = |stem: &&str| base == format!("{stem}.idx") || numbered(&base, stem).is_some();
    match layout {
        Layout::Drpg => is_one_of(&[WALLS, PALETTES, MAPPINGS, SHAPES, SPRITES]),
        Layout::OeIndexed | Layout::Oe2Indexed => {
            is_one_of(&[PALETTES, MAPPINGS]) || ["wtexels", "ftexels", "stexels", "shapes"].iter().any(is_set)
        }
        Layout::SeedBanks => is_one_of(&["wtexels0.bin", "wtexels1.bin", PALETTES]),
        Layout::NewMedia => {
            is_one_of(&[new_mappings::NAME, new_palettes::NAME])
                || Naming::ALL.iter().any(|naming| naming.number(Origin::named(name)).is_some())
        }
    }
}
