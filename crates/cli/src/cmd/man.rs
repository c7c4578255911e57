//! `relict man`: man pages.

use super::{Cli, Outcome};
use crate::disk;
use crate::help;
use crate::world::World;
use clap::CommandFactory;
use relict_toolkit::core::args;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Print the man page, or write one for each command to a folder
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Write one page per command to this directory instead
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Overwrite existing pages
    #[arg(long, requires = "dir")]
    force: bool,
}

pub fn run(args: &Args, world: &World) -> Outcome {
    let command = help::localised(Cli::command(), world.language);
    let mut out = world.out();
    let Some(folder) = &args.dir else {
        let mut page = vec![];
        clap_mangen::Man::new(command).render(&mut page)?;
        out.write_all(&page)?;
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    };
    std::fs::create_dir_all(folder).map_err(|e| disk::failed(folder, &e))?;
    let mut pages = vec![("relict.1".to_owned(), command.clone())];
    for inner in command.get_subcommands() {
        let name = format!("relict-{}", inner.get_name());
        pages.push((format!("{name}.1"), inner.clone().name(name)));
    }
    let count = pages.len();
    for (name, command) in pages {
        let mut page = vec![];
        clap_mangen::Man::new(command).render(&mut page)?;
        let path = folder.join(name);
        disk::write_file(&path, args.force, |file| {
            file.write_all(&page).map_err(|e| disk::failed(&path, &e))
        })?;
    }
    world.note("cli-man-done", args!(count = count, folder = folder.display().to_string()));
    Ok(ExitCode::SUCCESS)
}
