### What the check says about texture packages and their images. Each message has .about (what the rule means) and .help (what to do).

textures-truncated = The package is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = The package ends inside its header, its table or its global palettes. The header states how many images and palettes there are.
    .help = Get a fresh copy of the file from the game; or put the right number of images (at 0xc) and of palettes (at 0x8) back into its header.
textures-count = The number of global palettes is { $stated }, which is below zero.
    .about = The header states how many palettes there are between the table and the images. With a negative number the images cannot be found.
    .help = Put the right number back at 0x8; most packages have no global palette.
textures-header = A word of the header is { $found }, but must be { $wanted }.
    .about = Of the six words of the header two are counts; the others are the same in every package. There is no magic number, so they are what a package is known by.
    .help = Put the right number back, or unpack with --tolerant and pack with --canonical.
textures-empty = The package has no images.
    .about = A package of the games has at least one image.
    .help = Get a fresh copy of the file from the game, or add an image in relict.json.
textures-start-outside = “{ $name }” begins at { $start }, which is not among the images: they are at { $first } to { $end }.
    .about = The table says where every image begins. This one would begin before the images or after the end of the file, so it cannot be read.
    .help = Get a fresh copy of the package; or unpack with --tolerant, put another image in its place in relict.json, and pack.
textures-start-shared = “{ $name }” begins at { $start }, where another image begins too.
    .about = Two records of the table share the bytes of one image. Editing one of them would change the other.
    .help = Unpack with --tolerant, give this entry a file of its own in relict.json, and pack.
textures-start = “{ $name }” begins at { $start }, but “{ $before }” before it ends at { $end }.
    .about = Images lie one after the other without gaps. Either the table states a wrong place for this image, or the header of the one before it states a wrong size.
    .help = If the image in front looks right, put the place where it ends into the table; otherwise correct its header.
textures-name-unterminated = The name “{ $name }” fills its field and has no end.
    .about = A name has at most 31 characters and a zero after them. Without the zero the game reads on into the next field.
    .help = Give the image a shorter name.
textures-name-empty = An image has no name.
    .about = Materials name their textures, so an image without a name cannot be found.
    .help = Give the image a name of 1 to 31 characters.
textures-palette-outside = “{ $name }” uses global palette { $place }, but the package has { $palettes ->
        [0] none
        [one] { $palettes }, counted from 0
       *[other] { $palettes }, counted from 0
    }.
    .about = The table names the global palette of an image by its place, or -1 for none. There is no such palette, so the image has no colours.
    .help = Set “global_palette” of the image in relict.json to a palette that there is, or to null.
textures-palette-unflagged = The table names global palette { $place } for “{ $name }”, but the image does not say that it uses one.
    .about = That an image uses a global palette is said twice: by its record in the table, and by bit 4 of its flags. The image alone decides where its bytes end, so Relict believes the image.
    .help = Set “global_palette” of the image in relict.json to null; or, if it should use the palette, set bit 4 of its flags.
textures-palette-unnamed = “{ $name }” says that it uses a global palette, but the table names none.
    .about = That an image uses a global palette is said twice: by its record in the table, and by bit 4 of its flags. Without the place of the palette the image has no colours.
    .help = Set “global_palette” of the image in relict.json to the place of its palette.
textures-name-repeated = “{ $name }” is the name of an image before this one, too.
    .about = The games have no two images of one name. A material that names it gets the first.
    .help = Give the image another name, or remove it. Its path is the name and #2.
textures-name-tail = Stale bytes follow the name “{ $name }”.
    .about = The field of a name should hold zeros after its end. Relict keeps the bytes.
    .help = Nothing needs to be done; `relict pack --canonical` leaves them out.
textures-name-ascii = The name “{ $name }” has characters that are not ASCII.
    .about = Names of the games are ASCII. What else the games take is not known.
    .help = Give the image a name of letters, digits and underscores.
textures-order = “{ $name }” lies after “{ $before }” in the file, but before it in the table.
    .about = Images lie in the order of the table. The table says where each of them begins, so all of them can be had.
    .help = Nothing needs to be done; `relict pack --canonical` puts them in order.
textures-gap = { $size ->
        [one] { $size } extra byte
       *[other] { $size } extra bytes
    } before the first image.
    .about = The first image follows the table and the global palettes. What is between belongs to nothing, and is kept.
    .help = Nothing needs to be done; `relict pack --canonical` leaves it out.

mw3-image-truncated = The image is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = The image ends inside its header, its pixels, its alpha or its palette. Its header states how large it is, and so how many bytes there must be before the next image begins.
    .help = Get a fresh copy of the package from the game; or put the right width, height, flags and number of colours back into the image's header.
mw3-image-size = The image is { $width } by { $height } pixels.
    .about = An image needs at least one pixel in both directions. What follows the header is kept as it is, and there is no picture.
    .help = Put the right width and height back into the header.
mw3-image-palette-count = The image states { $found } colours, but a palette has at most 256.
    .about = Pixels of an image with a palette are single bytes, so no palette has more than 256 colours. What follows the header is kept as it is, and there is no picture.
    .help = Put the right number of colours back into the header; 0 is for an image without a palette.
mw3-image-pixel-bytes = Bit 0 of the flags ({ $found }) is not set.
    .about = The bit says that colours have two bytes. All images have it, those with a palette too.
    .help = Set the bit: `relict convert` with `--set flags=1`, or the setting “flags” in relict.json.
mw3-image-alpha = The flags ({ $found }) contradict each other about alpha.
    .about = Bit 2 alone means no alpha, bit 1 alone that colour 0 is transparent, bits 1 and 3 that each pixel has its own alpha. Any other combination means nothing.
    .help = Set the setting “alpha” to “none”, “simple” or “full”.
mw3-image-index = The pixel at { $x }, { $y } names colour { $index }, but the image has { $colours ->
        [one] { $colours }
       *[other] { $colours }
    }, counted from 0.
    .about = Pixels are places in the palette of the image. One of them names a colour that the palette does not have, so there is no picture.
    .help = Put a place that there is into the pixel, or the right number of colours into the header.
mw3-image-tail = { $size ->
        [one] { $size } byte follows
       *[other] { $size } bytes follow
    } the image.
    .about = An image ends where its header says, and the next begins there. What is between belongs to nothing, and is kept. Often the size or the flags in the header are wrong.
    .help = Put the right numbers back into the header, or get a fresh copy of the package from the game.
mw3-image-no-palette = The colours of the image are not known: it uses a global palette, and that is not here.
    .about = An image with a global palette is stored without its colours. They are at the start of its package, and Relict puts them after an image that is taken out of it.
    .help = Look at the image inside its package, or set its global palette there.
mw3-image-flags = Flags that mean nothing here are set: { $found }.
    .about = Bits 0 to 7 are known. Bit 4 says that the palette is a global one, so it means nothing on an image without a palette.
    .help = Nothing needs to be done; Relict keeps them.
mw3-image-reserved = A number that is always 0 is { $found }.
    .about = What the number at 0x8 of an image means is not known. It is 0 in every image that is known.
    .help = Nothing needs to be done; Relict keeps it.
mw3-image-stretch = The stretch is { $found }, which MechWarrior 3 does not know.
    .about = The game can make an image higher (1), wider (2) or both (3) after loading it. 4, 7 and 8 are known from another game of the family. The stored pixels are the same in any case.
    .help = Set the setting “stretch” to 0, 1, 2 or 3, unless the file comes from another game.
