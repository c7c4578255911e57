//! How fast, in memory: each piece of work beside the least that any program would have to do for it, in the same run.
//! `cargo xtask bench` shows it together with what the program does with files.

// A measurement that cannot be made is no measurement.
#![allow(clippy::unwrap_used, clippy::panic)]

mod inputs;
mod mechlib;
mod models;
mod pixels;
mod race;
mod row;
mod written;

use row::Row;

/// The word by which another program is told rows, as JSON, one in each line.
const FOR_PROGRAMS: &str = "--json";

/// What can be measured by itself, by its name.
type Subject = (&'static str, fn() -> Vec<Row>);

const SUBJECTS: [Subject; 4] = [
    ("pixels", pixels::rows),
    ("models", models::rows),
    ("written", written::rows),
    ("mechlib", mechlib::rows),
];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    if mechlib::alone(&args) {
        return;
    }
    let named = SUBJECTS.iter().any(|(subject, _)| args.contains(subject));
    for (subject, rows) in SUBJECTS {
        if !named || args.contains(&subject) {
            rows().iter().for_each(|row| tell(row, args.contains(&FOR_PROGRAMS)));
        }
    }
}

fn tell(row: &Row, for_programs: bool) {
    if for_programs {
        println!("{}", serde_json::to_string(row).unwrap());
    } else {
        println!("{row}");
    }
}
