//! Gathering files that are made of several entries at once: into an archive that was unpacked, or into one that is
//! named as an example, for folders that another program made.

use super::pack::{Assembly, PackHow, Packed, Packer};
use super::source::{Content, PackSource, Repack, Slot};
use super::spread::Gathering;
use super::{MANIFEST_NAME, ManifestEntry, joined};
use crate::check;
use crate::library::CachedLibrary;
use crate::open::Asset;
use crate::phrases;
use crate::problem::{
    CANNOT_PACK, LIKE_LAYOUT, LIKE_MANIFEST, LIKE_WHOLE, NOT_ARCHIVE, Problem, Result, SPREAD_FOLDER,
    SPREAD_GONE, TWO_EDITS,
};
use crate::repack;
use relict_core::archive::EntrySpec;
use relict_core::args;
use relict_core::error::{Error, value};
use relict_core::format::{Context, Document, Kind, Limits, Origin};
use relict_core::journal::EditNotes;
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
pub fn pack_like<'p>(
    from: &'p dyn PackSource,
    like: &Asset<'_>,
    how: PackHow,
    context: Context<'_>,
) -> Result<Packed<'p>> {
    if from.read(MANIFEST_NAME)?.is_some() {
        return Err(Problem::new(LIKE_MANIFEST, MANIFEST_NAME, vec![]));
    }
    let (kind, document) = like.open()?;
    let library = CachedLibrary::new(context.library);
    let checked = check::open_file(like, (kind, &*document), Context { library: &library, ..context });
    check::expect_no_errors(&checked.report, like.path)?;
    let unreadable = |error: &Error| Problem::unreadable(kind, like.path, like.bytes, error);
    let spread = document.open_tree().transpose().map_err(|error| unreadable(&error))?;
    let spread = spread.ok_or_else(|| Problem::new(LIKE_WHOLE, like.path, args!(format = kind.id)))?;
    let gathering = Gathering::of(from, root(from, &*spread)?)?;
    let gathered = spread.gathered(&gathering, how.gather()).map_err(|refused| gathering.problem(refused))?;
    let edited = gathered.edited.iter().map(|file| gathering.inner(file)).collect();
    let gathered = Gathered { edited, ..gathered };
    with_gathered(like, (kind, &*document), gathered, how, context.limits, |packed| {
        let pieces = packed.pieces.loaded()?.into_owned();
        Ok(Packed { kind, name: packed.name, pieces, entries: packed.entries, journal: packed.journal })
    })
}

/// Hands the archive `like` to `then`, with what was gathered in the places of what was there. What was not stays where it
/// lies.
pub(crate) fn with_gathered<R>(
    like: &Asset<'_>,
    (kind, document): (&'static Kind, &dyn Document),
    gathered: Gathered,
    how: PackHow,
    limits: Limits,
    then: impl FnOnce(Packed<'_>) -> Result<R>,
) -> Result<R> {
    let not_archive = || Problem::new(NOT_ARCHIVE, like.path, args!(format = kind.id, name = ""));
    let archive = document.archive().ok_or_else(not_archive)?;
    let refused = |error: Error| Problem::refused(CANNOT_PACK, like.path, &error);
    let repack = kind.repack_of(&*archive).map_err(refused)?;
    let mut assembly = Assembly { kind, path: like.path.to_owned(), repack };
    let name = like.origin.name;
    assembly.take(&gathered, &|_, _| Ok(()))?;
    assembly.expect_holds(&gathered, like.bytes, name)?;
    assembly.note(gathered);
    assembly.note_new_findings(like.bytes, name)?;
    repack::sign(&mut assembly.repack, &*archive, like.path, how.signature, limits)?;
    then(assembly.finish(name.to_owned())?)
}

/// Where in the folder the files are: in it, in a folder of the game, or in one that holds that.
fn root(from: &dyn PackSource, spread: &dyn EditableTree) -> Result<String> {
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
type Unhindered<'u, 'p> = &'u dyn Fn(&Slot<'p>, &[u8]) -> Result<()>;

impl<'p> Assembly<'p> {
    /// Puts what was gathered into the places of what was there.
    fn take(&mut self, gathered: &Gathered, unhindered: Unhindered<'_, 'p>) -> Result<()> {
        for (name, bytes) in &gathered.changed {
            let content = Content::edited(bytes.clone(), EditNotes::Nothing);
            match self.repack.named(name) {
                Some(place) => {
                    unhindered(&self.repack.slots[place], bytes)?;
                    self.repack.set(place, content);
                }
                None => add(&mut self.repack, name, content),
            }
        }
        self.repack.slots.retain(|slot| !gathered.removed.contains(&slot.spec.name));
        Ok(())
    }

    /// Takes down what was gathered.
    fn note(&mut self, gathered: Gathered) {
        self.repack.journal.files.extend(gathered.edited);
        self.repack.journal.remarks.extend(gathered.remarks);
    }

    /// Before anything is written, what comes out is read again: it must hold what was gathered, be readable as a whole,
    /// and have no errors that the archive did not have before.
    fn expect_holds(&self, gathered: &Gathered, before: &[u8], name: &str) -> Result<()> {
        if gathered.is_nothing() {
            return Ok(());
        }
        let bytes = self.load()?;
        let unfit = |error: &Error| Problem::at_field(CANNOT_PACK, &self.path, error);
        let document = self.kind.open(&bytes, Origin::named(name)).map_err(|error| unfit(&error))?;
        let gone = || Problem::new(SPREAD_GONE, &self.path, vec![]);
        let archive = document.archive().ok_or_else(gone)?;
        for (entry, wanted) in &gathered.changed {
            let found = archive.find(entry).and_then(|i| archive.payload(i, Limits::default()).ok());
            if found.as_deref() != Some(wanted) {
                return Err(unfit(
                    &Error::unexpected(phrases::what_was_edited(), phrases::something_else()).inside(entry),
                ));
            }
        }
        document.open_tree().transpose().map_err(|error| unfit(&error))?.ok_or_else(gone)?;
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
    fn note_new_findings(&mut self, before: &[u8], name: &str) -> Result<()> {
        let (before, after) = (report(name, before), report(name, &self.load()?));
        for (&code, &(_, count)) in &after.counts {
            let earlier = before.counts.get(code).map_or(0, |(_, count)| *count);
            let found = after.findings.iter().find(|finding| finding.rule.code == code);
            if let Some(found) = found.filter(|_| count > earlier) {
                let args = args!(code = code, count = count - earlier, entry = found.asset.as_str());
                self.repack.journal.remarks.push(("pack-new-findings", args));
            }
        }
        Ok(())
    }
}

/// A new entry goes behind the last whose name differs by its number alone.
fn add<'p>(repack: &mut Repack<'p>, name: &str, content: Content<'p>) {
    let family = |name: &str| name.replace(|c: char| c.is_ascii_digit(), "");
    let wanted = family(name);
    let last = repack.slots.iter().rposition(|slot| family(&slot.spec.name) == wanted);
    let place = last.map_or(repack.slots.len(), |last| last + 1);
    repack.insert(place, EntrySpec::new(name, Map::new()), content);
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

impl<'p> Packer<'p> {
    /// Looks at the files that are made of several entries at once, if there are any and somebody touched one.
    pub(super) fn gather(&self, assembly: &mut Assembly<'p>) -> Result<()> {
        let Some(listed) = &self.manifest.spread else { return Ok(()) };
        self.check_inside(&listed.folder, "")?;
        let gathering = Gathering::of(self.from, joined(&self.folder, &listed.folder))?;
        if gathering.is_empty() && listed.sha256.is_some() {
            return Err(Problem::new(SPREAD_FOLDER, gathering.root, vec![]));
        }
        if gathering.is_untouched(listed)? {
            return Ok(());
        }
        let base = self.base(assembly)?;
        let gathered = with_spread(assembly.kind, &self.manifest.name, &base, &self.path, |spread| {
            let gathered = spread.gathered(&gathering, self.how.gather());
            let mut gathered = gathered.map_err(|refused| gathering.problem(refused))?;
            gathered.remarks.extend(gathering.gone(spread));
            Ok(gathered)
        })?;
        let edited = gathered.edited.iter().map(|file| gathering.inner(file)).collect();
        assembly.take(&gathered, &|slot, bytes| self.expect_alone(slot, bytes, &gathering.root))?;
        assembly.expect_holds(&gathered, &base, &self.manifest.name)?;
        assembly.note(Gathered { edited, ..gathered });
        Ok(())
    }

    /// What edits of such an archive have brought, whether of entries or of files that are made of several.
    pub(super) fn note_new_findings(&self, assembly: &mut Assembly<'p>) -> Result<()> {
        let edited = assembly.repack.slots.iter().any(|slot| slot.content.is_edited());
        if self.manifest.spread.is_none() || !edited {
            return Ok(());
        }
        let base = self.base(assembly)?;
        assembly.note_new_findings(&base, &self.manifest.name)
    }

    /// The archive with every entry as it was unpacked: what the files were made of. An entry that somebody edited is an
    /// edit of its own, and not what the files should show.
    fn base(&self, assembly: &Assembly<'p>) -> Result<Vec<u8>> {
        let mut base = Assembly::new(assembly.kind, self.path.clone(), assembly.repack.frame.clone())?;
        for slot in &assembly.repack.slots {
            let entry = self.entry(slot);
            let original = entry.and_then(|entry| Some((entry, entry.original.as_deref()?)));
            let original = original.map(|(entry, original)| self.original(entry, original)).transpose()?;
            let content = original.unwrap_or_else(|| slot.content.clone());
            base.repack.push(slot.spec.clone(), content);
        }
        base.load()
    }

    fn entry(&self, slot: &Slot<'_>) -> Option<&ManifestEntry> {
        self.manifest.entries.get(slot.was?)
    }

    /// Refuses to choose between the edit of an entry and that of the files which show it.
    fn expect_alone(&self, slot: &Slot<'_>, bytes: &[u8], folder: &str) -> Result<()> {
        if !slot.content.is_edited() || *slot.content.pieces.load()? == *bytes {
            return Ok(());
        }
        let file = self.entry(slot).and_then(|entry| entry.file.as_deref()).unwrap_or_default();
        let args = args!(other = folder, name = slot.spec.name.as_str());
        Err(Problem::new(TWO_EDITS, joined(&self.folder, file), args))
    }

    /// Of an entry that is as it was stored, the bytes that stand in the folder beside it.
    pub(super) fn stored_bytes(&self, slot: &Slot<'_>) -> Option<Vec<u8>> {
        let entry = self.entry(slot).filter(|entry| entry.form.is_none())?;
        self.read(entry.file.as_deref()?, &entry.name).ok()
    }
}
