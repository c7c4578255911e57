### What the viewer's server cannot do, and why.

path-outside = { $path } does not stay in the folder that is shown
    .about = A path has an empty step, one such as “..”, or a link on its way that leads out of the folder that the viewer was started on.
    .help = Start the viewer on a folder that holds both, or copy the file into the one that is shown.

viewer-port = port { $port } is not to be had: { $reason }
    .about = The viewer could not listen on the port.
    .help = Give another --port, or none at all: then the system finds one that is free.

viewer-read-only = this viewer only shows
    .about = Somebody wanted to change something in a viewer that was started without --edit.
    .help = Start it again with relict view --edit.

viewer-query = { $given ->
        [no] { $name } is missing
       *[yes] { $name } cannot be “{ $value }”
    }
    .about = An address of the viewer asks for something that makes no sense.
    .help = Take the address from the page; the guide lists what each one takes.

viewer-body = what was sent did not arrive: { $reason }
    .about = The body of a request broke off, or came too slowly.
    .help = Send it again.

viewer-too-much = that is more than { $limit } MiB, and too much
    .about = A file that was dropped, or all of them together, or a picture that was sent, is larger than the viewer takes.
    .help = Start the viewer on the folder with the file: what is opened there may have any size.

viewer-failed = something went wrong in Relict itself
    .about = This is a fault of Relict, and not of the file.
    .help = Please report it, with what the terminal says where the viewer runs, and with the file if you may.

viewer-not-text = { $path } is no text
    .about = Bytes were asked for as text that are something else.
    .help = Look at its bytes instead.

viewer-not-indexed = { $path } has colours of its own, and no palette
    .about = The indices of a picture were asked for that has none.
    .help = Ask for the picture itself.

viewer-no-gallery = { $path } is no archive that is seen as a whole; it is { $format }
    .about = A gallery was asked for of something that has none: only games for phones keep the colours of a picture in another entry.
    .help = Open it as a list.

viewer-no-leaf = { $path } has no picture { $leaf }
    .about = A picture of a gallery was asked for that is not there, or is no picture.
    .help = The gallery lists what there is.

viewer-no-timeline = { $path } does not play; it is { $format }
    .about = A timeline was asked for of something that stays the same over time.
    .help = Materials and effects have one.

viewer-nothing-done = { $what ->
        [undo] there is nothing to undo in { $path }
       *[redo] there is nothing to do again in { $path }
    }
    .about = Undo or redo was asked for where no edit is left.
    .help = The list of edits tells what there is.

viewer-changed = { $path } was changed on disk since it was opened
    .about = Another program wrote to a file that has edits here. To save over it would lose what that program wrote.
    .help = Save under another name, and compare the two.

viewer-no-place = { $path } was dropped onto the page, so it has no place to be saved in
    .about = Files that were dropped are copies, and nobody knows where they came from.
    .help = Export it, and put it where it belongs.

viewer-save-name = { $name } cannot be the name of a file beside { $path }
    .about = Edits are saved beside the original, under a plain name.
    .help = Give a name without slashes.

## The page

viewer-page-missing = This program was built without the viewer's page: that takes Node, and Node was not there, or could not build it. Everything else works.
viewer-page-help = Install Node 20.19 or later, and build Relict again; a warning of the build tells what else may be wrong.

## Edits

viewer-edited-picture = { $name }: new picture
viewer-edited-field = { $field }: { $before } → { $after }
