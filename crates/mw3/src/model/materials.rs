//! The materials of a model, which are in a file beside it, and the textures that those name.

use super::cut::{MaterialKey, bright};
use crate::library::{self, PACKAGES};
use crate::materials::{self, Material, Materials};
use crate::textures::Texture;
use crate::textures::image::Alpha as Transparent;
use crate::textures::package::Package;
use relict_core::format::Library;
use relict_core::prelude::*;
use relict_core::scene::names::{safe_names, without_copy_number};
use relict_core::scene::{self, Alpha, Extras};
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
const NAMELESS: &str = "material";

fn numbered(place: usize) -> String {
    format!("material_{place}")
}

fn name_of(key: MaterialKey, names: &[String]) -> String {
    let place = key.place.and_then(|material| usize::try_from(material).ok());
    let known = place.and_then(|place| names.get(place).cloned());
    let name = known.unwrap_or_else(|| place.map_or(NAMELESS.into(), numbered));
    if key.both_sides { name + BOTH_SIDES } else { name }
}

/// Whether a scene calls what polygons without any material are drawn with so.
pub(super) fn is_nameless(name: &str) -> bool {
    let plain = without_copy_number(name);
    plain.strip_suffix(BOTH_SIDES).unwrap_or(plain) == NAMELESS
}

/// The place of a material that a scene calls by this name; none if the name says nothing.
pub(super) fn place_of(name: &str, names: &[String]) -> Option<usize> {
    let plain = without_copy_number(name);
    let find = |name: &str| names.iter().position(|known| known == name);
    let stem = |name: &str| find(name.strip_suffix(BOTH_SIDES).unwrap_or(name));
    let number = || plain.strip_suffix(BOTH_SIDES).unwrap_or(plain).strip_prefix("material_")?.parse().ok();
    find(name).or_else(|| stem(name)).or_else(|| stem(plain)).or_else(number)
}

/// The materials of a model, with names.
pub(super) fn open(context: Context<'_>, then: impl FnOnce(Option<&Materials<'_>>, &[String])) {
    let bytes = context.library.sibling(materials::NAME);
    let read = bytes
        .as_ref()
        .and_then(|bytes| Materials::read(&mut Cursor::new(bytes), Origin::named(materials::NAME)).ok());
    let names = read.as_ref().map(names).unwrap_or_default();
    then(read.as_ref(), &names);
}

/// The materials of a scene, and the textures that they share.
#[derive(Debug, Default)]
pub(super) struct MaterialSet {
    pub materials: Vec<scene::Material>,
    pub textures: Vec<scene::Texture>,
    /// Where each is in the list of materials.
    pub places: HashMap<MaterialKey, usize>,
}

impl MaterialSet {
    pub(super) fn new(keys: &[MaterialKey], context: Context<'_>) -> Self {
        let mut set = Self::default();
        open(context, |all, names| {
            let of = |key: &MaterialKey| {
                let place = key.place.and_then(|material| usize::try_from(material).ok())?;
                all?.materials.get(place)
            };
            let mut pictures = Pictures { room: ROOM.min(context.limits.unpacked), ..Pictures::default() };
            pictures.find(keys.iter().filter_map(of).filter_map(Material::texture_name), context.library);
            for key in keys {
                let name = name_of(*key, names);
                set.places.insert(*key, set.materials.len());
                set.materials.push(pictures.material(*key, name, of(key)));
            }
            set.textures = pictures.textures;
        });
        set
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

    fn material(&self, key: MaterialKey, name: String, material: Option<&Material<'_>>) -> scene::Material {
        let mut extras = Extras::new();
        if let Some(place) = key.place {
            extras.insert("material".into(), place.into());
        }
        let mut drawn =
            scene::Material { name, two_sided: key.both_sides, extras, ..scene::Material::default() };
        let Some(material) = material else { return drawn };
        if let Some(texture) = material.texture_name() {
            let found = self.known.get(&texture).copied().flatten();
            if let Some((place, alpha)) = found {
                (drawn.texture, drawn.alpha) = (Some(place), alpha);
            } else {
                drawn.colour = MISSING;
            }
            drawn.extras.insert("texture".into(), texture.into());
            return drawn;
        }
        let [r, g, b] = material.surface.colour.map(bright);
        let alpha = f32::from(material.surface.alpha) / 255.0;
        drawn.colour = [r, g, b, alpha];
        drawn.alpha = if alpha < 1.0 { Alpha::Blend } else { Alpha::Opaque };
        drawn
    }
}

/// What is drawn where a texture is not there: nobody takes it for the game's own.
const MISSING: [f32; 4] = [1.0, 0.0, 1.0, 1.0];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_polygon_without_a_material_is_known_whichever_sides_it_shows() {
        let names = ["steel".to_owned()];
        for both_sides in [false, true] {
            let name = name_of(MaterialKey { place: None, both_sides }, &names);
            assert!(is_nameless(&name) && is_nameless(&format!("{name}.001")), "{name}");
            assert_eq!(place_of(&name, &names), None);
            let name = name_of(MaterialKey { place: Some(0), both_sides }, &names);
            assert!(!is_nameless(&name) && place_of(&name, &names) == Some(0), "{name}");
            let name = name_of(MaterialKey { place: Some(7), both_sides }, &names);
            assert!(!is_nameless(&name) && place_of(&name, &names) == Some(7), "{name}");
        }
    }
}
