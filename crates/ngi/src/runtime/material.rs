//! The pool of materials (spec 6.3): 700 slots, taken in order, and given back when nobody uses them.

use super::phase::{NONE, Phase76};
use crate::mat0::{Animation, Flags, Mat0};
use crate::texm::loader::LoadFlags;
use relict_core::prelude::*;
use std::borrow::Cow;

/// What a material's slot has room for; one less may be used.
pub const BLOCKS: usize = crate::mat0::ANIMATION_LIMIT;

record! {
    /// What the engine hands out about a material: the end of its slot, from `metaA` on (vtable 9).
    pub struct Metadata: 28 {
        /// Kind of ground; 255 where unset, which versions below 2 always are.
        0x00 meta_a: u32,
        /// 255 everywhere.
        0x04 meta_b: u32,
        /// Bits of a float, the factor on speed; 1.0 in versions below 3.
        0x08 meta_c: u32,
        /// Bits of a float, the damage per second; 0 in versions below 4.
        0x0C meta_d: u32,
        /// Lit skin.
        0x10 flag_a: u32,
        /// How what is behind shows through.
        0x14 nibble_mode: u32,
        0x18 flag_b: u32,
    }
}

/// The classes of ground that `metaA` names, as the game abbreviates them; 6 is foliage. `[OP measured]`
const SURFACES: [&str; 11] = ["sn", "st", "gr", "sw", "ic", "mt", "gr", "wt", "al", "an", "sh"];

impl Metadata {
    /// The class of ground; none where `metaA` is unset, or is a number that no material has.
    pub fn surface(&self) -> Option<&'static str> {
        SURFACES.get(usize::try_from(self.meta_a).ok()?).copied()
    }

    pub fn of(material: &Mat0<'_>) -> Self {
        let Flags(attr1) = material.attr1;
        Self {
            meta_a: material.surface.unwrap_or(255).into(),
            meta_b: material.unk05.unwrap_or(255).into(),
            meta_c: material.speed.unwrap_or(1.0).to_bits(),
            meta_d: material.damage.unwrap_or(0.0).to_bits(),
            flag_a: attr1 >> 1 & 1,
            nibble_mode: attr1 >> 2 & 15,
            flag_b: attr1 >> 6 & 1,
        }
    }
}

/// The flags with which the textures of a material are asked for (spec 3.1, 6.5): those of attr1, the page, and the
/// player's texture detail. A lit skin is loaded opaque unless it is `bumpy`.
pub fn load_flags(attr1: Flags, bumpy: bool, detail: u32) -> LoadFlags {
    let mut flags = LoadFlags(detail).with(LoadFlags::PAGE);
    if attr1.second_stage() == 1 {
        flags = flags.with(LoadFlags::STAGE_1);
    }
    if attr1.lit_skin() == 1 && !bumpy {
        flags = flags.with(LoadFlags::OPAQUE);
    }
    flags
}

/// One of 368 bytes in the engine.
#[derive(Clone, Debug)]
pub struct MaterialSlot {
    /// The number of the entry in the library; -1 for a free slot.
    pub entry: i32,
    pub refcount: i32,
    /// The entry's name, which the engine does not keep.
    pub name: String,
    pub phases: Vec<Phase76>,
    pub blocks: Vec<Animation>,
    pub meta: Metadata,
}

impl MaterialSlot {
    fn free() -> Self {
        let meta = Metadata::get(&[0; 28]);
        Self { entry: NONE, refcount: 0, name: String::new(), phases: vec![], blocks: vec![], meta }
    }

    /// What this takes of memory, by the sizes of the engine's records.
    fn size(&self) -> usize {
        memory(self.phases.len(), &self.blocks)
    }
}

/// Of a material with so many phases and these animations.
pub(super) fn memory(phases: usize, blocks: &[Animation]) -> usize {
    phases * Phase76::SIZE + blocks.iter().map(|block| block.keys.len() * 8).sum::<usize>()
}

/// The slots up to the highest that was ever in use.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    slots: Vec<MaterialSlot>,
}

impl Pool {
    /// Up to the high-water mark, free ones too.
    pub fn slots(&self) -> &[MaterialSlot] {
        &self.slots
    }

    pub fn get(&self, slot: usize) -> Option<&MaterialSlot> {
        self.slots.get(slot)
    }

    /// A slot as it is, or as it is before it is ever used.
    pub fn slot(&self, slot: usize) -> Cow<'_, MaterialSlot> {
        self.get(slot).map_or_else(|| Cow::Owned(MaterialSlot::free()), Cow::Borrowed)
    }

    /// The slots in use, with their numbers.
    pub fn occupied(&self) -> impl Iterator<Item = (usize, &MaterialSlot)> {
        self.slots.iter().enumerate().filter(|(_, slot)| slot.entry != NONE)
    }

    pub(super) fn size(&self) -> usize {
        self.slots.iter().map(MaterialSlot::size).sum()
    }

    /// Another user of an entry that is there already.
    pub(super) fn acquire(&mut self, entry: i32) -> Option<usize> {
        let found = self.slots.iter().position(|slot| slot.entry == entry)?;
        self.slots[found].refcount += 1;
        Some(found)
    }

    /// The first slot that nobody uses, or the next one; none if that is one too many.
    pub(super) fn vacant(&self, capacity: usize) -> Option<usize> {
        let unused = self.slots.iter().position(|slot| slot.refcount == 0);
        unused.or((self.slots.len() < capacity).then_some(self.slots.len()))
    }

    pub(super) fn fill(&mut self, slot: usize, material: MaterialSlot) {
        if slot >= self.slots.len() {
            self.slots.resize_with(slot + 1, MaterialSlot::free);
        }
        self.slots[slot] = material;
    }

    /// One user less. The last one frees the slot; what it held is returned, for its textures to be released.
    ///
    /// That the number of the entry goes, too, is inferred: a slot that kept it would be handed out again with
    /// textures that are gone.
    pub(super) fn release(&mut self, slot: usize) -> Option<MaterialSlot> {
        let slot = self.slots.get_mut(slot)?;
        slot.refcount -= 1;
        (slot.refcount == 0).then(|| std::mem::replace(slot, MaterialSlot::free()))
    }
}
