//! A tower that listens: a mast of struts, a cabin of glass, and a dish that goes round and round.

use super::light::{Lamp, Scene};
use super::parts::{burnt_as, dented, see_through};
use crate::form::dress::WHOLE;
use crate::form::solid::{level, oblong, round};
use crate::form::turn::{Turn, X, Z, swing};
use crate::form::{Body, Point, Skin, skin};
use crate::make::mesh::LIGHTMAPPED;
use crate::make::msh::Part;
use crate::make::unit::{model, part};
use crate::paint::Canvas;

pub(super) const WEAR: [&str; 9] =
    ["CONCRETE", "STEEL", "MESH", "GLASS", "DISH", "BEACON", "HAZARD", "ROOF", "RUIN"];
const CONCRETE: u8 = 0;
const STEEL: u8 = 1;
const MESH: u8 = 2;
const GLASS: u8 = 3;
const DISH: u8 = 4;
const BEACON: u8 = 5;
const HAZARD: u8 = 6;
const ROOF: u8 = 7;
const RUIN: u8 = 8;

pub(super) const LIGHTMAP: &str = "tower00.0";

const FLOOR: f32 = 8.0;

fn foot() -> Body {
    let lit = Skin { flags: LIGHTMAPPED, ..skin(CONCRETE) };
    let block = Body::wedge([-2.2, -2.2, 0.0], [2.2, 2.2, 1.2], [0.4; 4], lit).tiled(3.0);
    let step = Body::block([-0.8, 2.0, 0.0], [0.8, 3.0, 0.4], lit).tiled(3.0);
    Body::of([block, step])
}

fn lights() -> Scene {
    let lamp = |x: f32, y: f32| Lamp { at: [x, y, 2.4], colour: [230, 190, 130], reach: 1.4 };
    let walls = vec![[[-1.8, -1.8, 0.0], [1.8, 1.8, 1.1]]];
    Scene { lamps: vec![lamp(2.4, 2.4), lamp(-2.4, -2.4)], walls, sky: [120, 126, 144], side: 64 }
}

pub(super) fn lightmap() -> Canvas {
    lights().lit(foot()).1
}

/// How wide the mast is at a height.
fn half(z: f32) -> f32 {
    1.4 - 0.85 * (z - 1.2) / (FLOOR - 1.2)
}

/// Four legs, rings of struts and crosses between them.
fn mast(fine: bool) -> Body {
    let corner = |i: usize, z: f32| -> Point {
        let [x, y] = [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]][i % 4];
        [x * half(z), y * half(z), z]
    };
    let rod = |from: Point, to: Point, thick: f32| Body::strut([from, to], thick, skin(STEEL)).tiled(1.0);
    let mut all: Vec<Body> = (0..4).map(|i| rod(corner(i, 1.2), corner(i, FLOOR), 0.13)).collect();
    let floors: Vec<f32> = (0..=4).map(|i| 1.2 + (FLOOR - 1.2) * i as f32 / 4.0).collect();
    for pair in floors.windows(2).filter(|_| fine) {
        for i in 0..4 {
            all.push(rod(corner(i, pair[0]), corner(i + 1, pair[1]), 0.05));
            all.push(rod(corner(i + 1, pair[0]), corner(i, pair[1]), 0.05));
            all.push(rod(corner(i, pair[1]), corner(i + 1, pair[1]), 0.06));
        }
    }
    Body::of(all)
}

/// A platform with a rail around the cabin.
fn cabin(corners: usize) -> Body {
    let ring = |z: f32, radius: f32| level(z, &round([0.0, 0.0], radius, corners));
    let floor = Body::loft(&[ring(FLOOR - 0.5, 1.0), ring(FLOOR, 2.3), ring(FLOOR + 0.2, 2.3)], skin(STEEL))
        .tiled(1.4);
    let edge = Body::sleeve(&[ring(FLOOR - 0.02, 2.32), ring(FLOOR + 0.22, 2.32)], skin(HAZARD)).wrapped(
        WHOLE,
        [10.0, 0.4],
        WHOLE,
    );
    let rail = Body::sleeve(&[ring(FLOOR + 0.2, 2.25), ring(FLOOR + 0.9, 2.25)], see_through(MESH)).wrapped(
        WHOLE,
        [12.0, 0.6],
        WHOLE,
    );
    let wall = Body::sleeve(&[ring(FLOOR + 0.2, 1.5), ring(FLOOR + 0.7, 1.5)], skin(STEEL)).wrapped(
        WHOLE,
        [6.0, 0.4],
        WHOLE,
    );
    let panes =
        Body::sleeve(&[ring(FLOOR + 0.7, 1.5), ring(FLOOR + 1.6, 1.7)], see_through(GLASS)).fitted(WHOLE);
    let core = Body::block([-0.4, -0.4, FLOOR + 0.2], [0.4, 0.4, FLOOR + 1.2], skin(STEEL)).tiled(0.8);
    let roof =
        Body::loft(&[ring(FLOOR + 1.6, 1.85), ring(FLOOR + 1.8, 1.8), ring(FLOOR + 2.2, 0.5)], skin(ROOF))
            .tiled(1.6);
    Body::of([floor, edge, wall, core, roof, rail, panes])
}

/// A bowl that is cut off above and below, with ribs behind it and a horn before it.
fn dish(steps: i32) -> Body {
    let place = |i: i32, j: i32| -> Point {
        let (x, z) = (2.0 * i as f32 / steps as f32, 1.1 * j as f32 / 2.0);
        [x, 0.28 * (x * x + z * z), z + 1.3]
    };
    let mut bowl = vec![];
    for (i, j) in (-steps..steps).flat_map(|i| (-2..2).map(move |j| (i, j))) {
        let sheet = Body::sheet(
            vec![place(i, j), place(i + 1, j), place(i + 1, j + 1), place(i, j + 1)],
            see_through(DISH),
        );
        bowl.push(sheet);
    }
    let bowl = Body::of(bowl).smooth().tiled(1.1);
    let rod = |from: Point, to: Point| Body::strut([from, to], 0.05, skin(STEEL)).fitted(WHOLE);
    let horn =
        Body::spindle(&[[0.0, 0.16], [0.4, 0.05]], 6, skin(STEEL)).fitted(WHOLE).moved([0.0, 1.25, 1.3]);
    let arms = [
        rod([0.0, 0.1, 1.3], [0.0, 1.3, 1.3]),
        rod([-1.2, 0.4, 1.3], [0.0, 1.3, 1.3]),
        rod([1.2, 0.4, 1.3], [0.0, 1.3, 1.3]),
    ];
    let back = [rod([-1.8, 0.9, 1.3], [0.0, -0.3, 1.2]), rod([1.8, 0.9, 1.3], [0.0, -0.3, 1.2])];
    let axle = Body::rod([[0.0, 0.0, 0.0], [0.0, 0.0, 1.3]], [0.18, 0.12], 8, skin(STEEL)).tiled(0.6);
    let weight = Body::block([-0.3, -0.8, 1.0], [0.3, -0.2, 1.5], skin(STEEL)).tiled(0.8);
    Body::of([axle, weight, horn, Body::of(arms), Body::of(back), bowl])
}

fn beacon() -> Body {
    let glass =
        Body::spindle(&[[0.0, 0.16], [0.22, 0.14], [0.32, 0.0]], 8, skin(BEACON)).fitted(WHOLE).smooth();
    glass.turned(Turn::about(X, 0.25))
}

/// The foot with what is left of the mast, and the cabin beside it.
fn fallen() -> Body {
    let mut stump = mast(true);
    stump.facets.retain(|facet| facet.points.iter().all(|point| point[2] < 4.7));
    let cabin = dented(cabin(6).moved([0.0, 0.0, -FLOOR]), 0.2, 3).turned(Turn::about(X, 0.07));
    let (foot, _) = lights().lit(foot());
    Body::of([burnt_as(foot, CONCRETE, RUIN), dented(stump, 0.12, 4), cabin.moved([3.6, 1.2, 0.6])])
}

const FRAMES: u16 = 96;

pub(super) fn tower() -> Vec<u8> {
    let (foot, _) = lights().lit(foot());
    let near = Body::of([foot.clone(), mast(true), cabin(8)]);
    let middle = Body::of([foot, mast(false), cabin(6)]);
    let column = Body::loft(
        &[level(0.0, &oblong([-1.4, -1.4], [1.4, 1.4])), level(FLOOR, &oblong([-0.6, -0.6], [0.6, 0.6]))],
        see_through(MESH),
    );
    let fallen = fallen();
    let root = part("base_m1o1", None, [0.0; 3])
        .about_face()
        .labelled("central")
        .look(0, 0, &near)
        .look(0, 1, &middle.clone())
        .look(0, 2, &column.tiled(1.4))
        .look(1, 0, &dented(middle, 0.08, 2))
        .look(2, 0, &fallen);
    let top = [0.0, 0.0, FLOOR + 2.15];
    let radar = part("radar_m1o1", Some(0), top)
        .look(0, 0, &dish(4))
        .look(0, 1, &dish(2))
        .look(1, 0, &dented(dish(2), 0.15, 6))
        .spins(FRAMES, 1.0, Z);
    let lamp = part("lamp_m1o1", Some(0), [0.0, -1.5, FLOOR + 1.75])
        .look(0, 0, &beacon())
        .look(0, 1, &beacon())
        .moves(FRAMES, 8, |time| ([0.0, -1.5, FLOOR + 1.75], Turn::about(Z, 0.25 * swing(time))));
    let parts: [Part<'_>; 3] = [root, radar, lamp];
    model("tower", &parts)
}
