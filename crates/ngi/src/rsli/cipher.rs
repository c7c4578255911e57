//! The XOR cipher of an `RsLi` library: over the entry table, and over the data of some methods.

/// Bytes that follow from a 16-bit key alone. What they encrypt they also decrypt.
#[derive(Clone, Debug)]
pub(super) struct Keystream {
    lo: u8,
    hi: u8,
}

impl Keystream {
    pub(super) fn new(key: u16) -> Self {
        let [lo, hi] = key.to_le_bytes();
        Self { lo, hi }
    }

    /// Goes on where the last call stopped, as the table is one stream through all its entries.
    pub(super) fn apply(&mut self, bytes: &mut [u8]) {
        for byte in bytes {
            *byte ^= self.next();
        }
    }

    fn next(&mut self) -> u8 {
        self.lo = self.hi ^ (self.lo << 1);
        self.hi = self.lo ^ (self.hi >> 1);
        self.lo
    }
}

/// The bytes under a fresh keystream, as each entry's data is.
pub(super) fn xor(key: u16, bytes: &[u8]) -> Vec<u8> {
    let mut out = bytes.to_vec();
    Keystream::new(key).apply(&mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keystream_is_the_documented_one() {
        assert_eq!(xor(0x1234, &[0; 8]), [0x7A, 0x87, 0xB0, 0x8F, 0xE6, 0x56, 0xB7, 0xD4]);
        assert_eq!(xor(1, &[0; 8]), [0x02, 0x06, 0x0B, 0x1E, 0x26, 0x67, 0xBC, 0xFD]);
    }

    #[test]
    fn key_zero_changes_nothing() {
        assert_eq!(xor(0, b"plain"), b"plain");
    }

    #[test]
    fn worked_example_decrypts() {
        assert_eq!(xor(1, &[0x7A, 0x69, 0x79, 0x3E, 0x4B, 0x02]), b"xor me");
    }

    #[test]
    fn applying_twice_gives_the_bytes_back_for_every_key() {
        for key in 0..=u16::MAX {
            assert_eq!(xor(key, &xor(key, b"twelve bytes")), b"twelve bytes", "key {key:#06X}");
        }
    }

    #[test]
    fn pieces_continue_one_stream() {
        let mut pieces = *b"a table read in three parts";
        let mut stream = Keystream::new(0xBEEF);
        let (first, rest) = pieces.split_at_mut(5);
        let (second, third) = rest.split_at_mut(0);
        [first, second, third].into_iter().for_each(|piece| stream.apply(piece));
        assert_eq!(pieces.as_slice(), xor(0xBEEF, b"a table read in three parts"));
    }
}
