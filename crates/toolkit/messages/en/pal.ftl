### What the check says about palettes (PAL). Each message has .about (what the rule means) and .help (what to do).

pal-truncated = The palette is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = A palette has 256 colours, a tag and a table of 65536 mixtures: 66564 bytes. This one ends before that.
    .help = Get a fresh copy of the palette from the game; a copy or a download was cut short.
pal-tag = “{ $found }” follows the colours where “Ipol” must be.
    .about = Between the colours and the table of mixtures are four bytes that are always the same. In a file of the right length they are damaged, or the file is something else.
    .help = If it is a palette, put the bytes “Ipol” back after its 256 colours.
pal-tail = { $size ->
        [one] { $size } byte follows
       *[other] { $size } bytes follow
    } the table of mixtures.
    .about = A palette ends with its table. What follows belongs to nothing, and is kept.
    .help = Cut the file to 66564 bytes, or get a fresh copy of it from the game.
pal-table = The mixture of colours { $first } and { $second } makes no sense.
    .about = The table holds the place of the mixture of every two colours. It must not matter which of the two comes first, and a colour mixed with itself must be the same colour. Nothing in the game is known to read the table.
    .help = Nothing needs to be done. If the palette was edited, a tool may have written the table for another one.
pal-unused = The fourth byte of a colour is { $found }, but should be 0.
    .about = A colour is blue, green, red and one byte that is always 0. Nothing is known to read it, and Relict keeps it.
    .help = Nothing needs to be done.
