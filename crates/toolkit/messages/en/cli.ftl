### Words of the command line.

cli-help = help:
cli-error = error
cli-warning = warning
cli-info = note
cli-head-name = name
cli-head-path = path
cli-head-meaning = meaning
cli-head-format = format
cli-head-size = size
cli-head-offset = offset
cli-head-entries = entries
cli-head-explained = explained
cli-head-result = result
cli-head-about = contents
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
    } combined from several entries
cli-unpack-not-spread = Pictures combined from several entries were left out: { $reason }{ $more ->
        [0] {""}
        [one] {" "}(and one more reason)
       *[other] {" "}(and { $more } more reasons)
    }
cli-pack-added = { $count ->
        [one] { $count } entry was added from a new file:
       *[other] { $count } entries were added from new files:
    }
cli-pack-unlisted = { $count ->
        [one] { $count } file is not in relict.json and was not packed. Use --add to make an entry of it, or remove it from the folder:
       *[other] { $count } files are not in relict.json and were not packed. Use --add to make entries of them, or remove them from the folder:
    }
cli-more-problems = … and { $count ->
        [one] one more error
       *[other] { $count } more errors
    }; --verbose shows all
cli-pack-edited = { $count ->
        [one] { $count } file was
       *[other] { $count } files were
    } edited:
pack-spread-gone = { $count ->
        [one] { $first } is
       *[other] { $first } and other files, { $count } in all, are
    } missing. Nothing is deleted: what is not in the folder stays unchanged in the archive.
pack-new-findings = A check of the new archive finds { $count ->
        [one] a problem
       *[other] { $count } problems
    } that the original does not have: { $code } in { $entry }. `relict check` of the new archive shows more.
pack-companion-renewed = { $file } was written with the size of the new archive and without a signature.
pack-companion = { $file } describes the old archive: its size (MIDlet-Jar-Size) and signature no longer match. Pack with --update-jad to correct it, or install the archive without this file.
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
cli-convert-left-behind = information from the archive that is not in this file, although its meaning depends on it: { $said }. A .json holds both.
cli-convert-beside = also written: { $file }
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
cli-view-end = Press Ctrl-C to stop the viewer. Keep the address private: anyone who has it can see these files.
cli-demo-title = Sample archives, unpacked into folders and packed again
cli-demo-identical = identical
cli-demo-different = DIFFERENT
cli-demo-all = All { $files } files came back byte for byte: { $entries } entries, { $bytes } bytes.
cli-demo-some = { $wrong } of { $files } files came back different.
cli-demo-kept = Everything is in { $folder }: edit a file under unpacked/, then `relict pack` and `relict diff`.
cli-demo-view = The same files, in the viewer:
cli-demo-wait = (No browser has opened the viewer: it stops in { $seconds } seconds. `--serve` keeps it running, `--no-view` skips it.)
cli-demo-next = Next: `relict sample DIR` writes these files for you to try; `relict --help` lists all commands.
cli-usage-unknown-argument = There is no option “{ $name }” here{ $near ->
        [yes] ; did you mean “{ $suggested }”?
       *[no] .
    }
cli-usage-unknown-command = There is no command “{ $name }”{ $near ->
        [yes] ; did you mean “{ $suggested }”?
       *[no] .
    }
cli-usage-missing-argument = Missing argument: { $name }.
cli-usage-invalid-value = { $given ->
        [yes] “{ $value }” is not a value for { $name }
       *[no] { $name } needs a value
    }{ $near ->
        [yes] ; possible: { $suggested }.
       *[no] .
    }
cli-usage-no-value = “{ $name }” takes no value.
cli-usage-conflict = “{ $name }” and “{ $prior }” cannot be used together.
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
fact-payload-bytes = data size
fact-unindexed-bytes = unreferenced bytes
cli-diff-bytes = { $bytes ->
        [0] identical up to { $first }
        [one] { $bytes } byte, at { $first }
       *[other] { $bytes } bytes, first at { $first }
    }
sample-ngi-units = vehicles and buildings that move and burn, their tables of materials, duplicates, and a name in Russian
sample-ngi-land = terrain of a map: hills around a lake, near and far
sample-ngi-land-wear = materials of the terrain
sample-ngi-land-micro = whose microtextures go over them
sample-ngi-materials = materials of every version and animation mode
sample-ngi-textures = textures in every pixel format: skins, walls, ground, fire; with mip levels, cells and a keyed palette
sample-ngi-lightmaps = lightmaps of the buildings
sample-ngi-effects = effects with commands of every kind: an explosion, a chimney, an engine, a shield, a bolt
sample-ngi-sounds = the sounds that the effects play
sample-ngi-system = the palette file, with its table of mixtures
sample-ngi-oddities = gaps, stale bytes, unusual order, and names that no file system accepts
sample-ngi-palettes = an archive without entries, like the one the game ships
sample-ngi-sprites = every compression method, and an archive inside an archive
sample-ngi-gamefont = unsorted names and an overlay
sample-mw3-mechlib = a walking mech and a lamp, with their shared materials
sample-mw3-pm-mechlib = the same in the format of the expansion, with a second mech and three levels of detail
sample-mw3-motion = animations of an invented mech: walking, waiting, turning, jumping
sample-mw3-reader = settings of that mech, as lists
sample-mw3-sounds = sounds, with comments, stale memory, and two entries with the same name
sample-mw3-pm-motion = animations of both mechs in the format of the expansion, without lengths
sample-mw3-pm-reader = the same readers in the format of the expansion, with a checksum
sample-mw3-textures = textures of the mechs in five camouflages: true colour, own palettes, two shared palettes, and every kind of alpha
sample-idmobile-extras = a ZIP that is not a game: stored and deflated members, a folder, comments, and data descriptors
sample-idmobile-small = small files of mobile games: tables, menus, texts of the publisher, pictures and sounds
sample-idmobile-banks = the same in the layout that the community's editor reads: two banks of textures
sample-idmobile-orcs2 = the same in the layout of its sequel for Java: short mappings, sounds, and an empty last sound file
sample-idmobile-orcs2-brew = the same in the layout of its sequel for BREW: floors, deeper textures, palettes of any size
sample-idmobile-orcs = a dungeon in the style of Orcs & Elves: runes, banners, an orc; chunks with indices
sample-idmobile-drpg = a moon base in the style of Doom RPG: walls, doors in four colours, animated monsters, two maps and their texts
sample-idmobile-wolf = a castle in the style of Wolfenstein RPG: walls, a guard, torches, texts in two languages, tables, a night sky
sample-idmobile-doom2 = a base in the style of Doom II RPG, in an application bundle: images in the wide form
sample-idmobile-map = a map of Doom RPG: rooms, corridors, doors and monsters
sample-idmobile-texts = texts of that map
sample-idmobile-brew-map = the same map for BREW phones, with texts and floors
sample-idmobile-entities = entities of that map, with their names
fact-methods = methods
fact-presorted = sorted by name
fact-overlay = overlay
