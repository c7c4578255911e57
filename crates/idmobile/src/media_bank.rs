//! Data files of an index that hold whole files one behind the other: `images0.bin` and `font0.bin` hold PNG, `sounds0.bin` and
//! `audio0.bin` MIDI or AMR. The index tells where each begins, but such files also tell themselves where they end.
//!
//! An entry may not get another size here, since the index beside would cut the file in wrong places. In the unpacked folder
//! of a whole game each is a file of its own, and the index follows.

use crate::names::digits;
use crate::phrases;
use crate::plain::{amr, midi, png};
use relict_core::prelude::*;
use serde_json::{Value, json};
use std::borrow::Cow;

/// What a bank says of every entry.
pub const ATTRIBUTE: &str = "media";

/// No game has a hundredth of this; what lies behind so many files is kept, and not told apart.
const MOST_FILES: usize = 1 << 12;

const STEMS: [&str; 4] = ["images", "font", "sounds", "audio"];

parts! {
    /// Pictures or sounds one behind the other, taken apart by an index.
    pub struct MediaBank<'a> {
        /// Whole files.
        pub files: Vec<Bytes<'a>>,
        /// What is no file of a known kind. Only the index tells it apart.
        pub rest: Bytes<'a>,
    }
}

/// The kinds of files, with how their names end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Png,
    Midi,
    Amr,
}

impl Sort {
    fn of(bytes: &[u8]) -> Option<Self> {
        let marks: [(Self, &[u8]); 3] =
            [(Self::Png, &png::MARK), (Self::Midi, midi::MARK), (Self::Amr, amr::MARK)];
        marks.into_iter().find(|(_, mark)| bytes.starts_with(mark)).map(|(sort, _)| sort)
    }

    fn ending(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Midi => "mid",
            Self::Amr => "amr",
        }
    }

    /// Where a file of this sort ends.
    fn end(self, bytes: &[u8]) -> Option<usize> {
        match self {
            Self::Png => png::end(bytes),
            Self::Midi => midi::end(bytes),
            Self::Amr => amr::end(bytes, |rest| Self::of(rest).is_some()),
        }
    }
}

/// The sizes of the files that lie in front, as far as they are whole.
fn sizes(bytes: &[u8]) -> Vec<usize> {
    let (mut rest, mut sizes) = (bytes, vec![]);
    while sizes.len() < MOST_FILES
        && let Some(size) = Sort::of(rest).and_then(|sort| sort.end(rest))
    {
        sizes.push(size);
        rest = &rest[size..];
    }
    sizes
}

impl<'a> Format<'a> for MediaBank<'a> {
    const ID: &'static str = "idmobile.media-bank";
    const ENDINGS: &'static [&'static str] = &["images0.bin", "sounds0.bin"];
    const RULES: Rules = &[&UNKNOWN];
    const FACETS: Facets<Self> = Facets::<Self>::NONE
        .archive(ArchiveOps::new(Self::assemble), |media_bank| Some(Box::new(BankArchive::new(media_bank))));

    /// By name. The last of the files of sounds is empty in real games.
    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        let named = STEMS.iter().any(|stem| digits(origin, stem, ".bin").is_some());
        Claim::of_named(named, || Sort::of(bytes).is_some())
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let mut files = vec![];
        for (i, size) in sizes(c.whole()).into_iter().enumerate() {
            files.push(c.payload(("files", i), size, i)?);
        }
        Ok(Self { files, rest: c.tail("rest") })
    }

    fn write(&self, out: &mut Put) {
        self.files.iter().for_each(|file| out.bytes(file));
        out.bytes(&self.rest);
    }

    fn facts(&self) -> Facts {
        vec![("entries", self.files.len().into())]
    }

    /// What an index beside cuts needs no kind.
    fn check(&self, report: &mut Report, context: Context<'_>) {
        let name = context.origin.name;
        let stem = name.trim_end_matches(|c: char| c != '.').trim_end_matches('.');
        let index = format!("{}.idx", stem.trim_end_matches(|c: char| c.is_ascii_digit()));
        let known = self.rest.is_empty() || context.library.sibling(&index).is_some();
        report.expect(known, &UNKNOWN, "rest", || args!(size = self.rest.len()));
    }
}

impl MediaBank<'_> {
    fn assemble(frame: &Frame, incoming: &[EntrySpec], payloads: &dyn Payloads, out: &mut Put) {
        let written = Rebuild::new(frame, &["sizes", "rest"], incoming, payloads)
            .and_then(|rebuild| Ok((expect_sizes(&rebuild)?, rebuild.bytes("rest")?)));
        match written {
            Ok((sizes, rest)) => {
                sizes.into_iter().enumerate().for_each(|(i, size)| out.entry(i, size));
                out.bytes(&rest);
            }
            Err(error) => out.fail(error),
        }
    }
}

/// The sizes of entries, which have to be those of before.
fn expect_sizes(rebuild: &Rebuild<'_>) -> Result<Vec<usize>> {
    let before: Option<Vec<u32>> = rebuild.get("sizes")?;
    let sizes = rebuild.each(|i, entry| {
        entry.expect_attributes(&[ATTRIBUTE])?;
        let number = entry.name.split('.').next().unwrap_or_default();
        if number != i.to_string() {
            let wanted = phrases::file_number(i);
            return Err(Error::unexpected(wanted, quoted(&entry.name)).inside("name"));
        }
        let size = rebuild.payloads.size(i);
        let stays =
            before.as_ref().is_none_or(|before| before.get(i).is_some_and(|old| *old as usize == size));
        if stays { Ok(size) } else { Err(moved(before.as_ref().and_then(|before| before.get(i)), size)) }
    })?;
    match before {
        Some(before) if before.len() > sizes.len() => Err(moved(before.get(sizes.len()), 0)),
        _ => Ok(sizes),
    }
}

/// The error that the index beside would cut the file in wrong places.
fn moved(before: Option<&u32>, size: usize) -> Error {
    let before = before.copied().unwrap_or(0);
    Error::unexpected(phrases::bytes_as_before(before), size)
}

/// A bank as an archive of files by number.
struct BankArchive<'d> {
    files: &'d [Bytes<'d>],
    names: Vec<String>,
    starts: Vec<usize>,
    rest: &'d [u8],
}

impl<'d> BankArchive<'d> {
    fn new<'a: 'd>(bank: &'d MediaBank<'a>) -> Self {
        let ending = |file: &Bytes<'_>| Sort::of(file).map_or("bin", Sort::ending);
        let names = bank.files.iter().enumerate().map(|(i, file)| format!("{i}.{}", ending(file))).collect();
        let mut at = 0;
        let starts = bank.files.iter().map(|file| {
            let start = at;
            at += file.len();
            start
        });
        Self { files: &bank.files, names, starts: starts.collect(), rest: &bank.rest }
    }
}

impl Directory for BankArchive<'_> {
    fn len(&self) -> usize {
        self.files.len()
    }

    fn name(&self, index: usize) -> Option<Cow<'_, str>> {
        self.names.get(index).map(|name| name.as_str().into())
    }

    fn entry(&self, index: usize) -> Option<Entry<'_>> {
        let (name, file) = (self.names.get(index)?, self.files.get(index)?);
        Some(Entry {
            name: name.as_str().into(),
            raw_name: name.as_bytes(),
            odd_name: false,
            offset: *self.starts.get(index)?,
            size: file.len(),
            attributes: vec![(ATTRIBUTE, Sort::of(file).map_or("bin", Sort::ending).into())],
            facts: vec![],
            packing: Value::Null,
        })
    }

    fn key(&self, name: &str) -> Option<Vec<u8>> {
        Some(name.as_bytes().to_vec())
    }

    fn has_distinct_names(&self) -> bool {
        true
    }
}

impl Archive for BankArchive<'_> {
    fn payload(&self, index: usize, _: Limits) -> Result<Cow<'_, [u8]>> {
        let found = self.files.get(index).map(|file| Cow::from(&**file));
        found.ok_or_else(|| Error::unexpected(phrases::a_file(), index))
    }

    fn stored(&self, index: usize) -> Stored<'_> {
        self.files.get(index).map_or(Stored::Nowhere, |file| Stored::Plain(file))
    }

    /// By number, with the ending or without.
    fn find(&self, name: &str) -> Option<usize> {
        let number = name.split_once('.').map_or(name, |(number, _)| number);
        let place: usize = number.parse().ok()?;
        let found = self.names.get(place)?;
        (found == name || number == name && place.to_string() == name).then_some(place)
    }

    fn frame(&self) -> Frame {
        let sizes: Vec<usize> = self.files.iter().map(|file| file.len()).collect();
        let mut blobs = vec![];
        let mut json = json!({ "sizes": sizes });
        if !self.rest.is_empty() {
            json["rest"] = layout::framed_bytes(self.rest, &mut blobs);
        }
        Frame { json, blobs }
    }
}

relict_core::rules! { @ Warning UNKNOWN = "media-bank.unknown" }

#[cfg(test)]
mod tests {
    use super::*;

    const MELODY: &[u8] = b"MThd\0\0\0\x06\0\0\0\x01\0\x60MTrk\0\0\0\0";

    fn read<'a>(name: &str, bytes: &'a [u8]) -> MediaBank<'a> {
        MediaBank::read(&mut Cursor::new(bytes), Origin::named(name)).unwrap()
    }

    #[test]
    // idmobile-real 10, row 21
    fn files_tell_themselves_where_they_end() {
        let amr = b"#!AMR\n\x7C\x7C";
        let bytes = [MELODY, MELODY, amr, amr].concat();
        let bank = read("sounds0.bin", &bytes);
        let archive = bank.archive().unwrap();
        let names: Vec<_> = (0..archive.len()).filter_map(|i| archive.name(i)).collect();
        assert_eq!(names, ["0.mid", "1.mid", "2.amr", "3.amr"]);
        assert_eq!((archive.find("3.amr"), archive.find("3"), bank.rest.len()), (Some(3), Some(3), 0));
        assert_eq!((archive.find("3.mid"), archive.find("03"), archive.find("4")), (None, None, None));
        let cut = read("sounds0.bin", &bytes[..MELODY.len() + 5]);
        assert_eq!((cut.files.len(), cut.rest.len()), (1, 5));
        let empty = read("sounds10.bin", b"");
        assert_eq!((empty.files.len(), empty.rest.len()), (0, 0));
    }
}
