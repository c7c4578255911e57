//! Whether a scene keeps the promises that its fields make. Writers then need not ask again.

use relict_core::scene::{Clip, Material, Mesh, Node, Part, Scene, Track};

/// What is wrong with a scene, in words.
pub(crate) fn check(scene: &Scene) -> Result<(), String> {
    each("node", &scene.nodes, |place, node| check_node(scene, place, node))?;
    each("mesh", &scene.meshes, |_, mesh| check_mesh(scene, mesh))?;
    each("material", &scene.materials, |_, material| check_material(scene, material))?;
    each("clip", &scene.clips, |_, clip| check_clip(scene, clip))
}

fn each<T>(kind: &str, list: &[T], check: impl Fn(usize, &T) -> Result<(), String>) -> Result<(), String> {
    let checked = |(place, item)| check(place, item).map_err(|why| format!("{kind} {place}: {why}"));
    list.iter().enumerate().try_for_each(checked)
}

fn within(what: &str, place: usize, count: usize) -> Result<(), String> {
    if place < count { Ok(()) } else { Err(format!("{what} {place} of {count}")) }
}

fn as_many<T>(what: &str, list: Option<&Vec<T>>, count: usize) -> Result<(), String> {
    match list {
        Some(list) if list.len() != count => {
            Err(format!("{} {what} where there should be {count}", list.len()))
        }
        _ => Ok(()),
    }
}

fn check_node(scene: &Scene, place: usize, node: &Node) -> Result<(), String> {
    node.parent.map_or(Ok(()), |parent| within("its parent is node", parent, place))?;
    node.shapes.iter().try_for_each(|shape| within("it shows mesh", shape.mesh, scene.meshes.len()))
}

fn check_mesh(scene: &Scene, mesh: &Mesh) -> Result<(), String> {
    each("part", &mesh.parts, |_, part| check_part(scene, part))
}

fn check_part(scene: &Scene, part: &Part) -> Result<(), String> {
    let count = part.positions.len();
    as_many("normals", part.normals.as_ref(), count)?;
    as_many("texture coordinates", part.uvs.as_ref(), count)?;
    as_many("lightmap coordinates", part.light_uvs.as_ref(), count)?;
    as_many("colours", part.colours.as_ref(), count)?;
    if !part.indices.len().is_multiple_of(3) {
        return Err(format!("{} corners do not make triangles", part.indices.len()));
    }
    let last = part.indices.iter().max();
    last.map_or(Ok(()), |&last| within("its triangles use vertex", last as usize, count))?;
    part.material.map_or(Ok(()), |material| within("it is of material", material, scene.materials.len()))
}

fn check_material(scene: &Scene, material: &Material) -> Result<(), String> {
    let mut textures = [material.texture, material.lightmap].into_iter().flatten();
    textures.try_for_each(|texture| within("it uses texture", texture, scene.textures.len()))
}

fn check_clip(scene: &Scene, clip: &Clip) -> Result<(), String> {
    each("track", &clip.tracks, |_, track| check_track(scene, track))
}

fn check_track(scene: &Scene, track: &Track) -> Result<(), String> {
    within("it moves node", track.node, scene.nodes.len())?;
    as_many("places", track.translations.as_ref(), track.times.len())?;
    as_many("rotations", track.rotations.as_ref(), track.times.len())?;
    as_many("scales", track.scales.as_ref(), track.times.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict_core::scene::{Shape, Variant};

    #[test]
    fn what_is_not_there_is_named() {
        let mesh = Mesh { parts: vec![Part::default()], ..Mesh::default() };
        let sound = Scene { nodes: vec![Node::default()], meshes: vec![mesh], ..Scene::default() };
        assert_eq!(check(&sound), Ok(()));
        let broken = |change: fn(&mut Scene)| {
            let mut scene = sound.clone();
            change(&mut scene);
            check(&scene).unwrap_err()
        };
        assert_eq!(broken(|s| s.nodes[0].parent = Some(0)), "node 0: its parent is node 0 of 0");
        let shape = |s: &mut Scene| s.nodes[0].shapes.push(Shape { variant: Variant::default(), mesh: 1 });
        assert_eq!(broken(shape), "node 0: it shows mesh 1 of 1");
        let corner = |s: &mut Scene| s.meshes[0].parts[0].indices.extend([0, 0, 0]);
        assert_eq!(broken(corner), "mesh 0: part 0: its triangles use vertex 0 of 0");
        let corners = |s: &mut Scene| s.meshes[0].parts[0].indices.push(0);
        assert_eq!(broken(corners), "mesh 0: part 0: 1 corners do not make triangles");
        let uvs = |s: &mut Scene| s.meshes[0].parts[0].uvs = Some(vec![[0.0; 2]]);
        assert_eq!(broken(uvs), "mesh 0: part 0: 1 texture coordinates where there should be 0");
        let track = |s: &mut Scene| {
            s.clips.push(Clip { tracks: vec![Track { node: 4, ..Track::default() }], ..Clip::default() });
        };
        assert_eq!(broken(track), "clip 0: track 0: it moves node 4 of 1");
    }
}
