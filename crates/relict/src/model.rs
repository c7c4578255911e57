//! Models.

use crate::{Asset, Result};
use relict_toolkit::core::format::Limits;
use relict_toolkit::core::scene::{Scene, Shown, Variant};
use relict_toolkit::model;

/// What of a model is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Look {
    /// Undamaged, from nearby.
    #[default]
    Intact,
    /// One level of detail (0 is the nearest) in one state (0 is intact).
    One {
        /// The level of detail.
        level: usize,
        /// The state of damage.
        state: u8,
    },
    /// All levels and states, as nodes of their own.
    All,
}

impl Look {
    pub(crate) fn shown(self) -> Shown {
        match self {
            Self::Intact => Shown::One(Variant { state: 0, level: 0 }),
            Self::One { level, state } => {
                Shown::One(Variant { state, level: u8::try_from(level).unwrap_or(u8::MAX) })
            }
            Self::All => Shown::All,
        }
    }
}

/// A model with its materials, textures and animation.
#[derive(Clone, Debug)]
pub struct Model {
    path: String,
    scene: Scene,
}

/// A model as files.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ModelFile {
    /// The file of the model.
    pub main: Vec<u8>,
    /// Files that belong beside it, by name.
    pub beside: Vec<(String, Vec<u8>)>,
}

impl Model {
    pub(crate) fn new(path: &str, scene: Scene) -> Self {
        Self { path: path.to_owned(), scene }
    }

    /// The names of its nodes.
    pub fn nodes(&self) -> impl Iterator<Item = &str> {
        self.scene.nodes.iter().map(|node| node.name.as_str())
    }

    /// The names of its materials.
    pub fn materials(&self) -> impl Iterator<Item = &str> {
        self.scene.materials.iter().map(|material| material.name.as_str())
    }

    /// Gives it the motions of an archive that are meant for it, or one that is named.
    pub fn animate(&mut self, motions: &Asset) -> Result<()> {
        motions.animate(&mut self.scene)
    }

    /// As one file with everything in it, for Blender and other programs. It carries the original file along, so that
    /// [`Change::Model`](crate::Change::Model) finds what was edited.
    pub fn to_glb(&self) -> Result<Vec<u8>> {
        Ok(self.written(model::Open::Glb, "")?.main)
    }

    /// As text with files beside it, whose names begin with `stem`.
    pub fn to_gltf(&self, stem: &str) -> Result<ModelFile> {
        self.written(model::Open::Gltf, stem)
    }

    /// As Wavefront OBJ: no nodes, no animation.
    pub fn to_obj(&self, stem: &str) -> Result<ModelFile> {
        self.written(model::Open::Obj, stem)
    }

    fn written(&self, open: model::Open, stem: &str) -> Result<ModelFile> {
        let files = model::written(&self.path, &self.scene, open, stem)?;
        Ok(ModelFile { main: files.main, beside: files.beside })
    }
}

impl Asset {
    fn animate(&self, scene: &mut Scene) -> Result<()> {
        self.opened(|asset| model::animate(scene, asset, &[], Limits::default()))?;
        Ok(())
    }
}
