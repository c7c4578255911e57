### What the check says about motions. Each message has .about (what the rule means) and .help (what to do).

motion-truncated = The motion is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = A motion is a header of 24 bytes and its parts, each with a position and a rotation for every frame and one more. The file ends inside of one of them, or a count is wrong.
    .help = Get a fresh copy of the motion from the game, or correct the number of frames or parts.
motion-version = The version is { $found }, but must be 4.
    .about = All motions of both games have version 4. How others would be laid out is not known.
    .help = Set the version to 4 if the rest reads well.
motion-frames = The motion has { $found } frames, but must have at least one.
    .about = Every part has a sample for each frame and one that closes the loop. Without frames there is nothing to play.
    .help = Set the number of frames to one less than the samples of each part.
motion-loop-time = The loop takes { $found } seconds, but must take longer than 0.
    .about = The loop time says how long the frames last together. A loop that takes no time cannot be played.
    .help = Set “loop_time” to a number above 0.
motion-flags = The part has flags { $found }; known is 12.
    .about = The flags say what follows: 4 rotation, 8 position, 2 scale. All parts of both games have 12. How scale would be stored is not known, so nothing after them can be found.
    .help = Get a fresh copy of the motion from the game.
motion-not-finite = “{ $name }” has a sample that contains NaN or infinity.
    .about = Positions and rotations must be finite numbers. With others nothing can be drawn, and formats such as glTF do not take them.
    .help = Replace the sample by the one before it.
motion-tail = { $size ->
        [one] { $size } extra byte
       *[other] { $size } extra bytes
    } after the last part.
    .about = A motion ends with its last part. Where more follows, the number of parts is usually too low.
    .help = Correct the number of parts, or empty “tail” in the motion's JSON.
motion-closing = “{ $name }” does not end as it begins.
    .about = In the motions that are known, the last sample of every part repeats the first, so that the loop closes. Here it differs; Relict keeps it, but other tools refuse it or drop it.
    .help = Nothing needs to be done. For a smooth loop, repeat the first sample at the end.
motion-name = The part's name “{ $name }” is empty or not ASCII.
    .about = A part moves the node of its name, and all nodes of the games have plain ASCII names. This one will hardly be found.
    .help = Give the part the name of a node.
motion-constants = The header holds { $first } and { $second } where all others have -1 and 1.
    .about = What the two numbers mean is not known; in every known motion they are the same. Relict keeps them.
    .help = Set “unk10” to -1 and “unk14” to 1, unless you know better.
