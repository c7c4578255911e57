//! The faces of a scene: each triangle with its material, and the one that lies over it.

use super::{Extra, Notes, bits, misfit};
use crate::msh::build::materials::MaterialRows;
use crate::msh::ground::materials::LIQUID;
use crate::msh::scene::all_variants;
use glam::Affine3A;
use relict_core::args;
use relict_core::scene::names::without_copy_number;
use relict_core::scene::triangles::TriangleKey;
use relict_core::scene::variants::covered;
use relict_core::scene::{Material, Misfit, Node, OVER, Part, Scene, Variant};
use std::collections::HashMap;

/// How materials that lie over others are called, beside their own name.
const OVER_NAME: &str = "_over";

#[derive(Clone, Copy, Debug)]
pub(super) struct SceneCorner {
    pub position: [f32; 3],
    pub normal: Option<[f32; 3]>,
    pub uv: Option<[f32; 2]>,
    pub micro: Option<[f32; 2]>,
    /// Of the material that lies over this one.
    pub alpha: Option<f32>,
}

#[derive(Debug)]
pub(super) struct SceneFace {
    pub corners: [SceneCorner; 3],
    /// A place in the list of parts.
    pub part: usize,
    /// The row of what lies over it; none at all if the scene cannot tell.
    pub second: Option<Option<u8>>,
}

/// What a scene shows of the ground, near and far.
#[derive(Debug)]
pub(super) struct SceneGround {
    levels: [Option<Vec<SceneFace>>; 2],
    pub parts: Vec<Meaning>,
}

/// What a part of the scene is made of.
#[derive(Debug)]
pub(super) struct Meaning {
    /// Rows of the wear table, the likeliest first: several may have one name.
    pub rows: Vec<u8>,
    over: bool,
    /// None if the scene cannot tell.
    pub liquid: Option<bool>,
    pub mesh: String,
}

impl Meaning {
    pub(super) fn row(&self) -> u8 {
        self.rows.first().copied().unwrap_or_default()
    }
}

type Key = TriangleKey<(), [u32; 3]>;

impl SceneGround {
    pub(super) fn of(scene: &Scene, worn: &[String], notes: &mut Notes) -> Result<Self, Misfit> {
        let ways = ways(&scene.nodes);
        let covered = covered(scene, all_variants());
        for node in &scene.nodes {
            let variants = node.shapes.iter().map(|shape| shape.variant);
            if let Some(Variant { state, level }) = variants.into_iter().find(|v| v.state > 0 || v.level > 1)
            {
                let args = args!(node = node.name.as_str(), state = state, level = level);
                return Err(misfit("model.ground-variant", args));
            }
        }
        let mut meanings = Meanings::new(scene, worn, notes);
        let (mut levels, mut parts) = ([None, None], vec![]);
        for (level, faces) in (0..).zip(&mut levels) {
            let variant = Variant { state: 0, level };
            if covered.contains(&variant) {
                *faces = Some(collect(scene, &ways, variant, &mut meanings, &mut parts)?);
            }
        }
        Ok(Self { levels, parts })
    }

    /// None if the scene does not show this level.
    pub(super) fn level(&self, level: usize) -> Option<&[SceneFace]> {
        self.levels.get(level)?.as_deref()
    }
}

/// From each node to the whole; none where nothing changes, so that numbers stay as they are.
fn ways(nodes: &[Node]) -> Vec<Option<Affine3A>> {
    let mut ways: Vec<Option<Affine3A>> = vec![];
    for node in nodes {
        let place = &node.placement;
        let own = (*place != Default::default()).then(|| {
            let turn = glam::Quat::from_array(place.rotation).normalize();
            Affine3A::from_scale_rotation_translation(place.scale.into(), turn, place.translation.into())
        });
        let above = node.parent.and_then(|parent| ways.get(parent).copied().flatten());
        ways.push(match (above, own) {
            (Some(above), Some(own)) => Some(above * own),
            (above, own) => above.or(own),
        });
    }
    ways
}

fn collect(
    scene: &Scene,
    ways: &[Option<Affine3A>],
    variant: Variant,
    meanings: &mut Meanings<'_>,
    parts: &mut Vec<Meaning>,
) -> Result<Vec<SceneFace>, Misfit> {
    let (mut faces, mut overs) = (vec![], Overs::default());
    for (node, way) in scene.nodes.iter().zip(ways) {
        for shape in node.shapes.iter().filter(|shape| shape.variant == variant) {
            let mesh = &scene.meshes[shape.mesh];
            for part in &mesh.parts {
                let meaning = meanings.of(part, &mesh.name)?;
                let triangles =
                    part.triangles().iter().map(|corners| corners.map(|i| corner(part, i as usize, *way)));
                if meaning.over {
                    triangles.for_each(|corners| overs.add(meaning.row(), corners));
                } else {
                    // Files without nodes have no alpha either, so what is blended over others is not in them.
                    let second = (!scene.flat).then_some(None);
                    faces.extend(triangles.map(|corners| SceneFace { corners, part: parts.len(), second }));
                }
                parts.push(meaning);
            }
        }
    }
    overs.lay(&mut faces)?;
    Ok(faces)
}

fn corner(part: &Part, i: usize, way: Option<Affine3A>) -> SceneCorner {
    let (position, normal) = (part.positions[i], part.normals.as_ref().map(|normals| normals[i]));
    SceneCorner {
        position: way.map_or(position, |way| way.transform_point3(position.into()).to_array()),
        normal: normal.map(|normal| {
            let turned = way
                .map_or(normal.into(), |way| way.matrix3.inverse().transpose() * glam::Vec3A::from(normal));
            turned.try_normalize().unwrap_or(glam::Vec3A::Z).to_array()
        }),
        uv: part.uvs.as_ref().map(|uvs| uvs[i]),
        micro: part.light_uvs.as_ref().map(|uvs| uvs[i]),
        alpha: Some(part.colours.as_ref().map_or(1.0, |colours| colours[i][3])),
    }
}

/// What lies over other faces, to be found by their corners: as they are, and as they are from above, where somebody
/// shaped the ground and left behind what lies on it.
#[derive(Default)]
struct Overs {
    all: Vec<(u8, [SceneCorner; 3])>,
    whole: HashMap<Key, Vec<usize>>,
    above: HashMap<Key, Vec<usize>>,
}

fn whole(corners: &[SceneCorner; 3]) -> Key {
    Key::new((), corners.map(|corner| bits(corner.position)))
}

fn above(corners: &[SceneCorner; 3]) -> Key {
    Key::new((), corners.map(|corner| super::from_above(bits(corner.position))))
}

impl Overs {
    fn add(&mut self, row: u8, corners: [SceneCorner; 3]) {
        self.whole.entry(whole(&corners)).or_default().push(self.all.len());
        self.above.entry(above(&corners)).or_default().push(self.all.len());
        self.all.push((row, corners));
    }

    /// Gives each face what lies on it. What lies on none is told.
    fn lay(mut self, faces: &mut [SceneFace]) -> Result<(), Misfit> {
        let mut used = vec![false; self.all.len()];
        let exact: Vec<Option<usize>> =
            faces.iter().map(|face| take(&mut self.whole, &whole(&face.corners), &mut used)).collect();
        for (face, exact) in faces.iter_mut().zip(exact) {
            let over = exact.or_else(|| take(&mut self.above, &above(&face.corners), &mut used));
            let Some((row, corners)) = over.and_then(|over| self.all.get(over)) else { continue };
            face.second = Some(Some(*row));
            for corner in &mut face.corners {
                let [x, y, _] = bits(corner.position);
                let same = |over: &&SceneCorner| bits(over.position)[..2] == [x, y];
                corner.alpha = corners.iter().find(same).and_then(|over| over.alpha);
            }
        }
        let left = used.iter().filter(|used| !**used).count();
        if left > 0 { Err(misfit("model.ground-over", args!(count = left))) } else { Ok(()) }
    }
}

fn take(from: &mut HashMap<Key, Vec<usize>>, key: &Key, used: &mut [bool]) -> Option<usize> {
    let list = from.get_mut(key)?;
    while let Some(over) = list.pop() {
        if !std::mem::replace(&mut used[over], true) {
            return Some(over);
        }
    }
    None
}

/// What the materials of a scene are, by their rows and names.
struct Meanings<'s> {
    /// Nothing but materials, under the names of their rows.
    scene: Scene,
    over: Vec<bool>,
    rows: MaterialRows<'s>,
    notes: &'s mut Notes,
}

impl<'s> Meanings<'s> {
    fn new(scene: &Scene, worn: &'s [String], notes: &'s mut Notes) -> Self {
        let over = |material: &Material| {
            without_copy_number(&material.name).ends_with(OVER_NAME)
                || material.extras.get(OVER).is_some_and(|over| over == true)
        };
        let plain = |material: &Material| {
            let name = without_copy_number(&material.name);
            let name = name.strip_suffix(OVER_NAME).unwrap_or(&material.name).to_owned();
            Material { name, extras: material.extras.clone(), ..Material::default() }
        };
        Self {
            over: scene.materials.iter().map(over).collect(),
            scene: Scene {
                materials: scene.materials.iter().map(plain).collect(),
                flat: scene.flat,
                ..Scene::default()
            },
            rows: MaterialRows::worn(worn),
            notes,
        }
    }

    fn of(&mut self, part: &Part, mesh: &str) -> Result<Meaning, Misfit> {
        let rows = self.rows.of(&self.scene, part.material, None, mesh, self.notes)?;
        let extras = part.material.map(|material| &self.scene.materials[material].extras);
        let own = extras.filter(|extras| extras.number::<u8>("row").is_some());
        Ok(Meaning {
            rows,
            mesh: mesh.to_owned(),
            over: part.material.is_some_and(|material| self.over[material]),
            liquid: own.map(|extras| extras.get(LIQUID).is_some_and(|liquid| liquid == true)),
        })
    }
}
