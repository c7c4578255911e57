//! A material manager: the object of `LoadMatManager`, with its tables and its virtual functions (spec 6.2).

use super::error::{BLOCK_CLAMPED, NO_SUCH_BLOCK, Result, RuntimeError, UNDEFINED_MODE};
use super::material::{MaterialSlot, Metadata};
use super::phase::Phase76;
use super::select::{self, Bracket, Mode};
use super::{NONE, Role, TABLES, World3d};
use crate::mat0::{Animation, Motion};
use crate::texm::loader::LoadFlags;
use crate::wear::engine::{self, Parsed, Refusal};
use relict_core::args;

/// A table and a row in it, packed as the engine does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handle(pub u32);

impl Handle {
    /// None if either does not fit its half.
    pub fn new(table: usize, row: usize) -> Option<Self> {
        let half = |number: usize| u16::try_from(number).ok().map(u32::from);
        Some(Self(half(table)? << 16 | half(row)?))
    }

    pub fn table(self) -> usize {
        (self.0 >> 16) as usize
    }

    pub fn row(self) -> usize {
        (self.0 & 0xFFFF) as usize
    }
}

/// One of 8 bytes in the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WearRow {
    /// A slot of the pool of materials (that it is one is inferred, C).
    pub material: usize,
    /// 0 until it is reset: the sources do not say what it is after loading.
    pub start_time: u32,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WearTable {
    pub rows: Vec<WearRow>,
    /// Slots of the store of lightmaps, or -1.
    pub lightmaps: Vec<i32>,
}

/// What a call for a phase hands out.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The block of the material: 0 for one that it has not.
    pub block: usize,
    pub bracket: Bracket,
    /// The phases of the two keys.
    pub phase: usize,
    pub next_phase: usize,
    /// A copy of the scratch record.
    pub result: Phase76,
    /// Of which the engine hands out `flagA`, `nibbleMode` and `flagB`.
    pub meta: Metadata,
    /// Of the row, afterwards: a random phase changes it.
    pub start_time: u32,
}

/// A material manager. Its functions need what all managers share, so they take the [`World3d`].
#[derive(Debug, Default)]
pub struct Manager {
    /// None where a table was destroyed; its number is not used again.
    tables: Vec<Option<WearTable>>,
}

impl Manager {
    /// How many tables were loaded.
    pub fn table_count(&self) -> usize {
        self.tables.len()
    }

    pub fn table(&self, table: usize) -> Result<&WearTable> {
        self.tables.get(table).and_then(Option::as_ref).ok_or(RuntimeError::NoTable { table })
    }

    pub fn row(&self, handle: Handle) -> Result<WearRow> {
        let rows = &self.table(handle.table())?.rows;
        rows.get(handle.row()).copied().ok_or_else(|| no_row(handle, rows.len()))
    }

    fn row_mut(&mut self, handle: Handle) -> Result<&mut WearRow> {
        let table = handle.table();
        let found = self.tables.get_mut(table).and_then(Option::as_mut);
        let rows = &mut found.ok_or(RuntimeError::NoTable { table })?.rows;
        let count = rows.len();
        rows.get_mut(handle.row()).ok_or_else(|| no_row(handle, count))
    }

    fn material<'w>(&self, world: &'w World3d<'_>, handle: Handle) -> Result<&'w MaterialSlot> {
        let row = self.row(handle)?;
        world.materials.get(row.material).ok_or_else(|| no_row(handle, 0))
    }

    /// Vtable 6: a wear table from a file or resource. The number of its table.
    pub fn load_wear_file(&mut self, world: &mut World3d<'_>, name: &str) -> Result<usize> {
        self.expect_room()?;
        let Some(text) = world.wear_text(name) else {
            world.log.say(format!("Wear <{name}> doesn't exist."));
            return Err(RuntimeError::WearMissing { name: name.into() });
        };
        let mut parsed = Parsed::default();
        let read = engine::file_into(&text, &mut parsed);
        self.add(world, &parsed, read)
    }

    /// Vtable 7: a wear table from text in memory.
    pub fn load_wear_buffer(&mut self, world: &mut World3d<'_>, text: &[u8]) -> Result<usize> {
        self.expect_room()?;
        let mut parsed = Parsed::default();
        let read = engine::buffer_into(text, &mut parsed);
        self.add(world, &parsed, read)
    }

    fn expect_room(&self) -> Result<()> {
        if self.tables.len() < TABLES { Ok(()) } else { Err(RuntimeError::TablesFull) }
    }

    /// Loads what was read, then says why no more could be, if so. What fails leaves no table and nothing in use;
    /// in the engine such a failure ends the program, or it goes on with what it had.
    fn add(&mut self, world: &mut World3d<'_>, parsed: &Parsed, read: Result<(), Refusal>) -> Result<usize> {
        let mut table = WearTable::default();
        let loaded = table.load(world, parsed).and_then(|()| read.map_err(|refusal| refused(world, refusal)));
        if let Err(error) = loaded {
            table.release(world);
            return Err(error);
        }
        self.tables.push(Some(table));
        Ok(self.tables.len() - 1)
    }

    /// Vtable 3: the phase at the game time.
    pub fn phase_by_time(&mut self, world: &mut World3d<'_>, handle: Handle, block: usize) -> Result<Sample> {
        let row = self.row(handle)?;
        let (block, animation) = self.block(world, handle, block)?;
        if let Mode::Undefined(mode) = Mode::of(&animation) {
            world.log.remark(UNDEFINED_MODE, args!(mode = mode));
        }
        let mut start_time = row.start_time;
        let game_time = world.game_time;
        let bracket = select::by_time(&animation, game_time, &mut start_time, || world.random.rand());
        self.row_mut(handle)?.start_time = start_time;
        self.sample(world, handle, (block, &animation), bracket)
    }

    /// Vtable 5: the phase at a part of the period.
    pub fn phase_by_t(
        &self,
        world: &mut World3d<'_>,
        handle: Handle,
        block: usize,
        t: f32,
    ) -> Result<Sample> {
        let (block, animation) = self.block(world, handle, block)?;
        self.sample(world, handle, (block, &animation), select::by_t(&animation, t))
    }

    /// A block of the material with its number. One that it has not is block 0: the engine's bound is the material's own
    /// count, in both fetches. Without any, block 0 is taken as one without keys, as a slot never used before holds.
    fn block(&self, world: &mut World3d<'_>, handle: Handle, asked: usize) -> Result<(usize, Animation)> {
        let blocks = &self.material(world, handle)?.blocks;
        let (there, block) = (blocks.len(), if asked < blocks.len() { asked } else { 0 });
        let found = blocks.get(block).cloned();
        match there {
            0 => world.log.remark(NO_SUCH_BLOCK, args!(block = asked)),
            _ if block != asked => world.log.remark(BLOCK_CLAMPED, args!(block = asked, blocks = there)),
            _ => {}
        }
        Ok((block, found.unwrap_or_else(|| Animation { motion: Motion(0), keys: vec![] })))
    }

    fn sample(
        &self,
        world: &mut World3d<'_>,
        handle: Handle,
        (block, animation): (usize, &Animation),
        bracket: Bracket,
    ) -> Result<Sample> {
        let start_time = self.row(handle)?.start_time;
        let material = self.material(world, handle)?;
        let phase = |key: usize| -> Result<(usize, &Phase76)> {
            let phase = animation.phase_of(key);
            let found = material.phases.get(phase);
            found.map(|record| (phase, record)).ok_or_else(|| no_phase(material, key, phase))
        };
        let ((first, from), (next_phase, to)) = (phase(bracket.key)?, phase(bracket.next)?);
        let result = from.blended(to, bracket.factor, animation.motion.mask());
        let meta = material.meta.clone();
        world.scratch = result.clone();
        Ok(Sample { block, bracket, phase: first, next_phase, result, meta, start_time })
    }

    /// Vtable 4: a row starts anew, now.
    pub fn reset(&mut self, world: &World3d<'_>, handle: Handle) -> Result<()> {
        self.row_mut(handle)?.start_time = world.game_time;
        Ok(())
    }

    /// Not in the engine, where only `reset` and random phases change it; here, to begin anywhere.
    pub fn set_start_time(&mut self, handle: Handle, time: u32) -> Result<()> {
        self.row_mut(handle)?.start_time = time;
        Ok(())
    }

    /// Vtable 8: the slot of a lightmap, by table and row of lightmaps; none where it was not found.
    pub fn lightmap(&self, handle: Handle) -> Result<Option<usize>> {
        let lightmaps = &self.table(handle.table())?.lightmaps;
        let slot = lightmaps.get(handle.row()).ok_or_else(|| no_row(handle, lightmaps.len()))?;
        Ok(usize::try_from(*slot).ok())
    }

    /// Vtable 9: what is known about the material of a row.
    pub fn metadata(&self, world: &World3d<'_>, handle: Handle) -> Result<Metadata> {
        Ok(self.material(world, handle)?.meta.clone())
    }

    /// Vtable 10: the rows of a table; none for one of the seventy that is not loaded.
    pub fn wear_count(&self, table: usize) -> Result<usize> {
        match self.table(table) {
            Ok(found) => Ok(found.rows.len()),
            Err(_) if table < TABLES => Ok(0),
            Err(error) => Err(error),
        }
    }

    /// Vtable 2, which takes an argument and does nothing.
    pub fn pre_load_all_textures(&self, _: u32) {}

    /// Lets go of what a table uses. Not in the engine, which does so for all tables at once.
    pub fn destroy_table(&mut self, world: &mut World3d<'_>, table: usize) -> Result<()> {
        let found = self.tables.get_mut(table).and_then(Option::take);
        found.ok_or(RuntimeError::NoTable { table })?.release(world);
        Ok(())
    }

    /// Vtable 1, the destructor: materials have one user less for every row, and their textures if it was the last;
    /// lightmaps go.
    pub fn destroy(self, world: &mut World3d<'_>) {
        self.tables.into_iter().flatten().for_each(|table| table.release(world));
    }
}

impl WearTable {
    fn load(&mut self, world: &mut World3d<'_>, parsed: &Parsed) -> Result<()> {
        let rows = parsed.materials.len().max(parsed.lightmaps.len());
        if rows > 0x1_0000 {
            return Err(RuntimeError::RowsFull { rows });
        }
        for name in &parsed.materials {
            self.rows.push(WearRow { material: world.load_material(name)?, start_time: 0 });
        }
        for name in &parsed.lightmaps {
            // With which flags lightmaps are asked for is not known; they have no page.
            self.lightmaps.push(world.load_texture(Role::Lightmaps, name, LoadFlags(0))?);
        }
        Ok(())
    }

    fn release(self, world: &mut World3d<'_>) {
        self.rows.iter().for_each(|row| world.release_material(row.material));
        for slot in self.lightmaps.into_iter().filter(|slot| *slot != NONE) {
            world.lightmaps.release_for_good(usize::try_from(slot).unwrap_or(usize::MAX));
        }
    }
}

/// Tells the engine's words for it, if it has any.
fn refused(world: &mut World3d<'_>, refusal: Refusal) -> RuntimeError {
    if let Some(message) = refusal.message() {
        world.log.say(message);
    }
    refusal.into()
}

fn no_row(handle: Handle, rows: usize) -> RuntimeError {
    RuntimeError::NoRow { table: handle.table(), row: handle.row(), rows }
}

fn no_phase(material: &MaterialSlot, key: usize, phase: usize) -> RuntimeError {
    match material.phases.len() {
        0 => RuntimeError::NoPhases { name: material.name.clone() },
        phases => RuntimeError::NoPhase { key, phase, phases },
    }
}
