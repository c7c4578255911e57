//! The material manager of the engine's `World3D.dll`, call by call, for those who write an engine anew and want to
//! know what the old one answers (spec 4 and 6).
//!
//! [`World3d`] is what the module keeps for all: libraries, caches, the game time. A [`Manager`] is one object of
//! `LoadMatManager`, with its wear tables. Nothing here has a clock, files or chance of its own: time is set, libraries
//! come from a [`Library`], random numbers from a [`Random`].
//!
//! Where the engine would write past the end of a table, there is a [`RuntimeError`] instead. Where the sources are
//! silent, the comment at that place says what was chosen.

mod cache;
mod config;
mod error;
mod manager;
mod material;
mod phase;
mod random;
pub mod scenario;
pub mod select;
mod shelf;

pub use cache::{Cache, Texture, TextureSlot};
pub use config::Config;
pub use error::{
    CODES, Log, NO_SUCH_BLOCK, PALETTE_DIGIT, PALETTE_OUTSIDE, Remark, Result, RuntimeError, TEXTURE_GONE,
    TEXTURE_MISSING, TEXTURE_UNREADABLE, UNDEFINED_MODE,
};
pub use manager::{Handle, Manager, Sample, WearRow, WearTable};
pub use material::{BLOCKS, MaterialSlot, Metadata, Pool, load_flags};
pub use phase::{NONE, Phase76};
pub use random::{CRuntime, Chosen, Random};

use crate::library::{self, DEFAULT_MATERIAL};
use crate::mat0::Mat0;
use crate::pal::{self, Suffix};
use crate::texm::Texm;
use crate::texm::loader::{self, LoadFlags};
use crate::{CODE_PAGE, mat0};
use relict_core::format::{Library, Said};
use relict_core::prelude::{Cursor, Format, Origin};
use relict_core::text::CodePage;
use relict_core::args;
use shelf::Shelf;
use std::borrow::Cow;

/// Wear tables in a manager (spec 6.2).
pub const TABLES: usize = 70;
/// Slots for textures (spec 6.3), and so on.
pub const TEXTURES: usize = 777;
pub const LIGHTMAPS: usize = 100;
pub const MATERIALS: usize = 700;
pub const PALETTES: usize = pal::BANK;

/// The size of a manager in the engine: 284 words of four bytes.
pub const MANAGER_SIZE: usize = 0x470;

/// Phases and keys of all materials together may take this much. The engine has no such limit; an archive whose
/// entries lie on each other could fill any memory with them.
const MEMORY: usize = 256 << 20;

/// A cell is a signed byte, so that no record behind this many can be named.
const CELLS: usize = 129;

/// A place in the palette bank that is filled. Its bytes go to the renderer as they are, so they stay in the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    pub name: String,
    /// The number of the entry in the library.
    pub entry: usize,
    pub size: usize,
}

/// Which library, and which cache goes with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Palettes,
    Textures,
    Materials,
    Lightmaps,
}

/// A library by its path, opened when it is first needed.
struct Named<'l> {
    path: String,
    /// None before anyone asked; then whether it is there.
    open: Option<Option<Shelf<'l>>>,
}

impl<'l> Named<'l> {
    fn new(path: &str) -> Self {
        Self { path: path.to_owned(), open: None }
    }

    fn shelf(&mut self, library: &'l dyn Library) -> Option<&Shelf<'l>> {
        self.open.get_or_insert_with(|| Shelf::open(library, &self.path)).as_ref()
    }
}

/// What a sweep did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swept {
    /// Whether it was time for one.
    pub ran: bool,
    /// The slots that are free now.
    pub freed: Vec<usize>,
}

/// What `World3D.dll` keeps for all managers, and its exported functions.
pub struct World3d<'l> {
    pub config: Config,
    library: &'l dyn Library,
    random: Box<dyn Random + 'l>,
    log: Log,
    game_time: u32,
    last_sweep: u32,
    libraries: [Named<'l>; 4],
    textures: Cache,
    lightmaps: Cache,
    materials: Pool,
    palettes: Vec<Option<Palette>>,
    scratch: Phase76,
}

impl std::fmt::Debug for World3d<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("World3d").field("config", &self.config).finish_non_exhaustive()
    }
}

/// Bytes of the game as people read them.
fn shown(name: &[u8]) -> Cow<'_, str> {
    CodePage::numbered(CODE_PAGE).show(name)
}

impl<'l> World3d<'l> {
    /// With the default paths, the C runtime's random numbers, and nothing loaded.
    pub fn new(library: &'l dyn Library, config: Config) -> Self {
        let paths = [library::PALETTES, library::TEXTURES, library::MATERIALS, library::LIGHTMAPS];
        Self {
            config,
            library,
            random: Box::new(CRuntime::default()),
            log: Log::default(),
            game_time: 0,
            last_sweep: 0,
            libraries: paths.map(Named::new),
            textures: Cache::new(TEXTURES),
            lightmaps: Cache::new(LIGHTMAPS),
            materials: Pool::default(),
            palettes: vec![None; PALETTES],
            scratch: Phase76::default(),
        }
    }

    /// Takes random numbers from elsewhere.
    pub fn set_random(&mut self, random: impl Random + 'l) {
        self.random = Box::new(random);
    }

    /// `LoadMatManager`.
    pub fn load_mat_manager(&self) -> Manager {
        Manager::default()
    }

    /// `SetPalettesLib`. Like the three others, copies the path and looks at nothing.
    pub fn set_palettes_lib(&mut self, path: &str) {
        self.libraries[Role::Palettes as usize] = Named::new(path);
    }

    /// `SetTexturesLib`.
    pub fn set_textures_lib(&mut self, path: &str) {
        self.libraries[Role::Textures as usize] = Named::new(path);
    }

    /// `SetMaterialLib`.
    pub fn set_material_lib(&mut self, path: &str) {
        self.libraries[Role::Materials as usize] = Named::new(path);
    }

    /// `SetLightMapLib`.
    pub fn set_light_map_lib(&mut self, path: &str) {
        self.libraries[Role::Lightmaps as usize] = Named::new(path);
    }

    /// `SetGameTime`, in milliseconds.
    pub fn set_game_time(&mut self, time: u32) {
        self.game_time = time;
    }

    pub fn game_time(&self) -> u32 {
        self.game_time
    }

    pub fn textures(&self) -> &Cache {
        &self.textures
    }

    pub fn lightmaps(&self) -> &Cache {
        &self.lightmaps
    }

    pub fn materials(&self) -> &Pool {
        &self.materials
    }

    /// The bank: 11 places for each letter (spec 6.4).
    pub fn palettes(&self) -> &[Option<Palette>] {
        &self.palettes
    }

    /// The record into which every sample goes; the next one overwrites it (spec 4.4).
    pub fn scratch(&self) -> &Phase76 {
        &self.scratch
    }

    /// What was said since this was last asked.
    pub fn take_log(&mut self) -> Log {
        std::mem::take(&mut self.log)
    }

    fn shelf(&mut self, role: Role) -> Option<&Shelf<'l>> {
        self.libraries[role as usize].shelf(self.library)
    }

    fn path(&self, role: Role) -> String {
        self.libraries[role as usize].path.clone()
    }

    /// Fills the bank (`sub_10002B40`): what the library has not leaves its place empty. How many there are.
    pub fn load_palettes(&mut self) -> usize {
        for index in 0..PALETTES {
            let name = pal::bank_name(index).unwrap_or_default();
            let found = self.shelf(Role::Palettes).and_then(|shelf| {
                let entry = shelf.find(name.as_bytes())?;
                Some((entry, shelf.payload(entry)?.len()))
            });
            self.palettes[index] = found.map(|(entry, size)| Palette { name, entry, size });
        }
        self.palettes.iter().flatten().count()
    }

    /// `UnloadAllTextures`: all go, used or not, and the phases that used them keep the numbers of their slots.
    /// Lightmaps stay (spec 6.3 speaks of textures only). How many there were.
    pub fn unload_all_textures(&mut self) -> usize {
        self.textures.clear()
    }

    /// Frees textures that nobody has used for long (spec 6.7), if the last time was long enough ago.
    ///
    /// The engine's clock for this is not named by the sources; releases are stamped with the game time here.
    pub fn sweep(&mut self, now: u32) -> Swept {
        let ran = now.wrapping_sub(self.last_sweep) >= self.config.sweep_interval;
        if !ran {
            return Swept { ran, freed: vec![] };
        }
        self.last_sweep = now;
        Swept { ran, freed: self.textures.sweep(now, self.config.sweep_idle) }
    }

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
    fn load_material(&mut self, name: &[u8]) -> Result<usize> {
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
        let unreadable = || RuntimeError::MaterialUnreadable { name: name.clone(), reason: "outside".into() };
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
    fn load_phases(&mut self, phases: &[mat0::Phase], flags: LoadFlags) -> Result<Vec<Phase76>> {
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
    fn release_material(&mut self, slot: usize) {
        if let Some(material) = self.materials.release(slot) {
            self.release_phases(&material.phases);
        }
    }

    fn cache(&mut self, role: Role) -> &mut Cache {
        if role == Role::Lightmaps { &mut self.lightmaps } else { &mut self.textures }
    }

    /// One more user of a texture (`sub_10004B10`) or lightmap (`sub_10004CB0`), loaded if need be; the number of its
    /// slot, or -1 (spec 6.5).
    fn load_texture(&mut self, role: Role, name: &[u8], flags: LoadFlags) -> Result<i32> {
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
                let Some(object) = self.read_texture(role, entry, name, suffix, flags) else { return Ok(NONE) };
                let slot = self.cache(role).free().ok_or_else(|| full(role, name))?;
                self.cache(role).fill(slot, index, object, flags);
                slot
            }
        };
        Ok(i32::try_from(slot).unwrap_or(NONE))
    }

    /// The engine has words for a missing lightmap; of a missing texture it makes -1 without any.
    fn miss_texture(&mut self, role: Role, name: &[u8]) {
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
        let switches = self.config.switches;
        let payload = self.shelf(role).and_then(|shelf| shelf.payload(entry));
        let loaded = payload.ok_or_else(|| "outside".to_owned()).and_then(|payload| {
            let texm = Texm::read(&mut Cursor::new(payload), Origin::default()).map_err(|e| e.to_string())?;
            loader::load(&texm, flags, &switches).ok_or_else(|| "header".into())
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
    fn palette(&mut self, name: &str, suffix: Suffix) -> Option<usize> {
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
    fn wear_text(&self, name: &str) -> Option<Cow<'l, [u8]>> {
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
fn read_material(
    name: &str,
    payload: &[u8],
    attributes: &[(&'static str, serde_json::Value)],
) -> Result<Mat0<'static>> {
    let count = |at: usize| payload.get(at..at + 2).map_or(0, |two| usize::from(u16::from_le_bytes([two[0], two[1]])));
    if count(2) >= BLOCKS {
        return Err(RuntimeError::TooManyAnimations { name: name.into(), found: count(2) });
    }
    let origin = Origin { name, attributes: Said::List(attributes) };
    let read = Mat0::read(&mut Cursor::new(payload), origin);
    match read {
        Ok(material) => Ok(Mat0 { tail: Vec::new().into(), ..material }),
        Err(e) => Err(RuntimeError::MaterialUnreadable { name: name.into(), reason: e.to_string() }),
    }
}
