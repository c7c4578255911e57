//! What is handed out: the program, built so that anybody can build the same bytes; an archive and a Debian package with
//! its man pages and completions; and the list of all that they are made of. A package of its own, so that no other
//! chore waits for what packs and hashes.

#![forbid(unsafe_code)]

mod archive;
mod date;
mod debian;
mod notices;
mod papers;
mod parts;
mod program;
mod sbom;
mod sums;
mod tools;
mod twice;

use program::Place;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

type Result<T = ()> = std::result::Result<T, Box<dyn std::error::Error>>;

/// The version of everything in this repository.
const VERSION: &str = env!("CARGO_PKG_VERSION");

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let outcome = match args.as_slice() {
        ["dist"] => dist(root()),
        ["dist", "--twice"] => twice::run(root()),
        ["sbom"] => print_sbom(root()),
        _ => Err("this is what `cargo xtask` calls for `dist` and `sbom`".into()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Builds the program and puts everything that is handed out into `packages`, in the folder of built things.
fn dist(root: &Path) -> Result {
    let place = Place::new(root, &tools::target(root))?;
    let seconds = date::seconds(root)?;
    let program = program::build(&place)?;
    let parts = parts::of(root, &place.host)?;
    let papers = papers::write(&place, &program, &parts)?;

    let packages = place.target.join("packages");
    fs::create_dir_all(&packages)?;
    let mut made = vec![archive::write(&place, &program, &papers, &packages, seconds)?];
    made.extend(debian::write(&place, &packages, seconds)?);
    let bom_file = packages.join(format!("relict-{VERSION}-{}.cdx.json", place.host));
    fs::write(&bom_file, sbom::text(&sbom::of(&parts, seconds)?)?)?;
    made.push(bom_file);
    made.push(sums::write(&packages, &made)?);

    println!("\nHanded out from {}:", packages.display());
    for file in &made {
        println!("  {:>9} bytes  {}", fs::metadata(file)?.len(), tools::name(file));
    }
    Ok(())
}

fn print_sbom(root: &Path) -> Result {
    let parts = parts::of(root, &tools::host()?)?;
    print!("{}", sbom::text(&sbom::of(&parts, date::seconds(root)?)?)?);
    Ok(())
}

/// The repository.
fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here)
}
