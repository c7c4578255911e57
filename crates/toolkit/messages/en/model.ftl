### What can be wrong with models on their way out of files and into them, and what is said of those that get there.

model-none = There is no model to show in a file of the format { $format }.
    .about = The asset holds no nodes and no triangles.
    .help = `relict info` shows what it holds.
model-look = Nothing of the model is drawn in state { $state } at level { $level }.{ $count ->
        [0] {" "}It shows nothing at all.
       *[other] {" "}There is { $known }.
    }
    .about = A model shows other triangles for each state of damage and each level of detail, and not every model has all of them.
    .help = Choose another --state or --level, or --all.
model-file = The model cannot be used: { $reason }.
    .about = A glTF or OBJ file is damaged, names a file that is not there, needs an extension that Relict does not know, or holds more than there is memory for.
    .help = Export it again from your modelling program, as glTF 2.0 without compression.
model-triangles = { $mesh } has faces that are not triangles.
    .about = The games draw only triangles, and this mesh consists of points, lines or strips.
    .help = Let your modelling program triangulate the faces when it exports.
model-outline = A face of { $corners } corners of { $mesh } (line { $line }) cannot be cut into triangles: its outline crosses or touches itself.
    .about = The games draw only triangles. A face with more corners is cut into them as long as its outline meets itself nowhere; that of a face with a hole does, where the hole is joined to it.
    .help = Let your modelling program triangulate the faces when it exports, or split that face.
model-wear = The wear table beside the new model, { $file }, cannot be read, so it is left alone.
    .about = A new model takes the rows of the wear table beside it, and adds those that it lacks. A damaged table would be lost that way.
    .help = `relict check` shows what is wrong with the table. Repair it, or move it away for a new one.
model-like = A model alone does not make a file of the format { $format }.
    .about = Files of this format are not made from models.
    .help = Give the output the ending of a format that has models, such as .msh.
model-source = The file that the model carries along cannot be read.
    .about = A glTF that Relict wrote holds the original file in its extras. Something has damaged it.
    .help = Name the original with --like.
model-unlike = It is of the format { $found }, and the model becomes { $format }.
    .about = --like names the original that the model came from, so it must be of the same kind.
    .help = Name the model itself, such as units.rlb/tank.msh, not the archive that holds it.
model-before = The file that the model goes into does not take it: expected { $wanted }, found { $found }.
    .about = The original, named by --like or kept in the unpacked folder, is damaged in a way that leaves nothing to put the model into.
    .help = `relict check` shows what is wrong with it.
model-unknown-node = The model has no node { $name }. It has: { $known }.
    .about = A model that is edited keeps its nodes, since other files name them by number.
    .help = Give the node its name back, join its mesh to a node that is there, or make a new model without --like.
model-parent-order = { $node } cannot have the parent { $parent }, which comes later in the file.
    .about = In a model every node comes after its parent.
    .help = Choose a parent that comes earlier, or make a new model without --like.
model-scale = { $node } is scaled.
    .about = Nodes of this game have a position and a rotation, but no scale.
    .help = Apply the scale to the mesh (in Blender: Object, Apply, Scale), and export again.
model-variant = { $node } has a mesh for state { $state }, level { $level }.
    .about = There are states 0 to 2 and levels 0 to 4.
    .help = Change the end of the mesh's name, such as _state0_lod1.
model-unknown-material = The material { $name } is not a row of the wear table. Known are: { $known }.
    .about = Every material is a row of the wear table next to the model. A model that was taken out of its archive has none next to it.
    .help = Name the original inside its archive with --like, or name the material like a row, or material_N for row N.
model-uv-range = { $mesh } reaches too far over its texture.
    .about = A part may span 64 textures, and must lie on its lightmap where it has one.
    .help = Bring its texture coordinates closer together.
model-too-many-indices = A part of { $mesh } has { $found } indices; { $limit } fit.
    .about = What is drawn at once has at most 21,845 triangles.
    .help = Split the mesh by material, or make it simpler.
model-too-many = The model has { $found } { $what ->
        [nodes] nodes
        [slots] slots
        [batches] batches
        [triangles] triangles
        [vertices] vertices in one part
        [keys] keys
        [frames] frames
        [materials] materials
       *[other] items
    }; { $limit } fit.
    .about = The format counts with two bytes, and materials with one. Lists of a damaged original can also lie on each other.
    .help = Make the model simpler, or the animation shorter.
model-not-finite = { $field } contains NaN or infinity.
    .about = A position, rotation or time is infinite or not a number.
    .help = Export it again from your modelling program.
model-malformed = The model contradicts itself at { $field }.
    .about = It names something that is missing, or a list has the wrong length or order.
    .help = Export it again from your modelling program.
model-ground = Terrain cannot be changed: its cells are not laid out as in the game.
    .about = Ground is made again cell by cell: square i has cell i for those who are near and, behind all of those, one for those who are far, and the faces stand in the order of the cells. This file is cut in another way.
    .help = `relict check` shows what is wrong with its squares and cells; its streams can be edited after `relict unpack`.
model-ground-over = Triangles of a material that is blended over another lie on nothing: { $count }.
    .about = Where ground has two materials, every triangle of the second (its material ends in _over) lies on one of the first, with the same corners. Here there is no such triangle below.
    .help = Move, cut or delete both together; in Blender, merging by distance keeps them apart as long as their materials differ.
model-ground-variant = { $node } has a mesh for state { $state }, level { $level }, which terrain does not have.
    .about = Terrain has state 0, and the levels 0 (near) and 1 (far).
    .help = Change the end of the mesh's name to _state0_lod0 or _state0_lod1.
model-parent-fixed = { $node } has another parent than in the file: { $before }.
    .about = In a mechlib the order of the nodes is the tree, so editing a model cannot move them to another parent.
    .help = Restore the parent of the node.
model-one-mesh = { $node } shows more than one mesh.
    .about = A node of this game has one mesh. Levels of detail are nodes of their own.
    .help = Join the meshes of the node into one.
model-level-moved = { $node } is a level of detail and cannot be moved.
    .about = A level of detail only sets the distance at which its children are visible; it has no place of its own.
    .help = Move its children instead.
model-level-mesh = { $node } is a level of detail and cannot have a mesh.
    .about = A level of detail only sets the distance at which its children are visible.
    .help = Give the mesh to a node below it.
model-no-material = The mechlib has no material { $name }. It has: { $known }.
    .about = All models of a mechlib share its list of materials. A material of glTF is known by its name, or as material_N by its place in the list.
    .help = Name the material like one of the list, or add it to the list first, and name the original inside its mechlib with --like.
model-motion = The format { $format } does not describe how this model moves.
    .about = A motion moves the nodes that have the names of its parts. This is not a motion, or the model has none of those nodes.
    .help = `relict info` shows the parts of a motion and the nodes of a model.
model-motions = No motion in it is called { $prefix }…
    .about = Motions are named for their mech. Some mechs move by the motions of another.
    .help = Name a motion inside the archive, such as motion.zbd/strider_walk.
model-ignored = Left out: { $what ->
        [animation-targets] animation of something that is not a node
        [cameras] cameras
        [cubic-interpolation] curves between keys; they were sampled
        [images] pictures that are not PNG
        [lights] lights
        [morph-targets] morph targets
        [not-finite] NaN and infinity; replaced by 0
        [other-scenes] all scenes but the first
        [parts-without-positions] parts without vertices
        [shear] shear of a node
        [skins] skins and bones
        [step-interpolation] stepped keys; replaced by steep ramps
        [texture-transforms] transforms of textures
        [unordered-keys] keys that do not rise in time
        [visibility] visibility of nodes
       *[other] { $what }
    }.
model-ground-made = Faces of the terrain that changed: { $changed }; that are gone: { $gone }. Their links, normals, cells and order of drawing were made again.
model-node-missing = { $node } is not in the scene; it stays, but shows nothing there.
model-node-absent = { $node } is not in the scene and stays as it is.
model-name-kept = { $name } was matched to { $node }, which keeps its name.
model-parent-changed = { $node } now has the parent { $parent }.
model-parent-gone = { $node } now has no parent.
model-shape-gone = { $node } no longer shows anything in state { $state }, level { $level }.
model-slot-split = { $mesh } has its own slot now; others still use slot { $slot }.
model-batch-copied = A new batch of { $mesh } (row { $row }) has flags, lightmap and portal of batch { $batch }.
model-batch-new = A batch of { $mesh } (row { $row }) is new; its flags are 0 unless the scene specifies them.
model-material-assumed = A part of { $mesh } has no material; row { $row } was taken.
model-material-row = The material { $name } became row { $row } of the wear table.
model-uv-moved = Texture coordinates of { $mesh } were moved by whole textures.
model-normals-made = { $mesh } lacks normals; new vertices have smooth ones.
model-uvs-missing = { $mesh } lacks texture coordinates; those of new vertices are 0.
model-faces-cut = Faces with more than three corners were cut into triangles: { $count }.
model-faces-flat = Faces without area were left out: { $count }.
model-corners-repeated = Faces had a corner twice in a row, which was left out: { $count }.
model-material-renamed = The name { $name } cannot stand in a wear table; the row is called { $new }.
model-wear-made = Wear table { $file } was created; materials: { $materials }, lightmaps: { $lightmaps }.
model-wear-completed = Wear table { $file } keeps its rows and got new ones behind them; materials: { $materials }, lightmaps: { $lightmaps }.
model-wear-kept = Wear table { $file } has all materials of the model and stays as it is.
model-wear-gap = No material is known for row { $row } of the wear table; it is called { $name }.
model-wear-lightmap = The name of lightmap { $row } is not known, so wear table { $file } lacks it. Add it there.
model-vertices-dropped = Vertices that nothing uses any more were dropped: { $count }.
model-area-kept = The area of slot { $slot } follows an unknown rule and stays { $area }.
model-bounds-made = Box, sphere and cylinder of the model were recomputed.
model-clip-missing = The scene has no animation; the model keeps its own.
model-clips-left-out = Animations that were not used: { $count }. { $name } comes first; of others only what it does not move was taken.
model-rest-ignored = { $node } is animated; its rest position was not used.
model-track-gone = { $node } is no longer animated.
model-resampled = Keys of { $node } lie between frames; it was sampled at every frame.
model-baked = Frames of { $node } that keys cannot express were written one by one.
model-name-cut = The name { $name } was cut to { $limit } bytes.
model-name-replaced = The name { $name } cannot be written; it became { $new }.
model-label-left-out = The label { $label } of { $node } cannot be written and was left out.
model-new = A new model was made. To keep what only the original holds, name that with --like.
model-keys-made = The animation of { $node } was rebuilt.
model-material-ambiguous = Several rows of the wear table are called { $name }; row { $row } was taken.
model-material-name-ignored = The wear table has no { $name }; the part keeps row { $row }.
model-node-left-out = { $node } is not a node of the model; it does nothing and was left out.
model-more = Further remarks that are not shown: { $count }.
model-clips-elsewhere = Animations were left out, since motions are files of their own: { $count }.
model-mesh-gone = { $node } no longer shows anything.
model-node-moved = { $node } was moved.
model-material-taken = A part of { $mesh } has no material; it got that of the first polygon.
model-polygons-changed = Polygons of { $mesh }: { $new } new, { $gone } gone.
model-box-grown = A box of { $node } follows an unknown rule; it was only made large enough.
model-motion-parts = { $motion } also moves what the model does not have, or has more than once: { $parts }.
