//! The materials of a model: the rows of its wear table, their materials, and the pictures of those, as the engine finds them.

use crate::CODE_PAGE;
use crate::library::{self, DEFAULT_MATERIAL, LIGHTMAPS, LibraryFile, MATERIALS, TEXTURES};
use crate::mat0::{Mat0, Phase};
use crate::texm::Texm;
use crate::texm::loader;
use crate::wear::engine::{self, Parsed};
use relict_core::format::Library;
use relict_core::image::Coloured;
use relict_core::prelude::*;
use relict_core::scene::{Alpha, Extras, Material, Texture, colour};
use std::collections::HashMap;

/// What a batch is drawn with: a row of the wear table, and one of its lightmaps.
pub(super) type Row = (u8, Option<u8>);

/// The materials of rows, and the pictures that they share.
#[derive(Debug, Default)]
pub(super) struct MaterialSet {
    pub materials: Vec<Material>,
    pub textures: Vec<Texture>,
    /// The place of each row in the list of materials.
    pub places: HashMap<Row, usize>,
    /// Which pictures were looked for: library, name, cell.
    known: HashMap<(&'static str, Vec<u8>, i8), Option<usize>>,
    /// Bytes that pictures may still take.
    room: usize,
    /// Whether pictures are taken without their alpha.
    opaque: bool,
}

/// Pictures of one model may take this much; a hostile table names thousands of large ones.
const ROOM: usize = 64 << 20;

/// The rows of a wear table. What was read in front of a flaw counts; the engine has loaded it by then.
pub(super) fn worn(wear: Option<&[u8]>) -> Parsed {
    let mut worn = Parsed::default();
    if let Some(text) = wear {
        let _ = engine::file_into(text, &mut worn);
    }
    worn
}

pub(super) fn shown(name: &[u8]) -> String {
    CodePage::numbered(CODE_PAGE).show(name).into_owned()
}

impl MaterialSet {
    /// For the rows that are used, in their order. Without a wear table, materials have numbers for names.
    pub(super) fn new(rows: &[Row], wear: Option<&[u8]>, context: Context<'_>) -> Self {
        let library = context.library;
        let worn = worn(wear);
        let mut all = Self::empty(context, false);
        let materials = library::open(library, MATERIALS, |materials| {
            rows.iter().map(|row| found(materials, worn.materials.get(usize::from(row.0)), 0)).collect()
        });
        let phases: Vec<Option<Found>> = materials.unwrap_or_else(|| rows.iter().map(|_| None).collect());
        library::open(library, TEXTURES, |textures| {
            all.find_textures(textures, phases.iter().flatten(), library);
        });
        library::open(library, LIGHTMAPS, |lightmaps| all.find_lightmaps(lightmaps, rows, &worn, library));
        for (row, found) in rows.iter().zip(&phases) {
            let material = all.material(*row, &worn, found.as_ref());
            all.places.insert(*row, all.materials.len());
            all.materials.push(material);
        }
        all
    }

    /// Nothing yet.
    pub(super) fn empty(context: Context<'_>, opaque: bool) -> Self {
        Self { room: ROOM.min(context.limits.unpacked), opaque, ..Self::default() }
    }

    pub(super) fn find_textures<'f>(
        &mut self,
        textures: &LibraryFile<'_>,
        found: impl Iterator<Item = &'f Found>,
        around: &dyn Library,
    ) {
        for Found { phase, .. } in found.filter(|found| found.phase.has_texture()) {
            self.find(TEXTURES, textures, phase.texture.text(), phase.cell, around);
        }
    }

    fn find_lightmaps(
        &mut self,
        lightmaps: &LibraryFile<'_>,
        rows: &[Row],
        worn: &Parsed,
        around: &dyn Library,
    ) {
        for name in rows.iter().filter_map(|row| worn.lightmaps.get(usize::from(row.1?))) {
            self.find(LIGHTMAPS, lightmaps, name, WHOLE, around);
        }
    }

    fn find(
        &mut self,
        place: &'static str,
        archive: &LibraryFile<'_>,
        name: &[u8],
        cell: i8,
        around: &dyn Library,
    ) {
        let key = (place, name.to_vec(), cell);
        if self.known.contains_key(&key) {
            return;
        }
        let name = shown(name);
        let room = self.room;
        let image =
            library::entry_of(archive, &name, |_, bytes| picture(bytes, cell, room, around)).flatten();
        let texture = image.map(|image| {
            let image = if self.opaque { image.opaque() } else { image };
            self.room -= size(&image);
            let name = if cell == WHOLE { name } else { format!("{name}_cell{cell}") };
            self.textures.push(Texture { name, image });
            self.textures.len() - 1
        });
        self.known.insert(key, texture);
    }

    /// The picture of a look, if it has one that was found.
    pub(super) fn texture_of(&self, found: &Found) -> Option<usize> {
        let phase = &found.phase;
        phase.has_texture().then(|| self.texture(TEXTURES, phase.texture.text(), phase.cell)).flatten()
    }

    fn texture(&self, place: &'static str, name: &[u8], cell: i8) -> Option<usize> {
        self.known.get(&(place, name.to_vec(), cell)).copied().flatten()
    }

    pub(super) fn material(&self, (row, lightmap): Row, worn: &Parsed, found: Option<&Found>) -> Material {
        let name = worn.materials.get(usize::from(row)).map(|name| shown(name));
        let mut extras = Extras::new();
        extras.insert("row".into(), row.into());
        if let Some(lightmap) = lightmap {
            extras.insert("lightmap".into(), lightmap.into());
        }
        let light = lightmap.and_then(|place| worn.lightmaps.get(usize::from(place)));
        let material = Material {
            name: name.unwrap_or_else(|| format!("material_{row}")),
            lightmap: light.and_then(|name| self.texture(LIGHTMAPS, name, WHOLE)),
            // The engine draws both sides of everything.
            two_sided: true,
            extras,
            ..Material::default()
        };
        match found {
            Some(found) => self.coloured(material, found),
            None => material,
        }
    }

    /// With the colours and the texture of the first phase.
    fn coloured(&self, mut material: Material, found: &Found) -> Material {
        let Found { phase, blend, factors, .. } = found;
        let [r, g, b] = linear([phase.diffuse[0], phase.diffuse[1], phase.diffuse[2]]);
        let alpha = f32::from(phase.ambient_alpha.min(100)) / 100.0;
        material.colour = [r, g, b, alpha];
        material.emissive = linear(phase.ambient);
        if *blend || alpha < 1.0 {
            material.alpha = Alpha::Blend;
        }
        if let Some(factors) = factors.filter(|_| *blend) {
            material.extras.insert("blend".into(), factors.into());
        }
        if phase.has_texture() {
            material.extras.insert("texture".into(), phase.texture.show().into());
            material.texture = self.texture_of(found);
        }
        if found.stands_in {
            material.extras.insert("stand_in".into(), found.name.clone().into());
        }
        material
    }
}

/// The cell that means the whole of a texture.
pub(super) const WHOLE: i8 = -1;

/// What a material looks like at first.
pub(super) struct Found {
    pub name: String,
    /// Whether another was asked for.
    pub stands_in: bool,
    pub phase: Phase,
    blend: bool,
    factors: Option<&'static str>,
}

/// How a track of a material begins. A track that it lacks is its first; without any, there is the first phase.
fn first_phase(material: Mat0<'_>, track: usize) -> Option<Phase> {
    let animation = material.animations.get(track).or(material.animations.first());
    let place = animation.map_or(0, |animation| animation.phase_of(0));
    let place = if place < material.phases.len() { place } else { 0 };
    material.phases.into_iter().nth(place)
}

/// The material of a row: its own, else the default one, else the first of all. Of its tracks, one is looked at.
pub(super) fn found(materials: &LibraryFile<'_>, name: Option<&Vec<u8>>, track: usize) -> Option<Found> {
    let wanted = shown(name?);
    let own = materials.find(&wanted);
    let place = own.or_else(|| materials.find(DEFAULT_MATERIAL)).or((!materials.is_empty()).then_some(0))?;
    let (entry, bytes) = (materials.entry(place)?, materials.payload(place)?);
    let material = Mat0::read(&mut Cursor::new(bytes), entry.origin()).ok()?;
    let blending = material.attr1.blending();
    Some(Found {
        name: entry.name.to_string(),
        stands_in: own.is_none(),
        blend: blending.is_some_and(|blending| blending.mode != 0),
        factors: blending.map(|blending| blending.factors),
        phase: first_phase(material, track)?,
    })
}

fn linear(colour: [u8; 3]) -> [f32; 3] {
    colour.map(|part| colour::linear(f32::from(part) / 255.0))
}

fn size(image: &Image) -> usize {
    image.width.saturating_mul(image.height).saturating_mul(4)
}

/// A texture, or one cell of its page; none if it takes more than `room`.
fn picture(bytes: &[u8], cell: i8, room: usize, around: &dyn Library) -> Option<Image> {
    let texm = Texm::read(&mut Cursor::new(bytes), Origin::default()).ok()?;
    let (width, height) = texm.header.level_size(0);
    if width.checked_mul(height)?.checked_mul(4)? > room {
        return None;
    }
    let image = Coloured::of(&texm, around).image(0)?;
    if cell == WHOLE {
        return Some(image);
    }
    let cells = texm.cells(0);
    cropped(&image, loader::cell(&cells, cell.into())?.bounds)
}

/// The part of a picture between left, top, right and bottom.
fn cropped(image: &Image, bounds: [i32; 4]) -> Option<Image> {
    let [left, top, right, bottom] = bounds.map(|edge| usize::try_from(edge).ok());
    let (left, top, right, bottom) = (left?, top?, right?.min(image.width), bottom?.min(image.height));
    if left >= right || top >= bottom {
        return None;
    }
    let pixels = image.to_rgba();
    let rows = pixels.chunks(image.width).skip(top).take(bottom - top);
    let pixels = rows.flat_map(|row| &row[left..right]).copied().collect();
    Some(Image::rgba(right - left, bottom - top, pixels, image.has_alpha))
}
