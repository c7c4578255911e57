//! Boxes along the axes.

use glam::{Affine3A, DVec3, Vec3, Vec3A};

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Extent {
    pub low: Vec3,
    pub high: Vec3,
}

impl Extent {
    /// Around points; those that are not finite do not count.
    pub fn of<P: Into<Vec3>>(points: impl Iterator<Item = P>) -> Option<Self> {
        let points = points.map(Into::into).filter(|point| point.is_finite());
        Self::around(points.map(Self::at))
    }

    /// Around others.
    pub fn around(extents: impl IntoIterator<Item = Self>) -> Option<Self> {
        extents.into_iter().reduce(Self::and)
    }

    fn at(point: Vec3) -> Self {
        Self { low: point, high: point }
    }

    pub fn and(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// With more digits than files have, so that the last of theirs is right.
    pub fn size(self) -> DVec3 {
        self.high.as_dvec3() - self.low.as_dvec3()
    }

    pub fn center(self) -> Vec3 {
        self.low.as_dvec3().midpoint(self.high.as_dvec3()).as_vec3()
    }

    /// Around all eight corners, transformed.
    pub fn transformed(self, by: &Affine3A) -> Self {
        let corner = |i: usize| {
            let pick = |axis: usize| if i >> axis & 1 == 0 { self.low[axis] } else { self.high[axis] };
            by.transform_point3a(Vec3A::new(pick(0), pick(1), pick(2))).into()
        };
        (1..8).map(corner).fold(Self::at(corner(0)), |all, point| all.and(Self::at(point)))
    }

    /// For comparisons to the bit: a box with NaN in it is still the same box.
    pub fn to_bits(self) -> [[u32; 3]; 2] {
        [self.low, self.high].map(|corner| corner.to_array().map(f32::to_bits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_is_around_all_points_that_are_somewhere() {
        let points = [[1.0, 2.0, 3.0], [-1.0, 4.0, f32::INFINITY], [3.0, 0.0, 3.0]];
        let extent = Extent::of(points.into_iter()).unwrap();
        assert_eq!((extent.low, extent.high), (Vec3::new(1.0, 0.0, 3.0), Vec3::new(3.0, 2.0, 3.0)));
        assert_eq!((extent.center(), extent.size()), (Vec3::new(2.0, 1.0, 3.0), DVec3::new(2.0, 2.0, 0.0)));
        assert_eq!(Extent::of([[f32::NAN; 3]].into_iter()), None);
    }

    #[test]
    fn a_box_that_is_turned_holds_all_its_corners() {
        let extent = Extent { low: Vec3::ZERO, high: Vec3::new(2.0, 1.0, 0.0) };
        let turned = extent.transformed(&Affine3A::from_rotation_z(std::f32::consts::FRAC_PI_2));
        assert!((turned.low - Vec3::new(-1.0, 0.0, 0.0)).length() < 1e-6);
        assert!((turned.high - Vec3::new(0.0, 2.0, 0.0)).length() < 1e-6);
    }
}
