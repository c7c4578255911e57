### What `relict refs` says.

refs-looking = looking
refs-role-material = material
refs-role-texture = texture
refs-role-lightmap = lightmap
refs-role-palette = palette
refs-role-sound = sound
refs-role-wear = wear table
refs-head-library = library
refs-head-references = references
refs-head-used = used
refs-head-unused = never used
refs-head-not-here = not here
refs-title-missing = Missing
refs-title-unused = Never used
refs-used-by = { $path } is used by:
refs-nobody = Nothing in { $folder } uses { $path }.
# What stands behind a name in the tree.
refs-found = { $role }, { $library }
refs-missing = { $role }, not in { $library }
refs-stand-in = { $role }, not in { $library }; { $stand_in } stands in
refs-first-entry = { $role }, not in { $library }, which has no { $stand_in } either; the engine takes its first entry, { $first }
refs-optional = { $role }, not in { $library }; the game does without
refs-no-library = { $role }; { $library } is not here
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
refs-part-optional = { $count } to what the game does without
refs-part-no-library = { $count } left open
refs-part-unused = { $count ->
        [0] nothing unused
        [one] { $count } entry never used
       *[other] { $count } entries never used
    }
refs-part-users = { $count ->
        [one] used by { $count } asset
       *[other] used by { $count } assets
    }
refs-open-library = { $library } is not here; { $count ->
        [one] { $count } reference that leads there is left open.
       *[other] { $count } references that lead there are left open.
    }
refs-open-unreadable = { $library } cannot be read; { $count ->
        [one] { $count } reference that leads there is left open.
       *[other] { $count } references that lead there are left open.
    } `relict check` tells why.
refs-unreadable = { $count ->
        [one] { $count } asset could not be read and was passed over
       *[other] { $count } assets could not be read and were passed over
    }; `relict check` tells why. The first is { $path }.
refs-unfollowed = { $count ->
        [one] { $count } reference more was counted, but not followed: there are too many.
       *[other] { $count } references more were counted, but not followed: there are too many.
    }
refs-hint = This is a library. To see who uses what is in it, name the folder of the game, or one of its entries.
