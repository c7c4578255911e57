//! `relict ls`: what an archive or folder holds.

use super::{Input, Outcome, schema_id};
use crate::disk::{self, Place};
use crate::table::{Align, Table};
use crate::world::World;
use rayon::prelude::*;
use relict::FORMATS;
use relict::core::archive::{Archive, Entry};
use relict::core::args;
use relict::core::format::Limits;
use relict::open::Asset;
use relict::path;
use relict::problem::{NOT_ARCHIVE, Problem};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// List what an archive or folder holds
#[derive(Debug, clap::Args)]
pub struct Args {
    /// An archive, an archive inside it, a folder, or - for standard input
    path: String,
    /// Go into archives inside archives, and into folders
    #[arg(short, long)]
    recursive: bool,
    /// Add the SHA-256 of each entry's bytes
    #[arg(long)]
    hash: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    schema: String,
    path: String,
    /// The archive's format; `folder` for a folder.
    format: String,
    entries: Vec<Row>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Row {
    name: String,
    /// From the outermost file or folder on.
    path: String,
    /// None where no format claims the bytes.
    format: Option<&'static str>,
    /// Where the stored bytes begin in the archive that holds them; none for files in a folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<usize>,
    /// Of the entry's bytes, unpacked.
    size: usize,
    #[serde(skip_serializing_if = "Attributes::is_empty")]
    attributes: Attributes,
    /// The whole field that holds the name, in hex.
    #[serde(skip_serializing_if = "Option::is_none")]
    raw_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sha256: Option<String>,
    /// Why the entry's bytes cannot be had, if they cannot.
    #[serde(skip_serializing_if = "Option::is_none")]
    unreadable: Option<String>,
}

/// What the archive says of an entry, in its order; behind `stated` come facts that follow from the rest.
#[derive(Debug, Default)]
struct Attributes {
    all: Vec<(&'static str, Value)>,
    stated: usize,
}

impl Attributes {
    fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}

impl Serialize for Attributes {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.all.iter().map(|(name, value)| (name, value)))
    }
}

impl JsonSchema for Attributes {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Attributes".into()
    }
    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Map::<String, Value>::json_schema(generator)
    }
}

/// Looking at the first bytes of every entry of a large archive would bring all of it into memory, so there the
/// directory alone tells what an entry is, unless its bytes are read anyway.
const SMALL: usize = 32 << 20;

struct Lister<'l> {
    args: &'l Args,
    json: bool,
    /// Whether payloads may be looked at.
    look: bool,
}

pub fn run(args: &Args, world: &World) -> Outcome {
    let answer = match disk::locate(&args.path)? {
        Place::Folder(folder) => of_folder(&folder, args, world)?,
        _ => of_archive(&Input::open(&args.path)?, args, world)?,
    };
    if world.json {
        return print_json(&answer, world);
    }
    let mut out = world.out();
    print_table(&answer, world, &mut out)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn of_archive(input: &Input, args: &Args, world: &World) -> Result<Answer, Problem> {
    input.asset(|asset| {
        let (kind, document) = asset.open()?;
        let archive = document
            .as_archive()
            .ok_or_else(|| Problem::new(NOT_ARCHIVE, asset.path, args!(format = kind.id, name = "")))?;
        let look = args.recursive || args.hash || asset.bytes.len() <= SMALL;
        let lister = Lister { args, json: world.json, look };
        let entries = lister.entries(&*archive, asset.path, Limits::default());
        Ok(Answer { schema: schema_id("ls"), path: asset.path.into(), format: kind.id.into(), entries })
    })
}

impl Lister<'_> {
    fn entries(&self, archive: &dyn Archive, outer: &str, limits: Limits) -> Vec<Row> {
        let steps = path::steps(archive);
        let row = |(i, step): (usize, &String)| self.rows(archive, i, &format!("{outer}/{step}"), limits);
        if self.look {
            return steps.par_iter().enumerate().flat_map_iter(row).collect();
        }
        // From the directory alone, threads take longer to start than to finish.
        steps.iter().enumerate().flat_map(row).collect()
    }

    /// An entry, and with `--recursive` what is inside it.
    fn rows(&self, archive: &dyn Archive, index: usize, path: &str, limits: Limits) -> Vec<Row> {
        let Some(entry) = archive.entry(index) else { return vec![] };
        if !self.look {
            let format = FORMATS.of(entry.origin(), &[]).map(|kind| kind.id);
            return vec![self.row(entry, path, format)];
        }
        let bytes = match archive.payload(index, limits) {
            Ok(bytes) => bytes,
            Err(error) => {
                let unreadable = Some(error.to_string());
                return vec![Row { unreadable, ..self.row(entry, path, None) }];
            }
        };
        let asset = Asset { path, origin: entry.origin(), bytes: &bytes };
        let kind = asset.kind();
        let mut inner = vec![];
        if self.args.recursive && limits.depth > 0 && kind.is_some_and(|kind| kind.is_archive) {
            let deeper = Limits { depth: limits.depth - 1, ..limits };
            if let Ok((_, document)) = asset.open()
                && let Some(archive) = document.as_archive()
            {
                inner = self.entries(&*archive, path, deeper);
            }
        }
        let sha256 = self.args.hash.then(|| hash(&bytes));
        let mut rows = vec![Row { sha256, ..self.row(entry, path, kind.map(|kind| kind.id)) }];
        rows.append(&mut inner);
        rows
    }

    fn row(&self, entry: Entry<'_>, path: &str, format: Option<&'static str>) -> Row {
        let mut all = entry.attributes;
        let stated = all.len();
        all.extend(entry.facts);
        Row {
            path: path.to_owned(),
            format,
            offset: Some(entry.offset),
            size: entry.size,
            attributes: Attributes { all, stated },
            raw_name: self.json.then(|| relict::core::text::hex(entry.raw_name)),
            name: entry.name.into_owned(),
            sha256: None,
            unreadable: None,
        }
    }
}

fn hash(bytes: &[u8]) -> String {
    relict::core::text::hex(&Sha256::digest(bytes))
}

/// The files of a folder; with `--recursive` those of folders below, and what is in their archives.
fn of_folder(folder: &Path, args: &Args, world: &World) -> Result<Answer, Problem> {
    let mut files = disk::files_below(folder)?;
    if !args.recursive {
        files.retain(|file| file.parent() == Some(folder));
    }
    let entries: Vec<Vec<Row>> =
        files.par_iter().map(|file| of_file(file, args, world)).collect::<Result<_, _>>()?;
    let (path, entries) = (disk::shown(folder), entries.into_iter().flatten().collect());
    Ok(Answer { schema: schema_id("ls"), path, format: "folder".into(), entries })
}

fn of_file(file: &Path, args: &Args, world: &World) -> Result<Vec<Row>, Problem> {
    let bytes = disk::open(file)?;
    let path = disk::shown(file);
    let asset = Asset::file(&path, &bytes);
    let kind = asset.kind();
    let mut rows = vec![Row {
        name: asset.origin.name.to_owned(),
        format: kind.map(|kind| kind.id),
        offset: None,
        size: bytes.len(),
        attributes: Attributes::default(),
        raw_name: None,
        sha256: args.hash.then(|| hash(&bytes)),
        unreadable: None,
        path: path.clone(),
    }];
    if args.recursive && kind.is_some_and(|kind| kind.is_archive) {
        match asset.open() {
            Ok((_, document)) => {
                let lister = Lister { args, json: world.json, look: true };
                let archive = document.as_archive();
                rows.extend(
                    archive
                        .map(|archive| lister.entries(&*archive, &path, Limits::default()))
                        .unwrap_or_default(),
                );
            }
            Err(problem) => rows[0].unreadable = Some(problem.to_string()),
        }
    }
    Ok(rows)
}

/// One row a line, so that a long list can be read and searched.
fn print_json(answer: &Answer, world: &World) -> Outcome {
    let mut out = world.out();
    let head = |value: &str| serde_json::to_string(value).unwrap_or_default();
    write!(
        out,
        "{{\"schema\": {}, \"path\": {}, \"format\": {}, \"entries\": [",
        head(&answer.schema),
        head(&answer.path),
        head(&answer.format)
    )?;
    for (i, row) in answer.entries.iter().enumerate() {
        out.write_all(if i == 0 { b"\n  " } else { b",\n  " })?;
        serde_json::to_writer(&mut out, row).map_err(std::io::Error::from)?;
    }
    out.write_all(b"\n]}\n")?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn print_table(answer: &Answer, world: &World, out: &mut impl Write) -> std::io::Result<()> {
    let mut columns: Vec<&'static str> = vec![];
    for Attributes { all, stated } in answer.entries.iter().map(|row| &row.attributes) {
        let shown = if world.verbose { all.len() } else { *stated };
        for (name, _) in &all[..shown] {
            if !columns.contains(name) {
                columns.push(name);
            }
        }
    }
    let hashes = answer.entries.iter().any(|row| row.sha256.is_some());
    let offsets = answer.entries.iter().any(|row| row.offset.is_some());
    let head = |id: &str, align| (world.say(&format!("cli-head-{id}"), vec![]), align);
    let mut heads = vec![head("name", Align::Left), head("format", Align::Left), head("size", Align::Right)];
    heads.extend(offsets.then(|| head("offset", Align::Right)));
    heads.extend(columns.iter().map(|name| ((*name).to_owned(), Align::Right)));
    heads.extend(hashes.then(|| ("sha256".to_owned(), Align::Left)));
    let mut table = Table::new(heads);
    let skip = answer.path.len() + 1;
    for row in &answer.entries {
        // Below the first level, the path is what tells entries apart.
        table.cell(row.path.get(skip..).unwrap_or(&row.name));
        table.cell(row.format.unwrap_or("–"));
        table.number(row.size);
        if offsets {
            table.cell(&row.offset.map_or(String::new(), |offset| format!("{offset:#x}")));
        }
        for column in &columns {
            match row.attributes.all.iter().find(|(name, _)| name == column).map(|(_, value)| value) {
                None => table.cell(""),
                Some(Value::String(text)) => table.cell(text),
                Some(value) => match value.as_u64().and_then(|number| usize::try_from(number).ok()) {
                    Some(number) => table.number(number),
                    None => table.cell(&value.to_string()),
                },
            }
        }
        if hashes {
            table.cell(row.sha256.as_deref().unwrap_or_default());
        }
    }
    table.write(out)?;
    if !world.quiet {
        let bytes: usize = answer.entries.iter().map(|row| row.size).sum();
        let total = args!(entries = answer.entries.len(), bytes = bytes);
        writeln!(out, "{}", world.say("cli-ls-total", total))?;
    }
    Ok(())
}
