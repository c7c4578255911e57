//! Colours of 16 bits: five of red from the top, six of green, five of blue.
//!
//! They are widened by rounding, as the tools of the games' community do, and not by repeating bits: for a few values
//! that differs by one.

static FIVE: [u8; 32] = widened();
static SIX: [u8; 64] = widened();

/// Every number below `N` as one of 8 bits, the halves rounded up.
const fn widened<const N: usize>() -> [u8; N] {
    let mut table = [0; N];
    let mut value = 0;
    while value < N {
        table[value] = ((value * 255 + (N - 1) / 2) / (N - 1)) as u8;
        value += 1;
    }
    table
}

/// Red, green and blue of 8 bits.
#[inline]
pub fn shown(colour: u16) -> [u8; 3] {
    let (r, g, b) = (colour >> 11, colour >> 5 & 63, colour & 31);
    [FIVE[usize::from(r)], SIX[usize::from(g)], FIVE[usize::from(b)]]
}

/// The same as red, green, blue and an alpha above them in one number, by sums that fit into 16 bits, so that the
/// compiler can do many at once.
#[inline(always)]
pub(super) fn shown_with(colour: u16, alpha: u8) -> [u8; 4] {
    let five = |value: u16| (value * 527 + 23) >> 6;
    let six = |value: u16| (value * 259 + 33) >> 6;
    let red_green = five(colour >> 11) | six(colour >> 5 & 63) << 8;
    let blue_alpha = five(colour & 31) | u16::from(alpha) << 8;
    (u32::from(red_green) | u32::from(blue_alpha) << 16).to_le_bytes()
}

/// The nearest colour of 16 bits.
#[inline]
pub fn stored([r, g, b]: [u8; 3]) -> u16 {
    let narrow = |channel: u8, most: u16| (u16::from(channel) * most + 127) / 255;
    narrow(r, 31) << 11 | narrow(g, 63) << 5 | narrow(b, 31)
}

/// As people write it: `ff8000`.
pub fn written(colour: u16) -> String {
    relict_core::text::hex(&shown(colour))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_comes_back() {
        assert!((0..=u16::MAX).all(|colour| stored(shown(colour)) == colour));
    }

    #[test]
    fn the_quick_way_shows_the_same_colours() {
        for (colour, alpha) in (0..=u16::MAX).zip((0..=255).cycle()) {
            let [r, g, b] = shown(colour);
            assert_eq!(shown_with(colour, alpha), [r, g, b, alpha]);
        }
    }

    #[test]
    fn widening_is_rounding_and_differs_from_repeating_bits_where_it_is_known_to() {
        let round = |value: usize, most: usize| (value as f64 * 255.0 / most as f64 + 0.5).floor() as u8;
        assert!((0..32).all(|v| FIVE[v] == round(v, 31)) && (0..64).all(|v| SIX[v] == round(v, 63)));
        let five: Vec<u8> = (0..32).filter(|&v| FIVE[usize::from(v)] != v << 3 | v >> 2).collect();
        let six: Vec<u8> = (0..64).filter(|&v| SIX[usize::from(v)] != v << 2 | v >> 4).collect();
        assert_eq!(five, [3, 7, 24, 28]);
        assert_eq!(six, [11, 12, 13, 14, 15, 48, 49, 50, 51, 52]);
    }

    #[test]
    fn narrowing_takes_the_nearest() {
        for wide in 0..=255u8 {
            let far = |table: &[u8], found: u16| table[usize::from(found)].abs_diff(wide);
            let nearest = |table: &[u8]| table.iter().map(|v| v.abs_diff(wide)).min().unwrap();
            let colour = stored([wide; 3]);
            assert_eq!(far(&FIVE, colour >> 11), nearest(&FIVE), "{wide}");
            assert_eq!(far(&SIX, colour >> 5 & 63), nearest(&SIX), "{wide}");
        }
    }
}
