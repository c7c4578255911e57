//! A scene as a model: the way back from glTF.
//!
//! What is there already is the measure. A scene is compared with what the model itself shows; what is the same stays as
//! it is, byte for byte, and what follows from something else is only made anew where that has changed.

mod bounds;
mod coats;
mod meet;
mod place;
mod pool;
mod weave;

use super::cut::{self, Facet};
use super::looks::Looks;
use super::mesh::Mesh;
use super::{Model, Node};
use coats::Coats;
use meet::Space;
use relict_core::args;
use relict_core::format::Document;
use relict_core::prelude::*;
use relict_core::scene::cast::{Cast, covered};
use relict_core::scene::notes::{Notes, misfit};
use relict_core::scene::{self, Misfit, ModelEdit, Scene, Variant};
use std::collections::BTreeSet;
use weave::Weaver;

impl Model<'_> {
    /// This model with what the scene shows.
    pub(super) fn remodel(&self, scene: &Scene, context: Context<'_>) -> Result<ModelEdit, Misfit> {
        scene.validate()?;
        let mut notes = Notes::default();
        let names = self.scene_names();
        let cast = Cast::new(&names, scene, &mut notes)?;
        let mut draft = self.clone();
        if !scene.flat {
            self.expect_same_tree(scene, &cast, &names)?;
            place::set(self, scene, &cast, &mut draft, &mut notes)?;
        }
        if !scene.clips.is_empty() {
            notes.say("clips-elsewhere", args!(count = scene.clips.len()));
        }
        let mut shaper = Shaper {
            model: self,
            scene,
            cast: &cast,
            names: &names,
            coats: Coats::new(self, scene, context),
            notes: &mut notes,
        };
        shaper.shape(&mut draft)?;
        bounds::follow(self, &mut draft, &mut notes);
        let bytes = draft.to_bytes()?;
        self.expect_no_worse(&bytes)?;
        Ok(ModelEdit { bytes, remarks: notes.told() })
    }

    /// Nodes hang where they hung: their order in the file is the tree.
    fn expect_same_tree(&self, scene: &Scene, cast: &Cast, names: &[String]) -> Result<(), Misfit> {
        let told = cast.parents(scene);
        for (node, own) in self.parents().into_iter().enumerate() {
            let Some(parent) = cast.of_model[node].map(|place| told[place]) else { continue };
            if parent != own {
                let before = own.map_or("—", |own| &*names[own]);
                let args = args!(node = names[node].as_str(), before = before);
                return Err(misfit("model.parent-fixed", args));
            }
        }
        Ok(())
    }

    /// What was made must not have a flaw that was not there before.
    fn expect_no_worse(&self, bytes: &[u8]) -> Result<()> {
        let made = Model::read_as(&mut Cursor::new(bytes), self.game)?;
        let findings = |model: &Model<'_>| {
            let mut report = Report::default();
            model.check(&mut report, Context::ALONE);
            report
        };
        findings(&made).expect_no_worse(&findings(self))
    }
}

/// Every look that there can be.
fn all_looks(looks: &[Looks]) -> Vec<Variant> {
    looks.iter().map(Looks::first).collect::<BTreeSet<_>>().into_iter().collect()
}

/// Brings what the nodes show into the draft.
struct Shaper<'s> {
    model: &'s Model<'s>,
    scene: &'s Scene,
    cast: &'s Cast,
    names: &'s [String],
    coats: Coats,
    notes: &'s mut Notes,
}

impl<'s> Shaper<'s> {
    fn shape(&mut self, draft: &mut Model<'_>) -> Result<(), Misfit> {
        let looks = self.model.looks();
        let covered = covered(self.scene, &all_looks(&looks));
        let worlds = self.scene.flat.then(|| self.model.worlds());
        for (place, node) in self.model.nodes.iter().enumerate() {
            let own = node.mesh.as_ref().map(cut::facets).unwrap_or_default();
            let Some(told) = self.told(place, !own.is_empty(), &looks[place], &covered)? else { continue };
            let space = Space::new(worlds.as_ref().map(|worlds| worlds[place]));
            self.reshape(place, &own, &told, space, draft)?;
        }
        Ok(())
    }

    /// The parts that the scene shows of a node; none if it tells nothing of it.
    fn told(
        &mut self,
        node: usize,
        shows: bool,
        looks: &Looks,
        covered: &BTreeSet<Variant>,
    ) -> Result<Option<Vec<&'s scene::Part>>, Misfit> {
        let name = self.names[node].as_str();
        let is_covered = covered.iter().any(|variant| looks.has(*variant));
        let Some(place) = self.cast.of_model[node] else {
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

    fn reshape(
        &mut self,
        place: usize,
        own: &[Facet],
        told: &[&scene::Part],
        space: Space,
        draft: &mut Model<'_>,
    ) -> Result<(), Misfit> {
        let name = &self.names[place];
        let mut faces = vec![];
        for part in told {
            let coat = self.coats.of(part, own, name, self.notes)?;
            meet::faces(part, coat, &mut faces);
        }
        let node = &self.model.nodes[place];
        if node.object.is_none() && !faces.is_empty() {
            return Err(misfit("model.level-mesh", args!(node = name.as_str())));
        }
        let pairing = meet::pair(own, &faces, space);
        if pairing.is_same(own, &faces, space) {
            return Ok(());
        }
        let weaver = Weaver { model: self.model, own, faces: &faces, space, name };
        let woven = weaver.woven(node.mesh.as_ref(), &pairing, self.notes)?;
        put(woven, &mut draft.nodes[place]);
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

/// Where things were in memory long ago does not matter; that something was there does.
const ADDRESS: u32 = 1;
