//! What was put into an unpacked folder without a line in the manifest: people are told of it, or it becomes new entries.

use super::edited::Neighbours;
use super::pack::{Assembly, Packed, Packer, Taken, put_together};
use super::source::{Content, FolderFile, Slot, read};
use super::{MANIFEST_NAME, ManifestEntry, ORIGINALS, joined};
use crate::FORMATS;
use crate::document::{Stated, is_marked};
use crate::model::{Modelling, Open};
use crate::picture::Drawing;
use crate::problem::{ADD_ARCHIVE, ADD_ENTRY, ADD_FOLDER, ADD_TAKEN, Problem, Result, TOO_DEEP};
use rayon::prelude::*;
use relict_core::archive::EntrySpec;
use relict_core::args;
use relict_core::facets::{AddOps, NewEntry};
use relict_core::format::{AttributesRef, Context, Kind, Origin};
use relict_core::image::Redrawn;
use relict_core::journal::{Added, Change, EditNotes};
use relict_core::scene::{Companion, ModelEdit};
use serde_json::{Map, Value};
use std::collections::{BTreeSet, HashSet};
use std::sync::{Mutex, PoisonError};

/// What no line of a manifest speaks of, by its path from that manifest.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Unlisted {
    File(String),
    /// One with a manifest of its own.
    Folder(String),
}

impl Unlisted {
    fn path(&self) -> &str {
        match self {
            Self::File(path) | Self::Folder(path) => path,
        }
    }
}

/// What becomes of it.
pub(super) struct Additions<'p> {
    unlisted: Vec<String>,
    made: Vec<Result<Addition<'p>>>,
}

/// A new entry.
struct Addition<'p> {
    /// From where the folder to pack begins.
    file: String,
    spec: EntrySpec,
    format: Option<&'static str>,
    taken: Taken<'p>,
}

/// What is to be made of a file.
enum Plan<'f> {
    Bytes,
    Picture,
    Model(Open),
    Json(Stated<'f>),
}

/// The files below a folder, of a list in the order of the alphabet.
fn below<'f>(files: &'f [String], folder: &str) -> impl Iterator<Item = &'f str> {
    let start = if folder.is_empty() { String::new() } else { format!("{folder}/") };
    let first = files.partition_point(|file| *file < start);
    files[first..].iter().map_while(move |file| file.strip_prefix(&start))
}

/// What file managers, editors and version control put everywhere.
fn is_hidden(path: &str) -> bool {
    path.split('/').any(|name| name.starts_with('.'))
}

/// The folders that a file is in, the outermost first.
fn folders(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').map(|(at, _)| &path[..at])
}

fn without<'n>(name: &'n str, ending: &str) -> Option<&'n str> {
    let at = name.len().checked_sub(ending.len()).filter(|at| name.is_char_boundary(*at))?;
    let (stem, found) = name.split_at(at);
    (!stem.is_empty() && found.eq_ignore_ascii_case(ending)).then_some(stem)
}

/// The file with the alpha of a picture.
fn alpha_of(png: &str) -> Option<String> {
    without(png, ".png").map(|stem| format!("{stem}.alpha.png"))
}

fn open_of(path: &str) -> Option<Open> {
    Open::of_ending(&path.rsplit_once('.')?.1.to_ascii_lowercase())
}

impl<'p> Packer<'p> {
    /// Everything here that the manifest does not name. Case does not count: nor does it for some file systems.
    fn unlisted(&self) -> Vec<Unlisted> {
        let (mut files, mut inner) = (HashSet::from([MANIFEST_NAME.to_owned()]), HashSet::new());
        inner.insert(ORIGINALS.to_owned());
        inner.extend(self.manifest.spread.iter().map(|spread| spread.folder.to_lowercase()));
        files.extend(self.manifest.blobs.iter().map(|blob| blob.to_lowercase()));
        for entry in &self.manifest.entries {
            inner.extend(entry.folder.iter().map(|folder| folder.to_lowercase()));
            files.extend(listed(entry).map(str::to_lowercase));
        }
        let known = |path: &str| {
            let path = path.to_lowercase();
            files.contains(&path) || folders(&path).any(|folder| inner.contains(folder))
        };
        let rest: Vec<&str> =
            below(&self.files, &self.folder).filter(|path| !is_hidden(path) && !known(path)).collect();
        let manifest = format!("/{MANIFEST_NAME}");
        let roots: HashSet<&str> = rest.iter().filter_map(|path| path.strip_suffix(&manifest)).collect();
        let unlisted =
            rest.into_iter().map(|path| match folders(path).find(|folder| roots.contains(folder)) {
                Some(root) => Unlisted::Folder(root.to_owned()),
                None => Unlisted::File(path.to_owned()),
            });
        unlisted.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// A file that is to become an entry of this name, as it is.
    pub(super) fn addition_named(&self, name: &str) -> Option<Vec<u8>> {
        let mut files = below(&self.files, &self.folder).filter(|_| self.how.add);
        let file = files.find(|file| file.eq_ignore_ascii_case(name))?;
        self.from.read(&joined(&self.folder, file)).ok().flatten()
    }

    /// What becomes of everything that the manifest does not name. A model comes first: what lies there for its sake is
    /// no entry of its own.
    pub(super) fn additions(&self, kind: &'static Kind, depth: usize) -> Additions<'p> {
        let unlisted = self.unlisted();
        let path = |unlisted: &Unlisted| joined(&self.folder, unlisted.path());
        if !self.how.add || unlisted.is_empty() {
            return Additions { unlisted: unlisted.iter().map(path).collect(), made: vec![] };
        }
        let Some(ops) = kind.facets.archive.and_then(|archive| archive.add) else {
            let refused = |file| Err(Problem::new(ADD_ARCHIVE, path(file), args!(format = kind.id)));
            return Additions { unlisted: vec![], made: unlisted.iter().map(refused).collect() };
        };
        let others = self.manifest.entries.iter().map(|entry| (entry.name.as_str(), &entry.attributes));
        let others: Vec<_> = others.collect();
        let adder = Adder { packer: self, ops, others: &others, parts: Mutex::default() };
        let is_model = |of: &Unlisted| matches!(of, Unlisted::File(file) if adder.plans_model(file));
        let (models, rest): (Vec<_>, Vec<_>) = unlisted.iter().partition(|of| is_model(of));
        let add = |of: &&Unlisted| (path(of), adder.add(of, depth));
        let mut made: Vec<_> = models.par_iter().map(add).collect();
        let parts = adder.parts_of(&unlisted);
        let alone: Vec<_> = rest.into_iter().filter(|of| !parts.contains(of.path())).collect();
        made.par_extend(alone.par_iter().map(add));
        made.sort_by(|(a, _), (b, _)| a.cmp(b));
        Additions { unlisted: vec![], made: made.into_iter().map(|(_, made)| made).collect() }
    }
}

/// The files in which an entry stands.
fn listed(entry: &ManifestEntry) -> impl Iterator<Item = &str> {
    let files = [&entry.file, &entry.alpha, &entry.original, &entry.unpacked];
    let also = entry.also.iter().map(|also| also.file.as_str());
    files.into_iter().filter_map(|file| file.as_deref()).chain(also)
}

/// Makes entries of files.
struct Adder<'a, 'p> {
    packer: &'a Packer<'p>,
    ops: AddOps,
    others: &'a [(&'a str, &'a Map<String, Value>)],
    /// Files that models are made of, too.
    parts: Mutex<HashSet<String>>,
}

impl<'p> Adder<'_, 'p> {
    fn path(&self, file: &str) -> String {
        joined(&self.packer.folder, file)
    }

    fn plans_model(&self, file: &str) -> bool {
        self.ops.model.is_some() && open_of(file).is_some()
    }

    /// Files that go into the entries of others: those that models name, and the alpha of pictures.
    fn parts_of(&self, unlisted: &[Unlisted]) -> HashSet<String> {
        let mut parts = std::mem::take(&mut *self.parts.lock().unwrap_or_else(PoisonError::into_inner));
        if self.ops.picture.is_some() {
            parts.extend(unlisted.iter().filter_map(|of| alpha_of(of.path())));
        }
        parts
    }

    fn add(&self, of: &Unlisted, depth: usize) -> Result<Addition<'p>> {
        if of.path().contains('/') && !self.ops.folders {
            return Err(Problem::new(ADD_FOLDER, self.path(of.path()), vec![]));
        }
        match of {
            Unlisted::File(file) => self.file(file),
            Unlisted::Folder(folder) => self.folder(folder, depth),
        }
    }

    /// What the directory says of a new entry, and what it is called.
    fn spec(
        &self,
        file: &str,
        name: &str,
        format: Option<&'static str>,
        attributes: AttributesRef<'_>,
    ) -> Result<EntrySpec> {
        let new = NewEntry { name, format, attributes, others: self.others };
        (self.ops.spec)(&new).map_err(|error| Problem::at_field(ADD_ENTRY, self.path(file), &error))
    }

    /// An archive that was unpacked elsewhere, or copied.
    fn folder(&self, folder: &str, depth: usize) -> Result<Addition<'p>> {
        let file = self.path(folder);
        let Packer { from, how, files, .. } = self.packer;
        let Some(depth) = depth.checked_sub(1) else { return Err(Problem::new(TOO_DEEP, file, vec![])) };
        let Packed { kind, pieces, entries, mut journal, .. } =
            put_together(*from, files, file.clone(), *how, depth)?;
        let spec = self.spec(folder, folder, Some(kind.id), AttributesRef::default())?;
        journal.changes.insert(0, Change::default());
        let content = Content { entries, journal, ..Content::fresh(pieces) };
        Ok(Addition { file, spec, format: Some(kind.id), taken: content.into() })
    }

    fn plan<'f>(&self, file: &str, path: &'f str, bytes: &[u8]) -> Result<(String, Plan<'f>)> {
        if let Some(stem) = without(file, ".json").filter(|_| is_marked(bytes)) {
            return Ok((stem.to_owned(), Plan::Json(Stated::read(path, bytes)?)));
        }
        if let Some(stem) = without(file, ".png").filter(|_| self.ops.picture.is_some()) {
            return Ok((stem.to_owned(), Plan::Picture));
        }
        if let Some((stem, _)) = file.rsplit_once('.')
            && let Some(open) = open_of(file).filter(|_| self.ops.model.is_some())
        {
            return Ok((stem.to_owned(), Plan::Model(open)));
        }
        Ok((file.to_owned(), Plan::Bytes))
    }

    fn file(&self, file: &str) -> Result<Addition<'p>> {
        let path = self.path(file);
        let bytes = read(self.packer.from, &path)?;
        self.packer.from.advance(bytes.len());
        let (name, plan) = self.plan(file, &path, &bytes)?;
        let (format, attributes) = match &plan {
            Plan::Picture => (self.ops.picture, AttributesRef::default()),
            Plan::Model(_) => (self.ops.model, AttributesRef::default()),
            Plan::Json(stated) => (Some(stated.kind.id), stated.attributes()),
            Plan::Bytes => {
                let kind = FORMATS.of(Origin::named(&name), &bytes);
                (kind.map(|kind| kind.id), AttributesRef::default())
            }
        };
        let spec = self.spec(file, &name, format, attributes)?;
        let origin = Origin { name: &spec.name, attributes: AttributesRef::Map(&spec.attributes) };
        let taken = match &plan {
            Plan::Bytes => {
                let whole = FolderFile::new(self.packer.from, path.clone(), bytes.len());
                Content::edited(whole, EditNotes::Nothing).into()
            }
            Plan::Json(stated) => Content::edited(stated.build(origin)?, EditNotes::Nothing).into(),
            Plan::Picture => self.picture(file, format, origin, &bytes)?,
            Plan::Model(open) => self.model(file, format, origin, (*open, &bytes))?,
        };
        Ok(Addition { file: path, spec, format, taken })
    }

    fn kind(&self, format: Option<&str>) -> Result<&'static Kind> {
        let format = format.unwrap_or_default();
        FORMATS.named(format).ok_or_else(|| Problem::new(ADD_ARCHIVE, "", args!(format = format)))
    }

    fn picture(&self, file: &str, format: Option<&str>, origin: Origin<'_>, png: &[u8]) -> Result<Taken<'p>> {
        let alpha =
            alpha_of(file).map(|alpha| self.packer.from.read(&self.path(&alpha))).transpose()?.flatten();
        let path = self.path(file);
        let around = Neighbours::of(self.packer);
        let drawing = Drawing {
            path: &path,
            kind: self.kind(format)?,
            origin,
            like: None,
            png,
            alpha: alpha.as_deref(),
            opaque: false,
            settings: &Value::Null,
            how: self.packer.how.redraw,
            context: Context::new(&around),
        };
        let Redrawn { bytes, losses } = drawing.draw()?;
        Ok(Content::edited(bytes, EditNotes::Picture(losses)).into())
    }

    fn model(
        &self,
        file: &str,
        format: Option<&str>,
        origin: Origin<'_>,
        (open, bytes): (Open, &[u8]),
    ) -> Result<Taken<'p>> {
        let here = file.rsplit_once('/').map_or("", |(folder, _)| folder);
        let beside = |name: &str| {
            let part = joined(here, name);
            let found = self.packer.from.read(&self.path(&part)).ok()??;
            self.parts.lock().unwrap_or_else(PoisonError::into_inner).insert(part);
            Some(found)
        };
        let around = Neighbours::of(self.packer);
        let modelling = Modelling {
            path: &self.path(file),
            kind: self.kind(format)?,
            origin,
            like: None,
            open,
            file: bytes,
            beside: &beside,
            context: Context::new(&around),
        };
        let built = modelling.build_apart().map_err(|problem| around.blamed(problem))?;
        let ModelEdit { bytes, remarks, companion } = built;
        Ok(Taken { content: Content::edited(bytes, EditNotes::Model(remarks)), companion })
    }
}

impl<'p> Assembly<'p> {
    /// Takes new entries in, and what models need beside them: of each, whose it is by its place in the manifest.
    pub(super) fn add(
        &mut self,
        additions: Additions<'p>,
        companions: Vec<(usize, Companion)>,
    ) -> Result<()> {
        let Additions { unlisted, made } = additions;
        self.repack.journal.unlisted.extend(unlisted);
        let mut names: HashSet<String> =
            self.repack.slots.iter().map(|slot| slot.spec.name.to_lowercase()).collect();
        let mut problems = vec![];
        let mut needed: Vec<(String, Companion)> = vec![];
        let owner = |(entry, companion): (usize, Companion)| {
            let owner = self.repack.slots.get(entry).map(|slot| slot.spec.name.clone());
            (owner.unwrap_or_default(), companion)
        };
        needed.extend(companions.into_iter().map(owner));
        for addition in made {
            match addition {
                Err(problem) => problems.push(problem),
                Ok(Addition { file, spec, .. }) if !names.insert(spec.name.to_lowercase()) => {
                    problems.push(Problem::new(ADD_TAKEN, file, args!(name = spec.name)));
                }
                Ok(Addition { file, spec, format, taken: Taken { content, companion } }) => {
                    needed.extend(companion.map(|companion| (file.clone(), companion)));
                    self.push(file, spec, format, content);
                }
            }
        }
        for (owner, companion) in needed {
            problems.extend(self.put_beside(owner, companion).err());
        }
        Problem::of_all(problems).map_or(Ok(()), Err)
    }

    fn push(&mut self, file: String, spec: EntrySpec, format: Option<&'static str>, content: Content<'p>) {
        let (path, attributes) = (spec.name.clone(), spec.attributes.clone());
        self.repack.journal.added.push(Added { file, path, format, attributes });
        self.repack.slots.push(Slot::new(spec, content));
    }

    /// An entry as it should be for the sake of another one: that of before completed, or a new one.
    fn put_beside(&mut self, owner: String, companion: Companion) -> Result<()> {
        let Companion { name, bytes, .. } = companion;
        let kind = FORMATS.of(Origin::named(&name), &bytes).map(|kind| kind.id);
        let content = Content::edited(bytes, EditNotes::Nothing);
        let slots = &mut self.repack.slots;
        if let Some(slot) = slots.iter_mut().find(|slot| slot.spec.name.eq_ignore_ascii_case(&name)) {
            slot.content = content;
            return Ok(());
        }
        let refused = || Problem::new(ADD_ARCHIVE, owner.clone(), args!(format = self.kind.id));
        let ops = self.kind.facets.archive.and_then(|archive| archive.add).ok_or_else(refused)?;
        let others: Vec<_> =
            self.repack.slots.iter().map(|slot| (slot.spec.name.as_str(), &slot.spec.attributes)).collect();
        let new =
            NewEntry { name: &name, format: kind, attributes: AttributesRef::default(), others: &others };
        let spec = (ops.spec)(&new);
        let spec = spec.map_err(|error| Problem::at_field(ADD_ENTRY, owner.as_str(), &error))?;
        self.push(owner, spec, kind, content);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_below_a_folder_are_a_stretch_of_the_list() {
        let files = ["a", "b", "b/a", "b/c/d", "b0", "c/b/x"].map(str::to_owned);
        let names = |folder| below(&files, folder).collect::<Vec<_>>();
        assert_eq!(names(""), ["a", "b", "b/a", "b/c/d", "b0", "c/b/x"]);
        assert_eq!(names("b"), ["a", "c/d"]);
        assert_eq!(names("b/c"), ["d"]);
        assert_eq!(names("d"), [""; 0]);
    }

    #[test]
    fn what_begins_with_a_dot_is_hidden() {
        for path in [".git/config", "a/.DS_Store", ".a"] {
            assert!(is_hidden(path), "{path}");
        }
        assert!(!is_hidden("a.b/c.d"));
    }

    #[test]
    fn endings_are_taken_off_in_any_case() {
        assert_eq!(without("wall.0.PNG", ".png"), Some("wall.0"));
        assert_eq!(without(".png", ".png"), None);
        assert_eq!(without("я", ".png"), None);
        assert_eq!(alpha_of("a.png").as_deref(), Some("a.alpha.png"));
    }
}
