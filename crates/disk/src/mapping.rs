//! Files as bytes without reading them: listing an archive of a gigabyte must cost its directory.
//!
//! The one place in Relict with `unsafe` code. A mapping is sound only as long as nobody changes the file underneath:
//! bytes that change while they are looked at are undefined behaviour, and a file cut short kills the process. There is
//! no way to rule this out on the systems we run on, so we do what every tool that maps its input does: map read-only
//! and privately, only regular files, and never a file that Relict itself is writing (those are written beside and put
//! in place by renaming, which leaves a mapped original alone).

use memmap2::Mmap;
use std::{fs::File, io, ops::Deref};

/// The bytes of a file: mapped, or read where that is not possible.
#[derive(Debug)]
pub enum Mapping {
    Mapped(Mmap),
    Read(Vec<u8>),
}

impl Mapping {
    pub fn of(mut file: File) -> io::Result<Self> {
        let facts = file.metadata()?;
        // Pipes and devices have no bytes to map, and an empty file no page.
        if !facts.is_file() || facts.len() == 0 {
            let mut bytes = vec![];
            io::Read::read_to_end(&mut file, &mut bytes)?;
            return Ok(Self::Read(bytes));
        }
        // SAFETY: see above: read-only, private, a regular file that Relict never writes in place.
        #[allow(unsafe_code)]
        let mapped = unsafe { memmap2::MmapOptions::new().map_copy_read_only(&file)? };
        Ok(Self::Mapped(mapped))
    }

    /// Gives the memory back that reading has taken; whoever reads on gets the bytes from the file again. For those who
    /// walk through a large file once.
    pub fn forget(&self) {
        #[cfg(unix)]
        if let Self::Mapped(bytes) = self {
            // SAFETY: the mapping is private and never written to, so its pages hold nothing that the file does not.
            #[allow(unsafe_code)]
            let forgotten = unsafe { bytes.unchecked_advise(memmap2::UncheckedAdvice::DontNeed) };
            // If not, it only takes more room.
            let _ = forgotten;
        }
    }
}

impl Deref for Mapping {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        match self {
            Self::Mapped(bytes) => bytes,
            Self::Read(bytes) => bytes,
        }
    }
}
