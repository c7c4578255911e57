//! AMR: speech and sounds in frames of 20 ms, as phones record them. The first byte of a frame tells how long it is; what it
//! sounds like is not taken apart.

use relict_core::prelude::*;

pub(crate) const MARK: &[u8; 6] = b"#!AMR\n";

/// Bytes of a frame behind its first, by its kind. Kinds without a number are not used.
const SIZES: [Option<usize>; 16] = [
    Some(12),
    Some(13),
    Some(15),
    Some(17),
    Some(19),
    Some(20),
    Some(26),
    Some(31), // speech, from 4.75 to 12.2 kbit/s
    Some(5),
    None,
    None,
    None,
    None,
    None,
    None,
    Some(0), // noise; nothing
];

parts! {
    /// Sound in the format AMR.
    pub struct Amr<'a> {
        /// What every such file begins with.
        pub mark: [u8; 6],
        /// Frames of 20 ms, one behind the other.
        pub frames: Bytes<'a>,
        /// Bytes that are no whole frame.
        pub tail: Bytes<'a>,
    }
}

/// The bytes of all whole frames in front, as far as `goes_on` says of what follows, and how many there are.
fn frames(bytes: &[u8], goes_on: impl Fn(&[u8]) -> bool) -> (usize, usize) {
    let (mut at, mut count) = (0, 0);
    while let Some((first, rest)) = bytes.get(at..).filter(|rest| goes_on(rest)).and_then(<[u8]>::split_first)
    {
        match SIZES[usize::from(first >> 3 & 15)] {
            Some(size) if size <= rest.len() => at += 1 + size,
            _ => break,
        }
        count += 1;
    }
    (at, count)
}

/// Where a sound at the beginning of the bytes ends: at their end, or where `begins` says that another file begins.
pub(crate) fn end(bytes: &[u8], begins: impl Fn(&[u8]) -> bool) -> Option<usize> {
    let sound = bytes.strip_prefix(MARK)?;
    let (size, _) = frames(sound, |rest| !begins(rest));
    let end = MARK.len() + size;
    (end == bytes.len() || begins(&bytes[end..])).then_some(end)
}

impl<'a> Format<'a> for Amr<'a> {
    const ID: &'static str = "idmobile.amr";
    const ENDINGS: &'static [&'static str] = &["amr"];
    const RULES: Rules = RULES;

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        super::claim(origin, &[".amr"], bytes.starts_with(b"#!AMR"))
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let mark = c.get("mark")?;
        let (size, _) = frames(c.whole().get(c.pos()..).unwrap_or_default(), |_| true);
        Ok(Self { mark, frames: c.bytes("frames", size)?, tail: c.tail("tail") })
    }

    fn write(&self, out: &mut Put) {
        out.put(&self.mark);
        out.bytes(&self.frames);
        out.bytes(&self.tail);
    }

    fn facts(&self) -> Facts {
        let (_, count) = frames(&self.frames, |_| true);
        vec![("frames", count.into()), ("duration", (count as f64 * 0.02).into())]
    }

    fn check(&self, report: &mut Report, _: Context<'_>) {
        report.expect(self.tail.is_empty(), &TAIL, "tail", || args!(size = self.tail.len()));
    }
}

rules! { "amr":
    Error TAIL = "frame";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_reach_to_the_end_or_to_the_next_file() {
        let sound = [&MARK[..], &[0x04], &[1; 12], &[0x7C], &[0x7C]].concat();
        let begins = |rest: &[u8]| rest.starts_with(MARK);
        assert_eq!(end(&sound, begins), Some(sound.len()));
        assert_eq!(end(&sound.repeat(2), begins), Some(sound.len()));
        assert_eq!((end(&sound[..10], begins), end(b"MThd", begins)), (None, None));
        let amr = Amr::read(&mut Cursor::new(&sound), Origin::named("x.amr")).unwrap();
        assert_eq!((amr.facts()[0].clone(), amr.tail.len()), (("frames", 3.into()), 0));
    }
}
