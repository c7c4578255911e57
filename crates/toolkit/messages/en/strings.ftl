### What the check says about texts of Doom RPG and Orcs & Elves. Each message has .about (what the rule means) and .help (what to do).

strings-truncated = The texts break off: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = The file begins with the number of its texts, and each text with its length. The file ends inside of one of them, or a number is wrong.
    .help = Get a fresh copy of the file from the game.
strings-tail = { $size ->
        [one] { $size } extra byte
       *[other] { $size } extra bytes
    } after the last text.
    .about = The file ends with its last text. Where more follows, the number of texts in front is usually too low.
    .help = Empty “tail” in the JSON form, or get a fresh copy of the file from the game.
strings-letters = Text { $number } has the byte { $byte } (shown as “{ $letter }”), for which the font of the game has no picture.
    .about = In these games one byte is one letter, and the font of the game has pictures for some of them only. For any other the game draws nothing, or a part of another picture.
    .help = Use a letter that the font has. If the font of your build is another one, look at the text in the game.
