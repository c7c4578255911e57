//! Releases of games that are known by the hash of the whole file.

pub use relict_idmobile::release::Release;

use relict_core::text::hex;
use sha2::{Digest, Sha256};

/// The release that a file is; none if it is not known. Only a file of the size of a release is hashed.
pub fn of(bytes: &[u8]) -> Option<&'static Release> {
    relict_idmobile::release::known(bytes.len(), || hex(&Sha256::digest(bytes)))
}
