//! Images of MechWarrior 3, and packages of them.

use crate::archive::{Entry, archive};
use relict_toolkit::FORMATS;
use relict_toolkit::core::image::{Image, Redraw};
use relict_toolkit::mw3::textures::colour::{shown, stored, written};
use serde_json::{Value, json};

const PACKAGE: &str = "mw3.textures";
const IMAGE: &str = "mw3.image";

/// Red, green, blue, alpha.
type Colour = [u8; 4];

/// An image of a package: its name, the global palette it uses, its bytes.
pub type Named = (&'static str, Option<u8>, Vec<u8>);

/// A package with the palettes that images share.
pub fn package(palettes: &[Vec<Colour>], images: &[Named]) -> Vec<u8> {
    let palettes: Value = palettes.iter().map(|palette| rows(palette)).collect();
    let entry = |image: &Named| (image.0, json!({"global_palette": image.1}), image.2.clone());
    let entries: Vec<(&str, Value, Vec<u8>)> = images.iter().map(entry).collect();
    let entries: Vec<Entry<'_>> =
        entries.iter().map(|(name, said, bytes)| (*name, said.clone(), bytes.as_slice())).collect();
    archive(PACKAGE, json!({ "palettes": palettes }), &entries)
}

/// A palette as the manifest of a package has it.
fn rows(palette: &[Colour]) -> Value {
    let text = |&[r, g, b, _]: &Colour| written(stored([r, g, b]));
    let row = |row: &[Colour]| row.iter().map(text).collect::<Vec<_>>().join(" ");
    palette.chunks(16).map(row).collect()
}

/// An image that shows `image`, made as `relict convert` makes one; `like` says of which kind it is.
pub fn drawn(like: &Image, image: &Image, settings: &Value) -> Vec<u8> {
    let kind = FORMATS.named(IMAGE).unwrap_or_else(|| panic!("{IMAGE} is no format"));
    let canvas = kind.canvas(like).unwrap_or_else(|| panic!("no image can hold this picture"));
    let document = kind.open(&canvas, Default::default()).unwrap_or_else(|e| panic!("{e}"));
    let redrawn = document.picture().map(|picture| picture.redrawn(image, settings, Redraw::default()));
    match redrawn {
        Some(Ok(redrawn)) => redrawn.bytes,
        other => panic!("{settings}: {other:?}"),
    }
}

/// The colour of 16 bits that is nearest.
pub fn near([r, g, b, alpha]: Colour) -> Colour {
    let [r, g, b] = shown(stored([r, g, b]));
    [r, g, b, alpha]
}
