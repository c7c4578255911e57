//! Signatures over the entries of an archive. Nobody here can make one; what can be done is to know that it no longer
//! holds, and to take it away.

/// A signature, by places of entries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    /// Entries whose bytes it vouches for.
    pub covered: Vec<usize>,
    /// Names that it vouches for and no entry has.
    pub gone: Vec<String>,
    /// Entries that are there for its sake alone.
    pub own: Vec<usize>,
    /// Entries that have other bytes without it.
    pub without: Vec<(usize, Vec<u8>)>,
}

/// What somebody wants to become of a signature when entries change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SignaturePolicy {
    /// Nothing is packed that would break it.
    #[default]
    Refuse,
    /// It is taken away.
    Strip,
    /// It stays, though it may not hold any more.
    Keep,
}

/// The bytes of an entry, where they can be had.
pub type Bytes<'b> = &'b dyn Fn(usize) -> Option<Vec<u8>>;
