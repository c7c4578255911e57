### What the check says about readers. Each message has .about (what the rule means) and .help (what to do).

zrd-truncated = The reader is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = Texts and lists state how long they are. The file ends inside of one of them, or a length is wrong.
    .help = Get a fresh copy of the reader from the game, or correct the length.
zrd-type = A value has type { $found }; known are 1 to 4.
    .about = Every value begins with its type: 1 whole number, 2 number, 3 text, 4 list. After another, nothing can be found any more.
    .help = Get a fresh copy of the reader from the game. If it was changed by another tool, a length before this value may be wrong.
zrd-count = A list states a count of 0.
    .about = The count of a list includes itself, so an empty list has 1 and none has 0.
    .help = Set the count to 1 for an empty list, or to one more than the values in it.
zrd-root = The outermost value is not a list.
    .about = A reader is one list with everything in it; the games look for names and values there.
    .help = Put the value into a list.
zrd-tail = { $size ->
        [one] { $size } extra byte
       *[other] { $size } extra bytes
    } after the list.
    .about = A reader ends with its outermost list. Where more follows, a count is usually too low.
    .help = Correct the count, or empty “tail” in the reader's JSON.
zrd-deep = { $size ->
        [one] { $size } byte is
       *[other] { $size } bytes are
    } nested in more than { $deepest } lists and shown as bytes.
    .about = Lists may lie in lists without end, and other tools crash on that. Relict walks through all of them, but takes apart only so many and keeps the rest as it is stored.
    .help = Nothing needs to be done; nothing that a person wrote is nested so deep.
zrd-not-finite = A number is { $found }.
    .about = No reader of the games holds NaN or infinity. Relict keeps its bits; in JSON they are text, such as “0x7fc00000”.
    .help = Replace the number.
zrd-text-ascii = The text “{ $text }” has characters that are not ASCII.
    .about = Texts in readers are plain ASCII as far as is known. Relict shows other bytes as Windows-1252 and keeps them.
    .help = Nothing needs to be done if the game shows the text well.
