### What the check says about lists of entities. Each message has .about (what the rule means) and .help (what to do).

entities-truncated = The list is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = The file begins with the number of its records, which have 8 or 24 bytes each. The file ends inside of one of them, or the number is wrong.
    .help = Get a fresh copy of the file from the game.
entities-tail = { $size ->
        [one] { $size } extra byte
       *[other] { $size } extra bytes
    } after the last record.
    .about = The file ends with its last record. Where more follows, the number in front is usually too low, or the records have another size than is known.
    .help = Get a fresh copy of the file from the game, or empty “tail” in the JSON form.
entities-name-unterminated = The name “{ $name }” has no zero after it.
    .about = A name has room for 15 characters and a zero. Without the zero the game reads on in the next record.
    .help = Shorten the name.
