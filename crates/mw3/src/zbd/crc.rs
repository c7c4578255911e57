//! The checksum of reader archives: CRC-32 from the highest bit on, beginning with 0 and not inverted at the end.

const POLYNOMIAL: u32 = 0x04C1_1DB7;

static TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        let mut crc = (i as u32) << 24;
        let mut bit = 0;
        while bit < 8 {
            crc = (crc << 1) ^ if crc >> 31 == 1 { POLYNOMIAL } else { 0 };
            bit += 1;
        }
        table[i] = crc;
        i += 1;
    }
    table
};

/// The checksum of what had `crc`, followed by `bytes`.
pub(super) fn update(crc: u32, bytes: &[u8]) -> u32 {
    bytes.iter().fold(crc, |crc, byte| TABLE[((crc >> 24) as u8 ^ byte) as usize] ^ (crc << 8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_digits_give_the_known_sum() {
        // CRC-32/MPEG-2 is the same but for its beginning.
        assert_eq!(update(0xFFFF_FFFF, b"123456789"), 0x0376_E6E7);
        assert_eq!(update(update(0, b"1234"), b"56789"), update(0, b"123456789"));
        assert_eq!(update(0, &[0; 100]), 0);
    }
}
