//! Texture packages (`rmechtex.zbd`, `rtexture.zbd`, `rimage.zbd`): a table of names, palettes that images share, and
//! the images, one behind the other.
//!
//! They share the ending of archives (`.zbd`) and nothing else: no footer, no magic number, and the table is in front.

pub mod colour;
mod draw;
pub mod image;
pub mod package;
mod shelf;

use crate::CODE_PAGE;
use crate::phrases;
pub use image::Texture;

use image::{COLOURS, Head};
use relict_core::prelude::*;
use relict_core::report::hex;
use serde_json::Value;
use std::collections::HashSet;

/// The attribute of an entry that names its global palette; null for none.
pub(crate) const GLOBAL_PALETTE: &str = "global_palette";
/// What stands in the table for no global palette.
const NO_PALETTE: i32 = -1;
/// The words of a header that say nothing.
const USUAL: Header =
    Header { unk00: 0, has_entries: 1, palette_count: 0, image_count: 0, unk10: 0, unk14: 0 };

record! {
    /// How the package begins.
    pub struct Header: 24 {
        /// Always 0.
        0x00 unk00: u32,
        /// Always 1.
        0x04 has_entries: u32,
        /// How many global palettes there are.
        0x08 palette_count: i32 = derived,
        /// How many images there are.
        0x0C image_count: u32 = derived,
        /// Always 0.
        0x10 unk10: u32,
        /// Always 0.
        0x14 unk14: u32,
    }
}

record! {
    /// One image in the table.
    pub struct Record: 40 {
        /// At most 31 characters and a zero, without an ending.
        0x00 name: Chars<32, CODE_PAGE>,
        /// Where the image begins, from the start of the file.
        0x20 start: u32 = derived,
        /// The place of its global palette, or -1 for none.
        0x24 global_palette: i32,
    }
}

parts! {
    /// Texture package: images by name, and palettes that they share.
    pub struct Textures<'a> {
        /// At the front.
        pub header: Header,
        /// In the order of the images.
        pub table: Vec<Record>,
        /// Global palettes: 256 colours of 16 bits each, red in the highest bits, whether images use them all or not.
        pub palettes: Vec<[u16; 256]>,
        /// The images, in the order of the file. Each reaches to the next.
        pub data: Vec<Segment<'a>>,
        /// Images that lie outside, or begin where another does.
        pub strays: Vec<Stray>,
    }
}

impl Header {
    /// Whether it is as all are.
    fn is_usual(&self) -> bool {
        let Self { unk00, has_entries, unk10, unk14, .. } = *self;
        (unk00, has_entries, unk10, unk14) == (USUAL.unk00, USUAL.has_entries, USUAL.unk10, USUAL.unk14)
    }

    /// Where the first image should begin; none where the counts make no sense.
    fn data_start(&self) -> Option<usize> {
        let palettes = usize::try_from(self.palette_count).ok()?.checked_mul(image::PALETTE)?;
        let table = (self.image_count as usize).checked_mul(Record::SIZE)?;
        palettes.checked_add(table)?.checked_add(Self::SIZE)
    }
}

/// Where the images begin and how long they are: as far as the next one, or the end. The table states only the first.
fn extents(table: &[Record], area: &std::ops::Range<usize>) -> Vec<(usize, usize)> {
    let inside = |start: &usize| (area.start..=area.end).contains(start);
    let mut starts: Vec<usize> = table.iter().map(|record| record.start as usize).filter(inside).collect();
    starts.sort_unstable();
    let size = |start: usize| {
        let next = starts.get(starts.partition_point(|other| *other <= start)).copied();
        if inside(&start) { next.unwrap_or(area.end) - start } else { 0 }
    };
    table.iter().map(|record| record.start as usize).map(|start| (start, size(start))).collect()
}

impl<'a> Format<'a> for Textures<'a> {
    const ID: &'static str = "mw3.textures";
    const ENDINGS: &'static [&'static str] = &["zbd"];
    const RULES: Rules = RULES;
    const FACETS: Facets<Self> = Facets::<Self>::NONE
        .archive(
            ArchiveOps {
                kept_when_canonical: &["palettes"],
                add: Some(shelf::ADD),
                ..ArchiveOps::new(Self::assemble)
            },
            |textures| Some(Box::new(shelf::Shelf::new(textures))),
        )
        .tables(Self::make_tables);

    /// There is no magic number, but hardly any other file states where its table ends.
    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        let Some(header) = bytes.get(..Header::SIZE).map(Header::get) else { return Claim::No };
        let first = bytes.get(Header::SIZE..Header::SIZE + Record::SIZE).map(Record::get);
        let counted = header.image_count > 0 && header.palette_count >= 0;
        let follows = |first: Record| header.data_start() == Some(first.start as usize);
        let sound = counted && first.is_some_and(follows);
        match (header.is_usual(), sound) {
            (true, true) => Claim::Sure,
            (false, true) => Claim::Broken,
            (true, false) if origin.ends_with(".zbd") => Claim::Broken,
            _ => Claim::No,
        }
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let header: Header = c.get("header")?;
        let palettes = usize::try_from(header.palette_count)
            .map_err(|_| broken(&COUNT, "header.palette_count", args!(stated = header.palette_count)))?;
        let table: Vec<Record> = c.list("table", header.image_count as usize)?;
        let palettes = c.list("palettes", palettes)?;
        let area = c.pos()..c.whole().len();
        let extents = extents(&table, &area);
        let (data, places) = region::read(c, area, 1, extents.iter().copied())?;
        // The file may be longer than the table can say, but then nothing begins there.
        let stated = extents.iter().zip(&table).map(|((_, size), record)| (record.start, *size));
        let stated = stated.map(|(start, size)| (start, u32::try_from(size).unwrap_or(u32::MAX)));
        let strays = region::strays(&places, stated);
        Ok(Self { header, table, palettes, data, strays })
    }

    fn write(&self, out: &mut Put) {
        let (table, counts) = match self.placed().and_then(|table| Ok((table, self.counts()?))) {
            Ok(both) => both,
            Err(error) => return out.fail(error),
        };
        let (image_count, palette_count) = counts;
        out.put(&Header { image_count, palette_count, ..self.header.clone() });
        out.list(&table);
        out.list(&self.palettes);
        region::write(&self.data, out);
    }

    fn facts(&self) -> Facts {
        let heads: Vec<Head> = self.heads().into_iter().map(|(_, head)| head).collect();
        let counted = |all: &[&'static str], name: &dyn Fn(&Head) -> &'static str| {
            let counts =
                all.iter().map(|kind| (*kind, heads.iter().filter(|head| name(head) == *kind).count()));
            let counts = counts.filter(|(_, count)| *count > 0);
            Value::Object(counts.map(|(kind, count)| (kind.to_owned(), count.into())).collect())
        };
        vec![
            ("entries", self.table.len().into()),
            ("palettes", self.palettes.len().into()),
            ("kinds", counted(&image::Kind::ALL.map(image::Kind::name), &|head| head.kind().name())),
            (
                "alpha",
                counted(&image::Alpha::ALL.map(image::Alpha::name), &|head| {
                    head.alpha().map_or("", image::Alpha::name)
                }),
            ),
        ]
    }

    fn check(&self, report: &mut Report, _: Context<'_>) {
        self.check_header(report);
        let mut known = HashSet::new();
        report.each("table", &self.table, |record, report| {
            check_name(record, report);
            let name = || args!(name = record.name.show().as_ref());
            let new = known.insert(record.name.text().to_ascii_lowercase());
            report.expect(new, &NAME_REPEATED, "name", name);
            let (place, palettes) = (record.global_palette, self.palettes.len());
            let there = place == NO_PALETTE || usize::try_from(place).is_ok_and(|place| place < palettes);
            report.expect(there, &PALETTE_OUTSIDE, "global_palette", || {
                args!(name = record.name.show().as_ref(), place = place, palettes = palettes)
            });
        });
        for (entry, head) in self.heads() {
            report.part(("table", entry), &self.table[entry], |record, report| {
                let told = record.global_palette != NO_PALETTE;
                let agree = told == head.is_global();
                let rule = if told { &PALETTE_UNFLAGGED } else { &PALETTE_UNNAMED };
                report.expect(agree, rule, "global_palette", || {
                    args!(name = record.name.show().as_ref(), place = record.global_palette)
                });
            });
        }
        self.check_strays(report);
        self.check_places(report);
    }
}

impl Textures<'_> {
    fn assemble(frame: &Frame, incoming: &[EntrySpec], payloads: &dyn Payloads, out: &mut Put) {
        match shelf::assemble(frame, incoming, payloads) {
            Ok(textures) => textures.write(out),
            Err(error) => out.fail(error),
        }
    }

    fn make_tables(&self) -> Vec<Table> {
        let rows = |(i, palette): (usize, &[u16; COLOURS])| colour_rows(palette, &[Cell::Number(i as i64)]);
        let rows = self.palettes.iter().enumerate().flat_map(rows).collect();
        vec![Table {
            title: "palettes",
            columns: [&["palette", "number"][..], &["colour"; 8]].concat(),
            rows,
        }]
    }
}

/// Eight colours to a line, behind `before` and the number of the first.
fn colour_rows(colours: &[u16], before: &[Cell]) -> Vec<Vec<Cell>> {
    let colour = |colour: &u16| Cell::Colour(colour::shown(*colour));
    let row = |(i, colours): (usize, &[u16])| {
        let number = [Cell::Number(8 * i as i64)];
        let colours = colours.iter().map(colour).chain(std::iter::repeat(Cell::Nothing)).take(8);
        before.iter().cloned().chain(number).chain(colours).collect()
    };
    colours.chunks(8).enumerate().map(row).collect()
}

fn check_name(record: &Record, report: &mut Report) {
    let Record { name, .. } = record;
    let shown = || args!(name = name.show().as_ref());
    report.expect(name.terminated(), &NAME_UNTERMINATED, "name", shown);
    report.expect(!name.text().is_empty(), &NAME_EMPTY, "name", Vec::new);
    report.expect(name.clean() || !name.terminated(), &NAME_TAIL, "name", shown);
    report.expect(name.text().is_ascii(), &NAME_ASCII, "name", shown);
}

impl Textures<'_> {
    /// Where the images begin.
    fn data_start(&self) -> usize {
        Header::SIZE + self.table.len() * Record::SIZE + self.palettes.len() * image::PALETTE
    }

    fn data_end(&self) -> usize {
        region::len(&self.data).saturating_add(self.data_start())
    }

    /// How many images and palettes the header states.
    fn counts(&self) -> Result<(u32, i32)> {
        let images = u32::try_from(self.table.len()).ok();
        let palettes = i32::try_from(self.palettes.len()).ok();
        images.zip(palettes).ok_or_else(|| {
            Error::unexpected(phrases::a_number_of_31_bits(), phrases::more()).inside("header")
        })
    }

    /// The table, with the offsets that follow from the rest.
    fn placed(&self) -> Result<Vec<Record>> {
        self.expect_bytes()?;
        let mut table = self.table.clone();
        region::place(&self.data, self.data_start(), &mut table, |record, offset, _| {
            record.start = region::fit(offset)?;
            Ok(())
        })?;
        for stray in &self.strays {
            if let Some(record) = table.get_mut(stray.entry as usize) {
                record.start = stray.data_offset;
            }
        }
        Ok(table)
    }

    /// The table states no sizes, so an image without bytes would take those of the next.
    fn expect_bytes(&self) -> Result<()> {
        let last = self.data.iter().rposition(|segment| !segment.bytes.is_empty()).unwrap_or(0);
        let empty = |segment: &Segment<'_>| segment.bytes.is_empty();
        match self.data[..last].iter().position(empty) {
            Some(i) => Err(Error::unexpected(phrases::an_image(), phrases::nothing())
                .inside(format_args!("data[{i}].bytes"))),
            None => Ok(()),
        }
    }

    /// The headers of the images that have bytes of their own, in the order of the file.
    fn heads(&self) -> Vec<(usize, Head)> {
        let head = |segment: &Segment<'_>| match segment.owner {
            Owner::Entry(i) if i < self.table.len() => {
                Some((i, Head::get(segment.bytes.here().get(..Head::SIZE)?)))
            }
            _ => None,
        };
        self.data.iter().filter_map(head).collect()
    }

    fn check_header(&self, report: &mut Report) {
        let words = [
            ("header.unk00", self.header.unk00, USUAL.unk00),
            ("header.has_entries", self.header.has_entries, USUAL.has_entries),
            ("header.unk10", self.header.unk10, USUAL.unk10),
            ("header.unk14", self.header.unk14, USUAL.unk14),
        ];
        for (field, found, wanted) in words {
            report.expect(found == wanted, &HEADER, field, || args!(found = found, wanted = wanted));
        }
        report.expect(!self.table.is_empty(), &EMPTY, "header.image_count", Vec::new);
    }

    fn check_strays(&self, report: &mut Report) {
        let (first, end) = (self.data_start(), self.data_end());
        for stray in &self.strays {
            let entry = stray.entry as usize;
            let start = stray.data_offset as usize;
            let rule = if (first..=end).contains(&start) { &START_SHARED } else { &START_OUTSIDE };
            let name = self.table.get(entry).map(|record| record.name.show()).unwrap_or_default();
            report.part(("table", entry), stray, |_, report| {
                report.expect(false, rule, "start", || {
                    args!(name = name.as_ref(), start = hex(start), first = hex(first), end = hex(end))
                });
            });
        }
    }

    /// Images lie in the order of the table, each where the one before ends by its own account.
    fn check_places(&self, report: &mut Report) {
        let (mut at, mut last) = (self.data_start(), None::<(usize, Option<usize>)>);
        for (i, segment) in self.data.iter().enumerate() {
            let Owner::Entry(entry) = segment.owner else {
                report.part(("data", i), segment, |segment, report| {
                    report.expect(false, &GAP, "bytes", || args!(size = segment.bytes.len()));
                });
                at += segment.bytes.len();
                continue;
            };
            let name =
                |entry: usize| self.table.get(entry).map(|record| record.name.show()).unwrap_or_default();
            report.part(("table", entry), segment, |_, report| {
                let Some((before, ends)) = last else { return };
                report.expect(before < entry, &ORDER, "start", || {
                    args!(name = name(entry).as_ref(), before = name(before).as_ref())
                });
                report.expect(ends.is_none_or(|ends| ends == at), &START, "start", || {
                    let ends = hex(ends.unwrap_or(at));
                    args!(
                        name = name(entry).as_ref(),
                        start = hex(at),
                        before = name(before).as_ref(),
                        end = ends
                    )
                });
            });
            let head = segment.bytes.here().get(..Head::SIZE).map(Head::get);
            let ends = head.and_then(|head| head.stored_size()).map(|size| at.saturating_add(size));
            last = Some((entry, ends));
            at += segment.bytes.len();
        }
    }
}

rules! { "textures":
    Error COUNT = "count";
    Error HEADER = "header";
    Error EMPTY = "empty";
    Error START_OUTSIDE = "start-outside";
    Error START_SHARED = "start-shared";
    Error START = "start";
    Error NAME_UNTERMINATED = "name-unterminated";
    Error NAME_EMPTY = "name-empty";
    Error PALETTE_OUTSIDE = "palette-outside";
    Error PALETTE_UNFLAGGED = "palette-unflagged";
    Error PALETTE_UNNAMED = "palette-unnamed";
    Warning NAME_REPEATED = "name-repeated";
    Warning NAME_TAIL = "name-tail";
    Warning NAME_ASCII = "name-ascii";
    Warning ORDER = "order";
    Warning GAP = "gap";
}
