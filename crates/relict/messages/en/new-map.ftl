### What the check says about maps of Wolfenstein RPG and Doom II RPG. Each message has .about (what the rule means) and .help (what to do).

new-map-truncated = The map breaks off: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = A map begins with a header of 42 or 46 bytes, the number of tiles whose images it needs, and these tiles. The file ends inside of one of them, or the number is wrong.
    .help = Take the map anew from the game.
new-map-version = The map has version { $found }; only { $known } is known.
    .about = Maps of all known builds have the same version in their first byte. Whether the list of tiles stands at the same place in another one is not known.
    .help = Take the map anew from the game. If the game itself has such maps, its build is one that nobody has seen.
new-map-tile = The map shows tile { $found }, but there are only { $tiles }.
    .about = newMappings.bin tells the images of 512 tiles, and this one lies behind them. What the game loads for it is not known.
    .help = Set it to the number of a tile that has images, or take it out of “media”.
new-map-blobs = The tiles of the map have { $found } images with pixels of their own; the game has room for { $most }.
    .about = On Java phones a map can register 448 pieces of texels. With more of them the game breaks off while it loads the map. Images that share their pixels count once.
    .help = Take tiles out of “media” that the map does not show, or let images share pixels in newMappings.bin.
new-map-palettes = The tiles of the map have { $found } palettes; the game has room for { $most }.
    .about = On Java phones a map can register 128 palettes. With more of them the game breaks off while it loads the map. Images that share their palette count once.
    .help = Take tiles out of “media” that the map does not show, or let images share palettes in newMappings.bin.
