//! A scenario out of JSON.

use super::fields::{Fields, Wanted};
use super::{Call, Lib, SCHEMA, Scenario, Step};
use crate::CODE_PAGE;
use crate::phrases;
use crate::runtime::{CRuntime, Chosen, Config, Handle, Random};
use crate::texm::loader::Switches;
use relict_core::error::quoted;
use relict_core::error::value;
use relict_core::error::{Error, Result};
use relict_core::json::unfit;
use relict_core::text::CodePage;
use serde_json::Value;

const NUMBER: Wanted = || phrases::a_number_from(0, u32::MAX).into();
const SMALL: Wanted = || phrases::a_number_from(0, u16::MAX).into();
const YES_OR_NO: Wanted = || phrases::true_or_false().into();
const THIS_SCHEMA: Wanted = || value(SCHEMA);
/// How often a call may be repeated.
const TIMES: usize = 100_000;

impl Scenario {
    pub(super) fn read(json: &Value) -> Result<Self> {
        let fields = Fields::of(json)?;
        let schema: String = fields.need("schema", THIS_SCHEMA)?;
        if schema != SCHEMA {
            return Err(Error::unexpected(value(SCHEMA), value(schema)).inside("schema"));
        }
        let libraries = fields.raw("libraries").map(libraries).transpose();
        let config = fields.raw("config").map(config).transpose();
        let scenario = Self {
            libraries: libraries.map_err(|e| e.inside("libraries"))?.unwrap_or_default(),
            config: config.map_err(|e| e.inside("config"))?.unwrap_or_default(),
            random: random(fields.raw("rand")).map_err(|e| e.inside("rand"))?,
            steps: steps(&fields.need::<Vec<Value>>("calls", || phrases::a_list_of_calls().into())?)?,
        };
        fields.finish()?;
        Ok(scenario)
    }
}

fn libraries(json: &Value) -> Result<Vec<(Lib, String)>> {
    let fields = Fields::of(json)?;
    let all = [
        (Lib::Palettes, "palettes"),
        (Lib::Textures, "textures"),
        (Lib::Material, "material"),
        (Lib::LightMap, "lightmap"),
    ];
    let mut found = vec![];
    for (lib, name) in all {
        found.extend(fields.raw(name).map(|json| inside(json, name)).transpose()?.map(|path| (lib, path)));
    }
    fields.finish()?;
    Ok(found)
}

/// A path that cannot lead out of the folder in which files are looked up.
fn inside(json: &Value, name: &'static str) -> Result<String> {
    let plain = |step: &str| !matches!(step, "" | "." | "..") && !step.contains([':', '\0']);
    let path = json.as_str().filter(|path| path.split(['/', '\\']).all(plain));
    path.map(str::to_owned).ok_or_else(|| unfit(phrases::a_path_inside(), json).inside(name))
}

fn config(json: &Value) -> Result<Config> {
    let (fields, usual) = (Fields::of(json)?, Config::default());
    let flag = |name| fields.get(name, YES_OR_NO).map(Option::unwrap_or_default);
    let number = |name, usual: u32| fields.get(name, NUMBER).map(|given| given.unwrap_or(usual));
    let switches = fields.raw("switches").map(switches).transpose();
    let config = Config {
        switches: switches.map_err(|e| e.inside("switches"))?.unwrap_or_default(),
        emboss_bump: flag("emboss_bump")?,
        texture_mode_6: flag("texture_mode_6")?,
        texture_detail: number("texture_detail", usual.texture_detail)?,
        sweep_interval: number("sweep_interval", usual.sweep_interval)?,
        sweep_idle: number("sweep_idle", usual.sweep_idle)?,
    };
    fields.finish()?;
    Ok(config)
}

fn switches(json: &Value) -> Result<Switches> {
    let fields = Fields::of(json)?;
    let flag = |name| fields.get(name, YES_OR_NO).map(Option::unwrap_or_default);
    let switches = Switches {
        disable_multitexturing: flag("disable_multitexturing")?,
        disable_mipmap: flag("disable_mipmap")?,
        force_16_bit_textures: flag("force_16_bit_textures")?,
        use_first_card: flag("use_first_card")?,
        disable_d3d_calls: flag("disable_d3d_calls")?,
        disable_dsound: flag("disable_dsound")?,
        force_cpu: fields.get("force_cpu", NUMBER)?,
    };
    fields.finish()?;
    Ok(switches)
}

/// Values to be given out in turn, or a seed for the generator of the C runtime.
fn random(json: Option<&Value>) -> Result<Box<dyn Random>> {
    let Some(json) = json else { return Ok(Box::new(CRuntime::default())) };
    if json.is_object() {
        let fields = Fields::of(json)?;
        let seed = fields.need("seed", NUMBER)?;
        fields.finish()?;
        return Ok(Box::new(CRuntime::seeded(seed)));
    }
    let values: Result<Vec<u32>, _> = serde_json::from_value(json.clone());
    let values = values.map_err(|_| unfit(phrases::numbers_or_a_seed(), json))?;
    Ok(Box::new(Chosen::new(values)))
}

fn steps(calls: &[Value]) -> Result<Vec<Step>> {
    let step = |(i, json)| step(json).map_err(|e| e.inside(format_args!("calls[{i}]")));
    calls.iter().enumerate().map(step).collect()
}

fn step(json: &Value) -> Result<Step> {
    let fields = Fields::of(json)?;
    let name: String = fields.need("call", || phrases::the_name_of_a_call().into())?;
    let manager = fields.get("manager", SMALL)?.map_or(0, |manager: u16| manager.into());
    let times: usize = fields.get("times", || phrases::a_number_from(1, TIMES).into())?.unwrap_or(1);
    if !(1..=TIMES).contains(&times) {
        return Err(Error::unexpected(phrases::a_number_from(1, TIMES), times).inside("times"));
    }
    let call = call(&name, &fields)?;
    fields.finish()?;
    Ok(Step { stated: fields.stated(), call, manager, times })
}

/// Every call by its name, for the error about one that is none.
const CALLS: [&str; 29] = [
    "set_palettes_lib",
    "set_textures_lib",
    "set_material_lib",
    "set_light_map_lib",
    "set_game_time",
    "load_palettes",
    "load_mat_manager",
    "load_wear_file",
    "load_wear_buffer",
    "phase_by_time",
    "phase_by_t",
    "reset",
    "set_start_time",
    "lightmap",
    "metadata",
    "wear_count",
    "pre_load_all_textures",
    "unload_all_textures",
    "sweep",
    "destroy_table",
    "destroy",
    "table",
    "material",
    "materials",
    "textures",
    "lightmaps",
    "palettes",
    "scratch",
    "config",
];

fn call(name: &str, fields: &Fields<'_>) -> Result<Call> {
    let number = |name| fields.need::<u32>(name, NUMBER);
    let small = |name| fields.need::<u16>(name, SMALL).map(usize::from);
    let block = || fields.get::<u16>("block", SMALL).map(|block| block.unwrap_or(0).into());
    let path = |name| inside(fields.raw(name).unwrap_or(&Value::Null), name);
    Ok(match name {
        "set_palettes_lib" => Call::SetLib(Lib::Palettes, path("path")?),
        "set_textures_lib" => Call::SetLib(Lib::Textures, path("path")?),
        "set_material_lib" => Call::SetLib(Lib::Material, path("path")?),
        "set_light_map_lib" => Call::SetLib(Lib::LightMap, path("path")?),
        "set_game_time" => Call::SetGameTime(number("time")?),
        "load_palettes" => Call::LoadPalettes,
        "load_mat_manager" => Call::LoadMatManager,
        "load_wear_file" => Call::LoadWearFile(path("name")?),
        "load_wear_buffer" => Call::LoadWearBuffer(text(fields)?),
        "phase_by_time" => Call::PhaseByTime(handle(fields)?, block()?),
        "phase_by_t" => {
            Call::PhaseByT(handle(fields)?, block()?, fields.need("t", || phrases::a_number().into())?)
        }
        "reset" => Call::Reset(handle(fields)?),
        "set_start_time" => Call::SetStartTime(handle(fields)?, number("time")?),
        "lightmap" => Call::Lightmap(handle(fields)?),
        "metadata" => Call::Metadata(handle(fields)?),
        "wear_count" => Call::WearCount(small("table")?),
        "pre_load_all_textures" => Call::PreLoadAllTextures,
        "unload_all_textures" => Call::UnloadAllTextures,
        "sweep" => Call::Sweep(fields.get("now", NUMBER)?),
        "destroy_table" => Call::DestroyTable(small("table")?),
        "destroy" => Call::Destroy,
        "table" => Call::Table(small("table")?),
        "material" => Call::Material(handle(fields)?),
        "materials" => Call::Materials,
        "textures" => Call::Textures,
        "lightmaps" => Call::Lightmaps,
        "palettes" => Call::Palettes,
        "scratch" => Call::Scratch,
        "config" => Call::Config,
        _ => {
            let wanted = phrases::one_of(CALLS.join(", "));
            return Err(Error::unexpected(wanted, quoted(name)).inside("call"));
        }
    })
}

/// A handle, or the two numbers that it packs.
fn handle(fields: &Fields<'_>) -> Result<Handle> {
    if let Some(handle) = fields.get("handle", NUMBER)? {
        return Ok(Handle(handle));
    }
    let half = |name| fields.need::<u16>(name, SMALL).map(u32::from);
    Ok(Handle(half("table")? << 16 | half("row")?))
}

/// The text of a wear table, in the code page of the game.
fn text(fields: &Fields<'_>) -> Result<Vec<u8>> {
    let text: String = fields.need("text", || phrases::text().into())?;
    let bytes = CodePage::numbered(CODE_PAGE).bytes(&text);
    bytes
        .ok_or_else(|| Error::unexpected(phrases::characters_of("Windows-1251"), quoted(text)).inside("text"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_name_is_that_of_a_call() {
        let all = json!({
            "call": "", "path": "a.lib", "time": 1, "name": "a.wea", "text": "1\n", "table": 0, "row": 0, "t": 0.5
        });
        for name in CALLS {
            assert!(call(name, &Fields::of(&all).unwrap()).is_ok(), "{name}");
        }
        assert!(call("nothing", &Fields::of(&all).unwrap()).is_err());
    }

    #[test]
    fn paths_stay_inside() {
        for path in ["a.lib", "maps/a.wea", "a.rlb\\b.wea", "…/x"] {
            assert!(inside(&json!(path), "path").is_ok(), "{path}");
        }
        for path in [
            "",
            "..",
            "../a",
            "a/../../b",
            "/a",
            "\\a",
            "\\\\host\\a",
            "C:\\a",
            "C:a",
            "a//b",
            "a/./b",
            "a\0",
        ] {
            assert!(inside(&json!(path), "path").is_err(), "{path}");
        }
    }
}
