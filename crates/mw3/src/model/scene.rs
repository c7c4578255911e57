//! A model as a scene, for those who draw it or turn it into glTF. Coordinates stay those of the file.

use super::cut::{self, Facet, MaterialKey};
use super::looks::Looks;
use super::materials::MaterialSet;
use super::node::{Lod, Object};
use super::{Model, Node};
use relict_core::prelude::*;
use relict_core::scene::{
    self, Extras, Mesh, Misfit, ModelEdit, Placement, Scene, Shape, Shown, Up, Variant, safe_names,
};
use serde_json::json;

impl scene::Model for Model<'_> {
    fn scene(&self, shown: Shown, context: Context<'_>) -> Result<Scene> {
        let meshes = self.drawn(shown);
        let materials = MaterialSet::new(&material_keys(&meshes), context);
        let mesh = |drawn: &Drawn| Mesh {
            name: drawn.variant.named(&drawn.name),
            parts: cut::parts(&drawn.facets, &materials.places),
            extras: Extras::new(),
        };
        Ok(Scene {
            name: self.stem(context.origin),
            up: Up::Y,
            nodes: self.scene_nodes(&meshes),
            meshes: meshes.iter().map(mesh).collect(),
            materials: materials.materials,
            textures: materials.textures,
            clips: vec![],
            flat: false,
            extras: self.scene_extras(shown, &self.stem(context.origin)),
        })
    }

    fn with_scene(&self, scene: &Scene, context: Context<'_>) -> Result<ModelEdit, Misfit> {
        super::build::with_scene(self, scene, context)
    }
}

/// What a node shows.
pub(super) struct Drawn {
    pub node: usize,
    pub name: String,
    pub variant: Variant,
    pub facets: Vec<Facet>,
}

/// Each once, in the order of first use.
fn material_keys(meshes: &[Drawn]) -> Vec<MaterialKey> {
    let mut seen = std::collections::HashSet::new();
    let all = meshes.iter().flat_map(|drawn| &drawn.facets).map(|facet| facet.material);
    all.filter(|key| seen.insert(*key)).collect()
}

impl Model<'_> {
    /// What nodes are called in a scene.
    pub(super) fn scene_names(&self) -> Vec<String> {
        safe_names(self.nodes.iter().map(Node::name))
    }

    /// The name without `.flt`: that of the archive's entry, or of the file.
    fn stem(&self, origin: Origin<'_>) -> String {
        let name = self.name.as_ref().map_or_else(|| origin.name.to_owned(), |name| name.show().into_owned());
        let stem = name.rsplit_once('.').map_or(&*name, |(stem, _)| stem);
        if stem.is_empty() { "model".into() } else { stem.to_owned() }
    }

    /// What is seen: every mesh in one look, or all of them, each in the first look that has it. Meshes that have
    /// nothing but lights are not.
    pub(super) fn drawn(&self, shown: Shown) -> Vec<Drawn> {
        let names = self.scene_names();
        let seen = |looks: &Looks| match shown {
            Shown::One(variant) => looks.has(variant).then_some(variant),
            Shown::All => Some(looks.first()),
        };
        let drawn = |(node, looks): (usize, Looks)| {
            let mesh = self.nodes[node].mesh.as_ref()?;
            let variant = seen(&looks)?;
            let facets = cut::facets(mesh);
            (!facets.is_empty()).then(|| Drawn { node, name: names[node].clone(), variant, facets })
        };
        self.looks().into_iter().enumerate().filter_map(drawn).collect()
    }

    fn scene_nodes(&self, meshes: &[Drawn]) -> Vec<scene::Node> {
        let mut shapes: Vec<Vec<Shape>> = vec![vec![]; self.nodes.len()];
        for (mesh, Drawn { node, variant, .. }) in meshes.iter().enumerate() {
            shapes[*node].push(Shape { variant: *variant, mesh });
        }
        let all = self.nodes.iter().zip(self.scene_names()).zip(self.parents()).zip(shapes).enumerate();
        all.map(|(place, (((node, name), parent), shapes))| scene::Node {
            placement: node.object.as_ref().map_or_else(Placement::default, Object::placement),
            extras: node.scene_extras(place, &name),
            name,
            parent,
            shapes,
        })
        .collect()
    }

    fn scene_extras(&self, shown: Shown, stem: &str) -> Extras {
        let shown = match shown {
            Shown::One(Variant { state, level }) => json!({ "state": state, "level": level }),
            Shown::All => "all".into(),
        };
        let known = [
            ("format", Self::ID.into()),
            ("game", self.game.short().into()),
            ("shown", shown),
            (scene::MOTIONS, motions(stem).into()),
        ];
        known.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }
}

/// Motions of `mech_strider` are called `strider_walk` and so on.
fn motions(stem: &str) -> String {
    format!("{}_", stem.strip_prefix("mech_").unwrap_or(stem))
}

impl Node<'_> {
    fn scene_extras(&self, place: usize, name: &str) -> Extras {
        let mut extras = Extras::new();
        if self.name() != name {
            extras.insert(scene::GIVEN_NAME.into(), self.name().into());
        }
        extras.insert("node".into(), place.into());
        extras.insert("flags".into(), self.base.flags.0.into());
        if let Some(Lod { near_sq, far, .. }) = self.lod {
            extras.insert("seen_from".into(), json!(near_sq.max(0.0).sqrt()));
            extras.insert("seen_to".into(), json!(far));
        }
        let facade = self.mesh.as_ref().filter(|mesh| mesh.header.kind == FACADE);
        if let Some(mesh) = facade {
            extras.insert("facade".into(), mesh.header.facade_mode.into());
        }
        extras
    }
}

/// The kind of a mesh that turns to whoever looks.
const FACADE: u32 = 1;

impl Object {
    /// As scenes have it. A matrix may say more than that: what it shears is left out.
    pub(super) fn placement(&self) -> Placement {
        let local = glam::Affine3A::from_cols_array(
            &self.local().to_cols_array().map(|part| if part.is_finite() { part } else { 0.0 }),
        );
        let (scale, rotation, translation) = local.to_scale_rotation_translation();
        let turns = rotation.is_finite() && rotation.length() > 0.5 && scale.is_finite();
        if !turns {
            return Placement { translation: translation.to_array(), ..Placement::default() };
        }
        Placement {
            translation: translation.to_array(),
            rotation: rotation.normalize().to_array(),
            scale: scale.to_array().map(near_one),
        }
    }
}

/// What is 1 but for the last digits is 1: rows of a matrix are hardly ever of length one to the bit.
fn near_one(scale: f32) -> f32 {
    if (scale - 1.0).abs() < 1e-5 { 1.0 } else { scale }
}
