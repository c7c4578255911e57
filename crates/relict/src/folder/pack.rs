//! From a folder back to an archive.

use super::assembly::{Assembly, Content, Slot};
use super::edited::Beside;
use super::seal::SignaturePolicy;
use super::{MANIFEST_NAME, Manifest, ManifestEntry, joined, sha256, stays_inside};
use crate::FORMATS;
use crate::phrases;
use crate::problem::{
    CANNOT_PACK, MANIFEST_FORMAT, NO_MANIFEST, OUTSIDE, Problem, REPEATED_ID, Result, SHARED_ENTRY,
};
use rayon::prelude::*;
use relict_core::archive::{EntrySpec, Frame, Source};
use relict_core::args;
use relict_core::error::{Error, value};
use relict_core::format::Kind;
use relict_core::image::{Losses, Redraw};
use relict_core::report::Args;
use relict_core::scene::Remark;
use relict_core::text::{hex, unhex};
use relict_core::tree::Gathered;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::sync::OnceLock;

/// Folders in folders, as deep as archives are unpacked.
const DEEPEST: usize = 16;

/// The folder to pack. Called from all cores.
pub trait Packing: Sync {
    /// None if there is no such file.
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>>;
    fn size(&self, path: &str) -> Result<Option<usize>>;
    /// All files in a folder and below, by their paths from there, in the order of the alphabet. None, if there is no such folder.
    fn files(&self, folder: &str) -> Result<Vec<String>>;
    /// So many bytes more were looked at.
    fn advance(&self, bytes: usize);
}

/// A stretch of the archive.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    Bytes(Vec<u8>),
    /// A file of the folder, whole. It is `size` bytes long, or was when the archive was laid out.
    File {
        path: String,
        size: usize,
    },
}

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
}

/// A model that was put into its file anew.
#[derive(Clone, Debug, PartialEq)]
pub struct Reshaped {
    /// The entry.
    pub path: String,
    pub remarks: Vec<Remark>,
}

/// A picture that was put into its file anew.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// The entry.
    pub path: String,
    pub losses: Losses,
}

#[derive(Debug)]
pub struct Packed {
    pub kind: &'static Kind,
    /// The archive's name when it was unpacked.
    pub name: String,
    pub parts: Vec<Part>,
    pub entries: usize,
    /// Paths of the entries whose bytes are new.
    pub changed: Vec<String>,
    /// Of those, the pictures.
    pub drawn: Vec<Drawn>,
    /// And the models.
    pub reshaped: Vec<Reshaped>,
    /// Of the files that are made of several entries at once, those that were edited.
    pub spread_edited: Vec<String>,
    /// What else a person should hear: the catalogue's words and what they speak of.
    pub remarks: Vec<(&'static str, Args)>,
}

impl Packed {
    pub fn size(&self) -> usize {
        let size = |part: &Part| match part {
            Part::Bytes(bytes) => bytes.len(),
            Part::File { size, .. } => *size,
        };
        self.parts.iter().map(size).sum()
    }
}

/// Puts an archive together. What was not edited stays as it was.
pub fn pack(from: &dyn Packing, how: PackHow) -> Result<Packed> {
    put_together(from, "", how, DEEPEST)
}

fn put_together(from: &dyn Packing, folder: &str, how: PackHow, depth: usize) -> Result<Packed> {
    let path = joined(folder, MANIFEST_NAME);
    let json = from.read(&path)?.ok_or_else(|| Problem::new(NO_MANIFEST, path.clone(), vec![]))?;
    let mut manifest = Manifest::from_json(&path, &json)?;
    drop(json);
    let packer = Packer::new(from, folder, &manifest, &path, how);
    let kind = packer.kind()?;
    packer.check_ids()?;
    packer.check_folders()?;
    let frame = packer.frame(kind)?;
    let content = |(i, entry)| packer.content(i, entry, depth);
    let contents: Vec<Result<Content>> = manifest.entries.par_iter().enumerate().map(content).collect();
    let mut slots = vec![];
    // Of several problems the first in order, whichever core came upon its own first.
    for (i, (entry, content)) in manifest.entries.iter_mut().zip(contents).enumerate() {
        slots.push(Slot { incoming: spec(i, entry, &path, how)?, content: content?, was: Some(i) });
    }
    let packer = Packer::new(from, folder, &manifest, &path, how);
    let mut assembly = Assembly {
        from,
        kind,
        frame,
        slots,
        path: &path,
        gathered: Gathered::default(),
        lost: OnceLock::new(),
    };
    packer.gather(&mut assembly)?;
    packer.tell_new_findings(&mut assembly)?;
    assembly.reseal(how.signature, &|slot| packer.stored_bytes(slot), &manifest.unsealed)?;
    assembly.finish(manifest.name.clone())
}

/// What the manifest tells of an entry. It goes on from there, since nobody asks the manifest again, and for a hundred
/// thousand entries it takes more memory than all their bytes.
fn spec(index: usize, entry: &mut ManifestEntry, path: &str, how: PackHow) -> Result<EntrySpec> {
    let unfit = |digits: &String| {
        let error = Error::unexpected(phrases::hex_digits(), value(digits))
            .inside(format_args!("entries[{index}].raw_name"));
        Problem::at_field(CANNOT_PACK, path, &error)
    };
    let raw_name = entry.raw_name.as_ref().filter(|_| !how.canonical);
    let raw_name = raw_name.map(|digits| unhex(digits).ok_or_else(|| unfit(digits))).transpose()?;
    Ok(EntrySpec {
        id: entry.id,
        name: entry.name.clone(),
        raw_name,
        attributes: std::mem::take(&mut entry.attributes),
        packing: std::mem::take(&mut entry.packing),
    })
}

/// A file that was there when the archive was laid out. One that is gone since is no empty file.
pub(super) fn read(from: &dyn Packing, path: &str) -> Result<Vec<u8>> {
    from.read(path)?.ok_or_else(|| missing(path.to_owned(), ""))
}

/// The hash of all of them, of which one is held at a time.
fn hashed(from: &dyn Packing, parts: &[Part]) -> Result<String> {
    let mut hash = Sha256::new();
    for part in parts {
        match part {
            Part::Bytes(bytes) => hash.update(bytes),
            Part::File { path, .. } => hash.update(read(from, path)?),
        }
    }
    Ok(hex(&hash.finalize()))
}

pub(super) struct Packer<'p> {
    pub(super) from: &'p dyn Packing,
    pub(super) folder: &'p str,
    pub(super) manifest: &'p Manifest,
    /// Of the manifest, for messages.
    pub(super) path: &'p str,
    pub(super) how: PackHow,
    /// What each entry is to those beside it, once one of them has asked.
    pub(super) beside: Vec<OnceLock<Beside>>,
}

impl<'p> Packer<'p> {
    fn new(
        from: &'p dyn Packing,
        folder: &'p str,
        manifest: &'p Manifest,
        path: &'p str,
        how: PackHow,
    ) -> Self {
        let beside = manifest.entries.iter().map(|_| OnceLock::new()).collect();
        Self { from, folder, manifest, path, how, beside }
    }
}

impl Packer<'_> {
    fn kind(&self) -> Result<&'static Kind> {
        FORMATS.named(&self.manifest.format).filter(|kind| kind.is_archive()).ok_or_else(|| {
            let known: Vec<_> = FORMATS.iter().filter(|kind| kind.is_archive()).map(|kind| kind.id).collect();
            let args = args!(found = self.manifest.format.as_str(), known = known.join(", "));
            Problem::new(MANIFEST_FORMAT, self.path, args)
        })
    }

    /// Two entries with one id would be two entries in one place.
    fn check_ids(&self) -> Result<()> {
        let mut seen = HashSet::new();
        let repeated = |entry: &&ManifestEntry| entry.id.is_some_and(|id| !seen.insert(id));
        match self.manifest.entries.iter().find(repeated) {
            Some(entry) => {
                let args = args!(name = entry.name.as_str(), id = entry.id.unwrap_or_default());
                Err(Problem::new(REPEATED_ID, self.path, args))
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
                Err(Problem::at_field(CANNOT_PACK, self.path, &error))
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
    fn content(&self, index: usize, entry: &ManifestEntry, depth: usize) -> Result<Content> {
        self.check_forms(index, entry)?;
        match (&entry.file, &entry.folder, &entry.original) {
            // Made anew, such an entry gets bytes of its own.
            (Some(file), None, _) if entry.shared && self.how.canonical => {
                self.file_content(entry, file, None)
            }
            _ if entry.shared => self.shared(entry),
            (Some(_), None, _) if entry.form.is_some() => self.edited_content(entry),
            (Some(file), None, original) => self.file_content(entry, file, original.as_deref()),
            (None, Some(folder), original) => self.folder_content(entry, folder, original.as_deref(), depth),
            (None, None, Some(original)) => self.original(entry, original),
            _ => {
                let wanted = phrases::file_or_folder();
                let error = Error::unexpected(wanted, phrases::both_of_them_or_none())
                    .inside(format_args!("entries[{index}]"));
                Err(Problem::at_field(CANNOT_PACK, self.path, &error))
            }
        }
    }

    fn file_content(&self, entry: &ManifestEntry, file: &str, original: Option<&str>) -> Result<Content> {
        let (changed, size) = self.looked_at(entry, file)?;
        if let Some(original) = original.filter(|_| !changed) {
            return self.original(entry, original);
        }
        let content = Content::file((joined(self.folder, file), size), Source::Fresh);
        Ok(if changed { content.changed() } else { content })
    }

    pub(super) fn original(&self, entry: &ManifestEntry, original: &str) -> Result<Content> {
        Ok(Content::file(self.locate(original, &entry.name)?, Source::Stored))
    }

    fn folder_content(
        &self,
        entry: &ManifestEntry,
        folder: &str,
        original: Option<&str>,
        depth: usize,
    ) -> Result<Content> {
        self.check_inside(folder, &entry.name)?;
        let folder = joined(self.folder, folder);
        if depth == 0 {
            return Err(Problem::new(crate::problem::TOO_DEEP, folder, vec![]));
        }
        let inner = put_together(self.from, &folder, self.how, depth - 1)?;
        if let Some(original) = original
            && entry.sha256.as_ref() == Some(&hashed(self.from, &inner.parts)?)
        {
            return Ok(Content { inner_entries: inner.entries, ..self.original(entry, original)? });
        }
        Ok(Content {
            size: inner.size(),
            source: Source::Fresh,
            inner_entries: inner.entries,
            changed: inner.changed,
            drawn: inner.drawn,
            reshaped: inner.reshaped,
            spread_edited: inner.spread_edited,
            remarks: inner.remarks,
            parts: inner.parts,
        })
    }

    /// An entry without bytes of its own: only its word is kept, so an edit of its file would be lost.
    fn shared(&self, entry: &ManifestEntry) -> Result<Content> {
        match &entry.file {
            Some(file) if self.looked_at(entry, file)?.0 => {
                Err(Problem::new(SHARED_ENTRY, joined(self.folder, file), args!(name = entry.name.as_str())))
            }
            None if self.how.canonical => {
                Err(Problem::new(SHARED_ENTRY, self.path, args!(name = entry.name.as_str())))
            }
            _ => Ok(Content::nothing()),
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
        let path = joined(self.folder, path);
        self.from.read(&path)?.ok_or_else(|| missing(path, name))
    }

    fn locate(&self, path: &str, name: &str) -> Result<(String, usize)> {
        self.check_inside(path, name)?;
        let path = joined(self.folder, path);
        match self.from.size(&path)? {
            Some(size) => Ok((path, size)),
            None => Err(missing(path, name)),
        }
    }

    pub(super) fn check_inside(&self, path: &str, name: &str) -> Result<()> {
        if stays_inside(path) {
            return Ok(());
        }
        Err(Problem::new(OUTSIDE, self.path, args!(file = path, name = name)))
    }
}

pub(super) fn missing(path: String, name: &str) -> Problem {
    let named = if name.is_empty() { "no" } else { "yes" };
    Problem::new(crate::problem::MISSING_FILE, path, args!(name = name, named = named))
}
