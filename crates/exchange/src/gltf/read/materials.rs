//! Materials, and their textures as far as they are PNG.

use super::numbers::Numbers;
use super::{Beside, Ignored, given_name, key, ours};
use crate::png::{self, PngError};
use gltf_json::material::AlphaMode;
use gltf_json::validation::Checked;
use gltf_json::{Image, Index, Root};
use relict_core::scene::{Alpha, Extras, Material, Texture};
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};

pub(super) fn read(
    root: &Root,
    numbers: &mut Numbers<'_>,
    beside: Beside<'_>,
    ignored: &mut Ignored,
) -> (Vec<Material>, Vec<Texture>) {
    let wanted: BTreeSet<usize> = root
        .materials
        .iter()
        .flat_map(|material| {
            [base(root, material), light(root, material), detail(root, &ours(&material.extras))]
        })
        .flatten()
        .collect();
    let mut pictures = Pictures { numbers, beside, broken: false };
    let (mut textures, mut places) = (vec![], HashMap::new());
    for image in wanted {
        match pictures.picture(&root.images[image]) {
            Some(texture) => {
                places.insert(image, textures.len());
                textures.push(texture);
            }
            None => drop(ignored.insert("images")),
        }
    }
    let material = |material| self::material(root, material, &places);
    (root.materials.iter().map(material).collect(), textures)
}

fn material(root: &Root, material: &gltf_json::Material, places: &HashMap<usize, usize>) -> Material {
    let mut extras = ours(&material.extras);
    let name = given_name(material.name.as_ref(), &mut extras, "material");
    let texture = |image: Option<usize>| image.and_then(|image| places.get(&image).copied());
    let image = base(root, material);
    if let Some(unread) = image.filter(|_| texture(image).is_none()) {
        extras.entry("texture").or_insert_with(|| image_name(&root.images[unread]).into());
    }
    let detail = texture(detail(root, &extras));
    extras.shift_remove(key::DETAIL);
    Material {
        name,
        detail,
        colour: material.pbr_metallic_roughness.base_color_factor.0,
        emissive: material.emissive_factor.0,
        texture: texture(image),
        lightmap: texture(light(root, material)),
        alpha: alpha(&material.alpha_mode),
        two_sided: material.double_sided,
        extras,
    }
}

/// The image that colours a material.
fn base(root: &Root, material: &gltf_json::Material) -> Option<usize> {
    image(root, material.pbr_metallic_roughness.base_color_texture.as_ref()?.index)
}

/// The image of a lightmap, as we write it; others have their first coordinates here.
fn light(root: &Root, material: &gltf_json::Material) -> Option<usize> {
    let info = material.occlusion_texture.as_ref().filter(|info| info.tex_coord == 1)?;
    image(root, info.index)
}

/// The image of a detail texture, as we write it. Other programs may number textures anew, and leave extras as they are.
fn detail(root: &Root, extras: &Extras) -> Option<usize> {
    let told = extras.get(key::DETAIL)?;
    let texture = u32::try_from(told.get("texture")?.as_u64()?).ok()?;
    let image = image(root, Index::new(texture))?;
    let name = told.get("name").and_then(Value::as_str);
    (root.images[image].name.as_deref() == name).then_some(image)
}

fn image(root: &Root, texture: Index<gltf_json::Texture>) -> Option<usize> {
    let image = root.textures.get(texture.value())?.source.value();
    (image < root.images.len()).then_some(image)
}

/// Reads pictures.
struct Pictures<'t, 'd> {
    numbers: &'t mut Numbers<'d>,
    beside: Beside<'t>,
    /// Whether a picture broke off. Then no other is tried: each may take as long as the largest, and be the same.
    broken: bool,
}

impl Pictures<'_, '_> {
    /// A picture that is there, is PNG, and not too large.
    fn picture(&mut self, image: &Image) -> Option<Texture> {
        let left = self.numbers.budget.left();
        let read = match (image.buffer_view, &image.uri) {
            _ if self.broken => return None,
            (Some(view), _) => png::read(self.numbers.view(view).ok()?, left),
            (None, Some(uri)) => png::read(&self.numbers.file(uri, self.beside).ok()?, left),
            (None, None) => return None,
        };
        self.broken = matches!(read, Err(PngError::Broken(_)));
        let picture = read.ok()?.image;
        self.numbers.budget.take(picture.width.checked_mul(picture.height)?, 4).ok()?;
        let mut extras = ours(&image.extras);
        let name = given_name(Some(&image_name(image)), &mut extras, "texture");
        Some(Texture { name, image: picture })
    }
}

/// Its own, or that of its file.
fn image_name(image: &Image) -> String {
    let of_file = || {
        let uri = image.uri.as_deref().filter(|uri| !uri.starts_with("data:")).unwrap_or_default();
        let name = crate::files::beside(uri).unwrap_or_default();
        let name = name.rsplit('/').next().unwrap_or_default();
        name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned()
    };
    image.name.clone().unwrap_or_else(of_file)
}

fn alpha(mode: &Checked<AlphaMode>) -> Alpha {
    match mode {
        Checked::Valid(AlphaMode::Mask) => Alpha::Mask,
        Checked::Valid(AlphaMode::Blend) => Alpha::Blend,
        Checked::Valid(AlphaMode::Opaque) | Checked::Invalid => Alpha::Opaque,
    }
}
