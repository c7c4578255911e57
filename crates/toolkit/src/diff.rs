//! What differs between two files, in the format's own terms: entries, attributes, fields; bytes only where nothing better is known.

mod fields;

use crate::allowance::Allowance;
use crate::folder::sha256;
use crate::open::Asset;
use crate::path;
use crate::problem::Result;
use rayon::prelude::*;
use relict_core::archive::{Archive, Attributes, Entry, Stored};
use relict_core::format::{Document, Kind, Limits};
use relict_core::image::{Image, Picture, Pixels};
use relict_core::tree::{Content, EditableTree};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

/// What happened to an asset or field on the way from the first file to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    Added,
    Removed,
    /// Same bytes and attributes under another name.
    Renamed,
    /// The entries that both have stand in another order.
    Order,
    /// Something the archive says of the entry.
    Attribute,
    /// A field of a known format.
    Field,
    /// Pixels of a picture.
    Pixels,
    /// Bytes of no known format.
    Content,
    /// The two are of different formats.
    Format,
    /// What stands around the entries of an archive.
    Frame,
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Difference {
    /// The asset inside the files, or the file of the unpacked folder for a picture that is made of several entries; empty
    /// for the files themselves.
    pub path: String,
    pub change: Change,
    /// The attribute, field or part of the frame.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub field: String,
    /// As the first has it.
    #[serde(skip_serializing_if = "Value::is_null")]
    pub a: Value,
    /// As the second has it.
    #[serde(skip_serializing_if = "Value::is_null")]
    pub b: Value,
    /// For bytes: where the two part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_offset: Option<usize>,
    /// For bytes: how many differ, of those that both have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub differing_bytes: Option<usize>,
    /// For pictures of one size: how many pixels show another colour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub differing_pixels: Option<usize>,
}

/// All differences, in the order of the first file.
pub fn diff(a: &Asset<'_>, b: &Asset<'_>, limits: Limits) -> Result<Vec<Difference>> {
    let allowance = |asset: &Asset<'_>| Allowance::for_contents(asset.bytes.len(), limits);
    differences(a, b, Reach { limits, a: allowance(a), b: allowance(b) })
}

/// How deep to go, and how much each of the two may unpack there.
#[derive(Clone, Copy)]
struct Reach {
    limits: Limits,
    a: Allowance,
    b: Allowance,
}

fn differences(a: &Asset<'_>, b: &Asset<'_>, reach: Reach) -> Result<Vec<Difference>> {
    if a.bytes == b.bytes {
        return Ok(vec![]);
    }
    match (a.kind(), b.kind()) {
        (Some(x), Some(y)) if std::ptr::eq(x, y) => alike(x, a, b, reach),
        (None, None) => Ok(vec![content(a.bytes, b.bytes)]),
        (x, y) => {
            let name = |kind: Option<&Kind>| kind.map_or(Value::Null, |kind| kind.id.into());
            Ok(vec![Difference::new(Change::Format, "", name(x), name(y))])
        }
    }
}

fn alike(kind: &Kind, a: &Asset<'_>, b: &Asset<'_>, reach: Reach) -> Result<Vec<Difference>> {
    let (Ok((_, x)), Ok((_, y))) = (a.open(), b.open()) else {
        return Ok(vec![content(a.bytes, b.bytes)]);
    };
    let mut found = match (x.archive(), y.archive()) {
        (Some(p), Some(q)) if reach.limits.depth > 0 => {
            let mut found = archives(&*p, &*q, reach)?;
            found.extend(spread_pictures(&*x, &*y));
            found
        }
        _ => {
            let mut found = fields::differing(kind, a, b);
            if let (Some(x), Some(y)) = (x.picture(), y.picture()) {
                found.extend(pixels(x, y));
            }
            found
        }
    };
    if found.is_empty() {
        // The same in every way that the format knows, and yet not the same bytes.
        found.push(content(a.bytes, b.bytes));
    }
    Ok(found)
}

impl Difference {
    /// About the files themselves.
    pub fn new(change: Change, field: &str, a: Value, b: Value) -> Self {
        let (path, field) = (String::new(), field.into());
        Self { path, change, field, a, b, first_offset: None, differing_bytes: None, differing_pixels: None }
    }
}

/// Bytes against bytes: sizes, and where they part.
fn content(a: &[u8], b: &[u8]) -> Difference {
    let common = a.len().min(b.len());
    let differing = a.iter().zip(b).filter(|(x, y)| x != y).count();
    let first = a.iter().zip(b).position(|(x, y)| x != y).unwrap_or(common);
    let of = |bytes: &[u8]| json!({"size": bytes.len()});
    Difference {
        first_offset: Some(first),
        differing_bytes: Some(differing),
        ..Difference::new(Change::Content, "", of(a), of(b))
    }
}

/// An archive's entries, paired with those of another by name and number.
struct Pairs<'e> {
    both: Vec<(usize, usize, &'e str)>,
    only_a: Vec<(usize, &'e str)>,
    only_b: Vec<(usize, &'e str)>,
}

fn pairs<'e>(a: &'e [String], b: &'e [String], key: impl Fn(&str) -> Vec<u8>) -> Pairs<'e> {
    let mut places: HashMap<Vec<u8>, usize> = b.iter().enumerate().map(|(i, step)| (key(step), i)).collect();
    let mut pairs = Pairs { both: vec![], only_a: vec![], only_b: vec![] };
    for (i, step) in a.iter().enumerate() {
        match places.remove(&key(step)) {
            Some(j) => pairs.both.push((i, j, step)),
            None => pairs.only_a.push((i, step)),
        }
    }
    pairs.only_b = places.into_values().map(|j| (j, b[j].as_str())).collect();
    pairs.only_b.sort_unstable();
    pairs
}

fn archives(a: &dyn Archive, b: &dyn Archive, reach: Reach) -> Result<Vec<Difference>> {
    let (steps_a, steps_b) = (path::steps(a), path::steps(b));
    let mut pairs = pairs(&steps_a, &steps_b, |step| a.key(step).unwrap_or_else(|| step.as_bytes().to_vec()));
    let mut found = frames(a, b);
    let (side_a, side_b) = (Side::new(a, reach.limits, reach.a), Side::new(b, reach.limits, reach.b));
    found.extend(renamed(&side_a, &side_b, &mut pairs));
    for (i, step) in &pairs.only_a {
        found.push(at(step, Difference::new(Change::Removed, "", size(a.entry(*i)), Value::Null)));
    }
    for (j, step) in &pairs.only_b {
        found.push(at(step, Difference::new(Change::Added, "", Value::Null, size(b.entry(*j)))));
    }
    if !pairs.both.is_sorted_by_key(|(_, j, _)| *j) {
        let order = |steps: &[String]| Value::from(steps.to_vec());
        found.push(Difference::new(Change::Order, "", order(&steps_a), order(&steps_b)));
    }
    let inner: Vec<Vec<Difference>> = pairs
        .both
        .par_iter()
        .map(|(i, j, step)| {
            Ok(entries((&side_a, *i), (&side_b, *j))?.into_iter().map(|d| at(step, d)).collect())
        })
        .collect::<Result<_>>()?;
    found.extend(inner.into_iter().flatten());
    Ok(found)
}

fn size(entry: Option<Entry<'_>>) -> Value {
    entry.map_or(Value::Null, |entry| json!({"size": entry.size}))
}

/// The difference one step further out.
fn at(step: &str, mut difference: Difference) -> Difference {
    difference.path = match difference.path.as_str() {
        "" => step.to_owned(),
        inner => format!("{step}/{inner}"),
    };
    difference
}

/// One of the two archives, with what it takes to look into its entries.
struct Side<'s> {
    archive: &'s dyn Archive,
    limits: Limits,
    allowances: Vec<Option<Allowance>>,
}

impl<'s> Side<'s> {
    fn new(archive: &'s dyn Archive, limits: Limits, allowance: Allowance) -> Self {
        Self { archive, limits, allowances: allowance.shared_out(archive) }
    }

    /// The bytes of an entry and what may be unpacked in them, unless they cannot be had or would cost too much.
    fn payload(&self, index: usize) -> Option<(Cow<'s, [u8]>, Allowance)> {
        let allowance = (*self.allowances.get(index)?)?;
        Some((self.archive.payload(index, self.limits).ok()?, allowance))
    }

    fn size(&self, index: usize) -> usize {
        self.archive.entry(index).map_or(0, |entry| entry.size)
    }

    /// What an entry is, whatever its name.
    fn print(&self, index: usize) -> Option<(String, String)> {
        let attributes = self.archive.entry(index)?.attributes;
        Some((format!("{attributes:?}"), sha256(&self.payload(index)?.0)))
    }
}

/// Entries that went and came with the same bytes and attributes.
fn renamed(a: &Side<'_>, b: &Side<'_>, pairs: &mut Pairs<'_>) -> Vec<Difference> {
    // Only entries of one size can be the same, so most need not be read.
    let sizes: HashSet<usize> = pairs.only_a.iter().map(|(i, _)| a.size(*i)).collect();
    let mut came: HashMap<_, VecDeque<(usize, &str)>> = HashMap::new();
    for (j, step) in pairs.only_b.iter().filter(|(j, _)| sizes.contains(&b.size(*j))) {
        if let Some(print) = b.print(*j) {
            came.entry(print).or_default().push_back((*j, step));
        }
    }
    let (mut found, mut places) = (vec![], HashSet::new());
    pairs.only_a.retain(|(i, old)| {
        let mut same = || came.get_mut(&a.print(*i)?)?.pop_front();
        let Some((place, new)) = same() else { return true };
        places.insert(place);
        found.push(at(old, Difference::new(Change::Renamed, "name", (*old).into(), new.into())));
        false
    });
    pairs.only_b.retain(|(j, _)| !places.contains(j));
    found
}

fn entries((a, i): (&Side<'_>, usize), (b, j): (&Side<'_>, usize)) -> Result<Vec<Difference>> {
    let (Some(x), Some(y)) = (a.archive.entry(i), b.archive.entry(j)) else { return Ok(vec![]) };
    let mut found = vec![];
    if x.raw_name != y.raw_name {
        let hex = |entry: &Entry<'_>| Value::from(relict_core::text::hex(entry.raw_name));
        found.push(Difference::new(Change::Attribute, "raw_name", hex(&x), hex(&y)));
    }
    found.extend(attributes(&x.attributes, &y.attributes));
    let (stored_a, stored_b) = (a.archive.stored(i), b.archive.stored(j));
    if stored_a == stored_b && x.packing == y.packing {
        return Ok(found);
    }
    match (a.payload(i), b.payload(j)) {
        (Some((old, of_a)), Some((new, of_b))) => {
            let limits = a.limits.deeper();
            let old = Asset { path: "", origin: x.origin(), bytes: &old, holder: None };
            let new = Asset { path: "", origin: y.origin(), bytes: &new, holder: None };
            found.extend(differences(&old, &new, Reach { limits, a: of_a, b: of_b })?);
        }
        (None, None) => found.extend(stored(stored_a, stored_b)),
        (old, new) => {
            let [old, new] = [old.is_some(), new.is_some()].map(Value::from);
            found.push(Difference::new(Change::Content, "readable", old, new));
        }
    }
    Ok(found)
}

/// What archives say of two entries, by name: the first may say things that the second does not, and the other way round.
fn attributes(a: &Attributes, b: &Attributes) -> Vec<Difference> {
    let of = |all: &Attributes, wanted: &str| {
        all.iter().find(|(name, _)| *name == wanted).map_or(Value::Null, |(_, value)| value.clone())
    };
    let added = b.iter().map(|(name, _)| *name).filter(|name| a.iter().all(|(other, _)| other != name));
    let names = a.iter().map(|(name, _)| *name).chain(added);
    names
        .map(|name| Difference::new(Change::Attribute, name, of(a, name), of(b, name)))
        .filter(|difference| difference.a != difference.b)
        .collect()
}

/// Entries that cannot be looked into differ as their stored bytes do. The words on strays are part of the frame.
fn stored(a: Stored<'_>, b: Stored<'_>) -> Option<Difference> {
    let bytes = |stored| match stored {
        Stored::Plain(bytes) | Stored::Packed(bytes) => bytes,
        Stored::Nowhere => &[],
    };
    let (a, b) = (bytes(a), bytes(b));
    (a != b).then(|| Difference { field: "stored".into(), ..content(a, b) })
}

/// What stands around the entries. Padding and sizes follow from the entries, so they are no difference of their own.
fn frames(a: &dyn Archive, b: &dyn Archive) -> Vec<Difference> {
    let (x, y) = (a.frame(), b.frame());
    let part = |frame: &relict_core::archive::Frame, key: &str| {
        let value = frame.json.get(key).cloned().unwrap_or_default();
        if key == "data" { gaps(&value, &frame.blobs) } else { value }
    };
    let keys = [&x, &y].into_iter().filter_map(|frame| frame.json.as_object()).flat_map(|json| json.keys());
    let keys: BTreeMap<&String, ()> = keys.map(|key| (key, ())).collect();
    keys.into_keys()
        .map(|key| (key, part(&x, key), part(&y, key)))
        .filter(|(_, old, new)| old != new)
        .map(|(key, old, new)| Difference::new(Change::Frame, key, old, new))
        .collect()
}

/// The bytes that no entry names, in order.
fn gaps(data: &Value, blobs: &[Vec<u8>]) -> Value {
    let gap = |segment: &Value| {
        let gap = segment.get("gap")?;
        let blob = || blobs.get(usize::try_from(gap.get("blob")?.as_u64()?).ok()?);
        Some(blob().map_or_else(|| gap.clone(), |bytes| sha256(bytes).into()))
    };
    let gaps: Vec<Value> = data.as_array().into_iter().flatten().filter_map(gap).collect();
    if gaps.is_empty() { Value::Null } else { gaps.into() }
}

/// The pixels of two pictures, level by level. Other sizes are other pictures, and the fields tell of that.
fn pixels(a: &dyn Picture, b: &dyn Picture) -> Vec<Difference> {
    let level = |level: usize| {
        let (x, y) = (a.image(level)?, b.image(level)?);
        if (x.width, x.height) != (y.width, y.height) {
            return None;
        }
        let differing = x.to_rgba().iter().zip(y.to_rgba()).filter(|(x, y)| **x != *y).count();
        let all = json!({"width": x.width, "height": x.height});
        let field = format!("levels[{level}]");
        let told = Difference::new(Change::Pixels, &field, all, Value::Null);
        (differing > 0).then(|| Difference { differing_pixels: Some(differing), ..told })
    };
    (0..a.levels().min(b.levels())).filter_map(level).collect()
}

/// Pictures that are made of several entries at once, of which none could tell it alone. Whoever edits them knows them by
/// the names of their files.
fn spread_pictures(a: &dyn Document, b: &dyn Document) -> Vec<Difference> {
    let (Some(Ok(a)), Some(Ok(b))) = (a.open_tree(), b.open_tree()) else { return vec![] };
    let (paths, leaves) = (a.leaves(), b.leaves());
    let there: HashMap<&str, usize> = leaves.iter().enumerate().map(|(i, path)| (*path, i)).collect();
    let picture = |spread: &dyn EditableTree, leaf: usize| match spread.content(leaf) {
        Ok(Content::Picture(image)) => Some(image),
        _ => None,
    };
    let compare = |(_, leaf): &(String, usize)| {
        let path = paths.get(*leaf).filter(|_| !a.is_entry(*leaf))?;
        let found = redrawn(&picture(&*a, *leaf)?, &picture(&*b, *there.get(path)?)?)?;
        Some(at(&a.folder(), at(path, found)))
    };
    a.shown().par_iter().filter_map(compare).collect()
}

/// The difference between two pictures, if they show other indices, or other things are visible. Of colours alone, their
/// palettes tell.
fn redrawn(a: &Image, b: &Image) -> Option<Difference> {
    let size = |image: &Image| json!({"width": image.width, "height": image.height});
    let told = |b| Difference::new(Change::Pixels, "", size(a), b);
    if (a.width, a.height) != (b.width, b.height) {
        return Some(told(size(b)));
    }
    let differing = visible(a).iter().zip(visible(b)).filter(|(x, y)| **x != *y).count();
    (differing > 0).then(|| Difference { differing_pixels: Some(differing), ..told(Value::Null) })
}

/// The index of every pixel of an indexed picture, the colour of any other; none where it is transparent.
fn visible(image: &Image) -> Vec<Option<[u8; 4]>> {
    let colours = image.to_rgba();
    let shown = |(i, colour): (usize, [u8; 4])| match &image.pixels {
        _ if image.has_alpha && colour[3] == 0 => None,
        Pixels::Indexed { indices, .. } => indices.get(i).map(|index| [*index, 0, 0, 0]),
        Pixels::Rgba(_) => Some(colour),
    };
    colours.into_iter().enumerate().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_paired_by_name() {
        let a = vec![("kind", json!("old")), ("date", json!(1)), ("size", json!(7))];
        let b = vec![("comment", json!("new")), ("kind", json!("new")), ("size", json!(7))];
        let told = attributes(&a, &b);
        let told: Vec<_> =
            told.iter().map(|told| (told.change, told.field.as_str(), &told.a, &told.b)).collect();
        let changed = |field, a, b| (Change::Attribute, field, a, b);
        assert_eq!(
            told,
            [
                changed("kind", &json!("old"), &json!("new")),
                changed("date", &json!(1), &Value::Null),
                changed("comment", &Value::Null, &json!("new")),
            ]
        );
    }
}
