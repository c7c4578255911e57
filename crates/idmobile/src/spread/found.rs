//! What stands in a folder, by the names of its files.

use super::file_id::{FileId, Kind, Part, is_carrier, tail};
use super::messages::{Remark, refused};
use super::{Leaf, Pictures, Spreading};
use relict_core::args;
use relict_core::tree::{Content, Folder, Gathered, Refused};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The files that stand for something.
pub(super) struct Found {
    ids: BTreeMap<FileId, String>,
    /// Those that look as if they did, and nothing becomes of.
    passed_over: Vec<String>,
}

/// How pictures end that other programs write.
const PICTURES: [&str; 9] = ["png", "bmp", "gif", "jpg", "jpeg", "tga", "tif", "tiff", "webp"];

/// Whether somebody may think that a file becomes part of the game: a picture, or, where those are, a note.
fn is_meant(path: &str, among_pictures: bool) -> bool {
    let hidden = path.split('/').any(|name| name.starts_with('.'));
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    let is = |other: &&str| ending.eq_ignore_ascii_case(other);
    !hidden && (PICTURES.iter().any(is) || among_pictures && is(&"json"))
}

impl Found {
    pub(super) fn get(&self, id: FileId) -> Option<&str> {
        self.ids.get(&id).map(String::as_str)
    }

    /// What to say of files that nothing becomes of.
    pub(super) fn remark(&self) -> Option<Remark> {
        let first = self.passed_over.first()?;
        Some(("game-passed-over", args!(count = self.passed_over.len(), file = first.as_str())))
    }

    /// The pictures of a kind, by number.
    pub(super) fn pictures(&self, kind: Kind) -> impl Iterator<Item = (usize, &str)> {
        let of_kind = move |(id, _): &(&FileId, &String)| id.kind == kind && id.part == Part::Picture;
        self.ids.iter().filter(of_kind).map(|(id, path)| (id.number, path.as_str()))
    }

    /// The numbers of a kind of which there is a picture, or at least a note.
    pub(super) fn numbers(&self, kind: Kind) -> BTreeSet<usize> {
        let part = |id: &&FileId| id.kind == kind && id.part != Part::Mask;
        self.ids.keys().filter(part).map(|id| id.number).collect()
    }
}

impl Spreading<'_> {
    /// Finds out what the files are. A picture that could become nothing is refused: its maker thinks otherwise.
    pub(super) fn found(&self, folder: &dyn Folder) -> Result<Found, Refused> {
        let mut found = Found { ids: BTreeMap::new(), passed_over: vec![] };
        let kinds = self.kinds();
        for path in folder.files() {
            let (top, name) = path.split_once('/').unwrap_or(("", path));
            let among_pictures = is_carrier(top);
            if name.starts_with('.') || !among_pictures && !top.is_empty() {
                continue;
            }
            let name = name.to_ascii_lowercase();
            match self.id(&kinds, top, &name) {
                Some(id) if !self.is_read(id) => found.passed_over.push(path.clone()),
                Some(id) => {
                    if let Some(first) = found.ids.insert(id, path.clone()) {
                        return Err(refused("repeated-picture", path, args!(other = first)));
                    }
                }
                None if among_pictures && name.ends_with(".png") && !name.contains('/') => {
                    return Err(refused("unknown-picture", path, vec![]));
                }
                None if is_meant(path, among_pictures) => found.passed_over.push(path.clone()),
                None => {}
            }
        }
        Ok(found)
    }

    /// Whether a file is looked at at all: a picture that is visible all over has no use for a mask.
    fn is_read(&self, id: FileId) -> bool {
        match (&self.pictures, id.part) {
            (Pictures::Media(media), Part::Mask) => !media.is_raw(id.number),
            _ => true,
        }
    }

    /// What the game has pictures of.
    fn kinds(&self) -> Vec<Kind> {
        match &self.pictures {
            Pictures::Gallery(_) => {
                let greys = self.textures.keys().copied().map(Kind::Grey);
                greys.chain([Kind::Palette]).chain(Kind::COLOURED).collect()
            }
            Pictures::Media(_) => vec![Kind::Palette, Kind::Media],
        }
    }

    /// What a name in lower case means.
    fn id(&self, kinds: &[Kind], folder: &str, name: &str) -> Option<FileId> {
        let &kind = kinds.iter().find(|kind| kind.folder(self.banked).eq_ignore_ascii_case(folder))?;
        let rest = name.strip_prefix(kind.stem())?;
        let digits = rest.len() - rest.trim_start_matches(|digit: char| digit.is_ascii_digit()).len();
        let (digits, rest) = rest.split_at(digits);
        let number = digits.parse().ok()?;
        let id = FileId::picture(kind, number);
        let entry = match &self.pictures {
            Pictures::Gallery(gallery) => id.entry(gallery),
            Pictures::Media(_) => None,
        };
        let ending = rest.strip_prefix(tail(kind, entry).as_str())?;
        let part = Part::ALL.into_iter().find(|part| part.ending() == ending)?;
        let known = self.takes(kind, number) && (part == Part::Picture || kind.has_notes());
        known.then_some(id.with(part))
    }

    /// Whether the game can have such a picture. Grey textures and palettes of the older games can become more.
    fn takes(&self, kind: Kind, number: usize) -> bool {
        match (&self.pictures, kind) {
            (Pictures::Gallery(_), Kind::Grey(_) | Kind::Palette) => true,
            (Pictures::Gallery(gallery), kind) => number < kind.entries(gallery).len(),
            (Pictures::Media(media), Kind::Media) => media.mapped.contains(&number),
            (Pictures::Media(_), kind) => {
                let is_this =
                    |leaf: &Leaf| matches!(leaf, Leaf::Picture(id) if *id == FileId::picture(kind, number));
                self.leaves.iter().any(|(_, leaf)| is_this(leaf))
            }
        }
    }

    /// Resources stand in the folder to be looked at. One that was edited would be lost without a word.
    pub(super) fn expect_no_other_bytes(&self, folder: &dyn Folder, new: &Gathered) -> Result<(), Refused> {
        let here = by_name(folder);
        for (path, leaf) in &self.leaves {
            let Leaf::Resource(place) = leaf else { continue };
            let Some(resource) = self.resources.list.get(*place) else { continue };
            let Some(&file) = here.get(&path.to_ascii_lowercase()) else { continue };
            let bytes = folder.bytes(file)?;
            let entry = self.resources.path(&resource.name);
            let made = new.changed.iter().find(|(name, _)| *name == entry).map(|(_, bytes)| bytes);
            if *bytes != *resource.bytes && Some(&bytes) != made {
                return Err(refused("resource-edited", file, args!(entry = entry)));
            }
        }
        Ok(())
    }

    /// What to say of maps that were edited: they are drawn to be looked at. Programs may have changed the ends of lines.
    pub(super) fn edited_maps(&self, folder: &dyn Folder) -> Result<Option<Remark>, Refused> {
        let here = by_name(folder);
        let mut edited = vec![];
        for (path, leaf) in &self.leaves {
            let Leaf::Map(map) = leaf else { continue };
            let file = here.get(&path.to_ascii_lowercase());
            let (Some(&file), Ok(Content::Text(drawn))) = (file, self.map_plan(*map)) else { continue };
            let bytes: Vec<u8> = folder.bytes(file)?.into_iter().filter(|byte| *byte != b'\r').collect();
            if bytes != drawn.as_bytes() {
                edited.push(file);
            }
        }
        let first = edited.first().copied();
        Ok(first.map(|first| ("game-map-edited", args!(count = edited.len(), file = first))))
    }
}

/// The files of a folder by their names in lower case.
fn by_name(folder: &dyn Folder) -> HashMap<String, &str> {
    folder.files().iter().map(|file| (file.to_ascii_lowercase(), file.as_str())).collect()
}
