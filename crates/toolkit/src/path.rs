//! Paths into archives: `units.rlb/tank.msh/vertices`, with `NAME#2` for the second entry of one name.

use crate::problem::{NO_ENTRY, Problem, Result};
use rayon::prelude::*;
use relict_core::archive::{Archive, Directory};
use relict_core::args;
use relict_core::text::unhex;
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::sync::OnceLock;

/// A name as one step of a path: what a path could not hold is written `%2F`.
fn escaped(name: Cow<'_, str>) -> Cow<'_, str> {
    // Nearly all names are plain, and lists of them are long.
    if name
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-' | b' ' | b'~'))
    {
        return name;
    }
    // A name that itself ends like a number would be mistaken for one.
    let numbered = split_number(&name).is_some();
    let unfit = |c: char| matches!(c, '/' | '\\' | '%') || c.is_control() || (c == '#' && numbered);
    let mut step = String::with_capacity(name.len());
    for c in name.chars() {
        if unfit(c) {
            let mut utf8 = [0; 4];
            c.encode_utf8(&mut utf8).bytes().for_each(|byte| step.push_str(&format!("%{byte:02X}")));
        } else {
            step.push(c);
        }
    }
    step.into()
}

/// The name that a step stands for.
fn unescaped(step: &str) -> Option<String> {
    let (mut bytes, mut rest) = (vec![], step.as_bytes());
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        if first == b'%' {
            let (digits, after) = after.split_at_checked(2)?;
            bytes.extend(unhex(std::str::from_utf8(digits).ok()?)?);
            rest = after;
        } else {
            bytes.push(first);
        }
    }
    String::from_utf8(bytes).ok()
}

/// `NAME#2` as `NAME` and 2.
fn split_number(step: &str) -> Option<(&str, usize)> {
    let (name, number) = step.rsplit_once('#')?;
    let number = number.parse().ok().filter(|number| *number > 0)?;
    Some((name, number))
}

/// Folders in folders that a name may have and still keep its slashes; each is looked for among the names.
const DEEPEST_FOLDER: usize = 32;

/// The steps of an archive's entries, each made when it is asked for: nearly all are the name itself.
pub struct Steps<'a> {
    archive: &'a dyn Directory,
    /// For entries with a repeated or empty name.
    numbers: HashMap<usize, usize>,
    /// All names in lower case; made only where one of them has slashes.
    names: OnceLock<HashSet<String>>,
}

impl std::fmt::Debug for Steps<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Steps").field("numbers", &self.numbers).finish_non_exhaustive()
    }
}

impl<'a> Steps<'a> {
    pub fn new(archive: &'a dyn Directory) -> Self {
        let numbers = if archive.has_distinct_names() || all_distinct(archive) {
            HashMap::new()
        } else {
            numbers(archive)
        };
        Self { archive, numbers, names: OnceLock::new() }
    }

    pub fn get(&self, index: usize) -> Option<Cow<'a, str>> {
        let name = self.archive.name(index)?;
        let name = if self.keeps_slashes(&name) { with_slashes(&name).into() } else { escaped(name) };
        Some(match self.numbers.get(&index) {
            Some(number) => format!("{name}#{number}").into(),
            None => name,
        })
    }
}

impl Steps<'_> {
    /// Whether the slashes of a name can stand in a path: nothing else is then found on the way to it.
    fn keeps_slashes(&self, name: &str) -> bool {
        let slashes = name.matches('/').take(DEEPEST_FOLDER + 1).count();
        if slashes == 0 || slashes > DEEPEST_FOLDER || name.contains('#') {
            return false;
        }
        let all =
            || (0..self.archive.len()).map_while(|i| self.archive.name(i)).map(|name| name.to_lowercase());
        let is_entry = |name: &str| self.names.get_or_init(|| all().collect()).contains(&name.to_lowercase());
        let plain = name.split('/').all(|part| !matches!(part, "" | "." | ".."));
        plain && !name.match_indices('/').any(|(at, _)| is_entry(&name[..at]))
    }
}

fn with_slashes(name: &str) -> String {
    name.split('/').map(|part| escaped(part.into())).collect::<Vec<_>>().join("/")
}

fn key(archive: &dyn Directory, index: usize) -> Option<Vec<u8>> {
    let name = archive.name(index)?;
    Some(archive.key(&name).unwrap_or_else(|| name.as_bytes().to_vec()))
}

/// Whether certainly no two names are the same, and none is empty. By hashes, which take a fraction of the room.
fn all_distinct(archive: &dyn Directory) -> bool {
    let hasher = RandomState::new();
    let hash = |i| key(archive, i).filter(|key| !key.is_empty()).map(|key| hasher.hash_one(key));
    let hashes = (0..archive.len()).into_par_iter().with_min_len(1024).map(hash);
    let Some(mut hashes) = hashes.collect::<Option<Vec<u64>>>() else { return false };
    hashes.par_sort_unstable();
    hashes.is_sorted_by(|a, b| a < b)
}

fn numbers(archive: &dyn Directory) -> HashMap<usize, usize> {
    let mut seen: HashMap<Vec<u8>, usize> = HashMap::with_capacity(archive.len());
    let mut numbers = HashMap::new();
    for (i, key) in (0..archive.len()).map_while(|i| Some((i, key(archive, i)?))) {
        let empty = archive.name(i).is_none_or(|name| name.is_empty());
        let number = seen.entry(key).or_insert(0);
        *number += 1;
        if *number > 1 || empty {
            numbers.insert(i, *number);
        }
    }
    numbers
}

/// The step of every entry, in directory order.
pub fn steps(archive: &dyn Archive) -> Vec<String> {
    let steps = Steps::new(archive);
    (0..archive.len()).map_while(|i| steps.get(i)).map(Cow::into_owned).collect()
}

/// The entry that a step names. A plain name is searched as the engine does; where no entry is called so, the step may be
/// what one means.
pub fn find(archive: &dyn Archive, step: &str) -> Option<usize> {
    let exact = |name: &str| unescaped(name).and_then(|name| archive.find(&name));
    let numbered = || {
        let (name, number) = split_number(step)?;
        let key = archive.key(&archive.name(exact(name)?)?)?;
        let same = |i: &usize| archive.name(*i).is_some_and(|name| archive.key(&name).as_ref() == Some(&key));
        (0..archive.len()).filter(same).nth(number - 1)
    };
    numbered().or_else(|| exact(step)).or_else(|| meant(archive, step))
}

/// The first entry that means this; with a number behind it, a later one.
fn meant(archive: &dyn Archive, step: &str) -> Option<usize> {
    let (word, number) = split_number(step).unwrap_or((step, 1));
    let same = |i: &usize| archive.meaning(*i).is_some_and(|meaning| meaning.eq_ignore_ascii_case(word));
    (0..archive.len()).filter(same).nth(number - 1)
}

/// What entries mean, each once, as far as a path with that word leads to one of them.
fn meanings(archive: &dyn Archive) -> BTreeSet<&'static str> {
    let is_free = |word: &&'static str| archive.find(word).is_none();
    (0..archive.len()).filter_map(|i| archive.meaning(i)).filter(is_free).collect()
}

/// The problem that a step names no entry, with the names that come nearest.
pub fn no_entry(archive: &dyn Archive, path: &str, step: &str) -> Problem {
    let names = steps(archive).into_iter().chain(meanings(archive).into_iter().map(str::to_owned));
    let mut near: Vec<(usize, String)> =
        names.map(|name| (distance(&name.to_lowercase(), &step.to_lowercase()), name)).collect();
    near.sort();
    let limit = step.chars().count() / 2 + 1;
    let close: Vec<String> =
        near.into_iter().filter(|(far, _)| *far <= limit).map(|(_, name)| name).take(3).collect();
    let args = args!(name = step, near = close.join(", "), count = close.len(), entries = archive.len());
    Problem::new(NO_ENTRY, path, args)
}

/// How many characters to change, add or remove; names longer than this are cut, since they are no typing slips.
fn distance(a: &str, b: &str) -> usize {
    const LONG: usize = 64;
    let b: Vec<char> = b.chars().take(LONG).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(LONG).enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = corner + usize::from(x != *y);
            corner = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[b.len()]
}

/// The steps that a person wrote behind the name of a file; empty ones are passed over.
pub fn split(inner: &str) -> Vec<&str> {
    inner.split('/').filter(|step| !step.is_empty()).collect()
}

/// The entry that the first of `steps` name, and how many of them that takes: in some archives names have slashes, and
/// people write those as they are. The fewest steps that name an entry win. Or else the problem that there is none.
pub fn find_or_explain(archive: &dyn Archive, path: &str, steps: &[&str]) -> Result<(usize, usize)> {
    let named = |taken: usize| Some((find(archive, &steps[..taken].join("/"))?, taken));
    let found = (1..=steps.len()).find_map(named);
    found.ok_or_else(|| no_entry(archive, path, steps.first().copied().unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use relict_core::archive::{Entry, Frame, Stored};
    use relict_core::format::Limits;

    #[test]
    fn a_step_comes_back_as_the_name() {
        for name in ["A.0", "a/b\\c", "100%", "x#2", "Танк", "a\nb", "#", "a#b"] {
            assert_eq!(unescaped(&escaped(name.into())).as_deref(), Some(name));
            assert!(!escaped(name.into()).contains(['/', '\\', '\n']), "{name}");
        }
        assert_eq!(escaped("x#2".into()), "x%232");
        assert_eq!(unescaped("%zz"), None);
        assert_eq!(unescaped("%+1"), None);
        assert_eq!(unescaped("%"), None);
    }

    /// Entries that are nothing but their names, and the meanings of the first of them.
    struct Names(&'static [&'static str], &'static [&'static str]);

    impl Directory for Names {
        fn len(&self) -> usize {
            self.0.len()
        }
        fn name(&self, index: usize) -> Option<Cow<'_, str>> {
            self.0.get(index).map(|name| (*name).into())
        }
        fn entry(&self, _: usize) -> Option<Entry<'_>> {
            None
        }
        fn meaning(&self, index: usize) -> Option<&'static str> {
            self.1.get(index).copied()
        }
        fn key(&self, name: &str) -> Option<Vec<u8>> {
            Some(name.into())
        }
    }

    impl Archive for Names {
        fn payload(&self, _: usize, _: Limits) -> relict_core::error::Result<Cow<'_, [u8]>> {
            Ok(Cow::default())
        }
        fn stored(&self, _: usize) -> Stored<'_> {
            Stored::Nowhere
        }
        fn find(&self, name: &str) -> Option<usize> {
            self.0.iter().position(|other| *other == name)
        }
        fn frame(&self) -> Frame {
            Frame::default()
        }
    }

    #[test]
    fn a_name_with_slashes_is_reached_as_it_is_written() {
        let archive = Names(&["META-INF/", "META-INF/MANIFEST.MF", "a", "a/b", "META-INF/MANIFEST.MF"], &[]);
        let found = |path: &str| find_or_explain(&archive, "x.jar", &split(path)).ok();
        assert_eq!(found("META-INF/MANIFEST.MF"), Some((1, 2)));
        assert_eq!(found("META-INF/MANIFEST.MF/deeper"), Some((1, 2)));
        assert_eq!(found("META-INF/MANIFEST.MF#2"), Some((4, 2)));
        assert_eq!(found("META-INF%2FMANIFEST.MF"), Some((1, 1)));
        assert_eq!(found("META-INF%2F"), Some((0, 1)));
        // What an entry holds comes before what only looks so.
        assert_eq!((found("a/b"), found("a%2Fb")), (Some((2, 1)), Some((3, 1))));
        assert_eq!(found("META-INF/other"), None);
    }

    #[test]
    fn slashes_stay_in_a_path_as_long_as_it_leads_to_its_entry() {
        let names = &["META-INF/", "META-INF/A%.MF", "a", "A/b", "c//d", "../e", "/f", "g/h#2", "i/j", "i/j"];
        let archive = Names(names, &[]);
        let wanted = [
            "META-INF%2F",
            "META-INF/A%25.MF",
            "a",
            "A%2Fb",
            "c%2F%2Fd",
            "..%2Fe",
            "%2Ff",
            "g%2Fh%232",
            "i/j",
            "i/j#2",
        ];
        assert_eq!(steps(&archive), wanted);
        for (i, step) in wanted.iter().enumerate() {
            let parts = split(step);
            assert_eq!(find_or_explain(&archive, "", &parts).ok(), Some((i, parts.len())), "{step}");
        }
    }

    #[test]
    fn an_entry_is_reached_by_what_it_means_where_none_is_called_so() {
        let archive = Names(&["tank", "tank", "keys", "tank"], &["nodes", "keys", "slots", "nodes"]);
        let found = |path: &str| find_or_explain(&archive, "x", &split(path)).ok().map(|(index, _)| index);
        assert_eq!([found("nodes"), found("Nodes#2"), found("slots")], [Some(0), Some(3), Some(2)]);
        assert_eq!(found("keys"), Some(2), "the stored name first");
        assert_eq!([found("nodes#3"), found("nodes#0"), found("")], [None; 3]);
        let problem = find_or_explain(&archive, "x", &["node"]).unwrap_err();
        let near = problem.args.iter().find(|(name, _)| *name == "near").map(|(_, near)| format!("{near:?}"));
        assert!(near.is_some_and(|near| near.contains("nodes")), "{problem:?}");
        assert_eq!(
            steps(&archive),
            ["tank", "tank#2", "keys", "tank#3"],
            "paths are those of the stored names"
        );
    }

    #[test]
    fn distance_counts_slips() {
        assert_eq!(distance("plate.0", "plate.0"), 0);
        assert_eq!(distance("plte.0", "plate.0"), 1);
        assert_eq!(distance("kitten", "sitting"), 3);
    }
}
