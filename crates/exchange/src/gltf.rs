//! glTF 2.0: the model that every modelling program opens, in one file (`.glb`) or as text with files beside it.
//!
//! What glTF has no word for goes under `extras.relict`, where tools leave it alone: what the format of a game wants
//! back, and the names and variants as they were. Names alone tell the variants too, for tools that drop extras.

mod chunks;
mod names;
mod read;
mod write;

use crate::budget::Spent;
pub use crate::files::Files;
use crate::files::Namer;
use crate::phrases::{self, Phrase};
use relict_core::report::Arg;
use relict_core::scene::{Scene, Up};
use serde::Deserialize;
use std::fmt;

/// The one key of ours in extras.
const OURS: &str = "relict";

/// Keys of ours under it. Formats keep theirs beside them, so these are not for formats to use.
mod key {
    /// The name as it was given, where glTF has another.
    pub(super) const NAME: &str = "name";
    pub(super) const STATE: &str = "state";
    pub(super) const LEVEL: &str = "level";
    /// On a node that is only there to carry a further mesh of its parent.
    pub(super) const SHAPE: &str = "shape";
    /// On a material: the texture that its colour is multiplied with, for which glTF has no word.
    pub(super) const DETAIL: &str = "detail";
    /// On a part whose first texture coordinates are only there because glTF wants them.
    pub(super) const NO_UVS: &str = "no_uvs";
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GltfError {
    /// The bytes are something else.
    NotGltf,
    /// It begins as glTF, but cannot be read to its end.
    Broken(Arg),
    /// Another version than 2.
    Version { found: String },
    /// It would take more memory than the reader was allowed.
    TooLarge,
    /// Points, lines, strips or fans.
    NotTriangles { mesh: String, mode: &'static str },
    /// A file beside it that is not there.
    Missing { uri: String },
    /// A file that is not beside it.
    Outside { uri: String },
    /// It says that nobody can read it who does not know this.
    Extension { name: String },
    /// A scene that no glTF can hold.
    Unwritable(Arg),
}

impl From<&GltfError> for Phrase {
    fn from(error: &GltfError) -> Self {
        match error {
            GltfError::NotGltf => phrases::gltf_none(),
            GltfError::Broken(why) => phrases::gltf_broken(why.clone()),
            GltfError::Version { found } => phrases::gltf_version(found.as_str()),
            GltfError::TooLarge => phrases::gltf_too_large(),
            GltfError::NotTriangles { mesh, mode } => phrases::gltf_not_triangles(mesh.as_str(), *mode),
            GltfError::Missing { uri } => phrases::gltf_missing_file(uri.as_str()),
            GltfError::Outside { uri } => phrases::gltf_file_elsewhere(uri.as_str()),
            GltfError::Extension { name } => phrases::gltf_extension(name.as_str()),
            GltfError::Unwritable(why) => phrases::gltf_unwritable(why.clone()),
        }
    }
}

impl fmt::Display for GltfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Phrase::from(self).fmt(f)
    }
}

impl std::error::Error for GltfError {}

impl From<Spent> for GltfError {
    fn from(_: Spent) -> Self {
        Self::TooLarge
    }
}

/// The scene in one file, its textures with it. The same scene gives the same bytes.
pub fn to_glb(scene: &Scene) -> Result<Vec<u8>, GltfError> {
    let mut written = write::document(scene, None)?;
    written.refer_to_numbers(None);
    let json = written.root.to_vec().map_err(|e| GltfError::Unwritable(e.to_string().into()))?;
    chunks::join(&json, written.numbers.length(), |out| written.numbers.pour(out))
}

/// The scene as text, and beside it a file of numbers and one for each texture.
pub fn to_gltf(scene: &Scene, stem: &str) -> Result<Files, GltfError> {
    let mut namer = Namer::new(stem);
    let bin = namer.own("bin");
    let mut written = write::document(scene, Some(&mut namer))?;
    written.refer_to_numbers(Some(&bin));
    let main = written.root.to_vec_pretty().map_err(|e| GltfError::Unwritable(e.to_string().into()))?;
    let mut numbers = vec![];
    written.numbers.pour(&mut numbers);
    let numbers = Some((bin, numbers)).filter(|(_, numbers)| !numbers.is_empty());
    Ok(Files { main, beside: numbers.into_iter().chain(written.pictures).collect() })
}

/// What a glTF holds of use to us.
#[derive(Clone, Debug, PartialEq)]
pub struct Read {
    pub scene: Scene,
    /// What was left out or changed on the way, each once and in order of the alphabet.
    pub ignored: Vec<&'static str>,
}

/// Whether it is one: by its first bytes, or as text with a version.
pub fn is_gltf(bytes: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Head {
        asset: Asset,
    }
    #[derive(Deserialize)]
    struct Asset {
        #[serde(rename = "version")]
        _version: String,
    }
    let head = || serde_json::from_slice::<Head>(bytes).is_ok_and(|Head { asset: Asset { .. } }| true);
    bytes.starts_with(chunks::MAGIC) || (bytes.trim_ascii_start().starts_with(b"{") && head())
}

/// Reads any glTF of triangles, and gives it the axes of `up`. Files beside it are asked for by their names, and what
/// is made of all takes no more than about `limit` bytes.
pub fn read(
    bytes: &[u8],
    up: Up,
    limit: usize,
    beside: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Result<Read, GltfError> {
    read::scene(bytes, up, limit, beside)
}
