//! Materials and their textures, and what of a scene is used at all.

use super::meshes::{is_drawn, is_shown};
use super::store::Store;
use super::{extras, finite, key, name_kept, names};
use crate::files::{Namer, address};
use crate::gltf::GltfError;
use crate::phrases::{self, Phrase};
use crate::png;
use gltf_json::image::MimeType;
use gltf_json::material::{
    AlphaCutoff, AlphaMode, EmissiveFactor, OcclusionTexture, PbrBaseColorFactor, PbrMetallicRoughness,
    StrengthFactor,
};
use gltf_json::texture::{Info, MagFilter, MinFilter, Sampler};
use gltf_json::validation::Checked;
use gltf_json::{Image, Index, Root};
use relict_core::scene::{Alpha, Extras, Material, Part, Scene};
use std::collections::BTreeSet;

/// What of a scene is written. The lists run beside those of the scene.
pub(super) struct Used {
    pub(super) meshes: Vec<bool>,
    /// Where each material will be.
    pub(super) materials: Vec<Option<Index<gltf_json::Material>>>,
    /// Whether it has a texture, so that its parts need texture coordinates.
    pub(super) textured: Vec<bool>,
    /// Whether all parts of a material have places on the lightmap, or on the detail texture.
    lit: Vec<bool>,
}

impl Used {
    pub(super) fn of(scene: &Scene) -> Self {
        let mut meshes = vec![false; scene.meshes.len()];
        for shape in scene.nodes.iter().flat_map(|node| &node.shapes) {
            meshes[shape.mesh] = is_shown(&scene.meshes[shape.mesh]);
        }
        let shown = scene.meshes.iter().zip(&meshes).filter(|(_, used)| **used);
        let parts: Vec<&Part> =
            shown.flat_map(|(mesh, _)| &mesh.parts).filter(|part| is_drawn(part)).collect();
        let mut drawn = vec![false; scene.materials.len()];
        let mut lit = vec![true; scene.materials.len()];
        for (part, material) in parts.iter().filter_map(|part| Some((part, part.material?))) {
            drawn[material] = true;
            lit[material] &= part.light_uvs.is_some();
        }
        let mut count = 0..;
        let mut place = |drawn: &bool| drawn.then(|| count.next().map(Index::new)).flatten();
        Self {
            meshes,
            materials: drawn.iter().map(&mut place).collect(),
            textured: scene.materials.iter().map(|material| material.texture.is_some()).collect(),
            lit,
        }
    }
}

/// Writes the materials that parts are of, in their order. Gives the textures that became files.
pub(super) fn write(
    scene: &Scene,
    used: &Used,
    store: &mut Store<'_>,
    root: &mut Root,
    namer: Option<&mut Namer>,
) -> Result<Vec<(String, Vec<u8>)>, GltfError> {
    let drawn = || scene.materials.iter().enumerate().filter(|(place, _)| used.materials[*place].is_some());
    let lit = |(place, material): (usize, &Material)| material.lightmap.filter(|_| used.lit[place]);
    let detail = |(place, material): (usize, &Material)| material.detail.filter(|_| used.lit[place]);
    let of_each = |drawn: (usize, &Material)| [drawn.1.texture, lit(drawn), detail(drawn)];
    let wanted: BTreeSet<usize> = drawn().flat_map(of_each).flatten().collect();
    let mut pictures = Pictures { scene, store, root, namer, files: vec![] };
    let mut textures = vec![None; scene.textures.len()];
    for place in wanted {
        textures[place] = Some(pictures.texture(place)?);
    }
    let files = pictures.files;
    let written = |drawn: (usize, &Material)| {
        let detail = detail(drawn).and_then(|texture| detailed(scene, texture, &textures));
        written(scene, drawn, lit(drawn), detail, &textures)
    };
    root.materials = drawn().map(written).collect();
    Ok(files)
}

/// glTF knows no detail textures. Extras tell of it: which texture, with which coordinates, and that the product is taken
/// twice. The name tells whether the number still leads to it.
fn detailed(
    scene: &Scene,
    texture: usize,
    textures: &[Option<Index<gltf_json::Texture>>],
) -> Option<serde_json::Value> {
    let name = names::plain(&scene.textures[texture].name, "texture", texture);
    let index = textures[texture]?.value();
    Some(serde_json::json!({ "texture": index, "name": name, "texCoord": 1, "factor": 2 }))
}

/// A material; its lightmap only where there are places on it.
fn written(
    scene: &Scene,
    (place, material): (usize, &Material),
    lightmap: Option<usize>,
    detail: Option<serde_json::Value>,
    textures: &[Option<Index<gltf_json::Texture>>],
) -> gltf_json::Material {
    let name = names::plain(&material.name, "material", place);
    let clamped = |value: f32| finite(value).clamp(0.0, 1.0);
    let index = |texture: Option<usize>| texture.and_then(|texture| textures[texture]);
    let glows = material.emissive.iter().any(|part| clamped(*part) > 0.0);
    let mut given = material.extras.clone();
    if let Some(unseen) = material.lightmap.filter(|_| lightmap.is_none()) {
        let name = &scene.textures[unseen].name;
        given.entry("lightmap").or_insert_with(|| name.as_str().into());
    }
    let mut ours = name_kept(&name, &material.name);
    ours.extend(detail.map(|detail| (key::DETAIL.to_owned(), detail)));
    gltf_json::Material {
        alpha_cutoff: (material.alpha == Alpha::Mask).then_some(AlphaCutoff(0.5)),
        alpha_mode: Checked::Valid(alpha_mode(material.alpha)),
        double_sided: material.two_sided,
        extras: extras(&given, &ours),
        name: Some(name),
        pbr_metallic_roughness: PbrMetallicRoughness {
            base_color_factor: PbrBaseColorFactor(material.colour.map(clamped)),
            base_color_texture: index(material.texture).map(base),
            metallic_factor: StrengthFactor(0.0),
            ..PbrMetallicRoughness::default()
        },
        emissive_factor: EmissiveFactor(material.emissive.map(clamped)),
        emissive_texture: index(material.texture).filter(|_| glows).map(base),
        occlusion_texture: index(lightmap).map(light),
        ..gltf_json::Material::default()
    }
}

fn base(index: Index<gltf_json::Texture>) -> Info {
    Info { index, tex_coord: 0, extensions: None, extras: None }
}

/// glTF knows no lightmaps. What is darker where light does not come is the nearest that it has.
fn light(index: Index<gltf_json::Texture>) -> OcclusionTexture {
    OcclusionTexture { index, strength: StrengthFactor(1.0), tex_coord: 1, extensions: None, extras: None }
}

/// Writes textures into the file or as files.
struct Pictures<'w, 's> {
    scene: &'w Scene,
    store: &'w mut Store<'s>,
    root: &'w mut Root,
    namer: Option<&'w mut Namer>,
    files: Vec<(String, Vec<u8>)>,
}

impl Pictures<'_, '_> {
    fn texture(&mut self, place: usize) -> Result<Index<gltf_json::Texture>, GltfError> {
        let source = self.image(place)?;
        if self.root.samplers.is_empty() {
            self.root.samplers.push(Sampler {
                mag_filter: Some(Checked::Valid(MagFilter::Linear)),
                min_filter: Some(Checked::Valid(MinFilter::LinearMipmapLinear)),
                ..Sampler::default()
            });
        }
        let sampler = Some(Index::new(0));
        let texture = gltf_json::Texture { name: None, sampler, source, extensions: None, extras: None };
        Ok(self.root.push(texture))
    }

    fn image(&mut self, place: usize) -> Result<Index<Image>, GltfError> {
        let texture = &self.scene.textures[place];
        let why = |e| phrases::texture_unwritable(texture.name.as_str(), Phrase::from(&e));
        let unwritable = |e| GltfError::Unwritable(why(e).into());
        let picture = png::write(&texture.image, None).map_err(unwritable)?;
        let name = names::plain(&texture.name, "texture", place);
        let mut image = Image {
            buffer_view: None,
            mime_type: Some(MimeType("image/png".into())),
            extras: extras(&Extras::new(), &name_kept(&name, &texture.name)),
            name: Some(name),
            uri: None,
            extensions: None,
        };
        match &mut self.namer {
            Some(namer) => {
                let file = namer.named(&texture.name, "png");
                image.uri = Some(address(&file));
                self.files.push((file, picture));
            }
            None => image.buffer_view = Some(self.store.picture(picture)),
        }
        Ok(self.root.push(image))
    }
}

fn alpha_mode(alpha: Alpha) -> AlphaMode {
    match alpha {
        Alpha::Opaque => AlphaMode::Opaque,
        Alpha::Mask => AlphaMode::Mask,
        Alpha::Blend => AlphaMode::Blend,
    }
}
