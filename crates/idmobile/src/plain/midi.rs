//! MIDI: a head, and tracks. What a track plays is not taken apart.

use crate::phrases;
use relict_core::prelude::*;

pub(crate) const MARK: &[u8; 4] = b"MThd";
const TRACK: Tag = Tag(*b"MTrk");

record! {
    /// The head of a melody.
    pub struct MidiHeader: 14 {
        /// `MThd`.
        0x00 mark: Tag,
        /// Bytes of the head behind this field; 6 in all files.
        0x04 size: U32Be,
        /// How tracks belong together: 0 for a single one, 1 for tracks that play at once, 2 for one after the other.
        0x08 kind: U16Be,
        /// How many tracks follow.
        0x0A track_count: U16Be,
        /// How many steps of time a quarter note has.
        0x0C division: U16Be,
    }
}

parts! {
    /// A track, or a chunk that players skip.
    pub struct MidiTrack<'a> {
        /// `MTrk` for a track.
        pub kind: Tag,
        /// Bytes of its events.
        pub size: U32Be = derived,
        /// Notes and when they sound.
        pub events: Bytes<'a>,
    }
}

parts! {
    /// Melody in the format MIDI.
    pub struct Midi<'a> {
        /// What holds for all tracks.
        pub header: MidiHeader,
        /// Tracks.
        pub tracks: Vec<MidiTrack<'a>>,
        /// Bytes behind the last track.
        pub tail: Bytes<'a>,
    }
}

/// Where a melody at the beginning of the bytes ends; none if it does not, or if there is none.
pub(crate) fn end(bytes: &[u8]) -> Option<usize> {
    let header =
        bytes.get(..MidiHeader::SIZE).filter(|bytes| bytes.starts_with(MARK)).map(MidiHeader::get)?;
    let mut at = MidiHeader::SIZE;
    for _ in 0..header.track_count.0 {
        let size = bytes.get(at.checked_add(4)?..)?.first_chunk::<4>()?;
        at = at.checked_add(8)?.checked_add(u32::from_be_bytes(*size) as usize)?;
        if at > bytes.len() {
            return None;
        }
    }
    Some(at)
}

impl<'a> MidiTrack<'a> {
    fn read(c: &mut Cursor<'a>) -> Result<Self> {
        let kind = c.get("kind")?;
        let size: U32Be = c.get("size")?;
        Ok(Self { kind, size, events: c.bytes("events", size.0 as usize)? })
    }

    fn write(&self, out: &mut Put) {
        out.put(&self.kind);
        match u32::try_from(self.events.len()) {
            Ok(size) => out.put(&U32Be(size)),
            Err(_) => {
                out.fail(Error::unexpected(phrases::at_most_4_gib(), self.events.len()).inside("events"));
            }
        }
        out.bytes(&self.events);
    }
}

impl<'a> Format<'a> for Midi<'a> {
    const ID: &'static str = "idmobile.midi";
    const ENDINGS: &'static [&'static str] = &["mid"];
    const RULES: Rules = RULES;
    const MEASURES: Measures = MEASURES;
    const FACETS: Facets<Self> = Facets::<Self>::NONE.tables(Self::make_tables);

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        super::claim(origin, &[".mid", ".midi"], bytes.starts_with(MARK))
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let header: MidiHeader = c.get("header")?;
        let tracks = c.each("tracks", header.track_count.0.into(), MidiTrack::read)?;
        Ok(Self { header, tracks, tail: c.tail("tail") })
    }

    fn write(&self, out: &mut Put) {
        out.put(&self.header);
        out.agree("header.track_count", self.header.track_count.0, self.tracks.len());
        out.each("tracks", &self.tracks, MidiTrack::write);
        out.bytes(&self.tail);
    }

    fn measure(&self, cases: &mut Cases, _: Origin<'_>) {
        cases.tally(&KINDS, self.header.kind.0);
        cases.claim_each(&TRACKS, &self.tracks, |track| track.kind == TRACK);
    }

    fn facts(&self) -> Facts {
        vec![("tracks", self.tracks.len().into())]
    }

    fn check(&self, report: &mut Report, _: Context<'_>) {
        let size = self.header.size.0;
        report.expect(size == 6, &HEADER, "header.size", || args!(found = size));
        report.each("tracks", &self.tracks, |track, report| {
            report.expect(track.kind == TRACK, &KIND, "kind", || args!(found = track.kind.to_string()));
        });
        report.expect(self.tail.is_empty(), &TAIL, "tail", || args!(size = self.tail.len()));
    }
}

impl Midi<'_> {
    fn make_tables(&self) -> Vec<Table> {
        let row = |(i, track): (usize, &MidiTrack<'_>)| {
            let kind = Cell::Text(track.kind.to_string());
            vec![Cell::Number(i as i64), kind, Cell::Number(track.events.len() as i64)]
        };
        let rows = self.tracks.iter().enumerate().map(row).collect();
        vec![Table { title: "tracks", columns: vec!["number", "kind", "bytes"], rows }]
    }
}

measures! { "midi":
    Claim TRACKS = "tracks";
    Tally KINDS = "kinds";
}

rules! { "midi":
    Error HEADER = "header";
    Warning KIND = "kind";
    Warning TAIL = "tail";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_melody_ends_with_its_last_track() {
        let head = [&b"MThd"[..], &[0, 0, 0, 6, 0, 1, 0, 2, 0, 96]].concat();
        let bytes = [&head[..], b"MTrk\0\0\0\x01!", b"MTrk\0\0\0\0"].concat();
        assert_eq!(end(&[&bytes[..], b"MThd"].concat()), Some(bytes.len()));
        assert_eq!((end(&bytes[..bytes.len() - 1]), end(&head), end(b"RIFF")), (None, None, None));
    }
}
