//! Files as new entries of NRes: their type follows from what they are, or from the entries that are called alike.

use super::shelf;
use crate::fxid::Fxid;
use crate::mat0::Mat0;
use crate::msh::Msh;
use crate::pal::Pal;
use crate::phrases;
use crate::texm::Texm;
use crate::wear::Wear;
use relict_core::json::tag;
use relict_core::prelude::*;
use serde_json::{Map, Value, json};

pub(crate) const ADD: AddOps = AddOps { picture: Some(Texm::ID), model: Some(Msh::ID), folders: false, spec };

/// What the game's own archives say of entries of a format: the type, and attributes that are always the same.
struct Usual {
    format: &'static str,
    kind: Value,
    attributes: &'static [(&'static str, u32)],
    /// How files end that are called for their format alone.
    file_ending: &'static str,
    /// What a name of this type has at its end, unless it has something like it.
    ending: Option<&'static str>,
}

fn usual(format: Option<&str>) -> Option<Usual> {
    let of = |format, kind: &[u8; 4], attributes, file_ending, ending| Usual {
        format,
        kind: tag(Tag(*kind)),
        attributes,
        file_ending,
        ending,
    };
    let all = [
        // The engine finds no texture whose name has no dot; behind it is the palette, and 0 is none.
        of(Texm::ID, b"Texm", &[][..], ".texm", Some(".0")),
        of(Mat0::ID, b"MAT0", &[("attr1", 0), ("attr2", 6), ("attr3", 0)], ".mat0", None),
        of(Wear::ID, b"WEAR", &[("attr1", 0), ("attr2", 0), ("attr3", 1)], "", Some(".wea")),
        of(Msh::ID, b"MESH", &[], "", Some(".msh")),
        of(Fxid::ID, b"FXID", &[], "", None),
        Usual { format: Pal::ID, kind: json!(0), attributes: &[], file_ending: "", ending: None },
    ];
    all.into_iter().find(|usual| Some(usual.format) == format)
}

fn spec(new: &NewEntry<'_>) -> Result<EntrySpec> {
    let usual = usual(new.format);
    let own = usual.as_ref().map(|usual| usual.kind.clone());
    let told = new.attributes.get("type").cloned().or(own);
    let kind = told.or_else(|| new.attribute("type", |name, _| new.ends_alike(name))).ok_or_else(|| {
        let wanted = phrases::a_file_of_a_known_type();
        Error::unexpected(wanted, quoted(new.name)).inside("attributes.type")
    })?;
    let is_alike = |_: &str, attributes: &Map<String, Value>| attributes.get("type") == Some(&kind);
    let fixed = usual.as_ref().map_or(&[][..], |usual| usual.attributes);
    let mut attributes = Map::from_iter([("type".to_owned(), kind.clone())]);
    for name in ["attr1", "attr2", "attr3"] {
        let fixed = fixed.iter().find(|(fixed, _)| *fixed == name).map(|(_, value)| json!(value));
        let told = new.attributes.get(name).cloned().or(fixed);
        let value = told.or_else(|| new.attribute(name, is_alike)).unwrap_or(json!(0));
        attributes.insert(name.into(), value);
    }
    let name = usual.map_or_else(|| new.name.to_owned(), |usual| usual.name(new.name));
    let spec = EntrySpec::new(&name, attributes);
    shelf::record(&spec).map(|_| spec)
}

impl Usual {
    /// A name as entries of this type have it.
    fn name(&self, file: &str) -> String {
        let ends = |name: &str, ending: &str| {
            name.len() > ending.len()
                && name.as_bytes()[name.len() - ending.len()..].eq_ignore_ascii_case(ending.as_bytes())
        };
        let is_called_so = !self.file_ending.is_empty() && ends(file, self.file_ending);
        let name = if is_called_so { &file[..file.len() - self.file_ending.len()] } else { file };
        match self.ending {
            Some(".0") if name.contains('.') => name.to_owned(),
            Some(ending) if !ends(name, ending) => format!("{name}{ending}"),
            _ => name.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict_core::format::AttributesRef;

    fn added(name: &str, format: Option<&'static str>) -> std::result::Result<String, String> {
        let attributes = |json: Value| json.as_object().unwrap().clone();
        let mesh = attributes(json!({"type": "MESH", "attr1": 0, "attr2": 7, "attr3": 1}));
        let other = attributes(json!({"type": "MESH", "attr1": 3, "attr2": 7, "attr3": 1}));
        let control = attributes(json!({"type": "CTLD", "attr1": 1, "attr2": 2, "attr3": 3}));
        let others = [("a.msh", &mesh), ("b.msh", &other), ("a.ctl", &control), ("b", &control)];
        let new = NewEntry { name, format, attributes: AttributesRef::default(), others: &others };
        let told = |spec: EntrySpec| format!("{} {}", spec.name, Value::Object(spec.attributes));
        spec(&new).map(told).map_err(|error| error.to_string())
    }

    #[test]
    fn what_a_file_is_tells_its_type_and_its_name() {
        for (name, format, wanted) in [
            ("wall", Texm::ID, r#"wall.0 {"type":"Texm","attr1":0,"attr2":0,"attr3":0}"#),
            ("wall.A3", Texm::ID, r#"wall.A3 {"type":"Texm","attr1":0,"attr2":0,"attr3":0}"#),
            ("wall.0.TEXM", Texm::ID, r#"wall.0 {"type":"Texm","attr1":0,"attr2":0,"attr3":0}"#),
            ("STEEL.mat0", Mat0::ID, r#"STEEL {"type":"MAT0","attr1":0,"attr2":6,"attr3":0}"#),
            ("x.WEA", Wear::ID, r#"x.WEA {"type":"WEAR","attr1":0,"attr2":0,"attr3":1}"#),
            // What all models have is taken over; where they differ, it is 0.
            ("new", Msh::ID, r#"new.msh {"type":"MESH","attr1":0,"attr2":7,"attr3":1}"#),
        ] {
            assert_eq!(added(name, Some(format)).as_deref(), Ok(wanted));
        }
    }

    #[test]
    fn an_unknown_file_has_the_type_of_those_that_end_alike() {
        let control = r#"new.CTL {"type":"CTLD","attr1":1,"attr2":2,"attr3":3}"#;
        assert_eq!(added("new.CTL", None).as_deref(), Ok(control));
        for name in ["new.xyz", "new", "b"] {
            assert!(added(name, None).unwrap_err().starts_with("attributes.type: "), "{name}");
        }
    }

    #[test]
    fn a_name_that_does_not_fit_is_refused() {
        assert!(added(&"x".repeat(33), Some(Texm::ID)).is_ok());
        for name in ["x".repeat(34), "茶".into()] {
            assert!(added(&name, Some(Texm::ID)).unwrap_err().starts_with("name: "), "{name}");
        }
    }
}
