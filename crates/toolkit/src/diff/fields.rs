//! The fields of two files of one format. A small file may have millions, so of each no more than two numbers are held;
//! those that are told are looked up again.

use super::{Change, Difference};
use crate::open::Asset;
use relict_core::format::Kind;
use relict_core::trace::Span;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};

/// If more fields of one asset differ, they are only counted.
const MOST_FIELDS: usize = 100;

/// A field for the answer: its offset and value.
type Told = BTreeMap<String, (usize, Value)>;

pub(super) fn differing(kind: &Kind, a: &Asset<'_>, b: &Asset<'_>) -> Vec<Difference> {
    let (a, b) = (Fields { kind, asset: a }, Fields { kind, asset: b });
    let state = RandomState::new();
    let (in_a, in_b) = (a.hashes(&state), b.hashes(&state));
    let is_same = |path: &u64| in_a.get(path) == in_b.get(path);
    let changed: HashSet<u64> = in_a.keys().copied().filter(|path| !is_same(path)).collect();
    let added: HashSet<u64> = in_b.keys().copied().filter(|path| !in_a.contains_key(path)).collect();
    let old = a.first(&|path| changed.contains(&state.hash_one(path)), &Told::new());
    let new = b.first(&|path| added.contains(&state.hash_one(path)), &old);
    paired(old, new, changed.len() + added.len())
}

struct Fields<'f> {
    kind: &'f Kind,
    asset: &'f Asset<'f>,
}

impl Fields<'_> {
    fn each(&self, then: &mut dyn FnMut(&Span<'_>)) {
        self.kind.explain(self.asset.bytes, self.asset.origin, true, then);
    }

    /// Of every field the hash of its path, and that of its bytes.
    fn hashes(&self, state: &RandomState) -> HashMap<u64, u64> {
        let mut hashes = HashMap::new();
        self.each(&mut |span| {
            hashes.insert(state.hash_one(span.path), state.hash_one(span.bytes));
        });
        hashes
    }

    /// The first of those that are wanted, and all that `others` has.
    fn first(&self, is_wanted: &dyn Fn(&str) -> bool, others: &Told) -> Told {
        let mut told = Told::new();
        self.each(&mut |span| {
            let has_room = || told.len() < MOST_FIELDS + others.len();
            if others.contains_key(span.path) || has_room() && is_wanted(span.path) {
                told.insert(span.path.to_owned(), (span.range.start, span.value()));
            }
        });
        told
    }
}

/// What was, beside what is, in the order of the files; `count` is of all, told or not.
fn paired(old: Told, mut new: Told, count: usize) -> Vec<Difference> {
    let mut found: Vec<(usize, Difference)> = vec![];
    for (path, (start, old)) in old {
        let new = new.remove(&path).map_or(Value::Null, |(_, new)| new);
        found.push((start, Difference::new(Change::Field, &path, old, new)));
    }
    let added = new.into_iter();
    found.extend(
        added.map(|(path, (start, new))| (start, Difference::new(Change::Field, &path, Value::Null, new))),
    );
    found.sort_by_key(|(start, _)| *start);
    let mut found: Vec<Difference> = found.into_iter().take(MOST_FIELDS).map(|(_, found)| found).collect();
    if count > found.len() {
        let more = json!({ "more": count - found.len() });
        found.push(Difference::new(Change::Field, "…", Value::Null, more));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FORMATS;

    /// Mappings of so many textures, of which each names the palette of its place and `more`.
    fn mappings(count: u32, more: u32) -> Vec<u8> {
        let pairs = (0..count).flat_map(|i| [i * 4096, (i + more) * 16]);
        [count, 0, 0, 0].into_iter().chain(pairs).flat_map(u32::to_le_bytes).collect()
    }

    fn told(a: &[u8], b: &[u8]) -> Vec<Difference> {
        let kind = FORMATS.named("idmobile.mappings").unwrap();
        let asset = |bytes| Asset::file("mappings.bin", bytes);
        differing(kind, &asset(a), &asset(b))
    }

    #[test]
    fn fields_are_paired_and_those_of_one_alone_are_told_as_such() {
        let found = told(&mappings(2, 0), &mappings(3, 1));
        let fields: Vec<_> =
            found.iter().map(|one| (one.field.as_str(), one.a.clone(), one.b.clone())).collect();
        let wanted = [
            ("textures.count", json!(2), json!(3)),
            ("textures[0].palette", json!(0), json!(16)),
            ("textures[1].palette", json!(16), json!(32)),
            ("textures[2].picture", Value::Null, json!(8192)),
            ("textures[2].palette", Value::Null, json!(48)),
        ];
        assert_eq!(fields, wanted);
        let back = told(&mappings(3, 1), &mappings(2, 0));
        assert_eq!((back.len(), &back[4].b), (5, &Value::Null));
    }

    #[test]
    fn of_very_many_the_first_are_told_and_the_rest_counted() {
        let found = told(&mappings(500, 0), &mappings(600, 1));
        assert_eq!(found.len(), MOST_FIELDS + 1);
        assert_eq!((found[1].field.as_str(), &found[1].a), ("textures[0].palette", &json!(0)));
        assert!(found[..MOST_FIELDS].iter().all(|one| !one.a.is_null()), "none of these is new");
        assert_eq!(found[MOST_FIELDS].b, json!({"more": 1 + 500 + 2 * 100 - MOST_FIELDS}));
    }
}
