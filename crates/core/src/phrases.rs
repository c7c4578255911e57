//! Phrases of messages, by name: what an error wanted and found, if that is not a value.

use crate::report::{Arg, Args, Listed};
use serde_json::error::Category;
use std::fmt;

/// A phrase with its arguments. English is declared here; other languages are in the catalogue under `phrase-…`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    pub name: &'static str,
    /// In English, with the arguments by name in braces; none if the catalogue alone has them.
    pub words: &'static str,
    pub args: Args,
}

/// Names of phrases, each with the names of its arguments.
pub type Phrases = &'static [(&'static str, &'static [&'static str])];

/// `phrases! { at_most_bytes(most) = "at most {most} bytes"; }`: a function for each phrase, and the list `PHRASES` of them
/// all, by which a test finds that the catalogue knows them in the other languages.
#[macro_export]
macro_rules! phrases {
    ($($name:ident($($arg:ident),*) = $words:literal;)*) => {
        $(pub fn $name($($arg: impl Into<$crate::report::Arg>),*) -> $crate::phrases::Phrase {
            let args = vec![$((stringify!($arg), $arg.into())),*];
            $crate::phrases::Phrase { name: stringify!($name), words: $words, args }
        })*
        pub static PHRASES: $crate::phrases::Phrases =
            &[$((stringify!($name), &[$(stringify!($arg)),*])),*];
    };
}

// Those that any format may need.
phrases! {
    a_count() = "a count";
    a_field_of(record) = "a field of {record}";
    a_list() = "a list";
    a_number() = "a number";
    a_readable_file() = "a file that can be read";
    a_text() = "a text";
    a_value() = "a value";
    an_archive() = "an archive";
    an_archive_below_4_gib() = "an archive below 4 GiB";
    an_entry() = "an entry";
    an_entry_elsewhere() = "an entry that lies elsewhere";
    an_entry_number() = "the number of an entry";
    an_entry_of_the_directory() = "an entry of the directory";
    an_object() = "an object";
    another() = "another";
    at_most_4_gib() = "at most 4 GiB";
    at_most_bytes(most) = "at most {most} bytes";
    at_most_characters(most) = "at most {most} characters";
    at_most_entries(most) = "at most {most} entries";
    at_most_items(most) = "at most {most} items";
    at_most_levels(most) = "at most {most} levels";
    at_most_one_per_byte(most) = "at most {most}, one for each byte left";
    bytes() = "bytes";
    bytes_count(count) = "{count} bytes";
    characters(most, page) = "1 to {most} characters of {page}";
    characters_of(page) = "characters of {page}";
    entry_padding_or_gap() = "an entry, padding or a gap";
    fault_in(field, fault) = "{field}: {fault}";
    fault_at(field, offset, fault) = "{field} at {offset}: {fault}";
    hex_digits() = "hex digits";
    hex_digits_or_blob() = "hex digits, or the number of a blob";
    items(count) = "{count} items";
    its_length(length) = "{length}, which is its length";
    its_place_among_strays() = "its place among the strays of the frame";
    json_at(reason, line, column) = "{reason} at line {line} column {column}";
    json_cut(reason) = "{reason}";
    json_field_missing(reason, field) = "{reason}";
    json_field_unknown(reason, field) = "{reason}";
    json_kind(reason) = "{reason}";
    json_syntax(reason) = "{reason}";
    length_that_fits(shape) = "a length that fits {shape}";
    more() = "more";
    more_bytes(count) = "{count} more bytes";
    no_settings() = "no settings";
    none() = "none";
    nothing() = "nothing";
    number_padding_or_gap() = "the number of an entry, \"padding\" or \"gap\"";
    one_more() = "one more";
    one_of(names) = "one of {names}";
    or(first, second) = "{first} or {second}";
    other_sizes() = "another size or number of entries";
    others() = "others";
    range(least, most) = "{least} to {most}";
    same_sizes(name) = "entries of the same sizes, since {name} shares bytes with others";
    sensible_header() = "a header that makes sense";
    some() = "something";
    something_else() = "something else";
    text() = "text";
    the_end() = "the end";
    true_or_false() = "true or false";
    truncated(needed, left) = "needs {needed} bytes, {left} left";
    unexpected(wanted, found) = "expected {wanted}, found {found}";
}

/// Any of these names or numbers: `a, b or c`.
pub fn any_of<T: fmt::Display>(all: impl IntoIterator<Item = T>) -> Phrase {
    let mut names: Vec<String> = all.into_iter().map(|name| name.to_string()).collect();
    let last = names.pop().unwrap_or_default();
    if names.is_empty() { one_of(last) } else { or(names.join(", "), last) }
}

/// Why something is not valid JSON. The text of the parser is included for English, the only language that it has.
pub fn json_reason(error: &serde_json::Error) -> Phrase {
    let text = error.to_string();
    let reason = text.rsplit_once(" at line ").map_or(text.as_str(), |(reason, _)| reason);
    let field = || reason.split('`').nth(1).unwrap_or_default();
    match error.classify() {
        Category::Eof => json_cut(reason),
        Category::Data if reason.starts_with("missing field") => json_field_missing(reason, field()),
        Category::Data if reason.starts_with("unknown field") => json_field_unknown(reason, field()),
        Category::Data => json_kind(reason),
        Category::Syntax | Category::Io => json_syntax(reason),
    }
}

/// The same with its place.
pub fn json_flaw(error: &serde_json::Error) -> Phrase {
    json_at(json_reason(error), error.line(), error.column())
}

impl Phrase {
    /// The English words, with what `said` makes of each argument.
    pub fn in_english(&self, said: impl Fn(&Arg) -> String) -> String {
        let mut pieces = self.words.split(['{', '}']);
        let mut text = pieces.next().unwrap_or_default().to_owned();
        while let (Some(name), Some(plain)) = (pieces.next(), pieces.next()) {
            let arg = self.args.iter().find(|(key, _)| *key == name);
            text += &arg.map_or_else(String::new, |(_, arg)| said(arg));
            text += plain;
        }
        text
    }
}

impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.words {
            "" => write!(f, "{}{}", self.name, Listed(&self.args)),
            _ => f.write_str(&self.in_english(ToString::to_string)),
        }
    }
}
