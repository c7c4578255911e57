### Words of the page that `relict view` serves.

## Shell

web-loading = Loading…
web-skip = Skip to content
web-home = Home
web-crumbs = Path
web-files = Files
web-views = Views
web-panels = Details
web-welcome = Welcome
web-search = Search
web-search-label = Search by name or pattern, in all folders and archives
web-filter-format = Filter by format
web-any-format = All
web-found = { $count ->
        [0] Nothing found
        [one] { $shown } match
       *[other] { $shown } matches
    }
web-found-more = First { $shown } matches; there are more
web-folder-empty = This folder is empty
web-edited = Edited
web-open = Open
web-open-title = Open a file
web-path = Path in this folder
web-path-placeholder = units.rlb/tank.msh, or a part of a name
web-suggestions = Suggestions
web-drop-title = Another file
web-drop-here = Drop a file anywhere on this page. It stays on this computer and is not changed.
web-drop-now = Drop to open
web-drop-safe = It stays on this computer
web-drop-folder = Folders cannot be dropped here. Start Relict with the folder instead.
web-drop-large = “{ $name }” is larger than { $limit }. Put it into the folder that is shown, or start Relict with this file.
web-choose-file = Choose a file…
web-theme = Theme
web-language = Language
web-toggle-tree = Files
web-toggle-side = Details
web-resize-tree = Width of the file tree
web-resize-side = Width of the details panel
web-close = Close
web-cancel = Cancel
web-retry = Try again
web-show-bytes = Show bytes
web-go-up = Up one level
web-no-view = There is no view “{ $view }”.
web-gone = Relict is no longer running.
web-gone-help = Start it again and open the new address.
# Advice for errors whose own advice names options of the command line.
web-help-image-colours = Save the picture as an indexed PNG to bring its palette along, or use the nearest colours of the old palette.
web-help-image-outer-colours = Use only colours of the palette, or let the nearest ones be used.
web-help-image-palette = Put PAL.PAL beside the file if it is of format 2, or save the picture as an indexed PNG, whose indices are taken as they are.
web-help-image-alpha = Save the picture without transparency.
web-help-image-grey = Convert the picture to greyscale.
web-help-game-grey = Use only these grey levels, or edit the same texture in colour.
web-help-game-colour = Use only colours of the palette.
web-help-game-key-colour = Make the pixel transparent, or use another colour of the palette.
web-help-game-depth = Use the first 16 colours of the palette, or more bits per pixel where the game allows it.
web-help-pack-signed = Choose what to do with the signature. Phones that check it refuse to install a program whose signature does not match.
web-help-viewer-read-only = Start Relict with editing enabled to change files.
web-help-path-no-entry = Go up one level to see what is there.
web-view-welcome = Welcome
web-view-picture = Picture
web-view-model = Model
web-view-motion = Motion
web-view-timeline = Timeline
web-view-map = Map
web-view-gallery = Gallery
web-view-table = Table
web-view-text = Text
web-view-document = JSON
web-view-bytes = Bytes
web-view-list = Contents
web-view-diff = Comparison
web-panel-facts = Facts
web-panel-findings = Findings
web-panel-refs = References
web-export = Export
web-export-png = Picture (PNG)
web-export-glb = Model with textures and animation (GLB)
web-export-gltf = Model as separate files (glTF in a ZIP)
web-export-json = All fields (JSON)
web-export-svg = Vector image (SVG)
web-export-zip = Everything as an editable folder (ZIP)
web-export-folder = All archives here as editable folders (ZIP)
web-export-raw = Original file
web-keys-title = Keyboard shortcuts
web-keys-everywhere = Everywhere
web-keys-editing = Editing
web-keys-letters = Single-letter shortcuts
web-key-search = Search
web-key-tree = Go to the file tree
web-key-stage = Go to the view
web-key-open = Open a path or a file
web-key-next = Next entry
web-key-previous = Previous entry
web-key-up = Up one level
web-key-next-view = Next view
web-key-previous-view = Previous view
web-key-compare = Compare
web-key-side = Facts, findings, references
web-key-toggle-tree = Show or hide the file tree
web-key-theme = Switch theme
web-key-help = Keyboard shortcuts
web-key-escape = Close menu or dialog

## Editing and comparing

web-edits = { $count ->
        [0] No edits
        [one] { $count } edit
       *[other] { $count } edits
    }
web-edits-unsaved = { $count ->
        [one] { $count } edit, not saved
       *[other] { $count } edits, not saved
    }
web-edits-none = Nothing has been edited.
web-undo = Undo
web-redo = Redo
web-undo-nothing = Nothing to undo.
web-redo-nothing = Nothing to redo.
web-undo-done = Undone: { $edit }
web-redo-done = Redone: { $edit }
web-save = Save
web-save-as = Save…
web-saved = Saved
web-saved-as = Saved as { $name }
web-save-title = Save { $name }
web-save-name = Name of the new file
web-save-beside = As a new file
web-save-over = Overwrite { $name }
web-save-sure = Overwrite the original (cannot be undone)
web-save-exists = A file named “{ $name }” already exists.
web-replace-file = Replace
web-compare = Compare
web-compare-title = Compare { $path } with…
web-compare-path = A file in this folder
web-compare-file = Another file
web-compare-original = Compare with the original
web-diff-list = Differences
web-diff-count = { $count ->
        [one] { $count } difference
       *[other] { $count } differences
    }
web-diff-same = The files are identical.
web-diff-before = { $name }, before
web-diff-after = { $name }, edited
web-diff-change = Change
web-diff-field = Field
web-diff-fields = Changed fields
web-diff-bytes = { $count ->
        [one] { $count } byte, at { $offset }
       *[other] { $count } bytes, first at { $offset }
    }
web-diff-pixels = { $count ->
        [one] { $count } pixel
       *[other] { $count } pixels
    }
web-diff-open = Open
web-diff-slider = Part of A that is shown
web-diff-shape = Comparison mode
web-diff-shape-slider = Slider
web-diff-shape-both = Side by side
web-diff-shape-difference = Difference
web-diff-hex = Bytes
web-diff-back = Back
web-diff-on = Next
web-diff-pictures = Both pictures
web-save-dropped = This file was dropped onto the page, so it cannot be saved in place. Export it instead.

## Pictures

web-picture-tools = Picture
web-picture-label = { $name }, { $width } by { $height } pixels; use the arrow keys to move between pixels
web-picture-replace = Replace…
web-picture-replaced = { $name }: picture replaced
web-picture-refused = { $name } was not changed
web-picture-replaced-so = { $name }: picture replaced; { $told }.
web-picture-losses = Changes made to fit the format:
web-picture-dropped = Replace { $name } with “{ $file }”, or open it as a separate file?
web-zoom-in = Zoom in
web-zoom-out = Zoom out
web-zoom-fit = Fit to window
web-zoom-actual = Actual size
web-smooth = Smooth scaling
web-channels = Channels
web-channel-rgba = Colour with alpha
web-channel-rgb = Colour without alpha
web-channel-r = Red
web-channel-g = Green
web-channel-b = Blue
web-channel-a = Alpha
web-channel-index = Palette index
web-ground = Background
web-ground-chequer = Checker
web-ground-black = Black
web-ground-white = White
web-level = Mip level
web-rects = Atlas regions
web-rects-show = Show atlas regions
web-rect = Region { $number }
web-palette = Palette
web-palette-count = { $used } of { $count } colours used
web-palette-used = { $index }: { $colour }
web-palette-unused = { $index }: { $colour }, not used
web-pixel = { $x }, { $y }: { $colour }
web-pixel-index = { $x }, { $y }: { $colour }, index { $index }
web-pixel-hint = Point at a pixel or press an arrow key
web-index = Index { $index }
web-keys-picture = Picture
web-key-pixel = Next pixel
web-key-no-pixel = Clear pixel selection
web-key-pixels = Eight pixels further
web-way-quantise = Use the nearest palette colours
web-way-deepen = Use more bits per pixel
web-way-strip = Remove the signature
web-way-keep = Keep the signature (it becomes invalid)

## Lists, tables, text and maps

web-column-name = Name
web-column-format = Format
web-column-size = Size
web-column-offset = Offset
web-kind-folder = Folder
web-kind-archive = Archive
web-kind-file = File
web-shape = Layout
web-shape-table = Table
web-shape-cards = Cards
web-entries = { $count ->
        [one] { $shown } entry
       *[other] { $shown } entries
    }
web-rows = { $count ->
        [one] { $shown } row
       *[other] { $shown } rows
    }
web-rows-more = { $count ->
        [one] and { $count } more row
       *[other] and { $count } more rows
    }
web-lines = { $count ->
        [one] { $shown } line
       *[other] { $shown } lines
    }
web-row = Row { $number }
web-sheet = Table
web-filter-rows = Filter rows
web-table-empty = This file has no tables.
web-copy = Copy
web-copy-table = Copy for a spreadsheet
web-copied = Copied.
web-not-copied = The browser does not allow this page to copy.
web-text-wrap = Wrap long lines
web-json-items = { $count ->
        [one] { $shown } item
       *[other] { $shown } items
    }
web-json-search = Search keys and values
web-json-found = { $at } of { $count }
web-found-next = Next match
web-found-previous = Previous match
web-map-label = Map { $name }
web-map-form = Draw as
web-map-svg = Lines
web-map-png = Pixels
web-key-pan = Move
web-gallery-empty = This file has no pictures.
web-gallery-next = Next picture
web-gallery-previous = Previous picture
web-facts = In the file
web-fact-kind = Type
web-fact-format = Format
web-fact-size = Size
web-fact-path = Path
web-bytes-exact = { $count ->
        [one] { $shown } byte
       *[other] { $shown } bytes
    }
web-gallery-all = All
web-gallery-folder = Folder

## The first page

web-welcome-read = Relict { $version }. Read-only: your files are not changed.
web-welcome-edit = Relict { $version }. Edits stay in memory until you save them; the original is kept unless you choose to overwrite it.
web-try = Try this
web-some-pictures = Pictures
web-here = In this folder
web-here-more = { $count ->
        [one] and { $count } more
       *[other] and { $count } more
    }
web-elsewhere = Open another file
web-try-model = View a model
web-try-model-more = { $name }: nodes, LODs, animation
web-try-timeline = Play a material or effect
web-try-timeline-more = { $name }, animated as in the game
web-try-gallery = Browse all textures of a game
web-try-gallery-more = { $name }: textures and sprites in full colour
web-try-map = View a map from above
web-try-map-more = { $name }, drawn in the colours of its walls
web-try-picture = Inspect a texture
web-try-picture-more = { $name }: mip levels, channels, palette
web-try-bytes = Inspect every byte of a file
web-try-bytes-more = { $name }: name, type and value of each byte
web-try-findings = Check a file for problems
web-try-findings-more = { $name }: what is wrong, where, and how to fix it
web-some-picture = { $count ->
        [one] { $shown } picture
       *[other] { $shown } pictures
    }
web-some-model = { $count ->
        [one] { $shown } model
       *[other] { $shown } models
    }
web-some-motion = { $count ->
        [one] { $shown } motion
       *[other] { $shown } motions
    }
web-some-timeline = { $count ->
        [one] { $shown } material or effect
       *[other] { $shown } materials and effects
    }
web-some-map = { $count ->
        [one] { $shown } map
       *[other] { $shown } maps
    }
web-some-gallery = { $count ->
        [one] { $shown } mobile game
       *[other] { $shown } mobile games
    }
web-some-table = { $count ->
        [one] { $shown } table
       *[other] { $shown } tables
    }
web-some-text = { $count ->
        [one] { $shown } text
       *[other] { $shown } texts
    }
web-some-document = { $count ->
        [one] { $shown } document
       *[other] { $shown } documents
    }
web-some-list = { $count ->
        [one] { $shown } archive
       *[other] { $shown } archives
    }
web-some-bytes = { $count ->
        [one] { $shown } other file
       *[other] { $shown } other files
    }

## Models, time and bytes

# The bytes
web-bytes-hex = Bytes
web-bytes-structure = Fields
web-bytes-detail = Field at the cursor
web-bytes-overview = Overview of the file; click to go to an offset
web-bytes-goto = Go to offset
web-bytes-no-offset = The file has no such offset.
web-bytes-find = Find bytes or text
web-bytes-not-found = Not found.
web-bytes-each = Expand arrays
web-bytes-each-hint = Show every array item as a separate field
web-bytes-before = Previous field
web-bytes-after = Next field
web-bytes-keys = Bytes
web-bytes-empty = This file is empty.
web-bytes-place = { $start } to { $end }, { $length ->
    [one] { $length } byte
   *[other] { $length } bytes
}
web-bytes-value = New value
web-bytes-set = Set
web-bytes-done = { $field }: value changed.
web-bytes-copy = Copy
web-bytes-copy-bytes = Copy bytes
web-bytes-copied = Copied.
web-bytes-not-copied = The browser does not allow this page to copy.
web-bytes-open = Open { $entry }
web-bytes-readings = Data inspector
web-bytes-stopped = Reading stopped before the end of the file: { $why }
web-bytes-spoken = { $offset }: { $byte } { $field }
web-knowledge-named = Named
web-knowledge-padding = Padding
web-knowledge-opaque = Unknown meaning
web-knowledge-uncovered = Not read

# Findings and references
web-check-now = Check
web-check-alone = Check { $name } only
web-check-large = All files in here will be checked; this may take a while.
web-check-working = Checking…
web-check-clean = { $assets ->
    [one] No problems found.
   *[other] No problems found in { $assets } assets.
}
web-check-sum = { $errors ->
    [0] No errors
    [one] { $errors } error
   *[other] { $errors } errors
}, { $warnings ->
    [0] no warnings
    [one] { $warnings } warning
   *[other] { $warnings } warnings
}
web-check-more = Only the first { $count } are shown.
web-check-rest = Show { $count } more
web-check-error = Error
web-check-warning = Warning
web-check-info = Note
web-refs-working = Searching for references…
web-refs-none = No references to or from this file.
web-refs-uses = Uses
web-refs-uses-none = No references
web-refs-used-by = Used by
web-refs-used-by-none = Not used
web-refs-state-found = Found
web-refs-state-stand-in = Missing; fallback used
web-refs-state-first-entry = Missing; first entry of the library used
web-refs-state-missing = Missing
web-refs-state-optional = Missing; optional
web-refs-state-no-library = Library not found

# Playing
web-transport = Playback
web-play = Play
web-pause = Pause
web-play-pause = Play or pause
web-step-back = Previous frame
web-step-forward = Next frame
web-time = Time
web-speed = Speed
web-loop = Loop
web-time-ms = { $time } ms

# Models
web-model-keys = Model
web-model-canvas = 3D view of { $name }
web-model-canvas-help = Arrow keys rotate the view, with Shift they move it; plus and minus zoom.
web-model-no-webgl = This browser does not support 3D graphics (WebGL 2). Use the other views to see the contents of the file.
web-model-nothing = The model has no geometry for this damage state and LOD.
web-model-camera = Camera
web-model-frame = Frame all
web-model-from-corner = Three-quarter view
web-model-from-front = Front view
web-model-from-side = Side view
web-model-from-top = Top view
web-model-looks = Shading
web-model-helps = Overlays
web-model-materials = Materials
web-model-lightmap = Lightmap
web-model-detail = Microtexture
web-model-lamp = Headlight
web-model-wire = Wireframe
web-model-nearest = Pixelated textures
web-model-grid = Grid
web-model-axes = Axes
web-model-bounds = Bounding boxes
web-model-turntable = Turntable
web-model-panel = Nodes and materials
web-model-state = Damage
web-model-state-value = { $value ->
    [0] Intact
   *[other] State { $value }
}
web-model-level = LOD
web-model-level-value = { $value ->
    [0] LOD 0 (near)
   *[other] LOD { $value }
}
web-model-nodes = Nodes
web-model-material-list = Materials
web-model-counts = { $triangles } triangles, { $vertices } vertices, { $nodes } nodes
web-model-hide = Hide { $node }
web-model-show = Show { $node }
web-model-hide-it = Hide
web-model-show-it = Show
web-model-frame-node = Focus
web-model-unchoose = Deselect
web-model-clip = Clip
web-model-clip-number = Clip { $number }
web-model-still = No animation
web-model-motions = Motions
web-model-moment = { $time } of { $length } s, frame { $frame } of { $frames }
web-motion-model = Model
web-motion-looking = Searching for a model that fits this motion…
web-motion-nobody = No model nearby has the nodes of this motion.

# Materials and effects over time
web-timeline = Timeline
web-timeline-tracks = Animations
web-timeline-steps = Steps
web-timeline-step = { $label }: { $start } to { $end }
web-timeline-bytes = Bytes of command { $number }
web-timeline-clock = Plays { $mode }.
web-timeline-driven = Driven by: { $mode }. Here it increases steadily.
web-timeline-no-commands = The effect has no commands.
web-timeline-cell = { $name }, cell { $cell }
web-timeline-phases = Phases
web-timeline-preview = Surface at this time, fully lit
web-timeline-no-texture = No texture
web-timeline-still = Nothing here changes over time.
web-timeline-at = Phase { $phase }
web-timeline-between = Phase { $phase }, { $share } of the way to phase { $next }

# What lies under the pointer
web-pick = Triangle under the pointer
web-pick-keys = Hit test
web-pick-middle = Pick the triangle in the middle of the view
web-pick-clear = Clear the triangle
web-pick-triangle-number = Triangle { $number }
web-pick-face-number = Face { $number }
web-pick-triangle = Triangle
web-pick-face = Face
web-pick-node = Node
web-pick-slot = Slot
web-pick-cell = Cell
web-pick-batch = Batch
web-pick-material = Material
web-pick-texture = Texture
web-pick-lightmap = Lightmap
web-pick-neighbours = Neighbours
web-pick-open-edge = No neighbour across this edge
web-pick-flags = Flags

# What is drawn
web-drawn = Draw calls
web-drawn-total = { $calls ->
        [one] { $calls } draw call
       *[other] { $calls } draw calls
    }, { $triangles ->
        [one] { $triangles } triangle
       *[other] { $triangles } triangles
    }; { $culled } culled
web-drawn-no-slot = Nothing at this LOD
web-drawn-cockpit = Cockpit, seen from inside
web-drawn-outside = Culled: { $side ->
        [left] beyond the left
        [right] beyond the right
        [below] below
        [above] above
        [near] before the near plane
       *[far] behind the far plane
    }
web-drawn-batch = Batch { $batch } ({ $triangles })
