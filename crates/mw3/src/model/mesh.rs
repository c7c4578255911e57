//! The mesh of a node. Its lists are read where they lie in the file, so that a large mesh costs no more than a small one.

use super::corners::{CornerLists, Ring};
use super::{LIGHT_VERTICES, POLYGON_CORNERS, POLYGON_MATERIALS, POLYGON_NORMALS};
use crate::dialect::Dialect;
use crate::phrases;
use relict_core::prelude::*;
use relict_core::report::{Args, Rule, hex};

bits! {
    /// How a mesh is drawn. `lighting` and `fog`: it takes part in them. `registered`: its textures are known. `morph`: its
    /// vertices move to the second set. `scroll`: its texture moves. `clouds`: it is one. `centroid`: turned to the
    /// viewer around its middle. `hardware`: in Pirate's Moon, set where there are polygons of the usual kind.
    pub struct MeshFlags: u32 {
        lighting: 1, fog: 1, registered: 1, morph: 1, scroll: 1, clouds: 1, centroid: 1, hardware: 1, unk8: 24,
    }
}

record! {
    /// How a mesh begins. The pointers are addresses of long ago, 0 exactly where their lists are empty.
    pub struct Header: 92 {
        /// 0 ordinary, 1 turned to the viewer, 2 points.
        0x00 kind: u32,
        /// How it is turned: 0 around y, 1 all ways with y up, 2 around x, 3 around z.
        0x04 facade_mode: u32,
        /// Each does something of its own.
        0x08 flags: MeshFlags,
        /// How many nodes show it; at least 1.
        0x0C parent_count: u32,
        /// How many polygons follow.
        0x10 polygon_count: u32 = derived,
        /// How many vertices follow.
        0x14 vertex_count: u32 = derived,
        /// How many normals follow.
        0x18 normal_count: u32 = derived,
        /// How many second positions follow.
        0x1C morph_count: u32 = derived,
        /// How many lights follow.
        0x20 light_count: u32 = derived,
        /// 0 everywhere.
        0x24 morph_factor: f32,
        /// How fast the texture moves, u and v.
        0x28 texture_scroll: [f32; 2],
        /// 0 everywhere.
        0x30 scroll_frame: u32,
        /// Of the polygons.
        0x34 polygons_ptr: u32,
        /// Of the vertices.
        0x38 vertices_ptr: u32,
        /// Of the normals.
        0x3C normals_ptr: u32,
        /// Of the lights.
        0x40 lights_ptr: u32,
        /// Of the second positions.
        0x44 morphs_ptr: u32,
        /// Of the box around the mesh.
        0x48 center: [f32; 3],
        /// From the centre to a corner of the box, by a quick square root.
        0x54 radius: f32,
        /// 0 everywhere.
        0x58 active_polygon: u32,
    }
}

record! {
    /// What the header has more in Pirate's Moon.
    pub struct HeaderPm: 8 {
        /// How many references to materials follow.
        0x00 material_ref_count: u32 = derived,
        /// An address of long ago; 0 exactly where there are none.
        0x04 material_refs_ptr: u32,
    }
}

record! {
    /// A light. Of most fields nobody knows what they mean.
    pub struct Light: 76 {
        /// 0 or 1.
        0x00 unk00: i32,
        /// 0 to 2.
        0x04 unk04: i32,
        /// 0 to 5.
        0x08 unk08: f32,
        /// How many of the light vertices are its own; 1 to 10.
        0x0C vertex_count: i32,
        /// 0 everywhere.
        0x10 unk10: [i32; 2],
        /// Perhaps an address of long ago.
        0x18 unk18: u32,
        /// 0 to 255; perhaps blue, green, red.
        0x1C colour: [f32; 3],
        /// 0 everywhere.
        0x28 unk28: u16,
        /// Bits 0 to 10.
        0x2A flags: u16,
        /// An address of long ago, never 0.
        0x2C vertices_ptr: u32,
        /// 0 to 2000.
        0x30 unk30: f32,
        /// 0 to 3500.
        0x34 unk34: f32,
        /// 0 to 5.1.
        0x38 unk38: f32,
        /// 0 or 1.
        0x3C unk3c: i32,
        /// 0 to 5000.
        0x40 unk40: f32,
        /// 0 to 4000.
        0x44 unk44: f32,
        /// 0 to 10000.
        0x48 unk48: f32,
    }
}

bits! {
    /// The first number of a polygon in MechWarrior 3. `corners`: how many, at least 3. `back_face`: seen from both sides.
    /// `normals`: every corner has one. `strip`: a strip of triangles instead of a ring.
    pub struct Outline: u32 { corners: 8, back_face: 1, normals: 1, strip: 1, unk11: 21 }
}

bits! {
    /// The first number of a polygon in Pirate's Moon: the same, in other bits. `in_out` and `unk11` are not in mechlibs.
    pub struct OutlinePm: u32 { corners: 10, back_face: 1, unk11: 1, normals: 1, strip: 1, in_out: 1, unk15: 17 }
}

record! {
    /// A polygon of MechWarrior 3; its corners come later. The pointers are addresses of long ago.
    pub struct Polygon: 36 {
        /// How many corners, and what of them there is.
        0x00 outline: Outline,
        /// What lies on what, -50 to 50.
        0x04 priority: i32,
        /// Never 0.
        0x08 vertices_ptr: u32,
        /// Not 0 exactly where there are normals.
        0x0C normals_ptr: u32,
        /// 0: the polygon has no places on a texture.
        0x10 uvs_ptr: u32,
        /// Never 0.
        0x14 colours_ptr: u32,
        /// Never 0.
        0x18 material_ptr: u32,
        /// A place in the list of materials of the mechlib.
        0x1C material: i32,
        /// How many of the next three hold; 0 in mechlibs.
        0x20 zone_count: u8,
        /// Zones of the map; -1 is none.
        0x21 zones: [i8; 3],
    }
}

record! {
    /// A polygon of Pirate's Moon; its corners come later. The pointers are addresses of long ago.
    pub struct PolygonPm: 40 {
        /// How many corners, and what of them there is.
        0x00 outline: OutlinePm,
        /// What lies on what, -50 to 50.
        0x04 priority: i32,
        /// Never 0.
        0x08 vertices_ptr: u32,
        /// Not 0 exactly where there are normals.
        0x0C normals_ptr: u32,
        /// How many materials are drawn over each other; at least 1.
        0x10 material_count: u32,
        /// Never 0.
        0x14 materials_ptr: u32,
        /// 0: the polygon has no places on textures.
        0x18 uvs_ptr: u32,
        /// Never 0.
        0x1C colours_ptr: u32,
        /// Never 0.
        0x20 material_refs_ptr: u32,
        /// How many of the next three hold; 0 in mechlibs.
        0x24 zone_count: u8,
        /// Zones of the map; -1 is none.
        0x25 zones: [i8; 3],
    }
}

record! {
    /// How many polygons of a mesh have a material for their first, in Pirate's Moon.
    pub struct MaterialRef: 12 {
        /// A place in the list of materials of the mechlib.
        0x00 material: i32,
        /// How many polygons.
        0x04 use_count: u32,
        /// 0 in mechlibs.
        0x08 ptr: u32,
    }
}

parts! {
    /// The geometry of a node.
    pub struct Mesh<'a> {
        /// Kinds and counts.
        pub header: Header,
        /// Only in Pirate's Moon.
        pub header_pm: Option<HeaderPm> = sparse,
        /// Positions in the space of the node.
        pub vertices: View<'a, [f32; 3]>,
        /// Directions; need not have the length 1.
        pub normals: View<'a, [f32; 3]>,
        /// Second positions of the vertices, for the game to move them to.
        pub morphs: View<'a, [f32; 3]>,
        /// Lights that the node carries.
        pub lights: View<'a, Light>,
        /// Positions of the first light, then of the second, and so on: each says how many are its own.
        pub light_vertices: View<'a, [f32; 3]>,
        /// In MechWarrior 3.
        pub polygons: Option<View<'a, Polygon>> = sparse,
        /// In Pirate's Moon.
        pub polygons_pm: Option<View<'a, PolygonPm>> = sparse,
        /// For each polygon.
        pub corners: CornerLists<'a>,
        /// Only in Pirate's Moon: the first materials of the polygons, each once, in the order in which they come up.
        pub material_refs: Option<View<'a, MaterialRef>> = sparse,
    }
}

/// Something that a polygon says of itself and that cannot be. What it says also tells how long it is, so that all behind
/// it may be read from the wrong place.
pub(super) struct Impossible {
    pub rule: &'static Rule,
    pub field: &'static str,
    pub args: Args,
}

fn impossible(ring: Ring, normals_ptr: u32) -> Option<Impossible> {
    let (rule, field, args) = match ring {
        Ring { corners: 0..3, .. } => (&POLYGON_CORNERS, "outline", args!(found = ring.corners)),
        Ring { materials: Some(0), .. } => (&POLYGON_MATERIALS, "material_count", vec![]),
        Ring { normals, .. } if normals != (normals_ptr != 0) => {
            (&POLYGON_NORMALS, "normals_ptr", args!(found = hex(normals_ptr)))
        }
        _ => return None,
    };
    Some(Impossible { rule, field, args })
}

impl Polygon {
    pub(super) fn impossible(&self) -> Option<Impossible> {
        impossible(self.ring(), self.normals_ptr)
    }

    #[inline]
    fn ring(&self) -> Ring {
        let word = self.outline.0;
        let corners = (word & 0xFF) as u16;
        Ring { corners, normals: word & 0x200 != 0, uvs: self.uvs_ptr != 0, materials: None }
    }
}

impl PolygonPm {
    pub(super) fn impossible(&self) -> Option<Impossible> {
        impossible(self.ring(), self.normals_ptr)
    }

    #[inline]
    fn ring(&self) -> Ring {
        let word = self.outline.0;
        let (corners, materials) = ((word & 0x3FF) as u16, Some(self.material_count));
        Ring { corners, normals: word & 0x1000 != 0, uvs: self.uvs_ptr != 0, materials }
    }
}

impl<'a> Mesh<'a> {
    pub(super) fn read(c: &mut Cursor<'a>, dialect: Dialect) -> Result<Self> {
        let pm = dialect == Dialect::Pm;
        let header: Header = c.get("header")?;
        let header_pm: Option<HeaderPm> = c.get_if(pm, "header_pm")?;
        let vertices = c.view("vertices", header.vertex_count as usize)?;
        let normals = c.view("normals", header.normal_count as usize)?;
        let morphs = c.view("morphs", header.morph_count as usize)?;
        let lights: View<'a, Light> = c.view("lights", header.light_count as usize)?;
        let light_vertices = c.view("light_vertices", light_vertex_count(&lights, c.left())?)?;
        let polygons: Option<View<'a, Polygon>> =
            c.view_if(!pm, "polygons", header.polygon_count as usize)?;
        let polygons_pm: Option<View<'a, PolygonPm>> =
            c.view_if(pm, "polygons_pm", header.polygon_count as usize)?;
        let corners = match (&polygons, &polygons_pm) {
            (Some(polygons), _) => CornerLists::read(c, polygons.iter().map(|polygon| polygon.ring()))?,
            (_, Some(polygons)) => CornerLists::read(c, polygons.iter().map(|polygon| polygon.ring()))?,
            _ => CornerLists::default(),
        };
        let refs = header_pm.as_ref().map_or(0, |header| header.material_ref_count as usize);
        let material_refs = c.view_if(pm, "material_refs", refs)?;
        Ok(Self {
            header,
            header_pm,
            vertices,
            normals,
            morphs,
            lights,
            light_vertices,
            polygons,
            polygons_pm,
            corners,
            material_refs,
        })
    }

    pub(super) fn write(&self, out: &mut Put) {
        let header = self.counted(out);
        out.put(&header);
        if let Some(header) = &self.header_pm {
            let refs = self.material_refs.as_ref().map_or(0, View::len);
            let material_ref_count = fit(out, "material_refs", refs);
            out.put(&HeaderPm { material_ref_count, ..header.clone() });
        }
        for list in [&self.vertices, &self.normals, &self.morphs] {
            out.bytes(list.bytes());
        }
        out.bytes(self.lights.bytes());
        let stated = light_vertex_count(&self.lights, usize::MAX);
        out.agree("lights", stated.unwrap_or(usize::MAX) as i64, self.light_vertices.len());
        out.bytes(self.light_vertices.bytes());
        self.polygons.iter().for_each(|polygons| out.bytes(polygons.bytes()));
        self.polygons_pm.iter().for_each(|polygons| out.bytes(polygons.bytes()));
        self.corners.write(out, self.rings());
        self.material_refs.iter().for_each(|refs| out.bytes(refs.bytes()));
    }

    /// The header, with the counts that follow from the lists.
    fn counted(&self, out: &mut Put) -> Header {
        Header {
            polygon_count: fit(out, "polygons", self.polygon_count()),
            vertex_count: fit(out, "vertices", self.vertices.len()),
            normal_count: fit(out, "normals", self.normals.len()),
            morph_count: fit(out, "morphs", self.morphs.len()),
            light_count: fit(out, "lights", self.lights.len()),
            ..self.header.clone()
        }
    }

    pub fn polygon_count(&self) -> usize {
        self.polygons.as_ref().map_or(0, View::len) + self.polygons_pm.as_ref().map_or(0, View::len)
    }

    /// The first polygon that says what cannot be.
    pub(super) fn first_impossible(&self) -> Option<(usize, Impossible)> {
        let mut mw = self.polygons.iter().flat_map(View::iter).enumerate();
        let mut pm = self.polygons_pm.iter().flat_map(View::iter).enumerate();
        mw.find_map(|(i, polygon)| Some((i, polygon.impossible()?)))
            .or_else(|| pm.find_map(|(i, polygon)| Some((i, polygon.impossible()?))))
    }

    /// What the records of the polygons say of their corners.
    fn rings(&self) -> impl Iterator<Item = Ring> + '_ {
        let mw = self.polygons.iter().flat_map(|polygons| polygons.iter().map(|polygon| polygon.ring()));
        let pm = self.polygons_pm.iter().flat_map(|polygons| polygons.iter().map(|polygon| polygon.ring()));
        mw.chain(pm)
    }
}

fn fit(out: &mut Put, name: &'static str, len: usize) -> u32 {
    u32::try_from(len).unwrap_or_else(|_| {
        out.fail(Error::unexpected(phrases::a_list_below_4_gib(), len).inside(name));
        0
    })
}

/// How many vertices all lights have together, if so many can be in `left` bytes.
fn light_vertex_count(lights: &View<'_, Light>, left: usize) -> Result<usize> {
    let room = left / <[f32; 3]>::SIZE;
    let mut all = 0usize;
    for (i, light) in lights.iter().enumerate() {
        let stated = light.vertex_count;
        let sum = usize::try_from(stated).ok().and_then(|count| all.checked_add(count));
        all = sum.filter(|all| *all <= room).ok_or_else(|| {
            let args = args!(stated = stated, room = room - all);
            broken(&LIGHT_VERTICES, format_args!("lights[{i}].vertex_count"), args)
        })?;
    }
    Ok(all)
}
