//! What becomes of a signature when entries that it vouches for change.

use super::assembly::{Assembly, Content, Slot, load};
use crate::problem::{Problem, Result, SIGNED};
use relict_core::archive::{Archive, Source};
use relict_core::args;
use relict_core::format::{Kind, Limits};
use relict_core::signature::Signature;
use std::collections::HashSet;

/// What a person wants to become of it.
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

/// What a signature vouches for, and an archive does not have.
pub(crate) fn gone(kind: &Kind, archive: &dyn Archive, limits: Limits) -> Vec<String> {
    let names: Vec<_> = (0..archive.len()).map_while(|i| archive.name(i)).collect();
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    let bytes = |i: usize| Some(archive.payload(i, limits).ok()?.into_owned());
    let signature = kind.package().and_then(|package| (package.signature)(&names, &bytes));
    signature.map_or_else(Vec::new, |signature| signature.gone)
}

/// The bytes of an entry that is as it was stored, unpacked; none where they cannot be had.
pub(crate) type StoredBytes<'s> = &'s dyn Fn(&Slot) -> Option<Vec<u8>>;

impl Assembly<'_> {
    /// Of what it vouches for, `gone` was not there before.
    pub(crate) fn reseal(
        &mut self,
        signature: SignaturePolicy,
        stored: StoredBytes<'_>,
        gone: &[String],
    ) -> Result<()> {
        if signature == SignaturePolicy::Keep {
            return Ok(());
        }
        let Some(seal) = self.seal(stored) else { return Ok(()) };
        match signature {
            SignaturePolicy::Strip => self.strip(seal),
            _ => self.expect_unbroken(&seal, gone)?,
        }
        Ok(())
    }

    fn seal(&self, stored: StoredBytes<'_>) -> Option<Signature> {
        let names: Vec<&str> = self.slots.iter().map(|slot| slot.incoming.name.as_str()).collect();
        let bytes = |place: usize| {
            let slot = self.slots.get(place)?;
            match slot.content.source {
                Source::Fresh => load(self.from, &slot.content.parts).ok(),
                Source::Stored | Source::Shared => stored(slot),
            }
        };
        (self.kind.package()?.signature)(&names, &bytes)
    }

    fn expect_unbroken(&self, seal: &Signature, gone: &[String]) -> Result<()> {
        let slots = seal.covered.iter().filter_map(|place| self.slots.get(*place));
        let changed = slots.filter(|slot| !slot.content.changed.is_empty());
        let changed = changed.map(|slot| slot.incoming.name.as_str());
        let before: HashSet<&String> = gone.iter().collect();
        let gone = seal.gone.iter().filter(|name| !before.contains(name)).map(String::as_str);
        let mut broken = changed.chain(gone);
        match broken.next() {
            Some(name) => {
                let args = args!(name = name, more = broken.count());
                Err(Problem::new(SIGNED, self.path, args))
            }
            None => Ok(()),
        }
    }

    fn strip(&mut self, seal: Signature) {
        for (place, bytes) in seal.without {
            if let Some(slot) = self.slots.get_mut(place) {
                slot.content = Content::fresh(bytes);
            }
        }
        let own: HashSet<usize> = seal.own.into_iter().collect();
        let mut places = 0..;
        self.slots.retain(|_| places.next().is_some_and(|place| !own.contains(&place)));
    }
}
