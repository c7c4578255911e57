//! The stores as they lie in the engine's memory, for those who compare them with what a game that runs holds (spec 6.2,
//! 6.3).
//!
//! The static arrays have the addresses that the sources give, which are those of one build of `World3D.dll`. What the
//! engine takes from the heap has an address that is made up here: see [`Target`]. What a free slot still holds of its
//! last user is not kept; it is zero here.

use super::manager::{Manager, WearRow, WearTable};
use super::material::{BLOCKS, MaterialSlot, Metadata};
use super::phase::NONE;
use super::{PALETTES, Palette, TABLES, TextureSlot};
use crate::mat0::{Animation, Key};
use crate::texm::Header;
use crate::texm::loader::Loaded;
use relict_core::prelude::*;
use std::fmt;

/// The first slot of the textures, and so on.
pub const TEXTURES_AT: u32 = 0x1014_E910;
pub const LIGHTMAPS_AT: u32 = 0x1002_9C98;
pub const MATERIALS_AT: u32 = 0x1006_69F0;
pub const PALETTES_AT: u32 = 0x1013_DA58;
/// The record into which samples go.
pub const SCRATCH_AT: u32 = 0x1013_B300;
pub const GAME_TIME_AT: u32 = 0x1003_2A38;
/// The virtual functions of a manager.
pub const VTABLE_AT: u32 = 0x1002_09E4;

/// The virtual functions: the address, where the sources name one, and the call of a scenario that makes it. The first
/// is a stub that nobody calls.
pub const FUNCTIONS: [(Option<u32>, Option<&str>); 11] = [
    (Some(0x1000_2CE0), None),
    (Some(0x1000_2D10), Some("destroy")),
    (None, Some("pre_load_all_textures")),
    (Some(0x1000_31F0), Some("phase_by_time")),
    (Some(0x1000_3AE0), Some("reset")),
    (Some(0x1000_3680), Some("phase_by_t")),
    (Some(0x1000_3B10), Some("load_wear_file")),
    (Some(0x1000_3F80), Some("load_wear_buffer")),
    (Some(0x1000_31A0), Some("lightmap")),
    (Some(0x1000_3AB0), Some("metadata")),
    (Some(0x1000_31D0), Some("wear_count")),
];

record! {
    /// A slot of the store of textures, or of that of lightmaps.
    pub struct TextureSlot20: 20 {
        /// The number of the entry in its library; -1 for a free slot.
        0x00 entry: i32,
        /// A pointer.
        0x04 object: u32,
        0x08 refcount: i32,
        /// When the last user let go.
        0x0C idle_since: u32,
        0x10 load_flags: u32,
    }
}

record! {
    /// An animation in the slot of a material.
    pub struct Block16: 16 {
        0x00 mode: u32,
        0x04 mask: u32,
        0x08 key_count: i32,
        /// A pointer to keys of eight bytes.
        0x0C keys: u32,
    }
}

record! {
    /// A key, with the phase widened to 32 bits.
    pub struct Key8: 8 {
        0x00 phase: u32,
        0x04 end: u16,
        /// Kept, and read by nothing.
        0x06 unk06: u16,
    }
}

record! {
    /// A slot of the pool of materials.
    pub struct MaterialSlot368: 368 {
        /// The number of the entry in its library; -1 for a free slot.
        0x000 entry: i32,
        0x004 refcount: i32,
        0x008 phase_count: i32,
        /// A pointer to records of 76 bytes.
        0x00C phases: u32,
        0x010 block_count: i32,
        /// At most nineteen of them are used.
        0x014 blocks: [Block16; 20],
        0x154 meta: Metadata,
    }
}

record! {
    /// A row of a wear table.
    pub struct WearRow8: 8 {
        /// A slot of the pool of materials (that it is one is inferred, C).
        0x00 material: i32,
        0x04 start_time: u32,
    }
}

record! {
    /// A row of a table of lightmaps.
    pub struct LightmapRow4: 4 {
        /// A slot of the store of lightmaps, or -1.
        0x00 slot: i32,
    }
}

record! {
    /// A material manager.
    pub struct Manager470: 0x470 {
        0x000 vtable: u32,
        /// The object that the program hands in, and a word for it; zero here.
        0x004 callback: u32,
        0x008 callback_data: u32,
        /// Pointers to rows of eight bytes.
        0x00C wear_tables: [u32; 70],
        0x124 wear_counts: [u32; 70],
        0x23C table_count: u32,
        /// Pointers to rows of four bytes.
        0x240 lightmap_tables: [u32; 70],
        0x358 lightmap_counts: [u32; 70],
    }
}

record! {
    /// The bank: eleven pointers for each letter.
    pub struct PaletteBank: 1144 {
        0x000 palettes: [u32; 286],
    }
}

const _: () = assert!(BLOCKS == 20 && TABLES == 70 && PALETTES == 286);

/// What a pointer points to. Relict has no heap of the engine's, so the address is made up: the highest byte tells what
/// it is, and the others which. All of them are in the upper half, where a 32-bit program for Windows has no memory of
/// its own, so that none is taken for one of a real dump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Functions,
    Texture(usize),
    Lightmap(usize),
    Palette(usize),
    Phases(usize),
    Keys { material: usize, block: usize },
    Rows { manager: usize, table: usize },
    Lightmaps { manager: usize, table: usize },
}

impl Target {
    pub fn address(self) -> u32 {
        let (kind, owner, item) = match self {
            Self::Functions => return VTABLE_AT,
            Self::Texture(slot) => (0x81, slot, 0),
            Self::Lightmap(slot) => (0x82, slot, 0),
            Self::Palette(slot) => (0x83, slot, 0),
            Self::Phases(material) => (0x84, material, 0),
            Self::Keys { material, block } => (0x85, material, block),
            Self::Rows { manager, table } => (0x86, manager, table),
            Self::Lightmaps { manager, table } => (0x87, manager, table),
        };
        u32::from_be_bytes([kind, (owner >> 8) as u8, owner as u8, item as u8])
    }

    /// What was made up for an address; none for null and all others.
    pub fn at(address: u32) -> Option<Self> {
        let [kind, high, low, item] = address.to_be_bytes();
        let (owner, item) = (usize::from(high) << 8 | usize::from(low), usize::from(item));
        Some(match kind {
            _ if address == VTABLE_AT => Self::Functions,
            0x81 => Self::Texture(owner),
            0x82 => Self::Lightmap(owner),
            0x83 => Self::Palette(owner),
            0x84 => Self::Phases(owner),
            0x85 => Self::Keys { material: owner, block: item },
            0x86 => Self::Rows { manager: owner, table: item },
            0x87 => Self::Lightmaps { manager: owner, table: item },
            _ => return None,
        })
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Functions => f.write_str("vtable"),
            Self::Texture(slot) => write!(f, "textures[{slot}].object"),
            Self::Lightmap(slot) => write!(f, "lightmaps[{slot}].object"),
            Self::Palette(slot) => write!(f, "palettes[{slot}]"),
            Self::Phases(material) => write!(f, "materials[{material}].phases"),
            Self::Keys { material, block } => write!(f, "materials[{material}].blocks[{block}].keys"),
            Self::Rows { manager, table } => write!(f, "managers[{manager}].tables[{table}].rows"),
            Self::Lightmaps { manager, table } => {
                write!(f, "managers[{manager}].tables[{table}].lightmaps")
            }
        }
    }
}

/// The pointer to something that is there, else null.
fn pointer(there: bool, target: Target) -> u32 {
    if there { target.address() } else { 0 }
}

/// A count as the engine keeps it.
fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn signed(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

impl TextureSlot20 {
    /// `object` is where the object of this slot would be.
    pub fn of(slot: &TextureSlot, object: Target) -> Self {
        Self {
            entry: slot.entry,
            object: pointer(slot.object.is_some(), object),
            refcount: slot.refcount,
            idle_since: slot.idle_since,
            load_flags: slot.load_flags.0,
        }
    }
}

/// The header in a texture object, which begins at [`OBJECT_HEADER`](crate::texm::loader::OBJECT_HEADER): as copied from
/// the file, and then without the levels that are left out.
pub fn object_header(loaded: &Loaded) -> Header {
    let Loaded { width, height, mip_count, .. } = *loaded;
    Header { width, height, mip_count, ..loaded.header.clone() }
}

impl Block16 {
    fn of(block: Option<&Animation>, keys: Target) -> Self {
        let Some(Animation { motion, keys: list }) = block else {
            return Self { mode: 0, mask: 0, key_count: 0, keys: 0 };
        };
        Self { mode: motion.mode(), mask: motion.mask(), key_count: signed(list.len()), keys: keys.address() }
    }
}

impl From<&Key> for Key8 {
    fn from(key: &Key) -> Self {
        Self { phase: key.phase.into(), end: key.end, unk06: key.unk04 }
    }
}

impl MaterialSlot368 {
    pub fn of(slot: &MaterialSlot, number: usize) -> Self {
        let block = |block| Block16::of(slot.blocks.get(block), Target::Keys { material: number, block });
        Self {
            entry: slot.entry,
            refcount: slot.refcount,
            phase_count: signed(slot.phases.len()),
            phases: pointer(slot.entry != NONE, Target::Phases(number)),
            block_count: signed(slot.blocks.len()),
            blocks: std::array::from_fn(block),
            meta: slot.meta.clone(),
        }
    }
}

impl From<WearRow> for WearRow8 {
    fn from(row: WearRow) -> Self {
        Self { material: signed(row.material), start_time: row.start_time }
    }
}

impl Manager470 {
    /// `number` tells one manager from another in the addresses of its tables. A table that was destroyed by itself is
    /// null: the engine has no such thing.
    pub fn of(manager: &Manager, number: usize) -> Self {
        let table = |table| manager.table(table).ok();
        let rows = |table: &WearTable| table.rows.len();
        let lightmaps = |table: &WearTable| table.lightmaps.len();
        let sizes = |size: fn(&WearTable) -> usize| {
            std::array::from_fn(|i| table(i).map_or(0, |table| count(size(table))))
        };
        Self {
            vtable: Target::Functions.address(),
            callback: 0,
            callback_data: 0,
            wear_tables: std::array::from_fn(|i| {
                pointer(table(i).is_some(), Target::Rows { manager: number, table: i })
            }),
            wear_counts: sizes(rows),
            table_count: count(manager.table_count()),
            lightmap_tables: std::array::from_fn(|i| {
                let there = table(i).is_some_and(|table| lightmaps(table) > 0);
                pointer(there, Target::Lightmaps { manager: number, table: i })
            }),
            lightmap_counts: sizes(lightmaps),
        }
    }
}

impl PaletteBank {
    pub fn of(bank: &[Option<Palette>]) -> Self {
        let there = |slot: usize| bank.get(slot).is_some_and(Option::is_some);
        Self { palettes: std::array::from_fn(|slot| pointer(there(slot), Target::Palette(slot))) }
    }
}

/// A record as bytes.
pub fn bytes<T: Field>(record: &T) -> Vec<u8> {
    let mut bytes = vec![0; T::SIZE];
    record.put(&mut bytes);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_address_is_made_up_once_and_tells_what_it_is() {
        let mut seen = HashSet::new();
        for owner in [0, 1, 63, 255, 256, 776] {
            for item in [0, 1, 19, 69] {
                let (material, block) = (owner, item);
                let (manager, table) = (owner, item);
                let keyed = [
                    Target::Keys { material, block },
                    Target::Rows { manager, table },
                    Target::Lightmaps { manager, table },
                ];
                let plain = [Target::Texture, Target::Lightmap, Target::Palette, Target::Phases];
                let plain = plain.map(|target| target(owner)).into_iter().filter(|_| item == 0);
                for target in keyed.into_iter().chain(plain) {
                    assert_eq!(Target::at(target.address()), Some(target));
                    assert!(target.address() >= 0x8000_0000 && seen.insert(target.address()), "{target}");
                }
            }
        }
        assert_eq!(Target::at(Target::Functions.address()), Some(Target::Functions));
        assert_eq!((Target::at(0), Target::at(MATERIALS_AT)), (None, None));
    }

    #[test]
    fn the_metadata_stands_where_the_sources_have_their_variables() {
        let row = |name| MaterialSlot368::TABLE.row(name).unwrap().place.unwrap().0;
        use relict_core::record::Part;
        // `dword_10066B44` is metaA of the first slot, `dword_100669F8` its count of phases.
        assert_eq!(MATERIALS_AT as usize + row("meta"), 0x1006_6B44);
        assert_eq!(MATERIALS_AT as usize + row("phase_count"), 0x1006_69F8);
        let word = |name| Manager470::TABLE.row(name).unwrap().place.unwrap().0 / 4;
        let places = ["wear_tables", "wear_counts", "table_count", "lightmap_tables", "lightmap_counts"];
        assert_eq!(places.map(word), [3, 73, 143, 144, 214]);
    }
}
