//! Gathering files that are made of several entries at once: into an archive that was unpacked, or into one that is
//! named as an example, for folders that another program made.

use super::assembly::{Assembly, Content, Slot, load, slots};
use super::pack::{PackHow, Packed, Packer, Packing};
use super::seal;
use super::spread::Gathering;
use super::{MANIFEST_NAME, ManifestEntry, joined};
use crate::check;
use crate::open::Asset;
use crate::phrases;
use crate::problem::{
    CANNOT_PACK, LIKE_LAYOUT, LIKE_MANIFEST, LIKE_WHOLE, NOT_ARCHIVE, Problem, Result, SPREAD_FOLDER,
    SPREAD_GONE, TWO_EDITS,
};
use relict_core::archive::EntrySpec;
use relict_core::args;
use relict_core::error::{Error, value};
use relict_core::format::{Context, Kind, Limits, Origin};
use relict_core::report::{Report, Severity};
use relict_core::tree::{EditableTree, GatherHow, Gathered};
use serde_json::Map;

impl PackHow {
    pub(crate) fn gather(self) -> GatherHow {
        GatherHow { lenient: self.lenient, quantise: self.redraw.quantise, deepen: self.deepen }
    }
}

/// Packs a folder without a manifest, whose layout the archive `like` knows. What the folder says nothing of is as it is
/// there.
pub fn pack_like(from: &dyn Packing, like: &Asset<'_>, how: PackHow, context: Context<'_>) -> Result<Packed> {
    if from.read(MANIFEST_NAME)?.is_some() {
        return Err(Problem::new(LIKE_MANIFEST, MANIFEST_NAME, vec![]));
    }
    let (kind, document) = like.open()?;
    check::expect_no_errors(&check::file(like, context).report, like.path)?;
    let unreadable = |error: &Error| Problem::unreadable(kind, like.path, like.bytes, error);
    let spread = document.open_tree().transpose().map_err(|error| unreadable(&error))?;
    let spread = spread.ok_or_else(|| Problem::new(LIKE_WHOLE, like.path, args!(format = kind.id)))?;
    let gathering = Gathering::of(from, root(from, &*spread)?)?;
    let gathered = spread.gathered(&gathering, how.gather()).map_err(|refused| gathering.problem(refused))?;
    let edited = gathered.edited.iter().map(|file| gathering.inner(file)).collect();
    gathered_into(like, Gathered { edited, ..gathered }, from, how, context.limits)
}

/// The archive `like` with what was gathered in the places of what was there.
pub(crate) fn gathered_into(
    like: &Asset<'_>,
    gathered: Gathered,
    from: &dyn Packing,
    how: PackHow,
    limits: Limits,
) -> Result<Packed> {
    let (kind, document) = like.open()?;
    let not_archive = || Problem::new(NOT_ARCHIVE, like.path, args!(format = kind.id, name = ""));
    let archive = document.archive().ok_or_else(not_archive)?;
    let slots = slots(&*archive, |i| Content::stored(archive.stored(i)));
    let (frame, path) = (archive.frame(), like.path);
    let mut assembly =
        Assembly { from, kind, frame, slots, path, gathered: Gathered::default(), lost: Default::default() };
    assembly.take(&gathered, &|_, _| Ok(()))?;
    assembly.gathered = gathered;
    assembly.expect_holds(like.bytes, like.origin.name)?;
    assembly.tell_new_findings(like.bytes, like.origin.name)?;
    let stored = |slot: &Slot| Some(archive.payload(slot.was?, limits).ok()?.into_owned());
    assembly.reseal(how.signature, &stored, &seal::gone(kind, &*archive, limits))?;
    assembly.finish(like.origin.name.to_owned())
}

/// Where in the folder the files are: in it, in a folder of the game, or in one that holds that.
fn root(from: &dyn Packing, spread: &dyn EditableTree) -> Result<String> {
    let folder = spread.folder();
    let inner = folder.split_once('/').map_or("", |(_, inner)| inner);
    let leaves = spread.leaves();
    let tops: Vec<&str> = leaves.iter().filter_map(|leaf| leaf.split('/').next()).collect();
    // An unpacked archive has entries in its root that are called as files of the game.
    for root in [folder.as_str(), inner, ""] {
        let files = from.files(root)?;
        let is_top = |name: &str| tops.iter().any(|top| top.eq_ignore_ascii_case(name));
        let known = |file: &String| file.split('/').next().is_some_and(is_top);
        if files.iter().any(known) {
            return Ok(root.to_owned());
        }
    }
    let mut wanted: Vec<&str> = tops;
    wanted.dedup();
    Err(Problem::new(LIKE_LAYOUT, "", args!(wanted = wanted.join(", "))))
}

/// Refuses a change of an entry that was changed otherwise, too.
type Unhindered<'u> = &'u dyn Fn(&Slot, &[u8]) -> Result<()>;

impl Assembly<'_> {
    /// Puts what was gathered into the places of what was there.
    fn take(&mut self, gathered: &Gathered, unhindered: Unhindered<'_>) -> Result<()> {
        for (name, bytes) in &gathered.changed {
            let place = self.slots.iter().position(|slot| slot.incoming.name == *name);
            match place.and_then(|place| self.slots.get_mut(place)) {
                Some(slot) => {
                    unhindered(slot, bytes)?;
                    slot.content = Content::fresh(bytes.clone());
                }
                None => self.add(name, bytes.clone()),
            }
        }
        self.slots.retain(|slot| !gathered.removed.contains(&slot.incoming.name));
        Ok(())
    }

    /// A new entry goes behind the last whose name differs by its number alone.
    fn add(&mut self, name: &str, bytes: Vec<u8>) {
        let family = |name: &str| name.replace(|c: char| c.is_ascii_digit(), "");
        let wanted = family(name);
        let last = self.slots.iter().rposition(|slot| family(&slot.incoming.name) == wanted);
        let incoming = EntrySpec::new(name, Map::new());
        let place = last.map_or(self.slots.len(), |last| last + 1);
        self.slots.insert(place, Slot { incoming, content: Content::fresh(bytes), was: None });
    }

    /// Before anything is written, what comes out is read again: it must hold what was gathered, be readable as a whole,
    /// and have no errors that the archive did not have before.
    fn expect_holds(&self, before: &[u8], name: &str) -> Result<()> {
        if self.gathered.is_nothing() {
            return Ok(());
        }
        let bytes = self.bytes()?;
        let unfit = |error: &Error| Problem::at_field(CANNOT_PACK, self.path, error);
        let document = self.kind.open(&bytes, Origin::named(name)).map_err(|error| unfit(&error))?;
        let archive = document.archive().ok_or_else(|| Problem::new(SPREAD_GONE, self.path, vec![]))?;
        for (entry, wanted) in &self.gathered.changed {
            let found = archive.find(entry).and_then(|i| archive.payload(i, Limits::default()).ok());
            if found.as_deref() != Some(wanted) {
                return Err(unfit(
                    &Error::unexpected(phrases::what_was_edited(), phrases::something_else()).inside(entry),
                ));
            }
        }
        with_spread(self.kind, name, &bytes, self.path, |_| Ok(()))?;
        let (before, after) = (report(name, before), report(name, &bytes));
        let is_new = |(code, (severity, _)): &(&&str, &(Severity, usize))| {
            *severity == Severity::Error && !before.counts.contains_key(**code)
        };
        match after.counts.iter().find(is_new) {
            Some((code, _)) => {
                Err(unfit(&Error::unexpected(phrases::an_archive_without_new_errors(), value(code))))
            }
            None => Ok(()),
        }
    }

    /// Remarks on what a check finds in the new archive and not in the one of before: an engine may have no room for what
    /// was added, or another entry may state the size of one that was edited.
    pub(super) fn tell_new_findings(&mut self, before: &[u8], name: &str) -> Result<()> {
        let (before, after) = (report(name, before), report(name, &self.bytes()?));
        for (&code, &(_, count)) in &after.counts {
            let earlier = before.counts.get(code).map_or(0, |(_, count)| *count);
            let found = after.findings.iter().find(|finding| finding.rule.code == code);
            if let Some(found) = found.filter(|_| count > earlier) {
                let args = args!(code = code, count = count - earlier, entry = found.asset.as_str());
                self.gathered.remarks.push(("pack-new-findings", args));
            }
        }
        Ok(())
    }
}

fn report(name: &str, bytes: &[u8]) -> Report {
    check::file(&Asset::file(name, bytes), Context::ALONE).report
}

/// Opens an archive as a whole; one that cannot be is a problem.
fn with_spread<R>(
    kind: &Kind,
    name: &str,
    bytes: &[u8],
    path: &str,
    then: impl FnOnce(&dyn EditableTree) -> Result<R>,
) -> Result<R> {
    let unfit = |error: &Error| Problem::at_field(CANNOT_PACK, path, error);
    let document = kind.open(bytes, Origin::named(name)).map_err(|error| unfit(&error))?;
    let spread = document.open_tree().transpose().map_err(|error| unfit(&error))?;
    then(&*spread.ok_or_else(|| Problem::new(SPREAD_GONE, path, vec![]))?)
}

impl Packer<'_> {
    /// Looks at the files that are made of several entries at once, if there are any and somebody touched one.
    pub(super) fn gather(&self, assembly: &mut Assembly<'_>) -> Result<()> {
        let Some(listed) = &self.manifest.spread else { return Ok(()) };
        self.check_inside(&listed.folder, "")?;
        let gathering = Gathering::of(self.from, joined(self.folder, &listed.folder))?;
        if gathering.is_empty() && listed.sha256.is_some() {
            return Err(Problem::new(SPREAD_FOLDER, gathering.root, vec![]));
        }
        if gathering.is_untouched(listed)? {
            return Ok(());
        }
        let base = self.base(assembly)?;
        let gathered = with_spread(assembly.kind, &self.manifest.name, &base, self.path, |spread| {
            let gathered = spread.gathered(&gathering, self.how.gather());
            let mut gathered = gathered.map_err(|refused| gathering.problem(refused))?;
            gathered.remarks.extend(gathering.gone(spread));
            Ok(gathered)
        })?;
        let edited = gathered.edited.iter().map(|file| gathering.inner(file)).collect();
        assembly.take(&gathered, &|slot, bytes| self.expect_alone(slot, bytes, &gathering.root))?;
        assembly.gathered = Gathered { edited, ..gathered };
        assembly.expect_holds(&base, &self.manifest.name)
    }

    /// What edits of such an archive have brought, whether of entries or of files that are made of several.
    pub(super) fn tell_new_findings(&self, assembly: &mut Assembly<'_>) -> Result<()> {
        let edited = assembly.slots.iter().any(|slot| !slot.content.changed.is_empty());
        if self.manifest.spread.is_none() || !edited {
            return Ok(());
        }
        let base = self.base(assembly)?;
        assembly.tell_new_findings(&base, &self.manifest.name)
    }

    /// The archive with every entry as it was unpacked: what the files were made of. An entry that somebody edited is an
    /// edit of its own, and not what the files should show.
    fn base(&self, assembly: &Assembly<'_>) -> Result<Vec<u8>> {
        let Assembly { from, kind, path, .. } = *assembly;
        let slot = |slot: &Slot| {
            let entry = self.entry(slot);
            let original = entry.and_then(|entry| Some((entry, entry.original.as_deref()?)));
            let original = original.map(|(entry, original)| self.original(entry, original)).transpose()?;
            let content = original.unwrap_or_else(|| slot.content.clone());
            Ok(Slot { incoming: slot.incoming.clone(), content, was: slot.was })
        };
        let slots = assembly.slots.iter().map(slot).collect::<Result<_>>()?;
        let frame = assembly.frame.clone();
        Assembly { from, kind, frame, slots, path, gathered: Gathered::default(), lost: Default::default() }
            .bytes()
    }

    fn entry(&self, slot: &Slot) -> Option<&ManifestEntry> {
        self.manifest.entries.get(slot.was?)
    }

    /// Refuses to choose between the edit of an entry and that of the files which show it.
    fn expect_alone(&self, slot: &Slot, bytes: &[u8], folder: &str) -> Result<()> {
        if slot.content.changed.is_empty() || load(self.from, &slot.content.parts)? == bytes {
            return Ok(());
        }
        let file = self.entry(slot).and_then(|entry| entry.file.as_deref()).unwrap_or_default();
        let args = args!(other = folder, name = slot.incoming.name.as_str());
        Err(Problem::new(TWO_EDITS, joined(self.folder, file), args))
    }

    /// Of an entry that is as it was stored, the bytes that stand in the folder beside it.
    pub(super) fn stored_bytes(&self, slot: &Slot) -> Option<Vec<u8>> {
        let entry = self.entry(slot).filter(|entry| entry.form.is_none())?;
        self.read(entry.file.as_deref()?, &entry.name).ok()
    }
}
