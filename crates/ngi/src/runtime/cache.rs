//! The stores of textures and lightmaps: slots, counted references, and the sweep (spec 6.3, 6.7).

use super::phase::NONE;
use crate::texm::loader::{LoadFlags, Loaded};

/// One of 20 bytes in the engine: its fields in their order.
#[derive(Clone, Debug)]
pub struct TextureSlot {
    /// The number of the entry in its library; -1 for a free slot. The library itself is not noted: after another one
    /// is set, what was loaded from the old one is handed out for the same number.
    pub entry: i32,
    pub object: Option<Texture>,
    pub refcount: i32,
    /// When the last user let go; 0 while there is one.
    pub idle_since: u32,
    /// Those of the first request. Later ones get the texture as it is, whatever flags they have.
    pub load_flags: LoadFlags,
}

/// A texture as it was loaded, without its pixels: those stay in the library.
#[derive(Clone, Debug)]
pub struct Texture {
    /// As it was asked for.
    pub name: String,
    /// The place in the bank of the palette that goes with it, if the name tells of one and the bank has it.
    pub palette: Option<usize>,
    pub loaded: Loaded,
    /// How many rectangles the page has. Of `loaded.cells` only those are kept that a signed byte can name.
    pub cell_count: usize,
}

impl TextureSlot {
    const FREE: Self =
        Self { entry: NONE, object: None, refcount: 0, idle_since: 0, load_flags: LoadFlags(0) };

    pub fn is_free(&self) -> bool {
        self.entry == NONE
    }
}

/// A fixed number of slots.
#[derive(Clone, Debug)]
pub struct Cache {
    slots: Vec<TextureSlot>,
}

impl Cache {
    pub(super) fn new(capacity: usize) -> Self {
        Self { slots: vec![TextureSlot::FREE; capacity] }
    }

    /// All slots, free ones too.
    pub fn slots(&self) -> &[TextureSlot] {
        &self.slots
    }

    /// The slot with its number as phases and tables hold it; none for -1.
    pub fn get(&self, slot: i32) -> Option<&TextureSlot> {
        self.slots.get(usize::try_from(slot).ok()?)
    }

    /// The slots in use, with their numbers.
    pub fn occupied(&self) -> impl Iterator<Item = (usize, &TextureSlot)> {
        self.slots.iter().enumerate().filter(|(_, slot)| !slot.is_free())
    }

    /// Another user of an entry that is there already, idle or not.
    pub(super) fn acquire(&mut self, entry: i32) -> Option<usize> {
        let found = self.slots.iter().position(|slot| slot.entry == entry)?;
        let slot = &mut self.slots[found];
        slot.refcount += 1;
        slot.idle_since = 0;
        Some(found)
    }

    /// The first slot that is free.
    pub(super) fn free(&self) -> Option<usize> {
        self.slots.iter().position(TextureSlot::is_free)
    }

    pub(super) fn fill(&mut self, slot: usize, entry: i32, object: Texture, load_flags: LoadFlags) {
        if let Some(slot) = self.slots.get_mut(slot) {
            *slot = TextureSlot { entry, object: Some(object), refcount: 1, idle_since: 0, load_flags };
        }
    }

    /// One user less; the last one leaves the time. False if nothing is there: it was unloaded under its user.
    pub(super) fn release(&mut self, slot: usize, now: u32) -> bool {
        let Some(slot) = self.slots.get_mut(slot).filter(|slot| !slot.is_free()) else { return false };
        slot.refcount -= 1;
        if slot.refcount == 0 {
            slot.idle_since = now;
        }
        true
    }

    /// The same for lightmaps, which do not wait for a sweep.
    pub(super) fn release_for_good(&mut self, slot: usize) {
        self.release(slot, 0);
        if let Some(slot) = self.slots.get_mut(slot).filter(|slot| slot.refcount <= 0) {
            *slot = TextureSlot::FREE;
        }
    }

    /// Frees what has been idle for longer than `limit`; which slots those were.
    pub(super) fn sweep(&mut self, now: u32, limit: u32) -> Vec<usize> {
        let idle = |slot: &TextureSlot| {
            !slot.is_free() && slot.refcount == 0 && now.wrapping_sub(slot.idle_since) > limit
        };
        let found: Vec<usize> = (0..self.slots.len()).filter(|&i| idle(&self.slots[i])).collect();
        found.iter().for_each(|&i| self.slots[i] = TextureSlot::FREE);
        found
    }

    /// Everything goes, used or not; how many there were.
    pub(super) fn clear(&mut self) -> usize {
        let count = self.occupied().count();
        self.slots.fill(TextureSlot::FREE);
        count
    }
}
