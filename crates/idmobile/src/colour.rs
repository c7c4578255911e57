//! Colours of 16 bits. Which bits are red differs between the games.

/// Where the channels of a colour stand, from the highest bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Five bits of blue, six of green, five of red: Doom RPG, and what its community's editor takes for all games.
    Bgr565,
    /// Five bits of red, six of green, five of blue.
    Rgb565,
    /// A bit without meaning, then five bits each of red, green and blue: Wolfenstein RPG.
    Rgb555,
}

/// A channel of five bits with all its light.
fn five(bits: u16) -> u8 {
    let bits = (bits & 31) as u8;
    bits << 3 | bits >> 2
}

fn six(bits: u16) -> u8 {
    let bits = (bits & 63) as u8;
    bits << 2 | bits >> 4
}

impl Order {
    pub fn name(self) -> &'static str {
        match self {
            Self::Bgr565 => "bgr565",
            Self::Rgb565 => "rgb565",
            Self::Rgb555 => "rgb555",
        }
    }

    /// Red, green and blue. The highest bits of a channel are repeated below, so that white is white.
    pub fn shown(self, word: u16) -> [u8; 3] {
        match self {
            Self::Bgr565 => [five(word), six(word >> 5), five(word >> 11)],
            Self::Rgb565 => [five(word >> 11), six(word >> 5), five(word)],
            Self::Rgb555 => [five(word >> 10), five(word >> 5), five(word)],
        }
    }

    /// The colour whose channels are the highest bits of these. It undoes `shown`, but for the bit without meaning.
    pub fn stored(self, [r, g, b]: [u8; 3]) -> u16 {
        let five = |channel: u8| u16::from(channel >> 3);
        let six = |channel: u8| u16::from(channel >> 2);
        match self {
            Self::Bgr565 => five(b) << 11 | six(g) << 5 | five(r),
            Self::Rgb565 => five(r) << 11 | six(g) << 5 | five(b),
            Self::Rgb555 => five(r) << 10 | five(g) << 5 | five(b),
        }
    }

    /// The same in the place of `old`, whose bit without meaning stays as long as the colour does.
    pub fn restored(self, old: u16, channels: [u8; 3]) -> u16 {
        let new = self.stored(channels);
        if self == Self::Rgb555 && new == old & 0x7FFF { old } else { new }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_comes_back_from_eight_bits() {
        for word in 0..=u16::MAX {
            for order in [Order::Bgr565, Order::Rgb565, Order::Rgb555] {
                assert_eq!(order.restored(word, order.shown(word)), word, "{order:?} {word:#x}");
            }
            assert_eq!(Order::Rgb555.stored(Order::Rgb555.shown(word)), word & 0x7FFF);
        }
    }

    #[test]
    fn channels_stand_where_the_games_have_them() {
        assert_eq!(Order::Bgr565.shown(0x001F), [255, 0, 0]);
        assert_eq!(Order::Rgb565.shown(0x001F), [0, 0, 255]);
        assert_eq!(Order::Bgr565.shown(0xFFE0), [0, 255, 255]);
        assert_eq!(Order::Rgb565.shown(0xF81F), [255, 0, 255]);
        assert_eq!(Order::Rgb555.shown(0x7C1F), [255, 0, 255]);
        assert_eq!(Order::Bgr565.stored([200, 100, 48]), 0x3339);
    }

    #[test]
    fn a_changed_colour_has_no_bit_without_meaning() {
        assert_eq!(Order::Rgb555.restored(0x8000, [8, 0, 0]), 0x0400);
        assert_eq!(Order::Rgb555.restored(0x8000, [7, 7, 7]), 0x8000);
    }
}
