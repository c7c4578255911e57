//! What is told of a measurement: a piece of work beside the least that any program would have to do for it.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    /// What was done.
    pub work: String,
    /// The same work as far as nobody gets around it.
    pub limit: String,
    /// How long the work took, and the limit; in seconds.
    pub time: f64,
    pub limit_time: f64,
    /// How many times the limit it may take; none where that is only told.
    pub at_most: Option<f64>,
}

impl Row {
    pub fn new(work: &str, limit: &str, [limit_time, time]: [Duration; 2], at_most: Option<f64>) -> Self {
        let (time, limit_time) = (time.as_secs_f64(), limit_time.as_secs_f64());
        Self { work: work.into(), limit: limit.into(), time, limit_time, at_most }
    }

    /// The same work on one core and on all of them, beside what one core took, shared out. Both cores of two used to 1.8
    /// times is a ratio of 1.11.
    pub fn shared_out(work: &str, one: Duration, all: Duration, cores: usize) -> Self {
        Self::shared_but(work, "one core, shared out", Duration::ZERO, [one, all], cores)
    }

    /// The same where some of it, `whole`, cannot be shared by any program.
    pub fn shared_but(work: &str, limit: &str, whole: Duration, times: [Duration; 2], cores: usize) -> Self {
        let [one, all] = times;
        let cores = u32::try_from(cores).unwrap_or(1).max(1);
        let least = whole + one.saturating_sub(whole) / cores;
        let at_most = (cores > 1).then_some(1.0 / 0.9);
        Self::new(&format!("{work}, on {cores} cores"), limit, [least, all], at_most)
    }

    pub fn ratio(&self) -> f64 {
        self.time / self.limit_time
    }

    /// Whether it takes longer than it may.
    pub fn is_missed(&self) -> bool {
        // As it is shown: nobody sees the third digit.
        self.at_most.is_some_and(|most| (self.ratio() * 100.0).round() > (most * 100.0).round())
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { work, limit, .. } = self;
        let wanted = self.at_most.map(|most| format!("{most:.2}")).unwrap_or_default();
        let missed = if self.is_missed() { " MISSED" } else { "" };
        let (time, limit_time) = (self.time * 1e3, self.limit_time * 1e3);
        write!(
            f,
            "{work:<44} {time:>9.2} ms  {limit:<32} {limit_time:>9.2} ms  {:>7.3}  {wanted:>5}{missed}",
            self.ratio()
        )
    }
}
