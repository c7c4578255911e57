//! Links that lead nowhere: in the built book, and in the pages at the root of the repository.

use crate::Result;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Fails if there are any.
pub fn none(dead: &[String]) -> Result {
    match dead {
        [] => Ok(()),
        dead => Err(format!("links that lead nowhere:\n  {}", dead.join("\n  ")).into()),
    }
}

/// Links between the pages of a built book, down to the heading they name.
pub fn dead_in_book(book: &Path) -> Result<Vec<String>> {
    let pages: BTreeMap<PathBuf, String> = files(book, "html")?
        .into_iter()
        .map(|path| Ok((path.clone(), fs::read_to_string(path)?)))
        .collect::<Result<_>>()?;
    let ids: BTreeMap<&Path, BTreeSet<&str>> =
        pages.iter().map(|(path, html)| (path.as_path(), quoted(html, " id=\"").collect())).collect();
    let mut dead = vec![];
    for (path, html) in &pages {
        for link in quoted(html, " href=\"").filter(|link| is_local(link)) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { path.clone() } else { beside(path, file) };
            let heading_is_there = || ids.get(target.as_path()).is_none_or(|ids| ids.contains(heading));
            if !target.exists() || !(heading.is_empty() || heading_is_there()) {
                dead.push(format!("{}: {link}", path.strip_prefix(book).unwrap_or(path).display()));
            }
        }
    }
    Ok(dead)
}

/// Links from the pages at the root to files of the repository.
#[cfg(test)]
pub fn dead_at_root(root: &Path) -> Result<Vec<String>> {
    let mut dead = vec![];
    let pages = fs::read_dir(root)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    for path in pages.iter().filter(|path| path.extension().is_some_and(|ending| ending == "md")) {
        let text = fs::read_to_string(path)?;
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let files = links.filter(|link| is_local(link)).filter_map(|link| link.split('#').next());
        dead.extend(
            files
                .filter(|file| !file.is_empty() && !root.join(file).exists())
                .map(|file| format!("{}: {file}", path.display())),
        );
    }
    Ok(dead)
}

/// Everything between `before` and the next quotation mark.
fn quoted<'t>(text: &'t str, before: &'t str) -> impl Iterator<Item = &'t str> {
    text.split(before).skip(1).filter_map(|rest| rest.split('"').next())
}

fn is_local(link: &str) -> bool {
    !link.contains("://") && !link.starts_with("mailto:")
}

/// `link` as seen from the page at `path`, without its detours, so that it is found among the pages.
fn beside(path: &Path, link: &str) -> PathBuf {
    let mut target = path.parent().unwrap_or(path).to_owned();
    for step in link.split('/') {
        match step {
            "" | "." => {}
            ".." => {
                target.pop();
            }
            step => target.push(step),
        }
    }
    target
}

/// All files below `folder` with this ending.
fn files(folder: &Path, ending: &str) -> Result<Vec<PathBuf>> {
    let mut found = vec![];
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path, ending)?);
        } else if path.extension().is_some_and(|known| known == ending) {
            found.push(path);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_link_at_the_root_leads_somewhere() {
        assert_eq!(dead_at_root(crate::root()).unwrap(), Vec::<String>::new());
    }

    #[test]
    fn detours_are_taken_out() {
        assert_eq!(
            beside(Path::new("/b/guide/a.html"), "../reference/./x.html"),
            Path::new("/b/reference/x.html")
        );
    }
}
