//! What is drawn of a mesh: its polygons as triangles.

use super::corners::Corners;
use super::mesh::{Mesh, Polygon, PolygonPm};
use relict_core::view::View;

/// A polygon with its corners, whichever game it is of.
#[derive(Clone, Debug)]
pub struct Face<'m> {
    pub corners: Corners<'m>,
    /// Seen from both sides.
    pub back_face: bool,
    pub strip: bool,
    pub priority: i32,
    /// The one material of a polygon of MechWarrior 3.
    material: Option<i32>,
}

/// The triangles of a polygon with so many corners, by the places of its corners: a fan around the first one, or a
/// strip in which every second triangle goes round the other way.
pub fn triangles(corners: usize, strip: bool) -> impl Iterator<Item = [usize; 3]> {
    (0..corners.saturating_sub(2)).map(move |i| match (strip, i % 2) {
        (false, _) => [0, i + 1, i + 2],
        (true, 0) => [i, i + 1, i + 2],
        (true, _) => [i + 1, i, i + 2],
    })
}

impl Face<'_> {
    /// What is drawn, one over the other.
    pub fn materials(&self) -> impl Iterator<Item = i32> + '_ {
        let more = self.corners.materials.iter().flat_map(View::iter);
        self.material.into_iter().chain(more)
    }

    /// By the places of corners.
    pub fn triangles(&self) -> impl Iterator<Item = [usize; 3]> + use<> {
        triangles(self.corners.vertices.len(), self.strip)
    }
}

impl Mesh<'_> {
    /// Every polygon with its corners.
    pub fn faces(&self) -> impl Iterator<Item = Face<'_>> + '_ {
        let mw = |Polygon { outline, priority, material, .. }: Polygon| {
            (outline.back_face() == 1, outline.strip() == 1, priority, Some(material))
        };
        let pm = |PolygonPm { outline, priority, .. }: PolygonPm| {
            (outline.back_face() == 1, outline.strip() == 1, priority, None)
        };
        let mw = self.polygons.iter().flat_map(move |polygons| polygons.iter().map(mw));
        let pm = self.polygons_pm.iter().flat_map(move |polygons| polygons.iter().map(pm));
        let face = |(corners, (back_face, strip, priority, material))| Face {
            corners,
            back_face,
            strip,
            priority,
            material,
        };
        self.corners.iter().zip(mw.chain(pm)).map(face)
    }

    /// Every material of every polygon, behind the numbers of both.
    pub fn materials(&self) -> impl Iterator<Item = (usize, usize, i32)> + '_ {
        let own = self.polygons.iter().flat_map(View::iter).map(|polygon| polygon.material);
        let own = own.enumerate().map(|(polygon, material)| (polygon, 0, material));
        let among_corners = self.corners.materials().enumerate().flat_map(|(polygon, materials)| {
            materials.enumerate().map(move |(set, material)| (polygon, set, material))
        });
        own.chain(among_corners)
    }

    /// Of all polygons, by the places of vertices, there or not.
    pub fn triangles(&self) -> Vec<[u32; 3]> {
        let mut all = vec![];
        for face in self.faces() {
            let vertex = |corner: usize| face.corners.vertices.get(corner).unwrap_or_default();
            all.extend(face.triangles().map(|corners| corners.map(vertex)));
        }
        all
    }

    pub fn triangle_count(&self) -> usize {
        self.corners.iter().map(|corners| corners.vertices.len().saturating_sub(2)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_are_fans_and_strips_turn_every_second_triangle() {
        let all = |corners, strip| triangles(corners, strip).collect::<Vec<_>>();
        assert_eq!(all(5, false), [[0, 1, 2], [0, 2, 3], [0, 3, 4]]);
        assert_eq!(all(5, true), [[0, 1, 2], [2, 1, 3], [2, 3, 4]]);
        assert_eq!((all(2, false), all(0, true)), (vec![], vec![]));
    }
}
