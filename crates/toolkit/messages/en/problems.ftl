### What could not be done. Each message has .about (what the code means) and .help (what to try).

file-unreadable = A value makes the rest unreadable: expected { $wanted }, found { $found }.
    .about = The file states something that cannot be, such as a count larger than the file, so the rest of it cannot be read.
    .help = Look at the field with `relict explain`; if the file was cut or patched, get a fresh copy of it from the game.
file-unknown-format = { $size ->
        [0] No format claims { $path }: it is empty.
       *[other] No format claims { $path }: it has { $size } bytes and begins with { $first }.
    }
    .about = The content of the file matches no format that Relict knows. The type of a file is found from its content; its name counts only for formats that have no mark of their own, and only as a guess.
    .help = `relict info` tells what the bytes look like, and `relict ls` on its folder lists files that are known. If the file should be known, its first bytes may be damaged.
file-not-looked-into = “{ $name }” unpacks to { $size ->
        [one] { $size } byte
       *[other] { $size } bytes
    }, too many for a file of this size, so what is inside it was not checked.
    .about = A small archive can unpack to more bytes than any memory holds. What unpacks to many times the size of the file is not looked into.
    .help = Extract the entry with `relict convert` and check it alone.
path-no-entry = { $entries ->
        [0] There is no entry “{ $name }” in { $path }, which is empty.
       *[other] There is no entry “{ $name }” in { $path }{ $count ->
            [0] .
           *[other] ; near it: { $near }.
        }
    }
    .about = A path names an entry that the archive does not hold.
    .help = `relict ls` lists the entries; case does not count where the engine does not count it, and NAME#2 is the second of one name.
path-not-archive = { $path } is not an archive ({ $format }), so nothing can be looked up in it.
    .about = A path goes into something that holds no entries, or an archive was needed and something else was given.
    .help = `relict info` shows what it is; `relict convert` handles single assets.
path-too-deep = { $path } lies deeper than archives may be nested.
    .about = Archives inside archives are followed only so far, so that no file can cause endless recursion.
    .help = Extract the inner archive with `relict convert`, and go on from there.
unpack-has-errors = { $path } has { $errors ->
        [one] an error
       *[other] { $errors } errors
    }, the first being { $first }; nothing was written.
    .about = The check found errors, so the archive is not unpacked by default.
    .help = `relict check` lists the errors; --tolerant unpacks what can be read and keeps the rest as raw bytes.
folder-no-manifest = There is no { $path }.
    .about = A folder that Relict unpacked has a relict.json at its root; this one has none.
    .help = Pack the folder that `relict unpack` made, or unpack the archive again. For pictures of a mobile game that another program unpacked, name the game's archive with --like.
folder-manifest = The manifest cannot be read: { $reason } (line { $line }, column { $column }).
    .about = relict.json is not the JSON that a manifest must be.
    .help = Undo the last edit of relict.json; `relict schema folder` shows its shape.
folder-schema = The manifest says schema “{ $found }”, but “{ $wanted }” is needed.
    .about = relict.json is of another version, or is not a manifest.
    .help = Unpack the archive again with this version of Relict.
folder-format = The manifest names the format “{ $found }”, which cannot be packed. Known: { $known }.
    .about = The format in relict.json is not that of an archive that Relict knows.
    .help = Put the original format back into relict.json.
folder-outside = “{ $file }” is not a plain path inside the folder.
    .about = relict.json names a file outside of its folder. Nothing outside is ever read.
    .help = Copy the file into the folder and name it there, with / between folders.
folder-missing-file = { $path } is missing{ $named ->
        [yes] ; it holds the entry “{ $name }”.
       *[no] .
    }
    .about = A file that relict.json names is not in the folder.
    .help = Put the file back; to remove the entry, remove its line from relict.json, and to do without a second form of it, its “also”.
folder-repeated-id = Two entries have the id { $id }; the second is “{ $name }”.
    .about = An id in relict.json says which entry of the original archive this is, so it can occur only once.
    .help = Leave the id out for an entry that you added.
folder-shared-entry = “{ $name }” has no bytes of its own in the archive, so { $path } cannot be changed.
    .about = The entry lies on bytes of other entries. Only the directory's word on it can be kept.
    .help = Restore the file, and edit the entry whose bytes it shares.
folder-two-edits = { $path } and { $other } were both edited, and what they make of “{ $name }” is not the same.
    .about = An entry is in the folder in two forms. One of them can be edited, or both in the same way; where each says something different, Relict does not guess which one is right.
    .help = Put one of the two files back as it was unpacked, and pack again. To have both edits, pack with one of them, unpack the new archive, and make the other there.
folder-cannot-pack = This does not fit the archive: expected { $wanted }, found { $found }.
    .about = Something in relict.json cannot be written in the format of the archive: a name that is too long, an attribute that does not exist, a number that is too large.
    .help = Correct the named place in relict.json.
unpack-spread-size = The pictures of this game would take more than { $most } bytes; nothing was written.
    .about = Many pictures may share the same few bytes of an archive. One that would fill a disk is not unpacked into pictures.
    .help = `relict unpack --raw` gives the entries alone.
folder-spread-gone = With these entries the archive is not a game that can be unpacked into pictures, so the edited pictures have no place in it.
    .about = relict.json names a folder of files that are combined from several entries, but entries which they need are gone.
    .help = Put the entries back into relict.json; or, to pack the entries alone, remove “spread” from it.
folder-spread-folder = { $path } is missing, or holds no files any more.
    .about = relict.json names a folder with files that are combined from several entries. Without it, what was edited there would be lost silently.
    .help = Put the folder back under its name (a link to it does not count); to pack the entries alone, remove “spread” from relict.json.
pack-no-companion = There is no .jad next to { $path } that could be corrected; nothing was written.
    .about = --update-jad corrects the descriptor that lies next to the new archive under the same name, or next to the one that --like names.
    .help = Put the .jad of the game next to the new archive, under the same name, or leave --update-jad out.
pack-like-manifest = This folder has a relict.json, so it is packed by that; --like would pass over all that was edited outside the pictures.
    .about = --like is for folders of other programs, which have no relict.json.
    .help = Leave --like out; or, to take only the pictures over into another archive, name the folder inside that holds them.
pack-like-whole = { $path } ({ $format }) is not an archive that is edited as a whole, so it cannot be the example for a folder without relict.json.
    .about = --like wants the archive of a game whose pictures are combined from several entries.
    .help = Name the JAR that the folder was made from; `relict info` shows which game it is.
pack-like-layout = Nothing in this folder is called as the files of the game are. It should hold some of: { $wanted }.
    .about = A folder without relict.json is packed by the names in it, and none of them is known.
    .help = Give the folder that `relict unpack` or the other program made, such as “Doom RPG/Unpacked”.
pack-add-archive = { $path } cannot become an entry: archives of the format { $format } take no new files.
    .about = In such an archive an entry is more than a name and its bytes: its number, its type or its place mean something.
    .help = Add a line for it to relict.json, with everything that the entry should say of itself; or remove the file from the folder.
pack-add-entry = { $path } cannot become an entry: expected { $wanted }, found { $found }.
    .about = With --add, the name, type and attributes of a new entry follow from its file, and these do not fit the archive.
    .help = Rename the file; or add a line for it to relict.json, which says what the entry is; or remove it from the folder.
pack-add-folder = { $path } lies in a folder of its own, and entries of this archive have no folders.
    .about = A folder becomes an entry if it is an unpacked archive with a relict.json. Other files are looked for beside relict.json.
    .help = Move the file beside relict.json, or out of the folder.
pack-add-taken = { $path } would become the entry “{ $name }”, and there is one of that name.
    .about = With --add, files become new entries. They do not take the place of one that is there, and no two of them have one name.
    .help = Rename the file, or remove it; to change the entry, edit the file that relict.json names for it.
pack-signed = The archive is signed, and “{ $name }”{ $more ->
        [0] {""}
        [one] {" "}and one more entry
       *[other] {" "}and { $more } more entries
    } would no longer be what the signature vouches for; nothing was written.
    .about = A signature holds digests of entries. When they change, it no longer holds, and phones that check it refuse to install the program.
    .help = --strip-signature packs without the signature; --keep-signature leaves it as it is, although it does not hold.
json-value = The JSON does not describe such a file: expected { $wanted }, found { $found }.
    .about = A value in the JSON is not one that the format can hold, or contradicts another.
    .help = Correct the named place; `relict convert` to .json shows how a whole file looks.
cli-usage = { $reason }
    .about = The command line was not understood.
    .help = `relict --help` lists the commands, `relict COMMAND --help` what each takes.
io-not-found = { $path } does not exist.
    .about = There is no file or folder at this path.
    .help = Check the spelling; a path into an archive begins with the archive's own path.
io-is-folder = { $path } is a folder; a file is needed here.
    .about = A folder was named where a file is meant.
    .help = `relict ls`, `find` and `check` take folders; `relict pack` packs one that was unpacked. `info`, `convert` and `unpack` take one in which the resources of a mobile game lie loose.
io-not-folder = { $path } is not a folder.
    .about = A file was named where a folder is meant.
    .help = Name a folder.
io-exists = { $path } exists already; nothing was written.
    .about = Relict does not overwrite files unless asked to.
    .help = Choose another name, or add --force if the command has it.
io-not-ours = { $path } is not empty, and Relict did not make it; it is left alone.
    .about = --force replaces only a folder that was unpacked by Relict, so that a typing error cannot delete files.
    .help = Choose another folder, or empty this one yourself.
io-permission = { $path } may not be read or written ({ $reason }).
    .about = The system does not permit it.
    .help = Check who owns the file and its folder, and whether the disk is read-only.
io-disk-full = There is not enough space for { $path }; nothing was written.
    .about = The disk is full. What was there before is untouched.
    .help = Free some space, or write to another disk.
io-failed = { $path }: { $reason }
    .about = The system could not read or write.
    .help = Try again; if it happens again, the disk or the connection to it may be at fault.
find-pattern = “{ $path }” is not a pattern: { $reason }.
    .about = The pattern of `relict find` cannot be understood.
    .help = * matches any characters of a name, ? matches one, [ab] one of several, ** any folders.
convert-ending = There is no way from { $path } ({ $format }) to “.{ $ending }”. Possible: { $known }.
    .about = The ending of the output says what to convert to, and this asset cannot become that.
    .help = Choose one of the endings that the message lists.
explain-unknown-code = There is no code “{ $path }”{ $count ->
        [0] .
       *[other] . Alike: { $alike }.
    }
    .about = Codes look like nres.total-size: the format, a dot, and what is wrong.
    .help = The book lists all codes, and so does every finding of `relict check`.
explain-no-offset = { $path } ends at { $size }, before { $offset }.
    .about = The offset lies after the end of the file.
    .help = Give an offset inside; hex begins with 0x.
