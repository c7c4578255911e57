//! `relict explain`: every byte of a file, or what a code means.

use super::{Failure, Input, Outcome};
use crate::world::{BLUE, BOLD, DIM, World};
use relict_toolkit::FORMATS;
use relict_toolkit::answer::{CodeAnswer, Coverage, Span, schema_id};
use relict_toolkit::core::args;
use relict_toolkit::core::format::{Kind, Limits};
use relict_toolkit::core::report::{COMMON, Rule};
use relict_toolkit::core::text::printable;
use relict_toolkit::core::trace::Knowledge;
use relict_toolkit::explain::{Explained, Line, explain_window};
use relict_toolkit::open::Asset;
use relict_toolkit::phrases::Phrase;
use relict_toolkit::problem::{self, NO_OFFSET, Problem, UNKNOWN_CODE};
use serde_json::Value;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use unicode_width::UnicodeWidthStr;

/// Explain every byte of a file, or what the code of a finding means
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A file, an entry inside it, or - for standard input
    #[arg(required_unless_present = "code")]
    path: Option<String>,
    /// Show only the field at this offset (decimal, or hexadecimal with 0x)
    #[arg(long, value_name = "OFFSET", value_parser = offset)]
    at: Option<usize>,
    /// Show every item of long lists instead of one line per list
    #[arg(long)]
    full: bool,
    /// Explain a finding or error code and how to fix the problem
    #[arg(long, value_name = "CODE", conflicts_with = "path")]
    code: Option<String>,
}

fn offset(text: &str) -> Result<usize, String> {
    let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let number = hex.map_or_else(|| text.parse().ok(), |digits| usize::from_str_radix(digits, 16).ok());
    number.ok_or_else(|| "not an offset".into())
}

pub fn run(args: &Args, world: &World) -> Outcome {
    if let Some(code) = &args.code {
        return explain_code(code, world);
    }
    let path = args.path.as_deref().unwrap_or_default();
    let input = Input::open(path)?;
    let mut output = Ok(());
    let stopped = input.asset(|asset| {
        let kind = asset.known_kind()?;
        if let Some(at) = args.at.filter(|at| *at >= asset.bytes.len()) {
            let args = args!(offset = format!("{at:#x}"), size = format!("{:#x}", asset.bytes.len()));
            return Err(Problem::new(NO_OFFSET, asset.path, args));
        }
        let (explained, written) = show(&asset, kind, args, world);
        output = written;
        Ok(explained.stopped.map(|error| Problem::unreadable(kind, asset.path, asset.bytes, &error)))
    })?;
    output?;
    stopped.map_or(Ok(ExitCode::SUCCESS), |problem| Err(Failure::Problem(problem)))
}

fn show(asset: &Asset<'_>, kind: &Kind, args: &Args, world: &World) -> (Explained, io::Result<()>) {
    let mut printer =
        Printer { out: world.out(), json: world.json, width: world.width(), first: true, done: Ok(()) };
    printer.begin(asset, kind);
    let depth = Limits::default().depth;
    let window = args.at.map_or(0..usize::MAX, |at| at..at.saturating_add(1));
    let explained = explain_window(kind, asset.bytes, asset.origin, args.full, depth, window, &mut |line| {
        printer.line(line);
        // Nobody reads what cannot be written.
        if printer.done.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    printer.end(&explained, args.at.is_none(), world);
    (explained, printer.done)
}

/// Prints lines as they come. The first failure ends the printing.
struct Printer<W> {
    out: W,
    json: bool,
    /// Of the screen.
    width: usize,
    first: bool,
    done: io::Result<()>,
}

impl<W: Write> Printer<W> {
    fn attempt(&mut self, write: impl FnOnce(&mut W) -> io::Result<()>) {
        if self.done.is_ok() {
            self.done = write(&mut self.out);
        }
    }

    fn begin(&mut self, asset: &Asset<'_>, kind: &Kind) {
        let (json, path, size) = (self.json, asset.path, asset.bytes.len());
        self.attempt(|out| {
            if !json {
                return writeln!(out, "{BOLD}{}{BOLD:#} {}", printable(path), kind.id);
            }
            let text = |text: &str| serde_json::to_string(text).unwrap_or_default();
            let (schema, path, format) = (text(&schema_id("explain")), text(path), text(kind.id));
            write!(
                out,
                r#"{{"schema": {schema}, "path": {path}, "format": {format}, "size": {size}, "spans": ["#
            )
        });
    }

    fn line(&mut self, line: &Line<'_>) {
        let (json, first, width) = (self.json, std::mem::take(&mut self.first), self.width);
        self.attempt(|out| {
            if json {
                out.write_all(if first { b"\n  " } else { b",\n  " })?;
                return Ok(serde_json::to_writer(out, &Span::of(line))?);
            }
            print_line(out, line, width)
        });
    }

    /// The total of a single field would only say its length once more.
    fn end(&mut self, explained: &Explained, is_whole: bool, world: &World) {
        let json = self.json;
        let covered = Coverage::from(explained.coverage);
        self.attempt(|out| {
            if json {
                write!(out, "\n], \"coverage\": ")?;
                serde_json::to_writer(&mut *out, &covered)?;
                if let Some(error) = &explained.stopped {
                    write!(out, ", \"stopped\": ")?;
                    serde_json::to_writer(&mut *out, &world.catalogue().phrase(&Phrase::from(error)))?;
                }
                out.write_all(b"}\n")?;
            } else if is_whole && !world.quiet {
                let Coverage { named, padding, opaque, uncovered } = covered;
                let args = args!(named = named, padding = padding, opaque = opaque, uncovered = uncovered);
                writeln!(out, "{}", world.say("cli-explain-total", args))?;
            }
            out.flush()
        });
    }
}

/// A line of the screen; what the field means is cut where the screen ends.
fn print_line(out: &mut impl Write, line: &Line<'_>, width: usize) -> io::Result<()> {
    let value = match (&line.value, line.count) {
        (_, Some(count)) => format!("× {count}"),
        (Value::String(text), _) => text.clone(),
        (other, _) => other.to_string(),
    };
    let style = match line.knowledge {
        Knowledge::Named => BLUE,
        _ => DIM,
    };
    let (start, end) = (line.range.start, line.range.end);
    let place = format!("{start:08x}..{end:08x}");
    let field = format!("{:<36}", printable(&line.field));
    let value = format!("{:<9} {:<20}", line.kind, printable(&value));
    write!(out, "{DIM}{place}{DIM:#}  {style}{field}{style:#} {value}")?;
    let used = place.len() + 2 + field.width() + 1 + value.width() + 2;
    let doc: String = line.doc.chars().take(width.saturating_sub(used)).collect();
    match doc.is_empty() {
        true => writeln!(out),
        false => writeln!(out, "  {DIM}{doc}{DIM:#}"),
    }
}

fn explain_code(code: &str, world: &World) -> Outcome {
    let rules = FORMATS.iter().flat_map(|kind| kind.rules).chain(COMMON).copied();
    let rule: Option<&'static Rule> = rules.into_iter().find(|rule| rule.code == code);
    let known = rule.is_some() || problem::CODES.contains(&code);
    let catalogue = world.catalogue();
    let (Some(about), true) = (catalogue.about(code), known) else {
        return Err(unknown_code(code).into());
    };
    let help = catalogue.help(code).unwrap_or_default();
    if world.json {
        let severity = rule.map(|rule| rule.severity.name());
        world.answer(&CodeAnswer {
            schema: schema_id("explain-code"),
            code: code.into(),
            severity,
            about,
            help,
        })?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = world.out();
    let style = rule.map_or(BOLD, |rule| world.severity(rule.severity));
    let severity = rule
        .map_or_else(|| "error".into(), |rule| world.say(&format!("cli-{}", rule.severity.name()), vec![]));
    writeln!(
        out,
        "{style}{severity}[{code}]{style:#}\n  {about}\n  {} {help}",
        world.say("cli-help", vec![])
    )?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn unknown_code(code: &str) -> Problem {
    let family = code.split('.').next().unwrap_or_default();
    let alike: Vec<&str> = FORMATS
        .iter()
        .flat_map(|kind| kind.rules)
        .map(|rule| rule.code)
        .chain(problem::CODES.iter().copied())
        .filter(|known| known.split('.').next() == Some(family))
        .collect();
    Problem::new(UNKNOWN_CODE, code, args!(alike = alike.join(", "), count = alike.len()))
}
