//! `stexels.bin` of Doom RPG: the visible pixels of all sprites. What is visible of each stands in `bitshapes.bin`.

use crate::resource::base;
use relict_core::prelude::*;

parts! {
    /// Visible pixels of sprites.
    pub struct Stexels<'a> {
        /// How many bytes follow.
        pub stated_size: u32,
        /// Palette indices of four bits, the lower ones first. Every sprite begins with a byte of its own.
        pub texels: Bytes<'a>,
    }
}

/// Whether the size at the beginning is that of the rest.
fn fits(bytes: &[u8]) -> bool {
    bytes.get(..4).is_some_and(|size| u32::get(size) as usize == bytes.len() - 4)
}

impl<'a> Format<'a> for Stexels<'a> {
    const ID: &'static str = "idmobile.stexels";
    const ENDINGS: &'static [&'static str] = &["bin"];
    const RULES: Rules = RULES;

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        Claim::of_named(base(origin.name) == "stexels.bin", || fits(bytes))
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        Ok(Self { stated_size: c.get("stated_size")?, texels: c.bytes("texels", c.left())? })
    }

    fn write(&self, out: &mut Put) {
        out.put(&self.stated_size);
        out.bytes(&self.texels);
    }

    fn facts(&self) -> Facts {
        vec![("pixels", (self.texels.len() * 2).into())]
    }

    fn check(&self, report: &mut Report, _: Context<'_>) {
        let (stated, size) = (self.stated_size, self.texels.len());
        report.expect(stated as usize == size, &HEADER_SIZE, "stated_size", || {
            args!(stated = stated, size = size)
        });
    }
}

rules! { "stexels":
    Error HEADER_SIZE = "header-size";
}
