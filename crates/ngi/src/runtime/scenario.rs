//! A script of calls to the runtime, and every answer: JSON in, values out.
//!
//! The whole script is read before anything runs, so that one with a mistake in it does nothing. What the engine
//! refuses is an answer like any other.

mod fields;
mod image;
mod query;
mod read;
mod show;

use super::{Config, Handle, Log, Manager, Random, Result, RuntimeError, World3d};
use query::{ManagerQuery, WorldQuery};
use relict_core::error::Error;
use relict_core::format::Library;
use serde_json::{Map, Value, json};

/// What a scenario states as its `schema`.
pub const SCHEMA: &str = "relict.scenario/1";

/// More than anyone has a use for, and few enough for any memory.
const MANAGERS: usize = 64;

/// The answer to a call.
#[derive(Debug)]
pub struct Answer {
    /// The call as the scenario states it.
    pub call: Map<String, Value>,
    /// How often it was made: less than asked for if one of them failed.
    pub times: usize,
    /// What is in an answer depends on the call. With several, that of the last.
    pub outcome: Result<Map<String, Value>>,
    pub log: Log,
}

/// One of the four libraries.
#[derive(Clone, Copy, Debug)]
enum Lib {
    Palettes,
    Textures,
    Material,
    LightMap,
}

#[derive(Debug)]
enum Call {
    SetLib(Lib, String),
    SetGameTime(u32),
    LoadPalettes,
    LoadMatManager,
    LoadWearFile(String),
    LoadWearBuffer(Vec<u8>),
    PhaseByTime(Handle, usize),
    PhaseByT(Handle, usize, f32),
    Reset(Handle),
    SetStartTime(Handle, u32),
    Lightmap(Handle),
    Metadata(Handle),
    WearCount(usize),
    PreLoadAllTextures,
    UnloadAllTextures,
    Sweep(Option<u32>),
    DestroyTable(usize),
    Destroy,
    OfManager(ManagerQuery),
    OfWorld(WorldQuery),
}

impl Call {
    /// Whether it changes nothing, so that once is as good as many times.
    fn only_looks(&self) -> bool {
        matches!(self, Self::Lightmap(_) | Self::Metadata(_) | Self::OfManager(_) | Self::OfWorld(_))
    }
}

#[derive(Debug)]
struct Step {
    stated: Map<String, Value>,
    call: Call,
    manager: usize,
    times: usize,
}

struct Scenario {
    libraries: Vec<(Lib, String)>,
    config: Config,
    random: Box<dyn Random>,
    steps: Vec<Step>,
}

/// Runs a scenario on the libraries that it names. The errors are all that is wrong with the scenario, each with the call
/// and the field; nothing was run then.
pub fn run(scenario: &Value, library: &dyn Library) -> Result<Vec<Answer>, Vec<Error>> {
    let scenario = Scenario::read(scenario)?;
    let mut world = World3d::new(library, scenario.config);
    world.random = scenario.random;
    scenario.libraries.iter().for_each(|(lib, path)| set_lib(&mut world, *lib, path));
    let managers = vec![Some(world.load_mat_manager())];
    let mut stage = Stage { world, managers };
    Ok(scenario.steps.into_iter().map(|step| stage.play(step)).collect())
}

fn set_lib(world: &mut World3d<'_>, lib: Lib, path: &str) {
    match lib {
        Lib::Palettes => world.set_palettes_lib(path),
        Lib::Textures => world.set_textures_lib(path),
        Lib::Material => world.set_material_lib(path),
        Lib::LightMap => world.set_light_map_lib(path),
    }
}

/// What the calls act upon. The first manager is there from the beginning.
struct Stage<'l> {
    world: World3d<'l>,
    managers: Vec<Option<Manager>>,
}

type Told = Result<Map<String, Value>>;

/// An object as the members of an answer.
fn told(value: Value) -> Told {
    match value {
        Value::Object(map) => Ok(map),
        other => Ok(Map::from_iter([("value".into(), other)])),
    }
}

impl Stage<'_> {
    fn play(&mut self, step: Step) -> Answer {
        let (mut times, mut outcome) = (0, Ok(Map::new()));
        while times < step.times && outcome.is_ok() {
            outcome = self.make(&step);
            let enough = step.call.only_looks() && outcome.is_ok();
            times = if enough { step.times } else { times + 1 };
        }
        Answer { call: step.stated, times, outcome, log: self.world.take_log() }
    }

    fn make(&mut self, step: &Step) -> Told {
        let Self { world, managers } = self;
        match &step.call {
            Call::SetLib(lib, path) => set_lib(world, *lib, path),
            Call::SetGameTime(time) => world.set_game_time(*time),
            Call::LoadPalettes => return told(json!({ "found": world.load_palettes() })),
            Call::UnloadAllTextures => return told(json!({ "unloaded": world.unload_all_textures() })),
            Call::Sweep(now) => {
                let now = now.unwrap_or(world.game_time());
                let swept = world.sweep(now);
                return told(json!({ "now": now, "ran": swept.ran, "freed": swept.freed }));
            }
            Call::OfWorld(query) => return told(query.answer(world, managers)?),
            Call::LoadMatManager if managers.len() >= MANAGERS => {
                return Err(RuntimeError::ManagersFull { managers: MANAGERS });
            }
            Call::LoadMatManager => {
                managers.push(Some(world.load_mat_manager()));
                return told(json!({ "manager": managers.len() - 1 }));
            }
            _ => {
                let no_manager = RuntimeError::NoManager { manager: step.manager };
                let place = managers.get_mut(step.manager).filter(|manager| manager.is_some());
                return ask(world, place.ok_or(no_manager)?, step);
            }
        }
        told(json!({}))
    }
}

/// The calls to a manager, which is there.
fn ask(world: &mut World3d<'_>, place: &mut Option<Manager>, step: &Step) -> Told {
    if let Call::Destroy = step.call {
        place.take().unwrap_or_default().destroy(world);
        return told(json!({}));
    }
    let manager = place.get_or_insert_default();
    match &step.call {
        Call::LoadWearFile(name) => {
            let table = manager.load_wear_file(world, name)?;
            told(show::loaded(manager, table)?)
        }
        Call::LoadWearBuffer(text) => {
            let table = manager.load_wear_buffer(world, text)?;
            told(show::loaded(manager, table)?)
        }
        Call::PhaseByTime(handle, block) => {
            let sample = manager.phase_by_time(world, *handle, *block)?;
            told(show::sample(world, &sample))
        }
        Call::PhaseByT(handle, block, t) => {
            let sample = manager.phase_by_t(world, *handle, *block, *t)?;
            told(show::sample(world, &sample))
        }
        Call::Reset(handle) => {
            manager.reset(world, *handle)?;
            told(json!({ "start_time": manager.row(*handle)?.start_time }))
        }
        Call::SetStartTime(handle, time) => {
            manager.set_start_time(*handle, *time)?;
            told(json!({ "start_time": time }))
        }
        Call::Lightmap(handle) => told(show::lightmap(world, manager.lightmap(*handle)?)),
        Call::Metadata(handle) => told(show::metadata(&manager.metadata(world, *handle)?)),
        Call::WearCount(table) => told(json!({ "count": manager.wear_count(*table)? })),
        Call::DestroyTable(table) => manager.destroy_table(world, *table).and(told(json!({}))),
        Call::OfManager(query) => told(query.answer(world, manager, step.manager)?),
        Call::PreLoadAllTextures => {
            manager.pre_load_all_textures(0);
            told(json!({}))
        }
        _ => told(json!({})),
    }
}
