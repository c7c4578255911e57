//! `cargo xtask real DIR`: game files that somebody owns, against what is known of their releases. The files themselves are
//! nobody's to commit; the facts in `fixtures/real` are counts and hashes.

use crate::Result;
use relict_trials::real::{self, folder};
use std::path::Path;

/// Where the facts are.
const FACTS: &str = "fixtures/real/idmobile";

pub fn run(root: &Path, games: &Path) -> Result {
    let facts = folder::facts(&root.join(FACTS))?;
    let read = folder::verdicts(games, &facts).map_err(|error| format!("{}: {error}", games.display()));
    let (verdicts, others) = read?;
    others.iter().for_each(|name| eprintln!("{name}: not an archive of a game, passed over"));
    if verdicts.is_empty() {
        return Err(format!("no game file in {}", games.display()).into());
    }
    print!("{}", real::table(&verdicts));
    match verdicts.iter().filter(|verdict| verdict.falls_short()).count() {
        0 => Ok(()),
        short => Err(format!("{short} of {} files fall short", verdicts.len()).into()),
    }
}
