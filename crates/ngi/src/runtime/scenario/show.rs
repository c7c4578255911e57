//! What answers show: the engine's records as JSON, floats also by their bits.

use crate::mat0::Animation;
use crate::runtime::{
    Cache, Config, Handle, MATERIALS, Manager, MaterialSlot, Metadata, Phase76, Result, Sample, TextureSlot,
    WearTable, World3d,
};
use crate::texm::loader::{self, MipFlags, PaletteUse, Surface};
use serde_json::{Value, json};

pub(super) fn bits(number: u32) -> String {
    format!("{number:#010x}")
}

fn handle(table: usize, row: usize) -> Option<u32> {
    Handle::new(table, row).map(|handle| handle.0)
}

/// A record of 76 bytes: by name, and its sixteen floats as bits, highest byte first.
pub(super) fn record(phase: &Phase76) -> Value {
    let hex: Vec<String> = phase.floats().iter().map(|float| format!("{:08x}", float.to_bits())).collect();
    json!({
        "result": {
            "diffuse": phase.diffuse, "ambient": phase.ambient, "specular": phase.specular,
            "emissive": phase.emissive, "power": phase.power, "texture": phase.texture, "cell": phase.cell,
        },
        "hex": hex,
    })
}

/// The name of the texture in a slot, as far as there is one.
fn texture_name(cache: &Cache, slot: i32) -> Option<&str> {
    cache.get(slot)?.object.as_ref().map(|texture| texture.name.as_str())
}

pub(super) fn sample(world: &World3d<'_>, sample: &Sample) -> Value {
    let bracket = &sample.bracket;
    let mut told = json!({
        "block": sample.block, "time": bracket.time, "key": bracket.key, "next": bracket.next, "phase": sample.phase,
        "next_phase": sample.next_phase, "alpha": bracket.factor, "edge": bracket.edge,
    });
    if bracket.edge {
        told["alpha_unclamped"] = json!(bracket.raw_factor);
    }
    let record = record(&sample.result);
    told["result"] = record["result"].clone();
    told["hex"] = record["hex"].clone();
    told["texture_name"] = json!(texture_name(world.textures(), sample.result.texture));
    told["flag_a"] = json!(sample.meta.flag_a);
    told["nibble_mode"] = json!(sample.meta.nibble_mode);
    told["flag_b"] = json!(sample.meta.flag_b);
    told["start_time"] = json!(sample.start_time);
    told
}

pub(super) fn loaded(manager: &Manager, table: usize) -> Result<Value> {
    let rows = manager.table(table)?;
    Ok(json!({
        "table": table, "handle": handle(table, 0), "materials": rows.rows.len(),
        "lightmaps": rows.lightmaps.len(),
    }))
}

pub(super) fn table(world: &World3d<'_>, of: &WearTable, table: usize) -> Value {
    let row = |(i, row): (usize, &crate::runtime::WearRow)| {
        let material = world.materials().get(row.material);
        json!({
            "row": i, "handle": handle(table, i), "material": row.material,
            "entry": material.map(|material| material.entry), "name": material.map(|material| &material.name),
            "start_time": row.start_time,
        })
    };
    let lightmap = |(i, slot): (usize, &i32)| json!({ "row": i, "slot": slot, "name": texture_name(world.lightmaps(), *slot) });
    json!({
        "rows": of.rows.iter().enumerate().map(row).collect::<Vec<_>>(),
        "lightmaps": of.lightmaps.iter().enumerate().map(lightmap).collect::<Vec<_>>(),
    })
}

pub(super) fn lightmap(world: &World3d<'_>, slot: Option<usize>) -> Value {
    let found = slot.and_then(|slot| world.lightmaps().slots().get(slot));
    json!({
        "slot": slot, "entry": found.map(|slot| slot.entry),
        "name": found.and_then(|slot| slot.object.as_ref()).map(|texture| &texture.name),
    })
}

pub(super) fn metadata(meta: &Metadata) -> Value {
    json!({
        "meta_a": meta.meta_a, "surface": meta.surface(), "meta_b": meta.meta_b, "meta_c": f32::from_bits(meta.meta_c),
        "meta_c_bits": bits(meta.meta_c), "meta_d": f32::from_bits(meta.meta_d),
        "meta_d_bits": bits(meta.meta_d), "flag_a": meta.flag_a, "nibble_mode": meta.nibble_mode,
        "flag_b": meta.flag_b,
    })
}

/// The slots in use of a store of textures.
pub(super) fn slots(cache: &Cache) -> Value {
    let slots: Vec<Value> = cache.occupied().map(|(i, slot)| texture(i, slot)).collect();
    json!({ "capacity": cache.slots().len(), "slots": slots })
}

fn texture(number: usize, slot: &TextureSlot) -> Value {
    let mut told = json!({
        "slot": number, "entry": slot.entry, "refcount": slot.refcount, "idle_since": slot.idle_since,
        "load_flags": bits(slot.load_flags.0),
    });
    if let Some(texture) = &slot.object {
        let loaded = &texture.loaded;
        told["name"] = json!(texture.name);
        told["palette"] = json!(texture.palette);
        told["width"] = json!(loaded.width);
        told["height"] = json!(loaded.height);
        told["mip_count"] = json!(loaded.mip_count);
        told["skipped"] = json!(loaded.skipped);
        told["surface"] = json!(surface(loaded.surface));
        told["palette_use"] = json!(loaded.palette.map(palette_use));
        told["stage"] = json!(loaded.stage);
        told["cells"] = json!(texture.cell_count);
        told["may_build_mips"] = json!(loaded.may_build_mips);
        told["sixteen_bit"] = json!(loaded.sixteen_bit);
    }
    told
}

pub(super) fn surface(surface: Surface) -> &'static str {
    match surface {
        Surface::Opaque => "opaque",
        Surface::Alpha => "alpha",
    }
}

pub(super) fn mip_flags(mips: MipFlags) -> &'static str {
    match mips {
        MipFlags::Load => "load",
        MipFlags::Header => "header",
    }
}

pub(super) fn palette_use(palette: PaletteUse) -> &'static str {
    match palette {
        PaletteUse::Plain => "plain",
        PaletteUse::Keyed => "keyed",
        PaletteUse::Fade { .. } => "fade",
    }
}

pub(super) fn palettes(world: &World3d<'_>) -> Value {
    let bank = world.palettes().iter().enumerate();
    let filled = bank.filter_map(|(i, palette)| Some((i, palette.as_ref()?)));
    let slots: Vec<Value> = filled
        .map(|(i, palette)| {
            json!({ "slot": i, "name": palette.name, "entry": palette.entry, "size": palette.size })
        })
        .collect();
    json!({ "capacity": world.palettes().len(), "slots": slots })
}

/// The materials in use, in short.
pub(super) fn materials(world: &World3d<'_>) -> Value {
    let pool = world.materials();
    let short = |(i, slot): (usize, &MaterialSlot)| {
        json!({
            "slot": i, "entry": slot.entry, "name": slot.name, "refcount": slot.refcount,
            "phases": slot.phases.len(), "blocks": slot.blocks.len(),
        })
    };
    let slots: Vec<Value> = pool.occupied().map(short).collect();
    json!({ "capacity": MATERIALS, "high_water": pool.slots().len(), "slots": slots })
}

/// All of one material.
pub(super) fn material(world: &World3d<'_>, slot: usize) -> Value {
    let Some(found) = world.materials().get(slot) else { return json!({ "slot": slot }) };
    let phase = |phase: &Phase76| {
        let mut told = record(phase);
        told["texture_name"] = json!(texture_name(world.textures(), phase.texture));
        told
    };
    json!({
        "slot": slot, "entry": found.entry, "name": found.name, "refcount": found.refcount,
        "phases": found.phases.iter().map(phase).collect::<Vec<_>>(),
        "blocks": found.blocks.iter().map(block).collect::<Vec<_>>(),
        "metadata": metadata(&found.meta),
    })
}

fn block(block: &Animation) -> Value {
    let keys: Vec<_> = block.keys.iter().map(|key| [key.phase, key.end, key.unk04]).collect();
    json!({ "mode": block.motion.mode(), "mask": block.motion.mask(), "keys": keys })
}

pub(super) fn config(config: &Config) -> Value {
    let switches = &config.switches;
    let forced = switches
        .force_cpu
        .and_then(loader::force_cpu)
        .map(|cpu| json!({ "sse": cpu.sse, "3dnow": cpu.three_d_now, "fxch": cpu.fxch, "mmx": cpu.mmx }));
    json!({
        "emboss_bump": config.emboss_bump, "texture_mode_6": config.texture_mode_6,
        "texture_detail": bits(config.texture_detail), "mip_flags": mip_flags(config.mip_flags),
        "sweep_interval": config.sweep_interval,
        "sweep_idle": config.sweep_idle,
        "switches": {
            "disable_multitexturing": switches.disable_multitexturing,
            "disable_mipmap": switches.disable_mipmap,
            "force_16_bit_textures": switches.force_16_bit_textures,
            "use_first_card": switches.use_first_card,
            "disable_d3d_calls": switches.disable_d3d_calls,
            "disable_dsound": switches.disable_dsound,
            "force_cpu": switches.force_cpu,
        },
        "forced_cpu": forced,
    })
}
