//! The data region of a container: payloads in file order, and the bytes between them that no entry names.

use crate::bytes::{Bytes, Cursor};
use crate::error::{Error, Result};
use crate::json::{Json, Value, unfit};
use crate::parts;
use crate::phrases;
use crate::put::Put;
use crate::record::FieldTable;
use serde::Serializer;
use std::ops::Range;
use std::sync::OnceLock;

/// Whose bytes they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The entry at this place in the directory.
    Entry(usize),
    /// Between an entry and the next aligned place.
    Padding,
    /// Nobody's.
    Gap,
}

/// The bytes themselves.
#[derive(Clone, Debug, PartialEq)]
pub enum Body<'a> {
    Here(Bytes<'a>),
    /// So many, which need not pass through memory.
    Elsewhere(usize),
}

parts! {
    /// A stretch of a container's data region.
    pub struct Segment<'a> {
        /// The place in the directory of the entry that owns the bytes, or `padding`, or `gap`.
        pub owner: Owner,
        /// A payload, padding, or a block that no entry names.
        pub bytes: Body<'a>,
    }
}

impl Body<'_> {
    pub fn len(&self) -> usize {
        match self {
            Self::Here(bytes) => bytes.len(),
            Self::Elsewhere(size) => *size,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes, if they are here.
    pub fn here(&self) -> &[u8] {
        match self {
            Self::Here(bytes) => bytes,
            Self::Elsewhere(_) => &[],
        }
    }
}

impl Segment<'_> {
    /// Zeros from the offset `at` up to the next multiple of `align`.
    pub fn padding(at: usize, align: usize) -> Self {
        let zeros = at.next_multiple_of(align) - at;
        Self { owner: Owner::Padding, bytes: Body::Here(vec![0; zeros].into()) }
    }
}

/// Whether the payload of an entry lies where the directory says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a segment of its own.
    Own,
    /// Outside the data region.
    Outside,
    /// On bytes that an entry before it in the file holds.
    Overlaps,
}

parts! {
    /// An entry whose payload has no bytes of its own; not in the file, but noted while reading.
    pub struct Stray {
        /// Its place in the directory.
        pub entry: u32,
        /// As the directory states it.
        pub data_offset: u32,
        /// As the directory states it.
        pub size: u32,
    }
}

/// The entries that have no segment. `stated` are their offsets and sizes as the directory has them.
pub fn strays(places: &[Place], stated: impl Iterator<Item = (u32, u32)>) -> Vec<Stray> {
    let all = (0..).zip(places.iter().zip(stated));
    let strays = all.filter(|(_, (place, _))| **place != Place::Own);
    strays.map(|(entry, (_, (data_offset, size)))| Stray { entry, data_offset, size }).collect()
}

/// Reads `area` as segments. `stated` are the entries' offsets and sizes; an entry that contradicts the rest gets none.
/// An empty payload has an empty segment, so that its offset is kept too.
pub fn read<'a>(
    c: &mut Cursor<'a>,
    area: Range<usize>,
    align: usize,
    stated: impl Iterator<Item = (usize, usize)>,
) -> Result<(Vec<Segment<'a>>, Vec<Place>)> {
    read_with(c, area, align, stated, &mut |_, _, _| Ok(false))
}

/// Reads the payload of an entry, by its place and size, under names of its own; or says no and reads nothing.
pub type Take<'t, 'a> = &'t mut dyn FnMut(&mut Cursor<'a>, usize, usize) -> Result<bool>;

/// The same for a format that knows what is in some payloads: what it takes lies elsewhere, and is no segment's bytes.
pub fn read_with<'a>(
    c: &mut Cursor<'a>,
    area: Range<usize>,
    align: usize,
    stated: impl Iterator<Item = (usize, usize)>,
    take: Take<'_, 'a>,
) -> Result<(Vec<Segment<'a>>, Vec<Place>)> {
    let mut places = vec![];
    let mut payloads: Vec<(Range<usize>, usize)> = vec![];
    for (i, (start, size)) in stated.enumerate() {
        let end = start.saturating_add(size);
        let inside = start >= area.start && end <= area.end;
        places.push(if inside { Place::Own } else { Place::Outside });
        if inside {
            payloads.push((start..end, i));
        }
    }
    // A directory in file order is the rule, so this is a check more than a sort.
    payloads.sort_by_key(|(range, _)| (range.start, range.end));
    c.seek(area.start);
    let mut reader = Reader { data: Vec::with_capacity(payloads.len() * 2 + 1), align };
    for (range, i) in payloads {
        if range.start < c.pos() {
            places[i] = Place::Overlaps;
            continue;
        }
        reader.between(c, range.start)?;
        if take(c, i, range.len())? {
            reader.data.push(Segment { owner: Owner::Entry(i), bytes: Body::Elsewhere(range.len()) });
        } else {
            reader.segment(c, Owner::Entry(i), range.len())?;
        }
    }
    reader.between(c, area.end)?;
    Ok((reader.data, places))
}

struct Reader<'a> {
    data: Vec<Segment<'a>>,
    align: usize,
}

impl<'a> Reader<'a> {
    /// What lies between a payload and the next: padding as far as the alignment goes, a gap beyond.
    fn between(&mut self, c: &mut Cursor<'a>, end: usize) -> Result<()> {
        if matches!(self.data.last(), Some(Segment { owner: Owner::Entry(_), .. })) {
            let aligned = c.pos().next_multiple_of(self.align).min(end);
            self.filler(c, Owner::Padding, aligned)?;
        }
        self.filler(c, Owner::Gap, end)
    }

    fn filler(&mut self, c: &mut Cursor<'a>, owner: Owner, end: usize) -> Result<()> {
        if end > c.pos() { self.segment(c, owner, end - c.pos()) } else { Ok(()) }
    }

    fn segment(&mut self, c: &mut Cursor<'a>, owner: Owner, size: usize) -> Result<()> {
        self.data.push(c.part(("data", self.data.len()), |c| {
            let bytes = match owner {
                Owner::Entry(i) => c.payload("bytes", size, i),
                Owner::Padding => c.padding("bytes", size),
                Owner::Gap => c.gap("bytes", size),
            };
            Ok(Segment { owner, bytes: Body::Here(bytes?) })
        })?);
        Ok(())
    }
}

/// Tells the record of each entry where its payload goes and how long it is; the region begins at `start`.
pub fn place<R>(
    data: &[Segment<'_>],
    start: usize,
    records: &mut [R],
    mut place: impl FnMut(&mut R, usize, usize) -> Result<()>,
) -> Result<()> {
    let mut at = start;
    for segment in data {
        if let Owner::Entry(i) = segment.owner {
            let record = records.get_mut(i);
            record
                .ok_or_else(|| Error::unexpected(phrases::an_entry_of_the_directory(), i))
                .and_then(|record| place(record, at, segment.bytes.len()))
                .map_err(|e| e.inside("data"))?;
        }
        at = at.saturating_add(segment.bytes.len());
    }
    Ok(())
}

/// An offset or a size, if 32 bits can hold it.
pub fn fit(value: usize) -> Result<u32> {
    u32::try_from(value).map_err(|_| Error::unexpected(phrases::an_archive_below_4_gib(), value))
}

pub fn write(data: &[Segment<'_>], out: &mut Put) {
    for segment in data {
        match (&segment.bytes, segment.owner) {
            (Body::Here(bytes), _) => out.bytes(bytes),
            (Body::Elsewhere(size), Owner::Entry(i)) => out.entry(i, *size),
            (Body::Elsewhere(_), _) => {
                out.fail(Error::unexpected(phrases::bytes(), phrases::none()).inside("data"));
            }
        }
    }
}

/// How many bytes the segments have together.
pub fn len(data: &[Segment<'_>]) -> usize {
    data.iter().map(|segment| segment.bytes.len()).fold(0, usize::saturating_add)
}

/// From entries and from offsets to the segments of a data region, which is handed in with every question.
#[derive(Debug)]
pub struct Index {
    /// For each entry, the segment that is its own; none for strays.
    own: Vec<Option<usize>>,
    /// Where the segments that are not empty begin, in order.
    starts: OnceLock<Vec<(usize, usize)>>,
    start: usize,
    end: usize,
}

impl Index {
    /// The region begins at `start`.
    pub fn new(data: &[Segment<'_>], start: usize, entries: usize) -> Self {
        let end = start.saturating_add(len(data));
        let mut index = Self { own: vec![None; entries], starts: OnceLock::new(), start, end };
        for (at, segment) in data.iter().enumerate() {
            if let Owner::Entry(i) = segment.owner
                && let Some(slot) = index.own.get_mut(i)
            {
                *slot = Some(at);
            }
        }
        index
    }

    /// Made only for those who ask for strays.
    fn starts(&self, data: &[Segment<'_>]) -> Vec<(usize, usize)> {
        let mut at = self.start;
        let mut starts = vec![];
        for (i, segment) in data.iter().enumerate().filter(|(_, segment)| !segment.bytes.is_empty()) {
            starts.push((at, i));
            at = at.saturating_add(segment.bytes.len());
        }
        starts
    }

    /// The bytes that only this entry has.
    pub fn own<'d>(&self, data: &'d [Segment<'_>], entry: usize) -> Option<&'d [u8]> {
        let at = (*self.own.get(entry)?)?;
        data.get(at).map(|segment| segment.bytes.here())
    }

    /// The bytes of a stray, which are those of others; none where it lies outside.
    pub fn gathered(&self, data: &[Segment<'_>], offset: usize, size: usize) -> Option<Vec<u8>> {
        let end = offset.checked_add(size).filter(|end| *end <= self.end)?;
        let mut found = Vec::with_capacity(size);
        let starts = self.starts.get_or_init(|| self.starts(data));
        let first = starts.partition_point(|(start, _)| *start <= offset).checked_sub(1);
        for (start, at) in starts.iter().skip(first?).take_while(|(start, _)| *start < end) {
            let bytes = data[*at].bytes.here();
            let inside = |place: usize| place.clamp(*start, start + bytes.len()) - start;
            found.extend_from_slice(&bytes[inside(offset)..inside(end)]);
        }
        (found.len() == size).then_some(found)
    }
}

impl Json for Owner {
    fn inner() -> Option<&'static FieldTable> {
        None
    }
    fn write_json<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Entry(i) => to.serialize_u64(*i as u64),
            Self::Padding => to.serialize_str("padding"),
            Self::Gap => to.serialize_str("gap"),
        }
    }
    fn from_json(json: &Value) -> Result<Self> {
        match (json.as_u64(), json.as_str()) {
            (Some(i), _) => usize::try_from(i).ok().map(Self::Entry),
            (_, Some("padding")) => Some(Self::Padding),
            (_, Some("gap")) => Some(Self::Gap),
            _ => None,
        }
        .ok_or_else(|| unfit(phrases::number_padding_or_gap(), json))
    }
}

impl Json for Body<'_> {
    fn inner() -> Option<&'static FieldTable> {
        None
    }
    fn write_json<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Here(bytes) => bytes.write_json(to),
            Self::Elsewhere(_) => to.serialize_none(),
        }
    }
    /// Of bytes that lie elsewhere, the size is told there.
    fn from_json(json: &Value) -> Result<Self> {
        if json.is_null() { Ok(Self::Elsewhere(0)) } else { Bytes::from_json(json).map(Self::Here) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strays_gather_the_bytes_of_others_wherever_they_lie() {
        let part = |owner, bytes: &'static [u8]| Segment { owner, bytes: Body::Here(bytes.into()) };
        let data = [
            part(Owner::Entry(1), b"abc"),
            part(Owner::Entry(0), b""),
            part(Owner::Gap, b"d"),
            part(Owner::Entry(2), b"ef"),
        ];
        let index = Index::new(&data, 10, 4);
        assert_eq!(
            [0, 1, 2, 3, 4].map(|i| index.own(&data, i)),
            [Some(&b""[..]), Some(b"abc"), Some(b"ef"), None, None]
        );
        for start in 0..9 {
            for end in start..9 {
                let inside = start >= 1 && end <= 7;
                let wanted = inside.then(|| b"abcdef"[start - 1..end - 1].to_vec());
                assert_eq!(index.gathered(&data, 9 + start, end - start), wanted, "{start}..{end}");
            }
        }
        assert_eq!(index.gathered(&data, 12, usize::MAX), None);
    }
}
