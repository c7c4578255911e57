### What the viewer's server cannot do, and why.

path-outside = { $path } is outside the folder that is shown.
    .about = The path has an empty step or “..”, or follows a link that leads out of the folder the viewer was started with.
    .help = Start the viewer with a folder that contains both, or copy the file into the folder that is shown.

viewer-port = Port { $port } is not available: { $reason }
    .about = The viewer could not listen on the port.
    .help = Choose another --port, or leave it out to use any free port.

viewer-read-only = This viewer is read-only.
    .about = A change was requested, but the viewer was started without --edit.
    .help = Start it again with relict view --edit.

viewer-query = { $given ->
        [no] { $name } is missing.
       *[yes] { $name } cannot be “{ $value }”.
    }
    .about = The address contains a parameter with an invalid value, or lacks one.
    .help = Use the addresses that the page uses; the guide lists the parameters of each.

viewer-body = The upload did not arrive: { $reason }
    .about = The request body was cut off or came too slowly.
    .help = Send it again.

viewer-too-much = The file is larger than { $limit } MiB.
    .about = A dropped file, all dropped files together, or an uploaded picture exceeds the limit.
    .help = Start the viewer with the folder that contains the file: files opened there may have any size.

viewer-failed = Internal error in Relict.
    .about = This is a bug in Relict, not a problem with the file.
    .help = Please report it with the output of the terminal in which the viewer runs, and with the file if possible.

viewer-not-text = { $path } is not text.
    .about = Text was requested from a file that contains something else.
    .help = Open its bytes instead.

viewer-not-indexed = { $path } has no palette.
    .about = Palette indices were requested from a picture that stores colours directly.
    .help = Request the picture itself.

viewer-no-gallery = { $path } has no gallery; its format is { $format }.
    .about = Only mobile games have a gallery: there the colours of a picture are in another entry than its pixels.
    .help = Open it as a list.

viewer-no-leaf = { $path } has no picture { $leaf }.
    .about = A gallery has no picture with this name.
    .help = The gallery lists the pictures it has.

viewer-no-timeline = { $path } has no timeline; its format is { $format }.
    .about = A timeline was requested for something that does not change over time.
    .help = Materials and effects have timelines.

viewer-nothing-done = { $what ->
        [undo] There is nothing to undo in { $path }.
       *[redo] There is nothing to redo in { $path }.
    }
    .about = Undo or redo was requested, but no edit is left.
    .help = See the list of edits.

viewer-changed = { $path } has changed on disk since it was opened.
    .about = Another program wrote to a file that has unsaved edits here. Overwriting it would lose those changes.
    .help = Save under another name and compare the two files.

viewer-no-place = { $path } was dropped onto the page and cannot be saved in place.
    .about = Dropped files are copies; the browser does not say where they came from.
    .help = Export it and copy it to its place.

viewer-save-name = { $name } cannot be the name of a file next to { $path }.
    .about = Edits are saved next to the original, under a plain file name.
    .help = Choose a name without slashes.

## The page

viewer-page-missing = This program was built without the viewer's page because Node was missing or the build of the page failed. Everything else works.
viewer-page-help = Install Node 20.19 or later and build Relict again; the build prints a warning if something else is missing.

## Edits

viewer-edited-picture = { $name }: picture replaced
viewer-edited-field = { $field }: { $before } → { $after }
