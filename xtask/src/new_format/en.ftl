### What the check says about tallies. Each message has .about (what the rule means) and .help (what to do).
# Replace: everything in this file: a message for each of your rules, named by its code with a dash for the dot. The name of the format is the first sentence of its declaration.

format-ngi-tally = Tally: numbers with their kinds

tally-truncated = The tally is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = The number in front of the items states more of them than there are.
    .help = Get a fresh copy of the file from the game; a copy or a download was cut short.
tally-magic = The file begins with “{ $found }”, but must begin with “TALL”.
    .about = Every tally begins with the same four bytes. Here they are damaged, or the file is something else.
    .help = If it is a tally, put the bytes “TALL” back.
tally-tail = { $size ->
        [one] { $size } byte follows
       *[other] { $size } bytes follow
    } the last item.
    .about = A tally ends with its last item. What follows belongs to nothing; Relict keeps it.
    .help = Remove what follows the last item, or get the file from the game again.
tally-kind = The kind is { $found }; known are 0 to 3.
    .about = The kinds from 0 to 3 are known. What the game makes of another is not known.
    .help = Nothing needs to be done, unless you put the number there.
