//! The fonts of the games: which letter each byte is drawn as.
//!
//! One byte is one character in all five games; none reads UTF-8. The tables come from the drawing routines of the J2ME
//! builds (which part of the font picture a byte takes, and which accent is drawn over it) and from the font pictures
//! themselves, looked at one by one: Doom RPG 1.9.98 (whose routine only reads `a.map`), Orcs & Elves 1.3.38,
//! Orcs & Elves II 4.4.77, Wolfenstein RPG 4.3.63, Doom II RPG 5.1.89 and 5.9.20. All are ISO-8859-1 as far as letters of
//! Western Europe go, with the exceptions below. What is drawn as an icon has no letter, and is shown as an escape. Fonts of
//! BREW and iOS builds have not been seen; there a letter is refused only if it is none of ISO-8859-1.

use relict_core::text::Letters;

/// A font of a game.
#[derive(Debug)]
pub struct Font {
    pub letters: Letters,
    /// Bytes that are drawn, though they are no letters.
    icons: fn(u8) -> bool,
}

/// The same character as in ISO-8859-1 and in Unicode.
fn same(byte: u8) -> Option<char> {
    Some(char::from(byte))
}

/// Control characters as JSON may write them.
fn control(letter: char) -> Option<u8> {
    u8::try_from(letter).ok().filter(|byte| (0x7F..0xA0).contains(byte))
}

/// Below the first picture of all fonts: the space, the end of a line and what is never drawn.
pub(crate) const FIRST: u8 = 0x21;

pub(crate) static DOOM_RPG: Font = Font {
    letters: Letters {
        name: "doom-rpg",
        letter: |byte| match byte {
            0x7F => Some('…'),
            0x80 => Some('—'),
            0x81..=0xA0 => None,
            0xA1 | 0xBF..=0xC2 | 0xC4 | 0xC7..=0xCF | 0xD1..=0xD4 | 0xD6 | 0xD9..=0xDC => same(byte),
            0xDF..=0xE2 | 0xE4 | 0xE7..=0xEF | 0xF1..=0xF4 | 0xF6 | 0xF9..=0xFC => same(byte),
            0xA2.. => None,
            _ => same(byte),
        },
        also: control,
    },
    icons: |_| false,
};

pub(crate) static ORCS_ELVES: Font = Font {
    letters: Letters {
        name: "orcs-elves",
        letter: |byte| match byte {
            0x7F => Some('…'),
            0x80 => Some('—'),
            0x8C => Some('Œ'),
            0x9C => Some('œ'),
            // The routine has the sign of division one place too far.
            0xF8 => Some('÷'),
            0xA1 | 0xA2 | 0xBF..=0xC2 | 0xC4 | 0xC5 | 0xC8..=0xCA | 0xCC..=0xCE | 0xD3 | 0xD4 => same(byte),
            0xD6 | 0xD7 | 0xDA..=0xDD | 0xDF..=0xE5 | 0xE7..=0xF6 | 0xF9..=0xFD => same(byte),
            0x81.. => None,
            _ => same(byte),
        },
        also: control,
    },
    // Runes, a heart, a shield, a tick, hands; a gap; effects.
    icons: |byte| matches!(byte, 0x81..=0x8B | 0x8D | 0xB0..=0xBB),
};

pub(crate) static ORCS_ELVES_2: Font = Font {
    letters: Letters {
        name: "orcs-elves-2",
        letter: |byte| match byte {
            0x7F => Some('…'),
            0x80 => Some('—'),
            0x8C => Some('Œ'),
            0x9C => Some('œ'),
            // Icons of effects took the places of four capital letters, which were given others.
            0xD7 => Some('É'),
            0xD8 => Some('È'),
            0xF7 => Some('Ä'),
            0xF8 => Some('Á'),
            0xA1 | 0xA2 | 0xBF | 0xCC..=0xCE | 0xD1 | 0xD3 | 0xD4 | 0xD6 | 0xD9..=0xDD => same(byte),
            0xDF..=0xE5 | 0xE7..=0xF6 | 0xF9..=0xFD => same(byte),
            0x81.. => None,
            _ => same(byte),
        },
        also: control,
    },
    icons: |byte| matches!(byte, 0x81..=0x8B | 0x8D | 0xC0..=0xCA),
};

/// Wolfenstein RPG and Doom II RPG in languages of Western Europe: the routine is the same to the byte.
pub(crate) static LATER: Font = Font {
    letters: Letters {
        name: "wolfenstein-doom-2",
        letter: |byte| match byte {
            0x80 => Some('—'),
            // Drawn as 0x7F is, which no text has.
            0x85 => Some('…'),
            0x8C => Some('Œ'),
            0x99 => Some('™'),
            0x9C => Some('œ'),
            0xA0..=0xA2 | 0xA9 | 0xAA | 0xB0 | 0xBA | 0xBF..=0xC5 | 0xC8..=0xCF | 0xD1..=0xD6 => same(byte),
            0xD8..=0xDD | 0xDF..=0xE5 | 0xE7..=0xF6 | 0xF9..=0xFD | 0xFF => same(byte),
            0x7F.. => None,
            _ => same(byte),
        },
        also: control,
    },
    icons: is_later_icon,
};

/// Weapons, hands, a heart, a shield, a tick, vials, arrows and suits of cards; 0xA6 is a tilde alone.
fn is_later_icon(byte: u8) -> bool {
    matches!(byte, 0x7F | 0x81..=0x84 | 0x86..=0x8B | 0x8D | 0xA6 | 0xBC..=0xBE)
}

/// Doom II RPG 5.9.20, in Czech, Polish, Portuguese, Russian and Turkish: capital letters only, in an order of its own. The
/// places of small letters hold those letters of Russian that look like no Latin one; the others are Latin letters.
pub(crate) static EASTERN: Font = Font {
    letters: Letters {
        name: "doom-2-eastern",
        letter: |byte| match byte {
            b'a'..=b's' => "БГДЖЗИЛПФЦЧШЩЪЫЬЭЮЯ".chars().nth(usize::from(byte - b'a')),
            // The same pictures as for 0xD0, 0xDE, 0xE2, 0xE6 and 0xED, and empty ones.
            b't'..=b'z' => None,
            0x80 => Some('—'),
            0x85 => Some('…'),
            0x99 => Some('™'),
            // Drawn as a Latin letter with the sign above that is Й's, which is what the Russian texts mean.
            0xC6 => Some('Й'),
            0xD0 => Some('Đ'),
            0xDE..=0xF4 => "ĄĆČĎĘĚĞİŁÇŃŇŒŘŚŞŠŤŮŸŹŻŽ".chars().nth(usize::from(byte - 0xDE)),
            0xA0 | 0xA2 | 0xA9 | 0xB0 | 0xBF..=0xC5 | 0xC8..=0xCF | 0xD1..=0xD6 | 0xD8..=0xDD => same(byte),
            0x7F.. => None,
            _ => same(byte),
        },
        also: |letter| {
            let latin = "АВЕКМНОРСТУХ".chars().position(|other| other == letter);
            latin.and_then(|place| b"ABEKMHOPCTYX".get(place).copied()).or_else(|| control(letter))
        },
    },
    // Among others 0xF7, a hyphen that does not part a word, and letters for a second time.
    icons: |byte| is_later_icon(byte) || matches!(byte, b't'..=b'x' | 0x8C | 0x9C | 0xA1 | 0xBA | 0xF7),
};

/// Letters of a font that nobody has looked at: what is not ASCII is shown as bytes.
pub(crate) static UNKNOWN: Font = Font {
    letters: Letters { name: "ascii", letter: |byte| (byte < 0x7F).then(|| char::from(byte)), also: control },
    icons: |_| true,
};

impl Font {
    /// Whether the game has a picture for a byte, or needs none.
    pub(crate) fn draws(&self, byte: u8) -> bool {
        byte < FIRST || (self.letters.letter)(byte).is_some() || (self.icons)(byte)
    }

    /// Whether the game can draw all of these texts.
    pub(crate) fn draws_all<'t>(&self, mut texts: impl Iterator<Item = &'t [u8]>) -> bool {
        texts.all(|text| text.iter().all(|byte| self.draws(*byte)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_bytes_of_a_font_have_the_same_letter_and_every_byte_comes_back() {
        let all: Vec<u8> = (0..=255).collect();
        for font in [&DOOM_RPG, &ORCS_ELVES, &ORCS_ELVES_2, &LATER, &EASTERN, &UNKNOWN] {
            let Font { letters, .. } = font;
            let mut seen = std::collections::HashSet::new();
            let repeated = all.iter().filter_map(|byte| (letters.letter)(*byte)).find(|it| !seen.insert(*it));
            assert_eq!(repeated, None, "{}", letters.name);
            assert_eq!(letters.bytes(&letters.show(&all)).as_ref(), Ok(&all), "{}", letters.name);
        }
    }

    #[test]
    fn a_font_of_its_own_is_shown_in_its_letters() {
        assert_eq!(EASTERN.letters.show(b"P\xEB\xCD\x80\xE0\\nq\xC6"), r"PŘÍ—Č\nЭЙ");
        assert_eq!(EASTERN.letters.bytes("ТЫ").as_deref(), Ok(&b"To"[..]), "as people write it");
        assert_eq!(EASTERN.letters.bytes("ty"), Err('t'), "it has no small letters");
        assert_eq!(ORCS_ELVES_2.letters.show(b"CR\xD7DIT\xC0"), r"CRÉDIT\xc0");
        assert_eq!(LATER.letters.show(b"\x85\x8B\xC7"), r"…\x8b\xc7");
        assert_eq!(LATER.letters.bytes("Ç"), Err('Ç'), "the game has no picture of it");
    }
}
