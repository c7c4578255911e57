//! From a folder back to an archive.

use super::edited::Beside;
use super::source::{Content, FolderFile, PackSource, Repack, Slot, missing};
use super::{MANIFEST_NAME, Manifest, ManifestEntry, SignaturePolicy, joined, sha256, stays_inside};
use crate::phrases;
use crate::problem::{
    CANNOT_PACK, MANIFEST_FORMAT, NO_MANIFEST, OUTSIDE, Problem, REPEATED_ID, Result, SHARED_ENTRY,
};
use crate::{FORMATS, repack};
use rayon::prelude::*;
use relict_core::archive::{EntrySpec, Frame};
use relict_core::args;
use relict_core::error::{Error, value};
use relict_core::format::Kind;
use relict_core::image::Redraw;
use relict_core::journal::{EditNotes, Journal};
use relict_core::pieces::Pieces;
use relict_core::repack::Repacked;
use relict_core::scene::Companion;
use relict_core::text::{hex, unhex};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

/// Folders in folders, as deep as archives are unpacked.
const DEEPEST: usize = 16;

/// What a person may want otherwise.
#[derive(Clone, Copy, Debug, Default)]
pub struct PackHow {
    /// What stands around the entries is made anew, as the game's own tools make it.
    pub canonical: bool,
    /// How edited pictures are put into their files.
    pub redraw: Redraw,
    /// Grey levels that stand for no index are rounded as another program does it.
    pub lenient: bool,
    /// Pictures with more colours than their depth has are kept deeper.
    pub deepen: bool,
    /// What becomes of a signature.
    pub signature: SignaturePolicy,
    /// Files that the manifest does not name become new entries.
    pub add: bool,
}

/// An archive that is to be written.
#[derive(Debug)]
pub struct Packed<'p> {
    pub kind: &'static Kind,
    /// The archive's name when it was unpacked.
    pub name: String,
    pub pieces: Pieces<'p, FolderFile<'p>>,
    /// At every depth.
    pub entries: usize,
    pub journal: Journal,
}

impl Packed<'_> {
    pub fn size(&self) -> usize {
        self.pieces.size()
    }

    /// All of it, in memory.
    pub fn bytes(&self) -> Result<Vec<u8>> {
        Ok(self.pieces.load()?.into_owned())
    }

    /// The paths of entries whose bytes are new.
    pub fn changed(&self) -> impl Iterator<Item = &str> {
        self.journal.changes.iter().map(|change| change.path.as_str())
    }
}

/// Puts an archive together. What was not edited stays as it was.
pub fn pack(from: &dyn PackSource, how: PackHow) -> Result<Packed<'_>> {
    let mut packed = put_together(from, &Arc::from(from.files("")?), String::new(), how, DEEPEST)?;
    packed.journal.unlisted.sort_unstable();
    Ok(packed)
}

/// `files` are all in the folder and below, by their paths from where the folder to pack begins.
pub(super) fn put_together<'p>(
    from: &'p dyn PackSource,
    files: &Arc<[String]>,
    folder: String,
    how: PackHow,
    depth: usize,
) -> Result<Packed<'p>> {
    let path = joined(&folder, MANIFEST_NAME);
    let json = from.read(&path)?.ok_or_else(|| Problem::new(NO_MANIFEST, path.clone(), vec![]))?;
    let manifest = Manifest::from_json(&path, &json)?;
    drop(json);
    let mut packer = Packer::new(from, Arc::clone(files), folder, manifest, path, how);
    let kind = packer.kind()?;
    packer.check_ids()?;
    packer.check_folders()?;
    let frame = packer.frame(kind)?;
    let content = |(i, entry)| packer.content(i, entry, depth);
    let entries = packer.manifest.entries.par_iter().enumerate();
    let taken: Vec<Result<Taken<'_>>> = entries.map(content).collect();
    let additions = packer.additions(kind, depth);
    let mut assembly = Assembly::new(kind, packer.path.clone(), frame)?;
    let (mut problems, mut companions) = (vec![], vec![]);
    for (i, taken) in taken.into_iter().enumerate() {
        match taken {
            Ok(Taken { content, companion }) => {
                assembly.repack.slots.push(Slot { spec: packer.take_spec(i)?, content, was: Some(i) });
                companions.extend(companion.map(|companion| (i, companion)));
            }
            Err(problem) => problems.push(problem),
        }
    }
    problems.extend(assembly.add(additions, companions).err());
    Problem::of_all(problems).map_or(Ok(()), Err)?;
    packer.gather(&mut assembly)?;
    packer.note_new_findings(&mut assembly)?;
    let unpacked = |slot: &Slot<'_>| packer.stored_bytes(slot);
    let signed = assembly.repack.sign(how.signature, &unpacked, &packer.manifest.unsealed);
    signed.map_err(|error| repack::broken(&packer.path, error))?;
    assembly.finish(packer.manifest.name)
}

/// What is in an entry, and another one that it needs beside it.
pub(super) struct Taken<'p> {
    pub(super) content: Content<'p>,
    pub(super) companion: Option<Companion>,
}

impl<'p> From<Content<'p>> for Taken<'p> {
    fn from(content: Content<'p>) -> Self {
        Self { content, companion: None }
    }
}

/// An archive that is being put together.
pub(super) struct Assembly<'p> {
    pub(super) kind: &'static Kind,
    /// Of the manifest, for messages.
    pub(super) path: String,
    pub(super) repack: Repack<'p>,
}

impl<'p> Assembly<'p> {
    pub(super) fn new(kind: &'static Kind, path: String, frame: Frame) -> Result<Self> {
        match kind.repack(frame) {
            Ok(repack) => Ok(Self { kind, path, repack }),
            Err(error) => Err(Problem::refused(CANNOT_PACK, path, &error)),
        }
    }

    /// All of it, in memory.
    pub(super) fn load(&self) -> Result<Vec<u8>> {
        self.repack.load().map_err(|error| repack::problem(&self.path, error))
    }

    pub(super) fn finish(self, name: String) -> Result<Packed<'p>> {
        let finished = self.repack.finish().map_err(|error| repack::problem(&self.path, error))?;
        let Repacked { pieces, entries, journal } = finished;
        Ok(Packed { kind: self.kind, name, pieces, entries, journal })
    }
}

/// The hash of all of them, of which one is held at a time.
fn hashed(pieces: &Pieces<'_, FolderFile<'_>>) -> Result<String> {
    let mut hash = Sha256::new();
    for piece in pieces.iter() {
        hash.update(piece.load()?);
    }
    Ok(hex(&hash.finalize()))
}

/// A folder with a manifest, on its way.
pub(super) struct Packer<'p> {
    pub(super) from: &'p dyn PackSource,
    /// All that there are, by their paths from where the folder to pack begins.
    pub(super) files: Arc<[String]>,
    pub(super) folder: String,
    pub(super) manifest: Manifest,
    /// Of the manifest, for messages.
    pub(super) path: String,
    pub(super) how: PackHow,
    /// What each entry is to those beside it, once one of them has asked.
    beside: Vec<OnceLock<Beside>>,
}

impl<'p> Packer<'p> {
    pub(super) fn new(
        from: &'p dyn PackSource,
        files: Arc<[String]>,
        folder: String,
        manifest: Manifest,
        path: String,
        how: PackHow,
    ) -> Self {
        let beside = manifest.entries.iter().map(|_| OnceLock::new()).collect();
        Self { from, files, folder, manifest, path, how, beside }
    }

    /// What an entry is to those beside it, which many of them may ask.
    pub(super) fn known_beside(&self, index: usize, find: impl FnOnce() -> Beside) -> &Beside {
        self.beside[index].get_or_init(find)
    }

    /// What the manifest tells of an entry. It goes on from there, since nobody asks the manifest again, and for a hundred
    /// thousand entries it takes more memory than all their bytes.
    fn take_spec(&mut self, index: usize) -> Result<EntrySpec> {
        let unfit = |digits: &String| {
            let error = Error::unexpected(phrases::hex_digits(), value(digits));
            Problem::at_field(
                CANNOT_PACK,
                &self.path,
                &error.inside(format_args!("entries[{index}].raw_name")),
            )
        };
        let entry = &mut self.manifest.entries[index];
        let raw_name = entry.raw_name.as_ref().filter(|_| !self.how.canonical);
        let raw_name = raw_name.map(|digits| unhex(digits).ok_or_else(|| unfit(digits))).transpose()?;
        Ok(EntrySpec {
            id: entry.id,
            name: entry.name.clone(),
            raw_name,
            attributes: std::mem::take(&mut entry.attributes),
            packing: std::mem::take(&mut entry.packing),
        })
    }

    fn kind(&self) -> Result<&'static Kind> {
        FORMATS.named(&self.manifest.format).filter(|kind| kind.is_archive()).ok_or_else(|| {
            let known: Vec<_> = FORMATS.iter().filter(|kind| kind.is_archive()).map(|kind| kind.id).collect();
            let args = args!(found = self.manifest.format.as_str(), known = known.join(", "));
            Problem::new(MANIFEST_FORMAT, &self.path, args)
        })
    }

    /// Two entries with one id would be two entries in one place.
    fn check_ids(&self) -> Result<()> {
        let mut seen = HashSet::new();
        let repeated = |entry: &&ManifestEntry| entry.id.is_some_and(|id| !seen.insert(id));
        match self.manifest.entries.iter().find(repeated) {
            Some(entry) => {
                let args = args!(name = entry.name.as_str(), id = entry.id.unwrap_or_default());
                Err(Problem::new(REPEATED_ID, &self.path, args))
            }
            None => Ok(()),
        }
    }

    /// Folders that were packed again and again, level by level, would make an archive without end.
    fn check_folders(&self) -> Result<()> {
        let mut seen = HashSet::new();
        let mut folders = self.manifest.entries.iter().map(|entry| entry.folder.as_deref());
        match folders.position(|folder| folder.is_some_and(|folder| !seen.insert(folder))) {
            Some(i) => {
                let error =
                    Error::unexpected(phrases::a_folder_of_its_own(), phrases::folder_of_another_entry());
                let error = error.inside(format_args!("entries[{i}].folder"));
                Err(Problem::at_field(CANNOT_PACK, &self.path, &error))
            }
            None => Ok(()),
        }
    }

    fn frame(&self, kind: &Kind) -> Result<Frame> {
        if self.how.canonical {
            let parts = self.manifest.frame.as_object().into_iter().flatten();
            let kept = kind.facets.archive.map_or(&[][..], |archive| archive.kept_when_canonical);
            let lasting = parts.filter(|(name, _)| kept.contains(&name.as_str()));
            let lasting = lasting.map(|(name, value)| (name.clone(), value.clone()));
            return Ok(Frame { json: Value::Object(lasting.collect()), blobs: vec![] });
        }
        let blobs = self.manifest.blobs.iter().map(|path| self.read(path, "")).collect::<Result<_>>()?;
        Ok(Frame { json: self.manifest.frame.clone(), blobs })
    }

    /// Where the bytes of an entry come from: what was edited is fresh, the rest is as it was stored.
    fn content(&self, index: usize, entry: &ManifestEntry, depth: usize) -> Result<Taken<'p>> {
        self.check_forms(index, entry)?;
        if entry.form.is_some() && entry.file.is_some() && entry.folder.is_none() && !entry.shared {
            return self.edited_content(entry);
        }
        self.plain_content(index, entry, depth).map(Taken::from)
    }

    fn plain_content(&self, index: usize, entry: &ManifestEntry, depth: usize) -> Result<Content<'p>> {
        match (&entry.file, &entry.folder, &entry.original) {
            // Made anew, such an entry gets bytes of its own.
            (Some(file), None, _) if entry.shared && self.how.canonical => {
                self.file_content(entry, file, None)
            }
            _ if entry.shared => self.shared(entry),
            (Some(file), None, original) => self.file_content(entry, file, original.as_deref()),
            (None, Some(folder), original) => self.folder_content(entry, folder, original.as_deref(), depth),
            (None, None, Some(original)) => self.original(entry, original),
            _ => {
                let wanted = phrases::file_or_folder();
                let error = Error::unexpected(wanted, phrases::both_of_them_or_none())
                    .inside(format_args!("entries[{index}]"));
                Err(Problem::at_field(CANNOT_PACK, &self.path, &error))
            }
        }
    }

    fn file_content(&self, entry: &ManifestEntry, file: &str, original: Option<&str>) -> Result<Content<'p>> {
        let (changed, size) = self.looked_at(entry, file)?;
        if let Some(original) = original.filter(|_| !changed) {
            return self.original(entry, original);
        }
        let file = FolderFile::new(self.from, joined(&self.folder, file), size);
        Ok(if changed { Content::edited(file, EditNotes::Nothing) } else { Content::fresh(file) })
    }

    pub(super) fn original(&self, entry: &ManifestEntry, original: &str) -> Result<Content<'p>> {
        Ok(Content::kept(self.locate(original, &entry.name)?))
    }

    fn folder_content(
        &self,
        entry: &ManifestEntry,
        folder: &str,
        original: Option<&str>,
        depth: usize,
    ) -> Result<Content<'p>> {
        self.check_inside(folder, &entry.name)?;
        let folder = joined(&self.folder, folder);
        if depth == 0 {
            return Err(Problem::new(crate::problem::TOO_DEEP, folder, vec![]));
        }
        let Packed { pieces, entries, journal, .. } =
            put_together(self.from, &self.files, folder, self.how, depth - 1)?;
        if let Some(original) = original
            && entry.sha256.as_ref() == Some(&hashed(&pieces)?)
        {
            let journal = Journal { unlisted: journal.unlisted, ..Journal::default() };
            return Ok(Content { entries, journal, ..self.original(entry, original)? });
        }
        Ok(Content { entries, journal, ..Content::fresh(pieces) })
    }

    /// An entry without bytes of its own: only its word is kept, so an edit of its file would be lost.
    fn shared(&self, entry: &ManifestEntry) -> Result<Content<'p>> {
        match &entry.file {
            Some(file) if self.looked_at(entry, file)?.0 => {
                Err(Problem::new(SHARED_ENTRY, joined(&self.folder, file), args!(name = entry.name.as_str())))
            }
            None if self.how.canonical => {
                Err(Problem::new(SHARED_ENTRY, &self.path, args!(name = entry.name.as_str())))
            }
            _ => Ok(Content::shared()),
        }
    }

    /// Whether a file is other than it was unpacked, and how many bytes it has: to ask for those again would mean to find
    /// it again, which for a small file takes longer than to read it.
    fn looked_at(&self, entry: &ManifestEntry, file: &str) -> Result<(bool, usize)> {
        let bytes = self.read(file, &entry.name)?;
        self.from.advance(bytes.len());
        Ok((entry.sha256.as_ref() != Some(&sha256(&bytes)), bytes.len()))
    }

    pub(super) fn read(&self, path: &str, name: &str) -> Result<Vec<u8>> {
        self.check_inside(path, name)?;
        let path = joined(&self.folder, path);
        self.from.read(&path)?.ok_or_else(|| missing(path, name))
    }

    fn locate(&self, path: &str, name: &str) -> Result<FolderFile<'p>> {
        self.check_inside(path, name)?;
        let path = joined(&self.folder, path);
        match self.from.size(&path)? {
            Some(size) => Ok(FolderFile::new(self.from, path, size)),
            None => Err(missing(path, name)),
        }
    }

    pub(super) fn check_inside(&self, path: &str, name: &str) -> Result<()> {
        if stays_inside(path) {
            return Ok(());
        }
        Err(Problem::new(OUTSIDE, &self.path, args!(file = path, name = name)))
    }
}
