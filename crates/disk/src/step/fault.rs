//! Faults on request, for tests: `RELICT_FAULT` names them, with commas between.
//!
//! | fault | what happens |
//! |---|---|
//! | `count` | nothing; every step is told on standard error |
//! | `full@7` | the seventh step finds no room on the disk |
//! | `denied@7` | the seventh step is not permitted |
//! | `denied@7+` | nor is any step after it |
//! | `stop@7` | in the middle of the seventh step the program says so and does nothing more: it waits to be killed |
//! | `hold@7` | before the seventh step the program says so and waits for the end of its standard input |
//! | `plain` | two folders cannot change places in one step, as on other systems |

use std::io;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

const VARIABLE: &str = "RELICT_FAULT";

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Full,
    Denied,
    Stop,
    Hold,
}

#[derive(Debug)]
pub struct Fault {
    kind: Kind,
    /// Whether it is the step that was named, and not one after it.
    first: bool,
    number: usize,
    what: &'static str,
}

#[derive(Debug, Default)]
struct Plan {
    count: bool,
    plain: bool,
    kind: Option<Kind>,
    at: usize,
    /// Whether every step after that fails as well.
    on: bool,
}

impl Plan {
    fn read(text: &str) -> Self {
        let mut plan = Self::default();
        for word in text.split(',') {
            let (name, at) = word.split_once('@').unwrap_or((word, ""));
            match name {
                "count" => plan.count = true,
                "plain" => plan.plain = true,
                "full" => plan.kind = Some(Kind::Full),
                "denied" => plan.kind = Some(Kind::Denied),
                // Who is stopped does nothing more, whichever thread it would be.
                "stop" => (plan.kind, plan.on) = (Some(Kind::Stop), true),
                "hold" => plan.kind = Some(Kind::Hold),
                _ => {}
            }
            if let Ok(at) = at.trim_end_matches('+').parse() {
                plan.at = at;
                plan.on |= word.ends_with('+');
            }
        }
        plan
    }

    fn strikes(&self, number: usize) -> Option<Kind> {
        self.kind.filter(|_| number == self.at || self.on && number > self.at)
    }
}

fn plan() -> Option<&'static Plan> {
    static PLAN: OnceLock<Option<Plan>> = OnceLock::new();
    PLAN.get_or_init(|| std::env::var(VARIABLE).ok().map(|text| Plan::read(&text))).as_ref()
}

pub fn is_plain() -> bool {
    plan().is_some_and(|plan| plan.plain)
}

/// What is to happen to the next step.
pub fn due(what: &'static str) -> Option<Fault> {
    static TAKEN: AtomicUsize = AtomicUsize::new(0);
    let plan = plan()?;
    let number = TAKEN.fetch_add(1, Ordering::AcqRel) + 1;
    if plan.count {
        eprintln!("step {number}: {what}");
    }
    let kind = plan.strikes(number)?;
    Some(Fault { kind, first: number == plan.at, number, what })
}

impl Fault {
    /// Whether a part of the step is done before.
    pub fn is_halfway(&self) -> bool {
        self.kind != Kind::Hold
    }

    pub fn strike(self) -> io::Result<()> {
        match self.kind {
            Kind::Full => Err(io::ErrorKind::StorageFull.into()),
            Kind::Denied => Err(io::ErrorKind::PermissionDenied.into()),
            Kind::Hold => {
                self.tell();
                io::copy(&mut io::stdin().lock(), &mut io::sink()).map(drop)
            }
            Kind::Stop => {
                self.tell();
                loop {
                    std::thread::park();
                }
            }
        }
    }

    fn tell(&self) {
        if self.first {
            eprintln!("held at step {}: {}", self.number, self.what);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_strikes_where_it_says() {
        for (text, kind, struck) in [
            ("full@2", Some(Kind::Full), vec![2]),
            ("denied@3", Some(Kind::Denied), vec![3]),
            ("plain,denied@3+", Some(Kind::Denied), vec![3, 4, 5]),
            ("hold@4", Some(Kind::Hold), vec![4]),
            ("stop@4", Some(Kind::Stop), vec![4, 5]),
            ("count", None, vec![]),
            ("nonsense@1", None, vec![]),
        ] {
            let plan = Plan::read(text);
            assert_eq!(plan.kind, kind, "{text}");
            assert_eq!((1..=5).filter(|n| plan.strikes(*n).is_some()).collect::<Vec<_>>(), struck, "{text}");
        }
        assert!(Plan::read("plain,full@1").plain && Plan::read("count").count);
    }
}
