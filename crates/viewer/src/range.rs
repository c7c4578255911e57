//! `Range: bytes=…`: a part of an answer.

use std::ops::Range;

#[derive(Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Nothing was asked for that we understand; then everything is right.
    All,
    Part(Range<usize>),
    /// What lies behind the end.
    None,
}

/// What a header wants of so many bytes. Of several parts at once, all is sent, as anybody may.
pub fn wanted(header: &str, size: usize) -> Wanted {
    let Some(stated) = header.trim().strip_prefix("bytes=").filter(|stated| !stated.contains(',')) else {
        return Wanted::All;
    };
    match stated.trim().split_once('-') {
        Some(("", last)) => number(last).map_or(Wanted::All, |last| behind(size.saturating_sub(last), size)),
        Some((first, "")) => number(first).map_or(Wanted::All, |first| behind(first, size)),
        Some((first, last)) => match (number(first), number(last)) {
            (Some(first), Some(last)) if first <= last => behind(first, size.min(last.saturating_add(1))),
            _ => Wanted::All,
        },
        None => Wanted::All,
    }
}

/// More digits than a number has room for are a number larger than any file.
fn number(digits: &str) -> Option<usize> {
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().unwrap_or(usize::MAX))
}

fn behind(start: usize, end: usize) -> Wanted {
    if start < end { Wanted::Part(start..end) } else { Wanted::None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_cut_to_what_is_there() {
        let part = |header: &str| wanted(header, 100);
        assert_eq!(part("bytes=0-9"), Wanted::Part(0..10));
        assert_eq!(part("bytes=90-"), Wanted::Part(90..100));
        assert_eq!(part("bytes=-10"), Wanted::Part(90..100));
        assert_eq!(part("bytes=-1000"), Wanted::Part(0..100));
        assert_eq!(part("bytes=50-99999999999999999999999999"), Wanted::Part(50..100));
        assert_eq!(part("bytes=100-"), Wanted::None);
        assert_eq!(part("bytes=-0"), Wanted::None);
        assert_eq!(part("bytes=99999999999999999999999999-"), Wanted::None);
        for odd in [
            "",
            "bytes",
            "bytes=",
            "bytes=-",
            "bytes=9-1",
            "bytes=a-b",
            "bytes=0-1,5-6",
            "lines=0-1",
            "bytes=+1-2",
        ] {
            assert_eq!(part(odd), Wanted::All, "{odd}");
        }
        assert_eq!(wanted("bytes=0-", 0), Wanted::None);
    }
}
