//! The chores of this repository. One file for each: its words here, its work there.

#![forbid(unsafe_code)]

mod browser;
mod deny;
mod fuzz;
mod new_format;
mod npm;
mod test;

use std::path::Path;
use std::process::{Command, ExitCode};

const USAGE: &str = "\
Usage: cargo xtask <COMMAND>

  test                everything that has to hold: format, lints, tests, generated pages, book, browser, docs
  new-format FAMILY NAME [--ending ENDING]
                      lay out a new format: tiny but true, with `Replace:` wherever something of yours belongs
  generate            write the tables that README and book take from the code
  generate --check    only say which of them are stale
  book                build docs/ into target/book
  bench               how fast, beside the least that the same work takes (minutes, and some gigabytes of memory)
  bench --write       the same, into the page of the book; its figures are also put into target/bench.json, and
                      --before FILE shows those of another run beside the new ones
  bench --only PART   archives, textures, viewer, memory, growth (with the size) or entries (with their number)
  fuzz [FAMILY|TARGET] [--minutes N]
                      every trial on damaged inputs (needs cargo-fuzz); --seeds only writes what they begin with,
                      --keep chooses anew what fuzz/corpus keeps
  real DIR            game files that somebody owns: findings, whether each comes back from a folder as it was, and how many
                      facts of its release hold (fixtures/real); fails if a file falls short
  deny                licences, sources, versions and known holes of all that is built with (needs cargo-deny)
  dist                what is handed out: the program, an archive, a Debian package, and what they are made of
  dist --twice        build the program in two folders, and compare every byte
  sbom                print the list of all that the program is made of, as CycloneDX
";

type Result<T = ()> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let outcome = match args.as_slice() {
        ["test"] => test::run(),
        ["generate"] | ["generate", "--check"] | ["book"] | ["bench", ..] | ["real", ..] => {
            with_library(&args)
        }
        ["new-format", family, name] => new_format::run(family, name, None),
        ["new-format", family, name, "--ending", ending] => new_format::run(family, name, Some(ending)),
        ["fuzz", rest @ ..] => fuzz::run(rest),
        ["deny"] => deny::run(),
        ["dist"] | ["dist", "--twice"] | ["sbom"] => by_package("xtask-dist", &args),
        [] | ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            Ok(())
        }
        other => Err(format!("no such command: {}\n\n{USAGE}", other.join(" ")).into()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// What has to know the formats is done by a program that is built with them.
fn with_library(args: &[&str]) -> Result {
    by_package("xtask-relict", args)
}

/// Leaves a chore to another program, which is built for it.
fn by_package(package: &str, args: &[&str]) -> Result {
    let cargo = test::cargo_program();
    let status = Command::new(cargo)
        .args(["run", "--quiet", "--locked", "--package", package, "--"])
        .args(args)
        .status()?;
    if status.success() { Ok(()) } else { Err(format!("cargo xtask {} failed", args.join(" ")).into()) }
}

/// The repository.
fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}
