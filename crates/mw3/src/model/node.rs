//! A node of the tree: what it is, where it stands, and what is seen of it.

use super::CLASS;
use super::mesh::Mesh;
use crate::CODE_PAGE;
use crate::dialect::Dialect;
use relict_core::prelude::*;

/// Classes of nodes.
pub const OBJECT: u32 = 5;
pub const LOD: u32 = 6;

/// What the engine fills a name with before it writes one into it.
const DEFAULT_NAME: &[u8] = b"Default_node_name";

bits! {
    /// What a node does. `active`: it and all below it is drawn. `altitude_surface`, `intersect_surface`, `intersect_box`:
    /// things collide with it from above, from the side, or with its box. `proximity`: only set while the game runs.
    /// `landmark`: seen however far away. `node_box`, `model_box`, `child_box`: that box holds. `terrain`: ground.
    /// `can_modify`: craters change it. `clip_to`: it keeps craters away. `tree_valid`: it has one parent. `draw_order`:
    /// it is drawn out of order. `zone_check`: the zone counts. `unk25`: set on nodes of levels of detail.
    pub struct Flags: u32 {
        unk0: 2, active: 1, altitude_surface: 1, intersect_surface: 1, intersect_box: 1, proximity: 1, landmark: 1,
        node_box: 1, model_box: 1, child_box: 1, unk11: 4, terrain: 1, can_modify: 1, clip_to: 1, unk18: 1,
        tree_valid: 1, unk20: 3, draw_order: 1, zone_check: 1, unk25: 1, unk26: 2, unk28: 1, unk29: 3,
    }
}

record! {
    /// How a node begins.
    pub struct Base: 76 {
        /// At most 35 bytes and a zero. Behind the zero stands the rest of `Default_node_name`, which the engine writes names over.
        0x00 name: Chars<36, CODE_PAGE>,
        /// Each does something of its own.
        0x24 flags: Flags,
        /// 0 everywhere.
        0x28 unk28: u32,
        /// 1; in Pirate's Moon also 45697.
        0x2C update_flags: u32,
        /// In the lowest byte, with a sign; 255 is -1 and means always.
        0x30 zone: u32,
        /// 5 is an object. 6 is a level of detail, which only Pirate's Moon has. Other numbers are not in models.
        0x34 class: u32,
        /// An address of long ago, never 0.
        0x38 class_ptr: u32,
        /// An address of long ago. Not 0: a mesh follows.
        0x3C mesh_ptr: u32,
        /// 0 everywhere.
        0x40 environment_ptr: u32,
        /// 1 everywhere.
        0x44 action_priority: u32,
        /// 0 everywhere.
        0x48 action_ptr: u32,
    }
}

/// Whether bytes begin with a node: one of a known class, with zeros where all files have them.
pub(super) fn begins(bytes: &[u8]) -> bool {
    let base = bytes.get(..Base::SIZE).map(Base::get);
    base.is_some_and(|base| {
        [OBJECT, LOD].contains(&base.class)
            && (base.unk28, base.environment_ptr, base.action_ptr) == (0, 0, 0)
    })
}

record! {
    /// Where a node of MechWarrior 3 hangs in the tree.
    pub struct Links: 40 {
        /// Square of the map, x and z; -1 is none.
        0x00 area_partition: [i32; 2],
        /// 0 for the root, else 1.
        0x08 parent_count: i32,
        /// An address of long ago; 0 where the count is.
        0x0C parents_ptr: u32,
        /// So many of the following nodes, each with all below it, hang from this one.
        0x10 child_count: i32,
        /// An address of long ago; 0 where the count is.
        0x14 children_ptr: u32,
        /// 0; filled when the game runs, like the radius.
        0x18 sphere_center: [f32; 3],
        /// 0 in files.
        0x24 sphere_radius: f32,
    }
}

record! {
    /// Where a node of Pirate's Moon hangs in the tree.
    pub struct LinksPm: 40 {
        /// Square of the map, x and z; -1 is none.
        0x00 area_partition: [i16; 2],
        /// Another square, x and z; both 0 is none.
        0x04 virtual_partition: [i16; 2],
        /// 0 for the root, else 1.
        0x08 parent_count: i16,
        /// So many of the following nodes, each with all below it, hang from this one.
        0x0A child_count: i16,
        /// An address of long ago; 0 where the count is.
        0x0C parents_ptr: u32,
        /// An address of long ago; 0 where the count is.
        0x10 children_ptr: u32,
        /// 0; filled when the game runs, like the radius.
        0x14 sphere_center: [f32; 3],
        /// 0 in files.
        0x20 sphere_radius: f32,
        /// Which box counts: 0 that of the node, 1 of the model, 2 of the children.
        0x24 active_box: u32,
    }
}

record! {
    /// What a node fits into, and how its record ends. A box is its low and its high corner; all zero is none.
    pub struct Bounds: 92 {
        /// Around everything.
        0x00 node_box: [[f32; 3]; 2],
        /// Around the mesh.
        0x18 model_box: [[f32; 3]; 2],
        /// Around the children, as they stand in this node.
        0x30 child_box: [[f32; 3]; 2],
        /// 0 everywhere.
        0x48 activation_ptr: u32,
        /// 0 everywhere. Named, like the next three, by its place in the whole record of 208 bytes.
        0x4C unkc0: i32,
        /// 160 everywhere.
        0x50 unkc4: i32,
        /// 0 everywhere.
        0x54 unkc8: i32,
        /// 0 everywhere.
        0x58 unkcc: i32,
    }
}

bits! {
    /// What of an object counts. `opacity` and `colour`: those are used. `initial`: it stands in its parent as it is.
    /// `use_matrix`: only the matrix tells how it stands. `always`: set everywhere.
    pub struct ObjectFlags: u32 { unk0: 1, opacity: 1, colour: 1, initial: 1, use_matrix: 1, always: 1, unk6: 26 }
}

record! {
    /// An object: how a node stands in its parent.
    pub struct Object: 144 {
        /// Files of the games have 0x20 and 0x28.
        0x00 flags: ObjectFlags,
        /// 0 where the flag is not set.
        0x04 opacity: f32,
        /// Red, green, blue; 0 where the flag is not set.
        0x08 colour: [f32; 3],
        /// 0 where the flag is not set.
        0x14 colour_weight: f32,
        /// Angles around x, y and z in radians, from -pi to pi.
        0x18 rotate: [f32; 3],
        /// 1 everywhere.
        0x24 scale: [f32; 3],
        /// Three rows, and the translation. This is what counts, also where `rotate` and `scale` would give another.
        0x30 matrix: [[f32; 3]; 4],
        /// 0; room for the matrix in the world when the game runs.
        0x60 unk60: [[f32; 3]; 4],
    }
}

record! {
    /// A level of detail: what hangs from it is seen from some distances only.
    pub struct Lod: 92 {
        /// 0 or 1.
        0x00 level: i32,
        /// Seen from here on; the square of the distance.
        0x04 near_sq: f32,
        /// No longer seen from here on.
        0x08 far: f32,
        /// The square of `far`.
        0x0C far_sq: f32,
        /// 0 everywhere.
        0x10 unk10: [f32; 8],
        /// 0 everywhere.
        0x30 unk30: i32,
        /// 0 everywhere.
        0x34 unk34: [f32; 3],
        /// Not known; not below 0.
        0x40 unk40: f32,
        /// The square of `unk40`.
        0x44 unk44: f32,
        /// Not known; not below 0.
        0x48 unk48: f32,
        /// The square of `unk48`.
        0x4C unk4c: f32,
        /// 1 everywhere.
        0x50 unk50: i32,
        /// 0 everywhere.
        0x54 unk54: [f32; 2],
    }
}

parts! {
    /// One node of the tree.
    pub struct Node<'a> {
        /// Its name and its kind.
        pub base: Base,
        /// Its place in the tree, in MechWarrior 3.
        pub links: Option<Links> = sparse,
        /// Its place in the tree, in Pirate's Moon.
        pub links_pm: Option<LinksPm> = sparse,
        /// Its boxes.
        pub bounds: Bounds,
        /// If its class is 5.
        pub object: Option<Object> = sparse,
        /// If its class is 6.
        pub lod: Option<Lod> = sparse,
        /// What is seen of it; only of an object whose mesh pointer is not 0.
        pub mesh: Option<Mesh<'a>> = sparse,
    }
}

/// The whole field for a name, as the engine fills it; none if it is too long.
pub fn name_field(name: &[u8]) -> Option<Chars<36, CODE_PAGE>> {
    let mut field = Chars::new(DEFAULT_NAME, true)?;
    field.0.get_mut(..=name.len())?[..name.len()].copy_from_slice(name);
    field.0[name.len()] = 0;
    Some(field)
}

impl<'a> Node<'a> {
    /// So many bytes every node has, whatever it is.
    pub(super) const LEAST: usize = Base::SIZE + Links::SIZE + Bounds::SIZE + Lod::SIZE;

    pub(super) fn read(c: &mut Cursor<'a>, dialect: Dialect) -> Result<Self> {
        let pm = dialect == Dialect::Pm;
        let base: Base = c.get("base")?;
        let links = c.get_if(!pm, "links")?;
        let links_pm = c.get_if(pm, "links_pm")?;
        let bounds = c.get("bounds")?;
        let (object, lod) = match base.class {
            OBJECT => (Some(c.get("object")?), None),
            LOD if pm => (None, Some(c.get("lod")?)),
            found => return Err(broken(&CLASS, "base.class", args!(found = found))),
        };
        let mesh = c.part_if(object.is_some() && base.mesh_ptr != 0, "mesh", |c| Mesh::read(c, dialect))?;
        Ok(Self { base, links, links_pm, bounds, object, lod, mesh })
    }

    pub(super) fn write(&self, out: &mut Put) {
        let class = if self.lod.is_some() { LOD } else { OBJECT };
        out.agree("base.class", self.base.class, class as usize);
        out.put(&self.base);
        out.put_if(&self.links);
        out.put_if(&self.links_pm);
        out.put(&self.bounds);
        out.put_if(&self.object);
        out.put_if(&self.lod);
        out.part_if("mesh", &self.mesh, Mesh::write);
    }

    /// Its name, for people.
    pub fn name(&self) -> std::borrow::Cow<'_, str> {
        self.base.name.show()
    }

    /// As the file states it.
    pub fn child_count(&self) -> i32 {
        let pm = || self.links_pm.as_ref().map(|links| links.child_count.into());
        self.links.as_ref().map(|links| links.child_count).or_else(pm).unwrap_or_default()
    }

    /// As the file states it.
    pub fn parent_count(&self) -> i32 {
        let pm = || self.links_pm.as_ref().map(|links| links.parent_count.into());
        self.links.as_ref().map(|links| links.parent_count).or_else(pm).unwrap_or_default()
    }

    /// The addresses of the lists of parents and of children.
    pub fn link_ptrs(&self) -> [u32; 2] {
        let pm = || self.links_pm.as_ref().map(|links| [links.parents_ptr, links.children_ptr]);
        self.links
            .as_ref()
            .map(|links| [links.parents_ptr, links.children_ptr])
            .or_else(pm)
            .unwrap_or_default()
    }

    /// The square of the map that it stands in, x and z.
    pub fn area_partition(&self) -> Option<[i32; 2]> {
        let pm = || self.links_pm.as_ref().map(|links| links.area_partition.map(i32::from));
        let area = self.links.as_ref().map(|links| links.area_partition).or_else(pm)?;
        (area != [-1, -1]).then_some(area)
    }

    /// The zone, -1 for always.
    pub fn zone(&self) -> i8 {
        self.base.zone as u8 as i8
    }

    pub fn is_active(&self) -> bool {
        self.base.flags.active() == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_written_over_the_one_that_all_nodes_have() {
        let field = |name: &[u8]| name_field(name).unwrap().0;
        assert_eq!(&field(b"hip"), b"hip\0ult_node_name\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
        assert_eq!(&field(b"a name of exactly 17c")[20..], b"c\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
        assert!(name_field(&[b'x'; 35]).is_some() && name_field(&[b'x'; 36]).is_none());
    }
}
