//! What can be counted on files without telling what is in them: claims, tallies, and numbers that nobody understands.
//!
//! A claim is a sentence about a format that is true of a case or not ("the version is 6"); a tally counts the values of a
//! number that is understood (the pixel format). Both are declared by `measures!`, as rules are by `rules!`. Fields whose
//! names say that they are unknown or guessed need no declaration: the tables of their records tell where they are.

use crate::record::{Field, FieldTable, Scalar, Shape, U16Be, U32Be};
use std::collections::{BTreeMap, HashMap};

/// What a survey counts in files of a format. A code, once published, keeps its meaning. The catalogue of messages has the
/// sentence for it.
#[derive(Debug, PartialEq, Eq)]
pub struct Measure {
    pub code: &'static str,
    pub counts: Counts,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// In how many cases something holds.
    Claim,
    /// How often each value comes up.
    Tally,
}

pub type Measures = &'static [&'static Measure];

/// The measures of a format, and the list `MEASURES` of them all.
#[macro_export]
macro_rules! measures {
    ($format:literal: $($counts:ident $name:ident = $slug:literal;)*) => {
        $(pub static $name: $crate::survey::Measure = $crate::survey::Measure {
            code: concat!($format, ".", $slug),
            counts: $crate::survey::Counts::$counts,
        };)*
        pub static MEASURES: $crate::survey::Measures = &[$(&$name),*];
    };
}

/// What was counted of measures.
#[derive(Clone, Debug, Default)]
pub struct Cases {
    pub claims: BTreeMap<&'static str, Held>,
    pub tallies: BTreeMap<&'static str, Numbers>,
}

/// In how many cases a claim held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    pub held: u64,
    pub cases: u64,
}

impl Cases {
    /// One case of a claim.
    pub fn claim(&mut self, measure: &'static Measure, held: bool) {
        let counted = self.claims.entry(measure.code).or_default();
        counted.cases += 1;
        counted.held += u64::from(held);
    }

    /// A case of a claim for each item.
    pub fn claim_each<T>(
        &mut self,
        measure: &'static Measure,
        items: impl IntoIterator<Item = T>,
        holds: impl Fn(T) -> bool,
    ) {
        items.into_iter().for_each(|item| self.claim(measure, holds(item)));
    }

    /// One value of a tally.
    pub fn tally(&mut self, measure: &'static Measure, value: impl Into<f64>) {
        self.tallies.entry(measure.code).or_default().add(value.into());
    }

    pub fn merge(&mut self, other: Self) {
        for (code, Held { held, cases }) in other.claims {
            let counted = self.claims.entry(code).or_default();
            (counted.held, counted.cases) = (counted.held + held, counted.cases + cases);
        }
        for (code, numbers) in other.tallies {
            self.tallies.entry(code).or_default().merge(numbers);
        }
    }
}

/// Of more different values than this only range and magnitudes are kept.
pub const DISTINCT: usize = 64;

/// How often each number came up; of very many different ones, how often each magnitude did. No number has more than
/// four bytes in a file, so that all of them are exact here.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    pub cases: u64,
    /// NaN and infinity, which have no place on a line.
    pub not_finite: u64,
    /// The least and the greatest.
    pub range: Option<(f64, f64)>,
    values: BTreeMap<u64, u64>,
    /// By power of two, once there were too many values.
    magnitudes: Option<BTreeMap<i16, u64>>,
    /// The value that came last, and how often in a row: most fields that nobody understands are the same everywhere.
    run: (f64, u64),
}

/// A number that came up, or a range of magnitudes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bucket {
    /// The two ends of the range; the same for zero.
    pub ends: (f64, f64),
    pub cases: u64,
}

impl Numbers {
    pub fn add(&mut self, value: f64) {
        self.add_times(value, 1);
    }

    /// The same number so many times.
    pub fn add_times(&mut self, value: f64, times: u64) {
        // -0 is told from 0 by nothing but its sign.
        let value = value + 0.0;
        if self.run.1 > 0 && value == self.run.0 {
            self.run.1 += times;
            return;
        }
        self.end_run();
        self.run = (value, times);
    }

    /// Takes what came last in a row into the counts.
    fn end_run(&mut self) {
        let (value, count) = std::mem::take(&mut self.run);
        self.count(value, count);
    }

    fn count(&mut self, value: f64, count: u64) {
        if count == 0 {
            return;
        }
        self.cases += count;
        if !value.is_finite() {
            self.not_finite += count;
            return;
        }
        let (low, high) = self.range.unwrap_or((value, value));
        self.range = Some((low.min(value), high.max(value)));
        match &mut self.magnitudes {
            Some(magnitudes) => *magnitudes.entry(magnitude(value)).or_default() += count,
            None => *self.values.entry(in_order(value)).or_default() += count,
        }
        if self.values.len() > DISTINCT {
            self.magnitudes = Some(self.histogram_of_values());
            self.values.clear();
        }
    }

    fn histogram_of_values(&self) -> BTreeMap<i16, u64> {
        let mut magnitudes = BTreeMap::new();
        for (key, count) in &self.values {
            *magnitudes.entry(magnitude(of_order(*key))).or_default() += count;
        }
        magnitudes
    }

    /// The order in which counts are merged makes no difference: too many different values are too many in any order.
    pub fn merge(&mut self, mut other: Self) {
        self.end_run();
        other.end_run();
        if other.magnitudes.is_some() && self.magnitudes.is_none() {
            self.magnitudes = Some(self.histogram_of_values());
            self.values.clear();
        }
        if let Some(theirs) = &other.magnitudes {
            let ours = self.magnitudes.get_or_insert_default();
            theirs.iter().for_each(|(key, count)| *ours.entry(*key).or_default() += count);
            self.cases += other.cases - other.not_finite;
            if let (Some((low, high)), ours) = (other.range, self.range) {
                let (a, b) = ours.unwrap_or((low, high));
                self.range = Some((a.min(low), b.max(high)));
            }
        }
        self.count(f64::NAN, other.not_finite);
        other.values.iter().for_each(|(key, count)| self.count(of_order(*key), *count));
    }

    /// Everything is counted.
    #[must_use]
    pub fn finished(mut self) -> Self {
        self.end_run();
        self
    }

    /// Every finite value with its count, from the least; none if there were too many.
    pub fn values(&self) -> Option<impl Iterator<Item = (f64, u64)>> {
        let all = self.values.iter().map(|(key, count)| (of_order(*key), *count));
        self.magnitudes.is_none().then_some(all)
    }

    /// How often each power of two came up, from the least.
    pub fn histogram(&self) -> Vec<Bucket> {
        let magnitudes = self.magnitudes.clone().unwrap_or_else(|| self.histogram_of_values());
        magnitudes.into_iter().map(|(key, cases)| Bucket { ends: ends(key), cases }).collect()
    }
}

/// Bits of a finite number that sort as the number does.
fn in_order(value: f64) -> u64 {
    let bits = value.to_bits();
    if bits >> 63 == 1 { !bits } else { bits | 1 << 63 }
}

fn of_order(key: u64) -> f64 {
    f64::from_bits(if key >> 63 == 1 { key & !(1 << 63) } else { !key })
}

/// No number of four bytes is smaller than two to this power, but zero.
const LEAST_POWER: i16 = -149;

/// 0 for zero, else the power of two at or below, counted from the least there is, with the sign of the number.
fn magnitude(value: f64) -> i16 {
    if value == 0.0 {
        return 0;
    }
    let power = ((value.to_bits() >> 52) & 0x7FF) as i16 - 1023;
    let steps = (power - LEAST_POWER + 1).max(1);
    if value < 0.0 { -steps } else { steps }
}

/// Between which numbers a magnitude lies.
fn ends(magnitude: i16) -> (f64, f64) {
    let power = |steps: i16| 2f64.powi(i32::from(steps + LEAST_POWER - 1));
    match magnitude {
        0 => (0.0, 0.0),
        1.. => (power(magnitude), power(magnitude + 1)),
        _ => (-power(1 - magnitude), -power(-magnitude)),
    }
}

/// Whether a field's name says that its meaning is unknown (`unk38`).
pub fn is_unknown(name: &str) -> bool {
    name.starts_with("unk")
}

/// Whether it says that its meaning is a guess (`maybe_parent`).
pub fn is_guessed(name: &str) -> bool {
    name.starts_with("maybe_")
}

pub(crate) fn is_doubtful(name: &str) -> bool {
    is_unknown(name) || is_guessed(name)
}

/// Numbers in a field or record that nobody understands.
#[derive(Clone, Debug, PartialEq)]
pub struct Doubt {
    /// The record and the field: `Slot.unk38`.
    pub name: String,
    pub doc: &'static str,
    /// Of the first number, in the record.
    pub at: usize,
    pub count: usize,
    pub scalar: Scalar,
    /// Lowest bit and width, where it is a part of a number.
    pub bits: Option<(u32, u32)>,
}

impl Doubt {
    /// Its bytes in a record.
    fn bytes<'b>(&self, record: &'b [u8]) -> &'b [u8] {
        record.get(self.at..self.at + self.count * self.scalar.size()).unwrap_or_default()
    }

    /// Counts it in records that follow one another. Most are the same there, and are counted at once.
    pub fn count(&self, records: &[u8], size: usize, numbers: &mut Numbers) {
        let mut records = records.chunks_exact(size).map(|record| self.bytes(record));
        let Some(mut last) = records.next() else { return };
        let mut times = 1;
        for bytes in records {
            if bytes == last {
                times += 1;
            } else {
                self.numbers(last).for_each(|number| numbers.add_times(number, times));
                (last, times) = (bytes, 1);
            }
        }
        self.numbers(last).for_each(|number| numbers.add_times(number, times));
    }

    fn numbers<'b>(&self, bytes: &'b [u8]) -> impl Iterator<Item = f64> + use<'b> {
        let (scalar, bits) = (self.scalar, self.bits);
        bytes.chunks_exact(scalar.size()).map(move |item| match bits {
            Some((shift, width)) => {
                ((scalar.number(item) >> shift & (u64::MAX >> (64 - width))) as u32).into()
            }
            None => scalar.value_of(item),
        })
    }
}

/// What in a field of this name and shape nobody understands. Text and whatever is wider than four bytes is left out: no
/// survey may tell it.
pub fn doubts(owner: &str, name: &str, shape: &'static Shape) -> Vec<Doubt> {
    let mut found = vec![];
    field_doubts(owner, name, "", shape, 0, &mut found);
    found
}

fn field_doubts(
    owner: &str,
    name: &str,
    doc: &'static str,
    shape: &'static Shape,
    at: usize,
    found: &mut Vec<Doubt>,
) {
    let doubt = |name: String, count, scalar, bits| Doubt { name, doc, at, count, scalar, bits };
    match shape {
        Shape::Record(table) => record_doubts(table, at, found),
        Shape::Array(item, count) => match item {
            Shape::Record(table) => {
                (0..*count).for_each(|i| record_doubts(table, at + i * item.size(), found));
            }
            _ if is_doubtful(name) => {
                if let Some((scalar, count)) = numbers_of(shape) {
                    found.push(doubt(format!("{owner}.{name}"), count, scalar, None));
                }
            }
            _ => {}
        },
        Shape::Scalar(scalar) if is_doubtful(name) && scalar.is_number() => {
            found.push(doubt(format!("{owner}.{name}"), 1, *scalar, None));
        }
        Shape::Bits(scalar, parts) => {
            if is_doubtful(name) {
                found.push(doubt(format!("{owner}.{name}"), 1, *scalar, None));
                return;
            }
            let mut shift = 0;
            for (part, width) in *parts {
                if is_doubtful(part) && scalar.is_number() {
                    found.push(doubt(format!("{owner}.{name}.{part}"), 1, *scalar, Some((shift, *width))));
                }
                shift += width;
            }
        }
        _ => {}
    }
}

fn record_doubts(table: &'static FieldTable, at: usize, found: &mut Vec<Doubt>) {
    for row in table.rows {
        if let Some((offset, shape)) = row.place {
            field_doubts(table.name, row.name, row.doc, shape, at + offset, found);
        }
    }
}

/// The number that an array, however deep, is made of, and how many there are.
fn numbers_of(shape: &'static Shape) -> Option<(Scalar, usize)> {
    match shape {
        Shape::Scalar(scalar) if scalar.is_number() => Some((*scalar, 1)),
        Shape::Array(item, count) => numbers_of(item).map(|(scalar, inner)| (scalar, inner * count)),
        _ => None,
    }
}

impl Scalar {
    /// Whether it is a number of at most four bytes. A tag is four letters.
    fn is_number(self) -> bool {
        !matches!(self, Self::U64 | Self::Tag)
    }

    /// Exactly, since it has at most four bytes.
    fn value_of(self, bytes: &[u8]) -> f64 {
        match self {
            Self::U8 => u8::get(bytes).into(),
            Self::I8 => i8::get(bytes).into(),
            Self::U16 => u16::get(bytes).into(),
            Self::I16 => i16::get(bytes).into(),
            Self::U32 => u32::get(bytes).into(),
            Self::I32 => i32::get(bytes).into(),
            Self::F32 => f32::get(bytes).into(),
            Self::U16Be => U16Be::get(bytes).0.into(),
            Self::U32Be => U32Be::get(bytes).0.into(),
            Self::U64 | Self::Tag => f64::NAN,
        }
    }
}

/// Which tables and shapes have something in them that nobody understands. Each is looked through once.
#[derive(Debug, Default)]
pub(crate) struct Doubtful {
    shapes: HashMap<usize, bool>,
    tables: HashMap<usize, bool>,
}

impl Doubtful {
    /// Whether a survey wants to hear of a field.
    pub(crate) fn field(&mut self, name: &str, shape: &'static Shape) -> bool {
        let look = || !doubts("", "", shape).is_empty();
        is_doubtful(name) || *self.shapes.entry(std::ptr::from_ref(shape).addr()).or_insert_with(look)
    }

    /// Whether there is such a field anywhere in a structure.
    pub(crate) fn table(&mut self, table: &'static FieldTable) -> bool {
        *self.tables.entry(std::ptr::from_ref(table).addr()).or_insert_with(|| has_doubts(table))
    }
}

/// Whether a structure has anything in it, at whatever depth, that nobody understands.
pub fn has_doubts(table: &'static FieldTable) -> bool {
    let of_row = |row: &crate::record::Row| match row.place {
        Some((_, shape)) => !doubts("", row.name, shape).is_empty(),
        None => is_doubtful(row.name),
    };
    table.all().into_iter().any(|table| table.rows.iter().any(of_row))
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::bits! {
        /// Two parts.
        pub struct Word: u32 { low: 4, unk4: 28 }
    }

    crate::record! {
        /// Something with doubts.
        pub struct Inner: 10 {
            0x00 word: Word,
            0x04 unk04: [[u16; 1]; 2],
            0x08 known: u16,
        }
    }

    crate::record! {
        /// Something around it.
        pub struct Outer: 26 {
            0x00 maybe_size: f32,
            0x04 both: [Inner; 2],
            0x18 unk18: crate::record::Chars<2>,
        }
    }

    fn shape<T: crate::record::Field>() -> &'static Shape {
        T::SHAPE
    }

    #[test]
    fn doubts_are_found_by_their_names_at_any_depth_and_text_is_none() {
        let found = doubts("", "", shape::<Outer>());
        let names: Vec<_> = found.iter().map(|doubt| (&doubt.name[..], doubt.at, doubt.count)).collect();
        let inner = |at| [("Inner.word.unk4", at, 1), ("Inner.unk04", at + 4, 2)];
        assert_eq!(names, [&[("Outer.maybe_size", 0, 1)][..], &inner(4), &inner(14)].concat());
        let word = Word(0x15F);
        assert_eq!((word.low(), word.unk4()), (0xF, 0x15));
        let mut bytes = [0; 26];
        bytes[14..22].copy_from_slice(&[0x5F, 1, 0, 0, 7, 0, 0, 1]);
        let numbers = |doubt: &Doubt| doubt.numbers(doubt.bytes(&bytes)).collect::<Vec<_>>();
        assert_eq!((numbers(&found[3]), numbers(&found[4])), (vec![0x15 as f64], vec![7.0, 256.0]));
    }

    #[test]
    fn values_are_counted_in_any_order_with_the_same_result() {
        let counted = |values: &[f64]| {
            let mut numbers = Numbers::default();
            values.iter().for_each(|value| numbers.add(*value));
            numbers.finished()
        };
        let values = [3.0, 3.0, -1.5, 0.0, -0.0, f64::NAN, 3.0];
        let whole = counted(&values);
        assert_eq!(whole.values().unwrap().collect::<Vec<_>>(), [(-1.5, 1), (0.0, 2), (3.0, 3)]);
        assert_eq!((whole.cases, whole.not_finite, whole.range), (7, 1, Some((-1.5, 3.0))));
        for cut in 0..values.len() {
            let mut halves = counted(&values[cut..]);
            halves.merge(counted(&values[..cut]));
            assert_eq!(format!("{:?}", halves.finished().values), format!("{:?}", whole.values));
        }
    }

    #[test]
    fn too_many_values_leave_their_magnitudes() {
        let many = |from: i32, to: i32| {
            let mut numbers = Numbers::default();
            (from..to).for_each(|value| numbers.add(value.into()));
            numbers.finished()
        };
        let whole = many(-2, 300);
        assert!(whole.values().is_none());
        let bucket = |low, high, cases| Bucket { ends: (low, high), cases };
        assert_eq!(
            whole.histogram()[..5],
            [
                bucket(-4.0, -2.0, 1),
                bucket(-2.0, -1.0, 1),
                bucket(0.0, 0.0, 1),
                bucket(1.0, 2.0, 1),
                bucket(2.0, 4.0, 2)
            ]
        );
        for (a, b) in
            [(many(-2, 200), many(200, 300)), (many(-2, 0), many(0, 300)), (many(-2, 290), many(290, 300))]
        {
            let (mut one, mut other) = (a.clone(), b.clone());
            one.merge(b);
            other.merge(a);
            for merged in [one.finished(), other.finished()] {
                assert_eq!((merged.histogram(), merged.cases), (whole.histogram(), 302));
                assert_eq!(merged.range, Some((-2.0, 299.0)));
            }
        }
    }
}
