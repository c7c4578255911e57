//! A ZIP that is sent while it is made: file after file, each packed by itself, and the list of them at the end.

use flate2::Compression;
use flate2::Crc;
use flate2::write::DeflateEncoder;
use std::io::Write;

/// Beyond these, numbers stand in fields of their own.
const NO_ROOM_32: u64 = u32::MAX as u64;
const NO_ROOM_16: u64 = u16::MAX as u64;
/// 1 January 1980: the same files give the same ZIP.
const DATE: u16 = 0x21;
/// Names are UTF-8.
const FLAGS: u16 = 1 << 11;
const VERSION: u16 = 45;

/// What the list at the end tells of a file.
#[derive(Debug)]
struct Entry {
    name: String,
    method: u16,
    crc: u32,
    packed: u64,
    size: u64,
    offset: u64,
}

/// Turns files into the bytes of a ZIP.
#[derive(Debug, Default)]
pub struct Zip {
    entries: Vec<Entry>,
    written: u64,
}

fn numbers(out: &mut Vec<u8>, numbers: &[u16]) {
    numbers.iter().for_each(|number| out.extend(number.to_le_bytes()));
}

fn long(out: &mut Vec<u8>, number: u32) {
    out.extend(number.to_le_bytes());
}

/// A number that may not fit; then the field holds ones, and the number stands elsewhere.
fn short(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

impl Zip {
    /// The next file, as it stands in the ZIP.
    pub fn file(&mut self, name: &str, bytes: &[u8]) -> Vec<u8> {
        let mut crc = Crc::new();
        crc.update(bytes);
        let packed = deflated(bytes);
        let (method, content) = match &packed {
            Some(packed) => (8, &packed[..]),
            None => (0, bytes),
        };
        let entry = Entry {
            name: name.to_owned(),
            method,
            crc: crc.sum(),
            packed: content.len() as u64,
            size: bytes.len() as u64,
            offset: self.written,
        };
        let mut out = Vec::with_capacity(content.len() + name.len() + 64);
        entry.local(&mut out);
        out.extend_from_slice(content);
        self.written += out.len() as u64;
        self.entries.push(entry);
        out
    }

    /// What stands behind the last file.
    pub fn end(self) -> Vec<u8> {
        let mut out = vec![];
        self.entries.iter().for_each(|entry| entry.central(&mut out));
        let (start, size, count) = (self.written, out.len() as u64, self.entries.len() as u64);
        if start + size >= NO_ROOM_32 || count >= NO_ROOM_16 {
            end_64(&mut out, start, size, count);
        }
        let count = count.min(NO_ROOM_16) as u16;
        long(&mut out, 0x0605_4b50);
        numbers(&mut out, &[0, 0, count, count]);
        long(&mut out, short(size));
        long(&mut out, short(start));
        numbers(&mut out, &[0]);
        out
    }
}

fn end_64(out: &mut Vec<u8>, start: u64, size: u64, count: u64) {
    long(out, 0x0606_4b50);
    out.extend(44u64.to_le_bytes());
    numbers(out, &[VERSION, VERSION]);
    long(out, 0);
    long(out, 0);
    [count, count, size, start].iter().for_each(|number| out.extend(number.to_le_bytes()));
    long(out, 0x0706_4b50);
    long(out, 0);
    out.extend((start + size).to_le_bytes());
    long(out, 1);
}

impl Entry {
    fn local(&self, out: &mut Vec<u8>) {
        // In front of a file both sizes stand elsewhere, or neither.
        let far =
            if self.packed.max(self.size) >= NO_ROOM_32 { vec![self.size, self.packed] } else { vec![] };
        let field = |size: u64| if far.is_empty() { short(size) } else { u32::MAX };
        long(out, 0x0403_4b50);
        numbers(out, &[VERSION, FLAGS, self.method, 0, DATE]);
        long(out, self.crc);
        long(out, field(self.packed));
        long(out, field(self.size));
        numbers(out, &[self.name.len() as u16, extra_size(&far)]);
        out.extend_from_slice(self.name.as_bytes());
        extra(out, &far);
    }

    fn central(&self, out: &mut Vec<u8>) {
        // In this order, and only those whose fields hold ones.
        let all = [self.size, self.packed, self.offset];
        let far: Vec<u64> = all.into_iter().filter(|number| *number >= NO_ROOM_32).collect();
        long(out, 0x0201_4b50);
        numbers(out, &[VERSION, VERSION, FLAGS, self.method, 0, DATE]);
        long(out, self.crc);
        long(out, short(self.packed));
        long(out, short(self.size));
        numbers(out, &[self.name.len() as u16, extra_size(&far), 0, 0, 0]);
        long(out, 0);
        long(out, short(self.offset));
        out.extend_from_slice(self.name.as_bytes());
        extra(out, &far);
    }
}

fn extra_size(far: &[u64]) -> u16 {
    if far.is_empty() { 0 } else { 4 + 8 * far.len() as u16 }
}

/// The field for numbers that need 64 bits, if there are any.
fn extra(out: &mut Vec<u8>, far: &[u64]) {
    if !far.is_empty() {
        numbers(out, &[1, 8 * far.len() as u16]);
        far.iter().for_each(|number| out.extend(number.to_le_bytes()));
    }
}

/// None if packing gains nothing, as with pictures.
fn deflated(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::with_capacity(bytes.len() / 2), Compression::fast());
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok().filter(|packed| packed.len() < bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    const GIB: u64 = 1 << 30;

    fn entry(packed: u64, size: u64, offset: u64) -> Entry {
        Entry { name: "a".into(), method: 8, crc: 7, packed, size, offset }
    }

    fn number(bytes: &[u8], at: usize) -> u32 {
        u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
    }

    /// The numbers of the field for 64 bits at the end of a header, as long as the header says.
    fn far(header: &[u8], size_at: usize) -> Vec<u64> {
        let size = usize::from(u16::from_le_bytes([header[size_at], header[size_at + 1]]));
        let field = &header[header.len() - size..];
        if field.is_empty() {
            return vec![];
        }
        assert_eq!(field[..4], [1, 0, (size - 4) as u8, 0]);
        field[4..].chunks(8).map(|eight| u64::from_le_bytes(eight.try_into().unwrap())).collect()
    }

    #[test]
    fn sizes_beyond_32_bits_stand_in_a_field_of_their_own() {
        let ones = u32::MAX;
        let cases = [
            (10, 20, 30, [10, 20], vec![], [10, 20, 30], vec![]),
            (10, 5 * GIB, 30, [ones, ones], vec![5 * GIB, 10], [10, ones, 30], vec![5 * GIB]),
            (
                6 * GIB,
                6 * GIB + 1,
                7 * GIB,
                [ones, ones],
                vec![6 * GIB + 1, 6 * GIB],
                [ones, ones, ones],
                vec![6 * GIB + 1, 6 * GIB, 7 * GIB],
            ),
            (10, 20, 4 * GIB, [10, 20], vec![], [10, 20, ones], vec![4 * GIB]),
            // The largest number of 32 bits means that the number stands elsewhere.
            (9, NO_ROOM_32, 0, [ones, ones], vec![NO_ROOM_32, 9], [9, ones, 0], vec![NO_ROOM_32]),
        ];
        for (packed, size, offset, local, local_far, central, central_far) in cases {
            let entry = entry(packed, size, offset);
            let mut header = vec![];
            entry.local(&mut header);
            assert_eq!([18, 22].map(|at| number(&header, at)), local, "{entry:?}");
            assert_eq!(far(&header, 28), local_far, "{entry:?}");
            let mut header = vec![];
            entry.central(&mut header);
            assert_eq!([20, 24, 42].map(|at| number(&header, at)), central, "{entry:?}");
            assert_eq!(far(&header, 30), central_far, "{entry:?}");
        }
    }
}
