//! Damage to bytes, the same damage on every machine.

use relict_toolkit::core::rng::Rng;

/// Numbers at which sizes and counts turn: none, one, the ends of ranges, and what is a bit too large.
const TURNING: [u32; 12] =
    [0, 1, 2, 0x7F, 0xFF, 0x100, 0x7FFF, 0xFFFF, 0x1_0000, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF];

/// The bytes with a little damage; `other` is where foreign stretches come from.
pub fn damaged(rng: &mut Rng, bytes: &[u8], other: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + rng.below(3) {
        damage(rng, &mut bytes, other);
    }
    bytes
}

fn damage(rng: &mut Rng, bytes: &mut Vec<u8>, other: &[u8]) {
    if bytes.is_empty() {
        bytes.push(rng.byte());
        return;
    }
    let at = place(rng, bytes.len());
    match rng.below(8) {
        0 | 1 => bytes[at] ^= 1 << rng.below(8),
        2 => bytes[at] = rng.byte(),
        3 | 4 => turn(rng, bytes, at),
        5 => bytes.truncate(at),
        6 => splice(rng, bytes, other, at),
        _ => repeat(rng, bytes, at),
    }
}

/// Headers are in front: damage there is worth more than in the middle of a picture.
fn place(rng: &mut Rng, len: usize) -> usize {
    let reach = if rng.below(2) == 0 { len.min(64) } else { len };
    rng.below(reach)
}

/// A number of four bytes, where one may stand, that is at the end of a range or nearly so.
fn turn(rng: &mut Rng, bytes: &mut [u8], at: usize) {
    let at = at / 4 * 4;
    let near = (rng.below(3) as u32).wrapping_sub(1);
    let number = TURNING[rng.below(TURNING.len())].wrapping_add(near).to_le_bytes();
    for (byte, new) in bytes[at..].iter_mut().zip(number) {
        *byte = new;
    }
}

/// A stretch of something else.
fn splice(rng: &mut Rng, bytes: &mut [u8], other: &[u8], at: usize) {
    let from = rng.below(other.len());
    let stretch = other[from..].iter().take(1 + rng.below(64));
    for (byte, new) in bytes[at..].iter_mut().zip(stretch) {
        *byte = *new;
    }
}

/// A stretch once more.
fn repeat(rng: &mut Rng, bytes: &mut Vec<u8>, at: usize) {
    let end = bytes.len().min(at + 1 + rng.below(64));
    let stretch = bytes[at..end].to_vec();
    bytes.splice(at..at, stretch);
}
