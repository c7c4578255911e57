### What the check says about models (FLT). Each message has .about (what the rule means) and .help (what to do).

flt-truncated = The model is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = The model ends inside a node or its mesh. Where the file itself is whole, a count before this place is too large.
    .help = Correct the count, or get a fresh copy of the model from the game.
flt-class = A node is of class { $found }, which models do not have.
    .about = Nodes of models are objects (5) and, in Pirate's Moon, levels of detail (6). The length of a node of another class is unknown, so nothing after it can be read. A node that looks like this may also be here because a count before it is wrong.
    .help = Get a fresh copy of the model from the game. If it is one of Pirate's Moon, it belongs into an archive of that game.
flt-children = A node states { $stated } children; there is room for { $room } nodes at most.
    .about = Only these counts say which node is the child of which, and how many nodes there are. So many cannot follow.
    .help = Correct the count, or get a fresh copy of the model from the game.
flt-light-vertices = A light states { $stated } vertices; there is room for { $room } at most.
    .about = The lights of a mesh are followed by their vertices, as many as each states. So many cannot be there.
    .help = Correct the count; real lights have 1 to 10.
flt-tail = { $size ->
        [one] { $size } extra byte
       *[other] { $size } extra bytes
    } after the last node.
    .about = A model ends with its tree. Where more follows, a node states fewer children than it has.
    .help = Put the counts of children right. If they are, empty “tail” in the model's JSON.
flt-parents = A node states { $found } parents, but must have { $wanted }.
    .about = The first node has no parent, every other one has one.
    .help = Set the count to 0 for the first node, and to 1 for others.
flt-name-end = The name “{ $name }” fills its field and has no end.
    .about = A name has at most 35 bytes and a zero after them. Without the zero, the game goes on reading.
    .help = Give the node a shorter name.
flt-lod-mesh = A level of detail has a pointer to a mesh ({ $found }).
    .about = Only objects have meshes. Relict, like the game's tools, does not read one here; the number may have been meant as one.
    .help = Set the pointer to 0, and give the mesh to an object below the node.
flt-active-box = The box that counts is { $found }; there are 0 to 2.
    .about = A node of Pirate's Moon says which of its boxes counts: 0 that of the node, 1 of the mesh, 2 of the children.
    .help = Choose 0, 1 or 2.
flt-mesh-kind = The mesh is of kind { $found }; there are 0 to 2.
    .about = A mesh is an ordinary one (0), is turned to the viewer (1), or is made of points (2).
    .help = Choose 0, 1 or 2.
flt-polygon-flags = The polygon's first number { $found } has unknown bits.
    .about = It holds the number of corners, and whether there are normals, whether it is a strip, whether it is seen from behind. What else a bit might bring along is not known, so that all after it may be read from the wrong place.
    .help = Clear the bits, or get a fresh copy of the model from the game.
flt-polygon-corners = A polygon has { $found ->
        [one] { $found } corner
       *[other] { $found } corners
    }.
    .about = A polygon has three corners or more. The number also says how many bytes belong to the polygon: where it is wrong, all after is read from the wrong place.
    .help = Correct the number, or leave the polygon out.
flt-polygon-normals = A polygon's pointer to normals is { $found }, which does not go with its flag.
    .about = The pointer is not 0 exactly where the flag says that the corners have normals. The flag says how many bytes belong to the polygon: where it is wrong, all after is read from the wrong place.
    .help = Set flag and pointer both, or neither.
flt-polygon-materials = A polygon has no material.
    .about = A polygon of Pirate's Moon has one material or several, drawn over each other. The number also says how many bytes belong to the polygon.
    .help = Give the polygon a material.
flt-vertex-index = A corner is vertex { $found }, but there are only { $len }, counted from 0.
    .about = The corners of a polygon are places in the list of vertices. This one is not there, and the game does not check.
    .help = Name a vertex that is there.
flt-normal-index = A corner has normal { $found }, but there are only { $len }, counted from 0.
    .about = The normals of a polygon's corners are places in the list of normals. This one is not there, and the game does not check.
    .help = Name a normal that is there.
flt-material-index = A polygon has material { $found }, but the first one is 0.
    .about = Materials are named by their places in the list of the mechlib.
    .help = Name a material that is there.
flt-pointer = { $field } is { $found }, but should be { $wanted ->
        [zero] 0
       *[other] something else than 0
    }.
    .about = Pointers are addresses from the memory of the tool that wrote the file. They mean nothing any more, except that one is 0 exactly where the list it led to is empty. A few lead to something that is always there.
    .help = Set the pointer to 0 where the list is empty, and to any other number where it is not.
flt-flags = { $field } has unknown bits: { $found }.
    .about = What these bits do is not known, and no file of the games has them.
    .help = Nothing needs to be done, unless you set them.
flt-name-padding = After the name “{ $name }” is not what the game's own tool leaves there.
    .about = The tool fills the field with “Default_node_name” and writes the name with a zero over it; the rest stays. Other tools leave zeros or what they had in memory. Nothing reads it.
    .help = Nothing needs to be done.
flt-rotation = The angles are { $found }.
    .about = Angles go from -π to π, and are numbers. The matrix counts and not the angles, so that the model looks as it should; what changes it by its angles may not.
    .help = Put the angles right: add or take away 2π.
flt-matrix = The matrix is not what the angles and the scale give.
    .about = The games store both and use the matrix. In their own files the two differ in about one of eighty nodes, mostly in the last digits; here they differ by more than that.
    .help = Nothing needs to be done. Whoever changes the angles must change the matrix as well.
flt-lod-range = The distances do not go together: { $far } and { $near_sq }.
    .about = A level of detail is seen from the root of near_sq up to far, and stores far and its square. Two fields more have their squares after them. Near must not be below 0, and far must be above it.
    .help = Put the square of each number after it.
flt-lod-children = A level of detail has nothing below it.
    .about = A level of detail shows its children, and nothing by itself.
    .help = Give it a child, or leave it out.
flt-mesh-parents = The mesh says that no node shows it.
    .about = A mesh counts the nodes that show it, and there is at least the one it belongs to.
    .help = Set the count to 1.
flt-mesh-empty = The mesh has no polygons, and { $vertices ->
        [0] no lights
        [one] { $vertices } vertex
       *[other] { $vertices } vertices
    }.
    .about = A mesh without polygons is one of lights, and has nothing else.
    .help = Leave the mesh out, or give it polygons.
flt-morph-count = The mesh has { $found } second positions for { $vertices } vertices.
    .about = The game moves each vertex to its second position. There is one for each, or none at all.
    .help = Make the two lists equally long.
flt-material-refs = The list of materials ({ $found }) is not what the polygons have ({ $wanted }).
    .about = A mesh of Pirate's Moon lists the first materials of its polygons, each once and in the order in which they come up, with the number of polygons.
    .help = Put the list right.
flt-not-finite = { $found } is not a number to draw with.
    .about = Positions, directions, colours and places on textures must be finite numbers. The bits are kept, but nothing can be shown of them.
    .help = Write a number.
flt-odd-value = { $field } is { $found }, which no file of the games has.
    .about = The field has one value, or one of a few, in all files that are known. What another would do is not known.
    .help = Nothing needs to be done, unless you put the value there; then take it from another model.
