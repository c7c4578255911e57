//! The same chance on every machine: damage to bytes that is always the same damage.

/// A small generator (xorshift).
#[derive(Clone, Debug)]
pub struct Dice(u64);

/// Numbers at which sizes and counts turn: none, one, the ends of ranges, and what is a bit too large.
const TURNING: [u32; 12] =
    [0, 1, 2, 0x7F, 0xFF, 0x100, 0x7FFF, 0xFFFF, 0x1_0000, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF];

impl Dice {
    pub fn new(seed: u64) -> Self {
        // A state of nothing would stay so.
        Self(seed ^ 0x9E37_79B9_7F4A_7C15 | 1)
    }

    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides.max(1) as u64) as usize
    }

    /// The bytes with a little damage; `other` is where foreign stretches come from.
    pub fn damaged(&mut self, bytes: &[u8], other: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        for _ in 0..1 + self.roll(3) {
            self.damage(&mut bytes, other);
        }
        bytes
    }

    fn damage(&mut self, bytes: &mut Vec<u8>, other: &[u8]) {
        if bytes.is_empty() {
            bytes.push(self.roll(256) as u8);
            return;
        }
        let at = self.place(bytes.len());
        match self.roll(8) {
            0 | 1 => bytes[at] ^= 1 << self.roll(8),
            2 => bytes[at] = self.roll(256) as u8,
            3 | 4 => self.turn(bytes, at),
            5 => bytes.truncate(at),
            6 => self.splice(bytes, other, at),
            _ => self.repeat(bytes, at),
        }
    }

    /// Headers are in front: damage there is worth more than in the middle of a picture.
    fn place(&mut self, len: usize) -> usize {
        let reach = if self.roll(2) == 0 { len.min(64) } else { len };
        self.roll(reach)
    }

    /// A number of four bytes, where one may stand, that is at the end of a range or nearly so.
    fn turn(&mut self, bytes: &mut [u8], at: usize) {
        let at = at / 4 * 4;
        let near = (self.roll(3) as u32).wrapping_sub(1);
        let number = TURNING[self.roll(TURNING.len())].wrapping_add(near).to_le_bytes();
        for (byte, new) in bytes[at..].iter_mut().zip(number) {
            *byte = new;
        }
    }

    /// A stretch of something else.
    fn splice(&mut self, bytes: &mut [u8], other: &[u8], at: usize) {
        let from = self.roll(other.len());
        let stretch = other[from..].iter().take(1 + self.roll(64));
        for (byte, new) in bytes[at..].iter_mut().zip(stretch) {
            *byte = *new;
        }
    }

    /// A stretch once more.
    fn repeat(&mut self, bytes: &mut Vec<u8>, at: usize) {
        let end = bytes.len().min(at + 1 + self.roll(64));
        let stretch = bytes[at..end].to_vec();
        bytes.splice(at..at, stretch);
    }
}
