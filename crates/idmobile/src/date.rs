//! Build times of maps, in seconds since 1970, as dates.

const DAY: i64 = 24 * 60 * 60;

/// Such as `2008-11-17 20:51:20`, in universal time. Every number is a date between 1901 and 2038.
pub(crate) fn date(seconds: i32) -> String {
    let (days, second) = (i64::from(seconds).div_euclid(DAY), i64::from(seconds).rem_euclid(DAY));
    // Years begin with March here, so that the day that some years lack is the last; and 400 years are always as long.
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = 400 * era + year + later;
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_since_1970_are_dates() {
        assert_eq!(date(0), "1970-01-01 00:00:00");
        assert_eq!(date(951_782_400), "2000-02-29 00:00:00");
        assert_eq!(date(1_226_955_080), "2008-11-17 20:51:20");
        assert_eq!(date(-1), "1969-12-31 23:59:59");
        assert_eq!(
            (date(i32::MIN), date(i32::MAX)),
            ("1901-12-13 20:45:52".into(), "2038-01-19 03:14:07".into())
        );
    }
}
