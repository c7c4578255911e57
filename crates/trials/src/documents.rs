//! JSON that somebody wrote, as a file.

use crate::words;
use relict_toolkit::core::format::Origin;
use relict_toolkit::document::{Stated, to_json};

pub(crate) fn run(text: &[u8]) {
    let stated = match Stated::read("x.json", text) {
        Ok(stated) => stated,
        Err(problem) => return words::expect_for(&problem),
    };
    let bytes = match stated.build(Origin::default()) {
        Ok(bytes) => bytes,
        Err(problem) => return words::expect_for(&problem),
    };
    // What was built is a file as any other, and says what was stated.
    let origin = Origin { name: "", attributes: stated.attributes() };
    let document = stated.kind.open(&bytes, origin).unwrap_or_else(|e| panic!("{e}"));
    assert!(document.to_bytes().unwrap() == bytes, "what was built is not what is written");
    let told = to_json(stated.kind, &*document, stated.attributes()).unwrap();
    let again = Stated::read("x.json", &told).and_then(|stated| stated.build(Origin::default()));
    assert!(again.unwrap_or_else(|problem| panic!("{problem}")) == bytes, "told again, it is another file");
}
