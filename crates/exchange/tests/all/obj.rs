//! Models as OBJ and back.

use crate::common;

use crate::common::{Dice, LIMIT, full, part, picture, shape};
use relict_core::scene::{Material, Mesh, Node, Part, Placement, Scene, Texture, Up, Variant};
use relict_exchange::obj::{self, ObjError};
use std::collections::HashMap;

fn nothing(_: &str) -> Option<Vec<u8>> {
    None
}

fn read(text: &str) -> Result<Scene, ObjError> {
    obj::read(text.as_bytes(), Up::Y, LIMIT, &nothing).map(|read| read.scene)
}

/// Each vertex used, in the order of first use: so it is read.
fn in_order(mut scene: Scene) -> Scene {
    for part in scene.meshes.iter_mut().flat_map(|mesh| &mut mesh.parts) {
        let count = part.positions.len() as u32;
        part.indices = (0..count).flat_map(|i| [i, (i + 1) % count, (i + 2) % count]).collect();
        let mut seen = vec![];
        for index in &part.indices {
            if !seen.contains(index) {
                seen.push(*index);
            }
        }
        assert!(seen.is_sorted());
    }
    scene
}

#[test]
fn what_is_blended_over_others_is_left_out() {
    let below = part(&mut Dice(1), 3);
    let over = Part { extras: [("over".to_owned(), true.into())].into_iter().collect(), ..below.clone() };
    let scene = |parts| Scene {
        nodes: vec![Node { shapes: vec![shape(0, 0, 0)], ..Node::default() }],
        meshes: vec![Mesh { parts, ..Mesh::default() }],
        ..Scene::default()
    };
    let main = |parts| obj::to_obj(&scene(parts), "ground").unwrap().main;
    assert_eq!(main(vec![below.clone(), over]), main(vec![below]));
}

#[test]
fn geometry_comes_back_bit_by_bit() {
    for up in [Up::Y, Up::Z] {
        let mut dice = Dice(5);
        let mut bare = part(&mut dice, 6);
        bare.uvs = None;
        bare.normals = None;
        let parts = vec![part(&mut dice, 9), part(&mut dice, 4)];
        let mesh = |name: &str, parts| Mesh { name: name.into(), parts, ..Mesh::default() };
        let node = |name: &str, shapes| Node { name: name.into(), shapes, ..Node::default() };
        let mut scene = Scene { up, flat: true, ..Scene::default() };
        scene.meshes = vec![mesh("Башня_state0_lod0", parts), mesh("Башня_state1_lod2", vec![bare])];
        scene.nodes = vec![node("Башня", vec![shape(0, 0, 0), shape(1, 2, 1)])];
        scene.materials =
            ["metal", "skin"].map(|name| Material { name: name.into(), ..Material::default() }).to_vec();
        scene.materials[0].texture = Some(0);
        scene.materials[1].colour = [0.5, 0.25, 1.0, 0.1];
        scene.textures = vec![Texture { name: "tank_skin.tga".into(), image: picture(4) }];
        scene.meshes[0].parts[0].material = Some(0);
        scene.meshes[0].parts[1].material = Some(1);
        scene.meshes[1].parts[0].material = Some(1);
        let mut scene = in_order(scene);
        // Zeros of texture coordinates lose their sign when these are turned over.
        for uv in
            scene.meshes.iter_mut().flat_map(|mesh| &mut mesh.parts).flat_map(|part| &mut part.uvs).flatten()
        {
            *uv = uv.map(|value| value + 0.0);
        }
        let mut written = scene.clone();
        written.textures[0].name = "skin.tga".into();
        let files = obj::to_obj(&written, "tank").unwrap();
        let names: Vec<_> = files.beside.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["tank.mtl", "tank_skin.tga.png"]);
        let beside: HashMap<_, _> = files.beside.iter().cloned().collect();
        let again = obj::read(&files.main, up, LIMIT, &|name| beside.get(name).cloned()).unwrap().scene;
        assert_eq!(again, scene);
        assert_eq!(common::bits(&again), common::bits(&scene));
    }
}

#[test]
fn everything_is_where_it_is_at_rest() {
    let mut scene = Scene {
        up: Up::Z,
        meshes: vec![Mesh { parts: vec![part(&mut Dice(1), 3)], ..Mesh::default() }],
        ..Scene::default()
    };
    let half = 0.5_f32.sqrt();
    let placement = |translation, rotation| Placement { translation, rotation, ..Placement::default() };
    let turned = placement([10.0, 0.0, 0.0], [0.0, 0.0, half, half]);
    scene.nodes = vec![
        Node { name: "base".into(), placement: turned, ..Node::default() },
        Node {
            name: "arm\t#1".into(),
            parent: Some(0),
            placement: placement([1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]),
            shapes: vec![shape(0, 0, 0)],
            ..Node::default()
        },
    ];
    scene.meshes[0].parts[0].positions[0] = [1.0, 2.0, 3.0];
    scene.meshes[0].parts[0].indices = vec![0, 1, 2];
    let files = obj::to_obj(&scene, "x").unwrap();
    let text = String::from_utf8(files.main.clone()).unwrap();
    assert!(text.contains("\no arm__1_state0_lod0\n"), "{text}");
    assert!(files.beside.is_empty() && !text.contains("mtllib"));
    let again = obj::read(&files.main, Up::Z, LIMIT, &nothing).unwrap().scene;
    assert_eq!(again.nodes[0].placement, Placement::default());
    let wanted = [10.0 - 2.0, 2.0, 3.0];
    for (found, wanted) in again.meshes[0].parts[0].positions[0].iter().zip(wanted) {
        assert!((found - wanted).abs() < 1e-5, "{found} {wanted}");
    }
}

#[test]
fn a_full_scene_is_written_and_names_are_distinct() {
    let scene = full(Up::Z);
    let files = obj::to_obj(&scene, "танк").unwrap();
    assert_eq!(obj::to_obj(&scene, "танк").unwrap(), files);
    let text = String::from_utf8(files.main.clone()).unwrap();
    let names: Vec<_> = text.lines().filter_map(|line| line.strip_prefix("o ")).collect();
    assert_eq!(
        names[..4],
        ["hull_state0_lod0", "hull_state0_lod1", "hull_state1_lod0", "hull_2_state0_lod0"]
    );
    let again = obj::read(&files.main, Up::Z, LIMIT, &nothing).unwrap().scene;
    assert_eq!(again.meshes.len(), names.len());
    assert!(again.flat);
}

#[test]
fn faces_are_read_in_all_their_forms() {
    let text = "# made by hand\r\nmtllib none.mtl\nv 0 0 0\nv 1 0 0\nv 0 1e0 0 0.5 0.5 0.5\nvt 0 0.25\nvt 1\n\
                vn 0 0 1\nf 1 2 3\no a_state1_lod0\nusemtl m\nf 1/1 2/2 3/1\nf -3//-1 -2//1 \\\n -1//1\ns off\n\
                o b.001\nf 3/1/1 2/2/1 1/1/1\nf 3/1/1 2/2/1 1/2/1\n";
    let scene = read(text).unwrap();
    let names: Vec<_> = scene.nodes.iter().map(|node| (node.name.as_str(), node.shapes[0].variant)).collect();
    let one = Variant { state: 1, level: 0 };
    assert_eq!(names, [("", Variant::default()), ("a", one), ("b.001", Variant::default())]);
    let parts: Vec<_> = scene.meshes.iter().map(|mesh| &mesh.parts[0]).collect();
    assert_eq!(
        (parts[0].indices.as_slice(), &parts[0].uvs, parts[0].material),
        (&[0, 1, 2][..], &None, None)
    );
    assert_eq!((parts[1].positions.len(), parts[1].indices.len(), parts[1].material), (6, 6, Some(0)));
    assert_eq!(parts[1].uvs.as_ref().unwrap()[..2], [[0.0, 0.75], [1.0, 1.0]]);
    assert_eq!(parts[1].normals.as_ref().unwrap()[3], [0.0, 0.0, 1.0]);
    assert_eq!((parts[2].positions.len(), parts[2].indices.as_slice()), (4, &[0, 1, 2, 0, 1, 3][..]));
    assert_eq!(scene.materials[0].name, "m");
}

#[test]
fn groups_are_objects_where_there_are_no_objects() {
    let text = "v 0 0 0\ng hull_state0_lod1\nf 1 1 1\ng wheel\nf 1 1 1\ng hull_state0_lod1\nf 1 1 1\n";
    let scene = read(text).unwrap();
    let names: Vec<_> = scene.nodes.iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["hull", "wheel"]);
    assert_eq!(scene.meshes[0].parts[0].indices.len(), 6);
    let grouped = read("v 0 0 0\no a\ng b\nf 1 1 1\n").unwrap();
    assert_eq!(grouped.nodes[0].name, "a");
}

#[test]
fn faces_of_many_corners_are_cut_and_each_corner_keeps_what_it_has() {
    let text = "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 2 1 0\nv 0 4 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0.5 0.25\nvt 0 1\n\
                o letter\nusemtl m\nf 1/1 2/2 3/3 4/4 5/5\nf 1 1 2 1\nf 1/1 2/2 2/2 3/3 5/5\n";
    let obj::Read { scene, faces } = obj::read(text.as_bytes(), Up::Y, LIMIT, &nothing).unwrap();
    assert_eq!(faces, obj::Faces { cut: 2, flat: 1, repeated: 1 });
    let [node] = &scene.nodes[..] else { panic!("{:?}", scene.nodes) };
    let part = &scene.meshes[node.shapes[0].mesh].parts[0];
    assert_eq!(part.indices.len(), 3 * (3 + 2));
    let uvs = part.uvs.as_ref().unwrap();
    for (position, uv) in part.positions.iter().zip(uvs) {
        assert_eq!([position[0] / 4.0, 1.0 - position[1] / 4.0], *uv);
    }
    // Nothing spans the notch, whose bottom is the corner 2, 1.
    let corners = |triangle: &[u32; 3]| triangle.map(|index| part.positions[index as usize]);
    for triangle in part.triangles()[..3].iter().map(corners) {
        assert!(triangle.contains(&[2.0, 1.0, 0.0]), "{triangle:?}");
    }
}

#[test]
fn a_face_without_area_leaves_no_object_behind() {
    let read = obj::read(b"v 0 0 0\nv 1 0 0\no a\nf 1 2 1 2\n", Up::Y, LIMIT, &nothing).unwrap();
    assert_eq!((read.faces.flat, read.scene.nodes.len()), (1, 0));
}

#[test]
fn what_cannot_be_read_is_said_by_its_kind() {
    let tie = "v 0 0 0\nv 1 1 0\nv 1 0 0\nv 0 1 0\no tie\nf 1 2 3 4\n";
    assert_eq!(read(tie), Err(ObjError::Outline { object: "tie".into(), line: 6, corners: 4 }));
    let many = format!("v 0 0 0\nf{}\n", " 1".repeat(10_001));
    assert!(matches!(read(&many), Err(ObjError::Broken { line: 2, .. })));
    for text in ["v 0 0\n", "v 0 0 nan\n", "v 0 0 1e60\n", "v 0 0 0\nf 1 1\n", "v 0 0 0\nf 1 1 2\n"] {
        assert!(matches!(read(text), Err(ObjError::Broken { .. })), "{text}");
    }
    for corner in ["0", "-2", "1/1", "1//1", "/1", "x", "99999999999999999999", "-9223372036854775808"] {
        let text = format!("v 0 0 0\nf 1 1 {corner}\n");
        assert!(matches!(read(&text), Err(ObjError::Broken { line: 2, .. })), "{corner}");
    }
    assert_eq!(read(""), Err(ObjError::NotObj));
    assert_eq!(read("\u{0}\u{1}binary\\"), Err(ObjError::NotObj));
    let many = "v 0 0 0\n".repeat(1000);
    assert_eq!(obj::read(many.as_bytes(), Up::Y, 10_000, &nothing), Err(ObjError::TooLarge));
}

#[test]
fn hostile_text_is_read_or_refused() {
    let text = obj::to_obj(&full(Up::Y), "x").unwrap().main;
    let mut dice = Dice(4);
    for _ in 0..2000 {
        let mut bytes = text.clone();
        for _ in 0..=dice.below(6) {
            let at = dice.below(bytes.len());
            bytes[at] = b"0123456789-/.e \n\\fvto\xFF"[dice.below(21)];
        }
        bytes.truncate(dice.below(bytes.len() * 2).min(bytes.len()));
        if let Ok(read) = obj::read(&bytes, Up::Y, 1 << 20, &nothing) {
            assert!(obj::to_obj(&read.scene, "x").is_ok());
        }
    }
}
