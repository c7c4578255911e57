### What the check says about materials of mechlibs. Each message has .about (what the rule means) and .help (what to do).

materials-truncated = The materials break off: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = A material has 40 bytes, and where it has a texture, the length of a name and the name after them. This list ends inside one.
    .help = Get a fresh copy of the mechlib from the game.
materials-count = The list states { $stated } materials; there is room for { $room } at most.
    .about = The list begins with the number of materials, each of which takes 40 bytes or more. So many cannot be there.
    .help = Correct the number, or get a fresh copy of the mechlib from the game.
materials-tail = { $size ->
        [one] { $size } extra byte
       *[other] { $size } extra bytes
    } after the last material.
    .about = The list ends with its last material. Where more follows, the number of materials is usually wrong. Relict keeps the bytes; tools of the game's friends refuse them.
    .help = Correct the number. If it is right, empty “tail” in the JSON of the materials.
materials-flags = The flags are { $found }; a material of a mechlib has 0x10, and 0x11 with a texture.
    .about = Bit 0x10 is always set. Bit 0x04 would be a texture that changes in time and bit 0x20 an unused slot; neither can be in a mechlib. Some descriptions of the format call the first bit 0x08, and are wrong.
    .help = Set the flags to 16, or to 17 for a material with a texture.
materials-odd-flags = The flags { $found } have unknown bits.
    .about = Known are 0x01, 0x04, 0x10 and 0x20. Older descriptions say that 0x02 may be set, but no mechlib is known in which it is.
    .help = Nothing needs to be done; to be like the game's own files, set the flags to 16, or to 17 with a texture.
materials-texture-name = The texture name “{ $name }” is empty, or has characters that names of textures do not have.
    .about = Names of textures are plain letters, digits and signs, without spaces. The game will hardly find this one.
    .help = Name a texture of rmechtex.zbd.
materials-colour = The colour is { $found }.
    .about = Red, green and blue go from 0 to 255, and are all 255 where a texture brings the colours.
    .help = Choose numbers from 0 to 255.
materials-constant = { $field } is { $found }, which no material of a mechlib has.
    .about = Most fields of a material have one value in all mechlibs, which depends only on whether there is a texture. What another would do is not known.
    .help = Nothing needs to be done, unless you put the value there; then take it from another material.
