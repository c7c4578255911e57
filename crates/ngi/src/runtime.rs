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
mod inspect;
mod load;
mod manager;
mod material;
pub mod memory;
mod phase;
mod random;
pub mod scenario;
pub mod select;
mod shelf;

pub use cache::{Cache, Texture, TextureSlot};
pub use config::Config;
pub use error::{
    BLOCK_CLAMPED, CODES, Log, NO_SUCH_BLOCK, PALETTE_DIGIT, PALETTE_OUTSIDE, Remark, Result, RuntimeError,
    TEXTURE_GONE, TEXTURE_MISSING, TEXTURE_UNREADABLE, UNDEFINED_MODE,
};
pub use inspect::{Inspected, Parts, Skip};
pub use manager::{Handle, Manager, Sample, WearRow, WearTable};
pub use material::{BLOCKS, MaterialSlot, Metadata, Pool, load_flags};
pub use phase::{NONE, Phase76};
pub use random::{CRuntime, Chosen, Random};

use crate::library;
use crate::pal;
use relict_core::format::Library;
use shelf::Shelf;

/// Wear tables in a manager (spec 6.2).
pub const TABLES: usize = 70;
/// Slots for textures (spec 6.3), and so on.
pub const TEXTURES: usize = 777;
pub const LIGHTMAPS: usize = 100;
pub const MATERIALS: usize = 700;
pub const PALETTES: usize = pal::BANK;

/// The size of a manager in the engine: 284 words of four bytes.
pub const MANAGER_SIZE: usize = 0x470;

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

/// One of the four libraries as it is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryState {
    pub path: String,
    /// None as long as nobody asked for an entry: paths are not looked at when they are set.
    pub found: Option<bool>,
    pub entries: usize,
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

    /// When the last sweep ran.
    pub fn last_sweep(&self) -> u32 {
        self.last_sweep
    }

    /// The libraries of palettes, textures, materials and lightmaps.
    pub fn libraries(&self) -> [LibraryState; 4] {
        [Role::Palettes, Role::Textures, Role::Materials, Role::Lightmaps].map(|role| {
            let Named { path, open } = &self.libraries[role as usize];
            let shelf = open.as_ref().and_then(Option::as_ref);
            LibraryState {
                path: path.clone(),
                found: open.as_ref().map(Option::is_some),
                entries: shelf.map_or(0, Shelf::len),
            }
        })
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
}
