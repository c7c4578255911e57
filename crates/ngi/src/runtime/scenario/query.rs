//! The calls that look at what is there and change nothing.

use super::{image, show};
use crate::pal::{self, SuffixIndex};
use crate::runtime::memory::{self, Target};
use crate::runtime::{
    Cache, Handle, Inspected, LibraryState, MATERIALS, Manager, Phase76, Result, RuntimeError, Skip, World3d,
};
use crate::texm::loader::{self, CellRect, LoadFlags, OBJECT_HEADER};
use relict_core::text::CodePage;
use serde_json::{Value, json};

/// About what all managers share.
#[derive(Debug)]
pub(super) enum WorldQuery {
    Materials,
    Textures,
    Lightmaps,
    Palettes,
    Scratch,
    Config,
    Globals,
    Texture { name: Vec<u8>, lightmap: bool, flags: Option<LoadFlags> },
    MipSkip { flags: u32, size: [u32; 2], mip_count: u32 },
    PaletteIndex(Vec<u8>),
    Vtable,
    MemoryOfTexture(usize),
    MemoryOfLightmap(usize),
    MemoryOfMaterial(usize),
    MemoryOfPalettes,
    MemoryOfScratch,
}

/// About one manager.
#[derive(Debug)]
pub(super) enum ManagerQuery {
    Table(usize),
    Material(Handle),
    MemoryOfManager,
    MemoryOfTable(usize),
}

impl WorldQuery {
    pub(super) fn answer(&self, world: &mut World3d<'_>, managers: &[Option<Manager>]) -> Result<Value> {
        Ok(match self {
            Self::Materials => show::materials(world),
            Self::Textures => show::slots(world.textures()),
            Self::Lightmaps => show::slots(world.lightmaps()),
            Self::Palettes => show::palettes(world),
            Self::Scratch => show::record(world.scratch()),
            Self::Config => show::config(&world.config),
            Self::Globals => globals(world, managers),
            Self::Texture { name, lightmap, flags } => texture(world, name, *lightmap, *flags),
            Self::MipSkip { flags, size: [width, height], mip_count } => {
                mip_skip(*flags, *width, *height, *mip_count)
            }
            Self::PaletteIndex(name) => palette_index(world, name),
            Self::Vtable => vtable(),
            Self::MemoryOfTexture(slot) => {
                cache_slot(world.textures(), *slot, memory::TEXTURES_AT, Target::Texture)?
            }
            Self::MemoryOfLightmap(slot) => {
                cache_slot(world.lightmaps(), *slot, memory::LIGHTMAPS_AT, Target::Lightmap)?
            }
            Self::MemoryOfMaterial(slot) => material_slot(world, *slot)?,
            Self::MemoryOfPalettes => {
                let bank = memory::PaletteBank::of(world.palettes());
                image::at(memory::PALETTES_AT, &bank)
            }
            Self::MemoryOfScratch => image::at(memory::SCRATCH_AT, world.scratch()),
        })
    }
}

impl ManagerQuery {
    /// `number` is that of the manager.
    pub(super) fn answer(&self, world: &World3d<'_>, manager: &Manager, number: usize) -> Result<Value> {
        Ok(match self {
            Self::Table(table) => show::table(world, manager.table(*table)?, *table),
            Self::Material(handle) => show::material(world, manager.row(*handle)?.material),
            Self::MemoryOfManager => image::image(&memory::Manager470::of(manager, number), 0),
            Self::MemoryOfTable(table) => wear_table(manager, number, *table)?,
        })
    }
}

fn globals(world: &World3d<'_>, managers: &[Option<Manager>]) -> Value {
    let library = |state: &LibraryState| {
        let found = match state.found {
            None => "not-opened",
            Some(true) => "open",
            Some(false) => "missing",
        };
        json!({ "path": state.path, "state": found, "entries": state.entries })
    };
    let [palettes, textures, material, lightmap] = &world.libraries();
    json!({
        "game_time": world.game_time(), "game_time_address": show::bits(memory::GAME_TIME_AT),
        "last_sweep": world.last_sweep(), "managers": managers.iter().flatten().count(),
        "libraries": {
            "palettes": library(palettes), "textures": library(textures), "material": library(material),
            "lightmap": library(lightmap),
        },
    })
}

fn mip_skip(flags: u32, width: u32, height: u32, mip_count: u32) -> Value {
    let skipped = loader::mip_skip(flags, width, height, mip_count);
    let shifted = |size: u32| size >> skipped;
    json!({
        "policy": show::bits(flags & loader::MIP_POLICY), "mip_skip": skipped, "width": shifted(width),
        "height": shifted(height), "mip_count": mip_count.saturating_sub(skipped),
    })
}

/// The arithmetic on a name; all null without a dot.
fn palette_index(world: &World3d<'_>, name: &[u8]) -> Value {
    let page = CodePage::numbered(crate::CODE_PAGE);
    let letter = |byte: u8| (byte != 0).then(|| page.show(&[byte]).into_owned());
    let SuffixIndex { dot, letter: l, digit: d, index } = match pal::suffix_index(name) {
        Some(found) => found,
        None => return json!({ "dot": null, "index": null, "slot": null, "palette": null, "loaded": false }),
    };
    let slot = usize::try_from(index).ok().filter(|slot| *slot < pal::BANK);
    let loaded = slot.and_then(|slot| world.palettes().get(slot)?.as_ref()).is_some();
    json!({
        "dot": dot, "letter": letter(l), "digit": letter(d), "index": index, "slot": slot,
        "palette": slot.and_then(pal::bank_name), "loaded": loaded,
    })
}

fn vtable() -> Value {
    let function = |(index, (address, call)): (usize, &(Option<u32>, Option<&str>))| json!({ "index": index, "address": address.map(show::bits), "call": call });
    let functions: Vec<Value> = memory::FUNCTIONS.iter().enumerate().map(function).collect();
    json!({ "address": show::bits(memory::VTABLE_AT), "functions": functions })
}

fn texture(world: &mut World3d<'_>, name: &[u8], lightmap: bool, flags: Option<LoadFlags>) -> Value {
    let Some(found) = world.inspect_texture(lightmap, name, flags) else {
        return json!({ "entry": null, "slot": -1 });
    };
    let Inspected { loaded, parts, .. } = &found;
    json!({
        "name": found.name, "library": found.library, "entry": found.entry,
        "slot": world.slot_of(lightmap, found.entry), "flags": show::bits(found.flags.0),
        "header": image::image(&loaded.header, OBJECT_HEADER),
        "bytes_per_pixel": parts.bytes_per_pixel, "pixel_count": parts.pixel_count,
        "palette_offset": parts.palette_offset, "core_size": parts.core_size,
        "page_offset": parts.page_offset, "rects": parts.rects,
        "page_wanted": found.flags.has(LoadFlags::PAGE),
        "palette": found.palette, "surface": show::surface(loaded.surface), "stage": loaded.stage,
        "palette_use": loaded.palette.map(show::palette_use),
        "colours": parts.colours.as_deref().map(colours),
        "may_build_mips": loaded.may_build_mips, "sixteen_bit": loaded.sixteen_bit,
        "mip_flags": show::mip_flags(world.config.mip_flags),
        "policy": show::bits(found.mip_word & loader::MIP_POLICY), "mip_skip": loaded.skipped,
        "skips": found.skips.iter().map(skip).collect::<Vec<_>>(),
    })
}

/// Colours as alpha, red, green, blue.
fn colours(colours: &[[u8; 4]]) -> Value {
    let argb = |[b, g, r, a]: &[u8; 4]| format!("{a:02x}{r:02x}{g:02x}{b:02x}");
    let hex: Vec<String> = colours.iter().map(argb).collect();
    json!({ "count": colours.len(), "hex": hex.join(" ") })
}

fn skip(skip: &Skip) -> Value {
    let loaded = &skip.loaded;
    let cell = |(i, cell): (usize, &CellRect)| {
        json!({
            "cell": i as i64 - 1, "pixels": cell.bounds, "u0": cell.u0, "v0": cell.v0, "du": cell.du,
            "dv": cell.dv,
        })
    };
    json!({
        "mip_skip": loaded.skipped, "width": loaded.width, "height": loaded.height,
        "mip_count": loaded.mip_count, "pixel_offset": loaded.pixel_offset,
        "engine_pixel_offset": skip.engine_offset,
        "cells": loaded.cells.iter().enumerate().map(cell).collect::<Vec<_>>(),
    })
}

/// A slot of the textures or lightmaps, and what is known of the object that it points to.
fn cache_slot(cache: &Cache, number: usize, at: u32, object: fn(usize) -> Target) -> Result<Value> {
    let slots = cache.slots().len();
    let slot = cache.slots().get(number).ok_or(RuntimeError::NoSlot { slot: number, slots })?;
    let mut told = image::slot(at, number, &memory::TextureSlot20::of(slot, object(number)));
    let header = slot.object.as_ref().map(|texture| memory::object_header(&texture.loaded));
    told["object"] = json!(header.map(|header| image::image(&header, OBJECT_HEADER)));
    Ok(told)
}

/// A slot of the pool with its phases and keys.
fn material_slot(world: &World3d<'_>, number: usize) -> Result<Value> {
    if number >= MATERIALS {
        return Err(RuntimeError::NoSlot { slot: number, slots: MATERIALS });
    }
    let slot = world.materials().slot(number);
    let record = memory::MaterialSlot368::of(&slot, number);
    let mut told = image::slot(memory::MATERIALS_AT, number, &record);
    told["phases"] = slot.phases.iter().map(|phase: &Phase76| image::image(phase, 0)).collect();
    let keys = |(block, animation): (usize, &crate::mat0::Animation)| {
        let keys: Vec<Value> =
            animation.keys.iter().map(|key| image::image(&memory::Key8::from(key), 0)).collect();
        json!({ "block": block, "keys": keys })
    };
    told["blocks"] = slot.blocks.iter().enumerate().map(keys).collect();
    Ok(told)
}

/// The two arrays of a table.
fn wear_table(manager: &Manager, number: usize, table: usize) -> Result<Value> {
    let found = manager.table(table)?;
    let rows: Vec<Value> =
        found.rows.iter().map(|row| image::image(&memory::WearRow8::from(*row), 0)).collect();
    let lightmaps: Vec<Value> =
        found.lightmaps.iter().map(|slot| image::image(&memory::LightmapRow4 { slot: *slot }, 0)).collect();
    Ok(json!({
        "rows_address": show::bits(Target::Rows { manager: number, table }.address()), "rows": rows,
        "lightmaps_address": show::bits(Target::Lightmaps { manager: number, table }.address()),
        "lightmaps": lightmaps,
    }))
}
