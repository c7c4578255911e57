//! Motions: how the parts of a mech move through one loop. Entries of `motion.zbd`, the same in both games.

mod bind;

use crate::CODE_PAGE;
use crate::dialect::Dialect;
use crate::phrases;
use relict_core::json::Json;
use relict_core::prelude::*;

const USUAL_VERSION: u32 = 4;
/// What stands in every header behind the counts.
const CONSTANTS: [f32; 2] = [-1.0, 1.0];
/// 4 rotation and 8 translation. 2 would be scale, and nobody knows how that is stored.
const USUAL_FLAGS: u32 = 12;

record! {
    /// How the file begins.
    pub struct Header: 24 {
        /// 4.
        0x00 version: u32,
        /// In seconds.
        0x04 loop_time: f32,
        /// At least 1. Every part has one sample more: the last closes the loop.
        0x08 frame_count: u32,
        /// How many parts follow.
        0x0C part_count: u32 = derived,
        /// -1, whatever it means.
        0x10 unk10: f32,
        /// 1, whatever it means.
        0x14 unk14: f32,
    }
}

parts! {
    /// How one part moves: a node of the model has the same name.
    pub struct MovingPart<'a> {
        /// ASCII.
        pub name: Text<'a, CODE_PAGE>,
        /// 12: what follows are translations (8) and rotations (4).
        pub flags: u32,
        /// x, y, z, for every frame and once more.
        pub translations: Vec<[f32; 3]>,
        /// Quaternions w, x, y, z, for every frame and once more.
        pub rotations: Vec<[f32; 4]>,
    }
}

parts! {
    /// Motion: how the parts of a model move through one loop.
    pub struct Motion<'a> {
        /// At the front.
        pub header: Header,
        /// One after the other.
        pub parts: Vec<MovingPart<'a>>,
        /// Bytes behind the last part, which no motion has.
        pub tail: Bytes<'a>,
    }
}

impl Header {
    /// How many samples every part has.
    pub fn samples(&self) -> usize {
        (self.frame_count as usize).saturating_add(1)
    }

    fn has_constants(&self) -> bool {
        [self.unk10, self.unk14] == CONSTANTS
    }
}

impl<'a> MovingPart<'a> {
    fn read(c: &mut Cursor<'a>, samples: usize) -> Result<Self> {
        let name = c.counted_text::<u32, CODE_PAGE>("name")?;
        let flags = c.get("flags")?;
        if flags != USUAL_FLAGS {
            return Err(broken(&FLAGS, "flags", args!(found = flags)).at(Some(c.pos() - 4)));
        }
        let translations = c.list("translations", samples)?;
        Ok(Self { name, flags, translations, rotations: c.list("rotations", samples)? })
    }

    fn write(&self, samples: usize, out: &mut Put) {
        out.counted_text::<u32>("name", &self.name);
        out.put(&self.flags);
        let stated = i64::try_from(samples).unwrap_or(i64::MAX);
        out.agree("translations", stated, self.translations.len());
        out.list(&self.translations);
        out.agree("rotations", stated, self.rotations.len());
        out.list(&self.rotations);
    }

    /// Whether the sample that closes the loop is the one that opens it.
    pub fn closes(&self) -> bool {
        closes(&self.translations) && closes(&self.rotations)
    }
}

fn closes<const N: usize>(samples: &[[f32; N]]) -> bool {
    let bits = |sample: Option<&[f32; N]>| sample.map(|sample| sample.map(f32::to_bits));
    bits(samples.first()) == bits(samples.last())
}

/// Whether not all samples are the same.
fn varies<const N: usize>(samples: &[[f32; N]]) -> bool {
    samples.windows(2).any(|pair| pair[0] != pair[1])
}

/// One by one, so that where they end too early says so, and a count alone takes no memory.
fn read_parts<'a>(c: &mut Cursor<'a>, header: &Header) -> Result<Vec<MovingPart<'a>>> {
    let part = |i| c.part(("parts", i), |c| MovingPart::read(c, header.samples()));
    (0..header.part_count as usize).map(part).collect()
}

impl<'a> Format<'a> for Motion<'a> {
    const ID: &'static str = "mw3.motion";
    const ENDINGS: &'static [&'static str] = &["motion"];
    const RULES: Rules = RULES;
    const MEASURES: Measures = MEASURES;
    const HAS_JSON_FORM: bool = true;
    const FACETS: Facets<Self> = Facets::<Self>::NONE.motion(|motion| Some(motion)).tables(Self::make_tables);

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        let Some(header) = bytes.get(..Header::SIZE).map(Header::get) else { return Claim::No };
        let known = header.version == USUAL_VERSION;
        // Entries of a motion archive have no ending.
        let placed = Dialect::of(origin).is_some() && !origin.name.contains('.');
        match (known, header.has_constants()) {
            (true, true) => Claim::Sure,
            (false, true) => Claim::Broken,
            (true, false) if placed || origin.ends_with(".motion") => Claim::Broken,
            _ => Claim::No,
        }
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let header: Header = c.get("header")?;
        // A wrong number of frames is why the parts cannot be read, not the part where that shows.
        let frames = |error| match header.frame_count {
            0 => broken(&FRAMES, "header.frame_count", args!(found = 0)).at(Some(8)),
            _ => error,
        };
        let parts = read_parts(c, &header).map_err(frames)?;
        Ok(Self { header, parts, tail: c.tail("tail") })
    }

    fn write(&self, out: &mut Put) {
        let samples = self.header.samples();
        match u32::try_from(self.parts.len()) {
            Ok(part_count) => out.put(&Header { part_count, ..self.header.clone() }),
            Err(_) => out.fail(Error::unexpected(phrases::fewer_parts(), self.parts.len()).inside("parts")),
        }
        out.each("parts", &self.parts, |part, out| part.write(samples, out));
        out.bytes(&self.tail);
    }

    fn facts(&self) -> Facts {
        vec![
            ("loop_time", Json::to_json(&self.header.loop_time)),
            ("frames", self.header.frame_count.into()),
            ("parts", self.parts.len().into()),
        ]
    }

    fn check(&self, report: &mut Report, _: Context<'_>) {
        let Header { version, loop_time, frame_count, unk10, unk14, .. } = self.header;
        report.expect(version == USUAL_VERSION, &VERSION, "header.version", || args!(found = version));
        let plays = loop_time > 0.0 && loop_time.is_finite();
        report.expect(plays, &LOOP_TIME, "header.loop_time", || args!(found = loop_time.to_string()));
        report.expect(frame_count >= 1, &FRAMES, "header.frame_count", || args!(found = frame_count));
        let usual = self.header.has_constants();
        report.expect(usual, &ODD_CONSTANTS, "header.unk10", || {
            args!(first = unk10.to_string(), second = unk14.to_string())
        });
        report.expect(self.tail.is_empty(), &TAIL, "tail", || args!(size = self.tail.len()));
        report.each("parts", &self.parts, MovingPart::check);
    }

    fn measure(&self, cases: &mut Cases, _: Origin<'_>) {
        cases.claim_each(&CLOSED, &self.parts, MovingPart::closes);
        cases.tally(&VERSIONS, self.header.version);
    }
}

impl Motion<'_> {
    fn make_tables(&self) -> Vec<Table> {
        let yes = |yes: bool| if yes { Cell::Word("yes") } else { Cell::Nothing };
        let row = |(i, part): (usize, &MovingPart<'_>)| {
            vec![
                Cell::Number(i as i64),
                Cell::Text(part.name.show().into_owned()),
                yes(varies(&part.translations)),
                yes(varies(&part.rotations)),
                yes(part.closes()),
            ]
        };
        vec![Table {
            title: "moving-parts",
            columns: vec!["number", "name", "shifts", "turns", "closes"],
            rows: self.parts.iter().enumerate().map(row).collect(),
        }]
    }
}

impl MovingPart<'_> {
    fn check(&self, report: &mut Report) {
        let named = || args!(name = self.name.show().as_ref());
        report.expect(self.name.is_ascii() && !self.name.is_empty(), &NAME, "name", named);
        let finite = |samples: &[f32]| samples.iter().all(|number| number.is_finite());
        report.expect(finite(self.translations.as_flattened()), &NOT_FINITE, "translations", named);
        report.expect(finite(self.rotations.as_flattened()), &NOT_FINITE, "rotations", named);
        report.expect(closes(&self.translations), &CLOSING, "translations", named);
        report.expect(closes(&self.rotations), &CLOSING, "rotations", named);
    }
}

measures! { "motion":
    Claim CLOSED = "loops-close";
    Tally VERSIONS = "versions";
}

rules! { "motion":
    Error VERSION = "version";
    Error FRAMES = "frames";
    Error LOOP_TIME = "loop-time";
    Error FLAGS = "flags";
    Error NOT_FINITE = "not-finite";
    Error TAIL = "tail";
    Warning CLOSING = "closing";
    Warning NAME = "name";
    Warning ODD_CONSTANTS = "constants";
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict_core::format::Document;

    fn still(frame_count: u32, parts: &[&[u8]]) -> Motion<'static> {
        let samples = frame_count as usize + 1;
        let part = |name: &&[u8]| MovingPart {
            name: name.to_vec().into(),
            flags: USUAL_FLAGS,
            translations: vec![[0.0; 3]; samples],
            rotations: vec![[1.0, 0.0, 0.0, 0.0]; samples],
        };
        let [unk10, unk14] = CONSTANTS;
        let header =
            Header { version: USUAL_VERSION, loop_time: 1.5, frame_count, part_count: 0, unk10, unk14 };
        Motion { header, parts: parts.iter().map(part).collect(), tail: Bytes::default() }
    }

    fn read(bytes: &[u8]) -> Result<Motion<'_>> {
        Motion::read(&mut Cursor::new(bytes), Origin::default())
    }

    #[test]
    fn samples_that_no_frame_asks_for_are_not_written() {
        let mut motion = still(3, &[b"hip"]);
        motion.parts[0].rotations.pop();
        let error = motion.to_bytes().unwrap_err().to_string();
        assert_eq!(error, "parts[0].rotations: wanted 3, which is its length, found 4");
    }

    #[test]
    fn a_motion_without_frames_is_refused_where_nothing_else_is_wrong_with_it() {
        let mut bytes = still(3, &[b"hip", b"torso"]).to_bytes().unwrap();
        bytes[8] = 0;
        let error = read(&bytes).unwrap_err().to_string();
        assert_eq!(error, "header.frame_count at 0x8: motion.frames found=0");
    }

    #[test]
    fn the_sample_that_closes_the_loop_is_kept() {
        let mut motion = still(3, &[b"hip"]);
        motion.parts[0].translations[3] = [1.0, 2.0, -0.0];
        let bytes = motion.to_bytes().unwrap();
        let motion = read(&bytes).unwrap();
        assert!(!motion.parts[0].closes());
        assert_eq!(motion.to_bytes().unwrap(), bytes);
        let mut report = Report::default();
        motion.check(&mut report, Context::ALONE);
        assert_eq!(report.codes(), ["motion.closing"]);
    }

    #[test]
    fn a_motion_is_known_by_its_header() {
        let mut bytes = still(1, &[b"hip"]).to_bytes().unwrap();
        let inside = [(crate::dialect::ATTRIBUTE, 1.into())];
        let entry = Origin { name: "walk", attributes: relict_core::format::AttributesRef::List(&inside) };
        let claims = |bytes: &[u8]| (Motion::claims(Origin::named("x"), bytes), Motion::claims(entry, bytes));
        assert_eq!(claims(&bytes), (Claim::Sure, Claim::Sure));
        bytes[16] ^= 1;
        assert_eq!(claims(&bytes), (Claim::No, Claim::Broken));
        bytes[16] ^= 1;
        bytes[0] = 5;
        assert_eq!(claims(&bytes), (Claim::Broken, Claim::Broken));
        assert_eq!(claims(&bytes[..20]), (Claim::No, Claim::No));
    }
}
