//! What the runtime says besides the engine's own messages: why a call has no answer, and what is odd about one that has.

use crate::phrases::Phrase;
use crate::wear::engine::Refusal;
use relict_core::args;
use relict_core::report::Args;
use std::fmt;

/// Why a call has no answer. Mostly the engine would not notice, and would read or write where it should not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuntimeError {
    /// A manager has room for 70 tables, which the engine never checks (spec 6.2).
    TablesFull,
    /// More rows than handles can name.
    RowsFull {
        rows: usize,
    },
    /// The 778th texture (spec 6.3).
    TexturesFull {
        name: String,
    },
    /// The 101st lightmap.
    LightmapsFull {
        name: String,
    },
    /// The 701st material.
    MaterialsFull {
        name: String,
    },
    /// Phases and keys beyond what this runtime keeps; the engine has no such limit.
    MemoryFull {
        name: String,
    },
    WearMissing {
        name: String,
    },
    Wear(Refusal),
    /// The library of materials is not there, or is no archive.
    MaterialLibrary {
        path: String,
    },
    /// It has no entry that could stand in for a material (spec 5.3).
    NoMaterials {
        path: String,
    },
    TooManyAnimations {
        name: String,
        found: usize,
    },
    MaterialUnreadable {
        name: String,
        reason: Phrase,
    },
    NoTable {
        table: usize,
    },
    NoRow {
        table: usize,
        row: usize,
        rows: usize,
    },
    /// A store has no slot of this number.
    NoSlot {
        slot: usize,
        slots: usize,
    },
    NoPhases {
        name: String,
    },
    /// A key names a phase that the material has not.
    NoPhase {
        key: usize,
        phase: usize,
        phases: usize,
    },
    /// A scenario names a manager that it did not make, or that it destroyed.
    NoManager {
        manager: usize,
    },
    /// A scenario makes more managers than anyone has a use for.
    ManagersFull {
        managers: usize,
    },
}

impl RuntimeError {
    /// A code that keeps its meaning; the catalogue has words for it.
    pub fn code(&self) -> &'static str {
        match self {
            Self::TablesFull => "runtime.tables-full",
            Self::RowsFull { .. } => "runtime.rows-full",
            Self::TexturesFull { .. } => "runtime.textures-full",
            Self::LightmapsFull { .. } => "runtime.lightmaps-full",
            Self::MaterialsFull { .. } => "runtime.materials-full",
            Self::MemoryFull { .. } => "runtime.memory-full",
            Self::WearMissing { .. } => "runtime.wear-missing",
            Self::Wear(Refusal::Length { .. }) => "runtime.wear-length",
            Self::Wear(Refusal::NoCount(_)) => "runtime.wear-count",
            Self::Wear(Refusal::NoRow { .. }) => "runtime.wear-row",
            Self::MaterialLibrary { .. } => "runtime.material-library",
            Self::NoMaterials { .. } => "runtime.no-materials",
            Self::TooManyAnimations { .. } => "runtime.animations",
            Self::MaterialUnreadable { .. } => "runtime.material-unreadable",
            Self::NoTable { .. } => "runtime.no-table",
            Self::NoRow { .. } => "runtime.no-row",
            Self::NoSlot { .. } => "runtime.no-slot",
            Self::NoPhases { .. } => "runtime.no-phases",
            Self::NoPhase { .. } => "runtime.no-phase",
            Self::NoManager { .. } => "runtime.no-manager",
            Self::ManagersFull { .. } => "runtime.managers-full",
        }
    }

    /// What a message about it may speak of.
    pub fn args(&self) -> Args {
        match self {
            Self::TablesFull => args!(tables = super::TABLES),
            Self::RowsFull { rows } => args!(rows = *rows),
            Self::TexturesFull { name } => args!(name = name.as_str(), slots = super::TEXTURES),
            Self::LightmapsFull { name } => args!(name = name.as_str(), slots = super::LIGHTMAPS),
            Self::MaterialsFull { name } => args!(name = name.as_str(), slots = super::MATERIALS),
            Self::MemoryFull { name } | Self::WearMissing { name } | Self::NoPhases { name } => {
                args!(name = name.as_str())
            }
            Self::Wear(Refusal::Length { table, count }) => args!(table = table.to_string(), count = *count),
            Self::Wear(Refusal::NoCount(table)) => args!(table = table.to_string()),
            Self::Wear(Refusal::NoRow { table, row }) => args!(table = table.to_string(), row = *row),
            Self::MaterialLibrary { path } | Self::NoMaterials { path } => args!(library = path.as_str()),
            Self::TooManyAnimations { name, found } => args!(name = name.as_str(), found = *found),
            Self::MaterialUnreadable { name, reason } => {
                args!(name = name.as_str(), reason = reason.clone())
            }
            Self::NoTable { table } => args!(table = *table),
            Self::NoRow { table, row, rows } => args!(table = *table, row = *row, rows = *rows),
            Self::NoSlot { slot, slots } => args!(slot = *slot, slots = *slots),
            Self::NoPhase { key, phase, phases } => args!(key = *key, phase = *phase, phases = *phases),
            Self::NoManager { manager } => args!(manager = *manager),
            Self::ManagersFull { managers } => args!(managers = *managers),
        }
    }
}

impl From<Refusal> for RuntimeError {
    fn from(refusal: Refusal) -> Self {
        Self::Wear(refusal)
    }
}

impl fmt::Display for RuntimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())?;
        self.args().iter().try_for_each(|(name, value)| write!(f, " {name}={value}"))
    }
}

impl std::error::Error for RuntimeError {}

pub type Result<T, E = RuntimeError> = std::result::Result<T, E>;

/// Something odd that does not keep a call from its answer, and that the engine says nothing about.
#[derive(Clone, Debug, PartialEq)]
pub struct Remark {
    pub code: &'static str,
    pub args: Args,
}

/// A name tells of a palette behind the bank: the engine reads what lies there, this runtime takes none (spec 6.5).
pub const PALETTE_OUTSIDE: &str = "runtime.palette-outside";
/// A name tells of a palette by a byte that is no digit.
pub const PALETTE_DIGIT: &str = "runtime.palette-digit";
/// A phase names a texture that the library has not; its slot is -1.
pub const TEXTURE_MISSING: &str = "runtime.texture-missing";
/// The entry is there, but is no texture.
pub const TEXTURE_UNREADABLE: &str = "runtime.texture-unreadable";
/// A mode that no source explains, taken as a loop (spec 4.2).
pub const UNDEFINED_MODE: &str = "runtime.mode";
/// A block that the material has not: the engine takes block 0.
pub const BLOCK_CLAMPED: &str = "runtime.block-clamped";
/// A material without blocks; block 0 is taken as one without keys.
pub const NO_SUCH_BLOCK: &str = "runtime.block-missing";
/// A material lets go of a texture that was unloaded under it.
pub const TEXTURE_GONE: &str = "runtime.texture-gone";

/// Every code, for those who keep a catalogue.
pub static CODES: &[&str] = &[
    "runtime.tables-full",
    "runtime.rows-full",
    "runtime.textures-full",
    "runtime.lightmaps-full",
    "runtime.materials-full",
    "runtime.memory-full",
    "runtime.wear-missing",
    "runtime.wear-length",
    "runtime.wear-count",
    "runtime.wear-row",
    "runtime.material-library",
    "runtime.no-materials",
    "runtime.animations",
    "runtime.material-unreadable",
    "runtime.no-table",
    "runtime.no-row",
    "runtime.no-slot",
    "runtime.no-phases",
    "runtime.no-phase",
    "runtime.no-manager",
    "runtime.managers-full",
    PALETTE_OUTSIDE,
    PALETTE_DIGIT,
    TEXTURE_MISSING,
    TEXTURE_UNREADABLE,
    UNDEFINED_MODE,
    BLOCK_CLAMPED,
    NO_SUCH_BLOCK,
    TEXTURE_GONE,
];

/// How many messages of one call are kept: a table may have a missing material in each of its rows.
const KEPT: usize = 1000;

/// What was said since it was last asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log {
    /// The engine's own, word for word (spec 6.6).
    pub messages: Vec<String>,
    pub remarks: Vec<Remark>,
    /// Beyond the first thousand of either, only their number is kept.
    pub left_out: usize,
}

impl Log {
    pub(super) fn say(&mut self, message: impl Into<String>) {
        match self.messages.len() < KEPT {
            true => self.messages.push(message.into()),
            false => self.left_out += 1,
        }
    }

    pub(super) fn remark(&mut self, code: &'static str, args: Args) {
        match self.remarks.len() < KEPT {
            true => self.remarks.push(Remark { code, args }),
            false => self.left_out += 1,
        }
    }
}
