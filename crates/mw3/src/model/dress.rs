//! What polygons are drawn with: the materials that stand beside a model, and the textures that those name.

use super::cut::{Coat, bright};
use crate::library::{self, PACKAGES};
use crate::materials::{self, Material, Materials};
use crate::textures::Texture;
use crate::textures::image::Alpha as Transparent;
use crate::textures::package::Package;
use relict_core::format::Library;
use relict_core::prelude::*;
use relict_core::scene::{self, Alpha, Extras, safe_names};
use std::collections::HashMap;

/// Pictures of one model may take this much; hostile materials name thousands of large ones.
const ROOM: usize = 64 << 20;

/// Behind the name of a material that is seen from both sides: as another material it is other in glTF, too.
const BOTH_SIDES: &str = "_both_sides";

/// What a material is called in a scene, by its place in the list.
pub(super) fn names(all: &Materials<'_>) -> Vec<String> {
    let name = |(place, material): (usize, &Material<'_>)| {
        material.texture_name().filter(|name| !name.is_empty()).unwrap_or_else(|| numbered(place)).into()
    };
    safe_names(all.materials.iter().enumerate().map(name))
}

/// What polygons without any material are drawn with.
pub(super) const NAMELESS: &str = "material";

fn numbered(place: usize) -> String {
    format!("material_{place}")
}

fn coat_name(coat: Coat, names: &[String]) -> String {
    let place = coat.material.and_then(|material| usize::try_from(material).ok());
    let known = place.and_then(|place| names.get(place).cloned());
    let name = known.unwrap_or_else(|| place.map_or(NAMELESS.into(), numbered));
    if coat.both_sides { name + BOTH_SIDES } else { name }
}

/// The place of a material that a scene calls by this name; none if the name says nothing.
pub(super) fn place_of(name: &str, names: &[String]) -> Option<usize> {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    let plain = name.rsplit_once('.').filter(|(_, copy)| digits(copy)).map_or(name, |(name, _)| name);
    let find = |name: &str| names.iter().position(|known| known == name);
    let stem = |name: &str| find(name.strip_suffix(BOTH_SIDES).unwrap_or(name));
    let number = || plain.strip_suffix(BOTH_SIDES).unwrap_or(plain).strip_prefix("material_")?.parse().ok();
    find(name).or_else(|| stem(name)).or_else(|| stem(plain)).or_else(number)
}

/// The materials of a model, with names.
pub(super) fn beside(context: Context<'_>, then: impl FnOnce(Option<&Materials<'_>>, &[String])) {
    let bytes = context.library.sibling(materials::NAME);
    let read = bytes
        .as_ref()
        .and_then(|bytes| Materials::read(&mut Cursor::new(bytes), Origin::named(materials::NAME)).ok());
    let names = read.as_ref().map(names).unwrap_or_default();
    then(read.as_ref(), &names);
}

/// The coats of a model as materials, and the textures that they share.
#[derive(Debug, Default)]
pub(super) struct Wardrobe {
    pub materials: Vec<scene::Material>,
    pub textures: Vec<scene::Texture>,
    /// Where each coat is in the list of materials.
    pub places: HashMap<Coat, usize>,
}

impl Wardrobe {
    pub(super) fn new(coats: &[Coat], context: Context<'_>) -> Self {
        let mut wardrobe = Self::default();
        beside(context, |all, names| {
            let of = |coat: &Coat| {
                let place = coat.material.and_then(|material| usize::try_from(material).ok())?;
                all?.materials.get(place)
            };
            let mut pictures = Pictures { room: ROOM.min(context.limits.unpacked), ..Pictures::default() };
            pictures.find(coats.iter().filter_map(of).filter_map(Material::texture_name), context.library);
            for coat in coats {
                let name = coat_name(*coat, names);
                wardrobe.places.insert(*coat, wardrobe.materials.len());
                wardrobe.materials.push(pictures.dressed(*coat, name, of(coat)));
            }
            wardrobe.textures = pictures.textures;
        });
        wardrobe
    }
}

#[derive(Default)]
struct Pictures {
    textures: Vec<scene::Texture>,
    /// Of each name, its picture and what is transparent in it.
    known: HashMap<String, Option<(usize, Alpha)>>,
    room: usize,
}

impl Pictures {
    /// Looks for textures in one package after the other; the first that has one gives it.
    fn find(&mut self, names: impl Iterator<Item = String>, library: &dyn Library) {
        let mut wanted: Vec<String> = vec![];
        for name in names.filter(|name| !name.is_empty()) {
            if self.known.insert(name.clone(), None).is_none() {
                wanted.push(name);
            }
        }
        for package in PACKAGES {
            if wanted.is_empty() {
                return;
            }
            library::package(library, package, |package| {
                wanted.retain(|name| !self.take(name, package));
            });
        }
    }

    /// Whether the package has it. One that cannot be shown is not looked for elsewhere: the engine would not either.
    fn take(&mut self, name: &str, package: &Package<'_>) -> bool {
        let Some(place) = package.find(name) else { return false };
        let found = package.image(place).and_then(|bytes| {
            let texture = Texture::read(&mut Cursor::new(&bytes), Origin::named(name)).ok()?;
            let (width, height) = (usize::from(texture.header.width), usize::from(texture.header.height));
            let size = width.checked_mul(height)?.checked_mul(4).filter(|size| *size <= self.room)?;
            let image = texture.image(0)?;
            self.room -= size;
            let alpha = match texture.header.alpha() {
                Some(Transparent::Full) => Alpha::Blend,
                Some(Transparent::Simple) => Alpha::Mask,
                _ => Alpha::Opaque,
            };
            self.textures.push(scene::Texture { name: name.to_owned(), image });
            Some((self.textures.len() - 1, alpha))
        });
        self.known.insert(name.to_owned(), found);
        true
    }

    fn dressed(&self, coat: Coat, name: String, material: Option<&Material<'_>>) -> scene::Material {
        let mut extras = Extras::new();
        if let Some(place) = coat.material {
            extras.insert("material".into(), place.into());
        }
        let mut dressed =
            scene::Material { name, two_sided: coat.both_sides, extras, ..scene::Material::default() };
        let Some(material) = material else { return dressed };
        if let Some(texture) = material.texture_name() {
            let found = self.known.get(&texture).copied().flatten();
            if let Some((place, alpha)) = found {
                (dressed.texture, dressed.alpha) = (Some(place), alpha);
            } else {
                dressed.colour = MISSING;
            }
            dressed.extras.insert("texture".into(), texture.into());
            return dressed;
        }
        let [r, g, b] = material.surface.colour.map(bright);
        let alpha = f32::from(material.surface.alpha) / 255.0;
        dressed.colour = [r, g, b, alpha];
        dressed.alpha = if alpha < 1.0 { Alpha::Blend } else { Alpha::Opaque };
        dressed
    }
}

/// What is drawn where a texture is not there: nobody takes it for the game's own.
const MISSING: [f32; 4] = [1.0, 0.0, 1.0, 1.0];
