### What the check says about the palettes of Wolfenstein RPG and Doom II RPG. Each message has .about (what the rule means) and .help (what to do).

new-palettes-truncated = The file is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = The file holds colours of two bytes each, and there is no game without a colour.
    .help = Get a fresh copy of newPalettes.bin from the game.
new-palettes-tail = There is half a colour at the end.
    .about = A colour has two bytes, so that a file of colours has an even size.
    .help = Get a fresh copy of newPalettes.bin from the game.
