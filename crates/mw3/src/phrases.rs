//! What errors of this family want and find, in words.

pub(crate) use relict_core::phrases::*;

relict_core::phrases! {
    a_colour();
    a_colour_of_16_bits(nearest);
    a_list_below_4_gib();
    a_number_of_31_bits();
    a_number_text_or_list();
    a_texture_by_the_flags();
    a_time();
    an_image();
    as_in_the_global_palette(colour, palette);
    as_the_archive_has_it(version);
    bytes_in_hex(count);
    colours();
    colours_256();
    corners_of_the_polygons();
    fewer_parts();
    links_of_this_game();
    lists_of_one_length();
    lists_with_all_corners();
    no_bytes_between_entries();
    null_since_no_palette();
    other_corners();
    other_lengths();
    palette_since_no_global_one();
    since_the_palette_is_global(colour);
    text_or_bytes();
    version_by_checksum();
}
