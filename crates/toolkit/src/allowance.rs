//! How much may be unpacked on the way through all of a file: archives in archives can stand for terabytes.

use relict_core::archive::{Archive, Stored};
use relict_core::format::Limits;

/// So many bytes, at all depths together. Who names one entry gets it whatever its size (`Limits` permitting);
/// this is for those who look at everything.
#[derive(Clone, Copy, Debug)]
pub struct Allowance(usize);

impl Allowance {
    /// To look through a file, in memory that its size justifies.
    pub fn for_size(bytes: usize) -> Self {
        Self(bytes.saturating_mul(4).saturating_add(8 << 20))
    }

    /// To take a file apart, or to compare it: disks are larger than memories, but not without end.
    pub fn for_contents(bytes: usize, limits: Limits) -> Self {
        Self(bytes.saturating_mul(32).saturating_add(limits.unpacked))
    }

    pub fn bytes(self) -> usize {
        self.0
    }

    /// For each entry what is left for its inside; none if the entry itself costs too much. Bytes that lie in the file
    /// as they are cost nothing. What is left is shared by size, so that the answer does not depend on who asks first.
    pub fn shared_out(self, archive: &dyn Archive) -> Vec<Option<Self>> {
        let mut left = self.0;
        let mut total = 0;
        let mut afford = |index| {
            let (cost, size) = match archive.stored(index) {
                Stored::Plain(bytes) => (0, bytes.len()),
                Stored::Packed(_) | Stored::Nowhere => {
                    let size = archive.entry(index).map_or(usize::MAX, |entry| entry.size);
                    (size, size)
                }
            };
            left = left.checked_sub(cost)?;
            total += size as u128;
            Some(size)
        };
        let sizes: Vec<Option<usize>> = (0..archive.len()).map(&mut afford).collect();
        let share = |size: usize| Self((left as u128 * size as u128 / total.max(1)) as usize);
        sizes.into_iter().map(|size| size.map(share)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict_core::archive::{Directory, Entry, Frame};
    use relict_core::error::Result;
    use std::borrow::Cow;

    /// Entries by their sizes; those that are packed by none of their bytes.
    struct Entries(Vec<(usize, bool)>);

    impl Directory for Entries {
        fn len(&self) -> usize {
            self.0.len()
        }
        fn name(&self, _: usize) -> Option<Cow<'_, str>> {
            None
        }
        fn entry(&self, index: usize) -> Option<Entry<'_>> {
            let (size, _) = *self.0.get(index)?;
            Some(Entry {
                name: Cow::default(),
                raw_name: &[],
                odd_name: false,
                offset: 0,
                size,
                attributes: vec![],
                facts: vec![],
                packing: serde_json::Value::Null,
            })
        }
        fn key(&self, _: &str) -> Option<Vec<u8>> {
            None
        }
    }

    impl Archive for Entries {
        fn payload(&self, _: usize, _: Limits) -> Result<Cow<'_, [u8]>> {
            Ok(Cow::default())
        }
        fn stored(&self, index: usize) -> Stored<'_> {
            let (size, packed) = self.0[index];
            if packed { Stored::Packed(&[]) } else { Stored::Plain(&[0; 100][..size]) }
        }
        fn find(&self, _: &str) -> Option<usize> {
            None
        }
        fn frame(&self) -> Frame {
            Frame::default()
        }
    }

    fn shares(all: usize, entries: &[(usize, bool)]) -> Vec<Option<usize>> {
        let shares = Allowance(all).shared_out(&Entries(entries.to_vec()));
        shares.into_iter().map(|share| share.map(|Allowance(bytes)| bytes)).collect()
    }

    #[test]
    fn what_is_packed_costs_its_size_and_what_is_left_goes_to_the_insides() {
        assert_eq!(shares(100, &[(30, true), (80, true), (10, false)]), [Some(52), None, Some(17)]);
        assert_eq!(shares(0, &[(100, false), (1, true), (0, true)]), [Some(0), None, Some(0)]);
        assert_eq!(shares(usize::MAX, &[(usize::MAX, true), (usize::MAX, true)]), [Some(0), None]);
    }
}
