//! The materials of ground: a row of the first wear table for the colour, and the same row of the second for the
//! microtexture, which is on the second track of the material there.

use super::scene::Layer;
use crate::library::{self, MATERIALS, TEXTURES};
use crate::msh::materials::{MaterialSet, found, worn};
use relict_core::prelude::*;
use relict_core::scene::{Alpha, Material, OVER};

/// Among the extras of a material: that it is the surface of water or lava.
pub(in crate::msh) const LIQUID: &str = "liquid";

/// The track of a material on which its microtexture is. Where there is no such track, the first one counts.
const MICRO_TRACK: usize = 1;

/// For every layer a material, in their order. Ground is opaque, whatever its materials say of blending: only what lies
/// over another is blended, and by the alpha of vertices alone.
pub(super) fn materials(layers: &[Layer], wears: [Option<&[u8]>; 2], context: Context<'_>) -> MaterialSet {
    let [worn, micro] = wears.map(worn);
    let mut all = MaterialSet::empty(context, true);
    let looks = library::open(context.library, MATERIALS, |materials| {
        let look = |layer: &Layer| {
            let row = usize::from(layer.row);
            let detail = micro.materials.get(row).filter(|_| layer.micro);
            [found(materials, worn.materials.get(row), 0), found(materials, detail, MICRO_TRACK)]
        };
        layers.iter().map(look).collect::<Vec<_>>()
    });
    let looks = looks.unwrap_or_else(|| layers.iter().map(|_| [None, None]).collect());
    library::open(context.library, TEXTURES, |textures| {
        all.find_textures(textures, looks.iter().flatten().flatten(), context.library);
    });
    for (layer, [own, detail]) in layers.iter().zip(&looks) {
        let material = all.material((layer.row, None), &worn, own.as_ref());
        let detail = detail.as_ref().and_then(|found| all.texture_of(found));
        all.materials.push(laid(material, *layer, detail));
    }
    all
}

/// The material as ground wears it.
fn laid(mut material: Material, layer: Layer, detail: Option<usize>) -> Material {
    material.extras.shift_remove("blend");
    material.detail = detail;
    if layer.liquid {
        material.extras.insert(LIQUID.into(), true.into());
    }
    if layer.over {
        material.name.push_str("_over");
        material.extras.insert(OVER.into(), true.into());
        material.alpha = Alpha::Blend;
    } else {
        material.alpha = Alpha::Opaque;
        material.colour[3] = 1.0;
    }
    material
}
