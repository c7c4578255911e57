//! What a document looks like to a person: tables, with colours as colours. Words come from the catalogue.

/// A table. Its title stands in the catalogue under `show-TITLE`, the head of a column under `head-COLUMN`.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    pub title: &'static str,
    pub columns: Vec<&'static str>,
    pub rows: Vec<Vec<Cell>>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    Nothing,
    Number(i64),
    /// As it stands in the file.
    Text(String),
    /// A word of the catalogue, under `word-WORD`.
    Word(&'static str),
    /// Red, green, blue.
    Colour([u8; 3]),
}

impl From<i64> for Cell {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}
