//! Pictures with palettes, as the mappings have them.

use super::{Entry, Trouble};
use crate::mappings::Pair;
use crate::resource::MAPPINGS;
use relict_core::args;
use relict_core::error::broken;
use relict_core::report::Rule;

/// Where the numbers of a pair may lead.
pub(crate) struct Reach<'r> {
    /// The place that a number means, if it is one.
    pub(crate) find: &'r dyn Fn(u32) -> Option<usize>,
    /// Numbers are multiples of the unit below the end.
    pub(crate) end: usize,
    pub(crate) unit: u32,
    pub(crate) rule: &'static Rule,
}

/// Pairs with their ends checked, as entries.
pub(crate) fn entries(
    list: &str,
    pairs: impl Iterator<Item = Pair>,
    picture: &Reach<'_>,
    palette: &Reach<'_>,
) -> Result<Vec<Entry>, Trouble> {
    let found = |i: usize, field: &str, reach: &Reach<'_>, number: u32| {
        let args = || args!(found = number, end = reach.end, unit = reach.unit);
        let wrong =
            || Trouble::new(MAPPINGS, broken(reach.rule, format_args!("{list}[{i}].{field}"), args()));
        (reach.find)(number).ok_or_else(wrong)
    };
    let entry = |(i, pair): (usize, Pair)| {
        Ok(Entry {
            picture: found(i, "picture", picture, pair.picture)?,
            palette: found(i, "palette", palette, pair.palette)?,
        })
    };
    pairs.enumerate().map(entry).collect()
}
