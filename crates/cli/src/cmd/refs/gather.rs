//! The files that take part: those that were asked for, those that may use them, and the libraries above.

use crate::cmd::Input;
use crate::disk::Mapping;
use crate::disk::{self, Place};
use crate::world::{Progress, World};
use relict_toolkit::core::format::Limits;
use relict_toolkit::core::refs::{Place as InGame, Reference};
use relict_toolkit::open::Asset;
use relict_toolkit::problem::Problem;
use relict_toolkit::refs::{self, Files, Interest, Known};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Where the bytes of a file come from.
#[derive(Debug)]
enum Source {
    Path(PathBuf),
    /// What can be read only once was read.
    Bytes(Mapping),
}

#[derive(Debug, Default)]
pub(super) struct Gathered {
    known: Vec<Known>,
    sources: Vec<Source>,
    places: HashMap<PathBuf, usize>,
    /// Folders from which libraries are looked for, upwards.
    starts: Vec<PathBuf>,
    /// The paths of entries that were asked for.
    pub within: Vec<String>,
    /// Whether some folder was asked for.
    pub has_folder: bool,
    /// Where those were looked for who may use the entries.
    pub around: PathBuf,
}

impl Gathered {
    pub(super) fn known(&self) -> &[Known] {
        &self.known
    }

    /// Whether a single library was asked for, which by itself cannot tell who uses it.
    pub(super) fn is_lone_library(&self) -> bool {
        let mut asked = self.known.iter().filter(|known| known.interest >= Interest::File);
        let name = |known: &Known| known.path.rsplit(['/', '\\']).next().map(str::to_owned);
        let first = asked.next().filter(|known| known.interest == Interest::File).and_then(name);
        asked.next().is_none() && self.within.is_empty() && first.is_some_and(|name| refs::is_library(&name))
    }

    /// Takes what a person named.
    pub(super) fn take(&mut self, path: &str) -> Result<(), Problem> {
        match disk::locate(path)? {
            Place::Folder(folder) => self.take_folder(&folder),
            Place::StandardInput => {
                let bytes = Mapping::Read(disk::read_input()?);
                Asset::file("-", &bytes).open()?;
                self.starts.push(PathBuf::new());
                self.add_source(Path::new("-"), Source::Bytes(bytes), Interest::File);
                Ok(())
            }
            Place::File { path, inner } => {
                let (folder, path) = clean(&path);
                let input = Input::file(&path, inner)?;
                if input.inner.is_empty() {
                    self.take_file(folder, &path, input)
                } else {
                    self.take_entry(folder, &path, &input)
                }
            }
        }
    }

    fn take_folder(&mut self, folder: &Path) -> Result<(), Problem> {
        self.has_folder = true;
        disk::files_below(folder)?.iter().for_each(|file| self.add(file, Interest::Folder));
        self.starts.extend(above(folder).nth(1).map(Path::to_owned));
        Ok(())
    }

    /// A file that somebody named is expected to be readable.
    fn take_file(&mut self, folder: PathBuf, path: &Path, input: Input) -> Result<(), Problem> {
        let asset = Asset::file(&input.shown, &input.bytes);
        let (kind, document) = asset.open()?;
        let beside = document.references().into_iter().filter(|found| found.role.place == InGame::SameFolder);
        let beside: Vec<PathBuf> = beside.filter_map(|found| existing(&folder.join(found.name))).collect();
        beside.iter().for_each(|file| self.add(file, Interest::Beside));
        if refs::is_named_beside(kind.id) {
            self.take_users(&folder, &asset)?;
        }
        drop(document);
        let source = if path.is_file() { Source::Path(path.into()) } else { Source::Bytes(input.bytes) };
        self.add_source(path, source, Interest::File);
        self.starts.push(folder);
        Ok(())
    }

    /// If models of the folder name the file, it is asked who uses it, as an entry is.
    fn take_users(&mut self, folder: &Path, asset: &Asset<'_>) -> Result<(), Problem> {
        let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let files = disk::files_below(here)?;
        let beside = files.iter().filter(|file| file.parent() == Some(here));
        let users: Vec<_> = beside.filter(|file| names(file, asset.origin.name)).collect();
        if !users.is_empty() {
            self.within.push(asset.path.to_owned());
            self.around = here.to_owned();
        }
        users.iter().for_each(|file| self.add(file.strip_prefix(".").unwrap_or(file), Interest::Beside));
        Ok(())
    }

    /// Of an entry one also wants to know who uses it, so everything around its file takes part.
    fn take_entry(&mut self, folder: PathBuf, path: &Path, input: &Input) -> Result<(), Problem> {
        let steps: Vec<&str> = input.inner.iter().map(String::as_str).collect();
        let asset = Asset::file(&input.shown, &input.bytes);
        self.within.push(refs::canonical(&asset, &steps, Limits::default())?);
        self.add(path, Interest::Beside);
        let here = folder.as_os_str().is_empty();
        for file in disk::files_below(if here { Path::new(".") } else { &folder })? {
            // As the person would write it.
            let file = if here { file.strip_prefix(".").unwrap_or(&file) } else { &file };
            self.add(file, Interest::Beside);
        }
        self.starts.extend(above(&folder).nth(1).map(Path::to_owned));
        self.around = if here { ".".into() } else { folder };
        Ok(())
    }

    /// Adds the libraries nearest to what was asked for, in the folders that its path goes through.
    pub(super) fn take_libraries(&mut self) {
        for start in std::mem::take(&mut self.starts) {
            for name in refs::library_names() {
                let found = above(&start).find_map(|folder| existing(&folder.join(name)));
                found.into_iter().for_each(|file| self.add(&file, Interest::Above));
            }
        }
    }

    fn add(&mut self, path: &Path, interest: Interest) {
        self.add_source(path, Source::Path(path.into()), interest);
    }

    fn add_source(&mut self, path: &Path, source: Source, interest: Interest) {
        if let Some(place) = self.places.get(path) {
            let known = &mut self.known[*place];
            known.interest = known.interest.max(interest);
            return;
        }
        self.places.insert(path.into(), self.known.len());
        self.known.push(Known { path: disk::shown(path), interest });
        self.sources.push(source);
    }

    /// The files, ready to be read, with a bar for those who wait.
    pub(super) fn files(&self, world: &World) -> Open<'_> {
        let size = |source: &Source| match source {
            Source::Path(path) => path.metadata().map_or(0, |facts| facts.len()),
            Source::Bytes(bytes) => bytes.len() as u64,
        };
        let progress = world.progress("refs-looking", || self.sources.iter().map(size).sum());
        Open {
            sources: &self.sources,
            seen: self.sources.iter().map(|_| AtomicBool::new(false)).collect(),
            progress,
        }
    }
}

/// Whether a file is a model that names another of its folder.
fn names(file: &Path, other: &str) -> bool {
    let Ok(bytes) = disk::open(file) else { return false };
    let shown = disk::shown(file);
    let asset = Asset::file(&shown, &bytes);
    let is_model = asset.kind().is_some_and(|kind| kind.facets.model.is_some());
    let Some((_, document)) = is_model.then(|| asset.open().ok()).flatten() else { return false };
    let named =
        |found: &Reference| found.role.place == InGame::SameFolder && found.name.eq_ignore_ascii_case(other);
    document.references().iter().any(named)
}

/// A file's folder, and its path through that folder, so that both are spelt alike wherever they come up.
fn clean(path: &Path) -> (PathBuf, PathBuf) {
    let folder = path.parent().unwrap_or(Path::new(""));
    let path = path.file_name().map_or_else(|| path.to_owned(), |name| folder.join(name));
    (folder.to_owned(), path)
}

/// A folder and those that it lies in, as far as the path goes through them.
fn above(folder: &Path) -> impl Iterator<Item = &Path> {
    std::iter::successors(Some(folder), |folder| {
        let last = folder.ends_with("..") || *folder == Path::new(".");
        folder.parent().filter(|_| !last)
    })
}

/// The file of that name, whatever its case.
fn existing(path: &Path) -> Option<PathBuf> {
    match disk::locate(&disk::shown(path)) {
        Ok(Place::File { path, inner }) if inner.is_empty() && path.is_file() => Some(path),
        _ => None,
    }
}

pub(super) struct Open<'g> {
    sources: &'g [Source],
    /// Libraries are read twice, but count once.
    seen: Vec<AtomicBool>,
    progress: Progress,
}

impl Files for Open<'_> {
    fn read(&self, file: usize, then: &mut dyn FnMut(&[u8])) {
        let opened;
        let bytes: &[u8] = match self.sources.get(file) {
            Some(Source::Path(path)) => {
                opened = disk::open(path);
                match &opened {
                    Ok(bytes) => bytes,
                    Err(_) => return,
                }
            }
            Some(Source::Bytes(bytes)) => bytes,
            None => return,
        };
        then(bytes);
        if !self.seen[file].swap(true, Ordering::Relaxed) {
            self.progress.advance(bytes.len());
        }
    }
}
