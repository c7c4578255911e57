//! How the bytes of an entry are stored: a cipher, a codec, or one after the other.

use super::codec::{Fault, Sink, Unpacked};
use super::{cipher, deflate, lzhuf, lzss};
use std::borrow::Cow;

/// The bits of an entry's flags that choose.
const MASK: u16 = 0x1E0;
const KEYED: u16 = 0x020;
const LZSS: u16 = 0x040;
const LZHUF: u16 = 0x080;
const DEFLATE: u16 = 0x100;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Codec {
    Stored,
    Lzss,
    Lzhuf,
    Deflate,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Method {
    /// Whether the stored bytes are enciphered, with the entry's slot in the table of names as the key.
    keyed: bool,
    codec: Codec,
}

/// What the flags of an entry say about its method, known or not.
pub(super) fn bits(flags: u16) -> u16 {
    flags & MASK
}

/// The method as people write it.
pub(super) fn shown(flags: u16) -> String {
    format!("0x{:03X}", bits(flags))
}

impl Method {
    /// None if the engine has no such method.
    pub(super) fn of(flags: u16) -> Option<Self> {
        let (keyed, codec) = match bits(flags) {
            DEFLATE => (false, Codec::Deflate),
            other => {
                let codec = match other & !KEYED {
                    0 => Codec::Stored,
                    LZSS => Codec::Lzss,
                    LZHUF => Codec::Lzhuf,
                    _ => return None,
                };
                (other & KEYED != 0, codec)
            }
        };
        Some(Self { keyed, codec })
    }

    pub(super) fn is_keyed(self) -> bool {
        self.keyed
    }

    /// Whether an entry takes as many bytes in the file as it has.
    pub(super) fn is_uncompressed(self) -> bool {
        self.codec == Codec::Stored
    }

    /// Whether the bytes in the file are the entry's own.
    pub(super) fn is_plain(self) -> bool {
        self.is_uncompressed() && !self.keyed
    }

    pub(super) fn is_deflate(self) -> bool {
        self.codec == Codec::Deflate
    }

    pub(super) fn decode(self, key: u16, packed: &[u8], size: usize, sink: &mut Sink<'_>) -> Unpacked {
        let packed = if self.keyed { cipher::xor(key, packed).into() } else { Cow::from(packed) };
        match self.codec {
            Codec::Stored => copy(&packed, size, sink),
            Codec::Lzss => lzss::decode(&packed, size, sink),
            Codec::Lzhuf => lzhuf::decode(&packed, size, sink),
            Codec::Deflate => deflate::decode(&packed, size, sink),
        }
    }

    pub(super) fn encode(self, key: u16, plain: &[u8]) -> Vec<u8> {
        let packed = match self.codec {
            Codec::Stored => plain.to_vec(),
            Codec::Lzss => lzss::encode(plain),
            Codec::Lzhuf => lzhuf::encode(plain),
            Codec::Deflate => deflate::encode(plain),
        };
        if self.keyed { cipher::xor(key, &packed) } else { packed }
    }

    /// More than so many packed bytes can ever stand for, whatever an entry states: memory is asked for by this.
    pub(super) fn most(self, packed: usize) -> usize {
        // A control byte and eight pairs are at most 8 * 18 bytes; a symbol and a position have at least
        // ten bits for at most 60 bytes; two bits of Deflate stand for at most 258.
        let times = match self.codec {
            Codec::Stored => 1,
            Codec::Lzss => 9,
            Codec::Lzhuf => 60,
            Codec::Deflate => 1032,
        };
        packed.saturating_mul(times)
    }
}

/// What is stored beyond `size` does not count.
fn copy(packed: &[u8], size: usize, sink: &mut Sink<'_>) -> Unpacked {
    let taken = packed.get(..size);
    sink(taken.unwrap_or(packed));
    taken.map(drop).ok_or(Fault::TooShort { produced: packed.len() })
}

#[cfg(test)]
mod tests {
    use super::super::codec::trial;
    use super::*;

    const KNOWN: [u16; 7] = [0x000, 0x020, 0x040, 0x060, 0x080, 0x0A0, 0x100];

    fn unpacked(method: Method, key: u16, packed: &[u8], size: usize) -> (Vec<u8>, Unpacked) {
        let mut out = vec![];
        let outcome = method.decode(key, packed, size, &mut |chunk| out.extend_from_slice(chunk));
        (out, outcome)
    }

    #[test]
    fn seven_methods_are_known_and_other_bits_do_not_matter() {
        let known: Vec<u16> = (0..0x200).step_by(0x20).filter(|bits| Method::of(*bits).is_some()).collect();
        assert_eq!(known, KNOWN);
        assert_eq!(Method::of(0xFE1F), Method::of(0));
        assert_eq!((shown(0xFFFF), shown(0x40)), ("0x1E0".into(), "0x040".into()));
    }

    #[test]
    fn every_method_gives_back_what_it_took() {
        for flags in KNOWN {
            let method = Method::of(flags).unwrap();
            for (name, plain) in trial::plains() {
                let packed = method.encode(0x1234, &plain);
                assert!(plain.len() <= method.most(packed.len()), "{name} by {}", shown(flags));
                let (out, outcome) = unpacked(method, 0x1234, &packed, plain.len());
                assert!(out == plain && outcome == Ok(()), "{name} by {}", shown(flags));
            }
        }
    }

    #[test]
    fn stored_bytes_are_cut_to_their_size_but_not_invented() {
        let stored = Method::of(0).unwrap();
        assert_eq!(unpacked(stored, 0, b"abc", 2), (b"ab".to_vec(), Ok(())));
        let short = (b"abc".to_vec(), Err(Fault::TooShort { produced: 3 }));
        assert_eq!(unpacked(stored, 0, b"abc", 4), short);
    }
}
