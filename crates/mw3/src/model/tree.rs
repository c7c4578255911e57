//! How nodes hang together, and where they stand.

use super::Model;
use super::node::Object;
use glam::{Affine3A, Mat3A, Vec3A};

/// How an object stands in its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stance {
    /// As it is.
    Initial,
    /// By its matrix alone.
    Matrix,
    /// By angles, scale and translation, from which its matrix was made.
    Turned,
}

/// The three rows that angles and scale give, for row vectors: scale, then around z, then x, then y. In single
/// precision and in the order of the games' own tools, so that most stored matrices come out to the bit.
pub fn matrix_from(rotate: [f32; 3], scale: [f32; 3]) -> [[f32; 3]; 3] {
    let ([sx, sy, sz], [cx, cy, cz]) = (rotate.map(f32::sin), rotate.map(f32::cos));
    let rows = [
        [sy * sx * sz + cy * cz, cx * sz, cy * sx * sz - sy * cz],
        [sy * sx * cz - cy * sz, cx * cz, cy * sx * cz + sy * sz],
        [sy * cx, -sx, cy * cx],
    ];
    let scaled = |row: usize| if scale[row] == 1.0 { rows[row] } else { rows[row].map(|x| x * scale[row]) };
    [0, 1, 2].map(scaled)
}

impl Object {
    pub fn stance(&self) -> Stance {
        match (self.flags.initial(), self.flags.use_matrix()) {
            (1, _) => Stance::Initial,
            (_, 1) => Stance::Matrix,
            _ => Stance::Turned,
        }
    }

    /// From the space of this node to that of its parent. The stored matrix counts, even where the angles would give
    /// another.
    pub fn local(&self) -> Affine3A {
        if self.stance() == Stance::Initial {
            return Affine3A::IDENTITY;
        }
        // The file multiplies rows from the left, so its rows are the columns here.
        let [x, y, z, translation] = self.matrix.map(Vec3A::from);
        Affine3A { matrix3: Mat3A::from_cols(x, y, z), translation }
    }
}

impl Model<'_> {
    /// The parent of every node.
    pub fn parents(&self) -> Vec<Option<usize>> {
        // Nodes that have children to come, and how many.
        let mut open: Vec<(usize, i32)> = vec![];
        let parent_of = |(i, node): (usize, &super::Node<'_>)| {
            while open.pop_if(|(_, to_come)| *to_come <= 0).is_some() {}
            let parent = open.last_mut().map(|(parent, to_come)| {
                *to_come -= 1;
                *parent
            });
            open.push((i, node.child_count()));
            parent
        };
        self.nodes.iter().enumerate().map(parent_of).collect()
    }

    /// From the space of every node to that of the model.
    pub fn worlds(&self) -> Vec<Affine3A> {
        let mut worlds: Vec<Affine3A> = Vec::with_capacity(self.nodes.len());
        for (node, parent) in self.nodes.iter().zip(self.parents()) {
            let local = node.object.as_ref().map_or(Affine3A::IDENTITY, Object::local);
            worlds.push(parent.map_or(local, |parent| worlds[parent] * local));
        }
        worlds
    }
}
