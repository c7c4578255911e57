//! Archives that people edit as a whole: pictures whose colours lie in another entry, palettes that many pictures share.
//!
//! Beside its entries, such an archive is unpacked into a folder of files that are made of several entries at once. Packing
//! looks at that folder again, and takes from it the entries that are other than they were.

use crate::error::Result;
use crate::image::Image;
use crate::report::Args;
use serde_json::Value;

/// What stands in a file of the folder.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// As PNG; an indexed picture stays indexed.
    Picture(Image),
    Json(Value),
    Text(String),
    Bytes(Vec<u8>),
}

/// A document that can be edited as a tree. To know that it can decodes nothing.
pub trait AsTree: Send + Sync {
    /// The tree. What that takes to decode is decoded here.
    fn open(&self) -> Result<Box<dyn EditableTree + '_>>;
}

/// The tree of files.
pub trait EditableTree: Send + Sync {
    /// Where its files go, such as `Doom RPG/Unpacked`: plain names with `/` between them.
    fn folder(&self) -> String;

    /// The files, by their paths inside the folder.
    fn leaves(&self) -> Vec<&str>;

    /// What stands in one of them. Called from all cores.
    fn content(&self, leaf: usize) -> Result<Content>;

    /// Where one of them stood in folders that former versions unpacked, if that is another path. It is taken from there, too.
    fn former_path(&self, _leaf: usize) -> Option<String> {
        None
    }

    /// Whether an entry is shown by files of the folder. Such an entry stands beside it as its bytes, and in no other form.
    fn covers(&self, entry: usize) -> bool;

    /// The entries that are other than they were, by what stands in a folder now. The folder may be one of ours or of
    /// another program that uses the same layout; what is not there says nothing. A file that decodes to what the archive
    /// has already is no edit, whatever its bytes.
    fn gathered(&self, folder: &dyn Folder, how: GatherHow) -> Result<Gathered, Refused>;

    /// Pictures worth looking at together, in order: names and leaves.
    fn shown(&self) -> Vec<(String, usize)>;

    /// Whether the pixels of a picture are those of an entry that is a picture itself: who compares two archives sees them
    /// there.
    fn is_entry(&self, _leaf: usize) -> bool {
        false
    }
}

/// A folder that is gathered.
pub trait Folder: Sync {
    /// Paths of all files in it and below, in the order of the alphabet.
    fn files(&self) -> &[String];
    /// A PNG, with its palette if it has one. What cannot be read is refused by its file.
    fn picture(&self, path: &str) -> Result<Image, Refused>;
    fn bytes(&self, path: &str) -> Result<Vec<u8>, Refused>;
}

/// What a person may want otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GatherHow {
    /// Grey levels between the steps are rounded as the community's editor does it.
    pub lenient: bool,
    /// Colours that a palette lacks become the nearest that it has.
    pub quantise: bool,
    /// Pictures with more colours than their depth has are kept deeper.
    pub deepen: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gathered {
    /// New bytes of entries, by name; a name that the archive lacks is a new entry.
    pub changed: Vec<(String, Vec<u8>)>,
    /// Entries that are needed no more.
    pub removed: Vec<String>,
    /// Files of the folder that were edited.
    pub edited: Vec<String>,
    /// Messages for the user: a key of the catalogue, such as `game-shared-sprites`, and its arguments.
    pub remarks: Vec<(&'static str, Args)>,
}

impl Gathered {
    /// Whether the archive stays as it is.
    pub fn is_nothing(&self) -> bool {
        self.changed.is_empty() && self.removed.is_empty()
    }
}

/// A file that cannot become part of the archive. The catalogue has the words for its code.
#[derive(Clone, Debug, PartialEq)]
pub struct Refused {
    pub code: &'static str,
    /// Inside the folder.
    pub file: String,
    pub args: Args,
}
