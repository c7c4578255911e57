### What the check says about wear tables (WEAR). Each message has .about (what the rule means) and .help (what to do).

wear-truncated = The table is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = The text ends where the number of rows must be.
    .help = Get a fresh copy of the table from the game; a copy or a download was cut short.
wear-count = The number of rows is “{ $found }”, but must be a whole number of at least 1.
    .about = The first line is how many materials follow: a whole number of at least 1. At any other the engine says “Illegal wear length.”
    .help = Put the number of rows into the first line.
wear-lightmap-count = The number of lightmaps is “{ $found }”, but must be a whole number of at least 1.
    .about = Below LIGHTMAPS is the number of lightmaps: a whole number of at least 1. At any other the engine says “Illegal lightmaps length.”
    .help = Put the number of rows there, or leave out LIGHTMAPS and all that follows.
wear-rows = { $stated ->
        [one] { $stated } row is
       *[other] { $stated } rows are
    } stated, but there { $found ->
        [0] are none
        [one] is { $found }
       *[other] are { $found }
    }.
    .about = The text ends before the number of rows that it states.
    .help = Put the number of rows right, or add the missing ones.
wear-row = “{ $found }” is not a row: a number, a space and a name are needed.
    .about = Every row is a whole number and a name, with a space between them and no empty lines among them.
    .help = Write the row as `0 NAME`. If a row is left over or missing, put the number of rows right.
wear-separator = There is no empty line above LIGHTMAPS.
    .about = The engine has two parsers. The one for files does not need the empty line; the one for text in memory skips two lines from there and so misses the number of lightmaps. All tables of the game have the line.
    .help = Put an empty line above LIGHTMAPS.
wear-tail = Text is left over after the last row: “{ $found }”.
    .about = After the rows that the table states only blank lines may follow, or LIGHTMAPS. The rest is not read.
    .help = If rows are left over, put the number of rows right; else delete the text.
wear-separator-long = { $found } empty lines above LIGHTMAPS.
    .about = All tables of the game have exactly one empty line there, and one of the engine's two parsers counts lines. What it makes of more is not known.
    .help = Leave one empty line.
wear-foreign = Text above LIGHTMAPS that belongs to no row: “{ $found }”.
    .about = Between the rows and LIGHTMAPS there should be only an empty line. One of the engine's two parsers skips the text; the other counts lines and may miss the lightmaps.
    .help = If rows are left over, put the number of rows right; else delete the text.
wear-keyword = The word is “{ $found }”, but should be LIGHTMAPS.
    .about = The engine looks for LIGHTMAPS. Whether it finds the word in small letters is not known; Relict does.
    .help = Write LIGHTMAPS in capitals.
wear-lightmap-name = The lightmap name “{ $name }” has no dot.
    .about = The name of a lightmap must have a dot among its first 17 characters. Without it the engine says “Bad texture name.” and does without the lightmap.
    .help = Name a texture of LightMap.lib; their names end in .0.
wear-lightmap-suffix = The end of the lightmap name “{ $name }” comes to palette { $index }, which is probably not intended.
    .about = A letter from A to Z after the dot, with a digit or nothing after it, chooses one of 286 palettes. From other characters the engine computes a number all the same and does not look at it: that may be another palette, or lie past the end of its list.
    .help = Let the name end in .0, which asks for no palette, or in a letter and a digit.
wear-id = The row has number { $found }, but is row { $position }, counted from 0.
    .about = The engine drops the number and counts rows. A number that differs is misleading for people and some tools.
    .help = Number the rows in their order: 0, 1, 2 and so on.
wear-extra = Unexpected text at the end of the line: “{ $found }”.
    .about = A line is a count, or a number and a name. What the engine makes of more is not known.
    .help = Delete the rest of the line.
