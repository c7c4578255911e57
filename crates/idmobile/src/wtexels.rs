//! Wall textures: `wtexels.bin` of Doom RPG, and `wtexels0.bin`, `wtexels1.bin` as the community's editor reads those of
//! Orcs & Elves. All are 64 by 64 pixels of four bits; which colours they have stands elsewhere.

use crate::resource::{Misstated, base, misstated, numbered};
use crate::texture::BYTES;
use crate::texture::shelf::{self, Shelf};
use relict_core::layout::framed_bytes;
use relict_core::prelude::*;
use serde_json::Map;

parts! {
    /// Wall textures, by number.
    pub struct Wtexels<'a> {
        /// How many bytes follow. Not pixels, and not pairs of bytes.
        pub stated_size: u32,
        /// Textures of 2048 bytes, which maps name through the mappings.
        pub textures: Vec<Bytes<'a>>,
        /// Bytes behind the last whole texture.
        pub tail: Bytes<'a>,
    }
}

/// Whether the bytes begin as a set of textures does, of which there are less than 2^16.
fn begins_well(bytes: &[u8]) -> bool {
    bytes.get(..4).is_some_and(|size| {
        let size = u32::get(size) as usize;
        size.is_multiple_of(BYTES) && size > 0 && size >> 27 == 0
    })
}

impl<'a> Format<'a> for Wtexels<'a> {
    const ID: &'static str = "idmobile.wtexels";
    const ENDINGS: &'static [&'static str] = &["bin"];
    const RULES: Rules = RULES;
    const FACETS: Facets<Self> = Facets::<Self>::NONE.archive(ArchiveOps::new(Self::assemble), Self::opened);

    /// By name. Of the numbered ones, those of an indexed game begin with a depth and not with a size.
    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        let base = base(origin.name);
        let bank = numbered(&base, "wtexels").is_some() && begins_well(bytes);
        Claim::of_named(base == "wtexels.bin" || bank, || begins_well(bytes))
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let stated_size = c.get("stated_size")?;
        let mut textures = vec![];
        while c.left() >= BYTES {
            textures.push(c.payload(("textures", textures.len()), BYTES, textures.len())?);
        }
        Ok(Self { stated_size, textures, tail: c.tail("tail") })
    }

    fn write(&self, out: &mut Put) {
        out.put(&self.stated_size);
        self.textures.iter().for_each(|texture| out.bytes(texture));
        out.bytes(&self.tail);
    }

    fn facts(&self) -> Facts {
        vec![("entries", self.textures.len().into())]
    }

    fn check(&self, report: &mut Report, _: Context<'_>) {
        let (stated, size) = (self.stated_size, self.size());
        let field = if self.tail.is_empty() { "stated_size" } else { "tail" };
        let (rule, field) = match misstated(stated, size, BYTES) {
            None => return,
            Some(Misstated::Header) => (&HEADER_SIZE, "stated_size"),
            Some(Misstated::Truncated) => (&TRUNCATED_TEXTURE, field),
            Some(Misstated::NotMultiple) => (&NOT_MULTIPLE, field),
        };
        report.expect(false, rule, field, || args!(stated = stated, size = size));
    }
}

impl Wtexels<'_> {
    /// What that takes to index is made here.
    fn opened(&self) -> Option<Box<dyn Archive + '_>> {
        let (mut json, mut blobs) = (Map::new(), vec![]);
        if self.stated_size as usize != self.size() {
            json.insert("stated_size".into(), self.stated_size.into());
        }
        if !self.tail.is_empty() {
            json.insert("tail".into(), framed_bytes(&self.tail, &mut blobs));
        }
        Some(Box::new(Shelf::new(4, &self.textures, Frame { json: json.into(), blobs })))
    }

    fn assemble(frame: &Frame, incoming: &[EntrySpec], payloads: &dyn Payloads, out: &mut Put) {
        let rebuild = match Rebuild::new(frame, &["stated_size", "tail"], incoming, payloads) {
            Ok(rebuild) => rebuild,
            Err(error) => return out.fail(error),
        };
        match (rebuild.get::<u32>("stated_size"), rebuild.bytes("tail")) {
            (Ok(stated), Ok(tail)) => {
                let size = incoming.len().saturating_mul(BYTES).saturating_add(tail.len());
                match stated {
                    Some(stated) => out.put(&stated),
                    None => out.count::<u32>("stated_size", size),
                }
                shelf::write(&rebuild, |size| size == BYTES, out);
                out.bytes(&tail);
            }
            (Err(error), _) | (_, Err(error)) => out.fail(error),
        }
    }
}

impl Wtexels<'_> {
    /// Of everything behind the header.
    fn size(&self) -> usize {
        self.textures.len() * BYTES + self.tail.len()
    }
}

rules! { "wtexels":
    Error HEADER_SIZE = "header-size";
    Error TRUNCATED_TEXTURE = "truncated-texture";
    Error NOT_MULTIPLE = "not-multiple-of-texture";
}
