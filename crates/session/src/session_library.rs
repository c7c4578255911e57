//! The files beside the one that is looked at, as they are now: edited ones with their edits.

use crate::opened::Opened;
use crate::session::Session;
use relict_toolkit::core::format::Library;
use relict_toolkit::core::image::Palette;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// A file that may be asked for, by its path.
#[derive(Debug)]
pub struct Neighbour {
    pub shown: String,
    opened: OnceLock<Option<Arc<Opened>>>,
}

impl Neighbour {
    pub fn new(shown: String) -> Self {
        Self { shown, opened: OnceLock::new() }
    }
}

/// By name in lower case. Each is opened once, however often it is asked for.
pub struct SessionLibrary<'s> {
    session: &'s Session,
    beside: String,
    files: OnceLock<HashMap<String, Neighbour>>,
}

impl std::fmt::Debug for SessionLibrary<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SessionLibrary").field("beside", &self.beside).finish_non_exhaustive()
    }
}

impl<'s> SessionLibrary<'s> {
    /// Of the files beside the one that the page calls `shown`.
    pub fn new(session: &'s Session, shown: &str) -> Self {
        Self { session, beside: shown.to_owned(), files: OnceLock::new() }
    }
}

impl Library for SessionLibrary<'_> {
    fn file(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        let files = self.files.get_or_init(|| self.session.neighbours(&self.beside));
        let file = files.get(&name.to_lowercase())?;
        let opened = file.opened.get_or_init(|| self.session.open_file(&file.shown).ok());
        Some(Cow::Borrowed(opened.as_ref()?.bytes()))
    }

    fn palette(&self) -> Option<&Palette> {
        self.session.palette.as_ref()
    }
}
