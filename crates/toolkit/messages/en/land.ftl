### What the check says about the ground of maps. Each message has .about (what the rule means) and .help (what to do).

land-face-vertex = A face has vertex { $vertex } at two of its corners.
    .about = A face of the ground is a triangle. With one vertex twice it is a line: it cannot be stood on, and has no normal.
    .help = Give the face three different vertices, or take it out.
land-grid = The squares cannot stand in rows of { $found }: there are { $squares }.
    .about = attr2 of stream 1 says how many squares of the ground stand in a row. The rows must come out even.
    .help = Set attr2 of the stream to the number of columns; in an unpacked folder it is in relict.json.
land-grid-cells = There are { $cells } cells for { $squares } squares.
    .about = Each square of the ground has two cells: one for those who are near and one for those who are far.
    .help = Put the cells in order: first the near cells of all squares, then the far ones.
land-cell-chain = The faces of the cells do not follow each other: { $found } instead of { $wanted }.
    .about = The cells cut the list of faces into runs: each begins where the one before ends, and the last ends with the list. Faces between two runs are never drawn, and faces in two are drawn twice.
    .help = Put face_start and face_count right.
land-cell-box = Face { $face } reaches out of the box of its cell.
    .about = The game finds the cell of a place, and what of the ground can be seen, by the boxes of the cells. A face that reaches out is missed.
    .help = Compute the box from the vertices of the cell's faces, of both levels.
land-order-permutation = The order of drawing has { $entries } entries for { $faces } faces{ $missing ->
        [-1] {""}
       *[other] ; face { $missing } is not among them
    }.
    .about = Stream 11 lists every face of the ground exactly once.
    .help = List each face once: those of a cell together, in the order of the cells.
land-order-cell = The order of drawing has face { $face } among the faces { $start } to { $end } of another cell.
    .about = Stream 11 moves faces only inside of their cell, since the game draws cell by cell.
    .help = Keep the faces of a cell together, in the order of the cells.
land-order-batch = Face { $face } { $found ->
        [0] has other materials than the face drawn before it, but does not begin a batch
       *[other] begins a batch, but has the materials of the face drawn before it
    }.
    .about = Bit 0x10 of an entry of stream 11 begins a batch. It is set on the first face of a cell and wherever the two materials change, and nowhere else.
    .help = Set the bit, or take it away.
land-attr = { $attribute } of the stream of type { $stream } is { $found }; by what it holds it should be { $wanted }.
    .about = In the directory of ground, attr1 says how many items a stream has (of type 2, how many cells) and attr3 how large one is.
    .help = Set the attribute to what the stream holds; in an unpacked folder it is in relict.json.
land-link-mutual = { $link ->
        [65535] Edge { $edge } is open, but its code is not 3
       *[other] Across edge { $edge } lies face { $link }, which does not have this face across the edge that the code names
    }.
    .about = Faces name their neighbours mutually: if A has B across an edge, B has A across the edge that two bits of A tell. Who walks from face to face goes astray otherwise.
    .help = Put links and twins right; where there is no neighbour, 65535 and code 3.
land-material-row = The face names row { $row } of the wear table, which has { $rows ->
        [one] { $rows } row
       *[other] { $rows } rows
    }.
    .about = Both materials of a face are rows of Land1.wea, counted from 0. This one is not there.
    .help = Name a row that is there, or add it to both tables.
land-material-zero = The face wears row 0, which is kept for the footings of buildings.
    .about = Row 0 of Land1.wea is what the game lays around a building that it places. No face of the game's maps wears it.
    .help = Wear another row, which may name the same material.
land-wear-rows = The wear table has { $first } rows, and that of the microtextures { $second }.
    .about = Row i of Land2.wea names the material whose microtexture goes over row i of Land1.wea, so both have as many rows.
    .help = Give both tables the same number of rows.
land-flag-layer2 = { $flag ->
        [0] The face has a second material, but flag 0x004 does not say so
       *[other] Flag 0x004 tells of a second material, but there is none
    }.
    .about = Flag 0x004 is set exactly where mat2 is not 255.
    .help = Set or clear the flag, or put mat2 right.
land-flag-water = { $flag ->
        [0] The surface is liquid, but flag 0x008 does not say so
       *[other] Flag 0x008 tells of a liquid, but the surface has no bit 0x02
    }.
    .about = Faces of water and lava have flag 0x008 and bit 0x02 of the surface, both or neither.
    .help = Set both or clear both.
land-water-plane = A liquid stands at { $found } and at { $wanted }.
    .about = All liquids of a map stand at one height: reflections are drawn for one plane.
    .help = Bring all vertices of liquid faces to one height.
land-alpha = The alpha of the vertex is { $found }, and not between 0 and 1.
    .about = Stream 14 tells of every vertex how much of the second material shows: 0 nothing of it, 1 nothing else.
    .help = Set it to a number from 0 to 1.
land-normal = The normal of the face is not of length 1, or points to the wrong side.
    .about = The normal stands on the side from which the corners go round against the clock. What stands on the ground, and what falls on it, goes by the normal.
    .help = Compute it from the corners, in parts of 32767.
