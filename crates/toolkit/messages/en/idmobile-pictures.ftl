### What the check says about the pictures of Doom RPG and Orcs & Elves. Each message has .about (what the rule means) and .help (what to do).

wtexels-truncated = The file is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = A file of wall textures begins with four bytes that state its size. Not even those are there.
    .help = Get a fresh copy of the file from the game.
wtexels-header-size = The header states { $stated } bytes, but { $size } follow.
    .about = The first four bytes state how many bytes of texels follow: not pixels, and not textures. Sprites count their own texels from there on, so a wrong size breaks all of them.
    .help = Put the right number of bytes into the first four, or get a fresh copy of the file from the game.
wtexels-truncated-texture = The last texture is truncated: the header states { $stated } bytes, but only { $size } follow.
    .about = A texture has 2048 bytes. The header states a whole number of them, so bytes at the end of the file have been lost.
    .help = Get a fresh copy of the file from the game.
wtexels-not-multiple-of-texture = The file has { $size } bytes of texels, which is not a whole number of textures.
    .about = A texture is 64 by 64 pixels of four bits, which makes 2048 bytes. What is left after the last whole one is not a texture.
    .help = Get a fresh copy of the file from the game; or cut it after the last whole texture, and put the size into its header.

texels-truncated = The texture is empty.
    .about = A texture has 2048 bytes, or begins with a byte that states the depth of its texels.
    .help = Get a fresh copy of the texture from its archive.
texels-not-square = { $size } bytes of texels of { $depth } bits are no square.
    .about = Textures are squares, and nothing states their side: it follows from the number of texels. These are too many or too few.
    .help = Get a fresh copy of the texture from its archive, or check the index that says where it ends.
texels-depth = The depth is { $found }, but should be 4 or 8.
    .about = The first byte of a chunk states how many bits each texel has. The games take everything but 8 for 4, and so does Relict.
    .help = Nothing needs to be done if the picture looks right; else the chunk begins at another place.

stexels-truncated = The file is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = A file of sprite texels begins with four bytes that state its size.
    .help = Get a fresh copy of the file from the game.
stexels-header-size = The header states { $stated } bytes, but { $size } follow.
    .about = The first four bytes state how many bytes of texels follow.
    .help = Put the right number of bytes into the first four, or get a fresh copy of the file from the game.

palettes-truncated = The palettes break off: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = The file ends inside its header, or inside a palette that states more colours than there are.
    .help = Get a fresh copy of the file from the game.
palettes-header-size = The header states { $stated } bytes, but { $size } follow.
    .about = The first four bytes state how many bytes of colours follow.
    .help = Put the right number of bytes into the first four, or get a fresh copy of the file from the game.
palettes-truncated-palette = The last palette is truncated: the header states { $stated } bytes, but only { $size } follow.
    .about = A palette has 16 colours of two bytes. The header states a whole number of palettes, so bytes at the end of the file have been lost.
    .help = Get a fresh copy of the file from the game.
palettes-not-multiple-of-palette = The file has { $size } bytes of colours, which is not a whole number of palettes.
    .about = A palette has 16 colours of two bytes, which makes 32. What is left after the last whole one is not a palette.
    .help = Get a fresh copy of the file from the game; or cut it after the last whole palette, and put the size into its header.
palettes-palette-size = A palette has { $count } colours.
    .about = Palettes of Orcs & Elves II for BREW state how many colours they have: from 1 to 256, since texels can name no more.
    .help = Give the palette from 1 to 256 colours.
palettes-header = The header is { $header }, which counts neither the { $count } palettes, nor their colours, nor their bytes.
    .about = The first two bytes of the palettes of Orcs & Elves count the palettes; older tools also wrote the number of colours or of bytes. Relict keeps them. As long as they count nothing that is known, the number of palettes cannot be changed.
    .help = Nothing needs to be done, unless you want more palettes.

mappings-truncated = The mappings break off: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = Mappings begin with four counters, in Orcs & Elves II for BREW with six.
    .help = Get a fresh copy of the file from the game.
mappings-size-mismatch = The counters ask for { $wanted } bytes, but the file has { $size }.
    .about = The counters at the front say how long the lists are that follow, and the file ends with the last list. It does so neither with four counters of 32 or of 16 bits nor with six, so the lists cannot be separated. The size is that of four counters of 32 bits.
    .help = Get a fresh copy of the file from the game, or put the right counters back.
mappings-texture-out-of-range = A texture begins at { $found }, where there is none.
    .about = Textures of Doom RPG are named by their first pixel, a multiple of 4096; those of Orcs & Elves by their number. There is no texture of this one.
    .help = Put the place of a texture that there is into the mappings, or add the texture.
mappings-shape-out-of-range = A sprite has the shape at { $found }, but shapes end at { $end }.
    .about = Sprites of Doom RPG name the record of their shape by its place in bitshapes.bin; those of Orcs & Elves by its number in shapes.idx.
    .help = Put the place of a shape that there is into the mappings.
mappings-palette-out-of-range = A palette begins at { $found }, where there is none.
    .about = Palettes of Doom RPG are named by their first colour, a multiple of 16; those of Orcs & Elves by their number. There is no palette of this one.
    .help = Put the place of a palette that there is into the mappings, or add the palette.
mappings-id-out-of-range = A number of maps leads to entry { $found }, but there are only { $count ->
        [one] { $count } entry
       *[other] { $count } entries
    }.
    .about = Maps name textures and sprites by numbers, and these lists lead from there to the entries. 0, -1 and 32767 also mark numbers that no map uses.
    .help = If a map uses the number, give it an entry that there is; else 0.
mappings-engine-limit = { $list ->
        [textures] The list of textures
        [narrow_textures] The list of textures
        [sprites] The list of sprites
        [narrow_sprites] The list of sprites
        [texture_ids] The list of texture numbers
       *[other] The list of sprite numbers
    } has { $count } entries; the game has room for { $most }.
    .about = The programs of Orcs & Elves and Orcs & Elves II for Java keep these lists in arrays of a fixed size. A longer list stops the game when it starts.
    .help = Remove entries that no map uses, or give the numbers of maps an entry that there is already.

shapes-truncated = The file is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = The file ends inside its header, or inside the first shape.
    .help = Get a fresh copy of the file from the game.
shapes-bad-shape-bounds = Shape { $number } makes no sense: its bounds are { $bounds }, and { $size } bytes are left for it.
    .about = A shape has a first and a last column and row, and a mask of as many bytes as these need; its size is stated, too. Where they contradict each other, neither this shape nor those after it can be separated.
    .help = Get a fresh copy of the file from the game, or correct the bounds: the first must not be greater than the last.
shapes-texels-out-of-range = { $visible ->
        [one] The { $visible } visible pixel of a shape begins
       *[other] The { $visible } visible pixels of a shape begin
    } at { $start }, which is not among the texels of sprites.
    .about = Shapes of Doom RPG count the place of their texels in pixels, from the first texel of walls on; every sprite begins with a byte of its own. Those of Orcs & Elves name a chunk of stexels.idx. Whoever adds textures with a tool that does not know this breaks all sprites.
    .help = If textures were added or removed, put the original game in place and let Relict add them: it moves the sprites along.
shapes-header-size = The header states { $stated } bytes, but { $size } follow.
    .about = The first four bytes state how many bytes follow. The game does not look at them.
    .help = Put the right number of bytes into the first four.
shapes-decoded-size = The shape states { $stated } units for the game's own form of it; by the rule of the file it would be { $wanted }.
    .about = The game makes another form of the mask and takes as much memory for it as is stated here, in units of two bytes: four, two for each column, and for each run of visible pixels two (Doom RPG, Orcs & Elves II) or one (Orcs & Elves). The other shapes of the file follow another rule than this one. There is room enough.
    .help = Nothing needs to be done. A shape that gets another outline gets the number by the rule of its file.
shapes-decoded-size-short = The shape states { $stated } units for the game's own form of it, but needs { $wanted }.
    .about = The game adds up these numbers, in units of two bytes, and takes as much memory for all shapes of a map. With less than four, two for each column and one for each run of visible pixels it stops with an error, or overwrites what lies after.
    .help = Put the number that it needs in its place.
shapes-record-size = The shape has { $size } bytes; the game has room for { $most }.
    .about = Orcs & Elves and Orcs & Elves II read a shape, its header included, into a buffer of a fixed size.
    .help = Make the sprite smaller.

index-truncated = The index is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = An index states how many chunks there are, has a record for each, and one more after the chunks of every file, which says where that file ends. Records are missing.
    .help = Get a fresh copy of the file from the game.
index-chunk-out-of-range = Chunk { $number } ends at { $end }, but { $file } has { $size } bytes.
    .about = The index says where chunks lie in the numbered files next to it. This one reaches beyond the end of its file.
    .help = Get fresh copies of the index and its files from the game; they belong together.
index-missing-resource = Chunk { $number } lies in { $file }, which is not there.
    .about = The index names numbered files next to it: wtexels0.bin, or strings00.bin in some builds.
    .help = Put the file next to the index, or get fresh copies of both from the game.
index-order = Record { $number } is out of order.
    .about = Files come by their numbers, the first chunk of a file begins at 0, and each chunk begins where the one before ends.
    .help = Get a fresh copy of the index from the game.
index-unused-bytes = Its last chunk ends at { $end }, but { $file } has { $size } bytes.
    .about = The last record of a file says where its last chunk ends, and in all known games that is the end of the file. What follows it is part of no chunk, and the game does not read it.
    .help = Look whether the index and its files belong together. If they do, nothing has to be done: the bytes stay where they are.
index-tail = { $size ->
        [one] { $size } extra byte
       *[other] { $size } extra bytes
    } after the last record.
    .about = The index ends with the record that says where its last file ends; further records may close files without any bytes. What follows is kept, but nothing reads it.
    .help = Put the right number of chunks into the first two bytes, or cut the file after the last record.

chunks-truncated = The file is empty.
    .about = The first file of chunks holds one at least, and that begins with the depth of its texels. Only files after it may be empty.
    .help = Get a fresh copy of the file from the game.
chunks-unknown-size = { $size ->
        [one] { $size } byte is
       *[other] { $size } bytes are
    } not made of textures of 64 by 64 pixels.
    .about = Without the index, textures can be separated only if all of them have 64 by 64 pixels and a depth of 4 or 8. The index has the exact sizes.
    .help = Look at the game as a whole: there the index is used.
chunks-deep-texture = Texture { $number } has eight bits for each pixel; this build of the game reads four.
    .about = Orcs & Elves and Orcs & Elves II for Java read 2048 bytes for every texture and do not look at the depth that is stated before them. Only builds for BREW, whose mappings have six counters, have textures of eight bits.
    .help = Put a texture of four bits for each pixel in its place.
