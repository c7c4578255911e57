//! Raw Deflate, method `0x100`: no wrapper and no checksum, as the engine knows neither.

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};

use super::codec::{Fault, Sink, Unpacked};

const CHUNK: usize = 16 * 1024;

/// Unpacks a stream up to its final block, which has to end it at exactly `size` bytes. What
/// follows it in `packed` is not looked at.
pub(super) fn decode(packed: &[u8], size: usize, sink: &mut Sink<'_>) -> Unpacked {
    let mut inflater = Decompress::new(false);
    let mut chunk = [0; CHUNK];
    let mut produced = 0;
    loop {
        let (read, written) = (inflater.total_in(), inflater.total_out());
        let status = inflater.decompress(&packed[read as usize..], &mut chunk, FlushDecompress::None);
        let got = &chunk[..(inflater.total_out() - written) as usize];
        let wanted = &got[..got.len().min(size - produced)];
        sink(wanted);
        produced += wanted.len();
        if wanted.len() < got.len() {
            return Err(Fault::TooLong);
        }
        let stuck = got.is_empty() && inflater.total_in() == read;
        match status {
            Ok(Status::StreamEnd) if produced == size => return Ok(()),
            Ok(Status::StreamEnd) => return Err(Fault::TooShort { produced }),
            Ok(_) if stuck => return Err(Fault::Exhausted { produced }),
            Ok(_) => {}
            Err(_) => return Err(Fault::Corrupt { produced }),
        }
    }
}

pub(super) fn encode(plain: &[u8]) -> Vec<u8> {
    let mut deflater = Compress::new(Compression::best(), false);
    let mut out = vec![];
    // The compressor has an error only for being called out of order, so any result but
    // "there is more" is the end.
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
    use std::io::Write;

    use super::*;
    use crate::rsli::codec::trial;

    #[test]
    fn stored_block_decodes() {
        let packed = [0x01, 3, 0, !3, 0xFF, b'a', b'b', b'c'];
        assert_eq!(trial::unpack(decode, &packed, 3), (b"abc".to_vec(), Ok(())));
    }

    #[test]
    fn stream_longer_than_stated_is_too_long() {
        let packed = encode(&[b'x'; 50_000]);
        for size in [0, 1, CHUNK, CHUNK + 1, 49_999] {
            assert_eq!(trial::unpack(decode, &packed, size), (vec![b'x'; size], Err(Fault::TooLong)));
        }
    }

    #[test]
    fn stream_shorter_than_stated_is_too_short() {
        let (out, outcome) = trial::unpack(decode, &encode(b"short"), usize::MAX);
        assert_eq!((out.as_slice(), outcome), (b"short".as_slice(), Err(Fault::TooShort { produced: 5 })));
    }

    #[test]
    fn all_bytes_without_a_final_block_are_exhausted() {
        let packed = [0x00, 3, 0, !3, 0xFF, b'a', b'b', b'c'];
        let expected = (b"abc".to_vec(), Err(Fault::Exhausted { produced: 3 }));
        assert_eq!(trial::unpack(decode, &packed, 3), expected);
    }

    #[test]
    fn reserved_block_type_is_corrupt_after_what_came_before_it() {
        let packed = [0x00, 3, 0, !3, 0xFF, b'a', b'b', b'c', 0x07];
        let expected = (b"abc".to_vec(), Err(Fault::Corrupt { produced: 3 }));
        assert_eq!(trial::unpack(decode, &packed, 10), expected);
    }

    #[test]
    fn zlib_wrapper_is_corrupt() {
        let mut zlib = flate2::write::ZlibEncoder::new(vec![], Compression::best());
        zlib.write_all(b"ababababab").unwrap();
        let (_, outcome) = trial::unpack(decode, &zlib.finish().unwrap(), 10);
        assert_eq!(outcome, Err(Fault::Corrupt { produced: 0 }));
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
