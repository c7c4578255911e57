### What the check says about effects (FXID). Each message has .about (what the rule means) and .help (what to do).

fxid-truncated = The effect is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = An effect is a header of 60 bytes and its commands, each as long as its opcode says. This one ends inside of one of them. The engine does not look, and reads whatever lies after.
    .help = Get a fresh copy of the effect from the game, or correct the number of commands, which is its first four bytes.
fxid-opcode = A command has opcode { $found }; known are 1 to 10.
    .about = The lowest byte of a command says what it is, and with that how long. After an unknown opcode nothing can be read; the engine itself stops there and creates nothing.
    .help = Get a fresh copy of the effect from the game. If a command before this one was changed by another tool, its length may be wrong.
fxid-count = The header states { $stated } commands, but there is room for { $room } at most.
    .about = The shortest command has four bytes, so a file cannot hold more of them than a quarter of its bytes. The number is wrong, or the end of the file is missing.
    .help = Get a fresh copy of the effect from the game, or correct the number of commands, which is its first four bytes.
fxid-tail = { $size ->
        [one] { $size } extra byte
       *[other] { $size } extra bytes
    } after the last command.
    .about = An effect ends with its last command. If more bytes follow, the number of commands is usually too low. The engine ignores them.
    .help = Correct the number of commands, which is the first four bytes, or empty “tail” in the effect's JSON.
fxid-time-mode = The time mode is { $found }; known are 0 to 17.
    .about = The time mode says what the time of an effect is made of: its own clock, or the speed, the animation or the life of its owner. What the engine does in another mode is not known.
    .help = Choose a mode from 0 to 17: 1 runs once, 2 in a loop.
fxid-flags = The flags have bits without meaning: { $found }.
    .about = Sixteen flags of an effect are known. No effect of the game has others, and what they would do is not known.
    .help = Set “unk14” and “unk17” to 0 in the effect's JSON, unless you know better.
fxid-settings = The game has no setting { $found } for effects.
    .about = The number names a switch in the game's settings, by which players leave out dust, smoke, lights and the like. Twenty of them are known: 0 to 5, 106 to 10A, 10F, 20B to 20E and 310 to 313 in hexadecimal.
    .help = Take the setting of an effect of the same kind.
fxid-window = A command's window goes from { $low } to { $high }, but must rise and lie within 0 and 1.
    .about = The window is the part of the effect's time in which a command does something. Time runs from 0 to 1, so outside of that a window is never reached, and one that ends before it begins is never open.
    .help = Put the smaller number first, and let both be between 0 and 1.
fxid-empty-name = { $field ->
        [archive] A command does not say in which archive its material or sound lies.
       *[name] A command does not name its material or sound.
    }
    .about = A command names an archive, and an entry in it. The engine loads nothing unless both are there.
    .help = Name both: “material.lib” and a material, or “sounds.lib” and a sound.
fxid-unterminated = The name “{ $name }” fills all of its field, and nothing ends it.
    .about = Names of archives and entries have at most 31 bytes and a zero after them. The engine reads on until it meets a zero, and so takes what follows for a part of the name.
    .help = Use a shorter name, here and in the archive.
fxid-not-finite = { $found } is not a number, but the engine reads one here.
    .about = The field holds no number that can be calculated with. Whatever comes of it, a position, a size or a time, is none either, and the engine does not look.
    .help = Put a number there; what is unused is 0, and exponents are 1.
