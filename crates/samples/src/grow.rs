//! Samples so many times: archives with their entries again and again under other names, each a little other than the one
//! before, and what is no such archive as so many files. Made entry by entry while it is written, so that memory does not
//! grow with it.

mod vary;

use crate::Sample;
use relict_toolkit::FORMATS;
use relict_toolkit::core::archive::EntrySpec;
use relict_toolkit::core::error::{Error, Result};
use relict_toolkit::core::format::{AttributesRef, Kind, Limits, Origin};
use relict_toolkit::core::pieces::{Deferred, Pieces};
use relict_toolkit::core::repack::{Content, Repack, RepackError};
use relict_toolkit::open::Asset;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::Arc;
use vary::{marked, varied, varied_size};

/// Names have room for four digits.
pub const MOST: usize = 9999;

/// Archives that may have any number of entries.
const GROWING: [&str; 4] = ["ngi.nres", "mw3.zbd", "mw3.mechlib", "mw3.textures"];

/// What a mechlib has once, however many models it has.
const SINGLE: [&str; 3] = ["format", "version", "materials"];

/// A file that is made when it is written.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// Below the folder of samples.
    pub path: String,
    /// What it shows, by its key in the catalogue of messages (`sample-…`).
    pub about: &'static str,
    base: Arc<Vec<u8>>,
    how: How,
}

#[derive(Clone, Copy, Debug)]
enum How {
    /// The file itself, or a copy of it.
    Copy(usize),
    /// Every entry so many times.
    Entries(usize),
}

/// Everything there is, so many times.
pub fn scaled(scale: usize) -> Vec<Recipe> {
    crate::all().into_iter().flat_map(|sample| recipes(sample, scale)).collect()
}

fn recipes(Sample { path, bytes, about }: Sample, scale: usize) -> Vec<Recipe> {
    let base = Arc::new(bytes);
    let recipe = |path: String, how| Recipe { path, about, base: base.clone(), how };
    if scale > 1 && grows(&path, &base) {
        return vec![recipe(path, How::Entries(scale))];
    }
    (1..=scale).map(|copy| recipe(marked_path(&path, copy), How::Copy(copy))).collect()
}

/// What lies in a folder of its own keeps its name, which may be what it is known by; then the folder is another.
fn marked_path(path: &str, copy: usize) -> String {
    match path.split('/').collect::<Vec<_>>()[..] {
        [game, folder, name] => format!("{game}/{}/{name}", marked(folder, copy)),
        _ => marked(path, copy),
    }
}

/// Whether it is an archive that has nothing but its entries, one behind the other.
fn grows(path: &str, bytes: &[u8]) -> bool {
    let Ok((kind, document)) = Asset::file(path, bytes).open() else { return false };
    let tidy = |frame: &relict_toolkit::core::archive::Frame| {
        frame.blobs.is_empty() && frame.json.get("data").is_none()
    };
    GROWING.contains(&kind.id) && document.archive().is_some_and(|archive| tidy(&archive.frame()))
}

impl Recipe {
    /// The id of its format.
    pub fn format(&self) -> Option<&'static str> {
        Asset::file(&self.path, &self.base).kind().map(|kind| kind.id)
    }

    /// Writes it, and tells how many bytes that were.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<usize> {
        match self.how {
            How::Copy(copy) => {
                let bytes = vary::file(&self.path, &self.base, copy);
                out.write_all(&bytes).map(|()| bytes.len())
            }
            How::Entries(scale) => self.grown(scale, out).map_err(io::Error::other)?,
        }
    }

    fn grown(&self, scale: usize, out: &mut dyn Write) -> Result<io::Result<usize>> {
        let (kind, document) =
            Asset::file(&self.path, &self.base).open().unwrap_or_else(|e| panic!("{}: {e}", self.path));
        let archive = document.archive().unwrap_or_else(|| panic!("{} is no archive", self.path));
        let entries = (0..archive.len()).map(|i| {
            let entry = archive.entry(i).unwrap_or_else(|| panic!("{}: no entry {i}", self.path));
            let said = |(key, value): &(&str, Value)| ((*key).to_owned(), value.clone());
            Ok(Entry {
                bytes: archive.payload(i, Limits::default())?,
                kind: FORMATS.of(entry.origin(), &archive.payload(i, Limits::default())?),
                attributes: entry.attributes.iter().map(said).collect(),
                said: entry.attributes.clone(),
                single: kind.id == "mw3.mechlib" && SINGLE.contains(&&*entry.name),
                name: entry.name.into_owned(),
            })
        });
        let entries = entries.collect::<Result<Vec<_>>>()?;
        let mut repack = kind.repack(archive.frame())?;
        put_copies(&mut repack, kind, &entries, scale);
        let made = repack.finish().map_err(|error| match error {
            RepackError::Refused(error) | RepackError::Missing(error) => error,
        })?;
        write(&made.pieces, out)
    }
}

/// An entry that is there at first.
struct Entry<'a> {
    name: String,
    attributes: Map<String, Value>,
    said: Vec<(&'static str, Value)>,
    bytes: Cow<'a, [u8]>,
    kind: Option<&'static Kind>,
    /// Whether there may be no other.
    single: bool,
}

impl Entry<'_> {
    fn origin(&self) -> Origin<'_> {
        Origin { name: &self.name, attributes: AttributesRef::List(&self.said) }
    }
}

/// One of many copies of an entry.
#[derive(Clone, Copy)]
struct Copied<'e, 'a> {
    entry: &'e Entry<'a>,
    copy: usize,
}

impl Copied<'_, '_> {
    fn format(&self) -> &'static str {
        self.entry.kind.map_or("", |kind| kind.id)
    }
}

impl Deferred for Copied<'_, '_> {
    type Error = Error;

    fn size(&self) -> usize {
        varied_size(self.format(), &self.entry.bytes, self.copy)
    }

    fn load(&self) -> Result<Cow<'_, [u8]>> {
        varied(self.format(), self.entry.origin(), &self.entry.bytes, self.copy)
    }
}

fn put_copies<'e, 'a>(
    repack: &mut Repack<'e, Copied<'e, 'a>>,
    kind: &Kind,
    entries: &'e [Entry<'a>],
    scale: usize,
) {
    for entry in entries {
        for copy in 1..=if entry.single { 1 } else { scale } {
            let name = marked(&entry.name, copy);
            let spec = EntrySpec::new(fitting(kind, &name), entry.attributes.clone());
            repack.push(spec, Content::fresh(Pieces::deferred(Copied { entry, copy })));
        }
    }
}

/// Writes one piece after the other, and tells how many bytes that were.
fn write(pieces: &Pieces<'_, Copied<'_, '_>>, out: &mut dyn Write) -> Result<io::Result<usize>> {
    let mut size = 0;
    for piece in pieces.iter() {
        let bytes = piece.load()?;
        size += bytes.len();
        if let Err(error) = out.write_all(&bytes) {
            return Ok(Err(error));
        }
    }
    Ok(Ok(size))
}

/// As much of a name as the archive has room for. Marks stand far enough in front.
fn fitting<'n>(kind: &Kind, name: &'n str) -> &'n str {
    let most = if kind.id == "mw3.textures" { 31 } else { name.len() };
    name.get(..most).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict_toolkit::core::format::Context;

    fn written(recipe: &Recipe) -> Vec<u8> {
        let mut bytes = vec![];
        assert_eq!(recipe.write(&mut bytes).unwrap(), bytes.len());
        bytes
    }

    fn entries(path: &str, bytes: &[u8]) -> Vec<String> {
        let Ok((_, document)) = Asset::file(path, bytes).open() else { return vec![] };
        let Some(archive) = document.archive() else { return vec![] };
        (0..archive.len()).map(|i| archive.entry(i).unwrap().name.into_owned()).collect()
    }

    #[test]
    fn once_is_what_there_is() {
        let once = scaled(1);
        assert_eq!(once.len(), crate::all().len());
        for (recipe, sample) in once.iter().zip(crate::all()) {
            assert_eq!((&recipe.path, recipe.about), (&sample.path, sample.about));
            assert!(written(recipe) == sample.bytes, "{}", sample.path);
        }
    }

    #[test]
    fn three_times_is_three_times_as_much_and_without_fault() {
        let (all, thrice) = (crate::all(), scaled(3));
        let mut grown = 0;
        for sample in &all {
            let own: Vec<&Recipe> = thrice
                .iter()
                .filter(|recipe| (1..=3).any(|copy| recipe.path == marked_path(&sample.path, copy)))
                .collect();
            let before = entries(&sample.path, &sample.bytes);
            let single =
                before.iter().filter(|name| own.len() == 1 && SINGLE.contains(&name.as_str())).count();
            let after: Vec<String> =
                own.iter().flat_map(|recipe| entries(&recipe.path, &written(recipe))).collect();
            assert_eq!(after.len(), 3 * before.len() - 2 * single, "{}", sample.path);
            assert!(
                own.len() == 3 || own.len() == 1 && grows(&sample.path, &sample.bytes),
                "{}",
                sample.path
            );
            grown += usize::from(own.len() == 1);
        }
        assert!(grown > 10, "{grown}");
        for recipe in &thrice {
            let bytes = written(recipe);
            assert!(bytes == written(recipe));
            let asset = Asset::file(&recipe.path, &bytes);
            let report = relict_toolkit::check::file(&asset, Context::ALONE).report;
            assert_eq!(report.errors(), 0, "{}: {:?}", recipe.path, report.codes());
            let (_, document) = asset.open().unwrap();
            assert!(document.to_bytes().unwrap() == bytes, "{}", recipe.path);
        }
    }

    #[test]
    fn copies_differ() {
        let textures = scaled(4).into_iter().find(|recipe| recipe.path == "parkan/Textures.lib").unwrap();
        let bytes = written(&textures);
        let (_, document) = Asset::file(&textures.path, &bytes).open().unwrap();
        let archive = document.archive().unwrap();
        let of = |name: &str| archive.payload(archive.find(name).unwrap(), Limits::default()).unwrap();
        let skins = ["TANK.0", "TANK~2.0", "TANK~3.0", "TANK~4.0"].map(of);
        assert!(skins.iter().enumerate().all(|(i, skin)| !skins[..i].contains(skin)));
        assert!(skins.iter().all(|skin| skin.len() == skins[0].len()));
    }
}
