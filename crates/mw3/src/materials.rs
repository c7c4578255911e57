//! `materials`: the materials that all models of a mechlib share. Both games have the same.

use crate::CODE_PAGE;
use crate::library::TEXTURE;
use crate::phrases;
use relict_core::prelude::*;
use relict_core::report::hex;
use std::collections::BTreeSet;

/// What every member of a mechlib with materials is called.
pub const NAME: &str = "materials";

/// Bits of a material's flags.
const TEXTURED: u8 = 0x01;
const CYCLED: u8 = 0x04;
const ALWAYS: u8 = 0x10;
const FREE: u8 = 0x20;

/// White, as the device packs it.
const WHITE: u16 = 0x7FFF;

record! {
    /// What every material has, with a texture or without.
    pub struct Surface: 40 {
        /// 255 is opaque. A texture brings its own.
        0x00 alpha: u8,
        /// 0x10, and 0x01 where the name of a texture follows. 0x02 is not known, 0x04 would be a texture that changes in time, 0x20 a slot that nobody uses.
        0x01 flags: u8,
        /// 0x7FFF with a texture, else 0; never a real colour.
        0x02 rgb: u16,
        /// Red, green, blue, 0 to 255. White with a texture.
        0x04 colour: [f32; 3],
        /// An address of long ago; 0 without a texture.
        0x10 texture_ptr: u32,
        /// 0 everywhere.
        0x14 unk14: f32,
        /// 0.5 everywhere.
        0x18 unk18: f32,
        /// 0.5 everywhere.
        0x1C unk1c: f32,
        /// Kind of ground: 0 none, 1 water, 2 seafloor, 3 quicksand, 4 lava, 5 fire, 6 dirt, 7 mud, 8 grass, 9 concrete, 10 snow, 11 mech, 12 silt, 13 noslip. Always 0 in mechlibs.
        0x20 soil: u32,
        /// An address of long ago; 0 in mechlibs.
        0x24 cycle_ptr: u32,
    }
}

parts! {
    /// A surface, with a texture or a colour.
    pub struct Material<'a> {
        /// The part of fixed size.
        pub surface: Surface,
        /// The name of its texture, if the flags say that there is one. Its length stands in front, in four bytes.
        pub texture: Option<Text<'a, CODE_PAGE>>,
    }
}

parts! {
    /// Materials of a mechlib.
    pub struct Materials<'a> {
        /// Polygons name them by their places.
        pub materials: Vec<Material<'a>>,
        /// Bytes behind the last material, which no mechlib has.
        pub tail: Bytes<'a>,
    }
}

impl Surface {
    pub fn is_textured(&self) -> bool {
        self.flags & TEXTURED != 0
    }

    /// A surface of one colour.
    pub fn coloured(colour: [f32; 3], alpha: u8) -> Self {
        Self {
            alpha,
            flags: ALWAYS,
            rgb: 0,
            colour,
            texture_ptr: 0,
            unk14: 0.0,
            unk18: 0.5,
            unk1c: 0.5,
            soil: 0,
            cycle_ptr: 0,
        }
    }

    /// A surface that is all texture.
    pub fn textured(texture_ptr: u32) -> Self {
        let white = Self::coloured([255.0; 3], 255);
        Self { flags: ALWAYS | TEXTURED, rgb: WHITE, texture_ptr, ..white }
    }

    /// Fields in which every mechlib has the same, by name: what they hold, and whether it is that.
    fn constants(&self) -> [(&'static str, String, bool); 8] {
        let textured = self.is_textured();
        let alike = |found: f32, usual: f32| (found.to_string(), found == usual);
        let is = |name, (found, fine)| (name, found, fine);
        [
            is("alpha", (self.alpha.to_string(), !textured || self.alpha == 255)),
            is("rgb", (hex(self.rgb), self.rgb == if textured { WHITE } else { 0 })),
            is("texture_ptr", (hex(self.texture_ptr), textured || self.texture_ptr == 0)),
            is("unk14", alike(self.unk14, 0.0)),
            is("unk18", alike(self.unk18, 0.5)),
            is("unk1c", alike(self.unk1c, 0.5)),
            is("soil", (self.soil.to_string(), self.soil == 0)),
            is("cycle_ptr", (hex(self.cycle_ptr), self.cycle_ptr == 0)),
        ]
    }

    fn check(&self, report: &mut Report) {
        let flags = self.flags;
        let sound = flags & (ALWAYS | CYCLED | FREE) == ALWAYS;
        report.expect(sound, &FLAGS, "flags", || args!(found = hex(flags)));
        let known = flags & !(TEXTURED | CYCLED | ALWAYS | FREE) == 0;
        report.expect(known || !sound, &ODD_FLAGS, "flags", || args!(found = hex(flags)));
        let inside = self.colour.iter().all(|part| (0.0..=255.0).contains(part));
        let usual = inside && (!self.is_textured() || self.colour == [255.0; 3]);
        report.expect(usual, &COLOUR, "colour", || args!(found = format!("{:?}", self.colour)));
        for (field, found, fine) in self.constants() {
            report.expect(fine, &CONSTANT, field, || args!(field = field, found = found));
        }
    }
}

impl<'a> Material<'a> {
    fn read(c: &mut Cursor<'a>) -> Result<Self> {
        let surface: Surface = c.get("surface")?;
        let texture =
            surface.is_textured().then(|| c.counted_text::<u32, CODE_PAGE>("texture")).transpose()?;
        Ok(Self { surface, texture })
    }

    fn write(&self, out: &mut Put) {
        if self.surface.is_textured() != self.texture.is_some() {
            let wanted = phrases::a_texture_by_the_flags();
            out.fail(Error::unexpected(wanted, value(hex(self.surface.flags))).inside("texture"));
        }
        out.put(&self.surface);
        self.texture.iter().for_each(|name| out.counted_text::<u32>("texture", name));
    }

    /// The texture by the name that a package has for it: without the ending that some files of the games give it.
    pub fn texture_name(&self) -> Option<String> {
        let name = self.texture.as_ref()?.show().into_owned();
        let stem = name.len().checked_sub(4).and_then(|at| name.split_at_checked(at));
        let stem =
            stem.filter(|(_, ending)| ending.eq_ignore_ascii_case(".tif")).map(|(stem, _)| stem.into());
        Some(stem.unwrap_or(name))
    }

    fn check(&self, report: &mut Report) {
        report.part("surface", &self.surface, Surface::check);
        if let Some(name) = &self.texture {
            let plain = !name.is_empty() && name.iter().all(u8::is_ascii_graphic);
            report.expect(plain, &TEXTURE_NAME, "texture", || args!(name = name.show().as_ref()));
        }
    }

    fn row(&self, number: usize) -> Vec<Cell> {
        let colour = self.surface.colour.map(|part| part.clamp(0.0, 255.0) as u8);
        let texture = self.texture.as_ref().map(|name| Cell::Text(name.show().into_owned()));
        vec![
            Cell::Number(number as i64),
            texture.unwrap_or(Cell::Nothing),
            if self.surface.is_textured() { Cell::Nothing } else { Cell::Colour(colour) },
            Cell::Number(self.surface.alpha.into()),
        ]
    }
}

/// The count, if so many materials fit into what is left.
fn believable(c: &mut Cursor<'_>) -> Result<usize> {
    let stated = c.peek::<i32>();
    let room = c.left().saturating_sub(i32::SIZE) / Surface::SIZE;
    let fits = |stated: &i32| usize::try_from(*stated).is_ok_and(|count| count <= room);
    if let Some(stated) = stated.filter(|stated| !fits(stated)) {
        let at = c.pos();
        return Err(broken(&COUNT, "materials.count", args!(stated = stated, room = room)).at(Some(at)));
    }
    c.count::<i32>("materials")
}

impl<'a> Format<'a> for Materials<'a> {
    const ID: &'static str = "mw3.materials";
    const ENDINGS: &'static [&'static str] = &["materials"];
    const RULES: Rules = RULES;
    const MEASURES: Measures = MEASURES;
    const HAS_JSON_FORM: bool = true;
    const FACETS: Facets<Self> =
        Facets::<Self>::NONE.tables(Self::make_tables).references(Self::find_references);

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        // Archives of other engines say of what type an entry is.
        let foreign = origin.attribute("type").is_some();
        let named = origin.name == NAME || origin.ends_with(".materials");
        Claim::of_named(named && !foreign, || believable(&mut Cursor::new(bytes)).is_ok())
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let count = believable(c)?;
        let materials = c.each("materials", count, Material::read)?;
        Ok(Self { materials, tail: c.tail("tail") })
    }

    fn write(&self, out: &mut Put) {
        out.count::<i32>("materials", self.materials.len());
        out.each("materials", &self.materials, Material::write);
        out.bytes(&self.tail);
    }

    fn facts(&self) -> Facts {
        let textured = self.materials.iter().filter(|material| material.surface.is_textured()).count();
        let textures: BTreeSet<_> = self.materials.iter().filter_map(Material::texture_name).collect();
        vec![
            ("materials", self.materials.len().into()),
            ("textured", textured.into()),
            ("coloured", (self.materials.len() - textured).into()),
            ("textures", Vec::from_iter(textures).join(", ").into()),
        ]
    }

    fn check(&self, report: &mut Report, _: Context<'_>) {
        report.expect(self.tail.is_empty(), &TAIL, "tail", || args!(size = self.tail.len()));
        report.each("materials", &self.materials, Material::check);
    }

    fn measure(&self, cases: &mut Cases, _: Origin<'_>) {
        let tif = |name: &[u8]| name.to_ascii_lowercase().ends_with(b".tif");
        let textures = self.materials.iter().filter_map(|material| material.texture.as_ref());
        cases.claim_each(&NO_ENDING, textures, |name| !tif(name));
        for material in &self.materials {
            cases.tally(&SOILS, material.surface.soil);
            cases.tally(&FLAG_VALUES, material.surface.flags);
        }
    }
}

impl Materials<'_> {
    fn make_tables(&self) -> Vec<Table> {
        vec![Table {
            title: "materials",
            columns: vec!["number", "texture", "colour", "alpha"],
            rows: self.materials.iter().enumerate().map(|(i, material)| material.row(i)).collect(),
        }]
    }

    fn find_references(&self) -> Vec<Reference> {
        let named = |(i, material): (usize, &Material<'_>)| {
            let name = material.texture_name().filter(|name| !name.is_empty())?;
            Some(Reference { role: &TEXTURE, name, field: format!("materials[{i}].texture") })
        };
        self.materials.iter().enumerate().filter_map(named).collect()
    }
}

measures! { "materials":
    Claim NO_ENDING = "texture-without-ending";
    Tally SOILS = "soils";
    Tally FLAG_VALUES = "flags";
}

rules! { "materials":
    Error COUNT = "count";
    Error TAIL = "tail";
    Error FLAGS = "flags";
    Warning ODD_FLAGS = "odd-flags";
    Warning TEXTURE_NAME = "texture-name";
    Warning COLOUR = "colour";
    Warning CONSTANT = "constant";
}
