//! `cargo xtask book`: the book, by mdBook as a library, so that Rust is all one needs.

use crate::{Result, links};
use mdbook_driver::MDBook;
use std::path::Path;

/// Builds the book to where its `book.toml` says. A link in it that leads nowhere is an error.
pub fn build(root: &Path) -> Result {
    let book = MDBook::load(root.join("docs")).map_err(|e| chain(&e))?;
    book.build().map_err(|e| chain(&e))?;
    let built = book.build_dir_for("html").canonicalize()?;
    links::none(&links::dead_in_book(&built)?)?;
    println!("The book is in {}", built.join("index.html").display());
    Ok(())
}

/// The error with all its causes; alone, mdBook tells only the last of them.
fn chain(error: &mdbook_driver::errors::Error) -> String {
    format!("{error:#}")
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_book_builds_and_its_links_lead_somewhere() {
        assert_eq!(super::build(crate::root()).err().map(|e| e.to_string()), None);
    }
}
