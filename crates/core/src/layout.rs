//! The layout of a container in its frame: what a plain writer could not make up, and the way back from it.

use crate::archive::{EntrySpec, Frame, Payloads, Source};
use crate::error::{Error, Result, value};
use crate::json::{Json, member, unfit};
use crate::phrases;
use crate::region::{Body, Owner, Segment, Stray};
use crate::text::{hex, unhex};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value, json};
use std::collections::{HashMap, HashSet};

/// Runs of bytes up to this length stand in the manifest itself.
const SHORT: usize = 64;

/// Bytes for a frame: in hex, or as a blob.
pub fn framed_bytes(bytes: &[u8], blobs: &mut Vec<Vec<u8>>) -> Value {
    if bytes.len() <= SHORT {
        return hex(bytes).into();
    }
    blobs.push(bytes.to_vec());
    json!({"blob": blobs.len() - 1})
}

fn unframed_bytes(json: &Value, blobs: &[Vec<u8>]) -> Result<Vec<u8>> {
    let blob = || blobs.get(usize::try_from(json.get("blob")?.as_u64()?).ok()?).cloned();
    let bytes = json.as_str().map_or_else(blob, unhex);
    bytes.ok_or_else(|| unfit(phrases::hex_digits_or_blob(), json))
}

/// A data region for a frame: an entry by its size, other bytes as they are.
pub fn framed(data: &[Segment<'_>], blobs: &mut Vec<Vec<u8>>) -> Value {
    let framed = |segment: &Segment<'_>| match segment.owner {
        Owner::Entry(i) => json!({"entry": i, "size": segment.bytes.len()}),
        Owner::Padding => json!({"padding": framed_bytes(segment.bytes.here(), blobs)}),
        Owner::Gap => json!({"gap": framed_bytes(segment.bytes.here(), blobs)}),
    };
    data.iter().map(framed).collect()
}

/// Whether a data region is as a plain writer leaves it: in directory order, padded with zeros, without gaps.
pub fn is_plain(data: &[Segment<'_>], start: usize, align: usize, entries: usize) -> bool {
    let mut next = 0;
    let mut at = start;
    let mut padded = true;
    let in_order = data.iter().all(|segment| {
        let bytes = segment.bytes.here();
        at += bytes.len();
        match segment.owner {
            Owner::Entry(i) => {
                let fine = i == next && padded;
                next += 1;
                padded = at.is_multiple_of(align);
                fine
            }
            Owner::Padding => {
                padded = at.is_multiple_of(align);
                bytes.iter().all(|&byte| byte == 0)
            }
            Owner::Gap => false,
        }
    });
    in_order && padded && next == entries
}

/// A table of names for a frame, with the names it refers to.
pub fn framed_order<T: Serialize>(order: &[T], names: &[impl Serialize]) -> Value {
    json!({"order": order, "names": names})
}

/// A frame and the entries that go into it.
pub struct Rebuild<'b> {
    frame: Map<String, Value>,
    blobs: &'b [Vec<u8>],
    pub incoming: &'b [EntrySpec],
    pub payloads: &'b dyn Payloads,
}

impl std::fmt::Debug for Rebuild<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rebuild").field("frame", &self.frame).finish_non_exhaustive()
    }
}

impl<'b> Rebuild<'b> {
    /// `known` is all that the frame may say.
    pub fn new(
        frame: &'b Frame,
        known: &[&str],
        incoming: &'b [EntrySpec],
        payloads: &'b dyn Payloads,
    ) -> Result<Self> {
        let json = match &frame.json {
            Value::Object(object) => object.clone(),
            Value::Null => Map::new(),
            other => return Err(unfit(phrases::an_object(), other).inside("frame")),
        };
        match json.keys().find(|key| !known.contains(&key.as_str())) {
            Some(key) => {
                let wanted = phrases::one_of(known.join(", "));
                Err(Error::unexpected(wanted, value(key)).inside("frame"))
            }
            None => Ok(Self { frame: json, blobs: &frame.blobs, incoming, payloads }),
        }
    }

    /// What `make` makes of each entry.
    pub fn each<T>(&self, mut make: impl FnMut(usize, &'b EntrySpec) -> Result<T>) -> Result<Vec<T>> {
        let made = |(i, entry)| make(i, entry).map_err(|e| e.inside(format_args!("entries[{i}]")));
        self.incoming.iter().enumerate().map(made).collect()
    }

    pub fn get<T: Json>(&self, name: &str) -> Result<Option<T>> {
        member(&self.frame, name).map_err(|e| e.inside("frame"))
    }

    /// Something that only the format understands.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.frame.get(name)
    }

    pub fn bytes(&self, name: &str) -> Result<Vec<u8>> {
        let bytes = self.frame.get(name).map_or(Ok(vec![]), |json| unframed_bytes(json, self.blobs));
        bytes.map_err(|e| e.inside(name).inside("frame"))
    }

    /// A stored table of names that differs from a generated one is kept as long as it has the same names.
    pub fn order<T: DeserializeOwned>(&self, name: &str) -> Result<Option<Vec<T>>> {
        let Some(stored) = self.frame.get(name) else { return Ok(None) };
        let names: Vec<String> = list(stored, "names").map_err(|e| e.inside(name).inside("frame"))?;
        let order: Vec<T> = list(stored, "order").map_err(|e| e.inside(name).inside("frame"))?;
        let same = names.iter().eq(self.incoming.iter().map(|entry| &entry.name));
        Ok(Some(order).filter(|order| same && order.len() == self.incoming.len()))
    }

    /// The new place of every entry that the frame knows by its old one.
    pub fn places(&self) -> HashMap<usize, usize> {
        self.incoming.iter().enumerate().filter_map(|(new, entry)| Some((entry.id?, new))).collect()
    }

    /// The strays of before, each that is still there under its new place. One that has got bytes is none any more.
    fn strays(&self) -> Result<Vec<Option<Stray>>> {
        let places = self.places();
        let strays: Vec<Stray> = self.get("strays")?.unwrap_or_default();
        let still = |stray: Stray| {
            let new = *places.get(&(stray.entry as usize))?;
            let shares = self.payloads.source(new) == Source::Shared;
            u32::try_from(new).ok().filter(|_| shares).map(|entry| Stray { entry, ..stray })
        };
        Ok(strays.into_iter().map(still).collect())
    }

    /// The error that others have to stay where they are.
    fn shared(&self, stray: &Stray) -> Error {
        let name = self.incoming.get(stray.entry as usize).map_or("", |entry| entry.name.as_str());
        Error::unexpected(phrases::same_sizes(name), phrases::other_sizes())
    }

    /// Everything in its place. `bodies` are the entries' stored bytes; those of strays do not count. `behind_table`
    /// says that the region follows the records, so that it moves when one of them goes.
    ///
    /// Strays forbid that others move, all but the empty ones: those can have their nothing anywhere.
    pub fn laid(
        &self,
        start: usize,
        align: usize,
        bodies: &[Body<'static>],
        behind_table: bool,
    ) -> Result<Laid> {
        let before = self.strays()?;
        let strays: Vec<Stray> = before.iter().flatten().cloned().collect();
        self.expect_strays(&strays)?;
        let (data, mut moved) = self.data(start, align, bodies, &strays)?;
        moved |= behind_table && strays.len() < before.len();
        if !moved {
            return Ok(Laid { data, strays, moved });
        }
        match strays.iter().find(|stray| stray.size > 0) {
            Some(stray) => Err(self.shared(stray)),
            None => Ok(Laid { data: self.data(start, align, bodies, &[])?.0, strays: vec![], moved }),
        }
    }

    /// An entry without bytes of its own is nothing unless the frame tells where it lies.
    fn expect_strays(&self, strays: &[Stray]) -> Result<()> {
        let known: HashSet<usize> = strays.iter().map(|stray| stray.entry as usize).collect();
        let lost = |i: &usize| self.payloads.source(*i) == Source::Shared && !known.contains(i);
        match (0..self.incoming.len()).find(lost) {
            Some(i) => {
                let error = Error::unexpected(phrases::its_place_among_strays(), phrases::nothing());
                Err(error.inside(format_args!("entries[{i}]")))
            }
            None => Ok(()),
        }
    }

    /// The data region, and whether anything in it has another place than before.
    fn data(
        &self,
        start: usize,
        align: usize,
        bodies: &[Body<'static>],
        strays: &[Stray],
    ) -> Result<(Vec<Segment<'static>>, bool)> {
        let mut bodies: Vec<_> = bodies.iter().cloned().map(Some).collect();
        for stray in strays {
            bodies[stray.entry as usize] = None;
        }
        let places = self.places();
        let mut layout = Layout { places, bodies, data: vec![], at: start, align, pads: false, moved: false };
        if let Some(segments) = self.frame.get("data") {
            self.restore(segments, &mut layout).map_err(|e| e.inside("frame"))?;
        }
        layout.append_rest();
        Ok((layout.data, layout.moved))
    }

    fn restore(&self, segments: &Value, layout: &mut Layout) -> Result<()> {
        let segments =
            segments.as_array().ok_or_else(|| unfit(phrases::a_list(), segments).inside("data"))?;
        for (i, segment) in segments.iter().enumerate() {
            self.segment(segment, layout).map_err(|e| e.inside(format_args!("data[{i}]")))?;
        }
        layout.moved |= layout.bodies.iter().any(Option::is_some);
        Ok(())
    }

    fn segment(&self, json: &Value, layout: &mut Layout) -> Result<()> {
        let filler = |owner, bytes: &Value| {
            let bytes = unframed_bytes(bytes, self.blobs)?;
            Ok(Segment { owner, bytes: Body::Here(bytes.into()) })
        };
        match (json.get("entry"), json.get("padding"), json.get("gap")) {
            (Some(entry), None, None) => {
                let number = |json: &Value| json.as_u64().and_then(|n| usize::try_from(n).ok());
                let id = number(entry).ok_or_else(|| unfit(phrases::an_entry_number(), entry))?;
                layout.known_entry(id, json.get("size").and_then(number));
            }
            (None, Some(padding), None) => layout.padding(filler(Owner::Padding, padding)?),
            (None, None, Some(gap)) => layout.push(filler(Owner::Gap, gap)?),
            _ => return Err(unfit(phrases::entry_padding_or_gap(), json)),
        }
        Ok(())
    }
}

fn list<T: DeserializeOwned>(json: &Value, name: &str) -> Result<Vec<T>> {
    let list = json.get(name).unwrap_or(&Value::Null);
    serde_json::from_value(list.clone()).map_err(|_| unfit(phrases::a_list(), list).inside(name))
}

/// A data region and the strays that lie on it.
#[derive(Debug)]
pub struct Laid {
    pub data: Vec<Segment<'static>>,
    pub strays: Vec<Stray>,
    /// Whether anything has another place than before.
    pub moved: bool,
}

/// The data region as it grows.
struct Layout {
    places: HashMap<usize, usize>,
    /// Of the entries that have no place yet.
    bodies: Vec<Option<Body<'static>>>,
    data: Vec<Segment<'static>>,
    /// Where the next segment begins.
    at: usize,
    align: usize,
    /// Whether padding of before, coming now, belongs to an entry that is still there and kept its size.
    pads: bool,
    moved: bool,
}

impl Layout {
    fn push(&mut self, segment: Segment<'static>) {
        self.at = self.at.saturating_add(segment.bytes.len());
        self.data.push(segment);
    }

    fn entry(&mut self, new: usize) -> Option<usize> {
        let bytes = self.bodies.get_mut(new)?.take()?;
        let size = bytes.len();
        self.push(Segment { owner: Owner::Entry(new), bytes });
        Some(size)
    }

    fn fresh_padding(&mut self) {
        let padding = Segment::padding(self.at, self.align);
        if !padding.bytes.is_empty() {
            self.push(padding);
        }
    }

    /// An entry of before. If it is gone, so is its padding; if its size changed, its padding is regenerated.
    fn known_entry(&mut self, id: usize, before: Option<usize>) {
        let size = self.places.get(&id).copied().and_then(|new| self.entry(new));
        self.pads = size.is_some() && size == before;
        self.moved |= !self.pads;
        if size.is_some() && !self.pads {
            self.fresh_padding();
        }
    }

    fn padding(&mut self, padding: Segment<'static>) {
        if self.pads {
            self.push(padding);
        }
    }

    fn append_rest(&mut self) {
        for new in 0..self.bodies.len() {
            if self.entry(new).is_some() {
                self.fresh_padding();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::borrow::Cow;

    /// Instead of a size: an entry that lies on the bytes of others.
    const SHARED: usize = usize::MAX;

    /// Entries of the given sizes.
    struct Sizes(Vec<usize>);

    impl Payloads for Sizes {
        fn size(&self, incoming: usize) -> usize {
            self.0[incoming]
        }
        fn source(&self, i: usize) -> Source {
            if self.0[i] == SHARED { Source::Shared } else { Source::Stored }
        }
        fn load(&self, _: usize) -> Result<Cow<'_, [u8]>> {
            Ok(Cow::default())
        }
    }

    /// The owners and sizes of what is laid out for entries with the given old places and sizes.
    fn laid_out(
        frame: &Frame,
        entries: &[(Option<usize>, usize)],
    ) -> Result<(Vec<(Owner, usize)>, bool), String> {
        let incoming = |&(id, _): &(Option<usize>, usize)| EntrySpec { id, ..EntrySpec::new("", Map::new()) };
        let incoming: Vec<_> = entries.iter().map(incoming).collect();
        let sizes = Sizes(entries.iter().map(|(_, size)| *size).collect());
        let bodies: Vec<_> = sizes.0.iter().map(|size| Body::Elsewhere(*size % SHARED)).collect();
        let rebuild = Rebuild::new(frame, &["data", "strays"], &incoming, &sizes).unwrap();
        let Laid { data, moved, .. } = rebuild.laid(16, 8, &bodies, false).map_err(|e| e.to_string())?;
        Ok((data.iter().map(|segment| (segment.owner, segment.bytes.len())).collect(), moved))
    }

    /// An entry without padding, one with padding, and a gap.
    fn frame() -> Frame {
        let data = json!([{"entry": 0, "size": 8}, {"entry": 1, "size": 3}, {"padding": "0102030405"}, {"gap": "ff"}]);
        Frame { json: json!({"data": data}), blobs: vec![] }
    }

    #[test]
    fn what_did_not_change_stays() {
        use Owner::{Entry, Gap, Padding};
        let all = vec![(Entry(1), 8), (Entry(0), 3), (Padding, 5), (Gap, 1)];
        assert_eq!(laid_out(&frame(), &[(Some(1), 3), (Some(0), 8)]), Ok((all, false)));
    }

    #[test]
    fn padding_goes_with_its_entry_and_changes_with_its_size() {
        use Owner::{Entry, Gap, Padding};
        let gone = vec![(Entry(0), 8), (Gap, 1)];
        assert_eq!(laid_out(&frame(), &[(Some(0), 8)]), Ok((gone, true)));
        let grown = vec![(Entry(0), 8), (Entry(1), 16), (Gap, 1), (Entry(2), 1), (Padding, 6)];
        assert_eq!(laid_out(&frame(), &[(Some(0), 8), (Some(1), 16), (None, 1)]), Ok((grown, true)));
    }

    #[test]
    fn strays_forbid_that_others_move_unless_they_are_empty() {
        let strays = |size: u32| {
            let mut frame = frame();
            frame.json["strays"] = json!([{"entry": 2, "data_offset": 20, "size": size}]);
            frame
        };
        let (same, grown) = ([8, 3, SHARED], [8, 5, SHARED]);
        let entries = |sizes: [usize; 3]| [0, 1, 2].map(|i| (Some(i), sizes[i]));
        assert_eq!(laid_out(&strays(4), &entries(same)).unwrap().0.len(), 4);
        assert!(laid_out(&strays(4), &entries(grown)).unwrap_err().contains("shares bytes with others"));
        let (data, moved) = laid_out(&strays(0), &entries(grown)).unwrap();
        assert!(moved && data.contains(&(Owner::Entry(2), 0)), "{data:?}");
    }

    #[test]
    fn an_entry_that_shares_bytes_must_have_a_place() {
        let error = laid_out(&frame(), &[(Some(0), 8), (Some(1), SHARED)]).unwrap_err();
        assert_eq!(error, "entries[1]: wanted its place among the strays of the frame, found nothing");
    }

    #[test]
    fn a_frame_says_only_what_is_known() {
        let frame = |json| Frame { json, blobs: vec![] };
        let error = |json| {
            Rebuild::new(&frame(json), &["data", "tail"], &[], &Sizes(vec![])).unwrap_err().to_string()
        };
        assert_eq!(error(json!({"date": 1})), "frame: wanted one of data, tail, found date");
        assert_eq!(error(json!([])), "frame: wanted an object, found []");
        let bad = frame(json!({"tail": {"blob": 3}}));
        let error = Rebuild::new(&bad, &["tail"], &[], &Sizes(vec![])).unwrap().bytes("tail").unwrap_err();
        assert_eq!(
            error.to_string(),
            "frame.tail: wanted hex digits, or the number of a blob, found {\"blob\":3}"
        );
    }
}
