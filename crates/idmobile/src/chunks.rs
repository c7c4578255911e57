//! Data files of an index (`wtexels0.bin` beside `wtexels.idx`): chunks of texels, each with a byte in front that states
//! their depth. Where a chunk ends stands in the index; walls and floors can be told apart without it.

use crate::mappings::Form;
use crate::phrases;
use crate::resource::{base, folder, may_be_empty, numbered};
use crate::texture::SIDE;
use crate::texture::shelf::{self, Shelf};
use relict_core::prelude::*;

const SHALLOW: usize = 1 + SIDE * SIDE / 2;
const DEEP: usize = 1 + SIDE * SIDE;

parts! {
    /// Chunks of texels, taken apart by an index.
    pub struct Chunks<'a> {
        /// Textures of 64 by 64 pixels, with their depth in front.
        pub textures: Vec<Bytes<'a>>,
        /// Chunks that only the index can tell apart: visible pixels of sprites, or textures of another size.
        pub texels: Bytes<'a>,
    }
}

/// The sizes of the textures that the bytes consist of; none if they do not.
fn sizes(bytes: &[u8]) -> Option<Vec<usize>> {
    let (mut at, mut sizes) = (0, vec![]);
    while at < bytes.len() {
        let size = match bytes[at] {
            4 => SHALLOW,
            8 => DEEP,
            _ => return None,
        };
        sizes.push(size);
        at += size;
    }
    (at == bytes.len()).then_some(sizes)
}

/// What the names of such files begin with, and whether they hold textures.
const STEMS: [(&str, bool); 3] = [("wtexels", true), ("ftexels", true), ("stexels", false)];

/// Whether a file is of textures, by its name; none if it is no such file.
fn is_textures(name: &str) -> Option<bool> {
    let base = base(name);
    STEMS.into_iter().find(|(stem, _)| numbered(&base, stem).is_some()).map(|(_, textures)| textures)
}

/// Whether a build for Java reads the files beside these mappings. Its engine takes 2048 bytes for every texture, and does
/// not look at the depth in front of them; only builds for BREW, whose mappings have six counters, do.
pub(crate) fn is_java(mappings: &[u8]) -> bool {
    matches!(Form::of(mappings), Some(Form::Four | Form::Narrow))
}

impl<'a> Format<'a> for Chunks<'a> {
    const ID: &'static str = "idmobile.chunks";
    const ENDINGS: &'static [&'static str] = &["bin"];
    const RULES: Rules = RULES;
    const FACETS: Facets<Self> = Facets::<Self>::NONE.archive(ArchiveOps::new(Self::assemble), Self::opened);

    /// By name. What begins as the community's editor has it, with a size, is claimed before.
    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        let textures = is_textures(origin.name);
        Claim::of_named(textures.is_some(), || {
            textures == Some(true) && !bytes.is_empty() && sizes(bytes).is_some()
        })
    }

    fn read(c: &mut Cursor<'a>, origin: Origin<'_>) -> Result<Self> {
        let textures = is_textures(origin.name) == Some(true);
        let sizes = sizes(c.whole()).filter(|_| textures).unwrap_or_default();
        let mut textures = vec![];
        for (i, size) in sizes.into_iter().enumerate() {
            textures.push(c.payload(("textures", i), size, i)?);
        }
        // The first file holds a chunk at least, and that begins with its depth.
        let base = base(origin.name);
        let may_be_empty = STEMS.iter().any(|(stem, _)| may_be_empty(&base, stem));
        let least = usize::from(textures.is_empty() && !may_be_empty);
        let rest = c.left().max(least);
        Ok(Self { textures, texels: c.bytes("texels", rest)? })
    }

    fn write(&self, out: &mut Put) {
        self.textures.iter().for_each(|texture| out.bytes(texture));
        out.bytes(&self.texels);
    }

    fn facts(&self) -> Facts {
        vec![("entries", self.textures.len().into()), ("bytes", self.texels.len().into())]
    }

    fn check(&self, report: &mut Report, context: Context<'_>) {
        let textures = is_textures(context.origin.name) == Some(true);
        let size = self.texels.len();
        report.expect(!textures || size == 0, &UNKNOWN, "texels", || args!(size = size));
        let mappings = context.library.sibling(&format!("{}mappings.bin", folder(context.origin.name)));
        if mappings.is_some_and(|mappings| is_java(&mappings)) {
            for (i, texture) in self.textures.iter().enumerate() {
                report.part(("textures", i), texture, |texture, report| {
                    report.expect(texture.len() == SHALLOW, &DEEP_TEXTURE, "", || args!(number = i));
                });
            }
        }
    }
}

impl Chunks<'_> {
    /// What that takes to index is made here.
    fn opened(&self) -> Option<Box<dyn Archive + '_>> {
        let frame = if self.texels.is_empty() { Frame::default() } else { self.kept() };
        Some(Box::new(Shelf::new(0, &self.textures, frame)))
    }

    fn assemble(frame: &Frame, incoming: &[EntrySpec], payloads: &dyn Payloads, out: &mut Put) {
        match Rebuild::new(frame, &["texels"], incoming, payloads).and_then(|r| Ok((r.bytes("texels")?, r))) {
            // An empty file is none.
            Ok((texels, _)) if incoming.is_empty() && texels.is_empty() => {
                out.fail(Error::unexpected(phrases::at_least_a_texture(), phrases::none()));
            }
            Ok((texels, rebuild)) => {
                shelf::write(&rebuild, |size| matches!(size, SHALLOW | DEEP), out);
                out.bytes(&texels);
            }
            Err(error) => out.fail(error),
        }
    }
}

impl Chunks<'_> {
    fn kept(&self) -> Frame {
        let mut blobs = vec![];
        let json = serde_json::json!({"texels": relict_core::layout::framed_bytes(&self.texels, &mut blobs)});
        Frame { json, blobs }
    }
}

rules! { "chunks":
    Warning UNKNOWN = "unknown-size";
    Warning DEEP_TEXTURE = "deep-texture";
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict_core::format::Library;

    fn read<'a>(name: &str, bytes: &'a [u8]) -> Result<Chunks<'a>> {
        Chunks::read(&mut Cursor::new(bytes), Origin::named(name))
    }

    // idmobile-real 10, row 4
    #[test]
    fn a_data_file_behind_the_first_may_be_empty() {
        for name in ["wtexels1.bin", "stexels10.bin", "a/ftexels2.bin"] {
            let chunks = read(name, &[]).unwrap();
            let mut report = Report::default();
            chunks.check(&mut report, Context { origin: Origin::named(name), ..Context::ALONE });
            assert_eq!(report.codes(), Vec::<&str>::new(), "{name}");
        }
        assert!(read("wtexels0.bin", &[]).is_err());
    }

    struct Beside(Vec<u8>);

    impl Library for Beside {
        fn file(&self, name: &str) -> Option<std::borrow::Cow<'_, [u8]>> {
            (name == "a/mappings.bin").then(|| (&self.0).into())
        }
    }

    // idmobile-real 5: depth 8 is never written to builds for Java
    #[test]
    fn textures_of_eight_bits_are_reported_where_the_engine_reads_four() {
        let name = "a/wtexels0.bin";
        let bytes = [vec![4; SHALLOW], vec![8; DEEP]].concat();
        let chunks = read(name, &bytes).unwrap();
        let codes = |mappings: usize| {
            let mut report = Report::default();
            let beside = Beside(vec![0; mappings]);
            chunks.check(&mut report, Context { origin: Origin::named(name), ..Context::new(&beside) });
            report.codes()
        };
        assert_eq!([codes(8), codes(16)], [["chunks.deep-texture"]; 2]);
        assert_eq!(codes(24), Vec::<&str>::new(), "six counters are those of BREW");
    }
}
