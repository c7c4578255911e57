### What the check says about models (MSH). Each message has .about (what the rule means) and .help (what to do).

msh-truncated = The model is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = A model is an NRes archive of streams, and ends inside its header or its directory.
    .help = Get a fresh copy of the model from the game.
msh-magic = The model begins with “{ $found }” and not with “NRes”.
    .about = The archive calls the entry a model (type MESH). Models are NRes archives themselves, and begin with those four letters.
    .help = Get a fresh copy of the model from the game; if the entry is something else, give it another type.
msh-stream-missing = There is no stream of type { $stream }, which { $kind ->
        [terrain] ground
       *[other] a model
    } must have.
    .about = A model has at least nodes (type 1), slots (2), positions (3), indices (6) and batches (13); of ground, the game reads nine: squares (1), cells (2), positions (3), normals (4), places on the texture (5) and the microtexture (18), alpha of the second material (14), order of drawing (11) and faces (21).
    .help = Put the stream back, from the original or from another model.
msh-stride = The stream of type { $stream } has { $size } bytes, which does not come out even: one item has { $stride }.
    .about = A stream is a list of items of one size; type 2 has 140 bytes before the list. A rest means that the stream was cut, or is something else.
    .help = Get a fresh copy of the stream from the game.
msh-node-stride = A node is said to have { $found } bytes, but has 38.
    .about = attr3 of stream 1 is the size of one node. The game has 38, and 24 in a single file whose layout is unknown.
    .help = Set attr3 of the stream to 38.
msh-bounds-short = The stream of type { $stream } has { $size } bytes, fewer than the 140 that it begins with.
    .about = The slots are preceded by 140 bytes with the bounds of the whole model.
    .help = Get a fresh copy of the stream from the game.
msh-batch-indices = A batch takes indices up to { $end }, but there are { $indices }.
    .about = A batch names a run of the list of indices. This one goes on after its end.
    .help = Put index_start and index_count right.
msh-batch-vertices = A batch takes vertices up to { $end }, but there are { $vertices }.
    .about = The indices of a batch count from its base vertex. Together they lead after the last vertex.
    .help = Put base_vertex, or the indices, right.
msh-slot-batches = A slot draws batches up to { $end }, but there are { $batches }.
    .about = A slot names a run of batches. This one goes on after the last.
    .help = Put batch_start and batch_count right.
msh-label-range = Only { $found } of { $nodes } labels are there.
    .about = Stream 10 has a label for each node: its length, and a text with a zero where that is not 0. A length leads after the end of the stream, or labels are missing.
    .help = Put the length right; a node without a label has the length 0.
msh-face-vertices = A face has vertex { $vertex } for a corner, but there are { $vertices }.
    .about = The corners of a face of the ground are places in the list of positions. This one is not there.
    .help = Name vertices that are there.
msh-attributes = { $attribute } of the stream of type { $stream } is { $found }; by what it holds it should be { $wanted }.
    .about = In the directory, attr1 says how many items a stream has and attr3 how large one is (for keys, 4). The game counts on them.
    .help = Set the attribute to what the stream holds; in an unpacked folder it is in relict.json.
msh-stream-duplicate = There is another stream of type { $stream } before this one.
    .about = The game takes the first stream of a type, and never looks at a second.
    .help = Remove one of the two.
msh-stream-count = The stream of type { $stream } has { $found } items, but there are { $vertices } vertices.
    .about = Normals, places on the texture, alphas and the like have one item for each vertex.
    .help = Make the stream as long as the list of positions.
msh-node-slot = Node or square { $node } shows slot { $slot }, but there are only { $slots }, counted from 0.
    .about = A node names the slots that are drawn for it, by their places in the list. A place that is not there shows nothing, or whatever lies after the list in memory.
    .help = Name a slot that is there, or 65535 for nothing.
msh-slot-triangles = A slot has triangles up to { $end }, but there are { $triangles }.
    .about = A slot names the run of triangle records by which it is hit. This one goes on after the last.
    .help = Put tri_start and tri_count right.
msh-triangle-count = A slot has { $found } triangle records, but its batches draw { $drawn } triangles.
    .about = Every triangle that is drawn has a record. If the numbers differ, hits are found on the wrong triangles.
    .help = Put tri_count right, and add records where they are missing.
msh-triangle-link = A triangle has triangle { $link } for a neighbour, but there are only { $triangles }, counted from 0.
    .about = A triangle names the one across each of its edges, or 65535 where there is none.
    .help = Name a triangle that is there, or 65535.
msh-slot-bounds = The bounds are no box: one of them is not a finite number, or the low corner lies above the high one.
    .about = By its bounds the game decides whether something can be seen or hit. With such bounds it does so wrongly.
    .help = Compute the box from the vertices: the smallest and the largest x, y and z.
msh-parent-range = Node { $node } has the parent { $parent }, but there are only { $nodes }, counted from 0.
    .about = A node moves with its parent. This parent is not there.
    .help = Name a node that is there, or 65535 for none.
msh-parent-order = Node { $node } has the parent { $parent }, which comes later.
    .about = The game computes nodes in their order, so a parent must come before its children.
    .help = Bring the nodes into an order in which parents come first.
msh-parent-cycle = Node { $node } is its own ancestor: its parents, from node { $parent } on, lead back to it.
    .about = A node must not be a child of its own child, or on itself: its position would be undefined.
    .help = Give one of the nodes another parent, or 65535 for none.
msh-fallback-key = Node { $node } falls back on key { $found }, but there are only { $keys }, counted from 0.
    .about = The fallback is the key of a node that does not move, and the last key of one that does. Without it the node has no place.
    .help = Name a key that is there.
msh-map-range = The frames of node { $node } end at word { $end } of the frame map, which has { $words }.
    .about = An animated node has one word of the frame map for each frame. This run goes on after the end.
    .help = Put map_start right, or attr2 of stream 19, which is the number of frames.
msh-map-key = A frame of node { $node } begins with key { $found }, and the key after it is missing: there are { $keys }.
    .about = Between two keys the game goes from one to the next. Here there is no next.
    .help = Name a key in the frame map that another follows, or the fallback.
msh-key-times = The keys of node { $node }, { $start } to { $end }, are not in order of time: this one is no later than the one before.
    .about = The times of a node's keys must rise: the game divides by the time between two of them.
    .help = Put the keys in order, each later than the one before.
msh-key-finite = A key has a place or a time that is not a finite number.
    .about = A key holds where a node is, in three numbers, and when. One of them is infinite or no number at all.
    .help = Give the key a place and a time.
msh-label-tail = { $size ->
        [one] { $size } extra byte
       *[other] { $size } extra bytes
    } after the last label.
    .about = Stream 10 ends with the label of the last node.
    .help = Cut off what follows, or add the nodes that the labels belong to.
msh-cell-faces = A cell of the ground has faces up to { $end }, but there are { $faces }.
    .about = A cell names a run of the list of faces. This one goes on after its end.
    .help = Put face_start and face_count right.
msh-legacy-nodes = The nodes have 24 bytes each, in an unknown form.
    .about = One file of the game (MTCHECK.MSH) has nodes of 24 bytes instead of 38. They are kept, but cannot be explained, posed or drawn.
    .help = Nothing needs to be done.
msh-vertex-count = A batch says that it takes { $found } vertices, but takes { $wanted }.
    .about = vertex_count is one more than the largest index of the batch. The game hands it to the graphics card.
    .help = Set vertex_count to one more than the largest index.
msh-index-count = { $found ->
        [one] A batch has { $found } index, which makes
       *[other] A batch has { $found } indices, which make
    } no whole triangles.
    .about = Every three indices make a triangle. For the last one here, the game takes indices of the next batch.
    .help = Set index_count to a multiple of 3.
msh-attr2 = attr2 of the stream of type { $stream } is { $found }; in all known models it is 0.
    .about = In the directory, attr2 is the number of frames in stream 19 and the number of links in stream 17. For all others nothing reads it.
    .help = Set it to 0; in an unpacked folder it is in relict.json.
msh-drawn-face = The order of drawing names face { $face }, but there are only { $faces }, counted from 0.
    .about = Stream 11 of the ground lists its faces in the order in which they are drawn. This one is not there.
    .help = Name a face that is there.
msh-label-end = A label does not end with a zero.
    .about = The text of a label ends with a zero, so that the game knows where it ends.
    .help = Set the byte to 0.
msh-no-frames = Node { $node } has a run in the frame map, but the map has 0 frames, so the node does not move.
    .about = The number of frames is attr2 of stream 19. With 0 frames the game takes the fallback key of every node at every moment.
    .help = Set attr2 of stream 19 to the number of frames, or map_start of the node to 65535 if it does not move.

### What `relict pose` says where it cannot answer.

pose-no-model = { $format ->
        [terrain] { $path } is ground, which has no nodes.
       *[other] { $path } is not a model ({ $format }).
    }
    .about = Only models have nodes that move: entries of type MESH, and files of their streams.
    .help = `relict find '*.msh'` finds the models of a folder.
pose-time = { $option ->
        [neither] Neither of the two moments counts ({ $found }).
       *[other] { $option } must be a finite number, not { $found }.
    }
    .about = A moment is a number of frames, a weight a number from 0 to 1. Of two moments that are blended, one that is negative or weighs nothing does not count, and one must be left.
    .help = Give a number of 0 or more, such as --time 1.5.
pose-not-finite = Node { $node } lies farther away than numbers go.
    .about = The places in the keys are so large that they exceed what 32 bits can hold.
    .help = Look at the keys with `relict explain`; such a model is damaged.
