//! Names of nodes and materials: those that every program keeps, and what modelling programs make of the names of copies.

use super::Variant;
use std::borrow::Cow;
use std::collections::HashMap;

/// A name without the `.001` that modelling programs put behind the name of a copy.
pub fn without_copy_number(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((original, copy)) if is_number(copy) => original,
        _ => name,
    }
}

pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit())
}

/// Names that every program leaves as they are, one for each node, in the order of the nodes: what came back without
/// anything else is still known by them. Blanks, dots and brackets are taken out by one program or the other, long names
/// are cut, and the end of a name may not look like a variant.
pub fn safe_names<'n>(given: impl Iterator<Item = Cow<'n, str>>) -> Vec<String> {
    let mut taken: HashMap<String, usize> = HashMap::new();
    let mut safe = |(place, given): (usize, Cow<'n, str>)| {
        let name = safe_name(&given, place);
        let mut free = name.clone();
        while taken.contains_key(&free) {
            let count = taken.entry(name.clone()).or_insert(1);
            *count += 1;
            free = format!("{name}_{count}");
        }
        taken.insert(free.clone(), 1);
        free
    };
    given.enumerate().map(&mut safe).collect()
}

/// Blender cuts names at 63 bytes; a number and a variant must find room behind.
const LONGEST: usize = 40;

fn safe_name(given: &str, place: usize) -> String {
    let odd = |c: char| c.is_control() || c.is_whitespace() || "[]().:/\\#\"'".contains(c);
    let name: String = given.chars().map(|c| if odd(c) { '_' } else { c }).collect();
    let name = &name[..name.floor_char_boundary(LONGEST)];
    match name {
        "" => format!("node_{place}"),
        name if Variant::of_name(name).is_some() => format!("{name}_"),
        name => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_number_behind_a_dot_is_the_number_of_a_copy() {
        for (name, original) in [("hull.001", "hull"), ("a.b.12", "a.b"), (".1", "")] {
            assert_eq!(without_copy_number(name), original);
        }
        for name in ["hull", "hull.", "hull.1a", "hull_001", ""] {
            assert_eq!(without_copy_number(name), name);
        }
    }

    #[test]
    fn names_are_safe_and_each_node_has_its_own() {
        let given = ["wheel", "wheel", "a.b [0]", "", "x_state0_lod1", "wheel_2", "Башня", "wheel"];
        let names = safe_names(given.into_iter().map(Cow::from));
        assert_eq!(
            names,
            ["wheel", "wheel_2", "a_b__0_", "node_3", "x_state0_lod1_", "wheel_2_2", "Башня", "wheel_3"]
        );
        let long = safe_names([Cow::from("я".repeat(50))].into_iter());
        assert_eq!(long, ["я".repeat(20)]);
        // Made again, they stay.
        assert_eq!(safe_names(names.iter().map(Cow::from)), names);
    }
}
