//! `sintable.bin` of Doom RPG, `sintable256.bin` of Orcs & Elves: the sine of a turn in 256 steps. 65536 stands for 1. All known
//! files are the same: the nearest whole number to each value.

use crate::names::is_called;
use relict_core::prelude::*;

const NAMES: [&str; 2] = ["sintable.bin", "sintable256.bin"];
const STEPS: usize = 256;

parts! {
    /// Sines of a turn in 256 steps.
    pub struct SineTable<'a> {
        /// For each step the sine, with 65536 for 1.
        pub sines: View<'a, i32>,
        /// Bytes behind the last, which no game has.
        pub tail: Bytes<'a>,
    }
}

/// Whether the turn begins with nothing and goes up to the whole.
fn fits(bytes: &[u8]) -> bool {
    let sine = |step: usize| bytes.get(step * 4..step * 4 + 4).map(i32::get);
    bytes.len() >= STEPS * 4 && sine(0) == Some(0) && sine(STEPS / 4) == Some(1 << 16)
}

impl<'a> Format<'a> for SineTable<'a> {
    const ID: &'static str = "idmobile.sine-table";
    const ENDINGS: &'static [&'static str] = &NAMES;
    const RULES: Rules = RULES;
    const MEASURES: Measures = MEASURES;
    const HAS_JSON_FORM: bool = true;
    const FACETS: Facets<Self> = Facets::<Self>::NONE.tables(Self::make_tables);

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        Claim::of_named(NAMES.iter().any(|name| is_called(origin, name)), || fits(bytes))
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        Ok(Self { sines: c.view("sines", STEPS)?, tail: c.tail("tail") })
    }

    fn write(&self, out: &mut Put) {
        out.agree("sines", self.sines.len() as i64, STEPS);
        out.bytes(self.sines.bytes());
        out.bytes(&self.tail);
    }

    fn measure(&self, cases: &mut Cases, _: Origin<'_>) {
        cases.claim_each(&NEAREST, self.sines.iter().enumerate(), |(i, sine)| sine == nearest(i));
    }

    fn facts(&self) -> Facts {
        vec![("numbers", self.sines.len().into())]
    }

    fn check(&self, report: &mut Report, _: Context<'_>) {
        report.expect(self.tail.is_empty(), &TAIL, "tail", || args!(size = self.tail.len()));
        for (i, sine) in self.sines.iter().enumerate() {
            let right = exact(i);
            let near = (f64::from(sine) - right).abs() <= 1.0;
            report.part(("sines", i), &sine, |sine, report| {
                let told = || args!(number = i, found = *sine, wanted = right.round() as i64);
                report.expect(near, &VALUE, "", told);
            });
        }
    }
}

impl SineTable<'_> {
    fn make_tables(&self) -> Vec<Table> {
        let row = |(i, sine): (usize, i32)| vec![Cell::Number(i as i64), Cell::Number(sine.into())];
        vec![Table {
            title: "values",
            columns: vec!["number", "value"],
            rows: self.sines.iter().enumerate().map(row).collect(),
        }]
    }
}

/// The whole number that is nearest to the sine of a step.
fn nearest(step: usize) -> i32 {
    exact(step).round() as i32
}

fn exact(step: usize) -> f64 {
    (step as f64 * std::f64::consts::TAU / STEPS as f64).sin() * 65536.0
}

measures! { "sine-table":
    Claim NEAREST = "nearest";
}

rules! { "sine-table":
    Warning VALUE = "value";
    Error TAIL = "tail";
}
