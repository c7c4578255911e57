//! What the library wants and finds, in words, and the list of all phrases that the catalogue has to know.

pub use relict_core::phrases::*;

relict_core::phrases! {
    a_file();
    a_folder_of_its_own();
    a_form_of_no_other_file();
    a_known_format();
    a_picture();
    a_readable_file();
    an_archive_without_new_errors();
    both_or_none();
    file_or_folder();
    folder_of_another_entry();
    json();
    nothing_since_no_form();
    nothing_since_no_png();
    same_fields();
    what_the_archive_gives_back();
    what_was_edited();
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
