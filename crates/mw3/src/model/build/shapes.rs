//! What each node shows.

use super::super::cut::{self, Facet};
use super::super::looks::Looks;
use super::super::mesh::Mesh;
use super::super::{Model, Node};
use super::ADDRESS;
use super::materials::SceneMaterials;
use super::mesh::MeshRebuilder;
use super::triangles::PolygonMatcher;
use super::vertices::{self, VertexMatcher};
use relict_core::args;
use relict_core::scene::node_match::NodeMatch;
use relict_core::scene::notes::{Notes, misfit};
use relict_core::scene::variants::covered;
use relict_core::scene::{Misfit, Part, Scene, Variant};
use std::collections::BTreeSet;

/// Every look that there can be.
fn all_looks(looks: &[Looks]) -> Vec<Variant> {
    looks.iter().map(Looks::first).collect::<BTreeSet<_>>().into_iter().collect()
}

pub(super) struct Shapes<'s> {
    pub model: &'s Model<'s>,
    pub scene: &'s Scene,
    pub nodes: &'s NodeMatch,
    pub names: &'s [String],
    pub materials: SceneMaterials,
    pub notes: &'s mut Notes,
}

impl<'s> Shapes<'s> {
    /// Puts into the draft what the scene shows.
    pub(super) fn put(&mut self, draft: &mut Model<'_>) -> Result<(), Misfit> {
        let looks = self.model.looks();
        let covered = covered(self.scene, all_looks(&looks));
        let worlds = self.scene.flat.then(|| self.model.worlds());
        for (place, node) in self.model.nodes.iter().enumerate() {
            let own = node.mesh.as_ref().map(cut::facets).unwrap_or_default();
            let Some(parts) = self.parts(place, !own.is_empty(), &looks[place], &covered)? else { continue };
            let vertices = VertexMatcher::new(worlds.as_ref().map(|worlds| worlds[place]));
            self.put_mesh(place, &own, &parts, vertices, draft)?;
        }
        Ok(())
    }

    /// The parts that the scene shows of a node; none if it does not speak of the node.
    fn parts(
        &mut self,
        node: usize,
        shows: bool,
        looks: &Looks,
        covered: &BTreeSet<Variant>,
    ) -> Result<Option<Vec<&'s Part>>, Misfit> {
        let name = self.names[node].as_str();
        let is_covered = covered.iter().any(|variant| looks.has(*variant));
        let Some(place) = self.nodes.of_model[node] else {
            if shows && is_covered {
                self.notes.say("node-absent", args!(node = name));
            }
            return Ok(None);
        };
        match &self.scene.nodes[place].shapes[..] {
            [] if shows && is_covered => {
                self.notes.say("mesh-gone", args!(node = name));
                Ok(Some(vec![]))
            }
            [] => Ok(None),
            [shape] => Ok(Some(self.scene.meshes[shape.mesh].parts.iter().collect())),
            _ => Err(misfit("model.one-mesh", args!(node = name))),
        }
    }

    fn put_mesh(
        &mut self,
        place: usize,
        own: &[Facet],
        parts: &[&Part],
        vertices: VertexMatcher,
        draft: &mut Model<'_>,
    ) -> Result<(), Misfit> {
        let name = &self.names[place];
        let mut triangles = vec![];
        for part in parts {
            let material = self.materials.of(part, own, name, self.notes)?;
            triangles.extend(vertices::triangles(part, material));
        }
        let node = &self.model.nodes[place];
        if node.object.is_none() && !triangles.is_empty() {
            return Err(misfit("model.level-mesh", args!(node = name.as_str())));
        }
        let matcher = PolygonMatcher { own, scene: &triangles, vertices };
        let pairing = matcher.pair();
        if matcher.is_same(&pairing) {
            return Ok(());
        }
        let rebuilder = MeshRebuilder { model: self.model, matcher, name };
        put(rebuilder.rebuilt(node.mesh.as_ref(), &pairing, self.notes)?, &mut draft.nodes[place]);
        Ok(())
    }
}

/// A mesh that has nothing left to show is gone, unless it carries lights.
fn put<'d>(mesh: Mesh<'static>, node: &mut Node<'d>)
where
    'static: 'd,
{
    if mesh.polygon_count() == 0 && mesh.lights.is_empty() {
        (node.mesh, node.base.mesh_ptr) = (None, 0);
        return;
    }
    if node.base.mesh_ptr == 0 {
        node.base.mesh_ptr = ADDRESS;
    }
    node.mesh = Some(mesh);
}
