//! Where things are in a ZIP. The end of the file tells where the directory is, and the directory where the members are.

use super::{
    CENTRAL, Central, DESCRIBED, DESCRIPTOR, DIRECTORY, END, End, LOCAL, Listed, Local, Lost, NO_END, Sums,
    ZIP64,
};
use relict_core::prelude::*;
use relict_core::report::hex;

/// What stands where a number is too large for a field, and another record has it.
const ELSEWHERE: u32 = u32::MAX;
/// The record that tells where that other record is, right in front of the end record.
const LOCATOR: &[u8; 4] = b"PK\x06\x07";
const LOCATOR_SIZE: usize = 20;

/// Where the parts of a file begin.
pub(super) struct Found {
    pub(super) directory: usize,
    pub(super) end: usize,
    /// What is to be added to every offset.
    pub(super) base: u32,
    entries: usize,
}

/// Where a member lies.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) entry: usize,
    pub(super) start: usize,
    pub(super) packed_size: usize,
    pub(super) descriptor: Option<Described>,
    end: usize,
}

/// How sums stand behind the bytes of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Described {
    /// With a signature in front.
    Signed,
    Bare,
}

fn starts(bytes: &[u8], at: usize, signature: &[u8; 4]) -> bool {
    bytes.get(at..).is_some_and(|bytes| bytes.starts_with(signature))
}

/// Whether the file ends in an end record and nothing else.
pub(super) fn ends_plainly(bytes: &[u8]) -> bool {
    let at = bytes.len().checked_sub(End::SIZE);
    at.is_some_and(|at| starts(bytes, at, END) && bytes.ends_with(&[0, 0]))
}

/// The end record: the last one whose comment ends with the file, or else the last whose comment does not reach
/// beyond it.
pub(super) fn end(bytes: &[u8]) -> Option<usize> {
    let last = bytes.len().checked_sub(End::SIZE)?;
    let mut loose = None;
    for at in (last.saturating_sub(u16::MAX.into())..=last).rev() {
        if !starts(bytes, at, END) {
            continue;
        }
        let comment = u16::get(&bytes[at + End::SIZE - 2..at + End::SIZE]);
        match last.cmp(&(at + usize::from(comment))) {
            std::cmp::Ordering::Equal => return Some(at),
            std::cmp::Ordering::Greater => loose = loose.or(Some(at)),
            std::cmp::Ordering::Less => {}
        }
    }
    loose
}

pub(super) fn locate(bytes: &[u8]) -> Result<Found> {
    if bytes.len() < End::SIZE {
        return Err(Error::truncated(End::SIZE, bytes.len()).at(Some(0)).inside("end"));
    }
    let at =
        end(bytes).ok_or_else(|| broken(&NO_END, "end", args!(size = bytes.len())).at(Some(bytes.len())))?;
    let end = End::get(&bytes[at..at + End::SIZE]);
    if [end.directory_offset, end.directory_size].contains(&ELSEWHERE) {
        return Err(broken(&ZIP64, "end.directory_offset", vec![]).at(Some(at)));
    }
    let entries = usize::from(end.entries);
    let (directory, base) = directory(bytes, at, &end).ok_or_else(|| {
        let args = args!(
            place = 0,
            entries = entries,
            offset = hex(end.directory_offset),
            size = end.directory_size
        );
        broken(&DIRECTORY, "end.directory_offset", args).at(Some(at))
    })?;
    Ok(Found { directory, end: at, base, entries })
}

/// Where the directory begins, and how much lies in front of the archive. The directory should end where the end record
/// begins; where it does not, something was put in front of the archive, or between the two.
fn directory(bytes: &[u8], at: usize, end: &End) -> Option<(usize, u32)> {
    let (offset, size) = (end.directory_offset as usize, end.directory_size as usize);
    if end.entries == 0 {
        return Some((if offset.checked_add(size) == Some(at) { offset } else { at }, 0));
    }
    let ours = at.checked_sub(size).filter(|start| *start >= offset && starts(bytes, *start, CENTRAL));
    let moved = ours.and_then(|start| Some((start, u32::try_from(start - offset).ok()?)));
    moved.or_else(|| (offset < at && starts(bytes, offset, CENTRAL)).then_some((offset, 0)))
}

impl Found {
    /// The records of the directory, all of which must be there.
    pub(super) fn directory<'a>(&self, c: &mut Cursor<'a>) -> Result<Vec<Listed<'a>>> {
        let mut directory = vec![];
        for i in 0..self.entries {
            if !self.has_record(c) {
                let args = args!(
                    place = i,
                    entries = self.entries,
                    offset = hex(c.pos()),
                    size = self.end - c.pos()
                );
                return Err(broken(&DIRECTORY, format_args!("directory[{i}]"), args).at(Some(c.pos())));
            }
            directory.push(c.part(("directory", i), Listed::read)?);
        }
        Ok(directory)
    }

    /// The same before its turn: it tells where the members are. They are read in the order of the file, so that whoever
    /// listens need not keep what comes too early. One that is broken is read where he hears of it.
    pub(super) fn directory_ahead<'a>(&self, c: &mut Cursor<'a>) -> Result<Vec<Listed<'a>>> {
        let mut ahead = Cursor::new(c.whole());
        ahead.seek(self.directory);
        self.directory(&mut ahead).or_else(|_| {
            c.seek(self.directory);
            self.directory(c)
        })
    }

    /// Whether a whole record stands in front of the end record.
    fn has_record(&self, c: &Cursor<'_>) -> bool {
        let room = self.end.saturating_sub(c.pos());
        let record =
            c.peek::<Central>().filter(|record| room >= Central::SIZE && record.signature.0 == *CENTRAL);
        record.is_some_and(|record| {
            let sizes = [record.name_size, record.extra_size, record.comment_size].map(usize::from);
            room >= Central::SIZE + sizes.iter().sum::<usize>()
        })
    }

    /// Where the members lie, in the order of the file, and which of them cannot be had.
    pub(super) fn places(&self, bytes: &[u8], directory: &[Listed<'_>]) -> (Vec<Place>, Vec<Lost>) {
        let area = &bytes[..self.directory];
        let (mut places, mut lost) = (Vec::with_capacity(directory.len()), vec![]);
        for (entry, listed) in directory.iter().enumerate() {
            match self.place(area, entry, &listed.header) {
                Some(place) => places.push(place),
                None => lost.push(Lost { entry: entry as u32, overlaps: 0 }),
            }
        }
        // A directory in the order of the file is the rule, so this is a check more than a sort.
        places.sort_by_key(|place| (place.start, place.end));
        let mut free = 0;
        places.retain(|place| {
            let fits = place.start >= free;
            if fits {
                free = place.end;
            } else {
                lost.push(Lost { entry: place.entry as u32, overlaps: 1 });
            }
            fits
        });
        lost.sort_by_key(|lost| lost.entry);
        (places, lost)
    }

    fn place(&self, area: &[u8], entry: usize, listed: &Central) -> Option<Place> {
        let start = usize::try_from(u64::from(listed.offset) + u64::from(self.base)).ok()?;
        let header = Local::get(area.get(start..start.checked_add(Local::SIZE)?)?);
        if header.signature.0 != *LOCAL {
            return None;
        }
        let packed_size = listed.packed_size as usize;
        let before = Local::SIZE + usize::from(header.name_size) + usize::from(header.extra_size);
        let behind = start.checked_add(before)?.checked_add(packed_size).filter(|end| *end <= area.len())?;
        let descriptor = described(&area[behind..], &header, listed);
        let end = behind + descriptor.map_or(0, Described::size);
        Some(Place { entry, start, packed_size, descriptor, end })
    }
}

impl Described {
    fn size(self) -> usize {
        match self {
            Self::Signed => DESCRIPTOR.len() + Sums::SIZE,
            Self::Bare => Sums::SIZE,
        }
    }
}

/// How the sums stand that follow the bytes of a member. Without a signature they must be the right ones, as nothing
/// else tells that they are there.
fn described(behind: &[u8], header: &Local, listed: &Central) -> Option<Described> {
    if header.flags & DESCRIBED == 0 {
        return None;
    }
    if behind.len() >= Described::Signed.size() && behind.starts_with(DESCRIPTOR) {
        return Some(Described::Signed);
    }
    let sums = Sums::get(behind.get(..Sums::SIZE)?);
    sums.is(&Sums::of(listed)).then_some(Described::Bare)
}

/// Whether another record has the numbers that are too large for this one, of which we know nothing.
pub(super) fn is_zip64(header: &Central) -> bool {
    [header.packed_size, header.unpacked_size, header.offset].contains(&ELSEWHERE)
}

/// Whether bytes in front of the end record say that there is another.
pub(super) fn has_locator(between: &[u8]) -> bool {
    between.len() >= LOCATOR_SIZE && starts(between, between.len() - LOCATOR_SIZE, LOCATOR)
}
