//! MAT0: a material. What it looks like (phases), and how that changes over time (animations).

mod play;

use crate::CODE_PAGE;
use crate::library::{self, LibraryFile, PALETTE, TEXTURE, TEXTURES};
use crate::pal::{self, Suffix};
use crate::texm::Texm;
use relict_core::format::Library;
use relict_core::json::Json;
use relict_core::prelude::*;
use relict_core::report::hex;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

const TYPE: Tag = Tag(*b"MAT0");
/// What every material of the game has; taken where no archive says.
const USUAL_VERSION: u32 = 6;
/// The engine has room for this many animations, and refuses a material that fills it.
pub const ANIMATION_LIMIT: usize = 20;
/// What a mask can ask for.
const MASK: u32 = 0x1F;

bits! {
    /// attr1 of a material's entry. `second_stage`: its textures go to texture stage 1. `lit_skin`: they are loaded
    /// opaque, whatever their alpha. `blend`: how what lies behind shows through. `flag_b`: handed out, never set.
    pub struct Flags: u32 { second_stage: 1, lit_skin: 1, blend: 4, flag_b: 1, unk7: 25 }
}

bits! {
    /// How the keys of an animation follow each other (`mode`), and what is blended between them (`mask`).
    pub struct Motion: u32 { mode: 3, mask: 29 }
}

record! {
    /// The look of a surface at one moment; colours are r, g, b or r, g, b, a.
    pub struct Phase: 34 {
        /// Light that the surface gives by itself.
        0x00 ambient: [u8; 3],
        /// In per cent. This is the alpha that reaches the screen.
        0x03 ambient_alpha: u8,
        /// What the surface reflects of the light that falls on it. Its alpha is not the one on the screen.
        0x04 diffuse: [u8; 4],
        /// What it reflects as a mirror does.
        0x08 specular: [u8; 4],
        /// Stored, but the renderer does not read it.
        0x0C emissive: [u8; 4],
        /// The device gets two to this power as the specular power.
        0x10 power: u8,
        /// Which rectangle of the texture's page; -1 is the whole texture.
        0x11 cell: i8,
        /// At most 15 bytes and a zero; empty for a surface without texture.
        0x12 texture: Chars<16, CODE_PAGE>,
    }
}

record! {
    /// A phase, and the moment at which it gives way to the next.
    pub struct Key: 6 {
        /// A place in the list of phases.
        0x00 phase: u16,
        /// In milliseconds from the start; that of the last key is the period.
        0x02 end: u16,
        /// The engine does not read it, and it is zero in everything shipped.
        0x04 unk04: u16,
    }
}

parts! {
    /// Keys in time. The animations of a material are alternatives, not layers.
    pub struct Animation {
        /// Mode in the low three bits: 0 loop, 1 there and back, 2 once, 3 at random. Mask above: 1 ambient, 2 diffuse, 4 specular, 8 emissive, 16 ambient alpha.
        pub motion: Motion,
        /// In order of time.
        pub keys: Vec<Key>,
    }
}

parts! {
    /// Material: what a surface looks like, and how that changes over time.
    pub struct Mat0<'a> {
        /// Not in these bytes: attr1 of the archive's entry.
        pub attr1: Flags,
        /// Not in these bytes: attr2 of the archive's entry, which decides which of the next four are there.
        pub version: u32,
        /// Kind of ground, 255 where unset. From version 2 on.
        pub surface: Option<u8>,
        /// 255 everywhere, and unused. From version 2 on.
        pub unk05: Option<u8>,
        /// Factor on the speed of units that stand on it. From version 3 on.
        pub speed: Option<f32>,
        /// Per second, to units that stand on it. From version 4 on.
        pub damage: Option<f32>,
        /// What it looks like.
        pub phases: Vec<Phase>,
        /// How it changes.
        pub animations: Vec<Animation>,
        /// Bytes behind the last animation, which no material has.
        pub tail: Bytes<'a>,
    }
}

impl Animation {
    fn read(c: &mut Cursor<'_>) -> Result<Self> {
        let motion = c.get("motion")?;
        let keys = c.count::<u16>("keys")?;
        Ok(Self { motion, keys: c.list("keys", keys)? })
    }

    fn write(&self, out: &mut Put) {
        out.put(&self.motion);
        out.count::<u16>("keys", self.keys.len());
        out.list(&self.keys);
    }

    /// The phase that a key names; the first, if there is no such key.
    pub fn phase_of(&self, key: usize) -> usize {
        self.keys.get(key).map_or(0, |key| key.phase.into())
    }

    /// In milliseconds; 0 if there are no keys.
    pub fn period(&self) -> u16 {
        self.keys.last().map_or(0, |key| key.end)
    }
}

/// How what is behind a surface shows through it: the blend modes of the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blend {
    pub mode: u32,
    /// Factors of source and destination.
    pub factors: &'static str,
}

/// By the number in attr1.
static BLENDS: [Blend; 5] = [
    Blend { mode: 0, factors: "ONE/ZERO" },
    Blend { mode: 4, factors: "SRCALPHA/INVSRCALPHA" },
    Blend { mode: 2, factors: "SRCALPHA/ONE" },
    Blend { mode: 3, factors: "ZERO/SRCCOLOR" },
    Blend { mode: 5, factors: "DESTCOLOR/SRCCOLOR" },
];

impl Flags {
    /// None for a number that the engine has no mode for.
    pub fn blending(self) -> Option<Blend> {
        BLENDS.get(self.blend() as usize).copied()
    }
}

/// One by one, so that where they end too early says so, and a count alone takes no memory.
fn read_animations(c: &mut Cursor<'_>, count: usize) -> Result<Vec<Animation>> {
    (0..count).map(|i| c.part(("animations", i), Animation::read)).collect()
}

/// A number that the archive says of the entry.
fn attribute(origin: Origin<'_>, name: &str) -> Option<u32> {
    origin.attribute(name).and_then(Value::as_u64).and_then(|number| number.try_into().ok())
}

/// Whether the counts at the beginning are those of a material: a phase at least, and room for them all.
fn fits(bytes: &[u8]) -> bool {
    let Some(counts) = bytes.get(..4) else { return false };
    let [phases, animations] = <[u16; 2]>::get(counts).map(usize::from);
    phases > 0 && animations < ANIMATION_LIMIT && 4 + phases * Phase::SIZE <= bytes.len()
}

impl<'a> Format<'a> for Mat0<'a> {
    const ID: &'static str = "ngi.mat0";
    const ENDINGS: &'static [&'static str] = &["mat0"];
    const RULES: Rules = RULES;
    const MEASURES: Measures = MEASURES;
    const HAS_JSON_FORM: bool = true;
    const FACETS: Facets<Self> = Facets::<Self>::NONE
        .timeline(|mat0| Some(mat0))
        .tables(Self::make_tables)
        .references(Self::find_references);

    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        let stated = origin.attribute("type").is_some();
        Claim::of_named(origin.is(TYPE, ".mat0"), || stated || fits(bytes))
    }

    fn read(c: &mut Cursor<'a>, origin: Origin<'_>) -> Result<Self> {
        let version = attribute(origin, "attr2").unwrap_or(USUAL_VERSION);
        let phases = c.count::<u16>("phases")?;
        let animations = c.count::<u16>("animations")?;
        // The engine gives up at this number before it looks at what follows.
        let too_many = |error| match animations {
            ANIMATION_LIMIT.. => broken(&ANIMATIONS, "animations", args!(found = animations)),
            _ => error,
        };
        Ok(Self {
            attr1: Flags(attribute(origin, "attr1").unwrap_or_default()),
            version,
            surface: c.get_if(version >= 2, "surface")?,
            unk05: c.get_if(version >= 2, "unk05")?,
            speed: c.get_if(version >= 3, "speed")?,
            damage: c.get_if(version >= 4, "damage")?,
            phases: c.list("phases", phases).map_err(too_many)?,
            animations: read_animations(c, animations).map_err(too_many)?,
            tail: c.tail("tail"),
        })
    }

    fn write(&self, out: &mut Put) {
        out.count::<u16>("phases", self.phases.len());
        out.count::<u16>("animations", self.animations.len());
        out.put_if(&self.surface);
        out.put_if(&self.unk05);
        out.put_if(&self.speed);
        out.put_if(&self.damage);
        out.list(&self.phases);
        out.each("animations", &self.animations, Animation::write);
        out.bytes(&self.tail);
    }

    fn facts(&self) -> Facts {
        let textures = self.phases.iter().filter(|phase| phase.has_texture());
        let textures: BTreeSet<_> = textures.map(|phase| phase.texture.show().into_owned()).collect();
        let blend = self.attr1.blending().map_or("?", |blend| blend.factors);
        vec![
            ("version", self.version.into()),
            ("blend", blend.into()),
            ("lit_skin", (self.attr1.lit_skin() == 1).into()),
            ("phases", self.phases.len().into()),
            ("animations", self.animations.len().into()),
            ("textures", Vec::from_iter(textures).join(", ").into()),
            ("surface", self.surface.map_or(Value::Null, Into::into)),
            ("speed", self.speed.map_or(Value::Null, |speed| Json::to_json(&speed))),
            ("damage", self.damage.map_or(Value::Null, |damage| Json::to_json(&damage))),
        ]
    }

    fn check(&self, report: &mut Report, context: Context<'_>) {
        let known = (1..=USUAL_VERSION).contains(&self.version);
        report.expect(known, &VERSION, "phases", || args!(found = self.version));
        let blend = self.attr1.blend();
        report.expect(self.attr1.blending().is_some(), &BLEND, "phases", || args!(found = blend));
        report.expect(!self.phases.is_empty(), &NO_PHASE, "phases", Vec::new);
        let animations = self.animations.len();
        report.expect(animations < ANIMATION_LIMIT, &ANIMATIONS, "animations", || args!(found = animations));
        report.expect(self.tail.is_empty(), &TAIL, "tail", || args!(size = self.tail.len()));
        let pages = self.pages(context.library);
        report.each("phases", &self.phases, |phase, report| phase.check(&pages, report));
        report.each("animations", &self.animations, |animation, report| {
            animation.check(self.phases.len(), report);
        });
    }

    fn measure(&self, cases: &mut Cases, _: Origin<'_>) {
        cases.claim(&SIX, self.version == USUAL_VERSION);
        cases.claim_each(&HARMLESS, self.damage, |damage| damage == 0.0);
        cases.claim_each(&AS_FAST, self.speed, |speed| speed == 1.0);
        cases.claim_each(&OPAQUE, &self.phases, |phase| phase.ambient_alpha == 100);
        cases.tally(&ATTR1, self.attr1.0);
        cases.tally(&PHASES, self.phases.len() as u32);
        cases.tally(&ANIMATION_COUNTS, self.animations.len() as u32);
        self.phases.iter().for_each(|phase| cases.tally(&POWERS, phase.power));
        self.animations.iter().for_each(|animation| cases.tally(&MODES, animation.motion.mode()));
    }
}

impl Mat0<'_> {
    fn make_tables(&self) -> Vec<Table> {
        vec![
            Table {
                title: "phases",
                columns: vec![
                    "number", "texture", "cell", "ambient", "alpha", "diffuse", "specular", "emissive",
                    "power",
                ],
                rows: self.phases.iter().enumerate().map(phase_row).collect(),
            },
            Table {
                title: "animations",
                columns: vec!["number", "mode", "blends", "period", "keys"],
                rows: self.animations.iter().enumerate().map(animation_row).collect(),
            },
        ]
    }

    fn find_references(&self) -> Vec<Reference> {
        let mut found = vec![];
        for (i, phase) in self.phases.iter().enumerate().filter(|(_, phase)| phase.has_texture()) {
            let field = || format!("phases[{i}].texture");
            let name = phase.texture.show().into_owned();
            if let Suffix::Palette(index) = pal::suffix(phase.texture.text()) {
                let name = pal::bank_name(index).unwrap_or_default();
                found.push(Reference { role: &PALETTE, name, field: field() });
            }
            found.push(Reference { role: &TEXTURE, name, field: field() });
        }
        found
    }
}

fn phase_row((i, phase): (usize, &Phase)) -> Vec<Cell> {
    let colour = |[r, g, b, _]: [u8; 4]| Cell::Colour([r, g, b]);
    let texture = || Cell::Text(phase.texture.show().into_owned());
    vec![
        Cell::Number(i as i64),
        if phase.has_texture() { texture() } else { Cell::Nothing },
        if phase.cell == -1 { Cell::Word("whole") } else { Cell::Number(phase.cell.into()) },
        Cell::Colour(phase.ambient),
        Cell::Text(format!("{} %", phase.ambient_alpha)),
        colour(phase.diffuse),
        colour(phase.specular),
        colour(phase.emissive),
        Cell::Number(phase.power.into()),
    ]
}

fn animation_row((i, animation): (usize, &Animation)) -> Vec<Cell> {
    let mask = animation.motion.mask();
    let parts = ["ambient", "diffuse", "specular", "emissive", "ambient_alpha"];
    let blended = parts.iter().enumerate().filter(|(bit, _)| mask >> bit & 1 == 1);
    let blended: Vec<_> = blended.map(|(_, part)| *part).collect();
    let keys = animation.keys.iter().map(|key| format!("{} → {}", key.phase, key.end));
    vec![
        Cell::Number(i as i64),
        animation.mode_word().map_or(Cell::Number(animation.motion.mode().into()), Cell::Word),
        if blended.is_empty() { Cell::Nothing } else { Cell::Text(blended.join(" ")) },
        Cell::Number(animation.period().into()),
        Cell::Text(keys.collect::<Vec<_>>().join(", ")),
    ]
}

impl Phase {
    /// An empty name means none, on purpose.
    pub fn has_texture(&self) -> bool {
        !self.texture.text().is_empty()
    }

    fn check(&self, pages: &Pages<'_>, report: &mut Report) {
        if !self.has_texture() {
            return;
        }
        let (name, cell) = (self.texture.show(), i16::from(self.cell));
        let named = || args!(name = name.as_ref());
        report.expect(self.texture.terminated(), &TEXTURE_UNTERMINATED, "texture", named);
        match pal::suffix(self.texture.text()) {
            Suffix::NoDot => report.expect(false, &TEXTURE_NAME, "texture", named),
            Suffix::OutOfRange(index) | Suffix::OddDigit { index, .. } => {
                let what = || args!(name = name.as_ref(), index = index);
                report.expect(false, &TEXTURE_SUFFIX, "texture", what);
            }
            Suffix::NoPalette | Suffix::Palette(_) => {}
        }
        report.expect(cell >= -1, &CELL, "cell", || args!(found = cell));
        // -1 is the whole texture, whether or not it has a page.
        let Ok(place) = usize::try_from(cell) else { return };
        let Some(Some(cells)) = pages.get(self.texture.text()) else { return };
        let inside = place < *cells;
        report.expect(inside, &CELL_OUTSIDE, "cell", || {
            args!(name = name.as_ref(), found = cell, cells = *cells)
        });
    }
}

/// How many rectangles the page of a texture has; none where the texture cannot be found.
type Pages<'m> = BTreeMap<&'m [u8], Option<usize>>;

impl Mat0<'_> {
    /// The pages of the textures of which the phases name a cell, by name.
    fn pages(&self, textures: &dyn Library) -> Pages<'_> {
        let celled = self.phases.iter().filter(|phase| phase.has_texture() && phase.cell >= 0);
        let mut pages: Pages<'_> = celled.map(|phase| (phase.texture.text(), None)).collect();
        if !pages.is_empty() {
            library::open(textures, TEXTURES, |textures| {
                for (name, cells) in &mut pages {
                    *cells = cells_of(textures, &CodePage::numbered(CODE_PAGE).show(name));
                }
            });
        }
        pages
    }
}

fn cells_of(textures: &LibraryFile<'_>, name: &str) -> Option<usize> {
    library::entry_of(textures, name, |origin, bytes| {
        let texm = Texm::read(&mut Cursor::new(bytes), origin).ok()?;
        Some(texm.page.map_or(0, |page| page.rects.len()))
    })?
}

impl Animation {
    fn mode_word(&self) -> Option<&'static str> {
        ["loop", "ping-pong", "one-shot", "random"].get(self.motion.mode() as usize).copied()
    }

    fn check(&self, phases: usize, report: &mut Report) {
        let (mode, mask) = (self.motion.mode(), self.motion.mask());
        report.expect(mode <= 3, &MODE, "motion", || args!(found = mode));
        report.expect(mask <= MASK, &ODD_MASK, "motion", || args!(found = hex(mask)));
        report.expect(!self.keys.is_empty(), &NO_KEY, "keys", Vec::new);
        let mut last = 0;
        report.each("keys", &self.keys, |key, report| {
            let known = usize::from(key.phase) < phases;
            report.expect(known, &KEY_PHASE, "phase", || args!(found = key.phase, phases = phases));
            report.expect(key.end >= last, &KEY_ORDER, "end", || args!(found = key.end, before = last));
            last = key.end;
        });
    }
}

measures! { "mat0":
    Claim SIX = "version-six";
    Claim HARMLESS = "no-damage";
    Claim AS_FAST = "no-speed";
    Claim OPAQUE = "ambient-alpha-full";
    Tally ATTR1 = "attr1";
    Tally PHASES = "phases";
    Tally ANIMATION_COUNTS = "animations";
    Tally POWERS = "powers";
    Tally MODES = "modes";
}

rules! { "mat0":
    Error ANIMATIONS = "animations";
    Error TAIL = "tail";
    Error KEY_PHASE = "key-phase";
    Error CELL_OUTSIDE = "cell-outside";
    Warning VERSION = "version";
    Warning BLEND = "blend";
    Warning NO_PHASE = "no-phase";
    Warning NO_KEY = "no-key";
    Warning KEY_ORDER = "key-order";
    Warning MODE = "mode";
    Warning ODD_MASK = "mask";
    Warning CELL = "cell";
    Warning TEXTURE_UNTERMINATED = "texture-unterminated";
    Warning TEXTURE_NAME = "texture-name";
    Warning TEXTURE_SUFFIX = "texture-suffix";
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict_core::format::{AttributesRef, Document};

    /// One phase, one key: the shape of most materials.
    const STILL: &[u8; 60] = b"\x01\x00\x01\x00\xFF\xFF\x00\x00\x80\x3F\x00\x00\x00\x00\
        \x0A\x14\x1E\x64\xFF\x80\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\xFF\
        STEEL.0\x00\x00\x00\x00\x00\x00\x00\x00\x00\
        \x08\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00";

    fn said(attr1: u32, attr2: u32) -> [(&'static str, Value); 3] {
        [("type", "MAT0".into()), ("attr1", attr1.into()), ("attr2", attr2.into())]
    }

    fn read_as(bytes: &[u8], attr1: u32, attr2: u32) -> Result<Mat0<'_>> {
        let said = said(attr1, attr2);
        Mat0::read(&mut Cursor::new(bytes), Origin { name: "X", attributes: AttributesRef::List(&said) })
    }

    fn codes(material: &Mat0<'_>) -> Vec<&'static str> {
        let mut report = Report::default();
        material.check(&mut report, Context::ALONE);
        report.codes()
    }

    /// What the check says about a change.
    fn changed(change: impl FnOnce(&mut Mat0<'_>)) -> Vec<&'static str> {
        let mut material = read_as(STILL, 0, 6).unwrap();
        change(&mut material);
        codes(&material)
    }

    #[test]
    fn the_worked_example_reads_as_its_specification_says() {
        let material = read_as(STILL, 0, 6).unwrap();
        assert_eq!((material.surface, material.unk05), (Some(255), Some(255)));
        assert_eq!((material.speed, material.damage), (Some(1.0), Some(0.0)));
        let [phase] = &material.phases[..] else { panic!("{:?}", material.phases) };
        assert_eq!((phase.ambient, phase.ambient_alpha), ([10, 20, 30], 100));
        assert_eq!((phase.diffuse, phase.power, phase.cell), ([255, 128, 0, 0], 3, -1));
        assert_eq!(phase.texture.show(), "STEEL.0");
        let [animation] = &material.animations[..] else { panic!("{:?}", material.animations) };
        assert_eq!((animation.motion.mode(), animation.motion.mask(), animation.period()), (0, 1, 0));
        assert_eq!(codes(&material), [""; 0]);
        assert_eq!(material.to_bytes().unwrap(), STILL);
    }

    #[test]
    fn each_field_of_the_head_has_a_version_of_its_own() {
        let fields = |material: &Mat0<'_>| {
            [
                material.surface.is_some(),
                material.unk05.is_some(),
                material.speed.is_some(),
                material.damage.is_some(),
            ]
        };
        for (version, head, wanted) in [
            (0, 0, [false; 4]),
            (1, 0, [false; 4]),
            (2, 2, [true, true, false, false]),
            (3, 6, [true, true, true, false]),
            (4, 10, [true; 4]),
            (5, 10, [true; 4]),
            (6, 10, [true; 4]),
            (7, 10, [true; 4]),
        ] {
            let bytes = [&STILL[..4], &STILL[14 - head..14], &STILL[14..]].concat();
            let material = read_as(&bytes, 0, version).unwrap();
            assert_eq!(fields(&material), wanted, "version {version}");
            assert_eq!(material.phases[0].texture.show(), "STEEL.0", "version {version}");
            assert_eq!(material.to_bytes().unwrap(), bytes, "version {version}");
            let known = (1..=6).contains(&version);
            assert_eq!(codes(&material).contains(&VERSION.code), !known, "version {version}");
        }
    }

    #[test]
    fn a_material_outside_an_archive_counts_as_the_usual_version() {
        let material = Mat0::read(&mut Cursor::new(STILL), Origin::named("steel.mat0")).unwrap();
        assert_eq!((material.version, material.attr1.0), (6, 0));
    }

    #[test]
    fn attr1_tells_stage_skin_and_blending() {
        let flags = Flags(0b100_1001);
        assert_eq!((flags.second_stage(), flags.lit_skin(), flags.blend(), flags.flag_b()), (1, 0, 2, 1));
        let blending = |number: u32| Flags(number << 2).blending().map(|blend| (blend.mode, blend.factors));
        assert_eq!(blending(0), Some((0, "ONE/ZERO")));
        assert_eq!(blending(1), Some((4, "SRCALPHA/INVSRCALPHA")));
        assert_eq!(blending(2), Some((2, "SRCALPHA/ONE")));
        assert_eq!(blending(3), Some((3, "ZERO/SRCCOLOR")));
        assert_eq!(blending(4), Some((5, "DESTCOLOR/SRCCOLOR")));
        assert_eq!(blending(5), None);
        assert_eq!(codes(&read_as(STILL, 5 << 2, 6).unwrap()), ["mat0.blend"]);
    }

    #[test]
    fn twenty_animations_are_too_many_whether_or_not_they_are_there() {
        let mut bytes = STILL.to_vec();
        bytes[2] = 20;
        let error = read_as(&bytes, 0, 6).unwrap_err();
        assert!(error.to_string().contains("mat0.animations found=20"), "{error}");
        for end in 14..bytes.len() {
            let error = read_as(&bytes[..end], 0, 6).unwrap_err();
            assert!(error.to_string().contains("mat0.animations"), "cut at {end}: {error}");
        }
        let animations = |count: usize| changed(|m| m.animations = vec![m.animations[0].clone(); count]);
        assert_eq!(animations(19), [""; 0]);
        assert_eq!(animations(20), ["mat0.animations"]);
    }

    #[test]
    fn what_ends_too_early_is_said_to_break_off() {
        for end in 0..STILL.len() {
            let error = read_as(&STILL[..end], 0, 6).unwrap_err();
            assert!(error.to_string().contains("needs"), "cut at {end}: {error}");
        }
    }

    #[test]
    fn one_odd_field_is_one_finding() {
        let name = |name: &[u8]| Chars::new(name, false).unwrap();
        let key = |phase, end| Key { phase, end, unk04: 0 };
        assert_eq!(changed(|m| m.phases.clear()), ["mat0.no-phase", "mat0.key-phase"]);
        assert_eq!(changed(|m| m.tail = vec![0].into()), ["mat0.tail"]);
        assert_eq!(changed(|m| m.phases[0].cell = -2), ["mat0.cell"]);
        assert_eq!(changed(|m| m.phases[0].texture = name(b"STEEL")), ["mat0.texture-name"]);
        assert_eq!(changed(|m| m.phases[0].texture = name(b"STEEL.[")), ["mat0.texture-suffix"]);
        assert_eq!(changed(|m| m.phases[0].texture = name(b"STEEL.Ax")), ["mat0.texture-suffix"]);
        assert_eq!(changed(|m| m.phases[0].texture = name(b"STEEL.A9")), [""; 0]);
        assert_eq!(
            changed(|m| m.phases[0].texture = name(b"0123456789ABCD.0")),
            ["mat0.texture-unterminated"]
        );
        assert_eq!(changed(|m| m.phases[0].texture = name(b"")), [""; 0], "no texture, on purpose");
        assert_eq!(changed(|m| m.animations[0].motion = Motion(4)), ["mat0.mode"]);
        assert_eq!(changed(|m| m.animations[0].motion = Motion(0x100)), ["mat0.mask"]);
        assert_eq!(changed(|m| m.animations[0].motion = Motion(0xFB)), [""; 0]);
        assert_eq!(changed(|m| m.animations[0].keys.clear()), ["mat0.no-key"]);
        assert_eq!(changed(|m| m.animations[0].keys[0] = key(1, 0)), ["mat0.key-phase"]);
        let keys = |ends: [u16; 3]| changed(|m| m.animations[0].keys = ends.map(|end| key(0, end)).to_vec());
        assert_eq!(keys([100, 100, 200]), [""; 0]);
        assert_eq!(keys([100, 99, 200]), ["mat0.key-order"]);
    }

    /// A folder with one library in it.
    struct Beside(Vec<u8>);

    impl Library for Beside {
        fn file(&self, name: &str) -> Option<std::borrow::Cow<'_, [u8]>> {
            (name == TEXTURES).then(|| self.0.as_slice().into())
        }
    }

    #[test]
    fn a_cell_is_looked_up_in_the_library_beside() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/ngi/");
        let library = Beside(std::fs::read(format!("{folder}textures.lib")).unwrap());
        let found = |name: &[u8], cell: i8| {
            let mut material = read_as(STILL, 0, 6).unwrap();
            (material.phases[0].texture, material.phases[0].cell) = (Chars::new(name, true).unwrap(), cell);
            let mut report = Report::default();
            material.check(&mut report, Context::new(&library));
            report.codes()
        };
        assert_eq!(found(b"argb8888.0", 2), [""; 0], "whatever the case");
        assert_eq!(found(b"ARGB8888.0", 3), ["mat0.cell-outside"]);
        assert_eq!(found(b"RGB565.0", 0), ["mat0.cell-outside"], "a texture without a page");
        assert_eq!(found(b"RGB565.0", -1), [""; 0]);
        assert_eq!(found(b"MISSING.0", 5), [""; 0], "what is missing is not the cell's fault");
    }

    #[test]
    fn the_whole_of_a_texture_is_in_order_beside_a_phase_that_shows_a_cell_of_it() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/ngi/");
        let library = Beside(std::fs::read(format!("{folder}textures.lib")).unwrap());
        let found = |cells: [i8; 2]| {
            let mut material = read_as(STILL, 0, 6).unwrap();
            let texture = Chars::new(b"ARGB8888.0", true).unwrap();
            let phase = |cell| Phase { texture, cell, ..material.phases[0].clone() };
            material.phases = cells.map(phase).to_vec();
            let mut report = Report::default();
            material.check(&mut report, Context::new(&library));
            report.codes()
        };
        assert_eq!(found([-1, 0]), [""; 0]);
        assert_eq!(found([0, -1]), [""; 0]);
        assert_eq!(found([-1, 3]), ["mat0.cell-outside"], "the one that is outside");
        assert_eq!(found([-2, 0]), ["mat0.cell"], "below -1 there is no cell to look for");
    }

    #[test]
    fn names_in_other_files_are_told() {
        let mut material = read_as(STILL, 0, 6).unwrap();
        let named =
            |name: &[u8]| Phase { texture: Chars::new(name, true).unwrap(), ..material.phases[0].clone() };
        material.phases = vec![named(b"STEEL.0"), named(b""), named(b"FLAG.B3")];
        let names: Vec<_> = material
            .references()
            .into_iter()
            .map(|found| (found.role.name, found.name, found.field))
            .collect();
        let wanted = [
            ("texture", "STEEL.0", "phases[0].texture"),
            ("palette", "B3.PAL", "phases[2].texture"),
            ("texture", "FLAG.B3", "phases[2].texture"),
        ];
        assert_eq!(names, wanted.map(|(role, name, field)| (role, name.into(), field.into())));
    }
}
