### What the check says about RsLi archives. Each message has .about (what the rule means) and .help (what to do).

rsli-truncated = The file is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = The archive ends inside its header.
    .help = Get a fresh copy of the file from the game; a copy or a download was cut short.
rsli-magic = The file begins with “{ $found }” instead of “NL”.
    .about = The two bytes by which the engine knows an RsLi archive are damaged. The rest of the file looks like one.
    .help = If the rest of the file is sound, put the bytes “NL” back at its start.
rsli-reserved = The third byte is { $found }, but must be zero.
    .about = The engine refuses an archive in which the byte after “NL” is not zero.
    .help = Set the byte to zero unless the file comes from another game.
rsli-version = The version is { $found }, but must be 1.
    .about = The engine opens RsLi archives of version 1 and refuses all others.
    .help = Set the version to 1 unless the file comes from another game.
rsli-count = The number of entries is { $stated }, which is below zero.
    .about = The header states how many records the table has. A negative number has no meaning, so the table cannot be read.
    .help = Get a fresh copy of the file from the game, or put the right number back.
rsli-table-outside = The header states { $stated ->
        [one] { $stated } entry
       *[other] { $stated } entries
    }, but the file has room for { $room }.
    .about = The table of entries would reach past the end of the file.
    .help = Get a fresh copy of the file from the game; either it was cut, or the number of entries is wrong.
rsli-payload-outside = “{ $name }” lies outside the data: { $size ->
        [one] { $size } byte
       *[other] { $size } bytes
    } at { $offset }, where the data ends at { $end }.
    .about = The table gives an entry bytes that are in the header, in the table or after the end of the data.
    .help = Get a fresh copy of the archive; or unpack with --tolerant, put a new entry in its place in relict.json, and pack.
rsli-payload-overlap = “{ $name }” takes bytes that belong to another entry: { $size ->
        [one] { $size } byte
       *[other] { $size } bytes
    } at { $offset }.
    .about = Two entries share bytes. The engine's own tools never write that, and editing one entry would change the other.
    .help = Unpack with --tolerant, put a new entry in the place of this one in relict.json, and pack.
rsli-method = “{ $name }” is packed by method { $method }, which is unknown.
    .about = The bits 0x1E0 of an entry's flags say how it is packed. The engine knows 0x000, 0x020, 0x040, 0x060, 0x080, 0x0A0 and 0x100.
    .help = Put the right method back into the flags, or give the entry new bytes and a known method.
rsli-size = { $outcome ->
        [longer] “{ $name }” holds more than the { $stated } bytes that are stated.
       *[shorter] “{ $name }” holds fewer than the { $stated } bytes that are stated.
    }
    .about = The table states how many bytes come out of an entry, and the stored bytes give another number. Of an entry stored as it is, what goes beyond the stated size is not read.
    .help = Replace the bytes of the entry and pack; that states the right size.
rsli-stream = { $fault ->
        [exhausted] “{ $name }” ends early: its packed bytes (method { $method }) end after { $produced } of { $stated } bytes.
       *[corrupt] “{ $name }” is damaged: its packed bytes (method { $method }) make no sense after { $produced } of { $stated } bytes.
    }
    .about = The packed bytes of an entry cannot be unpacked to their end. They are damaged, cut, or enciphered with another key than the table says.
    .help = Get a fresh copy of the archive, or give the entry new bytes and pack.
rsli-name-empty = An entry has no name.
    .about = An entry without a name cannot be looked up by name.
    .help = Give the entry a name of 1 to 12 characters in upper case.
rsli-sort-range = A slot of the table of names points to entry { $place }, but there are only { $entries }, counted from 0.
    .about = The table of names lists all entries in the order of their names, and the engine searches it by halves. One slot names an entry that does not exist.
    .help = Unpack with --tolerant and pack with --canonical: that rebuilds the table.
rsli-sort-duplicate = The table of names lists “{ $name }” (entry { $place }) more than once.
    .about = Every entry must be in the table of names exactly once. Where one is listed twice, another is missing, and the engine may not find it.
    .help = Unpack with --tolerant and pack with --canonical: that rebuilds the table.
rsli-sort-order = The table of names has “{ $name }” (entry { $place }) too late.
    .about = The table of names must ascend, compared byte by byte. Where it does not, the search by halves misses entries.
    .help = Unpack with --tolerant and pack with --canonical: that rebuilds the table.
rsli-keys-uncertain = “{ $name }” is enciphered, and its key may be { $stored } as stored or { $used } as its place among the names says; { $used } is used.
    .about = An entry's slot in the table of names is also the key to its bytes. The stored table is broken, so Relict takes the keys from a new one, and entries may come out wrong.
    .help = Look at what came out of the entry; if it is wrong, get a fresh copy of the archive.
rsli-eof-plus-one = “{ $name }” states { $stated } packed bytes, one more than the file has.
    .about = The last entry of the game's own sprites.lib does so, and the engine reads it all the same. The missing byte is not needed to unpack the entry.
    .help = Nothing needs to be done; giving the entry new bytes states the right size.
rsli-count-repeated = The number of entries is repeated as { $stated }, but there are { $actual }.
    .about = The game's own archives state the number of entries twice. The engine looks only at the first.
    .help = Nothing needs to be done.
rsli-total = The header states { $stated } unpacked bytes in all, but the entries add up to { $actual }.
    .about = The game's own archives state the sum of all unpacked sizes. The engine is not known to use it.
    .help = Nothing needs to be done.
rsli-overlay = The file ends in a trailer that shifts all offsets by { $overlay }.
    .about = With the trailer “AO”, every offset in the table counts from another place than the start of the file. The engine looks for it only when asked to, and none of the game's own archives has one.
    .help = Nothing needs to be done if the archive works in the game; otherwise its offsets are wrong.
rsli-unindexed = { $size ->
        [one] { $size } byte belongs
       *[other] { $size } bytes belong
    } to no entry.
    .about = A run of bytes in the data is named by no entry of the table. It may be left over from an older version of the archive; Relict keeps it.
    .help = Nothing needs to be done.
rsli-name-case = The name “{ $name }” has lower-case letters, so the engine cannot find it.
    .about = The engine turns the name it looks for into upper case and compares byte by byte, so an entry with lower-case letters is never found.
    .help = Rename the entry to upper case.
