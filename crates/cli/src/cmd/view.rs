//! `relict view`: the viewer, in the browser.

use super::{Failure, Outcome, PaletteArg};
use crate::world::{BLUE, World};
use relict_disk::failed;
use relict_toolkit::answer::{ViewAnswer, schema_id};
use relict_toolkit::core::args;
use relict_viewer::{How, Viewer};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// View a folder or file in the browser: pictures, models, maps, tables and every byte
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A folder, or a file
    #[arg(default_value = ".", hide_default_value = true)]
    path: PathBuf,
    /// Allow editing pictures and fields, and saving next to the original
    #[arg(long)]
    edit: bool,
    #[command(flatten)]
    palette: PaletteArg,
    /// Listen on this port (default: any free port)
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Print the address without opening a browser
    #[arg(long)]
    no_open: bool,
}

pub fn run(args: &Args, world: &World) -> Outcome {
    let how = How {
        root: args.path.clone(),
        edit: args.edit,
        port: args.port,
        language: world.language,
        palette: args.palette.read()?,
        wait: None,
    };
    let viewer = Viewer::bind(&how)?;
    if world.json {
        let root = args.path.display().to_string();
        let answer = ViewAnswer { schema: schema_id("view"), url: viewer.url(), root, edit: args.edit };
        let mut out = world.out();
        serde_json::to_writer(&mut out, &answer).map_err(io::Error::from)?;
        out.write_all(b"\n")?;
        out.flush()?;
    }
    show(viewer, !args.no_open && !world.json, world)
}

/// Tells where the viewer is, opens it if somebody is there to see it, and serves until Ctrl-C.
pub fn show(viewer: Viewer, open: bool, world: &World) -> Outcome {
    if !world.json {
        let mut out = world.out();
        let url = viewer.url();
        writeln!(out, "{BLUE}{url}{BLUE:#}")?;
        if !world.quiet {
            writeln!(out, "{}", world.say("cli-view-end", args!()))?;
        }
        out.flush()?;
    }
    if open && has_display() {
        // Whoever reads the address opens it without us.
        let _ = open::that_detached(viewer.url());
    }
    viewer.serve().map_err(|e| Failure::Problem(failed(Path::new("-"), &e)))?;
    Ok(ExitCode::SUCCESS)
}

/// Whether somebody sees what a browser would show.
pub fn has_display() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) && io::stdout().is_terminal()
        || set("DISPLAY")
        || set("WAYLAND_DISPLAY")
}
