### What can be wrong with pictures on their way out of files and into them.

image-none = { $levels ->
        [0] The asset has no picture.
       *[other] The asset has no mip level { $level }: it has { $levels }, counted from 0.
    }
    .about = The asset holds no picture, or not at the requested mip level, or its pixel format is not supported.
    .help = `relict info` shows what it holds; `relict check` shows whether it is damaged.
image-png = The PNG cannot be used: { $reason }.
    .about = The PNG file is damaged, is not a PNG, or needs more memory than is available.
    .help = Save the picture again as PNG.
image-like = A PNG alone is not enough to create a file of the format { $format }.
    .about = Files of this format hold more than a picture, and the PNG does not contain the rest.
    .help = Name an existing file with --like; the picture is written into a copy of it.
image-colours = { $missing ->
        [one] { $missing } colour of the picture is
       *[other] { $missing } colours of the picture are
    } not in the palette of the file.
    .about = The file stores indices into a palette of 256 colours. The picture uses colours that the palette does not have.
    .help = Save the picture as an indexed PNG to bring its palette along; or add --quantise to use the nearest colours of the old palette; or choose another format in the settings (such as format=8888 or format=colour).
image-outer-colours = { $missing ->
        [one] { $missing } colour of the picture is
       *[other] { $missing } colours of the picture are
    } not in the palette, which is a file of its own.
    .about = The file stores indices into a palette that lies in another file and that other pictures share, so it does not change with this one. With flag bit 25, the only colours are the steps of one colour from nearly transparent to opaque.
    .help = Use only colours of the palette; or add --quantise to use the nearest ones; or give the file a palette of its own with the setting format=0.
image-palette = The palette of the file is not known, and { $missing ->
        [one] { $missing } colour of the picture is
       *[other] { $missing } colours of the picture are
    } not grey.
    .about = The file stores indices into a palette that is another file, and that was not found. Without it, grey stands for an index, and a colour for none.
    .help = Give the palette with --palette, or put PAL.PAL beside the file if it is of format 2; or save the picture as an indexed PNG, whose indices are taken as they are.
palette-size = A palette has 1024 bytes, or is a PAL.PAL of 66564; this file has { $size }.
    .about = The palette that --palette names is neither 256 colours of four bytes (blue, green, red and an unused one) nor a file PAL.PAL, which begins with such colours and goes on with a table.
    .help = Name a PAL.PAL, or a file with nothing but 256 colours of four bytes.
image-alpha = { $pixels ->
        [one] { $pixels } pixel has
       *[other] { $pixels } pixels have
    } transparency that the file cannot store.
    .about = The picture has alpha, but the pixel format of the file has none, or only one transparent palette colour.
    .help = Save the picture without alpha, or convert with --alpha opaque; or choose a format with alpha in the settings (such as format=8888 or alpha=full).
image-grey = { $pixels ->
        [one] { $pixels } pixel is
       *[other] { $pixels } pixels are
    } coloured, and the file holds only grey.
    .about = The pixel format of the file stores brightness and alpha, but no colour.
    .help = Convert the picture to greyscale, or add --quantise to use the brightness of each colour.
image-size = A picture of { $width } × { $height } does not fit.
    .about = The file cannot hold a picture of this size, or the alpha has another size than the colours.
    .help = Use the size that `relict info` shows for the file.
image-settings = A picture setting is invalid: expected { $wanted }, found { $found }.
    .about = The settings of a picture (pixel format, number of mip levels, rectangles) are in relict.json or given with --set. One of them is invalid.
    .help = Correct it; `relict info` shows the settings of the file.
cli-losses-rounded = { $pixels ->
        [one] { $pixels } pixel
       *[other] { $pixels } pixels
    } rounded to the nearest colour that the format supports, by at most { $largest } of 255
cli-losses-narrowed = 16-bit channels reduced to 8 bits
cli-losses-alpha = the picture has no alpha; the alpha of the file is kept
cli-losses-alpha-lost = the picture has no alpha; the alpha of the file is lost
cli-losses-levels = { $levels ->
        [one] { $levels } mip level
       *[other] { $levels } mip levels
    } regenerated
cli-losses-rects = the picture has another size, but { $rects ->
        [one] the atlas region is unchanged
       *[other] the { $rects } atlas regions are unchanged
    }
cli-losses-uncertain = this pixel format is not used by the game, so its colours are a guess
cli-losses-indices = the palette indices of the picture are taken as they are, whatever colours it gives them
cli-diff-pixels = { $pixels ->
        [one] { $pixels } pixel differs
       *[other] { $pixels } pixels differ
    }
cli-change-pixels = pixels
