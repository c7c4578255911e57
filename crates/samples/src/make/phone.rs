//! What phone games keep their pictures in: texels, masks, mappings, indices of chunks.

use relict_toolkit::idmobile::index::{Width, closing_empty, written};
use relict_toolkit::idmobile::sprite::{RoomRule, gathered, mask_bytes, texels_bytes};
use relict_toolkit::idmobile::texture::{SIDE, encoded};

/// Resources by name.
pub type Resources = Vec<(String, Vec<u8>)>;

/// A sprite: its left and upper side on 64 by 64, width and height, and the index of each pixel; none where nothing is.
#[derive(Clone, Debug)]
pub struct Sprite {
    pub at: (u8, u8),
    pub size: (usize, usize),
    pub pixels: Vec<Option<u8>>,
}

/// The texels of a wall of 64 by 64, four bits each, out of the indices row by row.
pub fn wall_texels(indices: &[u8]) -> Vec<u8> {
    encoded(indices, SIDE, 4)
}

/// The bytes with their number in front.
pub fn sized(bytes: &[u8]) -> Vec<u8> {
    [&(bytes.len() as u32).to_le_bytes()[..], bytes].concat()
}

/// Counters, pairs, and numbers of maps. Counters and pairs are numbers of 32 bits.
pub fn mappings(pairs: &[&[[u32; 2]]], ids: &[&[i16]]) -> Vec<u8> {
    sized_mappings::<4>(pairs, ids)
}

/// The same with numbers of 16 bits, as in Orcs & Elves II for Java.
pub fn narrow_mappings(pairs: &[&[[u32; 2]]; 2], ids: &[&[i16]; 2]) -> Vec<u8> {
    sized_mappings::<2>(pairs, ids)
}

fn sized_mappings<const BYTES: usize>(pairs: &[&[[u32; 2]]], ids: &[&[i16]]) -> Vec<u8> {
    let counts = pairs.iter().map(|list| list.len()).chain(ids.iter().map(|list| list.len()));
    let numbers = pairs.iter().flat_map(|list| list.iter().flatten()).copied();
    let all = counts.map(|count| count as u32).chain(numbers);
    let mut bytes: Vec<u8> = all.flat_map(|number| number.to_le_bytes().into_iter().take(BYTES)).collect();
    bytes.extend(ids.iter().flat_map(|list| list.iter()).flat_map(|id| id.to_le_bytes()));
    bytes
}

impl Sprite {
    /// What is visible, and the indices, row by row.
    fn drawn(&self) -> (Vec<bool>, Vec<u8>) {
        (
            self.pixels.iter().map(Option::is_some).collect(),
            self.pixels.iter().map(|pixel| pixel.unwrap_or(0)).collect(),
        )
    }

    /// The record that names these texels, as Doom RPG and Orcs & Elves II have it.
    pub fn record(&self, texels: u32) -> Vec<u8> {
        self.record_by(RoomRule::TwoPerRun, texels)
    }

    /// The same by another rule for the room that it states.
    pub fn record_by(&self, rule: RoomRule, texels: u32) -> Vec<u8> {
        let (mask, _) = self.drawn();
        let (width, height) = self.size;
        let bits = mask_bytes(&mask, width, height);
        let sizes = [bits.len() + 4, rule.room(&mask, width, height)].map(|size| (size as u16).to_le_bytes());
        let (x, y) = self.at;
        let bounds = [x, x + (width - 1) as u8, y, y + (height - 1) as u8];
        [&texels.to_le_bytes()[..], sizes.as_flattened(), &bounds, &bits].concat()
    }

    pub fn texels(&self, depth: u8) -> Vec<u8> {
        let (mask, indices) = self.drawn();
        texels_bytes(&gathered(&indices, &mask, self.size.0, self.size.1), depth)
    }
}

/// Records, texels, and where each record begins. Texels are counted from those of walls on, in pixels.
pub fn sprites(all: &[Sprite], walls: usize) -> (Vec<u8>, Vec<u8>, Vec<usize>) {
    let (mut records, mut texels, mut offsets) = (vec![], vec![], vec![]);
    for sprite in all {
        offsets.push(records.len());
        records.extend(sprite.record((walls + 2 * texels.len()) as u32));
        texels.extend(sprite.texels(4));
    }
    (records, texels, offsets)
}

/// An index and its files, from the chunks of each file.
pub fn set(stem: &str, files: &[Vec<Vec<u8>>]) -> Resources {
    let sizes: Vec<(u8, Vec<usize>)> =
        (0..).zip(files).map(|(i, chunks)| (i, chunks.iter().map(Vec::len).collect())).collect();
    let index = written(Width::Narrow, &sizes).unwrap_or_else(|| panic!("{stem} has no room"));
    let data = files.iter().enumerate().map(|(i, chunks)| (format!("{stem}{i}.bin"), chunks.concat()));
    [(format!("{stem}.idx"), index)].into_iter().chain(data).collect()
}

/// The same with one more data file that has no bytes, and a record that closes it, as the games for Java have it for sounds.
pub fn set_and_empty(stem: &str, files: &[Vec<Vec<u8>>]) -> Resources {
    let mut all = set(stem, files);
    all[0].1.extend(closing_empty(Width::Narrow, 1));
    all.push((format!("{stem}{}.bin", files.len()), vec![]));
    all
}
