//! A JAR as an archive: members by place and by name, unpacked on demand, and what it takes to put them together again.

use super::rebuild::{self, Packing};
use super::{DEFLATED, ENTRY_OUTSIDE, ENTRY_OVERLAP, Jar, Listed, Member, STORED, check, time};
use crate::phrases;
use relict_core::json::Json;
use relict_core::prelude::*;
use relict_core::report::hex;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::HashMap;

/// A JAR with an index from the directory to its members.
pub(crate) struct Shelf<'d, 'a> {
    jar: &'d Jar<'a>,
    /// For each record of the directory its member, and where the bytes of that begin.
    members: Vec<Option<(&'d Member<'a>, usize)>>,
    /// The first of each name.
    names: HashMap<Cow<'d, str>, usize>,
}

impl<'d, 'a> Shelf<'d, 'a> {
    pub(super) fn new(jar: &'d Jar<'a>) -> Self {
        let mut members = vec![None; jar.directory.len()];
        let mut at = 0;
        for member in &jar.members {
            at += member.gap.len();
            if let Some(slot) = members.get_mut(member.entry as usize) {
                *slot = Some((member, at + member.payload_at()));
            }
            at += member.size();
        }
        let mut names = HashMap::with_capacity(jar.directory.len());
        for (i, listed) in jar.directory.iter().enumerate() {
            names.entry(listed.shown()).or_insert(i);
        }
        Self { jar, members, names }
    }

    fn member(&self, index: usize) -> Option<&'d Member<'a>> {
        self.members.get(index).copied().flatten().map(|(member, _)| member)
    }

    /// The error that a member cannot be had.
    fn lost(&self, index: usize, listed: &Listed<'_>) -> Error {
        let overlaps = self.jar.lost.iter().any(|lost| lost.entry as usize == index && lost.overlaps != 0);
        let rule = if overlaps { &ENTRY_OVERLAP } else { &ENTRY_OUTSIDE };
        broken(rule, "header.offset", check::lost_args(listed))
    }

    /// The bytes of an entry, for as long as there is the JAR.
    pub(crate) fn taken(&self, index: usize, limits: Limits) -> Result<Cow<'d, [u8]>> {
        let listed =
            self.jar.directory.get(index).ok_or_else(|| Error::unexpected(phrases::an_entry(), index))?;
        let member = self.member(index).ok_or_else(|| self.lost(index, listed));
        let bytes = member.and_then(|member| self.jar.unpacked(member, listed, limits));
        bytes.map_err(|error| error.inside(format_args!("directory[{index}]")))
    }

    /// Members and gaps in the order of the file, as core lays them out.
    fn segments(&self) -> Vec<Segment<'d>> {
        let gap = |bytes: &'d Bytes<'a>| Segment { owner: Owner::Gap, bytes: Body::Here((&**bytes).into()) };
        let mut segments = Vec::with_capacity(self.jar.members.len() + 1);
        for member in &self.jar.members {
            segments.push(gap(&member.gap));
            let bytes = Body::Elsewhere(member.size());
            segments.push(Segment { owner: Owner::Entry(member.entry as usize), bytes });
        }
        segments.push(gap(&self.jar.gap));
        segments.retain(|segment| !segment.bytes.is_empty());
        segments
    }

    fn strays(&self) -> Vec<Stray> {
        let stray = |lost: &super::Lost| {
            let header = &self.jar.directory.get(lost.entry as usize)?.header;
            Some(Stray { entry: lost.entry, data_offset: header.offset, size: header.packed_size })
        };
        self.jar.lost.iter().filter_map(stray).collect()
    }
}

/// How a method is called.
pub(super) fn method(method: u16) -> Value {
    match method {
        STORED => "stored".into(),
        DEFLATED => "deflate".into(),
        other => other.into(),
    }
}

impl Directory for Shelf<'_, '_> {
    fn len(&self) -> usize {
        self.jar.directory.len()
    }

    fn name(&self, index: usize) -> Option<Cow<'_, str>> {
        self.jar.directory.get(index).map(Listed::shown)
    }

    fn entry(&self, index: usize) -> Option<Entry<'_>> {
        let listed = self.jar.directory.get(index)?;
        let header = &listed.header;
        let place = self.members.get(index).copied().flatten();
        let name = listed.shown();
        let mut attributes =
            vec![("method", method(header.method)), ("time", time::shown(header.date, header.time).into())];
        if !listed.comment.is_empty() {
            attributes.push(("comment", listed.comment.show().into()));
        }
        Some(Entry {
            odd_name: name.as_bytes() != &*listed.name,
            name,
            raw_name: &listed.name,
            offset: place.map_or(header.offset as usize, |(_, at)| at),
            size: header.unpacked_size as usize,
            attributes,
            facts: vec![("packed_size", header.packed_size.into()), ("crc", hex(header.crc).into())],
            packing: Packing::of(listed, place.map(|(member, _)| member)).to_json(),
        })
    }

    /// Of names that are shown alike, none can be told from the other.
    fn key(&self, name: &str) -> Option<Vec<u8>> {
        Some(name.as_bytes().to_vec())
    }
}

impl Archive for Shelf<'_, '_> {
    fn payload(&self, index: usize, limits: Limits) -> Result<Cow<'_, [u8]>> {
        self.taken(index, limits)
    }

    /// Never plain: sums and headers go with the stored bytes, and those of a member that nobody touched must stay.
    fn stored(&self, index: usize) -> Stored<'_> {
        self.member(index).map_or(Stored::Nowhere, |member| Stored::Packed(member.payload.here()))
    }

    fn is_stored_verbatim(&self, index: usize) -> bool {
        let listed = self.jar.directory.get(index);
        listed.is_some_and(|listed| listed.header.method == STORED && !listed.is_enciphered())
            && self.member(index).is_some()
    }

    /// The very name first, as phones want it; then without regard to case.
    fn find(&self, name: &str) -> Option<usize> {
        let alike = || self.jar.directory.iter().position(|listed| listed.shown().eq_ignore_ascii_case(name));
        self.names.get(name).copied().or_else(alike)
    }

    /// What a writer could not make up: the comment, and whatever is odd. What the headers say of a member goes with it.
    fn frame(&self) -> Frame {
        let jar = self.jar;
        let (mut json, mut blobs) = (Map::new(), vec![]);
        if !jar.comment.is_empty() {
            json.insert("comment".into(), jar.comment.to_json());
        }
        if jar.base != 0 {
            json.insert("base".into(), jar.base.into());
        }
        let segments = self.segments();
        if !layout::is_plain(&segments, 0, 1, jar.directory.len()) {
            json.insert("data".into(), layout::framed(&segments, &mut blobs));
        }
        let strays = self.strays();
        if !strays.is_empty() {
            json.insert("strays".into(), strays.to_json());
        }
        for (name, bytes) in [("between", &jar.between), ("tail", &jar.tail)] {
            if !bytes.is_empty() {
                json.insert(name.into(), layout::framed_bytes(bytes, &mut blobs));
            }
        }
        json.extend(rebuild::framed_end(jar));
        Frame { json: json.into(), blobs }
    }
}
