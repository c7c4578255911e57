//! Raw Deflate, as ZIPs have it.

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};

/// Made at a time. At the end of a piece inflating goes byte by byte, so they are large.
const CHUNK: usize = 128 << 10;
/// No byte of a stream gives more than so many.
pub(super) const MOST: usize = 1032;

/// Why a stream does not give what it should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// More comes out than was stated; nobody looked how much more.
    TooLong,
    TooShort {
        produced: usize,
    },
    /// It has no end.
    Exhausted,
    Corrupt,
    /// It ends before its bytes do.
    Rest,
}

/// Unpacks a stream that has to end with its bytes, and at exactly `size` bytes. No more than those are ever made.
pub(super) fn unpack(packed: &[u8], size: usize, sink: &mut dyn FnMut(&[u8])) -> Result<(), Fault> {
    let mut inflater = Decompress::new(false);
    // One byte more tells that there are more.
    let mut chunk = vec![0; CHUNK.min(size.saturating_add(1))];
    let (mut read, mut produced) = (0, 0);
    loop {
        let (before_in, before_out) = (inflater.total_in(), inflater.total_out());
        let status = inflater.decompress(&packed[read..], &mut chunk, FlushDecompress::None);
        read += (inflater.total_in() - before_in) as usize;
        let got = &chunk[..(inflater.total_out() - before_out) as usize];
        let wanted = &got[..got.len().min(size - produced)];
        sink(wanted);
        produced += wanted.len();
        if wanted.len() < got.len() {
            return Err(Fault::TooLong);
        }
        let stuck = got.is_empty() && inflater.total_in() == before_in;
        match status {
            Ok(Status::StreamEnd) if produced < size => return Err(Fault::TooShort { produced }),
            Ok(Status::StreamEnd) if read < packed.len() => return Err(Fault::Rest),
            Ok(Status::StreamEnd) => return Ok(()),
            Ok(_) if stuck => return Err(Fault::Exhausted),
            Ok(_) => {}
            Err(_) => return Err(Fault::Corrupt),
        }
    }
}

pub(super) fn pack(plain: &[u8]) -> Vec<u8> {
    let mut deflater = Compress::new(Compression::best(), false);
    let mut out = vec![];
    // The compressor has an error only for being called out of order, so any result but "there is more" is the end.
    loop {
        out.reserve(CHUNK);
        let rest = &plain[deflater.total_in() as usize..];
        match deflater.compress_vec(rest, &mut out, FlushCompress::Finish) {
            Ok(Status::Ok | Status::BufError) => {}
            Ok(Status::StreamEnd) | Err(_) => return out,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unpacked(packed: &[u8], size: usize) -> (usize, Result<(), Fault>) {
        let mut produced = 0;
        let outcome = unpack(packed, size, &mut |piece| produced += piece.len());
        (produced, outcome)
    }

    #[test]
    fn what_is_packed_unpacks() {
        for size in [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 1 << 20] {
            let plain: Vec<u8> = (0..size).map(|i| (i * i / 7) as u8).collect();
            let mut back = vec![];
            assert_eq!(unpack(&pack(&plain), size, &mut |piece| back.extend_from_slice(piece)), Ok(()));
            assert!(back == plain);
        }
    }

    #[test]
    fn a_stream_that_does_not_fit_is_refused_and_makes_no_more_than_stated() {
        let packed = pack(&vec![0; 10 << 20]);
        assert_eq!(unpacked(&packed, 100), (100, Err(Fault::TooLong)));
        assert_eq!(unpacked(&packed, 11 << 20), (10 << 20, Err(Fault::TooShort { produced: 10 << 20 })));
        assert_eq!(unpacked(&packed[..packed.len() - 1], 10 << 20).1, Err(Fault::Exhausted));
        assert_eq!(unpacked(&[&packed[..], b"!"].concat(), 10 << 20).1, Err(Fault::Rest));
        assert_eq!(unpacked(&[0x07], 10), (0, Err(Fault::Corrupt)));
        assert_eq!(unpacked(&[], 0), (0, Err(Fault::Exhausted)));
    }
}
