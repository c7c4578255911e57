//! A file in stretches, of which most lie in another.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

/// The bytes of a file, one stretch behind the other. Those that are borrowed lie in the file of before.
#[derive(Clone, Default)]
pub struct Pieces<'a>(Vec<Cow<'a, [u8]>>);

/// By their sizes: the bytes may be those of a whole game.
impl fmt::Debug for Pieces<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(<[u8]>::len)).finish()
    }
}

impl<'a> Pieces<'a> {
    /// The file of before.
    pub(super) fn whole(bytes: &'a [u8]) -> Self {
        Self(vec![bytes.into()])
    }

    /// The file of before with other bytes in one place.
    pub(super) fn patched(file: &'a [u8], at: usize, new: Vec<u8>) -> Self {
        let (before, rest) = file.split_at(at.min(file.len()));
        let behind = rest.get(new.len()..).unwrap_or_default();
        Self(vec![before.into(), new.into(), behind.into()])
    }

    pub(super) fn push(&mut self, piece: Cow<'a, [u8]>) {
        self.0.push(piece);
    }

    #[cfg(test)]
    pub(super) fn cows(&self) -> impl Iterator<Item = &Cow<'a, [u8]>> {
        self.0.iter()
    }

    pub fn size(&self) -> usize {
        self.0.iter().map(|piece| piece.len()).sum()
    }

    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        self.0.iter().map(AsRef::as_ref)
    }

    pub fn write_to(&self, to: &mut impl Write) -> io::Result<()> {
        self.iter().try_for_each(|piece| to.write_all(piece))
    }

    /// All of it, in memory.
    pub fn into_bytes(self) -> Vec<u8> {
        match <[_; 1]>::try_from(self.0) {
            Ok([piece]) => piece.into_owned(),
            Err(pieces) => pieces.concat(),
        }
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.concat()
    }

    /// Whether it is a file of these bytes.
    pub fn is(&self, bytes: &[u8]) -> bool {
        let mut rest = bytes;
        let same = |piece: &[u8]| rest.strip_prefix(piece).map(|left| rest = left).is_some();
        self.iter().all(same) && rest.is_empty()
    }
}

impl PartialEq for Pieces<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.size() == other.size() && self.iter().flatten().eq(other.iter().flatten())
    }
}

impl From<Vec<u8>> for Pieces<'_> {
    fn from(bytes: Vec<u8>) -> Self {
        Self(vec![bytes.into()])
    }
}

/// A stretch of `file`, for as long as that lives; a copy, if it lies elsewhere.
pub(super) fn lasting<'f>(file: &'f [u8], piece: &[u8]) -> Cow<'f, [u8]> {
    let start = piece.as_ptr().addr().checked_sub(file.as_ptr().addr());
    let found = start.and_then(|start| file.get(start..)?.get(..piece.len()));
    found.map_or_else(|| piece.to_vec().into(), Cow::Borrowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_in_the_file_is_borrowed_and_the_rest_is_kept() {
        let (file, other) = (vec![1, 2, 3, 4, 5], vec![6, 7]);
        let mut pieces = Pieces::default();
        for piece in [&file[1..3], &other, &[8]] {
            pieces.push(lasting(&file, piece));
        }
        assert!(pieces.is(&[2, 3, 6, 7, 8]) && !pieces.is(&[2, 3, 6, 7]) && !pieces.is(&[2, 3, 6, 7, 8, 9]));
        let borrowed: Vec<bool> = pieces.0.iter().map(|piece| matches!(piece, Cow::Borrowed(_))).collect();
        assert_eq!(borrowed, [true, false, false]);
        assert_eq!((pieces.size(), pieces.into_bytes()), (5, vec![2, 3, 6, 7, 8]));
    }

    #[test]
    fn a_patch_changes_its_place_and_nothing_else() {
        assert!(Pieces::patched(&[1, 2, 3, 4], 1, vec![9, 8]).is(&[1, 9, 8, 4]));
        assert!(Pieces::patched(&[1, 2], 1, vec![9, 8]).is(&[1, 9, 8]));
        assert_eq!(Pieces::patched(&[1, 2], 0, vec![1]), Pieces::whole(&[1, 2]));
    }
}
