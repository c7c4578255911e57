### What the check says about NRes archives. Each message has .about (what the rule means) and .help (what to do).

nres-truncated = The file is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = The archive ends inside a field that it must have.
    .help = Get a fresh copy of the file from the game; a copy or a download was cut short.
nres-magic = The file begins with “{ $found }” instead of “NRes”.
    .about = The four bytes by which the engine knows an NRes archive are damaged. The rest of the header looks like one.
    .help = If the rest of the file is sound, put the bytes “NRes” back at its start.
nres-version = The version is { $found }, but must be 0x100.
    .about = The engine opens NRes archives of version 0x100 and refuses all others.
    .help = Set the version to 0x100 unless the file comes from another game.
nres-count = The number of entries is { $stated }, which is below zero.
    .about = The header states how many records the directory has. A negative number has no meaning, so the directory cannot be found.
    .help = Get a fresh copy of the file from the game, or put the right number back.
nres-total-size = The header states a length of { $stated } bytes, but the file has { $actual }.
    .about = The engine compares the stated length with that of the file and refuses the archive if they differ. The directory is found from the end, so a wrong length may hide it.
    .help = If the file was cut, get a fresh copy; otherwise unpack with --tolerant and pack with --canonical, which states the right length.
nres-directory-outside = The header states { $stated ->
        [one] { $stated } entry
       *[other] { $stated } entries
    }, but the file has room for { $room }.
    .about = The directory would have to begin before the end of the header, so it cannot be where the header says.
    .help = Get a fresh copy of the file from the game; either it was cut, or the number of entries is wrong.
nres-payload-outside = “{ $name }” lies outside the data: { $size ->
        [one] { $size } byte
       *[other] { $size } bytes
    } at { $offset }, where the data ends at { $end }.
    .about = The directory gives an entry bytes that are in the header, in the directory or after the end of the file.
    .help = Get a fresh copy of the archive; or unpack with --tolerant, put a new entry in its place in relict.json, and pack.
nres-payload-overlap = “{ $name }” takes bytes that belong to another entry: { $size ->
        [one] { $size } byte
       *[other] { $size } bytes
    } at { $offset }.
    .about = Two entries share bytes. The engine's own tools never write that, and editing one entry would change the other.
    .help = Unpack with --tolerant, put a new entry in the place of this one in relict.json, and pack.
nres-name-unterminated = The name “{ $name }” fills its field and has no end.
    .about = A name has at most 35 bytes and a zero after them. Without the zero the engine reads on into the next field.
    .help = Give the entry a shorter name.
nres-name-empty = An entry has no name.
    .about = An entry without a name cannot be looked up by name.
    .help = Give the entry a name of 1 to 35 characters.
nres-sort-range = A slot of the table of names points to entry { $place }, but there are only { $entries }, counted from 0.
    .about = The table of names lists all entries in the order of their names, and the engine searches it by halves. One slot names an entry that does not exist.
    .help = Unpack with --tolerant and pack with --canonical: that rebuilds the table.
nres-sort-duplicate = The table of names lists “{ $name }” (entry { $place }) more than once.
    .about = Every entry must be in the table of names exactly once. Where one is listed twice, another is missing, and the engine may not find it.
    .help = Unpack with --tolerant and pack with --canonical: that rebuilds the table.
nres-sort-order = The table of names has “{ $name }” (entry { $place }) too late.
    .about = The table of names must ascend, compared by lower case. Where it does not, the search by halves misses entries.
    .help = Unpack with --tolerant and pack with --canonical: that rebuilds the table.
nres-name-tail = Stale bytes follow the name “{ $name }”.
    .about = The field of a name should hold zeros after its end. The engine does not look at them, and Relict keeps them.
    .help = Nothing needs to be done; `relict pack --canonical` leaves them out.
nres-unaligned = “{ $name }” begins at { $offset }, which is not a multiple of 8.
    .about = The engine's own tools begin every payload at a multiple of 8. The engine reads others too.
    .help = Nothing needs to be done; `relict pack --canonical` puts every payload where it belongs.
nres-padding = The padding here ({ $size ->
        [one] { $size } byte
       *[other] { $size } bytes
    }) is not all zero.
    .about = The bytes between a payload and the next multiple of 8 should be zero. The engine does not look at them, and Relict keeps them.
    .help = Nothing needs to be done; `relict pack --canonical` writes zeros.
nres-unindexed = { $size ->
        [one] { $size } byte belongs
       *[other] { $size } bytes belong
    } to no entry.
    .about = A run of bytes in the data is named by no entry of the directory. It may be left over from an older version of the archive; Relict keeps it.
    .help = Nothing needs to be done; `relict pack --canonical` leaves such bytes out.
