//! Writing an archive whose entries lie in files: those go from the system to the system, not through our memory.

use crate::{NewFile, SourceFolder, shown};
use relict_toolkit::core::args;
use relict_toolkit::core::pieces::Piece;
use relict_toolkit::folder::Packed;
use relict_toolkit::problem::{INPUT_OUTPUT, MISSING_FILE, Problem};
use std::fs::File;
use std::io::{self, Read, StdoutLock, Write};

/// Where an archive goes.
pub trait Sink: Write {
    /// Takes `size` bytes of a file, and no more should it have grown.
    fn take_file(&mut self, file: File, size: u64) -> io::Result<u64>;
}

impl Sink for NewFile {
    fn take_file(&mut self, file: File, size: u64) -> io::Result<u64> {
        Self::take_file(self, file, size)
    }
}

impl Sink for StdoutLock<'_> {
    fn take_file(&mut self, file: File, size: u64) -> io::Result<u64> {
        io::copy(&mut file.take(size), self)
    }
}

/// Writes an archive that was packed from `folder`; `failed` says what it means that `out` does not take it.
pub fn write_packed<E: From<Problem>>(
    packed: &Packed<'_>,
    folder: &SourceFolder,
    out: &mut impl Sink,
    failed: impl Fn(io::Error) -> E,
) -> Result<(), E> {
    let mut pending: Vec<u8> = vec![];
    for piece in packed.pieces.iter() {
        match piece {
            Piece::Bytes(bytes) => pending.extend_from_slice(bytes),
            Piece::Deferred(file) => {
                out.write_all(&pending).map_err(&failed)?;
                pending.clear();
                let (path, size) = (file.path(), piece.size() as u64);
                let gone = || Problem::new(MISSING_FILE, path, args!(name = "", named = "no"));
                let copied = out.take_file(folder.file(path)?.ok_or_else(gone)?, size).map_err(&failed)?;
                if copied != size {
                    let reason = args!(reason = format!("{copied} / {size}"));
                    return Err(Problem::new(INPUT_OUTPUT, shown(&folder.path(path)), reason).into());
                }
            }
        }
    }
    out.write_all(&pending).map_err(failed)
}
