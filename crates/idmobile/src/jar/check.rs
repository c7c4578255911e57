//! What can be wrong with a JAR that could be read.

use super::{
    DESCRIBED, DIRECTORY_SIZE, DISKS, ENCIPHERED, ENTRY_OUTSIDE, ENTRY_OVERLAP, HEADER_DIFFERS, Jar, Listed,
    MISSING_RESOURCE, Member, NAME_DIFFERS, NAME_EMPTY, NAME_REPEATED, NAME_UNSAFE, NO_DESCRIPTOR, NO_GAME,
    NO_MANIFEST, ONLY_IN_FRONT, OTHER_REPEATED, OTHER_RESOURCES, Sums, TITLES, TOTAL, TOTAL_SIZE, UNINDEXED,
    UNKNOWN_GAME, ZIP64,
};
use super::{find, names};
use crate::game::{Detected, Doubt, Game, is_resource};
use relict_core::error::FaultKind;
use relict_core::prelude::*;
use relict_core::report::{Rule, hex};
use std::collections::HashSet;

impl Jar<'_> {
    pub(super) fn check_all(&self, report: &mut Report, context: Context<'_>) {
        self.check_end(report);
        self.check_names(report);
        self.check_lost(report);
        self.check_members(report);
        self.check_between(report);
        self.check_payloads(report, context.limits);
        self.check_game(report, context.origin);
    }

    fn check_end(&self, report: &mut Report) {
        let end = &self.end;
        let one = end.disk == 0 && end.directory_disk == 0 && end.entries_here == end.entries;
        report.expect(one, &DISKS, "end", || {
            args!(disk = end.disk, here = end.entries_here, entries = end.entries)
        });
        let actual: usize = self.directory.iter().map(Listed::size).sum();
        report.expect(end.directory_size as usize == actual, &DIRECTORY_SIZE, "end.directory_size", || {
            args!(stated = end.directory_size, actual = actual)
        });
        report.expect(!find::has_locator(&self.between), &ZIP64, "between", Vec::new);
    }

    fn check_names(&self, report: &mut Report) {
        let mut known = HashSet::new();
        report.each("directory", &self.directory, |listed, report| {
            let name = listed.shown();
            let named = || args!(name = name.as_ref());
            report.expect(!listed.name.is_empty(), &NAME_EMPTY, "header.name_size", Vec::new);
            // The games' resources are looked for without regard to case, so there the case makes no other name. Of any
            // other file it does not matter to the game, nor to an edit, which of two is taken.
            let (key, rule) = match is_resource(&name) {
                true => (name.to_ascii_lowercase(), &NAME_REPEATED),
                false => (name.clone().into_owned(), &OTHER_REPEATED),
            };
            report.expect(known.insert(key), rule, "header", named);
            let danger = names::danger(&name);
            report.expect(danger.is_none(), &NAME_UNSAFE, "name", || {
                args!(name = name.as_ref(), why = danger.unwrap_or_default())
            });
            report.expect(!find::is_zip64(&listed.header), &ZIP64, "header", Vec::new);
            report.expect(listed.header.disk == 0, &DISKS, "header.disk", || {
                args!(disk = listed.header.disk, here = self.end.entries_here, entries = self.end.entries)
            });
        });
    }

    fn check_lost(&self, report: &mut Report) {
        for lost in &self.lost {
            let entry = lost.entry as usize;
            let Some(listed) = self.directory.get(entry) else { continue };
            let rule = if lost.overlaps == 0 { &ENTRY_OUTSIDE } else { &ENTRY_OVERLAP };
            report.part(("directory", entry), listed, |listed, report| {
                report.expect(false, rule, "header.offset", || lost_args(listed));
            });
        }
    }

    fn check_members(&self, report: &mut Report) {
        report.each("members", &self.members, |member, report| {
            if let Some(listed) = self.directory.get(member.entry as usize) {
                check_member(member, listed, report);
            }
        });
    }

    fn check_between(&self, report: &mut Report) {
        let unindexed = |field: &'static str, bytes: &[u8], report: &mut Report| {
            report.expect(bytes.is_empty(), &UNINDEXED, field, || args!(size = bytes.len()));
        };
        report.each("members", &self.members, |member, report| unindexed("gap", &member.gap, report));
        for (field, bytes) in [("gap", &self.gap), ("between", &self.between), ("tail", &self.tail)] {
            unindexed(field, bytes, report);
        }
    }

    /// Unpacks every member, but holds little of what comes out, and stops where that is too much in all.
    fn check_payloads(&self, report: &mut Report, limits: Limits) {
        let total = self
            .directory
            .iter()
            .map(|listed| listed.header.unpacked_size as usize)
            .fold(0, usize::saturating_add);
        report.expect(total <= TOTAL, &TOTAL_SIZE, "end", || args!(total = total, most = TOTAL));
        let mut left = TOTAL;
        let affordable = |member: &&Member<'_>| {
            let listed = self.directory.get(member.entry as usize);
            // What is too large for itself costs nothing: it is not unpacked at all.
            let size = listed.map_or(0, |listed| listed.header.unpacked_size as usize);
            let cost = if listed.is_some_and(|listed| size <= listed.most(limits)) { size } else { 0 };
            left.checked_sub(cost).map(|rest| left = rest).is_some()
        };
        let members: Vec<&Member<'_>> = self.members.iter().filter(affordable).collect();
        // From behind: whoever takes the members meanwhile for something else begins in front, so that the two seldom
        // inflate the same one.
        let errors: Vec<Error> =
            members.iter().rev().filter_map(|member| self.check_payload(member, limits).err()).collect();
        for error in errors.into_iter().rev() {
            if let FaultKind::Broken { rule, args } = &error.kind {
                report.add(rule, error.path.clone(), None, args.clone());
            }
        }
    }

    fn check_payload(&self, member: &Member<'_>, limits: Limits) -> Result<()> {
        let entry = member.entry as usize;
        let Some(listed) = self.directory.get(entry) else { return Ok(()) };
        let unpacked = match self.has_room(listed.header.unpacked_size as usize) {
            true => self.unpacked(member, listed, limits).map(drop),
            false => listed.unpack(member.payload.here(), limits, &mut |_| ()),
        };
        unpacked.map_err(|error| error.inside(format_args!("directory[{entry}]")))
    }

    fn check_game(&self, report: &mut Report, origin: Origin<'_>) {
        let found = self.detected();
        for doubt in &found.warnings {
            let (rule, args) = match doubt {
                Doubt::NoManifest => (&NO_MANIFEST, args!(game = found.game.map_or("", Game::title))),
                Doubt::TwoTitles { taken, other } => {
                    (&TITLES, args!(taken = taken.title(), other = other.title()))
                }
                Doubt::OtherResources { game, layout } => {
                    (&OTHER_RESOURCES, args!(game = game.title(), layout = layout.id()))
                }
            };
            report.expect(false, rule, "end", || args);
        }
        if let Some(rule) = no_game(&found, origin) {
            let title = found.title.as_deref().unwrap_or_default();
            report.expect(false, rule, "end", || args!(title = title, named = yes(!title.is_empty())));
        }
        let missing = if found.game.is_some() && found.layout.is_none() { vec![""] } else { found.missing };
        for name in missing {
            let game = found.game.map_or("", Game::title);
            report.expect(false, &MISSING_RESOURCE, "end", || {
                args!(game = game, name = name, named = yes(!name.is_empty()))
            });
        }
    }
}

/// A word that a message can choose by.
fn yes(is_so: bool) -> &'static str {
    if is_so { "yes" } else { "no" }
}

/// What promises to be a game and is none of the five is an error; any other ZIP is just looked into.
fn no_game(found: &Detected, origin: Origin<'_>) -> Option<&'static Rule> {
    if found.game.is_some() || found.layout.is_some() {
        return None;
    }
    Some(if found.is_midlet || origin.ends_with(".jar") { &UNKNOWN_GAME } else { &NO_GAME })
}

pub(super) fn lost_args(listed: &Listed<'_>) -> relict_core::report::Args {
    args!(
        name = listed.shown().as_ref(),
        offset = hex(listed.header.offset),
        size = listed.header.packed_size
    )
}

/// What the header in front of the bytes says must be what the directory says.
fn check_member(member: &Member<'_>, listed: &Listed<'_>, report: &mut Report) {
    let (local, central) = (&member.header, &listed.header);
    let name = listed.shown();
    report.expect(*member.name == *listed.name, &NAME_DIFFERS, "header", || {
        args!(name = name.as_ref(), local = names::shown(&member.name).as_ref())
    });
    let later = local.flags & DESCRIBED != 0;
    let agrees = |local: u32, central: u32| local == central || (later && local == 0);
    let numbers = [
        ("header.flags", (local.flags & ENCIPHERED).into(), (central.flags & ENCIPHERED).into()),
        ("header.method", local.method.into(), central.method.into()),
        ("header.crc", local.crc, central.crc),
        ("header.packed_size", local.packed_size, central.packed_size),
        ("header.unpacked_size", local.unpacked_size, central.unpacked_size),
    ];
    for (i, (field, local, central)) in numbers.into_iter().enumerate() {
        let fine = if i < 2 { local == central } else { agrees(local, central) };
        report.expect(fine, &HEADER_DIFFERS, field, || {
            args!(name = name.as_ref(), local = local, central = central)
        });
    }
    if later {
        let sums = Sums::of(central);
        let stated = [local.crc, local.packed_size, local.unpacked_size];
        let is_stated = stated == [central.crc, central.packed_size, central.unpacked_size];
        let (sound, rule, field) = match &member.descriptor {
            Some(descriptor) => (descriptor.sums.is(&sums), &NO_DESCRIPTOR, "descriptor"),
            // Some programs set the flag, although the sums stand in front of the bytes and nothing follows them.
            None if is_stated => (false, &ONLY_IN_FRONT, "header.flags"),
            None => (false, &NO_DESCRIPTOR, "header.flags"),
        };
        report.expect(sound, rule, field, || args!(name = name.as_ref()));
    }
}
