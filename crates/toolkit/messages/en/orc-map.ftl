### What the check says about headers of maps of Orcs & Elves and Orcs & Elves II. Each message has .about (what the rule means) and .help (what to do).

orc-map-truncated = The header of the map is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = The first part of a map is a header of 56 bytes (Orcs & Elves) or 53 bytes (Orcs & Elves II) and two bits for each of 1024 tiles.
    .help = Extract the file from the game again.
orc-map-version = The map has version { $found }; only { $known } is known.
    .about = All known maps of a game have the same version in their first byte: 11 in Orcs & Elves, 9 in Orcs & Elves II. The game refuses other ones.
    .help = Set “version” to the known one.
orc-map-spawn = The start tile is { $found }, but there are only 1024 tiles.
    .about = A map has 32 rows of 32 tiles, and the start tile is not one of them.
    .help = Set “spawn_tile” to 32 times y, plus x.
orc-map-direction = The start direction is { $found }; known are 0 to 3.
    .about = The player looks to the left (0), to the right (1), up (2) or down (3).
    .help = Set “spawn_direction” to one of the four.
orc-map-negative-count = A count in the header is negative.
    .about = The header states how many nodes, lines, sprites, events and commands the map has. Without these the parts of the map cannot be separated.
    .help = Extract the file from the game again.
