//! Where the facets of a body lie on a texture.

use super::solid::outline_uvs;
use super::{Body, Facet, Point, Uv};
use crate::paint::Rect;

/// A part of a texture, from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region {
    pub(crate) low: Uv,
    pub(crate) high: Uv,
}

pub(crate) const WHOLE: Region = Region { low: [0.0, 0.0], high: [1.0, 1.0] };

/// A part of a texture of this size, half a pixel inside of its edges so that nothing beside it shows.
pub(crate) fn region(Rect { x, y, w, h }: Rect, [width, height]: [i32; 2]) -> Region {
    let at = |pixel: f32, size: i32| pixel / size as f32;
    Region {
        low: [at(x as f32 + 0.5, width), at(y as f32 + 0.5, height)],
        high: [at((x + w) as f32 - 0.5, width), at((y + h) as f32 - 0.5, height)],
    }
}

impl Region {
    pub(crate) fn at(&self, [u, v]: Uv) -> Uv {
        let along = |part: f32, axis: usize| self.low[axis] + (self.high[axis] - self.low[axis]) * part;
        [along(u, 0), along(v, 1)]
    }
}

/// What a body has on its sides, each as seen from there: in front and behind, to the left and right, above and below.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sheet {
    pub(crate) bounds: [Point; 2],
    pub(crate) side: Region,
    pub(crate) front: Region,
    pub(crate) back: Region,
    pub(crate) top: Region,
}

impl Sheet {
    /// Left and right mirror each other, so that a vent at the rear is at the rear on both; what is to be read is no part
    /// of a sheet.
    fn uv(&self, point: Point, axis: usize, positive: bool) -> Uv {
        let [low, high] = self.bounds;
        let part =
            |axis: usize| ((point[axis] - low[axis]) / (high[axis] - low[axis]).max(1e-6)).clamp(0.0, 1.0);
        match (axis, positive) {
            (0, _) => self.side.at([part(1), 1.0 - part(2)]),
            (1, true) => self.front.at([1.0 - part(0), 1.0 - part(2)]),
            (1, false) => self.back.at([part(0), 1.0 - part(2)]),
            _ => self.top.at([part(0), 1.0 - part(1)]),
        }
    }
}

/// The axis that a facet looks along most, and which way. Slanted ones count as sides rather than as tops.
fn facing(facet: &Facet) -> (usize, bool) {
    let normal = facet.normal();
    let weight = [normal[0].abs(), normal[1].abs(), normal[2].abs() * 0.8];
    let axis =
        if weight[2] >= weight[0] && weight[2] >= weight[1] { 2 } else { usize::from(weight[1] > weight[0]) };
    (axis, normal[axis] >= 0.0)
}

impl Body {
    /// As on a sheet.
    pub(crate) fn on(mut self, sheet: &Sheet) -> Self {
        for facet in &mut self.facets {
            let (axis, positive) = facing(facet);
            facet.uvs = facet.points.iter().map(|point| sheet.uv(*point, axis, positive)).collect();
        }
        self
    }

    /// The same part of the texture on every side.
    pub(crate) fn cased(self, part: Region) -> Self {
        let sheet = Sheet { bounds: self.bounds(), side: part, front: part, back: part, top: part };
        self.on(&sheet)
    }

    /// The texture again and again, so large.
    pub(crate) fn tiled(mut self, size: f32) -> Self {
        for facet in &mut self.facets {
            let (axis, positive) = facing(facet);
            let flip = if positive { 1.0 } else { -1.0 };
            let uv = |[x, y, z]: &Point| match axis {
                0 => [flip * y / size, -z / size],
                1 => [-flip * x / size, -z / size],
                _ => [x / size, -y / size],
            };
            facet.uvs = facet.points.iter().map(uv).collect();
        }
        self
    }

    /// Each facet gets a part of the texture for itself.
    pub(crate) fn fitted(mut self, part: Region) -> Self {
        for facet in &mut self.facets {
            facet.uvs = outline_uvs(&facet.points).into_iter().map(|uv| part.at(uv)).collect();
        }
        self
    }

    /// What goes around a loft lies in a part of the texture, so often; ends get a part of their own.
    pub(crate) fn wrapped(mut self, part: Region, times: [f32; 2], ends: Region) -> Self {
        for facet in &mut self.facets {
            let uvs = facet.uvs.iter();
            facet.uvs = if facet.points.len() > 4 {
                uvs.map(|uv| ends.at(*uv)).collect()
            } else {
                uvs.map(|[u, v]| part.at([u * times[0], v * times[1]])).collect()
            };
        }
        self
    }
}
