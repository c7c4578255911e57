//! The types of what the viewer's page is told, in TypeScript, from their JSON Schemas.

use crate::Result;
use relict_toolkit::answer::page;
use serde_json::{Map, Value};

/// Where they stand.
pub const FILE: &str = "web/src/answers.ts";

const HEAD: &str = "\
// What the program tells the page. Written by `cargo xtask generate` from `relict_toolkit::answer::page`.
";
/// As wide as the formatter of the page lets a line be.
const WIDTH: usize = 120;

/// All of them, in order of their names.
pub fn types() -> Result<String> {
    let mut named: Vec<(String, Value)> = page::schemas().into_iter().collect();
    named.sort_by(|(a, _), (b, _)| a.cmp(b));
    let declared: Result<Vec<String>> = named
        .iter()
        .map(|(name, schema)| declared(name, schema).map_err(|e| format!("{name}: {e}").into()))
        .collect();
    Ok(format!("{HEAD}\n{}", declared?.join("\n")))
}

fn declared(name: &str, schema: &Value) -> Result<String> {
    let doc = doc(schema, "");
    if let Some(members) = schema["properties"].as_object() {
        let required =
            |member: &str| schema["required"].as_array().is_some_and(|all| all.iter().any(|it| it == member));
        let lines: Result<Vec<String>> =
            members.iter().map(|(name, of)| member(name, of, required(name))).collect();
        return Ok(format!("{doc}export interface {name} {{\n{}}}\n", lines?.concat()));
    }
    let parts = parts(schema)?;
    let line = format!("export type {name} = {};", parts.join(" | "));
    let text = if line.len() <= WIDTH {
        line
    } else {
        format!("export type {name} =\n    | {};", parts.join("\n    | "))
    };
    Ok(format!("{doc}{text}\n"))
}

fn member(name: &str, schema: &Value, required: bool) -> Result<String> {
    let mark = if required { "" } else { "?" };
    let mut parts = parts(schema).map_err(|e| format!("{name}: {e}"))?;
    // What may be left out is left out where there is none.
    parts.retain(|part| required || part != "null");
    let of = parts.join(" | ");
    let line = format!("    {name}{mark}: {of};");
    let line = if line.len() <= WIDTH { line } else { long(&format!("    {name}{mark}: "), &of) };
    Ok(format!("{}{line}\n", doc(schema, "    ")))
}

/// A list of so many items, such as a matrix, with a line for each.
fn long(head: &str, of: &str) -> String {
    match of.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).filter(|inside| !inside.contains('['))
    {
        Some(items) => format!("{head}[\n        {},\n    ];", items.replace(", ", ",\n        ")),
        None => format!("{head}{of};"),
    }
}

/// The description as a comment, which for a long one has several lines.
fn doc(schema: &Value, indent: &str) -> String {
    match schema["description"].as_str() {
        None => String::new(),
        Some(text) => {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            format!("{indent}/** {text} */\n")
        }
    }
}

fn type_of(schema: &Value) -> Result<String> {
    Ok(parts(schema)?.join(" | "))
}

/// The members of a union; most types are one of one member.
fn parts(schema: &Value) -> Result<Vec<String>> {
    let known: Option<&Map<String, Value>> = match schema {
        Value::Bool(true) => return Ok(vec!["unknown".into()]),
        Value::Object(schema) => Some(schema),
        _ => None,
    };
    let schema = known.ok_or_else(|| format!("no schema: {schema}"))?;
    if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
        return Ok(vec![name.rsplit('/').next().unwrap_or(name).to_owned()]);
    }
    for union in ["anyOf", "oneOf"] {
        if let Some(members) = schema.get(union).and_then(Value::as_array) {
            let members: Result<Vec<Vec<String>>> = members.iter().map(parts).collect();
            return Ok(members?.concat());
        }
    }
    if let Some(word) = schema.get("const") {
        return Ok(vec![literal(word)?]);
    }
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        return words.iter().map(literal).collect();
    }
    match schema.get("type") {
        None => Ok(vec!["unknown".into()]),
        Some(Value::Array(types)) => types.iter().map(|of| plain(of, schema)).collect(),
        Some(of) => Ok(vec![plain(of, schema)?]),
    }
}

fn literal(word: &Value) -> Result<String> {
    Ok(format!("'{}'", word.as_str().ok_or("only words may stand in an enum")?))
}

fn plain(of: &Value, schema: &Map<String, Value>) -> Result<String> {
    let none = Value::Bool(true);
    Ok(match of.as_str() {
        Some("string") => "string".into(),
        Some("boolean") => "boolean".into(),
        Some("integer" | "number") => "number".into(),
        Some("null") => "null".into(),
        Some("array") => array(schema)?,
        Some("object") => {
            format!("Record<string, {}>", type_of(schema.get("additionalProperties").unwrap_or(&none))?)
        }
        _ => return Err(format!("no type of TypeScript is known for {of}").into()),
    })
}

fn array(schema: &Map<String, Value>) -> Result<String> {
    if let Some(items) = schema.get("prefixItems").and_then(Value::as_array) {
        let items: Result<Vec<String>> = items.iter().map(type_of).collect();
        return Ok(format!("[{}]", items?.join(", ")));
    }
    let item = parts(schema.get("items").ok_or("an array of nothing")?)?;
    let count = |bound: &str| schema.get(bound).and_then(Value::as_u64);
    match (count("minItems"), count("maxItems")) {
        (Some(least), Some(most)) if least == most => {
            let items = vec![item.join(" | "); usize::try_from(most)?];
            Ok(format!("[{}]", items.join(", ")))
        }
        _ if item.len() == 1 => Ok(format!("{}[]", item[0])),
        _ => Ok(format!("({})[]", item.join(" | "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_matrix_has_a_line_for_each_number() {
        let matrix = json!({"type": "array", "items": {"type": "number"}, "minItems": 16, "maxItems": 16});
        let lines = member("matrix", &matrix, true).unwrap();
        assert_eq!(lines, format!("    matrix: [\n{}    ];\n", "        number,\n".repeat(16)));
        let row = json!({"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3});
        assert_eq!(member("row", &row, true).unwrap(), "    row: [number, number, number];\n");
    }

    #[test]
    fn schemas_become_types() {
        for (schema, wanted) in [
            (json!(true), "unknown"),
            (json!({"type": ["string", "null"]}), "string | null"),
            (json!({"anyOf": [{"$ref": "#/$defs/Bounds"}, {"type": "null"}]}), "Bounds | null"),
            (json!({"oneOf": [{"const": "a"}, {"enum": ["b", "c"]}]}), "'a' | 'b' | 'c'"),
            (json!({"type": "array", "items": {"type": ["string", "null"]}}), "(string | null)[]"),
            (
                json!({"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}),
                "[number, number]",
            ),
            (
                json!({"type": "array", "prefixItems": [{"type": "string"}, {"type": "number"}]}),
                "[string, number]",
            ),
            (json!({"type": "object", "additionalProperties": true}), "Record<string, unknown>"),
        ] {
            assert_eq!(type_of(&schema).unwrap(), wanted);
        }
        let schema = json!({"description": "A\nb.", "properties": {"x": {"type": "integer"}, "y": {"type": ["string", "null"]}}, "required": ["x"]});
        assert_eq!(
            declared("T", &schema).unwrap(),
            "/** A b. */\nexport interface T {\n    x: number;\n    y?: string;\n}\n"
        );
        assert!(type_of(&json!({"type": "set"})).is_err());
    }

    #[test]
    fn no_two_types_share_a_name() {
        // Where two do, the generator of schemas counts them.
        let counted = |name: &String| name.ends_with(|last: char| last.is_ascii_digit());
        assert_eq!(page::schemas().keys().find(|name| counted(name)), None);
    }
}
