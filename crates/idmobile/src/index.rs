//! Indices (`*.idx`): where chunks begin in the numbered files beside them, and where the last of each file ends.
//!
//! All indices of both Orcs & Elves have offsets of 16 bits, those of Wolfenstein RPG and Doom II RPG of 32; nothing in an
//! index says so, and only one of the two fits. Behind the record that closes the last chunk there may be more records
//! `255, 0`: each closes a data file without any bytes, and the games stop reading before it.

use crate::resource::base;
use relict_core::format::Library;
use relict_core::prelude::*;
use std::collections::BTreeMap;

/// Stands in the place of a file's number where a record closes the file before.
pub const CLOSING: u8 = 255;

record! {
    /// A chunk, or the end of a file; offsets of 16 bits.
    pub struct Narrow: 3 {
        /// The number of the file, or 255 for the end of the file before.
        0x00 file: u8,
        /// Where the chunk begins, or where the file ends.
        0x01 offset: u16,
    }
}

record! {
    /// A chunk, or the end of a file; offsets of 32 bits.
    pub struct Wide: 5 {
        /// The number of the file, or 255 for the end of the file before.
        0x00 file: u8,
        /// Where the chunk begins, or where the file ends.
        0x01 offset: u32,
    }
}

parts! {
    /// Index of chunks in numbered files.
    pub struct Index<'a> {
        /// How many chunks there are. Records that close a file do not count.
        pub chunk_count: u16,
        /// Records with offsets of 16 bits.
        pub narrow: Option<View<'a, Narrow>> = sparse,
        /// Records with offsets of 32 bits.
        pub wide: Option<View<'a, Wide>> = sparse,
        /// Bytes behind the records that close the last file, and those without any bytes behind it.
        pub tail: Bytes<'a>,
    }
}

/// How wide offsets are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    Narrow,
    Wide,
}

impl Width {
    pub fn record(self) -> usize {
        match self {
            Self::Narrow => Narrow::SIZE,
            Self::Wide => Wide::SIZE,
        }
    }

    /// The largest offset.
    pub fn most(self) -> usize {
        match self {
            Self::Narrow => u16::MAX.into(),
            Self::Wide => u32::MAX as usize,
        }
    }

    fn records(self, bytes: &[u8]) -> Vec<(u8, u32)> {
        match self {
            Self::Narrow => View::<Narrow>::new(bytes).iter().map(|r| (r.file, r.offset.into())).collect(),
            Self::Wide => View::<Wide>::new(bytes).iter().map(|r| (r.file, r.offset)).collect(),
        }
    }

    /// The width that makes sense of an index: all of it is used, the first file begins it, and numbers of files and offsets
    /// go up. Where both do or neither, pictures and shapes have narrow offsets, and the rest has wide ones.
    pub fn of(name: &str, bytes: &[u8]) -> Self {
        Self::candidates(name, bytes)[0]
    }

    /// Both widths, the better one first.
    pub fn candidates(name: &str, bytes: &[u8]) -> [Self; 2] {
        let pictures = ["wtexels.idx", "stexels.idx", "ftexels.idx", "shapes.idx"];
        let narrow = pictures.contains(&base(name).as_str());
        let usual = if narrow { [Self::Narrow, Self::Wide] } else { [Self::Wide, Self::Narrow] };
        let [first, second] = usual.map(|width| width.fits(bytes));
        if second && !first { [usual[1], usual[0]] } else { usual }
    }

    /// Whether an index makes sense with offsets of this width.
    pub fn fits(self, bytes: &[u8]) -> bool {
        let Some((count, records)) = bytes.split_first_chunk::<2>() else { return false };
        let used = used_records(self, u16::from_le_bytes(*count).into(), records);
        used.is_some_and(|used| {
            let all = self.records(records);
            let begins = all.first().is_none_or(|first| matches!(*first, (0, 0) | EMPTY));
            used * self.record() == records.len() && begins && order(&all).all(|fine| fine)
        })
    }
}

/// What closes a data file without any bytes.
const EMPTY: (u8, u32) = (CLOSING, 0);

/// How many records make up so many chunks, with those that close files; none if there are not so many.
fn used_records(width: Width, chunks: usize, bytes: &[u8]) -> Option<usize> {
    let records = || bytes.chunks_exact(width.record());
    let closes = |record: &[u8]| record.first() == Some(&CLOSING);
    let is_empty = |record: &&[u8]| closes(record) && record[1..].iter().all(|byte| *byte == 0);
    let (mut seen, mut used) = (0, 0);
    for record in records() {
        if seen == chunks {
            used += usize::from(closes(record));
            return Some(used + records().skip(used).take_while(is_empty).count());
        }
        seen += usize::from(!closes(record));
        used += 1;
    }
    // The last chunk has no end without one more record.
    (seen == chunks && chunks == 0).then_some(used)
}

/// Whether files come in order, and chunks in each of them, too: told of every record. A file begins with a chunk, and
/// one that is closed does not go on. At the end, records may close files without any bytes.
fn order(records: &[(u8, u32)]) -> impl Iterator<Item = bool> {
    let end = records.len() - records.iter().rev().take_while(|record| **record == EMPTY).count();
    let (mut file, mut last, mut closed) = (None, 0, false);
    records.iter().enumerate().map(move |(i, &(number, offset))| {
        let goes_on = !closed && (number == CLOSING || Some(number) == file);
        let begins = number != CLOSING && offset == 0 && file.is_none_or(|file| number > file);
        let fine = if goes_on { offset >= last } else { begins || i >= end };
        if number != CLOSING {
            file = Some(number);
        }
        (last, closed) = (offset, number == CLOSING);
        fine
    })
}

/// Where a chunk lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk {
    pub file: u8,
    pub start: usize,
    pub end: usize,
    /// Its place among the records.
    pub record: usize,
}

impl<'a> Format<'a> for Index<'a> {
    const ID: &'static str = "idmobile.index";
    const ENDINGS: &'static [&'static str] = &["idx"];
    const RULES: Rules = RULES;
    const FACETS: Facets<Self> = Facets::<Self>::NONE.tables(Self::make_tables);

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        let known = [
            "wtexels", "stexels", "ftexels", "shapes", "strings", "images", "sounds", "maps", "audio", "font",
        ];
        let base = base(origin.name);
        let Some(stem) = base.strip_suffix(".idx") else { return Claim::No };
        // Other programs have files of this ending, too.
        let fits = [Width::Narrow, Width::Wide].iter().any(|width| width.fits(bytes));
        Claim::of_named(known.contains(&stem) || fits, || fits)
    }

    fn read(c: &mut Cursor<'a>, origin: Origin<'_>) -> Result<Self> {
        let width = Width::of(origin.name, c.whole());
        Self::read_as(c, width)
    }

    fn write(&self, out: &mut Put) {
        out.put(&self.chunk_count);
        self.narrow.iter().for_each(|records| out.bytes(records.bytes()));
        self.wide.iter().for_each(|records| out.bytes(records.bytes()));
        out.bytes(&self.tail);
    }

    fn facts(&self) -> Facts {
        let files = self.chunks().iter().map(|chunk| chunk.file).collect::<std::collections::BTreeSet<_>>();
        let bits = if self.wide.is_some() { 32 } else { 16 };
        vec![("chunks", self.chunk_count.into()), ("files", files.len().into()), ("offset_bits", bits.into())]
    }

    fn check(&self, report: &mut Report, context: Context<'_>) {
        let size = self.tail.len();
        report.expect(size == 0, &TAIL, "tail", || args!(size = size));
        let list = if self.wide.is_some() { "wide" } else { "narrow" };
        let chunks = self.chunks();
        self.check_order(list, report);
        let name = context.origin.name;
        let stem = name.len().checked_sub(4).and_then(|end| name.get(..end)).unwrap_or_default();
        let held = |file: u8| Held::find(stem, file, context.library);
        let mut files: BTreeMap<u8, Held> = BTreeMap::new();
        for chunk in &chunks {
            let file = files.entry(chunk.file).or_insert_with(|| held(chunk.file));
            file.end = file.end.max(chunk.end);
            file.last = chunk.record;
        }
        // Without any of the files the index stands alone, and nothing can be said about them.
        let alone = files.values().all(|file| file.size.is_none());
        for (i, chunk) in chunks.iter().enumerate().filter(|_| !alone) {
            let Some(Held { name, size, end, last }) = files.get(&chunk.file) else { continue };
            report.part((list, chunk.record), chunk, |chunk, report| {
                let size = *size;
                report.expect(size.is_some(), &MISSING, "file", || args!(number = i, file = name.as_str()));
                let inside = size.is_none_or(|size| chunk.end <= size);
                let told =
                    |end: usize| args!(number = i, file = name.as_str(), end = end, size = size.unwrap_or(0));
                report.expect(inside, &OUTSIDE, "offset", || told(chunk.end));
                let used = chunk.record != *last || size.is_none_or(|size| *end >= size);
                report.expect(used, &UNUSED, "offset", || told(*end));
            });
        }
    }
}

impl Index<'_> {
    fn make_tables(&self) -> Vec<Table> {
        let row = |(i, chunk): (usize, &Chunk)| {
            let size = chunk.end.saturating_sub(chunk.start);
            let numbers = [i, chunk.file.into(), chunk.start, size];
            numbers.map(|number| Cell::Number(number as i64)).to_vec()
        };
        let rows = self.chunks().iter().enumerate().map(row).collect();
        vec![Table { title: "chunks", columns: vec!["index", "file", "offset", "bytes"], rows }]
    }
}

/// A file of chunks beside the index.
struct Held {
    name: String,
    /// None if it is not there.
    size: Option<usize>,
    /// Where the last of its chunks ends, and the record of the one that comes last.
    end: usize,
    last: usize,
}

impl Held {
    /// Builds differ in whether numbers below ten have a zero in front.
    fn find(stem: &str, file: u8, library: &dyn Library) -> Self {
        let names = [format!("{stem}{file}.bin"), format!("{stem}{file:02}.bin")];
        let size = |name: &String| library.sibling(name).map(|bytes| bytes.len());
        let found = names.iter().find_map(|name| Some((name, size(name)?)));
        let name = base(found.map_or(&names[0], |(name, _)| name));
        Self { name, size: found.map(|(_, size)| size), end: 0, last: 0 }
    }
}

impl<'a> Index<'a> {
    /// Reads with offsets of this width, whatever the bytes look like.
    pub fn read_as(c: &mut Cursor<'a>, width: Width) -> Result<Self> {
        let chunk_count: u16 = c.get("chunk_count")?;
        let records = &c.whole()[c.pos()..];
        // Where there are too few, the first that is missing is what is wrong.
        let used =
            used_records(width, chunk_count.into(), records).unwrap_or(records.len() / width.record() + 1);
        let (narrow, wide) = match width {
            Width::Narrow => (Some(c.view("narrow", used)?), None),
            Width::Wide => (None, Some(c.view("wide", used)?)),
        };
        Ok(Self { chunk_count, narrow, wide, tail: c.tail("tail") })
    }

    pub fn width(&self) -> Width {
        if self.wide.is_some() { Width::Wide } else { Width::Narrow }
    }

    /// All records: the number of the file, and the offset.
    pub fn records(&self) -> Vec<(u8, u32)> {
        let narrow =
            self.narrow.iter().flat_map(View::iter).map(|record| (record.file, record.offset.into()));
        let wide = self.wide.iter().flat_map(View::iter).map(|record| (record.file, record.offset));
        narrow.chain(wide).collect()
    }

    /// How many records at the end close files without any bytes. The one that closes the last chunk is none of them.
    pub fn empty_files(&self) -> usize {
        let records = self.records();
        let behind = self.chunks().last().map_or(0, |chunk| chunk.record + 2);
        records.len().saturating_sub(behind)
    }

    /// All chunks. Each ends where the next record of the same file says, or the one that closes it; where neither comes,
    /// it is empty.
    pub fn chunks(&self) -> Vec<Chunk> {
        let records = self.records();
        let chunk = |(i, &(file, start)): (usize, &(u8, u32))| {
            let next = records.get(i + 1).filter(|(next, _)| *next == file || *next == CLOSING);
            let end = next.map_or(start, |(_, end)| *end);
            Chunk { file, start: start as usize, end: end as usize, record: i }
        };
        records.iter().enumerate().filter(|(_, (file, _))| *file != CLOSING).map(chunk).collect()
    }

    fn check_order(&self, list: &'static str, report: &mut Report) {
        for (i, fine) in order(&self.records()).enumerate() {
            report.part((list, i), &fine, |&fine, report| {
                report.expect(fine, &ORDER, "", || args!(number = i));
            });
        }
    }
}

/// The bytes of an index: for each file its number and the sizes of its chunks, which lie one behind the other.
/// None if an offset is too large, or there are too many files or chunks.
pub fn written(width: Width, files: &[(u8, Vec<usize>)]) -> Option<Vec<u8>> {
    let count: usize = files.iter().map(|(_, sizes)| sizes.len()).sum();
    let mut bytes = u16::try_from(count).ok()?.to_le_bytes().to_vec();
    let mut record = |file: u8, offset: usize| {
        let offset = u32::try_from(offset).ok().filter(|_| offset <= width.most())?.to_le_bytes();
        bytes.push(file);
        bytes.extend(&offset[..width.record() - 1]);
        Some(())
    };
    for (file, sizes) in files {
        let mut at: usize = 0;
        for size in sizes {
            record(*file, at)?;
            at = at.checked_add(*size)?;
        }
        record(CLOSING, at)?;
    }
    Some(bytes)
}

/// The records that close so many files without any bytes, to be put behind the last of an index.
pub fn closing_empty(width: Width, files: usize) -> Vec<u8> {
    let mut record = vec![0; width.record()];
    record[0] = CLOSING;
    record.repeat(files)
}

rules! { "index":
    Error OUTSIDE = "chunk-out-of-range";
    Error MISSING = "missing-resource";
    Error ORDER = "order";
    Error TAIL = "tail";
    Warning UNUSED = "unused-bytes";
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read<'a>(name: &str, bytes: &'a [u8]) -> Index<'a> {
        Index::read(&mut Cursor::new(bytes), Origin::named(name)).unwrap()
    }

    #[test]
    fn chunks_reach_to_the_next_or_to_the_end_of_their_file() {
        let files = [(0, vec![5, 7]), (2, vec![1])];
        for width in [Width::Narrow, Width::Wide] {
            let bytes = written(width, &files).unwrap();
            let index = read("wtexels.idx", &bytes);
            assert_eq!((index.width(), index.tail.len()), (width, 0));
            let chunks: Vec<_> = index.chunks().iter().map(|c| (c.file, c.start, c.end)).collect();
            assert_eq!(chunks, [(0, 0, 5), (0, 5, 12), (2, 0, 1)]);
        }
    }

    #[test]
    fn an_offset_must_have_room() {
        assert!(written(Width::Narrow, &[(0, vec![65_535])]).is_some());
        assert!(written(Width::Narrow, &[(0, vec![65_536])]).is_none());
        assert!(written(Width::Wide, &[(0, vec![65_536])]).is_some());
    }

    #[test]
    fn an_index_without_its_last_end_is_refused() {
        let bytes = written(Width::Narrow, &[(0, vec![5, 7])]).unwrap();
        for end in 0..bytes.len() {
            let cut = Index::read(&mut Cursor::new(&bytes[..end]), Origin::named("wtexels.idx"));
            assert!(cut.is_err(), "{end}: {cut:?}");
        }
    }

    /// Files by their names, with their sizes.
    struct Beside(&'static [(&'static str, usize)]);

    impl Library for Beside {
        fn file(&self, name: &str) -> Option<std::borrow::Cow<'_, [u8]>> {
            let size = self.0.iter().find(|(other, _)| *other == name)?.1;
            Some(vec![0; size].into())
        }
    }

    #[test]
    fn files_beside_an_index_end_with_their_last_chunk() {
        let bytes = written(Width::Wide, &[(0, vec![5, 7]), (1, vec![3])]).unwrap();
        let index = read("strings.idx", &bytes);
        let codes = |files: &'static [(&'static str, usize)]| {
            let mut report = Report::default();
            let beside = Beside(files);
            let context = Context { origin: Origin::named("strings.idx"), ..Context::new(&beside) };
            index.check(&mut report, context);
            report.codes()
        };
        assert_eq!(codes(&[("strings0.bin", 12), ("strings1.bin", 3)]), Vec::<&str>::new());
        assert_eq!(codes(&[("strings00.bin", 12), ("strings01.bin", 3)]), Vec::<&str>::new());
        assert_eq!(codes(&[("strings0.bin", 13), ("strings1.bin", 3)]), ["index.unused-bytes"]);
        assert_eq!(codes(&[("strings0.bin", 11), ("strings1.bin", 3)]), ["index.chunk-out-of-range"]);
        assert_eq!(codes(&[("strings0.bin", 12)]), ["index.missing-resource"]);
        assert_eq!(codes(&[]), Vec::<&str>::new(), "alone there is nothing to say");
    }

    #[test]
    fn a_file_that_is_closed_does_not_go_on() {
        let fine = |records: &[(u8, u32)]| order(records).all(|fine| fine);
        assert!(fine(&[(0, 0), (0, 5), (CLOSING, 9), (2, 0), (CLOSING, 1)]));
        assert!(!fine(&[(0, 0), (CLOSING, 5), (0, 9), (CLOSING, 12)]), "the same file again");
        assert!(!fine(&[(0, 0), (CLOSING, 5), (CLOSING, 9)]), "closed twice");
        assert!(fine(&[(0, 0), (CLOSING, 5), (CLOSING, 0), (CLOSING, 0)]), "two files without bytes");
        assert!(!fine(&[(0, 0), (CLOSING, 5), (CLOSING, 0), (1, 0), (CLOSING, 3)]), "not at the end");
        assert!(!fine(&[(0, 0), (CLOSING, 5), (2, 9), (CLOSING, 12)]), "does not begin at its front");
    }

    // idmobile-real 10, row 4
    #[test]
    fn records_behind_the_last_close_files_without_bytes() {
        for width in [Width::Narrow, Width::Wide] {
            let plain = written(width, &[(0, vec![5, 7]), (1, vec![300])]).unwrap();
            for count in [0, 1, 3] {
                let bytes = [plain.clone(), closing_empty(width, count)].concat();
                for name in ["sounds.idx", "wtexels.idx"] {
                    let index = read(name, &bytes);
                    assert_eq!((index.width(), index.tail.len()), (width, 0), "{name} {count}");
                    assert_eq!((index.chunks().len(), index.empty_files()), (3, count));
                    let mut out = Put::default();
                    Format::write(&index, &mut out);
                    assert_eq!(out.finish().unwrap(), bytes);
                    let mut report = Report::default();
                    Format::check(&index, &mut report, Context::ALONE);
                    assert_eq!(report.codes(), Vec::<&str>::new());
                }
                let more = [bytes, vec![CLOSING; width.record()]].concat();
                assert!(!width.fits(&more), "a file that ends elsewhere than at 0 was closed already");
            }
        }
    }

    // idmobile-real 10, row 5
    #[test]
    fn an_index_of_any_name_has_the_width_that_fits() {
        let files = [(0, vec![90, 1, 7, 50]), (1, vec![0x1234, 9]), (2, vec![40])];
        let names = ["maps", "audio", "font", "images", "sounds", "strings", "wtexels", "stexels", "shapes"];
        for width in [Width::Narrow, Width::Wide] {
            let bytes = written(width, &files).unwrap();
            for name in names.map(|name| format!("{name}.idx")) {
                assert_eq!(Index::claims(Origin::named(&name), &bytes), Claim::Sure);
                assert_eq!(Width::of(&name, &bytes), width, "{name}");
            }
            let other = [Width::Narrow, Width::Wide].into_iter().find(|other| *other != width).unwrap();
            assert!(width.fits(&bytes) && !other.fits(&bytes));
        }
        let second = written(Width::Narrow, &[(1, vec![5])]).unwrap();
        assert!(!Width::Narrow.fits(&second), "the first record is of the first file");
    }

    #[test]
    fn an_empty_index_is_one() {
        let index = read("wtexels.idx", &[0, 0]);
        assert_eq!((index.chunks().len(), index.records().len()), (0, 0));
    }
}
