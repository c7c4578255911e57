//! Help and usage errors in the reader's language. English stands in the code, beside each argument.

use crate::world::{Colour, World};
use crate::{COULD_NOT, locale_language};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command};
use relict_toolkit::core::args;
use relict_toolkit::messages::{Catalogue, Language};
use relict_toolkit::problem::{Problem, USAGE};
use std::ffi::OsString;
use std::process::ExitCode;

/// `--lang` if it is there, wherever it stands: help itself must speak it.
pub fn language(args: impl Iterator<Item = OsString>) -> Language {
    let args: Vec<String> =
        args.take_while(|arg| arg != "--").map(|arg| arg.to_string_lossy().into_owned()).collect();
    let said = args.iter().enumerate().find_map(|(i, arg)| match arg.strip_prefix("--lang") {
        Some("") => args.get(i + 1).map(String::as_str),
        Some(rest) => rest.strip_prefix('='),
        None => None,
    });
    said.map_or_else(locale_language, Language::of_locale)
}

/// The command with its help in `language`, as far as the catalogue has it.
pub fn localised(command: Command, language: Language) -> Command {
    match language {
        Language::English => command,
        Language::Russian => translated(command, language.catalogue(), "help"),
    }
}

fn translated(mut command: Command, catalogue: &Catalogue, key: &str) -> Command {
    let say = |id: &str| catalogue.get(id, &vec![]);
    if let Some(about) = say(key) {
        command = command.about(about);
    }
    let heading = |id: &str| say(&format!("cli-heading-{id}")).unwrap_or_else(|| id.to_owned());
    let (arguments, options, commands) = (heading("arguments"), heading("options"), heading("commands"));
    let arg_help = |arg: &Arg| {
        say(&format!("{key}-{}", arg.get_id())).or_else(|| say(&format!("help-{}", arg.get_id())))
    };
    // Under a heading of their own, clap would sort positional arguments by name.
    let mut place = 0;
    command = command.mut_args(|arg| {
        place += 1;
        let arg = arg.display_order(place);
        let help = arg_help(&arg);
        let heading = if arg.is_positional() { arguments.clone() } else { options.clone() };
        let arg = arg.help_heading(heading);
        match help {
            Some(help) => arg.help(help),
            None => arg,
        }
    });
    let flag = |id: &'static str, short, action| {
        let help = say(&format!("help-{id}")).unwrap_or_default();
        Arg::new(id).short(short).long(id).action(action).help(help).help_heading(options.clone())
    };
    command = command.disable_help_flag(true).arg(flag("help", 'h', ArgAction::Help));
    if command.get_version().is_some() {
        command = command.disable_version_flag(true).arg(flag("version", 'V', ArgAction::Version));
    }
    let usage = heading("usage");
    command
        .subcommand_help_heading(commands)
        .subcommand_value_name(say("cli-heading-command").unwrap_or_else(|| "COMMAND".into()))
        .help_template(format!("{{about-with-newline}}\n{usage} {{usage}}\n\n{{all-args}}{{after-help}}"))
        .mut_subcommands(|inner| {
            let key = format!("{key}-{}", inner.get_name());
            translated(inner, catalogue, &key)
        })
}

/// Help that was asked for goes to standard output; bad use is a problem like any other.
pub fn usage(error: &clap::Error, language: Language) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let _ = error.print();
            return ExitCode::SUCCESS;
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            return ExitCode::from(COULD_NOT);
        }
        _ => {}
    }
    let world = World { language, json: false, quiet: false, verbose: false, colour: Colour::Auto };
    let reason = reason(error, language.catalogue());
    world.complain(&Problem::new(USAGE, "", args!(reason = reason)));
    ExitCode::from(COULD_NOT)
}

/// What was wrong, in the reader's language where the catalogue has the case; else in clap's words.
fn reason(error: &clap::Error, catalogue: &Catalogue) -> String {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        Some(ContextValue::Strings(all)) => Some(all.join(", ")),
        _ => None,
    };
    let case = match error.kind() {
        ErrorKind::UnknownArgument => "unknown-argument",
        ErrorKind::InvalidSubcommand => "unknown-command",
        ErrorKind::MissingRequiredArgument => "missing-argument",
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => "invalid-value",
        ErrorKind::TooManyValues => "no-value",
        ErrorKind::ArgumentConflict => "conflict",
        ErrorKind::MissingSubcommand => "missing-command",
        ErrorKind::InvalidUtf8 => "not-unicode",
        _ => "other",
    };
    let named =
        text(ContextKind::InvalidArg).or_else(|| text(ContextKind::InvalidSubcommand)).unwrap_or_default();
    let prior = text(ContextKind::PriorArg).unwrap_or_default();
    let case = if case == "conflict" && prior == named { "repeated" } else { case };
    let suggested = text(ContextKind::SuggestedArg)
        .or_else(|| text(ContextKind::SuggestedSubcommand))
        .or_else(|| text(ContextKind::ValidValue))
        .unwrap_or_default();
    let value = text(ContextKind::InvalidValue).unwrap_or_default();
    let rendered = error.render().to_string();
    let first = rendered.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned();
    let yes = |text: &str| if text.is_empty() { "no" } else { "yes" };
    let (near, given) = (yes(&suggested), yes(&value));
    let args = args!(
        name = named,
        prior = prior,
        value = value,
        given = given,
        suggested = suggested,
        near = near,
        text = first
    );
    catalogue.say(&format!("cli-usage-{case}"), &args)
}
