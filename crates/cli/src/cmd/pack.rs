//! `relict pack`: from a folder back to an archive.

use super::remarks;
use super::{Failure, Input, Outcome, context, losses};
use crate::disk::{self, NewFile, OldFolder};
use crate::world::{GREEN, Progress, World};
use relict::answer::{PackAnswer, PackedModel, PackedPicture, Remark, schema_id};
use relict::core::args;
use relict::core::image::{Redraw, Smaller};
use relict::folder::{self, PackHow, Packed, Packing, Part, SignaturePolicy};
use relict::problem::{INPUT_OUTPUT, MISSING_FILE, NO_COMPANION, Problem};
use std::fs::File;
use std::io::{self, Read, StdoutLock, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Pack a folder into an archive; what was not edited keeps its bytes
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A folder that relict unpacked; with --like, also one of another program
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The archive to write, or - for standard output
    out: String,
    /// Make everything around the entries anew, as the game's own tools do
    #[arg(long)]
    canonical: bool,
    /// Take what the folder does not have from this archive; then the folder needs no relict.json
    #[arg(long, value_name = "ARCHIVE", conflicts_with = "canonical")]
    like: Option<String>,
    /// Let colours that a palette lacks become the nearest that it has
    #[arg(long)]
    quantise: bool,
    /// Round grey levels that stand for no colour, as the community's editor does
    #[arg(long)]
    lenient: bool,
    /// Let pictures with more colours than their depth has be kept deeper
    #[arg(long)]
    deepen: bool,
    /// Pack without the signature of the archive
    #[arg(long)]
    strip_signature: bool,
    /// Keep the signature of the archive although it will not hold any more
    #[arg(long, conflicts_with = "strip_signature")]
    keep_signature: bool,
    /// Also write the .jad that belongs to the archive: with the new size, and without its signature
    #[arg(long)]
    update_jad: bool,
    /// Keep the smaller levels of edited pictures instead of making them anew
    #[arg(long)]
    keep_mips: bool,
    /// Overwrite the archive if it exists
    #[arg(long)]
    force: bool,
    /// Do everything but write
    #[arg(long)]
    dry_run: bool,
}

/// The folder on disk.
pub struct Source<'s> {
    pub folder: &'s OldFolder,
    pub progress: Progress,
}

impl Packing for Source<'_> {
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, Problem> {
        self.folder.read(path)
    }

    fn size(&self, path: &str) -> Result<Option<usize>, Problem> {
        let Some(file) = self.folder.file(path)? else { return Ok(None) };
        let facts = file.metadata().map_err(|e| disk::failed(&self.folder.path(path), &e))?;
        Ok(usize::try_from(facts.len()).ok())
    }

    fn files(&self, folder: &str) -> Result<Vec<String>, Problem> {
        self.folder.files(folder)
    }

    fn advance(&self, bytes: usize) {
        self.progress.advance(bytes);
    }
}

pub fn run(args: &Args, world: &World) -> Outcome {
    let to_stdout = args.out == "-";
    if !to_stdout {
        disk::check_free(Path::new(&args.out), args.force)?;
    }
    let folder = OldFolder::open(&args.folder)?;
    let size = |file: &PathBuf| file.metadata().map_or(0, |facts| facts.len());
    let total = || disk::files_below(&args.folder).unwrap_or_default().iter().map(size).sum();
    let source = Source { folder: &folder, progress: world.progress("cli-packing", total) };
    let smaller = if args.keep_mips { Smaller::Kept } else { Smaller::Made };
    let how = PackHow {
        canonical: args.canonical,
        redraw: Redraw { smaller, quantise: args.quantise },
        lenient: args.lenient,
        deepen: args.deepen,
        signature: args.signature(),
    };
    let mut packed = match &args.like {
        Some(like) => pack_like(&source, like, how, &args.folder)?,
        None => folder::pack(&source, how).map_err(|problem| inside(&args.folder, problem))?,
    };
    let companion = args.update_jad.then(|| renewed_companion(&packed, args)).transpose()?;
    if companion.is_none() {
        packed.remarks.extend(companions(&packed, args));
    }
    drop(source);
    let out = Path::new(&args.out);
    match (args.dry_run, to_stdout) {
        (true, _) => {}
        (false, true) => to_standard_output(&packed, &folder)?,
        (false, false) => disk::write_file(out, args.force, |file| {
            write_parts(&packed, &folder, file, |e| disk::failed(out, &e))
        })?,
    }
    if let Some((file, bytes)) = companion {
        if !args.dry_run {
            disk::write_bytes(&file, true, &bytes)?;
        }
        packed.remarks.push(("pack-companion-renewed", args!(file = disk::shown(&file))));
    }
    report(&packed, args, world, to_stdout && !args.dry_run)
}

impl Args {
    fn signature(&self) -> SignaturePolicy {
        match (self.strip_signature, self.keep_signature) {
            (true, _) => SignaturePolicy::Strip,
            (_, true) => SignaturePolicy::Keep,
            _ => SignaturePolicy::Refuse,
        }
    }
}

fn pack_like(source: &Source<'_>, like: &str, how: PackHow, folder: &Path) -> Result<Packed, Problem> {
    let input = Input::whole(like)?;
    let library = input.library();
    input.asset(|asset| {
        let packed = folder::pack_like(source, &asset, how, context(&library));
        // What is wrong with the example is told of the example.
        packed.map_err(|problem| if problem.path == asset.path { problem } else { inside(folder, problem) })
    })
}

/// Files beside the new archive that speak of the one of before.
fn companions(packed: &Packed, args: &Args) -> Vec<(&'static str, relict::core::report::Args)> {
    if packed.changed.is_empty() || args.out == "-" {
        return vec![];
    }
    let files = companion_files(packed, args);
    files.iter().map(|file| ("pack-companion", args!(file = disk::shown(file)))).collect()
}

/// Such files, beside the new archive and beside the example.
fn companion_files(packed: &Packed, args: &Args) -> Vec<PathBuf> {
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
fn renewed_companion(packed: &Packed, args: &Args) -> Result<(PathBuf, Vec<u8>), Problem> {
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
    if !Path::new(&problem.path).starts_with(folder) {
        problem.path = match problem.path.as_str() {
            "" => disk::shown(folder),
            inner => disk::shown(&folder.join(inner)),
        };
    }
    problem
}

fn report(packed: &Packed, args: &Args, world: &World, stdout_taken: bool) -> Outcome {
    if stdout_taken {
        packed.remarks.iter().for_each(|(id, args)| world.note(id, args.clone()));
        return Ok(ExitCode::SUCCESS);
    }
    if world.json {
        world.answer(&PackAnswer {
            schema: schema_id("pack"),
            folder: args.folder.display().to_string(),
            out: args.out.clone(),
            format: packed.kind.id.into(),
            size: packed.size(),
            entries: packed.entries,
            changed: packed.changed.clone(),
            drawn: packed
                .drawn
                .iter()
                .map(|drawn| PackedPicture { path: drawn.path.clone(), losses: drawn.losses.into() })
                .collect(),
            reshaped: packed
                .reshaped
                .iter()
                .map(|one| PackedModel {
                    path: one.path.clone(),
                    remarks: Remark::of_model(&one.remarks, world.catalogue()),
                })
                .collect(),
            edited: packed.spread_edited.clone(),
            remarks: Remark::of_archive(&packed.remarks, world.catalogue()),
            dry_run: args.dry_run,
        })?;
    } else if !world.quiet {
        let mut out = world.out();
        let id = if args.dry_run { "cli-pack-would" } else { "cli-pack-done" };
        let numbers = args!(
            entries = packed.entries,
            changed = packed.changed.len(),
            size = packed.size(),
            out = args.out.as_str()
        );
        writeln!(out, "{GREEN}{}{GREEN:#}", world.say(id, numbers))?;
        for changed in packed.changed.iter().take(if world.verbose { usize::MAX } else { 20 }) {
            writeln!(out, "  {}", relict::core::text::printable(changed))?;
            let drawn = packed.drawn.iter().find(|drawn| drawn.path == *changed);
            let reshaped = packed.reshaped.iter().find(|one| one.path == *changed);
            let losses = drawn.iter().flat_map(|drawn| losses::lines(&drawn.losses, world));
            let remarks = reshaped.iter().flat_map(|one| remarks::lines(&one.remarks, world));
            for line in losses.chain(remarks) {
                writeln!(out, "    {line}")?;
            }
        }
        if !packed.spread_edited.is_empty() {
            writeln!(out, "{}", world.say("cli-pack-edited", args!(count = packed.spread_edited.len())))?;
        }
        for edited in packed.spread_edited.iter().take(if world.verbose { usize::MAX } else { 20 }) {
            writeln!(out, "  {}", relict::core::text::printable(edited))?;
        }
        for (id, args) in &packed.remarks {
            writeln!(out, "{}", world.say(id, args.clone()))?;
        }
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

fn to_standard_output(packed: &Packed, folder: &OldFolder) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    write_parts(packed, folder, &mut out, Failure::Output)?;
    // What the buffer still holds would get lost unnoticed at the end.
    Ok(out.flush()?)
}

/// Writes the parts one behind the other. Files go from the system to the system, not through our memory.
pub fn write_parts<E: From<Problem>>(
    packed: &Packed,
    folder: &OldFolder,
    out: &mut impl Sink,
    failed: impl Fn(io::Error) -> E,
) -> Result<(), E> {
    let mut pending: Vec<u8> = vec![];
    for part in &packed.parts {
        match part {
            Part::Bytes(bytes) => pending.extend_from_slice(bytes),
            Part::File { path, size } => {
                out.write_all(&pending).map_err(&failed)?;
                pending.clear();
                let gone = || Problem::new(MISSING_FILE, path.as_str(), args!(name = "", named = "no"));
                let file = folder.file(path)?.ok_or_else(gone)?;
                let copied = out.take_file(file, *size as u64).map_err(&failed)?;
                if copied != *size as u64 {
                    let path = disk::shown(&folder.path(path));
                    let reason = args!(reason = format!("{copied} / {size}"));
                    return Err(Problem::new(INPUT_OUTPUT, path, reason).into());
                }
            }
        }
    }
    out.write_all(&pending).map_err(failed)
}

/// Where an archive goes.
pub trait Sink: Write {
    /// Takes `size` bytes of a file, and no more should it have grown.
    fn take_file(&mut self, file: File, size: u64) -> io::Result<u64>;
}

impl Sink for NewFile {
    fn take_file(&mut self, file: File, size: u64) -> io::Result<u64> {
        Self::take_file(self, file, size)
    }
}

impl Sink for StdoutLock<'_> {
    fn take_file(&mut self, file: File, size: u64) -> io::Result<u64> {
        io::copy(&mut file.take(size), self)
    }
}
