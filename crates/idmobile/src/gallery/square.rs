//! A square texture that is drawn when somebody looks at it.

use super::Drawing;
use crate::texture;
use std::ops::Deref;
use std::sync::OnceLock;

/// Its texels until then: a game has thousands of textures, and who unpacks it looks at them on all cores.
#[derive(Clone, Debug)]
pub struct Square {
    side: usize,
    depth: u8,
    texels: Vec<u8>,
    drawing: OnceLock<Drawing>,
}

impl Square {
    /// None if the texels are no square.
    pub fn new(texels: &[u8], depth: u8) -> Option<Self> {
        let side = texture::side(texels.len(), depth)?;
        Some(Self { side, depth, texels: texels.to_vec(), drawing: OnceLock::new() })
    }

    /// How many pixels it has to a side.
    pub fn side(&self) -> usize {
        self.side
    }
}

impl Deref for Square {
    type Target = Drawing;

    fn deref(&self) -> &Drawing {
        self.drawing.get_or_init(|| texture::drawn(&self.texels, self.side, self.depth))
    }
}

impl PartialEq for Square {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Square {}
