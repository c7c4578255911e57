### What the check says about textures (Texm). Each message has .about (what the rule means) and .help (what to do).

texm-truncated = The texture is truncated: { $needed ->
        [one] { $needed } byte is needed here
       *[other] { $needed } bytes are needed here
    }, { $left } left.
    .about = The texture ends inside its header, its palette or its pixels. The header states how large the picture is and how many levels it has, and so how many bytes there must be.
    .help = Get a fresh copy of the texture from the game; or put the right width, height, number of levels and pixel format back into its header.
texm-magic = The texture begins with “{ $found }” instead of “Texm”.
    .about = The four bytes by which the engine knows a texture are damaged.
    .help = If the rest is sound, put the bytes “Texm” back at the start.
texm-format = The pixel format is { $found }, which is not known.
    .about = The engine knows nine pixel formats: 0, 1, 2, 565, 556, 4444, 88, 888 and 8888. Without knowing how large a pixel is, nothing after the header can be separated, so it is kept as it is and there is no picture.
    .help = Put the right pixel format back into the header.
texm-size = The texture is { $width } by { $height } pixels.
    .about = A picture needs at least one pixel in both directions. What follows the header is kept as it is, and there is no picture.
    .help = Put the right width and height back into the header.
texm-mip-count = The header states { $stated ->
        [one] { $stated } level
       *[other] { $stated } levels
    }, but there must be 1 to 32.
    .about = Level 0 is the picture itself, and every further level is half as large, so there is at least one, and no picture has more than 32. What follows the header is kept as it is, and there is no picture.
    .help = Put the right number of levels back into the header.
texm-page-size = The page states { $count ->
        [one] { $count } rectangle
       *[other] { $count } rectangles
    } and needs { $wanted } bytes, but has { $size }.
    .about = The pixels may be followed by a page: the list of rectangles that makes the texture an atlas. Its length must be exactly 8 bytes, and 8 more for each rectangle. A page of any other length is kept as it is, and its rectangles are not read.
    .help = Give the texture a new page: the setting “page” is the list of rectangles, each as x, width, y, height.
texm-tail = { $size ->
        [one] { $size } extra byte
       *[other] { $size } extra bytes
    } after the pixels, but no page.
    .about = Nothing may follow the pixels but one page of rectangles. Usually the size, the number of levels or the pixel format in the header is wrong, and so the pixels are not where they seem to be. The bytes are kept.
    .help = Put the right numbers back into the header, or get a fresh copy of the texture from the game.
texm-mip-pyramid = There are { $stated } levels, of which { $useful ->
        [one] { $useful } is
       *[other] { $useful } are
    } of use.
    .about = Every level is half as large as the one before. Once there is one pixel left, further levels only repeat it.
    .help = Set the number of levels (“mips”) to no more than that.
texm-rect-outside = A rectangle from { $x }, { $y } to { $right }, { $bottom } is not inside the picture of { $width } by { $height } pixels.
    .about = A rectangle of the page has a side below zero, or reaches outside the picture. What a material shows there comes from the opposite edge, since textures repeat.
    .help = Set the rectangle in the setting “page” to be inside the picture.
texm-name-dot = The name “{ $name }” has no dot among its first 17 characters.
    .about = The engine looks for a dot in the name of a texture, since the letters after it can name a palette. Without one it says “Bad texture name.” and loads nothing.
    .help = Give the texture a name with a dot, such as “WALL.0”.
texm-palette-suffix = What follows the dot of “{ $name }” names palette { $index } of { $bank }, which is probably not intended.
    .about = The engine makes the number of a palette out of the two characters after the dot: a letter, and maybe a digit. It checks neither, so other characters name a palette by accident, or one past the end of the list.
    .help = Let the name end in “.0” for no palette, or in a dot, a letter from A to Z and at most one digit.
texm-fade-index = { $pixels ->
        [one] { $pixels } pixel is
       *[other] { $pixels } pixels are
    } beyond the 32 steps of the fade; the largest is { $largest }.
    .about = Bit 25 of flags5 makes every index a step of one colour: 0 is nearly transparent, 31 opaque. What the engine shows for a larger index is not known; here it is opaque.
    .help = Use only indices from 0 to 31; or take bit 25 out of the setting “flags5” if the texture is no fade.
texm-palette-missing = The palette of this texture is not in it, and was not found. { $format ->
        [2] It is the file { $file }.
       *[other] Which file it is, nobody knows.
    }
    .about = Pixel formats 1 and 2, of the first Parkan, are indices into a palette in another file. Of format 2 that is PAL.PAL, in the same archive or beside it. That of format 1 is another one, and no file of the game is known to hold it. Without the palette the picture is shown in grey: index 0 is black, 255 white.
    .help = Put PAL.PAL beside a texture of format 2; or, for either format, name a palette with --palette.
