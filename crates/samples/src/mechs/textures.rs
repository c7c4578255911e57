//! The texture package: armour in five camouflages, what joints and guns are made of, and every kind of image.

use crate::make::package::{Named, drawn, near, package};
use crate::paint::grain::{clouds, grain};
use crate::paint::ramp::{dithered, path};
use crate::paint::{Canvas, Rgb, byte, lighter, mixed, rect, square};
use relict_toolkit::core::image::Image;
use serde_json::{Value, json};

type Colour = [u8; 4];

/// Names of at most 31 characters are all that fit.
const LONGEST_NAME: &str = "a_name_of_thirty_one_characters";

/// Armour in the colours of a country.
struct Camouflage {
    name: &'static str,
    colours: [Rgb; 3],
    band: Rgb,
}

const FOREST: Camouflage =
    Camouflage { name: "hull", colours: [[112, 122, 88], [78, 90, 64], [136, 116, 84]], band: [168, 60, 44] };

/// The others are smaller, and keep to a palette.
const OTHERS: [Camouflage; 4] = [
    Camouflage {
        name: "hull_desert",
        colours: [[176, 148, 104], [146, 114, 76], [196, 176, 136]],
        band: [60, 90, 110],
    },
    Camouflage {
        name: "hull_snow",
        colours: [[206, 212, 216], [168, 180, 190], [130, 142, 150]],
        band: [180, 70, 40],
    },
    Camouflage {
        name: "hull_urban",
        colours: [[124, 128, 132], [92, 96, 102], [156, 158, 160]],
        band: [206, 168, 40],
    },
    Camouflage {
        name: "hull_night",
        colours: [[50, 56, 70], [34, 38, 50], [70, 74, 90]],
        band: [110, 40, 120],
    },
];

fn armour(camouflage: &Camouflage, seed: i32) -> Canvas {
    let mut canvas = Canvas::new(128, 128, [0; 3]);
    let all = canvas.all();
    let (blots, spots) = (clouds(32, 128, seed), clouds(32, 128, seed + 40));
    let [base, second, third] = camouflage.colours;
    canvas.paint(all, |x, y| {
        Some(match (blots.at(x, y) > 140, spots.at(x, y) > 148) {
            (true, _) => second,
            (_, true) => third,
            _ => base,
        })
    });
    canvas.fill(rect(0, 88, 128, 8), camouflage.band);
    canvas.plates(all, &[36, 92], &[40, 100], seed);
    canvas.bolts(rect(0, 0, 36, 40), 8);
    canvas.bolts(rect(92, 0, 36, 40), 8);
    canvas.slats(rect(48, 10, 32, 22), 6);
    canvas.text((46, 56), "R-07", 1, lighter(base, 70));
    canvas.scratched(all, lighter(base, 60), 12, seed + 1);
    canvas.rusty(all, -30, seed + 2);
    canvas
}

/// A picture in colours of its own, so many of them at most.
fn indexed(canvas: &Canvas, palette: &[Rgb]) -> Image {
    let colours = palette.iter().map(|colour| opaque(*colour)).collect();
    let indices = dithered(canvas, palette, 24);
    Image::indexed(canvas.width as usize, canvas.height as usize, indices, colours)
}

/// As 16 bits show it.
fn opaque(colour: Rgb) -> Colour {
    let [r, g, b] = colour.map(byte);
    near([r, g, b, 255])
}

fn plain(image: &Image, settings: &Value) -> Vec<u8> {
    drawn(image, image, settings)
}

/// An image of a palette that all share.
fn shared(canvas: &Canvas, place: usize) -> Vec<u8> {
    let palette = palettes()[place].clone();
    let rgb: Vec<Rgb> =
        palette.iter().map(|[r, g, b, _]| [i32::from(*r), i32::from(*g), i32::from(*b)]).collect();
    let mut indices = dithered(canvas, &rgb[1..], 16).into_iter().map(|index| index + 1).collect::<Vec<u8>>();
    let hidden = |i: usize| canvas.seen(i as i32 % canvas.width, i as i32 / canvas.width) == 0;
    indices.iter_mut().enumerate().filter(|(i, _)| hidden(*i)).for_each(|(_, index)| *index = 0);
    let alpha = if indices.contains(&0) { "simple" } else { "none" };
    let mut colours = palette.clone();
    if alpha == "simple" {
        colours[0] = [0; 4];
    }
    let (width, height) = (canvas.width as usize, canvas.height as usize);
    let like = Image::indexed(width, height, vec![1; width * height], palette);
    let image = Image::indexed(width, height, indices, colours);
    drawn(&like, &image, &json!({"format": "global-palette", "alpha": alpha}))
}

/// With an alpha for each pixel, and colours of the shared palette.
fn shaded(canvas: &Canvas, place: usize) -> Vec<u8> {
    let palette = palettes()[place].clone();
    let rgb: Vec<Rgb> =
        palette.iter().map(|[r, g, b, _]| [i32::from(*r), i32::from(*g), i32::from(*b)]).collect();
    let (width, height) = (canvas.width as usize, canvas.height as usize);
    let pixel = |(i, index): (usize, u8)| {
        let [r, g, b, _] = palette[usize::from(index)];
        [r, g, b, byte(canvas.seen(i as i32 % canvas.width, i as i32 / canvas.width))]
    };
    let pixels = dithered(canvas, &rgb, 16).into_iter().enumerate().map(pixel).collect();
    let like = Image::indexed(width, height, vec![1; width * height], palette.clone());
    drawn(
        &like,
        &Image::rgba(width, height, pixels, true),
        &json!({"format": "global-palette", "alpha": "full"}),
    )
}

/// Earth, leaves and stone; fire and smoke. Both begin with black, which can be transparent.
fn palettes() -> [Vec<Colour>; 2] {
    let full = |mut colours: Vec<Rgb>| {
        colours.resize(255, [255; 3]);
        [[0, 0, 0, 255]].into_iter().chain(colours.into_iter().map(opaque)).collect()
    };
    let earth = [
        path(&[[24, 18, 12], [110, 82, 54], [206, 176, 130]], 32),
        path(&[[16, 24, 14], [76, 98, 52], [170, 186, 120]], 32),
        path(&[[24, 24, 26], [110, 112, 114], [232, 232, 228]], 32),
        path(&[[20, 10, 8], [150, 60, 34], [236, 170, 110]], 28),
    ];
    let fire = [
        path(&[[24, 6, 4], [190, 50, 10], [255, 170, 40], [255, 250, 220]], 40),
        path(&[[14, 14, 16], [120, 118, 116], [240, 238, 234]], 60),
    ];
    [full(earth.concat()), full(fire.concat())]
}

/// Plates of a limb, with a seam down the middle.
fn limb() -> Canvas {
    let mut canvas = Canvas::new(64, 64, [112, 116, 104]);
    canvas.grainy(canvas.all(), 10, 3);
    canvas.plates(canvas.all(), &[20, 44], &[26], 5);
    canvas.bolts(canvas.all(), 10);
    canvas.scratched(canvas.all(), [150, 150, 140], 16, 4);
    canvas.rusty(canvas.all(), 0, 8);
    canvas
}

/// Rings of rubber and a shaft of steel.
fn joint() -> Canvas {
    let mut canvas = Canvas::new(32, 32, [52, 52, 56]);
    canvas.light(canvas.all(), |_, y| [-30, -6, 22, 44, 28, 2, -22, -38][y as usize % 8]);
    canvas.grainy(canvas.all(), 8, 2);
    canvas
}

fn gun() -> Canvas {
    let mut canvas = Canvas::new(64, 32, [74, 78, 86]);
    canvas.light(canvas.all(), |x, y| {
        34 - (y - 10).abs() * 3 + grain(x, y, 4) / 20 - if x % 16 < 2 { 30 } else { 0 }
    });
    canvas.fill(rect(54, 0, 10, 32), [40, 38, 38]);
    canvas
}

/// Tubes in rows, each with a red tip in it.
fn missiles() -> Canvas {
    let mut canvas = Canvas::new(64, 64, [70, 74, 68]);
    canvas.groove(canvas.all());
    for cell in rect(4, 4, 56, 56).cells(4, 4) {
        let middle = (cell.x + 7, cell.y + 7);
        canvas.disc(middle, 6, [18, 18, 18]);
        canvas.ball(middle, 4, [150, 60, 44]);
    }
    canvas.grainy(canvas.all(), 6, 8);
    canvas
}

fn vent() -> Canvas {
    let mut canvas = Canvas::new(32, 32, [64, 62, 60]);
    canvas.slats(canvas.all(), 6);
    canvas.cover(canvas.all(), [220, 100, 30], |x, y| if y % 6 == 1 { 90 + grain(x, y, 3) / 4 } else { 0 });
    canvas
}

fn light() -> Canvas {
    let mut canvas = Canvas::new(16, 16, [255, 250, 220]);
    canvas.paint(canvas.all(), |x, y| {
        Some(mixed([255, 252, 230], [220, 170, 90], square(2 * x - 15, 2 * y - 15)))
    });
    canvas
}

/// A canopy: blue, with a shine across it.
fn glass() -> Canvas {
    let mut canvas = Canvas::new(64, 64, [62, 66, 62]);
    let shine = |x: i32, y: i32| matches!((x + 2 * y) % 96, 28..=39 | 46..=49);
    let pane = rect(3, 3, 58, 58);
    canvas.paint(pane, |x, y| {
        Some(if shine(x, y) { [226, 246, 252] } else { mixed([84, 170, 204], [20, 60, 96], y * 4) })
    });
    canvas.fade(pane, |x, y| if shine(x, y) { 220 } else { 170 + y });
    canvas.bevel(canvas.all(), 30);
    canvas
}

/// Treads, in the colours of the ground.
fn foot() -> Canvas {
    let mut canvas = Canvas::new(64, 64, [92, 88, 80]);
    canvas.grainy(canvas.all(), 16, 5);
    canvas.plates(canvas.all(), &[32], &[20, 42], 9);
    canvas.muddy(canvas.all(), [120, 92, 58], 40, 3);
    canvas.scratched(canvas.all(), [170, 164, 150], 20, 6);
    canvas
}

/// A star in a ring and wings beside it, on nothing.
fn badge() -> Canvas {
    let mut canvas = Canvas::clear(32, 32);
    canvas.disc((16, 16), 15, [236, 232, 224]);
    canvas.disc((16, 16), 13, [150, 40, 20]);
    canvas.paint(canvas.all(), |x, y| {
        let (dx, dy) = ((2 * x - 31).abs(), (2 * y - 31).abs());
        (dx * dy <= 30 && dx.max(dy) < 24).then_some([255, 236, 170])
    });
    canvas
}

/// Yellow and black, with holes between the bolts.
fn stripe() -> Image {
    let mut canvas = Canvas::new(32, 32, [0; 3]);
    canvas.stripes(canvas.all(), [[230, 186, 32], [32, 32, 24]], 8);
    canvas.scratched(canvas.all(), [150, 146, 130], 40, 3);
    indexed(&canvas, &[[32, 32, 24], [230, 186, 32], [150, 146, 130], [180, 150, 60]])
}

/// A cloud that thins out.
fn smoke() -> Canvas {
    let mut canvas = Canvas::clear(32, 32);
    let billows = clouds(8, 32, 3);
    canvas.paint(canvas.all(), |x, y| Some([90 + billows.at(x, y) / 2; 3]));
    canvas.fade(canvas.all(), |x, y| {
        (30 - square(2 * x - 31, 2 * y - 31).isqrt()) * 12 + (billows.at(x, y) - 128) / 2
    });
    canvas
}

/// Bars with nothing between them.
fn grate() -> Canvas {
    let mut canvas = Canvas::clear(32, 32);
    canvas.paint(canvas.all(), |x, y| match (x % 8, y % 16) {
        (0 | 1, _) => Some([120, 124, 120]),
        (2, _) => Some([60, 62, 60]),
        (_, 0) => Some([90, 92, 90]),
        _ => None,
    });
    canvas
}

const HEAT: [Colour; 4] = [[255, 255, 255, 255], [255, 255, 132, 255], [255, 130, 0, 255], [165, 16, 0, 255]];

/// White in the middle, red at its edges, and gone beyond; with a palette and an alpha for each pixel.
fn beam() -> Vec<u8> {
    let pixel = |i: i32| {
        let (x, y) = (i % 8, i / 8);
        let from = (2 * x - 7).abs() / 2;
        let [r, g, b, _] = HEAT[from as usize % 4];
        [r, g, b, byte(255 - from * 70 - (y - 16).abs() * 4)]
    };
    let like = Image::indexed(8, 32, vec![0; 256], HEAT.to_vec());
    drawn(&like, &Image::rgba(8, 32, (0..256).map(pixel).collect(), true), &json!({"alpha": "full"}))
}

/// Stored with few rows, for the game to make it higher.
fn horizon() -> Canvas {
    let mut canvas = Canvas::new(64, 16, [0; 3]);
    let hills = clouds(16, 64, 9);
    canvas.paint(canvas.all(), |x, y| {
        let sky = mixed([80, 90, 140], [240, 190, 150], y * 18);
        Some(if y > 12 - hills.at(x, 0) / 32 { lighter([64, 58, 56], y * 3) } else { sky })
    });
    canvas
}

/// Stored with few columns, for the game to make it wider.
fn girder() -> Canvas {
    let mut canvas = Canvas::new(8, 64, [118, 76, 54]);
    canvas.light(canvas.all(), |x, y| if y % 16 < 3 { 40 } else { x * 4 - 14 + grain(x, y, 5) / 20 });
    canvas
}

fn sand() -> Canvas {
    let mut canvas = Canvas::new(32, 32, [190, 160, 110]);
    let waves = clouds(16, 32, 4);
    canvas.light(canvas.all(), |x, y| {
        [14, 4, -6, -12, -4, 8, 12, 14][((y + waves.at(x, y) / 24) % 8) as usize] + grain(x, y, 3) / 16
    });
    canvas
}

/// Twelve colours of a camouflage, from dark to light.
fn shades(camouflage: &Camouflage) -> Vec<Rgb> {
    let of = |colour: &Rgb| [-60, -26, 0, 34].map(|by| lighter(*colour, by));
    let all = camouflage.colours.iter().chain([&camouflage.band]).flat_map(of);
    all.chain([[28, 26, 24], [116, 62, 28]]).map(|colour| colour.map(|part| part.clamp(0, 255))).collect()
}

fn camouflages() -> Vec<Named> {
    let small = |(i, camouflage): (i32, &Camouflage)| {
        let image = indexed(&armour(camouflage, 20 + 9 * i).halved(), &shades(camouflage));
        (camouflage.name, None, plain(&image, &json!({})))
    };
    (0..).zip(&OTHERS).map(small).collect()
}

pub(super) fn textures() -> Vec<u8> {
    let mine = |name, canvas: &Canvas, settings: Value| (name, None, plain(&canvas.image(), &settings));
    let own = |name, image: &Image| (name, None, plain(image, &json!({})));
    let dot = Canvas::new(1, 1, [255, 130, 0]);
    let mut odd = Canvas::new(3, 5, [60, 90, 120]);
    odd.light(odd.all(), |x, y| x * 30 + y * 12);
    let mut images = vec![
        mine(FOREST.name, &armour(&FOREST, 11), json!({"flags": 0x21})),
        mine("limb", &limb(), json!({})),
        own("joint", &indexed(&joint(), &path(&[[10, 10, 12], [60, 60, 66], [130, 132, 140]], 7))),
        mine("glass", &glass(), json!({"flags": 0x61})),
        own("stripe", &stripe()),
        mine("gun", &gun(), json!({})),
        mine("missiles", &missiles(), json!({})),
        mine("vent", &vent(), json!({})),
        mine("light", &light(), json!({})),
        ("foot", Some(0), shared(&foot(), 0)),
        ("badge", Some(1), shared(&badge(), 1)),
        ("smoke", Some(1), shaded(&smoke(), 1)),
        mine("grate", &grate(), json!({})),
        ("beam", None, beam()),
        mine("horizon", &horizon(), json!({"stretch": 1})),
        mine("girder", &girder(), json!({"stretch": 2, "flags": 0xE1})),
        mine("sand", &sand(), json!({"stretch": 3})),
        mine("dot", &dot, json!({})),
        mine(LONGEST_NAME, &odd, json!({})),
    ];
    images.extend(camouflages());
    package(&palettes(), &images)
}
