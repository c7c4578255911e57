### What the check says about materials (MAT0). Each message has .about (what the rule means) and .help (what to do).

mat0-truncated = The material is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = The material ends inside a field that it must have. Which fields it has depends on its version, which is attr2 of the archive's entry.
    .help = Get a fresh copy of the material from the game, or put the right version back as attr2.
mat0-animations = The material states { $found } animations, but must have fewer than 20.
    .about = The engine has room for 19 animations in a material. It refuses one that states more and says “Too many animations for material.”
    .help = Leave some animations out, or make two materials of this one.
mat0-tail = { $size ->
        [one] { $size } extra byte
       *[other] { $size } extra bytes
    } after the last animation.
    .about = A material ends with its last animation. Where more follows, the version (attr2 of the entry) or a count is usually wrong, and everything before was read from the wrong place.
    .help = Put the right version back as attr2. If it is right, empty “tail” in the material's JSON.
mat0-key-phase = A key shows phase { $found }, but there are only { $phases }, counted from 0.
    .about = A key of an animation names a phase by its place in the list. This one names a phase that the material does not have.
    .help = Name a phase that is there, or add the phase.
mat0-cell-outside = A phase shows cell { $found } of “{ $name }”, but that texture has { $cells ->
        [0] no cells
        [one] only { $cells } cell, number 0
       *[other] only { $cells } cells, counted from 0
    }.
    .about = A cell is one of the rectangles that a texture lists in its page. Textures.lib has the texture, but the texture has no rectangle of that number.
    .help = Choose a cell that the texture has (`relict info` lists them), or -1 for the whole texture.
mat0-version = The version is { $found }; known are 1 to 6.
    .about = The version of a material is attr2 of the archive's entry, and decides which fields the material has. Everything in the game has version 6. A lower one than 1 is read as 1, a higher one than 6 as 6.
    .help = Set attr2 to 6, unless the bytes really are of another version.
mat0-blend = attr1 chooses blending { $found }; known are 0 to 4.
    .about = Bits 2 to 5 of attr1 say how the surface is mixed with what lies after it: 0 not at all, 1 by its alpha, 2 added, 3 multiplied, 4 multiplied and doubled. The engine has no mode for other numbers.
    .help = Choose a blending from 0 to 4 in attr1.
mat0-no-phase = The material has no phases.
    .about = A phase is what a surface looks like. A material without one can be read, but not drawn.
    .help = Add a phase, or leave the material out.
mat0-no-key = The animation has no keys.
    .about = An animation without keys names no phase to show. Relict takes the first one; what the engine does is not known.
    .help = Add a key: phase 0 and end 0 make a still picture.
mat0-key-order = A key ends at { $found } ms, but the one before it at { $before } ms.
    .about = A key is shown from the end of the one before it to its own end, so times must not go back. This key is never shown.
    .help = Put the keys in order of time.
mat0-mode = The animation has mode { $found }; known are 0 to 3.
    .about = The mode says how the keys follow each other: 0 in a loop, 1 there and back, 2 once, 3 at random. What the engine does in other modes is not known; Relict takes them for loops.
    .help = Choose a mode from 0 to 3.
mat0-mask = The mask { $found } has bits that mean nothing.
    .about = The mask says what is blended between two phases: 1 ambient, 2 diffuse, 4 specular, 8 emissive, 16 ambient alpha. Other bits are not known.
    .help = Choose a mask from 0 to 31.
mat0-cell = The cell is { $found }, but -1 is the lowest.
    .about = A cell is the place of a rectangle in the page of the texture; -1 means the whole texture. Lower numbers mean nothing.
    .help = Set the cell to -1, or to a cell that the texture has.
mat0-texture-unterminated = The texture name “{ $name }” fills its field and has no end.
    .about = A texture name has at most 15 bytes and a zero after them. What the engine makes of one without the zero is not known.
    .help = Give the texture a shorter name, here and in Textures.lib.
mat0-texture-name = The texture name “{ $name }” has no dot.
    .about = A texture name must have a dot, and what follows it chooses a palette. Without the dot the engine says “Bad texture name.” and draws the surface without a texture.
    .help = Name a texture of Textures.lib; their names end in .0.
mat0-texture-suffix = The end of the texture name “{ $name }” comes to palette { $index }, which is probably not intended.
    .about = A letter from A to Z after the dot, with a digit or nothing after it, chooses one of 286 palettes. From other characters the engine computes a number all the same and does not look at it: that may be another palette, or lie past the end of its list.
    .help = Let the name end in .0, which asks for no palette, or in a letter and a digit.
