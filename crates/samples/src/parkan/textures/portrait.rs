//! Who speaks over the radio: a pilot with helmet and visor, in 256 colours.

use super::{Named, indexed};
use crate::paint::ramp::{bytes, dithered, path, ramp};
use crate::paint::sculpt::{Figure, clay, glow};
use crate::paint::{Canvas, Rgb, mixed, rect};
use relict_toolkit::core::image::Image;

pub(super) fn all() -> Vec<Named> {
    vec![("FACE.0", indexed(&pilot(), false))]
}

const SIDE: i32 = 64;

/// Skin, cloth, steel, glass and the lamps behind.
fn palette() -> Vec<Rgb> {
    [
        path(&[[18, 10, 8], [120, 70, 50], [226, 178, 140], [255, 232, 206]], 21),
        path(&[[8, 10, 16], [60, 76, 96], [170, 190, 206], [246, 250, 255]], 21),
        path(&[[10, 14, 10], [70, 82, 50], [150, 160, 110]], 32),
        ramp([20, 8, 6], [236, 80, 40], 32),
        ramp([6, 12, 24], [90, 230, 240], 32),
    ]
    .concat()
}

fn pilot() -> Image {
    let palette = palette();
    let indices = dithered(&drawn(), &palette, 20);
    let opaque = bytes(&palette).into_iter().map(|[r, g, b]| [r, g, b, 255]).collect();
    Image::indexed(SIDE as usize, SIDE as usize, indices, opaque)
}

fn drawn() -> Canvas {
    let mut canvas = Canvas::new(SIDE, SIDE, [16, 24, 34]);
    canvas.paint(canvas.all(), |_, y| Some(mixed([14, 22, 34], [40, 58, 70], y * 4)));
    canvas.windows(rect(2, 4, 18, 40), [3, 5], [[240, 90, 50], [20, 40, 50]], 6);
    canvas.windows(rect(46, 10, 16, 30), [3, 4], [[80, 220, 230], [20, 40, 50]], 9);
    canvas.stamp((0, 0), &figure().drawn(SIDE, SIDE));
    // A scar, and a light on the visor.
    canvas.line((39, 38), (42, 44), 1, [150, 80, 66]);
    canvas.line((24, 17), (30, 14), 2, [230, 246, 250]);
    canvas
}

fn figure() -> Figure {
    let mut figure = Figure::default();
    let (skin, cloth, steel) = (
        clay([74, 40, 30], [240, 196, 160]),
        clay([30, 36, 20], [132, 142, 94]),
        clay([26, 34, 46], [206, 220, 230]),
    );
    figure.ball([32, 70, -10], [34, 18, 14], cloth);
    figure.ball([32, 58, 4], [13, 8, 8], steel);
    figure.limb([[32, 56, 0], [32, 44, 0]], [130, 120], skin);
    figure.ball([32, 36, 6], [13, 17, 13], skin);
    figure.ball([32, 24, 4], [17, 15, 17], steel);
    figure.limb([[16, 30, 4], [17, 42, 6]], [44, 36], steel);
    figure.limb([[48, 30, 4], [47, 42, 6]], [44, 36], steel);
    figure.limb([[17, 43, 8], [27, 47, 18]], [16, 16], clay([20, 20, 24], [90, 96, 104]));
    figure.ball([32, 22, 14], [13, 6, 9], clay([10, 22, 40], [70, 190, 214]));
    figure.ball([32, 38, 19], [3, 4, 4], skin);
    for x in [26, 38] {
        figure.fine([x * 16, 33 * 16, 300], [40, 26, 20], clay([60, 30, 24], [250, 246, 240]));
        figure.fine([x * 16, 33 * 16, 316], [18, 20, 14], glow([30, 50, 64]));
    }
    figure.fine([32 * 16, 46 * 16, 276], [80, 22, 20], clay([70, 20, 18], [190, 110, 96]));
    figure
}
