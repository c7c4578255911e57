//! Validates a scene: every index leads somewhere, every list has the length that it must have, every number is finite.
//! Code that gets a valid scene does not check again.

use super::notes::misfit;
use super::{Clip, Material, Mesh, Misfit, Node, Part, Scene, Track};
use crate::args;
use crate::format::{Context, Document};
use crate::report::Report;
use std::collections::HashSet;

/// The first field of a scene that is not as it has to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// `meshes[0].parts[1].indices`.
    pub field: String,
    /// Whether it contains NaN or infinity.
    pub not_finite: bool,
}

impl std::fmt::Display for Flaw {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let how = if self.not_finite { "has a number that is none" } else { "does not go with the rest" };
        write!(f, "{} {how}", self.field)
    }
}

impl From<Flaw> for Misfit {
    fn from(Flaw { field, not_finite }: Flaw) -> Self {
        misfit(if not_finite { "model.not-finite" } else { "model.malformed" }, args!(field = field))
    }
}

type Validity = Result<(), Flaw>;

impl Scene {
    /// Whether all indices lead somewhere, and lists have the length that they must have.
    pub fn validate_structure(&self) -> Validity {
        each("nodes", &self.nodes, |place, node| self.structure_of_node(place, node))?;
        each("meshes", &self.meshes, |_, mesh| self.structure_of_mesh(mesh))?;
        each("materials", &self.materials, |_, material| self.structure_of_material(material))?;
        each("clips", &self.clips, |_, clip| self.structure_of_clip(clip))
    }

    /// The same, and whether numbers are numbers, rotations turn, times rise, and a node shows one mesh for a variant.
    pub fn validate(&self) -> Validity {
        self.validate_structure()?;
        each("nodes", &self.nodes, |_, node| numbers_of_node(node))?;
        each("meshes", &self.meshes, |_, mesh| each("parts", &mesh.parts, |_, part| numbers_of_part(part)))?;
        each("clips", &self.clips, |_, clip| each("tracks", &clip.tracks, |_, track| numbers_of_track(track)))
    }

    fn structure_of_node(&self, place: usize, node: &Node) -> Validity {
        expect(node.parent.is_none_or(|parent| parent < place), "parent")?;
        expect(node.shapes.iter().all(|shape| shape.mesh < self.meshes.len()), "shapes")
    }

    fn structure_of_mesh(&self, mesh: &Mesh) -> Validity {
        each("parts", &mesh.parts, |_, part| self.structure_of_part(part))
    }

    fn structure_of_part(&self, part: &Part) -> Validity {
        let count = part.positions.len();
        as_many("normals", part.normals.as_ref(), count)?;
        as_many("uvs", part.uvs.as_ref(), count)?;
        as_many("light_uvs", part.light_uvs.as_ref(), count)?;
        as_many("colours", part.colours.as_ref(), count)?;
        let inside = part.indices.iter().all(|index| (*index as usize) < count);
        expect(inside && part.indices.len().is_multiple_of(3), "indices")?;
        expect(part.material.is_none_or(|material| material < self.materials.len()), "material")
    }

    fn structure_of_material(&self, material: &Material) -> Validity {
        let there = |texture: Option<usize>| texture.is_none_or(|texture| texture < self.textures.len());
        expect(there(material.texture), "texture")?;
        expect(there(material.lightmap), "lightmap")?;
        expect(there(material.detail), "detail")
    }

    fn structure_of_clip(&self, clip: &Clip) -> Validity {
        each("tracks", &clip.tracks, |_, track| {
            expect(track.node < self.nodes.len(), "node")?;
            as_many("translations", track.translations.as_ref(), track.times.len())?;
            as_many("rotations", track.rotations.as_ref(), track.times.len())?;
            as_many("scales", track.scales.as_ref(), track.times.len())
        })
    }
}

fn each<T>(name: &str, list: &[T], check: impl Fn(usize, &T) -> Validity) -> Validity {
    let within = |place: usize, Flaw { field, not_finite }: Flaw| Flaw {
        field: format!("{name}[{place}].{field}"),
        not_finite,
    };
    list.iter()
        .enumerate()
        .try_for_each(|(place, item)| check(place, item).map_err(|flaw| within(place, flaw)))
}

fn expect(fine: bool, field: &str) -> Validity {
    if fine { Ok(()) } else { Err(Flaw { field: field.into(), not_finite: false }) }
}

fn as_many<T>(field: &str, list: Option<&Vec<T>>, count: usize) -> Validity {
    expect(list.is_none_or(|list| list.len() == count), field)
}

fn expect_finite<'n>(numbers: impl IntoIterator<Item = &'n f32>, field: &str) -> Validity {
    let finite = numbers.into_iter().all(|number| number.is_finite());
    if finite { Ok(()) } else { Err(Flaw { field: field.into(), not_finite: true }) }
}

/// A rotation has a length that can be made one.
fn is_rotation(rotation: &[f32; 4]) -> bool {
    let length = rotation.iter().map(|part| part * part).sum::<f32>();
    length.is_finite() && length > 1e-12
}

fn numbers_of_node(node: &Node) -> Validity {
    let place = &node.placement;
    expect_finite(place.translation.iter().chain(&place.rotation).chain(&place.scale), "placement")?;
    expect(is_rotation(&place.rotation), "placement.rotation")?;
    let mut seen = HashSet::new();
    expect(node.shapes.iter().all(|shape| seen.insert(shape.variant)), "shapes")
}

fn numbers_of_part(part: &Part) -> Validity {
    expect_finite(part.positions.iter().flatten(), "positions")?;
    expect_finite(part.normals.iter().flatten().flatten(), "normals")?;
    expect_finite(part.uvs.iter().flatten().flatten(), "uvs")?;
    expect_finite(part.light_uvs.iter().flatten().flatten(), "light_uvs")?;
    expect_finite(part.colours.iter().flatten().flatten(), "colours")
}

fn numbers_of_track(track: &Track) -> Validity {
    expect_finite(&track.times, "times")?;
    let rising = track.times.windows(2).all(|pair| pair[0] <= pair[1]);
    expect(rising && track.times.first().is_none_or(|first| *first > -1e-3), "times")?;
    expect_finite(track.translations.iter().flatten().flatten(), "translations")?;
    expect_finite(track.scales.iter().flatten().flatten(), "scales")?;
    expect(track.rotations.iter().flatten().all(is_rotation), "rotations")
}

/// Fails if a model that was made of another has an error that this did not have.
pub fn expect_no_worse(before: &dyn Document, after: &dyn Document) -> crate::error::Result<()> {
    let findings = |document: &dyn Document| {
        let mut report = Report::default();
        document.check_into(&mut report, Context::ALONE);
        report
    };
    findings(after).expect_no_worse(&findings(before))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Shape, Variant};

    #[test]
    fn what_is_not_there_is_named() {
        let mesh = Mesh { parts: vec![Part::default()], ..Mesh::default() };
        let sound = Scene { nodes: vec![Node::default()], meshes: vec![mesh], ..Scene::default() };
        assert_eq!(sound.validate(), Ok(()));
        let broken = |change: fn(&mut Scene)| {
            let mut scene = sound.clone();
            change(&mut scene);
            scene.validate_structure().unwrap_err().field
        };
        assert_eq!(broken(|s| s.nodes[0].parent = Some(0)), "nodes[0].parent");
        let shape = |s: &mut Scene| s.nodes[0].shapes.push(Shape { variant: Variant::default(), mesh: 1 });
        assert_eq!(broken(shape), "nodes[0].shapes");
        let corner = |s: &mut Scene| s.meshes[0].parts[0].indices.extend([0, 0, 0]);
        assert_eq!(broken(corner), "meshes[0].parts[0].indices");
        let corners = |s: &mut Scene| s.meshes[0].parts[0].indices.push(0);
        assert_eq!(broken(corners), "meshes[0].parts[0].indices");
        let uvs = |s: &mut Scene| s.meshes[0].parts[0].uvs = Some(vec![[0.0; 2]]);
        assert_eq!(broken(uvs), "meshes[0].parts[0].uvs");
        let track = |s: &mut Scene| {
            s.clips.push(Clip { tracks: vec![Track { node: 4, ..Track::default() }], ..Clip::default() });
        };
        assert_eq!(broken(track), "clips[0].tracks[0].node");
    }

    #[test]
    fn numbers_that_are_none_are_told_apart() {
        let mut scene = Scene { nodes: vec![Node::default()], ..Scene::default() };
        scene.nodes[0].placement.scale[1] = f32::NAN;
        let flaw = scene.validate().unwrap_err();
        assert_eq!((scene.validate_structure(), flaw.not_finite), (Ok(()), true));
        assert_eq!(flaw.to_string(), "nodes[0].placement has a number that is none");
        scene.nodes[0].placement = super::super::Placement { rotation: [0.0; 4], ..Default::default() };
        assert_eq!(scene.validate().unwrap_err().field, "nodes[0].placement.rotation");
    }
}
