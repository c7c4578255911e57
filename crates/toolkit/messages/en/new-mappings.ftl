### What the check says about the directory of images of Wolfenstein RPG and Doom II RPG, and about the files beside it. Each message has .about (what the rule means) and .help (what to do).

new-mappings-truncated = The directory is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = The directory lists 512 tiles and 1024 images, and has 10240 bytes on phones or 18432 in its wide form. This one is shorter than both.
    .help = Get a fresh copy of newMappings.bin from the game.
new-mappings-size = The directory has { $size } bytes, but must have 10240 or 18432.
    .about = The directory lists 512 tiles and 1024 images, and has 10240 bytes on phones or 18432 in its wide form. With another size it is unknown where the lists in it begin.
    .help = Get a fresh copy of newMappings.bin from the game.
new-mappings-reference = Image { $image } uses what image { $other } owns, { $chained ->
        [0] but can only use what an image before it owns.
       *[other] but that owns nothing itself.
    }
    .about = An image has a palette and texels of its own, or uses those of an image with a lower number that has its own. A reference that leads elsewhere leaves nothing to show, and nothing after it can be found.
    .help = Let the reference name the image that owns the palette or texels.
new-mappings-missing = { $resource } is missing.
    .about = The directory lists images whose colours are in newPalettes.bin, and whose texels are in tex00.bin or newTexels000.bin and those that follow, without a gap. One of the files is missing.
    .help = Put the file next to the directory.
new-mappings-palettes-size = newPalettes.bin has { $size } bytes, but the palettes in the directory take { $plain }, or { $marked } with marks after them.
    .about = The palettes follow each other, in some builds with four bytes after each, and the file ends with the last. With another size the palettes cannot be separated.
    .help = Get newMappings.bin and newPalettes.bin from the same copy of the game.
new-mappings-texels-size = { $resource } has { $size } bytes, but the images in the directory take { $needed }.
    .about = Texels follow each other, in some builds with four bytes after each, and each file ends with those of an image. Where an image does not end with the file, or a file is left over, directory and texels do not belong together.
    .help = Get newMappings.bin and all texel files from the same copy of the game.
new-mappings-too-large = { $what ->
        [image] Image { $image } has { $pixels } pixels; one of more than { $most }
       *[all] The images have { $pixels } pixels and { $texels } bytes of texels; more than { $most } of either
    } is not looked at.
    .about = No game has a tenth of that: images have 256 pixels to a side at most. A directory that lists so much is damaged, or made to fill the memory.
    .help = Get a fresh copy of newMappings.bin from the game.
new-mappings-sprite = The runs of image { $image } need { $needed } bytes, but its texels have { $size }.
    .about = A sprite holds its visible pixels, then for each column how many runs it has, then the runs, and at the end the size of both. Here they lead beyond the end of the texels, so that the sprite cannot be shown.
    .help = Get fresh copies of the files of the images from the game.
new-mappings-odd-sprite = The runs of image { $image } do not use its { $size ->
        [one] { $size } byte
       *[other] { $size } bytes
    } of texels as they should.
    .about = The runs of a sprite use all its pixels, end where the runs end, and stay inside the bounds. This one breaks one of these rules. It is shown as far as it goes, but cannot be edited. Four pictures of water in Doom II RPG are known to be like that.
    .help = Nothing needs to be done.
new-mappings-no-colour = Image { $image } has pixels of colour { $index }, but its palette has only { $colours ->
        [one] { $colours } colour
       *[other] { $colours } colours
    }.
    .about = A pixel is a place in the palette. What the game shows for one that the palette does not have is not known; Relict shows black.
    .help = Edit the picture, or let the image use a palette that has the colour.
new-mappings-tile-image = The first image of the tile is { $found }, but must be from 0 to { $most }, or -1 for a tile that is not used.
    .about = A tile has the images from its first one up to the first one of the next tile. If either number is not that of an image, the tile has none. The numbers need not rise.
    .help = Correct the number, if the game does not show the tile.
new-mappings-colours = The image owns { $found } colours; a pixel can name 256 at most.
    .about = A pixel is one byte, so that colours beyond the 256th are out of reach. No game has so many.
    .help = Get a fresh copy of newMappings.bin from the game.
new-mappings-mark = A bit is set that the game itself sets when it has loaded an image.
    .about = The second highest bit of a palette or of texels is a note of the running game, and 0 in all known files. Relict keeps it and does not heed it.
    .help = Nothing needs to be done. To be safe, set “mark” to 0.
new-mappings-uncertain = { $what ->
        [bits] Whether a texel has four or eight bits
        [direction] Whether the runs of sprites go down or across
        [colour] How the colours are made of bits
       *[limit] Where one texel file ends and the next begins
    } does not follow from the files.
    .about = Builds of the games differ in how they store images, and nothing in the files says how; Relict finds out by what fits. Here nothing decides, so Relict assumes what most builds do. Where the cut of texel files is not known, no image can change its size.
    .help = Look at the pictures. If their colours are wrong, specify the colours of the build.
