//! `cargo xtask generate`: the tables that README and book take from the code, and the types that the viewer's page does.
//!
//! A page is written by hand but for what stands between `<!-- NAME:begin -->` and `<!-- NAME:end -->`. The types of the
//! viewer's page are a file of their own.

mod answers;
mod codes;
mod formats;
mod layout;
mod measures;

use crate::Result;
use relict_toolkit::FORMATS;
use relict_toolkit::core::format::Kind;
use relict_toolkit::messages::Language;
use std::fs;
use std::path::{Path, PathBuf};

/// Brings every page up to date.
pub fn write(root: &Path) -> Result {
    for page in stale(root)? {
        fs::write(root.join(&page.path), &page.text)?;
        println!("Written: {}", page.path.display());
    }
    Ok(())
}

/// Fails if a page is not up to date.
pub fn check(root: &Path) -> Result {
    let stale: Vec<String> = stale(root)?.iter().map(|page| page.path.display().to_string()).collect();
    match stale.as_slice() {
        [] => {
            println!("Up to date.");
            Ok(())
        }
        stale => Err(format!("stale, run `cargo xtask generate`:\n  {}", stale.join("\n  ")).into()),
    }
}

/// A page as it should be.
#[derive(Debug)]
struct Page {
    path: PathBuf,
    text: String,
}

/// The pages that are not as they should be.
fn stale(root: &Path) -> Result<Vec<Page>> {
    let mut stale = vec![];
    for (path, parts) in generated()? {
        let path = PathBuf::from(path);
        let now = fs::read_to_string(root.join(&path)).map_err(|e| format!("{}: {e}", path.display()))?;
        let mut text = now.clone();
        for (name, content) in parts {
            text = fill(&text, name, &content).map_err(|e| format!("{}: {e}", path.display()))?;
        }
        stale.extend(changed(path, text, &now));
    }
    let path = PathBuf::from(answers::FILE);
    let now = fs::read_to_string(root.join(&path)).unwrap_or_default();
    stale.extend(changed(path, answers::types()?, &now));
    Ok(stale)
}

/// The page as it should be, unless it is so now. By lines, since some systems end them otherwise.
fn changed(path: PathBuf, text: String, now: &str) -> Option<Page> {
    (!text.lines().eq(now.lines())).then_some(Page { path, text })
}

/// The generated parts of a page, by name.
type Parts = Vec<(&'static str, String)>;

fn generated() -> Result<Vec<(String, Parts)>> {
    let english = Language::English.catalogue();
    let mut pages = vec![
        ("README.md".into(), vec![("formats", formats::table(Language::English))]),
        ("README.ru.md".into(), vec![("formats", formats::table(Language::Russian))]),
        ("docs/src/reference/codes.md".into(), vec![("codes", codes::page(english)?)]),
    ];
    for kind in FORMATS.iter() {
        let mut parts = vec![("layout", layout::tables(kind)), ("findings", codes::table(kind, english)?)];
        parts.extend(measures::tables(kind, english)?.map(|tables| ("survey", tables)));
        pages.push((format!("docs/src/reference/{}", page_of(kind)), parts));
    }
    Ok(pages)
}

/// The page of a format in the reference.
fn page_of(kind: &Kind) -> String {
    format!("{}.md", kind.id.replace('.', "-"))
}

/// `text` with `content` in the place called `name`.
pub(crate) fn fill(text: &str, name: &str, content: &str) -> Result<String> {
    let (begin, end) = (format!("<!-- {name}:begin -->"), format!("<!-- {name}:end -->"));
    let place = || {
        let (before, rest) = text.split_once(&begin)?;
        let (_, after) = rest.split_once(&end)?;
        Some(format!("{before}{begin}\n\n{}\n\n{end}{after}", content.trim()))
    };
    place().ok_or_else(|| format!("has no place between {begin} and {end}").into())
}

/// Plain text as Markdown: what is not code must not be taken for markup.
fn prose(text: &str) -> String {
    let escape = |(i, part): (usize, &str)| match i % 2 {
        0 => part.replace('*', "\\*").replace('[', "\\[").replace('<', "\\<"),
        _ => format!("`{part}`"),
    };
    text.trim().split('`').enumerate().map(escape).collect()
}

/// Markdown for a cell of a table.
fn cell(markdown: &str) -> String {
    markdown.replace('|', "\\|").replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_generated_is_stale() {
        let stale: Vec<PathBuf> = stale(crate::root()).unwrap().into_iter().map(|page| page.path).collect();
        assert_eq!(stale, Vec::<PathBuf>::new(), "run `cargo xtask generate`");
    }

    #[test]
    fn every_format_is_in_the_contents_of_the_book() {
        let contents = fs::read_to_string(crate::root().join("docs/src/SUMMARY.md")).unwrap();
        for kind in FORMATS.iter() {
            assert!(contents.contains(&format!("(reference/{})", page_of(kind))), "{}", kind.id);
        }
    }

    #[test]
    fn prose_is_no_markup() {
        assert_eq!(prose("`a*b` and * or [x]"), "`a*b` and \\* or \\[x]");
    }

    #[test]
    fn only_what_stands_between_the_marks_changes() {
        let page = "a\n<!-- x:begin -->\nold\n<!-- x:end -->\nb\n";
        let filled = fill(page, "x", "new\n").unwrap();
        assert_eq!(filled, "a\n<!-- x:begin -->\n\nnew\n\n<!-- x:end -->\nb\n");
        assert_eq!(fill(&filled, "x", "new").unwrap(), filled);
        assert!(fill("no marks", "x", "").is_err());
    }
}
