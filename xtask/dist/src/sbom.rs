//! The list of all that the program is made of, for programs that watch such lists: CycloneDX 1.6, in JSON.

use crate::parts::{PROGRAM, Part};
use crate::{Result, VERSION, date, sums};
use serde_json::{Value, json};

/// The list. The same parts and the same date give the same list.
pub fn of(parts: &[Part], seconds: u64) -> Result<Value> {
    let program =
        parts.iter().find(|part| part.name == PROGRAM).ok_or("the program is not among its parts")?;
    let components: Vec<Value> = parts.iter().filter(|part| part.name != PROGRAM).map(component).collect();
    let needs: Vec<Value> =
        parts.iter().map(|part| json!({"ref": part.purl, "dependsOn": sorted(&part.needs)})).collect();
    let mut root = component(program);
    root["type"] = json!("application");
    root["name"] = json!("relict");
    Ok(json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": serial(&serde_json::to_vec(&[&components, &needs])?),
        "version": 1,
        "metadata": {
            "timestamp": date::text(seconds),
            "tools": {"components": [{"type": "application", "name": "xtask-dist", "version": VERSION}]},
            "component": root,
        },
        "components": components,
        "dependencies": needs,
    }))
}

pub fn text(bom: &Value) -> Result<String> {
    Ok(serde_json::to_string_pretty(bom)? + "\n")
}

fn component(part: &Part) -> Value {
    let mut component = json!({
        "type": "library",
        "bom-ref": part.purl,
        "name": part.name,
        "version": part.version,
        "scope": if part.inside { "required" } else { "excluded" },
        "purl": part.purl,
    });
    if let Some(licence) = &part.licence {
        component["licenses"] = json!([{"expression": licence}]);
    }
    if let Some((algorithm, sum)) = &part.sum {
        component["hashes"] = json!([{"alg": algorithm, "content": sum}]);
    }
    component
}

fn sorted(needs: &[String]) -> Vec<&String> {
    let mut needs: Vec<_> = needs.iter().collect();
    needs.sort();
    needs.dedup();
    needs
}

/// A number of its own for each list, taken from what it says: a UUID of version 8, which leaves its bits to us.
fn serial(said: &[u8]) -> String {
    let sum = sums::of(said);
    let (variant, rest) = ("8", &sum[17..20]);
    format!("urn:uuid:{}-{}-8{}-{variant}{rest}-{}", &sum[..8], &sum[8..12], &sum[13..16], &sum[20..32])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::tests::PARTS;
    use std::collections::BTreeSet;

    fn texts<'v>(list: &'v Value, key: &str) -> Vec<&'v str> {
        list.as_array().unwrap().iter().map(|item| item[key].as_str().unwrap()).collect()
    }

    #[test]
    fn the_list_has_the_shape_of_cyclonedx() {
        let bom = of(&PARTS, 1_000_000_000).unwrap();
        assert_eq!((&bom["bomFormat"], &bom["specVersion"]), (&json!("CycloneDX"), &json!("1.6")));
        assert_eq!(bom["metadata"]["timestamp"], "2001-09-09T01:46:40Z");
        assert_eq!(bom["metadata"]["component"]["type"], "application");
        let root = bom["metadata"]["component"]["bom-ref"].as_str().unwrap();
        let refs = texts(&bom["components"], "bom-ref");
        let known: BTreeSet<&str> = refs.iter().copied().chain([root]).collect();
        assert_eq!(known.len(), refs.len() + 1, "every part once");
        for need in bom["dependencies"].as_array().unwrap() {
            assert!(known.contains(need["ref"].as_str().unwrap()));
            let on = need["dependsOn"].as_array().unwrap();
            assert!(on.iter().all(|on| known.contains(on.as_str().unwrap())), "{need}");
        }
        for component in bom["components"].as_array().unwrap() {
            assert!(matches!(component["scope"].as_str(), Some("required" | "excluded")), "{component}");
            assert!(component["licenses"][0]["expression"].is_string(), "{component}");
        }
    }

    #[test]
    fn the_same_parts_give_the_same_list_and_others_another_number() {
        assert_eq!(of(&PARTS, 5).unwrap(), of(&PARTS, 5).unwrap());
        let fewer: Vec<Part> = PARTS.iter().filter(|part| part.name != "three").cloned().collect();
        let number = |parts: &[Part]| of(parts, 5).unwrap()["serialNumber"].as_str().unwrap().to_owned();
        assert_ne!(number(&PARTS), number(&fewer));
        let groups: Vec<usize> = number(&PARTS)["urn:uuid:".len()..].split('-').map(str::len).collect();
        assert_eq!(groups, [8, 4, 4, 4, 12]);
    }
}
