//! A scenario out of JSON.

use super::fields::{Fields, Wanted};
use super::{Call, Lib, ManagerQuery, SCHEMA, Scenario, Step, WorldQuery};
use crate::CODE_PAGE;
use crate::phrases;
use crate::runtime::{CRuntime, Chosen, Config, Handle, Random};
use crate::texm::loader::{LoadFlags, MipFlags, Switches};
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
    /// All that is wrong with it, if anything is.
    pub(super) fn read(json: &Value) -> Result<Self, Vec<Error>> {
        let fields = Fields::of(json);
        let schema: String = fields.need("schema", THIS_SCHEMA);
        if fields.is_text("schema") && schema != SCHEMA {
            fields.mistake(Error::unexpected(value(SCHEMA), value(schema)).inside("schema"));
        }
        let scenario = Self {
            libraries: fields.inner("libraries", libraries).unwrap_or_default(),
            config: fields.inner("config", config).unwrap_or_default(),
            random: random(&fields),
            steps: steps(&fields),
        };
        let mistakes = fields.finish();
        if mistakes.is_empty() { Ok(scenario) } else { Err(mistakes) }
    }
}

fn libraries(fields: &Fields<'_>) -> Vec<(Lib, String)> {
    let all = [
        (Lib::Palettes, "palettes"),
        (Lib::Textures, "textures"),
        (Lib::Material, "material"),
        (Lib::LightMap, "lightmap"),
    ];
    all.into_iter().filter_map(|(lib, name)| Some((lib, fields.read(name, inside)?))).collect()
}

/// A path that cannot lead out of the folder in which files are looked up.
fn inside(json: &Value) -> Result<String> {
    let plain = |step: &str| !matches!(step, "" | "." | "..") && !step.contains([':', '\0']);
    let path = json.as_str().filter(|path| path.split(['/', '\\']).all(plain));
    path.map(str::to_owned).ok_or_else(|| unfit(phrases::a_path_inside(), json))
}

fn config(fields: &Fields<'_>) -> Config {
    let usual = Config::default();
    let flag = |name| fields.get(name, YES_OR_NO).unwrap_or_default();
    let number = |name, usual: u32| fields.get(name, NUMBER).unwrap_or(usual);
    Config {
        switches: fields.inner("switches", switches).unwrap_or_default(),
        emboss_bump: flag("emboss_bump"),
        texture_mode_6: flag("texture_mode_6"),
        texture_detail: number("texture_detail", usual.texture_detail),
        mip_flags: one_of(fields, "mip_flags", &MIP_FLAGS).unwrap_or_default(),
        sweep_interval: number("sweep_interval", usual.sweep_interval),
        sweep_idle: number("sweep_idle", usual.sweep_idle),
    }
}

const MIP_FLAGS: [(&str, MipFlags); 2] = [("load", MipFlags::Load), ("header", MipFlags::Header)];
/// Whether textures are meant, or lightmaps.
const STORES: [(&str, bool); 2] = [("textures", false), ("lightmaps", true)];

/// One of a few words.
fn one_of<T: Copy>(fields: &Fields<'_>, name: &'static str, words: &[(&'static str, T)]) -> Option<T> {
    fields.read(name, |json| {
        let found = words.iter().find(|(word, _)| json.as_str() == Some(word));
        let all: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        found.map(|(_, meant)| *meant).ok_or_else(|| unfit(phrases::one_of(all.join(", ")), json))
    })
}

fn switches(fields: &Fields<'_>) -> Switches {
    let flag = |name| fields.get(name, YES_OR_NO).unwrap_or_default();
    Switches {
        disable_multitexturing: flag("disable_multitexturing"),
        disable_mipmap: flag("disable_mipmap"),
        force_16_bit_textures: flag("force_16_bit_textures"),
        use_first_card: flag("use_first_card"),
        disable_d3d_calls: flag("disable_d3d_calls"),
        disable_dsound: flag("disable_dsound"),
        force_cpu: fields.get("force_cpu", NUMBER),
    }
}

/// Values to be given out in turn, or a seed for the generator of the C runtime.
fn random(fields: &Fields<'_>) -> Box<dyn Random> {
    let Some(json) = fields.raw("rand") else { return Box::new(CRuntime::default()) };
    if json.is_object() {
        let seed = fields.inner("rand", |fields| fields.need("seed", NUMBER));
        return Box::new(CRuntime::seeded(seed.unwrap_or_default()));
    }
    let values: Option<Vec<u32>> = fields.get("rand", || phrases::numbers_or_a_seed().into());
    Box::new(Chosen::new(values.unwrap_or_default()))
}

fn steps(fields: &Fields<'_>) -> Vec<Step> {
    const A_LIST: Wanted = || phrases::a_list_of_calls().into();
    fields.expect("calls", A_LIST);
    let calls = fields.read("calls", |json| json.as_array().ok_or_else(|| unfit(A_LIST(), json)));
    let mut steps = vec![];
    for (i, json) in calls.into_iter().flatten().enumerate() {
        let (step, mistakes) = step(json);
        fields.mistakes_inside(format_args!("calls[{i}]"), mistakes);
        steps.extend(step);
    }
    steps
}

/// A call, if there is one of this name, and what is wrong with it.
fn step(json: &Value) -> (Option<Step>, Vec<Error>) {
    let fields = Fields::of(json);
    let name: String = fields.need("call", || phrases::the_name_of_a_call().into());
    let manager = fields.get("manager", SMALL).map_or(0, |manager: u16| manager.into());
    let times = fields.read("times", times).unwrap_or(1);
    let Some(call) = call(&name, &fields) else {
        if fields.is_text("call") {
            let wanted = phrases::one_of(CALLS.join(", "));
            fields.mistake(Error::unexpected(wanted, quoted(name)).inside("call"));
        }
        return (None, fields.mistakes());
    };
    let step = Step { stated: fields.stated(), call, manager, times };
    (Some(step), fields.finish())
}

fn times(json: &Value) -> Result<usize> {
    let times = json.as_u64().and_then(|times| usize::try_from(times).ok());
    let times = times.filter(|times| (1..=TIMES).contains(times));
    times.ok_or_else(|| unfit(phrases::a_number_from(1, TIMES), json))
}

/// Every call by its name, for the error about one that is none.
const CALLS: [&str; 41] = [
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
    "globals",
    "texture",
    "mip_skip",
    "palette_index",
    "vtable",
    "memory_of_texture",
    "memory_of_lightmap",
    "memory_of_material",
    "memory_of_palettes",
    "memory_of_scratch",
    "memory_of_manager",
    "memory_of_table",
];

/// None if there is no call of this name. What is wrong with its members is told to `fields`.
fn call(name: &str, fields: &Fields<'_>) -> Option<Call> {
    let number = |name| fields.need::<u32>(name, NUMBER);
    let small = |name| usize::from(fields.need::<u16>(name, SMALL));
    let block = || fields.get::<u32>("block", NUMBER).map_or(0, |block| block as usize);
    let path = |name| {
        fields.expect(name, || phrases::a_path_inside().into());
        fields.read(name, inside).unwrap_or_default()
    };
    Some(match name {
        "set_palettes_lib" => Call::SetLib(Lib::Palettes, path("path")),
        "set_textures_lib" => Call::SetLib(Lib::Textures, path("path")),
        "set_material_lib" => Call::SetLib(Lib::Material, path("path")),
        "set_light_map_lib" => Call::SetLib(Lib::LightMap, path("path")),
        "set_game_time" => Call::SetGameTime(number("time")),
        "load_palettes" => Call::LoadPalettes,
        "load_mat_manager" => Call::LoadMatManager,
        "load_wear_file" => Call::LoadWearFile(path("name")),
        "load_wear_buffer" => Call::LoadWearBuffer(text(fields, "text")),
        "phase_by_time" => Call::PhaseByTime(handle(fields), block()),
        "phase_by_t" => {
            Call::PhaseByT(handle(fields), block(), fields.need("t", || phrases::a_number().into()))
        }
        "reset" => Call::Reset(handle(fields)),
        "set_start_time" => Call::SetStartTime(handle(fields), number("time")),
        "lightmap" => Call::Lightmap(handle(fields)),
        "metadata" => Call::Metadata(handle(fields)),
        "wear_count" => Call::WearCount(small("table")),
        "pre_load_all_textures" => Call::PreLoadAllTextures,
        "unload_all_textures" => Call::UnloadAllTextures,
        "sweep" => Call::Sweep(fields.get("now", NUMBER)),
        "destroy_table" => Call::DestroyTable(small("table")),
        "destroy" => Call::Destroy,
        "table" => Call::OfManager(ManagerQuery::Table(small("table"))),
        "material" => Call::OfManager(ManagerQuery::Material(handle(fields))),
        "memory_of_manager" => Call::OfManager(ManagerQuery::MemoryOfManager),
        "memory_of_table" => Call::OfManager(ManagerQuery::MemoryOfTable(small("table"))),
        _ => Call::OfWorld(world_query(name, fields)?),
    })
}

/// The queries that need no manager.
fn world_query(name: &str, fields: &Fields<'_>) -> Option<WorldQuery> {
    let number = |name| fields.need::<u32>(name, NUMBER);
    let slot = || usize::from(fields.need::<u16>("slot", SMALL));
    Some(match name {
        "materials" => WorldQuery::Materials,
        "textures" => WorldQuery::Textures,
        "lightmaps" => WorldQuery::Lightmaps,
        "palettes" => WorldQuery::Palettes,
        "scratch" => WorldQuery::Scratch,
        "config" => WorldQuery::Config,
        "globals" => WorldQuery::Globals,
        "texture" => WorldQuery::Texture {
            name: text(fields, "name"),
            lightmap: one_of(fields, "library", &STORES).unwrap_or_default(),
            flags: fields.get("flags", NUMBER).map(LoadFlags),
        },
        "mip_skip" => WorldQuery::MipSkip {
            flags: number("flags"),
            size: [number("width"), number("height")],
            mip_count: number("mip_count"),
        },
        "palette_index" => WorldQuery::PaletteIndex(text(fields, "name")),
        "vtable" => WorldQuery::Vtable,
        "memory_of_texture" => WorldQuery::MemoryOfTexture(slot()),
        "memory_of_lightmap" => WorldQuery::MemoryOfLightmap(slot()),
        "memory_of_material" => WorldQuery::MemoryOfMaterial(slot()),
        "memory_of_palettes" => WorldQuery::MemoryOfPalettes,
        "memory_of_scratch" => WorldQuery::MemoryOfScratch,
        _ => return None,
    })
}

/// A handle, or the two numbers that it packs.
fn handle(fields: &Fields<'_>) -> Handle {
    if fields.raw("handle").is_some() {
        return Handle(fields.get("handle", NUMBER).unwrap_or_default());
    }
    let half = |name| u32::from(fields.need::<u16>(name, SMALL));
    Handle(half("table") << 16 | half("row"))
}

/// A text in the code page of the game.
fn text(fields: &Fields<'_>, name: &'static str) -> Vec<u8> {
    let text: String = fields.need(name, || phrases::text().into());
    CodePage::numbered(CODE_PAGE).bytes(&text).map_or_else(
        || {
            let wanted = phrases::characters_of("Windows-1251");
            fields.mistake(Error::unexpected(wanted, quoted(text)).inside(name));
            vec![]
        },
        |bytes| bytes.to_vec(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::memory::FUNCTIONS;
    use serde_json::json;

    #[test]
    fn every_name_is_that_of_a_call() {
        let all = json!({
            "call": "", "path": "a.lib", "time": 1, "name": "a.wea", "text": "1\n", "table": 0, "row": 0, "t": 0.5,
            "slot": 0, "flags": 0, "width": 1, "height": 1, "mip_count": 1,
        });
        for name in CALLS {
            let fields = Fields::of(&all);
            assert!(call(name, &fields).is_some(), "{name}");
            assert!(fields.mistakes().is_empty(), "{name}");
        }
        assert!(call("nothing", &Fields::of(&all)).is_none());
    }

    #[test]
    fn every_virtual_function_is_a_call() {
        let made = FUNCTIONS.iter().filter_map(|(_, call)| *call);
        assert!(made.clone().all(|call| CALLS.contains(&call)) && made.count() == 10);
    }

    #[test]
    fn paths_stay_inside() {
        for path in ["a.lib", "maps/a.wea", "a.rlb\\b.wea", "…/x"] {
            assert!(inside(&json!(path)).is_ok(), "{path}");
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
            assert!(inside(&json!(path)).is_err(), "{path}");
        }
    }
}
