//! PMD (`cmid`): sounds of the builds for BREW phones, in a format of the maker of their chips. Only its head is named.

use relict_core::prelude::*;

const MARK: &[u8; 4] = b"cmid";

parts! {
    /// Sound of BREW phones, kept as it is.
    pub struct Pmd<'a> {
        /// `cmid`.
        pub mark: Tag,
        /// Bytes behind this field, as the file states it.
        pub stated_size: U32Be,
        /// Bytes of the head behind this field, up to the first track.
        pub head_size: U16Be,
        /// What it sounds like; kept as it is.
        pub content: Bytes<'a>,
    }
}

impl<'a> Format<'a> for Pmd<'a> {
    const ID: &'static str = "idmobile.pmd";
    const ENDINGS: &'static [&'static str] = &["pmd"];
    const RULES: Rules = RULES;

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        super::claim(origin, &[".pmd"], bytes.starts_with(MARK))
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        Ok(Self {
            mark: c.get("mark")?,
            stated_size: c.get("stated_size")?,
            head_size: c.get("head_size")?,
            content: c.tail("content"),
        })
    }

    fn write(&self, out: &mut Put) {
        out.put(&self.mark);
        out.put(&self.stated_size);
        out.put(&self.head_size);
        out.bytes(&self.content);
    }

    fn facts(&self) -> Facts {
        vec![("bytes", self.content.len().into())]
    }

    fn check(&self, report: &mut Report, _: Context<'_>) {
        let (stated, size) = (self.stated_size.0, 2 + self.content.len());
        report.expect(stated as usize == size, &SIZE, "stated_size", || args!(stated = stated, found = size));
    }
}

rules! { "pmd":
    Error SIZE = "size";
}
