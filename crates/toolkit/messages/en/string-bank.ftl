### What the check says about texts of Orcs & Elves II, Wolfenstein RPG and Doom II RPG. Each message has .about (what the rule means) and .help (what to do).

string-bank-truncated = The file is empty.
    .about = A file of texts holds at least one, even if that is nothing but its zero.
    .help = Get a fresh copy of the file from the game.
string-bank-tail = The last text, of { $size ->
        [one] { $size } byte
       *[other] { $size } bytes
    }, has no zero after it.
    .about = Every text ends with a zero, the last one too. Without it the game reads on in whatever follows.
    .help = Get a fresh copy of the file from the game, or move the text from “tail” to “strings” in the JSON form; then correct strings.idx.
string-bank-letters = Text { $number } has the byte { $byte } (shown as “{ $letter }”), for which the font of the game has no picture.
    .about = In these games one byte is one letter, and the font of the game has pictures for some of them only. For any other the game draws nothing, or a part of another picture.
    .help = Use a letter that the font has. If the font of your build is another one, look at the text in the game.
