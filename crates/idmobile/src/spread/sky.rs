//! The sky, which lies among the tables of numbers. Its texels can be edited, its colours are those of another table.

use super::messages::{misfit, refused};
use super::{Leaf, Spreading};
use crate::phrases::Phrase;
use crate::tables::{self, Sky, Tables};
use relict_core::args;
use relict_core::bytes::Cursor;
use relict_core::error::Result;
use relict_core::format::{Document, Format, Origin};
use relict_core::tree::{Content, Folder, GatherHow, Gathered, Refused};

const FOLDER: &str = "Sky";

/// The pictures of the sky, in games that are known to have any.
pub(super) fn all(tables: Option<&[u8]>) -> Vec<Sky> {
    tables.and_then(|bytes| read(bytes).ok()).map(|tables| tables.skies()).unwrap_or_default()
}

fn read(bytes: &[u8]) -> Result<Tables<'_>> {
    Tables::read(&mut Cursor::new(bytes), Origin::named(tables::NAME))
}

/// Where a picture stands.
pub(super) fn path(number: usize) -> String {
    format!("{FOLDER}/sky_{number}.png")
}

pub(super) fn content(sky: &Sky) -> Content {
    Content::Picture(sky.drawing.with_colours(sky.colours.clone()).image)
}

impl Spreading<'_> {
    /// What became of the sky.
    pub(super) fn gathered_sky(&self, folder: &dyn Folder, how: GatherHow) -> Result<Gathered, Refused> {
        let mut gathered = Gathered::default();
        let mut texels = vec![];
        for (number, file) in self.found_skies(folder)? {
            let Some(sky) = self.skies.get(number) else { continue };
            let drawing = sky.drawing.read_with(&folder.picture(file)?, &sky.colours, None, how.quantise);
            let drawing = drawing.map_err(|error| misfit(file, &error))?;
            if drawing != sky.drawing {
                texels.push((sky.table, drawing.indices));
                gathered.edited.push(file.to_owned());
            }
        }
        if let Some(first) = gathered.edited.first() {
            gathered.changed.push(self.repainted(texels, first)?);
        }
        Ok(gathered)
    }

    /// The pictures of the folder, by number. One that could become nothing is refused: its maker thinks otherwise.
    fn found_skies<'f>(&self, folder: &'f dyn Folder) -> Result<Vec<(usize, &'f str)>, Refused> {
        let mut found: Vec<(usize, &str)> = vec![];
        for path in folder.files() {
            let Some((top, name)) = path.split_once('/') else { continue };
            if !top.eq_ignore_ascii_case(FOLDER) || name.contains('/') || name.starts_with('.') {
                continue;
            }
            let is_this = |(leaf_path, leaf): &(String, Leaf)| match leaf {
                Leaf::Sky(number) if leaf_path.eq_ignore_ascii_case(path) => Some(*number),
                _ => None,
            };
            match self.leaves.iter().find_map(is_this) {
                Some(number) => match found.iter().find(|(other, _)| *other == number) {
                    Some((_, first)) => return Err(refused("repeated-picture", path, args!(other = *first))),
                    None => found.push((number, path)),
                },
                None if name.to_ascii_lowercase().ends_with(".png") => {
                    return Err(refused("unknown-picture", path, vec![]));
                }
                None => {}
            }
        }
        Ok(found)
    }

    /// The tables with other texels, as an entry. `file` is to blame if they cannot be made.
    fn repainted(&self, texels: Vec<(usize, Vec<u8>)>, file: &str) -> Result<(String, Vec<u8>), Refused> {
        let bytes = self.resources.bytes(tables::NAME).unwrap_or_default();
        let made = read(&bytes).and_then(|mut tables| {
            texels.into_iter().for_each(|(table, texels)| tables.set_texels(table, texels));
            tables.to_bytes()
        });
        let made = made.map_err(|error| {
            refused("trouble", file, args!(resource = tables::NAME, reason = Phrase::from(&error)))
        })?;
        Ok((self.resources.path(tables::NAME), made))
    }
}
