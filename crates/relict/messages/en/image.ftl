### What can be wrong with pictures on their way out of files and into them.

image-none = There is no picture to show{ $levels ->
        [0] .
       *[other] : level { $level } was asked for, and there are { $levels }, counted from 0.
    }
    .about = The asset holds no picture, or none at the level that was asked for, or its pixels are in a form that nobody knows how to show.
    .help = `relict info` tells what it holds; `relict check` tells whether it is damaged.
image-png = The PNG cannot be used: { $reason }.
    .about = A PNG file is damaged, is not a PNG at all, or unpacks to more than there is memory for.
    .help = Save the picture anew from your paint program, as PNG.
image-like = A PNG alone does not make a file of the format { $format }.
    .about = Files of this format hold more than a picture, and the PNG does not carry the rest.
    .help = Name a file to draw into with --like.
image-colours = { $missing ->
        [one] { $missing } colour of the picture is
       *[other] { $missing } colours of the picture are
    } not in the palette of the file.
    .about = The file holds places in a palette of 256 colours. The picture shows colours that the palette does not have.
    .help = Save the picture as an indexed PNG, whose palette is then taken over; or add --quantise to take the nearest colours of the old palette; or choose another format in the settings (such as format=8888 or format=colour).
image-alpha = { $pixels ->
        [one] { $pixels } pixel is
       *[other] { $pixels } pixels are
    } transparent in a way that the file cannot hold.
    .about = The picture has alpha, and the pixel format of the file has none, or can only leave out one colour of its palette.
    .help = Save the picture without alpha, or convert with --alpha opaque; or choose a format with alpha in the settings (such as format=8888 or alpha=full).
image-grey = { $pixels ->
        [one] { $pixels } pixel is
       *[other] { $pixels } pixels are
    } coloured, and the file holds only grey.
    .about = The pixel format of the file holds brightness and alpha, but no colour.
    .help = Make the picture grey, or add --quantise to take the brightness of each colour.
image-size = A picture of { $width } × { $height } does not fit.
    .about = The file cannot hold a picture of this size, or the alpha has another size than the colours.
    .help = Save the picture in the size that `relict info` tells of the file.
image-settings = A setting of the picture does not fit: wanted { $wanted }, found { $found }.
    .about = The settings of a picture (its pixel format, the number of its levels, its rectangles) stand in relict.json or behind --set. One of them makes no sense.
    .help = Put it right; `relict info` shows what the file has.
cli-losses-rounded = { $pixels ->
        [one] { $pixels } pixel
       *[other] { $pixels } pixels
    } rounded to the nearest colour that the file can hold, by at most { $largest } of 255
cli-losses-narrowed = channels of 16 bits cut to 8
cli-losses-alpha = the picture has no alpha, so the alpha of the file stays
cli-losses-alpha-lost = the picture has no alpha, and the alpha that the file had is gone
cli-losses-levels = { $levels ->
        [one] { $levels } smaller level
       *[other] { $levels } smaller levels
    } made anew
cli-losses-rects = the size is another, but { $rects ->
        [one] the rectangle of the page stays as it was
       *[other] the { $rects } rectangles of the page stay as they were
    }
cli-losses-uncertain = nobody has seen the game use this pixel format, so its colours are a guess
cli-diff-pixels = { $pixels ->
        [one] { $pixels } pixel differs
       *[other] { $pixels } pixels differ
    }
cli-change-pixels = pixels
