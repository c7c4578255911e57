//! Who stands before the walls, kneaded out of balls: monsters in several frames, and things to find.

use crate::paint::sculpt::{Clay, Figure, clay, glow};
use crate::paint::{Canvas, rect};

const SIDE: i32 = 64;

const BONE: Clay = clay([96, 80, 60], [240, 226, 190]);
const STEEL: Clay = clay([40, 44, 52], [206, 214, 224]);
const LEATHER: Clay = clay([40, 22, 12], [142, 92, 52]);
const GOLD: Clay = clay([110, 66, 10], [255, 222, 110]);

/// How a figure stands: still, with one foot forward, or striking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pose {
    Still,
    Step,
    Strike,
}

pub(super) const POSES: [Pose; 3] = [Pose::Still, Pose::Step, Pose::Strike];

impl Pose {
    /// By how much the left and the right foot are up.
    fn feet(self) -> [i32; 2] {
        match self {
            Self::Still => [0, 0],
            Self::Step => [4, 0],
            Self::Strike => [0, 2],
        }
    }
}

/// A leg from hip to toe, to the left or to the right of the middle.
fn leg(figure: &mut Figure, [side, wide, up]: [i32; 3], thick: [i32; 2], clay: Clay, shoe: Clay) {
    let x = |out: i32| 32 + side * (wide + out);
    figure.limbs(&[[x(0), 42, 0], [x(2), 50 - up, 5], [x(1), 58 - up, 1]], thick, clay);
    figure.ball([x(2), 60 - up, 4], [5, 3, 5], shoe);
}

/// Horns, claws and a grin. When it strikes, it holds fire in its hands.
pub(super) fn imp(pose: Pose) -> Canvas {
    let mut figure = Figure::default();
    let skin = clay([58, 24, 16], [204, 118, 74]);
    for (side, up) in [-1, 1].into_iter().zip(pose.feet()) {
        let x = |out: i32| 32 + side * out;
        leg(&mut figure, [side, 6, up], [84, 52], skin, clay([30, 16, 12], [120, 84, 60]));
        let hand = if pose == Pose::Strike { [x(19), 18, 14] } else { [x(17), 45, 12] };
        let elbow = if pose == Pose::Strike { [x(19), 30, 6] } else { [x(18), 36, 4] };
        figure.limbs(&[[x(11), 25, 2], elbow, hand], [76, 46], skin);
        for finger in -1..=1 {
            let tip =
                [hand[0] + 2 * finger, hand[1] + if pose == Pose::Strike { -5 } else { 5 }, hand[2] + 2];
            figure.limb([hand, tip], [20, 8], BONE);
        }
        figure.limb([[x(5), 9, 4], [x(12), 2, 2]], [44, 12], BONE);
        figure.limb([[x(12), 22, 0], [x(18), 15, -2]], [36, 8], BONE);
        figure.fine([x(3) * 16, 14 * 16, 230], [30, 22, 20], glow([255, 214, 60]));
    }
    figure.ball([32, 33, 0], [12, 13, 9], skin);
    figure.ball([32, 39, 3], [8, 7, 8], clay([84, 44, 30], [228, 160, 112]));
    figure.ball([32, 15, 5], [8, 9, 8], skin);
    figure.ball([32, 20, 10], [5, 3, 4], clay([40, 8, 8], [120, 30, 26]));
    (0..4).for_each(|i| figure.limb([[28 + i * 8 / 3, 18, 14], [28 + i * 8 / 3, 20, 14]], [14, 8], BONE));
    if pose == Pose::Strike {
        figure.ball([13, 12, 18], [5, 5, 5], glow([255, 150, 40]));
        figure.ball([13, 12, 22], [3, 3, 3], glow([255, 240, 160]));
    }
    figure.drawn(SIDE, SIDE)
}

/// Green, broad, with tusks, a helmet and a mace.
pub(super) fn orc(pose: Pose) -> Canvas {
    let mut figure = Figure::default();
    let skin = clay([24, 50, 20], [128, 172, 80]);
    for (side, up) in [-1, 1].into_iter().zip(pose.feet()) {
        leg(&mut figure, [side, 7, up], [100, 76], LEATHER, clay([24, 16, 10], [96, 66, 40]));
        figure.ball([32 + side * 14, 24, 2], [6, 5, 6], STEEL);
        let tusk = [32 + side * 4, 19, 13];
        figure.limb([tusk, [tusk[0] + side, 14, 15]], [20, 8], BONE);
        figure.fine([(32 + side * 4) * 16, 13 * 16, 214], [24, 18, 16], glow([255, 80, 40]));
    }
    figure.ball([32, 32, 0], [15, 14, 10], LEATHER);
    figure.ball([32, 26, 4], [13, 6, 8], skin);
    figure.ball([32, 43, 2], [11, 4, 9], clay([50, 40, 20], [190, 160, 80]));
    figure.ball([32, 15, 4], [9, 8, 9], skin);
    figure.ball([32, 10, 3], [9, 6, 9], STEEL);
    figure.limb([[32, 6, 4], [32, 1, 3]], [40, 8], STEEL);
    figure.limbs(&[[17, 26, 2], [12, 36, 6], [17, 44, 12]], [84, 66], skin);
    let grip = if pose == Pose::Strike { [50, 22, 14] } else { [51, 42, 12] };
    figure.limbs(&[[47, 26, 2], [53, if pose == Pose::Strike { 26 } else { 35 }, 6], grip], [84, 66], skin);
    let head = if pose == Pose::Strike { [54, 5, 16] } else { [55, 20, 14] };
    figure.limb([[grip[0] - 2, grip[1] + 8, grip[2]], head], [22, 22], LEATHER);
    figure.ball([head[0] + 3, head[1] + 2, head[2]], [5, 7, 2], STEEL);
    figure.drawn(SIDE, SIDE)
}

/// A guard of the castle: blue coat, steel hat, a long gun.
pub(super) fn guard(pose: Pose) -> Canvas {
    let mut figure = Figure::default();
    let (coat, skin) = (clay([18, 26, 56], [92, 118, 184]), clay([84, 48, 36], [242, 196, 160]));
    let trousers = clay([60, 56, 50], [200, 194, 180]);
    for (side, up) in [-1, 1].into_iter().zip(pose.feet()) {
        leg(&mut figure, [side, 4, up], [64, 54], trousers, clay([16, 14, 14], [84, 76, 70]));
        figure.fine([(32 + side * 3) * 16, 14 * 16, 170], [16, 14, 12], glow([40, 36, 40]));
        figure.ball([32 + side * 10, 23, 1], [4, 3, 4], GOLD);
    }
    figure.ball([32, 32, 0], [9, 12, 7], coat);
    figure.ball([32, 44, 0], [9, 6, 7], coat);
    figure.ball([32, 38, 2], [9, 2, 7], clay([40, 26, 14], [150, 106, 60]));
    (0..3).for_each(|i| figure.fine([32 * 16, (27 + 4 * i) * 16, 120], [14, 14, 12], GOLD));
    figure.ball([32, 15, 2], [6, 7, 6], skin);
    figure.ball([32, 17, 8], [2, 2, 2], skin);
    figure.ball([32, 10, 2], [8, 5, 8], STEEL);
    figure.ball([32, 12, 3], [10, 2, 9], STEEL);
    figure.limb([[32, 7, 2], [37, 1, 0]], [30, 12], clay([90, 14, 14], [226, 60, 50]));
    let gun = if pose == Pose::Strike { [[24, 30, 16], [31, 27, 40]] } else { [[22, 48, 12], [45, 20, 12]] };
    let hands =
        if pose == Pose::Strike { [[27, 31, 16], [35, 29, 20]] } else { [[26, 42, 13], [39, 29, 13]] };
    figure.limbs(&[[23, 25, 1], [19, 33, 6], hands[0]], [52, 40], coat);
    figure.limbs(&[[41, 25, 1], [45, 33, 6], hands[1]], [52, 40], coat);
    hands.into_iter().for_each(|hand| figure.ball(hand, [2, 2, 2], skin));
    figure.limb(gun, [26, 18], clay([30, 24, 20], [130, 104, 80]));
    if pose == Pose::Strike {
        figure.ball([31, 27, 44], [6, 6, 4], glow([255, 190, 70]));
        figure.ball([31, 27, 48], [3, 3, 3], glow([255, 250, 210]));
    }
    figure.drawn(SIDE, SIDE)
}

/// A machine that floats: one eye, a dome, and arms below.
pub(super) fn drone(pose: Pose) -> Canvas {
    let mut figure = Figure::default();
    let shell = clay([44, 40, 60], [186, 182, 206]);
    let high = 26 + if pose == Pose::Step { 2 } else { 0 };
    figure.ball([32, high, 0], [15, 13, 13], shell);
    figure.ball([32, high + 4, 4], [16, 3, 12], clay([90, 60, 14], [236, 190, 70]));
    figure.ball([32, high - 1, 10], [7, 7, 5], clay([10, 10, 14], [70, 74, 90]));
    let eye = if pose == Pose::Strike { [255, 250, 200] } else { [255, 60, 40] };
    figure.ball([32, high - 1, 14], [4, 4, 3], glow(eye));
    for side in [-1, 1] {
        let x = |out: i32| 32 + side * out;
        figure.limbs(&[[x(9), high + 9, 2], [x(14), high + 17, 6], [x(8), high + 24, 8]], [36, 20], STEEL);
        figure.limb([[x(8), high + 24, 8], [x(6), high + 29, 9]], [20, 8], STEEL);
        figure.limb([[x(14), high - 4, 0], [x(21), high - 8, 0]], [40, 30], shell);
    }
    figure.limb([[32, high - 12, 0], [32, high - 20, 0]], [12, 8], STEEL);
    figure.ball([32, high - 20, 0], [2, 2, 2], glow([90, 230, 255]));
    figure.drawn(SIDE, SIDE)
}

/// A drum with hoops and a sign.
pub(super) fn barrel() -> Canvas {
    let mut canvas = Canvas::clear(SIDE, SIDE);
    canvas.paint(rect(19, 26, 26, 36), |x, y| {
        let bulge = if (y - 17).abs() > 14 { 1 } else { 0 };
        let inside = (bulge..26 - bulge).contains(&x);
        let round = 70 - (x - 8).abs() * 9;
        inside.then(|| crate::paint::lighter([62, 110, 60], round + if y % 12 < 2 { -40 } else { 0 }))
    });
    canvas.fill(rect(27, 40, 11, 10), [220, 180, 40]);
    canvas.text((30, 41), "!", 1, [40, 30, 10]);
    canvas.paint(rect(20, 24, 24, 4), |x, y| Some(if y < 2 { [130, 190, 110] } else { [90, 150 - x, 70] }));
    canvas
}

/// A white case with a green cross.
pub(super) fn medkit() -> Canvas {
    let mut canvas = Canvas::clear(SIDE, SIDE);
    let case = rect(18, 44, 28, 18);
    canvas.fill(case, [214, 216, 210]);
    canvas.light(case, |_, y| 20 - 3 * y);
    canvas.bevel(case, 40);
    canvas.fill(rect(28, 41, 8, 3), [110, 112, 114]);
    canvas.fill(rect(30, 47, 4, 12), [30, 160, 76]);
    canvas.fill(rect(26, 51, 12, 4), [30, 160, 76]);
    canvas
}

/// A card with a stripe and a chip.
pub(super) fn card() -> Canvas {
    let mut canvas = Canvas::clear(SIDE, SIDE);
    let face = rect(23, 42, 18, 12);
    canvas.fill(face, [64, 104, 220]);
    canvas.light(face, |x, y| 40 - 2 * x - 3 * y);
    canvas.fill(face.part(0, 7, 18, 2), [20, 22, 30]);
    canvas.fill(face.part(3, 2, 4, 3), [230, 200, 110]);
    canvas.bevel(face, 40);
    canvas
}

/// A stick with fire on it, in two frames.
pub(super) fn torch(frame: i32) -> Canvas {
    let mut figure = Figure::default();
    figure.limb([[32, 60, 0], [32, 32, 0]], [44, 34], LEATHER);
    figure.ball([32, 32, 2], [5, 3, 5], STEEL);
    let lean = 2 * frame - 1;
    figure.limbs(
        &[[32, 27, 2], [32 + lean, 19, 2], [32 + 3 * lean, 10 - frame, 2]],
        [84, 18],
        glow([236, 100, 24]),
    );
    figure.limbs(&[[32, 28, 6], [32 + lean, 21, 6], [32 + 2 * lean, 15, 6]], [58, 12], glow([255, 190, 60]));
    figure.limb([[32, 28, 10], [32, 23, 10]], [38, 14], glow([255, 250, 200]));
    figure.drawn(SIDE, SIDE)
}

/// A lamp that hangs.
pub(super) fn lamp() -> Canvas {
    let mut figure = Figure::default();
    figure.limb([[32, 0, 0], [32, 12, 0]], [12, 12], STEEL);
    figure.ball([32, 15, 0], [10, 5, 10], STEEL);
    figure.ball([32, 20, 2], [6, 5, 6], glow([255, 246, 200]));
    figure.drawn(SIDE, SIDE)
}

/// A chest with bands of gold.
pub(super) fn chest() -> Canvas {
    let mut canvas = Canvas::clear(SIDE, SIDE);
    canvas.fill(rect(14, 38, 36, 24), [122, 78, 40]);
    canvas.light(rect(14, 38, 36, 24), |x, y| 24 - y * 2 + if x % 9 == 0 { -20 } else { 0 });
    for band in [rect(14, 38, 4, 24), rect(46, 38, 4, 24), rect(14, 47, 36, 3)] {
        canvas.fill(band, [206, 164, 60]);
        canvas.bevel(band, 30);
    }
    canvas.fill(rect(29, 45, 6, 7), [236, 200, 90]);
    canvas.fill(rect(31, 48, 2, 3), [40, 26, 10]);
    canvas
}

/// A bottle with something bright in it.
pub(super) fn potion() -> Canvas {
    let mut figure = Figure::default();
    figure.ball([32, 54, 0], [8, 8, 8], clay([60, 10, 60], [240, 90, 220]));
    figure.limb([[32, 47, 0], [32, 41, 0]], [44, 40], clay([70, 90, 100], [230, 244, 250]));
    figure.ball([32, 39, 1], [4, 2, 4], LEATHER);
    figure.fine([29 * 16, 51 * 16, 130], [26, 34, 12], glow([255, 230, 255]));
    figure.drawn(SIDE, SIDE)
}
