### What the check says about files of maps of Orcs & Elves and Orcs & Elves II. Each message has .about (what the rule means) and .help (what to do).

maps-truncated = The file of maps is empty.
    .about = A file of maps holds at least one part of a map.
    .help = Extract the file from the game again.
maps-unknown = { $size ->
        [one] { $size } byte of the maps is
       *[other] { $size } bytes of the maps are
    } not understood.
    .about = maps0.bin begins with the headers of all maps, and ends with one of the parts that these describe. In this file both do not fit together, so that it is kept as it is.
    .help = Extract maps.idx and all files of maps from the same copy of the game.
maps-chunk-count = The index states { $chunks } parts, but { $maps } maps have 25 each.
    .about = Every map has 25 parts, and maps.idx says where each of them begins.
    .help = Extract maps.idx and all files of maps from the same copy of the game.
maps-part-size = Part { $part } of the map ({ $name }) has { $found } bytes, but the header states { $wanted }.
    .about = The header of a map states how many nodes, lines, sprites, events and commands it has; every part has as many items.
    .help = Correct the counts in the header, or edit the whole map in the unpacked folder, where the counts follow.
maps-node = Node { $node } of the map leads beyond the lists: kind { $kind }, { $a } and { $b }, with { $nodes } nodes and { $lines } lines.
    .about = A node is a leaf (0) with its first line and how many lines it has, or is split at an x (1) or a y (2) and names its two children.
    .help = Correct “kind”, “a” and “b” of the node.
maps-cover = Line { $number } of the map is in { $times } leaves, but should be in one.
    .about = Every line belongs to just one leaf of the tree. A line in none is never drawn and blocks nothing.
    .help = Correct “a” (the first line) and “b” (how many) of the leaves.
maps-event = Event { $event } of the map has commands up to { $end }, but there are only { $commands }.
    .about = An event has a number of commands, one after the other. This one has commands that do not exist.
    .help = Correct “first_command” and “command_count”.
maps-event-order = Event { $event } of the map is on tile { $found }, after one on tile { $before }.
    .about = Events are sorted in the order of their tiles. The game may look for them in that order, and so not find this one.
    .help = Sort “events” by “tile”.
maps-commands = Command { $number } of the map is in { $times } events, but should be in one.
    .about = In all known maps every command belongs to just one event.
    .help = Correct “first_command” and “command_count” of the events.
maps-textures = The map shows { $found } textures; the game has room for { $most }.
    .about = A map can load 64 textures. With more of them the game ends early while it loads the map.
    .help = Use fewer textures on lines and sprites of the map.
maps-sprite-frames = The map needs { $found } frames of sprites; the game has room for { $most }.
    .about = A map of Orcs & Elves or Orcs & Elves II can load 256 frames: all frames of each kind of sprite on the map, those of what it throws or leaves behind, and those that every map needs, such as the weapons of the player. With more of them the game ends early while it loads the map.
    .help = Use fewer kinds of monsters and things on the map.
maps-blobs = The textures of the map have { $found } different pictures; the game has room for { $most }.
    .about = Orcs & Elves II has room for eight wall pictures at a time. Textures that share a picture and differ in their palette count once.
    .help = Use fewer different pictures on the map.
