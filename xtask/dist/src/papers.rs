//! What goes with the program: man pages, completions, and the licences of what it contains.

use crate::parts::Part;
use crate::program::Place;
use crate::{Result, notices, tools};
use flate2::{Compression, GzBuilder};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The completions: a shell, and the name under which it looks for them.
const SHELLS: [(&str, &str); 3] = [("bash", "relict.bash"), ("zsh", "_relict"), ("fish", "relict.fish")];

/// The man pages: a language, and their folder.
const PAGES: [(&str, &str); 2] = [("en", "man"), ("ru", "man-ru")];

/// Writes all of it to a folder `papers` beside the program, anew. The program itself tells what is in its pages.
pub fn write(place: &Place, program: &Path, parts: &[Part]) -> Result<PathBuf> {
    let papers = place.built().join("papers");
    if papers.exists() {
        fs::remove_dir_all(&papers)?;
    }
    fs::create_dir_all(papers.join("completions"))?;
    for (language, folder) in PAGES {
        let mut man = Command::new(program);
        tools::said(man.args(["man", "--lang", language, "--dir"]).arg(papers.join(folder)))?;
        compress(&papers.join(folder))?;
    }
    for (shell, name) in SHELLS {
        let script = tools::said(Command::new(program).args(["completions", shell]))?;
        fs::write(papers.join("completions").join(name), script)?;
    }
    fs::write(papers.join("THIRD-PARTY.txt"), notices::text(parts)?)?;
    Ok(papers)
}

/// Packs the pages in a folder, each into a file of its own, as systems keep them and `man` reads them.
fn compress(folder: &Path) -> Result {
    for entry in fs::read_dir(folder)? {
        let page = entry?.path();
        let mut packed = GzBuilder::new().write(vec![], Compression::best());
        packed.write_all(&fs::read(&page)?)?;
        fs::write(page.with_added_extension("gz"), packed.finish()?)?;
        fs::remove_file(page)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn pages_are_packed_alike_each_time_and_keep_their_text() {
        let folder = std::env::temp_dir().join(format!("relict-dist-pages-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let packed = || {
            fs::write(folder.join("relict.1"), ".TH relict 1\n").unwrap();
            compress(&folder).unwrap();
            fs::read(folder.join("relict.1.gz")).unwrap()
        };
        let (once, again) = (packed(), {
            fs::remove_file(folder.join("relict.1.gz")).unwrap();
            packed()
        });
        let only = fs::read_dir(&folder).unwrap().count() == 1;
        fs::remove_dir_all(&folder).unwrap();
        let mut text = String::new();
        flate2::read::GzDecoder::new(once.as_slice()).read_to_string(&mut text).unwrap();
        assert_eq!(text, ".TH relict 1\n");
        assert_eq!(once, again);
        assert!(only, "the page itself is gone");
    }
}
