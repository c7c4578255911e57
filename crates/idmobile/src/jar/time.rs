//! The time of a member as people write it: `2006-01-31T10:00:02`. It has no time zone, and only every other second.

/// A date and a time; as it stands in the file where that is none: `0x0021_ffff`.
pub(super) fn shown(date: u16, time: u16) -> String {
    let (year, month, day) = (1980 + (date >> 9), date >> 5 & 15, date & 31);
    let (hour, minute, second) = (time >> 11, time >> 5 & 63, (time & 31) * 2);
    let text = format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}");
    if (1..=12).contains(&month) && day > 0 && hour < 24 && minute < 60 && second < 60 {
        text
    } else {
        format!("0x{date:04x}_{time:04x}")
    }
}

/// What `shown` shows so; nothing else.
pub(super) fn parsed(text: &str) -> Option<(u16, u16)> {
    let (date, time) = if let Some(digits) = text.strip_prefix("0x") {
        let (date, time) = digits.split_once('_')?;
        (u16::from_str_radix(date, 16).ok()?, u16::from_str_radix(time, 16).ok()?)
    } else {
        let parts: Vec<u16> = text.split(['-', 'T', ':']).map_while(|digits| digits.parse().ok()).collect();
        let &[year, month, day, hour, minute, second] = parts.as_slice() else { return None };
        let year = year.checked_sub(1980).filter(|year| *year < 128)?;
        if month > 15 || day > 31 || hour > 31 || minute > 63 || second > 63 {
            return None;
        }
        (year << 9 | month << 5 | day, hour << 11 | minute << 5 | second >> 1)
    };
    (shown(date, time) == text).then_some((date, time))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_time_comes_back() {
        for n in 0..=u16::MAX {
            for (date, time) in [(n, 0x5000), (0x3421, n), (n, !n)] {
                assert_eq!(parsed(&shown(date, time)), Some((date, time)));
            }
        }
        assert_eq!(shown(0x3421, 0x5041), "2006-01-01T10:02:02");
        assert_eq!(shown(0, 0), "0x0000_0000");
    }

    #[test]
    fn what_is_no_time_is_refused() {
        let odd = "2006-01-01T10:02:03";
        for text in
            ["", "now", "2006-01-01", odd, "1979-01-01T00:00:00", "2006-13-01T00:00:00", "0x0021_5041"]
        {
            assert_eq!(parsed(text), None, "{text}");
        }
    }
}
