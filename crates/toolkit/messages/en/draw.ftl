### What `relict draw` and `relict pick` say.

draw-no-model = { $format ->
        [terrain] { $path } is ground, which has no nodes.
       *[other] { $path } is not a model whose drawing is known ({ $format }).
    }
    .about = How the engine goes through a model is known of entries of type MESH, and of files of their streams: node by node, slot by slot, batch by batch. Of ground, and of models of other games, it is not.
    .help = `relict find '*.msh'` finds the models of a folder. `relict pick` also takes ground, and `relict convert` shows the others.
draw-camera = The camera looks nowhere.
    .about = A camera is at one point and looks at another. Its field of view is 1 to 179 degrees, its width 0.01 to 100 times its height, its near plane more than 0 away and closer than its far plane, and nothing of it farther away than 1000000000.
    .help = Give two points that differ, such as --camera 0,-10,2 --target 0,0,1, and --near less than --far.
pick-no-model = { $path } is neither a model nor ground whose triangles can be hit ({ $format }).
    .about = How the engine tests for hits is known of entries of type MESH, and of files of their streams, models and ground alike. Of models of other games, it is not.
    .help = `relict find '*.msh'` finds the models of a folder. For other models, export glTF with `relict convert`.
pick-ray = The ray goes nowhere.
    .about = A ray begins at a point and goes through another one, or in a direction that is not zero.
    .help = Give two points that differ, such as --ray 0,-10,1 --to 0,0,1.
pick-no-rounds = { $path } is ground, and which of its faces stop a round is not known.
    .about = --rounds takes the flags by which the engine lets rounds through triangles of a model. The flags of ground mean something else.
    .help = Leave out --rounds, or choose flags by --require and --exclude.

draw-drawn = drawn
draw-no-slot = nothing at this level
draw-cockpit = cockpit, seen from inside
draw-outside = culled: { $side ->
        [left] beyond the left
        [right] beyond the right
        [below] below
        [above] above
        [near] before the near plane
       *[far] behind the far plane
    }
draw-total = { $calls ->
        [one] { $calls } draw call
       *[other] { $calls } draw calls
    }, { $triangles ->
        [one] { $triangles } triangle
       *[other] { $triangles } triangles
    }; { $culled } of { $nodes ->
        [one] { $nodes } node
       *[other] { $nodes } nodes
    } culled
pick-nothing = The ray hits nothing.
pick-front = front
pick-back = back
pick-no = no
pick-joined = { $count ->
        [one] { $count } triangle
       *[other] { $count } triangles
    } joined to the nearest: { $list }
pick-walked = { $count ->
        [one] { $count } triangle
       *[other] { $count } triangles
    }
draw-head-node = node
draw-head-place = position
draw-head-result = result
draw-head-slot = slot
draw-head-cell = cell
draw-head-batch = batch
draw-head-triangle = triangle
draw-head-triangles = triangles
draw-head-material = material
draw-head-texture = texture
draw-head-distance = distance
draw-head-point = point
draw-head-side = side
draw-head-neighbours = neighbours
draw-head-vertices = vertices
draw-head-flags = flags
draw-head-ground = ground
