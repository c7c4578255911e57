//! Phrases of errors of this family.

pub(crate) use relict_core::phrases::*;

relict_core::phrases! {
    a_colour() = "a colour such as ff8000";
    a_colour_of_16_bits(nearest) = "a colour of 5, 6 and 5 bits, of which {nearest} is the nearest";
    a_list_below_4_gib() = "a list whose length fits 32 bits";
    a_number_of_31_bits() = "a number of 31 bits";
    a_number_text_or_list() = "a number, a text or a list";
    a_texture_by_the_flags() = "a texture where the flags have 0x01, and only there";
    a_time() = "a time such as 1999-05-31T12:00:00.0000000Z";
    an_image() = "an image";
    as_in_the_global_palette(colour, palette) = "{colour} as in global palette {palette}: change it under frame.palettes, or give the image a palette of its own";
    as_the_archive_has_it(version) = "{version}, as the archive has it";
    bytes_in_hex(count) = "{count} bytes in hex";
    colours() = "colours such as ff8000";
    colours_256() = "256 colours";
    corners_of_the_polygons() = "what the records of the polygons say";
    fewer_parts() = "fewer parts";
    links_of_this_game() = "the links of the game that the model is of";
    lists_of_one_length() = "lists of one length";
    lists_with_all_corners() = "lists with an item for each corner";
    no_bytes_between_entries() = "no bytes between entries that are all one byte long";
    null_since_no_palette() = "null, since the image has no palette";
    other_corners() = "other corners";
    other_lengths() = "other lengths";
    palette_since_no_global_one() = "palette, since the global palette is not known here";
    since_the_palette_is_global(colour) = "{colour}, since the palette is a global one: change it under frame.palettes, or set format to palette";
    text_or_bytes() = "text or bytes";
    version_by_checksum() = "1 without a checksum, or 2 with one";
}
