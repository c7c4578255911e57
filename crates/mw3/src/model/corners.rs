//! The corners of polygons: a run of bytes that only the records of the polygons tell how to take apart.

use crate::phrases;
use relict_core::json::{AsJson, Json, Serialize, Serializer, Value};
use relict_core::prelude::*;
use relict_core::record::{FieldTable, Part};
use std::borrow::Cow;

/// What a polygon has at its corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ring {
    pub corners: u16,
    pub normals: bool,
    pub uvs: bool,
    /// How many materials stand among the corners; in MechWarrior 3 the one is elsewhere.
    pub materials: Option<u32>,
}

impl Ring {
    /// How many bytes it takes.
    fn size(self) -> usize {
        let colours = usize::from(self.corners) * <[f32; 3]>::SIZE;
        let uvs = if self.uvs { self.uv_count().saturating_mul(<[f32; 2]>::SIZE) } else { 0 };
        let materials = self.materials.unwrap_or(0) as usize * i32::SIZE;
        (self.before_materials() + materials + colours).saturating_add(uvs)
    }

    /// How many bytes stand in front of its materials.
    fn before_materials(self) -> usize {
        usize::from(self.corners) * (u32::SIZE + if self.normals { u32::SIZE } else { 0 })
    }

    /// How many places on textures there are, if any: as many as corners, for each material.
    fn uv_count(self) -> usize {
        usize::from(self.corners).saturating_mul(self.materials.unwrap_or(1) as usize)
    }
}

parts! {
    /// The corners of one polygon. All lists but `materials` have an item for each corner, in the same order.
    pub struct Corners<'a> {
        /// Places in the list of vertices.
        pub vertices: View<'a, u32>,
        /// Places in the list of normals, if the polygon has them.
        pub normals: Option<View<'a, u32>> = sparse,
        /// Only in Pirate's Moon: places in the list of materials of the mechlib.
        pub materials: Option<View<'a, i32>> = sparse,
        /// Places on the texture from its top left, if the polygon has them. In Pirate's Moon one set for each material, one behind the other.
        pub uvs: Option<View<'a, [f32; 2]>> = sparse,
        /// Red, green, blue, 0 to 255.
        pub colours: View<'a, [f32; 3]>,
    }
}

impl<'a> Corners<'a> {
    #[inline(always)]
    fn read(c: &mut Cursor<'a>, ring: Ring) -> Result<Self> {
        let n = usize::from(ring.corners);
        Ok(Self {
            vertices: c.view("vertices", n)?,
            normals: c.view_if(ring.normals, "normals", n)?,
            materials: match ring.materials {
                Some(count) => Some(c.view("materials", count as usize)?),
                None => None,
            },
            uvs: c.view_if(ring.uvs, "uvs", ring.uv_count())?,
            colours: c.view("colours", n)?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.vertices.bytes());
        self.normals.iter().for_each(|normals| out.extend_from_slice(normals.bytes()));
        self.materials.iter().for_each(|materials| out.extend_from_slice(materials.bytes()));
        self.uvs.iter().for_each(|uvs| out.extend_from_slice(uvs.bytes()));
        out.extend_from_slice(self.colours.bytes());
    }

    /// What a record would have to say for these to be read again; none if the lists do not go together.
    fn ring(&self) -> Option<Ring> {
        let n = self.vertices.len();
        let materials = self.materials.as_ref().map(|materials| u32::try_from(materials.len())).transpose();
        let ring = Ring {
            corners: u16::try_from(n).ok()?,
            normals: self.normals.is_some(),
            uvs: self.uvs.is_some(),
            materials: materials.ok()?,
        };
        let fits = |len: Option<usize>, wanted: usize| len.is_none_or(|len| len == wanted);
        let fit = fits(self.normals.as_ref().map(View::len), n)
            && fits(self.uvs.as_ref().map(View::len), ring.uv_count())
            && self.colours.len() == n;
        fit.then_some(ring)
    }
}

/// The corners of all polygons of a mesh. Kept as the bytes they are: most polygons have four, and to keep four of
/// anything apart costs more than they do.
#[derive(Clone, Debug, Default)]
pub struct CornerLists<'a> {
    rings: Vec<Ring>,
    bytes: Cow<'a, [u8]>,
}

impl<'a> CornerLists<'a> {
    /// The corners of polygons, or the first of them whose lists do not go together.
    pub fn new(all: &[Corners<'_>]) -> Result<Self, usize> {
        let (mut rings, mut bytes) = (Vec::with_capacity(all.len()), vec![]);
        for (i, corners) in all.iter().enumerate() {
            rings.push(corners.ring().ok_or(i)?);
            corners.write(&mut bytes);
        }
        Ok(Self { rings, bytes: bytes.into() })
    }

    pub(super) fn read(c: &mut Cursor<'a>, rings: impl ExactSizeIterator<Item = Ring>) -> Result<Self> {
        let start = c.pos();
        let mut kept = Vec::with_capacity(rings.len());
        let heard = c.is_traced_in::<Corners<'_>>();
        for (i, ring) in rings.enumerate() {
            let size = ring.size();
            if size <= c.left() && !heard {
                c.seek(c.pos() + size);
            } else {
                c.within::<Corners<'_>, _>(("corners", i), |c| Corners::read(c, ring).map(drop))?;
            }
            kept.push(ring);
        }
        Ok(Self { rings: kept, bytes: Cow::Borrowed(&c.whole()[start..c.pos()]) })
    }

    /// `stated` is what the records of the polygons say.
    pub(super) fn write(&self, out: &mut Put, stated: impl Iterator<Item = Ring>) {
        if !stated.eq(self.rings.iter().copied()) {
            out.fail(
                Error::unexpected(phrases::corners_of_the_polygons(), phrases::other_corners())
                    .inside("corners"),
            );
        }
        out.bytes(&self.bytes);
    }

    pub fn len(&self) -> usize {
        self.rings.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rings.is_empty()
    }

    /// The materials among the corners of each polygon, and nothing else of these: whoever looks at all polygons of an
    /// archive has no time for more.
    pub(super) fn materials(&self) -> impl Iterator<Item = impl Iterator<Item = i32>> {
        let mut at: usize = 0;
        self.rings.iter().map(move |ring| {
            let start = at.saturating_add(ring.before_materials());
            at = at.saturating_add(ring.size());
            let bytes = self.bytes.get(start..).unwrap_or_default();
            bytes.chunks_exact(i32::SIZE).take(ring.materials.unwrap_or(0) as usize).map(i32::get)
        })
    }

    /// Those of each polygon, in order.
    pub fn iter(&self) -> impl Iterator<Item = Corners<'_>> + '_ {
        let mut c = Cursor::new(&self.bytes);
        self.rings.iter().map_while(move |ring| Corners::read(&mut c, *ring).ok())
    }
}

impl Json for CornerLists<'_> {
    fn inner() -> Option<&'static FieldTable> {
        Some(Corners::TABLE)
    }

    fn write_json<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        struct Item<'c>(Corners<'c>);
        impl Serialize for Item<'_> {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                AsJson(&self.0).serialize(to)
            }
        }
        to.collect_seq(self.iter().map(Item))
    }

    fn from_json(json: &Value) -> Result<Self> {
        let all = Vec::<Corners<'_>>::from_json(json)?;
        Self::new(&all).map_err(|odd| {
            let wanted = phrases::lists_with_all_corners();
            Error::unexpected(wanted, phrases::other_lengths()).inside(format_args!("[{odd}]"))
        })
    }
}
