//! What lies beside a file: games look for the rest of a thing there.

use crate::{Mapping, files};
use relict_toolkit::core::derived::{Derived, Make};
use relict_toolkit::core::format::Library;
use relict_toolkit::core::image::Palette;
use relict_toolkit::library::Derivations;
use std::any::TypeId;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The files beside the one that is open. Each is opened once, however often it is asked for.
#[derive(Debug)]
pub struct Beside {
    folder: PathBuf,
    files: OnceLock<Neighbours>,
    derived: Derivations,
    /// For pictures whose palette is another file, whatever lies beside them.
    palette: Option<Palette>,
}

/// By name in lower case; of names that differ by case alone, the first.
type Neighbours = BTreeMap<String, (PathBuf, OnceLock<Option<Mapping>>)>;

impl Beside {
    pub fn new(folder: &Path) -> Self {
        let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        Self {
            folder: here.to_owned(),
            files: OnceLock::new(),
            derived: Derivations::default(),
            palette: None,
        }
    }

    /// The same with a palette that somebody has chosen.
    #[must_use]
    pub fn with_palette(self, palette: Option<Palette>) -> Self {
        Self { palette, ..self }
    }

    /// The path of a file beside, as it is spelled there.
    pub fn path(&self, name: &str) -> Option<&Path> {
        let files = self.files.get_or_init(|| self.list());
        files.get(&name.to_lowercase()).map(|(path, _)| path.as_path())
    }

    fn list(&self) -> Neighbours {
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.sort_unstable_by(|a, b| b.cmp(a));
        let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().to_lowercase());
        paths.into_iter().filter_map(|path| Some((name(&path)?, (path, OnceLock::new())))).collect()
    }
}

impl Library for Beside {
    fn file(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        let files = self.files.get_or_init(|| self.list());
        let (path, mapping) = files.get(&name.to_lowercase())?;
        let bytes = mapping.get_or_init(|| files::open_regular(path).ok()).as_ref()?;
        Some(Cow::Borrowed(bytes))
    }

    fn palette(&self) -> Option<&Palette> {
        self.palette.as_ref()
    }

    fn derived(&self, name: &str, of: TypeId, make: Make<'_>) -> Option<Derived> {
        self.derived.get(name, of, || make(&self.file(name)?))
    }
}
