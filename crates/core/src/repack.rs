//! Putting an archive together: its frame, and entries whose bytes lie wherever they lie. Everybody who makes an archive
//! does it here, whether from a folder, from an archive in which something was edited, or from nothing.

use crate::archive::{Archive, EntrySpec, Frame, Payloads, Source, Stored};
use crate::error::{Error, value};
use crate::facets::ArchiveOps;
use crate::format::Limits;
use crate::journal::{EditNotes, Journal};
use crate::phrases;
use crate::pieces::{Deferred, Pieces};
use crate::put::{Put, Stretch};
use crate::signature::{Signature, SignaturePolicy};
use std::borrow::Cow;
use std::collections::HashSet;
use std::convert::Infallible;
use std::fmt;
use std::sync::OnceLock;

/// An archive on its way.
#[derive(Clone)]
pub struct Repack<'a, D: Deferred = Infallible> {
    ops: ArchiveOps,
    pub frame: Frame,
    /// In the order of the directory.
    pub slots: Vec<Slot<'a, D>>,
    /// What became of edits that are not those of a single entry.
    pub journal: Journal,
}

/// An entry on its way.
#[derive(Clone, Debug)]
pub struct Slot<'a, D: Deferred = Infallible> {
    pub spec: EntrySpec,
    pub content: Content<'a, D>,
    /// Its place in what the archive is made from; none for one that was added.
    pub was: Option<usize>,
}

/// What is in an entry.
#[derive(Clone, Debug)]
pub struct Content<'a, D: Deferred = Infallible> {
    pub pieces: Pieces<'a, D>,
    pub source: Source,
    /// So many entries are in it, if it is an archive that was put together, too.
    pub entries: usize,
    pub journal: Journal,
}

/// An archive that was put together.
#[derive(Debug)]
pub struct Repacked<'a, D: Deferred = Infallible> {
    pub pieces: Pieces<'a, D>,
    /// At every depth.
    pub entries: usize,
    pub journal: Journal,
}

/// Why an archive cannot be put together.
#[derive(Debug)]
pub enum RepackError<E> {
    /// Its format does not take it so.
    Refused(Error),
    /// The bytes of an entry cannot be had.
    Missing(E),
}

/// A signature that would not hold any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureBroken {
    /// What it vouches for and is another now, or is not there.
    pub name: String,
    /// So many others beside it.
    pub more: usize,
}

impl<D: Deferred> fmt::Debug for Repack<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Repack").field("slots", &self.slots.len()).finish_non_exhaustive()
    }
}

impl<'a, D: Deferred> Content<'a, D> {
    /// As it comes out of the archive.
    pub fn fresh(pieces: impl Into<Pieces<'a, D>>) -> Self {
        Self { pieces: pieces.into(), source: Source::Fresh, ..Self::shared() }
    }

    /// As it comes out of the archive, and is another than it was.
    pub fn edited(pieces: impl Into<Pieces<'a, D>>, notes: EditNotes) -> Self {
        Self { journal: Journal::changed(notes), ..Self::fresh(pieces) }
    }

    /// As it lies in the archive.
    pub fn kept(pieces: impl Into<Pieces<'a, D>>) -> Self {
        Self { pieces: pieces.into(), source: Source::Stored, ..Self::shared() }
    }

    /// What an archive has.
    pub fn stored(stored: Stored<'a>) -> Self {
        match stored {
            Stored::Nowhere => Self::shared(),
            Stored::Plain(bytes) | Stored::Packed(bytes) => Self::kept(bytes),
        }
    }

    /// No bytes of its own.
    pub fn shared() -> Self {
        Self { pieces: Pieces::default(), source: Source::Shared, entries: 0, journal: Journal::default() }
    }

    pub fn is_edited(&self) -> bool {
        self.journal.is_changed()
    }
}

impl<'a, D: Deferred> Slot<'a, D> {
    /// An entry that was not there before.
    pub fn new(spec: EntrySpec, content: Content<'a, D>) -> Self {
        Self { spec, content, was: None }
    }
}

impl<'a, D: Deferred> Repack<'a, D> {
    /// Without entries, as yet.
    pub fn new(ops: ArchiveOps, frame: Frame) -> Self {
        Self { ops, frame, slots: vec![], journal: Journal::default() }
    }

    /// An archive with everything in it as it is stored.
    pub fn of(ops: ArchiveOps, archive: &'a dyn Archive) -> Self {
        let slot = |i| {
            let spec = archive.entry(i)?.spec(i);
            Some(Slot { spec, content: Content::stored(archive.stored(i)), was: Some(i) })
        };
        let slots = (0..archive.len()).filter_map(slot).collect();
        Self { slots, ..Self::new(ops, archive.frame()) }
    }

    /// The entry that had this place.
    pub fn position(&self, was: usize) -> Option<usize> {
        self.slots.iter().position(|slot| slot.was == Some(was))
    }

    pub fn named(&self, name: &str) -> Option<usize> {
        self.slots.iter().position(|slot| slot.spec.name == name)
    }

    /// Gives an entry other content.
    pub fn set(&mut self, place: usize, content: Content<'a, D>) {
        if let Some(slot) = self.slots.get_mut(place) {
            slot.content = content;
        }
    }

    pub fn insert(&mut self, place: usize, spec: EntrySpec, content: Content<'a, D>) {
        self.slots.insert(place.min(self.slots.len()), Slot::new(spec, content));
    }

    pub fn push(&mut self, spec: EntrySpec, content: Content<'a, D>) {
        self.slots.push(Slot::new(spec, content));
    }

    /// Takes entries away, by their places.
    pub fn remove(&mut self, places: &[usize]) {
        let places: HashSet<usize> = places.iter().copied().collect();
        let mut here = 0..;
        self.slots.retain(|_| here.next().is_some_and(|place| !places.contains(&place)));
    }

    /// Does with the signature of the archive what somebody wants. `unpacked` gives the bytes of an entry that is as it was
    /// stored, where they can be had. Of what the signature vouches for, `missing` was not there before.
    pub fn sign(
        &mut self,
        policy: SignaturePolicy,
        unpacked: &dyn Fn(&Slot<'a, D>) -> Option<Vec<u8>>,
        missing: &[String],
    ) -> Result<(), SignatureBroken> {
        if policy == SignaturePolicy::Keep {
            return Ok(());
        }
        let Some(signature) = self.signature(unpacked) else { return Ok(()) };
        if policy == SignaturePolicy::Refuse {
            return self.expect_unbroken(&signature, missing);
        }
        for (place, bytes) in signature.without {
            self.set(place, Content::edited(bytes, EditNotes::Nothing));
        }
        self.remove(&signature.own);
        Ok(())
    }

    /// What the signature of an archive of this format vouches for, and the archive does not have.
    pub fn missing_signed(&self, archive: &dyn Archive, limits: Limits) -> Vec<String> {
        self.ops.package.map_or_else(Vec::new, |package| package.missing_signed(archive, limits))
    }

    fn signature(&self, unpacked: &dyn Fn(&Slot<'a, D>) -> Option<Vec<u8>>) -> Option<Signature> {
        let names: Vec<&str> = self.slots.iter().map(|slot| slot.spec.name.as_str()).collect();
        let bytes = |place: usize| {
            let slot = self.slots.get(place)?;
            match slot.content.source {
                Source::Fresh => slot.content.pieces.load().ok().map(Cow::into_owned),
                Source::Stored | Source::Shared => unpacked(slot),
            }
        };
        (self.ops.package?.signature)(&names, &bytes)
    }

    fn expect_unbroken(&self, signature: &Signature, missing: &[String]) -> Result<(), SignatureBroken> {
        let slots = signature.covered.iter().filter_map(|place| self.slots.get(*place));
        let changed = slots.filter(|slot| slot.content.is_edited()).map(|slot| &slot.spec.name);
        let before: HashSet<&String> = missing.iter().collect();
        let gone = signature.gone.iter().filter(|name| !before.contains(name));
        let mut broken = changed.chain(gone);
        match broken.next() {
            Some(name) => Err(SignatureBroken { name: name.clone(), more: broken.count() }),
            None => Ok(()),
        }
    }

    /// The archive, of which entries stay where they lie.
    pub fn finish(mut self) -> Result<Repacked<'a, D>, RepackError<D::Error>> {
        // Of a hundred thousand entries, what is told takes more memory than the entries: it is not held twice.
        let specs: Vec<EntrySpec> =
            self.slots.iter_mut().map(|slot| std::mem::take(&mut slot.spec)).collect();
        let stretches = self.assembled(&specs)?;
        let names: Vec<String> = specs.into_iter().map(|spec| spec.name).collect();
        let mut uses = vec![0; self.slots.len()];
        stretches.iter().filter_map(Stretch::entry).for_each(|index| uses[index] += 1);
        // What was made is handed over at last, and not held twice.
        let pieces = laid(stretches, |index| {
            uses[index] -= 1;
            let pieces = &mut self.slots[index].content.pieces;
            if uses[index] == 0 { std::mem::take(pieces) } else { pieces.clone() }
        });
        let (mut entries, mut journal) = (self.slots.len(), self.journal);
        for (Slot { content, .. }, name) in self.slots.into_iter().zip(names) {
            entries += content.entries;
            journal.append(&name, content.journal);
        }
        Ok(Repacked { pieces, entries, journal })
    }

    /// All of it, in memory.
    pub fn load(&self) -> Result<Vec<u8>, RepackError<D::Error>> {
        let specs: Vec<EntrySpec> = self.slots.iter().map(|slot| slot.spec.clone()).collect();
        let pieces = laid(self.assembled(&specs)?, |index| self.slots[index].content.pieces.borrowed());
        pieces.load().map(Cow::into_owned).map_err(RepackError::Missing)
    }

    fn assembled(&self, specs: &[EntrySpec]) -> Result<Vec<Stretch>, RepackError<D::Error>> {
        let incoming = Incoming { slots: &self.slots, missing: OnceLock::new() };
        let mut out = Put::default();
        (self.ops.assemble)(&self.frame, specs, &incoming, &mut out);
        out.stretches().map_err(|error| match incoming.missing.into_inner() {
            Some(missing) => RepackError::Missing(missing),
            None => RepackError::Refused(error),
        })
    }
}

/// What can be done where everything is in memory.
impl<'a> Repack<'a> {
    pub fn bytes(&self) -> crate::error::Result<Vec<u8>> {
        self.load().map_err(refusal)
    }

    pub fn into_pieces(self) -> crate::error::Result<Pieces<'a>> {
        self.finish().map(|repacked| repacked.pieces).map_err(refusal)
    }
}

fn refusal(error: RepackError<Infallible>) -> Error {
    match error {
        RepackError::Refused(error) => error,
        RepackError::Missing(never) => match never {},
    }
}

/// What a format put, with the pieces of entries in their places.
fn laid<'p, D: Deferred>(
    stretches: Vec<Stretch>,
    mut entry: impl FnMut(usize) -> Pieces<'p, D>,
) -> Pieces<'p, D> {
    let mut all = Pieces::default();
    for stretch in stretches {
        all.append(match stretch {
            Stretch::Bytes(bytes) => bytes.into(),
            Stretch::Entry { index, .. } => entry(index),
        });
    }
    all
}

/// The bytes of entries, as the format asks for them.
struct Incoming<'i, 'a, D: Deferred> {
    slots: &'i [Slot<'a, D>],
    /// Why bytes could not be had. The format is only told that they could not.
    missing: OnceLock<D::Error>,
}

impl<D: Deferred> Payloads for Incoming<'_, '_, D> {
    fn size(&self, incoming: usize) -> usize {
        self.slots[incoming].content.pieces.size()
    }

    fn source(&self, incoming: usize) -> Source {
        self.slots[incoming].content.source
    }

    fn load(&self, incoming: usize) -> crate::error::Result<Cow<'_, [u8]>> {
        self.slots[incoming].content.pieces.load().map_err(|missing| {
            let error = Error::unexpected(phrases::a_readable_file(), value(&missing));
            self.missing.get_or_init(|| missing);
            error
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facets::PackageOps;
    use crate::pieces::Piece;
    use serde_json::Map;

    /// The entries in order, each with its name in front.
    fn assemble(_: &Frame, specs: &[EntrySpec], payloads: &dyn Payloads, out: &mut Put) {
        for (i, spec) in specs.iter().enumerate() {
            out.bytes(spec.name.as_bytes());
            if spec.name == "r" {
                // Packed here, so its bytes are asked for.
                match payloads.load(i) {
                    Ok(bytes) => out.bytes(&bytes),
                    Err(error) => out.fail(error),
                }
            } else {
                out.entry(i, payloads.size(i));
            }
        }
    }

    /// `s` vouches for `a`, and has no other purpose; `m` tells of it.
    fn signature(names: &[&str], bytes: crate::signature::Bytes<'_>) -> Option<Signature> {
        let own = names.iter().position(|name| *name == "s")?;
        let covered: Vec<usize> = names.iter().position(|name| *name == "a").into_iter().collect();
        let gone = if covered.is_empty() { vec!["a".to_owned()] } else { vec![] };
        let without =
            names.iter().position(|name| *name == "m").and_then(|m| Some((m, bytes(m)?[1..].to_vec())));
        Some(Signature { covered, gone, own: vec![own], without: without.into_iter().collect() })
    }

    const OPS: ArchiveOps = ArchiveOps {
        package: Some(PackageOps { companions: &[], companion: |_, _, _| None, signature, loose: |_| None }),
        ..ArchiveOps::new(assemble)
    };

    fn of<'a, D: Deferred>(
        entries: impl IntoIterator<Item = (&'static str, Content<'a, D>)>,
    ) -> Repack<'a, D> {
        let mut repack = Repack::new(OPS, Frame::default());
        for (name, content) in entries {
            repack.push(EntrySpec::new(name, Map::new()), content);
        }
        repack
    }

    #[test]
    fn entries_stay_where_they_lie_and_the_journal_tells_of_those_that_changed() {
        let (a, b) = (b"12".to_vec(), b"3".to_vec());
        let mut repack: Repack<'_> = of([("a", Content::kept(&a[..])), ("b", Content::kept(&b[..]))]);
        assert_eq!(repack.bytes().unwrap(), b"a12b3");
        repack.set(1, Content::edited(b"new".to_vec(), EditNotes::Nothing));
        repack.insert(1, EntrySpec::new("c", Map::new()), Content::fresh(vec![]));
        repack.remove(&[2]);
        repack.push(EntrySpec::new("r", Map::new()), Content::edited(&b[..], EditNotes::Nothing));
        assert_eq!((repack.named("c"), repack.named("b"), repack.position(0)), (Some(1), None, None));
        let Repacked { pieces, entries, journal } = repack.finish().unwrap();
        assert!(pieces.is(b"a12cr3") && entries == 3, "{pieces:?}");
        assert!(pieces.iter().any(|piece| matches!(piece, Piece::Bytes(Cow::Borrowed(b"12")))));
        assert_eq!(journal.changes.iter().map(|change| &change.path).collect::<Vec<_>>(), ["r"]);
    }

    /// Bytes that are gone.
    #[derive(Clone, Debug)]
    struct Gone;

    impl Deferred for Gone {
        type Error = &'static str;

        fn size(&self) -> usize {
            2
        }

        fn load(&self) -> Result<Cow<'_, [u8]>, &'static str> {
            Err("gone")
        }
    }

    #[test]
    fn what_is_missing_is_told_by_who_misses_it() {
        let gone = || Content::<Gone>::fresh(Pieces::deferred(Gone));
        // Not looked at, and so not missed.
        assert_eq!(of([("a", gone())]).finish().unwrap().pieces.size(), 3);
        assert!(matches!(of([("a", gone())]).load(), Err(RepackError::Missing("gone"))));
        assert!(matches!(of([("r", gone())]).finish(), Err(RepackError::Missing("gone"))));
    }

    #[test]
    fn a_signature_is_broken_or_taken_away_only_if_somebody_says_so() {
        let repack = |a: Content<'static>| {
            of([("a", a), ("m", Content::fresh(b"!m".to_vec())), ("s", Content::shared())])
        };
        let (kept, edited) = (|| Content::kept(&b"1"[..]), || Content::edited(&b"2"[..], EditNotes::Nothing));
        let signed = |mut repack: Repack<'static>, policy, missing: &[String]| {
            repack.sign(policy, &|_| None, missing).map(|()| repack.bytes().unwrap())
        };
        let broken = Err(SignatureBroken { name: "a".into(), more: 0 });
        assert_eq!(signed(repack(kept()), SignaturePolicy::Refuse, &[]).as_deref(), Ok(&b"a1m!ms"[..]));
        assert_eq!(signed(repack(edited()), SignaturePolicy::Refuse, &[]), broken);
        assert_eq!(signed(repack(edited()), SignaturePolicy::Keep, &[]).as_deref(), Ok(&b"a2m!ms"[..]));
        assert_eq!(signed(repack(edited()), SignaturePolicy::Strip, &[]).as_deref(), Ok(&b"a2mm"[..]));
        let without = || {
            let mut repack = repack(kept());
            repack.remove(&[0]);
            repack
        };
        assert_eq!(signed(without(), SignaturePolicy::Refuse, &[]), broken);
        assert!(
            signed(without(), SignaturePolicy::Refuse, &["a".to_owned()]).is_ok(),
            "it was missing before"
        );
    }
}
