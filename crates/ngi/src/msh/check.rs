//! What is wrong with a model: first the directory, then what the streams say of each other.

use super::model::{Family, ParentFlaw};
use super::stream::{
    ALPHAS, BATCHES, Batch, FRAME_MAP, HALLS, INDICES, KEYS, Key, Kind, LABELS, LIGHTMAP_UVS, NODES, NONE,
    NORMALS, Node, POSITIONS, PROBES, SLOTS, Slot, Streams, TRIANGLES, UVS, halls,
};
use super::{
    ATTR2, ATTRIBUTES, BATCH_INDICES, BATCH_VERTICES, BOUNDS_SHORT, DUPLICATE, FACE_VERTICES, FALLBACK_KEY,
    INDEX_COUNT, KEY_FINITE, KEY_TIMES, LABEL_END, LABEL_RANGE, LABEL_TAIL, LEGACY_NODES, MAP_KEY, MAP_RANGE,
    MISSING, Msh, NO_FRAMES, NODE_SLOT, NODE_STRIDE, PARENT_CYCLE, PARENT_ORDER, PARENT_RANGE, SLOT_BATCHES,
    SLOT_BOUNDS, SLOT_TRIANGLES, STREAM_COUNT, STRIDE, TRIANGLE_COUNT, TRIANGLE_LINK, VERTEX_COUNT, firsts,
    ground, node_count,
};
use crate::nres::{Record, TOTAL_SIZE};
use relict_core::format::Document;
use relict_core::prelude::*;
use relict_core::report::{Rule, Severity};
use std::collections::BTreeMap;
use std::ops::Range;

/// What leaves nothing that could be drawn; the rest of a model does without whatever else is wrong.
static FATAL: [&Rule; 11] = [
    &TOTAL_SIZE,
    &MISSING,
    &STRIDE,
    &NODE_STRIDE,
    &LEGACY_NODES,
    &BOUNDS_SHORT,
    &BATCH_INDICES,
    &BATCH_VERTICES,
    &SLOT_BATCHES,
    &LABEL_RANGE,
    &FACE_VERTICES,
];

/// The size of a node in one file of the game that nobody can read.
const LEGACY: u32 = 24;

/// Words of the frame map that are looked at for keys that are missing. Only a node whose fallback is missing, too, can
/// name such a key, and runs may overlap without end.
const WORDS: usize = 1 << 22;

/// The first thing that is wrong, if it counts.
pub(super) fn expect(msh: &Msh<'_>, strict: bool) -> Result<()> {
    let mut report = Report::default();
    msh.check_into(&mut report, Context::ALONE);
    let counts = |rule: &Rule| FATAL.contains(&rule) || (strict && rule.severity == Severity::Error);
    match report.findings.into_iter().find(|finding| counts(finding.rule)) {
        Some(finding) => Err(broken(finding.rule, finding.field, finding.args)),
        None => Ok(()),
    }
}

pub(super) fn check(msh: &Msh<'_>, report: &mut Report, context: Context<'_>) {
    let firsts = firsts(&msh.directory);
    let kind = msh.kind();
    for number in kind.needed() {
        let there = firsts.contains_key(number);
        report.expect(there, &MISSING, "header.entry_count", || args!(stream = *number, kind = kind.name()));
    }
    let mut entry = 0;
    report.each("directory", &msh.directory, |record, report| {
        let first = firsts.get(&record.type_id.number()) == Some(&entry);
        entry += 1;
        report.expect(first, &DUPLICATE, "type_id", || args!(stream = record.type_id.to_string()));
        if first {
            check_record(msh, kind, record, report);
        }
    });
    report.part("streams", &msh.streams, |streams, report| match kind {
        Kind::Model => check_model(msh, streams, report),
        Kind::Terrain => ground::check::check(msh, streams, report, context),
    });
    check_labels(msh, &firsts, report);
}

/// Size and attributes of a stream against each other.
fn check_record(msh: &Msh<'_>, kind: Kind, record: &Record, report: &mut Report) {
    let (number, size) = (record.type_id.number(), record.size as usize);
    if number == NODES && kind == Kind::Model {
        report.expect(record.attr3 != LEGACY, &LEGACY_NODES, "attr3", Vec::new);
        let known = record.attr3 == LEGACY || record.attr3 as usize == Node::SIZE;
        report.expect(known, &NODE_STRIDE, "attr3", || args!(found = record.attr3));
        if record.attr3 as usize != Node::SIZE {
            return;
        }
    }
    let stated = || args!(stream = number, size = size, stride = kind.stride(number).unwrap_or_default());
    if number == SLOTS && size < super::stream::Bounds::SIZE {
        return report.expect(false, &BOUNDS_SHORT, "size", stated);
    }
    let count = kind.count(number, size);
    let even = count.is_some() || kind.stride(number).is_none();
    report.expect(even, &STRIDE, "size", stated);
    if !even {
        return;
    }
    match kind {
        Kind::Model => check_attributes(msh, record, count, report),
        Kind::Terrain => ground::check::check_attributes(record, count, report),
    }
    let vertices = msh.streams.positions.as_ref().map(Vec::len);
    if let (NORMALS | UVS | ALPHAS | 15 | 16 | LIGHTMAP_UVS, Some(count), Some(vertices)) =
        (number, count, vertices)
    {
        let what = || args!(stream = number, found = count, vertices = vertices);
        report.expect(count == vertices, &STREAM_COUNT, "size", what);
    }
}

/// attr1 counts the items, and attr3 tells their size. Where only one model was ever looked at, neither is held to it.
/// attr2 is zero where it is not the number of frames or links; that of nodes is not known.
fn check_attributes(msh: &Msh<'_>, record: &Record, count: Option<usize>, report: &mut Report) {
    let number = record.type_id.number();
    let is_zero = matches!(number, SLOTS..=KEYS | LABELS | BATCHES | 15 | 16 | LIGHTMAP_UVS | PROBES);
    report.expect(record.attr2 == 0 || !is_zero, &ATTR2, "attr2", || {
        args!(stream = number, found = record.attr2)
    });
    let wanted = |report: &mut Report, field: &'static str, found: u32, wanted: usize| {
        report.expect(found as usize == wanted, &ATTRIBUTES, field, || {
            args!(stream = number, attribute = field, found = found, wanted = wanted)
        });
    };
    match (number, count) {
        (LABELS, _) => {
            if let Some(nodes) = node_count(&msh.directory, Kind::Model) {
                wanted(report, "attr1", record.attr1, nodes);
            }
            wanted(report, "attr3", record.attr3, 0);
        }
        (HALLS, _) => report.expect(halls(record).is_some(), &ATTRIBUTES, "attr1", || {
            let points = record.size as usize / super::stream::HallPoint::SIZE;
            args!(stream = number, attribute = "attr1", found = record.attr1, wanted = points)
        }),
        (PROBES, Some(count)) => wanted(report, "attr1", record.attr1, count),
        (
            NODES | SLOTS | POSITIONS | NORMALS | UVS | INDICES | TRIANGLES | KEYS | BATCHES | 15 | 16
            | LIGHTMAP_UVS | FRAME_MAP,
            Some(count),
        ) => {
            wanted(report, "attr1", record.attr1, count);
            // Of keys, the engine's tools wrote 4.
            let size = if number == KEYS { Some(4) } else { Kind::Model.stride(number) };
            wanted(report, "attr3", record.attr3, size.unwrap_or_default());
        }
        _ => {}
    }
}

fn check_model(msh: &Msh<'_>, streams: &Streams<'_>, report: &mut Report) {
    if let Some(bounds) = &streams.bounds {
        let all = bounds.corners.iter().chain([&bounds.sphere_center, &bounds.axis_low, &bounds.axis_high]);
        let mut all = all.flatten().chain([&bounds.sphere_radius, &bounds.axis_radius]);
        report.expect(all.all(|number| number.is_finite()), &SLOT_BOUNDS, "bounds", Vec::new);
    }
    let nodes = streams.nodes.as_deref().unwrap_or_default();
    check_family(nodes, report);
    if let Some(slots) = &streams.slots {
        check_cells(nodes, slots.len(), report);
        check_slots(streams, slots, report);
    }
    check_batches(streams, report);
    let triangles = streams.triangles.as_ref().map_or(0, View::len);
    each("triangles", &streams.triangles, report, |triangle, report| {
        check_links(triangle.links, triangles, report);
    });
    Animation::new(msh).check(nodes, report);
}

/// As `Report::each`.
fn each<T: Field>(
    name: &'static str,
    view: &Option<View<'_, T>>,
    report: &mut Report,
    check: impl Fn(&T, &mut Report),
) {
    for (i, item) in view.iter().flat_map(View::iter).enumerate() {
        report.part((name, i), &item, &check);
    }
}

fn check_family(nodes: &[Node], report: &mut Report) {
    let flaws = Family::of(nodes).flaws;
    let mut i = 0;
    report.each("nodes", nodes, |node, report| {
        let rule = match flaws.get(i).copied().flatten() {
            Some(ParentFlaw::Range) => Some(&PARENT_RANGE),
            Some(ParentFlaw::Order) => Some(&PARENT_ORDER),
            Some(ParentFlaw::Cycle) => Some(&PARENT_CYCLE),
            None => None,
        };
        if let Some(rule) = rule {
            report
                .expect(false, rule, "parent", || args!(node = i, parent = node.parent, nodes = nodes.len()));
        }
        i += 1;
    });
}

fn check_cells(nodes: &[Node], slots: usize, report: &mut Report) {
    let mut i = 0;
    report.each("nodes", nodes, |node, report| {
        let mut cells = node.slots.iter().flatten().filter(|slot| **slot != NONE);
        let wrong = cells.find(|slot| usize::from(**slot) >= slots);
        report.expect(wrong.is_none(), &NODE_SLOT, "slots", || {
            args!(node = i, slot = wrong.copied().unwrap_or_default(), slots = slots)
        });
        i += 1;
    });
}

fn check_slots(streams: &Streams<'_>, slots: &[Slot], report: &mut Report) {
    let batches = streams.batches.as_deref();
    let before = batches.map(triangles_before);
    let triangles = streams.triangles.as_ref().map(View::len);
    report.each("slots", slots, |slot, report| {
        report.expect(slot.is_bounded(), &SLOT_BOUNDS, "aabb_min", Vec::new);
        let range = slot.batches();
        let drawn =
            before.as_ref().and_then(|before| Some(before.get(range.end)? - before.get(range.start)?));
        if let Some(batches) = batches {
            report.expect(drawn.is_some(), &SLOT_BATCHES, "batch_start", || {
                args!(end = range.end, batches = batches.len())
            });
        }
        let Some(triangles) = triangles else { return };
        let (end, count) = (slot.triangles().end, slot.tri_count);
        report.expect(end <= triangles, &SLOT_TRIANGLES, "tri_start", || {
            args!(end = end, triangles = triangles)
        });
        if let Some(drawn) = drawn.filter(|_| end <= triangles) {
            report.expect(drawn == u64::from(count), &TRIANGLE_COUNT, "tri_count", || {
                args!(found = count, drawn = drawn)
            });
        }
    });
}

/// How many triangles all batches in front of each have together, so that any range of them is counted at once.
fn triangles_before(batches: &[Batch]) -> Vec<u64> {
    let mut sum = 0;
    let mut before = vec![0];
    before.extend(batches.iter().map(|batch| {
        sum += batch.triangle_count() as u64;
        sum
    }));
    before
}

/// The largest index of any range: a hostile file has a million batches over the same indices.
struct Maxima<'i> {
    indices: &'i [u16],
    blocks: Vec<u16>,
}

impl<'i> Maxima<'i> {
    const BLOCK: usize = 256;

    fn new(indices: &'i [u16]) -> Self {
        let largest = |block: &[u16]| block.iter().copied().max().unwrap_or_default();
        Self { indices, blocks: indices.chunks(Self::BLOCK).map(largest).collect() }
    }

    /// None for a range that is empty, or not there.
    fn max(&self, range: Range<usize>) -> Option<u16> {
        let inside = self.indices.get(range.clone())?;
        let (first, last) = (range.start.div_ceil(Self::BLOCK), range.end / Self::BLOCK);
        if first >= last {
            return inside.iter().copied().max();
        }
        let (head, tail) = (first * Self::BLOCK - range.start, last * Self::BLOCK - range.start);
        let ends = inside[..head].iter().chain(&inside[tail..]);
        ends.chain(&self.blocks[first..last]).copied().max()
    }
}

fn check_batches(streams: &Streams<'_>, report: &mut Report) {
    let (Some(batches), Some(indices), Some(positions)) =
        (&streams.batches, &streams.indices, &streams.positions)
    else {
        return;
    };
    let maxima = Maxima::new(indices);
    report.each("batches", batches, |batch, report| {
        report.expect(batch.index_count.is_multiple_of(3), &INDEX_COUNT, "index_count", || {
            args!(found = batch.index_count)
        });
        let range = batch.indices();
        if range.end > indices.len() {
            let what = || args!(end = range.end, indices = indices.len());
            return report.expect(false, &BATCH_INDICES, "index_start", what);
        }
        let count = maxima.max(range).map_or(0, |max| u64::from(max) + 1);
        let end = u64::from(batch.base_vertex) + count;
        report.expect(count == 0 || end <= positions.len() as u64, &BATCH_VERTICES, "base_vertex", || {
            args!(end = end, vertices = positions.len())
        });
        report.expect(u64::from(batch.vertex_count) == count, &VERTEX_COUNT, "vertex_count", || {
            args!(found = batch.vertex_count, wanted = count)
        });
    });
}

fn check_links(links: [u16; 3], triangles: usize, report: &mut Report) {
    let wrong = links.into_iter().find(|link| *link != NONE && usize::from(*link) >= triangles);
    report.expect(wrong.is_none(), &TRIANGLE_LINK, "links", || {
        args!(link = wrong.unwrap_or_default(), triangles = triangles)
    });
}

/// Keys and frames, against the nodes that use them.
struct Animation<'m> {
    keys: Option<&'m [Key]>,
    map: &'m [u16],
    frames: usize,
    /// The keys that are not later than the one in front of them.
    stalls: Vec<usize>,
    words: usize,
}

impl<'m> Animation<'m> {
    fn new(msh: &'m Msh<'_>) -> Self {
        let keys = msh.streams.keys.as_deref();
        let pairs = keys.unwrap_or_default().windows(2).enumerate();
        let stalls = pairs.filter(|(_, pair)| !matches!(pair, [first, second] if second.time > first.time));
        let stalls = stalls.map(|(first, _)| first + 1).collect();
        let map = msh.streams.frame_map.as_deref().unwrap_or_default();
        Self { keys, map, frames: msh.frame_count() as usize, stalls, words: WORDS }
    }

    fn check(&mut self, nodes: &[Node], report: &mut Report) {
        report.each("keys", self.keys.unwrap_or_default(), |key, report| {
            let finite = key.translation.iter().all(|number| number.is_finite());
            report.expect(finite, &KEY_FINITE, "translation", Vec::new);
            report.expect(key.time.is_finite(), &KEY_FINITE, "time", Vec::new);
        });
        let mut i = 0;
        report.each("nodes", nodes, |node, report| {
            let found = usize::from(node.fallback_key);
            if let Some(keys) = self.keys {
                report.expect(found < keys.len(), &FALLBACK_KEY, "fallback_key", || {
                    args!(node = i, found = found, keys = keys.len())
                });
            }
            if let Some(from) = node.map_start() {
                self.check_run(i, node, from, report);
            }
            i += 1;
        });
        self.check_times(nodes, report);
    }

    /// The keys of a node begin behind the last of the node in front of it. One finding for each node is enough.
    fn check_times(&self, nodes: &[Node], report: &mut Report) {
        let keys = self.keys.map_or(0, <[_]>::len);
        let mut start = 0;
        for (i, node) in nodes.iter().enumerate() {
            let end = usize::from(node.fallback_key);
            let next = self.stalls.partition_point(|stall| *stall <= start);
            let stall = self.stalls.get(next).filter(|stall| **stall <= end && end < keys);
            if let Some(stall) = stall {
                report.part(("keys", *stall), node, |_, report| {
                    report.expect(false, &KEY_TIMES, "time", || args!(node = i, start = start, end = end));
                });
            }
            start = end + 1;
        }
    }

    /// The run of a node in the frame map.
    fn check_run(&mut self, i: usize, node: &Node, from: usize, report: &mut Report) {
        let (keys, fallback) = (self.keys.map_or(0, <[_]>::len), node.fallback_key);
        let Some(run) = self.map.get(from..from.saturating_add(self.frames)) else {
            let end = from.saturating_add(self.frames);
            let what = || args!(node = i, end = end, words = self.map.len());
            return report.expect(false, &MAP_RANGE, "map_start", what);
        };
        report.expect(self.frames > 0, &NO_FRAMES, "map_start", || args!(node = i));
        // Where the fallback is a key, so is whatever follows a key in front of it.
        if usize::from(fallback) < keys || self.words < run.len() {
            return;
        }
        self.words -= run.len();
        let wrong = run.iter().find(|word| **word < fallback && usize::from(**word) + 1 >= keys);
        report.expect(wrong.is_none(), &MAP_KEY, "map_start", || {
            args!(node = i, found = wrong.copied().unwrap_or_default(), keys = keys)
        });
    }
}

fn check_labels(msh: &Msh<'_>, firsts: &BTreeMap<u32, usize>, report: &mut Report) {
    let Streams { labels: Some(labels), labels_tail: Some(tail), .. } = &msh.streams else { return };
    let nodes = node_count(&msh.directory, Kind::Model).unwrap_or_default();
    if let Some(entry) = firsts.get(&LABELS).copied().filter(|_| labels.len() < nodes) {
        report.part(("directory", entry), labels, |labels, report| {
            report.expect(false, &LABEL_RANGE, "size", || args!(found = labels.len(), nodes = nodes));
        });
        return;
    }
    report.part("streams", labels, |labels, report| {
        report.expect(tail.is_empty(), &LABEL_TAIL, "labels_tail", || args!(size = tail.len()));
        report.each("labels", labels, |label, report| {
            report.expect(matches!(label.end, None | Some(0)), &LABEL_END, "end", Vec::new);
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_index_of_a_range_is_found_by_blocks() {
        let indices: Vec<u16> = (0..2000u32).map(|i| (i * 7919 % 6007) as u16).collect();
        let maxima = Maxima::new(&indices);
        for start in (0..2000).step_by(61) {
            for end in (start..=2000).step_by(37) {
                let plain = indices[start..end].iter().copied().max();
                assert_eq!(maxima.max(start..end), plain, "{start}..{end}");
            }
        }
        assert_eq!(maxima.max(1990..2001), None);
    }
}
