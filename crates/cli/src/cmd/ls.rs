//! `relict ls`: what an archive or folder holds.

use super::{Input, Outcome, schema_id};
use crate::disk::{self, Place};
use crate::table::{Align, Table};
use crate::world::World;
use rayon::prelude::*;
use relict::FORMATS;
use relict::allowance::Allowance;
use relict::core::archive::{Archive, Entry};
use relict::core::args;
use relict::core::format::Limits;
use relict::core::report::NOT_LOOKED_INTO;
use relict::open::Asset;
use relict::path;
use relict::problem::{NOT_ARCHIVE, Problem};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::io::{self, Write};
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

/// What the answer looks like; it is written row by row.
#[derive(Debug, JsonSchema)]
#[allow(dead_code)]
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

/// What the archive says of an entry, in its order, and behind it facts that follow from the rest.
#[derive(Debug, Default)]
struct Attributes(Vec<(&'static str, Value)>);

impl Attributes {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Attributes {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(name, value)| (name, value)))
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

/// Entries that one core lists at a time.
const CHUNK: usize = 512;

struct Lister<'l> {
    args: &'l Args,
    columns: Columns,
    world: &'l World,
    /// Whether payloads may be looked at.
    look: bool,
}

pub fn run(args: &Args, world: &World) -> Outcome {
    match disk::locate(&args.path)? {
        Place::Folder(folder) => of_folder(&folder, args, world),
        _ => of_archive(&Input::open(&args.path)?, args, world),
    }
}

fn of_archive(input: &Input, args: &Args, world: &World) -> Outcome {
    let written = input.asset(|asset| {
        let (kind, document) = asset.open()?;
        let archive = document
            .as_archive()
            .ok_or_else(|| Problem::new(NOT_ARCHIVE, asset.path, args!(format = kind.id, name = "")))?;
        let look = args.recursive || args.hash || asset.bytes.len() <= SMALL;
        let columns = Columns::of(archive.entry(0).as_ref(), args, world);
        let lister = Lister { args, columns, world, look };
        let sheets = lister.entries(&*archive, lister.outer(asset.path), asset.bytes.len());
        Ok(lister.print(asset.path, kind.id, sheets))
    })?;
    written?;
    Ok(ExitCode::SUCCESS)
}

impl Lister<'_> {
    /// What stands in front of every path: nothing in the table, where it would only push the rest aside.
    fn outer<'p>(&self, path: &'p str) -> &'p str {
        if self.world.json { path } else { "" }
    }

    /// Every entry, on all cores, in order.
    fn entries(&self, archive: &dyn Archive, outer: &str, size: usize) -> Vec<Sheet> {
        let steps = path::steps(archive);
        let shares = self.look.then(|| self.allowance(size).shared_out(archive));
        let chunk = if self.look { CHUNK / 16 } else { CHUNK * 8 };
        let sheet = |(number, steps): (usize, &[String])| {
            let mut sheet = self.sheet();
            for (i, step) in steps.iter().enumerate() {
                let index = number * chunk + i;
                let share = shares.as_ref().and_then(|shares| shares.get(index).copied().flatten());
                self.entry(archive, index, joined(outer, step), share, 1, &mut sheet);
            }
            sheet
        };
        steps.par_chunks(chunk).enumerate().map(sheet).collect()
    }

    /// What may be unpacked to look at it: for hashes all that a disk could hold, else what the file's size justifies.
    fn allowance(&self, size: usize) -> Allowance {
        if self.args.hash {
            Allowance::for_contents(size, Limits::default())
        } else {
            Allowance::for_size(size)
        }
    }

    /// An entry, and with `--recursive` what is inside it. One that may not be looked at is what its directory says.
    fn entry(
        &self,
        archive: &dyn Archive,
        index: usize,
        path: String,
        share: Option<Allowance>,
        depth: usize,
        sheet: &mut Sheet,
    ) {
        let Some(entry) = archive.entry(index) else { return };
        let Some(share) = share else {
            let format = FORMATS.of(entry.origin(), &[]).map(|kind| kind.id);
            let unreadable = self.args.hash.then(|| NOT_LOOKED_INTO.code.to_owned());
            return sheet.add(&Row { unreadable, ..self.row(entry, path, format) }, &self.columns);
        };
        let bytes = match archive.payload(index, Limits::default()) {
            Ok(bytes) => bytes,
            Err(error) => {
                let unreadable = Some(error.to_string());
                return sheet.add(&Row { unreadable, ..self.row(entry, path, None) }, &self.columns);
            }
        };
        let asset = Asset { path: &path, origin: entry.origin(), bytes: &bytes };
        let kind = asset.kind();
        let deeper = self.args.recursive && depth <= Limits::default().depth;
        let deeper = deeper && kind.is_some_and(|kind| kind.is_archive);
        let document = if deeper { asset.open().ok() } else { None };
        let sha256 = self.args.hash.then(|| hash(&bytes));
        let row = Row { sha256, ..self.row(entry.clone(), path.clone(), kind.map(|kind| kind.id)) };
        sheet.add(&row, &self.columns);
        if let Some(archive) = document.as_ref().and_then(|(_, document)| document.as_archive()) {
            for (i, (step, share)) in
                path::steps(&*archive).iter().zip(share.shared_out(&*archive)).enumerate()
            {
                self.entry(&*archive, i, joined(&path, step), share, depth + 1, sheet);
            }
        }
    }

    fn row(&self, entry: Entry<'_>, path: String, format: Option<&'static str>) -> Row {
        let mut all = entry.attributes;
        // The table shows the path, and facts only where they are asked for.
        if self.world.json || self.world.verbose {
            all.extend(entry.facts);
        }
        Row {
            path,
            format,
            offset: Some(entry.offset),
            size: entry.size,
            attributes: Attributes(all),
            raw_name: self.world.json.then(|| relict::core::text::hex(entry.raw_name)),
            name: if self.world.json { entry.name.into_owned() } else { String::new() },
            sha256: None,
            unreadable: None,
        }
    }
}

fn joined(outer: &str, step: &str) -> String {
    if outer.is_empty() { step.to_owned() } else { [outer, "/", step].concat() }
}

fn hash(bytes: &[u8]) -> String {
    relict::core::text::hex(&Sha256::digest(bytes))
}

/// The files of a folder; with `--recursive` those of folders below, and what is in their archives.
fn of_folder(folder: &Path, args: &Args, world: &World) -> Outcome {
    let mut files = disk::files_below(folder)?;
    if !args.recursive {
        files.retain(|file| file.parent() == Some(folder));
    }
    let shown = disk::shown(folder);
    let lister = Lister { args, columns: Columns::of(None, args, world), world, look: true };
    let sheets: Vec<Sheet> =
        files.par_iter().map(|file| lister.file(file, folder)).collect::<Result<_, _>>()?;
    lister.print(&shown, "folder", sheets)?;
    Ok(ExitCode::SUCCESS)
}

impl Lister<'_> {
    fn file(&self, file: &Path, folder: &Path) -> Result<Sheet, Problem> {
        let bytes = disk::open(file)?;
        let inner = file.strip_prefix(folder).unwrap_or(file);
        let path = disk::shown(if self.world.json { file } else { inner });
        let asset = Asset::file(&path, &bytes);
        let kind = asset.kind();
        let mut row = Row {
            name: asset.origin.name.to_owned(),
            format: kind.map(|kind| kind.id),
            offset: None,
            size: bytes.len(),
            attributes: Attributes::default(),
            raw_name: None,
            sha256: self.args.hash.then(|| hash(&bytes)),
            unreadable: None,
            path: path.clone(),
        };
        let mut sheet = self.sheet();
        if !self.args.recursive || !kind.is_some_and(|kind| kind.is_archive) {
            sheet.add(&row, &self.columns);
            return Ok(sheet);
        }
        match asset.open() {
            Ok((_, document)) => {
                sheet.add(&row, &self.columns);
                if let Some(archive) = document.as_archive() {
                    self.entries(&*archive, &row.path, bytes.len())
                        .into_iter()
                        .for_each(|inner| sheet.append(inner));
                }
            }
            Err(problem) => {
                row.unreadable = Some(problem.to_string());
                sheet.add(&row, &self.columns);
            }
        }
        Ok(sheet)
    }

    fn sheet(&self) -> Sheet {
        let rows = if self.world.json {
            Rows::Json(vec![])
        } else {
            Rows::Table(Table::new(self.columns.heads.clone()))
        };
        Sheet { rows, count: 0, bytes: 0 }
    }

    fn print(&self, path: &str, format: &str, sheets: Vec<Sheet>) -> io::Result<()> {
        let mut all = self.sheet();
        sheets.into_iter().for_each(|sheet| all.append(sheet));
        let mut out = self.world.out();
        match &all.rows {
            Rows::Json(rows) => {
                let text = |text: &str| serde_json::to_string(text).unwrap_or_default();
                let (schema, path, format) = (text(&schema_id("ls")), text(path), text(format));
                write!(out, r#"{{"schema": {schema}, "path": {path}, "format": {format}, "entries": ["#)?;
                // Every row begins with a comma and a line's end, the first with the latter alone.
                out.write_all(rows.get(1..).unwrap_or_default())?;
                out.write_all(b"\n]}\n")?;
            }
            Rows::Table(table) => {
                table.write(&mut out)?;
                if !self.world.quiet {
                    let total = args!(entries = all.count, bytes = all.bytes);
                    writeln!(out, "{}", self.world.say("cli-ls-total", total))?;
                }
            }
        }
        out.flush()
    }
}

/// What the table shows, as the first entry tells; what others have besides is left to JSON.
struct Columns {
    attributes: Vec<&'static str>,
    offsets: bool,
    hashes: bool,
    heads: Vec<(String, Align)>,
}

impl Columns {
    fn of(entry: Option<&Entry<'_>>, args: &Args, world: &World) -> Self {
        let mut attributes = vec![];
        if let Some(entry) = entry {
            let facts = if world.verbose { &entry.facts[..] } else { &[] };
            attributes.extend(entry.attributes.iter().chain(facts).map(|(name, _)| *name));
        }
        let head = |id: &str, align| (world.say(&format!("cli-head-{id}"), vec![]), align);
        let mut heads =
            vec![head("name", Align::Left), head("format", Align::Left), head("size", Align::Right)];
        heads.extend(entry.map(|_| head("offset", Align::Right)));
        heads.extend(attributes.iter().map(|name| ((*name).to_owned(), Align::Right)));
        heads.extend(args.hash.then(|| ("sha256".to_owned(), Align::Left)));
        Self { attributes, offsets: entry.is_some(), hashes: args.hash, heads }
    }
}

/// Rows in the form in which they are shown, so that every core can make its part of them.
struct Sheet {
    rows: Rows,
    count: usize,
    bytes: usize,
}

enum Rows {
    /// A row a line, each with a comma in front.
    Json(Vec<u8>),
    Table(Table),
}

impl Sheet {
    fn add(&mut self, row: &Row, columns: &Columns) {
        self.count += 1;
        self.bytes += row.size;
        match &mut self.rows {
            Rows::Json(text) => {
                text.extend_from_slice(b",\n  ");
                // Into memory, and of a type that always has a form in JSON.
                let _ = serde_json::to_writer(text, row);
            }
            Rows::Table(table) => add_to_table(row, columns, table),
        }
    }

    fn append(&mut self, other: Self) {
        self.count += other.count;
        self.bytes += other.bytes;
        match (&mut self.rows, other.rows) {
            (Rows::Json(text), Rows::Json(more)) => text.extend(more),
            (Rows::Table(table), Rows::Table(more)) => table.append(&more),
            _ => {}
        }
    }
}

fn add_to_table(row: &Row, columns: &Columns, table: &mut Table) {
    // Below the first level, the path is what tells entries apart.
    table.cell(&row.path);
    table.cell(row.format.unwrap_or("–"));
    table.number(row.size);
    if columns.offsets {
        match row.offset {
            Some(offset) => table.offset(offset),
            None => table.cell(""),
        }
    }
    for (i, column) in columns.attributes.iter().enumerate() {
        // Rows of one archive have the same attributes in the same order.
        let place = row.attributes.0.get(i).filter(|(name, _)| name == column);
        let place = place.or_else(|| row.attributes.0.iter().find(|(name, _)| name == column));
        match place.map(|(_, value)| value) {
            None => table.cell(""),
            Some(Value::String(text)) => table.cell(text),
            Some(value) => match value.as_u64().and_then(|number| usize::try_from(number).ok()) {
                Some(number) => table.number(number),
                None => table.cell(&value.to_string()),
            },
        }
    }
    if columns.hashes {
        table.cell(row.sha256.as_deref().unwrap_or_default());
    }
}
