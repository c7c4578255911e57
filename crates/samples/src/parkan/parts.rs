//! What all models of Parkan have in common: how much is seen of them, and what a hit leaves.

use crate::form::{Body, Skin, plus, skin};
use crate::make::mesh::SEE_THROUGH;
use crate::paint::grain::grain;

/// How much there is to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    Near,
    Middle,
    Far,
}

/// What is drawn without hiding what is behind it.
pub(super) fn see_through(material: u8) -> Skin {
    Skin { flags: SEE_THROUGH, ..skin(material) }
}

/// Corners that a hit has pushed somewhere else. Those that are together stay together.
pub(super) fn dented(body: Body, by: f32, seed: i32) -> Body {
    body.bent(|point| {
        let [x, y, z] = point.map(|part| (part * 8.0).round() as i32);
        let push = |axis: i32| (grain(x + 31 * y, z, seed + axis) - 128) as f32 / 128.0 * by;
        plus(point, [push(0), push(1), push(2) * 0.6])
    })
}

/// The same, with what had one material in another.
pub(super) fn burnt_as(mut body: Body, from: u8, to: u8) -> Body {
    for facet in body.facets.iter_mut().filter(|facet| facet.skin.material == from) {
        facet.skin.material = to;
    }
    body
}
