### Words of the command line.

cli-help = help:
cli-error = error
cli-warning = warning
cli-head-name = name
cli-head-path = path
cli-head-format = format
cli-head-size = size
cli-head-offset = offset
cli-head-entries = entries
cli-head-explained = accounted for
cli-head-result = result
cli-head-about = what it shows
cli-head-change = change
cli-head-field = field
cli-head-before = before
cli-head-after = after
cli-ls-total = { $entries ->
        [one] { $entries } entry
       *[other] { $entries } entries
    }, { $bytes } bytes
cli-find-total = { $count ->
        [0] nothing found
        [one] { $count } match
       *[other] { $count } matches
    }
cli-explain-total = named { $named }, padding { $padding }, opaque { $opaque }, uncovered { $uncovered } bytes
cli-check-total = { $files ->
        [one] { $files } file
       *[other] { $files } files
    }, { $assets ->
        [one] { $assets } asset
       *[other] { $assets } assets
    }: { $errors ->
        [0] no errors
        [one] { $errors } error
       *[other] { $errors } errors
    }, { $warnings ->
        [0] no warnings
        [one] { $warnings } warning
       *[other] { $warnings } warnings
    }
cli-check-more = … and { $more } more of { $code } in { $path }
cli-checking = checking
cli-unpacking = unpacking
cli-packing = packing
cli-unpack-done = unpacked { $entries ->
        [one] { $entries } entry
       *[other] { $entries } entries
    } to { $folder }
cli-unpack-would = would unpack { $entries ->
        [one] { $entries } entry
       *[other] { $entries } entries
    } to { $folder }; nothing was written
cli-unpack-tolerated = { $errors ->
        [one] { $errors } error was tolerated
       *[other] { $errors } errors were tolerated
    }; what could not be read is kept as raw bytes
cli-unpack-spread = and { $files ->
        [one] { $files } file
       *[other] { $files } files
    } that { $files ->
        [one] is
       *[other] are
    } made of several entries at once
cli-unpack-not-spread = Pictures that are made of several entries at once were left out: { $reason }{ $more ->
        [0] {""}
        [one] {" "}(and one more reason)
       *[other] {" "}(and { $more } more reasons)
    }
cli-pack-edited = { $count ->
        [one] { $count } file was
       *[other] { $count } files were
    } edited:
pack-spread-gone = { $count ->
        [one] { $first } is
       *[other] { $first } and other files, { $count } in all, are
    } not there any more. That deletes nothing: what is not in the folder stays in the archive as it was.
pack-new-findings = A check of the new archive finds { $count ->
        [one] a problem
       *[other] { $count } problems
    } that the original does not have: { $code } in { $entry }. To read more: relict check of the new archive.
pack-companion-renewed = { $file } was written: with the size of the new archive, and without a signature.
pack-companion = { $file } speaks of the archive as it was: the size that it states (MIDlet-Jar-Size) and a signature in it no longer hold. Pack with --update-jad to have that corrected, or install the archive without this file.
cli-pack-done = packed { $entries ->
        [one] { $entries } entry
       *[other] { $entries } entries
    } to { $out }, { $size } bytes; { $changed ->
        [0] none changed
        [one] { $changed } changed:
       *[other] { $changed } changed:
    }
cli-pack-would = would pack { $entries ->
        [one] { $entries } entry
       *[other] { $entries } entries
    } to { $out }, { $size } bytes; { $changed ->
        [0] none changed
        [one] { $changed } changed:
       *[other] { $changed } changed:
    }
cli-convert-done = { $path } → { $out }, { $size } bytes
cli-convert-left-behind = what the archive says of it is not in this file, and it means something else without: { $said }. A .json holds both.
cli-convert-beside = beside it: { $file }
cli-convert-would = would convert { $path } → { $out }, { $size } bytes; nothing was written
cli-diff-same = no difference
cli-diff-total = { $count ->
        [one] { $count } difference
       *[other] { $count } differences
    }
cli-change-added = added
cli-change-removed = removed
cli-change-renamed = renamed
cli-change-order = order
cli-change-attribute = attribute
cli-change-field = field
cli-change-content = content
cli-change-format = format
cli-change-frame = frame
cli-sample-done = { $count ->
        [one] { $count } file
       *[other] { $count } files
    } written to { $folder }; try `relict ls -r { $folder }`
cli-sample-would = would write { $count ->
        [one] { $count } file
       *[other] { $count } files
    } to { $folder }
cli-man-done = { $count } pages written to { $folder }
cli-view-end = Ctrl-C ends the viewer. The address is for you alone: whoever has it sees these files.
cli-demo-title = Sample archives, taken apart into folders and put together again
cli-demo-identical = identical
cli-demo-different = DIFFERENT
cli-demo-all = All { $files } files came back byte for byte: { $entries } entries, { $bytes } bytes.
cli-demo-some = { $wrong } of { $files } files came back different.
cli-demo-kept = Everything is in { $folder }: edit a file under unpacked/, then `relict pack` and `relict diff`.
cli-demo-view = The same files, in the viewer:
cli-demo-wait = (Nobody seems to be looking: unless somebody opens it, it ends in { $seconds } seconds. `--serve` keeps it, `--no-view` does without.)
cli-demo-next = Next: `relict sample DIR` writes these files for you to try; `relict --help` lists what can be done with them.
cli-usage-unknown-argument = There is no option “{ $name }” here{ $near ->
        [yes] ; did you mean “{ $suggested }”?
       *[no] .
    }
cli-usage-unknown-command = There is no command “{ $name }”{ $near ->
        [yes] ; did you mean “{ $suggested }”?
       *[no] .
    }
cli-usage-missing-argument = This is missing: { $name }.
cli-usage-invalid-value = { $given ->
        [yes] “{ $value }” is no value for { $name }
       *[no] { $name } needs a value
    }{ $near ->
        [yes] ; possible: { $suggested }.
       *[no] .
    }
cli-usage-no-value = “{ $name }” takes no value.
cli-usage-conflict = “{ $name }” and “{ $prior }” do not go together.
cli-usage-repeated = “{ $name }” may be given only once.
cli-usage-no-effect = “{ $name }” has no effect on this conversion.
cli-usage-missing-command = A command is missing.
cli-usage-not-unicode = An argument is not Unicode text.
cli-usage-other = { $text }
fact-family = family
fact-format = format
fact-size = size
fact-entries = entries
fact-types = types
fact-payload-bytes = bytes of payload
fact-unindexed-bytes = bytes that no entry names
cli-diff-bytes = { $bytes ->
        [0] alike up to { $first }
        [one] { $bytes } byte, at { $first }
       *[other] { $bytes } bytes, first at { $first }
    }
sample-ngi-units = vehicles and buildings that move and burn, their tables of materials, duplicates, and a name in Russian
sample-ngi-land = the ground of a map: hills, near and far
sample-ngi-land-wear = what the ground wears
sample-ngi-materials = materials in every mode of animation and of every version
sample-ngi-textures = textures in every pixel format: skins, walls, ground, fire; with smaller levels, cells and a keyed palette
sample-ngi-lightmaps = the light on the walls of the buildings
sample-ngi-effects = effects with commands of every kind: an explosion, a chimney, an engine, a shield, a bolt
sample-ngi-sounds = the sounds that the effects play
sample-ngi-system = the palette file, with its table of mixtures
sample-ngi-oddities = gaps, stale bytes, odd order, and names that no file system takes
sample-ngi-palettes = an archive without entries, like the one the game ships
sample-ngi-sprites = every way of packing, and an archive packed inside
sample-ngi-gamefont = unsorted names and an overlay
sample-mw3-mechlib = a mech that walks and a lamp, with the materials that they share
sample-mw3-pm-mechlib = the same as the expansion keeps them, a second mech, and three levels of detail
sample-mw3-motion = a mech that never was walks, waits, turns and jumps
sample-mw3-reader = what the game is told about it, in lists
sample-mw3-sounds = sounds, with comments, stale memory, and two entries of one name
sample-mw3-pm-motion = motions of both mechs as the expansion keeps them, without lengths
sample-mw3-pm-reader = the same readers as the expansion keeps them, with a checksum
sample-mw3-textures = the textures of the mechs in five camouflages: colours, palettes of their own, two that are shared, and every alpha
sample-idmobile-extras = a ZIP that is no game: stored and deflated members, a folder, comments, and sums behind the bytes
sample-idmobile-small = small files of phone games: tables, menus, texts of the publisher, pictures and sounds
sample-idmobile-banks = the same as the community's editor reads it: two banks of textures
sample-idmobile-orcs2 = the same in the way of its sequel for Java: short mappings, sounds, and a last file of them that is empty
sample-idmobile-orcs2-brew = the same in the way of its sequel for BREW: floors, deeper textures, palettes of any size
sample-idmobile-orcs = a dungeon in the way of Orcs & Elves: runes, banners, an orc; chunks by their indices
sample-idmobile-drpg = a base on a moon in the way of Doom RPG: walls, doors in four colours, monsters in frames, two maps and their texts
sample-idmobile-wolf = a castle in the way of Wolfenstein RPG: walls, a guard, torches, texts in two languages, tables, a night sky
sample-idmobile-doom2 = a base in the way of Doom II RPG, in an application bundle: images in their wide form
sample-idmobile-map = a map of Doom RPG: rooms, corridors, doors and who is in them
sample-idmobile-texts = the texts of that map
sample-idmobile-brew-map = the same map for BREW phones, with texts and floors
sample-idmobile-entities = the things on it, with their names
fact-methods = methods
fact-presorted = sorted by name
fact-overlay = overlay
