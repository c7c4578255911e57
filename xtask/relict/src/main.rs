//! The chores that need the library: pages that come from the code, the book around them, measurements, game files that
//! people own. A package of its own, so that the others need not wait until the library is built. That the pages are up to
//! date is among its tests.

#![forbid(unsafe_code)]

mod bench;
mod book;
mod generate;
mod links;
mod real;

use std::path::Path;
use std::process::ExitCode;

type Result<T = ()> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let outcome = match args.as_slice() {
        ["generate"] => generate::write(root()),
        ["generate", "--check"] => generate::check(root()),
        ["book"] => book::build(root()),
        ["bench", bench::ALONE, program, args @ ..] => bench::run_alone(program, args),
        ["bench", args @ ..] => bench::run(root(), args),
        ["real", folder] => real::run(root(), Path::new(folder)),
        ["real", ..] => Err("`real` takes one folder of game files".into()),
        _ => Err("this is what `cargo xtask` calls for `generate`, `book`, `bench` and `real`".into()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The repository.
fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here)
}
