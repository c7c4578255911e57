//! Bytes in pieces: stretches of a file that is there, new ones between them, and some that are loaded only when they are
//! wanted. So an archive of a gigabyte is not held in memory to change a byte of it.

use std::borrow::Cow;
use std::convert::Infallible;
use std::fmt::{self, Display};
use std::io::{self, Write};

/// Bytes that are not in memory: those of a file, say.
pub trait Deferred: Clone + Sync {
    /// Why they cannot be had.
    type Error: Display + Send + Sync;

    /// How many bytes `load` gives.
    fn size(&self) -> usize;
    fn load(&self) -> Result<Cow<'_, [u8]>, Self::Error>;
}

/// Where everything is in memory.
impl Deferred for Infallible {
    type Error = Self;

    fn size(&self) -> usize {
        match *self {}
    }

    fn load(&self) -> Result<Cow<'_, [u8]>, Self> {
        match *self {}
    }
}

/// One stretch.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece<'a, D = Infallible> {
    Bytes(Cow<'a, [u8]>),
    Deferred(D),
}

impl<'a, D: Deferred> Piece<'a, D> {
    pub fn size(&self) -> usize {
        match self {
            Self::Bytes(bytes) => bytes.len(),
            Self::Deferred(deferred) => deferred.size(),
        }
    }

    pub fn load(&self) -> Result<Cow<'_, [u8]>, D::Error> {
        match self {
            Self::Bytes(bytes) => Ok(Cow::Borrowed(bytes)),
            Self::Deferred(deferred) => deferred.load(),
        }
    }

    fn borrowed(&self) -> Piece<'_, D> {
        match self {
            Self::Bytes(bytes) => Piece::Bytes(Cow::Borrowed(bytes)),
            Self::Deferred(deferred) => Piece::Deferred(deferred.clone()),
        }
    }

    fn into_owned(self) -> Piece<'static, D> {
        match self {
            Self::Bytes(bytes) => Piece::Bytes(bytes.into_owned().into()),
            Self::Deferred(deferred) => Piece::Deferred(deferred),
        }
    }
}

/// The bytes of a file, one piece behind the other.
#[derive(Clone)]
pub struct Pieces<'a, D = Infallible>(Vec<Piece<'a, D>>);

impl<D> Default for Pieces<'_, D> {
    fn default() -> Self {
        Self(vec![])
    }
}

/// By their sizes: the bytes may be those of a whole game.
impl<D: Deferred> fmt::Debug for Pieces<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(Piece::size)).finish()
    }
}

impl<D> From<Vec<u8>> for Pieces<'_, D> {
    fn from(bytes: Vec<u8>) -> Self {
        Self(vec![Piece::Bytes(bytes.into())])
    }
}

impl<'a, D> From<&'a [u8]> for Pieces<'a, D> {
    fn from(bytes: &'a [u8]) -> Self {
        Self(vec![Piece::Bytes(bytes.into())])
    }
}

impl<'a, D> From<Cow<'a, [u8]>> for Pieces<'a, D> {
    fn from(bytes: Cow<'a, [u8]>) -> Self {
        Self(vec![Piece::Bytes(bytes)])
    }
}

impl<'a, D> IntoIterator for Pieces<'a, D> {
    type Item = Piece<'a, D>;
    type IntoIter = std::vec::IntoIter<Piece<'a, D>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, D: Deferred> Pieces<'a, D> {
    pub fn deferred(deferred: D) -> Self {
        Self(vec![Piece::Deferred(deferred)])
    }

    /// A file with other bytes in one place.
    pub fn patched(file: &'a [u8], at: usize, new: Vec<u8>) -> Self {
        let (before, rest) = file.split_at(at.min(file.len()));
        let behind = rest.get(new.len()..).unwrap_or_default();
        Self(vec![Piece::Bytes(before.into()), Piece::Bytes(new.into()), Piece::Bytes(behind.into())])
    }

    pub fn append(&mut self, mut more: Self) {
        self.0.append(&mut more.0);
    }

    pub fn iter(&self) -> std::slice::Iter<'_, Piece<'a, D>> {
        self.0.iter()
    }

    pub fn size(&self) -> usize {
        self.0.iter().map(Piece::size).sum()
    }

    /// All of it, in memory: borrowed, if it is a single piece that is there.
    pub fn load(&self) -> Result<Cow<'_, [u8]>, D::Error> {
        if let [piece] = &self.0[..] {
            return piece.load();
        }
        let mut all = Vec::with_capacity(self.size());
        for piece in &self.0 {
            all.extend_from_slice(&piece.load()?);
        }
        Ok(all.into())
    }

    /// The same bytes, all in memory; those that are there stay where they are.
    pub fn loaded<O>(self) -> Result<Pieces<'a, O>, D::Error> {
        let loaded = |piece: Piece<'a, D>| match piece {
            Piece::Bytes(bytes) => Ok(Piece::Bytes(bytes)),
            Piece::Deferred(deferred) => Ok(Piece::Bytes(deferred.load()?.into_owned().into())),
        };
        self.0.into_iter().map(loaded).collect::<Result<_, _>>().map(Pieces)
    }

    /// The same pieces for as long as these are there.
    pub fn borrowed(&self) -> Pieces<'_, D> {
        Pieces(self.0.iter().map(Piece::borrowed).collect())
    }

    /// The same pieces without what they are borrowed from.
    pub fn into_owned(self) -> Pieces<'static, D> {
        Pieces(self.0.into_iter().map(Piece::into_owned).collect())
    }
}

impl Piece<'_> {
    fn bytes(&self) -> &[u8] {
        match self {
            Self::Bytes(bytes) => bytes,
            Self::Deferred(never) => match *never {},
        }
    }
}

/// What can be done where everything is in memory.
impl Pieces<'_> {
    pub fn slices(&self) -> impl Iterator<Item = &[u8]> {
        self.0.iter().map(Piece::bytes)
    }

    pub fn write_to(&self, to: &mut impl Write) -> io::Result<()> {
        self.slices().try_for_each(|piece| to.write_all(piece))
    }

    pub fn into_bytes(self) -> Vec<u8> {
        match <[_; 1]>::try_from(self.0) {
            Ok([Piece::Bytes(bytes)]) => bytes.into_owned(),
            Ok([Piece::Deferred(never)]) => match never {},
            Err(pieces) => Pieces(pieces).to_bytes(),
        }
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        self.slices().collect::<Vec<_>>().concat()
    }

    /// Whether these are the bytes.
    pub fn is(&self, bytes: &[u8]) -> bool {
        let mut rest = bytes;
        let same = |piece: &[u8]| rest.strip_prefix(piece).map(|left| rest = left).is_some();
        self.slices().all(same) && rest.is_empty()
    }
}

impl PartialEq for Pieces<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.size() == other.size() && self.slices().flatten().eq(other.slices().flatten())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes that are counted, and may be missing.
    #[derive(Clone, Debug)]
    struct Counted(Option<usize>);

    impl Deferred for Counted {
        type Error = &'static str;

        fn size(&self) -> usize {
            self.0.unwrap_or(7)
        }

        fn load(&self) -> Result<Cow<'_, [u8]>, &'static str> {
            self.0.map(|size| vec![0; size].into()).ok_or("gone")
        }
    }

    #[test]
    fn pieces_are_loaded_one_behind_the_other_and_a_single_one_is_not_copied() {
        let file = [1, 2, 3];
        let mut pieces = Pieces::<Counted>::from(&file[1..]);
        assert!(matches!(pieces.load(), Ok(Cow::Borrowed([2, 3]))));
        pieces.append(Pieces::deferred(Counted(Some(2))));
        pieces.append(vec![9].into());
        assert_eq!(pieces.size(), 5);
        assert_eq!(pieces.load().as_deref(), Ok(&[2, 3, 0, 0, 9][..]));
        let loaded: Pieces<'_> = pieces.borrowed().loaded().unwrap();
        assert!(loaded.into_owned().is(&[2, 3, 0, 0, 9]));
        assert_eq!(pieces.borrowed().load().as_deref(), Ok(&[2, 3, 0, 0, 9][..]));
        pieces.append(Pieces::deferred(Counted(None)));
        assert_eq!((pieces.size(), pieces.load()), (12, Err("gone")));
    }

    #[test]
    fn pieces_are_compared_by_what_is_in_them() {
        let (file, other) = (vec![1, 2, 3, 4, 5], vec![6, 7]);
        let mut pieces = Pieces::from(&file[1..3]);
        pieces.append(other.clone().into());
        pieces.append(Pieces::from(&[8][..]));
        assert!(pieces.is(&[2, 3, 6, 7, 8]) && !pieces.is(&[2, 3, 6, 7]) && !pieces.is(&[2, 3, 6, 7, 8, 9]));
        assert_eq!(pieces, Pieces::from(vec![2, 3, 6, 7, 8]));
        let borrowed: Vec<bool> =
            pieces.iter().map(|piece| matches!(piece, Piece::Bytes(Cow::Borrowed(_)))).collect();
        assert_eq!(borrowed, [true, false, true]);
        assert_eq!((pieces.size(), pieces.into_bytes()), (5, vec![2, 3, 6, 7, 8]));
    }

    #[test]
    fn a_patch_changes_its_place_and_nothing_else() {
        assert!(Pieces::patched(&[1, 2, 3, 4], 1, vec![9, 8]).is(&[1, 9, 8, 4]));
        assert!(Pieces::patched(&[1, 2], 1, vec![9, 8]).is(&[1, 9, 8]));
        assert_eq!(Pieces::patched(&[1, 2], 0, vec![1]), Pieces::from(&[1, 2][..]));
    }
}
