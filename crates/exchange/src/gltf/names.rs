//! Names that programs leave as they are: what has to change in a name, and whether a name came of another so.

use relict_core::scene::Variant;
use relict_core::scene::names::without_copy_number;
use std::collections::HashMap;

/// Blender cuts what is longer, in bytes.
const LONGEST: usize = 63;

/// three.js takes these out of the names of nodes, and then two nodes may have the same.
const TAKEN_OUT: [char; 5] = ['[', ']', '.', ':', '/'];

/// The name of anything but a node; one is made for what has none.
pub(super) fn plain(given: &str, kind: &str, place: usize) -> String {
    made(given, kind, place, char::is_control)
}

/// The name of a node, not yet one of its own.
pub(super) fn node(given: &str, place: usize) -> String {
    made(given, NODE, place, |c| c.is_control() || TAKEN_OUT.contains(&c))
}

const NODE: &str = "node";

fn made(given: &str, kind: &str, place: usize, odd: impl Fn(char) -> bool) -> String {
    if given.is_empty() {
        return format!("{kind}_{place}");
    }
    let name: String = given.chars().map(|c| if odd(c) { '_' } else { c }).collect();
    cut(&name, "")
}

/// A name that ends in `ending` and is not too long.
fn cut(name: &str, ending: &str) -> String {
    let room = LONGEST.saturating_sub(ending.len());
    format!("{}{ending}", &name[..name.floor_char_boundary(room)])
}

/// The name of a node that carries a further mesh of `node`. Its end tells the variant, however long the name.
pub(super) fn shape(node: &str, variant: Variant) -> String {
    cut(node, &variant.named(""))
}

/// Whether a node called `name` would carry a mesh of one called `node`.
pub(super) fn is_shape_of(name: &str, node: &str) -> bool {
    let Some((wanted, variant)) = Variant::of_name(name) else { return false };
    let base = |node: &str| cut(node, &variant.named("")).len() - variant.named("").len();
    let is_of = |node: &str| node.get(..base(node)) == Some(wanted);
    is_of(node) || is_of(without_copy_number(node))
}

/// Gives each node a name of its own.
#[derive(Debug, Default)]
pub(super) struct Unique {
    /// How often each was asked for.
    taken: HashMap<String, usize>,
}

impl Unique {
    pub(super) fn name(&mut self, name: String) -> String {
        let mut count = self.taken.get(&name).copied().unwrap_or_default();
        let mut free = name.clone();
        while self.taken.contains_key(&free) {
            count += 1;
            free = numbered(&name, count);
        }
        self.taken.insert(name, count.max(1));
        self.taken.entry(free.clone()).or_insert(1);
        free
    }
}

fn numbered(name: &str, number: usize) -> String {
    cut(name, &format!("_{number}"))
}

/// The given name of a node, unless somebody has renamed it since.
pub(super) fn given_node(name: &str, given: Option<&str>) -> String {
    given.filter(|given| is_made(name, given, NODE, &node(given, 0))).unwrap_or(name).to_owned()
}

/// The same of anything else.
pub(super) fn given_plain(name: &str, given: Option<&str>, kind: &str) -> String {
    given.filter(|given| is_made(name, given, kind, &plain(given, kind, 0))).unwrap_or(name).to_owned()
}

/// Whether `name` is what we make of `given`, which is `safe` but for a number.
fn is_made(name: &str, given: &str, kind: &str, safe: &str) -> bool {
    let number = |end: &str| end.parse().ok().filter(|_| end.bytes().all(|c| c.is_ascii_digit()));
    let counted = name.rsplit_once('_').and_then(|(start, end)| Some((start, number(end)?)));
    if given.is_empty() {
        let made = name.strip_prefix(kind).and_then(|end| end.strip_prefix('_'));
        return made.is_some_and(|end| end.split('_').all(|end| number(end).is_some()));
    }
    name == safe || counted.is_some_and(|(_, number)| numbered(safe, number) == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_changed_only_where_it_must() {
        assert_eq!(node("Башня 1", 3), "Башня 1");
        assert_eq!(node("a.b[0]:c/d\n", 3), "a_b_0__c_d_");
        assert_eq!(node("", 3), "node_3");
        assert_eq!(plain("a.b\t", "mesh", 0), "a.b_");
        let long = "я".repeat(40);
        assert_eq!(node(&long, 0), "я".repeat(31), "62 bytes");
    }

    #[test]
    fn nodes_get_names_of_their_own() {
        let mut unique = Unique::default();
        let names = ["a", "a", "a_2", "a", "b"].map(|name| unique.name(name.into()));
        assert_eq!(names, ["a", "a_2", "a_2_2", "a_3", "b"]);
        let long = "x".repeat(63);
        assert_eq!(unique.name(long.clone()), long);
        assert_eq!(unique.name(long), format!("{}_2", "x".repeat(61)));
    }

    #[test]
    fn a_name_made_of_another_is_known_and_a_new_one_stays() {
        for (name, given) in [("a_b", "a.b"), ("a_b_12", "a.b"), ("node_3", ""), ("node_3_2", "")] {
            assert_eq!(given_node(name, Some(given)), given);
        }
        for (name, given) in [("turret", "a.b"), ("a_b_", "a.b"), ("node_x", ""), ("a_b.001", "a.b")] {
            assert_eq!(given_node(name, Some(given)), name);
        }
        let long = "x".repeat(70);
        assert_eq!(given_node(&format!("{}_22", "x".repeat(60)), Some(&long)), long);
    }

    #[test]
    fn what_carries_a_mesh_has_a_name_that_tells_of_which_node() {
        let variant = Variant { state: 1, level: 2 };
        for node in ["hull".to_owned(), "x".repeat(63), "я".repeat(31)] {
            let name = shape(&node, variant);
            assert!(name.len() <= LONGEST);
            assert!(is_shape_of(&name, &node), "{name}");
            assert!(is_shape_of(&format!("{name}.001"), &format!("{node}.001")), "{name}");
            assert!(!is_shape_of(&name, "other"));
        }
        assert!(!is_shape_of("hull", "hull"));
    }
}
