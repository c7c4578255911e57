//! The variants of a model: how damaged it is, and from how far one looks.

use super::Scene;
use super::names::{is_number, without_copy_number};
use super::notes::Extra;
use std::collections::BTreeSet;

/// How damaged a model is, and from how far one looks: each is drawn by other meshes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variant {
    /// 0 is intact.
    pub state: u8,
    /// 0 is the nearest.
    pub level: u8,
}

impl Variant {
    /// The name of what a node shows in this variant. Every viewer takes letters, digits and lines.
    pub fn named(self, node: &str) -> String {
        format!("{node}_state{}_lod{}", self.state, self.level)
    }

    /// The node and the variant in a name that [`named`](Self::named) made, or in that of a copy.
    pub fn of_name(name: &str) -> Option<(&str, Self)> {
        let (rest, level) = without_copy_number(name).rsplit_once("_lod")?;
        let (node, state) = rest.rsplit_once("_state")?;
        let number = |text: &str| text.parse().ok().filter(|_| is_number(text));
        Some((node, Self { state: number(state)?, level: number(level)? }))
    }
}

/// Which variants are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    One(Variant),
    All,
}

impl Shown {
    pub fn takes(self, variant: Variant) -> bool {
        match self {
            Self::One(wanted) => wanted == variant,
            Self::All => true,
        }
    }
}

impl Default for Shown {
    fn default() -> Self {
        Self::One(Variant::default())
    }
}

/// The variants that a scene covers: those that it says it shows, and those that it does show. A variant that it does not
/// cover is unchanged, not gone. `all` are those that a model can have.
pub fn covered(scene: &Scene, all: impl IntoIterator<Item = Variant>) -> BTreeSet<Variant> {
    let seen = scene.nodes.iter().flat_map(|node| &node.shapes).map(|shape| shape.variant);
    let mut covered: BTreeSet<Variant> = seen.collect();
    match scene.extras.get("shown") {
        Some(shown) if shown.as_str() == Some("all") => covered.extend(all),
        Some(shown) => {
            let number = |name: &str| shown.as_object().and_then(|shown| shown.number::<u8>(name));
            let one = number("state").zip(number("level"));
            let one = one.map(|(state, level)| Variant { state, level });
            covered.extend(one.filter(|one| all.into_iter().any(|known| known == *one)));
        }
        None => {}
    }
    covered
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_node_and_variant() {
        let variant = Variant { state: 1, level: 4 };
        assert_eq!(variant.named("hull_lod1"), "hull_lod1_state1_lod4");
        for name in ["hull_lod1_state1_lod4", "hull_lod1_state1_lod4.001"] {
            assert_eq!(Variant::of_name(name), Some(("hull_lod1", variant)));
        }
        for name in [
            "",
            "hull",
            "hull_lod1",
            "hull_state_lod1",
            "hull_state1_lod",
            "hull_state+1_lod1",
            "x_state1_lod300",
        ] {
            assert_eq!(Variant::of_name(name), None, "{name}");
        }
    }
}
