//! Phrases of errors of this crate, and the list of all phrases that the catalogue must translate.

pub use relict_core::phrases::*;

relict_core::phrases! {
    a_loose_file() = "a file";
    a_folder_of_its_own() = "a folder of its own";
    a_form_of_no_other_file() = "a form that no other file of the entry has";
    a_known_format() = "a format that relict knows";
    a_picture() = "a picture";
    an_archive_without_new_errors() = "an archive without new errors";
    both_of_them_or_none() = "both or none";
    file_or_folder() = "either a file or a folder";
    folder_of_another_entry() = "one that another entry has";
    json() = "JSON";
    nothing_since_no_form() = "nothing, since the entry has no file with a form";
    nothing_since_no_png() = "nothing, since the file is no PNG";
    same_fields() = "the same fields in the same places";
    what_the_archive_gives_back() = "what the archive can give back";
    what_was_edited() = "what was edited";
}

/// Those of all crates.
pub fn all() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    let of_crates = [
        relict_core::phrases::PHRASES,
        relict_ngi::PHRASES,
        relict_mw3::PHRASES,
        relict_idmobile::PHRASES,
        relict_exchange::PHRASES,
        PHRASES,
    ];
    of_crates.into_iter().flatten().copied()
}
