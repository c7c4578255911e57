//! BMP: pictures of the builds for BREW phones. Colours and pixels are named, and not decoded.

use relict_core::prelude::*;

const MARK: &[u8; 2] = b"BM";

record! {
    /// Where the pixels are.
    pub struct BmpHeader: 14 {
        /// `BM`.
        0x00 mark: Chars<2>,
        /// Bytes of the file.
        0x02 size: u32,
        /// Not used.
        0x06 reserved: u32,
        /// Where the pixels begin.
        0x0A pixels_at: u32,
    }
}

record! {
    /// What the pixels are.
    pub struct BmpInfo: 40 {
        /// Bytes of this record, or of a longer one.
        0x00 size: u32,
        /// In pixels.
        0x04 width: i32,
        /// In pixels; rows run from the bottom unless it is negative.
        0x08 height: i32,
        /// 1.
        0x0C planes: u16,
        /// Of each pixel.
        0x0E bits: u16,
        /// 0 for none.
        0x10 compression: u32,
        /// Bytes of all pixels.
        0x14 image_size: u32,
        /// Pixels to a metre, across.
        0x18 across: i32,
        /// Pixels to a metre, down.
        0x1C down: i32,
        /// How many colours the palette has; 0 for as many as bits allow.
        0x20 colours: u32,
        /// How many of them matter; 0 for all.
        0x24 important: u32,
    }
}

parts! {
    /// Picture in the format BMP.
    pub struct Bmp<'a> {
        /// Where the pixels are.
        pub header: BmpHeader,
        /// What the pixels are.
        pub info: BmpInfo,
        /// Colours, four bytes each, and whatever else stands in front of the pixels.
        pub palette: Bytes<'a>,
        /// Rows of pixels; each takes a whole number of four bytes.
        pub pixels: Bytes<'a>,
    }
}

impl<'a> Format<'a> for Bmp<'a> {
    const ID: &'static str = "idmobile.bmp";
    const ENDINGS: &'static [&'static str] = &["bmp"];
    const RULES: Rules = RULES;

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        // Two letters are few: what stands where the size of the second record should be must be one.
        let info = bytes.get(14..18).map(u32::get);
        let fits = bytes.starts_with(MARK) && info.is_none_or(|size| (12..=124).contains(&size));
        super::claim(origin, &[".bmp"], fits)
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let header: BmpHeader = c.get("header")?;
        let info = c.get("info")?;
        let palette = (header.pixels_at as usize).saturating_sub(c.pos()).min(c.left());
        Ok(Self { header, info, palette: c.bytes("palette", palette)?, pixels: c.bytes("pixels", c.left())? })
    }

    fn write(&self, out: &mut Put) {
        out.put(&self.header);
        out.put(&self.info);
        out.bytes(&self.palette);
        out.bytes(&self.pixels);
    }

    fn facts(&self) -> Facts {
        let info = &self.info;
        vec![("width", info.width.into()), ("height", info.height.into()), ("bits", info.bits.into())]
    }

    fn check(&self, report: &mut Report, _: Context<'_>) {
        let size = BmpHeader::SIZE + BmpInfo::SIZE + self.palette.len() + self.pixels.len();
        let stated = self.header.size;
        report.expect(stated as usize == size, &SIZE, "header.size", || args!(stated = stated, found = size));
        let needed = self.pixel_bytes();
        let there =
            self.info.compression != 0 || needed.is_some_and(|needed| needed <= self.pixels.len() as u64);
        let told = || args!(needed = needed.unwrap_or(0), found = self.pixels.len());
        report.expect(there, &PIXELS, "info.height", told);
    }
}

impl Bmp<'_> {
    /// The bytes that the pixels take where they are not compressed; none if no file can have as many.
    fn pixel_bytes(&self) -> Option<u64> {
        let (width, height) =
            (u64::try_from(self.info.width).ok()?, u64::from(self.info.height.unsigned_abs()));
        let row = width.checked_mul(self.info.bits.into())?.div_ceil(32) * 4;
        row.checked_mul(height)
    }
}

rules! { "bmp":
    Error SIZE = "size";
    Error PIXELS = "pixels";
}
