//! The numbers in fields that nobody understands: reading with a trace that hears of nothing else.

use super::{OfField, Surveyed};
use crate::FORMATS;
use crate::open::Asset;
use relict_core::error::Result;
use relict_core::format::{Document, Kind};
use relict_core::record::Shape;
use relict_core::survey::{Doubt, Numbers, doubts, has_doubts};
use relict_core::trace::{Span, What};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::LazyLock;

/// The formats that have such fields; the others need not be read once more.
static DOUBTFUL: LazyLock<BTreeSet<&'static str>> =
    LazyLock::new(|| FORMATS.iter().filter(|kind| has_doubts(kind.file)).map(|kind| kind.id).collect());

/// What is counted in one asset.
#[derive(Default)]
pub(super) struct Fields {
    /// By the address of the shape, and the field's own name where that is unknown: where in a record to look.
    plans: HashMap<(usize, String), Vec<(Doubt, usize)>>,
    counted: Vec<(String, OfField)>,
}

impl Fields {
    /// Opens an asset and hears of its fields on the way.
    pub(super) fn open<R>(
        &mut self,
        kind: &'static Kind,
        asset: &Asset<'_>,
        then: impl FnOnce(Result<Box<dyn Document + '_>>) -> R,
    ) -> R {
        if DOUBTFUL.contains(kind.id) {
            return kind.open_with_doubts(asset.bytes, asset.origin, &mut |span| self.hear(span), then);
        }
        then(kind.open(asset.bytes, asset.origin))
    }

    /// What was heard.
    pub(super) fn counted(self, kind: &'static Kind) -> Surveyed {
        let fields = self.counted.into_iter().map(|(name, of)| ((kind.id, name), of)).collect();
        Surveyed { fields, ..Surveyed::default() }
    }

    fn hear(&mut self, span: &Span<'_>) {
        let (What::Field(shape) | What::List(shape, _)) = span.what else { return };
        let key = (std::ptr::from_ref(shape).addr(), span.path.to_owned());
        let Self { plans, counted } = self;
        let plan = plans.entry(key).or_insert_with(|| planned(span.path, shape, counted));
        for (doubt, place) in plan {
            doubt.count(span.bytes, shape.size(), &mut counted[*place].1.numbers);
        }
    }
}

/// Where to look in a record, each with the place of its count.
fn planned(own: &str, shape: &'static Shape, counted: &mut Vec<(String, OfField)>) -> Vec<(Doubt, usize)> {
    let (owner, name) = own.split_once('.').unwrap_or_default();
    let place = |doubt: Doubt| {
        let known = counted.iter().position(|(name, _)| *name == doubt.name);
        let place = known.unwrap_or_else(|| {
            counted.push((doubt.name.clone(), OfField::empty(&doubt)));
            counted.len() - 1
        });
        (doubt, place)
    };
    doubts(owner, name, shape).into_iter().map(place).collect()
}

impl OfField {
    fn empty(doubt: &Doubt) -> Self {
        let kind = match doubt.count {
            1 => Shape::Scalar(doubt.scalar).to_string(),
            count => format!("{}[{count}]", Shape::Scalar(doubt.scalar)),
        };
        Self { kind, doc: doubt.doc.trim(), assets: 1, numbers: Numbers::default() }
    }
}

pub(super) fn merge(
    into: &mut BTreeMap<(&'static str, String), OfField>,
    from: BTreeMap<(&'static str, String), OfField>,
) {
    for (key, of) in from {
        match into.entry(key) {
            std::collections::btree_map::Entry::Vacant(empty) => drop(empty.insert(of)),
            std::collections::btree_map::Entry::Occupied(mut known) => {
                let known = known.get_mut();
                known.assets += of.assets;
                known.numbers.merge(of.numbers);
            }
        }
    }
}
