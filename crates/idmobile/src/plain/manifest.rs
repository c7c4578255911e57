//! `META-INF/MANIFEST.MF`: what a phone is told about the game before it starts. Edited as text.

use super::text::Lines;
use crate::game::Manifest;
use relict_core::prelude::*;

const NAME: &str = "META-INF/MANIFEST.MF";

parts! {
    /// Manifest of a JAR.
    pub struct ManifestFile<'a> {
        /// Keys and values; a line that begins with a blank goes on with the one before.
        pub lines: Lines<'a>,
    }
}

impl<'a> Format<'a> for ManifestFile<'a> {
    const ID: &'static str = "idmobile.manifest";
    const ENDINGS: &'static [&'static str] = &["MANIFEST.MF", "mf"];
    const RULES: Rules = RULES;

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        let called = origin.name.eq_ignore_ascii_case(NAME) || crate::names::is_called(origin, "MANIFEST.MF");
        let versions = [&b"Manifest-Version:"[..], b"MIDlet-"];
        Claim::of_named(called, || versions.iter().any(|version| bytes.starts_with(version)))
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        if c.left() == 0 {
            return Err(Error::truncated(1, 0).at(Some(0)).inside("lines"));
        }
        Ok(Self { lines: c.part("lines", Lines::read)? })
    }

    fn write(&self, out: &mut Put) {
        out.part("lines", &self.lines, Lines::write);
    }

    fn facts(&self) -> Facts {
        let text: Vec<u8> = self.lines.each().flat_map(|(_, line)| line.iter().copied()).collect();
        let manifest = Manifest::read(&text);
        let fact = |name, key| manifest.get(key).map(|value| (name, value.into()));
        let facts = [("title", "MIDlet-Name"), ("version", "MIDlet-Version"), ("vendor", "MIDlet-Vendor")];
        facts.into_iter().filter_map(|(name, key)| fact(name, key)).collect()
    }

    fn check(&self, report: &mut Report, _: Context<'_>) {
        report.part("lines", &self.lines, |lines, report| {
            for (i, (list, line)) in lines.each().enumerate() {
                let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
                let empty = line.iter().all(|byte| matches!(byte, b'\r' | b'\n'));
                let fine = empty || line.contains(&b':') || line.starts_with(b" ");
                report.part((list, i), &fine, |fine, report| {
                    report.expect(*fine, &LINE, "", || args!(number = i + 1));
                });
            }
        });
    }
}

rules! { "manifest":
    Warning LINE = "line";
}
