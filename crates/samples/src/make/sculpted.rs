//! Bodies as MechWarrior 3 has them: y up, and looking to -z.

use super::polygons::{Face, Shape};
use crate::form::{Body, Facet, Point, Skin};
use std::collections::HashMap;

/// Flags of a skin: what the expansion draws over it, and what is seen from both sides.
pub(crate) const MARKED: u32 = 1;
pub(crate) const BOTH_SIDES: u32 = 2;

/// A place of ours in the space of the game.
pub(crate) fn placed([x, y, z]: Point) -> Point {
    [x + 0.0, z + 0.0, 0.0 - y]
}

/// A list in which everything stands once.
#[derive(Default)]
struct Once {
    list: Vec<Point>,
    known: HashMap<[u32; 3], u32>,
}

impl Once {
    fn place(&mut self, point: Point) -> u32 {
        *self.known.entry(point.map(f32::to_bits)).or_insert_with(|| {
            self.list.push(point);
            self.list.len() as u32 - 1
        })
    }
}

/// With light from above in the colours of its corners, as the games' own models have it. `marks` is the material of what
/// is drawn over marked facets.
pub(crate) fn shape(body: &Body, marks: i32) -> Shape {
    let (mut vertices, mut normals) = (Once::default(), Once::default());
    let [low, high] = body.bounds();
    let tall = (high[2] - low[2]).max(1e-3);
    let face = |facet: &Facet| {
        let Skin { material, flags, .. } = facet.skin;
        let shade = |(point, normal): (&Point, &Point)| {
            let light = 216.0 + 22.0 * normal[2] + 24.0 * (point[2] - low[2]) / tall;
            [light.round().min(255.0); 3]
        };
        Face {
            vertices: facet.points.iter().map(|point| vertices.place(placed(*point))).collect(),
            normals: Some(facet.normals.iter().map(|normal| normals.place(placed(*normal))).collect()),
            uvs: Some(facet.uvs.clone()),
            materials: [i32::from(material)]
                .into_iter()
                .chain((flags & MARKED != 0).then_some(marks))
                .collect(),
            colours: facet.points.iter().zip(&facet.normals).map(shade).collect(),
            back_face: flags & BOTH_SIDES != 0,
            strip: false,
            priority: 0,
        }
    };
    let polygons = body.facets.iter().map(face).collect();
    Shape { vertices: vertices.list, normals: normals.list, polygons, ..Shape::default() }
}
