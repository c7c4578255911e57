//! Why a game cannot be changed as a person wants.

use super::{Misfit, Trouble, Which};
use relict_core::args;
use relict_core::report::Args;

/// Why a game cannot be changed as wanted. Nothing is then.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// The game itself cannot be understood.
    Trouble(Trouble),
    /// There is no such texture, flat, shape, palette or image, or the image has no palette of its own.
    Missing(Which),
    /// A picture does not fit.
    Misfit { which: Which, misfit: Misfit },
    /// Without this resource it is not known what another number of textures or palettes would break.
    Needs { resource: &'static str },
    /// What is to go is in use, by the entry of this place.
    InUse { which: Which, entry: usize },
    /// Two different shapes have texels in common, so that neither can have others. No sprite may have the other one.
    SharedTexels { shape: usize, other: Option<usize> },
    /// What the header of the palettes counts is not known, so that their number must stay.
    PaletteHeader { header: u16 },
    /// Only the last of several files can have more or fewer textures: the number of all behind it would change.
    NotLast { bank: usize, last: usize },
    /// A resource cannot hold so much.
    Full { resource: String },
    /// A sprite whose runs break the rules; what would become of it in the game is not known.
    ReadOnly { image: usize },
    /// Two images that share their texels were edited in two ways.
    Different { image: usize, other: usize },
    /// Beyond the 255th pixel.
    Bounds { image: usize, right: usize, bottom: usize },
    /// More than 15 runs in one column, or row.
    Fragmented { image: usize, line: usize, runs: usize },
    /// As many bytes as a picture without runs has, which is what the game would take it for.
    LooksRaw { image: usize, size: usize },
    /// More bytes than the directory can state.
    TooLong { image: usize, size: usize, most: usize },
    /// An index that the game would take for a negative number.
    Signed { image: usize, index: u8 },
    /// A palette that has more colours than the game can reach, or fewer than its images use.
    Palette { image: usize, colours: usize, least: usize, most: usize },
    /// How the texel files are cut is not known, so that nothing can have another size.
    Split,
}

impl From<Trouble> for Refusal {
    fn from(trouble: Trouble) -> Self {
        Self::Trouble(trouble)
    }
}

impl Refusal {
    /// The last part of a code, and what a message about it speaks of. A `Trouble` has a rule of its own for that.
    pub fn told(&self) -> (&'static str, Args) {
        match self {
            Self::Trouble(trouble) => ("trouble", args!(resource = trouble.resource.as_str())),
            Self::Missing(which) => ("no-such-picture", which.args()),
            Self::Misfit { which, misfit } => {
                let (code, args) = misfit.told();
                (code, [which.args(), args].concat())
            }
            Self::Needs { resource } => ("needs-resource", args!(resource = *resource)),
            Self::InUse { which, entry } => ("in-use", [which.args(), args!(entry = *entry)].concat()),
            Self::SharedTexels { shape, other } => {
                let other = other.map(|other| args!(other = other)).unwrap_or_default();
                ("shared-texels", [args!(shape = *shape), other].concat())
            }
            Self::PaletteHeader { header } => ("palette-header", args!(header = *header)),
            Self::NotLast { bank, last } => ("not-last", args!(bank = *bank, last = *last)),
            Self::Full { resource } => ("full", args!(resource = resource.as_str())),
            Self::ReadOnly { image } => ("read-only", args!(image = *image)),
            Self::Different { image, other } => ("two-edits", args!(image = *image, other = *other)),
            &Self::Bounds { image, right, bottom } => {
                ("bounds", args!(image = image, right = right, bottom = bottom))
            }
            &Self::Fragmented { image, line, runs } => {
                ("too-fragmented", args!(image = image, line = line, runs = runs))
            }
            &Self::LooksRaw { image, size } => ("looks-raw", args!(image = image, size = size)),
            &Self::TooLong { image, size, most } => {
                ("too-long", args!(image = image, size = size, most = most))
            }
            &Self::Signed { image, index } => ("signed-index", args!(image = image, index = index)),
            &Self::Palette { image, colours, least, most } => {
                ("palette-colours", args!(image = image, colours = colours, least = least, most = most))
            }
            Self::Split => ("unknown-split", vec![]),
        }
    }
}
