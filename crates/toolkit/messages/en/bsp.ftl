### What the check says about maps of Doom RPG. Each message has .about (what the rule means) and .help (what to do).

bsp-truncated = The map is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = A map is a header, five lists with their lengths in front, and 256 bytes that say what is in the way; maps of some builds have texts and floors as well. The file ends inside of one of them, or a length is wrong.
    .help = Extract the map from the game again.
bsp-tail = { $size ->
        [one] { $size } extra byte
       *[other] { $size } extra bytes
    } after the map.
    .about = A map ends with what is in the way, or with its floors. Where more follows, a length is usually wrong, or the map is of an unknown build.
    .help = Extract the map from the game again, or empty “tail” in the JSON form.
bsp-child = The node is split into node { $child }, but there are only { $nodes }.
    .about = A node of the tree is a leaf, or names the two nodes that it is split into. This one names a node that is not there; the game would fall off the tree.
    .help = Correct “a” and “b”.
bsp-leaf = The leaf has lines up to { $end }, but there are only { $lines }.
    .about = A leaf of the tree has a number of lines, one after the other. This one has lines that are not there.
    .help = Correct “a” (the first) and “b” (how many).
bsp-cover = Line { $number } is in { $times } leaves, but should be in one.
    .about = Every line belongs to just one leaf of the tree. A line in none is never drawn and blocks nothing.
    .help = Correct “a” (the first line) and “b” (how many) of the leaves.
bsp-event = The event has commands up to { $end }, but there are only { $commands }.
    .about = An event has a number of commands, one after the other. This one has commands that are not there.
    .help = Correct “first_command” and “command_count”.
bsp-node-kind = The node has kind { $found }; known are 0, 1 and 2.
    .about = A node is a leaf (0), split at an x (1) or at a y (2). What the game makes of another kind is not known.
    .help = Correct “kind”.
bsp-spawn = The start tile is { $found }, but there are only 1024.
    .about = A map has 32 rows of 32 tiles. The first tile of the player is not one of them. In maps that are entered only through others this may not matter.
    .help = Set “spawn_tile” to 32 times y, and x.
bsp-direction = The player looks first in direction { $found }, which is not a quarter of a turn.
    .about = The player looks along rows or columns: 0, 64, 128 or 192. What the game makes of other directions is not known.
    .help = Set “spawn_direction” to one of the four.
