//! Words of messages, by name: what an error wanted and found, where that is no value.

use crate::report::{Args, Listed};
use serde_json::error::Category;
use std::fmt;

/// Words that the catalogue of messages has in every language, under `phrase-…`, and what they speak of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    pub name: &'static str,
    pub args: Args,
}

/// Names of phrases, each with the names of what it speaks of.
pub type Phrases = &'static [(&'static str, &'static [&'static str])];

/// `phrases! { at_most_bytes(most); }`: a function for each phrase, and the list `PHRASES` of them all, by which a test
/// finds that the catalogue knows them.
#[macro_export]
macro_rules! phrases {
    ($($name:ident($($arg:ident),*);)*) => {
        $(pub fn $name($($arg: impl Into<$crate::report::Arg>),*) -> $crate::phrases::Phrase {
            $crate::phrases::Phrase { name: stringify!($name), args: vec![$((stringify!($arg), $arg.into())),*] }
        })*
        pub static PHRASES: $crate::phrases::Phrases =
            &[$((stringify!($name), &[$(stringify!($arg)),*])),*];
    };
}

// Those that any format may need.
phrases! {
    a_count();
    a_field_of(record);
    a_list();
    a_number();
    a_text();
    a_value();
    an_archive();
    an_archive_below_4_gib();
    an_entry();
    an_entry_elsewhere();
    an_entry_number();
    an_entry_of_the_directory();
    an_object();
    another();
    at_most_4_gib();
    at_most_bytes(most);
    at_most_characters(most);
    at_most_entries(most);
    at_most_items(most);
    at_most_levels(most);
    at_most_one_per_byte(most);
    bytes();
    bytes_count(count);
    characters(most, page);
    characters_of(page);
    entry_padding_or_gap();
    fault_in(field, fault);
    fault_at(field, offset, fault);
    hex_digits();
    hex_digits_or_blob();
    items(count);
    its_length(length);
    its_place_among_strays();
    json_at(reason, line, column);
    json_cut(reason);
    json_field_missing(reason, field);
    json_field_unknown(reason, field);
    json_kind(reason);
    json_syntax(reason);
    length_that_fits(shape);
    more();
    more_bytes(count);
    no_settings();
    none();
    nothing();
    number_padding_or_gap();
    one_more();
    one_of(names);
    or(first, second);
    other_sizes();
    others();
    range(least, most);
    same_sizes(name);
    sensible_header();
    some();
    something_else();
    text();
    the_end();
    true_or_false();
    truncated(needed, left);
    unexpected(wanted, found);
}

/// Any of these names or numbers: `a, b or c`.
pub fn any_of<T: fmt::Display>(all: impl IntoIterator<Item = T>) -> Phrase {
    let mut names: Vec<String> = all.into_iter().map(|name| name.to_string()).collect();
    let last = names.pop().unwrap_or_default();
    if names.is_empty() { one_of(last) } else { or(names.join(", "), last) }
}

/// Why something is not the JSON that it must be. The words of the parser come along for the one language that they are in.
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

impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.name, Listed(&self.args))
    }
}
