//! Loading: materials with their phases, textures and lightmaps by name, wear tables as text (spec 5.3, 6.3, 6.5).

use super::error::{
    PALETTE_DIGIT, PALETTE_OUTSIDE, Result, RuntimeError, TEXTURE_GONE, TEXTURE_MISSING, TEXTURE_UNREADABLE,
};
use super::material::{self, BLOCKS, MaterialSlot, Metadata, load_flags};
use super::shelf::Shelf;
use super::{Cache, MATERIALS, NONE, Phase76, Role, Texture, World3d};
use crate::CODE_PAGE;
use crate::library::DEFAULT_MATERIAL;
use crate::mat0::{Mat0, Phase};
use crate::pal::{self, Suffix};
use crate::phrases::{self, Phrase};
use crate::texm::Texm;
use crate::texm::loader::{self, LoadFlags};
use relict_core::args;
use relict_core::format::AttributesRef;
use relict_core::prelude::{Attributes, Cursor, Format, Origin};
use relict_core::text::CodePage;
use std::borrow::Cow;

/// Phases and keys of all materials together may take this much. The engine has no such limit; an archive whose
/// entries lie on each other could fill any memory with them.
const MEMORY: usize = 256 << 20;

/// A cell is a signed byte, so that no record behind this many can be named.
pub(super) const CELLS: usize = 129;

/// Bytes of the game as people read them.
pub(super) fn shown(name: &[u8]) -> Cow<'_, str> {
    CodePage::numbered(CODE_PAGE).show(name)
}

impl<'l> World3d<'l> {
    /// The entry for a name: its own, else that of `DEFAULT`, else the first (spec 5.3).
    fn find_material(&mut self, name: &[u8]) -> Result<usize> {
        let path = self.path(Role::Materials);
        let Some(shelf) = self.shelf(Role::Materials) else {
            return Err(RuntimeError::MaterialLibrary { path });
        };
        let (found, default) = (shelf.find(name), shelf.find(DEFAULT_MATERIAL.as_bytes()));
        let first = (shelf.len() > 0).then_some(0);
        if found.is_none() {
            self.log.say(format!("Material {} not found.", shown(name)));
        }
        found.or(default).or(first).ok_or(RuntimeError::NoMaterials { path })
    }

    /// One more user of a material, loaded if need be; the number of its slot (spec 6.3).
    pub(super) fn load_material(&mut self, name: &[u8]) -> Result<usize> {
        let entry = self.find_material(name)?;
        let index = i32::try_from(entry).unwrap_or(i32::MAX);
        if let Some(slot) = self.materials.acquire(index) {
            return Ok(slot);
        }
        let vacant = self.materials.vacant(MATERIALS);
        let slot = vacant.ok_or_else(|| RuntimeError::MaterialsFull { name: shown(name).into() })?;
        let material = self.read_material(entry)?;
        let flags = self.material_flags(&material);
        let phases = self.load_phases(&material.phases, flags)?;
        let (meta, name) = (Metadata::of(&material), self.material_name(entry));
        let blocks = material.animations;
        self.materials.fill(slot, MaterialSlot { entry: index, refcount: 1, name, phases, blocks, meta });
        Ok(slot)
    }

    fn material_name(&mut self, entry: usize) -> String {
        self.shelf(Role::Materials).map(|shelf| shelf.name(entry)).unwrap_or_default()
    }

    fn material_flags(&self, material: &Mat0<'_>) -> LoadFlags {
        let bumpy = self.config.emboss_bump && self.config.texture_mode_6;
        load_flags(material.attr1, bumpy, self.config.texture_detail)
    }

    fn read_material(&mut self, entry: usize) -> Result<Mat0<'static>> {
        let name = self.material_name(entry);
        let read = self.shelf(Role::Materials).and_then(|shelf| {
            let (payload, attributes) = (shelf.payload(entry)?, shelf.attributes(entry));
            Some(read_material(&name, payload, &attributes))
        });
        let unreadable =
            || RuntimeError::MaterialUnreadable { name: name.clone(), reason: phrases::bytes_outside() };
        let material = read.unwrap_or_else(|| Err(unreadable()));
        if let Err(RuntimeError::TooManyAnimations { .. }) = &material {
            self.log.say("Too many animations for material.");
        }
        let material = material?;
        let size = material::memory(material.phases.len(), &material.animations);
        if self.materials.size().saturating_add(size) > MEMORY {
            return Err(RuntimeError::MemoryFull { name });
        }
        Ok(material)
    }

    /// The phases as records, each with its texture loaded. If one cannot be, those before it are let go.
    fn load_phases(&mut self, phases: &[Phase], flags: LoadFlags) -> Result<Vec<Phase76>> {
        let mut records = vec![];
        for phase in phases {
            let slot = match phase.has_texture() {
                true => self.load_texture(Role::Textures, phase.texture.text(), flags),
                false => Ok(NONE),
            };
            match slot {
                Ok(slot) => records.push(Phase76::of(phase, slot)),
                Err(error) => {
                    self.release_phases(&records);
                    return Err(error);
                }
            }
        }
        Ok(records)
    }

    fn release_phases(&mut self, phases: &[Phase76]) {
        for slot in phases.iter().filter_map(|phase| usize::try_from(phase.texture).ok()) {
            if !self.textures.release(slot, self.game_time) {
                self.log.remark(TEXTURE_GONE, args!(slot = slot));
            }
        }
    }

    /// One user less.
    pub(super) fn release_material(&mut self, slot: usize) {
        if let Some(material) = self.materials.release(slot) {
            self.release_phases(&material.phases);
        }
    }

    fn cache(&mut self, role: Role) -> &mut Cache {
        if role == Role::Lightmaps { &mut self.lightmaps } else { &mut self.textures }
    }

    /// One more user of a texture (`sub_10004B10`) or lightmap (`sub_10004CB0`), loaded if need be; the number of its
    /// slot, or -1 (spec 6.5).
    pub(super) fn load_texture(&mut self, role: Role, name: &[u8], flags: LoadFlags) -> Result<i32> {
        let suffix = pal::suffix(name);
        if suffix == Suffix::NoDot {
            self.log.say("Bad texture name.");
            return Ok(NONE);
        }
        let Some(entry) = self.shelf(role).and_then(|shelf| shelf.find(name)) else {
            self.miss_texture(role, name);
            return Ok(NONE);
        };
        let index = i32::try_from(entry).unwrap_or(i32::MAX);
        let slot = match self.cache(role).acquire(index) {
            Some(slot) => slot,
            None => {
                let Some(object) = self.read_texture(role, entry, name, suffix, flags) else {
                    return Ok(NONE);
                };
                let slot = self.cache(role).free().ok_or_else(|| full(role, name))?;
                self.cache(role).fill(slot, index, object, flags);
                slot
            }
        };
        Ok(i32::try_from(slot).unwrap_or(NONE))
    }

    /// The engine has words for a missing lightmap; of a missing texture it makes -1 without any.
    pub(super) fn miss_texture(&mut self, role: Role, name: &[u8]) {
        let name = shown(name);
        match role {
            Role::Lightmaps => self.log.say(format!("LightMap {name} not found.")),
            _ => {
                let library = self.path(role);
                self.log.remark(TEXTURE_MISSING, args!(name = name.as_ref(), library = library));
            }
        }
    }

    fn read_texture(
        &mut self,
        role: Role,
        entry: usize,
        name: &[u8],
        suffix: Suffix,
        flags: LoadFlags,
    ) -> Option<Texture> {
        let (switches, mips) = (self.config.switches, self.config.mip_flags);
        let payload = self.shelf(role).and_then(|shelf| shelf.payload(entry));
        let loaded = payload.ok_or_else(phrases::bytes_outside).and_then(|payload| {
            let texm =
                Texm::read(&mut Cursor::new(payload), Origin::default()).map_err(|e| Phrase::from(&e))?;
            let skipped = loader::policy(&texm.header, flags, mips);
            loader::load_skipping(&texm, flags, &switches, skipped).ok_or_else(phrases::a_bad_header)
        });
        let name = shown(name).into_owned();
        match loaded {
            Ok(mut loaded) => {
                let cell_count = loaded.cells.len().saturating_sub(1);
                loaded.cells.truncate(CELLS);
                loaded.cells.shrink_to_fit();
                Some(Texture { palette: self.palette(&name, suffix), name, loaded, cell_count })
            }
            Err(reason) => {
                self.log.remark(TEXTURE_UNREADABLE, args!(name = name, reason = reason));
                None
            }
        }
    }

    /// The palette that a name tells of, if the bank has it.
    pub(super) fn palette(&mut self, name: &str, suffix: Suffix) -> Option<usize> {
        let index = match suffix {
            Suffix::NoDot | Suffix::NoPalette => return None,
            Suffix::Palette(index) => index,
            Suffix::OutOfRange(index) => {
                self.log.remark(PALETTE_OUTSIDE, args!(name = name, index = index));
                return None;
            }
            Suffix::OddDigit { index, .. } => {
                self.log.remark(PALETTE_DIGIT, args!(name = name, index = index));
                usize::try_from(index).ok()?
            }
        };
        self.palettes.get(index)?.is_some().then_some(index)
    }

    /// The text of a wear table: a file, or an entry of an archive behind the last slash of its name.
    pub(super) fn wear_text(&self, name: &str) -> Option<Cow<'l, [u8]>> {
        if let Some(file) = self.library.file(name) {
            return Some(file);
        }
        let (archive, entry) = name.rsplit_once(['/', '\\'])?;
        let shelf = Shelf::open(self.library, archive)?;
        let entry = shelf.find(&CodePage::numbered(CODE_PAGE).bytes(entry)?)?;
        Some(Cow::from(shelf.payload(entry)?.to_vec()))
    }
}

fn full(role: Role, name: &[u8]) -> RuntimeError {
    let name = shown(name).into_owned();
    match role {
        Role::Lightmaps => RuntimeError::LightmapsFull { name },
        _ => RuntimeError::TexturesFull { name },
    }
}

/// A material with nothing borrowed: the bytes behind its end are of no use here.
fn read_material(name: &str, payload: &[u8], attributes: &Attributes) -> Result<Mat0<'static>> {
    let count = |at: usize| {
        payload.get(at..at + 2).map_or(0, |two| usize::from(u16::from_le_bytes([two[0], two[1]])))
    };
    if count(2) >= BLOCKS {
        return Err(RuntimeError::TooManyAnimations { name: name.into(), found: count(2) });
    }
    let origin = Origin { name, attributes: AttributesRef::List(attributes) };
    let read = Mat0::read(&mut Cursor::new(payload), origin);
    match read {
        Ok(material) => Ok(Mat0 { tail: Vec::new().into(), ..material }),
        Err(e) => Err(RuntimeError::MaterialUnreadable { name: name.into(), reason: Phrase::from(&e) }),
    }
}
