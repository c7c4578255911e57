//! What every command has at hand: the language, the two outputs, and how much is to be said.

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use relict_toolkit::core::args;
use relict_toolkit::core::report::{Args, Severity};
use relict_toolkit::core::text::printable;
use relict_toolkit::messages::{Catalogue, Language};
use relict_toolkit::problem::Problem;
use serde::Serialize;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

pub const BOLD: Style = Style::new().bold();
pub const DIM: Style = Style::new().dimmed();
pub const RED: Style = AnsiColor::Red.on_default().bold();
pub const YELLOW: Style = AnsiColor::Yellow.on_default().bold();
pub const GREEN: Style = AnsiColor::Green.on_default();
pub const BLUE: Style = AnsiColor::Cyan.on_default();

/// So many problems are told beside the first, unless somebody asks for more.
const COMPLAINTS: usize = 19;

/// Work that takes longer than this shows how far it is.
const PATIENCE: Duration = Duration::from_millis(500);

#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
pub enum Colour {
    #[default]
    Auto,
    Always,
    Never,
}

pub struct World {
    pub language: Language,
    pub json: bool,
    pub quiet: bool,
    pub verbose: bool,
    pub colour: Colour,
}

pub type Out = BufWriter<Painted>;

/// Standard output that takes colours out where they do not belong.
pub struct Painted {
    plain: bool,
    out: io::StdoutLock<'static>,
}

impl Write for Painted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Most of a long answer has no colour; only what has goes through the slow way.
        if self.plain && bytes.contains(&0x1b) {
            return anstream::StripStream::new(&mut self.out).write(bytes);
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl World {
    pub fn catalogue(&self) -> &'static Catalogue {
        self.language.catalogue()
    }

    // By value, so that a call reads `say("…", args!(count = 3))`.
    #[allow(clippy::needless_pass_by_value)]
    pub fn say(&self, id: &str, args: Args) -> String {
        self.catalogue().say(id, &args)
    }

    /// Standard output, buffered; colours are taken out where they do not belong.
    pub fn out(&self) -> Out {
        let plain = self.choice(&io::stdout()) == anstream::ColorChoice::Never;
        BufWriter::with_capacity(1 << 16, Painted { plain, out: io::stdout().lock() })
    }

    fn choice(&self, stream: &impl anstream::stream::RawStream) -> anstream::ColorChoice {
        match self.colour {
            Colour::Auto => AutoStream::choice(stream),
            Colour::Always => anstream::ColorChoice::AlwaysAnsi,
            Colour::Never => anstream::ColorChoice::Never,
        }
    }

    /// Whether standard output shows any colour there is, and not only the few named ones.
    pub fn paints(&self) -> bool {
        let full = || std::env::var("COLORTERM").is_ok_and(|kind| matches!(&*kind, "truecolor" | "24bit"));
        match self.colour {
            Colour::Always => true,
            _ => self.choice(&io::stdout()) != anstream::ColorChoice::Never && full(),
        }
    }

    /// How many columns a person sees; as many as it takes where nobody looks.
    pub fn width(&self) -> usize {
        let seen = terminal_size::terminal_size_of(io::stdout());
        seen.map_or(usize::MAX, |(width, _)| width.0.into())
    }

    /// An answer for machines.
    pub fn answer(&self, answer: &impl Serialize) -> io::Result<()> {
        let mut out = self.out();
        serde_json::to_writer_pretty(&mut out, answer)?;
        out.write_all(b"\n")?;
        out.flush()
    }

    /// A remark for people, beside the answer.
    pub fn note(&self, id: &str, args: Args) {
        if !self.quiet {
            self.warn(&self.say(id, args));
        }
    }

    fn warn(&self, text: &str) {
        let mut err = AutoStream::new(io::stderr().lock(), self.choice(&io::stderr()));
        // Nobody is left to be told that this could not be written.
        let _ = writeln!(err, "{text}");
    }

    /// What could not be done, and whatever else was found with it.
    pub fn complain(&self, problem: &Problem) {
        self.complain_of(problem);
        let most = if self.verbose { usize::MAX } else { COMPLAINTS };
        problem.also.iter().take(most).for_each(|also| self.complain_of(also));
        if let Some(more) = problem.also.len().checked_sub(most).filter(|more| *more > 0) {
            self.warn(&self.say("cli-more-problems", args!(count = more)));
        }
    }

    /// What could not be done: the code, the place, the bytes, and what to try.
    fn complain_of(&self, problem: &Problem) {
        let catalogue = self.catalogue();
        let mut text =
            format!("{RED}error[{}]{RED:#}{BOLD}: {}{BOLD:#}", problem.code, catalogue.problem(problem));
        let place = self.place(&problem.path, &problem.field, problem.offset);
        if !place.is_empty() {
            text.push_str(&format!("\n  {BLUE}-->{BLUE:#} {place}"));
        }
        if let (Some(offset), Some((start, bytes))) = (problem.offset, &problem.excerpt) {
            text.push_str(&excerpt(*start, bytes, offset));
        }
        if let Some(help) = catalogue.help(problem.code) {
            text.push_str(&format!("\n  {GREEN}{}{GREEN:#} {help}", self.say("cli-help", vec![])));
        }
        self.warn(&text);
    }

    /// `file: field at 0x10`.
    pub fn place(&self, path: &str, field: &str, offset: Option<usize>) -> String {
        let mut place = printable(path).into_owned();
        if !field.is_empty() {
            place.push_str(if place.is_empty() { "" } else { ": " });
            place.push_str(&printable(field));
        }
        if let Some(offset) = offset {
            place.push_str(&format!(" @ {offset:#x}"));
        }
        place
    }

    pub fn severity(&self, severity: Severity) -> Style {
        match severity {
            Severity::Error => RED,
            Severity::Warning => YELLOW,
            Severity::Info => BLUE,
        }
    }

    /// How far work of `total` bytes is, for a person who waits; nobody else sees anything, and for nobody else it is
    /// counted.
    pub fn progress(&self, id: &str, total: impl FnOnce() -> u64) -> Progress {
        let shown = !self.quiet && io::stderr().is_terminal();
        Progress {
            total: if shown { total() } else { 0 },
            done: AtomicU64::new(0),
            started: Instant::now(),
            label: self.say(id, vec![]),
            bar: Mutex::new(None),
            shown,
        }
    }
}

/// A row of bytes with a mark under the one that is meant.
fn excerpt(start: usize, bytes: &[u8], offset: usize) -> String {
    let digits: String = bytes.iter().map(|byte| format!(" {byte:02x}")).collect();
    let shown = |byte: &u8| if byte.is_ascii_graphic() || *byte == b' ' { char::from(*byte) } else { '.' };
    let text: String = bytes.iter().map(shown).collect();
    let mark = " ".repeat(1 + 3 * offset.saturating_sub(start));
    format!(
        "\n      {DIM}{start:08x}{DIM:#} {digits:<48}  {DIM}|{text}|{DIM:#}\n               {mark}{RED}^^{RED:#}"
    )
}

/// A bar that appears only when the work takes long enough to wonder.
pub struct Progress {
    total: u64,
    done: AtomicU64,
    started: Instant,
    label: String,
    bar: Mutex<Option<ProgressBar>>,
    shown: bool,
}

impl Progress {
    pub fn advance(&self, bytes: usize) {
        if !self.shown {
            return;
        }
        let done = self.done.fetch_add(bytes as u64, Ordering::Relaxed) + bytes as u64;
        if self.started.elapsed() < PATIENCE {
            return;
        }
        // A thread that finds another at the bar has better things to do than wait for it.
        if let Ok(mut bar) = self.bar.try_lock() {
            bar.get_or_insert_with(|| self.new_bar()).set_position(done);
        }
    }

    fn new_bar(&self) -> ProgressBar {
        let bar = ProgressBar::with_draw_target(Some(self.total), ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{msg} [{bar:30}] {bytes}/{total_bytes} {eta}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.with_message(self.label.clone())
    }

    /// Takes the bar away, for what is written where it stands.
    pub fn clear(&self) {
        let mut bar = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bar) = bar.take() {
            bar.finish_and_clear();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}
