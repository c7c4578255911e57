### What `relict refs` says.

refs-looking = searching for references
refs-role-material = material
refs-role-texture = texture
refs-role-lightmap = lightmap
refs-role-palette = palette
refs-role-sound = sound
refs-role-wear = wear table
refs-role-micro-wear = microtexture table
refs-head-library = library
refs-head-references = references
refs-head-used = used
refs-head-unused = never used
refs-head-not-here = not found
refs-title-missing = Missing
refs-title-unused = Never used
refs-used-by = { $path } is used by:
refs-nobody = Nothing in { $folder } uses { $path }.
# What stands behind a name in the tree.
refs-found = { $role }, { $library }
refs-missing = { $role }, not in { $library }
refs-stand-in = { $role }, not in { $library }; fallback { $stand_in } used
refs-first-entry = { $role }, not in { $library }, which has no { $stand_in } either; the engine uses its first entry, { $first }
refs-optional = { $role }, not in { $library }; optional
refs-no-library = { $role }; { $library } not found
refs-cannot-read = { $role }; { $library } cannot be read
refs-times = ×{ $count }
refs-more = … and { $count } more
refs-more-verbose = … and { $count } more; -v lists all
refs-tree-cut = … the tree is too long and ends here; --json has everything
refs-assets = { $count ->
        [one] { $count } asset
       *[other] { $count } assets
    }
refs-references = { $count ->
        [0] no references
        [one] { $count } reference
       *[other] { $count } references
    }
refs-part-found = { $count } found
refs-part-missing = { $count ->
        [0] nothing missing
       *[other] { $count } missing
    }
refs-part-optional = { $count } optional
refs-part-no-library = { $count } unresolved
refs-part-unused = { $count ->
        [0] nothing unused
        [one] { $count } entry never used
       *[other] { $count } entries never used
    }
refs-part-users = { $count ->
        [one] used by { $count } asset
       *[other] used by { $count } assets
    }
refs-open-library = { $library } not found; { $count ->
        [one] { $count } reference to it is unresolved.
       *[other] { $count } references to it are unresolved.
    }
refs-open-unreadable = { $library } cannot be read; { $count ->
        [one] { $count } reference to it is unresolved.
       *[other] { $count } references to it are unresolved.
    } `relict check` shows why.
refs-unreadable = { $count ->
        [one] { $count } asset could not be read and was skipped
       *[other] { $count } assets could not be read and were skipped
    }; `relict check` shows why. The first is { $path }.
refs-unfollowed = { $count ->
        [one] { $count } more reference was counted but not followed: there are too many.
       *[other] { $count } more references were counted but not followed: there are too many.
    }
refs-hint = This is a library. To see what uses its entries, give the folder of the game, or one of the entries.
