//! LZSS, methods `0x040` and `0x060`: literals and matches of 3 to 18 bytes, eight to a control byte.

use super::codec::{SHORTEST, Sink, Token, Tokens, Unpacked, Window};

const LONGEST: usize = SHORTEST + 15;

/// Unpacks `size` bytes. What follows them in `packed` is not looked at.
pub(super) fn decode(packed: &[u8], size: usize, sink: &mut Sink<'_>) -> Unpacked {
    let mut window = Window::new(LONGEST, size, sink);
    let outcome = fill(&mut window, packed);
    window.finish(outcome)
}

fn fill(window: &mut Window<'_>, packed: &[u8]) -> Option<()> {
    let mut input = packed.iter().copied();
    while !window.is_complete() {
        let control = input.next()?;
        for item in 0..8 {
            if window.is_complete() {
                break;
            }
            if control >> item & 1 == 1 {
                window.put(input.next()?);
            } else {
                let (from, length) = unpair(input.next()?, input.next()?);
                window.copy(from, length);
            }
        }
    }
    Some(())
}

pub(super) fn encode(plain: &[u8]) -> Vec<u8> {
    let mut out = vec![];
    let mut control = 0;
    for (i, token) in Tokens::new(plain, LONGEST).enumerate() {
        if i % 8 == 0 {
            control = out.len();
            out.push(0);
        }
        match token {
            Token::Literal(byte) => {
                out[control] |= 1 << (i % 8);
                out.push(byte);
            }
            Token::Match { from, length, .. } => out.extend(pair(from, length)),
        }
    }
    out
}

/// A match as it is stored: the low byte of its place in the window, then the place's high
/// four bits over the length.
fn pair(from: usize, length: usize) -> [u8; 2] {
    [from as u8, (from >> 4 & 0xF0 | (length - SHORTEST)) as u8]
}

fn unpair(low: u8, high: u8) -> (usize, usize) {
    let from = usize::from(low) | usize::from(high & 0xF0) << 4;
    (from, usize::from(high & 0x0F) + SHORTEST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rsli::codec::{Fault, trial};

    const EXAMPLE: [u8; 5] = [0x03, 0x61, 0x62, 0xEE, 0xF5];

    #[test]
    fn worked_example_decodes() {
        assert_eq!(trial::unpack(decode, &EXAMPLE, 10), (b"ababababab".to_vec(), Ok(())));
    }

    #[test]
    fn worked_example_is_what_we_encode() {
        assert_eq!(encode(b"ababababab"), EXAMPLE);
    }

    #[test]
    fn nothing_takes_no_bytes() {
        assert_eq!(encode(b""), b"");
        assert_eq!(trial::unpack(decode, b"", 0), (vec![], Ok(())));
    }

    #[test]
    fn pair_is_the_inverse_of_unpair() {
        for [low, high] in (0..=u16::MAX).map(u16::to_le_bytes) {
            let (from, length) = unpair(low, high);
            assert_eq!(pair(from, length), [low, high]);
        }
    }

    #[test]
    fn half_a_pair_is_exhausted() {
        let (out, outcome) = trial::unpack(decode, &EXAMPLE[..4], 10);
        assert_eq!((out.as_slice(), outcome), (b"ab".as_slice(), Err(Fault::Exhausted { produced: 2 })));
    }

    #[test]
    fn noise_grows_by_its_control_bytes_only() {
        let plain = trial::noise(1, 8_000);
        assert!(encode(&plain).len() <= 9_000);
    }

    #[test]
    fn what_is_encoded_decodes() {
        trial::round_trips(encode, decode);
    }

    #[test]
    fn every_cut_is_refused() {
        trial::every_cut_is_refused(encode, decode);
    }

    #[test]
    fn every_smaller_size_gives_the_beginning() {
        trial::every_smaller_size_gives_the_beginning(encode, decode);
    }

    #[test]
    fn what_follows_the_stream_is_ignored() {
        trial::what_follows_the_stream_is_ignored(encode, decode);
    }

    #[test]
    fn garbage_gives_no_more_than_asked_for() {
        trial::garbage_gives_no_more_than_asked_for(decode);
    }

    #[test]
    fn output_comes_in_small_chunks() {
        trial::output_comes_in_small_chunks(encode, decode);
    }
}
