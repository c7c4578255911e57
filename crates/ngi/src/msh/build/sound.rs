//! Whether a scene is one: every place that it names is there, every list as long as it has to be, every number a number.
//! What comes behind this need not look again.

use super::misfit;
use relict_core::args;
use relict_core::scene::{Mesh, Misfit, Node, Part, Scene, Track};
use std::collections::HashSet;

/// A node has this many states of damage, and this many levels in each.
const STATES: u8 = 3;
const LEVELS: u8 = 5;

type Sound = Result<(), Misfit>;

pub(super) fn expect_sound(scene: &Scene) -> Sound {
    for (i, node) in scene.nodes.iter().enumerate() {
        expect_node(scene, i, node)?;
    }
    for (i, mesh) in scene.meshes.iter().enumerate() {
        expect_mesh(scene, i, mesh)?;
    }
    for (i, clip) in scene.clips.iter().enumerate() {
        for (j, track) in clip.tracks.iter().enumerate() {
            expect_track(scene, track, &format!("clips[{i}].tracks[{j}]"))?;
        }
    }
    Ok(())
}

fn expect(fine: bool, field: impl FnOnce() -> String) -> Sound {
    if fine { Ok(()) } else { Err(misfit("model.malformed", args!(field = field()))) }
}

fn expect_finite<'n>(numbers: impl IntoIterator<Item = &'n f32>, field: impl FnOnce() -> String) -> Sound {
    if numbers.into_iter().all(|number| number.is_finite()) {
        return Ok(());
    }
    Err(misfit("model.not-finite", args!(field = field())))
}

/// A rotation has a length that can be made one.
fn is_rotation(rotation: &[f32; 4]) -> bool {
    let length = rotation.iter().map(|part| part * part).sum::<f32>();
    length.is_finite() && length > 1e-12
}

fn expect_node(scene: &Scene, i: usize, node: &Node) -> Sound {
    expect(node.parent.is_none_or(|parent| parent < i), || format!("nodes[{i}].parent"))?;
    let place = &node.placement;
    let numbers = place.translation.iter().chain(&place.rotation).chain(&place.scale);
    expect_finite(numbers, || format!("nodes[{i}].placement"))?;
    expect(is_rotation(&place.rotation), || format!("nodes[{i}].placement.rotation"))?;
    let mut seen = HashSet::new();
    for shape in &node.shapes {
        let (state, level) = (shape.variant.state, shape.variant.level);
        if state >= STATES || level >= LEVELS {
            return Err(misfit(
                "model.variant",
                args!(node = node.name.as_str(), state = state, level = level),
            ));
        }
        let fine = shape.mesh < scene.meshes.len() && seen.insert(shape.variant);
        expect(fine, || format!("nodes[{i}].shapes"))?;
    }
    Ok(())
}

fn expect_mesh(scene: &Scene, i: usize, mesh: &Mesh) -> Sound {
    for (j, part) in mesh.parts.iter().enumerate() {
        expect_part(scene, part, &format!("meshes[{i}].parts[{j}]"))?;
    }
    Ok(())
}

fn expect_part(scene: &Scene, part: &Part, path: &str) -> Sound {
    let count = part.positions.len();
    let field = |name: &str| format!("{path}.{name}");
    expect(part.material.is_none_or(|material| material < scene.materials.len()), || field("material"))?;
    expect_finite(part.positions.iter().flatten(), || field("positions"))?;
    if let Some(normals) = &part.normals {
        expect(normals.len() == count, || field("normals"))?;
        expect_finite(normals.iter().flatten(), || field("normals"))?;
    }
    for (name, uvs) in [("uvs", &part.uvs), ("light_uvs", &part.light_uvs)] {
        let Some(uvs) = uvs else { continue };
        expect(uvs.len() == count, || field(name))?;
        expect_finite(uvs.iter().flatten(), || field(name))?;
    }
    let inside = part.indices.iter().all(|index| (*index as usize) < count);
    expect(inside && part.indices.len().is_multiple_of(3), || field("indices"))
}

fn expect_track(scene: &Scene, track: &Track, path: &str) -> Sound {
    let count = track.times.len();
    let field = |name: &str| format!("{path}.{name}");
    expect(track.node < scene.nodes.len(), || field("node"))?;
    expect_finite(&track.times, || field("times"))?;
    let rising = track.times.windows(2).all(|pair| pair[0] <= pair[1]);
    expect(rising && track.times.first().is_none_or(|first| *first > -1e-3), || field("times"))?;
    for (name, list) in [("translations", &track.translations), ("scales", &track.scales)] {
        let Some(list) = list else { continue };
        expect(list.len() == count, || field(name))?;
        expect_finite(list.iter().flatten(), || field(name))?;
    }
    let Some(rotations) = &track.rotations else { return Ok(()) };
    expect(rotations.len() == count && rotations.iter().all(is_rotation), || field("rotations"))
}
