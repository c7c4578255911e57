//! Folders that are made beside their place and put there when they are whole.

use crate::files::{failed, parent, shown};
use crate::new_file::NewFile;
use crate::staging::{self, StagingDir};
use crate::step::step;
use relict_toolkit::folder::UnpackTarget;
use relict_toolkit::problem::{EXISTS, NOT_FOLDER, NOT_OURS, Problem, Result};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A folder that is made beside its place and put there when it is whole.
#[derive(Debug)]
pub struct OutputFolder {
    place: PathBuf,
    path: PathBuf,
    staging: StagingDir,
    /// Whether the place is an empty folder, which stays and is filled: it may be where a disk is mounted, or where
    /// somebody stands.
    fills: bool,
    /// Whether something may be replaced.
    force: bool,
    /// Dropped after what lies in it.
    _way: Way,
}

/// The folders that were made on the way to a place, innermost first. They go again if they are empty in the end.
#[derive(Debug)]
struct Way(Vec<PathBuf>);

impl Way {
    fn to(folder: &Path) -> io::Result<Self> {
        let missing = folder.ancestors().take_while(|step| !step.as_os_str().is_empty() && !step.exists());
        let missing: Vec<PathBuf> = missing.map(Path::to_owned).collect();
        let mut way = Self(vec![]);
        for folder in missing.into_iter().rev() {
            step("mkdir")?;
            // Somebody may have made it meanwhile.
            fs::create_dir(&folder).or_else(|e| if folder.is_dir() { Ok(()) } else { Err(e) })?;
            way.0.insert(0, folder);
        }
        Ok(way)
    }
}

impl Drop for Way {
    fn drop(&mut self) {
        // One that holds something is not removed, which is what is wanted.
        self.0.iter().for_each(|folder| drop(step("remove").and_then(|()| fs::remove_dir(folder))));
    }
}

impl OutputFolder {
    /// Forced, only a folder that Relict itself unpacked gives way: a slip must not cost somebody's files.
    pub fn check_free(place: &Path, force: bool) -> Result<()> {
        let Ok(facts) = fs::symlink_metadata(place) else { return Ok(()) };
        if !facts.is_dir() {
            return Err(Problem::new(NOT_FOLDER, shown(place), vec![]));
        }
        let ours = place.join(relict_toolkit::folder::MANIFEST_NAME).is_file();
        match (is_empty(place)?, force) {
            (true, _) => Ok(()),
            (false, false) => Err(Problem::new(EXISTS, shown(place), vec![])),
            (false, true) if ours => Ok(()),
            (false, true) => Err(Problem::new(NOT_OURS, shown(place), vec![])),
        }
    }

    /// Clears away what killed programs left at a place and beside it, and finishes what they had begun to put there.
    pub fn clean_stale(place: &Path) {
        staging::clean_stale(parent(place));
        staging::clean_stale(place);
    }

    /// None on a dry run, on which it is only found out whether it could be made.
    pub fn unless_dry(dry_run: bool, place: &Path, force: bool) -> Result<Option<Self>> {
        if dry_run {
            return Self::check_free(place, force).map(|()| None);
        }
        Self::beside(place, force).map(Some)
    }

    pub fn beside(place: &Path, force: bool) -> Result<Self> {
        Self::clean_stale(place);
        Self::check_free(place, force)?;
        let fills = place.is_dir() && is_empty(place)?;
        let around = if fills { place } else { parent(place) };
        let way = Way::to(around).map_err(|e| failed(around, &e))?;
        let staging = if fills { StagingDir::filling(place) } else { StagingDir::in_folder(around) };
        let staging = staging.map_err(|e| failed(place, &e))?;
        // Somebody else may have filled it just now.
        if fills && !is_empty(place)? {
            return Err(Problem::new(EXISTS, shown(place), vec![]));
        }
        Ok(Self { place: place.into(), path: staging.new_folder(), staging, fills, force, _way: way })
    }

    /// A file in it, with the folders on the way there.
    pub fn create(&self, inner: &str) -> io::Result<NewFile> {
        let path = self.path.join(inner);
        match NewFile::create(&path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                step("mkdir")?;
                fs::create_dir_all(parent(&path))?;
                NewFile::create(&path)
            }
            done => done,
        }
    }

    /// Puts the folder in its place.
    pub fn keep(mut self) -> Result<()> {
        // Whatever came there meanwhile, the same holds for it.
        Self::check_free(&self.place, self.force)?;
        let kept = match (self.fills, self.force && self.place.exists()) {
            (true, _) => self.fill(),
            (_, true) => self.replace(),
            _ => match self.put_in_place() {
                Err(e) if self.force && is_taken(&e) => self.replace(),
                done => done,
            },
        };
        kept.map_err(|e| failed(&self.place, &e))
    }

    fn put_in_place(&self) -> io::Result<()> {
        step("rename")?;
        fs::rename(&self.path, &self.place)
    }

    /// Puts the folder where another one is. Both change places at once, where the system can do that: then one of them is
    /// there at every moment.
    fn replace(&mut self) -> io::Result<()> {
        settle(&self.path)?;
        match staging::exchange(&self.path, &self.place) {
            Ok(false) => self.replace_in_two(),
            Err(e) if e.kind() == io::ErrorKind::NotFound => self.put_in_place(),
            done => done.map(drop),
        }
    }

    /// What is there is moved away first and comes back if that fails. If it cannot even come back, or the program is killed
    /// between the two, the next one brings it back.
    fn replace_in_two(&mut self) -> io::Result<()> {
        let name = self.place.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        let away = self.staging.room_for_old(name)?;
        step("rename")?;
        fs::rename(&self.place, &away)?;
        self.put_in_place().inspect_err(|e| {
            // Where another program put one there meanwhile, that one has replaced it.
            if !is_taken(e) && staging::rename_new(&away, &self.place).is_err() {
                self.staging.leave();
            }
        })
    }

    /// Moves what was made into the place. If that fails, it goes back; and if it cannot, the next program finishes it.
    fn fill(&mut self) -> io::Result<()> {
        let whole = self.staging.finished()?;
        let (names, there) = (staging::names(&whole)?, self.place.as_path());
        staging::fill(&whole, there).inspect_err(|_| {
            let left = staging::names(&whole).unwrap_or_default();
            let moved = names.iter().filter(|name| !left.contains(name)).rev();
            let mut back = moved.map(|name| staging::rename_new(&there.join(name), &whole.join(name)));
            if back.any(|back| back.is_err()) {
                self.staging.leave();
            }
        })
    }
}

impl UnpackTarget for OutputFolder {
    fn put(&self, path: &str, bytes: &[u8]) -> Result<()> {
        let written = self.create(path).and_then(|mut file| file.write_all(bytes));
        written.map_err(|e| failed(&self.place.join(path), &e))
    }
}

fn is_taken(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::AlreadyExists | io::ErrorKind::DirectoryNotEmpty)
}

/// Whether there is nothing in a folder but what is unfinished.
fn is_empty(folder: &Path) -> Result<bool> {
    let failed = |e| failed(folder, &e);
    for entry in fs::read_dir(folder).map_err(failed)? {
        if !staging::is_name(&entry.map_err(failed)?.file_name()) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// What replaces something is on the disk before that goes, so that a power cut costs neither. A folder may have thousands
/// of files: to wait for each would take minutes, so everything on that disk is waited for at once.
#[cfg(target_os = "linux")]
fn settle(folder: &Path) -> io::Result<()> {
    step("sync")?;
    rustix::fs::syncfs(fs::File::open(folder)?).map_err(Into::into)
}

/// The same where only single files can be waited for.
#[cfg(not(target_os = "linux"))]
fn settle(folder: &Path) -> io::Result<()> {
    step("sync")?;
    let files = crate::files::files_below(folder).map_err(|_| io::ErrorKind::NotFound)?;
    files.iter().try_for_each(|file| fs::OpenOptions::new().write(true).open(file)?.sync_data())
}
