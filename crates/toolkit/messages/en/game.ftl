### Games for phones as folders of pictures: what cannot become part of a game, and what is said of what does.

game-missing-resource = The game has no { $name }, and nothing can be shown without it.
    .about = A game is known by its resources, and one that all others depend on is not there.
    .help = Get a fresh copy of the archive from the game; one that another program has packed may have lost entries.
game-too-large = The game’s pictures would take { $size } { $what ->
        [bytes] bytes of resources
        [pixels] pixels
       *[files] files
    }; at most { $most } are made.
    .about = No game of this family has a tenth of so much. A file that states it is damaged, or was made to fill a disk.
    .help = `relict unpack --raw` gives the entries alone.

game-unknown-picture = The game has no such picture.
    .about = A PNG is in a folder of pictures, but its name is that of no picture of the game, so it would be ignored. The names of textures in colour also contain texture and palette (b and p), and those must be right, too.
    .help = Give it the name of the picture that it replaces, or move it out of the folder. New textures are added in grey, after the last one in Textures, and new palettes after the last one in Palettes.
game-repeated-picture = { $other } is the same picture.
    .about = Two files have the same number, written in two ways.
    .help = Remove one of them.
game-gap = It is missing, but { $next } is there.
    .about = Grey textures and palettes are counted from 0 on without gaps: each number is a place in the game. A folder that has any of them must have all.
    .help = Put the picture back. To remove pictures, remove the last ones, as far as nothing shows them.
game-two-edits = { $other } is the same picture, and was edited in another way.
    .about = One texture is in the folder several times: in grey, and in colour once for each palette that it is shown with. Sprites, too, may share their pixels. They are one thing in the game, so it cannot be two.
    .help = Decide on one of the two files, and put the other back as it was or edit it likewise.
game-resource-edited = It is neither what the archive has as “{ $entry }” nor what the pictures make of it.
    .about = Resources of the game are in this folder for information only. Packing it silently would lose this edit.
    .help = Edit the pictures, or the file of the entry itself, which is next to this folder; then remove this file or put it back as it was.
game-note = The note is not a JSON object: { $reason } (line { $line }, column { $column }).
    .about = Next to the picture of a sprite is a JSON note with its position and with how to read the picture.
    .help = Undo the last edit of the note, or remove it: then the sprite stays where it was.
game-note-value = “{ $field }” cannot be { $found }.
    .about = x0 and y0 are numbers from 0 on, transparent_index is one from 0 to 255, and flip_v is true or false.
    .help = Correct the value, or remove its line: then it is what it was.
game-note-fixed = “{ $field }” is { $wanted } in the game, and { $found } in the note.
    .about = Of the note next to a picture only its place and how it is to be read can be edited: x0, y0 and transparent_index, and flip_v of the newer games. Everything else is for information only: in the game it is stored elsewhere, and a note does not change it.
    .help = Put back what the game has, or remove the line.
game-mask-missing = It is missing, and nothing else says what of { $picture } is visible.
    .about = The sprite uses all 256 colours of its palette, so that none is left to be transparent in its picture. What is visible is in a picture next to it, white on black.
    .help = Put the mask back, or save the picture itself with transparency. To make all of the sprite visible, make all of the mask white.

game-picture-size = It has { $width } × { $height } pixels, and must have { $wanted_width } × { $wanted_height }.
    .about = Textures, flats and whole canvases have a fixed size in the game. Other tools leave such a picture out and count it all the same, which makes the game crash.
    .help = Scale or crop the picture to the size that it must have.
game-transparent = The pixel at { $x }, { $y } is transparent.
    .about = Textures and flats have a colour everywhere, and so have the few sprites that the game draws as a full rectangle; only other sprites can be transparent.
    .help = Fill the transparent pixels with colours of the palette.
game-grey = The pixel at { $x }, { $y } is #{ $colour }, which is none of the levels of grey.
    .about = A grey texture shows indices: of 16 colours, index 1 is the level 17, index 2 the level 34, and so on up to 255. Anything between would have to be guessed.
    .help = Paint with these levels only, edit the texture in ColourTextures, or round with --lenient as the community’s editor does.
game-colour = The pixel at { $x }, { $y } is #{ $colour }, which its palette does not have.
    .about = A picture can only have colours of its palette. Colours themselves are edited in Palettes, for all pictures that have that palette.
    .help = Paint with the colours of the palette, change one of them in Palettes, or take the nearest ones with --quantise.
game-key-colour = The pixel at { $x }, { $y } is #{ $colour }, which only index 0 of its palette has; the game does not draw that index.
    .about = In this picture index 0 is transparent. A pixel with its colour would be a hole in the game.
    .help = Make the pixel transparent, paint it with another colour of the palette, or take the nearest other colour with --quantise.
game-index = The pixel at { $x }, { $y } has the index { $index }, but the palette ends after { $colours } colours.
    .about = The picture is indexed and begins with the palette of the game; an index after its end has no colour there.
    .help = Paint with the colours at the front of the picture’s palette, which are those of the game.
game-strip-width = It is { $width } pixels wide, and must be { $needed } wide at least.
    .about = A palette is shown as a strip of squares, each 16 pixels wide; the pixel in the middle of a square is its colour. A strip that was scaled shows other colours than it should.
    .help = Bring the strip back to its width, 16 pixels for each colour, without smoothing.
game-empty-sprite = Nothing of the sprite is visible.
    .about = A sprite without a visible pixel has no bounds, and the game cannot draw it.
    .help = Leave one pixel at least, in the darkest colour if need be.
game-canvas = The sprite reaches to { $right }, { $bottom }, beyond its canvas.
    .about = Sprites of the older games are drawn on a canvas of 64 by 64 pixels; those of the newer ones have the size of their picture. x0 and y0 in the note say where the left upper corner of the picture lies on it.
    .help = Move the sprite with x0 and y0 in its note, or make it smaller.
game-depth = A pixel has the index { $index }, and there are { $depth } bits for each pixel.
    .about = Texels of four bits can name 16 colours, even if the palette has more.
    .help = Paint with the first 16 colours of the palette. Orcs & Elves II for BREW can keep the picture with eight bits for each pixel if you pack with --deepen.
game-four-bits = A pixel has the index { $index }, and this build of the game reads four bits for each pixel.
    .about = Orcs & Elves and Orcs & Elves II for Java read 2048 bytes for every texture and do not look at the depth that is stated before them. A picture with eight bits for each pixel would be shown as noise, so that --deepen is refused here.
    .help = Paint with the first 16 colours of the palette.
game-colour-count = The palette has { $found } colours, and must have { $wanted }.
    .about = All palettes of this game have the same number of colours, or as many as its pictures name.
    .help = Make the strip as wide as it must be: 16 pixels for each colour.

game-unknown-chunk = The game has nothing of this name.
    .about = A file is in Strings, Images, Fonts, Sounds or Audio, but its name is that of no part of the game, so it would be ignored. The numbers follow from the place in the game, and the ending from what is in the file.
    .help = Give it the name of the file that it replaces, or move it out of the folder. New texts go to the end of a file of texts; new images and sounds cannot be added, since the game would not ask for them.
game-chunk-kind = By its content it should end in “{ $found }”, and not in “{ $wanted }”.
    .about = Images and sounds are in the folder as the game has them, and the ending of a name says what they are. A file of another kind is something that the game does not expect at this place.
    .help = Save it in the format that its name implies: PNG, BMP, MIDI, WAV or AMR.
game-texts-json = The file of texts is not a JSON object: { $reason } (line { $line }, column { $column }).
    .about = Texts are in JSON. An edit has broken it: often a quotation mark or a comma is missing, and a quotation mark inside of a text needs a backslash in front.
    .help = Correct the line that is named, or undo the last edit.
game-texts-value = “{ $field }” is not known here, or cannot be { $found }.
    .about = A file of texts has “page”, the letters of the game (such as orcs-elves-2, wolfenstein-doom-2, or iso-8859-1 where the font of the game is not known), and “texts”, a list of objects with “id” and “text”. “tail” are bytes after the last text, in hexadecimal. Whatever has another name would be lost silently.
    .help = Correct the name or the value.
game-texts-fixed = “{ $field }” is { $wanted } in the game, and { $found } in the file.
    .about = Language, group and the numbers of texts follow from their place in the game. They are in the file for information only, and texts are read in the order of the file.
    .help = Put back what the game has, and the texts into their old order.
game-texts-count = The file has { $found } texts; it must have { $least } to { $most }.
    .about = The game knows a text by its place in the file. A text that is missing would give all after it other numbers; and no group can have more than 1024.
    .help = Put the missing texts back; one that is not wanted can be empty. New ones go to the end.
game-text-letters = Text { $id } has the letter { $letter }, which { $page } does not have.
    .about = In these games one byte is one letter, and “page” names the letters that the font of the game can draw. For any other letter the game has no byte, or no picture.
    .help = Use other letters. An icon or another byte of the font is written as an escape, such as \x8b. If your build of the game has another font, set “page” to iso-8859-1, and look at the text in the game.
game-texts-size = The last text would begin at byte { $size } of its group; the game finds texts up to byte { $most }.
    .about = The game keeps the places of a group’s texts in numbers of 16 bits with a sign. A text that begins after the largest of them makes it crash.
    .help = Shorten texts of this group.
game-shifted = { $index } cuts “{ $name }” at byte { $wanted }, which is no longer the end of a part; the file now has { $found ->
        [one] { $found } byte
       *[other] { $found } bytes
    }.
    .about = The index next to such a file says where each part of it begins and ends. The entry was edited by itself, so that the game would find everything after the edit in the wrong place.
    .help = Edit the parts in the unpacked folder of the game (Strings, Images, Sounds and so on), which rewrites the index. Or keep the length of every part, or replace the index, too.
game-text-zero = There is a zero in text { $id }.
    .about = In the game a zero ends a text. One inside would make two texts of it, and give all after it other numbers.
    .help = Remove the character \u0000.

game-unknown-map = The game has no map of this name.
    .about = A JSON file is in Maps, but its name is that of no map of the game, so it would be ignored.
    .help = Give it the name of the map that it replaces, or move it out of the folder. Maps cannot be added, since the game would not ask for them.
game-map-json = The map is not a JSON object: { $reason } (line { $line }, column { $column }).
    .about = Maps are in JSON. An edit has broken it: often a quotation mark or a comma is missing.
    .help = Correct the line that is named, or undo the last edit.
game-map-value = “{ $field }” is not known in a map, or cannot be { $found }.
    .about = A map has the fields that it is unpacked with; how many nodes, lines, sprites, events and commands there are follows from the lists, and is not stated. Whatever has another name would be lost silently.
    .help = Correct the name or the value.
game-map-broken = The map breaks the rule { $code }.
    .about = The tree of a map has each line once, its nodes name nodes and lines that exist, and its events name commands that exist. With the edit this is no longer so, and the game would crash.
    .help = Look up the rule in the book, correct the lists, and pack again.
game-no-such-picture = The game has no { $kind ->
        [texture] texture
        [flat] flat
        [shape] sprite
        [palette] palette
       *[media] image
    } { $number }.
    .about = An edit names a picture that the game does not have.
    .help = Unpack the game again, and edit that folder.
game-in-use = It is missing, and the game still shows it: { $kind ->
        [palette] something has palette { $number }
       *[texture] texture { $number } of the game is picture { $entry } in ColourTextures
    }.
    .about = A folder of grey textures or palettes must be complete. Only at its end may some be missing, and only those that nothing in the game uses.
    .help = Put the file back.
game-needs-resource = Another number of textures or palettes needs { $resource }, which the game does not have.
    .about = Other resources say what depends on the number of textures and palettes: which of them are shown, and where the pixels of sprites begin. Without them it is unknown what would break.
    .help = Keep the number as it was.
game-shared-texels = Another sprite has some of the same pixels, so this one cannot get a new outline, nor be drawn otherwise than that one.
    .about = Two sprites of different shape take their pixels from the same bytes. What one of them would gain, the other would lose.
    .help = Keep the outline of the sprite as it was, change its colours only, and leave the other as it was or change it likewise.
game-palette-header = What the number { $header } before the palettes counts is not known, so there cannot be more or fewer of them.
    .about = palettes.bin begins with a number that is neither that of its palettes nor of its colours or bytes. With another number of palettes it might be wrong.
    .help = Keep the number of palettes as it was, and change colours of those that are there.
game-not-last = Only the last file of textures can have more or fewer of them: that is number { $last }, and this is number { $bank }.
    .about = Textures are counted through all files, so those after a new one would get other numbers, and the game would show the wrong ones.
    .help = Add textures to the folder of the last number, such as Textures1, and remove none from the others.
game-full = { $resource } has no room for so much.
    .about = Offsets or counts in the resource would be larger than the fields that hold them.
    .help = Add fewer pictures, or make sprites, texts, images or sounds smaller.
game-read-only = The sprite is damaged in the game itself, and can only be looked at.
    .about = The runs of this sprite break the rules of the format: it is shown as far as it goes, but what the game makes of it is not known, so that it cannot be made again.
    .help = Put the picture back as it was.
game-bounds = The sprite reaches to { $right }, { $bottom }; it cannot reach beyond 255.
    .about = Bounds of sprites are bytes in the game.
    .help = Leave the last column and the last two rows of the canvas free.
game-too-fragmented = Line { $line } of the sprite has { $runs } separate pieces; there can be 15.
    .about = A sprite is stored as visible pieces of each column, or row in some builds, and no more than 15 of them can be counted.
    .help = Close small holes in that line, or remove single pixels.
game-looks-raw = Packed, the sprite would take { $size } bytes, just as many as a picture without transparency, and the game would take it for one.
    .about = Only the number of its bytes tells the game whether an image is a sprite.
    .help = Add or remove one visible pixel.
game-too-long = Packed, the sprite would take { $size } bytes; { $most } fit.
    .about = The directory of the images has no room for a larger number.
    .help = Make less of the sprite visible.
game-signed-index = A pixel has the index { $index }; the game can reach those up to 127.
    .about = This build takes pixels for signed numbers, so that the upper half of a palette lies out of its reach.
    .help = Paint with the first 128 colours of the palette.
game-palette-colours = The palette would have { $colours } colours; it must have { $least } to { $most }.
    .about = A palette needs as many colours as its images name, and no more than the game can reach.
    .help = Keep the number of its colours as it was.
game-unknown-split = How the files of texels are cut is not known, so no sprite can become larger or smaller.
    .about = The game begins a new file of texels after a size that is fixed in its program. No known size gives the files of this build.
    .help = Keep the outline of the sprite as it was, and change its colours only.
game-trouble = { $resource } cannot be understood: { $reason }.
    .about = A resource that the pictures are made of is damaged.
    .help = `relict check` shows what is wrong with it.

game-shared-sprites = { $file } is drawn as sprites { $sprites }; all of them changed.
game-shared-textures = { $file } is shown as textures { $numbers }; all of them changed.
game-shared-flats = { $file } is shown as flats { $numbers }; all of them changed.
game-shared-images = { $file } has its pixels in common with images { $images }; they changed, too.
game-deepened = { $file } has more than 16 colours, and is kept with eight bits for each pixel from now on.
game-never-deepened = This build of the game reads four bits for each pixel, so that no picture was given more.
game-fine-colours = { $count ->
        [one] { $count } colour, in { $file }, was
       *[other] { $count } colours, the first in { $file }, were
    } changed by less than the game can store, and stay as they were.
game-audio-edited = { $count ->
        [one] { $file } was
       *[other] { $count } files of Audio, such as { $file }, were
    } edited, but the game plays its .mid files, of which the bank holds a copy. Replace those entries, too.
game-map-edited = { $count ->
        [one] { $file } was edited, but maps are
       *[other] { $count } maps were edited, such as { $file }, but maps are
    } drawn only to be looked at; nothing becomes of it.
game-passed-over = { $count ->
        [one] { $file } is
       *[other] { $count } files, such as { $file }, are
    } not looked at: pictures are PNG, have the names that they were unpacked with, and are directly in their folders; a picture without transparency has no mask.
