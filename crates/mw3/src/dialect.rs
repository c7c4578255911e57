//! The two games. They share their formats; what differs is told by the game, and the footer of an archive tells which.

use crate::phrases;
use relict_core::error::Result;
use relict_core::format::Origin;
use relict_core::json::{Json, Serializer, Value, unfit};
use relict_core::record::FieldTable;

/// What an archive says of every entry: the version of its footer. Inner formats know the game by it.
pub const ATTRIBUTE: &str = "footer";

/// Which game a file is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// MechWarrior 3.
    Mw,
    /// Pirate's Moon, its expansion.
    Pm,
}

impl Dialect {
    pub const ALL: [Self; 2] = [Self::Mw, Self::Pm];

    pub fn name(self) -> &'static str {
        match self {
            Self::Mw => "MechWarrior 3",
            Self::Pm => "Pirate's Moon",
        }
    }

    /// As people call the games among themselves.
    pub fn short(self) -> &'static str {
        match self {
            Self::Mw => "mw",
            Self::Pm => "pm",
        }
    }

    /// The version of an archive's footer.
    pub fn footer(self) -> u32 {
        match self {
            Self::Mw => 1,
            Self::Pm => 2,
        }
    }

    pub fn of_footer(version: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|dialect| dialect.footer() == version)
    }

    /// How long that footer is. That of the expansion ends in a checksum.
    pub fn footer_size(self) -> usize {
        match self {
            Self::Mw => 8,
            Self::Pm => 12,
        }
    }

    /// What the member `version` of a mechlib holds.
    pub fn mechlib_version(self) -> u32 {
        match self {
            Self::Mw => 27,
            Self::Pm => 41,
        }
    }

    /// Of an entry, as the archive that holds it says; none for a file that lies loose.
    pub fn of(origin: Origin<'_>) -> Option<Self> {
        let version = origin.attribute(ATTRIBUTE).and_then(Value::as_u64)?;
        u32::try_from(version).ok().and_then(Self::of_footer)
    }
}

impl Json for Dialect {
    fn inner() -> Option<&'static FieldTable> {
        None
    }
    fn write_json<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.short())
    }
    fn from_json(json: &Value) -> Result<Self> {
        let named = |dialect: &Self| json.as_str() == Some(dialect.short());
        Self::ALL.into_iter().find(named).ok_or_else(|| unfit(phrases::any_of(["\"mw\"", "\"pm\""]), json))
    }
}
