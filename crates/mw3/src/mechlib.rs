//! Mechlib: the models of mechs and cockpits, with the materials that they share. A ZBD archive with members of its own.

use crate::dialect::Dialect;
use crate::materials::{self, Materials};
use crate::model::Model;
use crate::zbd::{self, Record, Zbd};
use relict_core::json::{Json, Serializer, Value};
use relict_core::prelude::*;
use relict_core::record::{FieldTable, Part};
use relict_core::report::{Args, Rule};
use relict_core::trace::Trace;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// Members that hold one number each.
const FORMAT_MEMBER: &[u8] = b"format";
const VERSION_MEMBER: &[u8] = b"version";
/// What the first of them is in both games.
const FORMAT_NUMBER: u32 = 1;

/// An archive that holds models.
#[derive(Clone, Debug)]
pub struct Mechlib<'a>(pub Zbd<'a>);

impl Part for Mechlib<'_> {
    const TABLE: &'static FieldTable = &FieldTable {
        name: "Mechlib",
        doc: " Mechlib: models and the materials they share.",
        size: None,
        rows: <Zbd<'_> as Part>::TABLE.rows,
    };
}

impl Json for Mechlib<'_> {
    fn inner() -> Option<&'static FieldTable> {
        Some(Self::TABLE)
    }
    fn write_json<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.write_json(to)
    }
    fn from_json(json: &Value) -> Result<Self> {
        Zbd::from_json(json).map(Self)
    }
}

fn is_model(name: &[u8]) -> bool {
    name.len() >= 4 && name[name.len() - 4..].eq_ignore_ascii_case(b".flt")
}

impl<'a> Format<'a> for Mechlib<'a> {
    const ID: &'static str = "mw3.mechlib";
    const ENDINGS: &'static [&'static str] = Zbd::ENDINGS;
    const RULES: Rules = RULES;
    const FACETS: Facets<Self> = Facets::<Self>::NONE.archive(
        ArchiveOps {
            kept_when_canonical: crate::zbd::KEPT_WHEN_CANONICAL,
            add: Some(AddOps { model: Some(<Model<'_> as Format<'_>>::ID), ..zbd::shelf::ADD }),
            ..ArchiveOps::new(Zbd::assemble)
        },
        |mechlib| mechlib.0.archive(),
    );

    /// By its members. One of them may be missing, and is then missed.
    fn claims(_: Origin<'_>, bytes: &[u8]) -> Claim {
        let Some(names) = zbd::names(bytes) else { return Claim::No };
        let (mut numbers, mut content) = (false, false);
        for name in names {
            numbers |= name == FORMAT_MEMBER || name == VERSION_MEMBER;
            content |= name == materials::NAME.as_bytes() || is_model(&name);
        }
        if numbers && content { Claim::Sure } else { Claim::No }
    }

    fn read(c: &mut Cursor<'a>, origin: Origin<'_>) -> Result<Self> {
        Zbd::read(c, origin).map(Self)
    }

    fn write(&self, out: &mut Put) {
        self.0.write(out);
    }

    fn facts(&self) -> Facts {
        let models = self.0.directory.iter().filter(|record| is_model(record.name.text())).count();
        let materials = self.materials().map_or(Value::Null, |materials| materials.materials.len().into());
        let mut facts = self.0.facts();
        facts.extend([("models", models.into()), ("materials", materials)]);
        facts
    }

    fn check(&self, report: &mut Report, context: Context<'_>) {
        self.0.check(report, context);
        let wanted = self.0.dialect().map_or(0, Dialect::mechlib_version);
        self.check_number(FORMAT_MEMBER, FORMAT_NUMBER, &FORMAT, report);
        self.check_number(VERSION_MEMBER, wanted, &VERSION, report);
        self.expect_member(materials::NAME.as_bytes(), report);
        self.check_names(report);
        self.check_materials(report);
    }
}

impl<'a> Mechlib<'a> {
    fn find(&self, name: &[u8]) -> Option<usize> {
        self.0.directory.iter().position(|record| record.name.text() == name)
    }

    /// Where the member lies, and its bytes, if it has some of its own.
    fn member(&self, entry: usize) -> Option<(usize, &[u8])> {
        let at = self.0.data.iter().position(|segment| segment.owner == Owner::Entry(entry))?;
        Some((at, self.0.data[at].bytes.here()))
    }

    /// The materials that all models share, if they can be read.
    pub fn materials(&self) -> Option<Materials<'_>> {
        let (_, bytes) = self.member(self.find(materials::NAME.as_bytes())?)?;
        Materials::read(&mut Cursor::new(bytes), Origin::named(materials::NAME)).ok()
    }

    fn expect_member(&self, name: &[u8], report: &mut Report) -> Option<usize> {
        let found = self.find(name);
        report.expect(found.is_some(), &MISSING, "footer.entry_count", || {
            args!(name = String::from_utf8_lossy(name).as_ref())
        });
        found
    }

    /// Adds a finding about bytes of a member.
    fn add(&self, rule: &'static Rule, entry: usize, within: Range<usize>, args: Args, report: &mut Report) {
        let Some((at, _)) = self.member(entry) else { return };
        let start = self.0.directory[entry].start as usize;
        report.add(rule, format!("data[{at}].bytes"), Some(start + within.start..start + within.end), args);
    }

    fn check_number(&self, name: &[u8], wanted: u32, rule: &'static Rule, report: &mut Report) {
        let Some(entry) = self.expect_member(name, report) else { return };
        let Some((_, bytes)) = self.member(entry) else { return };
        let name = || String::from_utf8_lossy(name).into_owned();
        match bytes.try_into().map(u32::from_le_bytes) {
            Ok(found) if found == wanted => {}
            Ok(found) => self.add(rule, entry, 0..4, args!(found = found, wanted = wanted), report),
            Err(_) if bytes.len() < u32::SIZE => {
                let args = args!(name = name(), needed = u32::SIZE, left = bytes.len());
                self.add(&TRUNCATED, entry, 0..bytes.len(), args, report);
            }
            Err(_) => {
                let args = args!(name = name(), size = bytes.len());
                self.add(&MEMBER_SIZE, entry, u32::SIZE..bytes.len(), args, report);
            }
        }
    }

    /// The engine takes the first of a name.
    fn check_names(&self, report: &mut Report) {
        let mut seen = HashSet::new();
        for (i, Record { name, .. }) in self.0.directory.iter().enumerate() {
            report.part(("directory", i), name, |name, report| {
                let is_new = seen.insert(name.text().to_vec());
                report.expect(is_new, &DUPLICATE, "name", || args!(name = name.show().as_ref()));
            });
        }
    }

    /// Every polygon has a material that is there.
    fn check_materials(&self, report: &mut Report) {
        let Some(count) = self.materials().map(|materials| materials.materials.len()) else { return };
        let entry_attributes =
            self.0.dialect().map(Dialect::footer).map(|footer| (crate::dialect::ATTRIBUTE, footer.into()));
        let attributes = Vec::from_iter(entry_attributes);
        for (entry, record) in self.0.directory.iter().enumerate() {
            let name = record.name.show();
            if !is_model(record.name.text()) {
                continue;
            }
            let Some((_, bytes)) = self.member(entry) else { continue };
            let origin =
                Origin { name: &name, attributes: relict_core::format::AttributesRef::List(&attributes) };
            let Ok(model) = Model::read(&mut Cursor::new(bytes), origin) else { continue };
            let odd = odd_materials(&model, count);
            let places = if odd.is_empty() { HashMap::new() } else { places(bytes, origin, &odd) };
            for Odd { path, material } in odd {
                let args =
                    args!(name = name.as_ref(), field = path.as_str(), found = material, materials = count);
                let within = places.get(&path).cloned().unwrap_or(0..bytes.len());
                self.add(&MATERIAL, entry, within, args, report);
            }
        }
    }
}

/// A material that is not there, and the field that names it.
struct Odd {
    path: String,
    material: i32,
}

/// The first polygon of every node with a material that is not there. What is below 0 the model itself tells.
fn odd_materials(model: &Model<'_>, count: usize) -> Vec<Odd> {
    let outside = |material: i32| usize::try_from(material).is_ok_and(|material| material >= count);
    let mut all = vec![];
    for (node, mesh) in model.nodes.iter().enumerate().filter_map(|(i, node)| Some((i, node.mesh.as_ref()?)))
    {
        let odd = mesh.materials().find(|(_, _, material)| outside(*material));
        all.extend(odd.map(|(polygon, set, material)| {
            let path = match mesh.polygons_pm {
                Some(_) => format!("nodes[{node}].mesh.corners[{polygon}].materials[{set}]"),
                None => format!("nodes[{node}].mesh.polygons[{polygon}].material"),
            };
            Odd { path, material }
        }));
    }
    all
}

/// Where fields of a model lie.
fn places(bytes: &[u8], origin: Origin<'_>, odd: &[Odd]) -> HashMap<String, Range<usize>> {
    let wanted: HashSet<&str> = odd.iter().map(|odd| odd.path.as_str()).collect();
    let mut found = HashMap::new();
    let mut sink = |span: &relict_core::trace::Span<'_>| {
        if wanted.contains(span.path) {
            found.insert(span.path.to_owned(), span.range.clone());
        }
        std::ops::ControlFlow::Continue(())
    };
    let mut c = Cursor::tracing(bytes, Trace::new(true, &mut sink));
    let _ = c.part("", |c| Model::read(c, origin));
    drop(c);
    found
}

rules! { "mechlib":
    Error MISSING = "missing";
    Error MEMBER_SIZE = "member-size";
    Error FORMAT = "format";
    Error VERSION = "version";
    Error MATERIAL = "material";
    Warning DUPLICATE = "duplicate";
}
