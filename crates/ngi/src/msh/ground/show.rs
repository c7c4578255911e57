//! Ground in a few numbers, for those who ask what it is.

use super::Face;
use crate::msh::Msh;
use relict_core::prelude::*;
use serde_json::Value;
use std::collections::BTreeMap;

/// How many faces a row of the wear table has: near and far ones, those that it is blended over, liquid ones and beds.
type Counts = [i64; 5];

impl Msh<'_> {
    /// Where the far faces begin: with the first far cell.
    pub(in crate::msh) fn split(&self) -> usize {
        let squares = self.streams.squares.as_deref().unwrap_or_default().len();
        let first = self.streams.cells.as_deref().unwrap_or_default().get(squares);
        let faces = self.streams.faces.as_ref().map_or(0, View::len);
        first.map_or(faces, |cell| usize::from(cell.face_start).min(faces))
    }

    pub(in crate::msh) fn ground_facts(&self) -> Facts {
        let count = |is: fn(&Face) -> bool| -> Value {
            let faces = self.streams.faces.as_ref();
            faces.map_or(Value::Null, |faces| faces.iter().filter(is).count().into())
        };
        let grid = self.grid().map_or(Value::Null, |[columns, rows]| format!("{columns} × {rows}").into());
        vec![
            ("grid", grid),
            ("second_materials", count(|face| face.second().is_some())),
            ("liquid_faces", count(Face::is_liquid)),
            ("bed_faces", count(|face| face.flags.bed() != 0)),
        ]
    }

    /// How many squares stand in a row, and how many rows there are.
    fn grid(&self) -> Option<[usize; 2]> {
        let record =
            self.directory.iter().find(|record| record.type_id.number() == crate::msh::stream::NODES)?;
        let (squares, columns) = (self.streams.squares.as_ref()?.len(), record.attr2 as usize);
        (columns > 0 && squares.is_multiple_of(columns)).then(|| [columns, squares / columns])
    }

    /// What is drawn with each row of the first wear table.
    pub(in crate::msh) fn ground_sheet(&self) -> Table {
        let split = self.split();
        let mut rows: BTreeMap<u8, Counts> = BTreeMap::new();
        for (i, face) in self.streams.faces.iter().flat_map(View::iter).enumerate() {
            let counts = rows.entry(face.mat1).or_default();
            counts[usize::from(i >= split)] += 1;
            counts[3] += i64::from(face.is_liquid());
            counts[4] += i64::from(face.flags.bed() != 0);
            if let Some(row) = face.second() {
                rows.entry(row).or_default()[2] += 1;
            }
        }
        let row = |(row, counts): (u8, Counts)| {
            [i64::from(row)].into_iter().chain(counts).map(Cell::Number).collect()
        };
        Table {
            title: "ground",
            columns: vec!["material", "near", "far", "over", "liquid", "beds"],
            rows: rows.into_iter().map(row).collect(),
        }
    }
}
