### What the check says about ZBD archives. Each message has .about (what the rule means) and .help (what to do).

zbd-truncated = The file has only { $left ->
        [one] { $left } byte
       *[other] { $left } bytes
    }, and the end of an archive alone takes { $needed }.
    .about = An archive ends in a footer that says how many entries there are. This file is too short for one.
    .help = Get a fresh copy of the file from the game: the copy or download was cut short.
zbd-footer = The file does not end as an archive does.
    .about = An archive ends in its version (1 or 2) and the number of its entries; without them its table cannot be found. What is here looks like a truncated table.
    .help = Get a fresh copy of the file from the game: its end is missing.
zbd-version = The version is { $found }, but must be 1 or 2.
    .about = Archives of MechWarrior 3 have version 1, those of Pirate's Moon version 2. What precedes the version looks like the table of an archive.
    .help = Restore the version, or get a fresh copy of the file from the game.
zbd-table-outside = The archive states { $stated ->
        [one] { $stated } entry
       *[other] { $stated } entries
    }, but there is room for { $room } at most.
    .about = Every entry takes 148 bytes in the table before the file's end. The number is wrong, or the beginning of the file is missing.
    .help = Get a fresh copy of the file from the game, or correct the number of entries.
zbd-entry-outside = “{ $name }” lies outside the data: { $size ->
        [one] { $size } byte
       *[other] { $size } bytes
    } at { $offset }, and the data ends at { $end }.
    .about = The table gives an entry bytes that are in the table itself, or after the end of the file.
    .help = Get a fresh copy of the archive; or unpack it with --tolerant, put a new entry in the place of this one in relict.json, and pack.
zbd-entry-overlap = “{ $name }” lies on bytes of another entry: { $size ->
        [one] { $size } byte
       *[other] { $size } bytes
    } at { $offset }.
    .about = Two entries share bytes. In the archives of the games every entry begins where the one before it ends, and editing one of these would change the other.
    .help = Unpack the archive with --tolerant, put a new entry in the place of this one in relict.json, and pack.
zbd-name-unterminated = The name “{ $name }” fills its field and has no end.
    .about = A name has at most 63 bytes and zeros after them. Without a zero, readers continue into the next field.
    .help = Give the entry a shorter name.
zbd-name-empty = The entry has no name.
    .about = An entry without a name cannot be looked up by name.
    .help = Give the entry a name of 1 to 63 characters.
zbd-motion-order = “{ $name }” begins at { $offset }, before the entry before it, which begins at { $before }.
    .about = Motion archives of Pirate's Moon do not state how long their entries are: each goes on to where the next begins. If they are not in order, that gives lengths that make no sense.
    .help = Unpack the archive with --tolerant and look at the motions: pack writes them in order if the “data” of the frame in relict.json is left out.
zbd-checksum = The checksum is { $stated }, but the entries come to { $actual }.
    .about = Reader archives of Pirate's Moon end in a checksum of all their entries. It does not hold, so something in them was changed or damaged.
    .help = If you trust the entries, unpack the archive with --tolerant and pack it with --canonical: the checksum is recomputed.
zbd-checksum-set = The checksum is { $stated }, but archives like this have none.
    .about = Only reader archives of Pirate's Moon carry a checksum. All others have 0 in its place, and this number is not the sum of the entries either. Relict keeps it.
    .help = Nothing needs to be done; `relict pack --canonical` writes 0.
zbd-order = “{ $name }” begins at { $offset }, before the entry before it, which begins at { $before }.
    .about = In the archives of the games the entries lie in the order of the table. These do not; other tools refuse such a file, and Relict keeps it as it is.
    .help = Nothing needs to be done; `relict pack --canonical` brings them into order.
zbd-unindexed = { $size ->
        [one] { $size } byte belongs
       *[other] { $size } bytes belong
    } to no entry.
    .about = In the archives of the games every entry begins where the one before it ends, from the first byte to the table. Bytes that no entry names are kept, but other tools refuse such a file.
    .help = Nothing needs to be done; `relict pack --canonical` leaves them out.
zbd-entry-empty = “{ $name }” has no bytes.
    .about = No archive of the games has an empty entry, and other tools refuse one.
    .help = Remove the entry, or give it something to hold.
zbd-name-ascii = The name “{ $name }” has characters that are not ASCII.
    .about = All names in the archives of the games are plain ASCII. Relict shows other bytes as Windows-1252 and keeps them.
    .help = Rename the entry, unless the game asks for just this name.
zbd-name-tail = Bytes other than zeros follow the name “{ $name }”.
    .about = The field of a name should hold zeros after its end. Relict keeps the bytes, but other tools refuse it.
    .help = Nothing needs to be done; `relict pack --canonical` writes the field without them.
