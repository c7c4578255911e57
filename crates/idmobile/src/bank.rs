//! Chunks in numbered files, found through an index: read together, and written together again, so that no index is left
//! behind by the files it tells of.

use crate::gallery::{Changes, Lookup, Refusal, Trouble};
use crate::index::{self, Index, Width};
use crate::phrases;
use crate::resource::{expect_sound, need};
use relict_core::args;
use relict_core::bytes::Cursor;
use relict_core::error::{Error, broken};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry as Slot;

/// Chunks of one kind, and the files that hold them.
#[derive(Clone, Debug)]
pub(crate) struct Set {
    stem: &'static str,
    width: Width,
    /// Digits that the numbers of files have at least.
    digits: usize,
    files: BTreeMap<u8, Vec<u8>>,
    /// How many records at the end of the index close files without any bytes.
    empty_files: usize,
    pub(crate) chunks: Vec<Chunk>,
}

/// A chunk and where it was.
#[derive(Clone, Debug)]
pub(crate) struct Chunk {
    pub(crate) file: u8,
    pub(crate) start: usize,
    /// How long it was; none if it is new.
    pub(crate) before: Option<usize>,
    pub(crate) bytes: Vec<u8>,
}

fn file_name(stem: &str, file: u8, digits: usize) -> String {
    format!("{stem}{file:0digits$}.bin")
}

/// The digits that numbers of files have: texts of some builds have two, everything else has as few as it can.
fn digits(lookup: Lookup<'_, '_>, stem: &str, index: &Index<'_>) -> usize {
    let found = |digits: &usize| {
        index.chunks().first().is_some_and(|chunk| lookup(&file_name(stem, chunk.file, *digits)).is_some())
    };
    [1, 2].into_iter().find(found).unwrap_or(1)
}

impl Set {
    pub(crate) fn file_name(&self, file: u8) -> String {
        file_name(self.stem, file, self.digits)
    }

    pub(crate) fn index_name(stem: &str) -> String {
        format!("{stem}.idx")
    }

    /// The set of an index; none if there is no such index.
    pub(crate) fn load(lookup: Lookup<'_, '_>, stem: &'static str) -> Result<Option<Self>, Trouble> {
        let name = Self::index_name(stem);
        let Some(bytes) = lookup(&name) else { return Ok(None) };
        let index = Self::index(lookup, stem, &bytes).map_err(|error| Trouble::new(&*name, error))?;
        let list = if index.width() == Width::Wide { "wide" } else { "narrow" };
        let (width, digits) = (index.width(), digits(lookup, stem, &index));
        let empty_files = index.empty_files();
        let mut set = Self { stem, width, digits, files: BTreeMap::new(), empty_files, chunks: vec![] };
        let chunks = index.chunks();
        for (i, chunk) in chunks.iter().enumerate() {
            let file = set.file_name(chunk.file);
            let wrong = |rule, field: &str, size: usize| {
                let path = format!("{list}[{}].{field}", chunk.record);
                let args = args!(number = i, file = file.as_str(), end = chunk.end, size = size);
                Trouble::new(&*name, broken(rule, path, args))
            };
            let size = match set.files.entry(chunk.file) {
                Slot::Occupied(held) => held.get().len(),
                Slot::Vacant(room) => {
                    let found = lookup(&file).ok_or_else(|| wrong(&index::MISSING, "file", 0))?;
                    room.insert(found.into_owned()).len()
                }
            };
            if chunk.start.max(chunk.end) > size {
                return Err(wrong(&index::OUTSIDE, "offset", size));
            }
        }
        // Only now, since what is missing says more than numbers that are out of order because of it; and before any
        // bytes are taken, since those of chunks in order are no more than the files have.
        expect_sound(&name, &index)?;
        for chunk in chunks {
            let held = set.files.get(&chunk.file).map(Vec::as_slice).unwrap_or_default();
            let bytes = held.get(chunk.start..chunk.end).unwrap_or_default();
            let before = Some(bytes.len());
            set.chunks.push(Chunk { file: chunk.file, start: chunk.start, before, bytes: bytes.to_vec() });
        }
        Ok(Some(set))
    }

    /// The index, read in the way in which its last chunks end with their files; else with them inside of their files; else
    /// as its name has it.
    fn index<'a>(lookup: Lookup<'_, '_>, stem: &str, bytes: &'a [u8]) -> Result<Index<'a>, Error> {
        let ends_by = |index: &Index<'_>, fine: fn(usize, usize) -> bool| {
            let digits = digits(lookup, stem, index);
            let file = |file: u8| lookup(&file_name(stem, file, digits));
            let size = |number: u8| file(number).as_ref().map_or(0, |bytes: &Cow<'_, [u8]>| bytes.len());
            let mut ends: BTreeMap<u8, usize> = BTreeMap::new();
            for chunk in index.chunks() {
                let end = ends.entry(chunk.file).or_default();
                *end = chunk.end.max(*end);
            }
            ends.into_iter().all(|(file, end)| fine(end, size(file)))
        };
        let read = |width| Index::read_as(&mut Cursor::new(bytes), width);
        let widths = Width::candidates(&Self::index_name(stem), bytes);
        let fitting = widths.into_iter().filter(|width| width.fits(bytes));
        let mut fitting: Vec<Index<'a>> = fitting.filter_map(|width| read(width).ok()).collect();
        let exact = fitting.iter().position(|index| ends_by(index, |end, size| end == size));
        let inside = || fitting.iter().position(|index| ends_by(index, |end, size| end <= size));
        match exact.or_else(inside) {
            Some(place) => Ok(fitting.swap_remove(place)),
            None => read(widths[0]),
        }
    }

    pub(crate) fn need(lookup: Lookup<'_, '_>, stem: &'static str) -> Result<Self, Trouble> {
        need(lookup, &Self::index_name(stem))?;
        let missing =
            || Trouble::new(Self::index_name(stem), Error::unexpected(phrases::an_index(), phrases::none()));
        Self::load(lookup, stem)?.ok_or_else(missing)
    }

    /// Whether all chunks are as long as before, and where they were.
    fn stays(&self, before: &Self) -> bool {
        let same = |chunk: &Chunk| chunk.before == Some(chunk.bytes.len());
        self.chunks.len() == before.chunks.len() && self.chunks.iter().all(same)
    }

    /// The names of all its files, and of the index.
    pub(crate) fn names(&self) -> Vec<String> {
        let files = self.files.keys().map(|file| self.file_name(*file));
        files.chain([Self::index_name(self.stem)]).collect()
    }

    /// The first file whose chunks are more than its offsets can tell.
    pub(crate) fn overfull(&self) -> Option<String> {
        let size = |file: u8| {
            let chunks = self.chunks.iter().filter(move |chunk| chunk.file == file);
            chunks.fold(0usize, |size, chunk| size.saturating_add(chunk.bytes.len()))
        };
        let file = self.files.keys().find(|file| size(**file) > self.width.most())?;
        Some(self.file_name(*file))
    }

    /// Puts what is other than in `before` into `changes`.
    pub(crate) fn write(
        mut self,
        before: &Self,
        lookup: Lookup<'_, '_>,
        changes: &mut Changes,
    ) -> Result<(), Refusal> {
        if self.stays(before) {
            for chunk in &self.chunks {
                let file = self.files.get_mut(&chunk.file);
                let room = file.and_then(|file| file.get_mut(chunk.start..)?.get_mut(..chunk.bytes.len()));
                room.into_iter().for_each(|room| room.copy_from_slice(&chunk.bytes));
            }
            for (&file, bytes) in &self.files {
                changes.put(lookup, &self.file_name(file), bytes.clone());
            }
            return Ok(());
        }
        let full = || Refusal::Full { resource: Self::index_name(self.stem) };
        let files = self.distributed().ok_or_else(full)?;
        let mut sizes = vec![];
        for (file, chunks) in &files {
            // What lies behind the last chunk of a file belongs to none, and stays there.
            let used = before.chunks.iter().filter(|chunk| chunk.file == *file);
            let used = used.map(|chunk| chunk.start + chunk.before.unwrap_or(0)).max().unwrap_or(0);
            let rest = self.files.get(file).and_then(|bytes| bytes.get(used..)).unwrap_or_default();
            let bytes = [&chunks.concat()[..], rest].concat();
            changes.put(lookup, &self.file_name(*file), bytes);
            sizes.push((*file, chunks.iter().map(Vec::len).collect()));
        }
        let mut index = index::written(self.width, &sizes).ok_or_else(full)?;
        index.extend(index::closing_empty(self.width, self.empty_files));
        changes.put(lookup, &Self::index_name(self.stem), index);
        Ok(())
    }

    /// The chunks of every file. What a file has no room for goes to the front of the next, so that all keep their order;
    /// the last overflow makes a file of its own. None if that is not possible.
    fn distributed(&self) -> Option<Vec<(u8, Vec<Vec<u8>>)>> {
        let mut files: BTreeMap<u8, Vec<Vec<u8>>> = BTreeMap::new();
        for chunk in &self.chunks {
            files.entry(chunk.file).or_default().push(chunk.bytes.clone());
        }
        let mut done = vec![];
        while let Some((file, mut chunks)) = files.pop_first() {
            let mut size = 0;
            let fits = |chunk: &&Vec<u8>| {
                size += chunk.len();
                size <= self.width.most()
            };
            let room = chunks.iter().take_while(fits).count();
            let over = chunks.split_off(room);
            if room == 0 && !over.is_empty() {
                return None;
            }
            if !over.is_empty() {
                let next = files.keys().next().copied().or_else(|| file.checked_add(1))?;
                if next == index::CLOSING {
                    return None;
                }
                files.entry(next).or_default().splice(..0, over);
            }
            done.push((file, chunks));
        }
        Some(done)
    }
}
