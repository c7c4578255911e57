### What the check says about tables of numbers. Each message has .about (what the rule means) and .help (what to do).

tables-truncated = The file is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = The file begins with a list of where its tables begin or end, two or four bytes each. This one is too short for it.
    .help = Get a fresh copy of tables.bin from the game.
tables-ends = Neither ends nor starts of tables lead to the end of the file, at { $size } bytes.
    .about = How many tables there are is not stored in the file. In Wolfenstein RPG and Doom II RPG, the list of their ends is as long as makes the last one the end of the file, and the ends go up. In both Orcs & Elves, the list of their starts is as long as makes the tables fill the rest exactly. Here neither fits, with up to 1024 ends or 256 starts.
    .help = Get a fresh copy of tables.bin from the game.
tables-uneven = The table states { $stated ->
        [one] { $stated } number
       *[other] { $stated } numbers
    } and has { $size ->
        [one] { $size } byte
       *[other] { $size } bytes
    } with that, which fits no size of number.
    .about = A table begins with the number of its items, which have one, two or four bytes each; nothing follows. The size of this table fits none of these.
    .help = Get a fresh copy of tables.bin from the game, or correct “stated_count”.
