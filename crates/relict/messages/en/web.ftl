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
web-search = Search names
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
web-export-gltf = Model as a folder (glTF)
web-export-json = All fields (JSON)
web-export-svg = Drawing (SVG)
web-export-zip = Everything as an editable folder (ZIP)
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
web-compare-original = What it was before the edits

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
web-bytes-copied = Copied.
web-bytes-not-copied = The browser does not let this page copy.
web-bytes-open = Open { $entry }
web-bytes-readings = As numbers, from the cursor on
web-bytes-spoken = { $offset }: { $byte } { $field }
web-knowledge-named = Named
web-knowledge-padding = Padding
web-knowledge-opaque = Meaning unknown
web-knowledge-uncovered = Not read
