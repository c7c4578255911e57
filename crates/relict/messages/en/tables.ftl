### What the check says about tables of numbers. Each message has .about (what the rule means) and .help (what to do).

tables-truncated = The file breaks off: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = The file begins with the ends of its tables, four bytes each. This one is too short for a single one.
    .help = Take tables.bin anew from the game.
tables-ends = The ends of the tables do not lead to the end of the file, at { $size } bytes.
    .about = How many tables there are does not stand in the file: the list of their ends is as long as makes the last one the end of the file, and the ends go up. Here no number of tables up to 1024 does that.
    .help = Take tables.bin anew from the game.
tables-uneven = The table states { $stated ->
        [one] { $stated } number
       *[other] { $stated } numbers
    } and has { $size ->
        [one] { $size } byte
       *[other] { $size } bytes
    } with that, which fits no size of number.
    .about = A table begins with how many numbers it has; they have one, two or four bytes each, and nothing follows. Here they would have none of these.
    .help = Take tables.bin anew from the game, or correct “stated_count”.
