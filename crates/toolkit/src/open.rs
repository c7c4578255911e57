//! Opening: a file, or what a path names inside it.

use crate::FORMATS;
use crate::library::Derivations;
use crate::path;
use crate::problem::{NOT_ARCHIVE, Problem, Result, TOO_DEEP, UNKNOWN_FORMAT};
use relict_core::archive::Archive;
use relict_core::args;
use relict_core::derived::{Derived, Make};
use relict_core::format::{Claim, Document, Kind, Library, Limits, Origin};
use relict_core::image::Palette;
use std::any::TypeId;
use std::borrow::Cow;
use std::fmt;

/// A file, or an entry at any depth, with what is known of it from outside.
#[derive(Clone, Copy, Debug)]
pub struct Asset<'a> {
    /// From the outermost file on.
    pub path: &'a str,
    pub origin: Origin<'a>,
    pub bytes: &'a [u8],
    /// What it is an entry of; none for a file.
    pub holder: Option<Holder<'a>>,
}

/// The archive that holds an asset.
#[derive(Clone, Copy)]
pub struct Holder<'a> {
    pub archive: &'a dyn Archive,
    /// Which of its entries the asset is.
    pub index: usize,
    /// The archive that holds this one; none if it is a file.
    pub outer: Option<&'a dyn Archive>,
    /// What was made of its entries for others of them, where many are looked at.
    pub siblings: Option<&'a Siblings>,
}

/// What was made of entries of one archive, such as a palette that a thousand textures share.
#[derive(Debug)]
pub struct Siblings {
    derived: Derivations,
    /// Of the archive, not of who asks: whoever is first, all get the same.
    limits: Limits,
}

impl Siblings {
    pub fn new(limits: Limits) -> Self {
        Self { derived: Derivations::default(), limits }
    }
}

impl<'a> Holder<'a> {
    /// An archive, without regard to what lies around it.
    pub fn of(archive: &'a dyn Archive, index: usize) -> Self {
        Self { archive, index, outer: None, siblings: None }
    }

    /// The same for one of many entries that are looked at.
    pub fn of_many(archive: &'a dyn Archive, index: usize, siblings: &'a Siblings) -> Self {
        Self { siblings: Some(siblings), ..Self::of(archive, index) }
    }
}

impl fmt::Debug for Holder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Holder").field("index", &self.index).finish_non_exhaustive()
    }
}

/// The files beside the outermost one, and the entries beside an asset.
pub struct Surroundings<'s> {
    pub library: &'s dyn Library,
    pub holder: Option<Holder<'s>>,
    pub limits: Limits,
}

impl fmt::Debug for Surroundings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Surroundings").field("holder", &self.holder).finish_non_exhaustive()
    }
}

impl Library for Surroundings<'_> {
    fn file(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        self.library.file(name)
    }

    fn sibling(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        match self.holder {
            Some(Holder { archive, .. }) => archive.payload(archive.find(name)?, self.limits).ok(),
            None => self.library.sibling(name),
        }
    }

    fn beside_holder(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        match self.holder.and_then(|holder| holder.outer) {
            Some(outer) => outer.payload(outer.find(name)?, self.limits).ok(),
            None => self.library.file(name),
        }
    }

    fn derived(&self, name: &str, of: TypeId, make: Make<'_>) -> Option<Derived> {
        self.library.derived(name, of, make)
    }

    fn derived_sibling(&self, name: &str, of: TypeId, make: Make<'_>) -> Option<Derived> {
        let Some(Holder { archive, siblings, .. }) = self.holder else {
            return self.library.derived_sibling(name, of, make);
        };
        let found = |limits| make(&archive.payload(archive.find(name)?, limits).ok()?);
        match siblings {
            Some(Siblings { derived, limits }) => derived.get(name, of, || found(*limits)),
            None => found(self.limits),
        }
    }

    fn palette(&self) -> Option<&Palette> {
        self.library.palette()
    }
}

impl<'a> Asset<'a> {
    /// A file. The format is found from its content; of the path, only the last name tells anything.
    pub fn file(path: &'a str, bytes: &'a [u8]) -> Self {
        let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
        Self { path, origin: Origin::named(name), bytes, holder: None }
    }

    pub fn kind(&self) -> Option<&'static Kind> {
        FORMATS.of(self.origin, self.bytes)
    }

    /// Whether only the name tells the format, which is a guess.
    pub fn is_known_by_name(&self) -> bool {
        FORMATS.claim(self.origin, self.bytes).is_some_and(|(_, claim)| claim == Claim::Guess)
    }

    /// What it is to people, where its archive gives it a name that does not tell.
    pub fn meaning(&self) -> Option<&'static str> {
        self.holder.and_then(|holder| holder.archive.meaning(holder.index))
    }

    pub fn known_kind(&self) -> Result<&'static Kind> {
        self.kind().ok_or_else(|| {
            let first = &self.bytes[..self.bytes.len().min(8)];
            let args = args!(size = self.bytes.len(), first = relict_core::text::hex(first));
            Problem::new(UNKNOWN_FORMAT, self.path, args)
        })
    }

    pub fn open(&self) -> Result<(&'static Kind, Box<dyn Document + 'a>)> {
        let kind = self.known_kind()?;
        let document = kind.open(self.bytes, self.origin);
        document
            .map(|document| (kind, document))
            .map_err(|e| Problem::unreadable(kind, self.path, self.bytes, &e))
    }

    /// Goes down along `steps` and hands what they name to `then`.
    ///
    /// By callback, since an entry may borrow from the archive that unpacked it.
    pub fn descend<R>(
        &self,
        steps: &[&str],
        limits: Limits,
        then: impl FnOnce(Asset<'_>) -> Result<R>,
    ) -> Result<R> {
        let Some(step) = steps.first() else { return then(*self) };
        if limits.depth == 0 {
            return Err(Problem::new(TOO_DEEP, self.path, vec![]));
        }
        let (kind, document) = self.open()?;
        let archive = document
            .archive()
            .ok_or_else(|| Problem::new(NOT_ARCHIVE, self.path, args!(format = kind.id, name = *step)))?;
        let (index, taken) = path::find_or_explain(&*archive, self.path, steps)?;
        let (step, rest) = (steps[..taken].join("/"), &steps[taken..]);
        let unreadable = |e| Problem::unreadable(kind, self.path, self.bytes, &e);
        let bytes = archive.payload(index, limits).map_err(unreadable)?;
        let entry = archive.entry(index).ok_or_else(|| path::no_entry(&*archive, self.path, &step))?;
        let path = format!("{}/{step}", self.path);
        let outer = self.holder.map(|holder| holder.archive);
        let holder = Some(Holder { outer, ..Holder::of(&*archive, index) });
        let asset = Asset { path: &path, origin: entry.origin(), bytes: &bytes, holder };
        asset.descend(rest, limits.deeper(), then)
    }
}
