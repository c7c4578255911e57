//! A texture package as an archive: images by place and by name, and the way back from a manifest.

use super::colour::{shown, stored, written};
use super::image::{COLOURS, Head, Kind, PALETTE, Texture};
use super::{GLOBAL_PALETTE, Header, NO_PALETTE, Record, START_OUTSIDE, Textures, USUAL, extents};
use crate::CODE_PAGE;
use crate::phrases;
use relict_core::json::{Json, unfit, without_derived};
use relict_core::prelude::*;
use relict_core::record::Part;
use relict_core::region::Index;
use relict_core::report::hex;
use relict_core::text::{hex as digits, unhex};
use serde_json::{Map, Value};
use std::borrow::Cow;

/// Colours in a row of the manifest.
const ROW: usize = 16;

/// A package with an index from images to their bytes.
pub(super) struct Shelf<'d, 'a> {
    textures: &'d Textures<'a>,
    index: Index,
    /// Where the images begin and how long they are.
    extents: Vec<(usize, usize)>,
}

impl<'d, 'a> Shelf<'d, 'a> {
    pub(super) fn new(textures: &'d Textures<'a>) -> Self {
        let (start, end) = (textures.data_start(), textures.data_end());
        let index = Index::new(&textures.data, start, textures.table.len());
        Self { textures, index, extents: extents(&textures.table, &(start..end)) }
    }

    /// The bytes of an image in the file.
    fn bytes(&self, index: usize) -> Option<Cow<'_, [u8]>> {
        if let Some(bytes) = self.index.own(&self.textures.data, index) {
            return Some(bytes.into());
        }
        let (offset, size) = *self.extents.get(index)?;
        self.index.gathered(&self.textures.data, offset, size).filter(|_| size > 0).map(Cow::from)
    }

    /// The global palette that an image is shown with.
    fn lent(&self, index: usize, bytes: &[u8]) -> Option<&'d [u16; COLOURS]> {
        let place = usize::try_from(self.textures.table.get(index)?.global_palette).ok()?;
        let palette = self.textures.palettes.get(place)?;
        takes_palette(bytes).then_some(palette)
    }
}

/// Whether stored bytes are an image that has to be shown with a global palette.
pub(super) fn takes_palette(bytes: &[u8]) -> bool {
    let head = bytes.get(..Head::SIZE).map(Head::get);
    head.is_some_and(|head| {
        let whole = head.stored_size().is_some_and(|size| size <= bytes.len());
        whole && head.kind() == Kind::GlobalPalette
    })
}

pub(super) fn palette_bytes(palette: &[u16; COLOURS]) -> [u8; PALETTE] {
    let mut bytes = [0; PALETTE];
    palette.put(&mut bytes);
    bytes
}

/// The place of a global palette as an attribute.
fn place(stored: i32) -> Value {
    if stored == NO_PALETTE { Value::Null } else { stored.into() }
}

impl Directory for Shelf<'_, '_> {
    fn len(&self) -> usize {
        self.textures.table.len()
    }

    fn name(&self, index: usize) -> Option<Cow<'_, str>> {
        self.textures.table.get(index).map(|record| record.name.show())
    }

    fn entry(&self, index: usize) -> Option<Entry<'_>> {
        let record = self.textures.table.get(index)?;
        let name = &record.name;
        let (offset, size) = *self.extents.get(index)?;
        let bytes = self.bytes(index);
        let head = bytes.as_ref().and_then(|bytes| bytes.get(..Head::SIZE)).map(Head::get);
        let side = |side: fn(&Head) -> u16| head.as_ref().map(side).into();
        let lent = bytes.as_ref().is_some_and(|bytes| self.lent(index, bytes).is_some());
        Some(Entry {
            name: name.show(),
            raw_name: &name.0,
            odd_name: !name.clean()
                || !name.terminated()
                || name.text().is_empty()
                || !name.text().is_ascii(),
            offset,
            size: size + if lent { PALETTE } else { 0 },
            attributes: vec![(GLOBAL_PALETTE, place(record.global_palette))],
            facts: vec![("width", side(|head| head.width)), ("height", side(|head| head.height))],
            packing: Value::Null,
        })
    }

    /// Names match without regard to case; whether the games care is not known.
    fn key(&self, name: &str) -> Option<Vec<u8>> {
        let mut name = CodePage::numbered(CODE_PAGE).bytes(name)?;
        name.make_ascii_lowercase();
        Some(name)
    }
}

impl Archive for Shelf<'_, '_> {
    /// An image with a global palette comes with it.
    fn payload(&self, index: usize, _: Limits) -> Result<Cow<'_, [u8]>> {
        let record =
            self.textures.table.get(index).ok_or_else(|| Error::unexpected(phrases::an_image(), index))?;
        let bytes = self.bytes(index).ok_or_else(|| {
            let (first, end) = (hex(self.textures.data_start()), hex(self.textures.data_end()));
            let (name, start) = (record.name.show(), hex(record.start));
            let args = args!(name = name.as_ref(), start = start, first = first, end = end);
            broken(&START_OUTSIDE, format_args!("table[{index}].start"), args)
        })?;
        Ok(match self.lent(index, &bytes) {
            Some(palette) => [&bytes[..], &palette_bytes(palette)].concat().into(),
            None => bytes,
        })
    }

    fn stored(&self, index: usize) -> Stored<'_> {
        match self.index.own(&self.textures.data, index) {
            Some(bytes) if self.lent(index, bytes).is_some() => Stored::Packed(bytes),
            Some(bytes) => Stored::Plain(bytes),
            None => Stored::Nowhere,
        }
    }

    /// What an image lacks is its palette, and that comes last.
    fn is_stored_verbatim(&self, index: usize) -> bool {
        self.stored(index) != Stored::Nowhere
    }

    fn find(&self, name: &str) -> Option<usize> {
        let key = self.key(name)?;
        self.textures.table.iter().position(|record| record.name.text().eq_ignore_ascii_case(&key))
    }

    /// What a plain writer could not know; of a plain package, its palettes.
    fn frame(&self) -> Frame {
        let Textures { header, table, palettes, data, strays } = self.textures;
        let (mut json, mut blobs) = (Map::new(), vec![]);
        if !header.is_usual() {
            let mut header = header.to_json();
            without_derived(&mut header, Header::TABLE);
            json.insert("header".into(), header);
        }
        if !palettes.is_empty() {
            json.insert("palettes".into(), palettes.iter().map(rows).collect());
        }
        if !strays.is_empty() {
            let relative = shifted(strays, self.textures.data_start(), u32::wrapping_sub);
            json.insert("strays".into(), relative.to_json());
        }
        if !layout::is_plain(data, self.textures.data_start(), 1, table.len()) {
            json.insert("data".into(), layout::framed(data, &mut blobs));
        }
        Frame { json: json.into(), blobs }
    }
}

/// Strays with their offsets counted from another place: the images move when the table in front of them grows.
fn shifted(strays: &[Stray], start: usize, shift: fn(u32, u32) -> u32) -> Vec<Stray> {
    let stray =
        |stray: &Stray| Stray { data_offset: shift(stray.data_offset, start as u32), ..stray.clone() };
    strays.iter().map(stray).collect()
}

/// A palette as rows of colours, for people to edit.
fn rows(palette: &[u16; COLOURS]) -> Value {
    let row = |row: &[u16]| row.iter().map(|&colour| written(colour)).collect::<Vec<_>>().join(" ");
    palette.chunks(ROW).map(row).collect()
}

fn palettes(json: &Value) -> Result<Vec<[u16; COLOURS]>> {
    let all = json.as_array().ok_or_else(|| unfit(phrases::a_list(), json))?;
    let numbered = |(i, json)| palette(json).map_err(|e| e.inside(format_args!("[{i}]")));
    all.iter().enumerate().map(numbered).collect()
}

fn palette(rows: &Value) -> Result<[u16; COLOURS]> {
    let lines = rows.as_array().ok_or_else(|| unfit(phrases::a_list(), rows))?;
    let mut all = vec![];
    for (i, line) in lines.iter().enumerate() {
        let words = line.as_str().ok_or_else(|| unfit(phrases::colours(), line));
        let colours =
            words.and_then(|words| words.split_whitespace().map(colour).collect::<Result<Vec<_>>>());
        all.extend(colours.map_err(|e| e.inside(format_args!("[{i}]")))?);
    }
    let count = all.len();
    all.try_into().map_err(|_| Error::unexpected(phrases::colours_256(), count))
}

/// A colour that can be held as it stands: whoever writes another should know what becomes of it.
fn colour(text: &str) -> Result<u16> {
    let channels: Option<[u8; 3]> = unhex(text).and_then(|bytes| bytes.try_into().ok());
    let channels = channels.ok_or_else(|| Error::unexpected(phrases::a_colour(), value(text)))?;
    let nearest = stored(channels);
    if shown(nearest) == channels {
        return Ok(nearest);
    }
    let wanted = phrases::a_colour_of_16_bits(written(nearest));
    Err(Error::unexpected(wanted, value(digits(&channels))))
}

/// The package that a manifest stands for; images stay where they are.
pub(super) fn assemble(
    frame: &Frame,
    incoming: &[EntrySpec],
    payloads: &dyn Payloads,
) -> Result<Textures<'static>> {
    let rebuild = Rebuild::new(frame, &["header", "palettes", "strays", "data"], incoming, payloads)?;
    let palettes = rebuild.value("palettes").map_or(Ok(vec![]), palettes);
    let palettes = palettes.map_err(|e| e.inside("palettes").inside("frame"))?;
    let table = rebuild.each(|_, entry| record(entry))?;
    let bodies = rebuild.each(|i, entry| body(i, entry, table[i].global_palette, &palettes, payloads))?;
    let header = rebuild.get("header")?.unwrap_or(USUAL);
    let mut textures = Textures { header, table, palettes, data: vec![], strays: vec![] };
    let Laid { data, strays, .. } = rebuild.laid(textures.data_start(), 1, &bodies, false)?;
    textures.strays = shifted(&strays, textures.data_start(), u32::wrapping_add);
    Ok(Textures { data, ..textures })
}

/// The table's record of an image; where it begins follows when it is written.
fn record(entry: &EntrySpec) -> Result<Record> {
    entry.expect_attributes(&[GLOBAL_PALETTE])?;
    let global_palette = entry.attribute::<i32>(GLOBAL_PALETTE)?.unwrap_or(NO_PALETTE);
    Ok(Record { name: name_field(entry)?, start: 0, global_palette })
}

/// A file as a new image, with colours of its own.
pub(super) const ADD: AddOps = AddOps { picture: Some(Texture::ID), model: None, folders: false, spec };

fn spec(new: &NewEntry<'_>) -> Result<EntrySpec> {
    let spec = EntrySpec::new(new.name, Map::new());
    record(&spec).map(|_| spec)
}

/// The field that held the name, as long as it still does; else a clean one.
fn name_field(entry: &EntrySpec) -> Result<Chars<32, CODE_PAGE>> {
    if let Some(field) = entry.name_field() {
        return Ok(field);
    }
    let name = entry.name.as_bytes();
    let plain = entry.name.is_ascii() && !name.is_empty() && !name.contains(&0);
    Chars::new(name, true).filter(|_| plain).ok_or_else(|| {
        Error::unexpected(phrases::characters(31, "ASCII"), quoted(&entry.name)).inside("name")
    })
}

/// The stored bytes of an image: one with a global palette is stored without it.
fn body(
    incoming: usize,
    entry: &EntrySpec,
    place: i32,
    palettes: &[[u16; COLOURS]],
    payloads: &dyn Payloads,
) -> Result<Body<'static>> {
    let as_it_is = Body::Elsewhere(payloads.size(incoming));
    let place = usize::try_from(place).ok().filter(|_| payloads.source(incoming) == Source::Fresh);
    let Some((place, palette)) = place.and_then(|place| Some((place, palettes.get(place)?))) else {
        return Ok(as_it_is);
    };
    let bytes = payloads.load(incoming)?;
    let head = bytes.get(..Head::SIZE).map(Head::get);
    let Some((mut head, size)) = head.and_then(|head| head.stored_size().map(|size| (head, size))) else {
        return Ok(as_it_is);
    };
    // A new image brings the colours along that should be those of the palette.
    let new = entry.id.is_none();
    let count = usize::from(head.palette_count);
    let end = match head.kind() {
        Kind::GlobalPalette if bytes.len() >= size.saturating_add(PALETTE) => bytes.len() - PALETTE,
        Kind::Palette if new && bytes.len() == size => size - 2 * count,
        Kind::Colour if new => {
            let error = Error::unexpected(phrases::null_since_no_palette(), place);
            return Err(error.inside(GLOBAL_PALETTE).inside("attributes"));
        }
        _ => return Ok(as_it_is),
    };
    let (stored, colours) = bytes.split_at(end);
    expect_colours(&colours[..2 * count], palette, place)?;
    let mut stored = stored.to_vec();
    head.set_global(true);
    head.put(&mut stored[..Head::SIZE]);
    Ok(Body::Here(stored.into()))
}

/// A global palette belongs to all images that use it, so none of them may bring another.
fn expect_colours(colours: &[u8], palette: &[u16; COLOURS], place: usize) -> Result<()> {
    let (colours, _) = colours.as_chunks();
    let mut pairs = colours.iter().map(|&word| u16::from_le_bytes(word)).zip(palette).enumerate();
    let Some((i, (found, wanted))) = pairs.find(|(_, (found, wanted))| found != *wanted) else {
        return Ok(());
    };
    let wanted = phrases::as_in_the_global_palette(written(*wanted), place);
    Err(Error::unexpected(wanted, value(written(found))).inside(format_args!("palette[{i}]")))
}
