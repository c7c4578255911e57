### What the check says about small files of phone games, and about pictures, sounds and texts in them. Each message has .about (what the rule means) and .help (what to do).

text-tables-truncated = The file is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = The file begins with a list of starts, two bytes each. This one is too short for a single start.
    .help = Take the file again from the game.
text-tables-starts = No list of starts fits this file of { $size } bytes.
    .about = The file starts with the offset of each table. How many starts there are is not stored in the file: as few as make the tables fill the rest exactly, each with its size, its number of texts, and their lengths. Here no number of starts up to 256 does that.
    .help = Take the file again from the game.

map-strings-truncated = The file is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = The texts are preceded by a record of six bytes for each map. Not even one is whole.
    .help = Take the file again from the game.
map-strings-layout = The texts of map { $number } do not follow those of the map before.
    .about = The texts of all maps lie one after the other, and the first begin where the list of records ends. A map without texts has a record of zeros.
    .help = Take the file again from the game.
map-strings-texts = { $stated } texts are stated, but { $found } are there, or the last has no end.
    .about = Texts have a zero after each. Their number and their size in bytes come first, and both must agree with what is there.
    .help = Take the file again from the game.
map-strings-tail = { $size ->
        [one] { $size } extra byte
       *[other] { $size } extra bytes
    } after the end of the data.
    .about = The file ends with the texts of the last map.
    .help = Take the file again from the game.

language-menus-truncated = The file is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = After the leading numbers come texts, menus of five bytes and items of five bytes. Not all of them are there.
    .help = Take the file again from the game.
language-menus-texts = { $stated } texts are stated, but { $found } are there, or the last has no end.
    .about = Texts have a zero after each. Their number and their size in bytes come first, and both must agree with what is there.
    .help = Take the file again from the game.
language-menus-items = The menu has items up to { $end }, but there are { $count }.
    .about = A menu names the first of its items and how many it has.
    .help = Correct “first_item” or “item_count”.
language-menus-text = The item shows text { $number }, but there are { $count }.
    .about = Items name their texts by number, from 0 on; 255 means none.
    .help = Correct the number, or add a text.
language-menus-tail = { $size ->
        [one] { $size } extra byte
       *[other] { $size } extra bytes
    } after the end of the data.
    .about = The file ends with its last item.
    .help = Take the file again from the game, or empty “tail” in the JSON form.

language-entities-truncated = The file is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = After the leading numbers come texts, and then ten bytes for each kind of thing, column by column. Not all of them are there.
    .help = Take the file again from the game.
language-entities-texts = { $stated } texts are stated, but { $found } are there, or the last has no end.
    .about = Texts have a zero after each. Their number and their size in bytes come first, and both must agree with what is there.
    .help = Take the file again from the game.
language-entities-text = Text { $number } is named, but there are { $count }.
    .about = The name, the long name and the description of each kind are texts of this file, by number from 0 on.
    .help = Correct the number, or add a text.
language-entities-tail = { $size ->
        [one] { $size } extra byte
       *[other] { $size } extra bytes
    } after the end of the data.
    .about = The file ends with its last column.
    .help = Take the file again from the game, or empty “tail” in the JSON form.

menus-truncated = The file is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = The file begins with two numbers: how many words describe menus, and how many their items. A word has four bytes.
    .help = Take the file again from the game.
menus-tail = { $size ->
        [one] { $size } extra byte
       *[other] { $size } extra bytes
    } after the end of the data.
    .about = The file ends with the last word of an item.
    .help = Take the file again from the game, or empty “tail” in the JSON form.

sine-table-truncated = The file is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = The table has 256 numbers of four bytes.
    .help = Take the file again from the game.
sine-table-value = Number { $number } is { $found }; the sine is { $wanted }.
    .about = The table holds the sine of a turn in 256 steps, with 65536 for 1. Where it differs, the game turns and moves otherwise.
    .help = Nothing needs to be done if that is meant.
sine-table-tail = { $size ->
        [one] { $size } extra byte
       *[other] { $size } extra bytes
    } after the end of the data.
    .about = The file ends with the sine of the last step.
    .help = Take the file again from the game, or empty “tail” in the JSON form.

font-ranges-truncated = The file is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = The file is a list of ranges of two bytes each.
    .help = Take the file again from the game.
font-ranges-order = Range { $number } does not lie after the one before, or ends before it begins.
    .about = Ranges name characters of the font from the lowest to the highest. The pictures of the font follow each other in that order.
    .help = Sort the ranges so that they do not overlap.

language-list-truncated = The file is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = The list has seven bytes, the number of languages, and nine bytes for each of them with five more around. Not all of them are there.
    .help = Take the file again from the game.
language-list-size = { $file } should have { $stated } bytes by this list, but has { $found }.
    .about = The list states how many bytes the texts of each language have, and how many texts there are; two bytes precede each, and two more for the end.
    .help = Put the number of bytes of the texts into “text_sizes”.
language-list-missing = { $file } is not there.
    .about = Each language of the list has a file of texts next to it.
    .help = Add the file, or take the language out of the list.
language-list-tail = { $size ->
        [one] { $size } extra byte
       *[other] { $size } extra bytes
    } after the end of the data.
    .about = The list ends with the size of the texts of the last language.
    .help = Take the file again from the game, or empty “tail” in the JSON form.

publisher-texts-truncated = The file is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = The file begins with offsets of two bytes, of which there are two at least.
    .help = Take the file again from the game.
publisher-texts-offsets = No number of offsets fits this file of { $size } bytes.
    .about = The file starts with the offset of each text, from 0 on and never falling, and where the last ends. That is the end of the file.
    .help = Take the file again from the game.
publisher-texts-size = The file has { $found } bytes; “hdr” states { $stated }.
    .about = The list of languages next to the texts states how long they are, and the game reads that many bytes.
    .help = Put the number of bytes of the texts into “text_sizes” of hdr.

charmap-truncated = The file is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = The file has whole pages of 128 letters, two bytes each.
    .help = Take the file again from the game.

png-truncated = The file is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = A PNG is a mark of eight bytes and chunks, each with its size in front and a sum after. One of them is not whole.
    .help = Take the file again from the game.
png-frame = The picture does not begin with IHDR and end with IEND.
    .about = The first chunk holds the size of the picture, the last is its end. Programs refuse a picture without them.
    .help = Take the picture again from the game, or save it again with a drawing program.
png-crc = The sum of the chunk is { $sum }, but { $stated } is stated.
    .about = Each chunk has the CRC-32 of its kind and data after it. Where it is wrong, the chunk was damaged or edited by hand.
    .help = Take the picture again from the game, or save it again with a drawing program.
png-tail = { $size ->
        [one] { $size } extra byte
       *[other] { $size } extra bytes
    } after the end of the data.
    .about = A PNG ends with its chunk IEND.
    .help = Nothing needs to be done; programs do not look at these bytes.

midi-truncated = The file is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = A melody is a head of 14 bytes and as many tracks as it states, each with its size in front.
    .help = Take the file again from the game.
midi-header = The header states its size as { $found } bytes, but should state 6.
    .about = After its size the head has three numbers of two bytes.
    .help = Take the file again from the game.
midi-kind = This is not a track: it is called { $found }.
    .about = Tracks are called MTrk. Players skip what is called otherwise.
    .help = Nothing needs to be done if the melody plays.
midi-tail = { $size ->
        [one] { $size } extra byte
       *[other] { $size } extra bytes
    } after the end of the data.
    .about = A melody ends with its last track.
    .help = Nothing needs to be done; players do not look at these bytes.

amr-truncated = The file is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = The file begins with six bytes that mark it.
    .help = Take the file again from the game.
amr-frame = { $size ->
        [one] { $size } byte at the end is
       *[other] { $size } bytes at the end are
    } no whole frame.
    .about = A sound is made of frames of 20 ms. The first byte of each says how long it is.
    .help = Take the sound again from the game.

bmp-truncated = The file is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = A BMP begins with two records of 14 and 40 bytes.
    .help = Take the file again from the game.
bmp-size = The header states { $stated } bytes, but the file has { $found }.
    .about = The header states the size of the whole file.
    .help = Save the picture again with a drawing program, or put the right size into the header.
bmp-pixels = The picture takes { $needed } bytes of pixels, but { $found } are there.
    .about = Width, height and bits of a pixel say how many bytes pixels take; rows take a whole number of four bytes.
    .help = Take the picture again from the game.

wave-truncated = The file is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = A sound is twelve bytes and chunks, each with its size in front. One of them is not whole.
    .help = Take the file again from the game.
wave-size = The file states { $stated } bytes, but { $found } follow.
    .about = The mark is followed by the number of bytes.
    .help = Save the sound again with a program for sounds, or put the right size into the file.

pmd-truncated = The file is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = The file begins with ten bytes: its mark, its size and the size of its head.
    .help = Take the file again from the game.
pmd-size = The file states { $stated } bytes, but { $found } follow.
    .about = The mark is followed by the number of bytes.
    .help = Take the file again from the game.

media-bank-unknown = { $size ->
        [one] { $size } byte is
       *[other] { $size } bytes are
    } of no known kind of file.
    .about = Such a bank holds pictures (PNG) or sounds (MIDI, AMR) one after the other. Other contents can only be separated by the index next to it.
    .help = Nothing needs to be done if the index beside has no findings.

manifest-truncated = The file is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = The manifest is empty.
    .help = Take the file again from the game.
manifest-line = Line { $number } has no colon.
    .about = A line of a manifest is a key, a colon and a value; or it begins with a blank and goes on with the line before; or it is empty.
    .help = Correct the line; phones may refuse the game otherwise.
