//! What errors of this family want and find, in words.

pub(crate) use relict_core::phrases::*;

relict_core::phrases! {
    a_bad_header();
    a_finite_number();
    a_list_of_calls();
    a_number_from(least, most);
    a_path_inside();
    a_time_on_one_side();
    an_offset_from(least);
    both(first, second);
    bytes_of_unknown_packing();
    bytes_outside();
    fewer_commands();
    four_characters_or_number();
    hex_digits_8();
    no_more_than(most);
    numbers_or_a_seed();
    the_name_of_a_call();
    the_stream_of_entry(entry);
    unpacked_bytes();
    upper_case_characters(most, page);
}
