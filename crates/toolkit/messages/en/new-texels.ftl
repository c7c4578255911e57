### What the check says about the texel files of Wolfenstein RPG and Doom II RPG. Each message has .about (what the rule means) and .help (what to do).

new-texels-truncated = The file is empty.
    .about = A texel file is made only when there is an image for it, so that none is empty.
    .help = Get a fresh copy of the file from the game.
