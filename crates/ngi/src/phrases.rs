//! Phrases of errors of this family.

pub(crate) use relict_core::phrases::*;

relict_core::phrases! {
    a_bad_header() = "header";
    a_file_of_a_known_type() = "a file whose type follows from its content, or from entries with the same ending";
    a_finite_number() = "a finite number";
    a_list_of_calls() = "a list of calls";
    a_number_from(least, most) = "a number from {least} to {most}";
    a_path_inside() = "a path inside the folder, such as mini.rlb/unit.wea";
    a_time_on_one_side() = "a time of 0 or more on one side";
    an_offset_from(least) = "an offset from {least} on, where the trailer has offsets begin";
    both(first, second) = "{first} and {second}";
    bytes_of_unknown_packing() = "packed ones without a word on their packing";
    bytes_outside() = "outside";
    fewer_commands() = "fewer commands";
    four_characters_or_number() = "four characters or a number";
    hex_digits_8() = "8 hex digits";
    no_more_than(most) = "no more than {most}";
    numbers_or_a_seed() = "a list of numbers, or an object with a seed";
    the_name_of_a_call() = "the name of a call";
    the_stream_of_entry(entry) = "the stream of entry {entry}";
    unpacked_bytes() = "unpacked bytes";
    upper_case_characters(most, page) = "1 to {most} characters of {page}, in upper case";
}
