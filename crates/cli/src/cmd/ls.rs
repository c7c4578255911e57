//! `relict ls`: what an archive or folder holds.

use super::{Input, Outcome};
use crate::disk::{self, Place};
use crate::table::{Align, Table};
use crate::world::World;
use rayon::prelude::*;
use relict_toolkit::answer::{self, schema_id};
use relict_toolkit::core::archive::Entry;
use relict_toolkit::core::args;
use relict_toolkit::core::report::NOT_LOOKED_INTO;
use relict_toolkit::list::{self, ListHow, Listing, Unreadable, list};
use relict_toolkit::open::Asset;
use relict_toolkit::phrases::Phrase;
use relict_toolkit::problem::Problem;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// List the contents of an archive or folder
#[derive(Debug, clap::Args)]
pub struct Args {
    /// An archive, an archive inside it, a folder, or - for standard input
    path: String,
    /// Descend into nested archives and folders
    #[arg(short, long)]
    recursive: bool,
    /// Add the SHA-256 of each entry's bytes
    #[arg(long)]
    hash: bool,
}

struct Lister<'l> {
    args: &'l Args,
    columns: Columns,
    world: &'l World,
}

impl Args {
    fn how(&self) -> ListHow {
        ListHow { recursive: self.recursive, contents: self.hash }
    }
}

pub fn run(args: &Args, world: &World) -> Outcome {
    match disk::locate(&args.path)? {
        Place::Folder(folder) => of_folder(&folder, args, world),
        _ => of_archive(&Input::open(&args.path)?, args, world),
    }
}

fn of_archive(input: &Input, args: &Args, world: &World) -> Outcome {
    let written = input.asset(|asset| {
        list(&asset, args.how(), |listing| {
            let columns = Columns::of(listing.directory().entry(0).as_ref(), args, world);
            let lister = Lister { args, columns, world };
            let sheets = lister.entries(listing, lister.outer(asset.path));
            lister.print(asset.path, listing.kind.id, &sheets)
        })
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
    fn entries(&self, listing: Listing<'_>, outer: &str) -> Vec<Part> {
        let add = |sheet: &mut Part, row: &list::Row<'_>| sheet.add(&self.row(row), &self.columns);
        listing.sheets(outer, |rows| self.sheet(rows), add)
    }

    fn row<'r>(&self, row: &list::Row<'r>) -> answer::Entry<'r> {
        let unreadable = match row.unreadable {
            Some(Unreadable::Broken(error)) => Some(self.world.catalogue().phrase(&Phrase::from(error))),
            Some(Unreadable::TooMuch) => self.args.hash.then(|| NOT_LOOKED_INTO.code.to_owned()),
            None => None,
        };
        answer::Entry {
            raw_name: self.world.json.then(|| relict_toolkit::core::text::hex(row.raw_name)),
            sha256: row.bytes.filter(|_| self.args.hash).map(hash),
            unreadable,
            ..answer::Entry::of(row)
        }
    }
}

fn hash(bytes: &[u8]) -> String {
    relict_toolkit::core::text::hex(&Sha256::digest(bytes))
}

/// The files of a folder; with `--recursive` those of folders below, and what is in their archives.
fn of_folder(folder: &Path, args: &Args, world: &World) -> Outcome {
    let mut files = disk::files_below(folder)?;
    if !args.recursive {
        files.retain(|file| file.parent() == Some(folder));
    }
    let shown = disk::shown(folder);
    let lister = Lister { args, columns: Columns::of(None, args, world), world };
    let sheets: Vec<Part> =
        files.par_iter().map(|file| lister.file(file, folder)).collect::<Result<_, _>>()?;
    lister.print(&shown, "folder", &sheets)?;
    Ok(ExitCode::SUCCESS)
}

impl Lister<'_> {
    fn file(&self, file: &Path, folder: &Path) -> Result<Part, Problem> {
        let bytes = disk::open(file)?;
        let inner = file.strip_prefix(folder).unwrap_or(file);
        let path = disk::shown(if self.world.json { file } else { inner });
        let asset = Asset::file(&path, &bytes);
        let kind = asset.kind();
        let mut row = answer::Entry {
            name: asset.origin.name.into(),
            path: path.as_str().into(),
            format: kind.map(|kind| kind.id),
            size: bytes.len(),
            sha256: self.args.hash.then(|| hash(&bytes)),
            ..answer::Entry::default()
        };
        let mut sheet = self.sheet(1);
        if !self.args.recursive || !kind.is_some_and(relict_toolkit::core::format::Kind::is_archive) {
            sheet.add(&row, &self.columns);
            return Ok(sheet);
        }
        match list(&asset, self.args.how(), |listing| self.entries(listing, &path)) {
            Ok(inner) => {
                sheet.add(&row, &self.columns);
                inner.into_iter().for_each(|inner| sheet.append(inner));
            }
            Err(problem) => {
                row.unreadable = Some(self.world.catalogue().problem(&problem));
                sheet.add(&row, &self.columns);
            }
        }
        Ok(sheet)
    }

    /// An empty sheet with room for so many rows.
    fn sheet(&self, rows: usize) -> Part {
        let rows = if self.world.json {
            Rows::Json(Vec::with_capacity(rows * 300))
        } else {
            let mut table = Table::new(self.columns.heads.clone());
            table.reserve(rows);
            Rows::Table(table)
        };
        Part { rows, count: 0, bytes: 0 }
    }

    fn print(&self, path: &str, format: &str, sheets: &[Part]) -> io::Result<()> {
        let mut out = self.world.out();
        if self.world.json {
            let text = |text: &str| serde_json::to_string(text).unwrap_or_default();
            let (schema, path, format) = (text(&schema_id("ls")), text(path), text(format));
            write!(out, r#"{{"schema": {schema}, "path": {path}, "format": {format}, "entries": ["#)?;
            let mut rows = sheets.iter().filter_map(|sheet| sheet.json()).filter(|rows| !rows.is_empty());
            // Every row begins with a comma and a line's end, the first with the latter alone.
            out.write_all(rows.next().and_then(|rows| rows.get(1..)).unwrap_or_default())?;
            rows.try_for_each(|rows| out.write_all(rows))?;
            out.write_all(b"\n]}\n")?;
            return out.flush();
        }
        let tables: Vec<&Table> = sheets.iter().filter_map(Part::table).collect();
        Table::write_parts(&self.columns.heads, &tables, Some(MEANING), &mut out)?;
        if !self.world.quiet {
            let (entries, bytes) =
                sheets.iter().fold((0, 0), |(n, b), sheet| (n + sheet.count, b + sheet.bytes));
            writeln!(out, "{}", self.world.say("cli-ls-total", args!(entries = entries, bytes = bytes)))?;
        }
        out.flush()
    }
}

/// The column of meanings, which most archives do not have.
const MEANING: usize = 1;

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
        let mut heads = vec![
            head("name", Align::Left),
            head("meaning", Align::Left),
            head("format", Align::Left),
            head("size", Align::Right),
        ];
        heads.extend(entry.map(|_| head("offset", Align::Right)));
        heads.extend(attributes.iter().map(|name| ((*name).to_owned(), Align::Right)));
        heads.extend(args.hash.then(|| ("sha256".to_owned(), Align::Left)));
        Self { attributes, offsets: entry.is_some(), hashes: args.hash, heads }
    }
}

/// Rows in the form in which they are shown, so that every core can make its part of them.
struct Part {
    rows: Rows,
    count: usize,
    bytes: usize,
}

enum Rows {
    /// A row a line, each with a comma in front.
    Json(Vec<u8>),
    Table(Table),
}

impl Part {
    fn json(&self) -> Option<&[u8]> {
        if let Rows::Json(rows) = &self.rows { Some(rows) } else { None }
    }

    fn table(&self) -> Option<&Table> {
        if let Rows::Table(table) = &self.rows { Some(table) } else { None }
    }

    fn add(&mut self, row: &answer::Entry<'_>, columns: &Columns) {
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

fn add_to_table(row: &answer::Entry<'_>, columns: &Columns, table: &mut Table) {
    // Below the first level, the path is what tells entries apart.
    table.cell(&row.path);
    table.cell(row.meaning.unwrap_or_default());
    table.cell(row.format.unwrap_or("-"));
    table.number(row.size);
    if columns.offsets {
        match row.offset {
            Some(offset) => table.offset(offset),
            None => table.cell(""),
        }
    }
    for (i, column) in columns.attributes.iter().enumerate() {
        match row.attributes.get(i, column) {
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
