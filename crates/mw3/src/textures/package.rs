//! A texture package for those who look up single images by name: models, which share it.

use super::image::COLOURS;
use super::shelf::{palette_bytes, takes_palette};
use super::{Record, Textures, extents};
use crate::CODE_PAGE;
use relict_core::prelude::*;
use std::borrow::Cow;
use std::collections::HashMap;

/// Where the images of a package are, without their bytes.
#[derive(Debug)]
pub(crate) struct PackageIndex {
    table: Vec<Record>,
    palettes: Vec<[u16; COLOURS]>,
    /// Where the images begin and how long they are.
    extents: Vec<(usize, usize)>,
    /// The first image of each name, in lower case.
    places: HashMap<Vec<u8>, usize>,
}

impl PackageIndex {
    pub(crate) fn of(bytes: &[u8]) -> Option<Self> {
        let textures = Textures::read(&mut Cursor::new(bytes), Origin::default()).ok()?;
        let extents = extents(&textures.table, &(textures.data_start()..textures.data_end()));
        let names = textures.table.iter().enumerate().rev();
        let places = names.map(|(i, record)| (record.name.text().to_ascii_lowercase(), i)).collect();
        Some(Self { table: textures.table, palettes: textures.palettes, extents, places })
    }
}

/// A package that is open.
#[derive(Debug)]
pub struct Package<'p> {
    index: &'p PackageIndex,
    bytes: &'p [u8],
}

impl<'p> Package<'p> {
    pub(crate) fn new(index: &'p PackageIndex, bytes: &'p [u8]) -> Self {
        Self { index, bytes }
    }

    pub fn find(&self, name: &str) -> Option<usize> {
        let name = CodePage::numbered(CODE_PAGE).bytes(name)?;
        self.index.places.get(&name.to_ascii_lowercase()).copied()
    }

    /// An image, with its palette behind it if that is one that others share.
    pub fn image(&self, place: usize) -> Option<Cow<'p, [u8]>> {
        let (start, size) = *self.index.extents.get(place)?;
        let bytes = self.bytes.get(start..start.checked_add(size)?).filter(|bytes| !bytes.is_empty())?;
        let palette = usize::try_from(self.index.table.get(place)?.global_palette).ok();
        match palette.and_then(|palette| self.index.palettes.get(palette)).filter(|_| takes_palette(bytes)) {
            Some(palette) => Some([bytes, &palette_bytes(palette)[..]].concat().into()),
            None => Some(bytes.into()),
        }
    }
}
