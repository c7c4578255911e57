//! Sprites of Doom RPG and both Orcs & Elves: a mask of what is visible, and the visible pixels alone, column by column.

/// What stands in front of the mask.
pub const HEAD: usize = 12;

/// Sprites are drawn on a canvas of so many pixels to a side.
pub const CANVAS: usize = 64;

/// Bits of a texel where nothing says that there are eight.
pub const DEPTH: u8 = 4;

/// Bytes of a mask for each column.
pub fn pitch(height: usize) -> usize {
    height.div_ceil(8)
}

/// What is visible, row by row. None if the mask is too short. Bits below the last row mean nothing.
pub fn mask(bits: &[u8], width: usize, height: usize) -> Option<Vec<bool>> {
    let pitch = pitch(height);
    let bits = bits.get(..width.checked_mul(pitch)?)?;
    let visible = |x: usize, y: usize| bits[x * pitch + y / 8] >> (y & 7) & 1 == 1;
    Some((0..height).flat_map(|y| (0..width).map(move |x| visible(x, y))).collect())
}

/// The same mask as the games hold it.
pub fn mask_bytes(mask: &[bool], width: usize, height: usize) -> Vec<u8> {
    let pitch = pitch(height);
    let mut bits = vec![0; width * pitch];
    for (place, _) in mask.iter().enumerate().filter(|(_, visible)| **visible) {
        let (x, y) = (place % width, place / width);
        if let Some(byte) = bits.get_mut(x * pitch + y / 8) {
            *byte |= 1 << (y & 7);
        }
    }
    bits
}

/// The places of a picture as its pixels are stored: columns from the left, each from the top.
pub fn columns(width: usize, height: usize) -> impl Iterator<Item = usize> {
    (0..width).flat_map(move |x| (0..height).map(move |y| y * width + x))
}

/// What the room that a shape states is counted by, in units of 16 bits. All shapes of a file follow one rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomRule {
    /// Four, two for each column, and two for every run of visible pixels: Doom RPG, Orcs & Elves II.
    TwoPerRun,
    /// The same, and one for every run: Orcs & Elves. Both Orcs & Elves need no more, so this is also the least.
    OnePerRun,
}

impl RoomRule {
    pub const ALL: [Self; 2] = [Self::TwoPerRun, Self::OnePerRun];

    /// The room of a shape.
    pub fn room(self, mask: &[bool], width: usize, height: usize) -> usize {
        let runs = runs(mask, width, height);
        4 + 2 * width + runs * if self == Self::TwoPerRun { 2 } else { 1 }
    }

    /// The rule that more shapes follow than the other one; none if none does. Of each shape the room that it states, and
    /// those that it would have by each rule: a shape without any run has the same by both, and tells nothing.
    pub fn of(shapes: impl Iterator<Item = (usize, [usize; 2])>) -> Option<Self> {
        let mut votes = [0_usize; 2];
        for (stated, rooms) in shapes.filter(|(_, rooms)| rooms[0] != rooms[1]) {
            for (vote, room) in votes.iter_mut().zip(rooms) {
                *vote += usize::from(stated == room);
            }
        }
        match votes[0].cmp(&votes[1]) {
            std::cmp::Ordering::Greater => Some(Self::TwoPerRun),
            std::cmp::Ordering::Less => Some(Self::OnePerRun),
            std::cmp::Ordering::Equal => None,
        }
    }
}

/// How many runs of visible pixels there are, down each column.
fn runs(mask: &[bool], width: usize, height: usize) -> usize {
    let visible = |x: usize, y: usize| mask.get(y * width + x).copied().unwrap_or(false);
    let starts = |x: usize, y: usize| visible(x, y) && (y == 0 || !visible(x, y - 1));
    (0..width).flat_map(|x| (0..height).map(move |y| (x, y))).filter(|&(x, y)| starts(x, y)).count()
}

/// How many bytes so many texels take.
pub fn texel_bytes(count: usize, depth: u8) -> usize {
    if depth == 8 { count } else { count.div_ceil(2) }
}

/// Texels of 8 or of 4 bits, the lower first; any depth but 8 is 4. None if there are not so many.
pub fn texels(bytes: &[u8], count: usize, depth: u8) -> Option<Vec<u8>> {
    let bytes = bytes.get(..texel_bytes(count, depth))?;
    Some(match depth {
        8 => bytes.to_vec(),
        _ => bytes.iter().flat_map(|byte| [byte & 15, byte >> 4]).take(count).collect(),
    })
}

pub fn texels_bytes(texels: &[u8], depth: u8) -> Vec<u8> {
    match depth {
        8 => texels.to_vec(),
        _ => texels.chunks(2).map(|pair| pair[0] & 15 | pair.get(1).map_or(0, |high| high << 4)).collect(),
    }
}

/// Puts texels in the place of others. Half a byte behind the last belongs to none, and stays.
pub fn overwrite(room: &mut [u8], texels: &[u8], depth: u8) {
    let new = texels_bytes(texels, depth);
    let Some(room) = room.get_mut(..new.len()) else { return };
    let filler = room.last().copied().unwrap_or(0) & 0xF0;
    room.copy_from_slice(&new);
    if depth != 8
        && texels.len() % 2 == 1
        && let Some(last) = room.last_mut()
    {
        *last |= filler;
    }
}

/// The picture whose visible pixels these are; 0 where nothing is visible.
pub fn spread(texels: &[u8], mask: &[bool], width: usize, height: usize) -> Vec<u8> {
    let mut indices = vec![0; mask.len()];
    let visible = columns(width, height).filter(|&place| mask.get(place) == Some(&true));
    for (place, texel) in visible.zip(texels) {
        indices[place] = *texel;
    }
    indices
}

/// The visible pixels of a picture, in their order.
pub fn gathered(indices: &[u8], mask: &[bool], width: usize, height: usize) -> Vec<u8> {
    let visible = columns(width, height).filter(|&place| mask.get(place) == Some(&true));
    visible.filter_map(|place| indices.get(place).copied()).collect()
}

/// The smallest box that holds all that is visible: its left and upper side, its width and height. None if nothing is.
pub fn tight(mask: &[bool], width: usize) -> Option<(usize, usize, usize, usize)> {
    let places = || mask.iter().enumerate().filter(|(_, visible)| **visible).map(|(place, _)| place);
    let (x, y) = (|place: usize| place % width.max(1), |place: usize| place / width.max(1));
    let (left, right) = (places().map(x).min()?, places().map(x).max()?);
    let (top, bottom) = (places().map(y).min()?, places().map(y).max()?);
    Some((left, top, right - left + 1, bottom - top + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mask_and_its_pixels_come_back() {
        let (width, height) = (3, 10);
        let visible: Vec<bool> = (0..30).map(|i| i % 4 != 1).collect();
        let bits = mask_bytes(&visible, width, height);
        assert_eq!(bits.len(), 6);
        assert_eq!(mask(&bits, width, height).unwrap(), visible);
        assert_eq!(mask(&bits[1..], width, height), None);
        let indices: Vec<u8> =
            visible.iter().enumerate().map(|(i, v)| if *v { (i % 16) as u8 } else { 0 }).collect();
        for depth in [4, 8] {
            let packed = texels_bytes(&gathered(&indices, &visible, width, height), depth);
            let count = visible.iter().filter(|visible| **visible).count();
            let unpacked = texels(&packed, count, depth).unwrap();
            assert_eq!(spread(&unpacked, &visible, width, height), indices);
            assert_eq!(texels(&packed[1..], count, depth), None);
        }
    }

    #[test]
    fn what_fills_the_last_byte_stays() {
        let mut room = [0x21, 0xA3, 0x54];
        overwrite(&mut room, &[7, 8, 9], 4);
        assert_eq!(room, [0x87, 0xA9, 0x54]);
        overwrite(&mut room, &[1, 2, 3], 8);
        assert_eq!(room, [1, 2, 3]);
        overwrite(&mut room, &[9; 4], 8);
        assert_eq!(room, [1, 2, 3], "there is no room for so many");
    }

    #[test]
    fn the_first_row_is_the_lowest_bit() {
        assert_eq!(mask(&[0b101], 1, 3).unwrap(), [true, false, true]);
        assert_eq!(mask_bytes(&[true, false, false, true], 2, 2), [1, 2]);
    }

    // idmobile-real 10, row 7
    #[test]
    fn the_rule_of_a_file_is_that_of_most_of_its_shapes() {
        let of = |shapes: &[(usize, [usize; 2])]| RoomRule::of(shapes.iter().copied());
        assert_eq!(of(&[(20, [20, 15]), (15, [20, 15]), (9, [12, 9])]), Some(RoomRule::OnePerRun));
        assert_eq!(of(&[(20, [20, 15]), (99, [20, 15])]), Some(RoomRule::TwoPerRun));
        assert_eq!(of(&[(6, [6, 6]), (20, [20, 15]), (9, [12, 9])]), None, "as many by one as by the other");
        assert_eq!(of(&[(6, [6, 6]), (99, [20, 15])]), None, "neither");
    }

    #[test]
    fn runs_are_counted_down_each_column() {
        // Two runs in the first column, none in the second, one in the third.
        let mask = [true, false, false, false, false, true, true, false, true];
        assert_eq!(RoomRule::TwoPerRun.room(&mask, 3, 3), 4 + 3 + (5 + 1 + 3));
        assert_eq!(RoomRule::OnePerRun.room(&mask, 3, 3), 4 + 2 * 3 + 3);
        assert_eq!(tight(&mask, 3), Some((0, 0, 3, 3)));
        assert_eq!(tight(&[false, false, false, true], 2), Some((1, 1, 1, 1)));
        assert_eq!(tight(&[false; 4], 2), None);
    }
}
