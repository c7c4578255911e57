//! Models to and from the open forms, with what lies beside them.

use super::{Args, Converted};
use crate::cmd::{Input, context};
use crate::disk::{Beside, SourceFolder};
use relict_toolkit::FORMATS;
use relict_toolkit::core::args;
use relict_toolkit::core::derived::{Derived, Make};
use relict_toolkit::core::format::{Context, Kind, Library, Limits, Origin};
use relict_toolkit::core::journal::EditNotes;
use relict_toolkit::core::scene::{Companion, Shown, Variant};
use relict_toolkit::model::{self, Modelling, Open};
use relict_toolkit::open::{Asset, Surroundings};
use relict_toolkit::problem::{CONVERT_ENDING, MODEL_UNLIKE, Problem};
use std::any::TypeId;
use std::borrow::Cow;
use std::io::Read;
use std::path::Path;

/// A model in one of the open forms; files that belong to it stand beside OUT.
pub(super) fn to_model_files(
    asset: &Asset<'_>,
    input: &Input,
    open: Open,
    args: &Args,
) -> Result<Converted, Problem> {
    let shown = match (args.all, u8::try_from(args.level)) {
        (true, _) => Shown::All,
        (false, Ok(level)) => Shown::One(Variant { state: args.state, level }),
        // No model has so many.
        (false, Err(_)) => Shown::One(Variant { state: args.state, level: u8::MAX }),
    };
    let library = args.palette.library(input)?;
    let carries = !args.bare && open != Open::Obj;
    let mut scene = model::scene(asset, shown, carries, context(&library))?;
    let mut remarks = vec![];
    for motions in &args.motions {
        let turning = &args.rotation_only;
        let animate = |motions: Asset<'_>| model::animate(&mut scene, &motions, turning, Limits::default());
        remarks.extend(Input::open(motions)?.asset(animate)?);
    }
    let out = Path::new(&args.out);
    let files = model::written(asset.path, &scene, open, model::stem(&args.out))?;
    let beside = files.beside.into_iter().map(|(name, bytes)| (out.with_file_name(name), bytes)).collect();
    Ok(Converted { beside, notes: EditNotes::Model(remarks), ..Converted::new(open.ending(), files.main) })
}

/// A file from a model.
pub(super) fn from_model_file(
    asset: &Asset<'_>,
    input: &Input,
    open: Open,
    ending: &str,
    args: &Args,
) -> Result<Converted, Problem> {
    let kind = model::kind_of_ending(ending).ok_or_else(|| no_model(asset, open, ending))?;
    let beside = |name: &str| beside_model(&input.folder, name);
    let out = Path::new(&args.out).file_name().map(|name| name.to_string_lossy().into_owned());
    let out = out.unwrap_or_default();
    let there = Beside::new(Path::new(&args.out).parent().unwrap_or(Path::new("")));
    let build = |like: Option<(&Asset<'_>, &Input)>| {
        let library = like.map_or(input, |(_, input)| input).library();
        let apart = Apart { library: &library, there: &there };
        let library: &dyn Library = if like.is_some() { &library } else { &apart };
        let holder = like.and_then(|(like, _)| like.holder);
        let around = Surroundings { library, holder, limits: Limits::default() };
        let origin = like.map_or(Origin::named(&out), |(like, _)| like.origin);
        let modelling = Modelling {
            path: asset.path,
            kind,
            origin,
            like: like.map(|(like, _)| (like.path, like.bytes)),
            open,
            file: asset.bytes,
            beside: &beside,
            context: Context::new(&around),
        };
        modelling.build()
    };
    let remodelled = match &args.like {
        Some(like) => {
            let like = Input::open(like)?;
            like.asset(|asset| {
                expect_alike(&asset, kind)?;
                build(Some((&asset, &like)))
            })?
        }
        None => build(None)?,
    };
    let mut converted = Converted {
        notes: EditNotes::Model(remodelled.remarks),
        ..Converted::new(kind.id, remodelled.bytes)
    };
    if let Some(Companion { name, bytes, completes }) = remodelled.companion {
        // As it is spelled, if it is there already.
        let spelled = there.path(&name).and_then(Path::file_name);
        let file = Path::new(&args.out).with_file_name(spelled.unwrap_or(name.as_ref()));
        if completes {
            converted.completed = Some((file, bytes));
        } else {
            converted.beside.push((file, bytes));
        }
    }
    Ok(converted)
}

/// What a file that is written elsewhere finds: libraries where it comes from, and beside itself what is there.
struct Apart<'a> {
    library: &'a Beside,
    there: &'a Beside,
}

impl Library for Apart<'_> {
    fn file(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        self.library.file(name)
    }

    fn sibling(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        self.there.file(name)
    }

    fn derived(&self, name: &str, of: TypeId, make: Make<'_>) -> Option<Derived> {
        self.library.derived(name, of, make)
    }
}

/// A file that a model names; none if it is not there, lies elsewhere, or is no file but a pipe or device.
fn beside_model(folder: &Path, name: &str) -> Option<Vec<u8>> {
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let file = SourceFolder::open(here).ok()?.file(name).ok()??;
    let mut bytes = vec![];
    file.take(Limits::default().unpacked as u64).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

fn expect_alike(like: &Asset<'_>, kind: &Kind) -> Result<(), Problem> {
    match like.known_kind()? {
        found if found.id == kind.id => Ok(()),
        found => Err(Problem::new(MODEL_UNLIKE, like.path, args!(found = found.id, format = kind.id))),
    }
}

pub(super) fn no_model(asset: &Asset<'_>, open: Open, ending: &str) -> Problem {
    let modelled = FORMATS.iter().filter(|kind| kind.facets.model.is_some());
    let known: Vec<&str> = modelled.flat_map(|kind| kind.endings).copied().collect();
    let args = args!(ending = ending, known = known.join(", "), format = open.ending());
    Problem::new(CONVERT_ENDING, asset.path, args)
}
