//! `relict pack`: from a folder back to an archive.

use super::{Failure, Input, Outcome, PaletteArg, context};
use crate::disk::{self, Beside, SourceFolder, write_packed};
use crate::world::{GREEN, World, YELLOW};
use relict_toolkit::answer::{AddedEntry, PackAnswer, PackedModel, PackedPicture, Remark, schema_id};
use relict_toolkit::core::args;
use relict_toolkit::core::image::{Redraw, Smaller};
use relict_toolkit::core::journal::{Added, Change, Journal};
use relict_toolkit::core::text::printable;
use relict_toolkit::folder::{self, PackHow, PackSource, Packed, Placed, Reporting, SignaturePolicy};
use relict_toolkit::problem::{NO_COMPANION, Problem};
use serde_json::Value;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Pack an unpacked folder into an archive; everything that was not edited keeps its bytes
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A folder unpacked by relict or, with --like, by another program
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Output archive, or - for standard output
    out: String,
    /// Make new entries of files that relict.json does not list
    #[arg(long, conflicts_with = "like")]
    add: bool,
    /// Rebuild everything around the entries the way the game's own tools do
    #[arg(long)]
    canonical: bool,
    /// Take everything that the folder lacks from this archive; the folder then needs no relict.json
    #[arg(long, value_name = "ARCHIVE", conflicts_with = "canonical")]
    like: Option<String>,
    #[command(flatten)]
    palette: PaletteArg,
    /// Replace colours that are not in the palette by the nearest ones
    #[arg(long)]
    quantise: bool,
    /// Round grey levels that match no palette colour, as the community's editor does
    #[arg(long)]
    lenient: bool,
    /// Increase the bit depth of pictures that have more colours than it allows
    #[arg(long)]
    deepen: bool,
    /// Remove the signature of the archive
    #[arg(long)]
    strip_signature: bool,
    /// Keep the signature of the archive even though it becomes invalid
    #[arg(long, conflicts_with = "strip_signature")]
    keep_signature: bool,
    /// Also write the .jad of the archive, with the new size and without a signature
    #[arg(long)]
    update_jad: bool,
    /// Keep the existing mip levels of edited pictures instead of regenerating them
    #[arg(long)]
    keep_mips: bool,
    /// Overwrite the output archive if it exists
    #[arg(long)]
    force: bool,
    /// Do everything except writing files
    #[arg(long)]
    dry_run: bool,
}

pub fn run(args: &Args, world: &World) -> Outcome {
    let to_stdout = args.out == "-";
    if !to_stdout {
        disk::check_free(Path::new(&args.out), args.force)?;
    }
    let folder = SourceFolder::open(&args.folder)?;
    let size = |file: &PathBuf| file.metadata().map_or(0, |facts| facts.len());
    let total = || disk::files_below(&args.folder).unwrap_or_default().iter().map(size).sum();
    let progress = world.progress("cli-packing", total);
    let advance = |bytes| progress.advance(bytes);
    let source = Reporting { folder: &folder, advance: &advance };
    let around = args.around()?;
    let source = Placed { folder: &source, around: &around };
    let smaller = if args.keep_mips { Smaller::Kept } else { Smaller::Made };
    let how = PackHow {
        canonical: args.canonical,
        redraw: Redraw { smaller, quantise: args.quantise },
        lenient: args.lenient,
        deepen: args.deepen,
        signature: args.signature(),
        add: args.add,
    };
    let mut packed = match &args.like {
        Some(like) => pack_like(&source, like, how, &args.folder)?,
        None => folder::pack(&source, how).map_err(|problem| inside(&args.folder, problem))?,
    };
    let companion = args.update_jad.then(|| renewed_companion(&packed, args)).transpose()?;
    if companion.is_none() {
        packed.journal.remarks.extend(companions(&packed, args));
    }
    progress.clear();
    let out = Path::new(&args.out);
    match (args.dry_run, to_stdout) {
        (true, _) => {}
        (false, true) => to_standard_output(&packed, &folder)?,
        (false, false) => disk::write_file(out, args.force, |file| {
            write_packed(&packed, &folder, file, |e| disk::failed(out, &e))
        })?,
    }
    if let Some((file, bytes)) = companion {
        if !args.dry_run {
            disk::write_bytes(&file, true, &bytes)?;
        }
        packed.journal.remarks.push(("pack-companion-renewed", args!(file = disk::shown(&file))));
    }
    report(&packed, args, world, to_stdout && !args.dry_run)
}

impl Args {
    /// What lies beside the new archive; beside the folder, if that goes to nowhere.
    fn around(&self) -> Result<Beside, Problem> {
        let place = if self.out == "-" { &self.folder } else { Path::new(&self.out) };
        Ok(Beside::new(place.parent().unwrap_or(place)).with_palette(self.palette.read()?))
    }

    fn signature(&self) -> SignaturePolicy {
        match (self.strip_signature, self.keep_signature) {
            (true, _) => SignaturePolicy::Strip,
            (_, true) => SignaturePolicy::Keep,
            _ => SignaturePolicy::Refuse,
        }
    }
}

fn pack_like<'s>(
    source: &'s dyn PackSource,
    like: &str,
    how: PackHow,
    folder: &Path,
) -> Result<Packed<'s>, Problem> {
    let input = Input::open_file_or_loose_folder(like)?;
    let library = input.library();
    input.asset(|asset| {
        let packed = folder::pack_like(source, &asset, how, context(&library));
        // What is wrong with the example is told of the example.
        packed.map_err(|problem| if problem.path == asset.path { problem } else { inside(folder, problem) })
    })
}

/// Files beside the new archive that speak of the one of before.
fn companions(packed: &Packed<'_>, args: &Args) -> Vec<(&'static str, relict_toolkit::core::report::Args)> {
    if !packed.journal.is_changed() || args.out == "-" {
        return vec![];
    }
    let files = companion_files(packed, args);
    files.iter().map(|file| ("pack-companion", args!(file = disk::shown(file)))).collect()
}

/// Such files, beside the new archive and beside the example.
fn companion_files(packed: &Packed<'_>, args: &Args) -> Vec<PathBuf> {
    let archives = [Some(args.out.as_str()), args.like.as_deref()];
    let companions = packed.kind.package().map_or(&[][..], |package| package.companions);
    let beside = |archive: &str| {
        let file =
            |ending: &&str| Some(Path::new(archive).with_extension(ending)).filter(|file| file.is_file());
        companions.iter().filter_map(file).collect::<Vec<_>>()
    };
    let mut files: Vec<PathBuf> = archives.into_iter().flatten().flat_map(beside).collect();
    files.dedup();
    files
}

/// The companion of the new archive, and where it goes. Without one that could be corrected there is nothing to write.
fn renewed_companion(packed: &Packed<'_>, args: &Args) -> Result<(PathBuf, Vec<u8>), Problem> {
    let out = Path::new(&args.out);
    let none = || Problem::new(NO_COMPANION, args.out.as_str(), args!(format = packed.kind.id));
    let found = companion_files(packed, args).into_iter().next().ok_or_else(none)?;
    let bytes = std::fs::read(&found).map_err(|e| disk::failed(&found, &e))?;
    let name = out.file_name().unwrap_or_default().to_string_lossy();
    let package = packed.kind.package().ok_or_else(none)?;
    let renewed = (package.companion)(&bytes, &name, packed.size()).ok_or_else(none)?;
    Ok((out.with_extension(found.extension().unwrap_or_default()), renewed))
}

/// The problem with its path from where the person stands, not from the folder.
fn inside(folder: &Path, mut problem: Problem) -> Problem {
    problem.also = problem.also.into_iter().map(|also| inside(folder, also)).collect();
    if !Path::new(&problem.path).starts_with(folder) {
        problem.path = match problem.path.as_str() {
            "" => disk::shown(folder),
            inner => disk::shown(&folder.join(inner)),
        };
    }
    problem
}

fn report(packed: &Packed<'_>, args: &Args, world: &World, stdout_taken: bool) -> Outcome {
    if stdout_taken {
        packed.journal.remarks.iter().for_each(|(id, args)| world.note(id, args.clone()));
        if !packed.journal.unlisted.is_empty() {
            world.note("cli-pack-unlisted", args!(count = packed.journal.unlisted.len()));
        }
        return Ok(ExitCode::SUCCESS);
    }
    let Journal { changes, files, unlisted, added, remarks } = &packed.journal;
    if world.json {
        let picture = |Change { path, notes }: &Change| {
            Some(PackedPicture { path: path.clone(), losses: notes.losses()?.into() })
        };
        let model = |Change { path, notes }: &Change| {
            let remarks = Remark::of_model(notes.remarks()?, world.catalogue());
            Some(PackedModel { path: path.clone(), remarks })
        };
        world.answer(&PackAnswer {
            schema: schema_id("pack"),
            folder: args.folder.display().to_string(),
            out: args.out.clone(),
            format: packed.kind.id.into(),
            size: packed.size(),
            entries: packed.entries,
            changed: changes.iter().map(|change| change.path.clone()).collect(),
            drawn: changes.iter().filter_map(picture).collect(),
            reshaped: changes.iter().filter_map(model).collect(),
            edited: files.clone(),
            added: added.iter().map(AddedEntry::from).collect(),
            unlisted: unlisted.clone(),
            remarks: Remark::of_archive(remarks, world.catalogue()),
            dry_run: args.dry_run,
        })?;
    } else if !world.quiet {
        let most = if world.verbose { usize::MAX } else { 20 };
        let mut out = world.out();
        let id = if args.dry_run { "cli-pack-would" } else { "cli-pack-done" };
        let numbers = args!(
            entries = packed.entries,
            changed = changes.len(),
            size = packed.size(),
            out = args.out.as_str()
        );
        writeln!(out, "{GREEN}{}{GREEN:#}", world.say(id, numbers))?;
        for Change { path, notes } in changes.iter().take(most) {
            writeln!(out, "  {}", printable(path))?;
            for line in world.catalogue().edit_notes(notes) {
                writeln!(out, "    {line}")?;
            }
        }
        if !files.is_empty() {
            writeln!(out, "{}", world.say("cli-pack-edited", args!(count = files.len())))?;
        }
        for edited in files.iter().take(most) {
            writeln!(out, "  {}", printable(edited))?;
        }
        if !added.is_empty() {
            writeln!(out, "{}", world.say("cli-pack-added", args!(count = added.len())))?;
        }
        for added in added.iter().take(most) {
            writeln!(out, "  {}", shown(added))?;
        }
        for (id, args) in remarks {
            writeln!(out, "{}", world.say(id, args.clone()))?;
        }
        if !unlisted.is_empty() {
            writeln!(
                out,
                "{YELLOW}{}{YELLOW:#}",
                world.say("cli-pack-unlisted", args!(count = unlisted.len()))
            )?;
        }
        for file in unlisted.iter().take(most) {
            writeln!(out, "  {}", printable(file))?;
        }
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// `new.png → new.0 (ngi.texm, type=Texm, attr1=0)`.
fn shown(Added { file, path, format, attributes }: &Added) -> String {
    let format = format.map(str::to_owned);
    let attribute = |(name, value): (&String, &Value)| match value {
        Value::String(text) => format!("{name}={text}"),
        value => format!("{name}={value}"),
    };
    let all: Vec<String> = format.into_iter().chain(attributes.iter().map(attribute)).collect();
    let all = if all.is_empty() { String::new() } else { format!(" ({})", all.join(", ")) };
    printable(&format!("{file} → {path}{all}")).into_owned()
}

fn to_standard_output(packed: &Packed<'_>, folder: &SourceFolder) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    write_packed(packed, folder, &mut out, Failure::Output)?;
    // What the buffer still holds would get lost unnoticed at the end.
    Ok(out.flush()?)
}
