### Words of the page that `relict view` serves.

## Shell

web-loading = Loading…
web-skip = Skip to the content
web-home = To the beginning
web-crumbs = Path
web-files = Files
web-views = Views
web-panels = About this
web-welcome = Welcome
web-search = Search
web-search-label = Search by name or pattern, at every depth
web-filter-format = Only this format
web-any-format = all
web-found = { $count ->
        [0] Nothing found
        [one] { $shown } match
       *[other] { $shown } matches
    }
web-found-more = The first { $shown } matches; there are more
web-folder-empty = Nothing here
web-edited = edited
web-open = Open
web-open-title = Open something
web-path = Path in this folder
web-path-placeholder = units.rlb/tank.msh, or a part of a name
web-suggestions = Suggestions
web-drop-title = A file from elsewhere
web-drop-here = Drop a file anywhere on this page. It stays on this machine and is not changed.
web-drop-now = Drop to open
web-drop-safe = It stays on this machine
web-drop-folder = A folder cannot be dropped here. Start Relict on it instead: relict view FOLDER
web-drop-large = “{ $name }” is larger than { $limit }. Put it into the folder, or start Relict on it: relict view FILE
web-choose-file = Choose a file…
web-theme = Dark or light
web-language = language
web-toggle-tree = Files
web-toggle-side = About this
web-resize-tree = Width of the tree
web-resize-side = Width of the panel
web-close = Close
web-cancel = Cancel
web-retry = Try again
web-show-bytes = Show the bytes
web-go-up = One level up
web-no-view = There is no view “{ $view }”.
web-gone = The program does not answer any more.
web-gone-help = Perhaps it was ended. Start it again with “relict view” and open the address that it prints.
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
web-export-svg = Drawing (SVG)
web-export-zip = Everything as an editable folder (ZIP)
web-export-folder = All archives here as editable folders (ZIP)
web-export-raw = The bytes as they are
web-keys-title = Keyboard
web-keys-everywhere = Everywhere
web-keys-editing = Editing
web-keys-letters = Single letters are shortcuts
web-key-search = Search
web-key-tree = To the tree
web-key-stage = To the view
web-key-open = Open a path or a file
web-key-next = Next entry
web-key-previous = Previous entry
web-key-up = One level up
web-key-next-view = Next view
web-key-previous-view = Previous view
web-key-compare = Compare
web-key-side = Facts, findings, references
web-key-toggle-tree = Show or hide the tree
web-key-theme = Dark or light
web-key-help = These keys
web-key-escape = Close what is open

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
web-undo-nothing = There is nothing to undo.
web-redo-nothing = There is nothing to redo.
web-undo-done = Undone: { $edit }
web-redo-done = Done again: { $edit }
web-save = Save
web-save-as = Save…
web-saved = saved
web-saved-as = Saved as { $name }
web-save-title = Save { $name }
web-save-name = Name of the new file
web-save-beside = Beside the original, as
web-save-over = Over the original, { $name }
web-save-sure = The original is lost; I want that
web-save-exists = There is a file “{ $name }” already.
web-replace-file = Replace it
web-compare = Compare
web-compare-title = Compare { $path } with…
web-compare-path = Something in this folder
web-compare-file = A file from elsewhere
web-compare-original = Compare with the original
web-diff-list = What differs
web-diff-count = { $count ->
        [one] { $count } difference
       *[other] { $count } differences
    }
web-diff-same = The two are the same, byte for byte.
web-diff-before = { $name }, before
web-diff-after = { $name }, edited
web-diff-change = Change
web-diff-field = Field
web-diff-fields = Fields that differ
web-diff-bytes = { $count ->
        [one] { $count } byte, at { $offset }
       *[other] { $count } bytes, first at { $offset }
    }
web-diff-pixels = { $count ->
        [one] { $count } pixel
       *[other] { $count } pixels
    }
web-diff-open = Open
web-diff-slider = How much of A is shown
web-diff-shape = How to compare
web-diff-shape-slider = Slider
web-diff-shape-both = Side by side
web-diff-shape-difference = Difference
web-diff-hex = Bytes
web-diff-back = Back
web-diff-on = On
web-diff-pictures = Both pictures
web-save-dropped = A file that was dropped has no folder to be saved in. Export it instead.

## Pictures

web-picture-tools = Picture
web-picture-label = { $name }, { $width } by { $height } pixels; arrows go from pixel to pixel
web-picture-replace = Replace…
web-picture-replaced = { $name } has a new picture
web-picture-refused = { $name } stays as it was
web-picture-replaced-so = { $name } has a new picture; { $told }.
web-picture-losses = What became of it on the way into the file:
web-picture-dropped = Put “{ $file }” in place of { $name }, or open it as a file?
web-zoom-in = Larger
web-zoom-out = Smaller
web-zoom-fit = Fit the window
web-zoom-actual = One to one
web-smooth = Smooth (otherwise sharp pixels)
web-channels = Channels
web-channel-rgba = Colour with alpha
web-channel-rgb = Colour without alpha
web-channel-r = Red
web-channel-g = Green
web-channel-b = Blue
web-channel-a = Alpha
web-channel-index = Index in the palette
web-ground = Ground
web-ground-chequer = chequer
web-ground-black = black
web-ground-white = white
web-level = Level
web-rects = Parts of the atlas
web-rects-show = Show the parts of the atlas
web-rect = Part { $number }
web-palette = Palette
web-palette-count = { $used } of { $count } colours are used
web-palette-used = { $index }: { $colour }
web-palette-unused = { $index }: { $colour }, not used
web-pixel = { $x }, { $y }: { $colour }
web-pixel-index = { $x }, { $y }: { $colour }, index { $index }
web-pixel-hint = Point at a pixel, or press an arrow
web-index = index { $index }
web-keys-picture = Picture
web-key-pixel = Go to the next pixel
web-key-no-pixel = Let go of the pixel
web-key-pixels = Go eight pixels on
web-way-quantise = Take the nearest colours
web-way-deepen = Keep more bits for each pixel
web-way-strip = Leave the signature out
web-way-keep = Keep a signature that does not hold

## Lists, tables, text and maps

web-column-name = Name
web-column-format = Format
web-column-size = Size
web-column-offset = Offset
web-kind-folder = folder
web-kind-archive = archive
web-kind-file = file
web-shape = Shape
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
web-table-empty = There are no tables in this.
web-copy = Copy
web-copy-table = Copy for a spreadsheet
web-copied = Copied.
web-not-copied = The browser does not let pages copy.
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
web-map-form = Drawn as
web-map-svg = Lines
web-map-png = Pixels
web-key-pan = Move
web-gallery-empty = There are no pictures in this.
web-gallery-next = Next picture
web-gallery-previous = Previous picture
web-facts = In the file
web-fact-kind = What it is
web-fact-format = Format
web-fact-size = Size
web-fact-path = Path
web-bytes-exact = { $count ->
        [one] { $shown } byte
       *[other] { $shown } bytes
    }
web-gallery-all = all
web-gallery-folder = Folder

## The first page

web-welcome-read = Relict { $version }. Everything here is read, nothing is changed.
web-welcome-edit = Relict { $version }. Edits stay in memory until you save them, and are saved beside the original.
web-try = Three things to try
web-some-pictures = Some of the pictures
web-here = In this folder
web-here-more = { $count ->
        [one] and { $count } more
       *[other] and { $count } more
    }
web-elsewhere = Open something else
web-try-model = Walk around a model
web-try-model-more = { $name }: nodes, levels, animation
web-try-timeline = Play a material or an effect
web-try-timeline-more = { $name }, as the engine shows it over time
web-try-gallery = See all textures of a game
web-try-gallery-more = { $name }: textures and sprites in true colour
web-try-map = Look at a map from above
web-try-map-more = { $name }, in the colours of its walls
web-try-picture = Look at a texture closely
web-try-picture-more = { $name }: levels, channels, palette
web-try-bytes = Read every byte of a file
web-try-bytes-more = { $name }: each byte has a name, a type and a value
web-try-findings = See what is odd about a file
web-try-findings-more = { $name }: findings with a place and a way out
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
        [one] { $shown } game for phones
       *[other] { $shown } games for phones
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
web-bytes-detail = The field under the cursor
web-bytes-overview = The whole file; go to a place
web-bytes-goto = Go to offset
web-bytes-no-offset = There is no such offset.
web-bytes-find = Find bytes or text
web-bytes-not-found = Not found.
web-bytes-each = Each item
web-bytes-each-hint = Show every item of a list as a field of its own
web-bytes-before = The field before
web-bytes-after = The next field
web-bytes-keys = Bytes
web-bytes-empty = There are no bytes here.
web-bytes-place = { $start } to { $end }, { $length ->
    [one] one byte
   *[other] { $length } bytes
}
web-bytes-value = New value
web-bytes-set = Set
web-bytes-done = { $field } has a new value.
web-bytes-copy = Copy
web-bytes-copy-bytes = Copy bytes
web-bytes-copied = Copied.
web-bytes-not-copied = The browser does not let this page copy.
web-bytes-open = Open { $entry }
web-bytes-readings = As numbers, from the cursor on
web-bytes-stopped = The reader stopped before the end: { $why }
web-bytes-spoken = { $offset }: { $byte } { $field }
web-knowledge-named = Named
web-knowledge-padding = Padding
web-knowledge-opaque = Meaning unknown
web-knowledge-uncovered = Not read

# Findings and references
web-check-now = Check
web-check-alone = Check { $name } alone
web-check-large = Everything in here is looked through; that may take a while.
web-check-working = Checking…
web-check-clean = { $assets ->
    [one] Nothing is wrong or odd.
   *[other] Nothing is wrong or odd in { $assets } assets.
}
web-check-sum = { $errors ->
    [0] No errors
    [one] One error
   *[other] { $errors } errors
}, { $warnings ->
    [0] nothing odd
    [one] one oddity
   *[other] { $warnings } oddities
}
web-check-more = There are more; only the first { $count } are shown.
web-check-rest = Show { $count } more
web-check-error = Error
web-check-warning = Warning
web-refs-working = Looking who uses what…
web-refs-none = It uses nothing, and nothing uses it.
web-refs-uses = Uses
web-refs-uses-none = Nothing.
web-refs-used-by = Used by
web-refs-used-by-none = Nobody.
web-refs-state-found = Found
web-refs-state-stand-in = Not there; another stands in
web-refs-state-first-entry = Not there; the engine takes the first entry
web-refs-state-missing = Not there
web-refs-state-optional = Not there; the game does without
web-refs-state-no-library = Its library is not here

# Playing
web-transport = Playing
web-play = Play
web-pause = Pause
web-play-pause = Play or pause
web-step-back = One frame back
web-step-forward = One frame forward
web-time = Time
web-speed = Speed
web-loop = Over and over
web-time-ms = { $time } ms

# Models
web-model-keys = Model
web-model-canvas = { $name } in three dimensions
web-model-canvas-help = Arrow keys turn it, with Shift they move it; plus and minus go nearer and further.
web-model-no-webgl = This browser cannot draw in three dimensions (WebGL 2). The other views show what is in the file.
web-model-nothing = In this state and at this level the model shows nothing.
web-model-camera = Camera
web-model-frame = Show all
web-model-from-corner = From a corner
web-model-from-front = From the front
web-model-from-side = From the side
web-model-from-top = From above
web-model-looks = Looks
web-model-helps = Aids
web-model-materials = Materials
web-model-lightmap = Lightmap
web-model-lamp = Lamp
web-model-wire = Wireframe
web-model-nearest = Sharp pixels
web-model-grid = Ground
web-model-axes = Axes
web-model-bounds = Bounds
web-model-turntable = Turntable
web-model-panel = Nodes and materials
web-model-state = Damage
web-model-state-value = { $value ->
    [0] intact
   *[other] state { $value }
}
web-model-level = Detail
web-model-level-value = { $value ->
    [0] 0, nearest
   *[other] { $value }
}
web-model-nodes = Nodes
web-model-material-list = Materials
web-model-counts = { $triangles } triangles, { $vertices } vertices, { $nodes } nodes
web-model-hide = Hide { $node }
web-model-show = Show { $node }
web-model-hide-it = Hide
web-model-show-it = Show
web-model-frame-node = Look at it
web-model-unchoose = Let go
web-model-clip = Clip
web-model-clip-number = Clip { $number }
web-model-still = At rest
web-model-motions = Motions
web-model-moment = { $time } of { $length } seconds, frame { $frame } of { $frames }
web-motion-model = Played on
web-motion-looking = Looking for a model that this motion fits…
web-motion-nobody = No model near this motion has the nodes that it moves.

# Materials and effects over time
web-timeline = What plays
web-timeline-tracks = Blocks
web-timeline-steps = Steps
web-timeline-step = { $label }: { $start } to { $end }
web-timeline-bytes = Bytes of command { $number }
web-timeline-clock = Plays { $mode }.
web-timeline-driven = Its time is not the clock's, but: { $mode }. Here that rises evenly.
web-timeline-no-commands = The effect has no commands.
web-timeline-cell = { $name }, cell { $cell }
web-timeline-phases = Phases
web-timeline-preview = The surface at this moment, in full light
web-timeline-no-texture = no texture
web-timeline-still = Nothing here changes over time.
web-timeline-at = Phase { $phase }
web-timeline-between = Phase { $phase }, { $share } of the way to phase { $next }
