//! The note beside the picture of a sprite: what the picture itself cannot tell.

use super::file_id::{FileId, Part};
use super::found::Found;
use super::messages::{no_json, refused};
use crate::gallery::{Drawing, Misfit};
use relict_core::args;
use relict_core::image::Image;
use relict_core::tree::{Folder, Refused};
use serde_json::{Map, Value};

/// What people may change, and what tells how the picture is to be read. The rest of a note is for reading only.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct SpriteNote {
    pub(super) x0: Option<usize>,
    pub(super) y0: Option<usize>,
    pub(super) width: Option<usize>,
    pub(super) height: Option<usize>,
    pub(super) transparent: Option<u8>,
    pub(super) flipped: Option<bool>,
}

impl SpriteNote {
    /// The note of a picture; nothing is said where there is none. It must be as `written` from the game, but for what
    /// stands in it to be edited.
    pub(super) fn read(
        folder: &dyn Folder,
        found: &Found,
        id: FileId,
        written: &Value,
        edited: &[&str],
    ) -> Result<Self, Refused> {
        let Some(file) = found.get(id.with(Part::Note)) else { return Ok(Self::default()) };
        let json: Result<Map<String, Value>, _> = serde_json::from_slice(&folder.bytes(file)?);
        let fields = json.map_err(|error| no_json("note", file, &error))?;
        let fields = Fields { fields: &fields, file };
        let transparent = fields.number("transparent_index")?.map(u8::try_from).transpose();
        let note = Self {
            x0: fields.number("x0")?,
            y0: fields.number("y0")?,
            width: fields.number("width")?,
            height: fields.number("height")?,
            transparent: transparent.map_err(|_| fields.wrong("transparent_index"))?,
            flipped: fields.flag("flip_v")?,
        };
        fields.expect("media", &id.number.into())?;
        for (name, wanted) in written.as_object().into_iter().flatten() {
            if !edited.contains(&name.as_str()) {
                fields.expect(name, wanted)?;
            }
        }
        Ok(note)
    }

    /// Refuses a size that is neither of these: it follows from the picture, and cannot be edited here.
    pub(super) fn expect_size(
        &self,
        file: &str,
        picture: (usize, usize),
        old: (usize, usize),
    ) -> Result<(), Refused> {
        let sides = [("width", self.width, picture.0, old.0), ("height", self.height, picture.1, old.1)];
        for (name, stated, new, old) in sides {
            if let Some(found) = stated.filter(|stated| *stated != new && *stated != old) {
                return Err(refused("note-fixed", file, args!(field = name, found = found, wanted = old)));
            }
        }
        Ok(())
    }
}

struct Fields<'f> {
    fields: &'f Map<String, Value>,
    file: &'f str,
}

impl Fields<'_> {
    fn get(&self, name: &str) -> Option<&Value> {
        self.fields.get(name).filter(|value| !value.is_null())
    }

    fn wrong(&self, name: &'static str) -> Refused {
        let found = self.get(name).map_or_else(String::new, Value::to_string);
        refused("note-value", self.file, args!(field = name, found = found))
    }

    fn number(&self, name: &'static str) -> Result<Option<usize>, Refused> {
        let number = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok());
        self.get(name).map(|value| number(value).ok_or_else(|| self.wrong(name))).transpose()
    }

    fn flag(&self, name: &'static str) -> Result<Option<bool>, Refused> {
        self.get(name).map(|value| value.as_bool().ok_or_else(|| self.wrong(name))).transpose()
    }

    /// What the game holds elsewhere must not be edited here, where it would be lost.
    fn expect(&self, name: &str, wanted: &Value) -> Result<(), Refused> {
        match self.get(name) {
            Some(found) if found != wanted => {
                let args = args!(field = name, found = found.to_string(), wanted = wanted.to_string());
                Err(refused("note-fixed", self.file, args))
            }
            _ => Ok(()),
        }
    }
}

/// A sprite without what its mask hides: a pixel of the mask that is dark, or transparent, hides one.
pub(super) fn masked(drawing: &Drawing, mask: &Image) -> Result<Drawing, Misfit> {
    let (width, height) = (mask.width, mask.height);
    let pixels = mask.to_rgba();
    if (width, height) != (drawing.width, drawing.height) || pixels.len() != drawing.indices.len() {
        let (wanted_width, wanted_height) = (drawing.width, drawing.height);
        return Err(Misfit::Size { width, height, wanted_width, wanted_height });
    }
    let light = |[r, g, b, alpha]: [u8; 4]| alpha >= 128 && [r, g, b].iter().all(|channel| *channel >= 128);
    let visible = |place: usize| drawing.mask.as_ref().is_none_or(|mask| mask.get(place) == Some(&true));
    let mask: Vec<bool> =
        pixels.into_iter().enumerate().map(|(place, pixel)| light(pixel) && visible(place)).collect();
    let indices = drawing.indices.iter().zip(&mask).map(|(index, visible)| if *visible { *index } else { 0 });
    Ok(Drawing { indices: indices.collect(), mask: Some(mask), width, height })
}
