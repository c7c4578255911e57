//! Writing: `Put` takes what `Cursor` gives, in the same order and with the same verbs.

use crate::bytes::{Count, Step};
use crate::error::{Error, Result};
use crate::phrases;
use crate::record::Field;

/// A stretch of a file that is being written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Stretch {
    Bytes(Vec<u8>),
    /// The stored bytes of an entry, which the caller already has, so that they are not copied.
    Entry {
        index: usize,
        size: usize,
    },
}

impl Stretch {
    /// The entry that it is, if it is one.
    pub(crate) fn entry(&self) -> Option<usize> {
        if let Self::Entry { index, .. } = self { Some(*index) } else { None }
    }
}

/// Writes fields. The first thing that cannot be written is remembered and returned by `finish`,
/// so that a `write` reads as plainly as its `read`.
#[derive(Debug, Default)]
pub struct Put {
    done: Vec<Stretch>,
    /// How many bytes `done` holds.
    before: usize,
    bytes: Vec<u8>,
    path: Vec<Step>,
    error: Option<Error>,
    /// Where the file begins in memory that this is compared with; none where it is written.
    original: Option<usize>,
    /// What was not written since it lies where it belongs in the original: behind how many written bytes, and how long.
    there: Vec<(usize, usize)>,
    /// How long those are together.
    there_in_all: usize,
}

/// Shorter runs are written sooner than looked for.
const WORTH_LOOKING: usize = 32;

impl Put {
    /// Writes only in order to compare with a file that is there, so that a file that was read from these bytes costs no
    /// second copy of itself.
    pub fn against(original: &[u8]) -> Self {
        Self { original: Some(original.as_ptr().addr()), ..Self::default() }
    }

    pub fn pos(&self) -> usize {
        self.before + self.bytes.len() + self.there_in_all
    }

    pub fn put<T: Field>(&mut self, value: &T) {
        let start = self.bytes.len();
        self.bytes.resize(start + T::SIZE, 0);
        value.put(&mut self.bytes[start..]);
    }

    pub fn put_if<T: Field>(&mut self, value: &Option<T>) {
        value.iter().for_each(|value| self.put(value));
    }

    pub fn count<T: Count>(&mut self, name: &'static str, count: usize) {
        match T::try_from(count) {
            Ok(count) => self.put(&count),
            Err(_) => {
                let wanted = phrases::length_that_fits(T::SHAPE.to_string());
                self.fail(Error::unexpected(wanted, count).inside(name));
            }
        }
    }

    pub fn list<T: Field>(&mut self, values: &[T]) {
        let start = self.bytes.len();
        self.bytes.resize(start + values.len() * T::SIZE, 0);
        for (value, bytes) in values.iter().zip(self.bytes[start..].chunks_exact_mut(T::SIZE)) {
            value.put(bytes);
        }
    }

    /// The same where the file holds the records enciphered: `cipher` gives what stands for the bytes, at the same length.
    pub fn list_enciphered<T: Field>(&mut self, values: &[T], cipher: impl FnOnce(&[u8]) -> Vec<u8>) {
        let start = self.bytes.len();
        self.list(values);
        let plain = self.bytes.split_off(start);
        self.bytes(&cipher(&plain));
    }

    pub fn list_if<T: Field>(&mut self, values: &Option<Vec<T>>) {
        values.iter().for_each(|values| self.list(values));
    }

    /// One structure of varying length, by its own `write`.
    pub fn part<T>(&mut self, name: impl Into<Step>, part: &T, write: impl FnOnce(&T, &mut Self)) {
        self.path.push(name.into());
        write(part, self);
        self.path.pop();
    }

    pub fn part_if<T>(&mut self, name: &'static str, part: &Option<T>, write: impl FnOnce(&T, &mut Self)) {
        if let Some(part) = part {
            self.part(name, part, write);
        }
    }

    pub fn each<T>(&mut self, name: &'static str, parts: &[T], write: impl Fn(&T, &mut Self)) {
        for (i, part) in parts.iter().enumerate() {
            self.part((name, i), part, &write);
        }
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        if self.lies_there(bytes) {
            self.there.push((self.bytes.len(), bytes.len()));
            self.there_in_all += bytes.len();
        } else {
            self.bytes.extend_from_slice(bytes);
        }
    }

    /// Whether these are the very bytes of the original that belong here.
    fn lies_there(&self, bytes: &[u8]) -> bool {
        let here = |start: usize| start.wrapping_add(self.pos()) == bytes.as_ptr().addr();
        bytes.len() >= WORTH_LOOKING && self.original.is_some_and(here)
    }

    /// One run of bytes after the other.
    pub fn runs(&mut self, runs: &[&[u8]]) {
        runs.iter().for_each(|run| self.bytes(run));
    }

    pub fn zeros(&mut self, count: usize) {
        self.bytes.resize(self.bytes.len() + count, 0);
    }

    /// An entry's stored bytes, which stay where they are.
    pub fn entry(&mut self, index: usize, size: usize) {
        self.close();
        self.done.push(Stretch::Entry { index, size });
        self.before += size;
    }

    fn close(&mut self) {
        if !self.bytes.is_empty() {
            self.before += self.bytes.len();
            self.done.push(Stretch::Bytes(std::mem::take(&mut self.bytes)));
        }
    }

    pub fn counted_text<T: Count>(&mut self, name: &'static str, text: &[u8]) {
        self.count::<T>(name, text.len());
        self.bytes(text);
    }

    /// Refuses to write what an earlier field states another length of.
    pub fn agree(&mut self, name: &'static str, stated: impl Into<i64>, len: usize) {
        let stated = stated.into();
        if usize::try_from(stated) != Ok(len) {
            self.fail(Error::unexpected(phrases::its_length(len), stated).inside(name));
        }
    }

    pub fn fail(&mut self, error: Error) {
        let error = self.path.iter().rev().fold(error, Error::inside);
        self.error.get_or_insert(error);
    }

    /// The file, if all of it was written here.
    pub fn finish(self) -> Result<Vec<u8>> {
        match (self.error, self.done.is_empty()) {
            (Some(error), _) => Err(error),
            (None, true) => Ok(self.bytes),
            (None, false) => Err(Error::unexpected(phrases::bytes(), phrases::an_entry_elsewhere())),
        }
    }

    /// Whether what was written `against` a file is that file.
    pub fn is(self, original: &[u8]) -> Result<bool> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let (mut at, mut from) = (0, 0);
        for (until, size) in self.there {
            let own = &self.bytes[from..until];
            if original.get(at..at + own.len()) != Some(own) {
                return Ok(false);
            }
            (at, from) = (at + own.len() + size, until);
        }
        Ok(self.done.is_empty() && original.get(at..) == Some(&self.bytes[from..]))
    }

    /// The file in stretches, those that lie elsewhere by number.
    pub(crate) fn stretches(mut self) -> Result<Vec<Stretch>> {
        self.close();
        self.error.map_or(Ok(self.done), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_not_written() {
        let mut out = Put::default();
        out.count::<u16>("keys", 70_000);
        let error = out.finish().unwrap_err().to_string();
        assert_eq!(error, "keys: wanted a length that fits u16le, found 70000");
    }

    #[test]
    fn what_lies_in_the_original_is_compared_without_being_copied() {
        let original: Vec<u8> = (0..200).collect();
        let written = |first: u8, run: &[u8], rest: &[u8]| {
            let mut out = Put::against(&original);
            out.put(&first);
            out.bytes(run);
            assert_eq!(out.pos(), 1 + run.len());
            out.bytes(rest);
            let copied = out.bytes.len();
            (out.is(&original).unwrap(), copied)
        };
        assert_eq!(written(0, &original[1..150], &original[150..]), (true, 1));
        // The same from elsewhere, other bytes in front, bytes that are missing, or lie elsewhere in the original.
        let copy = original[1..150].to_vec();
        assert_eq!(written(0, &copy, &original[150..]), (true, 150));
        assert_eq!(written(9, &original[1..150], &original[150..]), (false, 1));
        assert_eq!(written(0, &original[1..150], &[]), (false, 1));
        assert_eq!(written(0, &original[2..], &[]), (false, 199));
    }

    #[test]
    fn enciphered_records_take_the_place_of_plain_ones() {
        let mut out = Put::default();
        out.put(&7u8);
        out.list_enciphered(&[1u16, 2], |bytes| bytes.iter().map(|byte| !byte).collect());
        assert_eq!(out.finish().unwrap(), [7, 0xFE, 0xFF, 0xFD, 0xFF]);
    }

    #[test]
    fn entries_stay_where_they_are() {
        let mut out = Put::default();
        out.put(&1u16);
        out.entry(7, 1000);
        out.put(&2u8);
        assert_eq!(out.pos(), 1003);
        let stretches =
            [Stretch::Bytes(vec![1, 0]), Stretch::Entry { index: 7, size: 1000 }, Stretch::Bytes(vec![2])];
        assert_eq!(out.stretches().unwrap(), stretches);
    }
}
