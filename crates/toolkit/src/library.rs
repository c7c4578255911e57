//! The files beside the one that is open, read once however many entries of an archive name them.

use relict_core::derived::{Derived, Make};
use relict_core::format::Library;
use relict_core::image::Palette;
use std::any::TypeId;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A place for something; none once it is known that it cannot be made.
type Slot = Arc<OnceLock<Option<Derived>>>;

/// What was made of files, by their names and its type.
#[derive(Debug, Default)]
pub struct Derivations {
    made: Mutex<HashMap<(String, TypeId), Slot>>,
}

impl Derivations {
    /// What is known already, or what `make` makes now. Only those who want the same thing wait for it.
    pub fn get(&self, name: &str, of: TypeId, make: impl FnOnce() -> Option<Derived>) -> Option<Derived> {
        let slot = {
            let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(made.entry((name.to_lowercase(), of)).or_default())
        };
        slot.get_or_init(make).clone()
    }
}

/// A library for everything that an archive holds: each file is asked for and read once.
pub struct CachedLibrary<'l> {
    library: &'l dyn Library,
    /// The files that lie still while they are used; others are asked for again.
    files: Mutex<HashMap<String, Option<&'l [u8]>>>,
    derived: Derivations,
}

impl<'l> CachedLibrary<'l> {
    pub fn new(library: &'l dyn Library) -> Self {
        Self { library, files: Mutex::default(), derived: Derivations::default() }
    }
}

impl std::fmt::Debug for CachedLibrary<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CachedLibrary").field("derived", &self.derived).finish_non_exhaustive()
    }
}

impl Library for CachedLibrary<'_> {
    fn file(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        // Locked during the search, which is fast, so that the same file is not searched twice.
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = files.get(name) {
            return known.map(Cow::Borrowed);
        }
        let found = self.library.file(name);
        match &found {
            Some(Cow::Borrowed(bytes)) => _ = files.insert(name.to_owned(), Some(bytes)),
            None => _ = files.insert(name.to_owned(), None),
            Some(Cow::Owned(_)) => {}
        }
        found
    }

    fn sibling(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        self.library.sibling(name)
    }

    fn beside_holder(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        self.library.beside_holder(name)
    }

    fn derived(&self, name: &str, of: TypeId, make: Make<'_>) -> Option<Derived> {
        self.derived.get(name, of, || self.library.derived(name, of, make))
    }

    fn derived_sibling(&self, name: &str, of: TypeId, make: Make<'_>) -> Option<Derived> {
        self.library.derived_sibling(name, of, make)
    }

    fn palette(&self) -> Option<&Palette> {
        self.library.palette()
    }
}
