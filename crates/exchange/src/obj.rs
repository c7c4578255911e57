//! OBJ, with MTL: the model that every other tool opens. It knows neither nodes nor clips, so everything is where it
//! is at rest, and names tell nodes and variants.

mod outline;
mod read;
mod write;

use crate::budget::Spent;
pub use crate::files::Files;
use crate::phrases::{self, Phrase};
use relict_core::report::Arg;
use relict_core::scene::{Scene, Up};
use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ObjError {
    /// There is neither a vertex nor a face.
    NotObj,
    /// A line that makes no sense; lines count from one.
    Broken { line: usize, why: Arg },
    /// It would take more memory than the reader was allowed.
    TooLarge,
    /// A face of more than three corners whose outline crosses or touches itself.
    Outline { object: String, line: usize, corners: usize },
    /// A scene that no OBJ can hold.
    Unwritable(Arg),
}

impl From<&ObjError> for Phrase {
    fn from(error: &ObjError) -> Self {
        match error {
            ObjError::NotObj => phrases::obj_none(),
            ObjError::Broken { line, why } => phrases::obj_broken(*line, why.clone()),
            ObjError::TooLarge => phrases::obj_too_large(),
            ObjError::Outline { object, line, corners } => {
                phrases::obj_outline(object.as_str(), *corners, *line)
            }
            ObjError::Unwritable(why) => phrases::obj_unwritable(why.clone()),
        }
    }
}

impl fmt::Display for ObjError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Phrase::from(self).fmt(f)
    }
}

impl std::error::Error for ObjError {}

impl From<Spent> for ObjError {
    fn from(_: Spent) -> Self {
        Self::TooLarge
    }
}

/// All meshes of a scene at rest, and beside them the materials and one file for each texture. The same scene gives
/// the same bytes.
pub fn to_obj(scene: &Scene, stem: &str) -> Result<Files, ObjError> {
    write::files(scene, stem)
}

/// What an OBJ holds of use to us.
#[derive(Clone, Debug, PartialEq)]
pub struct Read {
    pub scene: Scene,
    pub faces: Faces,
}

/// What became of faces that are not triangles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faces {
    /// So many were cut into triangles.
    pub cut: usize,
    /// So many have no area and were left out.
    pub flat: usize,
    /// So many had a corner twice in a row; one of each such pair was left out.
    pub repeated: usize,
}

/// Reads faces, those with more than three corners as triangles, and gives them the axes of `up`. Materials and textures
/// are asked for by the names of their files and may be missing. What is made of all takes no more than about `limit`
/// bytes.
pub fn read(
    text: &[u8],
    up: Up,
    limit: usize,
    beside: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Result<Read, ObjError> {
    read::scene(text, up, limit, beside)
}

/// How texture coordinates go up in OBJ and down in scenes; the same both ways.
fn flipped(v: f64) -> f64 {
    1.0 - v
}
