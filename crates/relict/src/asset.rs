//! An asset: a file, or an entry of an archive at any depth.

use crate::edit::applied;
use crate::source::{File, steps};
use crate::{Change, Edited, Field, Finding, Format, Look, Model, Picture, Result};
use relict_toolkit::core::archive::Stored;
use relict_toolkit::core::args;
use relict_toolkit::core::format::{AttributesRef, Context, Limits, Origin};
use relict_toolkit::find::{Pattern, in_file};
use relict_toolkit::open::Asset as Opened;
use relict_toolkit::path::Steps;
use relict_toolkit::problem::{NOT_ARCHIVE, Problem};
use relict_toolkit::{check, edit, explain, model, picture};
use serde_json::{Map, Value};
use std::ops::{ControlFlow, Range};
use std::sync::{Arc, OnceLock};

/// A file, or an entry of an archive at any depth. Cheap to clone: the bytes are shared.
#[derive(Clone, Debug)]
pub struct Asset {
    file: Arc<File>,
    /// The way from the file to the entry; empty for the file itself.
    steps: Vec<String>,
    name: String,
    meaning: Option<&'static str>,
    attributes: Map<String, Value>,
    data: Data,
}

/// Where the bytes of an asset are.
#[derive(Clone, Debug)]
enum Data {
    /// In the file, as they are.
    InFile(Range<usize>),
    /// Packed in their archive; unpacked when somebody asks for them.
    Packed { size: usize, bytes: Arc<OnceLock<Vec<u8>>> },
}

impl Asset {
    pub(crate) fn file(file: File) -> Self {
        let name = file.path.rsplit(['/', '\\']).next().unwrap_or(&file.path).to_owned();
        let data = Data::InFile(0..file.bytes.len());
        Self { file: Arc::new(file), steps: vec![], name, meaning: None, attributes: Map::new(), data }
    }

    /// The asset that `steps` lead to from here.
    pub(crate) fn at(&self, steps: &[String]) -> Result<Self> {
        let Some(step) = steps.first() else { return Ok(self.clone()) };
        let (entry, taken) = self.opened(|asset| {
            let (kind, document) = asset.open()?;
            let not_archive =
                || Problem::new(NOT_ARCHIVE, asset.path, args!(format = kind.id, name = step.as_str()));
            let archive = document.archive().ok_or_else(not_archive)?;
            let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
            let (index, taken) = relict_toolkit::path::find_or_explain(&*archive, asset.path, &steps)?;
            let missing = || relict_toolkit::path::no_entry(&*archive, asset.path, step);
            let entry =
                self.entry_at(asset, &*archive, index, steps[..taken].join("/")).ok_or_else(missing)?;
            Ok((entry, taken))
        })?;
        entry.at(&steps[taken..])
    }

    /// The entry of an archive in this asset.
    fn entry_at(
        &self,
        asset: &Opened<'_>,
        archive: &dyn relict_toolkit::core::archive::Archive,
        index: usize,
        step: String,
    ) -> Option<Self> {
        let entry = archive.entry(index)?;
        let place = entry.offset..entry.offset.saturating_add(entry.size);
        let lies_there =
            |bytes: &[u8]| asset.bytes.get(place.clone()).is_some_and(|there| std::ptr::eq(there, bytes));
        let data = match (&self.data, archive.stored(index)) {
            (Data::InFile(outer), Stored::Plain(bytes)) if lies_there(bytes) => {
                Data::InFile(outer.start + place.start..outer.start + place.end)
            }
            _ => Data::Packed { size: entry.size, bytes: Arc::default() },
        };
        let attributes =
            entry.attributes.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        let steps = self.steps.iter().cloned().chain([step]).collect();
        let (file, name, meaning) = (Arc::clone(&self.file), entry.name.into_owned(), archive.meaning(index));
        Some(Self { file, steps, name, meaning, attributes, data })
    }

    /// Its path, from the file on; what [`open`](crate::open) takes.
    pub fn path(&self) -> String {
        let steps = self.steps.iter().map(String::as_str);
        [self.file.path.as_str()].into_iter().chain(steps).collect::<Vec<_>>().join("/")
    }

    /// Its name: that of the file, or the one that the archive gives it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it is, where its name does not tell: `vertices` for a stream of a model. Paths take this word as well.
    pub fn meaning(&self) -> Option<&'static str> {
        self.meaning
    }

    /// What the archive says of it besides its name, such as a type; empty for a file.
    pub fn attributes(&self) -> &Map<String, Value> {
        &self.attributes
    }

    /// How many bytes it has, unpacked.
    pub fn size(&self) -> usize {
        match &self.data {
            Data::InFile(range) => range.len(),
            Data::Packed { size, .. } => *size,
        }
    }

    /// Its bytes, unpacked.
    pub fn bytes(&self) -> Result<&[u8]> {
        let bytes = match &self.data {
            Data::InFile(range) => return Ok(self.file.bytes.get(range.clone()).unwrap_or_default()),
            Data::Packed { bytes, .. } => bytes,
        };
        if let Some(known) = bytes.get() {
            return Ok(known);
        }
        let unpacked = self.inside(|asset| Ok(asset.bytes.to_vec()))?;
        Ok(bytes.get_or_init(|| unpacked))
    }

    /// Its format; none if it is of none that Relict knows, or its bytes cannot be unpacked.
    pub fn format(&self) -> Option<Format> {
        self.opened(|asset| Ok(asset.kind())).ok().flatten().map(Format)
    }

    /// What a person asks first about such a file, by name: sizes, counts, versions.
    pub fn facts(&self) -> Result<Map<String, Value>> {
        self.opened(|asset| {
            let (_, document) = asset.open()?;
            Ok(document.facts().into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
        })
    }

    /// What it holds, in the order of the archive; an error if it is no archive.
    pub fn entries(&self) -> Result<Vec<Self>> {
        self.opened(|asset| {
            let (kind, document) = asset.open()?;
            let not_archive = || Problem::new(NOT_ARCHIVE, asset.path, args!(format = kind.id, name = ""));
            let archive = document.archive().ok_or_else(not_archive)?;
            let steps = Steps::new(&*archive);
            let entry = |i| self.entry_at(asset, &*archive, i, steps.get(i)?.into_owned());
            Ok((0..archive.len()).filter_map(entry).collect())
        })
    }

    /// The entry at a path from here, such as `tank.msh/Res3`.
    pub fn entry(&self, path: &str) -> Result<Self> {
        self.at(&steps(path))
    }

    /// What is called so, here and at every depth inside: by a part of the name, or by a pattern such as `*.msh`.
    pub fn find(&self, pattern: &str) -> Result<Vec<Self>> {
        let pattern = Pattern::new(pattern)?;
        let outer = self.path();
        let found = self.opened(|asset| Ok(in_file(&Opened { path: &outer, ..*asset }, &pattern)))?;
        let inner = |path: &str| path.strip_prefix(&outer).map(steps).unwrap_or_default();
        found.iter().map(|found| self.at(&inner(&found.path))).collect()
    }

    /// The picture that it is, in colours of the files and entries beside it where it has none of its own; none if it is
    /// something else.
    pub fn picture(&self) -> Result<Option<Picture>> {
        if self.opened(|asset| Ok(asset.kind().is_none_or(|kind| kind.facets.picture.is_none())))? {
            return Ok(None);
        }
        self.inside(|asset| {
            let (kind, document) = asset.open()?;
            let picture = picture::coloured(&asset, &*document, Context::new(self.file.library()));
            Ok(picture.map(|picture| Picture::of(asset.path, kind, &*picture)))
        })
    }

    /// The model that it is, with materials and textures of the files and entries beside it; none if it is something else.
    pub fn model(&self, look: Look) -> Result<Option<Model>> {
        self.inside(|asset| {
            if asset.kind().is_none_or(|kind| kind.facets.model.is_none()) {
                return Ok(None);
            }
            let scene = model::scene(&asset, look.shown(), true, Context::new(self.file.library()))?;
            Ok(Some(Model::new(asset.path, scene)))
        })
    }

    /// All of its fields as JSON: what `relict convert` writes, and what [`Change::Document`] takes.
    pub fn document(&self) -> Result<Value> {
        self.opened(|asset| Ok(asset.open()?.1.to_json()))
    }

    /// What is wrong with it and with everything inside it.
    pub fn check(&self) -> Result<Vec<Finding>> {
        self.inside(|asset| {
            let checked = check::file(&asset, Context::new(self.file.library()));
            Ok(checked.report.findings.into_iter().map(|finding| Finding::new(asset.path, finding)).collect())
        })
    }

    /// Every byte of it, field by field, in order: hands each field to `each` until that says to stop.
    pub fn explain(&self, mut each: impl FnMut(Field) -> ControlFlow<()>) -> Result<()> {
        self.opened(|asset| {
            let kind = asset.known_kind()?;
            let mut goes_on = true;
            explain::explain(kind, asset.bytes, asset.origin, false, Limits::USUAL.depth, &mut |line| {
                goes_on = goes_on && each(Field::of(line)).is_continue();
            });
            Ok(())
        })
    }

    /// The whole file with a change in this asset. Everything that the change does not concern keeps its bytes.
    pub fn edit(&self, change: Change<'_>) -> Result<Edited> {
        let steps: Vec<&str> = self.steps.iter().map(String::as_str).collect();
        let outer = Opened::file(&self.file.path, &self.file.bytes);
        let (bytes, notes) = self.inside(|asset| change.made(&asset, self.file.library()))?;
        let (bytes, more) = applied(&outer, &steps, edit::Change::Bytes(&bytes))?;
        Ok(Edited::new(&self.file, bytes, [notes, more].concat()))
    }

    /// Hands the asset to `then`, alone.
    pub(crate) fn opened<R>(&self, then: impl FnOnce(&Opened<'_>) -> Result<R, Problem>) -> Result<R> {
        let path = self.path();
        let origin = Origin { name: &self.name, attributes: AttributesRef::Map(&self.attributes) };
        let bytes = self.bytes()?;
        Ok(then(&Opened { path: &path, origin, bytes, holder: None })?)
    }

    /// Hands the asset to `then`, with the archive around it.
    fn inside<R>(&self, then: impl FnOnce(Opened<'_>) -> Result<R, Problem>) -> Result<R> {
        let steps: Vec<&str> = self.steps.iter().map(String::as_str).collect();
        Ok(Opened::file(&self.file.path, &self.file.bytes).descend(&steps, Limits::default(), then)?)
    }
}
