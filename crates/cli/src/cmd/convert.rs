//! `relict convert`: one asset to another form, by the ending of the output.

mod model;

use super::{AlphaArg, Input, Outcome, PaletteArg, context};
use crate::disk::{self, Beside};
use crate::world::{GREEN, World};
use model::{from_model_file, no_model, to_model_files};
use relict_toolkit::FORMATS;
use relict_toolkit::answer::{self, ConvertAnswer, schema_id};
use relict_toolkit::core::args;
use relict_toolkit::core::format::{AttributesRef, Context, Kind, Limits, Origin};
use relict_toolkit::core::image::{Redraw, Smaller};
use relict_toolkit::core::journal::EditNotes;
use relict_toolkit::document::{self, Stated};
use relict_toolkit::model::{Open, kind_of_ending};
use relict_toolkit::open::{Asset, Surroundings};
use relict_toolkit::picture::{self, Alpha, Drawing};
use relict_toolkit::problem::{CONVERT_ENDING, NOT_FOUND, Problem, USAGE};
use serde_json::{Map, Value};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Convert one asset to the format given by the extension of OUT: .png, .glb, .gltf, .obj, .json or .svg, back from these, or the raw file
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A file, an entry inside it, a folder of loose resources, or - for standard input
    path: String,
    /// Output file, or - for standard output (as JSON). An archive with the extension .png becomes a contact sheet
    out: String,
    /// Mip level of a picture (0 is the largest) or LOD of a model (0 is the nearest, 4 is the inside view)
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    level: usize,
    /// Damage state of a model: 0 is intact, 1 and 2 are damaged
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    state: u8,
    /// Export all LODs and damage states of a model as separate nodes
    #[arg(long, conflicts_with_all = ["level", "state"])]
    all: bool,
    /// Add animations to a model: a motion archive or one motion inside it. Can be repeated
    #[arg(long, value_name = "PATH")]
    motions: Vec<String>,
    /// Use only the rotation of these nodes in motions: a comma-separated list of names, or all
    #[arg(long, value_name = "NODES", value_delimiter = ',', requires = "motions")]
    rotation_only: Vec<String>,
    /// How to export alpha: in the picture (keep), not at all (opaque), or as a separate file NAME.alpha.png (split)
    #[arg(long, value_name = "HOW", default_value = "keep", hide_default_value = true)]
    alpha: AlphaArg,
    #[command(flatten)]
    palette: PaletteArg,
    /// Write the PNG or model into a copy of this file and keep everything else in it
    #[arg(long, value_name = "PATH")]
    like: Option<String>,
    /// Change a setting of the file that a PNG is written into, such as format=565 or mips=4
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<String>,
    /// Replace colours that are not in the palette by the nearest ones
    #[arg(long)]
    quantise: bool,
    /// Keep the existing mip levels instead of regenerating them
    #[arg(long)]
    keep_mips: bool,
    /// Leave out the embedded data that restores the original file exactly
    #[arg(long)]
    bare: bool,
    /// Overwrite the output file if it exists
    #[arg(long)]
    force: bool,
    /// Do everything except writing files
    #[arg(long)]
    dry_run: bool,
}

/// What comes out.
struct Converted {
    to: &'static str,
    bytes: Vec<u8>,
    /// Files that stand beside it: alpha, or what a model is made of.
    beside: Vec<(PathBuf, Vec<u8>)>,
    /// A file beside it that is there, with everything that is in it and more.
    completed: Option<(PathBuf, Vec<u8>)>,
    notes: EditNotes,
    left_behind: Map<String, Value>,
}

impl Converted {
    fn new(to: &'static str, bytes: Vec<u8>) -> Self {
        Self {
            to,
            bytes,
            beside: vec![],
            completed: None,
            notes: EditNotes::Nothing,
            left_behind: Map::new(),
        }
    }

    /// A file of its own, without the archive that says something of it.
    fn alone(kind: &'static Kind, bytes: Vec<u8>, attributes: AttributesRef<'_>) -> Self {
        let needs = document::needs(kind, &bytes, attributes);
        let left_behind = if needs { attributes.to_map() } else { Map::new() };
        Self { left_behind, ..Self::new(kind.id, bytes) }
    }
}

pub fn run(args: &Args, world: &World) -> Outcome {
    let out = Path::new(&args.out);
    if args.out != "-" {
        disk::check_free(out, args.force)?;
    }
    let input = Input::open_file_or_loose_folder(&args.path)?;
    let (from, path, mut converted) = input.asset(|asset| {
        let converted = convert(&asset, &input, args, world)?;
        Ok((asset.kind().map(|kind| kind.id.to_owned()), asset.path.to_owned(), converted))
    })?;
    let beside = converted.beside.iter().chain(&converted.completed);
    let beside = beside.map(|(file, _)| disk::shown(file)).collect();
    // What is there already as it should be is in nobody's way: one texture serves many models.
    converted.beside.retain(|(file, bytes)| !disk::open_regular(file).is_ok_and(|old| *old == bytes[..]));
    for (file, _) in &converted.beside {
        disk::check_free(file, args.force)?;
    }
    if args.out == "-" && !args.dry_run {
        let mut out = std::io::stdout().lock();
        out.write_all(&converted.bytes)?;
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    if !args.dry_run {
        for (file, bytes) in &converted.beside {
            disk::write_bytes(file, args.force, bytes)?;
        }
        // Nothing that is in it gets lost, so it needs no permission.
        if let Some((file, bytes)) = &converted.completed {
            disk::write_bytes(file, true, bytes)?;
        }
        disk::write_bytes(out, args.force, &converted.bytes)?;
    }
    let answer = ConvertAnswer {
        schema: schema_id("convert"),
        path,
        out: args.out.clone(),
        from,
        to: converted.to.into(),
        size: converted.bytes.len(),
        losses: converted.notes.losses().map(Into::into),
        remarks: answer::Remark::of_model(converted.notes.remarks().unwrap_or_default(), world.catalogue()),
        beside,
        left_behind: converted.left_behind,
        dry_run: args.dry_run,
    };
    if world.json {
        world.answer(&answer)?;
    } else if !world.quiet {
        let id = if args.dry_run { "cli-convert-would" } else { "cli-convert-done" };
        let mut out = world.out();
        let numbers = args!(path = answer.path, out = answer.out, size = answer.size);
        writeln!(out, "{GREEN}{}{GREEN:#}", world.say(id, numbers))?;
        for line in world.catalogue().edit_notes(&converted.notes) {
            writeln!(out, "  {line}")?;
        }
        for file in &answer.beside {
            writeln!(out, "  {}", world.say("cli-convert-beside", args!(file = file.as_str())))?;
        }
        if !answer.left_behind.is_empty() {
            let said: Vec<_> =
                answer.left_behind.iter().map(|(name, value)| format!("{name}={value}")).collect();
            writeln!(out, "  {}", world.say("cli-convert-left-behind", args!(said = said.join(", "))))?;
        }
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

fn convert(asset: &Asset<'_>, input: &Input, args: &Args, world: &World) -> Result<Converted, Problem> {
    let ending = Path::new(&args.out).extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let ending = if args.out == "-" { "json" } else { ending.as_deref().unwrap_or_default() };
    let kind = asset.kind();
    let to_picture = ending == "png" && kind.is_some_and(|kind| kind.facets.picture.is_some());
    let to_model = Open::of_ending(ending).filter(|_| kind.is_some_and(|kind| kind.facets.model.is_some()));
    // What begins like a PNG and is called otherwise, such as a bank of pictures, stays what it is under that ending.
    let stays = ending == "png" || asset.origin.ends_with(&format!(".{ending}"));
    // A PNG has a format of its own, and is still a picture that can become any other.
    let is_png = picture::is_png(asset.bytes) && kind.is_none_or(|kind| kind.endings == ["png"]);
    let from_picture = !stays && ending != "json" && is_png;
    let from_model = Open::of(asset).filter(|_| kind.is_none() && Open::of_ending(ending).is_none());
    let to_sheet = ending == "png" && kind.is_some_and(|kind| kind.is_archive() && !kind.facets.map);
    let used: &[&str] = if to_picture {
        &["--level", "--alpha", "--bare", "--palette"]
    } else if from_picture {
        &["--alpha", "--like", "--set", "--quantise", "--keep-mips", "--palette"]
    } else if to_model.is_some() {
        &["--level", "--state", "--all", "--bare", "--motions", "--palette"]
    } else if to_sheet {
        &["--palette"]
    } else if from_model.is_some() {
        &["--like"]
    } else {
        &[]
    };
    expect_used(args, used, world)?;
    match (kind, ending) {
        (Some(_), "json") => to_json(asset),
        (Some(_), "png") if to_picture => to_png(asset, input, args),
        (Some(kind), "png" | "svg") if kind.facets.map => plan(asset, input, ending == "svg"),
        (Some(kind), "png") if kind.is_archive() && kind.facets.model.is_none() => {
            contact_sheet(asset, input, args)
        }
        _ if from_picture => from_png(asset, input, ending, args),
        _ if let Some(open) = to_model => to_model_files(asset, input, open, args),
        _ if let Some(open) = from_model => from_model_file(asset, input, open, ending, args),
        (None, _) if document::is_json(asset) => from_json(asset, ending),
        // An entry as a file of its own, whatever it is called.
        _ if kind.map_or_else(|| may_be_called(asset, ending), |kind| kind.endings.contains(&ending)) => {
            let bytes = asset.bytes.to_vec();
            Ok(match kind {
                Some(kind) => Converted::alone(kind, bytes, asset.origin.attributes),
                None => Converted::new("bytes", bytes),
            })
        }
        _ => Err(no_way(asset, kind, ending)),
    }
}

/// An option that says nothing about this conversion is refused: whoever gave it wants what they would not get.
fn expect_used(args: &Args, used: &[&str], world: &World) -> Result<(), Problem> {
    let given = [
        ("--level", args.level != 0),
        ("--state", args.state != 0),
        ("--all", args.all),
        ("--motions", !args.motions.is_empty()),
        ("--alpha", args.alpha != AlphaArg::Keep),
        ("--like", args.like.is_some()),
        ("--set", !args.settings.is_empty()),
        ("--quantise", args.quantise),
        ("--keep-mips", args.keep_mips),
        ("--bare", args.bare),
        ("--palette", args.palette.is_given()),
    ];
    match given.into_iter().find(|(name, given)| *given && !used.contains(name)) {
        Some((name, _)) => {
            let reason = world.say("cli-usage-no-effect", args!(name = name));
            Err(Problem::new(USAGE, "", args!(reason = reason)))
        }
        None => Ok(()),
    }
}

/// What an ending promises to be a form of its own, and not bytes copied as they are.
const CONVERTED: [&str; 6] = ["json", "png", "glb", "gltf", "obj", "svg"];

/// Whether bytes of no known format may be copied to a file with this ending.
fn may_be_called(asset: &Asset<'_>, ending: &str) -> bool {
    let promised = CONVERTED.contains(&ending) || kind_of_ending(ending).is_some();
    !promised || asset.origin.ends_with(&format!(".{ending}"))
}

fn no_way(asset: &Asset<'_>, kind: Option<&Kind>, ending: &str) -> Problem {
    if let Some(open) = Open::of(asset).filter(|_| kind.is_none()) {
        return no_model(asset, open, ending);
    }
    let endings = |kind: &Kind| {
        let facets = &kind.facets;
        let forms: &[&str] = if facets.model.is_some() {
            &["glb", "gltf", "obj", "json"]
        } else if facets.map {
            &["json", "png", "svg"]
        } else if facets.picture.is_some() || facets.archive.is_some() {
            &["json", "png"]
        } else {
            &["json"]
        };
        [forms, kind.endings].concat()
    };
    let known = kind.map_or(vec!["bin"], endings);
    let format = kind.map_or("?", |kind| kind.id);
    Problem::new(
        CONVERT_ENDING,
        asset.path,
        args!(ending = ending, known = known.join(", "), format = format),
    )
}

fn to_json(asset: &Asset<'_>) -> Result<Converted, Problem> {
    let (kind, document) = asset.open()?;
    let json = document::to_json(kind, &*document, asset.origin.attributes)?;
    Ok(Converted::new("json", json))
}

fn from_json(asset: &Asset<'_>, ending: &str) -> Result<Converted, Problem> {
    let stated = Stated::read(asset.path, asset.bytes)?;
    if !stated.kind.endings.contains(&ending) {
        return Err(no_way(asset, Some(stated.kind), ending));
    }
    Ok(Converted::alone(stated.kind, stated.build(Origin::default())?, stated.attributes()))
}

fn to_png(asset: &Asset<'_>, input: &Input, args: &Args) -> Result<Converted, Problem> {
    let (kind, document) = asset.open()?;
    let library = args.palette.library(input)?;
    let picture = picture::coloured(asset, &*document, context(&library));
    let picture = picture.ok_or_else(|| no_way(asset, Some(kind), "png"))?;
    let image = picture::level(asset.path, &*picture, args.level)?;
    let note = (!args.bare && args.level == 0).then(|| picture::note(kind, &*picture, &image));
    let png = picture::to_png(asset.path, image, args.alpha.into(), note.as_deref())?;
    let alpha = png.alpha.map(|alpha| (alpha_file(Path::new(&args.out)), alpha));
    Ok(Converted { beside: alpha.into_iter().collect(), ..Converted::new("png", png.colours) })
}

fn contact_sheet(asset: &Asset<'_>, input: &Input, args: &Args) -> Result<Converted, Problem> {
    let library = args.palette.library(input)?;
    let sheet = picture::contact_sheet(asset, context(&library))?;
    Ok(Converted::new("png", picture::to_png(asset.path, sheet, Alpha::Keep, None)?.colours))
}

/// What is no picture, but can be drawn with what lies beside it.
fn plan(asset: &Asset<'_>, input: &Input, as_svg: bool) -> Result<Converted, Problem> {
    let (kind, document) = asset.open()?;
    let plan = document.map().ok_or_else(|| no_way(asset, Some(kind), "png"))?;
    let library = input.library();
    let around = Surroundings { library: &library, holder: asset.holder, limits: Limits::default() };
    if as_svg {
        return Ok(Converted::new("svg", plan.svg(&around).into_bytes()));
    }
    Ok(Converted::new("png", picture::to_png(asset.path, plan.drawn(&around), Alpha::Keep, None)?.colours))
}

fn from_png(asset: &Asset<'_>, input: &Input, ending: &str, args: &Args) -> Result<Converted, Problem> {
    let drawn_into = |kind: &&Kind| kind.facets.picture.is_some() && kind.endings.contains(&ending);
    let kind = FORMATS.iter().find(drawn_into).ok_or_else(|| no_png(asset, ending))?;
    let settings = settings(&args.settings)?;
    let alpha = (args.alpha == AlphaArg::Split).then(|| beside(&args.path)).transpose()?;
    let how = Redraw {
        smaller: if args.keep_mips { Smaller::Kept } else { Smaller::Made },
        quantise: args.quantise,
    };
    let palette = args.palette.read()?;
    let draw = |like: Option<(&Asset<'_>, &Input)>| {
        let place = like.map_or_else(|| beside_new(input, args), |(_, input)| input.library());
        let library = place.with_palette(palette);
        let like = like.map(|(like, _)| like);
        let like_origin = like.map(|like| like.origin).unwrap_or_default();
        let holder = like.and_then(|like| like.holder);
        let around = Surroundings { library: &library, holder, limits: Limits::default() };
        let drawing = Drawing {
            path: asset.path,
            kind,
            origin: Origin { name: asset.origin.name, attributes: like_origin.attributes },
            like: like.map(|like| like.bytes),
            png: asset.bytes,
            alpha: alpha.as_deref(),
            opaque: args.alpha == AlphaArg::Opaque,
            settings: &settings,
            how,
            context: Context::new(&around),
        };
        drawing.draw()
    };
    let drawn = match &args.like {
        Some(like) => {
            let like = Input::open(like)?;
            like.asset(|asset| draw(Some((&asset, &like))))?
        }
        None => draw(None)?,
    };
    Ok(Converted { notes: EditNotes::Picture(drawn.losses), ..Converted::new(kind.id, drawn.bytes) })
}

/// What lies beside a file that is made of a PNG: where it goes, or else where the PNG is.
fn beside_new(input: &Input, args: &Args) -> Beside {
    match Path::new(&args.out).parent() {
        Some(folder) if args.out != "-" => Beside::new(folder),
        _ => input.library(),
    }
}

fn no_png(asset: &Asset<'_>, ending: &str) -> Problem {
    let pictures = FORMATS.iter().filter(|kind| kind.facets.picture.is_some());
    let known: Vec<&str> = pictures.flat_map(|kind| kind.endings).copied().collect();
    let args = args!(ending = ending, known = known.join(", "), format = "png");
    Problem::new(CONVERT_ENDING, asset.path, args)
}

/// `format=565` and the like, as JSON.
fn settings(stated: &[String]) -> Result<Value, Problem> {
    let mut settings = Map::new();
    for one in stated {
        let Some((name, value)) = one.split_once('=') else {
            let args = args!(reason = format!("--set {one}: NAME=VALUE"));
            return Err(Problem::new(USAGE, "", args));
        };
        settings.insert(name.into(), serde_json::from_str(value).unwrap_or_else(|_| value.into()));
    }
    Ok(Value::Object(settings))
}

/// `wall.alpha.png` for `wall.png`.
fn alpha_file(png: &Path) -> PathBuf {
    png.with_extension("alpha.png")
}

/// The alpha that stands beside a PNG.
fn beside(path: &str) -> Result<Vec<u8>, Problem> {
    let file = alpha_file(Path::new(path));
    if !file.exists() {
        let reached = file.parent().map(disk::shown).unwrap_or_default();
        return Err(Problem::new(NOT_FOUND, disk::shown(&file), args!(reached = reached)));
    }
    Ok(disk::open_regular(&file)?.to_vec())
}
