//! `newPalettes.bin`: the colours of all images of Wolfenstein RPG and Doom II RPG, one palette after the other.
//!
//! How many colours each palette has stands in `newMappings.bin`, and so does nearly everything else. Alone, the file
//! is a run of colours; some builds put a mark of two of them behind each palette.

use crate::names::is_called;
use relict_core::prelude::*;

/// What the file is called in every build.
pub const NAME: &str = "newPalettes.bin";

/// The mark behind a palette as most builds have it, in two halves. Engines do not look at it.
const MARK: [u16; 2] = [0xBABE, 0xCAFE];

parts! {
    /// Colours of all images of Wolfenstein RPG and Doom II RPG.
    pub struct NewPalettes<'a> {
        /// Colours of 16 bits, and marks of two words where a build has them. Only the directory tells which is which.
        pub words: View<'a, u16>,
        /// Half a colour at the end, which no game has.
        pub tail: Bytes<'a>,
    }
}

impl<'a> Format<'a> for NewPalettes<'a> {
    const ID: &'static str = "idmobile.new-palettes";
    const ENDINGS: &'static [&'static str] = &[NAME];
    const RULES: Rules = RULES;
    const HAS_JSON_FORM: bool = true;

    fn claims(origin: Origin<'_>, _: &[u8]) -> Claim {
        // Colours are any bytes.
        if is_called(origin, NAME) { Claim::Guess } else { Claim::No }
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        // There is no game without a colour.
        let words = c.view("words", (c.left() / 2).max(1))?;
        Ok(Self { words, tail: c.tail("tail") })
    }

    fn write(&self, out: &mut Put) {
        out.bytes(self.words.bytes());
        out.bytes(&self.tail);
    }

    fn facts(&self) -> Facts {
        vec![("words", self.words.len().into()), ("marks", self.marks().into())]
    }

    fn check(&self, report: &mut Report, _: Context<'_>) {
        report.expect(self.tail.is_empty(), &TAIL, "tail", || args!(size = self.tail.len()));
    }
}

impl NewPalettes<'_> {
    /// How often the usual mark stands here.
    fn marks(&self) -> usize {
        let next = self.words.iter().skip(1);
        self.words.iter().zip(next).filter(|(low, high)| [*low, *high] == MARK).count()
    }
}

rules! { "new-palettes":
    Error TAIL = "tail";
}
