### What the check says about maps of Wolfenstein RPG and Doom II RPG. Each message has .about (what the rule means) and .help (what to do).

new-map-truncated = The map is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = A map begins with a header of 46 bytes (42 on iOS) and the list of tiles whose images it needs; lists follow whose lengths the header states. The file ends inside of one of them, or a length is wrong.
    .help = Extract the map from the game again.
new-map-version = The map has version { $found }; only { $known } is known.
    .about = Maps of all known builds have the same version in their first byte. Whether the list of tiles is at the same place in another one is not known.
    .help = Extract the map from the game again. If the game itself has such maps, it is an unknown build.
new-map-tile = The map shows tile { $found }, but there are only { $tiles }.
    .about = newMappings.bin lists the images of 512 tiles, and this one lies after them. What the game loads for it is not known.
    .help = Set it to the number of a tile that has images, or take it out of “media”.
new-map-blobs = The tiles of the map have { $found } images with pixels of their own; the game has room for { $most }.
    .about = On Java phones a map can register 448 pieces of texels. With more of them the game ends early while it loads the map. Images that share their pixels count once.
    .help = Take tiles out of “media” that the map does not show, or let images share pixels in newMappings.bin.
new-map-palettes = The tiles of the map have { $found } palettes; the game has room for { $most }.
    .about = On Java phones a map can register 128 palettes. With more of them the game ends early while it loads the map. Images that share their palette count once.
    .help = Take tiles out of “media” that the map does not show, or let images share palettes in newMappings.bin.
new-map-mark = The mark { $found } is none that builds put there; one is { $known }.
    .about = Between the parts of a map are four bytes that are the same in all known maps: DEADBEEF around the list of tiles and in cameras, CAFEBABE elsewhere. The games do not look at them. Another value usually means that a list has another length than the header states.
    .help = Nothing needs to be done if the map is shown right. Otherwise extract the map from the game again.
new-map-spawn = The start tile is { $found }, but there are only 1024 tiles.
    .about = A map has 32 rows of 32 tiles, and the start tile is not one of them.
    .help = Set “spawn_tile” to 32 times y, plus x.
new-map-direction = The start direction is { $found }; known are 0 to 7.
    .about = The player looks in one of eight directions, in eighths of a turn. What the game makes of other numbers is not known.
    .help = Set “spawn_direction” to a number from 0 (right) over 2 (up) to 7.
new-map-padding = After the flags of the last line is { $found }, but should be 0.
    .about = The flags of two lines share a byte. With an odd number of lines, half of the last byte is left over, and 0 in all known maps.
    .help = Set “second” of the last item of “line_flags” to 0.
new-map-event = The event is on tile { $found }, after an event on tile { $before }.
    .about = Events are sorted in the order of their tiles, of which there are 1024. The game may look for them in that order, and so not find this one.
    .help = Sort “events” by “tile”.
new-map-tail = { $size ->
        [one] { $size } extra byte
       *[other] { $size } extra bytes
    } after the map.
    .about = A map for Java phones ends with the flags of its tiles. Where more follows, a length is usually wrong.
    .help = Extract the map from the game again, or empty “rest” in the JSON form.
new-map-node = The node names { $what ->
        [normal] normal
       *[node] node
    } { $found }, but there are only { $count }.
    .about = A node of the tree is a leaf, or has two children and the normal of the plane that splits it. This one names something that does not exist.
    .help = Correct “node_child1”, “node_child2” or “node_normal”.
new-map-leaf-number = The leaf has number { $found }, but is leaf { $wanted }.
    .about = Leaves are numbered in the order of the nodes; the number says where the polygons of a leaf begin.
    .help = Correct the lower 9 bits of “node_child1”.
new-map-leaves = The lists of leaves have { $found }, but { $wanted } of the nodes are leaves.
    .about = A node whose offset is 65535 is a leaf. “leaf_vertex” and “leaf_polygon” have one item for each.
    .help = Give both lists as many items as there are leaves.
new-map-leaf-end = The leaf has { $what ->
        [lines] lines
       *[polygons] polygons
    } up to { $end }, but there are only { $count }.
    .about = A leaf has a number of polygons and of lines, each one after the other. This one has some that do not exist.
    .help = Correct the counts in “node_child1” and “node_child2”, or “leaf_polygon”.
new-map-leaf-vertex = The first vertex of the leaf is { $found }, but its first polygon begins with { $wanted }.
    .about = A leaf states its first polygon and the first vertex of that polygon. Polygons with other vertices are drawn as rubble.
    .help = Correct “leaf_vertex”.
new-map-cover = { $what ->
        [line] Line
       *[polygon] Polygon
    } { $number } is in { $times } leaves, but should be in one.
    .about = Every polygon and every line belongs to just one leaf of the tree. What belongs to none is never drawn and blocks nothing.
    .help = Correct the counts in “node_child1” and “node_child2”, or “leaf_polygon”.
new-map-vertices = There are { $found } vertices, but the polygons have { $wanted }.
    .about = A polygon has two vertices more than the lowest three bits of its flags state, and uses those after the polygon before it.
    .help = Correct “vertices_less_two” of the polygon that you changed, or its vertices.
new-map-script = The script begins at { $found }, but all scripts have only { $size ->
        [one] { $size } byte
       *[other] { $size } bytes
    }.
    .about = Events and functions say where in “script” their part begins.
    .help = Correct the offset; 65535 means a function that does not exist.
new-map-camera-totals = The header states { $found }, but all cameras have { $wanted }.
    .about = The header states how many keys and tweens all cameras have together, and the game makes room for so many.
    .help = Correct “camera_keys” and “camera_tweens” in the header.
