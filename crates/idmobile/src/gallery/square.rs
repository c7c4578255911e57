//! A square texture that is drawn when somebody looks at it.

use super::Drawing;
use crate::texture;
use std::borrow::Cow;
use std::ops::Deref;
use std::sync::OnceLock;

/// Its texels until then: a game has thousands of textures, and who unpacks it looks at them on all cores.
#[derive(Clone, Debug)]
pub struct Square<'g> {
    side: usize,
    depth: u8,
    texels: Cow<'g, [u8]>,
    drawing: OnceLock<Drawing>,
}

impl<'g> Square<'g> {
    /// None if the texels are no square.
    pub fn new(texels: impl Into<Cow<'g, [u8]>>, depth: u8) -> Option<Self> {
        let texels = texels.into();
        let side = texture::side(texels.len(), depth)?;
        Some(Self { side, depth, texels, drawing: OnceLock::new() })
    }

    /// Drawn anew, for who keeps it: of thousands, that takes less time and memory than to remember all of them.
    pub(crate) fn drawn(&self) -> Drawing {
        texture::drawn(&self.texels, self.side, self.depth)
    }

    /// How many pixels it has to a side.
    pub fn side(&self) -> usize {
        self.side
    }
}

impl Deref for Square<'_> {
    type Target = Drawing;

    fn deref(&self) -> &Drawing {
        self.drawing.get_or_init(|| self.drawn())
    }
}

impl PartialEq for Square<'_> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Square<'_> {}
