//! PNG: chunks behind a mark, each with a sum.

use crate::phrases;
use relict_core::prelude::*;

pub(crate) const MARK: [u8; 8] = *b"\x89PNG\r\n\x1a\n";
const FIRST: Tag = Tag(*b"IHDR");
const LAST: Tag = Tag(*b"IEND");

parts! {
    /// A chunk.
    pub struct PngChunk<'a> {
        /// Bytes of its data.
        pub size: U32Be = derived,
        /// What it is.
        pub kind: Tag,
        /// What it holds.
        pub data: Bytes<'a>,
        /// The CRC-32 of kind and data.
        pub crc: U32Be,
    }
}

parts! {
    /// Picture in the format PNG.
    pub struct Png<'a> {
        /// What every such file begins with.
        pub mark: [u8; 8],
        /// From IHDR to IEND.
        pub chunks: Vec<PngChunk<'a>>,
        /// Bytes behind the last chunk.
        pub tail: Bytes<'a>,
    }
}

/// Where a PNG at the beginning of the bytes ends; none if it does not, or if there is none.
pub(crate) fn end(bytes: &[u8]) -> Option<usize> {
    let mut at = bytes.starts_with(&MARK).then_some(MARK.len())?;
    loop {
        let (size, kind) = bytes.get(at..)?.split_first_chunk::<4>()?;
        let is_last = kind.starts_with(&LAST.0);
        at = at.checked_add(u32::from_be_bytes(*size) as usize)?.checked_add(12)?;
        if at > bytes.len() {
            return None;
        }
        if is_last {
            return Some(at);
        }
    }
}

impl<'a> PngChunk<'a> {
    fn read(c: &mut Cursor<'a>) -> Result<Self> {
        let size: U32Be = c.get("size")?;
        Ok(Self { size, kind: c.get("kind")?, data: c.bytes("data", size.0 as usize)?, crc: c.get("crc")? })
    }

    fn write(&self, out: &mut Put) {
        match u32::try_from(self.data.len()) {
            Ok(size) => out.put(&U32Be(size)),
            Err(_) => out.fail(Error::unexpected(phrases::at_most_4_gib(), self.data.len()).inside("data")),
        }
        out.put(&self.kind);
        out.bytes(&self.data);
        out.put(&self.crc);
    }

    /// The sum that belongs to it.
    fn sum(&self) -> u32 {
        let mut crc = flate2::Crc::new();
        crc.update(&self.kind.0);
        crc.update(&self.data);
        crc.sum()
    }
}

impl<'a> Format<'a> for Png<'a> {
    const ID: &'static str = "idmobile.png";
    const ENDINGS: &'static [&'static str] = &["png"];
    const RULES: Rules = RULES;
    const FACETS: Facets<Self> = Facets::<Self>::NONE.tables(Self::make_tables);

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        super::claim(origin, &[".png"], bytes.starts_with(&MARK))
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let mark = c.get("mark")?;
        let mut chunks: Vec<PngChunk<'a>> = vec![];
        while c.left() > 0 && chunks.last().is_none_or(|chunk| chunk.kind != LAST) {
            chunks.push(c.part(("chunks", chunks.len()), PngChunk::read)?);
        }
        Ok(Self { mark, chunks, tail: c.tail("tail") })
    }

    fn write(&self, out: &mut Put) {
        out.put(&self.mark);
        out.each("chunks", &self.chunks, PngChunk::write);
        out.bytes(&self.tail);
    }

    fn facts(&self) -> Facts {
        let head = self.chunks.first().filter(|chunk| chunk.kind == FIRST).map(|chunk| &*chunk.data);
        let number = |at: usize| Some(U32Be::get(head?.get(at..at + 4)?).0);
        let bits = head.and_then(|head| head.get(8)).copied();
        vec![
            ("width", number(0).into()),
            ("height", number(4).into()),
            ("bits", bits.into()),
            ("chunks", self.chunks.len().into()),
        ]
    }

    fn check(&self, report: &mut Report, _: Context<'_>) {
        let is = |chunk: Option<&PngChunk<'_>>, kind: Tag| chunk.is_some_and(|chunk| chunk.kind == kind);
        let framed = is(self.chunks.first(), FIRST) && is(self.chunks.last(), LAST);
        report.expect(framed, &FRAME, if self.chunks.is_empty() { "mark" } else { "chunks" }, Vec::new);
        report.each("chunks", &self.chunks, |chunk, report| {
            let (stated, sum) = (chunk.crc.0, chunk.sum());
            let told =
                || args!(stated = relict_core::report::hex(stated), sum = relict_core::report::hex(sum));
            report.expect(stated == sum, &CRC, "crc", told);
        });
        report.expect(self.tail.is_empty(), &TAIL, "tail", || args!(size = self.tail.len()));
    }
}

impl Png<'_> {
    fn make_tables(&self) -> Vec<Table> {
        let row = |(i, chunk): (usize, &PngChunk<'_>)| {
            let kind = Cell::Text(chunk.kind.to_string());
            vec![Cell::Number(i as i64), kind, Cell::Number(chunk.data.len() as i64)]
        };
        let rows = self.chunks.iter().enumerate().map(row).collect();
        vec![Table { title: "chunks", columns: vec!["number", "kind", "bytes"], rows }]
    }
}

rules! { "png":
    Error FRAME = "frame";
    Error CRC = "crc";
    Warning TAIL = "tail";
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict_core::format::Document;

    #[test]
    fn chunks_follow_each_other_to_the_last() {
        let chunk = |kind: &[u8; 4], data: &[u8]| {
            let chunk =
                PngChunk { size: U32Be(0), kind: Tag(*kind), data: data.to_vec().into(), crc: U32Be(0) };
            PngChunk { crc: U32Be(chunk.sum()), ..chunk }
        };
        let size = [0, 0, 0, 2, 0, 0, 0, 3, 8, 0, 0, 0, 0];
        let chunks = vec![chunk(b"IHDR", &size), chunk(b"IDAT", b"?"), chunk(b"IEND", b"")];
        let bytes = Png { mark: MARK, chunks, tail: Bytes::default() }.to_bytes().unwrap();
        assert_eq!(bytes[bytes.len() - 12..], *b"\0\0\0\0IEND\xAEB\x60\x82");
        assert_eq!(end(&[&bytes[..], b"more"].concat()), Some(bytes.len()));
        assert_eq!((end(&bytes[..bytes.len() - 1]), end(b"BM")), (None, None));
        let read = |bytes| Png::read(&mut Cursor::new(bytes), Origin::named("x.png")).unwrap();
        assert_eq!(Format::facts(&read(&bytes))[..2], [("width", 2.into()), ("height", 3.into())]);
        let mut report = Report::default();
        read(&bytes).check(&mut report, Context::ALONE);
        assert_eq!(report.codes(), Vec::<&str>::new());
    }
}
