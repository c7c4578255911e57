### What the check says about mechlibs. Each message has .about (what the rule means) and .help (what to do).

mechlib-truncated = The member “{ $name }” has { $left } of the { $needed } bytes that it must have.
    .about = The members “format” and “version” are one number each, of four bytes.
    .help = Get a fresh copy of the member from the game: “format” is 1, “version” is 27 in MechWarrior 3 and 41 in Pirate's Moon.
mechlib-missing = There is no member “{ $name }”.
    .about = Besides models, a mechlib has the members “format”, “version” and “materials”. The game cannot do without them.
    .help = Put the member back, from the original or from another mechlib.
mechlib-member-size = The member “{ $name }” has { $size } bytes, but must have 4.
    .about = The members “format” and “version” are one number each, of four bytes.
    .help = Remove everything after the fourth byte.
mechlib-format = “format” is { $found }, but must be { $wanted }.
    .about = Both games have 1 here.
    .help = Set the number to 1.
mechlib-version = “version” is { $found }, but must be { $wanted } in an archive of this game.
    .about = MechWarrior 3 has 27 and Pirate's Moon has 41. Models of the two differ, and the footer of the archive says whose it is.
    .help = Set the number to what the game has; models of the other game do not go into this archive.
mechlib-material = { $field } of “{ $name }” is material { $found }, but there are only { $materials }, counted from 0.
    .about = Polygons name materials by their places in the list that all models of the mechlib share. This one is not there. Of every node, only the first such polygon is reported.
    .help = Name a material that is there, or add the material.
mechlib-duplicate = There is another “{ $name }” before this one.
    .about = Names may come twice in archives of these games. Which one the game takes is not known; in the files that people have, both hold the same.
    .help = Nothing needs to be done, unless you put the second one there.
