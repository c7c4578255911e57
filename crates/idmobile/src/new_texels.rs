//! `tex00.bin`, `newTexels000.bin` and those that follow: the pixels of all images of Wolfenstein RPG and Doom II RPG.
//!
//! Where one image ends and the next begins stands in `newMappings.bin` alone, so that a file by itself is one run.

use crate::names::digits;
use relict_core::prelude::*;

/// How the files of a build are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// `tex00.bin`.
    Tex,
    /// `newTexels000.bin`.
    NewTexels,
}

impl Naming {
    pub const ALL: [Self; 2] = [Self::Tex, Self::NewTexels];

    /// The name of the file of a number.
    pub fn file(self, number: usize) -> String {
        match self {
            Self::Tex => format!("tex{number:02}.bin"),
            Self::NewTexels => format!("newTexels{number:03}.bin"),
        }
    }

    /// The same as a pattern, in the way of C.
    pub fn pattern(self) -> &'static str {
        match self {
            Self::Tex => "tex%02d.bin",
            Self::NewTexels => "newTexels%03d.bin",
        }
    }

    /// The number of a file, if its name is one of these.
    pub fn number(self, origin: Origin<'_>) -> Option<usize> {
        let (before, least) = match self {
            Self::Tex => ("tex", 2),
            Self::NewTexels => ("newTexels", 3),
        };
        digits(origin, before, ".bin").filter(|digits| digits.len() >= least)?.parse().ok()
    }
}

parts! {
    /// Pixels of images of Wolfenstein RPG and Doom II RPG.
    pub struct NewTexels<'a> {
        /// Images one after the other, each with a mark of four bytes behind it where a build has marks.
        pub texels: Bytes<'a>,
    }
}

impl<'a> Format<'a> for NewTexels<'a> {
    const ID: &'static str = "idmobile.new-texels";
    const ENDINGS: &'static [&'static str] = &["tex00.bin", "newTexels000.bin"];
    const RULES: Rules = RULES;

    fn claims(origin: Origin<'_>, _: &[u8]) -> Claim {
        let named = Naming::ALL.into_iter().any(|naming| naming.number(origin).is_some());
        // Texels are any bytes.
        if named { Claim::Guess } else { Claim::No }
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        // A file is made only when there is an image for it.
        Ok(Self { texels: c.bytes("texels", c.left().max(1))? })
    }

    fn write(&self, out: &mut Put) {
        out.bytes(&self.texels);
    }

    fn facts(&self) -> Facts {
        vec![("bytes", self.texels.len().into())]
    }

    fn check(&self, _: &mut Report, _: Context<'_>) {}
}

rules! { "new-texels": }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_fit() {
        for naming in Naming::ALL {
            for number in [0, 7, 99, 100, 1000] {
                assert_eq!(naming.number(Origin::named(&naming.file(number))), Some(number));
            }
        }
        assert_eq!(Naming::Tex.number(Origin::named("tex1.bin")), None);
        assert_eq!(Naming::Tex.number(Origin::named("newTexels000.bin")), None);
    }
}
