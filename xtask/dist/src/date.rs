//! The date of what is handed out: that of the last change, not of the day on which somebody builds it.

use crate::{Result, tools};
use std::path::Path;
use std::process::Command;

/// The variable by which all tools are told the date (reproducible-builds.org).
pub const VARIABLE: &str = "SOURCE_DATE_EPOCH";

/// The date in seconds since 1970: as told, else that of the last commit.
pub fn seconds(root: &Path) -> Result<u64> {
    if let Ok(told) = std::env::var(VARIABLE) {
        return Ok(told.parse().map_err(|_| format!("{VARIABLE} is no number of seconds: {told}"))?);
    }
    let last = tools::said(Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(root));
    let last = last.map_err(|error| format!("{error}; without git, {VARIABLE} has to tell the date"))?;
    Ok(last.trim().parse()?)
}

/// A date as people and CycloneDX write it, such as `2001-09-09T01:46:40Z`.
pub fn text(seconds: u64) -> String {
    let (year, month, day) = civil(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// Year, month and day of a number of days since 1970.
fn civil(mut days: u64) -> (u64, usize, u64) {
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let months = [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in months {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

#[cfg(test)]
mod tests {
    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, date) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_000_000_000, "2001-09-09T01:46:40Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(super::text(seconds), date);
        }
    }
}
