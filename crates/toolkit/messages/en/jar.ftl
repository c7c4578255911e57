### What the check says about JARs and other ZIPs. Each message has .about (what the rule means) and .help (what to do).

jar-truncated = The file has only { $left ->
        [one] { $left } byte
       *[other] { $left } bytes
    }, and the end of a ZIP alone takes { $needed }.
    .about = A JAR is a ZIP, and a ZIP ends in a record that says where its directory is. This file is too short for one.
    .help = Get a fresh copy of the file: the copy or download was cut short.
jar-end = The file begins like a ZIP, but has no end record.
    .about = A ZIP ends in a record that says where its directory is; without it nothing in the file can be found. It is missing where a copy or download was cut short.
    .help = Get a fresh copy of the file. If there is no other copy, a program that repairs ZIPs may save what is in it.
jar-directory = The directory should have { $entries ->
        [one] { $entries } record
       *[other] { $entries } records
    }, but there is none where record { $place } should be, at { $offset }.
    .about = The end record says where the directory begins and how many records it has. They are not there, so the contents of the file cannot be determined.
    .help = Get a fresh copy of the file. If there is no other copy, a program that repairs ZIPs may make a new directory.
jar-zip64 = The file uses Zip64, the variant of ZIP for more than 4 GiB or 65535 members.
    .about = Numbers that say “look elsewhere” are in place of sizes or offsets. No phone reads such a file, and neither does Relict.
    .help = Pack the members again with a program that writes plain ZIPs.
jar-disks = The file is one part of a ZIP on several disks (disk { $disk }, { $here } of { $entries } records).
    .about = A ZIP may be split into several files. A JAR is always one file, and its end record has 0 for the disk and the same number of records twice.
    .help = Join the parts with the program that made them, or get a fresh copy of the file.
jar-directory-size = The directory has { $actual ->
        [one] { $actual } byte
       *[other] { $actual } bytes
    }, but the end record states { $stated }.
    .about = Programs that trust the stated size look for the directory in the wrong place, or find other members than the rest.
    .help = Unpack the file with --tolerant and pack it with --canonical, after a look at what it holds.
jar-entry-outside = “{ $name }” is not where the directory says: there is no member of { $size ->
        [one] { $size } byte
       *[other] { $size } bytes
    } at { $offset }.
    .about = The directory names a member and where it begins. There is no member header there, or its bytes reach into the directory.
    .help = Get a fresh copy of the file; or unpack it with --tolerant, remove the entry in relict.json, and pack.
jar-entry-overlap = “{ $name }” lies on bytes of another member: { $size ->
        [one] { $size } byte
       *[other] { $size } bytes
    } at { $offset }.
    .about = Two members share bytes. Tools never write that; some bombs and some attacks do.
    .help = Do not trust the file. To look into it, unpack it with --tolerant.
jar-encrypted = “{ $name }” is enciphered.
    .about = Phones do not read enciphered members, and Relict has no password to ask for.
    .help = Unpack the file with the program that enciphered it, and pack the members again.
jar-method = “{ $name }” is packed by method { $method }, but must be stored (0) or deflated (8).
    .about = A JAR knows two ways of keeping a member. Others are for newer ZIPs, which no phone reads. Relict keeps the bytes as they are.
    .help = Pack the member again with deflate.
jar-name-empty = A member has no name.
    .about = A member without a name cannot be looked up.
    .help = Give the entry a name, or remove it.
jar-name-repeated = There is more than one “{ $name }”.
    .about = Two members have one name, and it is that of something the game reads, or of the manifest. Some programs take the first and some the last, so what one shows is not what the other runs.
    .help = Find out which of them the game uses, and remove the other: unpack the file with --tolerant, edit relict.json, and pack.
jar-name-differs = The directory calls a member “{ $name }”, and the header before its bytes “{ $local }”.
    .about = The name of a member is stored twice in a ZIP. Where the two differ, programs do not agree on what the file holds.
    .help = Unpack the file with --tolerant, take the entry out of relict.json and put it in as a new one, and pack.
jar-header-differs = The directory and the header before “{ $name }” do not agree: { $central } and { $local }.
    .about = Method, checksum and sizes of a member are stored twice in a ZIP. Where they differ, programs do not agree on what comes out.
    .help = Unpack the file with --tolerant, take the entry out of relict.json and put it in as a new one, and pack.
jar-descriptor = The sums that should follow the bytes of “{ $name }” are missing or wrong.
    .about = A header may say that checksum and sizes follow the bytes, as programs do that cannot go back. They are not there, or do not agree with the directory.
    .help = Unpack the file with --tolerant, take the entry out of relict.json and put it in as a new one, and pack.
jar-descriptor-absent = The header of “{ $name }” announces sums after its bytes, but none follow; they are in the header itself.
    .about = A header may say that checksum and sizes follow the bytes. Here they are in the header, agree with the directory, and nothing follows. Phones read such files, since they go by the directory.
    .help = Nothing needs to be done: the header stays as it is. An entry that is edited gets a header without the announcement.
jar-size = “{ $name }” should have { $stated ->
        [one] { $stated } byte
       *[other] { $stated } bytes
    }, but { $outcome ->
        [longer] more come out
       *[shorter] { $actual } come out
    }.
    .about = The directory states how many bytes come out of a member. Another number of them does, so the directory or the member is damaged; or somebody wants to make it look small.
    .help = Get a fresh copy of the file. The bytes as they are stored can be extracted with unpack --tolerant.
jar-stream = The packed bytes of “{ $name }” are damaged: { $fault ->
        [exhausted] they break off
        [rest] they go on after their end
       *[corrupt] they make no sense
    }.
    .about = A deflated member must unpack to its end, and end with its last byte.
    .help = Get a fresh copy of the file. The bytes as they are stored can be extracted with unpack --tolerant.
jar-crc = The checksum of “{ $name }” is { $actual }, but should be { $stated }.
    .about = A ZIP holds a checksum of every member. Where it does not hold, bytes of the member were damaged, or changed by a program that did not update the checksum.
    .help = Get a fresh copy of the file. The bytes as they are stored can be extracted with unpack --tolerant.
jar-too-large = “{ $name }” would unpack to { $size } bytes, and at most { $most } are allowed.
    .about = A small ZIP can unpack to more than any memory holds. A resource of these games has a few hundred kilobytes, so Relict unpacks none beyond 16 MiB, and no other member beyond 64 MiB.
    .help = Do not trust the file: no phone could have read this member.
jar-total-size = All members together would unpack to { $total } bytes, and at most { $most } are allowed.
    .about = A small ZIP can unpack to more than any disk holds. These games have a few megabytes.
    .help = Do not trust the file: no phone could have held it.
jar-unknown-game = { $named ->
        [yes] The manifest calls this “{ $title }”, which is none of the five games.
       *[no] This is none of the five games: neither a manifest nor the resources identify it.
    }
    .about = A JAR of a game is known by the name in its manifest, or by its resources: Doom RPG, Doom II RPG, Orcs & Elves, Orcs & Elves II and Wolfenstein RPG have wall textures and palettes, or media files, under names of their own. Neither is here.
    .help = If it is one of the five, its name in META-INF/MANIFEST.MF must say so. To look into any other JAR, unpack it with --tolerant.
jar-missing-resource = { $named ->
        [yes] “{ $name }” is missing, and nothing can be shown without it.
       *[no] By its manifest this is { $game }, but none of its resources are here.
    }
    .about = The manifest or the other files say which game it is, but files that nothing can be shown without are not there.
    .help = Get a fresh copy of the file from the game; or put the missing files in.
jar-other-repeated = There is more than one “{ $name }”.
    .about = Two members have one name. It is none that the game reads its pictures, texts or maps by, so nothing that is shown depends on it; but programs do not agree on which of the two they take.
    .help = Nothing has to be done. To remove one of them, unpack the file, edit relict.json, and pack.
jar-name-unsafe = “{ $name }” is a name that no file may get: { $why ->
        [absolute] it begins at the root
        [drive] it names a drive
        [backslash] it has backslashes
        [control] it has control characters
        [climbs] it climbs out of its folder
       *[device] some system keeps it for a device
    }.
    .about = Unpacked under its own name, the member would land outside the folder, or nowhere. Relict writes it under another name inside the folder, and packs it as it was.
    .help = Nothing needs to be done, but do not unpack such a file with other programs.
jar-unindexed = { $size ->
        [one] { $size } byte belongs
       *[other] { $size } bytes belong
    } to no member.
    .about = Bytes before the archive, between its members or after its end. Relict keeps them. In front there may be a program that unpacks the rest; elsewhere they are what other programs left.
    .help = Nothing needs to be done; `relict pack --canonical` leaves them out.
jar-no-manifest = There is no manifest; by its resources it is { $game }.
    .about = A JAR should have META-INF/MANIFEST.MF, which names the game. Without it the game is recognised by its resources, and phones do not start the game.
    .help = Nothing needs to be done to look at it. To run it, put a manifest in.
jar-titles = The manifest names two games: { $taken } in MIDlet-1, and { $other } in MIDlet-Name.
    .about = Both keys should hold the name of the game. Relict takes MIDlet-1.
    .help = Correct the one that is wrong in META-INF/MANIFEST.MF.
jar-other-resources = The manifest says { $game }, but the resources are of another engine (layout { $layout }).
    .about = The games come in three generations with files of their own. Relict reads what is there, and takes the name from the manifest.
    .help = Look whether the manifest of another game was put in.
jar-no-game = This ZIP is none of the five games.
    .about = Relict looks into any ZIP. Only in those of Doom RPG, Doom II RPG, Orcs & Elves, Orcs & Elves II and Wolfenstein RPG it knows what the members are for.
    .help = Nothing needs to be done.
