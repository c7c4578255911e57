//! WAVE: sounds of the builds for BREW phones. Chunks are named; what they sound like is not taken apart.

use crate::phrases;
use relict_core::prelude::*;

const MARK: &[u8; 4] = b"RIFF";
const KIND: &[u8; 4] = b"WAVE";
const FORMAT: &[u8; 4] = b"fmt ";

/// No sound has a hundredth of this; a file of nothing but empty chunks would have one for every eight bytes.
const MOST_CHUNKS: usize = 1 << 10;

parts! {
    /// A chunk.
    pub struct WaveChunk<'a> {
        /// What it is: `fmt ` and `data` in all files.
        pub kind: Chars<4>,
        /// Bytes of its data.
        pub size: u32 = derived,
        /// What it holds.
        pub data: Bytes<'a>,
        /// A byte behind data of an odd length.
        pub padding: Bytes<'a>,
    }
}

parts! {
    /// Sound in the format WAVE.
    pub struct Wave<'a> {
        /// `RIFF`.
        pub mark: Chars<4>,
        /// Bytes behind this field, as the file states it.
        pub stated_size: u32,
        /// `WAVE`.
        pub kind: Chars<4>,
        /// The kind of sound, and its samples.
        pub chunks: Vec<WaveChunk<'a>>,
        /// What follows behind so many chunks that no sound has them.
        pub tail: Bytes<'a>,
    }
}

impl<'a> WaveChunk<'a> {
    fn read(c: &mut Cursor<'a>) -> Result<Self> {
        let kind = c.get("kind")?;
        let size: u32 = c.get("size")?;
        let data = c.bytes("data", size as usize)?;
        let padding = c.padding("padding", (size as usize % 2).min(c.left()))?;
        Ok(Self { kind, size, data, padding })
    }

    fn write(&self, out: &mut Put) {
        out.put(&self.kind);
        out.count::<u32>("data", self.data.len());
        out.bytes(&self.data);
        if self.padding.len() > self.data.len() % 2 {
            out.fail(Error::unexpected(phrases::a_byte_after_odd_data(), phrases::more()).inside("padding"));
        }
        out.bytes(&self.padding);
    }

    fn size(&self) -> usize {
        8 + self.data.len() + self.padding.len()
    }
}

impl<'a> Format<'a> for Wave<'a> {
    const ID: &'static str = "idmobile.wave";
    const ENDINGS: &'static [&'static str] = &["wav"];
    const RULES: Rules = RULES;
    const FACETS: Facets<Self> = Facets::<Self>::NONE.tables(Self::make_tables);

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        let is_wave = bytes.starts_with(MARK) && bytes.get(8..12).is_none_or(|kind| kind == KIND);
        super::claim(origin, &[".wav"], is_wave)
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let (mark, stated_size, kind) = (c.get("mark")?, c.get("stated_size")?, c.get("kind")?);
        let mut chunks = vec![];
        while c.left() > 0 && chunks.len() < MOST_CHUNKS {
            chunks.push(c.part(("chunks", chunks.len()), WaveChunk::read)?);
        }
        Ok(Self { mark, stated_size, kind, chunks, tail: c.tail("tail") })
    }

    fn write(&self, out: &mut Put) {
        out.put(&self.mark);
        out.put(&self.stated_size);
        out.put(&self.kind);
        out.each("chunks", &self.chunks, WaveChunk::write);
        out.bytes(&self.tail);
    }

    fn facts(&self) -> Facts {
        let format = self.chunks.iter().find(|chunk| chunk.kind.0 == *FORMAT).map(|chunk| &*chunk.data);
        let short = |at: usize| Some(u16::get(format?.get(at..at + 2)?));
        let rate = format.and_then(|format| Some(u32::get(format.get(4..8)?)));
        vec![("channels", short(2).into()), ("rate", rate.into()), ("sample_bits", short(14).into())]
    }

    fn check(&self, report: &mut Report, _: Context<'_>) {
        let size = 4 + self.chunks.iter().map(WaveChunk::size).sum::<usize>() + self.tail.len();
        let stated = self.stated_size;
        report.expect(stated as usize == size, &SIZE, "stated_size", || args!(stated = stated, found = size));
    }
}

impl Wave<'_> {
    fn make_tables(&self) -> Vec<Table> {
        let row = |(i, chunk): (usize, &WaveChunk<'_>)| {
            let kind = Cell::Text(chunk.kind.show().into_owned());
            vec![Cell::Number(i as i64), kind, Cell::Number(chunk.data.len() as i64)]
        };
        let rows = self.chunks.iter().enumerate().map(row).collect();
        vec![Table { title: "chunks", columns: vec!["number", "kind", "bytes"], rows }]
    }
}

rules! { "wave":
    Error SIZE = "size";
}
