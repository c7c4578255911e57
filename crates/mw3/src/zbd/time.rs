//! The time of an entry, as people write it and to the last of its digits: `1999-05-31T12:00:00.0000001Z`.

/// Ticks of 100 nanoseconds in a second, and seconds in a day.
const SECOND: u64 = 10_000_000;
const DAY: u64 = 86_400;
/// The last tick of the year 9999.
pub(super) const LAST: u64 = 2_650_467_743_999_999_999;
/// Days from the 1st of March of year 0 to the 1st of January of 1601.
const EPOCH: u64 = 584_694;

/// `filetime` is at most `LAST`.
pub(super) fn shown(filetime: u64) -> String {
    let (seconds, ticks) = (filetime / SECOND, filetime % SECOND);
    let (days, second) = (seconds / DAY, seconds % DAY);
    let (year, month, day) = date(days);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{ticks:07}Z")
}

/// What `shown` shows so; nothing else.
pub(super) fn parsed(text: &str) -> Option<u64> {
    let digits: Vec<u64> =
        text.split(['-', 'T', ':', '.', 'Z']).map_while(|digits| digits.parse().ok()).collect();
    let &[year, month, day, hour, minute, second, ticks] = digits.as_slice() else { return None };
    if !(1601..=9999).contains(&year) || !(1..=12).contains(&month) || hour > 23 || minute > 59 || second > 59
    {
        return None;
    }
    let days = days(year, month, day)?;
    let seconds = days * DAY + hour * 3600 + minute * 60 + second;
    let filetime = seconds.checked_mul(SECOND)?.checked_add(ticks)?;
    (shown(filetime.min(LAST)) == text).then_some(filetime)
}

/// Year, month and day of the day with this number since 1601. Years are counted from March, so that the odd day is last.
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + EPOCH;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let march = (5 * day + 2) / 153;
    let month = if march < 10 { march + 3 } else { march - 9 };
    (era * 400 + year + u64::from(month <= 2), month, day - (153 * march + 2) / 5 + 1)
}

fn days(year: u64, month: u64, day: u64) -> Option<u64> {
    let year = year - u64::from(month <= 2);
    let march = (month + 9) % 12;
    let (era, of_era) = (year / 400, year % 400);
    let day = (153 * march + 2) / 5 + day.checked_sub(1)?;
    (era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + day).checked_sub(EPOCH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tick_comes_back() {
        let known = [
            (1, "1601-01-01T00:00:00.0000001Z"),
            (116_444_736_000_000_000, "1970-01-01T00:00:00.0000000Z"),
            (125_968_608_000_000_000, "2000-03-07T00:00:00.0000000Z"),
            (LAST, "9999-12-31T23:59:59.9999999Z"),
        ];
        for (filetime, text) in known {
            assert_eq!(shown(filetime), text);
            assert_eq!(parsed(text), Some(filetime));
        }
        for filetime in (0..LAST).step_by(7_654_321_987_654_321) {
            assert_eq!(parsed(&shown(filetime)), Some(filetime));
        }
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for text in ["", "now", "1999-05-31", "1999-02-29T00:00:00.0000000Z", "1999-05-31T24:00:00.0000000Z"]
        {
            assert_eq!(parsed(text), None, "{text}");
        }
        assert_eq!(parsed("1999-00-31T12:00:00.0000000Z"), None);
        assert_eq!(parsed("1999-05-31T12:00:00.99999999999999999999Z"), None);
        assert_eq!(parsed("1999-05-31 12:00:00.0000000Z"), None);
    }
}
