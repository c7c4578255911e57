//! Models of MechWarrior 3 out of their nodes, and mechlibs of them.

use super::polygons::{Shape, around, joined, moved};
use crate::archive::{Entry, archive};
use relict_toolkit::core::format::Document;
use relict_toolkit::core::view::View;
use relict_toolkit::mw3::dialect::Dialect;
use relict_toolkit::mw3::model::Model;
use relict_toolkit::mw3::model::mesh::{Header, HeaderPm, Light, MaterialRef, Mesh, MeshFlags};
use relict_toolkit::mw3::model::node::{
    Base, Bounds, Flags, LOD, Links, LinksPm, Lod, Node, OBJECT, Object, ObjectFlags, name_field,
};
use serde_json::json;

type Box3 = [[f32; 3]; 2];

const NO_BOUNDS: Bounds = Bounds {
    node_box: [[0.0; 3]; 2],
    model_box: [[0.0; 3]; 2],
    child_box: [[0.0; 3]; 2],
    activation_ptr: 0,
    unkc0: 0,
    unkc4: 160,
    unkc8: 0,
    unkcc: 0,
};

/// What nodes have that can be seen and hit.
const SOLID: u32 = 0x0108_011C;
const HAS_MESH: u32 = 0x200;
const HAS_CHILDREN: u32 = 0x400;
const LEVEL_OF_DETAIL: u32 = 0x0200_0000;

/// A node as one thinks of it.
#[derive(Debug)]
pub struct Piece {
    pub name: String,
    /// Where it is in its parent.
    pub at: [f32; 3],
    /// Around y: a whole number of right angles, so that nothing is rounded.
    pub quarters: u8,
    pub shape: Shape,
    /// From which distance to which it is seen, if it is a level of detail.
    pub seen: Option<[f32; 2]>,
    pub children: Vec<Piece>,
}

/// A node with what is seen of it.
pub fn shaped(name: &str, at: [f32; 3], shape: Shape) -> Piece {
    Piece { name: name.into(), at, quarters: 0, shape, seen: None, children: vec![] }
}

pub fn group(name: &str, children: Vec<Piece>) -> Piece {
    Piece { children, ..shaped(name, [0.0; 3], Shape::default()) }
}

pub fn seen(name: &str, from: f32, to: f32, children: Vec<Piece>) -> Piece {
    Piece { seen: Some([from, to]), ..group(name, children) }
}

pub fn model(game: Dialect, root: &Piece) -> Model<'static> {
    let mut builder = Builder { game, nodes: vec![], address: 0x0061_0000 };
    builder.add(root, true);
    Model { game, nodes: builder.nodes, tail: vec![].into(), name: None }
}

struct Builder {
    game: Dialect,
    nodes: Vec<Node<'static>>,
    /// Where the next thing would have been in memory.
    address: u32,
}

impl Builder {
    /// The address of something that is there; 0 of what is not.
    fn ptr(&mut self, there: bool) -> u32 {
        self.address += 0x40;
        if there { self.address } else { 0 }
    }

    /// Adds a node and all below it. Returns the box around it, in the space of its parent.
    fn add(&mut self, piece: &Piece, root: bool) -> Option<Box3> {
        let place = self.nodes.len();
        let node = self.node(piece, root);
        let model_box = around(node.mesh.iter().flat_map(|mesh| mesh.vertices.iter()));
        let matrix = node.object.as_ref().map(|object| object.matrix);
        self.nodes.push(node);
        let mut child_box = None;
        for child in &piece.children {
            child_box = joined(child_box, self.add(child, false));
        }
        let all = joined(model_box, child_box);
        // A level of detail has the box of its children only.
        let node_box = all.filter(|_| piece.seen.is_none());
        self.nodes[place].bounds = Bounds {
            node_box: node_box.unwrap_or_default(),
            model_box: model_box.unwrap_or_default(),
            child_box: child_box.unwrap_or_default(),
            ..NO_BOUNDS
        };
        all.map(|all| matrix.map_or(all, |matrix| moved(all, matrix)))
    }

    fn node(&mut self, piece: &Piece, root: bool) -> Node<'static> {
        let (has_mesh, has_children) = (!piece.shape.is_empty(), !piece.children.is_empty());
        let (class, kind) = if piece.seen.is_some() { (LOD, LEVEL_OF_DETAIL) } else { (OBJECT, 0) };
        let flag = |set: bool, flag: u32| if set { flag } else { 0 };
        let flags = SOLID | kind | flag(has_mesh, HAS_MESH) | flag(has_children, HAS_CHILDREN);
        let name = name_field(piece.name.as_bytes()).unwrap_or_else(|| panic!("{} is too long", piece.name));
        let base = Base {
            name,
            flags: Flags(flags),
            unk28: 0,
            update_flags: 1,
            zone: 255,
            class,
            class_ptr: self.ptr(true),
            mesh_ptr: self.ptr(has_mesh),
            environment_ptr: 0,
            action_priority: 1,
            action_ptr: 0,
        };
        let (parents_ptr, children_ptr) = (self.ptr(!root), self.ptr(has_children));
        let pm = self.game == Dialect::Pm;
        let mw_links = |children| Links {
            area_partition: [-1; 2],
            parent_count: i32::from(!root),
            parents_ptr,
            child_count: children,
            children_ptr,
            sphere_center: [0.0; 3],
            sphere_radius: 0.0,
        };
        let pm_links = |children| LinksPm {
            area_partition: [-1; 2],
            virtual_partition: [0; 2],
            parent_count: i16::from(!root),
            child_count: children,
            parents_ptr,
            children_ptr,
            sphere_center: [0.0; 3],
            sphere_radius: 0.0,
            active_box: if has_mesh { 1 } else { 2 },
        };
        Node {
            base,
            links: (!pm).then(|| mw_links(piece.children.len() as i32)),
            links_pm: pm.then(|| pm_links(piece.children.len() as i16)),
            bounds: NO_BOUNDS,
            object: piece.seen.is_none().then(|| object(piece)),
            lod: piece.seen.map(lod),
            mesh: has_mesh.then(|| self.mesh(&piece.shape)),
        }
    }

    fn mesh(&mut self, shape: &Shape) -> Mesh<'static> {
        let pm = self.game == Dialect::Pm;
        let lights: Vec<Light> = shape.light.iter().map(|_| self.light()).collect();
        let [low, high] = around(shape.vertices.iter().copied()).unwrap_or_default();
        let half = [0, 1, 2].map(|axis| (high[axis] - low[axis]) / 2.0);
        let header = Header {
            kind: 0,
            facade_mode: 0,
            flags: MeshFlags(if pm { 0x83 } else { 0x03 }),
            parent_count: 1,
            polygon_count: 0,
            vertex_count: 0,
            normal_count: 0,
            morph_count: 0,
            light_count: 0,
            morph_factor: 0.0,
            texture_scroll: [0.0; 2],
            scroll_frame: 0,
            polygons_ptr: self.ptr(true),
            vertices_ptr: self.ptr(true),
            normals_ptr: self.ptr(!shape.normals.is_empty()),
            lights_ptr: self.ptr(!lights.is_empty()),
            morphs_ptr: self.ptr(!shape.morphs.is_empty()),
            center: [0, 1, 2].map(|axis| low[axis] + half[axis]),
            radius: half.iter().map(|half| half * half).sum::<f32>().sqrt(),
            active_polygon: 0,
        };
        let refs = shape.material_refs();
        Mesh {
            header: Header {
                polygon_count: shape.polygons.len() as u32,
                vertex_count: shape.vertices.len() as u32,
                normal_count: shape.normals.len() as u32,
                morph_count: shape.morphs.len() as u32,
                light_count: lights.len() as u32,
                ..header
            },
            header_pm: pm.then(|| HeaderPm {
                material_ref_count: refs.len() as u32,
                material_refs_ptr: self.ptr(!refs.is_empty()),
            }),
            vertices: shape.vertices.iter().copied().collect(),
            normals: shape.normals.iter().copied().collect(),
            morphs: shape.morphs.iter().copied().collect(),
            lights: lights.into_iter().collect(),
            light_vertices: shape.light.iter().copied().collect(),
            polygons: (!pm).then(|| shape.polygons.iter().map(|face| face.mw(self.ptr(true))).collect()),
            polygons_pm: pm.then(|| shape.polygons.iter().map(|face| face.pm(self.ptr(true))).collect()),
            corners: shape.corners(pm),
            material_refs: pm.then(|| {
                let one = |(material, use_count)| MaterialRef { material, use_count, ptr: 0 };
                refs.into_iter().map(one).collect::<View<'_, _>>()
            }),
        }
    }

    fn light(&mut self) -> Light {
        Light {
            unk00: 1,
            unk04: 1,
            unk08: 2.5,
            vertex_count: 1,
            unk10: [0; 2],
            unk18: 0,
            colour: [32.0, 176.0, 255.0],
            unk28: 0,
            flags: 0x0101,
            vertices_ptr: self.ptr(true),
            unk30: 120.0,
            unk34: 400.0,
            unk38: 1.5,
            unk3c: 1,
            unk40: 250.0,
            unk44: 500.0,
            unk48: 1000.0,
        }
    }
}

fn object(piece: &Piece) -> Object {
    let initial = piece.at == [0.0; 3] && piece.quarters == 0;
    // Turned about y, so that what looked to -z looks to -x.
    let turn = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, -0.0, 1.0]],
        [[0.0, 0.0, -1.0], [0.0, 1.0, 0.0], [1.0, -0.0, 0.0]],
    ];
    let [x, y, z] = turn[usize::from(piece.quarters)];
    Object {
        flags: ObjectFlags(if initial { 0x28 } else { 0x20 }),
        opacity: 0.0,
        colour: [0.0; 3],
        colour_weight: 0.0,
        rotate: [0.0, f32::from(piece.quarters) * std::f32::consts::FRAC_PI_2, 0.0],
        scale: [1.0; 3],
        matrix: [x, y, z, piece.at],
        unk60: [[0.0; 3]; 4],
    }
}

fn lod([from, to]: [f32; 2]) -> Lod {
    Lod {
        level: i32::from(from == 0.0),
        near_sq: from * from,
        far: to,
        far_sq: to * to,
        unk10: [0.0; 8],
        unk30: 0,
        unk34: [0.0; 3],
        unk40: 0.0,
        unk44: 0.0,
        unk48: 3.0,
        unk4c: 9.0,
        unk50: 1,
        unk54: [0.0; 2],
    }
}

pub fn bytes(model: &Model<'_>) -> Vec<u8> {
    model.to_bytes().unwrap_or_else(|e| panic!("mw3.model: {e}"))
}

pub fn packed(game: Dialect, members: &[(&str, impl AsRef<[u8]>)]) -> Vec<u8> {
    let attributes = json!({"footer": game.footer()});
    let entries: Vec<Entry<'_>> =
        members.iter().map(|(name, bytes)| (*name, attributes.clone(), bytes.as_ref())).collect();
    archive("mw3.mechlib", json!({"footer": game.footer()}), &entries)
}
